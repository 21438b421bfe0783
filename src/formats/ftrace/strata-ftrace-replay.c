/* strata-ftrace-replay.c - tokens of a capture become a trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-ftrace-replay.h"

#include "strata-ftrace-kernel.h"
#include "strata-ftrace-mark.h"

/* A name as it was written and what it is in a HiTrace capture. */
typedef struct
{
  guint32 name; /* string id */
  guint32 attrs;
} Resolved;

struct _StrataFtraceReplay
{
  StrataFtraceReader *reader;
  StrataTraceBuilder *builder;
  StrataFtraceKernel *kernel; /* owned */
  gboolean is_hitrace;
  gboolean has_guessed; /* whether anything was made of that before all was read */
  gboolean has_methods;
  GHashTable *resolved;        /* string id -> Resolved*, owned: of B names */
  gboolean *are_level_writers; /* owned; nullable: by thread, once it is asked for */
  guint n_threads;
  guint32 input;     /* of the present token */
  guint32 first_cpu; /* of the device */
};

static Resolved
resolve (StrataFtraceReplay *self,
         const StrataFtraceToken *token,
         char phase)
{
  StrataFtraceStrings *strings = self->reader->strings;
  StrataFtraceMark mark = {
    .phase = phase,
    .name = strata_ftrace_strings_get (strings, token->name),
    .chain = { "", 0 },
  };

  strata_ftrace_mark_resolve (&mark);

  const gboolean is_old = (token->flags & STRATA_FTRACE_TOKEN_OLD) != 0;
  const guint32 name = strata_ftrace_strings_intern (strings, mark.name);

  return (Resolved){
    .name = name,
    .attrs = strata_ftrace_reader_intern_attrs (self->reader, is_old ? 'M' : '\0', 0, mark.chain),
  };
}

/* The name of a token that begins with "H:" while it was not known yet what that
 * means. Captures from before API version 19 are full of those. */
static void
resolve_begin (StrataFtraceReplay *self,
               StrataFtraceToken *token)
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
resolve_name (StrataFtraceReplay *self,
              StrataFtraceToken *token)
{
  if ((token->flags & STRATA_FTRACE_TOKEN_MAYBE_HITRACE) != 0 && self->is_hitrace)
    token->name = resolve (self, token, 0).name;
}

/* The same of one that stands on a track. */
static void
resolve_on_track (StrataFtraceReplay *self,
                  StrataFtraceToken *token)
{
  StrataFtraceToken track = *token;

  track.name = token->extra;
  resolve_name (self, token);
  resolve_name (self, &track);
  token->extra = track.name;
}

static void
diagnose (StrataFtraceReplay *self,
          StrataDiagnosticKind kind,
          gint64 time_ns,
          guint32 line,
          StrataText sample)
{
  const StrataPlace place = { .line = line, .offset = -1, .time_ns = time_ns };

  strata_diagnostics_set_input (self->reader->diagnostics, self->input);
  strata_diagnostics_add (self->reader->diagnostics, kind, place, sample.text, (gssize) sample.n_bytes);
  strata_diagnostics_set_input (self->reader->diagnostics, STRATA_NO_INPUT);
}

static gboolean
is_level_writer (StrataFtraceReplay *self,
                 guint32 thread)
{
  if (self->are_level_writers == NULL)
    self->are_level_writers = strata_ftrace_tasks_find_level_writers (self->reader->tasks, &self->n_threads);

  return thread < self->n_threads && self->are_level_writers[thread];
}

/* "name|M6" of a process that writes levels was cut. Of any other process it is
 * a name, odd as it looks. */
static void
drop_half_level (StrataFtraceReplay *self,
                 StrataFtraceToken *token)
{
  const StrataText name = strata_ftrace_strings_get (self->reader->strings, token->name);
  const char *bar = g_strrstr_len (name.text, (gssize) name.n_bytes, "|");

  if (bar == NULL || !is_level_writer (self, token->thread))
    return;

  diagnose (self, STRATA_DIAGNOSTIC_CUT_PAYLOAD, token->time_ns, 0, name);
  token->name = strata_ftrace_strings_intern (self->reader->strings, (StrataText){ name.text, (gsize) (bar - name.text) });
  token->flags = (token->flags & ~(guint32) STRATA_FTRACE_TOKEN_OLD) | STRATA_FTRACE_TOKEN_CUT;
}

static void
replay_begin (StrataFtraceReplay *self,
              StrataFtraceToken *token)
{
  if (G_UNLIKELY ((token->flags & STRATA_FTRACE_TOKEN_HALF_LEVEL) != 0 && self->is_hitrace))
    drop_half_level (self, token);

  if (token->kind != STRATA_FTRACE_TOKEN_BEGIN_ATTRS)
    token->extra = (token->flags & STRATA_FTRACE_TOKEN_OLD) != 0 && self->is_hitrace ? self->reader->old_attrs : STRATA_ATTRS_NONE;

  if ((token->flags & STRATA_FTRACE_TOKEN_MAYBE_HITRACE) != 0 && self->is_hitrace)
    resolve_begin (self, token);

  strata_trace_builder_begin_slice (self->builder, token->thread, token->time_ns, STRATA_NO_TIME, token->name, token->extra);

  if (G_UNLIKELY (self->has_methods))
    strata_ftrace_methods_begin (self->reader->methods, token->thread, token->time_ns);

  if (G_UNLIKELY ((token->flags & STRATA_FTRACE_TOKEN_CUT) != 0))
    strata_trace_builder_flag_slice (self->builder, token->thread, STRATA_SLICE_CUT);
}

static void
replay_method (StrataFtraceReplay *self,
               StrataFtraceToken *token)
{
  const guint32 name = strata_ftrace_methods_name (self->reader->methods, token->name);

  if (name != STRATA_NONE)
    token->name = name;

  if (name != STRATA_NONE || !self->has_methods)
    replay_begin (self, token);
  else if (!strata_ftrace_methods_take (self->reader->methods, token->thread, token->time_ns, token->name))
    diagnose (self, STRATA_DIAGNOSTIC_UNMATCHED_END, token->time_ns, 0, strata_ftrace_strings_get (self->reader->strings, token->name));
}

static gboolean
end_section (StrataFtraceReplay *self,
             const StrataFtraceToken *token)
{
  if (G_UNLIKELY (self->has_methods))
    return strata_ftrace_methods_end (self->reader->methods, token->thread, token->time_ns);

  return strata_trace_builder_end_slice (self->builder, token->thread, token->time_ns, STRATA_NO_TIME, 0);
}

static void
replay_end (StrataFtraceReplay *self,
            const StrataFtraceToken *token)
{
  static const StrataText nothing = { "E", 1 };

  if (G_UNLIKELY (!end_section (self, token)))
    diagnose (self, STRATA_DIAGNOSTIC_UNMATCHED_END, token->time_ns, token->name, nothing);
}

static StrataAsyncKey
make_key (const StrataFtraceToken *token,
          guint32 name,
          StrataAsyncKind kind)
{
  return (StrataAsyncKey){
    .cookie = token->value,
    .process = token->process,
    .name = name,
    .kind = kind,
  };
}

/* HiTraceMeter: slices of one category share a lane; others have one a name. */
static void
replay_async_begin (StrataFtraceReplay *self,
                    StrataFtraceToken *token)
{
  const StrataAttrTable *attrs = strata_trace_builder_get_attrs (self->builder);
  const guint32 category = strata_attr_table_get (attrs, token->extra)->category;

  resolve_name (self, token);

  const StrataAsyncKey key = make_key (token, token->name, STRATA_ASYNC_NAME);

  strata_trace_builder_begin_async (self->builder, &key, token->thread, token->time_ns,
                                    category != STRATA_STRING_EMPTY ? category : token->name, token->name, token->extra);

  if (G_UNLIKELY ((token->flags & STRATA_FTRACE_TOKEN_CUT) != 0))
    strata_trace_builder_flag_async (self->builder, STRATA_SLICE_CUT);
}

static void
replay_async_end (StrataFtraceReplay *self,
                  StrataFtraceToken *token)
{
  resolve_name (self, token);

  const StrataAsyncKey key = make_key (token, token->name, STRATA_ASYNC_NAME);

  if (!strata_trace_builder_end_async (self->builder, &key, token->time_ns))
    diagnose (self, STRATA_DIAGNOSTIC_UNMATCHED_ASYNC_END, token->time_ns, token->extra,
              strata_ftrace_strings_get (self->reader->strings, token->name));
}

static void
replay_track_begin (StrataFtraceReplay *self,
                    StrataFtraceToken *token)
{
  resolve_on_track (self, token);

  const StrataAsyncKey key = make_key (token, token->extra, STRATA_ASYNC_TRACK);

  strata_trace_builder_begin_async (self->builder, &key, token->thread, token->time_ns, token->extra, token->name, STRATA_ATTRS_NONE);
}

static void
replay_track_end (StrataFtraceReplay *self,
                  StrataFtraceToken *token)
{
  resolve_name (self, token);

  const StrataAsyncKey key = make_key (token, token->name, STRATA_ASYNC_TRACK);

  if (!strata_trace_builder_end_async (self->builder, &key, token->time_ns))
    diagnose (self, STRATA_DIAGNOSTIC_UNMATCHED_ASYNC_END, token->time_ns, token->extra,
              strata_ftrace_strings_get (self->reader->strings, token->name));
}

static void
replay_counter (StrataFtraceReplay *self,
                StrataFtraceToken *token)
{
  resolve_name (self, token);

  const guint32 counter = strata_trace_builder_get_counter (self->builder, token->process, -1, token->name);

  strata_trace_builder_add_sample (self->builder, counter, token->time_ns, token->value);
}

static void
replay_switch (StrataFtraceReplay *self,
               const StrataFtraceToken *token)
{
  static const guint32 waits = STRATA_FTRACE_TOKEN_IO | STRATA_FTRACE_TOKEN_NO_IO;

  strata_trace_builder_switch_cpu (self->builder, self->first_cpu + (guint32) token->value, token->time_ns, token->thread, (guint8) token->process, token->extra);

  if (G_UNLIKELY ((token->flags & waits) != 0 && token->thread != STRATA_NONE))
    strata_trace_builder_block_reason (self->builder, token->thread, (token->flags & STRATA_FTRACE_TOKEN_IO) != 0, STRATA_STRING_EMPTY);
}

static void
replay_loss (StrataFtraceReplay *self,
             const StrataFtraceToken *token)
{
  const StrataLoss loss = {
    .cpu = self->first_cpu + token->name,
    .begin_ns = token->time_ns,
    .end_ns = token->value,
    .n_events = (guint64) token->process << 32 | token->extra,
  };

  strata_trace_builder_add_loss (self->builder, &loss);
}

static void
replay_token (StrataFtraceReplay *self,
              StrataFtraceToken *token)
{
  switch ((StrataFtraceTokenKind) token->kind)
    {
    case STRATA_FTRACE_TOKEN_END:
      replay_end (self, token);
      break;
    case STRATA_FTRACE_TOKEN_BEGIN:
    case STRATA_FTRACE_TOKEN_BEGIN_ATTRS:
      replay_begin (self, token);
      break;
    case STRATA_FTRACE_TOKEN_METHOD:
      replay_method (self, token);
      break;
    case STRATA_FTRACE_TOKEN_ASYNC_BEGIN:
      replay_async_begin (self, token);
      break;
    case STRATA_FTRACE_TOKEN_ASYNC_END:
      replay_async_end (self, token);
      break;
    case STRATA_FTRACE_TOKEN_TRACK_BEGIN:
      replay_track_begin (self, token);
      break;
    case STRATA_FTRACE_TOKEN_TRACK_END:
      replay_track_end (self, token);
      break;
    case STRATA_FTRACE_TOKEN_COUNTER:
      replay_counter (self, token);
      break;
    case STRATA_FTRACE_TOKEN_INSTANT:
      resolve_on_track (self, token);
      strata_trace_builder_add_instant (self->builder, token->thread, token->process, token->extra, token->time_ns, token->name);
      break;
    case STRATA_FTRACE_TOKEN_SWITCH:
      replay_switch (self, token);
      break;
    case STRATA_FTRACE_TOKEN_LOSS:
      replay_loss (self, token);
      break;
    case STRATA_FTRACE_TOKEN_WAKE:
      strata_trace_builder_wake (self->builder, token->thread, token->time_ns, token->name, (token->flags & STRATA_FTRACE_TOKEN_INTERRUPT) != 0);
      break;
    case STRATA_FTRACE_TOKEN_RUNNING:
      strata_trace_builder_see_running (self->builder, self->first_cpu + token->name, token->time_ns, token->thread);
      break;
    case STRATA_FTRACE_TOKEN_BLOCKED:
      strata_trace_builder_block_reason (self->builder, token->thread, (token->flags & STRATA_FTRACE_TOKEN_IO) != 0, token->name);
      break;
    case STRATA_FTRACE_TOKEN_KERNEL_BEGIN:
    case STRATA_FTRACE_TOKEN_KERNEL_END:
    case STRATA_FTRACE_TOKEN_KERNEL_NEXT:
    case STRATA_FTRACE_TOKEN_CPU_COUNTER:
    case STRATA_FTRACE_TOKEN_BINDER:
    case STRATA_FTRACE_TOKEN_BINDER_RECEIVED:
    case STRATA_FTRACE_TOKEN_BINDER_FAILED:
      strata_ftrace_kernel_replay (self->kernel, token);
      break;
    case STRATA_FTRACE_TOKEN_EXIT:
      strata_trace_builder_exit_thread (self->builder, token->thread, token->time_ns);
      break;
    }
}

#define KIND(kind) (1u << STRATA_FTRACE_TOKEN_##kind)

/* Whether what a token means depends on what "H:" before a name is. */
static inline gboolean
is_doubtful (const StrataFtraceToken *token)
{
  static const guint32 kinds = KIND (BEGIN) | KIND (BEGIN_ATTRS) | KIND (ASYNC_BEGIN) | KIND (ASYNC_END) | KIND (TRACK_BEGIN) | KIND (TRACK_END) |
                               KIND (COUNTER) | KIND (INSTANT);

  return (token->flags & ~(guint32) STRATA_FTRACE_TOKEN_CUT) != 0 && (kinds >> token->kind & 1) != 0;
}

/* Whether a token can be replayed before all is read. What processes are called,
 * whether methods are marked and which threads write levels, the end alone tells. */
static inline gboolean
is_ripe (const StrataFtraceReplay *self,
         const StrataFtraceToken *token)
{
  static const guint32 late_kinds = KIND (METHOD) | KIND (BINDER) | KIND (BINDER_RECEIVED) | KIND (BINDER_FAILED);
  const gboolean is_cut_level = (token->flags & STRATA_FTRACE_TOKEN_HALF_LEVEL) != 0 && is_doubtful (token) && self->is_hitrace;

  return (late_kinds >> token->kind & 1) == 0 && !is_cut_level;
}

/* What the markers so far look like is taken for what the capture is, until one comes
 * whose meaning depends on that: then it had better be so to the end. */
static gboolean
guess_hitrace (StrataFtraceReplay *self,
               gboolean has_ended)
{
  const gboolean is_hitrace = strata_ftrace_reader_is_hitrace (self->reader);

  if (!self->has_guessed)
    self->is_hitrace = is_hitrace;

  return self->is_hitrace == is_hitrace || (!has_ended && self->reader->n_hitrace == 0);
}

/* Returns FALSE at what should have waited until all is read. */
static gboolean
follow_span (StrataFtraceReplay *self,
             const StrataFtraceSpan *span)
{
  StrataFtraceToken token = { 0 };

  self->input = span->input;
  for (const StrataFtraceUnit *unit = span->begin; unit < span->end;)
    {
      unit = strata_ftrace_unit_read (unit, &token);
      if (G_UNLIKELY (!is_ripe (self, &token)))
        return FALSE;

      self->has_guessed |= is_doubtful (&token);
      replay_token (self, &token);
    }

  return TRUE;
}

/* Likewise. */
static gboolean
follow (StrataFtraceReplay *self,
        gboolean has_ended)
{
  StrataFtraceLog *log = self->reader->log;
  StrataFtraceSpan span;
  gboolean is_good = strata_ftrace_log_is_in_order (log) && guess_hitrace (self, has_ended);

  while (is_good && strata_ftrace_log_follow (log, has_ended, &span))
    is_good = follow_span (self, &span);

  return is_good;
}

/**
 * strata_ftrace_replay_new:
 * @reader: a reader
 *
 * Returns: (transfer full): what gives to the builder what @reader reads
 */
StrataFtraceReplay *
strata_ftrace_replay_new (StrataFtraceReader *reader)
{
  StrataFtraceReplay *self = g_new0 (StrataFtraceReplay, 1);

  self->reader = reader;
  self->builder = reader->builder;
  self->kernel = strata_ftrace_kernel_new (reader->builder, reader->strings);
  self->first_cpu = reader->device * STRATA_DEVICE_CPUS;
  self->resolved = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  return self;
}

/**
 * strata_ftrace_replay_free:
 * @self: (nullable) (transfer full): what gives tokens to the builder
 */
void
strata_ftrace_replay_free (StrataFtraceReplay *self)
{
  if (self == NULL)
    return;

  strata_ftrace_kernel_free (self->kernel);
  g_free (self->are_level_writers);
  g_hash_table_unref (self->resolved);
  g_free (self);
}

/**
 * strata_ftrace_replay_follow:
 * @self: what gives tokens to the builder
 * @has_ended: whether all has been read; until then the latest token may still change
 *
 * Gives to the builder what was read since the last call, in the hope that nothing
 * comes that stands before it, or changes what it means. Where something does, all is
 * taken back.
 *
 * Returns: %FALSE if that was so: it has to be replayed as a whole
 */
gboolean
strata_ftrace_replay_follow (StrataFtraceReplay *self,
                             gboolean has_ended)
{
  StrataDiagnostics *diagnostics = self->reader->diagnostics;
  const guint32 input = strata_diagnostics_get_input (diagnostics);

  strata_diagnostics_set_input (diagnostics, STRATA_NO_INPUT);

  const gboolean is_good = follow (self, has_ended);

  if (!is_good)
    strata_trace_builder_forget_events (self->builder);

  strata_diagnostics_set_input (diagnostics, input);
  return is_good;
}

static void
replay_span (StrataFtraceReplay *self,
             const StrataFtraceSpan *span)
{
  StrataFtraceToken token = { 0 };

  self->input = span->input;
  for (const StrataFtraceUnit *unit = span->begin; unit < span->end;)
    {
      unit = strata_ftrace_unit_read (unit, &token);
      replay_token (self, &token);
    }
}

/* Everything at once, by time. The log is empty then. */
static void
replay_all (StrataFtraceReader *reader)
{
  g_autoptr (StrataFtraceReplay) self = strata_ftrace_replay_new (reader);
  StrataFtraceSpan span;

  self->has_methods = strata_ftrace_methods_are_used (reader->methods);
  while (strata_ftrace_log_pop (reader->log, &span))
    {
      self->is_hitrace = strata_column_at (&reader->are_hitrace, guint8, span.input);
      replay_span (self, &span);
    }
}

/**
 * strata_ftrace_replay:
 * @reader: a reader that has read everything
 *
 * Gives what was read to the builder, by time, unless that was done while it was read.
 * The reader's log is gone then.
 */
void
strata_ftrace_replay (StrataFtraceReader *reader)
{
  if (reader->replay == NULL || !strata_ftrace_replay_follow (reader->replay, TRUE))
    replay_all (reader);

  g_clear_pointer (&reader->log, strata_ftrace_log_free);
}
