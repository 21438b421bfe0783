/* strata-highlight.h - the calls of one name
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "strata-trace.h"

G_BEGIN_DECLS

/* The calls of one name. Immutable. */
typedef struct
{
  guint32 name;        /* string id */
  guint n_slices;      /* how many slices have it */
  guint32 *slices;     /* (array length=n_slices): the slices, ascending */
  guint32 *row_begin;  /* places in @row_slices of the rows of the trace; one more than there are rows */
  guint32 *row_slices; /* the same slices by row, sorted by start */
} StrataHighlight;

StrataHighlight *strata_highlight_new (StrataTrace *trace, guint32 name, GCancellable *cancellable);
void strata_highlight_free (StrataHighlight *self);

G_END_DECLS
