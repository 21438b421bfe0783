/* strata-out-ids.c - ids of processes and threads of several devices in one file
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-out-ids.h"

#include "strata-atrace-events.h"
#include "strata-device-names.h"
#include "strata-pair-key.h"

/* If an id is already used by an earlier device, this is added to it once per device, so that it
 * can still be recognised. Ids of a kernel are below 2^22. */
#define IDS_A_DEVICE 10000000

typedef struct
{
  StrataOutIds *ids; /* borrowed */
  StrataOutForm form;
  const StrataClip *clip;   /* borrowed */
  const guint8 *reuse;      /* borrowed: by thread, see strata_atrace_find_reuse() */
  const gboolean *are_gone; /* borrowed: by process, whether all of its threads are absent */
  GHashTable *owners;       /* owned: gint64 key of the id in the file -> device + 1 */
  GHashTable *by_own;       /* owned: gint64 key of device and own id -> gint64 id in the file */
} Making;

/* Each packet names its machine. */
static gint64
make_key (const Making *making,
          guint32 device,
          gint64 id)
{
  return making->form == STRATA_OUT_PERFETTO ? (gint64) ((guint64) device << 48) ^ id : id;
}

static gboolean
is_taken (const Making *making,
          guint32 device,
          gint64 id)
{
  const gint64 key = make_key (making, device, id);

  return g_hash_table_lookup (making->owners, &key) != NULL;
}

static void
take (Making *making,
      guint32 device,
      gint64 id)
{
  const gint64 key = make_key (making, device, id);

  g_hash_table_insert (making->owners, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (device + 1));
}

static gint64
find_free (const Making *making,
           guint32 device,
           gint64 own)
{
  gint64 id = making->form == STRATA_OUT_PERFETTO && own > G_MAXINT32 ? IDS_A_DEVICE : own;

  if (is_taken (making, device, id))
    id += (gint64) device * IDS_A_DEVICE;
  while (is_taken (making, device, id))
    id++;

  return id;
}

/* The idle task, and a missing id, are the same on all devices. */
static gint64
get_id (Making *making,
        guint32 device,
        gint64 own)
{
  const gint64 key = (gint64) ((guint64) device << 48) ^ own;
  const gint64 *known = g_hash_table_lookup (making->by_own, &key);

  if (own <= 0)
    return own;
  if (known != NULL)
    return *known;

  const gint64 id = find_free (making, device, own);

  making->ids->n_made += id != own;
  take (making, device, id);
  g_hash_table_insert (making->by_own, g_memdup2 (&key, sizeof key), g_memdup2 (&id, sizeof id));
  return id;
}

/* A process belongs to the device of its threads; one without threads to the first device. */
static guint32 *
find_devices (StrataTrace *trace,
              guint n_processes)
{
  guint32 *devices = g_new0 (guint32, MAX (n_processes, 1));
  guint n_threads;
  const StrataThread *threads = strata_trace_get_threads (trace, &n_threads);

  for (guint i = 0; i < n_threads; i++)
    if (threads[i].process != STRATA_NONE)
      devices[threads[i].process] = strata_device_or_first (threads[i].device);

  return devices;
}

/* Ids of the first device do not change; it is processed before the others. */
static void
make_of (Making *making,
         StrataTrace *trace,
         const guint32 *devices,
         gboolean is_first)
{
  guint n_processes;
  guint n_threads;
  const StrataProcess *processes = strata_trace_get_processes (trace, &n_processes);
  const StrataThread *threads = strata_trace_get_threads (trace, &n_threads);

  for (guint i = 0; i < n_processes; i++)
    if ((devices[i] == 0) == is_first && !making->are_gone[i])
      making->ids->pids[i] = get_id (making, devices[i], processes[i].pid);

  for (guint i = 0; i < n_threads; i++)
    if (!threads[i].has_own_id && making->reuse[i] != STRATA_ATRACE_REUSE_ABSENT && (strata_device_or_first (threads[i].device) == 0) == is_first)
      making->ids->tids[i] = MAX (get_id (making, strata_device_or_first (threads[i].device), threads[i].tid), 0);
}

static gboolean *
find_gone (StrataTrace *trace,
           const guint8 *reuse)
{
  guint n_processes;
  guint n_threads;
  const StrataThread *threads = strata_trace_get_threads (trace, &n_threads);

  strata_trace_get_processes (trace, &n_processes);

  gboolean *are_gone = g_new0 (gboolean, MAX (n_processes, 1));

  for (guint i = 0; i < n_threads; i++)
    if (reuse[i] == STRATA_ATRACE_REUSE_ABSENT && threads[i].process != STRATA_NONE)
      are_gone[threads[i].process] = TRUE;
  for (guint i = 0; i < n_threads; i++)
    if (reuse[i] != STRATA_ATRACE_REUSE_ABSENT && threads[i].process != STRATA_NONE)
      are_gone[threads[i].process] = FALSE;

  return are_gone;
}

/* Whether anything remains of a process: a slice that it never ended, or the last value of a counter. */
static gboolean
has_rest (StrataTrace *trace,
          const StrataClip *clip,
          guint32 process)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  guint n_tracks;
  guint n_counters;
  const StrataTrack *tracks = strata_trace_get_tracks (trace, &n_tracks);
  const StrataCounter *counters = strata_trace_get_counters (trace, &n_counters);

  for (guint i = 0; i < n_counters; i++)
    if (counters[i].process == process)
      return TRUE;

  for (guint i = 0; i < n_tracks; i++)
    for (guint32 k = 0; tracks[i].kind == STRATA_TRACK_ASYNC && tracks[i].process == process && k < tracks[i].n_slices; k++)
      if (strata_clip_has_slice (clip, slices, tracks[i].first_slice + k))
        return TRUE;

  return FALSE;
}

/* Finds an unused id. Ids have to be in the range of a kernel, since items such as switches name no process. */
static gint64
get_apart (Making *making,
           guint32 device,
           gint64 own)
{
  gint64 id = own > 0 && own < G_MAXINT32 - IDS_A_DEVICE ? own : IDS_A_DEVICE;

  if (id != own || is_taken (making, device, id))
    {
      id += IDS_A_DEVICE;
      making->ids->n_made++;
    }
  while (is_taken (making, device, id))
    id++;

  take (making, device, id);
  return id;
}

/* Returns whether no thread with this process and id was added before. */
static gboolean
add_pair (GHashTable *pairs,
          const StrataThread *thread)
{
  const StrataPairKey key = { thread->process, (guint64) thread->tid };

  return g_hash_table_add (pairs, g_memdup2 (&key, sizeof key));
}

/* The processes and ids of threads whose ids are those of the kernel: (element-type StrataPairKey). */
static GHashTable *
list_pairs (StrataTrace *trace)
{
  GHashTable *pairs = g_hash_table_new_full (strata_pair_key_hash, strata_pair_key_equal, g_free, NULL);
  guint n_threads;
  const StrataThread *threads = strata_trace_get_threads (trace, &n_threads);

  for (guint i = 0; i < n_threads; i++)
    if (!threads[i].has_own_id)
      add_pair (pairs, &threads[i]);

  return pairs;
}

/* Where processes are written, a thread keeps an id that is its own in its process. The events of a sampled thread are threads with
 * one id. */
static void
make_own (Making *making,
          StrataTrace *trace)
{
  const gboolean has_processes = making->form != STRATA_OUT_TEXT;
  g_autoptr (GHashTable) pairs = list_pairs (trace);
  guint n_threads;
  const StrataThread *threads = strata_trace_get_threads (trace, &n_threads);

  for (guint i = 0; i < n_threads; i++)
    if (threads[i].has_own_id)
      {
        const gboolean is_known = has_processes && threads[i].tid >= 0 && threads[i].process != STRATA_NONE && threads[i].n_states == 0;
        const gboolean keeps = is_known && add_pair (pairs, &threads[i]);

        making->ids->tids[i] = keeps ? threads[i].tid : get_apart (making, strata_device_or_first (threads[i].device), threads[i].tid);
      }
}

/* The ids of absent processes and threads mean others now, so they get different ones. A main thread keeps the id of its process. */
static void
make_absent (Making *making,
             StrataTrace *trace,
             const guint32 *devices)
{
  guint n_processes;
  guint n_threads;
  const StrataProcess *processes = strata_trace_get_processes (trace, &n_processes);
  const StrataThread *threads = strata_trace_get_threads (trace, &n_threads);
  const guint n_made = making->ids->n_made;

  for (guint i = 0; i < n_processes; i++)
    if (making->are_gone[i])
      making->ids->pids[i] = get_apart (making, devices[i], processes[i].pid);

  for (guint i = 0; i < n_threads; i++)
    if (making->reuse[i] == STRATA_ATRACE_REUSE_ABSENT)
      {
        const guint32 process = threads[i].process;
        const gboolean is_main = process != STRATA_NONE && making->are_gone[process] && processes[process].pid == threads[i].tid;

        making->ids->tids[i] = is_main ? making->ids->pids[process] : get_apart (making, strata_device_or_first (threads[i].device), threads[i].tid);
      }

  making->ids->n_made = n_made;
  for (guint32 i = 0; i < n_processes; i++)
    {
      making->ids->are_left_out[i] = making->are_gone[i] && !has_rest (trace, making->clip, i);
      making->ids->n_made += making->are_gone[i] && !making->ids->are_left_out[i];
    }
}

/**
 * strata_out_ids_init:
 * @self: the caller's memory
 * @trace: a trace
 * @clip: the part of it that is written
 * @form: the format that is written
 *
 * Finds an id for each process and thread. Items with the same id on one device keep the same id.
 */
void
strata_out_ids_init (StrataOutIds *self,
                     StrataTrace *trace,
                     const StrataClip *clip,
                     StrataOutForm form)
{
  guint n_processes;
  guint n_threads;

  strata_trace_get_processes (trace, &n_processes);
  strata_trace_get_threads (trace, &n_threads);
  *self = (StrataOutIds){
    .pids = g_new (gint64, MAX (n_processes, 1)),
    .tids = g_new (gint64, MAX (n_threads, 1)),
    .are_left_out = g_new0 (gboolean, MAX (n_processes, 1)),
  };

  g_autofree guint32 *devices = find_devices (trace, n_processes);
  g_autofree guint8 *reuse = strata_atrace_find_reuse (trace, clip);
  g_autofree gboolean *are_gone = find_gone (trace, reuse);
  g_autoptr (GHashTable) owners = g_hash_table_new_full (strata_int64_hash, g_int64_equal, g_free, NULL);
  g_autoptr (GHashTable) by_own = g_hash_table_new_full (strata_int64_hash, g_int64_equal, g_free, g_free);
  Making making = { self, form, clip, reuse, are_gone, owners, by_own };

  make_of (&making, trace, devices, TRUE);
  make_of (&making, trace, devices, FALSE);
  make_own (&making, trace);
  make_absent (&making, trace, devices);
}

void
strata_out_ids_clear (StrataOutIds *self)
{
  g_clear_pointer (&self->pids, g_free);
  g_clear_pointer (&self->tids, g_free);
  g_clear_pointer (&self->are_left_out, g_free);
}

/* Returns its id in the file, or -1. @process may be STRATA_NONE. */
gint64
strata_out_ids_get_pid (const StrataOutIds *self,
                        guint32 process)
{
  return process != STRATA_NONE ? self->pids[process] : -1;
}

/**
 * strata_out_ids_get_tid:
 * @self: the ids
 * @thread: index of a thread, or %STRATA_NONE for the idle task
 *
 * Returns: its id in the file
 */
gint64
strata_out_ids_get_tid (const StrataOutIds *self,
                        guint32 thread)
{
  return thread != STRATA_NONE ? self->tids[thread] : 0;
}

/* Whether it has to be written: no other process has its id, or it has items in the part that is
 * written. */
gboolean
strata_out_ids_has_process (const StrataOutIds *self,
                            guint32 process)
{
  return !self->are_left_out[process];
}

/**
 * strata_out_ids_count_made:
 * @trace: a trace
 * @clip: the part of it that is written
 * @form: the format that is written
 *
 * Returns: how many processes and threads have other ids in the file
 */
guint
strata_out_ids_count_made (StrataTrace *trace,
                           const StrataClip *clip,
                           StrataOutForm form)
{
  StrataOutIds ids;

  strata_out_ids_init (&ids, trace, clip, form);
  strata_out_ids_clear (&ids);
  return ids.n_made;
}
