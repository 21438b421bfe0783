/* strata-area-stats.h - sums the items in a span on some lanes by name
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "strata-trace.h"

G_BEGIN_DECLS

/* The items to sum. Slices without duration count if they are in @span. */
typedef struct
{
  StrataSpan span;       /* the span; items that exceed it are cut at its edges */
  const guint32 *tracks; /* (array length=n_tracks): indices of tracks whose slices count */
  guint n_tracks;
  const guint32 *cpus; /* (array length=n_cpus): indices of CPUs whose runs count */
  guint n_cpus;
} StrataAreaScope;

/* Kinds of rows. */
typedef enum
{
  STRATA_AREA_SLICES, /* slices of a name; the key is its string id */
  STRATA_AREA_RUNS,   /* runs of a thread on CPUs; the key is the thread's index */
} StrataAreaKind;

typedef struct
{
  StrataAreaKind kind; /* the kind of row */
  guint32 key;         /* the name, or the thread */
  guint32 longest;     /* the longest, as the index of a slice or run; the first of equals */
  guint64 n_items;     /* how many slices or runs; those inside others of the name count, too */
  gint64 total_ns;     /* how long these took inside the span, together */
  gint64 longest_ns;   /* how long the longest took inside the span */
} StrataAreaRow;

GArray *strata_area_stats_compute (StrataTrace *trace, const StrataAreaScope *scope, GCancellable *cancellable);

G_END_DECLS
