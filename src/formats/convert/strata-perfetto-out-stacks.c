/* strata-perfetto-out-stacks.c - sampled stacks as Perfetto packets
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-perfetto-out.h"

#include <string.h>

#include "strata-callsites.h"
#include "strata-pair-key.h"

/* Each recording of perf is a sequence of packets with one sample each. Other samples are in packets of their thread, which is
 * known by a sequence of its own, with differences of times in µs. The names, libraries, functions and stacks of a sequence
 * are in the first packet that refers to them. The slices of the calls are written, too, as our own field says. */

#define PACKET_TIMESTAMP 8
#define PACKET_SEQUENCE 10
#define PACKET_INTERNED 12
#define PACKET_FLAGS 13
#define PACKET_THREAD 44
#define PACKET_STREAM 54
#define PACKET_SAMPLE 66
#define PACKET_MACHINE 98

#define FLAG_CLEARED 1
#define FLAG_NEEDS_STATE 2

/* Numbers of sequences, above those of all other packets. */
#define FIRST_SEQUENCE 0x10000

#define THREAD_PID 1
#define THREAD_TID 2
#define THREAD_TIME 6

#define SAMPLE_CPU 1
#define SAMPLE_PID 2
#define SAMPLE_TID 3
#define SAMPLE_STACK 4
#define SAMPLE_MODE 5
#define SAMPLE_ERROR 16
#define SAMPLE_LOST 17

#define STREAM_STACK 1
#define STREAM_DELTA 2
#define STREAM_PRIORITY 3

/* Lists of InternedData, and the fields of their rows, which all begin with an id. */
#define LIST_FUNCTIONS 5
#define LIST_FRAMES 6
#define LIST_STACKS 7
#define LIST_PATHS 17
#define LIST_MAPPINGS 19
#define ROW_ID 1
#define ROW_TEXT 2
#define FRAME_FUNCTION 2
#define FRAME_MAPPING 3
#define FRAME_ADDRESS 4
#define STACK_FRAMES 2
#define MAPPING_PATH 7

/* Our own fields: the slices of a sample are in the file, the process of its thread is made up, and a path does not begin with a slash. */
#define OWN_HAS_SLICES 29700
#define OWN_PROCESS_UNKNOWN 29701
#define OWN_IS_RELATIVE 29700

/* Of one packet. */
#define MOST_SAMPLES 1000

/* Samples that share a sequence, and what is known of its dictionaries. */
typedef struct
{
  guint32 number;
  guint32 thread;    /* or STRATA_NONE for those of perf, which name it themselves */
  GArray *samples;   /* (element-type guint32) owned: indices */
  GHashTable *known; /* (element-type StrataPairKey) owned: list and id */
  gboolean is_begun;
  gint64 last_us;
} Sequence;

typedef struct
{
  StrataPerfettoOut *out;           /* borrowed */
  const StrataCallsites *callsites; /* borrowed */
  GHashTable *sequences;            /* (element-type StrataPairKey Sequence) owned */
  GPtrArray *ordered;               /* (element-type Sequence) borrowed: in the order of their first samples */
} Writer;

static void
sequence_free (gpointer data)
{
  Sequence *self = data;

  g_array_unref (self->samples);
  g_hash_table_unref (self->known);
  g_free (self);
}

static const StrataCallSample *
get_sample (const Writer *self,
            guint32 index)
{
  return &g_array_index (self->callsites->samples, StrataCallSample, index);
}

static Sequence *
need_sequence (Writer *self,
               guint32 thread,
               guint64 session)
{
  const StrataPairKey key = { thread, session };
  Sequence *sequence = g_hash_table_lookup (self->sequences, &key);

  if (sequence != NULL)
    return sequence;

  sequence = g_new0 (Sequence, 1);
  sequence->number = FIRST_SEQUENCE + self->ordered->len;
  sequence->thread = thread;
  sequence->samples = g_array_new (FALSE, FALSE, sizeof (guint32));
  sequence->known = g_hash_table_new_full (strata_pair_key_hash, strata_pair_key_equal, g_free, NULL);
  g_hash_table_insert (self->sequences, g_memdup2 (&key, sizeof key), sequence);
  g_ptr_array_add (self->ordered, sequence);
  return sequence;
}

/* Notes the samples that are in the part that is written. */
static void
list_samples (Writer *self,
              const StrataClip *clip)
{
  for (guint32 i = 0; i < self->callsites->samples->len; i++)
    {
      const StrataCallSample *sample = get_sample (self, i);
      const gboolean is_of_perf = sample->sampler == STRATA_SAMPLER_PERF;
      const guint32 device = strata_perfetto_out_set_thread (self->out, sample->thread);

      if (sample->time_ns < clip->span.begin_ns || sample->time_ns > clip->span.end_ns)
        continue;

      g_array_append_val (need_sequence (self, is_of_perf ? STRATA_NONE : sample->thread, (guint64) device << 32 | (is_of_perf ? sample->session : sample->sampler))->samples, i);
    }
}

/* Whether a row of a dictionary is already in the file; it is from now on. */
static gboolean
is_known (Sequence *sequence,
          guint32 list,
          guint32 id)
{
  return !g_hash_table_add (sequence->known, g_memdup2 (&(StrataPairKey){ list, id }, sizeof (StrataPairKey)));
}

static void
put_row (Writer *self,
         guint32 list)
{
  strata_proto_put_message (self->out->interned, list, self->out->inner);
}

static void
intern_text (Writer *self,
             Sequence *sequence,
             guint32 list,
             guint32 string)
{
  if (string == STRATA_STRING_EMPTY || is_known (sequence, list, string))
    return;

  strata_proto_put_uint (self->out->inner, ROW_ID, string);
  strata_proto_put_text (self->out->inner, ROW_TEXT, strata_trace_get_string (self->out->trace, string));
  put_row (self, list);
}

/* A library is one part of a path, since readers put slashes between them, and before the first. */
static void
intern_library (Writer *self,
                Sequence *sequence,
                guint32 library)
{
  intern_text (self, sequence, LIST_PATHS, library);
  if (library == STRATA_STRING_EMPTY || is_known (sequence, LIST_MAPPINGS, library))
    return;

  strata_proto_put_uint (self->out->inner, ROW_ID, library);
  strata_proto_put_uint (self->out->inner, MAPPING_PATH, library);
  if (*strata_trace_get_string (self->out->trace, library) != '/')
    strata_proto_put_uint (self->out->inner, OWN_IS_RELATIVE, 1);
  put_row (self, LIST_MAPPINGS);
}

static void
intern_frame (Writer *self,
              Sequence *sequence,
              guint32 index)
{
  const StrataCallFrame *frame = &g_array_index (self->callsites->frames, StrataCallFrame, index);

  if (is_known (sequence, LIST_FRAMES, index))
    return;

  intern_text (self, sequence, LIST_FUNCTIONS, frame->name);
  intern_library (self, sequence, frame->library);
  strata_proto_put_uint (self->out->inner, ROW_ID, (guint64) index + 1);
  if (frame->name != STRATA_STRING_EMPTY)
    strata_proto_put_uint (self->out->inner, FRAME_FUNCTION, frame->name);
  if (frame->library != STRATA_STRING_EMPTY)
    strata_proto_put_uint (self->out->inner, FRAME_MAPPING, frame->library);
  strata_proto_put_uint (self->out->inner, FRAME_ADDRESS, frame->address);
  put_row (self, LIST_FRAMES);
}

/* Interns a stack with all its calls, and returns its id. */
static guint64
intern_stack (Writer *self,
              Sequence *sequence,
              guint32 callsite)
{
  const StrataCallsite *sites = (const StrataCallsite *) (gpointer) self->callsites->sites->data;
  g_autoptr (GArray) frames = g_array_new (FALSE, FALSE, sizeof (guint32));

  if (is_known (sequence, LIST_STACKS, callsite))
    return (guint64) callsite + 1;

  for (guint32 site = callsite; site != STRATA_NONE; site = sites[site].caller)
    {
      intern_frame (self, sequence, sites[site].frame);
      g_array_append_val (frames, sites[site].frame);
    }

  strata_proto_put_uint (self->out->inner, ROW_ID, (guint64) callsite + 1);
  for (guint i = frames->len; i-- > 0;)
    strata_proto_put_uint (self->out->inner, STACK_FRAMES, (guint64) g_array_index (frames, guint32, i) + 1);
  put_row (self, LIST_STACKS);
  return (guint64) callsite + 1;
}

static void
end_packet (Writer *self,
            Sequence *sequence,
            guint32 kind)
{
  GString *packet = self->out->packet;

  if (self->out->device > 0)
    strata_proto_put_uint (packet, PACKET_MACHINE, self->out->machines[self->out->device]);

  strata_proto_put_uint (packet, PACKET_SEQUENCE, sequence->number);
  strata_proto_put_uint (packet, PACKET_FLAGS, sequence->is_begun ? FLAG_NEEDS_STATE : FLAG_CLEARED);
  if (self->out->interned->len > 0)
    strata_proto_put_message (packet, PACKET_INTERNED, self->out->interned);
  strata_proto_put_message (packet, kind, self->out->body);
  strata_proto_put_message (self->out->out, 1, packet);
  sequence->is_begun = TRUE;
}

static void
put_ids (Writer *self,
         guint32 thread,
         guint32 pid_field,
         guint32 tid_field)
{
  const gboolean is_known = strata_perfetto_out_get_pid (self->out, strata_trace_get_threads (self->out->trace, NULL)[thread].process) >= 0;

  strata_proto_put_uint (self->out->body, pid_field, (guint64) strata_perfetto_out_get_thread_pid (self->out, thread));
  if (!is_known)
    strata_proto_put_uint (self->out->body, OWN_PROCESS_UNKNOWN, 1);
  strata_proto_put_uint (self->out->body, tid_field, (guint64) strata_perfetto_out_get_tid (self->out, thread));
}

static void
write_perf_sample (Writer *self,
                   Sequence *sequence,
                   const StrataCallSample *sample)
{
  GString *body = self->out->body;

  strata_perfetto_out_set_thread (self->out, sample->thread);
  strata_proto_put_uint (self->out->packet, PACKET_TIMESTAMP, strata_perfetto_out_get_time (self->out, sample->time_ns));
  if (sample->cpu != STRATA_NONE)
    strata_proto_put_uint (body, SAMPLE_CPU, sample->cpu);
  put_ids (self, sample->thread, SAMPLE_PID, SAMPLE_TID);
  if (sample->callsite != STRATA_NONE)
    strata_proto_put_uint (body, SAMPLE_STACK, intern_stack (self, sequence, sample->callsite));
  if (sample->mode != 0)
    strata_proto_put_uint (body, SAMPLE_MODE, sample->mode);
  if (sample->error != STRATA_SAMPLE_UNKNOWN)
    strata_proto_put_uint (body, SAMPLE_ERROR, sample->error);
  strata_proto_put_uint (body, OWN_HAS_SLICES, 1);
  end_packet (self, sequence, PACKET_SAMPLE);
}

static gint64
get_us (const Writer *self,
        const StrataCallSample *sample)
{
  return (gint64) (strata_perfetto_out_get_time (self->out, sample->time_ns) / 1000);
}

/* Writes the thread of a sequence, and the time from which its times count. */
static void
begin_stream (Writer *self,
              Sequence *sequence,
              const StrataCallSample *first)
{
  sequence->last_us = get_us (self, first);
  put_ids (self, sequence->thread, THREAD_PID, THREAD_TID);
  strata_proto_put_uint (self->out->body, THREAD_TIME, (guint64) sequence->last_us);
  strata_proto_put_uint (self->out->packet, PACKET_TIMESTAMP, (guint64) sequence->last_us * 1000);
  end_packet (self, sequence, PACKET_THREAD);
}

/* Writes as many samples as fit in a packet, which have one priority. Returns how many. */
static guint
write_stream (Writer *self,
              Sequence *sequence,
              const guint32 *samples,
              guint n_samples)
{
  const gint8 priority = get_sample (self, samples[0])->priority;
  GString *body = self->out->body;
  guint n = 0;

  for (; n < MIN (n_samples, MOST_SAMPLES) && get_sample (self, samples[n])->priority == priority; n++)
    {
      const StrataCallSample *sample = get_sample (self, samples[n]);
      const gint64 time_us = get_us (self, sample);

      strata_proto_put_uint (body, STREAM_STACK, intern_stack (self, sequence, sample->callsite));
      strata_proto_put_uint (body, STREAM_DELTA, (guint64) (time_us - sequence->last_us));
      sequence->last_us = time_us;
    }

  if (priority != 0)
    strata_proto_put_uint (body, STREAM_PRIORITY, (guint64) (gint64) priority);
  strata_proto_put_uint (body, OWN_HAS_SLICES, 1);
  end_packet (self, sequence, PACKET_STREAM);
  return n;
}

static gboolean
write_sequence (Writer *self,
                Sequence *sequence,
                StrataPerfettoOutFlush flush,
                gpointer data)
{
  const guint32 *samples = (const guint32 *) (gpointer) sequence->samples->data;
  const guint n = sequence->samples->len;

  if (sequence->thread != STRATA_NONE)
    {
      strata_perfetto_out_set_thread (self->out, sequence->thread);
      begin_stream (self, sequence, get_sample (self, samples[0]));
    }

  for (guint i = 0; i < n;)
    {
      if (sequence->thread != STRATA_NONE)
        i += write_stream (self, sequence, samples + i, n - i);
      else
        write_perf_sample (self, sequence, get_sample (self, samples[i++]));

      if (!flush (data))
        return FALSE;
    }

  return TRUE;
}

/* Samples that perf lost are packets of its kind without a stack. */
static void
write_losses (Writer *self,
              const StrataClip *clip)
{
  const GArray *losses = self->callsites->losses;

  for (guint i = 0; i < losses->len; i++)
    {
      const StrataLoss *loss = &g_array_index (losses, StrataLoss, i);

      if (loss->end_ns < clip->span.begin_ns || loss->end_ns > clip->span.end_ns)
        continue;

      strata_perfetto_out_set_device (self->out, 0);
      strata_proto_put_uint (self->out->packet, PACKET_TIMESTAMP, strata_perfetto_out_get_time (self->out, loss->end_ns));
      if (loss->cpu != STRATA_NONE)
        strata_proto_put_uint (self->out->body, SAMPLE_CPU, loss->cpu);
      strata_proto_put_uint (self->out->body, SAMPLE_LOST, loss->n_events);
      end_packet (self, need_sequence (self, STRATA_NONE, 0), PACKET_SAMPLE);
    }
}

/**
 * strata_perfetto_out_stacks:
 * @self: where packets go
 * @clip: the part of the trace that is written
 * @flush: called between packets; returns %FALSE to stop
 * @data: passed to @flush
 *
 * Writes sampled stacks as the packets of profilers.
 *
 * Returns: %FALSE if @flush stopped it
 */
gboolean
strata_perfetto_out_stacks (StrataPerfettoOut *self,
                            const StrataClip *clip,
                            StrataPerfettoOutFlush flush,
                            gpointer data)
{
  g_autoptr (GHashTable) sequences = g_hash_table_new_full (strata_pair_key_hash, strata_pair_key_equal, g_free, sequence_free);
  g_autoptr (GPtrArray) ordered = g_ptr_array_new ();
  Writer writer = { self, strata_callsites_get (self->trace), sequences, ordered };
  gboolean goes_on = TRUE;

  list_samples (&writer, clip);
  for (guint i = 0; i < ordered->len && goes_on; i++)
    goes_on = write_sequence (&writer, g_ptr_array_index (ordered, i), flush, data);

  if (goes_on)
    write_losses (&writer, clip);

  return goes_on;
}
