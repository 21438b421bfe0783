/* strata-event-line.c - the head of a line as the kernel prints it
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-event-line.h"

#define MAX_COMM_BYTES 200

#define FLAG_IRQS_OFF 1
#define FLAG_NO_IRQS 2
#define FLAG_RESCHEDULE 4
#define FLAG_HARDIRQ 8
#define FLAG_SOFTIRQ 16
#define FLAG_PREEMPT_RESCHEDULE 32
#define FLAG_NMI 64
#define FLAG_BH_OFF 128

static char
get_irqs_flag (guint flags)
{
  const gboolean are_off = (flags & FLAG_IRQS_OFF) != 0;
  const gboolean is_bh_off = (flags & FLAG_BH_OFF) != 0;

  return are_off && is_bh_off ? 'D' : are_off              ? 'd'
                                  : is_bh_off              ? 'b'
                                  : (flags & FLAG_NO_IRQS) ? 'X'
                                                           : '.';
}

static char
get_reschedule_flag (guint flags)
{
  const gboolean is_wanted = (flags & FLAG_RESCHEDULE) != 0;
  const gboolean is_preempt = (flags & FLAG_PREEMPT_RESCHEDULE) != 0;

  return is_wanted && is_preempt ? 'N' : is_wanted ? 'n'
                                     : is_preempt  ? 'p'
                                                   : '.';
}

static char
get_interrupt_flag (guint flags)
{
  const gboolean is_hard = (flags & FLAG_HARDIRQ) != 0;
  const gboolean is_soft = (flags & FLAG_SOFTIRQ) != 0;

  if ((flags & FLAG_NMI) != 0)
    return is_hard ? 'Z' : 'z';

  return is_hard && is_soft ? 'H' : is_hard ? 'h'
                                : is_soft   ? 's'
                                            : '.';
}

static char
get_digit (guint depth)
{
  return depth == 0 ? '.' : "0123456789abcdef"[depth & 15];
}

/**
 * strata_event_line_put_head:
 * @head: who did it
 * @text: where to write
 * @n_bytes: room there
 *
 * Writes what is before the name of an event, such as
 * "            task-123     (  120) [001] d..2. 1234.567890123: ".
 *
 * Returns: how many bytes were written
 */
gsize
strata_event_line_put_head (const StrataEventLineHead *head,
                            char *text,
                            gsize n_bytes)
{
  const StrataText comm = head->tid == 0 ? (StrataText){ "<idle>", 6 } : head->comm.n_bytes > 0 ? head->comm
                                                                                                : (StrataText){ "<...>", 5 };
  char tgid[24] = "-------";

  if (head->tgid >= 0)
    g_snprintf (tgid, sizeof tgid, "%7" G_GINT64_FORMAT, head->tgid);

  const int n = g_snprintf (text, n_bytes, "%16.*s-%-7u (%s) [%03u] %c%c%c%c%c %5" G_GINT64_FORMAT ".%09" G_GINT64_FORMAT ": ",
                            (int) MIN (comm.n_bytes, MAX_COMM_BYTES), comm.text, head->tid, tgid, head->cpu, get_irqs_flag (head->flags), get_reschedule_flag (head->flags), get_interrupt_flag (head->flags),
                            get_digit (head->preempt & 15), get_digit (head->preempt >> 4), head->time_ns / 1000000000, head->time_ns % 1000000000);

  return MIN ((gsize) n, n_bytes - 1);
}
