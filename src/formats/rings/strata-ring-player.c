/* strata-ring-player.c - turns the records of all CPUs into events, in time order
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "strata-heap.h"
#include "strata-ring-player-private.h"
#include "strata-word.h"

/* Set in the flags of an event recorded in an interrupt, a softirq or an NMI. */
#define FLAGS_INTERRUPT (8 | 16 | 64)

/**
 * strata_ring_player_new:
 * @sink: receives the events
 * @formats: formats of the events; must outlive the result
 * @names: names of threads and addresses; must outlive the result
 * @long_bytes: length of a long on the traced machine
 *
 * Returns: (transfer full): a new player
 */
StrataRingPlayer *
strata_ring_player_new (StrataEventSink *sink,
                        StrataRingFormats *formats,
                        StrataRingNames *names,
                        guint long_bytes)
{
  StrataTraceBuilder *builder = strata_event_sink_get_builder (sink);
  StrataRingPlayer *self = g_new0 (StrataRingPlayer, 1);

  self->sink = sink;
  self->formats = formats;
  self->names = names;
  self->long_bytes = long_bytes;
  self->kinds = g_new0 (StrataRingKind *, STRATA_RING_MAX_FORMATS);
  self->task_by_tid = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->memo_hashes = g_new0 (guint32, STRATA_RING_N_MEMOS);
  self->memos = g_new0 (StrataRingMemo, STRATA_RING_N_MEMOS);
  self->text = g_malloc (STRATA_RING_TEXT_BYTES);
  self->line = g_malloc (2 * STRATA_RING_TEXT_BYTES);
  self->lines = strata_trace_builder_get_line_store (builder);
  if (self->lines != NULL)
    strata_line_store_set_clock (self->lines, strata_trace_builder_get_offset_ns (builder), strata_trace_builder_get_drift (builder));

  return self;
}

void
strata_ring_player_free (StrataRingPlayer *self)
{
  if (self == NULL)
    return;

  for (guint i = 0; i < STRATA_RING_MAX_FORMATS; i++)
    strata_ring_kind_free (self->kinds[i]);

  g_free (self->kinds);
  g_hash_table_unref (self->task_by_tid);
  g_free (self->memo_hashes);
  g_free (self->memos);
  g_free (self->text);
  g_free (self->line);
  g_free (self);
}

static StrataRingTask *
find_task (StrataRingPlayer *self,
           guint32 tid)
{
  StrataRingTask *task = g_hash_table_lookup (self->task_by_tid, GUINT_TO_POINTER (tid));

  if (task == NULL)
    {
      task = g_new (StrataRingTask, 1);
      *task = (StrataRingTask){
        .tid = tid,
        .tgid = strata_ring_names_get_tgid (self->names, tid),
        .comm = strata_ring_names_get_comm (self->names, tid),
        .writer = { STRATA_NONE, NULL },
      };
      g_hash_table_insert (self->task_by_tid, GUINT_TO_POINTER (tid), task);
    }

  self->tasks[tid % STRATA_RING_N_TASKS] = task;
  return task;
}

static inline StrataRingTask *
get_task (StrataRingPlayer *self,
          guint32 tid)
{
  StrataRingTask *task = self->tasks[tid % STRATA_RING_N_TASKS];

  return G_LIKELY (task != NULL && task->tid == tid) ? task : find_task (self, tid);
}

static StrataRingKind *
get_kind (StrataRingPlayer *self,
          guint32 id)
{
  const StrataRingFormat *format;

  if (G_LIKELY (self->kinds[id] != NULL))
    return self->kinds[id];

  format = strata_ring_formats_get (self->formats, id);
  if (format != NULL)
    self->kinds[id] = strata_ring_kind_new (format, self->long_bytes);

  return self->kinds[id];
}

/* The text that the kernel would print; empty if it is not needed. */
static StrataText
print (StrataRingPlayer *self,
       const StrataRingKind *kind,
       const StrataRingRecord *record)
{
  StrataRingText text = { self->text, self->text + STRATA_RING_TEXT_BYTES };

  strata_ring_print_write (kind->print, record, self->names, &text);
  return strata_text (self->text, text.at);
}

/* The name in @field, or the name of the thread if there is no such field. */
static StrataText
get_comm (StrataRingPlayer *self,
          const StrataRingRecord *record,
          const StrataRingField *field,
          guint32 tid)
{
  StrataText comm;

  if (field == NULL)
    return get_task (self, tid)->comm;

  strata_ring_record_get_text (record, field, &comm);
  return comm;
}

static guint32
get_tid (const StrataRingRecord *record,
         const StrataRingField *field)
{
  return (guint32) strata_ring_record_get_int (record, field);
}

/* The printed form of a state shows what its number means in this kernel. There are few states. */
static const StrataRingState *
get_state (StrataRingPlayer *self,
           StrataRingKind *kind,
           const StrataRingRecord *record)
{
  const gint64 value = strata_ring_record_get_int (record, kind->state);
  StrataRingState *state = &kind->states[value == 0 ? 0 : __builtin_ctzll ((guint64) value) + 1];
  StrataRingText text = { self->text, self->text + STRATA_RING_TEXT_BYTES };
  StrataFtraceSwitch sched;

  if (G_LIKELY (state->is_known && state->value == value))
    return state;

  strata_ring_text_put (&text, "prev_comm=a prev_pid=1 prev_prio=1 prev_state=", strlen ("prev_comm=a prev_pid=1 prev_prio=1 prev_state="));
  strata_ring_print_write_key (kind->print, "prev_state", record, self->names, &text);
  strata_ring_text_put (&text, " ==> next_comm=b next_pid=2 next_prio=1", strlen (" ==> next_comm=b next_pid=2 next_prio=1"));
  *state = (StrataRingState){ .value = value, .is_known = TRUE };
  if (strata_ftrace_event_parse_switch (strata_text (self->text, text.at), &sched))
    {
      state->is_good = TRUE;
      state->end_state = sched.end_state;
      state->wait = (guint8) sched.wait;
    }

  return state;
}

static guint8
get_rank (const StrataRingRecord *record,
          const StrataRingField *field)
{
  const gint64 priority = field != NULL && field->kind == STRATA_RING_NUMBER ? strata_ring_record_get_int (record, field) : STRATA_MAX_PRIORITY + 1;

  return priority >= -1 && priority <= STRATA_MAX_PRIORITY ? STRATA_PRIORITY_RANK (priority) : 0;
}

#define UNKNOWN_STATE "prev_state=?"

/* A state that only the kernel can name remains unknown, but the switch itself is known. */
static void
tell_unknown_state (StrataRingPlayer *self,
                    const StrataEvent *event)
{
  if (!event->is_bad)
    strata_event_sink_diagnose (self->sink, STRATA_DIAGNOSTIC_BAD_PAYLOAD, 1, event->time_ns, (StrataText){ UNKNOWN_STATE, strlen (UNKNOWN_STATE) });
}

static void
take_switch (StrataRingPlayer *self,
             StrataRingKind *kind,
             const StrataRingRecord *record,
             StrataEvent *event)
{
  const guint32 prev_tid = get_tid (record, kind->tids[0]);
  const guint32 next_tid = get_tid (record, kind->tids[1]);
  const StrataRingState *state = get_state (self, kind, record);
  const StrataFtraceSwitch sched = {
    .prev_comm = get_comm (self, record, kind->comms[0], prev_tid),
    .next_comm = get_comm (self, record, kind->comms[1], next_tid),
    .prev_tid = prev_tid,
    .next_tid = next_tid,
    .end_state = state->end_state,
    .wait = state->wait,
    .prev_rank = get_rank (record, kind->prios[0]),
    .next_rank = get_rank (record, kind->prios[1]),
  };

  /* cppcheck-suppress autoVariables; the sink does not keep the event */
  event->sched = &sched;
  event->is_bad = !state->is_good || !strata_ring_record_has (record, kind->tids[1]);
  strata_event_sink_take (self->sink, event);
  if (G_UNLIKELY (state->end_state == 0))
    tell_unknown_state (self, event);
}

/* In kernels before 4, some wake-ups had no effect. */
static gboolean
is_refused (const StrataRingRecord *record,
            const StrataRingKind *kind)
{
  return kind->success != NULL && kind->success->kind == STRATA_RING_NUMBER && strata_ring_record_has (record, kind->success) &&
         strata_ring_record_get_int (record, kind->success) == 0;
}

static void
take_wake (StrataRingPlayer *self,
           const StrataRingKind *kind,
           const StrataRingRecord *record,
           StrataEvent *event)
{
  const guint32 tid = get_tid (record, kind->tids[0]);
  const StrataFtraceTask task = { .comm = get_comm (self, record, kind->comms[0], tid), .tid = tid, .old_comm = { "", 0 }, .is_refused = is_refused (record, kind) };

  /* cppcheck-suppress autoVariables; the sink does not keep the event */
  event->task = &task;
  event->is_bad = !strata_ring_record_has (record, kind->tids[0]);
  strata_event_sink_take (self->sink, event);
}

/* The cache entry for a marker with the same bytes, found or to be filled; NULL when the bytes are first seen. */
static StrataRingMemo *
find_memo (StrataRingPlayer *self,
           StrataText payload)
{
  const guint32 hash = strata_word_hash (payload.text, payload.n_bytes);
  StrataRingMemo *memo = &self->memos[hash % STRATA_RING_N_MEMOS];

  if (self->memo_hashes[hash % STRATA_RING_N_MEMOS] != hash)
    {
      self->memo_hashes[hash % STRATA_RING_N_MEMOS] = hash;
      return NULL;
    }

  if (memo->n_bytes != payload.n_bytes || !strata_word_equal (memo->bytes, payload.text, payload.n_bytes))
    {
      memo->recipe = (StrataEventRecipe){ 0 };
      memo->n_bytes = (guint32) payload.n_bytes;
      memcpy (memo->bytes, payload.text, payload.n_bytes);
    }

  return memo;
}

/* The line end belongs to the write, not to the text. */
static StrataText
get_payload (const StrataRingKind *kind,
             const StrataRingRecord *record,
             gboolean *is_good)
{
  StrataText payload;

  *is_good = strata_ring_record_get_text (record, kind->payload, &payload);
  while (payload.n_bytes > 0 && payload.text[payload.n_bytes - 1] == '\n')
    payload.n_bytes--;

  return payload;
}

static void
take_bad_mark (StrataRingPlayer *self,
               StrataEvent *event)
{
  StrataFtraceMark nothing = { .pid = -1, .name = { "", 0 } };

  event->is_bad = TRUE;
  event->mark = &nothing;
  strata_event_sink_take (self->sink, event);
  event->mark = NULL;
}

static StrataText
take_mark (StrataRingPlayer *self,
           const StrataRingKind *kind,
           StrataRingTask *task,
           const StrataRingRecord *record,
           StrataEvent *event)
{
  gboolean is_good;
  const StrataText payload = get_payload (kind, record, &is_good);
  StrataRingMemo *memo;

  if (G_UNLIKELY (task->n_functions > 0))
    strata_ring_player_leave_functions (self, task, event->time_ns);

  task->has_markers = TRUE;
  if (G_UNLIKELY (!is_good))
    {
      take_bad_mark (self, event);
      return payload;
    }

  if (payload.n_bytes > STRATA_RING_MEMO_BYTES)
    {
      strata_event_sink_take_payload (self->sink, event, payload);
      return payload;
    }

  memo = find_memo (self, payload);
  event->recipe = memo != NULL ? &memo->recipe : NULL;
  if (memo == NULL || !strata_event_sink_take_again (self->sink, event->time_ns, event->cpu, event->tid, event->tgid, &task->writer, &memo->recipe))
    strata_event_sink_take_payload (self->sink, event, payload);

  return payload;
}

static StrataText
take_text (StrataRingPlayer *self,
           const StrataRingKind *kind,
           const StrataRingRecord *record,
           StrataEvent *event)
{
  /* a record shorter than its fields cannot be printed */
  event->args = record->n_bytes >= kind->n_bytes ? print (self, kind, record) : (StrataText){ "", 0 };
  strata_event_sink_take_text (self->sink, event);
  if (kind->kind == STRATA_FTRACE_EVENT_SWITCH && g_strstr_len (event->args.text, (gssize) event->args.n_bytes, UNKNOWN_STATE) != NULL)
    tell_unknown_state (self, event);

  return event->args;
}

/* Returns the function in which a thread waited, without the name of its module. */
static StrataText
take_blocked (StrataRingPlayer *self,
              const StrataRingKind *kind,
              const StrataRingRecord *record,
              StrataEvent *event)
{
  const gint64 tid = strata_ring_print_get_number (kind->print, kind->blocked[0], record, self->names);
  StrataRingText room = { self->text, self->text + STRATA_RING_TEXT_BYTES };
  StrataFtraceBlocked blocked = { .tid = (guint32) tid, .wait = STRATA_FTRACE_WAIT_OTHER };

  if (record->n_bytes < kind->n_bytes || tid < 0)
    return take_text (self, kind, record, event);

  blocked.function = strata_ring_print_get_word (kind->print, kind->blocked[2], record, self->names, &room);

  const char *space = memchr (blocked.function.text, ' ', blocked.function.n_bytes);

  if (space != NULL)
    blocked.function = strata_text (blocked.function.text, space);
  if (strata_ring_print_get_number (kind->print, kind->blocked[1], record, self->names) != 0)
    blocked.wait = STRATA_FTRACE_WAIT_IO;

  /* cppcheck-suppress autoVariables; the sink does not keep the event */
  event->blocked = &blocked;
  strata_event_sink_take (self->sink, event);
  return (StrataText){ NULL, 0 };
}

/* Numbers of system calls have at most 31 bits and are at least -1. */
static gboolean
is_odd (const StrataRingKind *kind,
        const StrataKernelEvent *kernel)
{
  return kind->kernel_kind == STRATA_KERNEL_SYSCALL && (kernel->id > G_MAXINT32 || kernel->id < -1);
}

/* A name as printed; @room receives it if it is neither in the record nor in the format. */
static StrataText
read_word (StrataRingPlayer *self,
           const StrataRingKind *kind,
           StrataRingKey *key,
           const StrataRingRecord *record,
           StrataRingText *room)
{
  const gint64 number = key->named != NULL ? strata_ring_record_get_int (record, key->named) : 0;
  StrataRingWord *known = &key->words[(guint64) number % STRATA_RING_N_WORDS];

  if (known->number == number && known->name.n_bytes > 0)
    return known->name;

  const char *const begin = room->at;
  const StrataText word = strata_ring_print_get_word (kind->print, key->place, record, self->names, room);

  if (key->named != NULL && room->at == begin)
    *known = (StrataRingWord){ number, word };

  return word;
}

static void
read_members (StrataRingPlayer *self,
              StrataRingKind *kind,
              const StrataRingRecord *record,
              StrataKernelEvent *kernel)
{
  StrataRingText room = { self->line, self->line + STRATA_RING_TEXT_BYTES };

  for (guint i = 0; i < kind->n_keys; i++)
    {
      StrataRingKey *key = &kind->keys[i];

      if (key->member == STRATA_KERNEL_MEMBER_NAME || key->member == STRATA_KERNEL_MEMBER_REST)
        kernel->name = read_word (self, kind, key, record, &room);
      else
        strata_kernel_event_set_number (kernel, key->member, strata_ring_print_get_number (kind->print, key->place, record, self->names));
    }
}

static StrataText
take_kernel (StrataRingPlayer *self,
             StrataRingKind *kind,
             const StrataRingRecord *record,
             StrataEvent *event)
{
  StrataKernelEvent kernel = kind->kernel;

  if (record->n_bytes >= kind->n_bytes)
    read_members (self, kind, record, &kernel);
  if (record->n_bytes < kind->n_bytes || is_odd (kind, &kernel))
    return take_text (self, kind, record, event);

  if (kind->has_text)
    event->args = kernel.text = print (self, kind, record);

  /* cppcheck-suppress autoVariables; the sink does not keep the event */
  event->kernel = &kernel;
  strata_event_sink_take (self->sink, event);
  return kind->has_text ? kernel.text : (StrataText){ NULL, 0 };
}

/* Passes an event to the sink. Returns its printed text, if it was printed. */
static StrataText
take_known (StrataRingPlayer *self,
            StrataRingKind *kind,
            StrataRingTask *task,
            const StrataRingRecord *record,
            StrataEvent *event)
{
  switch ((StrataRingAction) kind->action)
    {
    case STRATA_RING_EVENT_MARK:
      return take_mark (self, kind, task, record, event);
    case STRATA_RING_EVENT_TEXT:
      return take_text (self, kind, record, event);
    case STRATA_RING_EVENT_BLOCKED:
      return take_blocked (self, kind, record, event);
    case STRATA_RING_EVENT_KERNEL:
      return take_kernel (self, kind, record, event);
    case STRATA_RING_EVENT_SWITCH:
      take_switch (self, kind, record, event);
      break;
    case STRATA_RING_EVENT_WAKE:
      take_wake (self, kind, record, event);
      break;
    case STRATA_RING_EVENT_FUNCTION:
    case STRATA_RING_EVENT_FUNCTION_BEGIN:
    case STRATA_RING_EVENT_FUNCTION_END:
      strata_ring_player_take_function (self, kind, task, record, event);
      break;
    case STRATA_RING_EVENT_COUNT:
      strata_event_sink_take (self->sink, event);
      break;
    }

  return (StrataText){ NULL, 0 };
}

/* Events without a known format are counted by their number. */
static void
take_unknown (StrataRingPlayer *self,
              const StrataRingTask *task,
              const StrataRingRecord *record,
              StrataEvent *event,
              gint64 own_time_ns)
{
  char name[32];

  event->name = (StrataText){ name, (gsize) g_snprintf (name, sizeof name, "event_%u", (guint) strata_ring_read_uint (record->data, 2, record->is_swapped)) };
  strata_event_sink_take (self->sink, event);
  if (self->lines != NULL)
    strata_ring_player_keep_line (self, event->name, task, record, own_time_ns, (StrataText){ "", 0 });
}

/* Markers are the largest part of a capture, and most are new only in their time. Returns whether this
 * one was; if not, nothing has changed. */
static inline gboolean
take_known_mark (StrataRingPlayer *self,
                 const StrataRingKind *kind,
                 StrataRingTask *task,
                 const StrataRingRecord *record,
                 gint64 time_ns)
{
  gboolean is_good;
  const StrataText payload = get_payload (kind, record, &is_good);
  const guint32 hash = strata_word_hash (payload.text, payload.n_bytes);
  const StrataRingMemo *memo = &self->memos[hash % STRATA_RING_N_MEMOS];

  if (self->memo_hashes[hash % STRATA_RING_N_MEMOS] != hash || memo->n_bytes != payload.n_bytes || !memo->recipe.is_set || !is_good ||
      !strata_word_equal (memo->bytes, payload.text, payload.n_bytes) ||
      !strata_event_sink_take_again (self->sink, time_ns, record->cpu, task->tid, task->tgid, &task->writer, &memo->recipe))
    return FALSE;

  task->has_markers = TRUE;
  return TRUE;
}

static void
take_record (StrataRingPlayer *self,
             const StrataRingStream *stream)
{
  const StrataRingRecord *record = &stream->record;
  const guint32 id = (guint32) strata_ring_read_uint (record->data, 2, record->is_swapped);
  StrataRingTask *task = get_task (self, (guint32) strata_ring_read_uint (record->data + 4, 4, record->is_swapped));
  StrataRingKind *kind = get_kind (self, id);
  const gint64 time_ns = strata_event_sink_place_time (self->sink, stream->time_ns);

  if (G_LIKELY (kind != NULL && kind->action == STRATA_RING_EVENT_MARK && self->lines == NULL && task->n_functions == 0) &&
      take_known_mark (self, kind, task, record, time_ns))
    return;

  StrataEvent event = {
    .time_ns = time_ns,
    .tgid = task->tgid,
    .tid = task->tid,
    .cpu = record->cpu,
    .comm = task->comm,
    .name = { "", 0 },
    .args = { "", 0 },
    .line = { "", 0 },
    .is_in_interrupt = (record->data[2] & FLAGS_INTERRUPT) != 0,
    .writer = &task->writer,
  };

  if (G_UNLIKELY (kind == NULL))
    {
      take_unknown (self, task, record, &event, stream->time_ns);
      return;
    }

  event.name = kind->name;
  event.kind = kind->kind;
  event.kernel_kind = kind->kernel_kind;
  event.place = kind->place;

  const StrataText args = take_known (self, kind, task, record, &event);

  kind->place = event.place;
  if (self->lines != NULL)
    strata_ring_player_keep_line (self, kind->name, task, record, stream->time_ns, args.text != NULL ? args : print (self, kind, record));
}

/* Events missing before a page follow the previous event of its CPU. Before the first event of all, they were
 * overwritten: the ring keeps the latest events. */
static void
take_loss (StrataRingPlayer *self,
           const StrataRingStream *stream)
{
  const StrataDiagnosticKind kind = stream->has_played ? STRATA_DIAGNOSTIC_LOST_EVENTS : STRATA_DIAGNOSTIC_OVERWRITTEN;
  const guint64 n_lost = MAX (stream->n_lost, 1);

  strata_event_sink_lose (self->sink, stream->record.cpu, stream->n_lost);
  if (stream->is_hole)
    return;

  strata_event_sink_diagnose (self->sink, kind, n_lost, strata_event_sink_place_time (self->sink, stream->time_ns), (StrataText){ "", 0 });
  self->n_lost += n_lost;
}

static void
play_record (StrataRingPlayer *self,
             StrataRingStream *stream)
{
  strata_event_sink_set_offset (self->sink, (gint64) stream->page_offset);
  if (G_UNLIKELY (stream->has_lost))
    take_loss (self, stream);

  take_record (self, stream);
  stream->has_played = TRUE;
}

typedef struct
{
  gint64 time_ns;
  guint32 order;
  StrataRingStream *stream;
} Head;

static inline gboolean
is_before (gconstpointer a,
           gconstpointer b)
{
  const Head *head = a;
  const Head *other = b;

  return head->time_ns < other->time_ns || (head->time_ns == other->time_ns && head->order < other->order);
}

static void
sink (Head *heads,
      guint n_heads,
      guint i)
{
  const Head head = heads[i];

  strata_heap_sink (heads, n_heads, sizeof head, i, &head, is_before);
}

static guint
begin_streams (StrataRingStream **streams,
               guint n_streams,
               Head *heads)
{
  guint n_heads = 0;

  for (guint i = 0; i < n_streams; i++)
    if (strata_ring_stream_next (streams[i]))
      heads[n_heads++] = (Head){ streams[i]->time_ns, i, streams[i] };

  for (guint i = n_heads / 2; i > 0; i--)
    sink (heads, n_heads, i - 1);

  return n_heads;
}

/* The time of the next event of all other streams. */
static gint64
find_next_time (const Head *heads,
                guint n_heads)
{
  gint64 time_ns = G_MAXINT64;

  for (guint i = 1; i < MIN (n_heads, 3); i++)
    time_ns = MIN (time_ns, heads[i].time_ns);

  return time_ns;
}

/* Plays an event and those after it that precede all other streams. Returns whether
 * the stream has more events. */
static gboolean
play_run (StrataRingPlayer *self,
          StrataRingStream *stream,
          gint64 until_ns)
{
  do
    {
      play_record (self, stream);
      if (!strata_ring_stream_next (stream))
        return FALSE;
    }
  while (stream->time_ns < until_ns);

  return TRUE;
}

/**
 * strata_ring_player_play:
 * @self: a player
 * @streams: (array length=n_streams): the CPUs, started
 * @n_streams: how many
 *
 * Passes all events to the sink in time order; events at the same time are in the order of the streams.
 */
void
strata_ring_player_play (StrataRingPlayer *self,
                         StrataRingStream **streams,
                         guint n_streams)
{
  g_autofree Head *heads = g_new (Head, MAX (n_streams, 1));
  guint n_heads = begin_streams (streams, n_streams, heads);

  while (n_heads > 0)
    {
      StrataRingStream *stream = heads[0].stream;

      if (play_run (self, stream, find_next_time (heads, n_heads)))
        heads[0].time_ns = stream->time_ns;
      else
        heads[0] = heads[--n_heads];

      sink (heads, n_heads, 0);
    }
}

/* Returns how many events are missing according to the pages. */
guint64
strata_ring_player_get_n_lost (const StrataRingPlayer *self)
{
  return self->n_lost;
}
