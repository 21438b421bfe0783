/* strata-session-io.c - calls that read and write, and the requests that they waited for
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-order.h"
#include "strata-session.h"

#include <inttypes.h>

#include <glib/gi18n-lib.h>

#include "strata-io-waits.h"
#include "strata-facts-private.h"
#include "strata-units.h"

/* A call of RheaTrace, a blocked state and a request are linked to each other. Only the longest
 * waits get lines and arrows: a call that reads a large file has thousands, more than a picture can
 * show. */
#define MAX_WAITS 10000
#define MAX_LINES 3
#define MAX_OPERATIONS 50

/* One sleep: a stretch of the list of waits. */
typedef struct
{
  guint first;
  guint n;
  gint64 ns;
} Stretch;

static gboolean
is_blocked (const StrataStates *states,
            guint32 state)
{
  const StrataState kind = strata_states_get (states, state);

  return kind >= STRATA_STATE_BLOCKED && kind <= STRATA_STATE_BLOCKED_OTHER;
}

/* The waits of a call or of a blocked state; NULL for other items. */
static GArray *
list_waits (StrataSession *self,
            StrataItem item)
{
  const StrataSceneIndex *index = strata_session_get_index (self);
  StrataSpan span;

  if (item.kind == STRATA_ITEM_SLICE ? !strata_io_is_call (index->trace, item.index) : item.kind != STRATA_ITEM_STATE || !is_blocked (strata_trace_get_states (index->trace), item.index))
    return NULL;
  if (!strata_session_get_item_span (self, item, &span))
    return NULL;

  return strata_io_list_waits (index->trace, strata_session_find_item_thread (self, item), span, MAX_WAITS);
}

static gint64
get_state_ns (const StrataSceneIndex *index,
              guint32 state)
{
  const StrataStates *states = strata_trace_get_states (index->trace);
  const StrataThread *thread = &strata_trace_get_threads (index->trace, NULL)[strata_state_index_find_thread (&index->states, state)];

  return strata_states_get_end_ns (states, thread, state) - states->start_ns[state];
}

STRATA_ORDER_BY_DOWN (compare_stretches, Stretch, ns)

/* The sleeps, longest first. */
static GArray *
list_stretches (const StrataSceneIndex *index,
                const GArray *waits)
{
  GArray *stretches = g_array_new (FALSE, FALSE, sizeof (Stretch));

  for (guint i = 0; i < waits->len; i++)
    {
      const guint32 state = g_array_index (waits, StrataIoWait, i).state;

      if (i == 0 || state != g_array_index (waits, StrataIoWait, i - 1).state)
        {
          const Stretch stretch = { i, 1, get_state_ns (index, state) };

          g_array_append_val (stretches, stretch);
        }
      else
        g_array_index (stretches, Stretch, stretches->len - 1).n++;
    }

  g_array_sort (stretches, compare_stretches);
  return stretches;
}

/* "write of 48 KiB on 254,0" */
static char *
dup_request (StrataTrace *trace,
             guint32 slice)
{
  StrataIoRequest request;
  char size[STRATA_UNITS_BYTES];

  if (!strata_io_get_request (trace, slice, &request))
    return g_strdup ("");
  if (request.n_bytes == 0)
    return g_strdup_printf (_ ("%s on %s"), request.operation, request.device);

  return g_strdup_printf (_ ("%s of %s on %s"), request.operation, strata_units_bytes ((guint64) request.n_bytes, size), request.device);
}

/* Adds the request that a sleep ended with, and the number of further requests. */
static void
add_stretch (StrataFacts *facts,
             const StrataSceneIndex *index,
             const GArray *waits,
             const Stretch *stretch)
{
  const StrataSliceTable *slices = strata_trace_get_slices (index->trace);
  guint32 last = g_array_index (waits, StrataIoWait, stretch->first).request;
  char text[STRATA_UNITS_BYTES];

  for (guint i = stretch->first; i < stretch->first + stretch->n; i++)
    {
      const guint32 request = g_array_index (waits, StrataIoWait, i).request;

      if (strata_slice_table_get_end_ns (slices, request) > strata_slice_table_get_end_ns (slices, last))
        last = request;
    }

  g_autofree char *request = dup_request (index->trace, last);

  strata_facts_add (facts, _ ("Waited for I/O: %s, %s"), strata_units_duration (stretch->ns, text), request);
  strata_facts_set_search (facts, strata_facts_dup_search ("name", strata_trace_get_string (index->trace, slices->name[last])));
  if (stretch->n > 1)
    g_string_append_printf (facts->text, ngettext (" and %u more request", " and %u more requests", stretch->n - 1), stretch->n - 1);
}

static void
add_sum (StrataFacts *facts,
         const GArray *stretches)
{
  gint64 sum_ns = 0;
  char text[STRATA_UNITS_BYTES];
  char count[STRATA_UNITS_BYTES];

  for (guint i = 0; i < stretches->len; i++)
    sum_ns = strata_time_add (sum_ns, g_array_index (stretches, Stretch, i).ns);

  strata_facts_add (facts, _ ("Waited for I/O: %s in total, %s times"), strata_units_duration (sum_ns, text), strata_units_count (stretches->len, count));
}

static void
add_operations (StrataSession *self,
                StrataFacts *facts,
                StrataItem item)
{
  StrataTrace *trace = strata_session_get_trace (self);
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  StrataSpan span;
  char text[STRATA_UNITS_BYTES];

  if (item.kind != STRATA_ITEM_SLICE || !strata_session_get_item_span (self, item, &span))
    return;

  g_autoptr (GArray) operations = strata_io_list_operations (trace, strata_session_find_item_thread (self, item), span, MAX_LINES);

  for (guint i = 0; i < operations->len; i++)
    {
      const guint32 slice = g_array_index (operations, guint32, i);

      strata_facts_add (facts, _ ("File system: %s, %s"), strata_trace_get_string (trace, slices->name[slice]), strata_units_duration (strata_slice_table_get_wall_ns (slices, slice), text));
      strata_facts_set_search (facts, strata_facts_dup_search ("name", strata_trace_get_string (trace, slices->name[slice])));
    }
}

static void
add_waiters (StrataSession *self,
             StrataFacts *facts,
             StrataItem item)
{
  const StrataSceneIndex *index = strata_session_get_index (self);
  g_autoptr (GArray) waiters = strata_io_list_waiters (index->trace, item.index);
  char text[STRATA_UNITS_BYTES];

  for (guint i = 0; i < MIN (waiters->len, MAX_LINES); i++)
    {
      const guint32 state = g_array_index (waiters, StrataIoWait, i).state;
      const guint32 waiter = strata_state_index_find_thread (&index->states, state);
      const StrataThread *thread = &strata_trace_get_threads (index->trace, NULL)[waiter];
      g_autofree char *name = g_utf8_make_valid (strata_trace_get_string (index->trace, thread->name), -1);

      strata_facts_add (facts, _ ("Waiting thread: %s %" PRId64 ", %s"), name, thread->tid, strata_units_duration (get_state_ns (index, state), text));
      strata_facts_set_search (facts, strata_facts_dup_thread_search (index->trace, waiter));
    }
}

/* Adds lines about the requests that a call or a blocked state waited for, or about the threads
 * that waited for a request. */
void
strata_session_describe_io (StrataSession *self,
                            StrataFacts *facts,
                            StrataItem item)
{
  const StrataSceneIndex *index = strata_session_get_index (self);
  g_autoptr (GArray) waits = list_waits (self, item);

  if (item.kind == STRATA_ITEM_SLICE && item.index >= strata_trace_get_slices (index->trace)->first_kernel)
    add_waiters (self, facts, item);
  if (waits == NULL)
    return;

  add_operations (self, facts, item);

  g_autoptr (GArray) stretches = list_stretches (index, waits);

  if (stretches->len > 1)
    add_sum (facts, stretches);
  for (guint i = 0; i < MIN (stretches->len, MAX_LINES); i++)
    add_stretch (facts, index, waits, &g_array_index (stretches, Stretch, i));
}

static StrataItem
get_item (StrataItemKind kind,
          guint32 index)
{
  return (StrataItem){ kind, index, STRATA_NONE, 1 };
}

/* Links the end of a request to the thread that waited for it, and, if the same thread issued it,
 * that thread to its start. */
static void
link_wait (StrataSession *self,
           StrataLinks *links,
           const StrataIoWait *wait,
           StrataItem waiter)
{
  const StrataSceneIndex *index = strata_session_get_index (self);
  const StrataSliceTable *slices = strata_trace_get_slices (index->trace);
  const StrataItem request = get_item (STRATA_ITEM_SLICE, wait->request);
  const gint64 begin_ns = strata_slice_table_get_start_ns (slices, wait->request);
  const gint64 end_ns = strata_slice_table_get_end_ns (slices, wait->request);
  StrataSpan span;

  if (!strata_session_get_item_span (self, waiter, &span))
    return;
  if (wait->reason == STRATA_IO_OWN && span.begin_ns <= begin_ns && begin_ns < span.end_ns)
    strata_links_add_pair (links, &(StrataLink){ waiter, request, begin_ns, begin_ns });

  strata_links_add_pair (links, &(StrataLink){ request, waiter, end_ns, MIN (end_ns, span.end_ns) });
}

static void
link_operations (StrataSession *self,
                 StrataLinks *links,
                 StrataItem item)
{
  StrataTrace *trace = strata_session_get_trace (self);
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  StrataSpan span;

  if (item.kind != STRATA_ITEM_SLICE || !strata_session_get_item_span (self, item, &span))
    return;

  g_autoptr (GArray) operations = strata_io_list_operations (trace, strata_session_find_item_thread (self, item), span, MAX_OPERATIONS);

  for (guint i = 0; i < operations->len; i++)
    {
      const guint32 slice = g_array_index (operations, guint32, i);

      strata_links_add_pair (links, &(StrataLink){ item, get_item (STRATA_ITEM_SLICE, slice), slices->start_ns[slice], slices->start_ns[slice] });
    }
}

void
strata_session_link_io (StrataSession *self,
                        StrataLinks *links,
                        StrataItem item)
{
  StrataTrace *trace = strata_session_get_trace (self);
  g_autoptr (GArray) waits = list_waits (self, item);

  if (waits != NULL)
    link_operations (self, links, item);
  for (guint i = 0; waits != NULL && i < waits->len; i++)
    link_wait (self, links, &g_array_index (waits, StrataIoWait, i), item);

  if (item.kind != STRATA_ITEM_SLICE || item.index < strata_trace_get_slices (trace)->first_kernel)
    return;

  g_autoptr (GArray) waiters = strata_io_list_waiters (trace, item.index);

  for (guint i = 0; i < waiters->len; i++)
    link_wait (self, links, &g_array_index (waiters, StrataIoWait, i), get_item (STRATA_ITEM_STATE, g_array_index (waiters, StrataIoWait, i).state));
}

guint32
strata_session_find_request (StrataSession *self,
                             guint32 state)
{
  const StrataSliceTable *slices = strata_trace_get_slices (strata_session_get_trace (self));
  g_autoptr (GArray) waits = list_waits (self, get_item (STRATA_ITEM_STATE, state));
  guint32 last = STRATA_NONE;

  for (guint i = 0; waits != NULL && i < waits->len; i++)
    {
      const guint32 request = g_array_index (waits, StrataIoWait, i).request;

      if (last == STRATA_NONE || strata_slice_table_get_end_ns (slices, request) > strata_slice_table_get_end_ns (slices, last))
        last = request;
    }

  return last;
}
