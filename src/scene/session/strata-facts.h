/* strata-facts.h - what is known of an item, a line a fact
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-counter-stats.h"
#include "strata-session.h"
#include "strata-slice-place.h"

G_BEGIN_DECLS

/* More arguments are counted and not listed. */
#define STRATA_MOST_ARGS 500

/**
 * StrataFact:
 * @label: (nullable): what it is, such as "Thread"; %NULL where the value says that, too
 * @value: what it says
 * @search: (nullable): what finds slices of which the same is true, see [func@Strata.search_new]
 * @hint: (nullable): what is meant by it
 * @slice: the slice that it is about, where that is another; else %STRATA_NONE
 *
 * One thing that is known of an item.
 */
typedef struct
{
  char *label;
  char *value;
  char *search;
  char *hint;
  guint32 slice;
} StrataFact;

/**
 * StrataFactsMore:
 * @place: (nullable): of a slice, its place among others
 * @stats: (nullable): of a counter, what it does in the visible time
 *
 * What takes a worker to find out about an item.
 */
typedef struct
{
  const StrataSlicePlace *place;
  const StrataCounterStats *stats;
} StrataFactsMore;

GPtrArray *strata_session_list_facts (StrataSession *self, StrataItem item);
GPtrArray *strata_session_list_args (StrataSession *self, StrataItem item, guint *n_args);
char *strata_session_dup_facts_text (StrataSession *self, StrataItem item, const StrataFactsMore *more);
GPtrArray *strata_session_list_counter_facts (StrataSession *self, StrataItem item, const StrataCounterStats *stats);

/* strata-facts-place.c */
GPtrArray *strata_facts_list_shares (const StrataSlicePlace *place);
GPtrArray *strata_facts_list_sums (const StrataSlicePlace *place);
GPtrArray *strata_facts_list_spread (const StrataSlicePlace *place);
GPtrArray *strata_facts_list_callers (const StrataSlicePlace *place, guint most);

G_END_DECLS
