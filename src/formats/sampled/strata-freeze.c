/* strata-freeze.c - logs of HiCollie and AppFreeze: stacks with their times, dumps of the event handler, binder, CPU and memory
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <inttypes.h>
#include <string.h>

#include "strata-calls.h"
#include "strata-format.h"
#include "strata-freeze-parts.h"
#include "strata-freeze-player.h"
#include "strata-hicollie-names.h"
#include "strata-log-line.h"
#include "strata-log-lines.h"
#include "strata-trace-properties.h"

/* A log is a sequence of parts: what happened, then a dump of the threads for each event. A line is
 * recognised by its first words; earlier lines give its process, thread and time. A line that is not a
 * call, a stack, a number or a separator becomes a log line "L EVENT: text", so that the whole file is
 * shown. Only begins and ends of tasks are known to have happened at their time; the time at which a task
 * was due is only a plan.
 * Format: hicollie and hiview of OpenHarmony, "appfreeze", "task timeout". */

#define MOST_REASON_BYTES 64

typedef struct
{
  StrataTraceBuilder *builder; /* borrowed */
  StrataFreezePlayer *player;  /* owned */
  StrataLogClock clock;        /* owned */
  GArray *stack;               /* (element-type Frame) owned: of the stack being read, innermost first */
  GHashTable *steps;           /* text, owned -> Step, owned: open steps of a life cycle */
  gint64 freeze_ns;            /* STRATA_NO_TIME until known */
  gint64 now_ns;               /* time of lines without one; or STRATA_NO_TIME */
  gint64 dump_ns;              /* of the event handler, or STRATA_NO_TIME */
  gint64 stack_ns;             /* of the stacks that follow */
  gint64 pid;                  /* of the program that froze, or -1 */
  gint64 stack_pid;            /* of the stacks that follow, or -1 */
  gint64 tid;                  /* of the stack that follows, or -1 */
  gint64 event_tid;            /* thread of lines outside stacks, or -1 */
  gint64 ticks;                /* CPU time of the event handler's thread in the previous dump, or -1 */
  gint64 runner;               /* thread of the event handler, or -1 */
  gint64 last_cookie;
  StrataFreezeSpan timeout; /* without a length if there is none */
  guint32 tag;              /* string id: the current event */
  guint32 queue;            /* string id: the queue whose tasks follow */
  gboolean has_pages;       /* whether lines of the page history follow */
  gboolean has_wchan;       /* whether the next line is a function of the kernel */
  gboolean knows_wchan;
  gboolean has_memory;      /* whether rows of a memory table follow */
  gboolean is_snapshot;     /* whether the stacks that follow are a series of snapshots */
  gboolean lacks_stack;     /* whether a snapshot has begun whose stack has not been read yet */
  gboolean is_submitter;    /* whether the stack is of the code that posted the task */
  gboolean is_time_of_head; /* whether TIMESTAMP was read */
} Reader;

typedef struct
{
  guint32 name;
  guint32 attrs;
} Frame;

static guint32
intern (Reader *self,
        const char *text)
{
  return strata_hicollie_intern (self->builder, (StrataText){ text, strlen (text) });
}

static guint32
intern_args (Reader *self,
             const char *args)
{
  return strata_attr_table_intern_only_args (strata_trace_builder_get_attrs (self->builder), args, strlen (args));
}

/* Adds an unchanged line to the log of its process. */
static void
log_at (Reader *self,
        gint64 time_ns,
        char level,
        StrataText text)
{
  const char *tag = strata_string_pool_get (strata_trace_builder_get_strings (self->builder), self->tag);
  const gboolean is_of_peer = self->stack_pid >= 0 && self->stack_pid != self->pid;
  g_autofree char *line = g_strdup_printf ("%c %s: %.*s", level, tag, (int) MIN (text.n_bytes, 4096), text.text);

  strata_freeze_player_add_instant (self->player, &(StrataFreezeInstant){
                                                      .time_ns = time_ns,
                                                      .pid = is_of_peer ? self->stack_pid : self->pid,
                                                      .tid = is_of_peer && self->tid == self->event_tid ? -1 : self->tid,
                                                      .track = intern (self, "log"),
                                                      .name = intern (self, line),
                                                  });
}

static void
log_line (Reader *self,
          char level,
          StrataText text)
{
  log_at (self, self->now_ns, level, strata_log_trim (text));
}

static gint64
parse_time (Reader *self,
            StrataText text)
{
  gint64 time_ns = STRATA_NO_TIME;
  guint64 ms;
  const char *end = text.text + text.n_bytes;

  if (strata_log_clock_parse (&self->clock, text.text, end, &time_ns) != NULL)
    return time_ns;
  if (text.n_bytes >= 9 && strata_text_parse_uint (text.text, end, G_MAXINT64 / 2000000, &ms) == end)
    return (gint64) ms * 1000000;

  return STRATA_NO_TIME;
}

static gint64
parse_id (StrataText text)
{
  guint64 id;

  return strata_text_parse_uint (text.text, text.text + text.n_bytes, G_MAXINT32, &id) != NULL ? (gint64) id : -1;
}

/* stacks */

static gint64
get_stack_tid (const Reader *self)
{
  return self->tid >= 0 ? self->tid : MAX (self->pid, 1);
}

/* Each snapshot is an instant of its thread, even if its stack is the same as before. */
static void
mark_snapshot (Reader *self,
               const char *innermost)
{
  g_autofree char *name = g_strdup_printf ("snapshot: %s", innermost);

  strata_freeze_player_add_instant (self->player, &(StrataFreezeInstant){ self->stack_ns, self->pid, get_stack_tid (self), intern (self, "snapshots"), intern (self, name) });
  self->lacks_stack = FALSE;
}

/* A snapshot without a stack ends the calls of the one before. */
static void
end_snapshot (Reader *self)
{
  if (!self->lacks_stack)
    return;

  mark_snapshot (self, "no stack");
  strata_freeze_player_add_stack (self->player, get_stack_tid (self), self->stack_ns, STRATA_NONE, TRUE);
}

static void
end_stack (Reader *self)
{
  StrataStackNodes *nodes = strata_freeze_player_get_nodes (self->player);
  guint32 node = STRATA_NONE;

  for (guint i = self->stack->len; i-- > 0;)
    node = strata_stack_nodes_enter (nodes, node, g_array_index (self->stack, Frame, i).name, g_array_index (self->stack, Frame, i).attrs);

  if (node != STRATA_NONE)
    {
      const gint64 tid = get_stack_tid (self);
      const gint64 pid = self->stack_pid >= 0 ? self->stack_pid : self->pid;

      strata_freeze_player_name_thread (self->player, tid, pid, STRATA_STRING_EMPTY);
      strata_freeze_player_add_stack (self->player, tid, self->stack_ns, node, self->is_snapshot);
      if (self->lacks_stack)
        mark_snapshot (self, strata_string_pool_get (strata_trace_builder_get_strings (self->builder), g_array_index (self->stack, Frame, 0).name));
      self->tid = self->event_tid;
    }

  g_array_set_size (self->stack, 0);
}

static gboolean
take_frame (Reader *self,
            StrataText line)
{
  StrataHicollieFrame frame;

  if (!strata_hicollie_frame_parse_plain (line, &frame))
    return FALSE;

  if (self->is_submitter)
    {
      log_at (self, self->stack_ns, 'I', strata_log_trim (line));
      return TRUE;
    }

  if (frame.level == 0)
    end_stack (self);
  if (self->stack->len < STRATA_HICOLLIE_MOST_LEVEL)
    g_array_append_val (self->stack, ((Frame){ strata_hicollie_intern_name (self->builder, &frame), strata_hicollie_intern_attrs (self->builder, &frame, FALSE) }));

  return TRUE;
}

/* "Tid:17532, Name:OS_IPC_1_17532" is about one stack, "TID = 17532" about all lines of an event. */
static void
begin_thread (Reader *self,
              StrataText rest,
              gboolean is_event)
{
  StrataText name;

  self->tid = parse_id (strata_log_trim (rest));
  self->event_tid = is_event ? self->tid : self->event_tid;
  self->is_submitter = FALSE;
  if (self->tid < 0)
    return;

  strata_freeze_player_name_thread (self->player, self->tid, self->stack_pid >= 0 ? self->stack_pid : self->pid,
                                    strata_freeze_find (rest, "Name:", &name) ? strata_hicollie_intern (self->builder, strata_log_trim (name)) : STRATA_STRING_EMPTY);
}

static gboolean
take_snapshot_line (Reader *self,
                    StrataText line)
{
  StrataText rest = line;

  if (strata_log_skip_word (&rest, "SnapshotTime:"))
    {
      end_snapshot (self);
      self->is_submitter = FALSE;
      self->is_snapshot = self->lacks_stack = TRUE;
      if (strata_log_clock_parse_us (&self->clock, rest.text, rest.text + rest.n_bytes, &self->stack_ns) != NULL)
        self->now_ns = self->stack_ns;
      if (self->freeze_ns == STRATA_NO_TIME)
        self->freeze_ns = self->stack_ns;
      return TRUE;
    }
  if (strata_log_skip_word (&rest, "#ThreadInfos Tid:") || strata_log_skip_word (&rest, "Tid:") || strata_log_skip_word (&rest, "TID ="))
    {
      end_snapshot (self);
      self->stack_pid = line.text[0] == '#' ? -1 : self->stack_pid;
      self->is_snapshot = FALSE;
      begin_thread (self, rest, line.text[1] != 'i');
      return TRUE;
    }
  if (line.n_bytes > 8 && line.text[0] == '=' && strata_freeze_find (line, "SubmitterStacktrace", &rest))
    {
      end_stack (self);
      self->is_submitter = TRUE;
      log_line (self, 'I', line);
      return TRUE;
    }
  if (strata_log_skip_word (&rest, "/proc/self/wchan:"))
    {
      self->has_wchan = TRUE;
      return TRUE;
    }

  return FALSE;
}

static void
note_wchan (Reader *self,
            StrataText function)
{
  g_autofree char *bytes = g_strndup (function.text, MIN (function.n_bytes, 256));
  g_autofree char *text = g_utf8_make_valid (bytes, -1);

  if (!self->knows_wchan)
    strata_trace_builder_add_property (self->builder, STRATA_FREEZE_WCHAN_PROPERTY, text);
  self->knows_wchan = TRUE;
}

/* Sampling failed; only the thread's function in the kernel is known. The calls of the previous snapshot end here. */
static void
take_wchan (Reader *self,
            StrataText line)
{
  StrataText function = strata_log_trim (line);
  g_autofree char *text = NULL;

  self->has_wchan = FALSE;
  if (function.n_bytes == 0 || (function.n_bytes == 1 && *function.text == '0'))
    text = g_strdup ("no stack was sampled");
  else
    {
      text = g_strdup_printf ("no stack was sampled; in the kernel, the thread was in %.*s", (int) MIN (function.n_bytes, 256), function.text);
      note_wchan (self, function);
    }

  log_at (self, self->now_ns, 'W', (StrataText){ text, strlen (text) });
  end_snapshot (self);
}

/* the event handler */

static gint64
get_runner (const Reader *self)
{
  return self->runner >= 0 ? self->runner : MAX (self->pid, 1);
}

static void
append_time (GString *args,
             const char *key,
             gint64 time_ns,
             gint64 base_ns)
{
  if (time_ns != STRATA_NO_TIME && base_ns != STRATA_NO_TIME)
    g_string_append_printf (args, ",%s=%" PRId64 ".%03d ms", key, (base_ns - time_ns) / 1000000, (int) ((base_ns - time_ns) / 1000 % 1000));
}

static guint32
intern_task_attrs (Reader *self,
                   const StrataFreezeTask *task,
                   gint64 flow)
{
  g_autoptr (GString) args = g_string_new (NULL);

  if (task->sender >= 0)
    g_string_append_printf (args, ",sender=%" PRId64, task->sender);
  if (task->priority.n_bytes > 0)
    g_string_append_printf (args, ",priority=%.*s", (int) MIN (task->priority.n_bytes, 64), task->priority.text);
  append_time (args, "queued", task->send_ns, task->trigger_ns);
  append_time (args, "late", task->handle_ns, task->trigger_ns);
  if (task->caller.n_bytes > 0)
    g_string_append_printf (args, ",caller=%.*s", (int) MIN (task->caller.n_bytes, 512), task->caller.text);
  if (flow != 0)
    g_string_append_printf (args, ",flow=0x%" PRIx64, flow);

  return intern_args (self, args->str + (args->len > 0));
}

static guint32
intern_task_name (Reader *self,
                  const StrataFreezeTask *task)
{
  if (task->name.n_bytes > 0)
    return strata_hicollie_intern (self->builder, task->name);

  g_autofree char *name = g_strdup_printf ("event %.*s", (int) MIN (task->id.n_bytes, 64), task->id.text);

  return intern (self, g_strchomp (name));
}

/* A pending task, and the code that posted it. */
static void
take_pending (Reader *self,
              const StrataFreezeTask *task)
{
  const gint64 end_ns = self->dump_ns != STRATA_NO_TIME ? self->dump_ns : self->now_ns;
  const gint64 flow = task->sender >= 0 ? (gint64) ((guint64) (task->send_ns / 1000) * 4096 + (guint64) task->sender % 4096) : 0;
  g_autofree char *posted = NULL;

  if (task->send_ns == STRATA_NO_TIME)
    return;

  const StrataFreezeSpan span = {
    .owner = get_runner (self),
    .begin_ns = task->send_ns,
    .end_ns = MAX (end_ns, task->send_ns),
    .lane = self->queue,
    .name = intern_task_name (self, task),
    .attrs = intern_task_attrs (self, task, flow),
    .is_unfinished = TRUE,
  };

  strata_freeze_player_add_span (self->player, &span);
  if (task->sender < 0)
    return;

  posted = g_strdup_printf ("post %s", strata_string_pool_get (strata_trace_builder_get_strings (self->builder), span.name));
  strata_freeze_player_name_thread (self->player, task->sender, task->sender == get_runner (self) ? self->pid : -1, STRATA_STRING_EMPTY);
  strata_freeze_player_add_span (self->player, &(StrataFreezeSpan){ .owner = task->sender, .begin_ns = task->send_ns, .end_ns = task->send_ns, .lane = intern (self, "posted tasks"), .name = intern (self, posted), .attrs = span.attrs });
}

static gboolean
take_task (Reader *self,
           StrataText line)
{
  StrataFreezeTask task;
  StrataText rest;
  gint64 begin_ns;
  const gboolean is_running = strata_freeze_find (line, "Current Running:", &rest);

  if (!strata_freeze_task_parse (&self->clock, line, &task))
    return FALSE;

  strata_freeze_player_name_thread (self->player, get_runner (self), self->pid, STRATA_STRING_EMPTY);
  if (!is_running && task.complete_ns == STRATA_NO_TIME)
    {
      take_pending (self, &task);
      return TRUE;
    }

  begin_ns = task.trigger_ns;
  if (is_running && strata_freeze_find (line, "start at ", &rest))
    begin_ns = parse_time (self, rest);
  if (begin_ns == STRATA_NO_TIME)
    begin_ns = task.trigger_ns != STRATA_NO_TIME ? task.trigger_ns : self->dump_ns;

  strata_freeze_player_add_span (self->player, &(StrataFreezeSpan){
                                                   .owner = get_runner (self),
                                                   .begin_ns = begin_ns != STRATA_NO_TIME ? begin_ns : self->now_ns,
                                                   .end_ns = is_running ? self->dump_ns : task.complete_ns,
                                                   .lane = STRATA_STRING_EMPTY,
                                                   .name = intern_task_name (self, &task),
                                                   .attrs = intern_task_attrs (self, &task, 0),
                                                   .is_unfinished = is_running,
                                               });
  return TRUE;
}

static gboolean
take_handler_line (Reader *self,
                   StrataText line)
{
  StrataText rest = line;

  if (take_task (self, line))
    return TRUE;
  if (strata_log_skip_word (&rest, "EventHandler dump begin"))
    {
      if (strata_freeze_find (rest, "curTime:", &rest))
        self->dump_ns = self->now_ns = parse_time (self, strata_log_trim (rest));
      log_line (self, 'I', line);
      return TRUE;
    }
  if (strata_log_skip_word (&rest, "Event runner"))
    {
      self->runner = strata_freeze_find (rest, "Thread ID", &rest) ? parse_id (strata_text (rest.text + strspn (rest.text, " =:"), rest.text + rest.n_bytes)) : -1;
      log_line (self, 'I', line);
      return TRUE;
    }
  if (strata_freeze_find (line, " priority event queue information:", &rest))
    {
      g_autofree char *queue = g_strdup_printf ("%.*s queue", (int) MIN ((gsize) (rest.text - line.text), line.n_bytes - strlen (" priority event queue information:")), line.text);

      self->queue = intern (self, queue);
      return TRUE;
    }

  return FALSE;
}

/* binder */

/* The waiting thread and the called thread each get a slice that ends at the dump; both have the same cookie. */
static gboolean
take_call (Reader *self,
           StrataText line)
{
  StrataFreezeCall call;
  const gint64 end_ns = self->dump_ns != STRATA_NO_TIME ? self->dump_ns : self->now_ns;

  if (!strata_freeze_call_parse (line, &call))
    return FALSE;

  const gint64 server = call.server_tid > 0 ? call.server_tid : call.server_pid;
  g_autofree char *to = g_strdup_printf ("binder %s to %" PRId64 ":%" PRId64, call.is_one_way ? "message" : "call", call.server_pid, call.server_tid);
  g_autofree char *from = g_strdup_printf ("binder %s from %" PRId64 ":%" PRId64, call.is_one_way ? "message" : "call", call.client_pid, call.client_tid);
  g_autofree char *args = g_strdup_printf ("code=%.*s,wait=%.12g s%s", (int) MIN (call.code.n_bytes, 32), call.code.text, (double) call.wait_ns / 1e9,
                                           call.server_tid == 0 ? ",taken=by no thread yet" : "");
  StrataFreezeSpan span = {
    .owner = call.client_tid,
    .begin_ns = STRATA_NO_TIME,
    .end_ns = end_ns,
    .length_ns = call.wait_ns,
    .lane = intern (self, STRATA_CALLS_LANE),
    .name = intern (self, to),
    .attrs = intern_args (self, args),
    .cookie = ++self->last_cookie,
    .is_call = !call.is_one_way,
    .is_unfinished = TRUE,
  };

  strata_freeze_player_name_thread (self->player, call.client_tid, call.client_pid, STRATA_STRING_EMPTY);
  strata_freeze_player_name_thread (self->player, server, call.server_pid, STRATA_STRING_EMPTY);
  strata_freeze_player_add_span (self->player, &span);
  span.owner = server;
  span.is_call = FALSE;
  span.name = intern (self, from);
  strata_freeze_player_add_span (self->player, &span);
  return TRUE;
}

/* CPU and memory */

static void
add_value (Reader *self,
           gint64 pid,
           int cpu,
           const char *name,
           gint64 value)
{
  strata_freeze_player_add_value (self->player, &(StrataFreezeValue){ self->now_ns, pid, cpu, intern (self, name), value });
}

static void
add_load (Reader *self,
          StrataText rest)
{
  static const char *const names[] = { "load average of 1 min, 0.01", "load average of 5 min, 0.01", "load average of 15 min, 0.01" };
  gint64 values[3];
  StrataText end;
  const guint n = strata_freeze_parse_numbers (rest, values, G_N_ELEMENTS (values), &end);

  for (guint i = 0; i < n; i++)
    add_value (self, -1, -1, names[i], values[i]);
}

/* "Total: 31.25%; User Space: 20.00%; …". */
static void
add_shares (Reader *self,
            StrataText line)
{
  const char *p = line.text;
  const char *end = p + line.n_bytes;

  while (p < end)
    {
      const char *semicolon = memchr (p, ';', (gsize) (end - p));
      const char *part_end = semicolon != NULL ? semicolon : end;
      const char *colon = memchr (p, ':', (gsize) (part_end - p));
      StrataText rest;
      gint64 value;

      if (colon != NULL && strata_freeze_parse_numbers (strata_text (colon + 1, part_end), &value, 1, &rest) == 1)
        {
          const StrataText key = strata_log_trim (strata_text (p, colon));
          g_autofree char *name = g_strdup_printf ("CPU usage %.*s, 0.01 %%", (int) MIN (key.n_bytes, 64), key.text);

          add_value (self, -1, -1, name, value);
        }

      p = part_end + (part_end < end);
    }
}

/* "17528 24.50% 20.00% 4.50% 911 3 com.example". */
static gboolean
add_process (Reader *self,
             StrataText line)
{
  static const char *const names[] = { "CPU usage, 0.01 %", "CPU usage of user space, 0.01 %", "CPU usage of the kernel, 0.01 %", "minor page faults", "major page faults" };
  gint64 values[6];
  StrataText name;

  if (memchr (line.text, '%', line.n_bytes) == NULL || strata_freeze_parse_numbers (line, values, G_N_ELEMENTS (values), &name) < G_N_ELEMENTS (values))
    return FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    add_value (self, values[0] / 100, -1, names[i], i < 3 ? values[i + 1] : values[i + 1] / 100);
  if (name.n_bytes > 0)
    strata_freeze_player_name_process_short (self->player, values[0] / 100, strata_hicollie_intern (self->builder, name));

  return TRUE;
}

/* "cpu0 Usage 23.50%, 1430MHZ 21.00%, 900MHZ 2.50%". */
static gboolean
add_cpu (Reader *self,
         StrataText line)
{
  StrataText rest = line;
  gint64 cpu;
  gint64 value;

  if (!strata_log_skip_word (&rest, "cpu") || strata_freeze_parse_numbers (rest, &cpu, 1, &rest) != 1 || cpu / 100 >= STRATA_DEVICE_CPUS || !strata_log_skip_word (&rest, "Usage") ||
      strata_freeze_parse_numbers (rest, &value, 1, &rest) != 1)
    return FALSE;

  add_value (self, -1, (int) (cpu / 100), "usage, 0.01 %", value);
  for (;;)
    {
      gint64 frequency;

      strata_log_skip_word (&rest, ",");
      if (strata_freeze_parse_numbers (rest, &frequency, 1, &rest) != 1 || !strata_log_skip_word (&rest, "MHZ") || strata_freeze_parse_numbers (rest, &value, 1, &rest) != 1)
        return TRUE;

      g_autofree char *name = g_strdup_printf ("usage at %" PRId64 " MHz, 0.01 %%", frequency / 100);

      add_value (self, -1, (int) (cpu / 100), name, value);
    }
}

/* A row of the table of memory, "ark js heap 5184 0 …", in kB. */
static gboolean
add_memory (Reader *self,
            StrataText line)
{
  static const char *const columns[] = { "PSS", "shared clean", "shared dirty", "private clean", "private dirty", "swap", "SwapPSS" };
  const StrataText row = strata_log_trim (line);
  const char *end = row.text + row.n_bytes;
  const char *digits = row.text;
  gint64 values[G_N_ELEMENTS (columns)];
  StrataText rest;

  while (digits < end && !(g_ascii_isdigit (*digits) && digits > row.text && digits[-1] == ' '))
    digits++;
  if (strata_freeze_parse_numbers (strata_text (digits, end), values, G_N_ELEMENTS (columns), &rest) < G_N_ELEMENTS (columns) || rest.n_bytes > 0)
    return FALSE;

  const StrataText key = strata_log_trim (strata_text (row.text, digits));

  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    if (i == 0 || values[i] != 0)
      {
        g_autofree char *name = g_strdup_printf ("memory %.*s, %s, kB", (int) MIN (key.n_bytes, 64), key.text, columns[i]);

        add_value (self, self->pid, -1, name, values[i] / 100);
      }

  return TRUE;
}

/* "1453(Rss)" or "Total 11679236". */
static void
add_memory_part (Reader *self,
                 gint64 pid,
                 StrataText part)
{
  const char *end = part.text + part.n_bytes;
  const char *digits = part.text;
  gint64 value;
  StrataText after;

  while (digits < end && !g_ascii_isdigit (*digits))
    digits++;
  if (strata_freeze_parse_numbers (strata_text (digits, end), &value, 1, &after) != 1)
    return;

  const StrataText before = strata_log_trim (strata_text (part.text, digits));
  const StrataText what = before.n_bytes > 0 ? before : after;
  g_autofree char *kind = g_strndup (what.text, MIN (what.n_bytes, 64));
  g_autofree char *name = g_strdup_printf ("memory %s, kB", g_strstrip (g_strdelimit (kind, "()", ' ')));

  add_value (self, pid, -1, name, value / 100);
}

/* "Process Memory(kB): 1453(Rss)" and "Device Memory(kB): Total 11679236, Free 3955372". */
static gboolean
add_memory_of_head (Reader *self,
                    StrataText line)
{
  StrataText rest = line;
  const gboolean is_of_process = strata_log_skip_word (&rest, "Process Memory(kB):");

  if (!is_of_process && !strata_log_skip_word (&rest, "Device Memory(kB):"))
    return FALSE;

  log_line (self, 'I', line);
  while (rest.n_bytes > 0)
    {
      const char *end = rest.text + rest.n_bytes;
      const char *comma = memchr (rest.text, ',', rest.n_bytes);
      const char *part_end = comma != NULL ? comma : end;

      add_memory_part (self, is_of_process ? self->pid : -1, strata_text (rest.text, part_end));
      rest = strata_text (part_end + (comma != NULL), end);
    }

  return TRUE;
}

static gboolean
take_usage_line (Reader *self,
                 StrataText line)
{
  StrataText rest = line;

  if (strata_log_skip_word (&rest, "Load average:"))
    {
      self->stack_pid = -1;
      add_load (self, rest);
    }
  else if (strata_log_skip_word (&rest, "CPU usage from"))
    {
      self->stack_pid = -1;
      if (strata_freeze_find (rest, " to ", &rest) && parse_time (self, rest) != STRATA_NO_TIME)
        self->now_ns = parse_time (self, rest);
      log_line (self, 'I', line);
    }
  else if (strata_freeze_find (line, "User Space:", &rest) && line.text[0] == 'T')
    add_shares (self, line);
  else if (strata_freeze_find (line, "( kB )", &rest))
    self->has_memory = TRUE;
  else
    return add_memory_of_head (self, line) || add_process (self, line) || add_cpu (self, line) || (self->has_memory && add_memory (self, line));

  return TRUE;
}

/* the head of the file, and the fields of an event */

static void
add_event (Reader *self,
           StrataText name)
{
  self->tag = strata_hicollie_intern (self->builder, name);
  self->dump_ns = STRATA_NO_TIME;
  self->stack_ns = self->now_ns;
  self->queue = intern (self, "queue");
}

static void
see_time (Reader *self,
          gint64 time_ns,
          gboolean is_freeze)
{
  if (time_ns == STRATA_NO_TIME)
    return;

  self->now_ns = self->stack_ns = time_ns;
  self->clock.around_s = time_ns / 1000000000; /* the lines of hilog have no year */
  if (is_freeze && (self->freeze_ns == STRATA_NO_TIME || !self->is_time_of_head))
    {
      self->freeze_ns = time_ns;
      self->is_time_of_head = TRUE;
    }
}

static void
end_timeout (Reader *self)
{
  if (self->timeout.name != STRATA_STRING_EMPTY)
    strata_freeze_player_add_span (self->player, &self->timeout);

  self->timeout.name = STRATA_STRING_EMPTY;
}

/* Something that missed its time limit: a slice up to the fault. A later line may give its name. */
static void
begin_timeout (Reader *self,
               StrataText name,
               gint64 ms)
{
  end_timeout (self);
  self->timeout = (StrataFreezeSpan){
    .owner = MAX (self->pid, 0),
    .is_of_process = TRUE,
    .begin_ns = STRATA_NO_TIME,
    .end_ns = self->now_ns,
    .length_ns = ms * 1000000,
    .lane = intern (self, "timeouts"),
    .name = strata_hicollie_intern (self->builder, name),
    .is_unfinished = TRUE,
  };
}

/* "timeout: NAME to check 3000ms ago", "timeout timer: NAME" (no time given), and "Wait Event(430) to be marked exceed 8000ms, …". */
static void
see_timeout (Reader *self,
             StrataText line)
{
  StrataText rest = line;
  StrataText name = line;
  gint64 ms;

  if (!strata_log_skip_word (&name, "MSG ="))
    strata_log_skip_word (&name, "MSG:");
  if (strata_log_skip_word (&name, "timeout timer:") && name.n_bytes > 0)
    {
      begin_timeout (self, strata_log_trim (name), 0);
      return;
    }

  if (strata_log_skip_word (&name, "timeout:") && strata_freeze_find (name, " to check ", &rest))
    name = strata_text (name.text, rest.text - strlen (" to check "));
  else if (strata_log_skip_word (&name, "Wait ") && strata_freeze_find (name, " exceed ", &rest))
    name = strata_text (name.text, rest.text - strlen (" exceed "));
  else
    return;

  if (strata_freeze_parse_numbers (rest, &ms, 1, &rest) == 1)
    begin_timeout (self, strata_log_trim (name), MIN (ms / 100, 86400000));
}

/* "  04:06:37:354 /ets/pages/Beds", on the day of the freeze. These lines come before that day is known. */
static gboolean
take_page (Reader *self,
           StrataText line)
{
  gint64 of_day_ns;
  const char *end = line.text + line.n_bytes;
  const char *after = strata_log_clock_parse_of_day (line.text, end, &of_day_ns);

  if (after == NULL || after == end || *after != ' ')
    return FALSE;

  /* kept as a time of day, below a day, until the time of the freeze is known */
  strata_freeze_player_add_instant (self->player, &(StrataFreezeInstant){ of_day_ns, self->pid, -1, intern (self, "pages"), strata_hicollie_intern (self->builder, strata_log_trim (strata_text (after, end))) });
  return TRUE;
}

typedef struct
{
  gint64 time_ns;
  gint64 pid;
} Step;

static void
add_step (Reader *self,
          const char *name,
          const Step *begun,
          gint64 end_ns,
          gboolean is_unfinished)
{
  strata_freeze_player_add_span (self->player, &(StrataFreezeSpan){
                                                   .owner = MAX (begun->pid, 0),
                                                   .is_of_process = TRUE,
                                                   .begin_ns = begun->time_ns,
                                                   .end_ns = MAX (end_ns, begun->time_ns),
                                                   .lane = intern (self, "life cycle"),
                                                   .name = intern (self, name),
                                                   .is_unfinished = is_unfinished,
                                               });
}

/* Steps without an end were running when the program froze. */
static void
end_steps (Reader *self)
{
  GHashTableIter iter;
  gpointer name;
  gpointer step;

  g_hash_table_iter_init (&iter, self->steps);
  while (g_hash_table_iter_next (&iter, &name, &step))
    add_step (self, name, step, self->freeze_ns, TRUE);
}

/* "2026-07-17 04:23:17.125; Class::Step begin": a slice from begin to end. */
static gboolean
take_step (Reader *self,
           StrataText line)
{
  gint64 time_ns;
  const char *end = line.text + line.n_bytes;
  const char *after = strata_log_clock_parse (&self->clock, line.text, end, &time_ns);

  if (after == NULL || after == end || *after != ';')
    return FALSE;

  const StrataText text = strata_log_trim (strata_text (after + 1, end));
  const gboolean is_begin = text.n_bytes > 6 && memcmp (text.text + text.n_bytes - 6, " begin", 6) == 0;
  const gboolean is_end = text.n_bytes > 4 && memcmp (text.text + text.n_bytes - 4, " end", 4) == 0;
  g_autofree char *name = g_strndup (text.text, text.n_bytes - (is_begin ? 6 : is_end ? 4
                                                                                      : 0));
  const Step *begun = is_end ? g_hash_table_lookup (self->steps, name) : NULL;

  log_at (self, time_ns, 'I', text);
  if (begun != NULL)
    {
      add_step (self, name, begun, time_ns, FALSE);
      g_hash_table_remove (self->steps, name);
    }
  else if (is_begin)
    {
      Step *step = g_new (Step, 1);

      *step = (Step){ time_ns, self->pid };
      g_hash_table_replace (self->steps, g_steal_pointer (&name), step);
    }

  return TRUE;
}

/* A line of the system log, at the end of some files. */
static gboolean
take_log_line (Reader *self,
               StrataText line)
{
  StrataLogLine log;

  if (strata_log_line_parse (&self->clock, line, &log) < STRATA_LOG_ANDROID || !log.has_date)
    return FALSE;

  g_autofree char *text = g_strdup_printf ("%c %.*s: %.*s", log.level, (int) MIN (log.tag.n_bytes, 256), log.tag.text, (int) MIN (log.message.n_bytes, 4096), log.message.text);

  strata_freeze_player_add_instant (self->player, &(StrataFreezeInstant){ log.time_ns, log.pid, log.tid, intern (self, "log"), intern (self, text) });
  if (log.tid >= 0)
    strata_freeze_player_name_thread (self->player, log.tid, log.pid, STRATA_STRING_EMPTY);
  return TRUE;
}

/* "KEY = value", "Key:value" or "Key: value". */
static gboolean
split_key (StrataText line,
           StrataText *key,
           StrataText *value)
{
  const char *end = line.text + line.n_bytes;
  const char *p = line.text;

  while (p < end && *p != ':' && *p != '=')
    p++;
  if (p == end || p == line.text || p - line.text > 40)
    return FALSE;

  *key = strata_log_trim (strata_text (line.text, p));
  *value = strata_log_trim (strata_text (p + 1, end));
  return TRUE;
}

static gboolean
is_key (StrataText key,
        const char *name)
{
  return key.n_bytes == strlen (name) && g_ascii_strncasecmp (key.text, name, key.n_bytes) == 0;
}

/* The time of the fault, in seconds. The time of the event is more exact if it is in the same second. */
static void
see_fault (Reader *self,
           gint64 time_ns)
{
  if (time_ns == STRATA_NO_TIME)
    return;

  if (self->now_ns == STRATA_NO_TIME || self->now_ns / 1000000000 != time_ns / 1000000000)
    see_time (self, time_ns, FALSE);
  self->timeout.end_ns = self->now_ns;
}

static void
see_reason (Reader *self,
            StrataText reason)
{
  g_autofree char *bytes = g_strndup (reason.text, MIN (reason.n_bytes, MOST_REASON_BYTES));
  g_autofree char *text = g_utf8_make_valid (bytes, -1);

  if (*text != '\0')
    strata_trace_builder_add_property (self->builder, STRATA_FREEZE_PROPERTY, text);
}

static void
note_pid (Reader *self)
{
  g_autofree char *text = g_strdup_printf ("%" G_GINT64_FORMAT, self->pid);

  if (self->pid >= 0)
    strata_trace_builder_add_property (self->builder, STRATA_FREEZE_PID_PROPERTY, text);
}

/* Applies a value to the lines that follow. It is also shown as a line of the log. */
static void
see_value (Reader *self,
           StrataText key,
           StrataText value)
{
  StrataText rest;
  gint64 number;

  if (is_key (key, "Pid") && parse_id (value) >= 0)
    {
      self->stack_pid = parse_id (value);
      self->pid = self->pid >= 0 ? self->pid : self->stack_pid;
    }
  else if (is_key (key, "Reason"))
    see_reason (self, value);
  else if (is_key (key, "EVENTNAME") || is_key (key, "STRINGID"))
    add_event (self, value);
  else if (is_key (key, "Process name") && self->stack_pid >= 0 && value.n_bytes > 0)
    strata_freeze_player_name_process (self->player, self->stack_pid, strata_hicollie_intern (self->builder, value));
  else if ((is_key (key, "Module name") || is_key (key, "PROCESS_NAME")) && self->pid >= 0 && value.n_bytes > 0)
    strata_freeze_player_name_process (self->player, self->pid, strata_hicollie_intern (self->builder, value));
  else if (is_key (key, "Fault time"))
    see_fault (self, parse_time (self, value));
  else if (is_key (key, "TIMESTAMP") || is_key (key, "start time") || is_key (key, "EndTime") || is_key (key, "end time"))
    see_time (self, parse_time (self, value), is_key (key, "TIMESTAMP"));
  else if (strata_freeze_parse_numbers (value, &number, 1, &rest) == 1 && rest.n_bytes == 2 && memcmp (rest.text, "ms", 2) == 0)
    {
      g_autofree char *name = g_strdup_printf ("%.*s, ms", (int) key.n_bytes, key.text);

      add_value (self, self->pid, -1, name, number / 100);
    }
}

static gboolean
is_separator (StrataText line)
{
  for (gsize i = 0; i < line.n_bytes; i++)
    if (strchr ("=*->", line.text[i]) == NULL || line.text[i] == '\0')
      return FALSE;

  return line.n_bytes >= 5;
}

static void
see_peers (Reader *self,
           StrataText line)
{
  StrataText rest = line;

  if (strata_freeze_find (line, "Catcher --", &rest) || strata_log_skip_word (&rest, "eventLog_"))
    self->tid = self->event_tid;
  rest = line;
  if (strata_log_skip_word (&rest, "OpenStacktraceCatcher") && strata_freeze_find (rest, "pid==", &rest))
    self->stack_pid = parse_id (rest);
  else if (strata_log_skip_word (&rest, "Binder catcher stacktrace") && strata_freeze_find (rest, "pid :", &rest))
    self->stack_pid = parse_id (strata_log_trim (rest));
}

/* Older logs have just the name of an event on its line, "UI_BLOCK_3S". */
static gboolean
is_event_name (StrataText line)
{
  for (gsize i = 0; i < line.n_bytes; i++)
    if (!g_ascii_isupper (line.text[i]) && !g_ascii_isdigit (line.text[i]) && line.text[i] != '_')
      return FALSE;

  return line.n_bytes >= 5 && line.n_bytes <= 64 && memchr (line.text, '_', line.n_bytes) != NULL;
}

/* "1330 binder 0 16 16 0 1024": the process has started all threads that it may have, and none is ready. */
static gboolean
is_full_pool (StrataText line)
{
  enum
  {
    REQUEST,
    STARTED,
    MOST,
    READY,
    N_NUMBERS
  };
  gint64 numbers[N_NUMBERS];
  gint64 pid;
  StrataText rest;

  if (strata_freeze_parse_numbers (line, &pid, 1, &rest) != 1 || !(strata_log_skip_word (&rest, "binder") || strata_log_skip_word (&rest, "hwbinder") || strata_log_skip_word (&rest, "vndbinder")))
    return FALSE;

  return strata_freeze_parse_numbers (rest, numbers, N_NUMBERS, &rest) == N_NUMBERS && numbers[READY] == 0 && numbers[MOST] > 0 && numbers[STARTED] >= numbers[MOST];
}

static char
find_level (StrataText line)
{
  static const char *const errors[] = { "has been crashed", "SIGDUMP", "is dumping", "errno(", "Failed to dump" };
  StrataText rest;

  for (guint i = 0; i < G_N_ELEMENTS (errors); i++)
    if (strata_freeze_find (line, errors[i], &rest))
      return 'W';

  return is_full_pool (line) ? 'W' : 'I';
}

static gint64
find_ticks (StrataText line,
            const char *key)
{
  StrataText rest;

  return strata_freeze_find (line, key, &rest) ? parse_id (rest) : -1;
}

/* "state=S, utime=123, stime=4": if both equal those of the previous dump, the thread that hangs has hardly run. */
static void
see_ticks (Reader *self,
           StrataText line)
{
  static const char text[] = "utime and stime are as in the dump before: the thread has run for less than a tick since";
  const gint64 user = find_ticks (line, "utime=");
  const gint64 system = find_ticks (line, "stime=");

  if (user < 0 || system < 0 || self->tid < 0 || self->tid != get_runner (self))
    return;

  if (user + system == self->ticks)
    log_line (self, 'W', (StrataText){ text, strlen (text) });
  self->ticks = user + system;
}

static void
take_text (Reader *self,
           StrataText line)
{
  StrataText key;
  StrataText value;

  if (split_key (line, &key, &value))
    see_value (self, key, value);
  else if (is_event_name (line))
    add_event (self, line);
  self->has_pages = strata_freeze_find (line, "Page switch history", &value);
  see_peers (self, line);
  see_timeout (self, line);
  log_line (self, find_level (line), line);
  see_ticks (self, line);
}

/* The first line of a stack may follow the key of its event on the same line. */
static StrataText
skip_stack_key (StrataText line)
{
  StrataText rest = line;

  if ((strata_log_skip_word (&rest, "STACK =") || strata_log_skip_word (&rest, "SAMPLE_STACK =")) && rest.n_bytes > 0)
    return strata_log_trim (rest);

  return line;
}

static void
take_line (Reader *self,
           StrataText raw)
{
  StrataCounts *counts = strata_trace_builder_get_counts (self->builder);
  const StrataText line = skip_stack_key (strata_log_trim (raw));

  counts->n_lines++;
  if (self->has_wchan)
    {
      counts->n_events++;
      take_wchan (self, line);
      return;
    }
  if (take_frame (self, line))
    {
      counts->n_events++;
      return;
    }

  end_stack (self);
  if (line.n_bytes == 0 || is_separator (line))
    {
      counts->n_notes++;
      self->has_memory = self->has_memory && line.n_bytes > 0;
      if (line.n_bytes > 0 && *line.text == '*')
        {
          end_timeout (self);
          self->tid = self->event_tid = self->stack_pid = -1;
          self->tag = intern (self, "freeze");
        }
      return;
    }

  counts->n_events++;
  if (take_snapshot_line (self, line) || take_handler_line (self, line) || take_call (self, line) || take_usage_line (self, line) || (self->has_pages && take_page (self, line)) ||
      take_step (self, line) || take_log_line (self, line))
    return;

  take_text (self, line);
}

static void
on_line (gpointer data,
         StrataText line,
         const StrataLogLines *lines)
{
  Reader *self = data;
  const StrataPlace place = { lines->number, -1, STRATA_NO_TIME };

  take_line (self, line);
  if (strata_log_lines_is_cut_short (lines))
    strata_diagnostics_add (strata_trace_builder_get_diagnostics (self->builder), STRATA_DIAGNOSTIC_UNENDED_LINE, place, line.text, (gssize) line.n_bytes);
}

static gboolean
read_lines (Reader *self,
            StrataSource *source,
            GError **error)
{
  StrataLogLines lines;

  if (!strata_log_lines_read (&lines, source, on_line, self, strata_trace_builder_get_diagnostics (self->builder), error))
    return FALSE;

  if (self->has_wchan)
    take_wchan (self, (StrataText){ "", 0 });
  end_stack (self);
  end_snapshot (self);
  end_timeout (self);
  end_steps (self);
  return TRUE;
}

static gboolean
load_freeze (StrataSource *source,
             StrataTraceBuilder *builder,
             GError **error)
{
  g_autoptr (StrataFreezePlayer) player = strata_freeze_player_new (builder);
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (Frame));
  g_autoptr (GHashTable) steps = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  Reader self = {
    .builder = builder,
    .player = player,
    .stack = stack,
    .steps = steps,
    .freeze_ns = STRATA_NO_TIME,
    .now_ns = STRATA_NO_TIME,
    .dump_ns = STRATA_NO_TIME,
    .stack_ns = STRATA_NO_TIME,
    .pid = -1,
    .stack_pid = -1,
    .tid = -1,
    .event_tid = -1,
    .runner = -1,
    .ticks = -1,
  };
  gboolean is_read;

  self.tag = intern (&self, "freeze");
  self.queue = intern (&self, "queue");
  strata_log_clock_init (&self.clock);
  strata_trace_builder_set_clocks (builder, STRATA_CLOCK_WALL);
  if (strata_log_clock_parse_name (&self.clock, strata_trace_builder_get_input_name (builder), &self.now_ns, &self.pid))
    self.freeze_ns = self.now_ns;
  is_read = read_lines (&self, source, error);
  note_pid (&self);
  if (is_read)
    strata_freeze_player_play (player, self.freeze_ns, self.pid, &self.clock);
  strata_log_clock_clear (&self.clock);
  return is_read;
}

/* A line that only these logs have. */
static int
sniff_freeze (const guint8 *data,
              gsize n_bytes)
{
  static const char *const words[] = { "SnapshotTime:", "#ThreadInfos Tid:", "/proc/self/wchan:", "Generated by HiviewDFX", "appfreeze: ", "sysfreeze: ", "syswarning: ", "appfreezewarning: ", "OpenStacktraceCatcher -- ", "EventHandler dump begin", "PeerBinderCatcher -- ", "STRINGID:", "EVENTNAME = " };
  const char *p = (const char *) data;
  const char *end = p + n_bytes;
  StrataText line;

  while (strata_log_lines_next_of (&p, end, &line))
    {
      const StrataText text = strata_log_trim (line);

      for (guint i = 0; i < G_N_ELEMENTS (words); i++)
        {
          StrataText rest = text;

          if (strata_log_skip_word (&rest, words[i]))
            return 91;
        }
    }

  return 0;
}

static const char *const suffixes[] = { "log", "txt", NULL };

const StrataFormat strata_format_freeze = {
  .id = "freeze",
  .name = "HiCollie log",
  .suffixes = suffixes,
  .sniff = sniff_freeze,
  .load = load_freeze,
  .unfinished_end = STRATA_UNFINISHED_AT_TRACE_END,
};
