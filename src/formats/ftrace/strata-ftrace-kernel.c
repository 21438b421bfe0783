/* strata-ftrace-kernel.c - lines about what the kernel does become tokens
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-ftrace-kernel.h"

#include <string.h>

#include "strata-signal-event.h"

static guint32
intern (StrataFtraceReader *self,
        const char *text)
{
  return strata_ftrace_strings_intern (self->strings, (StrataText){ text, strlen (text) });
}

static guint32
intern_args (StrataFtraceReader *self,
             StrataText args)
{
  const StrataAttrs attrs = { .args = strata_ftrace_strings_intern (self->strings, args) };

  return strata_attr_table_intern (strata_trace_builder_get_attrs (self->builder), &attrs);
}

static void
push_sample (StrataFtraceReader *self,
             gint64 time_ns,
             gint64 cpu,
             const char *name,
             gint64 value)
{
  const StrataFtraceToken token = {
    .kind = STRATA_FTRACE_TOKEN_CPU_COUNTER,
    .time_ns = time_ns,
    .thread = STRATA_NONE,
    .process = (guint32) cpu,
    .name = intern (self, name),
    .value = value,
  };

  strata_ftrace_log_push (self->log, &token);
}

/* In kHz; the CPU is one of the arguments, and not the one that writes. */
static gboolean
take_frequency (StrataFtraceReader *self,
                const StrataFtraceLine *line)
{
  gint64 khz, cpu;

  if (!strata_kernel_event_find_int (line->args, "state", &khz) || !strata_kernel_event_find_int (line->args, "cpu_id", &cpu))
    return FALSE;

  push_sample (self, line->time_ns, cpu, "frequency", khz);
  return TRUE;
}

static gboolean
take_limit (StrataFtraceReader *self,
            const StrataFtraceLine *line,
            gint64 cpu,
            const char *const keys[2],
            const char *name)
{
  gint64 khz;

  if (!strata_kernel_event_find_int (line->args, keys[0], &khz) && !strata_kernel_event_find_int (line->args, keys[1], &khz))
    return FALSE;

  push_sample (self, line->time_ns, cpu, name, khz);
  return TRUE;
}

/* Kernels tell both limits; what strata-cli writes may tell one. */
static gboolean
take_frequency_limits (StrataFtraceReader *self,
                       const StrataFtraceLine *line)
{
  static const char *const min_keys[] = { "min", "min_freq" };
  static const char *const max_keys[] = { "max", "max_freq" };
  gint64 cpu;

  if (!strata_kernel_event_find_int (line->args, "cpu_id", &cpu))
    return FALSE;

  const gboolean has_min = take_limit (self, line, cpu, min_keys, "frequency min");
  const gboolean has_max = take_limit (self, line, cpu, max_keys, "frequency max");

  return has_min || has_max;
}

static StrataFtraceToken
make_token (StrataFtraceTokenKind kind,
            StrataFtraceLane lane,
            guint32 owner,
            const StrataFtraceLine *line,
            const StrataFtraceTaskRow *task)
{
  return (StrataFtraceToken){
    .kind = kind,
    .flags = lane,
    .time_ns = line->time_ns,
    .thread = task != NULL ? task->thread : STRATA_NONE,
    .process = owner,
    .extra = STRATA_ATTRS_NONE,
  };
}

static StrataFtraceToken
make_bound (gboolean is_begin,
            StrataFtraceLane lane,
            guint32 owner,
            const StrataFtraceLine *line,
            const StrataFtraceTaskRow *task)
{
  return make_token (is_begin ? STRATA_FTRACE_TOKEN_KERNEL_BEGIN : STRATA_FTRACE_TOKEN_KERNEL_END, lane, owner, line, task);
}

/* The state is unsigned in the text; -1 means that the CPU is woken. */
static gboolean
take_idle (StrataFtraceReader *self,
           const StrataFtraceLine *line)
{
  gint64 state, cpu;
  char name[32];

  if (!strata_kernel_event_find_int (line->args, "state", &state) || !strata_kernel_event_find_int (line->args, "cpu_id", &cpu))
    return FALSE;

  StrataFtraceToken token = make_token (STRATA_FTRACE_TOKEN_KERNEL_NEXT, STRATA_FTRACE_LANE_IDLE, (guint32) cpu, line, NULL);

  g_snprintf (name, sizeof name, "idle state %" G_GINT64_FORMAT, state);
  if (state != G_MAXUINT32 && state != -1)
    token.name = intern (self, name);

  strata_ftrace_log_push (self->log, &token);
  return TRUE;
}

static gboolean
take_irq (StrataFtraceReader *self,
          const StrataFtraceLine *line,
          const StrataFtraceTaskRow *task,
          gboolean is_begin)
{
  StrataFtraceToken token = make_bound (is_begin, STRATA_FTRACE_LANE_IRQ, line->cpu, line, task);

  if (!strata_kernel_event_find_int (line->args, "irq", &token.value))
    return FALSE;

  if (is_begin)
    {
      token.name = strata_ftrace_strings_intern (self->strings, strata_kernel_event_get_rest (line->args, "name"));
      token.extra = intern_args (self, line->args);
    }

  strata_ftrace_log_push (self->log, &token);
  return TRUE;
}

/* The names of include/linux/interrupt.h, for kernels that print only numbers. */
static const char *
get_softirq_name (gint64 vec)
{
  static const char *const names[] = { "HI", "TIMER", "NET_TX", "NET_RX", "BLOCK", "IRQ_POLL", "TASKLET", "SCHED", "HRTIMER", "RCU" };

  return vec >= 0 && vec < (gint64) G_N_ELEMENTS (names) ? names[vec] : "softirq";
}

static gboolean
take_softirq (StrataFtraceReader *self,
              const StrataFtraceLine *line,
              const StrataFtraceTaskRow *task,
              gboolean is_begin)
{
  StrataFtraceToken token = make_bound (is_begin, STRATA_FTRACE_LANE_SOFTIRQ, line->cpu, line, task);
  StrataText action;

  if (!strata_kernel_event_find_int (line->args, "vec", &token.value) && !strata_kernel_event_find_int (line->args, "softirq", &token.value))
    return FALSE;

  if (is_begin && strata_kernel_event_find_text (line->args, "action", &action))
    token.name = strata_ftrace_strings_intern (self->strings, action);
  else if (is_begin)
    token.name = intern (self, get_softirq_name (token.value));

  strata_ftrace_log_push (self->log, &token);
  return TRUE;
}

/* Nothing but its text names the reason, "(Rescheduling interrupts)". */
static gboolean
take_ipi (StrataFtraceReader *self,
          const StrataFtraceLine *line,
          const StrataFtraceTaskRow *task,
          gboolean is_begin)
{
  StrataFtraceToken token = make_bound (is_begin, STRATA_FTRACE_LANE_IPI, line->cpu, line, task);
  StrataText reason = line->args;

  if (reason.n_bytes > 2 && *reason.text == '(' && reason.text[reason.n_bytes - 1] == ')')
    reason = (StrataText){ reason.text + 1, reason.n_bytes - 2 };

  if (is_begin)
    token.name = strata_ftrace_strings_intern (self->strings, reason);

  strata_ftrace_log_push (self->log, &token);
  return TRUE;
}

static gboolean
take_work (StrataFtraceReader *self,
           const StrataFtraceLine *line,
           const StrataFtraceTaskRow *task,
           gboolean is_begin)
{
  StrataText function;

  if (task == NULL)
    return TRUE;

  StrataFtraceToken token = make_bound (is_begin, STRATA_FTRACE_LANE_WORK, task->thread, line, task);

  if (!strata_kernel_event_parse_work (line->args, &token.value, &function))
    return FALSE;

  if (is_begin)
    token.name = strata_ftrace_strings_intern (self->strings, function);

  strata_ftrace_log_push (self->log, &token);
  return TRUE;
}

static gboolean
take_file (StrataFtraceReader *self,
           const StrataFtraceLine *line,
           const StrataFtraceTaskRow *task,
           gboolean is_begin)
{
  if (task == NULL)
    return TRUE;

  StrataFtraceToken token = make_bound (is_begin, STRATA_FTRACE_LANE_FILE, task->thread, line, task);

  token.name = strata_ftrace_strings_intern (self->strings, strata_kernel_event_get_operation (line->event));
  token.value = token.name;
  if (is_begin)
    token.extra = intern_args (self, line->args);

  strata_ftrace_log_push (self->log, &token);
  return TRUE;
}

/* The kernel's letters: what is done comes first, unless a flush does. */
static const char *
get_block_name (StrataText operation)
{
  const char *letters = operation.text;
  gsize i = operation.n_bytes > 1 && letters[0] == 'F' ? 1 : 0;

  switch (operation.n_bytes > 0 ? letters[i] : '\0')
    {
    case 'R':
      return "read";
    case 'W':
      return "write";
    case 'D':
      return "discard";
    case 'F':
      return "flush";
    default:
      return "request";
    }
}

/* Completion comes in an interrupt, so the lane is that of the device. A request
 * that the device has no room for is issued again. */
static gboolean
take_block (StrataFtraceReader *self,
            const StrataFtraceLine *line,
            const StrataFtraceTaskRow *task,
            gboolean is_begin)
{
  StrataBlockEvent block;
  char lane[32];

  if (!strata_kernel_event_parse_block (line->args, &block))
    return FALSE;

  g_snprintf (lane, sizeof lane, "block %.*s", (int) MIN (block.device.n_bytes, 20), block.device.text);

  StrataFtraceToken token = make_token (is_begin ? STRATA_FTRACE_TOKEN_KERNEL_NEXT : STRATA_FTRACE_TOKEN_KERNEL_END, STRATA_FTRACE_LANE_BLOCK, intern (self, lane), line, task);

  token.value = block.sector;
  if (is_begin)
    {
      token.name = intern (self, get_block_name (block.operation));
      token.extra = intern_args (self, line->args);
    }

  strata_ftrace_log_push (self->log, &token);
  return TRUE;
}

static gboolean
take_binder (StrataFtraceReader *self,
             const StrataFtraceLine *line,
             const StrataFtraceTaskRow *task)
{
  StrataBinderEvent binder;

  if (!strata_kernel_event_parse_binder (line->args, &binder))
    return FALSE;

  if (task == NULL)
    return TRUE;

  StrataFtraceToken token = {
    .kind = STRATA_FTRACE_TOKEN_BINDER,
    .flags = (binder.is_reply ? STRATA_FTRACE_TOKEN_REPLY : 0) | (binder.is_one_way ? STRATA_FTRACE_TOKEN_ONE_WAY : 0),
    .time_ns = line->time_ns,
    .thread = task->thread,
    .process = (guint32) binder.dest_pid,
    .extra = intern_args (self, line->args),
    .value = binder.transaction,
  };

  strata_ftrace_log_push (self->log, &token);
  return TRUE;
}

static gboolean
take_binder_received (StrataFtraceReader *self,
                      const StrataFtraceLine *line,
                      const StrataFtraceTaskRow *task)
{
  StrataFtraceToken token = { .kind = STRATA_FTRACE_TOKEN_BINDER_RECEIVED, .time_ns = line->time_ns };

  if (!strata_kernel_event_find_int (line->args, "transaction", &token.value))
    return FALSE;

  if (task == NULL)
    return TRUE;

  token.thread = task->thread;
  strata_ftrace_log_push (self->log, &token);
  return TRUE;
}

/* The answers that end a call without a reply. */
static gboolean
is_failure (StrataText args)
{
  static const char *const words[] = { "BR_DEAD_REPLY", "BR_FAILED_REPLY", "BR_FROZEN_REPLY" };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_strstr_len (args.text, (gssize) args.n_bytes, words[i]) != NULL)
      return TRUE;

  return FALSE;
}

static gboolean
take_binder_return (StrataFtraceReader *self,
                    const StrataFtraceLine *line,
                    const StrataFtraceTaskRow *task)
{
  if (task == NULL || !is_failure (line->args))
    return TRUE;

  const StrataFtraceToken token = { .kind = STRATA_FTRACE_TOKEN_BINDER_FAILED, .time_ns = line->time_ns, .thread = task->thread };

  strata_ftrace_log_push (self->log, &token);
  return TRUE;
}

static void
push_counter (StrataFtraceReader *self,
              const StrataFtraceLine *line,
              guint32 process,
              StrataText what,
              const char *unit,
              gint64 value)
{
  g_autofree char *name = g_strdup_printf ("%.*s %s", (int) MIN (what.n_bytes, 200), what.text, unit);
  const StrataFtraceToken token = {
    .kind = STRATA_FTRACE_TOKEN_COUNTER,
    .time_ns = line->time_ns,
    .thread = STRATA_NONE,
    .process = process,
    .name = intern (self, name),
    .value = value,
  };

  strata_ftrace_log_push (self->log, &token);
}

/* "gpu_clk state=300000000 cpu_id=0"; newer kernels write "name=gpu_clk". */
static gboolean
take_clock_rate (StrataFtraceReader *self,
                 const StrataFtraceLine *line)
{
  StrataText name;
  gint64 rate;

  if (!strata_kernel_event_find_int (line->args, "state", &rate) && !strata_kernel_event_find_int (line->args, "rate", &rate))
    return FALSE;

  if (!strata_kernel_event_find_text (line->args, "name", &name))
    {
      const char *space = memchr (line->args.text, ' ', line->args.n_bytes);

      name = strata_text (line->args.text, space != NULL ? space : line->args.text);
    }

  push_counter (self, line, STRATA_NONE, name, "clock rate", rate);
  return TRUE;
}

static gboolean
take_named_counter (StrataFtraceReader *self,
                    const StrataFtraceLine *line,
                    const char *name_key,
                    const char *value_key,
                    const char *unit)
{
  StrataText name;
  gint64 value;

  if (!strata_kernel_event_find_text (line->args, name_key, &name) || !strata_kernel_event_find_int (line->args, value_key, &value))
    return FALSE;

  push_counter (self, line, STRATA_NONE, name, unit, value);
  return TRUE;
}

/* The order of the kernel's enum; newer ones write the names. */
static StrataText
get_rss_name (StrataText member)
{
  static const char *const names[][2] = { { "MM_FILEPAGES", "file" }, { "MM_ANONPAGES", "anon" }, { "MM_SWAPENTS", "swap" }, { "MM_SHMEMPAGES", "shmem" } };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if ((member.n_bytes == 1 && *member.text == (char) ('0' + i)) || (member.n_bytes == strlen (names[i][0]) && memcmp (member.text, names[i][0], member.n_bytes) == 0))
      return (StrataText){ names[i][1], strlen (names[i][1]) };

  return member;
}

/* With curr=0 it is another process than that of the line, and nothing tells which. */
static gboolean
take_rss (StrataFtraceReader *self,
          const StrataFtraceLine *line,
          const StrataFtraceTaskRow *task)
{
  StrataText member, size;
  gint64 is_current = 1;
  guint64 n_bytes;

  if ((!strata_kernel_event_find_text (line->args, "member", &member) && !strata_kernel_event_find_text (line->args, "type", &member)) ||
      !strata_kernel_event_find_text (line->args, "size", &size) ||
      strata_text_parse_uint (size.text, size.text + size.n_bytes, G_MAXINT64, &n_bytes) == NULL)
    return FALSE;

  strata_kernel_event_find_int (line->args, "curr", &is_current);
  if (task != NULL && task->process != STRATA_NONE && is_current != 0)
    push_counter (self, line, task->process, get_rss_name (member), "memory", (gint64) n_bytes);

  return TRUE;
}

/* Who sends it writes the one line, who takes it the other. */
static gboolean
take_signal (StrataFtraceReader *self,
             const StrataFtraceLine *line,
             const StrataFtraceTaskRow *task,
             gboolean is_delivered)
{
  g_autofree char *name = strata_signal_event_dup_name (line->args, is_delivered);

  if (name == NULL || task == NULL)
    return name != NULL;

  const StrataFtraceToken token = {
    .kind = STRATA_FTRACE_TOKEN_INSTANT,
    .time_ns = line->time_ns,
    .thread = task->thread,
    .process = task->process,
    .name = intern (self, name),
  };

  strata_ftrace_log_push (self->log, &token);
  return TRUE;
}

/**
 * strata_ftrace_reader_take_kernel:
 * @self: the reader
 * @line: an event
 * @task: (nullable): the thread of the line, if it is not the idle one
 * @kind: what it tells
 *
 * Takes an event about what the kernel does.
 *
 * Returns: %FALSE if it could not be read
 */
gboolean
strata_ftrace_reader_take_kernel (StrataFtraceReader *self,
                                  const StrataFtraceLine *line,
                                  const StrataFtraceTaskRow *task,
                                  StrataKernelKind kind)
{
  switch (kind)
    {
    case STRATA_KERNEL_FREQUENCY:
      return take_frequency (self, line);
    case STRATA_KERNEL_FREQUENCY_LIMITS:
      return take_frequency_limits (self, line);
    case STRATA_KERNEL_IDLE:
      return take_idle (self, line);
    case STRATA_KERNEL_IRQ_BEGIN:
    case STRATA_KERNEL_IRQ_END:
      return take_irq (self, line, task, kind == STRATA_KERNEL_IRQ_BEGIN);
    case STRATA_KERNEL_SOFTIRQ_BEGIN:
    case STRATA_KERNEL_SOFTIRQ_END:
      return take_softirq (self, line, task, kind == STRATA_KERNEL_SOFTIRQ_BEGIN);
    case STRATA_KERNEL_IPI_BEGIN:
    case STRATA_KERNEL_IPI_END:
      return take_ipi (self, line, task, kind == STRATA_KERNEL_IPI_BEGIN);
    case STRATA_KERNEL_WORK_BEGIN:
    case STRATA_KERNEL_WORK_END:
      return take_work (self, line, task, kind == STRATA_KERNEL_WORK_BEGIN);
    case STRATA_KERNEL_FILE_BEGIN:
    case STRATA_KERNEL_FILE_END:
      return take_file (self, line, task, kind == STRATA_KERNEL_FILE_BEGIN);
    case STRATA_KERNEL_BLOCK_BEGIN:
    case STRATA_KERNEL_BLOCK_END:
      return take_block (self, line, task, kind == STRATA_KERNEL_BLOCK_BEGIN);
    case STRATA_KERNEL_BINDER:
      return take_binder (self, line, task);
    case STRATA_KERNEL_BINDER_RECEIVED:
      return take_binder_received (self, line, task);
    case STRATA_KERNEL_BINDER_RETURN:
      return take_binder_return (self, line, task);
    case STRATA_KERNEL_CLOCK_RATE:
      return take_clock_rate (self, line);
    case STRATA_KERNEL_TEMPERATURE:
      return take_named_counter (self, line, "thermal_zone", "temp", "temperature");
    case STRATA_KERNEL_COOLING:
      return take_named_counter (self, line, "type", "target", "cooling state");
    case STRATA_KERNEL_RSS:
      return take_rss (self, line, task);
    case STRATA_KERNEL_SIGNAL:
    case STRATA_KERNEL_SIGNAL_DELIVERED:
      return take_signal (self, line, task, kind == STRATA_KERNEL_SIGNAL_DELIVERED);
    case STRATA_KERNEL_OTHER:
      break;
    }

  return TRUE;
}
