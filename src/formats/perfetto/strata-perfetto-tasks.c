/* strata-perfetto-tasks.c - thread states of kernels other than Linux
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-perfetto-fields.h"
#include "strata-perfetto-player.h"

/* Such a kernel records no switches: a packet contains the new state of a thread and, if it runs,
 * its CPU. So a thread that starts running takes the CPU from the previous one, and a running
 * thread with a new state leaves its CPU idle. Thread ids have 64 bits. */

typedef enum
{
  TASK_CREATED = 1,
  TASK_RUNNABLE,
  TASK_RUNNING,
  TASK_SLEEPING,
  TASK_BLOCKED,
  TASK_STOPPED,
  TASK_DEAD,
  TASK_DESTROYED,
} TaskState;

typedef struct
{
  guint64 cpu;
  StrataText comm;
  guint32 tid;
  guint64 state;
  guint8 rank;
} Task;

static Task
parse_task (StrataPerfettoPlayer *self,
            StrataProto message)
{
  Task task = { .cpu = STRATA_EVENT_NO_CPU, .comm = { "", 0 } };
  gint64 tid = 0;

  while (strata_proto_next (&message))
    switch (message.number)
      {
      case STRATA_PF_TASK_CPU:
        task.cpu = strata_proto_get_uint (&message);
        break;
      case STRATA_PF_TASK_COMM:
        if (message.wire == STRATA_PROTO_BYTES)
          task.comm = (StrataText){ (const char *) message.data, (gsize) message.value };
        break;
      case STRATA_PF_TASK_TID:
        tid = strata_proto_get_int (&message);
        break;
      case STRATA_PF_TASK_STATE:
        task.state = strata_proto_get_uint (&message);
        break;
      case STRATA_PF_TASK_PRIORITY:
        task.rank = strata_perfetto_player_get_rank (strata_proto_get_uint (&message));
        break;
      default:
        break;
      }

  task.tid = strata_event_sink_get_tid (self->sink, -1, tid);
  return task;
}

static StrataEvent
make_event (gint64 time_ns,
            guint32 cpu,
            guint32 tid,
            StrataFtraceEventKind kind)
{
  return (StrataEvent){
    .time_ns = time_ns,
    .tgid = -1,
    .tid = tid,
    .cpu = cpu,
    .comm = { "", 0 },
    .name = { "task_state", 10 },
    .args = { "", 0 },
    .line = { "", 0 },
    .kind = (guint8) kind,
  };
}

/* From now on the CPU runs @next; NULL means idle. */
static void
turn_to (StrataPerfettoPlayer *self,
         gint64 time_ns,
         guint32 number,
         const Task *next,
         guint8 end_state)
{
  StrataPerfettoCpu *cpu = &self->cpus[number];
  const StrataFtraceSwitch sched = {
    .prev_comm = { "", 0 },
    .next_comm = next != NULL ? next->comm : (StrataText){ "", 0 },
    .prev_tid = cpu->is_known ? cpu->tid : 0,
    .next_tid = next != NULL ? next->tid : 0,
    .prev_rank = cpu->is_known ? cpu->rank : 0,
    .next_rank = next != NULL ? next->rank : 0,
    .end_state = end_state,
  };
  StrataEvent event = make_event (time_ns, number, sched.prev_tid, STRATA_FTRACE_EVENT_SWITCH);

  event.sched = &sched;
  strata_event_sink_take (self->sink, &event);
  g_hash_table_remove (self->task_cpus, GUINT_TO_POINTER (sched.prev_tid));
  if (next != NULL)
    g_hash_table_replace (self->task_cpus, GUINT_TO_POINTER (next->tid), GUINT_TO_POINTER (number));

  *cpu = (StrataPerfettoCpu){ .tid = sched.next_tid, .rank = sched.next_rank, .is_known = TRUE, .latest_ns = time_ns };
}

/* Finds the CPU on which a thread runs. */
static gboolean
find_cpu (StrataPerfettoPlayer *self,
          guint32 tid,
          guint32 *cpu)
{
  gpointer value;
  const gboolean is_running = g_hash_table_lookup_extended (self->task_cpus, GUINT_TO_POINTER (tid), NULL, &value);

  *cpu = is_running ? GPOINTER_TO_UINT (value) : STRATA_EVENT_NO_CPU;
  return is_running;
}

static void
take_running (StrataPerfettoPlayer *self,
              gint64 time_ns,
              const Task *task)
{
  guint32 before;

  if (task->cpu >= STRATA_PERFETTO_MAX_CPUS)
    {
      strata_event_sink_diagnose (self->sink, STRATA_DIAGNOSTIC_CPU_LIMIT, 1, time_ns, (StrataText){ "task_state", strlen ("task_state") });
      return;
    }

  if (find_cpu (self, task->tid, &before))
    {
      if (before == task->cpu)
        return;

      turn_to (self, time_ns, before, NULL, 0);
    }

  turn_to (self, time_ns, (guint32) task->cpu, task, 0);
}

/* The waker or creator of the thread is not recorded. */
static void
take_other (StrataPerfettoPlayer *self,
            gint64 time_ns,
            const Task *task,
            StrataFtraceEventKind kind)
{
  const StrataFtraceTask told = { .comm = task->comm, .old_comm = { "", 0 }, .tid = task->tid };
  StrataEvent event = make_event (time_ns, STRATA_EVENT_NO_CPU, 0, kind);

  event.task = &told;
  strata_event_sink_take (self->sink, &event);
}

/* A running thread has been created before. */
static void
take_created (StrataPerfettoPlayer *self,
              gint64 time_ns,
              const Task *task,
              guint32 cpu)
{
  if (cpu == STRATA_EVENT_NO_CPU)
    take_other (self, time_ns, task, STRATA_FTRACE_EVENT_FORK);
  else
    self->n_damaged++;
}

/* Converts to the letters of Linux. */
static guint8
get_end_state (guint64 state)
{
  static const guint8 letters[] = {
    [TASK_RUNNABLE] = 'R',
    [TASK_SLEEPING] = 'S',
    [TASK_BLOCKED] = 'D',
    [TASK_STOPPED] = 'T',
    [TASK_DEAD] = 'Z',
    [TASK_DESTROYED] = 'X',
  };

  return state < G_N_ELEMENTS (letters) ? letters[state] : 0;
}

/**
 * strata_perfetto_player_take_task_state:
 * @self: the player
 * @time_ns: when
 * @event: the new state of a thread
 *
 * Plays a thread state of a kernel other than Linux.
 */
void
strata_perfetto_player_take_task_state (StrataPerfettoPlayer *self,
                                        gint64 time_ns,
                                        StrataProto event)
{
  const Task task = parse_task (self, event);
  guint32 cpu;

  if (task.state == TASK_RUNNING)
    take_running (self, time_ns, &task);
  else if (find_cpu (self, task.tid, &cpu) && task.state != TASK_CREATED)
    turn_to (self, time_ns, cpu, NULL, get_end_state (task.state));
  else if (task.state == TASK_CREATED)
    take_created (self, time_ns, &task, cpu);
  else if (task.state == TASK_RUNNABLE)
    take_other (self, time_ns, &task, STRATA_FTRACE_EVENT_WAKE);
  else if (task.state == TASK_DEAD || task.state == TASK_DESTROYED)
    take_other (self, time_ns, &task, STRATA_FTRACE_EVENT_FREE);
}
