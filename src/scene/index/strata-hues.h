/* strata-hues.h - the colours of slices
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-view-options.h"

G_BEGIN_DECLS

/* Colours of slices, as numbers of a palette's colours. The hues of idle states in @by_name take
 * precedence over all others. */
typedef struct
{
  guint8 *by_name;         /* by string id of the slice's name */
  guint8 *by_attrs;        /* nullable: by id of its attributes; takes precedence over @by_name */
  guint8 *by_row;          /* nullable: by row; takes precedence over all */
  guint8 *by_slice;        /* nullable: by slice; takes precedence over @by_name */
  gboolean is_by_duration; /* whether the duration takes precedence over @by_name */
} StrataHues;

void strata_hues_init (StrataHues *self, StrataTrace *trace, StrataColoring coloring, guint32 n_rows);
void strata_hues_copy (StrataHues *self, const StrataHues *other, StrataTrace *trace, guint32 n_rows);
guint8 strata_hues_get_duration_hue (gint64 wall_ns);
void strata_hues_clear (StrataHues *self);

G_END_DECLS
