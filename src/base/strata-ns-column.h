/* strata-ns-column.h - durations in as few bytes as are exact
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A column of durations of at least 0 ns. Most traces have whole microseconds, or nothing longer
 * than four seconds: then 4 bytes each are exact. A column that needs 8 bytes uses @wide; a column
 * that was never filled has neither. */
typedef struct
{
  guint32 *narrow; /* owned; nullable: durations in units of @unit_ns */
  gint64 *wide;    /* owned; nullable: durations in ns */
  gint64 unit_ns;  /* the unit of @narrow */
} StrataNsColumn;

void strata_ns_column_take (StrataNsColumn *self, gint64 *durations_ns, gsize n);
void strata_ns_column_clear (StrataNsColumn *self);

static inline gboolean
strata_ns_column_exists (const StrataNsColumn *self)
{
  return self->narrow != NULL || self->wide != NULL;
}

static inline gint64
strata_ns_column_get (const StrataNsColumn *self,
                      guint32 index)
{
  return G_LIKELY (self->narrow != NULL) ? self->narrow[index] * self->unit_ns : self->wide[index];
}

G_END_DECLS
