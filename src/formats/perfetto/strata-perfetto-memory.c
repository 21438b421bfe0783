/* strata-perfetto-memory.c - Chrome's descriptions of memory
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-memory-dump.h"
#include "strata-perfetto-fields.h"
#include "strata-perfetto-player.h"

/* A snapshot has the allocators of each process, as paths with a size; what owns what is not read. Lists of
 * mapped memory are summed. */

static void
take_node (StrataMemoryDump *dump,
           StrataProto node)
{
  StrataText path = { "", 0 };
  guint64 n_bytes = 0;
  gboolean has_size = FALSE;

  while (strata_proto_next (&node))
    if (node.number == STRATA_PF_MEMORY_NODE_PATH)
      path = strata_proto_get_text (&node);
    else if (node.number == STRATA_PF_MEMORY_NODE_SIZE)
      {
        n_bytes = strata_proto_get_uint (&node);
        has_size = TRUE;
      }

  if (has_size && path.n_bytes > 0)
    strata_memory_dump_add (dump, path, n_bytes);
}

static void
take_process (StrataPerfettoPlayer *self,
              StrataMemoryDump *dump,
              gint64 time_ns,
              StrataProto process)
{
  gint64 pid = -1;

  while (strata_proto_next (&process))
    if (process.number == STRATA_PF_MEMORY_PROCESS_PID)
      pid = (gint32) strata_proto_get_uint (&process);
    else if (process.number == STRATA_PF_MEMORY_PROCESS_NODES)
      take_node (dump, strata_proto_enter (&process));

  /* process 0 has the memory that processes share */
  if (pid > 0)
    strata_memory_dump_pass (dump, self->sink, strata_event_sink_see_process_at (self->sink, pid, time_ns), time_ns);
  else
    strata_memory_dump_clear (dump);
}

/* Takes the allocators of several processes. */
void
strata_perfetto_player_take_memory_snapshot (StrataPerfettoPlayer *self,
                                             gint64 time_ns,
                                             StrataProto snapshot)
{
  g_autoptr (StrataMemoryDump) dump = strata_memory_dump_new ();

  while (strata_proto_next (&snapshot))
    if (snapshot.number == STRATA_PF_MEMORY_SNAPSHOT_PROCESSES)
      take_process (self, dump, time_ns, strata_proto_enter (&snapshot));
}

static void
take_mapping (StrataMemoryDump *dump,
              StrataProto entry)
{
  while (strata_proto_next (&entry))
    {
      const char *const counter = entry.number == STRATA_PF_SMAPS_ENTRY_PSS_KB             ? "mem.smaps.pss"
                                  : entry.number == STRATA_PF_SMAPS_ENTRY_SWAP_KB          ? "mem.smaps.swap"
                                  : entry.number == STRATA_PF_SMAPS_ENTRY_PRIVATE_DIRTY_KB ? "mem.smaps.private_dirty"
                                                                                           : NULL;

      if (counter != NULL)
        strata_memory_dump_add_total (dump, counter, MIN (strata_proto_get_uint (&entry), G_MAXUINT32) * 1024);
    }
}

/* Takes the mapped memory of a process. */
void
strata_perfetto_player_take_smaps (StrataPerfettoPlayer *self,
                                   gint64 time_ns,
                                   StrataProto smaps)
{
  g_autoptr (StrataMemoryDump) dump = strata_memory_dump_new ();
  gint64 pid = -1;

  while (strata_proto_next (&smaps))
    if (smaps.number == STRATA_PF_SMAPS_PID)
      pid = (gint32) strata_proto_get_uint (&smaps);
    else if (smaps.number == STRATA_PF_SMAPS_ENTRIES)
      take_mapping (dump, strata_proto_enter (&smaps));

  if (pid >= 0)
    strata_memory_dump_pass (dump, self->sink, strata_event_sink_see_process_at (self->sink, pid, time_ns), time_ns);
}
