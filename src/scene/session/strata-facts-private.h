/* strata-facts-private.h - facts as they are collected
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-facts.h"

G_BEGIN_DECLS

/**
 * StrataFacts:
 * @text: a line a fact; the first is the name. May be added to directly
 * @searches: (element-type utf8) (nullable): by line, as far as any line has one
 * @has_args: whether arguments are to have lines of their own
 *
 * The same text serves the pointer, those who hear the timeline read out, and the
 * pane of the selection, which alone asks for the searches.
 */
typedef struct
{
  GString *text;
  GPtrArray *searches;
  gboolean has_args;
} StrataFacts;

void strata_facts_add (StrataFacts *self, const char *format, ...) G_GNUC_PRINTF (2, 3);
void strata_facts_set_search (StrataFacts *self, char *search);
void strata_facts_add_start (StrataFacts *self, StrataTrace *trace, gint64 time_ns);
gint64 strata_facts_get_offset_ns (StrataTrace *trace, gint64 time_ns);
void strata_facts_search_duration (StrataFacts *self, const char *field, gint64 duration_ns);
void strata_facts_search_start (StrataFacts *self, StrataTrace *trace, gint64 time_ns);
void strata_facts_add_thread (StrataFacts *self, StrataTrace *trace, guint32 thread);
void strata_facts_add_process (StrataFacts *self, StrataTrace *trace, guint32 process);
void strata_facts_add_name (StrataFacts *self, StrataTrace *trace, const char *field, guint32 id);
void strata_facts_add_string (StrataFacts *self, StrataTrace *trace, const char *label, const char *field, guint32 id);
void strata_facts_add_folded (StrataFacts *self, StrataItem item);
void strata_facts_take_text (StrataFacts *self, char *text);
StrataFact *strata_fact_new (char *label, char *value, char *search);
GPtrArray *strata_facts_new_list (void);
char *strata_facts_dup_thread_search (StrataTrace *trace, guint32 thread);
char *strata_facts_dup_search (const char *field, const char *value);
char *strata_facts_dup_arg_search (const StrataArg *arg);

/* strata-session-describe.c: adds all that is known of @item; nothing for none. */
void strata_session_collect_facts (StrataSession *self, StrataFacts *facts, StrataItem item);

/* strata-session-io.c: adds the requests that @item waited for, or what waited for it. */
void strata_session_describe_io (StrataSession *self, StrataFacts *facts, StrataItem item);

/* Adds the arrows between @item and the requests that it is about. */
void strata_session_link_io (StrataSession *self, StrataLinks *links, StrataItem item);

/* The request that a blocked state ended with, as a slice, or STRATA_NONE if that is not known. */
guint32 strata_session_find_request (StrataSession *self, guint32 state);

/* strata-session-states.c: what the waker did when it woke the thread of @state, as a state, or STRATA_NONE if that is not known. */
guint32 strata_session_find_waker_state (StrataSession *self, guint32 state);

/* strata-session-counters.c: whether the value is one of a frequency of a CPU. */
gboolean strata_session_is_frequency (StrataSession *self, StrataItem item);

/* The lowest and the highest of what the lane of a counter shows; free with g_free(). */
char *strata_session_dup_counter_range (StrataSession *self, const StrataLane *lane);

/* Adds lines on a counter to the description of its lane. */
void strata_session_add_counter (StrataSession *self, const StrataLane *lane, GString *out);

/* strata-session-describe-lane.c: the name of the cluster that a CPU is in, or NULL where there are not several; free with g_free(). */
char *strata_facts_dup_cluster_name (const StrataClusters *clusters, guint32 cpu);

G_END_DECLS
