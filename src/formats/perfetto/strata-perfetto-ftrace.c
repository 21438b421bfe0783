/* strata-perfetto-ftrace.c - converts kernel events for the sink
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-perfetto-player.h"

#include "strata-kernel-state.h"
#include "strata-perfetto-event-text.h"
#include "strata-perfetto-fields.h"

/* Events with their own fast paths. */
#define EVENT_PRINT 3
#define EVENT_SCHED_SWITCH 4
#define EVENT_CPU_FREQUENCY 11
#define EVENT_CPU_IDLE 13
#define EVENT_SCHED_WAKEUP 17
#define EVENT_SCHED_BLOCKED 18
#define EVENT_SCHED_WAKING 20
#define EVENT_SOFTIRQ_ENTRY 24
#define EVENT_SOFTIRQ_EXIT 25
#define EVENT_SOFTIRQ_RAISE 26
#define EVENT_IRQ_EXIT 37
#define EVENT_WORK_END 57
#define EVENT_WORK_BEGIN 58
#define EVENT_TRACING_MARK_WRITE 80
#define EVENT_SCHED_WAKEUP_NEW 114
#define EVENT_BLOCK_END 125
#define EVENT_NEW_TASK 235
#define EVENT_TASK_RENAME 236
#define EVENT_PROCESS_FREE 240
#define EVENT_RSS 313
#define EVENT_GENERIC 327
#define EVENT_SYS_ENTER 329
#define EVENT_SYS_EXIT 330
#define EVENT_ZERO 331
#define EVENT_SDE_MARK 333
#define EVENT_DPU_MARK 348
#define EVENT_G2D_MARK 349
#define EVENT_MALI_MARK 350
#define EVENT_RSS_THROTTLED 359
#define EVENT_LWIS_MARK 467
#define EVENT_SAMSUNG_MARK 484
#define EVENT_GPU_PERIOD 488
#define EVENT_PANEL_MARK 490

/* Bits of the kernel's flags of an event: in an interrupt, or a softirq. */
#define FLAG_INTERRUPT 0x18

/* Markers of other drivers are not longer. */
#define MAX_PAYLOAD_BYTES 1024

static StrataPerfettoCpu *
get_cpu (StrataPerfettoPlayer *self,
         guint32 cpu)
{
  return &self->cpus[cpu];
}

/**
 * strata_perfetto_player_get_rank:
 * @priority: a priority of the kernel, as recorded
 *
 * Returns: its rank, see [struct@Strata.CpuRuns]; 0 if it is not a priority
 */
guint8
strata_perfetto_player_get_rank (guint64 priority)
{
  const gint64 number = (gint64) priority;

  return number >= -1 && number <= STRATA_MAX_PRIORITY ? STRATA_PRIORITY_RANK (number) : 0;
}

static void
set_running (StrataPerfettoCpu *cpu,
             guint32 tid,
             guint8 rank,
             StrataText comm)
{
  cpu->is_known = TRUE;
  cpu->tid = tid;
  cpu->rank = rank;
  cpu->n_comm_bytes = (guint8) MIN (comm.n_bytes, sizeof cpu->comm);
  memcpy (cpu->comm, comm.text, cpu->n_comm_bytes);
}

static StrataText
get_comm (const StrataPerfettoCpu *cpu)
{
  return (StrataText){ cpu->comm, cpu->n_comm_bytes };
}

/* Renames a running program that was started or renamed itself: no compact switch contains that name. */
static void
rename_running (StrataPerfettoCpu *cpu,
                StrataProto message)
{
  StrataText comm = { "", 0 };
  guint32 tid = 0;

  while (strata_proto_next (&message))
    if (message.number == 1)
      tid = (guint32) strata_proto_get_uint (&message);
    else if (message.number == 3)
      comm = strata_proto_get_text (&message);

  if (cpu->is_known && cpu->tid == tid)
    set_running (cpu, tid, cpu->rank, comm);
}

static StrataEvent
make_event (StrataPerfettoPlayer *self,
            const StrataPerfettoBundle *bundle,
            gint64 time_ns,
            guint32 tid,
            guint32 number)
{
  return (StrataEvent){
    .time_ns = strata_event_sink_place_time (self->sink, time_ns),
    .tgid = -1,
    .tid = tid,
    .cpu = bundle->cpu,
    .comm = { "", 0 },
    .name = { "", 0 },
    .args = { "", 0 },
    .line = { "", 0 },
    .place = number < STRATA_PERFETTO_N_PLACES ? self->places[number] : 0,
  };
}

/* The name of an event of another kind depends on the sequence that describes it. */
static inline void
keep_place (StrataPerfettoPlayer *self,
            guint32 number,
            const StrataEvent *event)
{
  if (number < STRATA_PERFETTO_N_PLACES && self->places[number] == 0 && number != EVENT_GENERIC && strata_perfetto_event_is_known (number))
    self->places[number] = event->place;
}

/* The first switch on a CPU does not contain the thread that leaves it, so nothing is assumed about it. */
static void
take_compact_switch (StrataPerfettoPlayer *self,
                     const StrataPerfettoBundle *bundle,
                     const StrataPerfettoSwitch *row)
{
  StrataPerfettoCpu *cpu = get_cpu (self, bundle->cpu);
  const StrataText comm = strata_column_at (&bundle->comms, StrataText, row->comm);
  const StrataFtraceSwitch sched = {
    .prev_comm = cpu->is_known ? get_comm (cpu) : (StrataText){ "", 0 },
    .next_comm = comm,
    .prev_tid = cpu->is_known ? cpu->tid : 0,
    .next_tid = row->next_tid,
    .prev_rank = cpu->is_known ? cpu->rank : 0,
    .next_rank = strata_perfetto_player_get_rank ((guint64) (gint32) row->next_priority),
    .end_state = strata_kernel_end_state (self->kernel_version, (guint64) row->prev_state),
  };
  StrataEvent event = make_event (self, bundle, row->time_ns, sched.prev_tid, EVENT_SCHED_SWITCH);

  event.name = (StrataText){ "sched_switch", 12 };
  event.kind = STRATA_FTRACE_EVENT_SWITCH;
  event.comm = sched.prev_comm;
  event.sched = &sched;
  strata_event_sink_take (self->sink, &event);
  keep_place (self, EVENT_SCHED_SWITCH, &event);
  set_running (cpu, row->next_tid, sched.next_rank, comm);
}

static void
take_compact_waking (StrataPerfettoPlayer *self,
                     const StrataPerfettoBundle *bundle,
                     const StrataPerfettoWaking *row)
{
  const StrataPerfettoCpu *cpu = get_cpu (self, bundle->cpu);
  const StrataFtraceTask task = { .comm = strata_column_at (&bundle->comms, StrataText, row->comm), .tid = row->tid };
  StrataEvent event = make_event (self, bundle, row->time_ns, cpu->is_known ? cpu->tid : 0, EVENT_SCHED_WAKING);

  event.name = (StrataText){ "sched_waking", 12 };
  event.kind = STRATA_FTRACE_EVENT_WAKE;
  event.comm = cpu->is_known ? get_comm (cpu) : event.comm;
  event.is_in_interrupt = (row->flags & FLAG_INTERRUPT) != 0;
  event.task = &task;
  strata_event_sink_take (self->sink, &event);
  keep_place (self, EVENT_SCHED_WAKING, &event);
}

/* Numbers beyond all kernel states mean an unknown state; strata-cli writes one where events were lost. */
#define STATE_MAX 0x10000

static guint8
get_end_state (const StrataPerfettoPlayer *self,
               guint64 number)
{
  return number < STATE_MAX ? strata_kernel_end_state (self->kernel_version, number) : 0;
}

static void
take_switch (StrataPerfettoPlayer *self,
             StrataEvent *event,
             StrataProto *message)
{
  StrataFtraceSwitch sched = { .prev_comm = { "", 0 }, .next_comm = { "", 0 }, .end_state = 'R', .wait = STRATA_FTRACE_WAIT_UNKNOWN };

  while (strata_proto_next (message))
    switch (message->number)
      {
      case 1:
        sched.prev_comm = strata_proto_get_text (message);
        break;
      case 2:
        sched.prev_tid = (guint32) strata_proto_get_uint (message);
        break;
      case 3:
        sched.prev_rank = strata_perfetto_player_get_rank (strata_proto_get_uint (message));
        break;
      case 4:
        sched.end_state = get_end_state (self, strata_proto_get_uint (message));
        break;
      case 5:
        sched.next_comm = strata_proto_get_text (message);
        break;
      case 6:
        sched.next_tid = (guint32) strata_proto_get_uint (message);
        break;
      case 7:
        sched.next_rank = strata_perfetto_player_get_rank (strata_proto_get_uint (message));
        break;
      default:
        break;
      }

  event->sched = &sched;
  event->comm = event->tid == sched.prev_tid ? sched.prev_comm : event->comm;
  strata_event_sink_take (self->sink, event);
  event->sched = NULL;
  set_running (get_cpu (self, event->cpu), sched.next_tid, sched.next_rank, sched.next_comm);
}

static void
take_wake (StrataPerfettoPlayer *self,
           StrataEvent *event,
           StrataProto *message)
{
  StrataFtraceTask task = { .comm = { "", 0 }, .old_comm = { "", 0 } };

  while (strata_proto_next (message))
    if (message->number == 1)
      task.comm = strata_proto_get_text (message);
    else if (message->number == 2)
      task.tid = (guint32) strata_proto_get_uint (message);
    else if (message->number == 4)
      task.is_refused = strata_proto_get_uint (message) == 0;

  event->task = &task;
  strata_event_sink_take (self->sink, event);
  event->task = NULL;
}

/* The place where a thread waited is written in the kernel's format. */
static void
take_blocked (StrataPerfettoPlayer *self,
              StrataEvent *event,
              const StrataPerfettoState *state,
              StrataProto *message)
{
  char text[STRATA_PERFETTO_EVENT_TEXT_BYTES];
  StrataFtraceBlocked blocked = { .wait = STRATA_FTRACE_WAIT_OTHER };

  blocked.function = strata_perfetto_event_text ("@2", *message, state, self->reader->strings, text);
  while (strata_proto_next (message))
    if (message->number == 1)
      blocked.tid = (guint32) strata_proto_get_uint (message);
    else if (message->number == 3 && strata_proto_get_uint (message) != 0)
      blocked.wait = STRATA_FTRACE_WAIT_IO;

  event->blocked = &blocked;
  strata_event_sink_take (self->sink, event);
  event->blocked = NULL;
}

static StrataText
trim_payload (StrataText payload)
{
  while (payload.n_bytes > 0 && (payload.text[payload.n_bytes - 1] == '\n' || payload.text[payload.n_bytes - 1] == '\0'))
    payload.n_bytes--;

  return payload;
}

/* Recorders write only the address of the caller and the text. */
static inline gboolean
find_usual_payload (const guint8 *data,
                    gsize n_all_bytes,
                    StrataText *payload)
{
  const guint8 *const end = data + n_all_bytes;
  const guint8 *at = data;
  guint64 n_bytes;

  if (at < end && *at == STRATA_PROTO_TAG (1, STRATA_PROTO_VARINT))
    at = strata_proto_skip_varint (at + 1, end);
  if (at == NULL || at == end || *at != STRATA_PROTO_TAG (2, STRATA_PROTO_BYTES))
    return FALSE;

  at = strata_proto_read_varint (at + 1, end, &n_bytes);
  if (at == NULL || n_bytes != (guint64) (end - at))
    return FALSE;

  *payload = trim_payload ((StrataText){ (const char *) at, (gsize) n_bytes });
  return TRUE;
}

static StrataText
find_payload (StrataProto *message)
{
  StrataText payload = { "", 0 };

  while (strata_proto_next (message))
    if (message->number == 2)
      payload = trim_payload (strata_proto_get_text (message));

  return payload;
}

/* Markers are most of a trace, and most of them are repeated. */
static gboolean
take_known_print (StrataPerfettoPlayer *self,
                  const StrataPerfettoBundle *bundle,
                  const StrataPerfettoEvent *row)
{
  StrataText payload;

  if (!find_usual_payload (row->data, row->n_bytes, &payload))
    return FALSE;

  const StrataEventRecipe *recipe = strata_perfetto_memo_find_recipe (self->memo, payload);

  return recipe != NULL && recipe->is_set &&
         strata_event_sink_take_again (self->sink, strata_event_sink_place_time (self->sink, row->time_ns), bundle->cpu, row->tid, -1, strata_perfetto_memo_find_writer (self->memo, row->tid), recipe);
}

static void
take_print (StrataPerfettoPlayer *self,
            StrataEvent *event,
            StrataProto *message)
{
  const StrataText payload = find_payload (message);

  event->recipe = strata_perfetto_memo_find_recipe (self->memo, payload);
  event->writer = strata_perfetto_memo_find_writer (self->memo, event->tid);
  strata_event_sink_take_payload (self->sink, event, payload);
}

/* The field numbers of a driver's marker. */
typedef struct
{
  guint32 event;
  guint8 pid;
  guint8 name;
  guint8 is_begin;
  guint8 type;
  guint8 value;
} MarkFields;

static const MarkFields mark_fields[] = {
  { EVENT_TRACING_MARK_WRITE, 1, 2, 3, 0, 0 },
  { EVENT_ZERO, 3, 2, 0, 1, 4 },
  { EVENT_SDE_MARK, 1, 2, 5, 3, 4 },
  { EVENT_DPU_MARK, 1, 4, 3, 5, 6 },
  { EVENT_G2D_MARK, 1, 4, 0, 5, 6 },
  { EVENT_MALI_MARK, 2, 1, 0, 3, 4 },
  { EVENT_LWIS_MARK, 3, 4, 0, 2, 5 },
  { EVENT_SAMSUNG_MARK, 1, 2, 3, 4, 5 },
  { EVENT_PANEL_MARK, 1, 4, 3, 5, 6 },
};

static const MarkFields *
find_mark_fields (guint32 number)
{
  for (guint i = 0; i < G_N_ELEMENTS (mark_fields); i++)
    if (mark_fields[i].event == number)
      return &mark_fields[i];

  return NULL;
}

/* Some drivers have the letter of a marker, some have bits, some only whether it begins. */
static char
get_mark_letter (const MarkFields *fields,
                 guint64 type,
                 guint64 is_begin)
{
  if (fields->event == EVENT_ZERO)
    return (type & 1) != 0 ? 'B' : (type & 4) != 0 ? 'C'
                                                   : 'E';
  if (type == 'B' || type == 'E' || type == 'C' || type == 'I')
    return (char) type;

  return is_begin != 0 ? 'B' : 'E';
}

/* Drivers write separate fields where an app would write text. */
static void
take_mark (StrataPerfettoPlayer *self,
           StrataEvent *event,
           const MarkFields *fields,
           StrataProto *message)
{
  char payload[MAX_PAYLOAD_BYTES];
  StrataText name = { "", 0 };
  gint64 pid = 0;
  gint64 value = 0;
  guint64 is_begin = 0;
  guint64 type = 0;

  while (strata_proto_next (message))
    if (message->number == fields->name || (message->number == 2 && fields->event == EVENT_DPU_MARK))
      name = trim_payload (strata_proto_get_text (message));
    else if (message->number == fields->pid)
      pid = (gint32) strata_proto_get_uint (message);
    else if (message->number == fields->is_begin)
      is_begin = strata_proto_get_uint (message);
    else if (message->number == fields->type)
      type = strata_proto_get_uint (message);
    else if (message->number == fields->value)
      value = (gint32) strata_proto_get_uint (message);

  const char letter = get_mark_letter (fields, type, is_begin);
  const int n_name_bytes = (int) MIN (name.n_bytes, MAX_PAYLOAD_BYTES - 64);
  const int n_bytes = letter == 'C'   ? g_snprintf (payload, sizeof payload, "C|%" G_GINT64_FORMAT "|%.*s|%" G_GINT64_FORMAT, pid, n_name_bytes, name.text, value)
                      : letter == 'E' ? g_snprintf (payload, sizeof payload, "E|%" G_GINT64_FORMAT, pid)
                                      : g_snprintf (payload, sizeof payload, "%c|%" G_GINT64_FORMAT "|%.*s", letter, pid, n_name_bytes, name.text);

  event->kind = STRATA_FTRACE_EVENT_MARK;
  strata_event_sink_take_payload (self->sink, event, (StrataText){ payload, (gsize) n_bytes });
}

/* Handles events without a faster path. Events that become nothing are only counted. Moves to the end of @message. */
static void
take_text (StrataPerfettoPlayer *self,
           StrataEvent *event,
           const StrataPerfettoContext *context,
           guint32 number,
           StrataProto *message)
{
  const StrataPerfettoEventKind *kind = strata_perfetto_event_kinds_find (self->reader->event_kinds, context->sequence->id, number);
  char text[STRATA_PERFETTO_EVENT_TEXT_BYTES];

  event->name = kind->name;
  event->kind = kind->kind;
  event->kernel_kind = kind->kernel_kind;
  if (number == EVENT_GENERIC)
    event->args = strata_perfetto_generic_text (*message, &event->name, text);
  else if (kind->kind != STRATA_FTRACE_EVENT_OTHER)
    event->args = strata_perfetto_event_text (kind->text, *message, context->state, self->reader->strings, text);

  if (number == EVENT_GENERIC || kind->kind != STRATA_FTRACE_EVENT_OTHER)
    strata_event_sink_take_text (self->sink, event);
  else
    strata_event_sink_take (self->sink, event);

  while (strata_proto_next (message))
    ;
}

static void
take_kernel (StrataPerfettoPlayer *self,
             StrataEvent *event,
             const char *name,
             StrataKernelKind kind,
             const StrataKernelEvent *kernel)
{
  event->name = (StrataText){ name, strlen (name) };
  event->kernel_kind = (guint8) kind;
  event->kind = kind != STRATA_KERNEL_OTHER ? STRATA_FTRACE_EVENT_KERNEL : STRATA_FTRACE_EVENT_OTHER;
  event->kernel = kernel;
  strata_event_sink_take (self->sink, event);
  event->kernel = NULL;
}

/* Takes the memory of a process. Older kernels do not report the process; then it is the thread's process. */
static void
take_rss (StrataPerfettoPlayer *self,
          StrataEvent *event,
          gboolean is_throttled,
          StrataProto *message)
{
  enum
  {
    MEMBER = 1,
    SIZE,
    CURR,
    MM_ID,
    N_FIELDS,
  };
  static const guint8 throttled[N_FIELDS] = { 0, CURR, MEMBER, MM_ID, SIZE };
  gint64 values[N_FIELDS] = { [CURR] = 1 };

  while (strata_proto_next (message))
    if (message->number < N_FIELDS)
      values[is_throttled ? throttled[message->number] : message->number] = strata_proto_get_int (message);

  const char *member = strata_proto_text_get_memory ((guint64) values[MEMBER]);
  const StrataKernelEvent kernel = {
    .text = { "", 0 },
    .name = { member, strlen (member) },
    .device = { "", 0 },
    .id = values[MM_ID],
    .value = values[SIZE],
    .is_other = values[CURR] == 0,
  };

  take_kernel (self, event, is_throttled ? "rss_stat_throttled" : "rss_stat", STRATA_KERNEL_RSS, &kernel);
}

static void
take_call_begin (StrataPerfettoPlayer *self,
                 StrataEvent *event,
                 StrataProto *message)
{
  char text[STRATA_PERFETTO_EVENT_TEXT_BYTES];
  StrataKernelEvent kernel = { .name = { "", 0 }, .device = { "", 0 } };

  kernel.text = strata_perfetto_call_text (message, &kernel.id, text);
  event->is_bad = kernel.id < 0 || kernel.id > G_MAXINT32;
  take_kernel (self, event, "sys_enter", STRATA_KERNEL_SYSCALL, &kernel);
}

static void
take_call_end (StrataPerfettoPlayer *self,
               StrataEvent *event,
               StrataProto *message)
{
  StrataKernelEvent kernel = { .text = { "", 0 }, .name = { "", 0 }, .device = { "", 0 }, .is_reply = TRUE };

  while (strata_proto_next (message))
    if (message->number == 1)
      kernel.id = strata_proto_get_int (message);

  take_kernel (self, event, "sys_exit", STRATA_KERNEL_SYSCALL, &kernel);
}

/* Takes the end of a request. */
static void
take_block_end (StrataPerfettoPlayer *self,
                StrataEvent *event,
                const StrataPerfettoState *state,
                StrataProto *message)
{
  char text[STRATA_PERFETTO_EVENT_TEXT_BYTES];
  StrataKernelEvent kernel = { .text = { "", 0 }, .name = { "", 0 } };

  kernel.device = strata_perfetto_event_text ("*1", *message, state, self->reader->strings, text);
  while (strata_proto_next (message))
    if (message->number == 2)
      kernel.id = strata_proto_get_int (message);

  take_kernel (self, event, "block_rq_complete", STRATA_KERNEL_BLOCK_END, &kernel);
}

static void
take_work_begin (StrataPerfettoPlayer *self,
                 StrataEvent *event,
                 const StrataPerfettoState *state,
                 StrataProto *message)
{
  char text[STRATA_PERFETTO_EVENT_TEXT_BYTES];
  StrataKernelEvent kernel = { .text = { "", 0 }, .device = { "", 0 } };

  kernel.name = strata_perfetto_event_text ("@2", *message, state, self->reader->strings, text);
  while (strata_proto_next (message))
    if (message->number == 1)
      kernel.id = strata_proto_get_int (message);

  take_kernel (self, event, "workqueue_execute_start", STRATA_KERNEL_WORK_BEGIN, &kernel);
}

/* The driver reports the period in its own time, on the raw clock. Without a snapshot of that clock the period ends at the event. */
static void
take_gpu_period (StrataPerfettoPlayer *self,
                 StrataEvent *event,
                 const StrataPerfettoContext *context,
                 StrataProto *message)
{
  static const StrataText name = { "gpu_work_period", 15 };
  const StrataPerfettoEventKind *kind = strata_perfetto_event_kinds_find (self->reader->event_kinds, context->sequence->id, EVENT_GPU_PERIOD);
  char text[STRATA_PERFETTO_EVENT_TEXT_BYTES];
  StrataKernelEvent kernel = { .device = { "", 0 } };
  gint64 end_ns;

  event->args = strata_perfetto_event_text (kind->text, *message, context->state, self->reader->strings, text);
  event->is_bad = !strata_kernel_event_parse (STRATA_KERNEL_GPU_PERIOD, name, event->args, &kernel);
  if (!event->is_bad && strata_perfetto_clocks_convert_early (self->reader->clocks, strata_perfetto_clocks_get (self->reader->clocks, 0, STRATA_PERFETTO_CLOCK_MONOTONIC_RAW), kernel.most, &end_ns))
    kernel.delay_ns = strata_time_subtract (event->time_ns, strata_event_sink_place_time (self->sink, end_ns));

  take_kernel (self, event, name.text, STRATA_KERNEL_GPU_PERIOD, &kernel);
  while (strata_proto_next (message))
    ;
}

/* Takes frequent events of interrupts and CPUs as numbers. */
static gboolean
take_numbers (StrataPerfettoPlayer *self,
              StrataEvent *event,
              guint32 number,
              StrataProto *message)
{
  static const struct
  {
    guint32 number;
    StrataKernelKind kind;
    const char *name;
  } rows[] = {
    { EVENT_CPU_FREQUENCY, STRATA_KERNEL_FREQUENCY, "cpu_frequency" },
    { EVENT_CPU_IDLE, STRATA_KERNEL_IDLE, "cpu_idle" },
    { EVENT_SOFTIRQ_ENTRY, STRATA_KERNEL_SOFTIRQ_BEGIN, "softirq_entry" },
    { EVENT_SOFTIRQ_EXIT, STRATA_KERNEL_SOFTIRQ_END, "softirq_exit" },
    { EVENT_SOFTIRQ_RAISE, STRATA_KERNEL_OTHER, "softirq_raise" },
    { EVENT_IRQ_EXIT, STRATA_KERNEL_IRQ_END, "irq_handler_exit" },
    { EVENT_WORK_END, STRATA_KERNEL_WORK_END, "workqueue_execute_end" },
  };
  gint64 values[3] = { 0 };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (rows) && rows[i].number != number; i++)
    ;
  if (i == G_N_ELEMENTS (rows))
    return FALSE;

  while (strata_proto_next (message))
    if (message->number < G_N_ELEMENTS (values))
      values[message->number] = strata_proto_get_int (message);

  const gboolean is_cpu = number == EVENT_CPU_FREQUENCY || number == EVENT_CPU_IDLE;
  const StrataKernelEvent kernel = {
    .text = { "", 0 },
    .name = { "", 0 },
    .device = { "", 0 },
    .id = is_cpu ? 0 : values[1],
    .value = number == EVENT_CPU_IDLE ? (gint32) values[1] : is_cpu ? (gint64) (guint32) values[1]
                                                                    : 0,
    .cpu = is_cpu ? values[2] : 0,
  };

  take_kernel (self, event, rows[i].name, rows[i].kind, &kernel);
  return TRUE;
}

/* Whether strata-cli wrote an event for other programs only: its own events contain the same. */
static gboolean
is_repeated (guint32 number,
             StrataProto message)
{
  if (G_LIKELY (number != EVENT_NEW_TASK && number != EVENT_TASK_RENAME && number != EVENT_PROCESS_FREE))
    return FALSE;

  return strata_proto_find_uint (message, STRATA_PF_KERNEL_EVENT_REPEATED) != 0;
}

static StrataText
get_wake_name (guint32 number)
{
  if (number == EVENT_SCHED_WAKING)
    return (StrataText){ "sched_waking", 12 };

  return number == EVENT_SCHED_WAKEUP ? (StrataText){ "sched_wakeup", 12 } : (StrataText){ "sched_wakeup_new", 16 };
}

static void
take_content (StrataPerfettoPlayer *self,
              StrataEvent *event,
              const StrataPerfettoContext *context,
              guint32 number,
              StrataProto *message)
{
  const MarkFields *fields;

  switch (number)
    {
    case EVENT_PRINT:
      event->name = (StrataText){ "print", 5 };
      event->kind = STRATA_FTRACE_EVENT_MARK;
      take_print (self, event, message);
      return;
    case EVENT_SCHED_SWITCH:
      event->name = (StrataText){ "sched_switch", 12 };
      event->kind = STRATA_FTRACE_EVENT_SWITCH;
      take_switch (self, event, message);
      return;
    case EVENT_SCHED_WAKING:
    case EVENT_SCHED_WAKEUP:
    case EVENT_SCHED_WAKEUP_NEW:
      event->name = get_wake_name (number);
      event->kind = number == EVENT_SCHED_WAKEUP_NEW ? STRATA_FTRACE_EVENT_WAKE_NEW : STRATA_FTRACE_EVENT_WAKE;
      take_wake (self, event, message);
      return;
    case EVENT_TASK_RENAME:
      rename_running (get_cpu (self, event->cpu), *message);
      take_text (self, event, context, number, message);
      return;
    case EVENT_SCHED_BLOCKED:
      event->name = (StrataText){ "sched_blocked_reason", 20 };
      event->kind = STRATA_FTRACE_EVENT_BLOCKED;
      take_blocked (self, event, context->state, message);
      return;
    case EVENT_RSS:
    case EVENT_RSS_THROTTLED:
      take_rss (self, event, number == EVENT_RSS_THROTTLED, message);
      return;
    case EVENT_BLOCK_END:
      take_block_end (self, event, context->state, message);
      return;
    case EVENT_WORK_BEGIN:
      take_work_begin (self, event, context->state, message);
      return;
    case EVENT_SYS_ENTER:
      take_call_begin (self, event, message);
      return;
    case EVENT_SYS_EXIT:
      take_call_end (self, event, message);
      return;
    case EVENT_GPU_PERIOD:
      take_gpu_period (self, event, context, message);
      return;
    default:
      fields = find_mark_fields (number);
      if (fields != NULL)
        {
          event->name = (StrataText){ "tracing_mark_write", 18 };
          take_mark (self, event, fields, message);
        }
      else if (!take_numbers (self, event, number, message))
        take_text (self, event, context, number, message);
      return;
    }
}

/* Not inlined: markers that were seen before need no StrataEvent. */
static G_GNUC_NO_INLINE void
take_new_event (StrataPerfettoPlayer *self,
                const StrataPerfettoBundle *bundle,
                const StrataPerfettoEvent *row)
{
  const StrataPerfettoContext *context = &strata_column_at (&self->reader->contexts, StrataPerfettoContext, bundle->context);
  StrataEvent event = make_event (self, bundle, row->time_ns, row->tid, row->number);

  event.is_in_interrupt = (row->flags & FLAG_INTERRUPT) != 0;
  if (row->number == 0)
    return;

  StrataProto message = strata_proto (row->data, row->n_bytes);

  if (is_repeated (row->number, message))
    return;

  take_content (self, &event, context, row->number, &message);
  keep_place (self, row->number, &event);
  self->n_damaged += message.is_damaged;
}

static inline void
take_event (StrataPerfettoPlayer *self,
            const StrataPerfettoBundle *bundle,
            const StrataPerfettoEvent *row)
{
  if (row->number != EVENT_PRINT || !take_known_print (self, bundle, row))
    take_new_event (self, bundle, row);
}

static inline void
take_listed (StrataPerfettoPlayer *self,
             StrataPerfettoBundle *bundle,
             guint list,
             gsize at)
{
  if (G_UNLIKELY (self->lines != NULL))
    strata_perfetto_player_keep_line (self, bundle, list, at);

  if (G_LIKELY (list == 0))
    take_event (self, bundle, &strata_column_at (&bundle->events, StrataPerfettoEvent, at));
  else if (list == 1)
    take_compact_switch (self, bundle, &strata_column_at (&bundle->switches, StrataPerfettoSwitch, at));
  else
    take_compact_waking (self, bundle, &strata_column_at (&bundle->wakings, StrataPerfettoWaking, at));
}

/* Plays the next event of the usual form, and those after it that come before all others. */
static void
take_events (StrataPerfettoPlayer *self,
             StrataPerfettoBundle *bundle,
             gint64 until_ns)
{
  const StrataPerfettoEvent *rows = bundle->events.data;
  const gint64 last_ns = MIN (MAX (until_ns, -G_MAXINT64) - 1, MIN (bundle->times[1], bundle->times[2]));
  gsize at = bundle->at[0];

  do
    take_listed (self, bundle, 0, at++);
  while (at < bundle->events.n && rows[at].time_ns <= last_ns);

  get_cpu (self, bundle->cpu)->latest_ns = rows[at - 1].time_ns;
  bundle->at[0] = at;
  bundle->times[0] = strata_perfetto_bundle_get_next_time (bundle, 0);
}

/**
 * strata_perfetto_player_take_bundle:
 * @self: the player
 * @bundle: an open bundle
 * @list: the list with the next event
 * @until_ns: time of the next event of another bundle
 *
 * Plays the next event of a bundle, or several before @until_ns.
 */
void
strata_perfetto_player_take_bundle (StrataPerfettoPlayer *self,
                                    StrataPerfettoBundle *bundle,
                                    guint list,
                                    gint64 until_ns)
{
  if (list == 0)
    {
      take_events (self, bundle, until_ns);
      return;
    }

  get_cpu (self, bundle->cpu)->latest_ns = bundle->next_ns;
  take_listed (self, bundle, list, strata_perfetto_bundle_step (bundle, list));
}
