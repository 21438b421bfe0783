/* strata-event-sink-devices.c - turns events of GPUs and connections into tokens
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-event-sink-private.h"

#include <string.h>

#include "strata-kernel-replay.h"

static StrataText
as_text (const char *text)
{
  return (StrataText){ text, strlen (text) };
}

static guint32
intern (StrataEventSink *self,
        const char *text)
{
  return strata_event_strings_intern (self->strings, as_text (text));
}

/* A thread submits work to a device, an instant; the work of the device itself is a slice. */
static void
push_thread_instant (StrataEventSink *self,
                     const StrataEvent *event,
                     const StrataEventTaskRow *task,
                     StrataText name)
{
  if (task == NULL)
    return;

  const StrataEventToken token = {
    .kind = STRATA_EVENT_TOKEN_INSTANT,
    .time_ns = event->time_ns,
    .thread = task->thread,
    .process = task->process,
    .name = strata_event_strings_intern (self->strings, name),
  };

  strata_event_sink_add_attrs (self, event->time_ns, strata_event_sink_intern_args (self, event->kernel->text));
  strata_event_log_push (self->log, &token);
}

/* The end of a job names only its fence; the ring is the one of the begin. */
static const char *
find_ring (StrataEventSink *self,
           const StrataEvent *event,
           gboolean is_begin)
{
  const StrataText ring = event->kernel->name;
  g_autofree char *lane = g_strdup_printf ("sched-%.*s", (int) MIN (ring.n_bytes, 200), ring.text);
  const gint64 fence = event->kernel->id;

  if (is_begin)
    g_hash_table_insert (self->jobs, g_memdup2 (&fence, sizeof fence), GUINT_TO_POINTER (intern (self, lane)));

  const guint32 known = GPOINTER_TO_UINT (g_hash_table_lookup (self->jobs, &fence));

  if (!is_begin)
    g_hash_table_remove (self->jobs, &fence);

  return strata_event_strings_get (self->strings, known).text;
}

/* The command names of the protocol; the cursor queue has its own numbers. */
static const char *
get_command (gint64 type)
{
  static const char *const of_2d[] = { "GET_DISPLAY_INFO", "RESOURCE_CREATE_2D", "RESOURCE_UNREF", "SET_SCANOUT", "RESOURCE_FLUSH", "TRANSFER_TO_HOST_2D", "RESOURCE_ATTACH_BACKING",
                                       "RESOURCE_DETACH_BACKING", "GET_CAPSET_INFO", "GET_CAPSET", "GET_EDID", "RESOURCE_ASSIGN_UUID", "RESOURCE_CREATE_BLOB", "SET_SCANOUT_BLOB" };
  static const char *const of_3d[] = { "CTX_CREATE", "CTX_DESTROY", "CTX_ATTACH_RESOURCE", "CTX_DETACH_RESOURCE", "RESOURCE_CREATE_3D",
                                       "TRANSFER_TO_HOST_3D", "TRANSFER_FROM_HOST_3D", "SUBMIT_3D", "RESOURCE_MAP_BLOB", "RESOURCE_UNMAP_BLOB" };
  static const char *const of_cursors[] = { "UPDATE_CURSOR", "MOVE_CURSOR" };
  static const struct
  {
    const char *const *names;
    guint n_names;
  } groups[] = { { of_2d, G_N_ELEMENTS (of_2d) }, { of_3d, G_N_ELEMENTS (of_3d) }, { of_cursors, G_N_ELEMENTS (of_cursors) } };
  const gint64 group = (type >> 8) - 1;
  const gint64 number = type & 0xff;

  return group >= 0 && group < (gint64) G_N_ELEMENTS (groups) && number < groups[group].n_names ? groups[group].names[number] : "command";
}

/* The GPU answers a command with a fence only when its work is done, which says nothing about the queue. */
#define COMMAND_HAS_FENCE 1

/* Adds how long a queue took to answer a command. */
static void
take_latency (StrataEventSink *self,
              const StrataEvent *event,
              const char *queue,
              gboolean is_begin)
{
  const gint64 number = event->kernel->id;
  const gint64 *begin_ns = g_hash_table_lookup (self->commands, &number);

  if (is_begin)
    {
      g_hash_table_insert (self->commands, g_memdup2 (&number, sizeof number), g_memdup2 (&event->time_ns, sizeof event->time_ns));
      return;
    }

  if (begin_ns != NULL && (event->kernel->most & COMMAND_HAS_FENCE) == 0)
    strata_event_sink_push_counter (self, event->time_ns, as_text (queue), "Latency", event->time_ns - *begin_ns);
  g_hash_table_remove (self->commands, &number);
}

static void
take_command (StrataEventSink *self,
              const StrataEvent *event,
              const StrataEventTaskRow *task,
              gboolean is_begin)
{
  const StrataKernelEvent *kernel = event->kernel;
  g_autofree char *queue = g_strdup_printf ("Virtgpu %.*s", (int) MIN (kernel->name.n_bytes, 100), kernel->name.text);
  const gsize at = strlen ("Virtgpu ");

  queue[at] = g_ascii_toupper (queue[at]);

  g_autofree char *lane = g_strconcat (queue, " Queue", NULL);

  strata_event_sink_push_on_device (self, event, task, is_begin, lane, as_text (get_command (kernel->least)));
  strata_event_sink_push_counter (self, event->time_ns, as_text (queue), "Free", kernel->value);
  take_latency (self, event, queue, is_begin);
}

/* Connections are numbered in order of appearance. */
static guint
find_connection (StrataEventSink *self,
                 gint64 socket)
{
  guint number = GPOINTER_TO_UINT (g_hash_table_lookup (self->connections, &socket));

  if (number == 0)
    {
      number = g_hash_table_size (self->connections) + 1;
      g_hash_table_insert (self->connections, g_memdup2 (&socket, sizeof socket), GUINT_TO_POINTER (number));
    }

  return number;
}

static char *
format_state (const StrataEvent *event)
{
  const StrataKernelEvent *kernel = event->kernel;
  g_autofree char *state = g_strndup (kernel->name.text, MIN (kernel->name.n_bytes, 40));

  if (g_str_equal (state, "TCP_SYN_SENT"))
    return g_strdup_printf ("%s(pid=%" G_GUINT32_FORMAT ")", state, event->tid);
  if (g_str_equal (state, "TCP_ESTABLISHED"))
    return g_strdup_printf ("%s(sport=%" G_GINT64_FORMAT ",dport=%" G_GINT64_FORMAT ")", state, kernel->least, kernel->most);

  return g_steal_pointer (&state);
}

/* A state lasts until the next one of its lane; an empty one is not shown. */
static void
push_state (StrataEventSink *self,
            const StrataEvent *event,
            const StrataEventTaskRow *task,
            const char *lane,
            StrataText state)
{
  const StrataEventToken token = {
    .kind = STRATA_EVENT_TOKEN_KERNEL_NEXT,
    .flags = STRATA_EVENT_LANE_BLOCK,
    .time_ns = event->time_ns,
    .thread = task != NULL ? task->thread : STRATA_NONE,
    .process = intern (self, lane),
    .name = strata_event_strings_intern (self->strings, state),
    .extra = STRATA_ATTRS_NONE,
  };

  strata_event_log_push (self->log, &token);
}

/* A closed connection has no state. */
static void
take_socket (StrataEventSink *self,
             const StrataEvent *event,
             const StrataEventTaskRow *task)
{
  g_autofree char *lane = g_strdup_printf ("TCP stream#%u", find_connection (self, event->kernel->id));
  g_autofree char *state = format_state (event);

  push_state (self, event, task, lane, as_text (g_str_equal (state, "TCP_CLOSE") ? "" : state));
}

/* Nothing is shown while a device is suspended. */
static void
take_runtime_power (StrataEventSink *self,
                    const StrataEvent *event,
                    const StrataEventTaskRow *task)
{
  static const char *const states[] = { "Active", "Resuming", "", "Suspending" };
  const StrataKernelEvent *kernel = event->kernel;
  g_autofree char *lane = g_strdup_printf ("runtime power %.*s", (int) MIN (kernel->name.n_bytes, 200), kernel->name.text);
  const gboolean is_known = kernel->value >= 0 && kernel->value < (gint64) G_N_ELEMENTS (states);

  push_state (self, event, task, lane, as_text (is_known ? states[kernel->value] : "Invalid State"));
}

/* What the kernel calls the event of a device, if it has no words for it: the values are those of PM_EVENT_... there. */
static const char *
get_verb (gint64 event)
{
  static const char *const verbs[] = { "freeze", "suspend", "hibernate", "quiesce", "resume", "thaw", "restore", "recover" };

  for (guint i = 0; i < G_N_ELEMENTS (verbs); i++)
    if (event == (gint64) 1 << i)
      return verbs[i];

  return "(unknown PM event)";
}

/* The phase of a driver's call: "suspend:noirq" of "noirq driver [suspend]", or of these in two fields. Of a device's preparation and
 * completion, the kernel says nothing. */
static char *
dup_phase (StrataText text)
{
  static const char *const phases[] = { "noirq", "late", "early" };
  const char *const end = text.text + text.n_bytes;
  const char *bracket = text.n_bytes > 0 && end[-1] == ']' ? memrchr (text.text, '[', text.n_bytes) : NULL;
  const char *comma = bracket != NULL ? g_strrstr_len (text.text, bracket - text.text, ", ") : NULL;
  StrataText call = comma != NULL ? strata_text (comma + 2, bracket) : (StrataText){ "", 0 };
  gint64 number = 0;
  g_autofree char *verb = NULL;

  strata_kernel_event_find_int (text, "event", &number);
  if (comma == NULL)
    strata_kernel_event_find_name (text, "pm_ops", &call);
  verb = comma != NULL ? g_strndup (bracket + 1, (gsize) (end - bracket - 2)) : g_strdup (get_verb (number));

  for (guint i = 0; i < G_N_ELEMENTS (phases); i++)
    if (call.n_bytes >= strlen (phases[i]) && memcmp (call.text, phases[i], strlen (phases[i])) == 0)
      return g_strdup_printf ("%s:%s", verb, phases[i]);

  if (call.n_bytes == 0 && g_str_equal (verb, "suspend"))
    return g_strdup ("suspend:prepare");

  return call.n_bytes == 0 && g_str_equal (verb, "resume") ? g_strdup ("resume:complete") : g_steal_pointer (&verb);
}

/* Drivers suspend their devices among the steps of the system; several do so at once. Only one call is open per device. Its arguments
 * have the names of PerfettoSQL. */
static void
take_callback (StrataEventSink *self,
               const StrataEvent *event,
               gboolean is_begin)
{
  StrataKernelEvent kernel = *event->kernel;
  StrataEvent named = *event;
  g_autofree char *device = g_strndup (kernel.name.text, MIN (kernel.name.n_bytes, 200));
  g_autofree char *driver = g_strndup (kernel.device.text, MIN (kernel.device.n_bytes, 200));
  g_autofree char *name = g_strdup_printf ("%s %s", device, driver);
  g_autofree char *phase = dup_phase (kernel.text);
  g_autofree char *args = g_strdup_printf ("event_type=Device PM Suspend Event cpu=%u device_name=%s driver_name=%s callback_phase=%s", (guint) event->cpu, device, driver, phase);

  kernel.id = intern (self, name);
  kernel.text = as_text (args);
  named.kernel = &kernel;
  strata_event_sink_push_on_device (self, &named, NULL, is_begin, "suspend", as_text (name));
}

/* Steps by which a CPU is taken off or back, on whichever CPU they run. */
static void
take_hotplug (StrataEventSink *self,
              const StrataEvent *event,
              const StrataEventTaskRow *task,
              gboolean is_begin)
{
  StrataKernelEvent kernel = *event->kernel;
  StrataEvent described = *event;
  char lane[48];
  char name[48];
  char args[64];

  g_snprintf (lane, sizeof lane, "CPU Hotplug %" G_GINT64_FORMAT, kernel.cpu);
  g_snprintf (name, sizeof name, "cpuhp(%" G_GINT64_FORMAT ")", kernel.id);
  g_snprintf (args, sizeof args, "action_cpu=%u cpuhp_idx=%" G_GINT64_FORMAT, (guint) event->cpu, kernel.id);
  kernel.text = as_text (args);
  described.kernel = &kernel;
  strata_event_sink_push_on_device (self, &described, task, is_begin, lane, as_text (name));
}

/* Pushes a slice that one event describes completely. */
static void
push_whole (StrataEventSink *self,
            const StrataEvent *event,
            gint64 begin_ns,
            gint64 end_ns,
            const char *lane,
            StrataText name)
{
  StrataKernelEvent kernel = *event->kernel;
  StrataEvent bound = *event;

  kernel.id = begin_ns;
  bound.kernel = &kernel;
  bound.time_ns = begin_ns;
  strata_event_sink_push_on_device (self, &bound, NULL, TRUE, lane, name);
  bound.time_ns = end_ns;
  strata_event_sink_push_on_device (self, &bound, NULL, FALSE, lane, name);
}

static void
take_gpu_state (StrataEventSink *self,
                const StrataEvent *event,
                const StrataEventTaskRow *task)
{
  static const char *const states[] = { "OFF", "PG", "ON" };
  const gint64 state = event->kernel->value;

  push_state (self, event, task, "powervr_gpu_power_state", as_text (state >= 0 && state < (gint64) G_N_ELEMENTS (states) ? states[state] : "Unknown"));
}

/* Shows what happens to a display or panel at one moment in a lane of its own. */
static void
push_display_mark (StrataEventSink *self,
                   const StrataEvent *event)
{
  static const struct
  {
    const char *event;
    const char *lane;
    const char *name;
  } marks[] = {
    { "dpu_disp_dpu_underrun", "underrun[%" G_GINT64_FORMAT "]", "disp_dpu_underrun" },
    { "dpu_disp_dpu_line_underrun", "line_underrun[%" G_GINT64_FORMAT "]", "disp_line_dpu_underrun" },
    { "dpu_disp_frame_done_missing", "frame_done_missing[%" G_GINT64_FORMAT "]", "frame_done_missing" },
    { "dpu_disp_frame_done_timeout", "frame_done_timeout[%" G_GINT64_FORMAT "]", "frame_done_timeout" },
    { "dpu_disp_frame_start_missing", "frame_start_missing[%" G_GINT64_FORMAT "]", "frame_start_missing" },
    { "dpu_disp_frame_start_timeout", "frame_start_timeout[%" G_GINT64_FORMAT "]", "frame_start_timeout" },
    { "drm_vblank_event_delivered", "vblank-%" G_GINT64_FORMAT, "deliver" },
    { "gram_collision", "ddic_underrun[%" G_GINT64_FORMAT "]", "ddic_underrun" },
    { "panel_settings_full", "panel_settings_full[%" G_GINT64_FORMAT "]", "panel_settings_full" },
    { "panel_settings_lite", "panel_settings_lite[%" G_GINT64_FORMAT "]", "panel_settings_lite" },
  };
  char lane[64];

  for (guint i = 0; i < G_N_ELEMENTS (marks); i++)
    if (strata_text_equals (event->name, marks[i].event))
      {
        g_snprintf (lane, sizeof lane, marks[i].lane, event->kernel->id);
        push_whole (self, event, event->time_ns, event->time_ns, lane, as_text (marks[i].name));
      }
}

static void
take_mark (StrataEventSink *self,
           const StrataEvent *event)
{
  const StrataKernelEvent *kernel = event->kernel;
  char ports[64];

  g_snprintf (ports, sizeof ports, "sport=%" G_GINT64_FORMAT ",dport=%" G_GINT64_FORMAT, kernel->least, kernel->most);
  if (strata_text_equals (event->name, "tcp_retransmit_skb"))
    push_whole (self, event, event->time_ns, event->time_ns, "TCP Retransmit Skb", as_text (ports));
  else if (kernel->name.n_bytes > 0)
    push_whole (self, event, event->time_ns, event->time_ns, "Interconnect Events", kernel->name);
  else
    push_display_mark (self, event);
}

static gint64
find_number (StrataText args,
             const char *key)
{
  gint64 value = 0;

  strata_kernel_event_find_int (args, key, &value);
  return value;
}

/* A thread passes a buffer to a device for video, or gets it back. */
static void
take_video (StrataEventSink *self,
            const StrataEvent *event,
            const StrataEventTaskRow *task)
{
  const StrataText args = event->kernel->text;
  const gboolean is_call = g_str_has_prefix (event->name.text, "v4l2_");
  g_autofree char *call = is_call ? g_ascii_strup (event->name.text + strlen ("v4l2_"), (gssize) (event->name.n_bytes - strlen ("v4l2_"))) : NULL;
  g_autofree char *name = g_strdup_printf ("%s%.*s minor=%" G_GINT64_FORMAT " seq=%" G_GINT64_FORMAT " type=%" G_GINT64_FORMAT " index=%" G_GINT64_FORMAT, is_call ? "VIDIOC_" : "",
                                           is_call ? (int) strlen (call) : (int) event->name.n_bytes, is_call ? call : event->name.text,
                                           find_number (args, "minor"), find_number (args, "sequence"), find_number (args, "type"), find_number (args, "index"));

  push_thread_instant (self, event, task, as_text (name));
}

/* The times of the period are on a clock of the driver; the event comes at its end, or later by a known time. */
static void
take_gpu_period (StrataEventSink *self,
                 const StrataEvent *event)
{
  const StrataKernelEvent *kernel = event->kernel;
  const gint64 period_ns = kernel->most - kernel->least;
  const gint64 end_ns = strata_time_subtract (event->time_ns, kernel->delay_ns);
  g_autofree char *lane = g_strdup_printf ("GPU %" G_GINT64_FORMAT " work of user %" G_GINT64_FORMAT, kernel->id, kernel->pid);
  char name[48];

  g_snprintf (name, sizeof name, "%.2f %%", 100.0 * (double) kernel->value / (double) period_ns);
  push_whole (self, event, strata_time_add (end_ns, -period_ns), end_ns, lane, as_text (name));
}

/* The lane of a context is named after the process that uses it. */
static void
take_batch (StrataEventSink *self,
            const StrataEvent *event,
            const StrataEventTaskRow *task)
{
  const StrataKernelEvent *kernel = event->kernel;
  const gint64 pid = task != NULL && task->pid > 0 ? task->pid : strata_process_list_find_process (self->list, event->tid);
  const StrataText known = pid > 0 ? strata_process_list_get_name (self->list, (guint32) pid) : (StrataText){ "", 0 };
  const StrataText name = known.n_bytes > 0 || task == NULL ? known : task->comm;
  g_autofree char *lane = g_strdup_printf ("GPU %.*s (Ctx=%" G_GINT64_FORMAT ", Prio=%" G_GINT64_FORMAT ")", (int) MIN (name.n_bytes, 200), name.text, kernel->id, kernel->pid);

  g_hash_table_insert (self->contexts, GSIZE_TO_POINTER ((gsize) kernel->id), GUINT_TO_POINTER (intern (self, lane)));
}

/* 19.2 MHz are 12 ticks in 625 ns. */
static gint64
get_gpu_ns (gint64 ticks)
{
  return ticks / 12 * 625 + ticks % 12 * 625 / 12;
}

/* Without a clock, the batch is assumed to end at the event. */
static void
take_batch_end (StrataEventSink *self,
                const StrataEvent *event)
{
  const StrataKernelEvent *kernel = event->kernel;
  const guint32 known = GPOINTER_TO_UINT (g_hash_table_lookup (self->contexts, GSIZE_TO_POINTER ((gsize) kernel->id)));
  g_autofree char *unknown = known == 0 ? g_strdup_printf ("GPU (Ctx=%" G_GINT64_FORMAT ", Prio=%" G_GINT64_FORMAT ")", kernel->id, kernel->pid) : NULL;
  const gint64 last = G_MAXINT64 / 625;
  const gboolean has_clock = self->gpu_ticks >= 0;
  const gint64 length_ns = get_gpu_ns (MIN (kernel->most, last)) - get_gpu_ns (MIN (kernel->least, last));
  const gint64 begin_ns = has_clock ? strata_time_add (self->gpu_ticks_ns, get_gpu_ns (MIN (kernel->least, last)) - get_gpu_ns (self->gpu_ticks)) : strata_time_add (event->time_ns, -length_ns);

  push_whole (self, event, begin_ns, strata_time_add (begin_ns, length_ns), known != 0 ? strata_event_strings_get (self->strings, known).text : unknown, as_text ("GPU"));
}

static void
take_batch_clock (StrataEventSink *self,
                  const StrataEvent *event)
{
  self->gpu_ticks = MIN (event->kernel->least, G_MAXINT64 / 625);
  self->gpu_ticks_ns = event->time_ns;
}

/* Each "key=number" after the device is a counter. The device number is in the user-space encoding. */
static void
take_file_counts (StrataEventSink *self,
                  const StrataEvent *event)
{
  const guint64 device = (guint64) event->kernel->id;
  g_autofree char *args = g_strndup (event->kernel->text.text, event->kernel->text.n_bytes);
  g_auto (GStrv) words = g_strsplit (args, " ", -1);
  g_autofree char *head = g_strdup_printf ("%.*s.[%u:%u].", (int) MIN (event->name.n_bytes, 100), event->name.text, (guint) (device >> 8 & 0xfff), (guint) ((device & 0xff) | (device >> 12 & 0xfff00)));

  for (guint i = 0; words[i] != NULL; i++)
    {
      char *equals = strchr (words[i], '=');
      gint64 value;

      if (equals == NULL || g_str_has_prefix (words[i], "dev=") || !g_ascii_string_to_signed (equals + 1, 10, G_MININT64, G_MAXINT64, &value, NULL))
        continue;

      *equals = '\0';

      g_autofree char *name = g_strconcat (head, words[i], NULL);
      const StrataEventToken token = { .kind = STRATA_EVENT_TOKEN_COUNTER, .time_ns = event->time_ns, .thread = STRATA_NONE, .process = STRATA_NONE, .name = intern (self, name), .value = value };

      strata_event_log_push (self->log, &token);
    }
}

/* Job counts are written as "job count:2, hw job count:1", which are not arguments yet. */
static char *
dup_job_args (StrataText text)
{
  GString *args = g_string_new_len (text.text, (gssize) text.n_bytes);

  g_string_replace (args, " job count:", " job_count=", 0);
  g_string_replace (args, "hw job_count=", "hw_job_count=", 0);
  g_string_replace (args, "client_id:", "client_id=", 0);
  return g_string_free (args, FALSE);
}

/* A job of a GPU is passed to the scheduler, begins or ends. */
static void
take_job_event (StrataEventSink *self,
                const StrataEvent *event,
                const StrataEventTaskRow *task)
{
  const StrataKernelKind kind = event->kernel_kind;
  g_autofree char *args = dup_job_args (event->kernel->text);
  StrataKernelEvent kernel = *event->kernel;
  StrataEvent job = *event;

  kernel.text = as_text (args);
  job.kernel = &kernel;
  if (kind == STRATA_KERNEL_JOB)
    push_thread_instant (self, &job, task, event->name);
  else
    strata_event_sink_push_on_device (self, &job, task, kind == STRATA_KERNEL_JOB_BEGIN, find_ring (self, &job, kind == STRATA_KERNEL_JOB_BEGIN), as_text ("job"));
}

/**
 * strata_event_sink_take_device:
 * @self: the sink
 * @event: an event from %STRATA_KERNEL_JOB to %STRATA_KERNEL_VIDEO
 * @task: (nullable): its thread, if it is not the idle one
 *
 * Takes an event about a GPU or a connection. Called by strata_event_sink_take_kernel() alone.
 */
void
strata_event_sink_take_device (StrataEventSink *self,
                               const StrataEvent *event,
                               const StrataEventTaskRow *task)
{
  const StrataKernelKind kind = event->kernel_kind;

  switch ((int) kind)
    {
    case STRATA_KERNEL_JOB:
    case STRATA_KERNEL_JOB_BEGIN:
    case STRATA_KERNEL_JOB_END:
      take_job_event (self, event, task);
      break;
    case STRATA_KERNEL_COMMAND_BEGIN:
    case STRATA_KERNEL_COMMAND_END:
      take_command (self, event, task, kind == STRATA_KERNEL_COMMAND_BEGIN);
      break;
    case STRATA_KERNEL_GPU_PERIOD:
      take_gpu_period (self, event);
      break;
    case STRATA_KERNEL_BATCH:
      take_batch (self, event, task);
      break;
    case STRATA_KERNEL_BATCH_CLOCK:
      take_batch_clock (self, event);
      break;
    case STRATA_KERNEL_BATCH_DONE:
      take_batch_end (self, event);
      break;
    case STRATA_KERNEL_FILE_COUNTS:
      take_file_counts (self, event);
      break;
    case STRATA_KERNEL_SOCKET:
      take_socket (self, event, task);
      break;
    case STRATA_KERNEL_CALLBACK_BEGIN:
    case STRATA_KERNEL_CALLBACK_END:
      take_callback (self, event, kind == STRATA_KERNEL_CALLBACK_BEGIN);
      break;
    case STRATA_KERNEL_RUNTIME_POWER:
      take_runtime_power (self, event, task);
      break;
    case STRATA_KERNEL_MCU_STATE:
      push_state (self, event, task, "Mali MCU", event->kernel->name);
      break;
    case STRATA_KERNEL_GPU_STATE:
      take_gpu_state (self, event, task);
      break;
    case STRATA_KERNEL_MARK:
      take_mark (self, event);
      break;
    case STRATA_KERNEL_VIDEO:
      take_video (self, event, task);
      break;
    case STRATA_KERNEL_HOTPLUG_BEGIN:
    case STRATA_KERNEL_HOTPLUG_END:
      take_hotplug (self, event, task, kind == STRATA_KERNEL_HOTPLUG_BEGIN);
      break;
    }
}
