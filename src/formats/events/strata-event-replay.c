/* strata-event-replay.c - turns the tokens of a capture into a trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-event-replay.h"

#include <string.h>

#include "strata-async-replay.h"
#include "strata-device-builder.h"
#include "strata-ftrace-mark.h"
#include "strata-kernel-replay.h"
#include "strata-mark-number.h"
#include "strata-nesting.h"
#include "strata-real.h"
#include "strata-recordings.h"

/* A name as written, resolved to what it means in a HiTrace capture. */
typedef struct
{
  guint32 name; /* string id */
  guint32 attrs;
} Resolved;

typedef struct
{
  StrataEventSink *sink;
  StrataTraceBuilder *builder;
  StrataKernelReplay *kernel; /* owned */
  StrataAsyncReplay *async;   /* owned */
  gboolean is_hitrace;
  gboolean has_methods;
  GHashTable *resolved;        /* string id -> Resolved*, owned: for names of phase B */
  gboolean *are_level_writers; /* owned; nullable: by thread, created on demand */
  guint n_threads;
  guint32 input;     /* of the current token */
  gint64 known_ns;   /* the latest end of the files that have begun so far, or STRATA_NO_TIME */
  guint32 first_cpu; /* first CPU of the device */
  char *device;      /* (nullable) owned: its name, if there are several devices */
  guint32 attrs;     /* attributes for the next token */
  gint64 lasts_ns;   /* how long the next asynchronous slice lasts if nothing ends it, or STRATA_NO_TIME */
  GHashTable *next;  /* thread -> (element-type guint32) attribute ids for the next call that begins, STRATA_NONE if it was sampled; nullable; owned */
} Replay;

static Resolved
resolve (Replay *self,
         const StrataEventToken *token,
         char phase)
{
  StrataEventStrings *strings = self->sink->strings;
  StrataFtraceMark mark = {
    .phase = phase,
    .name = strata_event_strings_get (strings, token->name),
    .chain = { "", 0 },
  };

  strata_ftrace_mark_resolve (&mark);

  const gboolean is_old = (token->flags & STRATA_EVENT_TOKEN_OLD) != 0;
  const guint32 name = strata_event_strings_intern (strings, mark.name);

  return (Resolved){
    .name = name,
    .attrs = strata_event_sink_intern_attrs (self->sink, is_old ? 'M' : '\0', 0, mark.chain),
  };
}

/* Resolves the name of a token with "H:", written before it was known what the prefix
 * means. Captures from before API version 19 have many of these. */
static void
resolve_begin (Replay *self,
               StrataEventToken *token)
{
  const Resolved *known = g_hash_table_lookup (self->resolved, GUINT_TO_POINTER (token->name));

  if (known == NULL)
    {
      Resolved *made = g_new (Resolved, 1);

      *made = resolve (self, token, 'B');
      g_hash_table_insert (self->resolved, GUINT_TO_POINTER (token->name), made);
      known = made;
    }

  token->name = known->name;
  token->extra = known->attrs;
}

static void
resolve_name (Replay *self,
              StrataEventToken *token)
{
  if ((token->flags & STRATA_EVENT_TOKEN_MAYBE_HITRACE) != 0 && self->is_hitrace)
    token->name = resolve (self, token, 0).name;
}

/* The same for a token on a track. */
static void
resolve_on_track (Replay *self,
                  StrataEventToken *token)
{
  StrataEventToken track = *token;

  track.name = token->extra;
  resolve_name (self, token);
  resolve_name (self, &track);
  token->extra = track.name;
}

static void
diagnose (Replay *self,
          StrataDiagnosticKind kind,
          gint64 time_ns,
          guint32 line,
          StrataText sample)
{
  const StrataPlace place = { .line = line, .offset = -1, .time_ns = time_ns };

  strata_diagnostics_set_input (self->sink->diagnostics, self->input);
  strata_diagnostics_add (self->sink->diagnostics, kind, place, sample.text, (gssize) sample.n_bytes);
  strata_diagnostics_set_input (self->sink->diagnostics, STRATA_NO_INPUT);
}

static gboolean
is_level_writer (Replay *self,
                 guint32 thread)
{
  if (self->are_level_writers == NULL)
    self->are_level_writers = strata_event_tasks_find_level_writers (self->sink->tasks, &self->n_threads);

  return thread < self->n_threads && self->are_level_writers[thread];
}

/* "name|M6" of a process that writes levels was cut. For any other process it is an ordinary
 * name. */
static void
drop_half_level (Replay *self,
                 StrataEventToken *token)
{
  const StrataText name = strata_event_strings_get (self->sink->strings, token->name);
  const char *bar = g_strrstr_len (name.text, (gssize) name.n_bytes, "|");

  if (bar == NULL || !is_level_writer (self, token->thread))
    return;

  diagnose (self, STRATA_DIAGNOSTIC_CUT_PAYLOAD, token->time_ns, 0, name);
  token->name = strata_event_strings_intern (self->sink->strings, (StrataText){ name.text, (gsize) (bar - name.text) });
  token->flags = (token->flags & ~(guint32) STRATA_EVENT_TOKEN_OLD) | STRATA_EVENT_TOKEN_CUT;
}

/* Attributes for the next call of the thread apply to the one that has just begun. */
static void
describe_begun (Replay *self,
                const StrataEventToken *token)
{
  const GArray *sets = g_hash_table_lookup (self->next, GUINT_TO_POINTER (token->thread));

  for (guint i = 0; sets != NULL && i < sets->len; i++)
    if (g_array_index (sets, guint32, i) == STRATA_NONE)
      strata_trace_builder_flag_slice (self->builder, token->thread, STRATA_SLICE_SAMPLED);
    else
      strata_trace_builder_describe_slice (self->builder, token->thread, g_array_index (sets, guint32, i));
  g_hash_table_remove (self->next, GUINT_TO_POINTER (token->thread));
}

static void
replay_begin (Replay *self,
              StrataEventToken *token)
{
  if (G_UNLIKELY ((token->flags & STRATA_EVENT_TOKEN_HALF_LEVEL) != 0 && self->is_hitrace))
    drop_half_level (self, token);

  if (token->kind != STRATA_EVENT_TOKEN_BEGIN_ATTRS)
    token->extra = (token->flags & STRATA_EVENT_TOKEN_OLD) != 0 && self->is_hitrace ? self->sink->old_attrs : STRATA_ATTRS_NONE;

  if ((token->flags & STRATA_EVENT_TOKEN_MAYBE_HITRACE) != 0 && self->is_hitrace)
    resolve_begin (self, token);

  strata_trace_builder_begin_slice (self->builder, token->thread, token->time_ns, STRATA_NO_TIME, token->name, token->extra);

  if (G_UNLIKELY (self->has_methods))
    strata_event_methods_begin (self->sink->methods, token->thread, token->time_ns);

  if (G_UNLIKELY ((token->flags & STRATA_EVENT_TOKEN_CUT) != 0))
    strata_trace_builder_flag_slice (self->builder, token->thread, STRATA_SLICE_CUT);

  if (G_UNLIKELY (self->next != NULL))
    describe_begun (self, token);
}

static void
replay_method (Replay *self,
               StrataEventToken *token)
{
  const guint32 name = strata_event_methods_name (self->sink->methods, token->name);

  if (name != STRATA_NONE)
    token->name = name;

  if (name != STRATA_NONE || !self->has_methods)
    replay_begin (self, token);
  else if (!strata_event_methods_take (self->sink->methods, token->thread, token->time_ns, token->name))
    diagnose (self, STRATA_DIAGNOSTIC_UNMATCHED_END, token->time_ns, 0, strata_event_strings_get (self->sink->strings, token->name));
}

static gboolean
end_section (Replay *self,
             const StrataEventToken *token)
{
  if (G_UNLIKELY (self->has_methods))
    return strata_event_methods_end (self->sink->methods, token->thread, token->time_ns);

  return strata_trace_builder_end_slice (self->builder, token->thread, token->time_ns, STRATA_NO_TIME, 0);
}

static guint32
take_attrs (Replay *self)
{
  const guint32 attrs = self->attrs;

  self->attrs = STRATA_ATTRS_NONE;
  return attrs;
}

static void
replay_end (Replay *self,
            const StrataEventToken *token)
{
  static const StrataText nothing = { "E", 1 };

  if (G_UNLIKELY (self->attrs != STRATA_ATTRS_NONE))
    strata_trace_builder_describe_slice (self->builder, token->thread, take_attrs (self));

  if (G_UNLIKELY (!end_section (self, token)))
    diagnose (self, STRATA_DIAGNOSTIC_UNMATCHED_END, token->time_ns, token->name, nothing);
}

static StrataAsyncKey
make_track_key (const StrataEventToken *token,
                guint32 name)
{
  return (StrataAsyncKey){
    .cookie = token->value,
    .process = token->process,
    .name = name,
    .kind = STRATA_ASYNC_TRACK,
    .is_apart = (token->flags & STRATA_EVENT_TOKEN_APART) != 0,
  };
}

/* Sets the end of the latest slice, if it is known. */
static void
expect_end (Replay *self,
            gint64 time_ns)
{
  if (G_LIKELY (self->lasts_ns == STRATA_NO_TIME))
    return;

  strata_trace_builder_expect_async_end (self->builder, strata_time_add (time_ns, self->lasts_ns));
  self->lasts_ns = STRATA_NO_TIME;
}

/* Resolves a name whose prefix turned out to be that of HiTrace. */
static void
resolve_async (Replay *self,
               StrataEventToken *token)
{
  if ((token->flags & STRATA_EVENT_TOKEN_MAYBE_HITRACE) != 0 && self->is_hitrace)
    token->flags |= STRATA_EVENT_TOKEN_APART;

  resolve_name (self, token);
}

static void
replay_async (Replay *self,
              StrataEventToken *token)
{
  resolve_async (self, token);
  if (token->kind == STRATA_EVENT_TOKEN_ASYNC_BEGIN)
    {
      strata_async_replay_begin (self->async, token);
      expect_end (self, token->time_ns);
    }
  else if (!strata_async_replay_end (self->async, token))
    diagnose (self, STRATA_DIAGNOSTIC_UNMATCHED_ASYNC_END, token->time_ns, token->extra,
              strata_event_strings_get (self->sink->strings, token->name));
}

static void
replay_track_begin (Replay *self,
                    StrataEventToken *token)
{
  resolve_on_track (self, token);

  const StrataAsyncKey key = make_track_key (token, token->extra);

  const gboolean is_empty = key.is_apart && key.cookie == STRATA_MARK_EMPTY_COOKIE;

  strata_trace_builder_begin_async (self->builder, &key, token->thread, token->time_ns, token->extra, token->name, take_attrs (self));
  if (is_empty || (token->flags & STRATA_EVENT_TOKEN_NO_COOKIE) != 0)
    strata_trace_builder_flag_async (self->builder, STRATA_SLICE_NO_COOKIE);

  expect_end (self, token->time_ns);
}

static void
replay_track_end (Replay *self,
                  StrataEventToken *token)
{
  resolve_name (self, token);

  const StrataAsyncKey key = make_track_key (token, token->name);

  if (self->attrs != STRATA_ATTRS_NONE)
    strata_trace_builder_describe_async (self->builder, &key, take_attrs (self));
  if (!strata_trace_builder_end_async (self->builder, &key, token->time_ns))
    diagnose (self, STRATA_DIAGNOSTIC_UNMATCHED_ASYNC_END, token->time_ns, token->extra,
              strata_event_strings_get (self->sink->strings, token->name));
}

/* Places an instant on a stack inside the slice that is open there. */
static void
nest_on_stack (Replay *self,
               const StrataEventToken *token)
{
  const guint32 stack = (guint32) token->value;
  const guint32 n_open = (guint32) ((token->value & ~STRATA_EVENT_TOKEN_IN_INSTANT) >> STRATA_EVENT_TOKEN_DEPTH_SHIFT);
  const StrataAsyncKey key = {
    .cookie = strata_nesting_make_cookie (stack - 1, n_open - 1),
    .process = token->process,
    .name = token->extra,
    .kind = STRATA_ASYNC_TRACK,
  };

  strata_trace_builder_stack_instant (self->builder, stack);
  strata_trace_builder_nest_in_async (self->builder, n_open > 0 ? &key : NULL);
}

static void
replay_instant (Replay *self,
                StrataEventToken *token)
{
  resolve_on_track (self, token);
  strata_trace_builder_add_instant (self->builder, token->thread, token->process, token->extra, token->time_ns, token->name);
  if ((guint32) token->value != 0)
    nest_on_stack (self, token);
  else if (token->thread != STRATA_NONE && token->extra == STRATA_STRING_EMPTY)
    strata_trace_builder_nest_in_calls (self->builder);
  if ((token->value & STRATA_EVENT_TOKEN_IN_INSTANT) != 0)
    strata_trace_builder_nest_in_instant (self->builder);
  if (self->attrs != STRATA_ATTRS_NONE)
    strata_trace_builder_describe_instant (self->builder, take_attrs (self));
}

/* The process of a thread is known only now. */
static void
find_owner (Replay *self,
            StrataEventToken *token)
{
  token->process = token->thread != STRATA_NONE ? strata_trace_builder_get_thread_process (self->builder, token->thread) : STRATA_NONE;
  if (token->process != STRATA_NONE)
    return;

  g_autofree char *name = g_strdup_printf ((token->flags & STRATA_EVENT_TOKEN_OF_THREAD) != 0 ? "%s of thread %u" : "%s of mm %u", strata_event_strings_get (self->sink->strings, token->name).text, token->extra);

  token->name = strata_event_strings_intern (self->sink->strings, (StrataText){ name, strlen (name) });
}

static void
replay_counter (Replay *self,
                StrataEventToken *token)
{
  resolve_name (self, token);
  if (token->kind == STRATA_EVENT_TOKEN_MEMORY)
    find_owner (self, token);

  const guint32 name = token->process == STRATA_NONE ? strata_event_strings_label (self->sink->strings, token->name, self->device) : token->name;
  const guint32 counter = strata_trace_builder_get_counter (self->builder, token->process, -1, name);

  if ((token->flags & STRATA_EVENT_TOKEN_REAL) != 0)
    strata_trace_builder_add_real_sample (self->builder, counter, token->time_ns, strata_real_from_bits (token->value));
  else
    strata_trace_builder_add_sample (self->builder, counter, token->time_ns, token->value);
}

static void
replay_switch (Replay *self,
               const StrataEventToken *token)
{
  static const guint32 waits = STRATA_EVENT_TOKEN_IO | STRATA_EVENT_TOKEN_NO_IO;

  const guint32 cpu = self->first_cpu + (guint32) token->value;

  strata_trace_builder_set_rank (self->builder, cpu, token->thread, (guint8) token->name);
  strata_trace_builder_switch_cpu (self->builder, cpu, token->time_ns, token->thread, (guint8) token->process, token->extra);
  strata_trace_builder_set_rank (self->builder, cpu, token->extra, (guint8) (token->name >> 8));

  if (G_UNLIKELY ((token->flags & waits) != 0 && token->thread != STRATA_NONE))
    strata_trace_builder_block_reason (self->builder, token->thread, (token->flags & STRATA_EVENT_TOKEN_IO) != 0, STRATA_STRING_EMPTY);
}

static void
replay_loss (Replay *self,
             const StrataEventToken *token)
{
  const StrataLoss loss = {
    .cpu = self->first_cpu + token->name,
    .begin_ns = token->time_ns,
    .end_ns = token->value,
    .n_events = (guint64) token->process << 32 | token->extra,
  };

  if ((token->flags & STRATA_EVENT_TOKEN_ONE_SWITCH) != 0)
    strata_trace_builder_miss_switch (self->builder, loss.cpu, loss.begin_ns, loss.end_ns);
  else
    {
      strata_kernel_replay_lose (self->kernel, strata_trace_builder_get_running (self->builder, loss.cpu), loss.begin_ns);
      strata_trace_builder_add_loss (self->builder, &loss);
    }
}

/* A thread that writes a marker has returned from the kernel. */
static inline void
see_return (Replay *self,
            const StrataEventToken *token)
{
  if (token->kind <= STRATA_EVENT_TOKEN_METHOD || token->kind == STRATA_EVENT_TOKEN_BEGIN_ATTRS ||
      token->kind == STRATA_EVENT_TOKEN_ASYNC_BEGIN || token->kind == STRATA_EVENT_TOKEN_ASYNC_END)
    strata_kernel_replay_see_return (self->kernel, token);
}

static void
replay_kernel (Replay *self,
               const StrataEventToken *token)
{
  if (!strata_kernel_replay_take (self->kernel, token))
    diagnose (self, STRATA_DIAGNOSTIC_UNMATCHED_KERNEL_END, token->time_ns, 0, strata_event_strings_get (self->sink->strings, token->name));
}

/* Replays tokens about the scheduling of a thread. */
static void
replay_run (Replay *self,
            const StrataEventToken *token)
{
  switch (token->kind)
    {
    case STRATA_EVENT_TOKEN_WAKE:
      strata_trace_builder_wake (self->builder, token->thread, token->time_ns, token->name, (token->flags & STRATA_EVENT_TOKEN_INTERRUPT) != 0);
      break;
    case STRATA_EVENT_TOKEN_RUNNING:
      strata_trace_builder_see_running (self->builder, self->first_cpu + token->name, token->time_ns, token->thread);
      break;
    case STRATA_EVENT_TOKEN_BLOCKED:
      strata_trace_builder_block_reason (self->builder, token->thread, (token->flags & STRATA_EVENT_TOKEN_IO) != 0, token->name);
      break;
    case STRATA_EVENT_TOKEN_CPU_TIME:
      if ((token->flags & STRATA_EVENT_TOKEN_OF_CALL) != 0)
        strata_trace_builder_expect_cpu_time (self->builder, token->thread, token->time_ns, token->value);
      else
        strata_trace_builder_see_thread (self->builder, token->thread, token->time_ns, token->value);
      break;
    case STRATA_EVENT_TOKEN_UNKNOWN:
      strata_trace_builder_forget_state (self->builder, token->thread, token->time_ns);
      break;
    default:
      strata_trace_builder_exit_thread (self->builder, token->thread, token->time_ns);
      break;
    }
}

/* A flow step outside of any call cannot be shown. */
static void
diagnose_step (Replay *self,
               gint64 time_ns)
{
  static const StrataText flow = { "flow", 4 };

  diagnose (self, STRATA_DIAGNOSTIC_UNSHOWN_PACKET, time_ns, 0, flow);
}

static void
replay_describe (Replay *self,
                 const StrataEventToken *token)
{
  if ((token->flags & STRATA_EVENT_TOKEN_NEXT) == 0)
    {
      if (strata_trace_builder_get_n_open (self->builder, token->thread) > 0)
        strata_trace_builder_describe_slice (self->builder, token->thread, token->extra);
      else
        diagnose_step (self, token->time_ns);
      return;
    }

  if (self->next == NULL)
    self->next = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_array_unref);

  GArray *sets = g_hash_table_lookup (self->next, GUINT_TO_POINTER (token->thread));

  if (sets == NULL)
    {
      sets = g_array_new (FALSE, FALSE, sizeof (guint32));
      g_hash_table_insert (self->next, GUINT_TO_POINTER (token->thread), sets);
    }

  const guint32 set = (token->flags & STRATA_EVENT_TOKEN_SAMPLED) != 0 ? STRATA_NONE : token->extra;

  g_array_append_val (sets, set);
}

/* Takes a fact about another token. */
static void
replay_fact (Replay *self,
             const StrataEventToken *token)
{
  if (token->kind == STRATA_EVENT_TOKEN_DESCRIBE)
    replay_describe (self, token);
  else if (token->kind == STRATA_EVENT_TOKEN_ATTRS)
    self->attrs = token->name;
  else
    self->lasts_ns = token->value;
}

static void
replay_token (Replay *self,
              StrataEventToken *token)
{
  switch ((StrataEventTokenKind) token->kind)
    {
    case STRATA_EVENT_TOKEN_END:
      replay_end (self, token);
      break;
    case STRATA_EVENT_TOKEN_BEGIN:
    case STRATA_EVENT_TOKEN_BEGIN_ATTRS:
      replay_begin (self, token);
      break;
    case STRATA_EVENT_TOKEN_DESCRIBE:
    case STRATA_EVENT_TOKEN_ATTRS:
    case STRATA_EVENT_TOKEN_LASTS:
      replay_fact (self, token);
      break;
    case STRATA_EVENT_TOKEN_METHOD:
      replay_method (self, token);
      break;
    case STRATA_EVENT_TOKEN_ASYNC_BEGIN:
    case STRATA_EVENT_TOKEN_ASYNC_END:
      replay_async (self, token);
      break;
    case STRATA_EVENT_TOKEN_TRACK_BEGIN:
      replay_track_begin (self, token);
      break;
    case STRATA_EVENT_TOKEN_TRACK_END:
      replay_track_end (self, token);
      break;
    case STRATA_EVENT_TOKEN_COUNTER:
    case STRATA_EVENT_TOKEN_MEMORY:
      replay_counter (self, token);
      break;
    case STRATA_EVENT_TOKEN_INSTANT:
      replay_instant (self, token);
      break;
    case STRATA_EVENT_TOKEN_SWITCH:
      replay_switch (self, token);
      break;
    case STRATA_EVENT_TOKEN_LOSS:
      replay_loss (self, token);
      break;
    case STRATA_EVENT_TOKEN_WAKE:
    case STRATA_EVENT_TOKEN_RUNNING:
    case STRATA_EVENT_TOKEN_BLOCKED:
    case STRATA_EVENT_TOKEN_CPU_TIME:
    case STRATA_EVENT_TOKEN_UNKNOWN:
    case STRATA_EVENT_TOKEN_EXIT:
      replay_run (self, token);
      break;
    case STRATA_EVENT_TOKEN_KERNEL_BEGIN:
    case STRATA_EVENT_TOKEN_KERNEL_END:
    case STRATA_EVENT_TOKEN_KERNEL_NEXT:
    case STRATA_EVENT_TOKEN_KERNEL_DESCRIBE:
    case STRATA_EVENT_TOKEN_CPU_COUNTER:
    case STRATA_EVENT_TOKEN_BINDER:
    case STRATA_EVENT_TOKEN_BINDER_RECEIVED:
    case STRATA_EVENT_TOKEN_BINDER_FAILED:
      replay_kernel (self, token);
      break;
    case STRATA_EVENT_TOKEN_NOTHING:
    case STRATA_EVENT_TOKEN_BASE:
      break;
    }
}

static void
init (Replay *self,
      StrataEventSink *sink)
{
  *self = (Replay){
    .lasts_ns = STRATA_NO_TIME,
    .sink = sink,
    .builder = sink->builder,
    .async = strata_async_replay_new (sink->builder, sink->strings),
    .first_cpu = sink->device * STRATA_DEVICE_CPUS,
    .known_ns = STRATA_NO_TIME,
    .has_methods = strata_event_methods_are_used (sink->methods),
    .resolved = g_hash_table_new_full (NULL, NULL, NULL, g_free),
    .device = strata_trace_builder_dup_device_name (sink->builder, sink->device),
  };
  self->kernel = strata_kernel_replay_new (sink->builder, sink->strings, sink->device, self->device);
}

/* Reports steps that waited in vain for a call to begin. */
static void
diagnose_steps (Replay *self)
{
  GHashTableIter iter;
  gpointer sets;

  if (self->next == NULL)
    return;

  g_hash_table_iter_init (&iter, self->next);
  while (g_hash_table_iter_next (&iter, NULL, &sets))
    for (guint i = 0; i < ((GArray *) sets)->len; i++)
      diagnose_step (self, STRATA_NO_TIME);
}

static void
clear (Replay *self)
{
  strata_kernel_replay_free (self->kernel);
  strata_async_replay_free (self->async);
  g_free (self->are_level_writers);
  g_clear_pointer (&self->next, g_hash_table_unref);
  g_hash_table_unref (self->resolved);
  g_free (self->device);
}

/* Files of one recording follow one another closely or overlap. After a gap, open slices are not known to be still open. */
static void
see_input (Replay *self,
           const StrataEventSpan *span)
{
  const gint64 end_ns = strata_column_at (&self->sink->input_ends, gint64, span->input);
  StrataEventSpan first = *span;
  StrataEventToken token;

  self->input = span->input;
  if (end_ns == STRATA_NO_TIME || span->at == span->end || end_ns <= self->known_ns)
    return;

  strata_event_span_next (&first, &token);
  if (self->known_ns != STRATA_NO_TIME && token.time_ns - self->known_ns > STRATA_LEAST_PAUSE_NS)
    strata_trace_builder_end_recording (self->builder, self->sink->device, self->known_ns, token.time_ns);

  self->known_ns = end_ns;
}

static void
replay_span (Replay *self,
             StrataEventSpan span)
{
  StrataEventToken token = { 0 };

  see_input (self, &span);
  while (span.at < span.end)
    {
      strata_event_span_next (&span, &token);
      if (!self->sink->has_kernel_calls)
        see_return (self, &token);
      replay_token (self, &token);
    }
}

/**
 * strata_event_replay:
 * @sink: a sink that has received all events
 *
 * Passes all tokens to the builder, in time order. This uses up the log of @sink.
 */
void
strata_event_replay (StrataEventSink *sink)
{
  Replay self;
  StrataEventSpan span;

  init (&self, sink);
  if (sink->has_cpu_times)
    strata_trace_builder_set_clocks (sink->builder, STRATA_CLOCK_WALL | STRATA_CLOCK_CPU);
  while (strata_event_log_pop (sink->log, &span))
    {
      self.is_hitrace = strata_column_at (&sink->are_hitrace, guint8, span.input);
      replay_span (&self, span);
    }

  for (gsize i = 0; i < sink->left.n; i++)
    {
      const StrataEventLeft *left = &strata_column_at (&sink->left, StrataEventLeft, i);

      strata_trace_builder_leave_calls (sink->builder, left->thread, left->time_ns);
    }

  strata_async_replay_finish (self.async);
  strata_kernel_replay_finish (self.kernel);
  diagnose_steps (&self);
  clear (&self);
  g_clear_pointer (&sink->log, strata_event_log_free);
}
