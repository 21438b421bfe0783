/* strata-perf-data.c - perf.data of perf and simpleperf
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-perf-data.h"

#include <inttypes.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "strata-error.h"
#include "strata-format.h"
#include "strata-order.h"
#include "strata-perf-sections.h"
#include "strata-perf-unzstd.h"
#include "strata-stack-frames.h"

/* A header, descriptions of the events, records, and after them sections about the machine; or, from a
 * pipe, a short header and only records. The records of each CPU are in order, but not across CPUs. So
 * pass 1 indexes the times, and pass 2 takes the records by time: a thread's name and a process's maps are
 * then known before its samples. Records without a time describe the state before the recording. perf
 * writes no symbols: functions are named by library and address. simpleperf writes them.
 * Format: tools/perf/Documentation/perf.data-file-format.txt, perf_event_open(2). */

#define MOST_BYTES (1u << 30)
#define HEADER_BYTES 104
#define PIPE_HEADER_BYTES 16
#define MOST_ATTRS 1024

/* Offsets in the description of an event. */
#define FLAGS_OFFSET 40
#define CLOCK_OFFSET 92

/* Larger addresses in a stack are markers: the kernel's part or the program's part follows. */
#define LEAST_CONTEXT (G_MAXUINT64 - 4095)

enum
{
  RECORD_MMAP = 1,
  RECORD_LOST = 2,
  RECORD_COMM = 3,
  RECORD_EXIT = 4,
  RECORD_FORK = 7,
  RECORD_SAMPLE = 9,
  RECORD_MMAP2 = 10,
  RECORD_LOST_SAMPLES = 13,
  RECORD_SWITCH = 14,
  RECORD_SWITCH_CPU_WIDE = 15,
  RECORD_SYMBOL = 17,
  FIRST_USER_RECORD = 64,
  RECORD_HEADER_ATTR = 64,
  RECORD_COMPRESSED = 81,
  RECORD_COMPRESSED_2 = 83,
};

/* Part of the second number of a sample: what the CPU did. */
#define MODE_MASK 7u

/* Flag in the second number of an mmap record: it has a build id. */
#define HAS_BUILD_ID (1u << 14)

enum
{
  SAMPLE_IP = 1 << 0,
  SAMPLE_TID = 1 << 1,
  SAMPLE_TIME = 1 << 2,
  SAMPLE_ADDR = 1 << 3,
  SAMPLE_READ = 1 << 4,
  SAMPLE_CALLCHAIN = 1 << 5,
  SAMPLE_ID = 1 << 6,
  SAMPLE_CPU = 1 << 7,
  SAMPLE_PERIOD = 1 << 8,
  SAMPLE_STREAM_ID = 1 << 9,
  SAMPLE_IDENTIFIER = 1 << 16,
};

/* Which values of its event, or of its event's group, a sample contains. */
enum
{
  READ_ENABLED = 1 << 0,
  READ_RUNNING = 1 << 1,
  READ_ID = 1 << 2,
  READ_GROUP = 1 << 3,
  READ_LOST = 1 << 4,
};

typedef struct
{
  guint32 type;
  guint64 config;
  guint64 period;
  guint64 sample_type;
  guint64 read_format;
  gboolean is_frequency;
  gboolean all_have_times; /* not only samples */
  guint32 event;           /* STRATA_NONE until it has a sample */
} Attr;

/* Where a record is: an offset in the file or, beyond its end, in the decompressed records. */
typedef struct
{
  guint64 time_ns;
  gsize offset;
} Record;

/* The function that contains an address. */
typedef struct
{
  guint32 name;
  guint32 attrs;
  StrataCallFrame call;
} Place;

/* A sample of any event. */
typedef struct
{
  gint64 pid;
  gint64 tid;
  gint64 time_ns;
  guint32 node;
} Taken;

typedef struct
{
  StrataStackSamples *samples; /* borrowed */
  StrataTraceBuilder *builder; /* borrowed */
  StrataPerfMaps *maps;        /* borrowed */
  StrataStackFrames frames;
  StrataPerfSections sections;
  GArray *attrs;            /* (element-type Attr) owned */
  GHashTable *by_id;        /* id of an event -> attr + 1 */
  GHashTable *values;       /* id of an event -> its count when it was last read, owned */
  GHashTable *comms;        /* tid -> text, owned */
  GHashTable *processes;    /* pid -> (address -> Place, owned), owned */
  StrataColumn records;     /* Record */
  guint64 most_bytes;       /* limit for the size of decompressed records */
  StrataPerfUnzstd *unzstd; /* owned; NULL until there is a compressed record */
  gint64 shift_ns;          /* added to all times */
  const guint8 *data;       /* the file */
  gsize n_bytes;
} Reader;

static StrataPerfBytes
get_section (const Reader *self,
             guint64 offset,
             guint64 n_bytes)
{
  const guint64 begin = MIN (offset, self->n_bytes);

  return (StrataPerfBytes){ self->data + begin, self->data + begin + MIN (n_bytes, self->n_bytes - begin), FALSE };
}

static void
diagnose (const Reader *self,
          StrataDiagnosticKind kind,
          const char *sample)
{
  strata_diagnostics_add (strata_trace_builder_get_diagnostics (self->builder), kind, (StrataPlace){ 0, -1, STRATA_NO_TIME }, sample, -1);
}

/* Reads a struct perf_event_attr, which contains its own size. */
static Attr
read_attr (StrataPerfBytes bytes)
{
  Attr attr = { .event = STRATA_NONE };

  attr.type = (guint32) strata_perf_bytes_read (&bytes, 4);
  strata_perf_bytes_read (&bytes, 4);
  attr.config = strata_perf_bytes_read (&bytes, 8);
  attr.period = strata_perf_bytes_read (&bytes, 8);
  attr.sample_type = strata_perf_bytes_read (&bytes, 8);
  attr.read_format = strata_perf_bytes_read (&bytes, 8);

  const guint64 flags = strata_perf_bytes_read (&bytes, 8);

  attr.is_frequency = (flags >> 10 & 1) != 0;
  attr.all_have_times = (flags >> 18 & 1) != 0;
  return attr;
}

static void
add_ids (Reader *self,
         StrataPerfBytes ids)
{
  while (ids.end - ids.at >= 8 && self->attrs->len > 0)
    g_hash_table_insert (self->by_id, GSIZE_TO_POINTER ((gsize) strata_perf_bytes_read (&ids, 8)), GUINT_TO_POINTER (self->attrs->len));
}

static void
add_attr (Reader *self,
          Attr attr)
{
  if (self->attrs->len < MOST_ATTRS)
    g_array_append_val (self->attrs, attr);
}

static void
read_attrs (Reader *self,
            StrataPerfBytes section,
            guint64 attr_bytes)
{
  while (attr_bytes >= 64 + 16 && (guint64) (section.end - section.at) >= attr_bytes && self->attrs->len < MOST_ATTRS)
    {
      StrataPerfBytes ids = { section.at + attr_bytes - 16, section.at + attr_bytes, FALSE };
      const guint64 offset = strata_perf_bytes_read (&ids, 8);
      const guint64 n_bytes = strata_perf_bytes_read (&ids, 8);

      add_attr (self, read_attr ((StrataPerfBytes){ section.at, section.at + attr_bytes - 16, FALSE }));
      add_ids (self, get_section (self, offset, n_bytes));
      section.at += attr_bytes;
    }
}

static const char *
find_name (const Reader *self,
           const Attr *attr)
{
  static const char *const hardware[] = { "cycles", "instructions", "cache-references", "cache-misses", "branches", "branch-misses", "bus-cycles", "stalled-cycles-frontend", "stalled-cycles-backend", "ref-cycles" };
  static const char *const software[] = { "cpu-clock", "task-clock", "page-faults", "context-switches", "cpu-migrations", "minor-faults", "major-faults" };

  const char *known = strata_perf_sections_find_event (&self->sections, (guint) (attr - &g_array_index (self->attrs, Attr, 0)), attr->type, attr->config);

  if (known != NULL)
    return known;
  if (attr->type == 0 && attr->config < G_N_ELEMENTS (hardware))
    return hardware[attr->config];
  if (attr->type == 1 && attr->config < G_N_ELEMENTS (software))
    return software[attr->config];

  return "event";
}

static guint32
get_event (Reader *self,
           Attr *attr)
{
  if (attr->event == STRATA_NONE)
    {
      const char *name = find_name (self, attr);

      attr->event = strata_stack_samples_get_kernel_event (self->samples, (StrataText){ name, strlen (name) }, !attr->is_frequency || (attr->sample_type & SAMPLE_PERIOD) != 0);
    }

  return attr->event;
}

/* If there are several events, a sample contains the id of its event, near its start or later. */
static Attr *
find_attr (Reader *self,
           StrataPerfBytes bytes)
{
  Attr *first = &g_array_index (self->attrs, Attr, 0);
  guint64 skip = 0;

  if (self->attrs->len == 1)
    return first;
  if ((first->sample_type & SAMPLE_IDENTIFIER) == 0)
    for (guint bit = 0; bit < 4; bit++)
      skip += (first->sample_type & (1u << bit)) != 0 ? 8 : 0;

  bytes.at += MIN (skip, (guint64) (bytes.end - bytes.at));

  const guint known = GPOINTER_TO_UINT (g_hash_table_lookup (self->by_id, GSIZE_TO_POINTER ((gsize) strata_perf_bytes_read (&bytes, 8))));

  return known > 0 ? &g_array_index (self->attrs, Attr, known - 1) : first;
}

static void
skip_read (StrataPerfBytes *bytes,
           guint64 format)
{
  const gsize n_times = ((format & READ_ENABLED) != 0) + ((format & READ_RUNNING) != 0);
  const gsize n_more = ((format & READ_ID) != 0) + ((format & READ_LOST) != 0);
  guint64 n = 1;

  if ((format & READ_GROUP) != 0)
    n = strata_perf_bytes_read (bytes, 8);
  for (gsize i = 0; i < n_times; i++)
    strata_perf_bytes_read (bytes, 8);
  for (guint64 i = 0; i < n && !bytes->is_cut; i++)
    for (gsize k = 0; k <= n_more; k++)
      strata_perf_bytes_read (bytes, 8);
}

static guint32
intern_place (Reader *self,
              const StrataPerfPlace *place)
{
  g_autofree char *text = place->build_id != NULL ? g_strdup_printf ("%.*s,build_id=%s", (int) MIN (place->library.n_bytes, 4096), place->library.text, place->build_id) : NULL;

  return strata_stack_samples_intern_place (self->samples, "library", text != NULL ? (StrataText){ text, strlen (text) } : place->library);
}

static Place *
find_place (Reader *self,
            gint64 pid,
            guint64 ip)
{
  StrataPerfPlace found = { .library = { "", 0 }, .address = ip, .symbol = { "", 0 } };
  Place *place = g_new (Place, 1);

  strata_perf_maps_find (self->maps, pid, ip, &found);
  place->name = strata_stack_frames_name_native (self->samples, found.symbol, found.library, found.address);
  place->attrs = intern_place (self, &found);
  place->call = (StrataCallFrame){ strata_stack_samples_intern (self->samples, found.symbol), strata_stack_samples_intern (self->samples, found.library), STRATA_STRING_EMPTY, found.address };
  return place;
}

static void
add_frame (Reader *self,
           gint64 pid,
           guint64 ip)
{
  GHashTable *places = g_hash_table_lookup (self->processes, GSIZE_TO_POINTER ((gsize) pid));
  Place *place = places != NULL ? g_hash_table_lookup (places, GSIZE_TO_POINTER ((gsize) ip)) : NULL;

  if (places == NULL)
    {
      places = g_hash_table_new_full (NULL, NULL, NULL, g_free);
      g_hash_table_insert (self->processes, GSIZE_TO_POINTER ((gsize) pid), places);
    }

  if (place == NULL)
    {
      place = find_place (self, pid, ip);
      g_hash_table_insert (places, GSIZE_TO_POINTER ((gsize) ip), place);
    }

  strata_stack_frames_add_call (&self->frames, place->name, place->attrs, &place->call);
}

/* Addresses may belong to other functions after a process changed its maps. */
static void
forget_places (Reader *self,
               gint64 pid)
{
  if (pid < 0)
    g_hash_table_remove_all (self->processes);
  else
    g_hash_table_remove (self->processes, GSIZE_TO_POINTER ((gsize) pid));
}

static void
read_chain (Reader *self,
            StrataPerfBytes *bytes,
            gint64 pid)
{
  const guint64 n = strata_perf_bytes_read (bytes, 8);

  for (guint64 i = 0; i < n && !bytes->is_cut; i++)
    {
      const guint64 ip = strata_perf_bytes_read (bytes, 8);

      if (!bytes->is_cut && ip < LEAST_CONTEXT)
        add_frame (self, pid, ip);
    }
}

static void
add_taken (Reader *self,
           Attr *attr,
           const Taken *taken,
           guint64 weight)
{
  const guint32 event = get_event (self, attr);
  const char *comm = g_hash_table_lookup (self->comms, GSIZE_TO_POINTER ((gsize) taken->tid));
  const guint32 thread = strata_stack_samples_get_thread (self->samples, event, taken->pid, taken->tid, (StrataText){ comm != NULL ? comm : "", comm != NULL ? strlen (comm) : 0 });

  strata_stack_samples_add (self->samples, event, thread, taken->time_ns, taken->node, (gint64) MIN (weight, G_MAXINT64));
}

/* How much an event has counted since its group was last read. */
static guint64
take_value (Reader *self,
            guint64 id,
            guint64 value)
{
  guint64 *last = g_hash_table_lookup (self->values, GSIZE_TO_POINTER ((gsize) id));

  if (last == NULL)
    {
      last = g_new0 (guint64, 1);
      g_hash_table_insert (self->values, GSIZE_TO_POINTER ((gsize) id), last);
    }

  const guint64 weight = value - MIN (*last, value);

  *last = value;
  return weight;
}

/* A sample of a group ("perf record -e '{a,b}:S'") becomes a sample of each event in it whose count has grown. */
static void
add_group (Reader *self,
           StrataPerfBytes values,
           guint64 format,
           const Taken *taken)
{
  const guint64 n = strata_perf_bytes_read (&values, 8);

  for (guint64 times = format & (READ_ENABLED | READ_RUNNING); times != 0; times &= times - 1)
    strata_perf_bytes_read (&values, 8);
  for (guint64 i = 0; i < n && !values.is_cut; i++)
    {
      const guint64 value = strata_perf_bytes_read (&values, 8);
      const guint64 id = strata_perf_bytes_read (&values, 8);
      const guint known = GPOINTER_TO_UINT (g_hash_table_lookup (self->by_id, GSIZE_TO_POINTER ((gsize) id)));
      const guint64 weight = known > 0 ? take_value (self, id, value) : 0;

      if ((format & READ_LOST) != 0)
        strata_perf_bytes_read (&values, 8);
      if (weight > 0)
        add_taken (self, &g_array_index (self->attrs, Attr, known - 1), taken, weight);
    }
}

static gint64
get_time (const Reader *self,
          guint64 time_ns)
{
  return (gint64) (time_ns & (G_MAXINT64 / 4)) + self->shift_ns;
}

/* @mode: what the CPU did, which Perfetto numbers in the same way */
static void
take_sample (Reader *self,
             guint8 mode,
             StrataPerfBytes bytes)
{
  Attr *attr = self->attrs->len > 0 ? find_attr (self, bytes) : NULL;
  gint64 time_ns = STRATA_NO_TIME;
  gint64 pid = -1;
  gint64 tid = 0;
  guint64 ip = 0;
  guint32 cpu = STRATA_NONE;

  if (attr == NULL)
    return;

  const guint64 type = attr->sample_type;
  guint64 period = attr->is_frequency ? 1 : MAX (attr->period, 1);

  if ((type & SAMPLE_IDENTIFIER) != 0)
    strata_perf_bytes_read (&bytes, 8);
  if ((type & SAMPLE_IP) != 0)
    ip = strata_perf_bytes_read (&bytes, 8);
  if ((type & SAMPLE_TID) != 0)
    {
      pid = (gint32) strata_perf_bytes_read (&bytes, 4);
      tid = (gint32) strata_perf_bytes_read (&bytes, 4);
    }
  if ((type & SAMPLE_TIME) != 0)
    time_ns = get_time (self, strata_perf_bytes_read (&bytes, 8));
  for (guint64 bit = SAMPLE_ADDR; bit <= SAMPLE_STREAM_ID; bit <<= 1)
    if ((bit == SAMPLE_ADDR || bit == SAMPLE_ID) && (type & bit) != 0)
      strata_perf_bytes_read (&bytes, 8);
  if ((type & SAMPLE_STREAM_ID) != 0)
    strata_perf_bytes_read (&bytes, 8);
  if ((type & SAMPLE_CPU) != 0)
    cpu = (guint32) strata_perf_bytes_read (&bytes, 8);
  if ((type & SAMPLE_PERIOD) != 0)
    period = strata_perf_bytes_read (&bytes, 8);
  const StrataPerfBytes values = bytes;
  const gboolean is_group = (type & SAMPLE_READ) != 0 && (attr->read_format & (READ_ID | READ_GROUP)) == (READ_ID | READ_GROUP);

  if ((type & SAMPLE_READ) != 0)
    skip_read (&bytes, attr->read_format);
  if ((type & SAMPLE_CALLCHAIN) != 0)
    read_chain (self, &bytes, pid);
  if (strata_stack_frames_get_n (&self->frames) == 0 && (type & SAMPLE_IP) != 0)
    add_frame (self, pid, ip);
  if (bytes.is_cut)
    diagnose (self, STRATA_DIAGNOSTIC_BAD_PAYLOAD, _ ("a sample that is too short"));

  const Taken taken = { pid, tid, time_ns, strata_stack_frames_take_any (&self->frames, self->samples) };
  StrataCallSample row = { .time_ns = time_ns, .callsite = self->frames.callsite, .cpu = cpu, .sampler = STRATA_SAMPLER_PERF, .mode = mode, .error = STRATA_SAMPLE_UNKNOWN };

  strata_stack_samples_add_row (self->samples, get_event (self, attr), pid, tid, &row);

  if (is_group && !bytes.is_cut)
    add_group (self, values, attr->read_format, &taken);
  else
    add_taken (self, attr, &taken, period);
}

static void
take_map (Reader *self,
          StrataPerfBytes bytes,
          gboolean is_second,
          gboolean has_build_id)
{
  const gint64 pid = (gint32) strata_perf_bytes_read (&bytes, 4);

  strata_perf_bytes_read (&bytes, 4);

  const guint64 begin = strata_perf_bytes_read (&bytes, 8);
  const guint64 n_bytes = strata_perf_bytes_read (&bytes, 8);
  const guint64 offset = strata_perf_bytes_read (&bytes, 8);
  const StrataPerfBytes inode = strata_perf_bytes_take (&bytes, is_second ? 32 : 0);

  if (bytes.is_cut)
    return;

  const StrataText library = strata_perf_bytes_read_text (&bytes);

  if (is_second && has_build_id)
    strata_perf_maps_set_build_id (self->maps, library, inode.at + 4, MIN (inode.at[0], 20));

  strata_perf_maps_add (self->maps, pid, begin, n_bytes, offset, library);
  forget_places (self, pid);
}

/* A thread has the name of the one that started it until it gets another. */
static void
inherit_comm (Reader *self,
              gint64 tid,
              gint64 parent_tid)
{
  const char *comm = g_hash_table_lookup (self->comms, GSIZE_TO_POINTER ((gsize) parent_tid));

  if (comm != NULL && tid != parent_tid)
    g_hash_table_replace (self->comms, GSIZE_TO_POINTER ((gsize) tid), g_strdup (comm));
}

static void
take_fork (Reader *self,
           StrataPerfBytes bytes)
{
  const gint64 pid = (gint32) strata_perf_bytes_read (&bytes, 4);
  const gint64 parent_pid = (gint32) strata_perf_bytes_read (&bytes, 4);
  const gint64 tid = (gint32) strata_perf_bytes_read (&bytes, 4);
  const gint64 parent_tid = (gint32) strata_perf_bytes_read (&bytes, 4);

  if (bytes.is_cut)
    return;

  inherit_comm (self, tid, parent_tid);
  if (pid != parent_pid)
    {
      strata_perf_maps_fork (self->maps, parent_pid, pid);
      forget_places (self, pid);
    }
}

static void
take_symbol (Reader *self,
             StrataPerfBytes bytes)
{
  const guint64 begin = strata_perf_bytes_read (&bytes, 8);
  const guint64 n_bytes = strata_perf_bytes_read (&bytes, 4);

  strata_perf_bytes_read (&bytes, 4);
  if (!bytes.is_cut)
    {
      strata_perf_maps_add_function (self->maps, begin, n_bytes, strata_perf_bytes_read_text (&bytes));
      forget_places (self, -1);
    }
}

static void
take_comm (Reader *self,
           StrataPerfBytes bytes)
{
  strata_perf_bytes_read (&bytes, 4);

  const gint64 tid = (gint32) strata_perf_bytes_read (&bytes, 4);
  const StrataText comm = strata_perf_bytes_read_text (&bytes);

  g_hash_table_replace (self->comms, GSIZE_TO_POINTER ((gsize) tid), g_strndup (comm.text, comm.n_bytes));
}

static void
take_record (Reader *self,
             StrataPerfBytes record)
{
  const guint64 type = strata_perf_bytes_read (&record, 4);
  const guint64 misc = strata_perf_bytes_read (&record, 2);

  strata_perf_bytes_read (&record, 2);
  switch (type)
    {
    case RECORD_MMAP:
    case RECORD_MMAP2:
      take_map (self, record, type == RECORD_MMAP2, (misc & HAS_BUILD_ID) != 0);
      break;
    case RECORD_COMM:
      take_comm (self, record);
      break;
    case RECORD_FORK:
      take_fork (self, record);
      break;
    case RECORD_SYMBOL:
      take_symbol (self, record);
      break;
    default:
      take_sample (self, misc & MODE_MASK, record);
      break;
    }
}

static void
take_attr (Reader *self,
           StrataPerfBytes bytes)
{
  StrataPerfBytes size = { bytes.at + 4, bytes.end, FALSE };
  const guint64 n_bytes = strata_perf_bytes_get_n (&bytes) >= 64 ? strata_perf_bytes_read (&size, 4) : G_MAXUINT64;

  if (n_bytes > strata_perf_bytes_get_n (&bytes))
    return;

  add_attr (self, read_attr (bytes));
  add_ids (self, (StrataPerfBytes){ bytes.at + n_bytes, bytes.end, FALSE });
}

/* Where the time of a record is: counted from the start in samples, and from the end in other records, if they have one. */
static guint64
find_time_ns (const Reader *self,
              guint64 type,
              StrataPerfBytes bytes)
{
  const Attr *attr = self->attrs->len > 0 ? &g_array_index (self->attrs, Attr, 0) : NULL;
  const guint64 fields = attr != NULL ? attr->sample_type : 0;
  gsize n_bytes = 0;

  if ((fields & SAMPLE_TIME) == 0 || (type != RECORD_SAMPLE && !attr->all_have_times))
    return 0;

  if (type == RECORD_SAMPLE)
    {
      n_bytes = 8 * (gsize) (((fields & SAMPLE_IDENTIFIER) != 0) + ((fields & SAMPLE_IP) != 0) + ((fields & SAMPLE_TID) != 0));
      strata_perf_bytes_take (&bytes, n_bytes);
      return strata_perf_bytes_read (&bytes, 8);
    }

  n_bytes = 8 * (gsize) (1 + ((fields & SAMPLE_ID) != 0) + ((fields & SAMPLE_STREAM_ID) != 0) + ((fields & SAMPLE_CPU) != 0) + ((fields & SAMPLE_IDENTIFIER) != 0));
  strata_perf_bytes_take (&bytes, strata_perf_bytes_get_n (&bytes) - MIN (n_bytes, strata_perf_bytes_get_n (&bytes)));
  return strata_perf_bytes_read (&bytes, 8);
}

/* The newer kind contains the length of its data, which may be padded. */
static void
take_compressed (Reader *self,
                 gboolean has_size,
                 StrataPerfBytes bytes)
{
  const guint64 n_bytes = has_size ? strata_perf_bytes_read (&bytes, 8) : G_MAXUINT64;

  if (self->unzstd == NULL)
    self->unzstd = strata_perf_unzstd_new ((gsize) MIN (self->most_bytes, MOST_BYTES));

  if (!strata_perf_unzstd_add (self->unzstd, bytes.at, (gsize) MIN (n_bytes, strata_perf_bytes_get_n (&bytes))))
    diagnose (self, STRATA_DIAGNOSTIC_TRUNCATED, _ ("compressed records"));
}

/* The CPU of a record that is no sample is near its end, like its time. */
static guint32
find_cpu (const Reader *self,
          StrataPerfBytes bytes)
{
  const Attr *attr = self->attrs->len > 0 ? &g_array_index (self->attrs, Attr, 0) : NULL;
  const gsize n_bytes = attr != NULL && (attr->sample_type & SAMPLE_IDENTIFIER) != 0 ? 16 : 8;

  if (attr == NULL || !attr->all_have_times || (attr->sample_type & SAMPLE_CPU) == 0 || strata_perf_bytes_get_n (&bytes) < n_bytes)
    return STRATA_NONE;

  strata_perf_bytes_take (&bytes, strata_perf_bytes_get_n (&bytes) - n_bytes);
  return (guint32) strata_perf_bytes_read (&bytes, 4);
}

/* How many records, or samples, the kernel dropped. */
static void
take_lost (Reader *self,
           guint64 type,
           StrataPerfBytes bytes)
{
  const guint64 time_ns = find_time_ns (self, type, bytes);
  const guint32 cpu = find_cpu (self, bytes);

  if (type == RECORD_LOST)
    strata_perf_bytes_read (&bytes, 8);

  strata_stack_samples_lose (self->samples, time_ns > 0 ? get_time (self, time_ns) : STRATA_NO_TIME, cpu, strata_perf_bytes_read (&bytes, 8));
}

/* Ends of threads are not needed, and records that perf adds itself are about the file; all others are reported. */
static void
report_unshown (Reader *self,
                guint64 type)
{
  g_autofree char *other = g_strdup_printf (_ ("records of kind %u"), (guint) type);

  if (type != RECORD_EXIT && type < FIRST_USER_RECORD)
    diagnose (self, STRATA_DIAGNOSTIC_UNSHOWN_PACKET, type == RECORD_SWITCH || type == RECORD_SWITCH_CPU_WIDE ? _ ("context switches") : other);
}

static void
index_record (Reader *self,
              guint64 type,
              gsize offset,
              StrataPerfBytes bytes)
{
  switch (type)
    {
    case RECORD_MMAP:
    case RECORD_MMAP2:
    case RECORD_COMM:
    case RECORD_FORK:
    case RECORD_SYMBOL:
    case RECORD_SAMPLE:
      *(Record *) strata_column_push (&self->records, sizeof (Record)) = (Record){ find_time_ns (self, type, bytes), offset };
      break;
    case RECORD_HEADER_ATTR:
      take_attr (self, bytes);
      break;
    case RECORD_LOST:
    case RECORD_LOST_SAMPLES:
      take_lost (self, type, bytes);
      break;
    case RECORD_COMPRESSED:
    case RECORD_COMPRESSED_2:
      if (offset < self->n_bytes) /* perf does not compress twice */
        take_compressed (self, type == RECORD_COMPRESSED_2, bytes);
      break;
    default:
      report_unshown (self, type);
      break;
    }
}

static int
compare_records (gconstpointer a,
                 gconstpointer b,
                 gpointer data)
{
  const Record *left = a;
  const Record *right = b;

  return STRATA_ORDER (left->time_ns, right->time_ns) ?: STRATA_ORDER (left->offset, right->offset);
}

/* @offset: offset of the first record */
static void
index_records (Reader *self,
               gsize offset,
               StrataPerfBytes section)
{
  while (strata_perf_bytes_get_n (&section) >= 8)
    {
      StrataPerfBytes rest = section;
      const guint64 type = strata_perf_bytes_read (&rest, 4);

      strata_perf_bytes_read (&rest, 2);

      const guint64 n_bytes = strata_perf_bytes_read (&rest, 2);

      if (n_bytes < 8 || n_bytes > strata_perf_bytes_get_n (&section) || self->records.n >= G_MAXINT32)
        {
          diagnose (self, STRATA_DIAGNOSTIC_TRUNCATED, NULL);
          break;
        }

      index_record (self, type, offset, (StrataPerfBytes){ rest.at, section.at + n_bytes, FALSE });
      section.at += n_bytes;
      offset += n_bytes;
    }
}

static StrataPerfBytes
get_unpacked (const Reader *self)
{
  gsize n_bytes = 0;
  const guint8 *data = self->unzstd != NULL ? strata_perf_unzstd_get (self->unzstd, &n_bytes) : NULL;

  return (StrataPerfBytes){ data, data != NULL ? data + n_bytes : NULL, FALSE };
}

static void
read_records (Reader *self,
              StrataPerfBytes section)
{
  index_records (self, (gsize) (section.at - self->data), section);

  const StrataPerfBytes unpacked = get_unpacked (self);

  if (unpacked.at != NULL)
    index_records (self, self->n_bytes, unpacked);

  g_qsort_with_data (self->records.data, (int) self->records.n, sizeof (Record), compare_records, NULL);
  for (gsize i = 0; i < self->records.n; i++)
    {
      const gsize offset = strata_column_at (&self->records, Record, i).offset;
      const guint8 *begin = offset < self->n_bytes ? self->data + offset : unpacked.at + (offset - self->n_bytes);
      StrataPerfBytes size = { begin + 6, begin + 8, FALSE };

      take_record (self, (StrataPerfBytes){ begin, begin + strata_perf_bytes_read (&size, 2), FALSE });
    }
}

/* The sections about the machine are listed after the records, one for each set bit. */
static void
read_features (Reader *self,
               StrataPerfBytes header,
               guint64 behind_data)
{
  StrataPerfBytes table = get_section (self, behind_data, G_MAXUINT64);

  for (guint bit = 0; bit < 256; bit++)
    {
      const guint8 *features = header.at + bit / 8;

      if (features >= header.end || (*features >> bit % 8 & 1) == 0)
        continue;

      const guint64 offset = strata_perf_bytes_read (&table, 8);
      const guint64 n_bytes = strata_perf_bytes_read (&table, 8);
      const StrataPerfBytes section = get_section (self, offset, n_bytes);

      strata_perf_sections_read (&self->sections, bit, section);
    }
}

static gboolean
read_file (Reader *self,
           GError **error)
{
  StrataPerfBytes header = get_section (self, 8, HEADER_BYTES - 8);
  guint64 fields[8];

  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    fields[i] = strata_perf_bytes_read (&header, 8);

  if (fields[0] == PIPE_HEADER_BYTES)
    {
      read_records (self, get_section (self, PIPE_HEADER_BYTES, G_MAXUINT64));
      return TRUE;
    }
  if (header.is_cut)
    {
      g_set_error_literal (error, STRATA_ERROR, STRATA_ERROR_CORRUPT, _ ("the perf.data ends within its header"));
      return FALSE;
    }

  read_attrs (self, get_section (self, fields[2], fields[3]), fields[1]);
  if (fields[4] <= self->n_bytes && fields[5] <= self->n_bytes - fields[4])
    read_features (self, get_section (self, 72, 32), fields[4] + fields[5]);
  else
    diagnose (self, STRATA_DIAGNOSTIC_TRUNCATED, NULL);

  read_records (self, get_section (self, fields[4], fields[5] > 0 ? fields[5] : G_MAXUINT64));
  return TRUE;
}

static void
init (Reader *self,
      StrataTraceBuilder *builder,
      StrataStackSamples *samples)
{
  *self = (Reader){
    .samples = samples,
    .builder = builder,
    .maps = strata_perf_maps_new (),
    .attrs = g_array_new (FALSE, FALSE, sizeof (Attr)),
    .by_id = g_hash_table_new (NULL, NULL),
    .values = g_hash_table_new_full (NULL, NULL, NULL, g_free),
    .comms = g_hash_table_new_full (NULL, NULL, NULL, g_free),
    .processes = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_hash_table_unref),
  };
  strata_perf_sections_init (&self->sections, builder, self->maps);
  strata_stack_samples_keep_calls (samples);
}

static void
clear (Reader *self)
{
  strata_perf_sections_clear (&self->sections);
  strata_stack_frames_clear (&self->frames);
  strata_perf_maps_free (self->maps);
  g_array_unref (self->attrs);
  g_hash_table_unref (self->by_id);
  g_hash_table_unref (self->values);
  g_hash_table_unref (self->comms);
  g_hash_table_unref (self->processes);
  strata_column_clear (&self->records);
  strata_perf_unzstd_free (self->unzstd);
}

/**
 * strata_perf_data_is:
 * @data: (array length=n_bytes): the first bytes of something
 * @n_bytes: how many there are
 *
 * Returns: whether it is a perf.data
 */
gboolean
strata_perf_data_is (const guint8 *data,
                     gsize n_bytes)
{
  return n_bytes >= 8 && memcmp (data, "PERFILE2", 8) == 0;
}

/**
 * strata_perf_data_get_clock:
 * @data: (array length=n_bytes): a perf.data
 * @n_bytes: its length
 * @fallback: a clock of Linux
 *
 * Returns: the clock that its first event names, as Linux numbers them; @fallback if it names none
 */
guint32
strata_perf_data_get_clock (const guint8 *data,
                            gsize n_bytes,
                            guint32 fallback)
{
  const Reader self = { .data = data, .n_bytes = n_bytes };
  StrataPerfBytes header = get_section (&self, 16, 16);
  const guint64 attr_bytes = strata_perf_bytes_read (&header, 8);
  StrataPerfBytes attr = get_section (&self, strata_perf_bytes_read (&header, 8), attr_bytes);
  StrataPerfBytes flags = attr;

  strata_perf_bytes_take (&flags, FLAGS_OFFSET);
  strata_perf_bytes_take (&attr, CLOCK_OFFSET);

  const gboolean has_clock = (strata_perf_bytes_read (&flags, 8) >> 25 & 1) != 0;
  const guint32 clock = (guint32) strata_perf_bytes_read (&attr, 4);

  return has_clock && !attr.is_cut ? clock : fallback;
}

static guint64
count_yielded (const Reader *self)
{
  gsize n_bytes = 0;

  if (self->unzstd == NULL)
    return 0;

  strata_perf_unzstd_get (self->unzstd, &n_bytes);
  return strata_perf_unzstd_is_full (self->unzstd) && self->most_bytes < MOST_BYTES ? self->most_bytes + 1 : n_bytes;
}

/**
 * strata_perf_data_read:
 * @builder: where properties of the recording go
 * @samples: where samples go
 * @data: (array length=n_bytes): a perf.data; must outlive @samples
 * @n_bytes: its length
 * @shift_ns: added to its times
 * @most_bytes: limit for the size of its decompressed records
 * @n_yielded: (out): how much they yielded; above @most_bytes if there was more
 * @error: return location for an error
 *
 * Reads a perf.data that is a file or a part of one.
 *
 * Returns: %FALSE if it cannot be read at all
 */
gboolean
strata_perf_data_read (StrataTraceBuilder *builder,
                       StrataStackSamples *samples,
                       const guint8 *data,
                       gsize n_bytes,
                       gint64 shift_ns,
                       guint64 most_bytes,
                       guint64 *n_yielded,
                       GError **error)
{
  Reader self;
  gboolean is_read;

  init (&self, builder, samples);
  self.data = data;
  self.n_bytes = n_bytes;
  self.shift_ns = shift_ns;
  self.most_bytes = most_bytes;
  is_read = read_file (&self, error);
  *n_yielded = count_yielded (&self);
  clear (&self);
  return is_read;
}

static gboolean
load_perf_data (StrataSource *source,
                StrataTraceBuilder *builder,
                GError **error)
{
  g_autoptr (StrataStackSamples) samples = strata_stack_samples_new (builder);
  gsize n_bytes;

  if (!strata_source_fill (source, MOST_BYTES, error))
    return FALSE;

  const guint8 *data = strata_source_get_data (source, &n_bytes);

  guint64 n_yielded = 0;

  return strata_perf_data_read (builder, samples, data, n_bytes, 0, strata_source_get_n_left (source), &n_yielded, error) &&
         strata_source_count_unpacked (source, "perf.data", n_yielded, error) && strata_stack_samples_play (samples, error);
}

static int
sniff_perf_data (const guint8 *data,
                 gsize n_bytes)
{
  return strata_perf_data_is (data, n_bytes) ? 95 : 0;
}

static const char *const suffixes[] = { "data", NULL };

const StrataFormat strata_format_perf_data = {
  .id = "perf-data",
  .name = "perf.data",
  .suffixes = suffixes,
  .sniff = sniff_perf_data,
  .load = load_perf_data,
  .unfinished_end = STRATA_UNFINISHED_AT_TRACE_END,
  .keeps_clock = TRUE,
};
