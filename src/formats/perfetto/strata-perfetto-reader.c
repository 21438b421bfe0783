/* strata-perfetto-reader.c - reads the packets of a trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-perfetto-reader.h"

#include <string.h>

#include "strata-pair-key.h"
#include "strata-perfetto-bundles.h"
#include "strata-perfetto-fields.h"

/* A trace is read once. Facts about other packets (clocks, names, tracks) are taken at once.
 * Events are stored as records, with everything that their meaning depends on, and are played
 * when everything is read and sorted by time. */

/* Bundles of the kernel are most of a trace, and nothing later changes their meaning once the
 * clock of the trace and the version of the kernel are known. So they are only stored as long as
 * is needed to sort those of all CPUs: when they exceed this many bytes, the earliest are played
 * until half is left. Recorders write the version first, and those before Android 11 do not write it: after some more
 * bytes it is no longer waited for. */
#define MAX_BUNDLE_BYTES (4 * 1024 * 1024)
#define MAX_BYTES_WITHOUT_VERSION (16 * 1024 * 1024)

#define FLAG_NEEDS_STATE 2

static guint
hash_context (gconstpointer data)
{
  const StrataPerfettoContext *context = data;

  return g_direct_hash (context->state) * 31 + context->kind * 7 + context->clock * 131 + context->sequence->id;
}

static gboolean
equal_contexts (gconstpointer a,
                gconstpointer b)
{
  const StrataPerfettoContext *left = a;
  const StrataPerfettoContext *right = b;

  return left->state == right->state && left->kind == right->kind && left->clock == right->clock && left->sequence == right->sequence && left->recording == right->recording;
}

/**
 * strata_perfetto_reader_name_task:
 * @self: the reader
 * @pid: a process
 * @tid: one of its threads, or -1 for the process itself
 * @name: its name, or empty
 *
 * Stores the name of a process or a thread, and the process of a thread.
 */
void
strata_perfetto_reader_name_task (StrataPerfettoReader *self,
                                  gint64 pid,
                                  gint64 tid,
                                  StrataText name)
{
  static const StrataText nothing = { "", 0 };
  StrataProcessList *list = strata_event_sink_get_list (self->sink);

  if (tid < 0 && !strata_perfetto_is_born_as (name))
    strata_process_list_add_process (list, (guint32) pid, name);
  else if (tid < 0)
    strata_process_list_add (list, (guint32) pid, (guint32) pid, nothing, name);
  else
    strata_process_list_add (list, (guint32) tid, (guint32) MAX (pid, 0), name, nothing);
}

/**
 * strata_perfetto_reader_note_thread:
 * @self: the reader
 * @pid: a process
 * @tid: id of one of its threads, as known in the process
 * @name: its name, or empty
 * @is_type: whether it is the name of its type, used if the thread has no other name
 *
 * Stores a program's data about one of its threads until all process lists are known.
 */
void
strata_perfetto_reader_note_thread (StrataPerfettoReader *self,
                                    gint64 pid,
                                    gint64 tid,
                                    StrataText name,
                                    gboolean is_type)
{
  if (is_type && name.n_bytes == 0)
    return;

  StrataPerfettoThread *row = strata_column_push (&self->threads, sizeof *row);

  *row = (StrataPerfettoThread){ pid, tid, is_type, strata_string_pool_intern (self->strings, name.text, (gssize) name.n_bytes) };
}

/**
 * strata_perfetto_reader_tell_threads:
 * @self: the reader, after reading everything
 *
 * Passes on the data of programs about their threads. If process lists have the id in another process, it is a
 * different thread.
 */
void
strata_perfetto_reader_tell_threads (StrataPerfettoReader *self)
{
  for (gsize i = 0; i < self->threads.n; i++)
    {
      const StrataPerfettoThread *row = &strata_column_at (&self->threads, StrataPerfettoThread, i);
      const char *name = strata_string_pool_get (self->strings, row->name);

      if (!row->is_type)
        strata_event_sink_name_thread (self->sink, row->pid, row->tid, (StrataText){ name, strlen (name) });
    }

  for (gsize i = 0; i < self->threads.n; i++)
    {
      const StrataPerfettoThread *row = &strata_column_at (&self->threads, StrataPerfettoThread, i);
      const char *name = strata_string_pool_get (self->strings, row->name);

      if (row->is_type)
        strata_event_sink_suggest_thread (self->sink, row->pid, row->tid, (StrataText){ name, strlen (name) });
    }
}

/* What a program says of its process counts only if no process list names it: programs that were forked, as all apps
 * are, may have read their name too early. */
static void
name_task (gpointer data,
           gint64 pid,
           gint64 tid,
           StrataText name,
           StrataSuggestion rank)
{
  StrataPerfettoReader *self = data;

  if (tid >= 0)
    strata_perfetto_reader_note_thread (self, pid, tid, name, rank == STRATA_SUGGESTION_TYPE);
  else if (rank != STRATA_SUGGESTION_NAME || !strata_perfetto_is_born_as (name))
    strata_process_list_suggest_process (strata_event_sink_get_list (self->sink), (guint32) pid, name, rank);
  else
    strata_perfetto_reader_name_task (self, pid, tid, name);
}

/**
 * strata_perfetto_reader_init:
 * @self: the caller's memory
 * @sink: where its data goes
 *
 * Makes a reader.
 */
void
strata_perfetto_reader_init (StrataPerfettoReader *self,
                             StrataEventSink *sink)
{
  StrataTraceBuilder *builder = strata_event_sink_get_builder (sink);
  StrataStringPool *strings = strata_trace_builder_get_strings (builder);

  *self = (StrataPerfettoReader){
    .sink = sink,
    .builder = builder,
    .strings = strings,
    .clocks = strata_perfetto_clocks_new (),
    .sequences = strata_perfetto_sequences_new (strings),
    .tracks = strata_perfetto_tracks_new (builder),
    .records = strata_perfetto_records_new (),
    .event_kinds = strata_perfetto_event_kinds_new (),
    .context_by_key = g_hash_table_new_full (hash_context, equal_contexts, g_free, NULL),
    .gpu_queues = g_array_new (FALSE, FALSE, sizeof (guint32)),
    .loss_by_key = g_hash_table_new_full (strata_int64_hash, g_int64_equal, g_free, NULL),
    .kernel_losses = g_array_new (FALSE, TRUE, sizeof (StrataPerfettoKernelLoss)),
    .refusals = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
    .refused = g_string_new (NULL),
    .slice_names = g_hash_table_new (NULL, NULL),
    .homes = g_hash_table_new (NULL, NULL),
    .left_out = g_hash_table_new_full (NULL, NULL, NULL, g_free),
  };
  self->bundles = strata_perfetto_bundles_new (self);
  strata_perfetto_tracks_set_namer (self->tracks, name_task, self);
}

void
strata_perfetto_reader_clear (StrataPerfettoReader *self)
{
  for (gsize i = 0; i < self->contexts.n; i++)
    strata_perfetto_state_unref (strata_column_at (&self->contexts, StrataPerfettoContext, i).state);

  strata_column_clear (&self->contexts);
  strata_column_clear (&self->lives);
  strata_column_clear (&self->moves);
  strata_column_clear (&self->late_moves);
  strata_column_clear (&self->threads);
  g_clear_pointer (&self->context_by_key, g_hash_table_unref);
  g_clear_pointer (&self->gpu_queues, g_array_unref);
  g_clear_pointer (&self->loss_by_key, g_hash_table_unref);
  g_clear_pointer (&self->kernel_losses, g_array_unref);
  g_clear_pointer (&self->refusals, g_hash_table_unref);
  if (self->refused != NULL)
    g_string_free (g_steal_pointer (&self->refused), TRUE);
  g_clear_pointer (&self->slice_names, g_hash_table_unref);
  g_clear_pointer (&self->homes, g_hash_table_unref);
  g_clear_pointer (&self->schema, strata_proto_schema_free);
  g_clear_pointer (&self->left_out, g_hash_table_unref);
  g_clear_pointer (&self->interrupts, g_hash_table_unref);
  g_clear_pointer (&self->bundles, strata_perfetto_bundles_free);
  g_clear_pointer (&self->records, strata_perfetto_records_free);
  g_clear_pointer (&self->event_kinds, strata_perfetto_event_kinds_free);
  g_clear_pointer (&self->tracks, strata_perfetto_tracks_free);
  g_clear_pointer (&self->sequences, strata_perfetto_sequences_free);
  g_clear_pointer (&self->clocks, strata_perfetto_clocks_free);
  g_clear_pointer (&self->kernel_release, g_free);
  g_clear_pointer (&self->packages, g_array_unref);
  g_clear_pointer (&self->kept_packages, g_hash_table_unref);
  g_clear_pointer (&self->users, g_hash_table_unref);
  g_clear_pointer (&self->unnamed, g_hash_table_unref);
}

/* The order is: clear, defaults, names, content. Names count from the first time that the state was cleared, or was
 * cleared after a loss; events that need others have unknown names, which are counted. */
static void
update_sequence (StrataPerfettoReader *self,
                 StrataPerfettoSequence *sequence,
                 const StrataPerfettoPacket *packet)
{
  if (packet->is_after_loss)
    {
      sequence->is_valid = FALSE;
      self->n_lost_packets += !packet->is_first;
    }

  if (packet->clears)
    strata_perfetto_sequences_clear_state (self->sequences, sequence);
  if (packet->defaults.at != NULL)
    strata_perfetto_sequences_set_defaults (self->sequences, sequence, packet->defaults);
  if (packet->interned.at != NULL && sequence->is_valid)
    strata_perfetto_sequences_intern (self->sequences, sequence, packet->interned);
}

static guint32
get_context (StrataPerfettoReader *self,
             const StrataPerfettoContext *wanted)
{
  if (self->contexts.n > 0 && equal_contexts (&strata_column_at (&self->contexts, StrataPerfettoContext, self->last_context), wanted))
    return self->last_context;

  guint32 index = GPOINTER_TO_UINT (g_hash_table_lookup (self->context_by_key, wanted));

  if (index == 0)
    {
      StrataPerfettoContext *context = strata_column_push (&self->contexts, sizeof *context);

      *context = *wanted;
      strata_perfetto_state_ref (context->state);
      index = (guint32) self->contexts.n;
      g_hash_table_insert (self->context_by_key, g_memdup2 (wanted, sizeof *wanted), GUINT_TO_POINTER (index));
    }

  self->last_context = index - 1;
  return index - 1;
}

/* Stores a copy of a packet's content until everything is read; records of one sequence are roughly in order of time. */
static void
put_aside (StrataPerfettoReader *self,
           StrataPerfettoSequence *sequence,
           guint32 kind,
           guint32 clock,
           gint64 time_ns,
           const StrataProto *content)
{
  const StrataPerfettoContext context = { kind, clock, sequence->state, sequence, 0 };
  const StrataPerfettoRecord record = {
    .time_ns = time_ns,
    .data = content->data,
    .n_bytes = (guint32) content->value,
    .context = get_context (self, &context),
  };

  if (sequence->lane == 0)
    sequence->lane = ++self->n_lanes;

  strata_perfetto_records_add (self->records, sequence->lane - 1, &record);
}

static gboolean
has_many_bundles (const StrataPerfettoReader *self)
{
  const gsize most = self->kernel_release != NULL ? MAX_BUNDLE_BYTES : MAX_BYTES_WITHOUT_VERSION;

  return strata_perfetto_bundles_get_n_bytes (self->bundles) > most && strata_perfetto_bundles_are_timed (self->bundles);
}

/**
 * strata_perfetto_reader_add_bundle:
 * @self: the reader
 * @sequence: sequence of the packet
 * @clock: index of the clock of @time_ns
 * @time_ns: time of its first event
 * @content: the bundle, which is copied
 *
 * Stores a bundle, and plays earlier ones if there are many.
 */
void
strata_perfetto_reader_add_bundle (StrataPerfettoReader *self,
                                   StrataPerfettoSequence *sequence,
                                   guint32 clock,
                                   gint64 time_ns,
                                   const StrataProto *content)
{
  const StrataPerfettoContext context = { STRATA_PF_PACKET_FTRACE_EVENTS, clock, sequence->state, sequence, self->recording };
  const StrataPerfettoRecord record = {
    .time_ns = time_ns,
    .data = content->data,
    .n_bytes = (guint32) content->value,
    .context = get_context (self, &context),
  };

  strata_perfetto_bundles_add (self->bundles, &record);
  if (self->play_bundles != NULL && has_many_bundles (self))
    self->play_bundles (self->play_data, MAX_BUNDLE_BYTES / 2);
}

/**
 * strata_perfetto_reader_leave_out:
 * @self: the reader
 * @kind: number of a packet field
 * @n_bytes: length of its content
 *
 * Counts a packet that is not shown.
 */
void
strata_perfetto_reader_leave_out (StrataPerfettoReader *self,
                                  guint32 kind,
                                  guint64 n_bytes)
{
  strata_perfetto_left_out_count (self->left_out, kind, n_bytes);
}

static guint32
get_clock (StrataPerfettoReader *self,
           const StrataPerfettoSequence *sequence,
           const StrataPerfettoPacket *packet)
{
  const guint64 id = packet->clock != 0 ? packet->clock : sequence->state->defaults.clock;

  return id != 0 ? strata_perfetto_clocks_get (self->clocks, sequence->id, id) : STRATA_PERFETTO_CLOCK_TRACE;
}

/* Old events have the time of their sequence rather than of the packet. */
static gboolean
find_old_time (StrataPerfettoSequence *sequence,
               StrataProto event,
               gint64 *time_us)
{
  gboolean is_found = FALSE;

  while (strata_proto_next (&event))
    if (event.number == STRATA_PF_EVENT_TIME_DELTA_US)
      {
        sequence->time_us = (gint64) ((guint64) sequence->time_us + (guint64) strata_proto_get_int (&event));
        *time_us = sequence->time_us;
        is_found = TRUE;
      }
    else if (event.number == STRATA_PF_EVENT_TIME_US)
      {
        *time_us = strata_proto_get_int (&event);
        is_found = TRUE;
      }

  return is_found;
}

/* Writers of such events leave out the timestamp of the packet, or have described the base of their times, or write the
 * time first. So usual events are not searched for one. */
static gboolean
begins_with_old_time (const StrataProto *event)
{
  const guint8 *at = event->data;

  return event->value >= 2 && (at[0] == STRATA_PF_EVENT_TIME_DELTA_US << 3 || (at[0] == (STRATA_PF_EVENT_TIME_US << 3 & 0x7f) + 0x80 && at[1] == STRATA_PF_EVENT_TIME_US >> 4));
}

/* Chrome's samples have differences to the time of their sequence, which each packet advances. */
static gint64
advance_by_samples (StrataPerfettoSequence *sequence,
                    StrataProto profile)
{
  const gint64 time_us = sequence->time_us;

  while (strata_proto_next (&profile))
    if (profile.number == STRATA_PF_STREAMING_PROFILE_DELTAS_US)
      {
        StrataProtoNumbers numbers = strata_proto_get_numbers (&profile, STRATA_PROTO_VARINT);
        guint64 delta_us;

        while (strata_proto_numbers_next (&numbers, &delta_us))
          sequence->time_us = (gint64) ((guint64) sequence->time_us + delta_us);
      }

  return time_us;
}

/* Finds the kernel's time of an input event; an event at the same time as the previous one omits it. */
static gboolean
find_input_time (StrataPerfettoReader *self,
                 StrataPerfettoSequence *sequence,
                 StrataProto event,
                 gint64 *time_ns)
{
  gboolean is_input = FALSE;

  while (strata_proto_next (&event))
    if (event.number == STRATA_PF_EVDEV_EVENT_INPUT)
      {
        StrataProto input = strata_proto_enter (&event);

        is_input = TRUE;
        while (strata_proto_next (&input))
          if (input.number == STRATA_PF_EVDEV_INPUT_KERNEL_TIME)
            sequence->input_ns = strata_proto_get_int (&input);
      }

  if (!is_input || sequence->input_ns <= 0 || strata_perfetto_clocks_get_n_snapshots (self->clocks) == 0)
    return FALSE;

  *time_ns = sequence->input_ns;
  return TRUE;
}

static guint32
get_monotonic (StrataPerfettoReader *self,
               const StrataPerfettoSequence *sequence,
               guint32 clock)
{
  if (strata_perfetto_clocks_get_n_snapshots (self->clocks) == 0)
    return clock;

  return strata_perfetto_clocks_get (self->clocks, sequence->id, STRATA_PERFETTO_CLOCK_MONOTONIC);
}

/* Each packet with a timestamp moves an incremental clock, whatever it contains. A snapshot sets the clock instead. */
static void
read_stamp (StrataPerfettoReader *self,
            const StrataPerfettoSequence *sequence,
            StrataPerfettoPacket *packet)
{
  if (packet->kind == STRATA_PF_PACKET_CLOCK_SNAPSHOT)
    return;

  packet->time_clock = get_clock (self, sequence, packet);
  packet->time_ns = strata_perfetto_clocks_read (self->clocks, &packet->time_clock, packet->stamp);
}

/* Other packets have their times inside, or are about all that follows. Some writers leave out a time of 0, which only comes first. */
static gboolean
check_stamp (StrataPerfettoReader *self,
             StrataPerfettoSequence *sequence,
             const StrataPerfettoPacket *packet)
{
  static const StrataText sample = { "timestamp", 9 };

  if (packet->kind != STRATA_PF_PACKET_TRACK_EVENT && packet->kind != STRATA_PF_PACKET_GPU_COUNTER_EVENT)
    return TRUE;
  if (packet->has_stamp || !sequence->has_times)
    {
      sequence->has_times |= packet->stamp > 0;
      return TRUE;
    }

  strata_event_sink_diagnose (self->sink, STRATA_DIAGNOSTIC_BAD_PAYLOAD, 1, STRATA_NO_TIME, sample);
  return FALSE;
}

/* No device clock exceeds 292 years. */
static gboolean
check_time (StrataPerfettoReader *self,
            const StrataPerfettoPacket *packet)
{
  if (packet->stamp <= G_MAXINT64 || packet->time_ns >= 0)
    return TRUE;

  self->n_late_events++;
  return FALSE;
}

/* The same for µs. */
static gboolean
get_ns (StrataPerfettoReader *self,
        gint64 time_us,
        gint64 *time_ns)
{
  static const StrataText sample = { "timestamp", 9 };

  if (!__builtin_mul_overflow (time_us, 1000, time_ns))
    return TRUE;

  strata_event_sink_diagnose (self->sink, STRATA_DIAGNOSTIC_BAD_PAYLOAD, 1, STRATA_NO_TIME, sample);
  return FALSE;
}

static void
take_moment (StrataPerfettoReader *self,
             StrataPerfettoSequence *sequence,
             const StrataPerfettoPacket *packet)
{
  guint32 clock = packet->time_clock;
  gint64 time_ns = packet->time_ns;
  gint64 time_us;

  if (packet->kind == STRATA_PF_PACKET_TRACK_EVENT && (packet->stamp == 0 || sequence->time_us != 0 || begins_with_old_time (&packet->content)) && find_old_time (sequence, strata_proto_enter (&packet->content), &time_us))
    {
      clock = get_monotonic (self, sequence, clock);
      if (!get_ns (self, time_us, &time_ns))
        return;
    }
  else if (packet->kind == STRATA_PF_PACKET_STREAMING_PROFILE)
    {
      StrataProto profile = strata_proto_enter (&packet->content);

      /* what we wrote has the times of all other packets */
      if (strata_proto_find_uint (profile, STRATA_PF_STREAMING_PROFILE_HAS_SLICES) == 0)
        clock = get_monotonic (self, sequence, clock);
      if (!get_ns (self, advance_by_samples (sequence, profile), &time_ns))
        return;
    }
  else if (packet->kind == STRATA_PF_PACKET_EVDEV_EVENT && find_input_time (self, sequence, strata_proto_enter (&packet->content), &time_ns))
    clock = get_monotonic (self, sequence, clock);
  else if (!check_stamp (self, sequence, packet) || !check_time (self, packet))
    return;

  if (packet->kind == STRATA_PF_PACKET_GPU_RENDER_STAGE_EVENT)
    strata_perfetto_reader_describe_gpu (self, strata_proto_enter (&packet->content));

  put_aside (self, sequence, packet->kind, clock, time_ns, &packet->content);
}

/**
 * strata_perfetto_reader_take:
 * @self: a reader
 * @packet: a packet of its machine; its time is set
 *
 * Takes the content of a packet.
 */
void
strata_perfetto_reader_take (StrataPerfettoReader *self,
                             StrataPerfettoPacket *packet)
{
  StrataPerfettoSequence *sequence = strata_perfetto_sequences_get (self->sequences, packet->sequence);

  update_sequence (self, sequence, packet);
  if ((packet->flags & FLAG_NEEDS_STATE) != 0 && !sequence->is_valid)
    {
      self->n_without_state += packet->kind != 0;
      return;
    }

  read_stamp (self, sequence, packet);
  if (packet->kind == 0)
    return;

  if (packet->kind == STRATA_PF_PACKET_FTRACE_EVENTS)
    strata_perfetto_bundle_keep (self, sequence, &packet->content);
  else if (strata_perfetto_packet_is_moment (packet->kind) && (packet->kind != STRATA_PF_PACKET_STREAMING_PROFILE || sequence->has_thread))
    take_moment (self, sequence, packet);
  else if (!strata_perfetto_reader_take_fact (self, sequence, packet))
    strata_perfetto_reader_leave_out (self, packet->kind, packet->content.value);
}
