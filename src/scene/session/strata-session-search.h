/* strata-session-search.h - what is searched for, and what was found
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-hits.h"
#include "strata-session.h"

G_BEGIN_DECLS

/**
 * StrataOthers:
 * @STRATA_OTHERS_SHOWN: like the hits
 * @STRATA_OTHERS_DIMMED: pale
 * @STRATA_OTHERS_HIDDEN: not at all
 *
 * How slices are drawn that a search has not found, while there is one.
 */
typedef enum
{
  STRATA_OTHERS_SHOWN,
  STRATA_OTHERS_DIMMED,
  STRATA_OTHERS_HIDDEN,
} StrataOthers;

void strata_session_search (StrataSession *self, const char *text);
const char *strata_session_get_search (StrataSession *self);
const char *strata_session_get_search_error (StrataSession *self);
gboolean strata_session_is_searching (StrataSession *self);
gboolean strata_session_is_search_running (StrataSession *self);
guint32 strata_session_get_n_hits (StrataSession *self, gboolean *is_counted);
const StrataHits *strata_session_get_hits (StrataSession *self);
guint32 strata_session_get_hit_rank (StrataSession *self);
gboolean strata_session_has_hit (StrataSession *self, guint32 lane);
gboolean strata_session_select_hit (StrataSession *self, int direction);
void strata_session_select_row (StrataSession *self, guint32 row, gboolean is_by_sample);
guint32 strata_session_get_selected_row (StrataSession *self, gboolean is_by_sample);
StrataOthers strata_session_get_others (StrataSession *self);
gboolean strata_session_get_only_hit_lanes (StrataSession *self);
void strata_session_set_only_hit_lanes (StrataSession *self, gboolean is_only);
void strata_session_set_others (StrataSession *self, StrataOthers others);

G_END_DECLS
