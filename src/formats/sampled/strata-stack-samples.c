/* strata-stack-samples.c - turns samples of a profiler into slices
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-stack-samples.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "strata-callsite-builder.h"
#include "strata-clock-marks.h"
#include "strata-column.h"
#include "strata-error.h"
#include "strata-format.h"
#include "strata-order.h"
#include "strata-weights.h"

/* A sample has a stack and a weight in the unit of its event: ns of a CPU clock, cycles, bytes, or just one.
 *
 * If samples have times and their weights are time, each represents the time before it: it is as long as its weight, and
 * directly follows the previous sample if the gap would be less than half a weight. So the sums of a function are the
 * sums of its weights. Samples with other weights last until the next one of their thread, but no longer than the usual
 * gap. If a file has the times of calls, these are kept.
 *
 * Samples of files without times, or all samples if requested, are laid end to end, as long as their weights; each call
 * of the tree is then one slice. The axis is then in the unit of the event, and has only one event. */

/* 52 days in ns: larger weights are damaged, and would leave the range of times. */
#define MOST_TIMED_WEIGHT (G_GINT64_CONSTANT (1) << 52)

/* Weights laid end to end also have a limited sum. */
#define MOST_WEIGHT (G_GINT64_CONSTANT (1) << 60)

#define BILLION 1000000000

/* How many gaps between samples are used to find the usual one. */
#define MOST_GAPS 100000

typedef struct
{
  guint32 event;
  guint32 thread; /* index in the builder; STRATA_NONE if the event is not wanted */
} Lane;

typedef struct
{
  gint64 time_ns;
  gint64 weight;
  guint32 lane;
  guint32 node;
} Sample;

/* The last call of a node, which is nearly always the next one, too. */
typedef struct
{
  guint32 site; /* or STRATA_NONE */
  guint32 caller;
  StrataCallFrame call;
} LastCall;

struct _StrataStackSamples
{
  StrataTraceBuilder *builder; /* borrowed */
  StrataEventSink *beside;     /* (nullable) borrowed */
  StrataStackNodes *nodes;     /* owned */
  StrataStackEvents *events;   /* owned */
  GArray *lanes;               /* (element-type Lane) owned */
  GHashTable *lane_by_key;     /* text, owned -> index + 1 */
  GHashTable *threads;         /* id of a thread -> index of the thread itself + 1 */
  GHashTable *others;          /* ids of threads that have others beside them, for other events */
  StrataColumn samples;        /* Sample */
  GArray *last_calls;          /* (element-type LastCall) owned: by node */
  GString *library;            /* owned: the last one that was interned */
  guint32 library_id;
  guint64 n_timed;
  gboolean is_placed; /* whether times have the offset of the file */
  gboolean keeps_calls;
  gboolean is_clamped; /* whether a sum of weights exceeds the range of the axis */
  guint64 n_bad;
  guint64 n_rounded; /* weights whose fraction does not fit */
};

/**
 * strata_stack_samples_new:
 * @builder: where slices go; must outlive the result
 *
 * Returns: (transfer full): an empty list of samples
 */
StrataStackSamples *
strata_stack_samples_new (StrataTraceBuilder *builder)
{
  StrataStackSamples *self = g_new0 (StrataStackSamples, 1);

  self->builder = builder;
  self->nodes = strata_stack_nodes_new ();
  self->events = strata_stack_events_new (strata_trace_builder_get_last_property (builder, STRATA_WANTED_EVENT_PROPERTY));
  self->last_calls = g_array_new (FALSE, FALSE, sizeof (LastCall));
  self->library = g_string_new (NULL);
  self->library_id = STRATA_STRING_EMPTY;
  self->lanes = g_array_new (FALSE, FALSE, sizeof (Lane));
  self->lane_by_key = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->threads = g_hash_table_new (NULL, NULL);
  self->others = g_hash_table_new (NULL, NULL);
  return self;
}

/**
 * strata_stack_samples_set_beside:
 * @self: the samples
 * @sink: the other events of the file; must outlive @self
 * @is_placed: whether times of samples have the offset of the file already
 *
 * For samples that are a part of a file that has slices of the same threads: gives all samples their own rows, and leaves
 * the properties of the file to its other reader. No event is omitted from such a file.
 */
void
strata_stack_samples_set_beside (StrataStackSamples *self,
                                 StrataEventSink *sink,
                                 gboolean is_placed)
{
  self->beside = sink;
  self->is_placed = is_placed;
  g_clear_pointer (&self->events, strata_stack_events_free);
  self->events = strata_stack_events_new (NULL);
}

static gint64
get_offset_ns (const StrataStackSamples *self)
{
  return self->is_placed ? 0 : strata_trace_builder_get_offset_ns (self->builder);
}

/* Keeps stacks as they were recorded, for SQL, if the reader adds rows of them. */
void
strata_stack_samples_keep_calls (StrataStackSamples *self)
{
  self->keeps_calls = TRUE;
}

void
strata_stack_samples_free (StrataStackSamples *self)
{
  if (self == NULL)
    return;

  strata_stack_nodes_free (self->nodes);
  strata_stack_events_free (self->events);
  g_array_unref (self->last_calls);
  g_string_free (self->library, TRUE);
  g_array_unref (self->lanes);
  g_hash_table_unref (self->lane_by_key);
  g_hash_table_unref (self->threads);
  g_hash_table_unref (self->others);
  strata_column_clear (&self->samples);
  g_free (self);
}

StrataStackNodes *
strata_stack_samples_get_nodes (StrataStackSamples *self)
{
  return self->nodes;
}

StrataStackEvents *
strata_stack_samples_get_events (StrataStackSamples *self)
{
  return self->events;
}

/**
 * strata_stack_samples_get_event:
 * @self: the samples
 * @name: what was sampled, such as "cpu-clock"
 * @unit: unit of weights, for display
 * @unit_ns: how many ns a weight of 1 is; 0 if weights are not time
 *
 * Returns: index of an event
 */
guint32
strata_stack_samples_get_event (StrataStackSamples *self,
                                const char *name,
                                const char *unit,
                                gint64 unit_ns)
{
  return strata_stack_events_add (self->events, name, unit, unit_ns);
}

/**
 * strata_stack_samples_get_kernel_event:
 * @self: the samples
 * @name: what was sampled, as perf names it: "cpu-clock:pppH"
 * @has_weights: whether samples have weights
 *
 * Returns: index of the event
 */
guint32
strata_stack_samples_get_kernel_event (StrataStackSamples *self,
                                       StrataText name,
                                       gboolean has_weights)
{
  return strata_stack_events_add_kernel (self->events, name, has_weights);
}

/**
 * strata_stack_samples_intern:
 * @self: the samples
 * @text: a text of the file
 *
 * Returns: its string id, as valid UTF-8
 */
guint32
strata_stack_samples_intern (StrataStackSamples *self,
                             StrataText text)
{
  g_autofree char *valid = g_utf8_make_valid (text.text, (gssize) text.n_bytes);

  return strata_string_pool_intern (strata_trace_builder_get_strings (self->builder), valid, strlen (valid));
}

/* Returns the string id of the path of a library. Calls of one library often follow each other. */
guint32
strata_stack_samples_intern_library (StrataStackSamples *self,
                                     StrataText library)
{
  if (library.n_bytes == self->library->len && memcmp (library.text, self->library->str, library.n_bytes) == 0)
    return self->library_id;

  g_string_truncate (self->library, 0);
  g_string_append_len (self->library, library.text, (gssize) library.n_bytes);
  self->library_id = strata_stack_samples_intern (self, library);
  return self->library_id;
}

/**
 * strata_stack_samples_intern_place:
 * @self: the samples
 * @key: what @text is: "library" or "file"
 * @text: the library or file of a function
 *
 * Returns: attributes for the nodes of the function
 */
guint32
strata_stack_samples_intern_place (StrataStackSamples *self,
                                   const char *key,
                                   StrataText text)
{
  g_autofree char *args = g_strdup_printf ("%s=%.*s", key, (int) MIN (text.n_bytes, 4096), text.text);

  return text.n_bytes > 0 ? strata_attr_table_intern_only_args (strata_trace_builder_get_attrs (self->builder), args, strlen (args)) : STRATA_ATTRS_NONE;
}

static void
name_thread (StrataStackSamples *self,
             const Lane *lane,
             StrataText name)
{
  const StrataStackEvent *event = strata_stack_events_get (self->events, lane->event);
  const gboolean is_alone = strata_stack_events_is_first (self->events, lane->event) && self->beside == NULL;
  g_autofree char *text = NULL;

  if (is_alone)
    text = g_strndup (name.text, name.n_bytes);
  else if (name.n_bytes > 0)
    text = g_strdup_printf ("%.*s (%s)", (int) name.n_bytes, name.text, event->name);
  else
    text = g_strdup (event->name);

  if (lane->thread != STRATA_NONE && (name.n_bytes > 0 || !is_alone))
    strata_trace_builder_name_thread (self->builder, lane->thread, strata_stack_samples_intern (self, (StrataText){ text, strlen (text) }));
}

/* The thread itself. The builder takes the last one that was added with an id for it. */
static guint32
need_thread (StrataStackSamples *self,
             gint64 tid)
{
  gpointer const key = GSIZE_TO_POINTER ((gsize) tid);
  guint known = GPOINTER_TO_UINT (g_hash_table_lookup (self->threads, key));

  if (known == 0)
    {
      known = 1 + (g_hash_table_contains (self->others, key) ? strata_trace_builder_add_thread (self->builder, tid) : strata_trace_builder_get_thread (self->builder, tid));
      g_hash_table_insert (self->threads, key, GUINT_TO_POINTER (known));
    }

  return known - 1;
}

/* A thread for the samples of another event of the same thread. */
static guint32
add_other_thread (StrataStackSamples *self,
                  gint64 tid)
{
  const guint32 thread = strata_trace_builder_add_thread (self->builder, tid);

  strata_trace_builder_set_own_id (self->builder, thread, tid);
  g_hash_table_add (self->others, GSIZE_TO_POINTER ((gsize) tid));
  return thread;
}

static guint32
add_thread (StrataStackSamples *self,
            guint32 event,
            gint64 pid,
            gint64 tid)
{
  const gboolean is_first = strata_stack_events_is_first (self->events, event) && self->beside == NULL;
  const guint32 thread = is_first ? need_thread (self, tid) : add_other_thread (self, tid);

  if (pid >= 0)
    strata_trace_builder_set_thread_process (self->builder, thread, strata_trace_builder_get_process (self->builder, pid));

  return thread;
}

/**
 * strata_stack_samples_get_thread:
 * @self: the samples
 * @event: an event
 * @pid: a process, or -1 if unknown
 * @tid: a thread
 * @name: its name, or empty
 *
 * Each event has its own threads, since the stacks of two events do not nest.
 *
 * Returns: number of the thread for strata_stack_samples_add()
 */
guint32
strata_stack_samples_get_thread (StrataStackSamples *self,
                                 guint32 event,
                                 gint64 pid,
                                 gint64 tid,
                                 StrataText name)
{
  g_autofree char *key = g_strdup_printf ("%u/%" G_GINT64_FORMAT "/%" G_GINT64_FORMAT, event, pid, tid);
  const guint known = GPOINTER_TO_UINT (g_hash_table_lookup (self->lane_by_key, key));
  Lane lane = { event, STRATA_NONE };

  if (known > 0)
    {
      name_thread (self, &g_array_index (self->lanes, Lane, known - 1), name);
      return known - 1;
    }

  if (strata_stack_events_is_wanted (self->events, event))
    lane.thread = add_thread (self, event, pid, tid);
  g_array_append_val (self->lanes, lane);
  name_thread (self, &lane, name);
  g_hash_table_insert (self->lane_by_key, g_steal_pointer (&key), GUINT_TO_POINTER (self->lanes->len));
  return self->lanes->len - 1;
}

/**
 * strata_stack_samples_add:
 * @self: the samples
 * @event: what was sampled
 * @thread: where, from strata_stack_samples_get_thread()
 * @time_ns: when; %STRATA_NO_TIME if unknown
 * @node: the innermost call, or %STRATA_NONE for a sample without a stack
 * @weight: its weight
 *
 * Adds a sample.
 */
void
strata_stack_samples_add (StrataStackSamples *self,
                          guint32 event,
                          guint32 thread,
                          gint64 time_ns,
                          guint32 node,
                          gint64 weight)
{
  StrataStackEvent *counted = strata_stack_events_get (self->events, event);
  const gint64 most = time_ns != STRATA_NO_TIME && counted->unit_ns > 0 ? MOST_TIMED_WEIGHT : MOST_WEIGHT;

  if (node == STRATA_NONE || weight < 0 || weight > most || self->samples.n >= G_MAXINT32)
    {
      self->n_bad += node != STRATA_NONE;
      return;
    }

  counted->total = MIN (counted->total + weight, 2 * MOST_WEIGHT);
  counted->n_samples++;
  counted->n_timed += time_ns != STRATA_NO_TIME;
  if (!strata_stack_events_is_wanted (self->events, event))
    return;

  self->n_timed += time_ns != STRATA_NO_TIME;
  *(Sample *) strata_column_push (&self->samples, sizeof (Sample)) = (Sample){ time_ns, weight, thread, node };
}

static gboolean
is_same_call (const StrataCallFrame *a,
              const StrataCallFrame *b)
{
  return a->name == b->name && a->library == b->library && a->place == b->place && a->address == b->address;
}

/**
 * strata_stack_samples_enter_call:
 * @self: the samples
 * @caller: a call, or %STRATA_NONE for the outermost one
 * @node: the node of the call, which need not have another call
 * @call: what was called
 *
 * Returns: index of the call in the tree of SQL; %STRATA_NONE if calls are not kept
 */
guint32
strata_stack_samples_enter_call (StrataStackSamples *self,
                                 guint32 caller,
                                 guint32 node,
                                 const StrataCallFrame *call)
{
  if (!self->keeps_calls || node == STRATA_NONE)
    return STRATA_NONE;

  while (self->last_calls->len <= node)
    g_array_append_val (self->last_calls, ((LastCall){ .site = STRATA_NONE }));

  LastCall *last = &g_array_index (self->last_calls, LastCall, node);

  if (last->site == STRATA_NONE || last->caller != caller || !is_same_call (&last->call, call))
    *last = (LastCall){ strata_trace_builder_enter_call (self->builder, caller, call), caller, *call };

  return last->site;
}

/**
 * strata_stack_samples_add_row:
 * @self: the samples
 * @event: what was sampled
 * @pid: the process, or -1 if unknown
 * @tid: the thread
 * @row: (inout): the sample, without its thread, at the time of the file
 *
 * Keeps a sample for SQL, unless it has no time or the user selected another event.
 */
void
strata_stack_samples_add_row (StrataStackSamples *self,
                              guint32 event,
                              gint64 pid,
                              gint64 tid,
                              StrataCallSample *row)
{
  if (row->time_ns == STRATA_NO_TIME || !strata_stack_events_is_wanted (self->events, event))
    return;

  row->time_ns = strata_clock_shift (row->time_ns, get_offset_ns (self));
  row->thread = self->beside != NULL ? strata_event_sink_see_thread (self->beside, pid, tid, row->time_ns) : need_thread (self, tid);
  if (pid >= 0 && self->beside == NULL)
    strata_trace_builder_set_thread_process (self->builder, row->thread, strata_trace_builder_get_process (self->builder, pid));

  strata_trace_builder_add_call_sample (self->builder, row);
}

/**
 * strata_stack_samples_lose:
 * @self: the samples
 * @time_ns: until when, at the time of the file; %STRATA_NO_TIME if unknown
 * @cpu: number of the CPU, or %STRATA_NONE
 * @n_lost: how many
 *
 * Reports samples that the kernel dropped.
 */
void
strata_stack_samples_lose (StrataStackSamples *self,
                           gint64 time_ns,
                           guint32 cpu,
                           guint64 n_lost)
{
  const gint64 at_ns = time_ns != STRATA_NO_TIME ? strata_clock_shift (time_ns, get_offset_ns (self)) : STRATA_NO_TIME;

  if (n_lost == 0)
    return;

  strata_diagnostics_add_many (strata_trace_builder_get_diagnostics (self->builder), STRATA_DIAGNOSTIC_LOST_EVENTS, n_lost, (StrataPlace){ 0, -1, at_ns }, NULL, -1);
  if (time_ns != STRATA_NO_TIME)
    strata_trace_builder_lose_call_samples (self->builder, at_ns, cpu, n_lost);
}

/* Keeps a sample for SQL of which nothing else is known, unless it has no stack. */
void
strata_stack_samples_add_stack (StrataStackSamples *self,
                                StrataSampler sampler,
                                guint32 event,
                                gint64 pid,
                                gint64 tid,
                                gint64 time_ns,
                                guint32 callsite)
{
  StrataCallSample row = { .time_ns = time_ns, .callsite = callsite, .cpu = STRATA_NONE, .sampler = (guint8) sampler, .error = STRATA_SAMPLE_UNKNOWN };

  if (callsite != STRATA_NONE)
    strata_stack_samples_add_row (self, event, pid, tid, &row);
}

/* The scale at which a fraction, in billionths, is a whole number. */
static gint64
find_scale (guint32 billionths)
{
  gint64 scale = 1;

  while (billionths % BILLION != 0)
    {
      scale *= 1000;
      billionths = (guint32) (billionths % BILLION * G_GUINT64_CONSTANT (1000) % BILLION);
    }

  return scale;
}

/* Converts all weights of an event to one scale. Sums have to stay in range. */
static void
rescale (StrataStackSamples *self,
         guint32 event,
         gint64 scale)
{
  StrataStackEvent *scaled = strata_stack_events_get (self->events, event);
  const gint64 factor = scale / scaled->scale;

  if (factor <= 1 || scaled->total > MOST_WEIGHT / factor)
    return;

  for (gsize i = 0; i < self->samples.n; i++)
    {
      Sample *sample = &strata_column_at (&self->samples, Sample, i);

      if (g_array_index (self->lanes, Lane, sample->lane).event == event)
        sample->weight *= factor;
    }

  scaled->scale = scale;
  scaled->total *= factor;
}

/**
 * strata_stack_samples_add_fraction:
 * @self: the samples
 * @event: what was sampled, which is not time
 * @thread: where, from strata_stack_samples_get_thread()
 * @node: the innermost call, or %STRATA_NONE for a sample without a stack
 * @weight: its weight, rounded towards 0
 * @billionths: what was cut off
 *
 * Adds a sample without a time. Once a weight has a fraction, all weights of the event count thousandths, or smaller
 * parts.
 */
void
strata_stack_samples_add_fraction (StrataStackSamples *self,
                                   guint32 event,
                                   guint32 thread,
                                   guint32 node,
                                   gint64 weight,
                                   guint32 billionths)
{
  const gint64 wanted = find_scale (billionths);

  for (gint64 scale = wanted; scale > 1; scale /= 1000)
    if (weight <= MOST_WEIGHT / scale)
      {
        rescale (self, event, scale);
        break;
      }

  const gint64 scale = strata_stack_events_get (self->events, event)->scale;
  const gint64 unit = BILLION / scale;
  gint64 scaled;

  self->n_rounded += scale < wanted;
  if (__builtin_mul_overflow (weight, scale, &scaled) || scaled > G_MAXINT64 - BILLION)
    scaled = G_MAXINT64 - BILLION;

  strata_stack_samples_add (self, event, thread, STRATA_NO_TIME, node, scaled + (billionths + unit / 2) / unit);
}

static int
compare_samples (gconstpointer a,
                 gconstpointer b,
                 gpointer data)
{
  const Sample *left = a;
  const Sample *right = b;

  return STRATA_ORDER (left->lane, right->lane) ?: STRATA_ORDER (left->time_ns, right->time_ns);
}

static int
compare_gaps (gconstpointer a,
              gconstpointer b)
{
  const gint64 *left = a;
  const gint64 *right = b;

  return (*left > *right) - (*left < *right);
}

static const Sample *
get_sample (const StrataStackSamples *self,
            gsize i)
{
  return &strata_column_at (&self->samples, Sample, i);
}

static gboolean
has_next (const StrataStackSamples *self,
          gsize i)
{
  return i + 1 < self->samples.n && get_sample (self, i + 1)->lane == get_sample (self, i)->lane;
}

/* The usual gap between two samples of a thread. */
static gint64
find_usual_gap (const StrataStackSamples *self,
                guint32 event)
{
  g_autoptr (GArray) gaps = g_array_new (FALSE, FALSE, sizeof (gint64));

  for (gsize i = 0; i + 1 < self->samples.n && gaps->len < MOST_GAPS; i++)
    if (has_next (self, i) && g_array_index (self->lanes, Lane, get_sample (self, i)->lane).event == event)
      {
        const gint64 gap_ns = get_sample (self, i + 1)->time_ns - get_sample (self, i)->time_ns;

        if (gap_ns > 0)
          g_array_append_val (gaps, gap_ns);
      }

  g_array_sort (gaps, compare_gaps);
  return gaps->len > 0 ? g_array_index (gaps, gint64, gaps->len / 2) : 1;
}

/* The span of time that a sample represents. */
static StrataSpan
find_span (const StrataStackSamples *self,
           gsize i,
           const StrataStackEvent *event,
           gint64 usual_ns,
           gint64 last_end_ns)
{
  const Sample *sample = get_sample (self, i);

  if (event->unit_ns > 0)
    {
      gint64 length_ns;
      gint64 begin_ns;

      if (__builtin_mul_overflow (sample->weight, event->unit_ns, &length_ns))
        length_ns = G_MAXINT64 / 4;
      begin_ns = sample->time_ns - length_ns;
      if (event->is_exact)
        return (StrataSpan){ last_end_ns != STRATA_NO_TIME && begin_ns <= last_end_ns + 1 ? last_end_ns : begin_ns, sample->time_ns };
      if (last_end_ns != STRATA_NO_TIME && begin_ns < strata_time_add (last_end_ns, length_ns / 2))
        begin_ns = last_end_ns;

      return (StrataSpan){ begin_ns, strata_time_add (begin_ns, length_ns) };
    }

  const gint64 gap_ns = has_next (self, i) ? get_sample (self, i + 1)->time_ns - sample->time_ns : usual_ns;

  return (StrataSpan){ sample->time_ns, strata_time_add (sample->time_ns, MIN (gap_ns, usual_ns)) };
}

static gboolean
play_lane (StrataStackSamples *self,
           gsize *i,
           const gint64 *usual_ns)
{
  const Lane *lane = &g_array_index (self->lanes, Lane, get_sample (self, *i)->lane);
  const StrataStackEvent *event = strata_stack_events_get (self->events, lane->event);
  const gint64 offset_ns = get_offset_ns (self);
  gint64 end_ns = STRATA_NO_TIME;
  gboolean goes_on = TRUE;
  g_auto (StrataStackPlayer) player;

  strata_stack_player_init (&player, self->builder, strata_stack_nodes_get (self->nodes), lane->thread);
  for (gboolean is_last = FALSE; !is_last && goes_on; (*i)++)
    {
      const StrataSpan span = find_span (self, *i, event, usual_ns[lane->event], end_ns);

      is_last = !has_next (self, *i);
      if (end_ns != STRATA_NO_TIME && span.begin_ns > end_ns)
        strata_stack_player_play (&player, strata_clock_shift (end_ns, offset_ns), STRATA_NONE);
      goes_on = strata_stack_player_play (&player, strata_clock_shift (span.begin_ns, offset_ns), get_sample (self, *i)->node);
      end_ns = span.end_ns;
    }

  strata_stack_player_play (&player, strata_clock_shift (end_ns, offset_ns), STRATA_NONE);
  return goes_on;
}

/* Samples without a time cannot be placed among others that have one. */
static void
drop_untimed (StrataStackSamples *self)
{
  gsize n = 0;

  for (gsize i = 0; i < self->samples.n; i++)
    if (get_sample (self, i)->time_ns != STRATA_NO_TIME)
      strata_column_at (&self->samples, Sample, n++) = *get_sample (self, i);

  self->samples.n = n;
  strata_stack_events_report_untimed (self->events, strata_trace_builder_get_diagnostics (self->builder));
}

static void
play_by_time (StrataStackSamples *self)
{
  const guint n_events = strata_stack_events_get_n (self->events);
  g_autofree gint64 *usual_ns = g_new0 (gint64, MAX (n_events, 1));

  drop_untimed (self);
  g_qsort_with_data (self->samples.data, (int) self->samples.n, sizeof (Sample), compare_samples, NULL);
  for (guint i = 0; i < n_events; i++)
    if (strata_stack_events_get (self->events, i)->unit_ns == 0)
      usual_ns[i] = find_usual_gap (self, i);

  for (gsize i = 0; i < self->samples.n;)
    if (!play_lane (self, &i, usual_ns))
      return;
}

/* Sums of the calls of one thread: own weight, and weight with callees. */
typedef struct
{
  gint64 self;
  gint64 total;
  guint32 first_callee; /* index + 1, or 0 */
  guint32 next;         /* the next callee of its caller, or 0 */
  gboolean is_listed;
} Sum;

/* The innermost call of the stack of a sample that is not too deep. */
static guint32
find_kept (const StrataStackSamples *self,
           const Sample *sample)
{
  const StrataStackNode *node = &strata_stack_nodes_get (self->nodes)[sample->node];

  if (node->depth < STRATA_STACK_MOST_DEPTH)
    return sample->node;

  strata_diagnostics_add (strata_trace_builder_get_diagnostics (self->builder), STRATA_DIAGNOSTIC_CUT_STACK, (StrataPlace){ 0, -1, STRATA_NO_TIME }, NULL, -1);
  return node->parent;
}

/* Adds the weight of a sample to its call, and lists that and its callers. A thread has few of the calls of a file. */
static void
add_weight (const StrataStackSamples *self,
            Sum *sums,
            const Sample *sample,
            GArray *listed)
{
  const StrataStackNode *nodes = strata_stack_nodes_get (self->nodes);
  const guint32 innermost = find_kept (self, sample);

  sums[innermost].self = strata_time_add (sums[innermost].self, sample->weight);
  for (guint32 node = innermost; node != STRATA_NONE && !sums[node].is_listed; node = nodes[node].parent)
    {
      sums[node].is_listed = TRUE;
      g_array_append_val (listed, node);
    }
}

static void
clear_sums (Sum *sums,
            GArray *listed)
{
  for (guint i = 0; i < listed->len; i++)
    sums[g_array_index (listed, guint32, i)] = (Sum){ 0 };

  g_array_set_size (listed, 0);
}

/* Works backwards: a caller has a smaller index than its callees. */
static void
add_up (const StrataStackSamples *self,
        Sum *sums,
        GArray *listed,
        guint32 *first)
{
  const StrataStackNode *nodes = strata_stack_nodes_get (self->nodes);

  *first = 0;
  g_array_sort (listed, strata_order_u32);
  for (guint at = listed->len; at-- > 0;)
    {
      const guint32 i = g_array_index (listed, guint32, at);

      sums[i].total = strata_time_add (sums[i].total, sums[i].self);
      if (sums[i].total == 0)
        continue;

      guint32 *list = nodes[i].parent != STRATA_NONE ? &sums[nodes[i].parent].first_callee : first;

      sums[i].next = *list;
      *list = i + 1;
      if (nodes[i].parent != STRATA_NONE)
        sums[nodes[i].parent].total = strata_time_add (sums[nodes[i].parent].total, sums[i].total);
    }
}

/* Lays out the callees one after the other, then the call's own weight. */
static gint64
lay_sums (StrataStackSamples *self,
          const Sum *sums,
          guint32 first,
          guint32 thread,
          gint64 unit_ns,
          gint64 at_ns)
{
  const StrataStackNode *nodes = strata_stack_nodes_get (self->nodes);
  guint32 next = first;
  guint32 open = STRATA_NONE;

  while (next != 0 || open != STRATA_NONE)
    if (next != 0)
      {
        open = next - 1;
        strata_trace_builder_begin_slice (self->builder, thread, at_ns, STRATA_NO_TIME, nodes[open].name, nodes[open].attrs);
        strata_trace_builder_flag_slice (self->builder, thread, STRATA_SLICE_SAMPLED);
        next = sums[open].first_callee;
      }
    else
      {
        gint64 self_ns;

        if (__builtin_mul_overflow (sums[open].self, unit_ns, &self_ns))
          self_ns = G_MAXINT64 / 4;
        self->is_clamped = self->is_clamped || at_ns > MOST_WEIGHT - MIN (self_ns, MOST_WEIGHT);
        at_ns = MIN (strata_time_add (at_ns, self_ns), MAX (MOST_WEIGHT, at_ns));
        strata_trace_builder_end_slice (self->builder, thread, at_ns, STRATA_NO_TIME, STRATA_SLICE_SAMPLED);
        next = sums[open].next;
        open = nodes[open].parent;
      }

  return at_ns;
}

static guint
count_nodes (const StrataStackSamples *self)
{
  guint32 last = 0;

  for (gsize i = 0; i < self->samples.n; i++)
    last = MAX (last, get_sample (self, i)->node);

  return last + 1;
}

static void
play_by_weight (StrataStackSamples *self)
{
  const guint32 main_event = strata_stack_events_find_main (self->events);
  const StrataStackEvent *event = strata_stack_events_get (self->events, main_event);
  g_autofree Sum *sums = g_new0 (Sum, count_nodes (self));
  g_autoptr (GArray) listed = g_array_new (FALSE, FALSE, sizeof (guint32));
  const gint64 offset_ns = get_offset_ns (self);
  const StrataPlace place = { 0, -1, STRATA_NO_TIME };

  strata_trace_builder_add_property (self->builder, STRATA_LAID_BY_WEIGHT_PROPERTY, event->unit);
  strata_stack_events_report_others (self->events, strata_trace_builder_get_diagnostics (self->builder));
  g_qsort_with_data (self->samples.data, (int) self->samples.n, sizeof (Sample), compare_samples, NULL);
  for (gsize i = 0; i < self->samples.n;)
    {
      const guint32 number = get_sample (self, i)->lane;
      const Lane *lane = &g_array_index (self->lanes, Lane, number);
      guint32 first;

      for (; i < self->samples.n && get_sample (self, i)->lane == number; i++)
        add_weight (self, sums, get_sample (self, i), listed);

      if (lane->event == main_event)
        {
          add_up (self, sums, listed, &first);
          lay_sums (self, sums, first, lane->thread, MAX (event->unit_ns, 1), offset_ns);
        }
      clear_sums (sums, listed);
    }

  if (event->unit_ns > 0)
    return;

  g_autofree char *unit = strata_stack_event_dup_unit (event);

  strata_trace_builder_add_property (self->builder, STRATA_UNIT_PROPERTY, unit);
  strata_diagnostics_add (strata_trace_builder_get_diagnostics (self->builder), STRATA_DIAGNOSTIC_NOT_TIME, place, unit, -1);
}

/* How many samples could be laid out by weight as well as by time. */
static guint64
count_weighed (const StrataStackSamples *self)
{
  guint64 n = 0;

  for (guint i = 0; i < strata_stack_events_get_n (self->events) && self->n_timed > 0; i++)
    if (strata_stack_events_get (self->events, i)->unit_ns == 0)
      n += strata_stack_events_get (self->events, i)->n_samples;

  return n;
}

static void
describe (StrataStackSamples *self)
{
  strata_trace_builder_set_clocks (self->builder, STRATA_CLOCK_WALL);
  strata_trace_builder_get_counts (self->builder)->n_weighed += count_weighed (self);
  strata_stack_events_report (self->events, self->builder);
}

/**
 * strata_stack_samples_play:
 * @self: all samples
 * @error: return location for an error
 *
 * Makes slices of all samples.
 *
 * Returns: %FALSE if there are none
 */
gboolean
strata_stack_samples_play (StrataStackSamples *self,
                           GError **error)
{
  StrataDiagnostics *diagnostics = strata_trace_builder_get_diagnostics (self->builder);
  const StrataPlace place = { 0, -1, STRATA_NO_TIME };

  if (!strata_stack_events_check (self->events, error))
    return FALSE;
  if (self->samples.n == 0)
    {
      g_set_error_literal (error, STRATA_ERROR, STRATA_ERROR_EMPTY, _ ("it contains no samples that have a stack"));
      return FALSE;
    }

  if (self->beside == NULL)
    describe (self);
  strata_trace_builder_get_counts (self->builder)->n_events += self->samples.n;
  if (self->n_bad > 0)
    strata_diagnostics_add_many (diagnostics, STRATA_DIAGNOSTIC_BAD_PAYLOAD, self->n_bad, place, _ ("a sample with an impossible weight"), -1);

  if (self->beside == NULL && (self->n_timed == 0 || strata_trace_builder_get_options (self->builder)->lays_by_weight))
    play_by_weight (self);
  else
    play_by_time (self);

  if (self->n_rounded > 0)
    strata_diagnostics_add_many (diagnostics, STRATA_DIAGNOSTIC_VALUE_FRACTION, self->n_rounded, place, _ ("weights of samples"), -1);
  if (self->is_clamped)
    strata_diagnostics_add (diagnostics, STRATA_DIAGNOSTIC_VALUE_LIMIT, place, _ ("the sum of the weights"), -1);

  return TRUE;
}
