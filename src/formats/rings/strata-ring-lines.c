/* strata-ring-lines.c - events kept as the lines that the kernel would print
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "strata-ring-player-private.h"

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

/* The head of a line, "            task-123     (  120) [001] d..2. 1234.567890123: name: ". */
static void
put_head (StrataRingText *line,
          const StrataRingTask *task,
          const StrataRingRecord *record,
          gint64 time_ns)
{
  const guint flags = record->data[2];
  const guint preempt = record->data[3];
  const StrataText comm = task->tid == 0 ? (StrataText){ "<idle>", 6 } : task->comm.n_bytes > 0 ? task->comm
                                                                                                : (StrataText){ "<...>", 5 };
  char tgid[16] = "-------";
  int n;

  if (task->tgid >= 0)
    g_snprintf (tgid, sizeof tgid, "%7" G_GINT64_FORMAT, task->tgid);

  n = g_snprintf (line->at, (gulong) (line->end - line->at), "%16.*s-%-7u (%s) [%03u] %c%c%c%c%c %5" G_GINT64_FORMAT ".%09" G_GINT64_FORMAT ": ",
                  (int) MIN (comm.n_bytes, 200), comm.text, task->tid, tgid, record->cpu, get_irqs_flag (flags), get_reschedule_flag (flags), get_interrupt_flag (flags),
                  get_digit (preempt & 15), get_digit (preempt >> 4), time_ns / 1000000000, time_ns % 1000000000);
  line->at += MIN (n, line->end - line->at - 1);
}

/* A marker may have several lines. */
static void
append (StrataRingPlayer *self,
        const char *begin,
        const char *end,
        gint64 time_ns)
{
  while (begin <= end)
    {
      const char *line_end = memchr (begin, '\n', (gsize) (end - begin));

      line_end = line_end != NULL ? line_end : end;
      strata_line_store_append (self->lines, ++self->n_lines, begin, (gsize) (line_end - begin), time_ns);
      begin = line_end + 1;
      time_ns = STRATA_NO_TIME;
    }
}

/* What the kernel prints between the name of an event and the rest: system calls look like calls. */
static const char *
get_separator (StrataText name,
               StrataText args)
{
  if (name.n_bytes < 5 || memcmp (name.text, "sys_", 4) != 0 || args.n_bytes < 2)
    return ": ";

  return args.text[0] == '(' ? "" : memcmp (args.text, "->", 2) == 0 ? " "
                                                                     : ": ";
}

/* @args is what was printed, or the text of a marker. */
void
strata_ring_player_keep_line (StrataRingPlayer *self,
                              StrataText name,
                              const StrataRingTask *task,
                              const StrataRingRecord *record,
                              gint64 time_ns,
                              StrataText args)
{
  StrataRingText line = { self->line, self->line + 2 * STRATA_RING_TEXT_BYTES };
  const char *separator = get_separator (name, args);

  put_head (&line, task, record, time_ns);
  strata_ring_text_put (&line, name.text, name.n_bytes);
  strata_ring_text_put (&line, separator, strlen (separator));
  strata_ring_text_put (&line, args.text, args.n_bytes);
  append (self, self->line, line.at, time_ns);
}
