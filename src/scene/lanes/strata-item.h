/* strata-item.h - an item on the timeline
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-column.h"

G_BEGIN_DECLS

/* All kinds of items, with the names of their classes. A new one is a line here. */
#define STRATA_ITEM_KINDS(X) \
  X (SLICE, slice)           \
  X (CPU_RUN, cpu_run)       \
  X (SAMPLE, sample)         \
  X (INSTANT, instant)       \
  X (LOSS, loss)             \
  X (PATH, path)             \
  X (STATE, state)           \
  X (USAGE, usage)           \
  X (FRAME, frame)           \
  X (PHASE, phase)           \
  X (LANE, lane)             \
  X (EVENT, event)           \
  X (RESULT, result)

/**
 * StrataItemKind:
 * @STRATA_ITEM_NONE: nothing
 * @STRATA_ITEM_SLICE: index into the slice table
 * @STRATA_ITEM_CPU_RUN: index into the CPU runs
 * @STRATA_ITEM_SAMPLE: index into the samples
 * @STRATA_ITEM_INSTANT: index into the instants
 * @STRATA_ITEM_LOSS: index into the losses
 * @STRATA_ITEM_PATH: index into the segments of the shown critical path
 * @STRATA_ITEM_STATE: index into the states of threads
 * @STRATA_ITEM_USAGE: how busy a CPU was; its index, or %STRATA_NONE for all CPUs. Cannot be selected
 * @STRATA_ITEM_FRAME: index into the frames; selecting one selects its slice
 * @STRATA_ITEM_PHASE: index into the phases; selecting one selects the slice that it begins with
 * @STRATA_ITEM_LANE: the header of a lane, by its index. Cannot be selected
 * @STRATA_ITEM_EVENT: index into the shown events, see strata_findings_take_events(). Cannot be selected
 * @STRATA_ITEM_RESULT: a row of a query result, see strata_findings_get_result_span()
 * @STRATA_N_ITEM_KINDS: how many kinds there are
 *
 * The kinds of items. Each has a #StrataItemClass in a file of its own in scene/kinds.
 */
typedef enum
{
  STRATA_ITEM_NONE,
#define KIND(symbol, name) STRATA_ITEM_##symbol,
  STRATA_ITEM_KINDS (KIND)
#undef KIND
      STRATA_N_ITEM_KINDS,
} StrataItemKind;

/* An item on the timeline. */
typedef struct
{
  StrataItemKind kind; /* its kind */
  guint32 index;       /* which one */
  guint32 lane;        /* index of the lane that shows it, or STRATA_NONE */
  guint32 n_folded;    /* how many items share its pixels, itself included; 1 if it is drawn alone */
  gint64 time_ns;      /* start of the pixel under the pointer, for items without a time of their own; else 0 */
} StrataItem;

/* No item. */
#define STRATA_NO_ITEM ((StrataItem){ STRATA_ITEM_NONE, STRATA_NONE, STRATA_NONE, 1 })

/* Two items, one caused by the other: an arrow on the timeline. */
typedef struct
{
  StrataItem from; /* the cause */
  StrataItem to;   /* the effect */
  gint64 from_ns;  /* when it left @from */
  gint64 to_ns;    /* when it arrived at @to */
} StrataLink;

G_END_DECLS
