/* strata-perfetto-out.c - builds Perfetto packets and their interned data
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-perfetto-out.h"

#include <string.h>

#include "strata-atrace-events.h"
#include "strata-device-names.h"
#include "strata-nesting.h"
#include "strata-pair-key.h"

/* Field numbers are those of the format's definitions, see formats/perfetto/fields.txt. */
#define TRACE_PACKET 1
#define PACKET_SEQUENCE 10
#define PACKET_INTERNED 12
#define PACKET_FLAGS 13
#define PACKET_MACHINE 98

#define FLAG_CLEARED 1
#define FLAG_NEEDS_STATE 2

/* Each list of names, a field of InternedData, has a bit in are_known; this one has the last bit. */
#define INTERNED_FUNCTIONS 26
#define FUNCTIONS_BIT 7

/* Names of placed lanes may be the same. Slices of a lane may be on several stacks, and so may its instants. */
static StrataPairKey
make_lane_key (guint32 process,
               guint32 name,
               guint32 place,
               guint32 stack)
{
  return (StrataPairKey){ (guint64) (process + 1) << 32 | (place != 0 ? G_MAXUINT32 - place : name), stack };
}

static StrataPairKey
make_instant_key (const StrataInstants *instants,
                  guint32 instant)
{
  return make_lane_key (instants->process[instant], instants->track_name[instant], strata_instants_get_place (instants, instant), strata_instants_get_stack (instants, instant));
}

static guint32
get_first_stack (StrataTrace *trace,
                 const StrataTrack *track)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);

  return strata_nesting_get_stack (slices->cookie[track->first_slice - slices->first_async]);
}

/* Whether all slices of a track are on one stack. */
static gboolean
has_stack (StrataTrace *trace,
           const StrataTrack *track)
{
  g_autoptr (StrataNesting) nesting = strata_nesting_new (trace, track);

  return nesting != NULL && strata_nesting_is_stack (nesting);
}

/* Instants on stacks that have no slices map to 0. */
static void
list_lanes (StrataPerfettoOut *self)
{
  const StrataInstants *instants = strata_trace_get_instants (self->trace);
  guint n_tracks;
  const StrataTrack *tracks = strata_trace_get_tracks (self->trace, &n_tracks);

  self->lanes = g_hash_table_new_full (strata_pair_key_hash, strata_pair_key_equal, g_free, NULL);
  for (guint32 i = 0; i < instants->n_instants; i++)
    {
      const StrataPairKey key = make_instant_key (instants, i);

      if (instants->track_name[i] != STRATA_STRING_EMPTY && strata_instants_get_stack (instants, i) != 0 && !g_hash_table_contains (self->lanes, &key))
        g_hash_table_insert (self->lanes, g_memdup2 (&key, sizeof key), NULL);
    }

  for (guint i = 0; i < n_tracks && g_hash_table_size (self->lanes) > 0; i++)
    {
      if (tracks[i].kind != STRATA_TRACK_ASYNC || tracks[i].process == STRATA_NONE || tracks[i].n_slices == 0)
        continue;

      const StrataPairKey key = make_lane_key (tracks[i].process, tracks[i].name, tracks[i].place, get_first_stack (self->trace, &tracks[i]));
      gpointer lane;

      if (g_hash_table_lookup_extended (self->lanes, &key, NULL, &lane) && lane == NULL && has_stack (self->trace, &tracks[i]))
        g_hash_table_insert (self->lanes, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (i + 1));
    }
}

/* Each machine has its own sequences, with the same numbers. */
#define SEQUENCES_A_DEVICE 2

/* The id of a machine if its name contains it; otherwise 0. */
static guint32
find_own_id (StrataTrace *trace,
             guint device)
{
  const char *name = strata_device_names_find (trace, device);
  guint64 id = 0;

  if (name != NULL && g_str_has_prefix (name, STRATA_DEVICE_MACHINE))
    g_ascii_string_to_unsigned (name + strlen (STRATA_DEVICE_MACHINE), 10, 1, G_MAXUINT32, &id, NULL);

  return (guint32) id;
}

static gboolean
has_machine (const guint32 *machines,
             guint n_devices,
             guint32 id)
{
  for (guint i = 0; i < n_devices; i++)
    if (machines[i] == id)
      return TRUE;

  return FALSE;
}

/* (transfer full): the machine id of each device. The first device is the host, with id 0. */
static guint32 *
list_machines (StrataTrace *trace,
               guint n_devices)
{
  guint32 *machines = g_new0 (guint32, n_devices);

  for (guint i = 1; i < n_devices; i++)
    {
      const guint32 id = find_own_id (trace, i);

      machines[i] = !has_machine (machines, n_devices, id) ? id : 0;
    }

  for (guint i = 1; i < n_devices; i++)
    for (guint32 id = i; machines[i] == 0; id++)
      machines[i] = !has_machine (machines, n_devices, id) ? id : 0;

  return machines;
}

/**
 * strata_perfetto_out_init:
 * @self: the caller's memory
 * @trace: a trace
 * @clip: the part of it that is written
 *
 * Initialises it without any packet.
 */
void
strata_perfetto_out_init (StrataPerfettoOut *self,
                          StrataTrace *trace,
                          const StrataClip *clip)
{
  *self = (StrataPerfettoOut){
    .trace = trace,
    .out = g_string_new (NULL),
    .packet = g_string_new (NULL),
    .body = g_string_new (NULL),
    .inner = g_string_new (NULL),
    .interned = g_string_new (NULL),
    .n_devices = strata_device_names_count (trace),
    .method_pid = -1,
    .begin_ns = clip->span.begin_ns,
    .end_ns = clip->span.end_ns,
    .moved_ns = clip->moved_ns,
  };
  self->are_known = g_new0 (guint8 *, self->n_devices);
  self->begun = g_new0 (guint32, self->n_devices);
  self->names = strata_atrace_list_last_names (trace, clip);
  self->process_names = strata_atrace_list_process_names (trace, clip);
  self->machines = list_machines (trace, self->n_devices);
  strata_out_ids_init (&self->ids, trace, clip, STRATA_OUT_PERFETTO);
  strata_perfetto_out_list_births (self, clip);
  list_lanes (self);
  self->instant_times = g_hash_table_new_full (strata_int64_hash, g_int64_equal, g_free, g_free);
}

/**
 * strata_perfetto_out_clear:
 * @self: where packets went
 *
 * Frees its memory.
 */
void
strata_perfetto_out_clear (StrataPerfettoOut *self)
{
  g_string_free (self->out, TRUE);
  g_string_free (self->packet, TRUE);
  g_string_free (self->body, TRUE);
  g_string_free (self->inner, TRUE);
  g_string_free (self->interned, TRUE);
  for (guint i = 0; i < self->n_devices; i++)
    g_free (self->are_known[i]);
  g_free (self->are_known);
  g_hash_table_unref (self->lanes);
  g_hash_table_unref (self->instant_times);
  g_free (self->begun);
  g_free (self->names);
  g_free (self->process_names);
  g_free (self->machines);
  strata_out_ids_clear (&self->ids);
  g_free (self->births);
  g_free (self->process_births);
}

/**
 * strata_perfetto_out_set_device:
 * @self: where packets go
 * @device: number of a device; %STRATA_NONE for the first
 *
 * Sets the device of the packets that follow.
 *
 * Returns: the number of the device
 */
guint
strata_perfetto_out_set_device (StrataPerfettoOut *self,
                                guint32 device)
{
  self->device = device < self->n_devices ? device : 0;
  return self->device;
}

/* The same for packets about a thread; the next functions do it for processes and so on. */
guint
strata_perfetto_out_set_thread (StrataPerfettoOut *self,
                                guint32 thread)
{
  return strata_perfetto_out_set_device (self, thread != STRATA_NONE ? strata_trace_get_threads (self->trace, NULL)[thread].device : 0);
}

guint
strata_perfetto_out_set_process (StrataPerfettoOut *self,
                                 guint32 process)
{
  return strata_perfetto_out_set_device (self, process != STRATA_NONE ? strata_trace_get_processes (self->trace, NULL)[process].device : 0);
}

/* A counter or track without process, thread and CPU has the name of its device in its own name, except on the first device. */
static guint
find_labelled (const StrataPerfettoOut *self,
               guint32 name)
{
  const char *text = strata_trace_get_string (self->trace, name);

  for (guint device = 1; device < self->n_devices; device++)
    {
      g_autofree char *title = strata_device_names_dup_title (self->trace, device);
      g_autofree char *label = g_strdup_printf (" (%s)", title);

      if (g_str_has_suffix (text, label))
        return device;
    }

  return 0;
}

guint
strata_perfetto_out_set_counter (StrataPerfettoOut *self,
                                 guint32 counter)
{
  const StrataCounter *row = &strata_trace_get_counters (self->trace, NULL)[counter];

  if (row->cpu < 0 && row->process == STRATA_NONE)
    return strata_perfetto_out_set_device (self, find_labelled (self, row->name));

  return row->cpu >= 0 ? strata_perfetto_out_set_device (self, (guint32) row->cpu / STRATA_DEVICE_CPUS) : strata_perfetto_out_set_process (self, row->process);
}

guint
strata_perfetto_out_set_track (StrataPerfettoOut *self,
                               const StrataTrack *track)
{
  if (track->kind == STRATA_TRACK_CPU && track->cpu != STRATA_NONE)
    return strata_perfetto_out_set_device (self, track->cpu / STRATA_DEVICE_CPUS);

  if (track->thread == STRATA_NONE && track->process == STRATA_NONE)
    return strata_perfetto_out_set_device (self, find_labelled (self, track->name));

  return track->thread != STRATA_NONE ? strata_perfetto_out_set_thread (self, track->thread) : strata_perfetto_out_set_process (self, track->process);
}

guint
strata_perfetto_out_set_instant (StrataPerfettoOut *self,
                                 guint32 instant)
{
  const StrataInstants *instants = strata_trace_get_instants (self->trace);
  const gboolean is_of_thread = instants->track_name[instant] == STRATA_STRING_EMPTY && instants->thread[instant] != STRATA_NONE;

  return is_of_thread ? strata_perfetto_out_set_thread (self, instants->thread[instant]) : strata_perfetto_out_set_process (self, instants->process[instant]);
}

/* Returns the time in packets, which have no times before 0. */
guint64
strata_perfetto_out_get_time (const StrataPerfettoOut *self,
                              gint64 time_ns)
{
  return (guint64) MAX (strata_time_add (time_ns, self->moved_ns), 0);
}

guint64
strata_perfetto_out_get_uuid (StrataPerfettoOutTrack kind,
                              guint32 index,
                              guint32 part)
{
  return (guint64) kind << 60 | (guint64) (part & STRATA_PERFETTO_OUT_MAX_PART) << 32 | index;
}

/**
 * strata_perfetto_out_get_instant_uuid:
 * @self: where packets go
 * @instant: index of an instant
 *
 * Finds the track of an instant: its thread, or a named track. If it is on a stack of slices, it is their track,
 * so that it is inside the slice around it.
 *
 * Returns: number of the track
 */
guint64
strata_perfetto_out_get_instant_uuid (const StrataPerfettoOut *self,
                                      guint32 instant)
{
  const StrataInstants *instants = strata_trace_get_instants (self->trace);
  const guint32 name = instants->track_name[instant];
  const StrataPairKey key = make_instant_key (instants, instant);
  const guint32 place = strata_instants_get_place (instants, instant);
  const guint lane = GPOINTER_TO_UINT (g_hash_table_lookup (self->lanes, &key));

  if (name == STRATA_STRING_EMPTY && instants->thread[instant] != STRATA_NONE)
    return strata_perfetto_out_get_uuid (STRATA_PERFETTO_OUT_THREAD, instants->thread[instant], 0);

  if (lane > 0)
    return strata_perfetto_out_get_uuid (STRATA_PERFETTO_OUT_ROW, lane - 1, 0);

  return place != 0 ? strata_perfetto_out_get_uuid (STRATA_PERFETTO_OUT_PLACE, place, instants->process[instant] + 1)
                    : strata_perfetto_out_get_uuid (STRATA_PERFETTO_OUT_INSTANTS, name, instants->process[instant] + 1);
}

/**
 * strata_perfetto_out_get_pid:
 * @self: where packets go
 * @process: index of a process, or %STRATA_NONE
 *
 * Returns: its id, or -1
 */
gint64
strata_perfetto_out_get_pid (const StrataPerfettoOut *self,
                             guint32 process)
{
  const gint64 pid = strata_out_ids_get_pid (&self->ids, process);

  return pid >= 0 ? pid : self->method_pid;
}

/**
 * strata_perfetto_out_get_tid:
 * @self: where packets go
 * @thread: index of a thread, or %STRATA_NONE for the idle task
 *
 * Returns: its id
 */
gint64
strata_perfetto_out_get_tid (const StrataPerfettoOut *self,
                             guint32 thread)
{
  return strata_out_ids_get_tid (&self->ids, thread);
}

/**
 * strata_perfetto_out_get_thread_pid:
 * @self: where packets go
 * @thread: index of a thread
 *
 * Returns: id of its process; a thread of an unknown process is its own process, since the format requires one for
 *   tracks
 */
gint64
strata_perfetto_out_get_thread_pid (const StrataPerfettoOut *self,
                                    guint32 thread)
{
  const gint64 pid = strata_perfetto_out_get_pid (self, strata_trace_get_threads (self->trace, NULL)[thread].process);

  return pid >= 0 ? pid : strata_perfetto_out_get_tid (self, thread);
}

/**
 * strata_perfetto_out_end_packet:
 * @self: where packets go; its packet may already have fields, and its body is the content
 * @kind: number of the content's field, or 0 if the packet already contains it
 * @sequence: the sequence, from 1 on
 *
 * Ends a packet.
 */
void
strata_perfetto_out_end_packet (StrataPerfettoOut *self,
                                guint32 kind,
                                guint32 sequence)
{
  if (self->device > 0)
    strata_proto_put_uint (self->packet, PACKET_MACHINE, self->machines[self->device]);

  strata_proto_put_uint (self->packet, PACKET_SEQUENCE, SEQUENCES_A_DEVICE * self->device + sequence);
  strata_proto_put_uint (self->packet, PACKET_FLAGS, (self->begun[self->device] >> sequence & 1) != 0 ? FLAG_NEEDS_STATE : FLAG_CLEARED);
  if (self->interned->len > 0)
    strata_proto_put_message (self->packet, PACKET_INTERNED, self->interned);
  if (kind != 0)
    strata_proto_put_message (self->packet, kind, self->body);

  self->begun[self->device] |= 1u << sequence;
  strata_proto_put_message (self->out, TRACE_PACKET, self->packet);
}

/**
 * strata_perfetto_out_intern:
 * @self: where packets go; a packet may be under construction
 * @list: number of the list, a field of InternedData
 * @bit: bit of the list in are_known
 * @string: string id of a name
 *
 * Adds a name to the current packet, if its sequence does not have it yet.
 *
 * Returns: its number in the list
 */
guint64
strata_perfetto_out_intern (StrataPerfettoOut *self,
                            guint32 list,
                            guint32 bit,
                            guint32 string)
{
  guint8 **are_known = &self->are_known[self->device];

  if (*are_known == NULL)
    *are_known = g_new0 (guint8, strata_string_pool_get_n_strings (strata_trace_get_strings (self->trace)));
  if (((*are_known)[string] >> bit & 1) == 0)
    {
      (*are_known)[string] |= (guint8) (1 << bit);
      strata_proto_put_uint (self->inner, 1, (guint64) string + 1);
      strata_proto_put_text (self->inner, 2, strata_trace_get_string (self->trace, string));
      strata_proto_put_message (self->interned, list, self->inner);
    }

  return (guint64) string + 1;
}

/**
 * strata_perfetto_out_intern_function:
 * @self: where packets go; no packet may be under construction
 * @sequence: the sequence that will use it
 * @string: string id of the name of a kernel function
 *
 * Writes a name for kernel events, which may be in later packets.
 *
 * Returns: its number
 */
guint64
strata_perfetto_out_intern_function (StrataPerfettoOut *self,
                                     guint32 sequence,
                                     guint32 string)
{
  const guint64 number = strata_perfetto_out_intern (self, INTERNED_FUNCTIONS, FUNCTIONS_BIT, string);

  if (self->interned->len > 0)
    strata_perfetto_out_end_packet (self, 0, sequence);

  return number;
}

/**
 * strata_perfetto_out_dup_name:
 * @self: where packets go
 * @name: a name from the device whose packets are being made
 *
 * Returns: (transfer full): the name without the device name, which the trace adds to tell devices apart
 */
char *
strata_perfetto_out_dup_name (const StrataPerfettoOut *self,
                              const char *name)
{
  g_autofree char *device = strata_device_names_dup_title (self->trace, self->device);
  g_autofree char *suffix = *device != '\0' ? g_strdup_printf (" (%s)", device) : NULL;

  if (suffix != NULL && g_str_has_suffix (name, suffix))
    return g_strndup (name, strlen (name) - strlen (suffix));

  return g_strdup (suffix != NULL && g_str_equal (name, device) ? "" : name);
}

/**
 * strata_perfetto_out_dup_process_name:
 * @self: where packets go
 * @process: index of a process
 *
 * Returns: (transfer full): the name of the process without the name of its device, which names from further devices contain
 */
char *
strata_perfetto_out_dup_process_name (StrataPerfettoOut *self,
                                      guint32 process)
{
  strata_perfetto_out_set_process (self, process);
  return strata_perfetto_out_dup_name (self, strata_trace_get_string (self->trace, self->process_names[process]));
}
