/* strata-damage.h - how much of a trace is missing
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-trace.h"

G_BEGIN_DECLS

/* The missing parts of a trace. The sizes of a missing end and of a damaged part are unknown, so
 * they have no share. */
typedef struct
{
  double time_frac; /* the part of all CPU time in which events were lost, 0..1 */
  double line_frac; /* the part of the lines that could not be read, 0..1 */
  gboolean is_cut;  /* whether the end of a file is missing */
  gboolean has_gap; /* whether a damaged part of a file was left out */
} StrataDamage;

void strata_damage_find (StrataDamage *self, StrataTrace *trace);
char *strata_damage_dup_text (const StrataDamage *self);

G_END_DECLS
