/* strata-event-line.c - formats the head of a line as the kernel prints it
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-event-line.h"

#include <string.h>

#include "strata-digits.h"

#define MAX_COMM_BYTES 200
#define COMM_WIDTH 16

#define FLAG_IRQS_OFF 1
#define FLAG_RESCHEDULE_LAZY 2
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

  return are_off && is_bh_off ? 'D' : are_off ? 'd'
                                  : is_bh_off ? 'b'
                                              : '.';
}

/* Bit 1 has this meaning since Linux 6.13; earlier kernels of phones and PCs never set it. */
static char
get_reschedule_flag (guint flags)
{
  static const char letters[] = ".nlbpNLB";

  return letters[((flags & FLAG_RESCHEDULE) != 0) | ((flags & FLAG_RESCHEDULE_LAZY) != 0) << 1 | ((flags & FLAG_PREEMPT_RESCHEDULE) != 0) << 2];
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

/* Writes a number at least @width wide, with @fill before it. */
static char *
put_right (char *at,
           guint64 value,
           guint width,
           char fill)
{
  char digits[32];
  char *first = strata_digits_put (digits + sizeof digits, value, 10);

  while ((gsize) (digits + sizeof digits - first) < width)
    *--first = fill;

  return mempcpy (at, first, (gsize) (digits + sizeof digits - first));
}

/* Writes a number at least @width wide, with spaces after it. */
static char *
put_left (char *at,
          guint64 value,
          guint width)
{
  char *const begin = at;

  at = put_right (at, value, 1, ' ');
  while ((gsize) (at - begin) < width)
    *at++ = ' ';

  return at;
}

static char *
put_comm (char *at,
          StrataText comm)
{
  const gsize n_bytes = MIN (comm.n_bytes, MAX_COMM_BYTES);

  for (gsize i = n_bytes; i < COMM_WIDTH; i++)
    *at++ = ' ';

  return mempcpy (at, comm.text, n_bytes);
}

static char *
put_flags (char *at,
           const StrataEventLineHead *head)
{
  *at++ = get_irqs_flag (head->flags);
  *at++ = get_reschedule_flag (head->flags);
  *at++ = get_interrupt_flag (head->flags);
  *at++ = get_digit (head->preempt & 15);
  *at++ = get_digit (head->preempt >> 4);
  return at;
}

/**
 * strata_event_line_put_head:
 * @head: the thread, CPU, flags and time
 * @text: where to write; room for %STRATA_EVENT_LINE_HEAD_BYTES
 *
 * Writes what comes before the name of an event, such as
 * "            task-123     (  120) [001] d..2. 1234.567890123: ". Every event has a head,
 * so this avoids printf() for speed.
 *
 * Returns: how many bytes were written
 */
gsize
strata_event_line_put_head (const StrataEventLineHead *head,
                            char *text)
{
  const StrataText comm = head->tid == 0 && !head->is_unknown ? (StrataText){ "<idle>", 6 } : head->comm.n_bytes > 0 ? head->comm
                                                                                                                     : (StrataText){ "<...>", 5 };
  const guint64 time_ns = (guint64) MAX (head->time_ns, 0);
  char *at = put_comm (text, comm);

  *at++ = '-';
  at = put_left (at, head->tid, 7);
  at = mempcpy (at, " (", 2);
  at = head->tgid >= 0 ? put_right (at, (guint64) head->tgid, 7, ' ') : mempcpy (at, "-------", 7);
  at = mempcpy (at, ") [", 3);
  at = put_right (at, head->cpu, 3, '0');
  at = mempcpy (at, "] ", 2);
  at = put_flags (at, head);
  *at++ = ' ';
  at = put_right (at, time_ns / G_USEC_PER_SEC / 1000, 5, ' ');
  *at++ = '.';
  at = put_right (at, time_ns % (G_USEC_PER_SEC * 1000), 9, '0');
  at = mempcpy (at, ": ", 2);
  return (gsize) (at - text);
}

/**
 * strata_event_line_keep:
 * @lines: receives the lines
 * @n_lines: (inout): the number of the previous line
 * @begin: start of the text of an event
 * @end: its end
 * @time_ns: time of the event
 *
 * Appends an event. The text of a marker may have several lines, of which only the first has a time.
 */
void
strata_event_line_keep (StrataLineStore *lines,
                        guint64 *n_lines,
                        const char *begin,
                        const char *end,
                        gint64 time_ns)
{
  while (begin <= end)
    {
      const char *line_end = memchr (begin, '\n', (gsize) (end - begin));

      line_end = line_end != NULL ? line_end : end;
      strata_line_store_append (lines, ++*n_lines, begin, (gsize) (line_end - begin), time_ns);
      begin = line_end + 1;
      time_ns = STRATA_NO_TIME;
    }
}
