/* strata-perfetto-samples.c - stacks sampled by a profiler
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-callsite-builder.h"
#include "strata-pair-key.h"
#include "strata-perfetto-args.h"
#include "strata-perfetto-fields.h"
#include "strata-perfetto-player.h"
#include "strata-stack-frames.h"

/* Stacks of traced_perf (one sample per packet) and of Chrome's sampler (many per packet). A stack is an id in
 * the sequence's dictionaries: a list of frames, the outermost first, which refer to a function and a library.
 * The samples get separate rows next to the threads; each counts as one, whatever triggered the profiler. They are also
 * kept as they are, for SQL.
 * Format: profiling/profile_common.proto and profile_packet.proto of Perfetto. */

#define EVENT_NAME "CPU samples"

/* Build ids have 20 bytes. */
#define MAX_BUILD_ID_BYTES 64

/* The innermost call of a stack: in the tree from which slices are made, and in that of SQL. */
typedef struct
{
  guint32 node;     /* or STRATA_NONE */
  guint32 callsite; /* or STRATA_NONE */
} Stack;

struct _StrataPerfettoSamples
{
  StrataStackSamples *samples; /* owned */
  StrataStackFrames frames;    /* of the current stack */
  GHashTable *stacks;          /* (element-type StrataPairKey Stack) owned: by generation of a sequence's state and id */
  GHashTable *libraries;       /* (element-type StrataPairKey utf8) owned: paths of mappings, the same */
  GHashTable *sessions;        /* sequence -> number of its session + 1 */
  guint32 event;
};

static struct _StrataPerfettoSamples *
need_samples (StrataPerfettoPlayer *self)
{
  if (self->samples != NULL)
    return self->samples;

  self->samples = g_new0 (struct _StrataPerfettoSamples, 1);
  self->samples->samples = strata_stack_samples_new (self->reader->builder);
  strata_stack_samples_set_beside (self->samples->samples, self->sink, TRUE);
  strata_stack_samples_keep_calls (self->samples->samples);
  self->samples->stacks = g_hash_table_new_full (strata_pair_key_hash, strata_pair_key_equal, g_free, g_free);
  self->samples->libraries = g_hash_table_new_full (strata_pair_key_hash, strata_pair_key_equal, g_free, g_free);
  self->samples->sessions = g_hash_table_new (NULL, NULL);
  self->samples->event = strata_stack_samples_get_event (self->samples->samples, EVENT_NAME, "samples", 0);
  return self->samples;
}

void
strata_perfetto_player_clear_samples (StrataPerfettoPlayer *self)
{
  if (self->samples == NULL)
    return;

  strata_stack_samples_free (self->samples->samples);
  strata_stack_frames_clear (&self->samples->frames);
  g_hash_table_unref (self->samples->stacks);
  g_hash_table_unref (self->samples->libraries);
  g_hash_table_unref (self->samples->sessions);
  g_clear_pointer (&self->samples, g_free);
}

/* Build ids are bytes, in a message like that of a text. */
static guint32
intern_build_id (StrataPerfettoPlayer *self,
                 const StrataPerfettoState *state,
                 guint64 iid)
{
  g_autoptr (GString) digits = g_string_new (NULL);
  StrataProto message;

  if (iid != 0 && strata_perfetto_state_find_message (state, STRATA_PF_INTERNED_BUILD_IDS, iid, &message))
    while (strata_proto_next (&message))
      if (message.number == STRATA_PF_INTERNED_STRING_TEXT && message.wire == STRATA_PROTO_BYTES)
        for (guint64 i = 0; i < MIN (message.value, MAX_BUILD_ID_BYTES); i++)
          g_string_append_printf (digits, "%02x", message.data[i]);

  return strata_string_pool_intern (self->reader->strings, digits->str, digits->len);
}

/* Keeps what the first mapping of a library says about it. */
static void
describe_library (StrataPerfettoPlayer *self,
                  const StrataPerfettoState *state,
                  guint64 iid,
                  StrataText path)
{
  const guint32 name = strata_string_pool_intern (self->reader->strings, path.text, path.n_bytes);
  StrataLibrary library = { .build_id = STRATA_STRING_EMPTY };
  StrataProto mapping;
  guint64 build_id = 0;

  if (strata_trace_builder_knows_library (self->reader->builder, name) || !strata_perfetto_state_find_message (state, STRATA_PF_INTERNED_MAPPINGS, iid, &mapping))
    return;

  while (strata_proto_next (&mapping))
    if (mapping.number == STRATA_PF_MAPPING_BUILD_ID)
      build_id = strata_proto_get_uint (&mapping);
    else if (mapping.number == STRATA_PF_MAPPING_START_OFFSET)
      library.start_offset = strata_proto_get_uint (&mapping);
    else if (mapping.number == STRATA_PF_MAPPING_START)
      library.start = strata_proto_get_uint (&mapping);
    else if (mapping.number == STRATA_PF_MAPPING_END)
      library.end = strata_proto_get_uint (&mapping);
    else if (mapping.number == STRATA_PF_MAPPING_LOAD_BIAS)
      library.load_bias = strata_proto_get_uint (&mapping);
    else if (mapping.number == STRATA_PF_MAPPING_EXACT_OFFSET)
      library.exact_offset = strata_proto_get_uint (&mapping);

  library.build_id = intern_build_id (self, state, build_id);
  strata_trace_builder_describe_library (self->reader->builder, name, &library);
}

/* Returns the path of the library of a mapping; each is read once. */
static const char *
find_library (StrataPerfettoPlayer *self,
              const StrataPerfettoState *state,
              guint64 iid)
{
  const StrataPairKey key = { state != NULL ? state->generation : 0, iid };
  const char *known = g_hash_table_lookup (self->samples->libraries, &key);

  if (known != NULL)
    return known;

  char *path = strata_perfetto_state_dup_library (state, self->reader->strings, iid, &self->n_unknown_names);

  if (iid != 0)
    describe_library (self, state, iid, (StrataText){ path, strlen (path) });

  g_hash_table_insert (self->samples->libraries, g_memdup2 (&key, sizeof key), path);
  return path;
}

static void
add_frame (StrataPerfettoPlayer *self,
           const StrataPerfettoState *state,
           guint64 iid)
{
  StrataProto frame;
  guint64 function = 0;
  guint64 mapping = 0;
  guint64 rel_pc = 0;

  if (!strata_perfetto_state_find_message (state, STRATA_PF_INTERNED_FRAMES, iid, &frame))
    {
      self->n_unknown_names++;
      return;
    }

  while (strata_proto_next (&frame))
    if (frame.number == STRATA_PF_FRAME_FUNCTION)
      function = strata_proto_get_uint (&frame);
    else if (frame.number == STRATA_PF_FRAME_MAPPING)
      mapping = strata_proto_get_uint (&frame);
    else if (frame.number == STRATA_PF_FRAME_REL_PC)
      rel_pc = strata_proto_get_uint (&frame);

  const char *path = find_library (self, state, mapping);
  const StrataText library = { path, strlen (path) };
  const StrataText name = strata_perfetto_state_get_text (state, self->reader->strings, STRATA_PF_INTERNED_FUNCTION_NAMES, function, &self->n_unknown_names);

  strata_stack_frames_add_native (&self->samples->frames, self->samples->samples, name, library, rel_pc);
}

static Stack
read_stack (StrataPerfettoPlayer *self,
            const StrataPerfettoState *state,
            guint64 iid)
{
  Stack stack = { STRATA_NONE, STRATA_NONE };
  StrataProto message;

  if (!strata_perfetto_state_find_message (state, STRATA_PF_INTERNED_CALLSTACKS, iid, &message))
    {
      self->n_unknown_names++;
      return stack;
    }

  while (strata_proto_next (&message))
    if (message.number == STRATA_PF_CALLSTACK_FRAMES)
      {
        StrataProtoNumbers frames = strata_proto_get_numbers (&message, STRATA_PROTO_VARINT);
        guint64 frame;

        while (strata_proto_numbers_next (&frames, &frame))
          add_frame (self, state, frame);
      }

  stack.node = strata_stack_frames_take (&self->samples->frames, self->samples->samples, FALSE);
  stack.callsite = self->samples->frames.callsite;
  return stack;
}

static Stack
find_stack (StrataPerfettoPlayer *self,
            const StrataPerfettoState *state,
            guint64 iid)
{
  const StrataPairKey key = { state != NULL ? state->generation : 0, iid };
  const Stack *known = g_hash_table_lookup (self->samples->stacks, &key);

  if (known != NULL)
    return *known;

  const Stack stack = read_stack (self, state, iid);

  g_hash_table_insert (self->samples->stacks, g_memdup2 (&key, sizeof key), g_memdup2 (&stack, sizeof stack));
  return stack;
}

/* Samples name threads only by id. Thread 0 is the idle task, unless a program has one. */
static void
name_idle (StrataPerfettoPlayer *self,
           gint64 pid,
           gint64 tid)
{
  if (tid == 0 && pid <= 0)
    strata_process_list_add_thread (strata_event_sink_get_list (self->sink), 0, 0, (StrataText){ STRATA_EVENT_IDLE_NAME, sizeof STRATA_EVENT_IDLE_NAME - 1 });
}

/* Adds a sample to the slices, if it has a stack and these are not in the file, and to the samples of SQL. */
static void
add_sample (StrataPerfettoPlayer *self,
            StrataCallSample *sample,
            guint32 node,
            gboolean has_slices,
            gint64 pid,
            gint64 tid)
{
  static const StrataText nameless = { "", 0 };
  StrataStackSamples *samples = self->samples->samples;
  const gint64 time_ns = sample->time_ns;

  name_idle (self, pid, tid);
  strata_stack_samples_add_row (samples, self->samples->event, pid, tid, sample);
  if (node != STRATA_NONE && has_slices)
    strata_trace_builder_have_sampled_slices (self->reader->builder);
  else if (node != STRATA_NONE)
    strata_stack_samples_add (samples, self->samples->event, strata_stack_samples_get_thread (samples, self->samples->event, pid, tid, nameless), time_ns, node, 1);
  else
    strata_event_sink_diagnose (self->sink, STRATA_DIAGNOSTIC_NO_STACK, 1, sample->time_ns, nameless);
}

/* Each sequence of samples is a session. */
static guint16
find_session (StrataPerfettoPlayer *self,
              const StrataPerfettoSequence *sequence)
{
  GHashTable *sessions = self->samples->sessions;
  gpointer number = g_hash_table_lookup (sessions, sequence);

  if (number == NULL)
    {
      number = GUINT_TO_POINTER (g_hash_table_size (sessions) + 1);
      g_hash_table_insert (sessions, (gpointer) sequence, number);
    }

  return (guint16) (GPOINTER_TO_UINT (number) - 1);
}

/**
 * strata_perfetto_player_take_perf_sample:
 * @self: the player
 * @context: context of the packet
 * @time_ns: when
 * @sample: a sample of traced_perf
 *
 * Stores a sample. A sample without a stack, which only counts events, is only in SQL.
 */
void
strata_perfetto_player_take_perf_sample (StrataPerfettoPlayer *self,
                                         const StrataPerfettoContext *context,
                                         gint64 time_ns,
                                         StrataProto sample)
{
  const guint64 n_bytes = (guint64) (sample.end - sample.at);
  StrataCallSample row = { .time_ns = time_ns, .callsite = STRATA_NONE, .cpu = STRATA_NONE, .sampler = STRATA_SAMPLER_PERF, .error = STRATA_SAMPLE_UNKNOWN };
  gint64 pid = -1;
  gint64 tid = -1;
  guint64 iid = 0;
  guint64 n_lost = 0;
  gboolean has_slices = FALSE;
  gboolean is_alone = FALSE;
  Stack stack = { STRATA_NONE, STRATA_NONE };

  while (strata_proto_next (&sample))
    if (sample.number == STRATA_PF_PERF_SAMPLE_CPU)
      row.cpu = (guint32) strata_proto_get_uint (&sample);
    else if (sample.number == STRATA_PF_PERF_SAMPLE_PID)
      pid = (gint32) strata_proto_get_uint (&sample);
    else if (sample.number == STRATA_PF_PERF_SAMPLE_TID)
      tid = (gint32) strata_proto_get_uint (&sample);
    else if (sample.number == STRATA_PF_PERF_SAMPLE_CALLSTACK)
      iid = strata_proto_get_uint (&sample);
    else if (sample.number == STRATA_PF_PERF_SAMPLE_MODE)
      row.mode = (guint8) strata_proto_get_uint (&sample);
    else if (sample.number == STRATA_PF_PERF_SAMPLE_ERROR)
      row.error = (guint8) strata_proto_get_uint (&sample);
    else if (sample.number == STRATA_PF_PERF_SAMPLE_LOST)
      n_lost = strata_proto_get_uint (&sample);
    else if (sample.number == STRATA_PF_PERF_SAMPLE_HAS_SLICES)
      has_slices = TRUE;
    else if (sample.number == STRATA_PF_PERF_SAMPLE_PROCESS_UNKNOWN)
      is_alone = TRUE;

  need_samples (self);
  if (iid != 0)
    stack = find_stack (self, context->state, iid);

  row.callsite = stack.callsite;
  row.session = find_session (self, context->sequence);
  strata_stack_samples_lose (self->samples->samples, time_ns, row.cpu, n_lost);
  if (n_lost > 0)
    return;

  if (tid >= 0)
    add_sample (self, &row, stack.node, has_slices, is_alone ? -1 : pid, tid);
  else
    strata_perfetto_reader_leave_out (self->reader, context->kind, n_bytes);
}

/**
 * strata_perfetto_player_take_streaming_profile:
 * @self: the player
 * @context: context of the packet
 * @time_ns: time of the sequence, to which differences are added
 * @profile: samples of the sequence's thread
 *
 * Stores the samples of a packet: stacks, and the difference of each to the previous one in µs.
 */
void
strata_perfetto_player_take_streaming_profile (StrataPerfettoPlayer *self,
                                               const StrataPerfettoContext *context,
                                               gint64 time_ns,
                                               StrataProto profile)
{
  g_autoptr (GArray) stacks = strata_proto_list_numbers (profile, STRATA_PF_STREAMING_PROFILE_CALLSTACKS);
  StrataCallSample row = { .cpu = STRATA_NONE, .sampler = STRATA_SAMPLER_CHROME, .error = STRATA_SAMPLE_UNKNOWN };
  const gboolean has_slices = strata_proto_find_uint (profile, STRATA_PF_STREAMING_PROFILE_HAS_SLICES) != 0;
  guint n = 0;

  row.priority = (gint8) strata_proto_find_uint (profile, STRATA_PF_STREAMING_PROFILE_PRIORITY);
  need_samples (self);

  while (strata_proto_next (&profile))
    if (profile.number == STRATA_PF_STREAMING_PROFILE_DELTAS_US)
      {
        StrataProtoNumbers numbers = strata_proto_get_numbers (&profile, STRATA_PROTO_VARINT);
        guint64 delta_us;

        for (; n < stacks->len && strata_proto_numbers_next (&numbers, &delta_us); n++)
          {
            const Stack stack = find_stack (self, context->state, g_array_index (stacks, guint64, n));
            gint64 delta_ns;

            if (__builtin_mul_overflow ((gint64) delta_us, 1000, &delta_ns))
              return;

            time_ns = strata_time_add (time_ns, delta_ns);
            row.time_ns = time_ns;
            row.callsite = stack.callsite;
            if (stack.node != STRATA_NONE)
              add_sample (self, &row, stack.node, has_slices, context->sequence->pid, context->sequence->tid);
          }
      }
}

/**
 * strata_perfetto_player_play_samples:
 * @self: a player that has played everything else
 *
 * Makes slices of all samples.
 *
 * Returns: whether there are any
 */
gboolean
strata_perfetto_player_play_samples (StrataPerfettoPlayer *self)
{
  return self->samples != NULL && strata_stack_samples_play (self->samples->samples, NULL);
}
