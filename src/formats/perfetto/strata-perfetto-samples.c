/* strata-perfetto-samples.c - stacks sampled by a profiler
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-pair-key.h"
#include "strata-perfetto-args.h"
#include "strata-perfetto-fields.h"
#include "strata-perfetto-player.h"
#include "strata-stack-frames.h"

/* Stacks of traced_perf (one sample per packet) and of Chrome's sampler (many per packet). A stack is an id in
 * the sequence's dictionaries: a list of frames, the outermost first, which refer to a function and a library.
 * The samples get separate rows next to the threads; each counts as one, whatever triggered the profiler.
 * Format: profiling/profile_common.proto and profile_packet.proto of Perfetto. */

#define EVENT_NAME "CPU samples"

struct _StrataPerfettoSamples
{
  StrataStackSamples *samples; /* owned */
  StrataStackFrames frames;    /* of the current stack */
  GHashTable *nodes;           /* (element-type StrataPairKey guint32) owned keys: generation of a sequence's state and id of a stack -> its innermost call, plus 1 */
  guint32 event;
};

static struct _StrataPerfettoSamples *
need_samples (StrataPerfettoPlayer *self)
{
  if (self->samples != NULL)
    return self->samples;

  self->samples = g_new0 (struct _StrataPerfettoSamples, 1);
  self->samples->samples = strata_stack_samples_new (self->reader->builder);
  strata_stack_samples_set_is_beside (self->samples->samples, TRUE);
  self->samples->nodes = g_hash_table_new_full (strata_pair_key_hash, strata_pair_key_equal, g_free, NULL);
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
  g_hash_table_unref (self->samples->nodes);
  g_clear_pointer (&self->samples, g_free);
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

  g_autofree char *path = strata_perfetto_state_dup_library (state, self->reader->strings, mapping, &self->n_unknown_names);

  strata_stack_frames_add_native (&self->samples->frames, self->samples->samples, strata_perfetto_state_get_text (state, self->reader->strings, STRATA_PF_INTERNED_FUNCTION_NAMES, function, &self->n_unknown_names), (StrataText){ path, strlen (path) }, rel_pc);
}

/* The innermost call of a stack, or STRATA_NONE. */
static guint32
read_stack (StrataPerfettoPlayer *self,
            const StrataPerfettoState *state,
            guint64 iid)
{
  StrataProto stack;

  if (!strata_perfetto_state_find_message (state, STRATA_PF_INTERNED_CALLSTACKS, iid, &stack))
    {
      self->n_unknown_names++;
      return STRATA_NONE;
    }

  while (strata_proto_next (&stack))
    if (stack.number == STRATA_PF_CALLSTACK_FRAMES)
      {
        StrataProtoNumbers frames = strata_proto_get_numbers (&stack, STRATA_PROTO_VARINT);
        guint64 frame;

        while (strata_proto_numbers_next (&frames, &frame))
          add_frame (self, state, frame);
      }

  return strata_stack_frames_take (&self->samples->frames, self->samples->samples, FALSE);
}

static guint32
find_stack (StrataPerfettoPlayer *self,
            const StrataPerfettoState *state,
            guint64 iid)
{
  GHashTable *nodes = need_samples (self)->nodes;
  const StrataPairKey key = { state != NULL ? state->generation : 0, iid };
  gpointer known = g_hash_table_lookup (nodes, &key);

  if (known == NULL)
    {
      known = GSIZE_TO_POINTER ((gsize) read_stack (self, state, iid) + 1);
      g_hash_table_insert (nodes, g_memdup2 (&key, sizeof key), known);
    }

  return (guint32) (GPOINTER_TO_SIZE (known) - 1);
}

static void
add_sample (StrataPerfettoPlayer *self,
            guint32 node,
            gint64 pid,
            gint64 tid,
            gint64 time_ns)
{
  static const StrataText nameless = { "", 0 };
  StrataStackSamples *samples = self->samples->samples;
  const guint32 thread = strata_stack_samples_get_thread (samples, self->samples->event, pid, tid, nameless);

  strata_stack_samples_add (samples, self->samples->event, thread, time_ns, node, 1);
}

/**
 * strata_perfetto_player_take_perf_sample:
 * @self: the player
 * @context: context of the packet
 * @time_ns: when
 * @sample: a sample of traced_perf
 *
 * Stores a sample. A sample without a stack, which only counts events, is counted as not shown.
 */
void
strata_perfetto_player_take_perf_sample (StrataPerfettoPlayer *self,
                                         const StrataPerfettoContext *context,
                                         gint64 time_ns,
                                         StrataProto sample)
{
  const guint64 n_bytes = (guint64) (sample.end - sample.at);
  gint64 pid = -1;
  gint64 tid = -1;
  guint64 stack = 0;

  while (strata_proto_next (&sample))
    if (sample.number == STRATA_PF_PERF_SAMPLE_PID)
      pid = (gint32) strata_proto_get_uint (&sample);
    else if (sample.number == STRATA_PF_PERF_SAMPLE_TID)
      tid = (gint32) strata_proto_get_uint (&sample);
    else if (sample.number == STRATA_PF_PERF_SAMPLE_CALLSTACK)
      stack = strata_proto_get_uint (&sample);

  const guint32 node = stack != 0 ? find_stack (self, context->state, stack) : STRATA_NONE;

  if (node != STRATA_NONE && tid >= 0)
    add_sample (self, node, pid, tid, time_ns);
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
  guint n = 0;

  while (strata_proto_next (&profile))
    if (profile.number == STRATA_PF_STREAMING_PROFILE_DELTAS_US)
      {
        StrataProtoNumbers numbers = strata_proto_get_numbers (&profile, STRATA_PROTO_VARINT);
        guint64 delta_us;

        for (; n < stacks->len && strata_proto_numbers_next (&numbers, &delta_us); n++)
          {
            const guint32 node = find_stack (self, context->state, g_array_index (stacks, guint64, n));
            gint64 delta_ns;

            if (__builtin_mul_overflow ((gint64) delta_us, 1000, &delta_ns))
              return;

            time_ns = strata_time_add (time_ns, delta_ns);
            if (node != STRATA_NONE)
              add_sample (self, node, context->sequence->pid, context->sequence->tid, time_ns);
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
