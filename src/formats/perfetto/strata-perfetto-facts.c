/* strata-perfetto-facts.c - packets about the trace, the device, processes and threads
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "strata-perfetto-chrome.h"
#include "strata-perfetto-fields.h"
#include "strata-perfetto-reader.h"
#include "strata-process-list.h"

/* Limit for the clocks in a snapshot; there are usually six. */
#define MAX_SNAPSHOT_VALUES 64

static gint64
get_id (const StrataProto *field)
{
  return (gint32) strata_proto_get_uint (field);
}

/* Returns FALSE if the clock had another rate before. */
static gboolean
read_clock (StrataPerfettoReader *self,
            const StrataPerfettoSequence *sequence,
            StrataProto clock,
            StrataPerfettoClockValue *value)
{
  guint64 id = 0;
  guint64 stamp = 0;
  guint64 unit_ns = 0;
  gboolean is_incremental = FALSE;

  while (strata_proto_next (&clock))
    if (clock.number == STRATA_PF_CLOCK_ID)
      id = strata_proto_get_uint (&clock);
    else if (clock.number == STRATA_PF_CLOCK_TIMESTAMP)
      stamp = strata_proto_get_uint (&clock);
    else if (clock.number == STRATA_PF_CLOCK_IS_INCREMENTAL)
      is_incremental = strata_proto_get_uint (&clock) != 0;
    else if (clock.number == STRATA_PF_CLOCK_UNIT_NS)
      unit_ns = strata_proto_get_uint (&clock);

  const guint32 index = strata_perfetto_clocks_get (self->clocks, sequence->id, id);

  *value = (StrataPerfettoClockValue){ index, (gint64) stamp };
  return strata_perfetto_clocks_set_rate (self->clocks, index, is_incremental, unit_ns);
}

static void
take_snapshot (StrataPerfettoReader *self,
               const StrataPerfettoSequence *sequence,
               StrataProto snapshot)
{
  static const StrataText nothing = { "", 0 };
  StrataPerfettoClockValue values[MAX_SNAPSHOT_VALUES];
  guint n_values = 0;
  gboolean is_consistent = TRUE;

  while (strata_proto_next (&snapshot))
    if (snapshot.number == STRATA_PF_CLOCK_SNAPSHOT_CLOCKS && n_values < MAX_SNAPSHOT_VALUES)
      is_consistent = read_clock (self, sequence, strata_proto_enter (&snapshot), &values[n_values++]) && is_consistent;
    else if (snapshot.number == STRATA_PF_CLOCK_SNAPSHOT_CALENDAR_UNKNOWN)
      self->has_no_calendar = strata_proto_get_uint (&snapshot) != 0;
    else if (snapshot.number == STRATA_PF_CLOCK_SNAPSHOT_PRIMARY && strata_proto_get_uint (&snapshot) != 0)
      strata_perfetto_clocks_set_primary (self->clocks, strata_perfetto_clocks_get (self->clocks, sequence->id, strata_proto_get_uint (&snapshot)));

  if (is_consistent)
    strata_perfetto_clocks_add_snapshot (self->clocks, values, n_values);
  else
    strata_event_sink_diagnose (self->sink, STRATA_DIAGNOSTIC_CLOCK_RATE, 1, STRATA_NO_TIME, nothing);
}

/**
 * strata_perfetto_reader_cut_worker:
 * @name: the name of a process or thread in a list
 *
 * The names of the kernel's workers end with what they are doing at that moment; as in Perfetto, only the first part counts, which
 * events contain, too.
 *
 * Returns: the name
 */
StrataText
strata_perfetto_reader_cut_worker (StrataText name)
{
  static const char prefix[] = "kworker/";
  const gsize n_prefix = strlen (prefix);

  if (G_LIKELY (name.n_bytes < n_prefix || memcmp (name.text, prefix, n_prefix) != 0))
    return name;

  for (gsize i = n_prefix; i < name.n_bytes; i++)
    if (name.text[i] == '-' || name.text[i] == '+')
      return (StrataText){ name.text, i };

  return name;
}

/**
 * strata_perfetto_reader_cut_arguments:
 * @name: the only word of a command line
 *
 * A program that rewrites its command line, such as Chrome, often leaves one word with all arguments in it.
 *
 * Returns: the name of the program
 */
StrataText
strata_perfetto_reader_cut_arguments (StrataText name)
{
  const char *space = memchr (name.text, ' ', name.n_bytes);

  return space != NULL && space > name.text ? strata_text (name.text, space) : name;
}

static void
take_process (StrataPerfettoReader *self,
              StrataProto process)
{
  StrataText name = { "", 0 };
  guint n_words = 0;
  gboolean is_name = FALSE; /* whether the first word is a name, spaces included */
  gboolean is_comm = FALSE; /* whether it is that of the main thread */
  gboolean has_uid = FALSE;
  guint64 uid = 0;
  gint64 pid = -1;

  while (strata_proto_next (&process))
    if (process.number == STRATA_PF_PROCESS_PID)
      pid = get_id (&process);
    else if (process.number == STRATA_PF_PROCESS_UID)
      {
        uid = strata_proto_get_uint (&process);
        has_uid = TRUE;
      }
    else if (process.number == STRATA_PF_PROCESS_WHOLE_LINE)
      is_name = TRUE;
    else if (process.number == STRATA_PF_PROCESS_IS_COMM)
      is_comm = strata_proto_get_uint (&process) != 0;
    else if (process.number == STRATA_PF_PROCESS_CMDLINE && n_words++ == 0)
      name = strata_perfetto_reader_cut_worker (strata_proto_get_text (&process));

  if (n_words == 1 && !is_name && !is_comm)
    name = strata_perfetto_reader_cut_arguments (name);
  if (pid >= 0)
    strata_perfetto_reader_name_task (self, pid, -1, name);
  if (pid >= 0 && is_comm)
    strata_perfetto_reader_name_task (self, pid, pid, name);
  if (has_uid && pid >= 0)
    strata_perfetto_reader_note_user (self, pid, name, uid);
}

static void
take_thread (StrataPerfettoReader *self,
             guint32 clock,
             gint64 time_ns,
             StrataProto thread)
{
  StrataText name = { "", 0 };
  gint64 pid = -1;
  gint64 tid = -1;

  while (strata_proto_next (&thread))
    if (thread.number == STRATA_PF_THREAD_TID)
      tid = get_id (&thread);
    else if (thread.number == STRATA_PF_THREAD_PID)
      pid = get_id (&thread);
    else if (thread.number == STRATA_PF_THREAD_NAME)
      name = strata_perfetto_reader_cut_worker (strata_proto_get_text (&thread));

  if (pid < 0 || tid < 0)
    return;

  const gboolean is_known = strata_process_list_find_process (strata_event_sink_get_list (self->sink), (guint32) tid) >= 0;

  strata_perfetto_reader_note_thread_life (self, clock, time_ns, (guint32) pid, (guint32) tid, name, is_known);
  strata_perfetto_reader_name_task (self, pid, tid, name);
}

static void
take_process_tree (StrataPerfettoReader *self,
                   const StrataPerfettoPacket *packet)
{
  const guint32 clock = packet->time_clock;
  const gint64 time_ns = packet->stamp != 0 ? packet->time_ns : STRATA_NO_TIME;
  StrataProto tree = strata_proto_enter (&packet->content);

  while (strata_proto_next (&tree))
    if (tree.number == STRATA_PF_PROCESS_TREE_PROCESS)
      {
        take_process (self, strata_proto_enter (&tree));
        strata_perfetto_reader_note_life (self, clock, time_ns, strata_proto_enter (&tree));
      }
    else if (tree.number == STRATA_PF_PROCESS_TREE_THREAD)
      take_thread (self, clock, time_ns, strata_proto_enter (&tree));
}

/* Finds the process or thread of a track. */
static gboolean
find_part (StrataProto descriptor,
           guint32 number,
           StrataProto *part)
{
  gboolean is_found = FALSE;

  while (strata_proto_next (&descriptor))
    if (descriptor.number == number)
      {
        *part = strata_proto_enter (&descriptor);
        is_found = TRUE;
      }

  return is_found;
}

/* Events without a track belong to the thread that their sequence has described last. */
static void
take_track_descriptor (StrataPerfettoReader *self,
                       StrataPerfettoSequence *sequence,
                       const StrataPerfettoPacket *packet)
{
  const StrataProto descriptor = strata_proto_enter (&packet->content);
  StrataProto thread;
  StrataProto process;
  gint64 pid = -1;
  gint64 tid = -1;

  strata_perfetto_tracks_describe (self->tracks, descriptor);
  if (find_part (descriptor, STRATA_PF_TRACK_DESCRIPTOR_PROCESS, &process))
    strata_perfetto_reader_note_descriptor (self, packet, process);
  if (!find_part (descriptor, STRATA_PF_TRACK_DESCRIPTOR_THREAD, &thread))
    return;

  while (strata_proto_next (&thread))
    if (thread.number == STRATA_PF_THREAD_DESCRIPTOR_PID)
      pid = get_id (&thread);
    else if (thread.number == STRATA_PF_THREAD_DESCRIPTOR_TID)
      tid = strata_proto_get_int (&thread);

  if (pid < 0 || tid < 0)
    return;

  sequence->pid = pid;
  sequence->tid = tid;
  sequence->has_thread = TRUE;
}

/* Before there were tracks, a sequence described once the thread of its events. */
static void
take_thread_descriptor (StrataPerfettoReader *self,
                        StrataPerfettoSequence *sequence,
                        StrataProto descriptor)
{
  StrataText name = { "", 0 };
  guint64 type = 0;
  gboolean is_alone = FALSE;

  while (strata_proto_next (&descriptor))
    switch (descriptor.number)
      {
      case STRATA_PF_THREAD_DESCRIPTOR_CHROME_TYPE:
        type = strata_proto_get_uint (&descriptor);
        break;
      case STRATA_PF_THREAD_DESCRIPTOR_PID:
        sequence->pid = get_id (&descriptor);
        break;
      case STRATA_PF_THREAD_DESCRIPTOR_TID:
        sequence->tid = strata_proto_get_int (&descriptor);
        break;
      case STRATA_PF_THREAD_DESCRIPTOR_NAME:
        name = strata_proto_get_text (&descriptor);
        break;
      case STRATA_PF_THREAD_DESCRIPTOR_REFERENCE_US:
        sequence->time_us = strata_proto_get_int (&descriptor);
        break;
      case STRATA_PF_THREAD_DESCRIPTOR_REFERENCE_THREAD_US:
        if (sequence->state != NULL)
          sequence->state->cpu_us = strata_proto_get_uint (&descriptor);
        break;
      case STRATA_PF_THREAD_DESCRIPTOR_PROCESS_UNKNOWN:
        is_alone = TRUE;
        break;
      default:
        break;
      }

  if (is_alone)
    sequence->pid = -1;
  sequence->has_thread = sequence->tid >= 0;
  if (!sequence->has_thread)
    return;

  strata_perfetto_reader_note_thread (self, sequence->pid, sequence->tid, name, FALSE);
  strata_perfetto_reader_note_thread (self, sequence->pid, sequence->tid, strata_perfetto_chrome_get_thread (type), TRUE);
}

static void
take_process_descriptor (StrataPerfettoReader *self,
                         StrataProto descriptor)
{
  StrataText name = { "", 0 };
  guint64 type = 0;
  gint64 pid = -1;

  while (strata_proto_next (&descriptor))
    if (descriptor.number == STRATA_PF_PROCESS_DESCRIPTOR_PID)
      pid = get_id (&descriptor);
    else if (descriptor.number == STRATA_PF_PROCESS_DESCRIPTOR_CHROME_TYPE)
      type = strata_proto_get_uint (&descriptor);
    else if (descriptor.number == STRATA_PF_PROCESS_DESCRIPTOR_NAME)
      name = strata_proto_get_text (&descriptor);

  if (pid <= 0)
    return;

  strata_perfetto_reader_name_task (self, pid, -1, name);
  strata_process_list_suggest_process (strata_event_sink_get_list (self->sink), (guint32) pid, strata_perfetto_chrome_get_process (type), STRATA_SUGGESTION_TYPE);
}

static void
add_property (StrataPerfettoReader *self,
              const char *key,
              const StrataProto *field)
{
  const StrataText text = strata_proto_get_text (field);
  g_autofree char *value = g_utf8_make_valid (text.text, (gssize) MIN (text.n_bytes, 1000));
  g_autofree char *full_key = self->is_other ? g_strdup_printf ("machine %u: %s", self->machine, key) : g_strdup (key);

  if (*value != '\0')
    strata_trace_builder_add_property (self->builder, full_key, value);
}

static void
take_utsname (StrataPerfettoReader *self,
              StrataProto utsname)
{
  while (strata_proto_next (&utsname))
    if (utsname.number == STRATA_PF_UTSNAME_RELEASE)
      {
        const StrataText text = strata_proto_get_text (&utsname);

        g_free (self->kernel_release);
        self->kernel_release = g_strndup (text.text, MIN (text.n_bytes, 200));
        add_property (self, "kernel", &utsname);
      }
    else if (utsname.number == STRATA_PF_UTSNAME_VERSION)
      add_property (self, "kernel version", &utsname);
    else if (utsname.number == STRATA_PF_UTSNAME_SYSNAME)
      add_property (self, "system", &utsname);
    else if (utsname.number == STRATA_PF_UTSNAME_MACHINE)
      {
        const StrataText text = strata_proto_get_text (&utsname);
        g_autofree char *machine = g_strndup (text.text, MIN (text.n_bytes, 200));

        strata_event_sink_set_machine (self->sink, machine);
        add_property (self, "machine", &utsname);
      }
}

/* The first machine needs no name: items without a machine belong to it. */
static void
take_machine_name (StrataPerfettoReader *self,
                   const StrataProto *field)
{
  const StrataText text = strata_proto_get_text (field);
  g_autofree char *name = g_utf8_make_valid (text.text, (gssize) MIN (text.n_bytes, 200));

  add_property (self, "machine name", field);
  if (self->is_other && *name != '\0')
    strata_event_sink_set_name (self->sink, name);
}

/* Adds a number about the device as a property. */
static void
add_number (StrataPerfettoReader *self,
            const char *key,
            const StrataProto *field)
{
  g_autofree char *number = g_strdup_printf ("%" G_GINT64_FORMAT, strata_proto_get_int (field));
  const StrataProto text = { .wire = STRATA_PROTO_BYTES, .data = (const guint8 *) number, .value = strlen (number) };

  add_property (self, key, &text);
}

/* Fields that become properties as they are. */
static const struct
{
  guint32 number;
  const char *key;
} system_facts[] = {
  { STRATA_PF_SYSTEM_INFO_BUILD, "build" },
  { STRATA_PF_SYSTEM_INFO_SERVICE, "recorder" },
  { STRATA_PF_SYSTEM_INFO_SDK, "sdk" },
  { STRATA_PF_SYSTEM_INFO_TIME_ZONE, "time zone" },
  { STRATA_PF_SYSTEM_INFO_N_CPUS, "number of cpus" },
  { STRATA_PF_SYSTEM_INFO_SOC, "soc" },
  { STRATA_PF_SYSTEM_INFO_HARDWARE, "hardware" },
  { STRATA_PF_SYSTEM_INFO_STORAGE, "storage" },
  { STRATA_PF_SYSTEM_INFO_RAM, "ram" },
  { STRATA_PF_SYSTEM_INFO_GUEST_SOC, "guest soc" },
  { STRATA_PF_SYSTEM_INFO_MANUFACTURER, "manufacturer" },
  { STRATA_PF_SYSTEM_INFO_SERIAL_CONSOLE, "serial console" },
  { STRATA_PF_SYSTEM_INFO_RAM_BYTES, "ram bytes" },
};

static void
take_system_fact (StrataPerfettoReader *self,
                  const StrataProto *field)
{
  for (guint i = 0; i < G_N_ELEMENTS (system_facts); i++)
    if (system_facts[i].number == field->number && field->wire == STRATA_PROTO_BYTES)
      add_property (self, system_facts[i].key, field);
    else if (system_facts[i].number == field->number)
      add_number (self, system_facts[i].key, field);
}

static void
take_system_info (StrataPerfettoReader *self,
                  StrataProto info)
{
  while (strata_proto_next (&info))
    if (info.number == STRATA_PF_SYSTEM_INFO_UTSNAME)
      take_utsname (self, strata_proto_enter (&info));
    else if (info.number == STRATA_PF_SYSTEM_INFO_MACHINE_NAME)
      take_machine_name (self, &info);
    else
      take_system_fact (self, &info);
}

/* The id of the recording, in the form of a UUID. */
static void
take_uuid (StrataPerfettoReader *self,
           StrataProto uuid)
{
  const guint64 high = strata_proto_find_uint (uuid, STRATA_PF_TRACE_UUID_HIGH);
  const guint64 low = strata_proto_find_uint (uuid, STRATA_PF_TRACE_UUID_LOW);
  g_autofree char *text = g_strdup_printf ("%08x-%04x-%04x-%04x-%012" G_GINT64_MODIFIER "x", (guint) (high >> 32), (guint) (high >> 16 & 0xffff), (guint) (high & 0xffff), (guint) (low >> 48), low & 0xffffffffffff);

  strata_trace_builder_add_property (self->builder, "uuid", text);
}

static void
take_translations (StrataPerfettoReader *self,
                   StrataProto list,
                   GHashTable *names)
{
  while (strata_proto_next (&list))
    if (list.number == STRATA_PF_TRANSLATION_ENTRY)
      {
        StrataProto entry = strata_proto_enter (&list);
        guint32 raw = STRATA_STRING_EMPTY;
        guint32 readable = STRATA_STRING_EMPTY;

        while (strata_proto_next (&entry))
          if (entry.number == STRATA_PF_TRANSLATION_ENTRY_RAW)
            raw = strata_proto_intern (&entry, self->strings);
          else if (entry.number == STRATA_PF_TRANSLATION_ENTRY_READABLE)
            readable = strata_proto_intern (&entry, self->strings);

        if (raw != STRATA_STRING_EMPTY && readable != STRATA_STRING_EMPTY)
          g_hash_table_replace (names, GUINT_TO_POINTER (raw), GUINT_TO_POINTER (readable));
      }
}

/* A producer may know only after the trace what its names mean. */
static void
take_translation_table (StrataPerfettoReader *self,
                        StrataProto table)
{
  while (strata_proto_next (&table))
    if (table.number == STRATA_PF_TRANSLATION_TABLE_SLICE_NAMES)
      take_translations (self, strata_proto_enter (&table), self->slice_names);
    else if (table.number == STRATA_PF_TRANSLATION_TABLE_TRACK_NAMES)
      take_translations (self, strata_proto_enter (&table), strata_perfetto_tracks_get_translations (self->tracks));
}

/**
 * strata_perfetto_reader_is_fact:
 * @kind: number of a packet field
 *
 * Returns: whether it is about the trace as a whole, and is read
 */
gboolean
strata_perfetto_reader_is_fact (guint32 kind)
{
  switch (kind)
    {
    case STRATA_PF_PACKET_CLOCK_SNAPSHOT:
    case STRATA_PF_PACKET_TRACK_DESCRIPTOR:
    case STRATA_PF_PACKET_PROCESS_TREE:
    case STRATA_PF_PACKET_THREAD_DESCRIPTOR:
    case STRATA_PF_PACKET_PROCESS_DESCRIPTOR:
    case STRATA_PF_PACKET_SYSTEM_INFO:
    case STRATA_PF_PACKET_SYNCHRONIZATION_MARKER:
    case STRATA_PF_PACKET_TRACE_CONFIG:
    case STRATA_PF_PACKET_TRACE_STATS:
    case STRATA_PF_PACKET_FTRACE_STATS:
    case STRATA_PF_PACKET_SERVICE_EVENT:
    case STRATA_PF_PACKET_TRACE_UUID:
    case STRATA_PF_PACKET_TRANSLATION_TABLE:
    case STRATA_PF_PACKET_PACKAGES_LIST:
    case STRATA_PF_PACKET_REMOTE_CLOCK_SYNC:
      return TRUE;
    default:
      return FALSE;
    }
}

/**
 * strata_perfetto_reader_take_fact:
 * @self: the reader
 * @sequence: sequence of the packet
 * @packet: a packet
 *
 * Takes the facts of a packet about the trace as a whole.
 *
 * Returns: %FALSE if such packets are not used
 */
gboolean
strata_perfetto_reader_take_fact (StrataPerfettoReader *self,
                                  StrataPerfettoSequence *sequence,
                                  const StrataPerfettoPacket *packet)
{
  const StrataProto content = strata_proto_enter (&packet->content);

  switch (packet->kind)
    {
    case STRATA_PF_PACKET_CLOCK_SNAPSHOT:
      take_snapshot (self, sequence, content);
      return TRUE;
    case STRATA_PF_PACKET_TRACK_DESCRIPTOR:
      take_track_descriptor (self, sequence, packet);
      return TRUE;
    case STRATA_PF_PACKET_PROCESS_TREE:
      take_process_tree (self, packet);
      return TRUE;
    case STRATA_PF_PACKET_THREAD_DESCRIPTOR:
      take_thread_descriptor (self, sequence, content);
      return TRUE;
    case STRATA_PF_PACKET_PROCESS_DESCRIPTOR:
      take_process_descriptor (self, content);
      strata_perfetto_reader_note_descriptor (self, packet, content);
      return TRUE;
    case STRATA_PF_PACKET_SYSTEM_INFO:
      take_system_info (self, content);
      return TRUE;
    case STRATA_PF_PACKET_TRACE_UUID:
      take_uuid (self, content);
      return TRUE;
    case STRATA_PF_PACKET_REMOTE_CLOCK_SYNC:
      strata_perfetto_reader_take_clock_sync (self, content);
      return TRUE;
    case STRATA_PF_PACKET_TRANSLATION_TABLE:
      take_translation_table (self, content);
      return TRUE;
    case STRATA_PF_PACKET_TRACE_CONFIG:
      strata_perfetto_reader_take_config (self, content);
      return TRUE;
    case STRATA_PF_PACKET_TRACE_STATS:
      strata_perfetto_reader_take_stats (self, content);
      return TRUE;
    case STRATA_PF_PACKET_FTRACE_STATS:
      strata_perfetto_reader_take_kernel_stats (self, sequence->id, content);
      return TRUE;
    case STRATA_PF_PACKET_CPU_INFO:
      strata_perfetto_reader_take_processors (self, content);
      return TRUE;
    case STRATA_PF_PACKET_INTERRUPT_INFO:
      strata_perfetto_reader_take_interrupts (self, content);
      return TRUE;
    case STRATA_PF_PACKET_EXTENSION_DESCRIPTOR:
      strata_perfetto_reader_take_extensions (self, content);
      return TRUE;
    case STRATA_PF_PACKET_PACKAGES_LIST:
      strata_perfetto_reader_take_packages (self, content);
      return TRUE;
    default:
      return strata_perfetto_reader_is_fact (packet->kind);
    }
}
