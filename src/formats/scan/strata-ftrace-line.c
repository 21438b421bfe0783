/* strata-ftrace-line.c - parses a line of ftrace text
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-ftrace-line-private.h"

#include <string.h>

#include "strata-ftrace-latency.h"

/* The grammar, as written by kernels from 2.6 to 6.x, atrace, systrace.py and hitrace:
 *
 *   COMM-PID [(TGID)] [CPU] [FLAGS] SECONDS.FRACTION: EVENT: ARGS
 *
 * COMM may contain any byte, so nothing can be split from the left. Kernels pad it to 16
 * columns: the fast path expects '-' there and reads on. Otherwise the anchor is the first
 * "[CPU]" followed by valid flags, time and event, and the columns before it are parsed
 * backwards. Later candidates are text that a program wrote into its marker. */
#define COMM_COLUMNS 16
#define MAX_FLAGS 9
#define MAX_CPU 65535
#define MAX_SECONDS (G_MAXINT64 / G_GINT64_CONSTANT (1000000000) - 1)

static inline gboolean
is_digit (char c)
{
  return (guint8) (c - '0') < 10;
}

static inline gboolean
is_blank (char c)
{
  return c == ' ' || c == '\t';
}

static inline const char *
skip_blanks (const char *p,
             const char *end)
{
  while (p < end && is_blank (*p))
    p++;

  return p;
}

static inline const char *
parse_uint (const char *p,
            const char *end,
            guint64 max,
            guint64 *value)
{
  const char *begin = p;
  guint64 sum = 0;

  for (; p < end && is_digit (*p); p++)
    {
      guint64 digit = (guint64) (*p - '0');

      /* Nineteen digits always fit. */
      if (G_UNLIKELY (p - begin >= 19 && sum > (G_MAXUINT64 - digit) / 10))
        return NULL;

      sum = sum * 10 + digit;
    }

  *value = sum;
  return p > begin && sum <= max ? p : NULL;
}

/* The slow path of strata_text_parse_uint() for numbers that may be too long. */
const char *
strata_text_parse_long_uint (const char *p,
                             const char *end,
                             guint64 max,
                             guint64 *value)
{
  guint64 sum = 0;

  for (; p < end && is_digit (*p); p++)
    {
      if (__builtin_mul_overflow (sum, (guint64) 10, &sum) || __builtin_add_overflow (sum, (guint64) (*p - '0'), &sum))
        return NULL;
    }

  *value = sum;
  return sum <= max ? p : NULL;
}

/* Reads the digits after the point as ns. Kernels print 6 or 9, other writers 1 to 9.
 * Digits beyond nanoseconds are skipped. */
static const char *
parse_fraction (const char *p,
                const char *end,
                gint64 *fraction_ns)
{
  static const gint64 scales[] = { 1000000000, 100000000, 10000000, 1000000, 100000, 10000, 1000, 100, 10, 1 };
  const char *begin = p;
  const char *finest = end - p > 9 ? p + 9 : end;
  gint64 sum = 0;

  for (; p < finest && is_digit (*p); p++)
    sum = sum * 10 + (*p - '0');

  *fraction_ns = sum * scales[p - begin];

  while (G_UNLIKELY (p < end && is_digit (*p)))
    p++;

  return p > begin ? p : NULL;
}

/* Reads "SECONDS.FRACTION:". The clocks `counter` and `x86-tsc` print an integer,
 * which is taken as ns. */
static const char *
parse_time (const char *p,
            const char *end,
            gint64 *time_ns)
{
  guint64 whole;
  gint64 fraction_ns;

  p = parse_uint (p, end, G_MAXINT64, &whole);

  if (p == NULL || p == end)
    return NULL;

  if (*p == ':')
    {
      *time_ns = (gint64) whole;
      return p + 1;
    }

  if (*p != '.' || whole > MAX_SECONDS)
    return NULL;

  if (G_LIKELY (strata_ftrace_parse_micros (p + 1, end, &fraction_ns)))
    {
      *time_ns = (gint64) whole * 1000000000 + fraction_ns * 1000;
      return p + 8;
    }

  p = parse_fraction (p + 1, end, &fraction_ns);

  if (p == NULL || p == end || *p != ':')
    return NULL;

  *time_ns = (gint64) whole * 1000000000 + fraction_ns;
  return p + 1;
}

static inline gboolean
is_flag (char c)
{
  return g_ascii_isalnum (c) || c == '.' || c == '#';
}

/* Finds the start of the time in a token such as "d..31163.849781:" or "1163.849781:".
 * Without a space, only the width distinguishes flags from seconds: the flags have
 * four characters, or more if a non-digit is further right. */
static const char *
find_time_in_token (const char *begin,
                    const char *colon)
{
  const char *p = colon;

  while (p > begin && is_digit (p[-1]))
    p--;

  if (p > begin + 1 && p[-1] == '.' && is_digit (p[-2]))
    {
      p--;
      while (p > begin && is_digit (p[-1]))
        p--;
    }

  if (p > begin && p < begin + 4)
    p = begin + 4;

  return p < colon ? p : NULL;
}

static const char *
parse_flags_and_time (const char *p,
                      const char *end,
                      StrataFtraceLine *line)
{
  const char *begin = skip_blanks (p, end);
  const char *time = begin;

  for (p = begin; p < end && is_flag (*p);)
    p++;

  if (p == end || p == begin)
    return NULL;

  if (is_blank (*p))
    time = skip_blanks (p, end);
  else if (*p == ':')
    p = time = find_time_in_token (begin, p);

  if (p == NULL || time == NULL || p - begin > MAX_FLAGS)
    return NULL;

  line->flags = strata_text (begin, p);
  return parse_time (time, end, &line->time_ns);
}

/* Returns the first byte from @p on that ends the name of an event. Such bytes are not above
 * ':'. They are searched eight at a time; digits match too. */
static inline const char *
find_name_end (const char *p,
               const char *end)
{
  static const guint64 ones = G_GUINT64_CONSTANT (0x0101010101010101);

  while (end - p >= 8)
    {
      const guint64 word = strata_word_load (p);
      const guint64 low = (word - ones * (':' + 1)) & ~word & (ones << 7);

      if (low == 0)
        {
          p += 8;
          continue;
        }

      p += __builtin_ctzll (low) / 8;
      if (*p == ':' || is_blank (*p))
        return p;

      p++;
    }

  while (p < end && *p != ':' && !is_blank (*p))
    p++;

  return p;
}

/* Skips " <ADDRESS>", which kernels write after a symbol on request. */
static const char *
skip_symbol_address (const char *p,
                     const char *end)
{
  const char *digits = p + 2;
  const char *after = digits;

  if (end - p < 4 || p[0] != ' ' || p[1] != '<')
    return p;

  while (after < end && g_ascii_isxdigit (*after))
    after++;

  return after > digits && after < end && *after == '>' ? after + 1 : p;
}

/* System calls by name, "sys_openat(dfd: 3, …)" and "sys_openat -> 0x3", have no colon after the name. */
static gboolean
parse_system_call (const char *begin,
                   const char *end,
                   StrataFtraceLine *line)
{
  const char *p = begin;

  if (end - begin < 6 || memcmp (begin, "sys_", 4) != 0)
    return FALSE;

  while (p < end && (g_ascii_isalnum (*p) || *p == '_'))
    p++;

  if (p == end || (*p != '(' && (end - p < 4 || memcmp (p, " -> ", 4) != 0)))
    return FALSE;

  line->event = strata_text (begin, p);
  line->args = strata_text (skip_blanks (p, end), end);
  return TRUE;
}

/* The kernel prints some events without their names. */
static StrataText
find_unnamed (const char *begin,
              const char *end)
{
  static const struct
  {
    const char *beginning;
    const char *name;
  } events[] = { { "<stack trace>", "kernel_stack" }, { "<user stack trace>", "user_stack" }, { "# ", "raw_data" } };

  for (guint i = 0; i < G_N_ELEMENTS (events); i++)
    {
      const gsize n_bytes = strlen (events[i].beginning);

      if ((gsize) (end - begin) >= n_bytes && memcmp (begin, events[i].beginning, n_bytes) == 0)
        return strata_text (events[i].name, events[i].name + strlen (events[i].name));
    }

  return strata_text (begin, begin);
}

/* Reads "EVENT:", which needs no space after it. The function tracer writes no event name;
 * that is accepted if nothing else in the line fits better. */
gboolean
strata_ftrace_line_parse_event (const char *p,
                                const char *end,
                                gboolean needs_name,
                                StrataFtraceLine *line)
{
  const char *begin = skip_blanks (p, end);

  if (G_UNLIKELY (begin < end && *begin == 's') && parse_system_call (begin, end, line))
    return TRUE;

  const char *name_end = find_name_end (begin, end);

  p = skip_symbol_address (name_end, end);

  if (name_end > begin && p < end && *p == ':')
    {
      line->event = strata_text (begin, name_end);
      line->args = strata_text (skip_blanks (p + 1, end), end);
      return TRUE;
    }

  line->event = needs_name ? strata_text (begin, begin) : find_unnamed (begin, end);
  line->args = strata_text (begin, end);
  return !needs_name && begin < end;
}

/* Reads from "[CPU]" to the end of the line. */
static gboolean
parse_tail (const char *p,
            const char *end,
            gboolean needs_name,
            StrataFtraceLine *line)
{
  guint64 cpu;

  p = parse_uint (p + 1, end, MAX_CPU, &cpu);

  if (p == NULL || p == end || *p != ']')
    return FALSE;

  line->cpu = (guint32) cpu;
  p = parse_flags_and_time (p + 1, end, line);
  return p != NULL && strata_ftrace_line_parse_event (p, end, needs_name, line);
}

/* Reads "(TGID)"; dashes mean that it is not known. Returns the rest. */
static const char *
parse_tgid (const char *p,
            const char *end,
            gint64 *tgid)
{
  guint64 value;

  p = skip_blanks (p + 1, end);

  if (p < end && *p == '-')
    while (p < end && *p == '-')
      p++;
  else if ((p = parse_uint (p, end, G_MAXUINT32, &value)) != NULL)
    *tgid = (gint64) value;
  else
    return NULL;

  p = skip_blanks (p, end);
  return p < end && *p == ')' ? p + 1 : NULL;
}

/* Reads "PID (TGID) " up to the '[' of the CPU. */
static const char *
parse_pid (const char *p,
           const char *end,
           StrataFtraceLine *line)
{
  guint64 tid;

  line->tgid = -1;
  p = parse_uint (p, end, G_MAXUINT32, &tid);

  if (p == NULL)
    return NULL;

  line->tid = (guint32) tid;
  p = skip_blanks (p, end);

  if (p < end && *p == '(')
    p = parse_tgid (p, end, &line->tgid);

  return p != NULL ? skip_blanks (p, end) : NULL;
}

/* Reads a line up to its CPU, if the name of its task is padded as kernels do it.
 * Returns the '[' of the CPU, or NULL. */
const char *
strata_ftrace_line_parse_columns (const char *text,
                                  const char *end,
                                  StrataFtraceLine *line)
{
  if (end - text <= COMM_COLUMNS || text[COMM_COLUMNS] != '-')
    return NULL;

  const char *p = parse_pid (text + COMM_COLUMNS + 1, end, line);

  line->comm = strata_text (skip_blanks (text, text + COMM_COLUMNS), text + COMM_COLUMNS);
  return p != NULL && p < end && *p == '[' ? p : NULL;
}

static const char *
skip_blanks_back (const char *begin,
                  const char *p)
{
  while (p > begin && is_blank (p[-1]))
    p--;

  return p;
}

/* Finds the '-' between COMM and PID, searching backwards from @p, the '[' of the CPU. */
static const char *
find_dash_back (const char *begin,
                const char *p)
{
  p = skip_blanks_back (begin, p);

  if (p > begin && p[-1] == ')')
    {
      for (p--; p > begin && (is_digit (p[-1]) || is_blank (p[-1]) || p[-1] == '-');)
        p--;

      if (p == begin || p[-1] != '(')
        return NULL;

      p = skip_blanks_back (begin, p - 1);
    }

  const char *pid_end = p;

  while (p > begin && is_digit (p[-1]))
    p--;

  return p < pid_end && p > begin && p[-1] == '-' ? p - 1 : NULL;
}

/* Removes the prefix that `grep -n` writes before a line ("12:", "FILE:12:", or "12-" for context
 * lines) from its task. This is safe: the kernel cuts names to 15 bytes and pads them to 16
 * columns, so no name is longer than a padded one. */
static StrataText
strip_grep (StrataText comm)
{
  const char *end = comm.text + comm.n_bytes;
  const char *padded = end - COMM_COLUMNS;
  const char *p = padded - 1;

  if (comm.n_bytes < COMM_COLUMNS + 2 || (*p != ':' && *p != '-'))
    return comm;

  while (p > comm.text && is_digit (p[-1]))
    p--;

  const gboolean has_number = p < padded - 1 && (p == comm.text || p[-1] == padded[-1]);

  if (!has_number && (*padded != ' ' || padded[-1] != ':'))
    return comm;

  return strata_text (skip_blanks (padded, end), end);
}

static gboolean
parse_from_anchor (const char *begin,
                   const char *anchor,
                   const char *end,
                   gboolean needs_name,
                   StrataFtraceLine *line)
{
  if (!parse_tail (anchor, end, needs_name, line))
    return FALSE;

  const char *dash = find_dash_back (begin, anchor);

  if (dash == NULL || parse_pid (dash + 1, anchor, line) != anchor)
    return FALSE;

  line->comm = strip_grep (strata_text (begin, dash));
  return TRUE;
}

static gboolean
parse_carefully (const char *text,
                 const char *end,
                 gboolean needs_name,
                 StrataFtraceLine *line)
{
  const char *begin = skip_blanks (text, end);
  const char *anchor = begin;

  while (anchor < end && (anchor = memchr (anchor, '[', (gsize) (end - anchor))) != NULL)
    {
      if (parse_from_anchor (begin, anchor, end, needs_name, line))
        return TRUE;

      anchor++;
    }

  return FALSE;
}

/**
 * strata_ftrace_line_parse:
 * @text: (array length=n_bytes): a line without its end
 * @n_bytes: its length
 * @line: (out caller-allocates): its fields; undefined if it is not an event
 *
 * Parses a line of ftrace text, without allocating memory or keeping state.
 *
 * Returns: whether the line is an event
 */
gboolean
strata_ftrace_line_parse (const char *text,
                          gsize n_bytes,
                          StrataFtraceLine *line)
{
  const char *end = text + n_bytes;
  const char *cpu = strata_ftrace_line_parse_columns (text, end, line);

  if (G_LIKELY (cpu != NULL && parse_tail (cpu, end, TRUE, line)))
    return TRUE;

  if (parse_carefully (text, end, TRUE, line) || parse_carefully (text, end, FALSE, line))
    return TRUE;

  const char *event = strata_ftrace_latency_parse_columns (text, end, line);

  return event != NULL && strata_ftrace_line_parse_event (event, end, FALSE, line);
}
