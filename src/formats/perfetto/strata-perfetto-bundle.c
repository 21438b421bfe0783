/* strata-perfetto-bundle.c - a bundle: kernel events of one CPU
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-perfetto-bundle.h"

#include "strata-perfetto-event-kinds.h"
#include "strata-perfetto-fields.h"

/* A bundle contains events of one CPU in up to three lists, each in order of time: events and,
 * in the compact form, switches and wakings. The bundle is kept as bytes until its time comes.
 * Then the times and offsets of its events are listed, and the three lists are merged while they
 * are played. */

#define CLOCK_UNKNOWN 1
#define CLOCK_GLOBAL 2
#define CLOCK_LOCAL 3
#define CLOCK_MONOTONIC_RAW 4

/* Kernel clocks start at 0, so negative times are really beyond 2^63 ns, later than any time that is shown. */
static inline gboolean
is_late (gint64 time_ns)
{
  return time_ns < 0 || time_ns == G_MAXINT64;
}

static gboolean
find_event_time (StrataProto event,
                 gint64 *time_ns)
{
  while (strata_proto_next (&event))
    if (event.number == STRATA_PF_FTRACE_TIME)
      {
        *time_ns = strata_proto_get_int (&event);
        return TRUE;
      }

  return FALSE;
}

static gint64
find_first_of_packed (const StrataProto *field)
{
  StrataProtoNumbers numbers = strata_proto_get_numbers (field, STRATA_PROTO_VARINT);
  guint64 value;

  return strata_proto_numbers_next (&numbers, &value) && value < G_MAXINT64 ? (gint64) value : G_MAXINT64;
}

/* The first entry of each list is its earliest. A list that is not packed has several fields. */
static gint64
find_compact_time (StrataProto compact)
{
  gint64 switch_ns = G_MAXINT64;
  gint64 waking_ns = G_MAXINT64;

  while (strata_proto_next (&compact))
    if (compact.number == STRATA_PF_COMPACT_SWITCH_TIME && switch_ns == G_MAXINT64)
      switch_ns = find_first_of_packed (&compact);
    else if (compact.number == STRATA_PF_COMPACT_WAKING_TIME && waking_ns == G_MAXINT64)
      waking_ns = find_first_of_packed (&compact);

  return MIN (switch_ns, waking_ns);
}

typedef struct
{
  guint32 cpu;
  guint64 clock;
  gint64 clock_ns;
  gint64 boot_ns;
  gint64 first_ns;
  guint64 n_errors; /* kernel pages that the recorder could not read completely */
} Head;

static void
read_head (StrataPerfettoReader *reader,
           const StrataPerfettoSequence *sequence,
           StrataProto bundle,
           Head *head)
{
  gboolean has_event = FALSE;
  gint64 time_ns;

  *head = (Head){ .first_ns = G_MAXINT64 };
  while (strata_proto_next (&bundle))
    switch (bundle.number)
      {
      case STRATA_PF_BUNDLE_CPU:
        head->cpu = (guint32) MIN (strata_proto_get_uint (&bundle), G_MAXUINT32);
        break;
      case STRATA_PF_BUNDLE_CLOCK:
        head->clock = strata_proto_get_uint (&bundle);
        break;
      case STRATA_PF_BUNDLE_CLOCK_TIME:
        head->clock_ns = strata_proto_get_int (&bundle);
        break;
      case STRATA_PF_BUNDLE_BOOT_TIME:
        head->boot_ns = strata_proto_get_int (&bundle);
        break;
      case STRATA_PF_BUNDLE_EVENT:
        if (!has_event && find_event_time (strata_proto_enter (&bundle), &time_ns) && !is_late (time_ns))
          {
            head->first_ns = MIN (head->first_ns, time_ns);
            has_event = TRUE;
          }
        while (has_event && strata_proto_next_alike (&bundle))
          ;
        break;
      case STRATA_PF_BUNDLE_COMPACT:
        head->first_ns = MIN (head->first_ns, find_compact_time (strata_proto_enter (&bundle)));
        break;
      case STRATA_PF_BUNDLE_ERROR:
        head->n_errors++;
        break;
      case STRATA_PF_BUNDLE_DESCRIPTORS:
        strata_perfetto_event_kinds_describe (reader->event_kinds, sequence->id, strata_proto_enter (&bundle));
        break;
      default:
        break;
      }
}

/* The kernel's buffers are on the boot clock unless specified otherwise. Some other clocks come
 * with a pair of times on both. */
static gboolean
find_clock (StrataPerfettoReader *reader,
            const StrataPerfettoSequence *sequence,
            const Head *head,
            guint32 *clock)
{
  static const guint64 ids[] = {
    [0] = STRATA_PERFETTO_CLOCK_BOOTTIME,
    [CLOCK_GLOBAL] = STRATA_PERFETTO_CLOCK_FTRACE_GLOBAL,
    [CLOCK_LOCAL] = STRATA_PERFETTO_CLOCK_FTRACE_LOCAL,
    [CLOCK_MONOTONIC_RAW] = STRATA_PERFETTO_CLOCK_MONOTONIC_RAW,
  };

  if (head->clock == CLOCK_UNKNOWN || head->clock >= G_N_ELEMENTS (ids))
    return FALSE;

  *clock = strata_perfetto_clocks_get (reader->clocks, sequence->id, ids[head->clock]);
  if (head->clock != 0 && head->clock_ns != 0 && head->boot_ns != 0)
    {
      const StrataPerfettoClockValue values[] = {
        { *clock, head->clock_ns },
        { strata_perfetto_clocks_get (reader->clocks, sequence->id, STRATA_PERFETTO_CLOCK_BOOTTIME), head->boot_ns },
      };

      strata_perfetto_clocks_add_snapshot (reader->clocks, values, G_N_ELEMENTS (values));
    }

  return TRUE;
}

static guint64
count_numbers (const StrataProto *field)
{
  StrataProtoNumbers numbers = strata_proto_get_numbers (field, STRATA_PROTO_VARINT);
  guint64 value;
  guint64 n = 0;

  while (strata_proto_numbers_next (&numbers, &value))
    n++;

  return n;
}

static guint64
count_compact (StrataProto compact)
{
  guint64 n = 0;

  while (strata_proto_next (&compact))
    if (compact.number == STRATA_PF_COMPACT_SWITCH_TIME || compact.number == STRATA_PF_COMPACT_WAKING_TIME)
      n += count_numbers (&compact);

  return n;
}

/* Counts the events with times in a bundle whose events are all too late. */
static guint64
count_late (StrataProto bundle)
{
  guint64 n = 0;
  gint64 time_ns;

  while (strata_proto_next (&bundle))
    if (bundle.number == STRATA_PF_BUNDLE_EVENT)
      n += find_event_time (strata_proto_enter (&bundle), &time_ns);
    else if (bundle.number == STRATA_PF_BUNDLE_COMPACT)
      n += count_compact (strata_proto_enter (&bundle));

  return n;
}

/**
 * strata_perfetto_bundle_keep:
 * @reader: the reader
 * @sequence: sequence of the packet
 * @content: a bundle
 *
 * Stores a bundle until its time comes.
 */
void
strata_perfetto_bundle_keep (StrataPerfettoReader *reader,
                             StrataPerfettoSequence *sequence,
                             const StrataProto *content)
{
  guint32 clock;
  Head head;

  read_head (reader, sequence, strata_proto_enter (content), &head);
  reader->n_unread_pages += head.n_errors;
  if (!find_clock (reader, sequence, &head, &clock))
    reader->n_without_clock++;
  else if (head.first_ns != G_MAXINT64)
    strata_perfetto_reader_add_bundle (reader, sequence, clock, head.first_ns, content);
  else
    reader->n_late_events += count_late (strata_proto_enter (content));
}

/* If there are several contents, the last one counts if its kind is known. */
static inline void
take_event_content (StrataPerfettoEvent *event,
                    const StrataProto *field)
{
  if (event->number != 0 && !strata_perfetto_event_is_known (field->number))
    return;

  event->number = field->number;
  event->data = field->data;
  event->n_bytes = (guint32) field->value;
}

/* The most bytes that read_usual_event() looks at: four tags and numbers, and a length. */
#define MOST_HEAD_BYTES 64

/* Reads a number if that is the next field. Returns NULL if it is longer than eight bytes. */
static inline const guint8 *
read_number (const guint8 *at,
             guint8 tag,
             guint64 *value)
{
  return at == NULL || *at != tag ? at : strata_proto_read_near_varint (at + 1, value);
}

/* Recorders write the time, the thread, perhaps flags, and the content. Such events need not be parsed field by field.
 * MOST_HEAD_BYTES can be read, even beyond the event: the content ends with the event only if all before is inside. */
static inline gboolean
read_usual_event (const guint8 *at,
                  gsize n_all_bytes,
                  StrataPerfettoEvent *event)
{
  const guint8 *const end = at + n_all_bytes;
  guint64 time_ns, tag, n_bytes;
  guint64 tid = 0;
  guint64 flags = 0;

  if (*at != STRATA_PROTO_TAG (STRATA_PF_FTRACE_TIME, STRATA_PROTO_VARINT))
    return FALSE;

  at = strata_proto_read_short_varint (at + 1, &time_ns);
  at = read_number (at, STRATA_PROTO_TAG (STRATA_PF_FTRACE_PID, STRATA_PROTO_VARINT), &tid);
  at = read_number (at, STRATA_PROTO_TAG (STRATA_PF_FTRACE_FLAGS, STRATA_PROTO_VARINT), &flags);
  at = at != NULL ? strata_proto_read_near_varint (at, &tag) : NULL;
  at = at != NULL ? strata_proto_read_near_varint (at, &n_bytes) : NULL;
  if (at == NULL || n_bytes != (guint64) (end - at) || (tag & 7) != STRATA_PROTO_BYTES || tag > G_MAXUINT32 ||
      tag < STRATA_PROTO_TAG (STRATA_PF_FTRACE_PID + 1, 0) || tag >> 3 == STRATA_PF_FTRACE_FLAGS)
    return FALSE;

  *event = (StrataPerfettoEvent){
    .time_ns = (gint64) time_ns,
    .data = at,
    .n_bytes = (guint32) n_bytes,
    .number = (guint32) (tag >> 3),
    .tid = (guint32) tid,
    .flags = (guint32) flags,
  };
  return TRUE;
}

static void
list_any_event (StrataPerfettoBundle *self,
                StrataProto message)
{
  StrataPerfettoEvent event = { 0 };
  gboolean has_time = FALSE;

  while (strata_proto_next (&message))
    if (message.number == STRATA_PF_FTRACE_TIME)
      {
        event.time_ns = strata_proto_get_int (&message);
        has_time = TRUE;
      }
    else if (message.number == STRATA_PF_FTRACE_PID)
      event.tid = (guint32) strata_proto_get_uint (&message);
    else if (message.number == STRATA_PF_FTRACE_FLAGS)
      event.flags = (guint32) strata_proto_get_uint (&message);
    else if (message.wire == STRATA_PROTO_BYTES)
      take_event_content (&event, &message);

  self->has_damage |= message.is_damaged;
  if (has_time && is_late (event.time_ns))
    self->n_late++;
  else if (has_time)
    *(StrataPerfettoEvent *) strata_column_push (&self->events, sizeof event) = event;
  else
    self->has_damage = TRUE;
}

/* Lists consecutive events, and moves @field to the last of them. Not inlined, so that the loop has its position in registers. */
static G_GNUC_NO_INLINE void
list_events (StrataPerfettoBundle *self,
             StrataProto *field)
{
  StrataProto list = *field;

  do
    {
      StrataPerfettoEvent *row = strata_column_push (&self->events, sizeof *row);

      if (G_LIKELY (list.wire == STRATA_PROTO_BYTES && list.end - list.data >= MOST_HEAD_BYTES && read_usual_event (list.data, (gsize) list.value, row)))
        continue;

      self->events.n--;
      list_any_event (self, strata_proto_enter (&list));
    }
  while (strata_proto_next_alike (&list));

  *field = list;
}

/* A column of the compact form. The column of times creates the rows. */
typedef enum
{
  COLUMN_TIME,
  COLUMN_NUMBER,
  COLUMN_WIDE,
} ColumnKind;

typedef struct
{
  StrataColumn *rows;
  gsize row_bytes;
  gsize offset;
  ColumnKind kind;
  gsize n;
  gint64 time_ns;
} Column;

static void
put_value (Column *column,
           guint64 value)
{
  char *row;

  if (column->kind == COLUMN_TIME)
    {
      column->time_ns = (gint64) ((guint64) column->time_ns + value);
      value = (guint64) column->time_ns;
    }

  if (column->n == column->rows->n)
    memset (strata_column_push (column->rows, column->row_bytes), 0, column->row_bytes);

  row = (char *) column->rows->data + column->n++ * column->row_bytes + column->offset;
  if (column->kind == COLUMN_NUMBER)
    *(guint32 *) row = (guint32) value;
  else
    *(guint64 *) row = value;
}

static gboolean
read_column (Column *column,
             const StrataProto *field)
{
  StrataProtoNumbers numbers = strata_proto_get_numbers (field, STRATA_PROTO_VARINT);
  const guint8 *begin = numbers.at;
  guint64 value;

  while (strata_proto_numbers_next (&numbers, &value))
    put_value (column, value);

  return begin == NULL || field->value == 0 || field->data[field->value - 1] < 0x80;
}

#define COLUMN(list, type, member, kind)                            \
  {                                                                 \
    &self->list, sizeof (type), offsetof (type, member), kind, 0, 0 \
  }

enum
{
  SWITCH_TIME,
  SWITCH_STATE,
  SWITCH_TID,
  SWITCH_PRIORITY,
  SWITCH_COMM,
  WAKING_TIME,
  WAKING_TID,
  WAKING_COMM,
  WAKING_FLAGS,
  WAKING_PRIORITY, /* this one and those after it are only used for lines */
  WAKING_CPU,
  N_COLUMNS,
};

static int
get_column (guint32 number)
{
  switch (number)
    {
    case STRATA_PF_COMPACT_SWITCH_TIME:
      return SWITCH_TIME;
    case STRATA_PF_COMPACT_SWITCH_STATE:
      return SWITCH_STATE;
    case STRATA_PF_COMPACT_SWITCH_PID:
      return SWITCH_TID;
    case STRATA_PF_COMPACT_SWITCH_PRIO:
      return SWITCH_PRIORITY;
    case STRATA_PF_COMPACT_SWITCH_COMM:
      return SWITCH_COMM;
    case STRATA_PF_COMPACT_WAKING_TIME:
      return WAKING_TIME;
    case STRATA_PF_COMPACT_WAKING_PID:
      return WAKING_TID;
    case STRATA_PF_COMPACT_WAKING_COMM:
      return WAKING_COMM;
    case STRATA_PF_COMPACT_WAKING_FLAGS:
      return WAKING_FLAGS;
    case STRATA_PF_COMPACT_WAKING_PRIO:
      return WAKING_PRIORITY;
    case STRATA_PF_COMPACT_WAKING_CPU:
      return WAKING_CPU;
    default:
      return -1;
    }
}

static inline gboolean
is_switch_right (const StrataPerfettoBundle *self,
                 gsize n)
{
  const StrataPerfettoSwitch *row = &strata_column_at (&self->switches, StrataPerfettoSwitch, n);

  return row->comm < self->comms.n && !is_late (row->time_ns);
}

static inline gboolean
is_waking_right (const StrataPerfettoBundle *self,
                 gsize n)
{
  const StrataPerfettoWaking *row = &strata_column_at (&self->wakings, StrataPerfettoWaking, n);

  return row->comm < self->comms.n && !is_late (row->time_ns);
}

/* Each time is a difference to the previous one, so all rows after one that is too late are too late as well. */
static void
note_cut (StrataPerfettoBundle *self,
          gsize n_cut,
          gboolean are_late)
{
  if (are_late)
    self->n_late += n_cut;
  else
    self->has_damage |= n_cut > 0;
}

/* Drops rows that lack a column, and rows whose name is not in the list. */
static void
cut_rows (StrataPerfettoBundle *self,
          const Column *columns)
{
  const gsize n_switches = MIN (MIN (columns[SWITCH_TIME].n, columns[SWITCH_STATE].n), MIN (columns[SWITCH_TID].n, columns[SWITCH_COMM].n));
  const gsize n_wakings = MIN (MIN (columns[WAKING_TIME].n, columns[WAKING_TID].n), columns[WAKING_COMM].n);
  gsize n = 0;
  gsize m = 0;

  while (n < n_switches && is_switch_right (self, n))
    n++;
  while (m < n_wakings && is_waking_right (self, m))
    m++;

  note_cut (self, self->switches.n - n, n < self->switches.n && is_late (strata_column_at (&self->switches, StrataPerfettoSwitch, n).time_ns));
  note_cut (self, self->wakings.n - m, m < self->wakings.n && is_late (strata_column_at (&self->wakings, StrataPerfettoWaking, m).time_ns));
  self->switches.n = n;
  self->wakings.n = m;
  for (gsize i = columns[SWITCH_PRIORITY].n; i < n; i++)
    strata_column_at (&self->switches, StrataPerfettoSwitch, i).next_priority = STRATA_PERFETTO_NO_PRIORITY;
  for (gsize i = columns[WAKING_PRIORITY].n; self->is_for_lines && i < m; i++)
    strata_column_at (&self->wakings, StrataPerfettoWaking, i).priority = STRATA_PERFETTO_NO_PRIORITY;
  for (gsize i = columns[WAKING_CPU].n; self->is_for_lines && i < m; i++)
    strata_column_at (&self->wakings, StrataPerfettoWaking, i).cpu = G_MAXUINT32;
}

static void
list_compact (StrataPerfettoBundle *self,
              StrataProto compact)
{
  Column columns[N_COLUMNS] = {
    [SWITCH_TIME] = COLUMN (switches, StrataPerfettoSwitch, time_ns, COLUMN_TIME),
    [SWITCH_STATE] = COLUMN (switches, StrataPerfettoSwitch, prev_state, COLUMN_WIDE),
    [SWITCH_TID] = COLUMN (switches, StrataPerfettoSwitch, next_tid, COLUMN_NUMBER),
    [SWITCH_PRIORITY] = COLUMN (switches, StrataPerfettoSwitch, next_priority, COLUMN_NUMBER),
    [SWITCH_COMM] = COLUMN (switches, StrataPerfettoSwitch, comm, COLUMN_NUMBER),
    [WAKING_TIME] = COLUMN (wakings, StrataPerfettoWaking, time_ns, COLUMN_TIME),
    [WAKING_TID] = COLUMN (wakings, StrataPerfettoWaking, tid, COLUMN_NUMBER),
    [WAKING_COMM] = COLUMN (wakings, StrataPerfettoWaking, comm, COLUMN_NUMBER),
    [WAKING_FLAGS] = COLUMN (wakings, StrataPerfettoWaking, flags, COLUMN_NUMBER),
    [WAKING_PRIORITY] = COLUMN (wakings, StrataPerfettoWaking, priority, COLUMN_NUMBER),
    [WAKING_CPU] = COLUMN (wakings, StrataPerfettoWaking, cpu, COLUMN_NUMBER),
  };

  while (strata_proto_next (&compact))
    {
      const int column = get_column (compact.number);

      if (column >= 0 && (column < WAKING_PRIORITY || self->is_for_lines))
        self->has_damage |= !read_column (&columns[column], &compact);
      else if (compact.number == STRATA_PF_COMPACT_COMMS && compact.wire == STRATA_PROTO_BYTES)
        *(StrataText *) strata_column_push (&self->comms, sizeof (StrataText)) = (StrataText){ (const char *) compact.data, (gsize) compact.value };
    }

  self->has_damage |= compact.is_damaged;
  cut_rows (self, columns);
}

#define DEFINE_SORT(name, type)                                                                    \
  static int compare_##name (gconstpointer a, gconstpointer b, gpointer data)                      \
  {                                                                                                \
    const gint64 left = ((const type *) a)->time_ns;                                               \
    const gint64 right = ((const type *) b)->time_ns;                                              \
                                                                                                   \
    return left < right ? -1 : left > right;                                                       \
  }                                                                                                \
                                                                                                   \
  static void sort_##name (StrataColumn *rows)                                                     \
  {                                                                                                \
    for (gsize i = 1; i < rows->n; i++)                                                            \
      if (strata_column_at (rows, type, i).time_ns < strata_column_at (rows, type, i - 1).time_ns) \
        {                                                                                          \
          g_qsort_with_data (rows->data, (int) rows->n, sizeof (type), compare_##name, NULL);      \
          return;                                                                                  \
        }                                                                                          \
  }

/* Lists are nearly always sorted already. */
DEFINE_SORT (events, StrataPerfettoEvent)
DEFINE_SORT (switches, StrataPerfettoSwitch)
DEFINE_SORT (wakings, StrataPerfettoWaking)

#define CONVERT(list, type)                                                      \
  for (gsize i = 0; i < self->list.n; i++)                                       \
    {                                                                            \
      gint64 *const time_ns = &strata_column_at (&self->list, type, i).time_ns;  \
                                                                                 \
      strata_perfetto_clocks_convert (reader->clocks, clock, *time_ns, time_ns); \
    }

static void
convert_times (StrataPerfettoBundle *self,
               StrataPerfettoReader *reader,
               guint32 clock)
{
  if (strata_perfetto_clocks_is_primary (reader->clocks, clock))
    return;

  CONVERT (events, StrataPerfettoEvent)
  CONVERT (switches, StrataPerfettoSwitch)
  CONVERT (wakings, StrataPerfettoWaking)
}

/**
 * strata_perfetto_bundle_open:
 * @self: the caller's memory: zeros, or a bundle that was played
 * @reader: the reader
 * @record: a record with a bundle
 *
 * Lists the events of a bundle by time.
 */
void
strata_perfetto_bundle_open (StrataPerfettoBundle *self,
                             StrataPerfettoReader *reader,
                             const StrataPerfettoRecord *record)
{
  const StrataPerfettoContext *context = &strata_column_at (&reader->contexts, StrataPerfettoContext, record->context);
  StrataProto bundle = strata_proto (record->data, record->n_bytes);

  self->context = record->context;
  self->cpu = 0;
  self->n_lost = 0;
  self->n_late = 0;
  self->has_damage = FALSE;
  self->is_begun = FALSE;
  self->is_for_lines = !reader->is_other && strata_trace_builder_get_line_store (reader->builder) != NULL;
  self->events.n = self->switches.n = self->wakings.n = self->comms.n = 0;
  memset (self->at, 0, sizeof self->at);

  while (strata_proto_next (&bundle))
    if (bundle.number == STRATA_PF_BUNDLE_EVENT)
      list_events (self, &bundle);
    else if (bundle.number == STRATA_PF_BUNDLE_COMPACT)
      list_compact (self, strata_proto_enter (&bundle));
    else if (bundle.number == STRATA_PF_BUNDLE_CPU)
      self->cpu = (guint32) MIN (strata_proto_get_uint (&bundle), G_MAXUINT32);
    else if (bundle.number == STRATA_PF_BUNDLE_LOST_EVENTS)
      self->n_lost = strata_proto_get_uint (&bundle);
    else if (bundle.number == STRATA_PF_BUNDLE_DESCRIPTORS)
      strata_perfetto_event_kinds_describe (reader->event_kinds, context->sequence->id, strata_proto_enter (&bundle));

  self->has_damage |= bundle.is_damaged;
  reader->n_late_events += self->n_late;
  convert_times (self, reader, context->clock);
  sort_events (&self->events);
  sort_switches (&self->switches);
  sort_wakings (&self->wakings);
  for (guint i = 0; i < G_N_ELEMENTS (self->times); i++)
    self->times[i] = strata_perfetto_bundle_get_next_time (self, i);
}

void
strata_perfetto_bundle_clear (StrataPerfettoBundle *self)
{
  strata_column_clear (&self->events);
  strata_column_clear (&self->switches);
  strata_column_clear (&self->wakings);
  strata_column_clear (&self->comms);
}
