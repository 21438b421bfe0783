/* strata-chrome-player.c - converts events of a Chrome trace for the sink
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-chrome-player.h"

#include <string.h>

#include "strata-column.h"
#include "strata-flows.h"
#include "strata-nesting.h"
#include "strata-order.h"
#include "strata-own-attrs.h"

/* Events come in any order, and a slice is either one event with a duration or two, a begin and an end. So
 * events are collected, sorted by thread and time, and turned into begins and ends that nest; then all are
 * passed to the sink by time. If several slices begin at the same time, the longest comes first. A complete
 * event that lasts longer than its parent is moved to a separate lane; an event that ends inside another one
 * is cut instead. */

typedef enum
{
  RECORD_BEGIN,
  RECORD_END,
  RECORD_COMPLETE,
  RECORD_INSTANT, /* of a thread */
  RECORD_FLOW,
  RECORD_FLOW_END,
  RECORD_FLOW_NEXT, /* the end of a flow at the next slice */
  RECORD_ASYNC_BEGIN,
  RECORD_ASYNC_END,
} RecordKind;

typedef struct
{
  gint64 time_ns;
  gint64 duration_ns;
  gint64 cpu_ns;          /* CPU time of the thread, or STRATA_NO_TIME */
  gint64 cpu_end_ns;      /* the same at its end */
  gint64 cpu_duration_ns; /* if there is no @cpu_ns; -1 if unknown */
  guint32 kind;
  guint32 lane;   /* index of a thread; for asynchronous events, of a lane */
  guint32 thread; /* thread that began an asynchronous event, or STRATA_NONE; for a complete event or an instant, its process */
  guint32 name;   /* string id */
  guint32 attrs;
  guint32 order;
  guint32 own_depth; /* see StrataChromeEvent */
  gboolean is_sampled;
  gint64 lasts_ns; /* how long an asynchronous event without an end lasts, or STRATA_NO_TIME */
} Record;

/* Asynchronous events with the same id, category and process. */
typedef struct
{
  guint32 process;
  guint32 name;           /* name of the track if it is not the name of the event */
  gboolean is_of_instant; /* whether only an instant has given the name */
} Lane;

/* A step that is passed to the sink. */
typedef struct
{
  gint64 time_ns;
  gint64 cpu_ns;
  gint64 cpu_duration_ns;
  guint32 kind;
  guint32 lane;
  guint32 thread;
  guint32 name;
  guint32 attrs;
  guint32 order;
  guint32 depth;
  guint32 n_flows; /* number of flows that it is a step of */
  gboolean is_sampled;
  gint64 lasts_ns; /* see Record */
} Step;

typedef struct
{
  gint64 end_ns;     /* G_MAXINT64 if its end is a separate event */
  gint64 own_end_ns; /* its end in the file */
  gint64 cpu_end_ns; /* CPU time of the thread at @end_ns, or STRATA_NO_TIME */
  guint32 step;
  guint32 depth;    /* one more than that of the enclosing slice */
  gsize complete;   /* nearest enclosing complete event, counted from 1, or 0 */
  gboolean is_over; /* whether it was cut: its end event then ends nothing */
} Open;

/* A slice or an instant of a thread that begins at the current time. */
typedef struct
{
  guint32 step;
  guint32 order;
} Begun;

/* What happens at the time of the last event that is not a flow. */
typedef struct
{
  gint64 time_ns;
  StrataColumn begun;    /* Begun */
  StrataColumn ended;    /* Begun: a slice that ends, and the order of the event that ends it */
  gboolean has_complete; /* whether a complete slice begins */
} Now;

/* Begin and duration are each rounded to a microsecond. */
#define ROUNDING_NS 2000

/* How many open slices are searched for one that an end closes. */
#define MAX_SEARCHED 512

/* How many open slices are searched by name. */
#define MAX_CROSSING 64

/* Limit for the flows of a slice, since its arguments are joined with each flow. */
#define MAX_FLOWS 64

/* Cookies of slices on separate lanes; no file or stack uses them. */
#define CROSSING_COOKIES (G_GINT64_CONSTANT (-0x3000000000000000))

struct _StrataChromePlayer
{
  StrataEventSink *sink;     /* borrowed */
  StrataStringPool *strings; /* borrowed */
  StrataAttrTable *attrs;    /* borrowed */
  StrataKindTable *kinds;    /* borrowed */
  StrataColumn records;      /* Record */
  StrataColumn steps;        /* Step */
  StrataColumn lanes;        /* Lane */
  GHashTable *lane_by_key;   /* text -> index + 1 */
  guint32 n_crossing;
  GString *key; /* owned */
};

/**
 * strata_chrome_player_new:
 * @sink: where events go; must outlive the result
 *
 * Returns: (transfer full): an empty player
 */
StrataChromePlayer *
strata_chrome_player_new (StrataEventSink *sink)
{
  StrataChromePlayer *self = g_new0 (StrataChromePlayer, 1);
  StrataTraceBuilder *builder = strata_event_sink_get_builder (sink);

  self->sink = sink;
  self->strings = strata_trace_builder_get_strings (builder);
  self->attrs = strata_trace_builder_get_attrs (builder);
  self->kinds = strata_trace_builder_get_kinds (builder);
  self->lane_by_key = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->key = g_string_new (NULL);
  strata_event_sink_get_file (sink)->is_unordered = TRUE;
  return self;
}

void
strata_chrome_player_free (StrataChromePlayer *self)
{
  if (self == NULL)
    return;

  strata_column_clear (&self->records);
  strata_column_clear (&self->steps);
  strata_column_clear (&self->lanes);
  g_hash_table_unref (self->lane_by_key);
  g_string_free (self->key, TRUE);
  g_free (self);
}

static guint32
intern (StrataChromePlayer *self,
        const GString *text)
{
  return strata_string_pool_intern (self->strings, text->str, (gssize) text->len);
}

static guint32
intern_attrs (StrataChromePlayer *self,
              const StrataChromeEvent *event)
{
  const gboolean is_async = event->phase == 'b' || event->phase == 'S';
  StrataAttrs attrs = {
    .category = intern (self, event->category),
    .args = strata_attr_table_intern_args (self->attrs, event->args->str, event->args->len),
    .cookie = is_async ? intern (self, event->has_cookie ? event->cookie : event->id) : STRATA_STRING_EMPTY,
  };

  for (guint i = 0; i + 1 < event->own->len; i += 2)
    strata_own_attrs_take (&attrs, self->strings, g_ptr_array_index (event->own, i), g_ptr_array_index (event->own, i + 1));

  return event->own->len > 0 || event->category->len > 0 || event->args->len > 0 || attrs.cookie != STRATA_STRING_EMPTY ? strata_attr_table_intern (self->attrs, &attrs) : STRATA_ATTRS_NONE;
}

static void
name_process (StrataChromePlayer *self,
              gint64 pid,
              StrataText name)
{
  /* lists of processes never contain number 0 */
  if (pid == 0)
    strata_trace_builder_name_process (strata_event_sink_get_builder (self->sink), strata_event_sink_see_process (self->sink, 0), strata_string_pool_intern (self->strings, name.text, (gssize) name.n_bytes));
  else
    strata_process_list_add (strata_event_sink_get_list (self->sink), (guint32) pid, (guint32) pid, (StrataText){ "", 0 }, name);
}

static void
label_process (StrataChromePlayer *self,
               gint64 pid,
               StrataText labels)
{
  StrataProcessFact fact = STRATA_PROCESS_FACT_INIT;

  fact.pid = (guint32) pid;
  fact.labels = strata_string_pool_intern (self->strings, labels.text, (gssize) labels.n_bytes);
  strata_process_list_add_fact (strata_event_sink_get_list (self->sink), &fact);
}

/* A text that replaces a number is used as a name; metadata may give a better one later. */
static void
name_by_text (StrataChromePlayer *self,
              const StrataChromeEvent *event)
{
  if (event->pid_text->len > 0)
    name_process (self, event->pid, (StrataText){ event->pid_text->str, event->pid_text->len });
  if (event->tid_text->len > 0)
    strata_event_sink_name_thread (self->sink, event->pid, event->tid, (StrataText){ event->tid_text->str, event->tid_text->len });
}

/* Without a thread, an event is of the main thread. */
static gint64
get_tid (const StrataChromeEvent *event)
{
  return event->has_tid ? event->tid : MAX (event->pid, 0);
}

static guint32
get_thread (StrataChromePlayer *self,
            const StrataChromeEvent *event,
            gint64 time_ns)
{
  name_by_text (self, event);
  return strata_event_sink_see_thread (self->sink, event->pid, get_tid (event), time_ns);
}

/* The thread that began it, if known. */
static guint32
get_async_thread (StrataChromePlayer *self,
                  const StrataChromeEvent *event,
                  gint64 time_ns)
{
  if (event->own_tid >= 0)
    return strata_event_sink_see_thread (self->sink, -1, event->own_tid, time_ns);

  return event->tid > 0 ? get_thread (self, event, time_ns) : STRATA_NONE;
}

static guint32
get_process (StrataChromePlayer *self,
             const StrataChromeEvent *event,
             gint64 time_ns)
{
  return !event->has_no_process ? strata_event_sink_see_process_at (self->sink, MAX (event->pid, 0), time_ns) : STRATA_NONE;
}

static void
add_record (StrataChromePlayer *self,
            const StrataChromeEvent *event,
            gint64 time_ns,
            RecordKind kind,
            guint32 lane)
{
  *(Record *) strata_column_push (&self->records, sizeof (Record)) = (Record){
    .time_ns = time_ns,
    .duration_ns = MAX (event->duration_ns, 0),
    .cpu_ns = event->cpu_ns,
    .cpu_duration_ns = event->cpu_ns == STRATA_NO_TIME ? event->cpu_duration_ns : -1,
    .cpu_end_ns = event->cpu_ns != STRATA_NO_TIME && event->cpu_duration_ns >= 0 ? strata_time_add (event->cpu_ns, event->cpu_duration_ns) : STRATA_NO_TIME,
    .kind = kind,
    .lane = lane,
    .thread = kind == RECORD_COMPLETE || kind == RECORD_INSTANT ? get_process (self, event, time_ns) : kind == RECORD_ASYNC_BEGIN ? get_async_thread (self, event, time_ns)
                                                                                                                                  : STRATA_NONE,
    .name = intern (self, event->name),
    .attrs = intern_attrs (self, event),
    .order = (guint32) (self->records.n - 1),
    .own_depth = kind == RECORD_COMPLETE ? event->own_depth : 0,
    .is_sampled = event->is_sampled,
    .lasts_ns = STRATA_NO_TIME,
  };
}

/* The old form is also joined by name; the new one nests. The track is our own extension. */
static guint32
get_lane (StrataChromePlayer *self,
          const StrataChromeEvent *event,
          gint64 time_ns,
          gboolean is_old)
{
  const guint32 process = get_process (self, event, time_ns);

  g_string_printf (self->key, "%u|%s|%s|%s", process, event->id->str, event->category->str, is_old ? event->name->str : "");

  guint32 lane = GPOINTER_TO_UINT (g_hash_table_lookup (self->lane_by_key, self->key->str));

  if (lane == 0)
    {
      *(Lane *) strata_column_push (&self->lanes, sizeof (Lane)) = (Lane){
        .process = process,
        .name = intern (self, event->track->len > 0 ? event->track : event->name->len > 0 ? event->name
                                                                                          : event->category),
      };
      lane = (guint32) self->lanes.n;
      g_hash_table_insert (self->lane_by_key, g_strdup (self->key->str), GUINT_TO_POINTER (lane));
    }

  return lane - 1;
}

/* Reports an event by its name. */
static void
diagnose (StrataChromePlayer *self,
          const StrataChromeEvent *event,
          StrataDiagnosticKind kind,
          guint64 count,
          gint64 time_ns)
{
  const StrataText sample = { event->name->str, event->name->len };

  if (count > 0)
    strata_event_sink_diagnose (self->sink, kind, count, time_ns, sample);
}

/* Counters of a CPU have it in their name for other programs, see strata_chrome_write(). */
static void
add_sample (StrataChromePlayer *self,
            const StrataChromeEvent *event,
            gint64 time_ns,
            const StrataChromeValue *value)
{
  g_autofree char *prefix = event->cpu >= 0 ? g_strdup_printf ("CPU %d ", event->cpu) : NULL;

  if (prefix != NULL && g_str_has_prefix (self->key->str, prefix))
    g_string_erase (self->key, 0, (gssize) strlen (prefix));

  if (event->cpu >= 0)
    strata_event_sink_add_cpu_sample (self->sink, (guint32) event->cpu, intern (self, self->key), time_ns, value->value);
  else if (value->is_real)
    strata_event_sink_add_real_sample (self->sink, event->is_global ? STRATA_NONE : get_process (self, event, time_ns), intern (self, self->key), time_ns, value->real);
  else
    strata_event_sink_add_sample (self->sink, event->is_global ? STRATA_NONE : get_process (self, event, time_ns), intern (self, self->key), time_ns, value->value);
}

/* The id of a counter, without the words for where it is valid. */
static char *
dup_counter_id (const StrataChromeEvent *event)
{
  const char *id = event->id->str;

  for (guint i = 0; i < 2; i++)
    if (g_str_has_prefix (id, i == 0 ? "local " : "global "))
      id = strchr (id, ' ') + 1;

  return g_strchomp (g_strdup (id));
}

static void
take_counter (StrataChromePlayer *self,
              const StrataChromeEvent *event,
              gint64 time_ns)
{
  g_autofree char *id = dup_counter_id (event);

  diagnose (self, event, STRATA_DIAGNOSTIC_BAD_PAYLOAD, event->n_texts, time_ns);
  for (guint i = 0; i < event->values->len; i++)
    {
      const StrataChromeValue *value = &g_array_index (event->values, StrataChromeValue, i);
      const char *space = *id != '\0' ? " " : "";

      g_string_printf (self->key, "%s%s%s", event->name->str, space, id);
      if (event->values->len > 1)
        g_string_append_printf (self->key, " %s", event->value_keys->str + value->key);

      diagnose (self, event, STRATA_DIAGNOSTIC_VALUE_FRACTION, value->is_real && event->cpu >= 0, time_ns);
      diagnose (self, event, STRATA_DIAGNOSTIC_VALUE_LIMIT, value->is_clamped && (!value->is_real || event->cpu >= 0), time_ns); /* the sink counts others */
      add_sample (self, event, time_ns, value);
    }
}

static gboolean
is_in_range (gint64 time_ns)
{
  return time_ns < STRATA_CHROME_MOST_US * 1000 && time_ns > STRATA_CHROME_LEAST_US * 1000;
}

/* The known end of an event without an end event; STRATA_NO_TIME if unknown. */
static gint64
place_end (StrataChromePlayer *self,
           const StrataChromeEvent *event)
{
  return event->end_ns != STRATA_NO_TIME && is_in_range (event->end_ns) ? strata_event_sink_place_time (self->sink, event->end_ns) : STRATA_NO_TIME;
}

static void
take_begin (StrataChromePlayer *self,
            const StrataChromeEvent *event,
            gint64 time_ns)
{
  const guint32 thread = get_thread (self, event, time_ns);
  const gint64 end_ns = place_end (self, event);

  add_record (self, event, time_ns, RECORD_BEGIN, thread);
  if (end_ns != STRATA_NO_TIME)
    strata_event_sink_leave_calls (self->sink, thread, end_ns);
}

/* A slice gives its name to a lane that only had instants. */
static void
name_lane (Lane *lane,
           const StrataChromeEvent *event,
           guint32 name)
{
  if (lane->is_of_instant && event->track->len == 0 && event->name->len > 0)
    lane->name = name;

  lane->is_of_instant = FALSE;
}

/* An open slice lasts until its known end, and the trace may have no other event that late. */
static void
take_async_begin (StrataChromePlayer *self,
                  const StrataChromeEvent *event,
                  gint64 time_ns)
{
  const gint64 end_ns = place_end (self, event);

  const guint32 index = get_lane (self, event, time_ns, event->phase == 'S');

  name_lane (&strata_column_at (&self->lanes, Lane, index), event, intern (self, event->name));
  add_record (self, event, time_ns, RECORD_ASYNC_BEGIN, index);
  if (end_ns == STRATA_NO_TIME)
    return;

  strata_column_at (&self->records, Record, self->records.n - 1).lasts_ns = strata_time_subtract (end_ns, time_ns);
  strata_trace_builder_see_time (strata_event_sink_get_builder (self->sink), end_ns);
}

static void
take_instant (StrataChromePlayer *self,
              const StrataChromeEvent *event,
              gint64 time_ns)
{
  const gboolean is_of_thread = event->scope == 't';

  if (is_of_thread && event->track->len == 0)
    {
      add_record (self, event, time_ns, RECORD_INSTANT, get_thread (self, event, time_ns));
      return;
    }

  const guint32 thread = is_of_thread ? get_thread (self, event, time_ns) : STRATA_NONE;
  const guint32 process = event->own_pid >= 0 ? strata_event_sink_see_process_at (self->sink, event->own_pid, time_ns) : get_process (self, event, time_ns);
  const char *known = is_of_thread ? "" : "instants";
  const guint32 track = event->track->len > 0 ? intern (self, event->track) : strata_string_pool_intern (self->strings, known, strlen (known));

  strata_event_sink_add_attrs (self->sink, time_ns, intern_attrs (self, event));
  strata_event_sink_add_instant (self->sink, thread, process, track, time_ns, intern (self, event->name));
}

/* An instant of what an id joins is with the asynchronous slices of that id. */
static void
take_async_instant (StrataChromePlayer *self,
                    const StrataChromeEvent *event,
                    gint64 time_ns)
{
  const gsize n_lanes = self->lanes.n;
  const guint32 index = get_lane (self, event, time_ns, event->phase != 'n');
  Lane *lane = &strata_column_at (&self->lanes, Lane, index);

  lane->is_of_instant |= self->lanes.n > n_lanes;
  strata_event_sink_add_attrs (self->sink, time_ns, intern_attrs (self, event));
  strata_event_sink_add_instant (self->sink, STRATA_NONE, lane->process, lane->name, time_ns, intern (self, event->name));
}

/* A step of a flow belongs to the enclosing slice; its end belongs to the next slice unless it says otherwise. The
 * number is made from everything that distinguishes flows. */
static void
take_flow (StrataChromePlayer *self,
           const StrataChromeEvent *event,
           gint64 time_ns)
{
  const RecordKind end = event->is_bound_around ? RECORD_FLOW_END : RECORD_FLOW_NEXT;

  g_string_printf (self->key, "%s|%s|%s", event->id->str, event->category->str, event->name->str);
  add_record (self, event, time_ns, event->phase == 'f' ? end : RECORD_FLOW, get_thread (self, event, time_ns));
  strata_column_at (&self->records, Record, self->records.n - 1).name = g_str_hash (self->key->str);
}

/* Takes when a thread started and ended. */
static void
take_life (StrataChromePlayer *self,
           const StrataChromeEvent *event,
           guint32 thread)
{
  StrataTraceBuilder *builder = strata_event_sink_get_builder (self->sink);

  if (is_in_range (event->start_ns))
    strata_trace_builder_start_thread (builder, thread, strata_event_sink_place_time (self->sink, event->start_ns));
  if (is_in_range (event->end_ns))
    strata_trace_builder_end_thread (builder, thread, strata_event_sink_place_time (self->sink, event->end_ns));
}

static void
take_process (StrataChromePlayer *self,
              const StrataChromeEvent *event)
{
  const guint32 process = strata_event_sink_see_process (self->sink, event->pid);

  if (is_in_range (event->start_ns))
    strata_trace_builder_start_process (strata_event_sink_get_builder (self->sink), process, strata_event_sink_place_time (self->sink, event->start_ns));
}

/* An id means another thread from then on. */
static void
take_birth (StrataChromePlayer *self,
            const StrataChromeEvent *event)
{
  const StrataText name = { event->named->str, event->named->len };
  const gint64 time_ns = strata_event_sink_place_time (self->sink, event->time_ns);

  strata_event_sink_note_life (self->sink, event->pid, event->tid, time_ns, name, (StrataText){ event->track->str, event->track->len });
  take_life (self, event, strata_event_sink_see_thread (self->sink, event->pid, event->tid, time_ns));
}

/* Other files contain names of processes and threads that the trace does not have. */
static void
take_in_order (StrataChromePlayer *self,
               const StrataChromeEvent *event)
{
  const gboolean is_process = g_str_equal (event->name->str, "process_name") || g_str_equal (event->name->str, "strata_process");
  const gboolean is_thread = g_str_equal (event->name->str, "thread_name") || g_str_equal (event->name->str, "strata_thread");

  if (is_process && event->pid > 0)
    take_process (self, event);
  if (is_thread && event->tid > 0)
    take_life (self, event, strata_event_sink_see_thread (self->sink, event->pid, event->tid, G_MININT64));
}

static void
take_metadata (StrataChromePlayer *self,
               const StrataChromeEvent *event)
{
  const StrataText name = { event->named->str, event->named->len };

  if (event->is_in_order)
    take_in_order (self, event);
  if (event->has_time && is_in_range (event->time_ns) && g_str_equal (event->name->str, "strata_life"))
    take_birth (self, event);
  if (name.n_bytes == 0)
    return;
  if (g_str_equal (event->name->str, "process_name"))
    name_process (self, MAX (event->pid, 0), name);
  else if (g_str_equal (event->name->str, "process_labels"))
    label_process (self, MAX (event->pid, 0), name);
  else if (g_str_equal (event->name->str, "thread_name"))
    strata_event_sink_name_thread (self->sink, event->pid, get_tid (event), name);
}

static void
leave_out (StrataChromePlayer *self,
           const StrataChromeEvent *event)
{
  char sample[32];
  const int n_bytes = g_snprintf (sample, sizeof sample, "phase %c", g_ascii_isprint (event->phase) ? event->phase : '?');

  strata_kind_table_count (self->kinds, sample, (gsize) n_bytes, FALSE);
  strata_event_sink_diagnose (self->sink, STRATA_DIAGNOSTIC_UNKNOWN_EVENT, 1, STRATA_NO_TIME, (StrataText){ sample, (gsize) n_bytes });
}

/* Extends the trace to a time of the file. */
void
strata_chrome_player_see_time (StrataChromePlayer *self,
                               gint64 own_ns)
{
  if (is_in_range (own_ns))
    strata_trace_builder_see_time (strata_event_sink_get_builder (self->sink), strata_event_sink_place_time (self->sink, own_ns));
}

/* A slice that is said to last for more than a year did not finish. */
static void
take_complete (StrataChromePlayer *self,
               const StrataChromeEvent *event,
               gint64 time_ns)
{
  const gboolean is_too_long = event->duration_ns > STRATA_YEAR_NS;

  diagnose (self, event, STRATA_DIAGNOSTIC_BAD_PAYLOAD, event->is_duration_bad || is_too_long, time_ns);
  add_record (self, event, time_ns, is_too_long ? RECORD_BEGIN : RECORD_COMPLETE, get_thread (self, event, time_ns));
}

static void
take_phase (StrataChromePlayer *self,
            const StrataChromeEvent *event,
            gint64 time_ns)
{
  switch (event->phase)
    {
    case 'B':
      take_begin (self, event, time_ns);
      break;
    case 'E':
      add_record (self, event, time_ns, RECORD_END, get_thread (self, event, time_ns));
      break;
    case 'X':
      take_complete (self, event, time_ns);
      break;
    case 'b':
    case 'S':
      take_async_begin (self, event, time_ns);
      break;
    case 'e':
    case 'F':
      add_record (self, event, time_ns, RECORD_ASYNC_END, get_lane (self, event, time_ns, event->phase == 'F'));
      break;
    case 's':
    case 't':
    case 'f':
      take_flow (self, event, time_ns);
      break;
    case 'C':
      take_counter (self, event, time_ns);
      break;
    case 'i':
    case 'I':
    case 'R':
      take_instant (self, event, time_ns);
      break;
    case 'n':
    case 'T':
    case 'p':
      take_async_instant (self, event, time_ns);
      break;
    case 'v':
      if (!strata_memory_dump_pass (event->dump, self->sink, get_process (self, event, time_ns), time_ns))
        leave_out (self, event);
      break;
    default:
      leave_out (self, event);
      break;
    }
}

/**
 * strata_chrome_player_take:
 * @self: the player
 * @event: an event
 *
 * Takes an event.
 */
void
strata_chrome_player_take (StrataChromePlayer *self,
                           const StrataChromeEvent *event)
{
  const gint64 time_ns = strata_event_sink_place_time (self->sink, event->time_ns);

  if (event->is_copy)
    return;
  if (event->phase == 'M')
    {
      take_metadata (self, event);
      return;
    }

  if (!event->has_time || self->records.n >= G_MAXINT32)
    {
      leave_out (self, event);
      return;
    }
  if (!is_in_range (event->time_ns))
    {
      diagnose (self, event, STRATA_DIAGNOSTIC_BAD_PAYLOAD, 1, STRATA_NO_TIME);
      return;
    }

  take_phase (self, event, time_ns);
}

static gboolean
is_async (const Record *record)
{
  return record->kind >= RECORD_ASYNC_BEGIN;
}

static gboolean
is_flow (const Record *record)
{
  return record->kind >= RECORD_FLOW && record->kind <= RECORD_FLOW_NEXT;
}

/* A flow at the start of a slice belongs to that slice. */
static int
get_place (const Record *record)
{
  return record->kind == RECORD_FLOW_NEXT ? -1 : is_flow (record);
}

static int
compare_records (gconstpointer a,
                 gconstpointer b,
                 gpointer data)
{
  const Record *left = a;
  const Record *right = b;

  if (is_async (left) != is_async (right))
    return is_async (left) - is_async (right);
  if (left->lane != right->lane)
    return left->lane < right->lane ? -1 : 1;
  if (left->time_ns != right->time_ns)
    return left->time_ns < right->time_ns ? -1 : 1;
  if (get_place (left) != get_place (right))
    return get_place (left) - get_place (right);
  if (left->kind == RECORD_COMPLETE && right->kind == RECORD_COMPLETE && left->duration_ns != right->duration_ns && (left->own_depth == 0 || right->own_depth == 0))
    return left->duration_ns > right->duration_ns ? -1 : 1;

  return left->order < right->order ? -1 : 1;
}

static int
compare_steps (gconstpointer a,
               gconstpointer b,
               gpointer data)
{
  const Step *left = a;
  const Step *right = b;

  return STRATA_ORDER (left->time_ns, right->time_ns) ?: STRATA_ORDER (left->order, right->order);
}

static void
add_step (StrataChromePlayer *self,
          const Record *record,
          gint64 time_ns,
          gint64 cpu_ns,
          gboolean is_begin,
          guint32 depth)
{
  *(Step *) strata_column_push (&self->steps, sizeof (Step)) = (Step){
    .time_ns = time_ns,
    .cpu_ns = cpu_ns,
    .cpu_duration_ns = is_begin && record->kind == RECORD_COMPLETE ? record->cpu_duration_ns : -1,
    .kind = is_async (record) ? (is_begin ? RECORD_ASYNC_BEGIN : RECORD_ASYNC_END) : (is_begin ? RECORD_BEGIN : RECORD_END),
    .lane = record->lane,
    .thread = record->thread,
    .name = record->name,
    .attrs = record->attrs,
    .order = (guint32) (self->steps.n - 1),
    .depth = depth,
    .is_sampled = is_begin && record->is_sampled,
    .lasts_ns = is_begin ? record->lasts_ns : STRATA_NO_TIME,
  };
}

/* Reports a slice that is cut at the end of its shorter parent. */
static void
tell_overlap (StrataChromePlayer *self,
              const Open *open,
              gint64 shown_end_ns)
{
  const Step *step = &strata_column_at (&self->steps, Step, open->step);
  const char *name = strata_string_pool_get (self->strings, step->name);

  if (strata_time_subtract (open->own_end_ns, shown_end_ns) >= ROUNDING_NS)
    strata_event_sink_diagnose (self->sink, STRATA_DIAGNOSTIC_OVERLAP, 1, step->time_ns, (StrataText){ name, strlen (name) });
}

/* The lane of complete events of a thread that do not nest. */
static guint32
get_crossing_lane (StrataChromePlayer *self,
                   guint32 thread,
                   guint32 process)
{
  g_string_printf (self->key, "#%u", thread);

  guint32 lane = GPOINTER_TO_UINT (g_hash_table_lookup (self->lane_by_key, self->key->str));

  if (lane == 0)
    {
      const guint32 name = strata_string_pool_intern (self->strings, STRATA_EVENT_APART_NAME, strlen (STRATA_EVENT_APART_NAME));

      *(Lane *) strata_column_push (&self->lanes, sizeof (Lane)) = (Lane){ .process = process, .name = name };
      lane = (guint32) self->lanes.n;
      g_hash_table_insert (self->lane_by_key, g_strdup (self->key->str), GUINT_TO_POINTER (lane));
    }

  return lane - 1;
}

/* Turns a complete event that outlasts its parent into an asynchronous slice. */
static void
move_crossing (StrataChromePlayer *self,
               const Open *open)
{
  Step *begin = &strata_column_at (&self->steps, Step, open->step);
  const guint32 lane = get_crossing_lane (self, begin->lane, begin->thread);

  begin->kind = RECORD_ASYNC_BEGIN;
  begin->thread = begin->lane;
  begin->lane = lane;
  begin->depth = STRATA_NESTING_MAX_DEPTH + 1 + self->n_crossing++;

  Step end = *begin;

  end.kind = RECORD_ASYNC_END;
  end.time_ns = open->own_end_ns;
  end.order = (guint32) self->steps.n;
  *(Step *) strata_column_push (&self->steps, sizeof (Step)) = end;
}

static void
end_open (StrataChromePlayer *self,
          Open *open,
          const Record *record,
          gint64 time_ns,
          gint64 cpu_ns)
{
  if (open->is_over)
    return;

  open->is_over = TRUE;
  if (open->end_ns != G_MAXINT64 && strata_time_subtract (open->own_end_ns, time_ns) >= ROUNDING_NS)
    {
      move_crossing (self, open);
      return;
    }

  tell_overlap (self, open, time_ns);
  add_step (self, record, time_ns, cpu_ns, FALSE, open->depth);
}

/* The innermost complete event, which ends before its parents; -1 if there is none. */
static gssize
find_complete (const StrataColumn *open)
{
  const Open *last = open->n > 0 ? &strata_column_at (open, Open, open->n - 1) : NULL;

  if (last == NULL || last->end_ns != G_MAXINT64)
    return (gssize) open->n - 1;

  return (gssize) last->complete - 1;
}

/* Whether the record says that it is inside of a complete event that ends at its own time. */
static gboolean
is_inside (const Record *record,
           const Open *complete,
           gssize place)
{
  return place + 1 < (gssize) record->own_depth && complete->end_ns == record->time_ns;
}

/* Ends the complete events that are over by @time_ns. Slices in them that wait for an end event are cut, but stay open for that event. */
static void
end_until (StrataChromePlayer *self,
           StrataColumn *open,
           const Record *record,
           gint64 time_ns)
{
  gssize place;

  while ((place = find_complete (open)) >= 0 && strata_column_at (open, Open, place).end_ns <= time_ns)
    {
      Open *complete = &strata_column_at (open, Open, place);
      const gint64 end_ns = complete->end_ns;

      if (time_ns == record->time_ns && is_inside (record, complete, place))
        return;

      const gint64 cpu_ns = complete->cpu_end_ns;

      for (gsize i = open->n; i-- > (gsize) place;)
        end_open (self, &strata_column_at (open, Open, i), record, end_ns, cpu_ns);

      for (gsize i = (gsize) place + 1; i < open->n; i++)
        strata_column_at (open, Open, i).complete = complete->complete;
      memmove (complete, complete + 1, (open->n - (gsize) place - 1) * sizeof *complete);
      open->n--;
    }
}

static void
push_open (StrataChromePlayer *self,
           StrataColumn *open,
           const Record *record)
{
  const gssize outer = find_complete (open);
  const Open none = { .end_ns = G_MAXINT64 };
  const Open around = outer >= 0 ? strata_column_at (open, Open, outer) : none;
  const gint64 own_end_ns = record->kind == RECORD_COMPLETE ? MIN (strata_time_add (record->time_ns, record->duration_ns), STRATA_CHROME_MOST_US * 1000) : G_MAXINT64;
  const gint64 end_ns = record->kind == RECORD_COMPLETE ? MIN (own_end_ns, around.end_ns) : G_MAXINT64;
  const guint32 depth = open->n > 0 ? MIN (strata_column_at (open, Open, open->n - 1).depth + 1, STRATA_NESTING_MAX_DEPTH) : 0;
  const Open row = { end_ns, own_end_ns, own_end_ns > around.end_ns ? around.cpu_end_ns : record->cpu_end_ns, (guint32) self->steps.n, depth, (gsize) (outer + 1), FALSE };

  add_step (self, record, record->time_ns, record->cpu_ns, TRUE, depth);
  if (end_ns != G_MAXINT64 && strata_time_subtract (own_end_ns, end_ns) >= ROUNDING_NS)
    move_crossing (self, &row);
  else
    *(Open *) strata_column_push (open, sizeof row) = row;
}

static void
put_arg (GString *out,
         const StrataArg *arg)
{
  if (out->len > 0)
    g_string_append_c (out, ',');
  if (arg->key != NULL)
    g_string_append_len (out, arg->key, (gssize) arg->n_key_bytes + 1);

  g_string_append_len (out, arg->value, (gssize) arg->n_value_bytes);
}

/* The first argument of each key, by the key. */
static GHashTable *
list_keys (const char *args)
{
  GHashTable *keys = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  StrataArg arg;

  while (strata_args_next (&args, &arg))
    {
      char *key = arg.key != NULL ? g_strndup (arg.key, arg.n_key_bytes) : NULL;

      if (key != NULL && !g_hash_table_contains (keys, key))
        g_hash_table_insert (keys, key, g_memdup2 (&arg, sizeof arg));
      else
        g_free (key);
    }

  return keys;
}

static const StrataArg *
find_arg (GHashTable *keys,
          const StrataArg *like)
{
  g_autofree char *key = like->key != NULL ? g_strndup (like->key, like->n_key_bytes) : NULL;

  return key != NULL ? g_hash_table_lookup (keys, key) : NULL;
}

/* Arguments at the end of an event are added to those at its begin, or replace them. */
static void
add_args (StrataChromePlayer *self,
          Step *step,
          guint32 end_attrs)
{
  StrataAttrs attrs = strata_attr_table_get (self->attrs, step->attrs);
  g_autofree char *more = strata_attr_table_dup_args_of (self->attrs, end_attrs);
  g_autofree char *args = strata_attr_table_dup_args (self->attrs, attrs.args);
  StrataArg arg;

  if (*more == '\0')
    return;

  g_autoptr (GHashTable) keys = list_keys (args);
  g_autoptr (GHashTable) more_keys = list_keys (more);

  g_string_truncate (self->key, 0);
  for (const char *at = args; strata_args_next (&at, &arg);)
    {
      const StrataArg *newer = find_arg (more_keys, &arg);

      put_arg (self->key, newer != NULL ? newer : &arg);
    }
  for (const char *at = more; strata_args_next (&at, &arg);)
    if (find_arg (keys, &arg) == NULL)
      put_arg (self->key, &arg);

  attrs.args = strata_attr_table_intern_args (self->attrs, self->key->str, self->key->len);
  step->attrs = strata_attr_table_intern (self->attrs, &attrs);
}

/* The innermost slice with the name among the last open ones, counted from 1, or 0. */
static gsize
find_name (StrataChromePlayer *self,
           const StrataColumn *open,
           guint32 name)
{
  for (gsize i = open->n; i > 0 && open->n - i < MAX_CROSSING; i--)
    if (strata_column_at (&self->steps, Step, strata_column_at (open, Open, i - 1).step).name == name)
      return i;

  return 0;
}

/* Asynchronous slices with one id need not nest: an end closes the slice with its name if there is one. */
static gboolean
pop_crossing (StrataChromePlayer *self,
              StrataColumn *open,
              const Record *record)
{
  const gsize i = is_async (record) ? find_name (self, open, record->name) : 0;

  if (i == 0 || i == open->n)
    return FALSE;

  Open *crossing = &strata_column_at (open, Open, i - 1);

  crossing->own_end_ns = record->time_ns;
  add_args (self, &strata_column_at (&self->steps, Step, crossing->step), record->attrs);
  end_open (self, crossing, record, record->time_ns, record->cpu_ns);
  memmove (crossing, crossing + 1, (open->n - i) * sizeof *crossing);
  open->n--;
  return TRUE;
}

/* Whether the slice waits for this end. Tools that follow a fork, for example, write ends of other slices. */
static gboolean
is_end_of (StrataChromePlayer *self,
           const Open *open,
           const Record *record)
{
  return open->end_ns == G_MAXINT64 && (record->name == STRATA_STRING_EMPTY || strata_column_at (&self->steps, Step, open->step).name == record->name);
}

/* The sink counts an end without a begin, unless it has another slice to end. */
static void
count_end (StrataChromePlayer *self,
           const StrataColumn *open,
           const Record *record)
{
  const char *name = strata_string_pool_get (self->strings, record->name);

  if (open->n == 0)
    add_step (self, record, record->time_ns, record->cpu_ns, FALSE, 0);
  else
    strata_event_sink_diagnose (self->sink, is_async (record) ? STRATA_DIAGNOSTIC_UNMATCHED_ASYNC_END : STRATA_DIAGNOSTIC_UNMATCHED_END, 1, record->time_ns, (StrataText){ name, strlen (name) });
}

/* An end closes the innermost begin, of its name if it has one, and everything in it. */
static void
pop_open (StrataChromePlayer *self,
          StrataColumn *open,
          const Record *record)
{
  gsize i = open->n;

  if (pop_crossing (self, open, record))
    return;

  while (i > 0 && open->n - i < MAX_SEARCHED && !is_end_of (self, &strata_column_at (open, Open, i - 1), record))
    i--;
  if (i > 0 && !is_end_of (self, &strata_column_at (open, Open, i - 1), record))
    i = 0;

  if (i == 0)
    count_end (self, open, record);

  while (i > 0 && open->n >= i)
    {
      Open *last = &strata_column_at (open, Open, --open->n);

      if (open->n + 1 == i)
        {
          last->own_end_ns = record->time_ns;
          add_args (self, &strata_column_at (&self->steps, Step, last->step), record->attrs);
        }
      end_open (self, last, record, record->time_ns, record->cpu_ns);
    }
}

/* A flow without a slice is not shown. */
static void
leave_out_flow (StrataChromePlayer *self,
                gint64 time_ns)
{
  static const StrataText sample = { "flow", 4 };

  strata_event_sink_diagnose (self->sink, STRATA_DIAGNOSTIC_UNSHOWN_PACKET, 1, time_ns, sample);
}

/* Adds the flow to the slice as an argument. */
static void
add_flow (StrataChromePlayer *self,
          Step *step,
          const Record *record)
{
  StrataAttrs attrs = strata_attr_table_get (self->attrs, step->attrs);
  g_autofree char *args = strata_attr_table_dup_args (self->attrs, attrs.args);

  if (step->n_flows++ >= MAX_FLOWS)
    {
      leave_out_flow (self, record->time_ns);
      return;
    }

  g_string_printf (self->key, "%s%s%s=0x%x", args, *args != '\0' ? "," : "", record->kind == RECORD_FLOW ? STRATA_FLOW_KEY : STRATA_FLOW_END_KEY, record->name);
  attrs.args = strata_attr_table_intern_args (self->attrs, self->key->str, self->key->len);
  step->attrs = strata_attr_table_intern (self->attrs, &attrs);
}

/* Of those that begin with the flow, the last one before it in the file; STRATA_NONE if that is no instant. */
static guint32
find_instant (const StrataChromePlayer *self,
              const StrataColumn *begun,
              const Record *record)
{
  const Begun *last = NULL;

  for (gsize i = begun->n; i > 0 && begun->n - i < MAX_CROSSING; i--)
    {
      const Begun *row = &strata_column_at (begun, Begun, i - 1);

      if (row->order < record->order && (last == NULL || row->order > last->order))
        last = row;
    }

  return last != NULL && strata_column_at (&self->steps, Step, last->step).kind == RECORD_INSTANT ? last->step : STRATA_NONE;
}

static guint32
get_innermost (const StrataColumn *open)
{
  return strata_column_at (open, Open, open->n - 1).step;
}

/* The innermost slice that ends at the time of the flow, by an event after it in the file; STRATA_NONE if there is none, or
 * a complete slice begins then. */
static guint32
find_ended (const Now *now,
            const Record *record)
{
  for (gsize i = 0; i < now->ended.n && !now->has_complete; i++)
    if (strata_column_at (&now->ended, Begun, i).order > record->order)
      return strata_column_at (&now->ended, Begun, i).step;

  return STRATA_NONE;
}

/* A flow belongs to the instant that came last, or else to the innermost open slice. */
static void
take_open_flow (StrataChromePlayer *self,
                const StrataColumn *open,
                const Now *now,
                const Record *record)
{
  guint32 step = find_instant (self, &now->begun, record);

  if (step == STRATA_NONE)
    step = find_ended (now, record);
  if (step == STRATA_NONE && open->n > 0)
    step = get_innermost (open);

  if (step != STRATA_NONE)
    add_flow (self, &strata_column_at (&self->steps, Step, step), record);
  else
    leave_out_flow (self, record->time_ns);
}

static void
forget_past (Now *now,
             gint64 time_ns)
{
  now->time_ns = time_ns;
  now->begun.n = now->ended.n = 0;
  now->has_complete = FALSE;
}

static void
note_begun (Now *now,
            const Record *record,
            guint32 step)
{
  now->has_complete = now->has_complete || record->kind == RECORD_COMPLETE;
  if (!is_flow (record) && record->kind != RECORD_END && record->kind != RECORD_ASYNC_END)
    *(Begun *) strata_column_push (&now->begun, sizeof (Begun)) = (Begun){ step, record->order };
}

/* Ends what is over, and what the record ends. As in Perfetto, a complete slice is over when something else begins or
 * ends: flows after it are still its own. */
static void
end_slices (StrataChromePlayer *self,
            StrataColumn *open,
            Now *now,
            const Record *record)
{
  const gsize n = open->n;
  const guint32 innermost = n > 0 ? get_innermost (open) : STRATA_NONE;

  if (is_flow (record))
    return;

  end_until (self, open, record, record->time_ns);
  if (record->kind == RECORD_END || record->kind == RECORD_ASYNC_END)
    pop_open (self, open, record);
  if (open->n < n)
    *(Begun *) strata_column_push (&now->ended, sizeof (Begun)) = (Begun){ innermost, record->order };
}

/* The flows between @first and @end have no slice before that of the record at @end. */
static void
take_waiting_flows (StrataChromePlayer *self,
                    const Record *first,
                    const Record *end,
                    gsize step)
{
  for (; first < end; first++)
    if (first->kind == RECORD_FLOW_NEXT && step < self->steps.n)
      add_flow (self, &strata_column_at (&self->steps, Step, step), first);
    else if (first->kind == RECORD_FLOW_NEXT)
      leave_out_flow (self, first->time_ns);
}

static gboolean
is_last_of_lane (const StrataChromePlayer *self,
                 gsize i)
{
  const Record *records = self->records.data;

  return i + 1 == self->records.n || records[i + 1].lane != records[i].lane || is_async (&records[i + 1]) != is_async (&records[i]);
}

/* Adds the step of an instant, or begins a slice. */
static void
begin (StrataChromePlayer *self,
       StrataColumn *open,
       const Record *record)
{
  if (record->kind != RECORD_INSTANT)
    {
      push_open (self, open, record);
      return;
    }

  add_step (self, record, record->time_ns, STRATA_NO_TIME, TRUE, 0);
  strata_column_at (&self->steps, Step, self->steps.n - 1).kind = RECORD_INSTANT;
}

static void
make_steps (StrataChromePlayer *self)
{
  const Record *records = self->records.data;
  const Record *waiting = records; /* the first record that may be a flow to the next slice */
  StrataColumn open = STRATA_COLUMN_INIT;
  Now now = { STRATA_NO_TIME, STRATA_COLUMN_INIT, STRATA_COLUMN_INIT, FALSE };

  for (gsize i = 0; i < self->records.n; i++)
    {
      const Record *record = &records[i];

      if (now.time_ns != record->time_ns && !is_flow (record))
        forget_past (&now, record->time_ns);

      end_slices (self, &open, &now, record);
      note_begun (&now, record, (guint32) self->steps.n);
      if (!is_flow (record) && record->kind != RECORD_END && record->kind != RECORD_ASYNC_END)
        {
          const gsize step = self->steps.n;

          begin (self, &open, record);
          take_waiting_flows (self, waiting, record, step);
          waiting = record + 1;
        }
      else if (is_flow (record) && record->kind != RECORD_FLOW_NEXT)
        take_open_flow (self, &open, &now, record);

      if (is_last_of_lane (self, i))
        {
          end_until (self, &open, record, G_MAXINT64 - 1);
          take_waiting_flows (self, waiting, record + 1, G_MAXSIZE);
          waiting = record + 1;
          open.n = 0;
          forget_past (&now, STRATA_NO_TIME);
        }
    }

  strata_column_clear (&open);
  strata_column_clear (&now.begun);
  strata_column_clear (&now.ended);
}

/* Of slices on separate lanes, any number may be open at a time. */
static gint64
get_cookie (const Step *step)
{
  return step->depth > STRATA_NESTING_MAX_DEPTH ? CROSSING_COOKIES + step->depth : strata_nesting_make_cookie (step->lane, step->depth);
}

static void
play_step (StrataChromePlayer *self,
           const Step *step)
{
  if (step->cpu_ns != STRATA_NO_TIME && step->kind <= RECORD_END)
    strata_event_sink_see_cpu_time (self->sink, step->lane, step->time_ns, step->cpu_ns);
  if (step->cpu_duration_ns >= 0 && step->kind == RECORD_BEGIN)
    strata_event_sink_expect_cpu_time (self->sink, step->lane, step->time_ns, step->cpu_duration_ns);

  if (step->is_sampled && step->kind == RECORD_BEGIN)
    strata_event_sink_expect_sampled (self->sink, step->lane, step->time_ns);

  if (step->kind == RECORD_INSTANT)
    {
      strata_event_sink_add_attrs (self->sink, step->time_ns, step->attrs);
      strata_event_sink_add_instant (self->sink, step->lane, step->thread, STRATA_STRING_EMPTY, step->time_ns, step->name);
    }
  else if (step->kind == RECORD_BEGIN)
    strata_event_sink_begin_slice (self->sink, step->lane, step->time_ns, step->name, step->attrs);
  else if (step->kind == RECORD_END)
    strata_event_sink_end_slice (self->sink, step->lane, step->time_ns);
  else
    {
      const Lane *lane = &strata_column_at (&self->lanes, Lane, step->lane);
      const StrataEventTrack track = { .cookie = get_cookie (step), .process = lane->process, .thread = step->thread, .name = lane->name };

      if (step->lasts_ns != STRATA_NO_TIME)
        strata_event_sink_expect_duration (self->sink, step->time_ns, step->lasts_ns);
      if (step->kind == RECORD_ASYNC_BEGIN)
        strata_event_sink_begin_on_track (self->sink, &track, step->time_ns, step->name, step->attrs);
      else
        strata_event_sink_end_on_track (self->sink, &track, step->time_ns);
    }
}

/**
 * strata_chrome_player_play:
 * @self: a player that has taken all events
 *
 * Passes the slices to the sink.
 */
void
strata_chrome_player_play (StrataChromePlayer *self)
{
  if (self->records.n > 0)
    g_qsort_with_data (self->records.data, (int) self->records.n, sizeof (Record), compare_records, NULL);

  make_steps (self);
  strata_column_clear (&self->records);
  if (self->steps.n > 0)
    g_qsort_with_data (self->steps.data, (int) MIN (self->steps.n, G_MAXINT), sizeof (Step), compare_steps, NULL);

  for (gsize i = 0; i < self->steps.n; i++)
    play_step (self, &strata_column_at (&self->steps, Step, i));
}
