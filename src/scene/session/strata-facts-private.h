/* strata-facts-private.h - collecting facts
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-facts.h"

G_BEGIN_DECLS

/* The same text is shown at the pointer, read out by screen readers, and listed in the selection
 * pane, which is the only one that uses the searches. */
typedef struct
{
  GString *text;       /* a line per fact; the first is the name. Lines may be appended directly */
  GPtrArray *searches; /* (element-type utf8) nullable: by line, up to the last line with one */
  gboolean has_args;   /* whether arguments have their own lines */
} StrataFacts;

/* Adds a line, without a search until strata_facts_set_search() is called. */
void strata_facts_add (StrataFacts *self, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* Sets the search that finds items for which the last line is also true. Takes @search
 * (nullable). */
void strata_facts_set_search (StrataFacts *self, char *search);

/* Adds the start of an item. */
void strata_facts_add_start (StrataFacts *self, StrataTrace *trace, gint64 time_ns);

/* Returns the time since the start of the trace; wraps around instead of trapping on absurd times. */
gint64 strata_facts_get_offset_ns (StrataTrace *trace, gint64 time_ns);

/* Makes the last line search for items that take at least as long. @field: for example "dur". */
void strata_facts_search_duration (StrataFacts *self, const char *field, gint64 duration_ns);

/* Makes the last line search for items that begin at the same time or later. */
void strata_facts_search_start (StrataFacts *self, StrataTrace *trace, gint64 time_ns);

/* Adds the thread, unless it is %STRATA_NONE. */
void strata_facts_add_thread (StrataFacts *self, StrataTrace *trace, guint32 thread);

/* Adds the process, unless it is %STRATA_NONE or has no number. */
void strata_facts_add_process (StrataFacts *self, StrataTrace *trace, guint32 process);

/* Adds the name of an item as the first line. @id: of a string of the trace. */
void strata_facts_add_name (StrataFacts *self, StrataTrace *trace, const char *field, guint32 id);

/* Adds "LABEL: TEXT", unless the text is empty. @field (nullable): the field to search for it. */
void strata_facts_add_text (StrataFacts *self, const char *label, const char *field, const char *text);

/* The same for a string of the trace. */
void strata_facts_add_string (StrataFacts *self, StrataTrace *trace, const char *label, const char *field, guint32 id);

/* Adds the attributes of a slice or an instant, such as tags and arguments. @id: of attributes. @is_of_kernel: whether the
 * kernel wrote their arguments. */
void strata_facts_add_attrs (StrataFacts *facts, StrataTrace *trace, guint32 id, gboolean is_of_kernel);

/* Adds how many items share the pixel of @item, if more than one does. */
void strata_facts_add_folded (StrataFacts *self, StrataItem item);

/* Adds lines that cannot be searched for; takes @text. */
void strata_facts_take_text (StrataFacts *self, char *text);

/* Returns a new fact without a slice. Takes all texts; @search may be %NULL. */
StrataFact *strata_fact_new (char *label, char *value, char *search);

/* Returns an empty list (element-type StrataFact) that owns its elements. */
GPtrArray *strata_facts_new_list (void);

/* Returns the search for a thread, by number if it has one; owned by the caller. */
char *strata_facts_dup_thread_search (StrataTrace *trace, guint32 thread);

/* Returns the search for exactly @value, such as `thread="main 12"`; %NULL if it cannot be
 * typed. Owned by the caller. */
char *strata_facts_dup_search (const char *field, const char *value);

/* strata-session-describe.c: adds all facts about @item; none for no item. */
void strata_session_collect_facts (StrataSession *self, StrataFacts *facts, StrataItem item);

/* strata-session-io.c: adds the requests that @item waited for, or the threads that waited for it. */
void strata_session_describe_io (StrataSession *self, StrataFacts *facts, StrataItem item);

/* Adds the arrows between @item and the requests that it concerns. */
void strata_session_link_io (StrataSession *self, StrataLinks *links, StrataItem item);

/* strata-session-flows.c: adds the arrows of the flows of @item, a slice or an instant. */
void strata_session_link_flows (StrataSession *self, StrataLinks *links, StrataItem item);

/* Returns the request whose end ended a blocked state, as a slice, or STRATA_NONE if that is not known. */
guint32 strata_session_find_request (StrataSession *self, guint32 state);

/* strata-session-states.c: returns the state of the waker when it woke the thread of @state, or STRATA_NONE if that is not known. */
guint32 strata_session_find_waker_state (StrataSession *self, guint32 state);

/* strata-session-counters.c: returns the range that the lane of a counter shows; free with g_free(). */
char *strata_session_dup_counter_range (StrataSession *self, const StrataLane *lane);

/* Adds lines about a counter to the description of its lane. */
void strata_session_add_counter (StrataSession *self, const StrataLane *lane, GString *out);

G_END_DECLS
