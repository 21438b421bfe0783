/* strata-arg-value.c - the value of an argument, which may be nested
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-arg-value.h"

#include <string.h>

/* Deeper values are written as text. */
#define MOST_DEPTH 32

/* Skips the quoted text that begins at @at; NULL if it does not end. */
static const char *
skip_quoted (const char *at,
             const char *end)
{
  for (at++; at < end; at++)
    if (*at == '\\' && at + 1 < end)
      at++;
    else if (*at == '"')
      return at + 1;

  return NULL;
}

/* Skips the value that begins at @at; NULL if its brackets do not match. */
static const char *
skip_value (const char *at,
            const char *end)
{
  char open[MOST_DEPTH];
  guint depth = 0;

  while (at < end)
    {
      if (*at == '"')
        {
          at = skip_quoted (at, end);
          if (at == NULL)
            return NULL;
          continue;
        }

      if (*at == '{' || *at == '[')
        {
          if (depth == MOST_DEPTH)
            return NULL;
          open[depth++] = *at;
        }
      else if (*at == '}' || *at == ']')
        {
          if (depth == 0)
            return at;
          if (open[--depth] != (*at == '}' ? '{' : '['))
            return NULL;
        }
      else if (*at == ',' && depth == 0)
        return at;

      at++;
    }

  return depth == 0 ? at : NULL;
}

/**
 * strata_arg_value_get_kind:
 * @arg: an argument
 *
 * Returns: the form of its value
 */
StrataArgValueKind
strata_arg_value_get_kind (const StrataArg *arg)
{
  const char *end = arg->value + arg->n_value_bytes;
  const char first = arg->n_value_bytes >= 2 ? *arg->value : '\0';

  if ((first != '{' || end[-1] != '}') && (first != '[' || end[-1] != ']'))
    return STRATA_ARG_VALUE_TEXT;
  if (skip_value (arg->value, end) != end)
    return STRATA_ARG_VALUE_TEXT;

  return first == '{' ? STRATA_ARG_VALUE_DICT : STRATA_ARG_VALUE_LIST;
}

/**
 * strata_arg_value_enter:
 * @arg: an argument whose value is a dictionary or a list
 *
 * Returns: its content, for strata_arg_value_next()
 */
StrataArg
strata_arg_value_enter (const StrataArg *arg)
{
  return (StrataArg){ .value = arg->value + 1, .n_value_bytes = arg->n_value_bytes - 2 };
}

/**
 * strata_arg_value_next:
 * @kind: the form of the enclosing value: only a dictionary has keys
 * @rest: the content that was not read yet
 * @child: (out caller-allocates): its next value, with the key if it has one
 *
 * Returns: %FALSE at the end
 */
gboolean
strata_arg_value_next (StrataArgValueKind kind,
                       StrataArg *rest,
                       StrataArg *child)
{
  const char *at = rest->value;
  const char *end = at + rest->n_value_bytes;
  const char *value = at;

  if (at == end)
    return FALSE;

  while (value < end && strchr ("=,\"{[", *value) == NULL)
    value++;

  const gboolean has_key = kind == STRATA_ARG_VALUE_DICT && value < end && *value == '=';
  const char *begin = has_key ? value + 1 : at;
  const char *after = skip_value (begin, end);

  after = after != NULL ? after : end;
  *child = (StrataArg){ .key = has_key ? at : NULL, .n_key_bytes = has_key ? (gsize) (value - at) : 0, .value = begin, .n_value_bytes = (gsize) (after - begin) };
  after += after < end;
  *rest = (StrataArg){ .value = after, .n_value_bytes = (gsize) (end - after) };
  return TRUE;
}

static const char *
skip_digits (const char *at,
             const char *end)
{
  while (at < end && g_ascii_isdigit (*at))
    at++;

  return at;
}

/**
 * strata_arg_value_is_number:
 * @arg: an argument
 *
 * Returns: whether its value is a JSON number
 */
gboolean
strata_arg_value_is_number (const StrataArg *arg)
{
  const char *at = arg->value;
  const char *const end = at + arg->n_value_bytes;

  at += at < end && *at == '-';
  if (at == end || !g_ascii_isdigit (*at))
    return FALSE;

  at = *at == '0' ? at + 1 : skip_digits (at, end);
  if (end - at >= 2 && *at == '.' && g_ascii_isdigit (at[1]))
    at = skip_digits (at + 1, end);
  if (end - at >= 2 && (*at == 'e' || *at == 'E'))
    {
      const char *digits = at + 1 + (at[1] == '+' || at[1] == '-');

      at = digits < end ? skip_digits (digits, end) : at;
    }

  return at == end;
}

/* Whether @word is its value, without quotes. */
gboolean
strata_arg_value_is_word (const StrataArg *arg,
                          const char *word)
{
  return arg->n_value_bytes == strlen (word) && memcmp (arg->value, word, arg->n_value_bytes) == 0;
}

/**
 * strata_arg_value_dup_text:
 * @arg: an argument
 * @n_bytes: (out): length of the result
 *
 * Returns: (transfer full): the text of its value, without the quotes and their backslashes
 */
char *
strata_arg_value_dup_text (const StrataArg *arg,
                           gsize *n_bytes)
{
  const char *at = arg->value;
  const char *end = at + arg->n_value_bytes;
  const gboolean is_quoted = arg->n_value_bytes >= 2 && *at == '"' && end[-1] == '"';
  char *text = g_malloc (arg->n_value_bytes + 1);
  gsize n = 0;

  for (at += is_quoted, end -= is_quoted; at < end; at++)
    {
      if (is_quoted && *at == '\\' && at + 1 < end && (at[1] == '"' || at[1] == '\\'))
        at++;
      text[n++] = *at;
    }

  text[n] = '\0';
  *n_bytes = n;
  return text;
}
