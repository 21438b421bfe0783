/* strata-session-area.h - an area over time and lanes
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-session.h"

G_BEGIN_DECLS

/* The content of an export. */
typedef struct
{
  gboolean is_area; /* whether it is the selected area, and not the whole view */
  StrataSpan span;  /* the time */
  guint32 *tracks;  /* (array length=n_tracks): indices of the tracks that are shown in it; owned */
  guint n_tracks;
  guint32 *threads; /* (array length=n_threads): the same for threads */
  guint n_threads;
  guint32 *counters; /* (array length=n_counters): the same for counters */
  guint n_counters;
} StrataShown;

void strata_session_set_area (StrataSession *self, StrataSpan span, guint32 first_lane, guint32 last_lane);
void strata_session_clear_area (StrataSession *self);
gboolean strata_session_get_area (StrataSession *self, StrataSpan *span);
gboolean strata_session_get_area_lanes (StrataSession *self, guint32 *first_lane, guint32 *last_lane);

gboolean strata_session_set_area_around_selection (StrataSession *self);
gboolean strata_session_extend_area (StrataSession *self);

guint32 *strata_session_get_area_threads (StrataSession *self, guint *n_threads);
guint32 *strata_session_get_area_processes (StrataSession *self, guint *n_processes);
guint32 *strata_session_get_area_tracks (StrataSession *self, guint *n_tracks);
guint32 *strata_session_get_area_cpus (StrataSession *self, guint *n_cpus);

void strata_session_get_shown (StrataSession *self, StrataShown *shown);
void strata_shown_clear (StrataShown *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (StrataShown, strata_shown_clear)

G_END_DECLS
