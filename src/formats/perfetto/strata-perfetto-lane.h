/* strata-perfetto-lane.h - the events of one sequence, packed
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-column.h"

G_BEGIN_DECLS

/* An event. */
typedef struct
{
  gint64 time_ns;     /* its time, first on the clock of its context, later on that of the trace */
  const guint8 *data; /* its message */
  guint32 n_bytes;    /* length of the message */
  guint32 context;    /* index of its context, see StrataPerfettoContext */
} StrataPerfettoRecord;

/* The records of a sequence, in the order of the file. Zeros are an empty lane. */
typedef struct
{
  StrataColumn blocks; /* of bytes */
  gint64 last_ns;      /* time of the last record */
  guint64 last_order;  /* its order */
} StrataPerfettoLane;

/* A place between two records. Zeros are the beginning. */
typedef struct
{
  guint32 block;  /* index of the block with the record after it */
  guint32 at;     /* offset of that record */
  gint64 time_ns; /* time of the record before it; 0 if that is in another block */
  guint64 order;  /* its order, likewise */
} StrataPerfettoPlace;

/* A record that was read. */
typedef struct
{
  StrataPerfettoRecord record; /* its message is valid until it is removed */
  guint64 order;               /* larger than that of records before it in the file */
  StrataPerfettoPlace place;   /* before it */
} StrataPerfettoFound;

void strata_perfetto_lane_add (StrataPerfettoLane *self, guint64 order, const StrataPerfettoRecord *record);
gboolean strata_perfetto_lane_next (const StrataPerfettoLane *self, StrataPerfettoPlace *place, StrataPerfettoFound *found);
void strata_perfetto_lane_remove (StrataPerfettoLane *self, const StrataPerfettoFound *found);
void strata_perfetto_lane_clear (StrataPerfettoLane *self);

G_END_DECLS
