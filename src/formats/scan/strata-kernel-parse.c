/* strata-kernel-parse.c - parses the arguments of a kernel event of any kind
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "strata-kernel-keys.h"
#include "strata-mark-number.h"
#include "strata-real.h"
#include "strata-signal-event.h"
#include "strata-span.h"

static gint64
find_limit (StrataText args,
            const char *key,
            const char *other_key)
{
  gint64 khz;

  return strata_kernel_event_find_int (args, key, &khz) || strata_kernel_event_find_int (args, other_key, &khz) ? khz : -1;
}

/* Kernels print both limits; strata-cli may write only one. */
static gboolean
parse_limits (StrataText args,
              StrataKernelEvent *kernel)
{
  kernel->least = find_limit (args, "min", "min_freq");
  kernel->most = find_limit (args, "max", "max_freq");

  return strata_kernel_event_find_int (args, "cpu_id", &kernel->cpu) && (kernel->least >= 0 || kernel->most >= 0);
}

/* The text is just the reason, "(Rescheduling interrupts)". */
static gboolean
parse_ipi (StrataText args,
           StrataKernelEvent *kernel)
{
  kernel->name = args;
  if (args.n_bytes > 2 && *args.text == '(' && args.text[args.n_bytes - 1] == ')')
    kernel->name = (StrataText){ args.text + 1, args.n_bytes - 2 };

  return TRUE;
}

static gboolean
parse_block (StrataText args,
             StrataKernelEvent *kernel)
{
  StrataBlockEvent block;

  if (!strata_kernel_event_parse_block (args, &block))
    return FALSE;

  kernel->device = block.device;
  kernel->name = block.operation;
  kernel->id = block.sector;
  return TRUE;
}

/* The return codes that end a call without a reply. */
static gboolean
parse_binder_return (StrataText args,
                     StrataKernelEvent *kernel)
{
  static const char *const words[] = { "BR_DEAD_REPLY", "BR_FAILED_REPLY", "BR_FROZEN_REPLY" };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    kernel->is_failure |= g_strstr_len (args.text, (gssize) args.n_bytes, words[i]) != NULL;

  return TRUE;
}

/* "gpu_clk state=300000000 cpu_id=0", or state=1 for a clock that starts; newer kernels write "name=gpu_clk". For a bus: "dev_name=bus freq=300000000". */
static gboolean
parse_clock_rate (StrataText args,
                  StrataKernelEvent *kernel)
{
  const char *last = memrchr (args.text, ' ', args.n_bytes);
  guint64 rate;

  /* clk_set_rate has no keys: "gpu_clk 300000000". */
  if (last != NULL && strata_text_parse_uint (last + 1, args.text + args.n_bytes, G_MAXINT64, &rate) == args.text + args.n_bytes)
    kernel->value = (gint64) rate;
  else if (!strata_kernel_event_find_int (args, "state", &kernel->value) && !strata_kernel_event_find_int (args, "rate", &kernel->value) &&
           !strata_kernel_event_find_int (args, "freq", &kernel->value))
    return FALSE;

  if (!strata_kernel_event_find_name (args, "name", &kernel->name) && !strata_kernel_event_find_name (args, "dev_name", &kernel->name))
    {
      const char *state = memmem (args.text, args.n_bytes, " state=", strlen (" state="));
      const char *end = state != NULL ? state : memchr (args.text, ' ', args.n_bytes);

      kernel->name = strata_text (args.text, end != NULL ? end : args.text);
    }

  return TRUE;
}

static gboolean
parse_named (StrataText args,
             const char *name_key,
             const char *value_key,
             StrataKernelEvent *kernel)
{
  return strata_kernel_event_find_text (args, name_key, &kernel->name) && strata_kernel_event_find_int (args, value_key, &kernel->value);
}

/* "sys_openat(…)" and "sys_openat -> 0x3"; the call exit() is printed as "sys_exit(…)". */
static gboolean
parse_printed_call (StrataText event,
                    StrataText args,
                    StrataKernelEvent *kernel)
{
  const gboolean is_end = args.n_bytes > 2 && memcmp (args.text, "->", 2) == 0;

  if (!is_end && (args.n_bytes == 0 || *args.text != '('))
    return FALSE;

  kernel->name = strata_text (event.text + strlen ("sys_"), event.text + event.n_bytes);
  kernel->is_reply = is_end != FALSE;
  return TRUE;
}

/* "sys_enter: NR 240 (…)", "sys_exit: NR 240 = -22", and the kernel's prints of system calls by name; other tools
 * write "sys_enter_openat" and "sys_exit_openat". */
static gboolean
parse_system_call (StrataText event,
                   StrataText args,
                   StrataKernelEvent *kernel)
{
  static const struct
  {
    const char *prefix;
    gboolean is_end;
  } prefixes[] = { { "sys_enter_", FALSE }, { "sys_exit_", TRUE } };
  const char *const end = event.text + event.n_bytes;
  const char *const args_end = args.text + args.n_bytes;
  guint64 number;

  if (parse_printed_call (event, args, kernel))
    return TRUE;

  for (guint i = 0; i < G_N_ELEMENTS (prefixes); i++)
    if (event.n_bytes > strlen (prefixes[i].prefix) && memcmp (event.text, prefixes[i].prefix, strlen (prefixes[i].prefix)) == 0)
      {
        kernel->name = strata_text (event.text + strlen (prefixes[i].prefix), end);
        kernel->is_reply = prefixes[i].is_end != FALSE;
        return TRUE;
      }

  kernel->is_reply = strata_text_equals (event, "sys_exit") != FALSE;
  if (kernel->is_reply || strata_text_equals (event, "sys_enter"))
    {
      if (strata_kernel_event_find_int (args, "id", &kernel->id))
        return TRUE;
      /* the return from a signal handler has no number, nor has a call that was blocked */
      if (args.n_bytes > 5 && memcmp (args.text, "NR -1 ", 6) == 0)
        {
          kernel->id = -1;
          return TRUE;
        }
      if (args.n_bytes < 4 || memcmp (args.text, "NR ", 3) != 0 || strata_text_parse_uint (args.text + 3, args_end, G_MAXINT32, &number) == NULL)
        return FALSE;

      kernel->id = (gint64) number;
      return TRUE;
    }

  kernel->name = strata_text (event.text + strlen ("sys_"), end);
  return TRUE;
}

/* "driver=sde timeline=crtc-0 context=5 seqno=7". */
static gboolean
parse_fence (StrataText args,
             StrataKernelEvent *kernel)
{
  gint64 context, number;

  if (!strata_kernel_event_find_int (args, "context", &context) || !strata_kernel_event_find_int (args, "seqno", &number))
    return FALSE;

  strata_kernel_event_find_text (args, "timeline", &kernel->name);
  kernel->id = (gint64) ((guint64) context << 32 | ((guint64) number & G_MAXUINT32));
  return TRUE;
}

/* Kernels print a fence as its address or as "context:number". */
static gboolean
parse_fence_name (StrataText text,
                  gint64 *id)
{
  const char *const end = text.text + text.n_bytes;
  const char *colon = memchr (text.text, ':', text.n_bytes);
  guint64 context, number;

  if (colon == NULL)
    {
      g_autofree char *address = g_strndup (text.text, MIN (text.n_bytes, 20));

      *id = (gint64) g_ascii_strtoull (address, NULL, 16);
      return text.n_bytes > 0;
    }

  if (strata_text_parse_uint (text.text, colon, G_MAXINT64, &context) != colon || strata_text_parse_uint (colon + 1, end, G_MAXINT64, &number) != end)
    return FALSE;

  *id = (gint64) (context << 32 | (number & G_MAXUINT32));
  return TRUE;
}

/* "entity=…, id=7, fence=401:1, ring=gfx, job count:2, hw job count:1"; an end has only the fence. */
static gboolean
parse_job (StrataText args,
           StrataKernelEvent *kernel)
{
  StrataText fence;

  strata_kernel_event_find_text (args, "ring", &kernel->name);
  return strata_kernel_event_find_text (args, "fence", &fence) && parse_fence_name (fence, &kernel->id);
}

/* "vdev=0 vq=0 name=control type=0x207 flags=0x1 fence_id=7 ctx_id=1 num_free=60 seqno=9" */
static gboolean
parse_command (StrataText args,
               StrataKernelEvent *kernel)
{
  strata_kernel_event_find_int (args, "num_free", &kernel->value);
  strata_kernel_event_find_int (args, "flags", &kernel->most);
  return strata_kernel_event_find_text (args, "name", &kernel->name) && strata_kernel_event_find_int (args, "type", &kernel->least) &&
         strata_kernel_event_find_int (args, "seqno", &kernel->id);
}

/* "gpu_id=0 uid=10123 start_time_ns=1000 end_time_ns=3000 total_active_duration_ns=500" */
static gboolean
parse_gpu_period (StrataText args,
                  StrataKernelEvent *kernel)
{
  return strata_kernel_event_find_int (args, "gpu_id", &kernel->id) && strata_kernel_event_find_int (args, "uid", &kernel->pid) &&
         strata_kernel_event_find_int (args, "start_time_ns", &kernel->least) && strata_kernel_event_find_int (args, "end_time_ns", &kernel->most) &&
         strata_kernel_event_find_int (args, "total_active_duration_ns", &kernel->value) && kernel->most > kernel->least && kernel->least >= 0;
}

/* "ctx=3 ctx_prio=8 ts=42 … start=38400000 retire=57600000" or "… ticks=19200000" */
static gboolean
parse_batch (StrataKernelKind kind,
             StrataText args,
             StrataKernelEvent *kernel)
{
  const gboolean is_clock = kind == STRATA_KERNEL_BATCH_CLOCK;

  strata_kernel_event_find_int (args, "ctx_prio", &kernel->pid);
  strata_kernel_event_find_int (args, "ts", &kernel->value);
  if (!strata_kernel_event_find_int (args, "ctx", &kernel->id))
    return FALSE;

  return kind == STRATA_KERNEL_BATCH || (strata_kernel_event_find_int (args, is_clock ? "ticks" : "start", &kernel->least) && strata_kernel_event_find_int (args, is_clock ? "ticks" : "retire", &kernel->most) &&
                                         kernel->least >= 0 && kernel->most >= kernel->least);
}

/* In the order of the kernel, for events that contain only the number. */
static StrataText
get_socket_state (StrataText state)
{
  static const char *const names[] = { "", "TCP_ESTABLISHED", "TCP_SYN_SENT", "TCP_SYN_RECV", "TCP_FIN_WAIT1", "TCP_FIN_WAIT2", "TCP_TIME_WAIT",
                                       "TCP_CLOSE", "TCP_CLOSE_WAIT", "TCP_LAST_ACK", "TCP_LISTEN", "TCP_CLOSING", "TCP_NEW_SYN_RECV" };
  const char *const end = state.text + state.n_bytes;
  guint64 number;

  if (strata_text_parse_uint (state.text, end, G_N_ELEMENTS (names) - 1, &number) != end)
    return state;

  return (StrataText){ names[number], strlen (names[number]) };
}

/* "family=AF_INET protocol=IPPROTO_TCP sport=41 dport=80 … oldstate=TCP_CLOSE newstate=TCP_SYN_SENT". Perfetto has the
 * address of the socket, text only the ports. */
static gboolean
parse_socket (StrataText args,
              StrataKernelEvent *kernel)
{
  gint64 from = 0, to = 0;
  StrataText state;

  strata_kernel_event_find_int (args, "sport", &from);
  strata_kernel_event_find_int (args, "dport", &to);
  kernel->least = from;
  kernel->most = to;
  if (!strata_kernel_event_find_int (args, "skaddr", &kernel->id))
    kernel->id = from << 16 | to;
  if (!strata_kernel_event_find_text (args, "newstate", &state))
    return FALSE;

  kernel->name = get_socket_state (state);
  return TRUE;
}

/* "com.example (1234), page cache 51728kB (limit 55296kB), free 1340Kb"; the kernel's own OOM killer writes "pid=1234 comm=…". */
static gboolean
parse_kill (StrataText args,
            StrataKernelEvent *kernel)
{
  const char *const end = args.text + args.n_bytes;
  guint64 pid;

  if (strata_kernel_event_find_int (args, "pid", &kernel->pid))
    {
      strata_kernel_event_find_text (args, "comm", &kernel->name);
      return TRUE;
    }

  for (const char *p = args.text; p < end && (p = memchr (p, '(', (gsize) (end - p))) != NULL; p++)
    {
      const char *close = strata_text_parse_uint (p + 1, end, G_MAXINT32, &pid);

      if (p > args.text + 1 && p[-1] == ' ' && close != NULL && close < end && *close == ')')
        {
          kernel->name = strata_text (args.text, p - 1);
          kernel->pid = (gint64) pid;
          return TRUE;
        }
    }

  return FALSE;
}

/* "timekeeping_freeze[1] begin"; binary formats have "action=timekeeping_freeze val=1 start=1". */
static gboolean
parse_suspend (StrataText args,
               StrataKernelEvent *kernel)
{
  const char *const end = args.text + args.n_bytes;
  const char *last = memrchr (args.text, ' ', args.n_bytes);

  if (last == NULL || last == args.text)
    return FALSE;

  gint64 is_begin;

  if (strata_kernel_event_find_text (args, "action", &kernel->name) && strata_kernel_event_find_int (args, "start", &is_begin))
    {
      kernel->is_reply = is_begin == 0;
      kernel->is_announced = strata_kernel_event_find_int (args, "val", &kernel->value) != FALSE;
      return TRUE;
    }

  const StrataText word = strata_text (last + 1, end);

  kernel->name = strata_text (args.text, last);
  kernel->is_reply = word.n_bytes == 3 && memcmp (word.text, "end", 3) == 0;
  return kernel->is_reply || (word.n_bytes == 5 && memcmp (word.text, "begin", 5) == 0);
}

/* ion events contain the size of a heap before it grew or shrank by "len"; newer events contain the size after it, and
 * a negative "len" if it shrank. */
static gboolean
add_change (StrataText event,
            StrataText args,
            StrataKernelEvent *kernel)
{
  const gboolean is_growth = event.text[event.n_bytes - 1] == 'w';
  const gboolean has_change = strata_kernel_event_find_int (args, "len", &kernel->least);

  if (event.n_bytes < strlen ("ion_heap_") || memcmp (event.text, "ion_heap_", strlen ("ion_heap_")) != 0)
    return TRUE;
  if (!has_change || (!is_growth && __builtin_sub_overflow (0, kernel->least, &kernel->least)))
    return FALSE;

  return !__builtin_add_overflow (kernel->value, kernel->least, &kernel->value);
}

static gboolean
parse_heap (StrataText event,
            StrataText args,
            StrataKernelEvent *kernel)
{
  if (!strata_kernel_event_find_size (args, "total_allocated", &kernel->value) || !add_change (event, args, kernel))
    return FALSE;

  if (!strata_kernel_event_find_int (args, "inode", &kernel->id) && !strata_kernel_event_find_int (args, "buffer_id", &kernel->id))
    kernel->id = -1;
  if (!strata_kernel_event_find_text (args, "heap_name", &kernel->name))
    kernel->name = *event.text == 'i' ? (StrataText){ "ion", 3 } : (StrataText){ "dma-buf", 7 };

  return TRUE;
}

/* "min_flt count=3 avg_lat=5 max_lat=9"; formats without the kernel's text contain the number of the kind, "type=0". */
static gboolean
parse_faults (StrataText args,
              StrataKernelEvent *kernel)
{
  static const char *const names[] = { "min_flt", "maj_flt", "read_io", "compaction", "reclaim", "swp_flt", "kern_alloc" };
  const char *space = memchr (args.text, ' ', args.n_bytes);
  gint64 type;

  if (!strata_kernel_event_find_int (args, "type", &type))
    kernel->name = strata_text (args.text, space != NULL ? space : args.text);
  else if (type >= 0 && type < (gint64) G_N_ELEMENTS (names))
    kernel->name = (StrataText){ names[type], strlen (names[type]) };

  return kernel->name.n_bytes > 0 && memchr (kernel->name.text, '=', kernel->name.n_bytes) == NULL && strata_kernel_event_find_int (args, "count", &kernel->value) &&
         strata_kernel_event_find_int (args, "avg_lat", &kernel->least) && strata_kernel_event_find_int (args, "max_lat", &kernel->most);
}

static gint64
find_load (StrataText args,
           const char *key)
{
  gint64 value;

  return strata_kernel_event_find_int (args, key, &value) && value >= 0 ? value : -1;
}

static gboolean
parse_load (StrataText args,
            StrataKernelEvent *kernel)
{
  kernel->value = find_load (args, "cpu_util");
  kernel->least = find_load (args, "nr_running");
  kernel->most = find_load (args, "capacity");
  return strata_kernel_event_find_int (args, "cpu", &kernel->cpu);
}

/* "dev=wlan0 skbaddr=0xffffff88 len=1400 rc=0"; another rc means that the device did not take the packet. */
static gboolean
parse_packet (StrataText args,
              StrataKernelEvent *kernel)
{
  gint64 result = 0;

  strata_kernel_event_find_int (args, "rc", &result);
  kernel->is_failure = result != 0;
  return parse_named (args, "dev", "len", kernel) && kernel->value >= 0;
}

/* "eventpoll state=0x2f10000"; names may contain spaces. */
static gboolean
parse_wakelock (StrataText args,
                StrataKernelEvent *kernel)
{
  const char *state = memmem (args.text, args.n_bytes, " state=", strlen (" state="));

  kernel->name = state != NULL ? strata_text (args.text, state) : args;
  return kernel->name.n_bytes > 0;
}

static gboolean
parse_gpu_frequency (StrataText args,
                     StrataKernelEvent *kernel)
{
  StrataText rate;
  guint64 khz;

  strata_kernel_event_find_int (args, "gpu_id", &kernel->id);
  if (strata_kernel_event_find_int (args, "state", &kernel->value))
    return TRUE;

  /* Adreno: "gpu_freq=300000Khz gpu_id=0" */
  if (!strata_kernel_event_find_text (args, "gpu_freq", &rate) || strata_text_parse_uint (rate.text, rate.text + rate.n_bytes, G_MAXINT64, &khz) == NULL)
    return FALSE;

  kernel->value = (gint64) khz;
  return TRUE;
}

/* The form that Strata's readers use for these events if no kernel has printed them. */
static gboolean
parse_function (StrataText args,
                StrataKernelEvent *kernel)
{
  return strata_kernel_event_find_text (args, "func", &kernel->name) && strata_kernel_event_find_int (args, "depth", &kernel->id) && kernel->id >= 0;
}

static gboolean
parse_probe (StrataText args,
             StrataKernelEvent *kernel)
{
  kernel->id = -1;
  return parse_named (args, "name", "type", kernel);
}

static gboolean
parse_signal (StrataText args,
              StrataKernelEvent *kernel,
              gboolean is_delivered)
{
  return strata_kernel_event_find_int (args, "sig", &kernel->id) && (is_delivered || strata_signal_event_find_receiver (args, &kernel->name, &kernel->pid));
}

/* Removes the text after @key, and returns it. */
static StrataText
cut_rest (StrataText *text,
          const char *key)
{
  const char *const end = text->text + text->n_bytes;
  const char *at = memmem (text->text, text->n_bytes, key, strlen (key));

  if (at == NULL)
    return strata_text (end, end);

  *text = strata_text (text->text, at);
  return strata_text (at + strlen (key), end);
}

/* "cpu=-1 id=17 lane=memory reclaim name=direct reclaim args=order=0", as written by convert/strata-atrace-kernel.c. An end has
 * no name, and "unfinished=1" if nothing had ended the slice. */
static gboolean
parse_slice (StrataText args,
             StrataKernelEvent *kernel)
{
  StrataText lane = args;
  gint64 is_unfinished = 0;

  kernel->device = cut_rest (&lane, " lane=");
  kernel->is_failure = strata_kernel_event_find_int (lane, "unfinished", &is_unfinished) && is_unfinished != 0;
  kernel->name = cut_rest (&kernel->device, " name=");
  kernel->text = cut_rest (&kernel->name, " args=");
  return kernel->device.n_bytes > 0 && strata_kernel_event_find_int (args, "cpu", &kernel->cpu) && strata_kernel_event_find_int (args, "id", &kernel->id);
}

/* "cpu=0 value=1708800 name=frequency max" */
static gboolean
parse_sample (StrataText args,
              StrataKernelEvent *kernel)
{
  StrataText text;
  double real;

  kernel->name = strata_kernel_event_get_rest (args, "name");
  if (!strata_kernel_event_find_int (args, "cpu", &kernel->cpu))
    return FALSE;
  if (strata_kernel_event_find_int (args, "value", &kernel->value))
    return TRUE;
  if (!strata_kernel_event_find_text (args, "value", &text))
    {
      kernel->is_announced = TRUE;
      return TRUE;
    }
  if (kernel->cpu >= 0 || !strata_mark_parse_real (text, &real))
    return FALSE;

  kernel->value = strata_real_to_bits (real);
  kernel->is_real = TRUE;
  return TRUE;
}

/* Reads a number that can be the id of a thread or process. */
static gboolean
find_thread_id (StrataText args,
                const char *key,
                gint64 least,
                gint64 *id)
{
  return strata_kernel_event_find_int (args, key, id) && *id >= least && *id <= G_MAXINT32;
}

/* "start=-1000 end=5000": distances from the event, each of which may be missing */
static void
parse_life (StrataText args,
            StrataKernelEvent *kernel)
{
  if (!strata_kernel_event_find_int (args, "start", &kernel->least))
    kernel->least = STRATA_NO_TIME;
  if (!strata_kernel_event_find_int (args, "end", &kernel->most))
    kernel->most = STRATA_NO_TIME;
}

/* "pid=31605 start=-1000 comm=sensors@1.0-ser name=android.hardware.sensors@1.0-service" */
static gboolean
parse_process (StrataText args,
               StrataKernelEvent *kernel)
{
  StrataText id = args;

  kernel->device = cut_rest (&id, " comm=");
  kernel->name = cut_rest (&kernel->device, " name=");
  parse_life (id, kernel);
  return find_thread_id (args, "pid", 0, &kernel->pid);
}

/* "pid=31605 tid=31612 start=-1000 end=5000 new=1 comm=RenderThread"; the pid may be -1 */
static gboolean
parse_thread (StrataText args,
              StrataKernelEvent *kernel)
{
  StrataText id = args;
  gint64 is_new;

  kernel->device = cut_rest (&id, " comm=");
  kernel->is_other = strata_kernel_event_find_int (id, "new", &is_new) && is_new != 0;
  parse_life (id, kernel);
  return find_thread_id (args, "pid", -1, &kernel->pid) && find_thread_id (args, "tid", 0, &kernel->id);
}

/* "call=1 sampled=0 thread=1 cookie=1 lasts=5 id=0x5 category=frame args=token=17,layer=a b" */
static gboolean
parse_attrs (StrataText args,
             StrataKernelEvent *kernel)
{
  StrataText flags = args;
  gint64 is_call;
  gint64 is_sampled;
  gint64 has_thread;
  gint64 has_cookie;

  kernel->device = cut_rest (&flags, " category=");
  kernel->name = cut_rest (&kernel->device, " args=");
  kernel->text = cut_rest (&flags, " id=");
  if (!strata_kernel_event_find_int (flags, "call", &is_call) || !strata_kernel_event_find_int (flags, "sampled", &is_sampled) || !strata_kernel_event_find_int (flags, "thread", &has_thread) || !strata_kernel_event_find_int (flags, "cookie", &has_cookie))
    return FALSE;

  kernel->is_call = is_call != 0;
  kernel->is_sampled = is_sampled != 0;
  kernel->is_other = has_thread == 0;
  kernel->has_no_cookie = has_cookie == 0;
  if (!strata_kernel_event_find_int (flags, "lasts", &kernel->value))
    kernel->value = -1;

  return TRUE;
}

/* "1d84000.ufshc: gating state changed to CLKS_OFF"; Perfetto has the number of the state. The value is the order in which the states
 * follow each other from stopped to running, as in Perfetto. */
static gboolean
parse_gating (StrataText args,
              StrataKernelEvent *kernel)
{
  static const char label[] = "changed to ";
  static const char *const states[] = { "CLKS_OFF", "CLKS_ON", "REQ_CLKS_OFF", "REQ_CLKS_ON" };
  static const guint8 values[] = { 0, 3, 1, 2 };
  const char *p = g_strstr_len (args.text, (gssize) args.n_bytes, label);
  gint64 number = -1;

  if (p != NULL)
    {
      const StrataText name = strata_text (p + strlen (label), args.text + args.n_bytes);

      for (guint i = 0; i < G_N_ELEMENTS (states); i++)
        if (strata_text_equals (name, states[i]))
          number = i;
    }
  else if (!strata_kernel_event_find_int (args, "state", &number))
    return FALSE;

  kernel->value = number >= 0 && number < (gint64) G_N_ELEMENTS (values) ? values[number] : 0;
  return TRUE;
}

/* Finds a number after a label and spaces. */
static gboolean
find_padded (StrataText args,
             const char *label,
             gint64 *value)
{
  g_autofree char *text = g_strndup (args.text, args.n_bytes);
  const char *begin = strstr (text, label);
  char *end = NULL;

  if (begin != NULL)
    *value = g_ascii_strtoll (begin + strlen (label), &end, 10);

  return begin != NULL && end > begin + strlen (label);
}

/* Finds a number in hexadecimal after a label. */
static gboolean
find_hex (StrataText args,
          const char *label,
          guint64 *value)
{
  const char *const end = args.text + args.n_bytes;
  const char *p = g_strstr_len (args.text, (gssize) args.n_bytes, label);

  if (p == NULL)
    return FALSE;

  *value = 0;
  for (p += strlen (label); p < end && g_ascii_isxdigit (*p); p++)
    *value = *value << 4 | (guint64) g_ascii_xdigit_value (*p);

  return TRUE;
}

/* "send_req: 1d84000.ufshc: tag: 1, DB: 0x5, size: 4096, IS: 0, LBA: 8, opcode: 0x28 (READ_10), group_id: 0x0". Each bit of the doorbell
 * is a pending command. Newer versions of Perfetto have a number instead of the first word. */
static gboolean
parse_commands (StrataText args,
                StrataKernelEvent *kernel)
{
  gint64 step = 0;
  guint64 doorbell;
  guint64 opcode = 0;
  guint64 group = 0;

  if (!find_hex (args, "DB: 0x", &doorbell))
    return FALSE;

  kernel->value = __builtin_popcountll (doorbell);
  kernel->id = -1;
  strata_kernel_event_find_int (args, "str_t", &step);
  if (!g_str_has_prefix (args.text, ":"))
    step = g_str_has_prefix (args.text, "send") ? 0 : g_str_has_prefix (args.text, "complete") ? 1
                                                                                               : 2;
  if (step < 0 || step > 1 || !find_hex (args, "opcode: 0x", &opcode) || !find_padded (args, " tag: ", &kernel->id))
    return TRUE;

  find_hex (args, "group_id: 0x", &group);
  kernel->least = step == 0 ? (gint64) (opcode & 0xff) : -1;
  kernel->most = (gint64) (group & 0xff);
  return TRUE;
}

/* "ec_num:    0, ec_fifo_ts: 2128620968, …, curr_ts: 223951052378946, curr_time: 223951135778716, …" in the kernel, with
 * the names of its fields in Perfetto. The value is how old the sample was when it was delivered. */
static gboolean
parse_sensor (StrataText args,
              StrataKernelEvent *kernel)
{
  gint64 now_ns;
  gint64 sample_ns;

  return (find_padded (args, "ec_num:", &kernel->id) || strata_kernel_event_find_int (args, "ec_sensor_num", &kernel->id)) &&
         (find_padded (args, "curr_time:", &now_ns) || strata_kernel_event_find_int (args, "current_time", &now_ns)) &&
         (find_padded (args, "curr_ts:", &sample_ns) || strata_kernel_event_find_int (args, "current_timestamp", &sample_ns)) &&
         !__builtin_sub_overflow (now_ns, sample_ns, &kernel->value);
}

/* "driver device, parent: none, noirq[suspend]" and "driver device, err=0" */
static gboolean
parse_callback (StrataText args,
                StrataKernelEvent *kernel)
{
  const char *space = memchr (args.text, ' ', args.n_bytes);
  const char *comma = g_strstr_len (args.text, (gssize) args.n_bytes, ", ");

  if (strata_kernel_event_find_name (args, "device", &kernel->name))
    return strata_kernel_event_find_name (args, "driver", &kernel->device);
  if (space == NULL || comma == NULL || comma < space)
    return FALSE;

  kernel->device = strata_text (args.text, space);
  kernel->name = strata_text (space + 1, comma);
  return TRUE;
}

/* "device status=RPM_ACTIVE", in other formats "name=device status=0" */
static gboolean
parse_runtime_power (StrataText args,
                     StrataKernelEvent *kernel)
{
  static const char *const names[] = { "RPM_INVALID", "RPM_ACTIVE", "RPM_RESUMING", "RPM_SUSPENDED", "RPM_SUSPENDING" };
  const char *status = g_strstr_len (args.text, (gssize) args.n_bytes, " status=");
  StrataText state;

  if (status == NULL || !strata_kernel_event_find_text (args, "status", &state))
    return FALSE;
  if (!strata_kernel_event_find_name (args, "name", &kernel->name))
    kernel->name = strata_text (args.text, status);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (strata_text_equals (state, names[i]))
      {
        kernel->value = (gint64) i - 1;
        return TRUE;
      }

  return strata_kernel_event_find_int (args, "status", &kernel->value);
}

/* "cpu: 0001 target: 187 step: 188 (function)" and "cpu: 0001  state: 187 step: 188 ret: 0" */
static gboolean
parse_hotplug (StrataText args,
               StrataKernelEvent *kernel)
{
  return (find_padded (args, "cpu:", &kernel->cpu) || strata_kernel_event_find_int (args, "cpu", &kernel->cpu)) &&
         (find_padded (args, "step:", &kernel->id) || strata_kernel_event_find_int (args, "idx", &kernel->id)) && kernel->cpu >= 0;
}

/* The number of a display or panel, the ports of a connection, or what happened in words */
static gboolean
parse_mark (StrataText args,
            StrataKernelEvent *kernel)
{
  static const char *const numbers[] = { "output_id", "panel_index", "crtc", "id" };

  if (strata_kernel_event_find_int (args, "sport", &kernel->least))
    return strata_kernel_event_find_int (args, "dport", &kernel->most);

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    if (strata_kernel_event_find_int (args, numbers[i], &kernel->id))
      return TRUE;

  return strata_kernel_event_find_name (args, "event", &kernel->name);
}

/* Events about devices. */
static gboolean
parse_device (StrataKernelKind kind,
              StrataText event,
              StrataText args,
              StrataKernelEvent *kernel)
{
  switch ((int) kind)
    {
    case STRATA_KERNEL_LOAD:
      return parse_load (args, kernel);
    case STRATA_KERNEL_SENT:
    case STRATA_KERNEL_RECEIVED:
      return parse_packet (args, kernel);
    case STRATA_KERNEL_WAKELOCK_BEGIN:
    case STRATA_KERNEL_WAKELOCK_END:
      return parse_wakelock (args, kernel);
    case STRATA_KERNEL_JOB:
    case STRATA_KERNEL_JOB_BEGIN:
    case STRATA_KERNEL_JOB_END:
      return parse_job (args, kernel);
    case STRATA_KERNEL_COMMAND_BEGIN:
    case STRATA_KERNEL_COMMAND_END:
      return parse_command (args, kernel);
    case STRATA_KERNEL_GPU_PERIOD:
      return parse_gpu_period (args, kernel);
    case STRATA_KERNEL_BATCH:
    case STRATA_KERNEL_BATCH_CLOCK:
    case STRATA_KERNEL_BATCH_DONE:
      return parse_batch (kind, args, kernel);
    case STRATA_KERNEL_SOCKET:
      return parse_socket (args, kernel);
    case STRATA_KERNEL_CALLBACK_BEGIN:
    case STRATA_KERNEL_CALLBACK_END:
      return parse_callback (args, kernel);
    case STRATA_KERNEL_RUNTIME_POWER:
      return parse_runtime_power (args, kernel);
    case STRATA_KERNEL_MCU_STATE:
      kernel->name = strata_text (g_strstr_len (event.text, (gssize) event.n_bytes, "_MCU_") + 5, event.text + event.n_bytes);
      return TRUE;
    case STRATA_KERNEL_HOTPLUG_BEGIN:
    case STRATA_KERNEL_HOTPLUG_END:
      return parse_hotplug (args, kernel);
    case STRATA_KERNEL_MARK:
      return parse_mark (args, kernel);
    case STRATA_KERNEL_DRIVER_BEGIN:
    case STRATA_KERNEL_DRIVER_END:
      kernel->name = strata_kernel_event_get_operation (event);
      return TRUE;
    case STRATA_KERNEL_COMMANDS:
      return parse_commands (args, kernel);
    case STRATA_KERNEL_GATING:
      return parse_gating (args, kernel);
    case STRATA_KERNEL_SENSOR:
      return parse_sensor (args, kernel);
    case STRATA_KERNEL_TRAP:
      kernel->name = event;
      return TRUE;
    }

  return TRUE;
}

/* Events about system calls, memory, the GPU and the display. */
static gboolean
parse_resource (StrataKernelKind kind,
                StrataText event,
                StrataText args,
                StrataKernelEvent *kernel)
{
  switch ((int) kind)
    {
    case STRATA_KERNEL_SYSCALL:
      return parse_system_call (event, args, kernel);
    case STRATA_KERNEL_RECLAIM_BEGIN:
    case STRATA_KERNEL_RECLAIM_END:
      kernel->name = event;
      return TRUE;
    case STRATA_KERNEL_FUNCTION_BEGIN:
    case STRATA_KERNEL_FUNCTION_END:
      return parse_function (args, kernel);
    case STRATA_KERNEL_PROBE:
      return parse_probe (args, kernel);
    case STRATA_KERNEL_GPU_FREQUENCY:
      return parse_gpu_frequency (args, kernel);
    case STRATA_KERNEL_FENCE_BEGIN:
    case STRATA_KERNEL_FENCE_END:
    case STRATA_KERNEL_FENCE_WAIT:
    case STRATA_KERNEL_FENCE_WAITED:
    case STRATA_KERNEL_FENCE_WATCH:
      return parse_fence (args, kernel);
    case STRATA_KERNEL_KILL:
    case STRATA_KERNEL_VICTIM:
      return parse_kill (args, kernel);
    case STRATA_KERNEL_SUSPEND:
      return parse_suspend (args, kernel);
    case STRATA_KERNEL_HEAP:
      return parse_heap (event, args, kernel);
    case STRATA_KERNEL_FAULTS:
      return parse_faults (args, kernel);
    case STRATA_KERNEL_SLICE_BEGIN:
    case STRATA_KERNEL_SLICE_END:
      return parse_slice (args, kernel);
    case STRATA_KERNEL_SAMPLE:
      return parse_sample (args, kernel);
    case STRATA_KERNEL_PROCESS:
      return parse_process (args, kernel);
    case STRATA_KERNEL_THREAD:
      return parse_thread (args, kernel);
    case STRATA_KERNEL_UNKNOWN:
    case STRATA_KERNEL_LEFT:
      return find_thread_id (args, "pid", 0, &kernel->pid);
    case STRATA_KERNEL_ATTRS:
      return parse_attrs (args, kernel);
    }

  return TRUE;
}

/* Finds the number after a word, as printed by Android's file system events: "ino 836, offset 0". */
static gboolean
find_behind (StrataText args,
             const char *word,
             guint64 *value)
{
  const char *const end = args.text + args.n_bytes;
  const char *begin = g_strstr_len (args.text, (gssize) args.n_bytes, word);

  if (begin == NULL || (begin > args.text && begin[-1] != ' '))
    return FALSE;

  const char *p = begin + strlen (word);
  const char *const digits = p;

  for (*value = 0; p < end && g_ascii_isdigit (*p); p++)
    *value = *value * 10 + (guint64) (*p - '0');

  return p > digits;
}

/* One thread requests data of a file, and another may receive it: both events contain the inode and the offset. */
static gboolean
parse_file (StrataText event,
            StrataText args,
            StrataKernelEvent *kernel)
{
  guint64 inode;
  guint64 offset;

  kernel->name = strata_kernel_event_get_operation (event);
  if (strata_kernel_event_names_inode (event) && find_behind (args, "ino ", &inode) && find_behind (args, "offset ", &offset))
    kernel->id = (gint64) ((inode * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) ^ offset) >> 2 | G_GUINT64_CONSTANT (1) << 62);

  return TRUE;
}

/**
 * strata_kernel_event_parse:
 * @kind: its kind
 * @event: its name
 * @args: its arguments
 * @kernel: (out): the decoded arguments
 *
 * Parses the arguments of an event as the kernel prints them.
 *
 * Returns: whether they could be parsed
 */
gboolean
strata_kernel_event_parse (StrataKernelKind kind,
                           StrataText event,
                           StrataText args,
                           StrataKernelEvent *kernel)
{
  const StrataKernelKeys *keys = strata_kernel_keys_find (kind);

  *kernel = (StrataKernelEvent){ .text = args, .name = { "", 0 }, .device = { "", 0 } };
  if (keys != NULL)
    return strata_kernel_keys_parse (keys, args, kernel);
  if (kind >= STRATA_KERNEL_DSP_MEMORY && kind < STRATA_KERNEL_SLICE_BEGIN)
    return parse_device (kind, event, args, kernel);
  if (kind >= STRATA_KERNEL_SYSCALL)
    return parse_resource (kind, event, args, kernel);

  switch ((int) kind)
    {
    case STRATA_KERNEL_FREQUENCY_LIMITS:
      return parse_limits (args, kernel);
    case STRATA_KERNEL_IPI_BEGIN:
    case STRATA_KERNEL_IPI_END:
      return parse_ipi (args, kernel);
    case STRATA_KERNEL_WORK_BEGIN:
    case STRATA_KERNEL_WORK_END:
      return strata_kernel_event_parse_work (args, &kernel->id, &kernel->name);
    case STRATA_KERNEL_FILE_BEGIN:
    case STRATA_KERNEL_FILE_END:
      return parse_file (event, args, kernel);
    case STRATA_KERNEL_BLOCK_BEGIN:
    case STRATA_KERNEL_BLOCK_END:
      return parse_block (args, kernel);
    case STRATA_KERNEL_BINDER_RETURN:
      return parse_binder_return (args, kernel);
    case STRATA_KERNEL_CLOCK_RATE:
      return parse_clock_rate (args, kernel);
    case STRATA_KERNEL_SIGNAL:
    case STRATA_KERNEL_SIGNAL_DELIVERED:
      return parse_signal (args, kernel, kind == STRATA_KERNEL_SIGNAL_DELIVERED);
    case STRATA_KERNEL_OTHER:
      break;
    }

  return TRUE;
}
