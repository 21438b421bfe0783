/* strata-panes.h - the panes that a trace may be looked at in
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-session.h"

G_BEGIN_DECLS

/**
 * StrataPane:
 * @name: what "win.show-NAME" shows
 * @title: what its tab says, not translated
 * @accel: the key that shows it, from wherever the focus is
 * @create: makes the widget, (transfer floating)
 */
typedef struct
{
  const char *name;
  const char *title;
  const char *accel;
  GtkWidget *(*create) (StrataSession *session);
} StrataPane;

const StrataPane *strata_panes_get (guint *n_panes);

G_END_DECLS
