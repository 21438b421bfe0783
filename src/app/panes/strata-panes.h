/* strata-panes.h - the panes of a trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-session.h"

G_BEGIN_DECLS

/* A tab below the timeline. */
typedef enum
{
  STRATA_PANES_SELECTION, /* details of the selection */
  STRATA_PANES_FRAMES,    /* slow frames, long tasks, starts and inputs */
  STRATA_PANES_PROFILE,   /* where time went, as table, tree and flame graph */
  STRATA_PANES_DATA,      /* the rows of the trace */
} StrataPaneGroup;

#define STRATA_N_PANE_GROUPS (STRATA_PANES_DATA + 1)

typedef struct
{
  const char *name;      /* the NAME of its action "win.show-NAME" */
  StrataPaneGroup group; /* the tab that contains it */
  const char *title;     /* its title in the switcher, not translated */
  const char *help;      /* its page of the guide */
  const char *accel;     /* the key that shows it, from wherever the focus is */
  gboolean is_scoped;    /* whether it uses the chosen scope */
  /* makes it, for a session */
  GtkWidget *(*create) (StrataSession *session);
} StrataPane;

const StrataPane *strata_panes_get (guint *n_panes);
const char *strata_panes_get_group_title (StrataPaneGroup group);

G_END_DECLS
