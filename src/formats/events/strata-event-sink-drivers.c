/* strata-event-sink-drivers.c - turns events of drivers into tokens
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-event-sink-private.h"

#include <string.h>

#include "strata-kernel-replay.h"

/* Lanes that each CPU has one of, followed by its number. */
#define TIMERS_LANE "Hrtimer Cpu"
#define HYPERVISOR_LANE "pkVM Hypervisor CPU"
#define MAX_LANE_BYTES 48

/* Lines of the kernel log are no longer than this. */
#define MAX_LINE_BYTES 1024

/* Pushes a slice of which only one can be open per name. */
static void
push_named (StrataEventSink *self,
            const StrataEvent *event,
            const StrataEventTaskRow *task,
            gboolean is_begin,
            StrataText name)
{
  StrataKernelEvent kernel = *event->kernel;
  StrataEvent numbered = *event;

  kernel.id = strata_event_strings_intern (self->strings, name);
  numbered.kernel = &kernel;
  strata_event_sink_push_on_thread (self, &numbered, task, is_begin, STRATA_EVENT_LANE_DRIVER, name);
}

/* Pushes a slice of a CPU, next to interrupt handlers or among softirqs. */
static void
push_on_cpu (StrataEventSink *self,
             const StrataEvent *event,
             const StrataEventTaskRow *task,
             StrataEventLane lane,
             gboolean is_begin,
             StrataText name)
{
  const StrataEventToken token = {
    .kind = is_begin ? STRATA_EVENT_TOKEN_KERNEL_BEGIN : STRATA_EVENT_TOKEN_KERNEL_END,
    .flags = lane,
    .time_ns = event->time_ns,
    .thread = task != NULL ? task->thread : STRATA_NONE,
    .process = event->cpu,
    .name = strata_event_strings_intern (self->strings, name),
    .extra = is_begin ? strata_event_sink_intern_args (self, event->kernel->text) : STRATA_ATTRS_NONE,
    .value = G_MININT64,
  };

  strata_event_log_push (self->log, &token);
}

/* Pushes a slice of a CPU's own lane beside those of interrupts, with the arguments @text; @id distinguishes it from others there. */
static void
push_beside_cpu (StrataEventSink *self,
                 const StrataEvent *event,
                 const StrataEventTaskRow *task,
                 gboolean is_begin,
                 const char *lane,
                 gint64 id,
                 StrataText name,
                 StrataText text)
{
  char lane_of_cpu[MAX_LANE_BYTES];
  StrataKernelEvent kernel = { .text = text, .id = id };
  StrataEvent numbered = *event;

  g_snprintf (lane_of_cpu, sizeof lane_of_cpu, "%s %u", lane, (guint) event->cpu);
  numbered.kernel = &kernel;
  strata_event_sink_push_on_device (self, &numbered, task, is_begin, lane_of_cpu, name);
}

/* The slice has the name of the function that the kernel's timer calls; only the first event contains it. */
static void
take_timer (StrataEventSink *self,
            const StrataEvent *event,
            const StrataEventTaskRow *task,
            gboolean is_begin)
{
  StrataText timer = { "", 0 };
  StrataText function = { "hrtimer", 7 };

  strata_kernel_event_find_text (event->kernel->text, "hrtimer", &timer);
  strata_kernel_event_find_text (event->kernel->text, "function", &function);
  push_beside_cpu (self, event, task, is_begin, TIMERS_LANE, strata_event_strings_intern (self->strings, timer), function, event->kernel->text);
}

/* Adds the reason for entering the hypervisor to its open slice on the CPU. */
static void
take_trap (StrataEventSink *self,
           const StrataEvent *event)
{
  const StrataKernelEvent *kernel = event->kernel;
  const StrataText name = kernel->name;
  const char *reason = g_strstr_len (name.text, (gssize) name.n_bytes, "host_");
  g_autofree char *lane = g_strdup_printf ("%s %u", HYPERVISOR_LANE, (guint) event->cpu);
  g_autofree char *args = g_strdup_printf ("hyp_enter_reason=%.*s%s%.*s", (int) (name.text + name.n_bytes - reason), reason, kernel->text.n_bytes > 0 ? " " : "", (int) MIN (kernel->text.n_bytes, MAX_LINE_BYTES), kernel->text.text);
  const StrataEventToken token = {
    .kind = STRATA_EVENT_TOKEN_KERNEL_DESCRIBE,
    .flags = STRATA_EVENT_LANE_BLOCK,
    .time_ns = event->time_ns,
    .thread = STRATA_NONE,
    .process = strata_event_strings_intern_word (self->strings, lane),
    .extra = strata_event_sink_intern_args (self, (StrataText){ args, strlen (args) }),
  };

  strata_event_log_push (self->log, &token);
}

static void
take_sensor (StrataEventSink *self,
             const StrataEvent *event)
{
  char name[48];

  g_snprintf (name, sizeof name, "sensor hub %" G_GINT64_FORMAT, event->kernel->id);
  strata_event_sink_push_counter (self, event->time_ns, (StrataText){ name, strlen (name) }, "delay", event->kernel->value);
}

/* Packets that a softirq passes on from a network device. */
static void
take_packets (StrataEventSink *self,
              const StrataEvent *event,
              const StrataEventTaskRow *task,
              gboolean is_begin)
{
  const StrataText what = event->kernel->name;
  StrataText device = { "", 0 };

  strata_kernel_event_find_text (event->kernel->text, "dev", &device);

  g_autofree char *name = g_strdup_printf ("%.*s %.*s", (int) what.n_bytes, what.text, (int) MIN (device.n_bytes, 200), device.text);

  push_on_cpu (self, event, task, STRATA_EVENT_LANE_SOFTIRQ, is_begin, (StrataText){ name, strlen (name) });
}

/* The binder lock of older kernels: waited for, acquired and released. */
static void
take_lock (StrataEventSink *self,
           const StrataEvent *event,
           const StrataEventTaskRow *task)
{
  static const StrataText waiting = { "binder lock waiting", 19 };
  static const StrataText held = { "binder lock held", 16 };

  if (strata_text_equals (event->name, "binder_unlock"))
    push_named (self, event, task, FALSE, held);
  else
    push_named (self, event, task, strata_text_equals (event->name, "binder_lock"), waiting);

  if (strata_text_equals (event->name, "binder_locked"))
    push_named (self, event, task, TRUE, held);
}

/* The name of a command of SCSI, with the group that it is for. */
static char *
make_command_name (gint64 opcode,
                   gint64 group)
{
  static const struct
  {
    guint8 opcode;
    const char *name;
  } names[] = {
    { 0x00, "TEST UNIT READY" },
    { 0x03, "REQUEST SENSE" },
    { 0x04, "FORMAT UNIT" },
    { 0x08, "READ (6)" },
    { 0x0a, "WRITE (6)" },
    { 0x12, "INQUIRY" },
    { 0x1b, "START STOP UNIT" },
    { 0x1d, "SEND DIAGNOSTIC" },
    { 0x25, "READ CAPACITY (10)" },
    { 0x28, "READ (10)" },
    { 0x2a, "WRITE (10)" },
    { 0x2f, "VERIFY" },
    { 0x34, "PRE-FETCH (10)" },
    { 0x35, "SYNCHRONIZE CACHE (10)" },
    { 0x3b, "WRITE BUFFER" },
    { 0x3c, "READ BUFFER" },
    { 0x42, "UNMAP" },
    { 0x55, "MODE SELECT (10)" },
    { 0x5a, "MODE SENSE (10)" },
    { 0x88, "READ (16)" },
    { 0x8a, "WRITE (16)" },
    { 0x90, "PRE-FETCH (16)" },
    { 0x91, "SYNCHRONIZE CACHE (16)" },
    { 0x9e, "READ CAPACITY (16)" },
    { 0xa0, "REPORT LUNS" },
    { 0xa2, "SECURITY PROTOCOL IN" },
    { 0xb5, "SECURITY PROTOCOL OUT" },
  };
  const char *name = "UNDEFINED";

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (names[i].opcode == opcode)
      name = names[i].name;

  return group != 0 ? g_strdup_printf ("%s (GID=0x%x)", name, (guint) group) : g_strdup (name);
}

/* A command of a flash memory lasts from sending it to its response; its tag is free again then. */
static void
take_commands (StrataEventSink *self,
               const StrataEvent *event,
               const StrataEventTaskRow *task)
{
  static const StrataText memory = { "UFS", 3 };
  const StrataKernelEvent *kernel = event->kernel;
  const gboolean is_begin = kernel->least >= 0;
  char lane[MAX_LANE_BYTES];

  strata_event_sink_push_counter (self, event->time_ns, memory, "commands", kernel->value);
  if (kernel->id < 0)
    return;

  g_autofree char *name = make_command_name (kernel->least, kernel->most);

  g_snprintf (lane, sizeof lane, "io.ufs.command.tag[%03" G_GINT64_FORMAT "]", kernel->id);
  strata_event_sink_push_on_device (self, event, task, is_begin, lane, (StrataText){ name, strlen (name) });
}

/* Takes a console line as a line of the Android log. */
static void
take_console (StrataEventSink *self,
              const StrataEvent *event,
              const StrataEventTaskRow *task)
{
  StrataText text = event->kernel->text;

  while (text.n_bytes > 0 && g_ascii_isspace (text.text[text.n_bytes - 1]))
    text.n_bytes--;

  g_autofree char *line = g_strdup_printf ("? kernel: %.*s", (int) MIN (text.n_bytes, MAX_LINE_BYTES), text.text);
  const StrataEventToken token = {
    .kind = STRATA_EVENT_TOKEN_INSTANT,
    .time_ns = event->time_ns,
    .thread = task != NULL ? task->thread : STRATA_NONE,
    .process = task != NULL ? task->process : strata_event_tasks_get_process (self->tasks, 0),
    .name = strata_event_strings_intern_word (self->strings, line),
    .extra = strata_event_strings_intern_word (self->strings, "log"),
  };

  strata_event_log_push (self->log, &token);
}

/* Takes the begin or end of work. */
static void
take_work (StrataEventSink *self,
           const StrataEvent *event,
           const StrataEventTaskRow *task,
           gboolean is_begin)
{
  static const StrataText timer = { "LocalTimer", 10 };
  static const StrataText hypervisor = { "hyp", 3 };
  const StrataText name = event->kernel->name;

  if (strata_text_equals (name, "local_timer"))
    push_on_cpu (self, event, task, STRATA_EVENT_LANE_IRQ, is_begin, timer);
  else if (strata_text_equals (name, "hrtimer_expire"))
    take_timer (self, event, task, is_begin);
  else if (strata_text_equals (name, "hyp") || strata_text_equals (name, "hypervisor_hyp"))
    push_beside_cpu (self, event, task, is_begin, HYPERVISOR_LANE, 0, hypervisor, (StrataText){ "", 0 });
  else if (memmem (name.text, name.n_bytes, "INTERRUPT", 9) != NULL)
    push_on_cpu (self, event, task, STRATA_EVENT_LANE_IRQ, is_begin, name);
  else if (strata_text_equals (name, "napi_gro_receive"))
    take_packets (self, event, task, is_begin);
  else
    push_named (self, event, task, is_begin, name);
}

/**
 * strata_event_sink_take_driver:
 * @self: the sink
 * @event: an event from %STRATA_KERNEL_DRIVER_BEGIN to %STRATA_KERNEL_CONSOLE
 * @task: (nullable): its thread, if it is not the idle one
 *
 * Takes an event about a driver. Called by strata_event_sink_take_kernel() alone.
 */
void
strata_event_sink_take_driver (StrataEventSink *self,
                               const StrataEvent *event,
                               const StrataEventTaskRow *task)
{
  const StrataKernelKind kind = event->kernel_kind;
  const StrataKernelEvent *kernel = event->kernel;
  static const StrataText memory = { "UFS", 3 };

  if (kind == STRATA_KERNEL_LOCK)
    take_lock (self, event, task);
  else if (kind == STRATA_KERNEL_CONSOLE)
    take_console (self, event, task);
  else if (kind == STRATA_KERNEL_COMMANDS)
    take_commands (self, event, task);
  else if (kind == STRATA_KERNEL_GATING)
    strata_event_sink_push_counter (self, event->time_ns, memory, "clock state", kernel->value);
  else if (kind == STRATA_KERNEL_SENSOR)
    take_sensor (self, event);
  else if (kind == STRATA_KERNEL_TRAP)
    take_trap (self, event);
  else
    take_work (self, event, task, kind == STRATA_KERNEL_DRIVER_BEGIN);
}
