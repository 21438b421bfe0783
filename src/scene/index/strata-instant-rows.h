/* strata-instant-rows.h - instants by process and time
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-trace.h"

G_BEGIN_DECLS

/* All or some instants of a trace, sorted. */
typedef struct
{
  const StrataInstants *instants; /* the instants of the trace; borrowed from it */
  guint n_processes;              /* of the trace; instants without a process come after all of them */
  guint32 *order;                 /* the instants, sorted by process and time; owned */
  guint32 *begin;                 /* (array length=n_processes+2): first place in @order of each process, and the end; owned */
} StrataInstantRows;

void strata_instant_rows_init (StrataInstantRows *self, StrataTrace *trace, const guint64 *bits);
void strata_instant_rows_clear (StrataInstantRows *self);
gboolean strata_instant_rows_has (const StrataInstantRows *self, guint32 process);
guint32 strata_instant_rows_find (const StrataInstantRows *self, guint32 process, gint64 time_ns);

G_END_DECLS
