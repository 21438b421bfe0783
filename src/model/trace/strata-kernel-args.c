/* strata-kernel-args.c - parses arguments as the kernel prints them
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-kernel-args.h"

#include <string.h>

/* Slices of the kernel keep the text of its event. Each event has its own format; nearly all are one of these:
 *
 *   irq=42 name=some disk              a value may contain spaces, and ends where the next key begins
 *   dev = (253,0), ino = 12            with spaces around "="
 *   fd: 3, buf: 7ffc                   with colons
 *   entry_name /a b, offset 0, ino 8   a word and its value, separated by commas
 *   dev 252,0 ino 4981301 pos 0        a word and its value, separated by spaces
 *   254,0 RS 65536 () 37869568 + 128   no keys: one value
 */

static gboolean
is_key_char (char c)
{
  return g_ascii_isalnum (c) || c == '_' || c == '.';
}

static const char *
skip_blanks (const char *text)
{
  while (*text == ' ')
    text++;

  return text;
}

/* The end of the word at @text, or %NULL if none begins there. */
static const char *
find_word_end (const char *text)
{
  if (!g_ascii_isalpha (*text) && *text != '_')
    return NULL;

  while (is_key_char (*text))
    text++;

  return text;
}

/* Where the value of a key at @text begins, after "=" or ": ", or %NULL. */
static const char *
find_value (const char *text,
            const char **key_end)
{
  const char *end = find_word_end (text);
  const char *sign = end != NULL ? skip_blanks (end) : NULL;

  *key_end = end;
  if (sign != NULL && *sign == '=')
    return sign > end ? skip_blanks (sign + 1) : sign + 1; /* in "a= b=1" the first value is empty */
  if (end != NULL && end[0] == ':' && end[1] == ' ')
    return skip_blanks (end + 1);

  return NULL;
}

/* The end of a value: a space before the next key, or the end of the text. */
static const char *
find_value_end (const char *value)
{
  const char *key_end;
  const char *p = value;

  for (; *p != '\0'; p++)
    if (*p == ' ' && find_value (p + 1, &key_end) != NULL)
      break;

  return p;
}

/* Finds a comma that separates pairs: a word and a space follow it. */
static const char *
find_comma (const char *text)
{
  for (const char *comma = strstr (text, ", "); comma != NULL; comma = strstr (comma + 1, ", "))
    {
      const char *end = find_word_end (comma + 2);

      if (end != NULL && *end == ' ')
        return comma;
    }

  return NULL;
}

/* The end of a value that no sign precedes, or %NULL if there cannot be one. */
static const char *
find_plain_end (const char *value)
{
  const char *comma = find_comma (value);

  if (comma != NULL)
    return comma;

  return g_ascii_isdigit (*value) || strchr ("-/", *value) != NULL ? value + strcspn (value, " ") : NULL;
}

static void
set (StrataArg *arg,
     const char *key,
     const char *key_end,
     const char *value,
     const char *end)
{
  while (end > value && (end[-1] == ' ' || end[-1] == ','))
    end--;

  *arg = (StrataArg){ key, (gsize) (key_end - key), value, (gsize) (end - value) };
}

/**
 * strata_kernel_args_next:
 * @cursor: (inout): the position; starts at the text of the arguments
 * @arg: (out caller-allocates): the argument found
 *
 * Walks the arguments of a slice of the kernel. Text without keys is one value.
 *
 * Returns: %FALSE at the end
 */
gboolean
strata_kernel_args_next (const char **cursor,
                         StrataArg *arg)
{
  const char *begin = *cursor + strspn (*cursor, " ,");
  const char *key_end;
  const char *value = find_value (begin, &key_end);
  const char *end = NULL;

  if (*begin == '\0')
    return FALSE;

  if (value != NULL)
    end = find_value_end (value);
  else if (key_end != NULL && *key_end == ' ')
    {
      value = skip_blanks (key_end);
      end = *value != '\0' ? find_plain_end (value) : NULL;
    }

  if (end != NULL)
    set (arg, begin, key_end, value, end);
  else
    *arg = (StrataArg){ NULL, 0, begin, strlen (begin) };

  *cursor = end != NULL ? end : begin + strlen (begin);
  return TRUE;
}

/**
 * strata_slice_args_next:
 * @trace: a trace
 * @slice: a slice of it
 * @cursor: (inout): the position; starts at the text of its arguments
 * @arg: (out caller-allocates): the argument found
 *
 * Walks the arguments of a slice, in the syntax of the kernel or of HiTrace.
 *
 * Returns: %FALSE at the end
 */
gboolean
strata_slice_args_next (StrataTrace *trace,
                        guint32 slice,
                        const char **cursor,
                        StrataArg *arg)
{
  if (slice >= strata_trace_get_slices (trace)->first_kernel)
    return strata_kernel_args_next (cursor, arg);

  return strata_args_next (cursor, arg);
}
