/* strata-facts.h - facts about an item, a line per fact
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-counter-stats.h"
#include "strata-session.h"
#include "strata-slice-place.h"

G_BEGIN_DECLS

/* Further arguments are counted but not listed. */
#define STRATA_MOST_ARGS 500

/* A fact about an item. */
typedef struct
{
  char *label;   /* nullable: what it is, such as "Thread"; NULL if the value includes that */
  char *value;   /* its text */
  char *search;  /* nullable: a search for items with the same fact, see strata_search_new() */
  char *hint;    /* nullable: explains it */
  guint32 slice; /* the slice that it is about, if that is another one; else STRATA_NONE */
} StrataFact;

/* Facts about an item that a worker has to find. */
typedef struct
{
  const StrataSlicePlace *place;   /* nullable: of a slice: its place among others */
  const StrataCounterStats *stats; /* nullable: of a counter: its statistics in the visible time */
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
