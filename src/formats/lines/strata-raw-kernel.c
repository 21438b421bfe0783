/* strata-raw-kernel.c - recognises the lines of kernel items
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-raw-kernel.h"

#include <string.h>

#include "strata-kernel-event.h"

static gboolean
is_block (const StrataRawLine *line,
          gint64 sector)
{
  StrataBlockEvent block;

  return strata_kernel_event_parse_block (line->event.args, &block) && block.sector == sector;
}

static gboolean
is_work (const StrataRawLine *line,
         gint64 work)
{
  StrataText function;
  gint64 value;

  return strata_kernel_event_parse_work (line->event.args, &value, &function) && value == work;
}

static gboolean
has_int (const StrataRawLine *line,
         const char *key,
         gint64 wanted)
{
  gint64 value;

  return strata_kernel_event_find_int (line->event.args, key, &value) && value == wanted;
}

/* The end of a call, and the slice that serves it, are recognised by the transaction of the reply. */
static gboolean
is_binder (const StrataRawLine *line,
           StrataKernelKind kind,
           gint64 transaction,
           gboolean is_begin)
{
  if (is_begin)
    return has_int (line, "transaction", transaction);

  return kind == STRATA_KERNEL_BINDER_RETURN || !has_int (line, "transaction", transaction);
}

/* An event of the idle state may end one state and begin the next. */
static gboolean
is_of_cpu (const StrataRawLine *line,
           StrataKernelKind kind,
           gint64 cpu,
           gint64 cookie,
           gboolean is_begin)
{
  if (kind == STRATA_KERNEL_IDLE)
    return has_int (line, "cpu_id", cpu - line->device * STRATA_DEVICE_CPUS);
  if ((gint64) line->event.cpu != cpu)
    return FALSE;
  if (kind == (is_begin ? STRATA_KERNEL_IRQ_BEGIN : STRATA_KERNEL_IRQ_END))
    return has_int (line, "irq", cookie);
  if (kind == (is_begin ? STRATA_KERNEL_SOFTIRQ_BEGIN : STRATA_KERNEL_SOFTIRQ_END))
    return has_int (line, "vec", cookie);

  return kind == (is_begin ? STRATA_KERNEL_IPI_BEGIN : STRATA_KERNEL_IPI_END);
}

static gboolean
is_of_thread (const StrataRawLine *line,
              StrataKernelKind kind,
              gint64 cookie,
              gboolean is_begin)
{
  if (kind == STRATA_KERNEL_BINDER || kind == STRATA_KERNEL_BINDER_RECEIVED || kind == STRATA_KERNEL_BINDER_RETURN)
    return is_binder (line, kind, cookie, is_begin);
  if (kind == (is_begin ? STRATA_KERNEL_WORK_BEGIN : STRATA_KERNEL_WORK_END))
    return is_work (line, cookie);

  return kind == (is_begin ? STRATA_KERNEL_FILE_BEGIN : STRATA_KERNEL_FILE_END);
}

/* Data of a file may arrive on a different thread than the one that requested it. */
static gboolean
is_for_other (const StrataRawLine *line,
              StrataKernelKind kind,
              gboolean is_begin)
{
  StrataKernelEvent event;

  return kind == STRATA_KERNEL_FILE_END && !is_begin && strata_kernel_event_parse (kind, line->event.event, line->event.args, &event) && event.id != 0;
}

/**
 * strata_raw_is_kernel_slice:
 * @line: a line at the time at which a kernel slice begins or ends
 * @tid: thread of its lane, or -1
 * @cpu: CPU of its lane, or -1; if both are -1, it is a request to a device
 * @cookie: its cookie
 * @is_begin: whether the slice begins then
 *
 * Returns: whether the line is that begin or end
 */
gboolean
strata_raw_is_kernel_slice (const StrataRawLine *line,
                            gint64 tid,
                            gint64 cpu,
                            gint64 cookie,
                            gboolean is_begin)
{
  const StrataKernelKind kind = strata_kernel_event_get_kind (line->event.event);

  if (kind == STRATA_KERNEL_OTHER)
    return FALSE;
  if (tid >= 0)
    return ((gint64) line->event.tid == tid || is_for_other (line, kind, is_begin)) && is_of_thread (line, kind, cookie, is_begin);
  if (cpu >= 0)
    return is_of_cpu (line, kind, cpu, cookie, is_begin);

  return kind == (is_begin ? STRATA_KERNEL_BLOCK_BEGIN : STRATA_KERNEL_BLOCK_END) && is_block (line, cookie);
}

/**
 * strata_raw_is_kernel_sample:
 * @line: a line at the time of a sample
 * @cpu: CPU of its counter, or -1
 * @value: its value
 *
 * Returns: whether the line is a kernel event with that value
 */
gboolean
strata_raw_is_kernel_sample (const StrataRawLine *line,
                             gint64 cpu,
                             gint64 value)
{
  const StrataText args = line->event.args;
  char text[32];

  if (strata_kernel_event_get_kind (line->event.event) == STRATA_KERNEL_OTHER || (cpu >= 0 && !has_int (line, "cpu_id", cpu - line->device * STRATA_DEVICE_CPUS)))
    return FALSE;

  g_snprintf (text, sizeof text, "=%" G_GINT64_FORMAT, value);
  return g_strstr_len (args.text, (gssize) args.n_bytes, text) != NULL;
}

/**
 * strata_raw_is_kernel_instant:
 * @line: a line at the time of an instant, of its thread
 * @name: its name
 *
 * Returns: whether the line is a kernel event that reports it: a signal, or a binder message
 */
gboolean
strata_raw_is_kernel_instant (const StrataRawLine *line,
                              const char *name)
{
  switch ((int) strata_kernel_event_get_kind (line->event.event))
    {
    case STRATA_KERNEL_SIGNAL:
      return !g_str_has_suffix (name, " delivered");
    case STRATA_KERNEL_SIGNAL_DELIVERED:
      return g_str_has_suffix (name, " delivered");
    case STRATA_KERNEL_BINDER:
      return g_str_has_prefix (name, "binder message to ");
    case STRATA_KERNEL_BINDER_RECEIVED:
      return g_str_has_prefix (name, "binder message from ");
    default:
      return FALSE;
    }
}
