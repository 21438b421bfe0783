/* strata-hicollie-line.c - a frame of a stack sampled by HiCollie
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-hicollie-line.h"

#include <string.h>

#include "strata-log-parts.h"

#define MOST_SAMPLES 1000000
#define LEAST_BUILD_ID_BYTES 8

static gboolean
skip_word (const char **p,
           const char *end,
           const char *word)
{
  const gsize n_bytes = strlen (word);

  if ((gsize) (end - *p) < n_bytes || memcmp (*p, word, n_bytes) != 0)
    return FALSE;

  *p = strata_log_skip_blanks (*p + n_bytes, end);
  return TRUE;
}

static gboolean
is_hex (const char *p,
        const char *end)
{
  while (p < end && g_ascii_isxdigit (*p))
    p++;

  return p == end;
}

static const char *
find_last (const char *p,
           const char *end,
           char c)
{
  while (end > p)
    if (*--end == c)
      return end;

  return NULL;
}

/* "…(build id)": finds the last brackets if their content can be a build id. */
static const char *
strip_build_id (const char *p,
                const char *end)
{
  const char *open = end > p && end[-1] == ')' ? find_last (p, end, '(') : NULL;

  if (open == NULL || end - 1 - (open + 1) < LEAST_BUILD_ID_BYTES || !is_hex (open + 1, end - 1))
    return end;

  return open;
}

/* "name(args)+158" without its offset. */
static const char *
strip_offset (const char *p,
              const char *end)
{
  const char *digits = end;

  while (digits > p && g_ascii_isdigit (digits[-1]))
    digits--;

  return digits < end && digits > p && digits[-1] == '+' ? digits - 1 : end;
}

/* "0000757c /system/bin/appspawn(main+396)(55679d09…)": names may contain spaces, commas and
 * brackets, so the path ends at the first bracket, and the build id is searched from the right. */
static gboolean
parse_native (const char *p,
              const char *end,
              StrataHicollieFrame *frame)
{
  const char *address = p;

  while (p < end && g_ascii_isxdigit (*p))
    p++;
  if (p == address)
    return FALSE;

  frame->place = strata_text (address, p);
  p = strata_log_skip_blanks (p, end);
  end = strip_build_id (p, end);

  const char *open = memchr (p, '(', (gsize) (end - p));

  frame->file = strata_text (p, open != NULL ? open : end);
  frame->name = strata_text (end, end);
  if (open != NULL && end[-1] == ')')
    frame->name = strata_text (open + 1, strip_offset (open + 1, end - 1));

  return frame->file.n_bytes > 0;
}

/* "wait2 (/entry/…/Index.js:16:12)". */
static gboolean
parse_js (const char *p,
          const char *end,
          StrataHicollieFrame *frame)
{
  const char *open = end > p && end[-1] == ')' ? find_last (p, end, '(') : NULL;
  const char *name_end = open != NULL ? open : end;
  const char *colon = open;

  while (name_end > p && name_end[-1] == ' ')
    name_end--;

  frame->name = strata_text (p, name_end);
  frame->file = frame->place = strata_text (end, end);
  if (open == NULL)
    return frame->name.n_bytes > 0;

  /* the second colon from the right */
  colon = find_last (open + 1, end - 1, ':');
  if (colon != NULL && find_last (open + 1, colon, ':') != NULL)
    colon = find_last (open + 1, colon, ':');

  frame->file = strata_text (open + 1, colon != NULL ? colon : end - 1);
  if (colon != NULL)
    frame->place = strata_text (colon + 1, end - 1);

  return TRUE;
}

static const char *
skip_hex (const char *p,
          const char *end)
{
  if (end - p < 3 || p[0] != '0' || p[1] != 'x')
    return NULL;
  for (p += 2; p < end && g_ascii_isxdigit (*p); p++)
    ;

  return p;
}

/* "[<0>] binder_thread_read+0x1a0/0x1e00": without an offset in the code, a line is not a function. */
static gboolean
parse_kernel (const char *p,
              const char *end,
              StrataHicollieFrame *frame)
{
  const char *bracket = p < end && *p == '[' ? memchr (p, ']', (gsize) (end - p)) : NULL;

  p = bracket != NULL ? strata_log_skip_blanks (bracket + 1, end) : p;

  const char *plus = memchr (p, '+', (gsize) (end - p));
  const char *slash = plus != NULL ? skip_hex (plus + 1, end) : NULL;
  const char *after = slash != NULL && slash < end && *slash == '/' ? skip_hex (slash + 1, end) : NULL;

  if (after == NULL || plus == p || (after < end && *after != ' ') || memchr (p, ' ', (gsize) (plus - p)) != NULL)
    return FALSE;

  frame->is_kernel = TRUE;
  frame->name = strata_text (p, plus);
  frame->file = (StrataText){ "[kernel]", 8 };
  frame->place = strata_text (plus + 1, after);
  return TRUE;
}

/* Parses a line from "#02" on. */
static gboolean
parse_frame (const char *p,
             const char *end,
             StrataHicollieFrame *frame)
{
  guint64 level;

  if (end - p < 2 || *p != '#' || !g_ascii_isdigit (p[1]))
    return FALSE;

  const char *after = strata_text_parse_uint (p + 1, end, STRATA_HICOLLIE_MOST_LEVEL, &level);

  if (after == NULL || after == p + 1 || after == end || *after != ' ')
    return FALSE;

  p = strata_log_skip_blanks (after, end);
  frame->level = (guint32) level;
  if (skip_word (&p, end, "pc "))
    return parse_native (p, end, frame);

  frame->is_js = skip_word (&p, end, "at ");
  return frame->is_js ? parse_js (p, end, frame) : parse_kernel (p, end, frame);
}

/**
 * strata_hicollie_frame_parse_plain:
 * @line: a line without its end
 * @frame: (out caller-allocates): the parsed frame, pointing into the line; its level counts from the innermost frame
 *
 * Returns: whether it is a frame of one stack: "#02 pc 000090a9 FILE(NAME+396)(ID)", "#01 at NAME (FILE:16:12)" or "#00 NAME+0x1f8/0x3e0" of the kernel
 */
gboolean
strata_hicollie_frame_parse_plain (StrataText line,
                                   StrataHicollieFrame *frame)
{
  const char *end = line.text + line.n_bytes;
  const char *p = strata_log_skip_blanks (line.text, end);

  while (end > p && g_ascii_isspace (end[-1]))
    end--;

  *frame = (StrataHicollieFrame){ .n_samples = 1 };
  return parse_frame (p, end, frame);
}

/**
 * strata_hicollie_frame_parse:
 * @line: a line without its end
 * @frame: (out caller-allocates): the parsed frame; points into the line
 *
 * Returns: whether it is a frame: "9 #02 pc 000090a9 FILE(NAME+396)(ID)" or "1 #23 at NAME (FILE:16:12)", indented or not
 */
gboolean
strata_hicollie_frame_parse (StrataText line,
                             StrataHicollieFrame *frame)
{
  const char *end = line.text + line.n_bytes;
  const char *p = strata_log_skip_blanks (line.text, end);
  guint64 n_samples;

  while (end > p && g_ascii_isspace (end[-1]))
    end--;

  if (p == end || !g_ascii_isdigit (*p))
    return FALSE;

  const char *after = strata_text_parse_uint (p, end, MOST_SAMPLES, &n_samples);

  if (after == NULL || after == p || after == end || *after != ' ' || n_samples == 0)
    return FALSE;

  *frame = (StrataHicollieFrame){ .n_samples = (guint32) n_samples };
  return parse_frame (strata_log_skip_blanks (after, end), end, frame);
}

/**
 * strata_hicollie_frame_is_bad:
 * @line: a line without its end
 *
 * Returns: whether it has the form of a frame, "NUMBER #LEVEL pc" or "… at", but
 *   impossible numbers: missing, or out of the range of samples or levels
 */
gboolean
strata_hicollie_frame_is_bad (StrataText line)
{
  const char *end = line.text + line.n_bytes;
  const char *p = strata_log_skip_blanks (line.text, end);
  const char *number = p;
  StrataHicollieFrame frame;

  while (p < end && (g_ascii_isdigit (*p) || strchr ("+-.", *p) != NULL) && *p != '\0')
    p++;
  if (p == number || p == end || *p != ' ')
    return FALSE;

  p = strata_log_skip_blanks (p, end);
  if (p == end || *p++ != '#')
    return FALSE;

  number = p;
  while (p < end && g_ascii_isdigit (*p))
    p++;
  if (p == number || p == end || *p != ' ')
    return FALSE;

  p = strata_log_skip_blanks (p, end);
  return (skip_word (&p, end, "pc ") || skip_word (&p, end, "at ")) && !strata_hicollie_frame_parse (line, &frame);
}

/**
 * strata_hicollie_parse_pid:
 * @line: a line before the stacks
 *
 * Returns: the process id of a line like "pid: 1234", in any case, or -1
 */
gint64
strata_hicollie_parse_pid (StrataText line)
{
  const char *end = line.text + line.n_bytes;

  for (const char *p = line.text; end - p > 3; p++)
    {
      const char *value = strata_log_skip_blanks (p + 3, end);
      guint64 pid;

      if (g_ascii_strncasecmp (p, "pid", 3) != 0 || (p > line.text && g_ascii_isalnum (p[-1])) || value == end || (*value != ':' && *value != '='))
        continue;

      value = strata_log_skip_blanks (value + 1, end);

      const char *after = strata_text_parse_uint (value, end, G_MAXINT32, &pid);

      if (after != NULL && after > value)
        return (gint64) pid;
    }

  return -1;
}

static const char *
find_sign (const char *p,
           const char *end)
{
  while (p < end && *p != ':' && *p != '=')
    p++;

  return p;
}

static gboolean
has_word (StrataText text,
          const char *word)
{
  const gsize n_bytes = strlen (word);

  for (gsize i = 0; i + n_bytes <= text.n_bytes; i++)
    if (g_ascii_strncasecmp (text.text + i, word, n_bytes) == 0)
      return TRUE;

  return FALSE;
}

/* The number of digits determines the unit. */
static gint64
parse_calendar_us (const char *p,
                   const char *end)
{
  guint64 value;
  const char *after = strata_text_parse_uint (p, end, G_MAXINT64, &value);

  if (after == NULL)
    return 0;

  switch (after - p)
    {
    case 13:
      return (gint64) value * 1000;
    case 16:
      return (gint64) value;
    case 19:
      return (gint64) value / 1000;
    default:
      return 0;
    }
}

/**
 * strata_hicollie_parse_time:
 * @line: a line before the stacks
 * @is_end: (out): whether it is the end of sampling; otherwise its start
 *
 * Reads a time such as "begin_time: 1718281059000" or "Timestamp: 1718281059000":
 * milliseconds, microseconds or nanoseconds since 1970. Times of day are ignored, since their time zone is unknown.
 *
 * Returns: µs since 1970, or 0 if the line has no such time
 */
gint64
strata_hicollie_parse_time (StrataText line,
                            gboolean *is_end)
{
  const char *end = line.text + line.n_bytes;
  const char *sign = find_sign (line.text, end);
  const StrataText key = { line.text, (gsize) (sign - line.text) };

  if (sign == end || !has_word (key, "time"))
    return 0;

  *is_end = !has_word (key, "begin") && !has_word (key, "start");
  return parse_calendar_us (strata_log_skip_blanks (sign + 1, end), end);
}
