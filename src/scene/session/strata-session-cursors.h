/* strata-session-cursors.h - two cursors to measure between
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-session.h"

G_BEGIN_DECLS

/**
 * StrataCursor:
 * @STRATA_CURSOR_A: the first
 * @STRATA_CURSOR_B: the second
 */
typedef enum
{
  STRATA_CURSOR_A,
  STRATA_CURSOR_B,
} StrataCursor;

#define STRATA_N_CURSORS 2

void strata_session_set_cursor (StrataSession *self, StrataCursor cursor, gint64 time_ns);
gboolean strata_session_get_cursor (StrataSession *self, StrataCursor cursor, gint64 *time_ns);
void strata_session_clear_cursors (StrataSession *self);
gboolean strata_session_get_measure (StrataSession *self, StrataSpan *span);
gboolean strata_session_measure_selection (StrataSession *self);
char *strata_session_describe_cursors (StrataSession *self);

G_END_DECLS
