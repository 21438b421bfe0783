/* strata-kernel-event.c - parses arguments of kernel events other than scheduling
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-kernel-event.h"

#include <stdlib.h>
#include <string.h>

#include "strata-hex-digit.h"

typedef struct
{
  const char *name;
  StrataKernelKind kind;
} Row;

/* Sorted by length, then by bytes. */
static const Row rows[] = {
  { "console", STRATA_KERNEL_CONSOLE },
  { "cpu_idle", STRATA_KERNEL_IDLE },
  { "host_smc", STRATA_KERNEL_TRAP },
  { "hyp_exit", STRATA_KERNEL_DRIVER_END },
  { "ion_stat", STRATA_KERNEL_HEAP },
  { "ipi_exit", STRATA_KERNEL_IPI_END },
  { "rss_stat", STRATA_KERNEL_RSS },
  { "sys_exit", STRATA_KERNEL_SYSCALL },
  { "hyp_enter", STRATA_KERNEL_DRIVER_BEGIN },
  { "ipi_entry", STRATA_KERNEL_IPI_BEGIN },
  { "kfree_skb", STRATA_KERNEL_DROPPED },
  { "sys_enter", STRATA_KERNEL_SYSCALL },
  { "v4l2_qbuf", STRATA_KERNEL_VIDEO },
  { "cpuhp_exit", STRATA_KERNEL_HOTPLUG_END },
  { "dcvsh_freq", STRATA_KERNEL_FREQUENCY },
  { "fence_init", STRATA_KERNEL_FENCE_BEGIN },
  { "host_hcall", STRATA_KERNEL_TRAP },
  { "rpm_status", STRATA_KERNEL_RUNTIME_POWER },
  { "v4l2_dqbuf", STRATA_KERNEL_VIDEO },
  { "binder_lock", STRATA_KERNEL_LOCK },
  { "cdev_update", STRATA_KERNEL_COOLING },
  { "cpuhp_enter", STRATA_KERNEL_HOTPLUG_BEGIN },
  { "drm_run_job", STRATA_KERNEL_JOB_BEGIN },
  { "f2fs_iostat", STRATA_KERNEL_FILE_COUNTS },
  { "mark_victim", STRATA_KERNEL_VICTIM },
  { "strata_left", STRATA_KERNEL_LEFT },
  { "strata_loss", STRATA_KERNEL_LOSS },
  { "clk_set_rate", STRATA_KERNEL_CLOCK_RATE },
  { "clock_enable", STRATA_KERNEL_CLOCK_RATE },
  { "kprobe_event", STRATA_KERNEL_PROBE },
  { "net_dev_xmit", STRATA_KERNEL_SENT },
  { "scm_call_end", STRATA_KERNEL_DRIVER_END },
  { "softirq_exit", STRATA_KERNEL_SOFTIRQ_END },
  { "strata_attrs", STRATA_KERNEL_ATTRS },
  { "binder_locked", STRATA_KERNEL_LOCK },
  { "binder_return", STRATA_KERNEL_BINDER_RETURN },
  { "binder_unlock", STRATA_KERNEL_LOCK },
  { "block_io_done", STRATA_KERNEL_BLOCK_END },
  { "clock_disable", STRATA_KERNEL_CLOCK_RATE },
  { "cpu_frequency", STRATA_KERNEL_FREQUENCY },
  { "dma_heap_stat", STRATA_KERNEL_HEAP },
  { "drm_sched_job", STRATA_KERNEL_JOB },
  { "gpu_frequency", STRATA_KERNEL_GPU_FREQUENCY },
  { "gpu_mem_total", STRATA_KERNEL_GPU_MEMORY },
  { "host_ffa_call", STRATA_KERNEL_TRAP },
  { "ion_heap_grow", STRATA_KERNEL_HEAP },
  { "softirq_entry", STRATA_KERNEL_SOFTIRQ_BEGIN },
  { "strata_thread", STRATA_KERNEL_THREAD },
  { "vb2_v4l2_qbuf", STRATA_KERNEL_VIDEO },
  { "block_io_start", STRATA_KERNEL_BLOCK_BEGIN },
  { "block_rq_issue", STRATA_KERNEL_BLOCK_BEGIN },
  { "clock_set_rate", STRATA_KERNEL_CLOCK_RATE },
  { "cma_alloc_info", STRATA_KERNEL_RECLAIM_END },
  { "dma_fence_init", STRATA_KERNEL_FENCE_BEGIN },
  { "fence_signaled", STRATA_KERNEL_FENCE_END },
  { "fence_wait_end", STRATA_KERNEL_FENCE_WAITED },
  { "funcgraph_exit", STRATA_KERNEL_FUNCTION_END },
  { "gram_collision", STRATA_KERNEL_MARK },
  { "host_mem_abort", STRATA_KERNEL_TRAP },
  { "lowmemory_kill", STRATA_KERNEL_KILL },
  { "scm_call_start", STRATA_KERNEL_DRIVER_BEGIN },
  { "signal_deliver", STRATA_KERNEL_SIGNAL_DELIVERED },
  { "strata_counter", STRATA_KERNEL_SAMPLE },
  { "strata_process", STRATA_KERNEL_PROCESS },
  { "strata_unknown", STRATA_KERNEL_UNKNOWN },
  { "suspend_resume", STRATA_KERNEL_SUSPEND },
  { "ufshcd_command", STRATA_KERNEL_COMMANDS },
  { "vb2_v4l2_dqbuf", STRATA_KERNEL_VIDEO },
  { "cma_alloc_start", STRATA_KERNEL_RECLAIM_BEGIN },
  { "dmabuf_rss_stat", STRATA_KERNEL_BUFFERS },
  { "funcgraph_entry", STRATA_KERNEL_FUNCTION_BEGIN },
  { "gpu_power_state", STRATA_KERNEL_GPU_STATE },
  { "gpu_work_period", STRATA_KERNEL_GPU_PERIOD },
  { "ion_heap_shrink", STRATA_KERNEL_HEAP },
  { "mm_event_record", STRATA_KERNEL_FAULTS },
  { "signal_generate", STRATA_KERNEL_SIGNAL },
  { "cma_alloc_finish", STRATA_KERNEL_RECLAIM_END },
  { "drm_vblank_event", STRATA_KERNEL_VBLANK },
  { "fastrpc_dma_stat", STRATA_KERNEL_DSP_MEMORY },
  { "fence_wait_start", STRATA_KERNEL_FENCE_WAIT },
  { "google_icc_event", STRATA_KERNEL_MARK },
  { "google_irm_event", STRATA_KERNEL_MARK },
  { "irq_handler_exit", STRATA_KERNEL_IRQ_END },
  { "local_timer_exit", STRATA_KERNEL_DRIVER_END },
  { "block_rq_complete", STRATA_KERNEL_BLOCK_END },
  { "cpuhp_multi_enter", STRATA_KERNEL_HOTPLUG_BEGIN },
  { "devfreq_frequency", STRATA_KERNEL_CLOCK_RATE },
  { "drm_sched_job_run", STRATA_KERNEL_JOB_BEGIN },
  { "irq_handler_entry", STRATA_KERNEL_IRQ_BEGIN },
  { "local_timer_entry", STRATA_KERNEL_DRIVER_BEGIN },
  { "mm_compaction_end", STRATA_KERNEL_RECLAIM_END },
  { "netif_receive_skb", STRATA_KERNEL_RECEIVED },
  { "strata_kernel_end", STRATA_KERNEL_SLICE_END },
  { "ufshcd_clk_gating", STRATA_KERNEL_GATING },
  { "vb2_v4l2_buf_done", STRATA_KERNEL_VIDEO },
  { "binder_transaction", STRATA_KERNEL_BINDER },
  { "dma_fence_signaled", STRATA_KERNEL_FENCE_END },
  { "dma_fence_wait_end", STRATA_KERNEL_FENCE_WAITED },
  { "drm_sched_job_done", STRATA_KERNEL_JOB_END },
  { "kgsl_gpu_frequency", STRATA_KERNEL_GPU_FREQUENCY },
  { "mm_shrink_slab_end", STRATA_KERNEL_RECLAIM_END },
  { "rss_stat_throttled", STRATA_KERNEL_RSS },
  { "sched_cpu_util_cfs", STRATA_KERNEL_LOAD },
  { "tcp_retransmit_skb", STRATA_KERNEL_MARK },
  { "vb2_v4l2_buf_queue", STRATA_KERNEL_VIDEO },
  { "drm_sched_job_queue", STRATA_KERNEL_JOB },
  { "f2fs_iostat_latency", STRATA_KERNEL_FILE_COUNTS },
  { "fence_enable_signal", STRATA_KERNEL_FENCE_WATCH },
  { "hrtimer_expire_exit", STRATA_KERNEL_DRIVER_END },
  { "hypervisor_host_smc", STRATA_KERNEL_TRAP },
  { "hypervisor_hyp_exit", STRATA_KERNEL_DRIVER_END },
  { "inet_sock_set_state", STRATA_KERNEL_SOCKET },
  { "mm_compaction_begin", STRATA_KERNEL_RECLAIM_BEGIN },
  { "panel_settings_full", STRATA_KERNEL_MARK },
  { "panel_settings_lite", STRATA_KERNEL_MARK },
  { "strata_kernel_begin", STRATA_KERNEL_SLICE_BEGIN },
  { "thermal_temperature", STRATA_KERNEL_TEMPERATURE },
  { "adreno_cmdbatch_sync", STRATA_KERNEL_BATCH_CLOCK },
  { "cpu_frequency_limits", STRATA_KERNEL_FREQUENCY_LIMITS },
  { "dma_fence_wait_start", STRATA_KERNEL_FENCE_WAIT },
  { "hrtimer_expire_entry", STRATA_KERNEL_DRIVER_BEGIN },
  { "hypervisor_hyp_enter", STRATA_KERNEL_DRIVER_BEGIN },
  { "mali_gpu_power_state", STRATA_KERNEL_GPU_POWER },
  { "mm_shrink_slab_start", STRATA_KERNEL_RECLAIM_BEGIN },
  { "oom_score_adj_update", STRATA_KERNEL_OOM_SCORE },
  { "virtio_gpu_cmd_queue", STRATA_KERNEL_COMMAND_BEGIN },
  { "dpu_disp_dpu_underrun", STRATA_KERNEL_MARK },
  { "drm_sched_process_job", STRATA_KERNEL_JOB_END },
  { "hypervisor_host_hcall", STRATA_KERNEL_TRAP },
  { "napi_gro_receive_exit", STRATA_KERNEL_DRIVER_END },
  { "workqueue_execute_end", STRATA_KERNEL_WORK_END },
  { "adreno_cmdbatch_queued", STRATA_KERNEL_BATCH },
  { "cros_ec_sensorhub_data", STRATA_KERNEL_SENSOR },
  { "device_pm_callback_end", STRATA_KERNEL_CALLBACK_END },
  { "mali_CSF_INTERRUPT_END", STRATA_KERNEL_DRIVER_END },
  { "mali_KCPU_CQS_WAIT_END", STRATA_KERNEL_DRIVER_END },
  { "napi_gro_receive_entry", STRATA_KERNEL_DRIVER_BEGIN },
  { "suspend_resume_minimal", STRATA_KERNEL_SUSPEND },
  { "wakeup_source_activate", STRATA_KERNEL_WAKELOCK_BEGIN },
  { "adreno_cmdbatch_retired", STRATA_KERNEL_BATCH_DONE },
  { "dma_fence_enable_signal", STRATA_KERNEL_FENCE_WATCH },
  { "virtio_gpu_cmd_response", STRATA_KERNEL_COMMAND_END },
  { "workqueue_execute_start", STRATA_KERNEL_WORK_BEGIN },
  { "device_pm_callback_start", STRATA_KERNEL_CALLBACK_BEGIN },
  { "mali_CSF_INTERRUPT_START", STRATA_KERNEL_DRIVER_BEGIN },
  { "mali_KCPU_CQS_WAIT_START", STRATA_KERNEL_DRIVER_BEGIN },
  { "mali_KCPU_FENCE_WAIT_END", STRATA_KERNEL_DRIVER_END },
  { "wakeup_source_deactivate", STRATA_KERNEL_WAKELOCK_END },
  { "hypervisor_host_mem_abort", STRATA_KERNEL_TRAP },
  { "dpu_disp_dpu_line_underrun", STRATA_KERNEL_MARK },
  { "drm_vblank_event_delivered", STRATA_KERNEL_MARK },
  { "mali_KCPU_FENCE_WAIT_START", STRATA_KERNEL_DRIVER_BEGIN },
  { "binder_transaction_received", STRATA_KERNEL_BINDER_RECEIVED },
  { "dpu_disp_frame_done_missing", STRATA_KERNEL_MARK },
  { "dpu_disp_frame_done_timeout", STRATA_KERNEL_MARK },
  { "mm_vmscan_memcg_reclaim_end", STRATA_KERNEL_RECLAIM_END },
  { "dpu_disp_frame_start_missing", STRATA_KERNEL_MARK },
  { "dpu_disp_frame_start_timeout", STRATA_KERNEL_MARK },
  { "mm_vmscan_direct_reclaim_end", STRATA_KERNEL_RECLAIM_END },
  { "mm_vmscan_memcg_reclaim_begin", STRATA_KERNEL_RECLAIM_BEGIN },
  { "mm_vmscan_direct_reclaim_begin", STRATA_KERNEL_RECLAIM_BEGIN },
};

static int
compare_name (gconstpointer key,
              gconstpointer element)
{
  const StrataText *text = key;
  const Row *row = element;
  const gsize n_bytes = strlen (row->name);

  if (text->n_bytes != n_bytes)
    return text->n_bytes < n_bytes ? -1 : 1;

  return memcmp (text->text, row->name, n_bytes);
}

static gboolean
has_prefix (StrataText text,
            const char *prefix)
{
  const gsize n_bytes = strlen (prefix);

  return text.n_bytes > n_bytes && memcmp (text.text, prefix, n_bytes) == 0;
}

static gsize
match_suffix (StrataText text,
              const char *suffix)
{
  const gsize n_bytes = strlen (suffix);

  return text.n_bytes > n_bytes && memcmp (text.text + text.n_bytes - n_bytes, suffix, n_bytes) == 0 ? n_bytes : 0;
}

static gsize
get_begin_suffix (StrataText event)
{
  return match_suffix (event, "_enter") + match_suffix (event, "_begin") + match_suffix (event, "_start") + match_suffix (event, "_entry") + match_suffix (event, "_START");
}

static gsize
get_end_suffix (StrataText event)
{
  return match_suffix (event, "_exit") + match_suffix (event, "_end") + match_suffix (event, "_END");
}

/**
 * strata_kernel_event_names_inode:
 * @event: name of an event of kind %STRATA_KERNEL_FILE_BEGIN or %STRATA_KERNEL_FILE_END
 *
 * Returns: whether its arguments contain the inode and the offset, which distinguish it from others with its name
 */
gboolean
strata_kernel_event_names_inode (StrataText event)
{
  return has_prefix (event, "android_fs_");
}

/* File systems have many events, named in pairs. */
static StrataKernelKind
get_file_kind (StrataText event)
{
  if (!has_prefix (event, "f2fs_") && !has_prefix (event, "ext4_") && !strata_kernel_event_names_inode (event) && !has_prefix (event, "erofs_"))
    return STRATA_KERNEL_OTHER;
  if (get_begin_suffix (event) > 0)
    return STRATA_KERNEL_FILE_BEGIN;

  return get_end_suffix (event) > 0 ? STRATA_KERNEL_FILE_END : STRATA_KERNEL_OTHER;
}

/* The microcontroller of a Mali GPU has an event for each of its states. Perfetto repeats the name of the driver. */
static gboolean
is_mcu_state (StrataText event)
{
  return has_prefix (event, "mali_PM_MCU_") || has_prefix (event, "mali_mali_PM_MCU_");
}

/**
 * strata_kernel_event_get_kind:
 * @event: name of an event
 *
 * Returns: its kind
 */
StrataKernelKind
strata_kernel_event_get_kind (StrataText event)
{
  const Row *row = bsearch (&event, rows, G_N_ELEMENTS (rows), sizeof (Row), compare_name);

  if (row == NULL && has_prefix (event, "sys_"))
    return STRATA_KERNEL_SYSCALL;
  if (row == NULL && is_mcu_state (event))
    return STRATA_KERNEL_MCU_STATE;

  return row != NULL ? row->kind : get_file_kind (event);
}

/**
 * strata_kernel_event_get_operation:
 * @event: name of an event of kind %STRATA_KERNEL_FILE_BEGIN, %STRATA_KERNEL_DRIVER_BEGIN or an end of these
 *
 * Returns: the common part of the names of both events of the pair, such as "f2fs_sync_file"
 */
StrataText
strata_kernel_event_get_operation (StrataText event)
{
  event.n_bytes -= get_begin_suffix (event) + get_end_suffix (event);

  return event;
}

/* Finds "key=" at the start or after a space; returns the text after it. */
static const char *
find_key (StrataText args,
          const char *key)
{
  const char *const end = args.text + args.n_bytes;
  const gsize n_bytes = strlen (key);

  if (args.n_bytes <= n_bytes)
    return NULL;

  for (const char *p = args.text + n_bytes; p < end && (p = memchr (p, '=', (gsize) (end - p))) != NULL; p++)
    {
      const char *begin = p - n_bytes;

      if ((begin == args.text || begin[-1] == ' ' || begin[-1] == '[') && memcmp (begin, key, n_bytes) == 0)
        return p + 1;
    }

  return NULL;
}

/**
 * strata_kernel_event_find_text:
 * @args: "key=value key=value"
 * @key: a key
 * @value: (out): its value, up to the next space, comma or bracket
 *
 * Returns: whether there is one
 */
gboolean
strata_kernel_event_find_text (StrataText args,
                               const char *key,
                               StrataText *value)
{
  const char *const end = args.text + args.n_bytes;
  const char *begin = find_key (args, key);
  const char *p = begin;

  if (begin == NULL)
    return FALSE;

  while (p < end && *p != ' ' && *p != ',' && *p != ']')
    p++;

  *value = strata_text (begin, p);
  return TRUE;
}

/* Returns the end of a value that may contain spaces: before the next "key=", or before the closing bracket. */
static const char *
find_value_end (const char *begin,
                const char *end)
{
  const char *equals = memchr (begin, '=', (gsize) (end - begin));
  const char *space = equals != NULL ? memrchr (begin, ' ', (gsize) (equals - begin)) : NULL;

  if (space != NULL)
    return space > begin && space[-1] == ',' ? space - 1 : space;

  return end > begin && end[-1] == ']' ? end - 1 : end;
}

/**
 * strata_kernel_event_find_name:
 * @args: "key=value key=value"
 * @key: a key
 * @name: (out): its value, which may contain spaces: "thermal_zone=cpu big temp=40000"
 *
 * Returns: whether there is one
 */
gboolean
strata_kernel_event_find_name (StrataText args,
                               const char *key,
                               StrataText *name)
{
  const char *begin = find_key (args, key);

  if (begin == NULL)
    return FALSE;

  *name = strata_text (begin, find_value_end (begin, args.text + args.n_bytes));
  return TRUE;
}

/**
 * strata_kernel_event_get_rest:
 * @args: "key=value key=value"
 * @key: a key, whose value may contain spaces and is last
 *
 * Returns: its value; empty if there is none
 */
StrataText
strata_kernel_event_get_rest (StrataText args,
                              const char *key)
{
  const char *const end = args.text + args.n_bytes;
  const char *begin = find_key (args, key);

  return begin != NULL ? strata_text (begin, end) : strata_text (end, end);
}

static guint
get_digit (char c,
           guint base)
{
  const guint digit = strata_hex_digit (c);

  return digit < base ? digit : G_MAXUINT;
}

/* Reads a number with a sign or in hexadecimal; fails if it exceeds 64 bits. */
static gboolean
parse_int (StrataText text,
           gint64 *value)
{
  const char *p = text.text;
  const char *const end = p + text.n_bytes;
  const gboolean is_negative = p < end && *p == '-';
  guint base = 10;
  guint64 sum = 0;

  p += is_negative;
  if (end - p > 2 && p[0] == '0' && p[1] == 'x')
    {
      base = 16;
      p += 2;
    }

  const char *const begin = p;

  for (guint digit; p < end && (digit = get_digit (*p, base)) != G_MAXUINT; p++)
    if (__builtin_mul_overflow (sum, (guint64) base, &sum) || __builtin_add_overflow (sum, (guint64) digit, &sum))
      return FALSE;

  *value = (gint64) (is_negative ? 0 - sum : sum);
  return p > begin && p == end;
}

/**
 * strata_kernel_event_find_int:
 * @args: "key=value key=value"
 * @key: a key
 * @value: (out): its value; an unsigned 64-bit value keeps its bits
 *
 * Returns: whether there is one
 */
gboolean
strata_kernel_event_find_int (StrataText args,
                              const char *key,
                              gint64 *value)
{
  StrataText text;

  return strata_kernel_event_find_text (args, key, &text) && parse_int (text, value);
}

/**
 * strata_kernel_event_find_size:
 * @args: "key=value key=value"
 * @key: a key
 * @size: (out): its value, without its unit: "4096B"; older kernels print no unit
 *
 * The kernel sums the counts of its CPUs with a delay, so a size may be below 0 for a moment.
 *
 * Returns: whether there is one
 */
gboolean
strata_kernel_event_find_size (StrataText args,
                               const char *key,
                               gint64 *size)
{
  StrataText text;
  guint64 magnitude;

  if (!strata_kernel_event_find_text (args, key, &text))
    return FALSE;

  const gboolean is_negative = text.n_bytes > 0 && *text.text == '-';

  if (strata_text_parse_uint (text.text + is_negative, text.text + text.n_bytes, G_MAXINT64, &magnitude) == NULL)
    return FALSE;

  *size = is_negative ? -(gint64) magnitude : (gint64) magnitude;
  return TRUE;
}

static StrataText
take_word (StrataText *text)
{
  const char *const end = text->text + text->n_bytes;
  const char *begin = text->text;

  while (begin < end && *begin == ' ')
    begin++;

  const char *p = begin;

  while (p < end && *p != ' ')
    p++;

  *text = strata_text (p, end);
  return strata_text (begin, p);
}

/* Skips "(command)", which is "()" except for rare requests. */
static void
skip_command (StrataText *text)
{
  const char *close = memchr (text->text, ')', text->n_bytes);

  if (close != NULL && memchr (text->text, '(', (gsize) (close - text->text)) != NULL)
    *text = strata_text (close + 1, text->text + text->n_bytes);
}

/**
 * strata_kernel_event_parse_block:
 * @args: of block_rq_issue, "8,0 WS 4096 () 1234 + 8 [comm]", or of block_rq_complete, without the bytes
 * @block: (out): the request
 *
 * Returns: whether they could be parsed
 */
gboolean
strata_kernel_event_parse_block (StrataText args,
                                 StrataBlockEvent *block)
{
  block->device = take_word (&args);
  block->operation = take_word (&args);
  skip_command (&args);

  if (!parse_int (take_word (&args), &block->sector))
    return FALSE;

  const StrataText plus = take_word (&args);

  return plus.n_bytes == 1 && *plus.text == '+' && parse_int (take_word (&args), &block->n_sectors) && block->device.n_bytes > 0;
}

/**
 * strata_kernel_event_parse_work:
 * @args: of workqueue_execute_start or workqueue_execute_end, "work struct 0xffff…: function name"
 * @work: (out): the address of the work
 * @function: (out): the function that is called; empty if the kernel does not print it
 *
 * Returns: whether they could be parsed
 */
gboolean
strata_kernel_event_parse_work (StrataText args,
                                gint64 *work,
                                StrataText *function)
{
  const char *const end = args.text + args.n_bytes;

  take_word (&args);
  take_word (&args);

  StrataText address = take_word (&args);

  if (address.n_bytes > 0 && address.text[address.n_bytes - 1] == ':')
    address.n_bytes--;

  take_word (&args);

  /* a function of a module is followed by the module, "function [module]" */
  *function = take_word (&args);
  if (args.n_bytes > 3 && args.text[1] == '[' && args.text[args.n_bytes - 1] == ']')
    *function = strata_text (function->text, end);
  if (function->n_bytes == 0)
    *function = strata_text (end, end);

  /* Kernels print addresses with and without 0x. */
  char text[32];

  g_snprintf (text, sizeof text, "0x%.*s", (int) MIN (address.n_bytes, 20), address.text);

  return parse_int (address.n_bytes > 2 && address.text[1] == 'x' ? address : (StrataText){ text, strlen (text) }, work);
}
