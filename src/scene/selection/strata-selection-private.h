/* strata-selection-private.h - shared by the files of the selection
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-job.h"
#include "strata-selection.h"

G_BEGIN_DECLS

/* The critical path of a selection. */
typedef struct
{
  gboolean is_shown;        /* whether the critical paths of selected slices are shown */
  guint32 slice;            /* the slice of the path */
  StrataCriticalPath *path; /* nullable: the shown path; owned */
  GArray *links;            /* (element-type StrataLink) nullable: its wake-ups; owned */
  StrataJob *job;           /* nullable: finds the next one; owned */
} StrataPathView;

struct _StrataSelection
{
  GObject parent_instance;

  StrataView *view; /* owned */
  StrataItem item;
  StrataItem hover;
  StrataLinks *links;           /* owned */
  StrataThreadRuns thread_runs; /* of the last requested thread */
  StrataArea area;

  guint32 name;               /* the underlined name; STRATA_NONE for none */
  StrataHighlight *highlight; /* owned; NULL until its calls are known */
  StrataJob *highlight_job;   /* owned */

  StrataPathView path;
};

/* strata-selection-path.c: finds the path of the selected slice in the background, if paths are
 * shown and a slice is selected. Emits ::path-changed when it is found. */
void strata_selection_follow_path (StrataSelection *self);

/* Finds the shown path again, for a change of the time axis. Emits ::path-changed later. */
void strata_selection_refresh_path (StrataSelection *self);

/* Stops the job and frees the path. For finalize: no signal. */
void strata_selection_clear_path (StrataSelection *self);

/* Emits ::path-changed with the current path. */
void strata_selection_emit_path_changed (StrataSelection *self);

G_END_DECLS
