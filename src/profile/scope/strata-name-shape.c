/* strata-name-shape.c - names without the parts that change from call to call
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-name-shape.h"

#include <string.h>

/* One pass from left to right. Decisions by the previous character use the output, not the input,
 * so that without quotes the shape of a shape is itself.
 *
 * Digits that are part of a word are not a number: Camera2, utf8, H264, Foo$1. A word that ends in
 * many digits is a counter, though: Request123456. */
typedef struct
{
  GString *shape; /* borrowed */
  gsize begin;    /* where in shape the name begins */
  const char *at;
  gboolean lacks_quote[2]; /* no quote of this kind closes from here on: keeps hostile names linear */
} Pass;

#define FEWEST_COUNTED_DIGITS 5
#define FEWEST_HEX_DIGITS 6
#define FEWEST_HASH_DIGITS 4

static gboolean
is_word (char c)
{
  return g_ascii_isalnum (c) || c == '$';
}

/* Not strspn(), which builds a table of its second argument in every call. */
static gsize
count_digits (const char *text)
{
  gsize n = 0;

  while (g_ascii_isdigit (text[n]))
    n++;

  return n;
}

static gsize
count_hex (const char *text)
{
  gsize n = 0;

  while (g_ascii_isxdigit (text[n]))
    n++;

  return n;
}

/* The last character written, or NUL at the start of the name. */
static char
get_last (const Pass *pass)
{
  return pass->shape->len > pass->begin ? pass->shape->str[pass->shape->len - 1] : '\0';
}

static gboolean
is_after_gap (const Pass *pass)
{
  return pass->shape->len >= pass->begin + strlen (STRATA_NAME_SHAPE_GAP) &&
         g_str_has_suffix (pass->shape->str, STRATA_NAME_SHAPE_GAP);
}

/* Replaces @n_bytes of the name by a gap. */
static gboolean
leave_gap (Pass *pass,
           gsize n_bytes)
{
  if (n_bytes == 0)
    return FALSE;

  if (!is_after_gap (pass))
    g_string_append (pass->shape, STRATA_NAME_SHAPE_GAP);

  pass->at += n_bytes;
  return TRUE;
}

/* 550e8400-e29b-41d4-a716-446655440000 */
static gsize
measure_uuid (const char *text)
{
  static const guint8 parts[] = { 8, 4, 4, 4, 12 };
  gsize n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      if (i > 0 && text[n++] != '-')
        return 0;
      if (count_hex (text + n) != parts[i])
        return 0;

      n += parts[i];
    }

  return is_word (text[n]) ? 0 : n;
}

static guint
count_decimal (const char *text,
               gsize n_bytes)
{
  guint n = 0;

  for (gsize i = 0; i < n_bytes; i++)
    n += g_ascii_isdigit (text[i]);

  return n;
}

/* An address, or a word of hexadecimal digits that is an id, not a word; text after @ is Java's
 * hash of an object. */
static gsize
measure_hex (const char *text,
             gboolean is_hash)
{
  if (text[0] == '0' && (text[1] == 'x' || text[1] == 'X') && g_ascii_isxdigit (text[2]))
    return 2 + count_hex (text + 2);

  gsize n = count_hex (text);

  if (is_word (text[n]) || g_str_has_prefix (text + n, STRATA_NAME_SHAPE_GAP))
    return 0;
  if (is_hash)
    return n >= FEWEST_HASH_DIGITS ? n : 0;

  return n >= FEWEST_HEX_DIGITS && count_decimal (text, n) >= 2 ? n : 0;
}

/* 12, 12.5, 1,234, 192.168.0.1, 1e-5 */
static gsize
measure_number (const char *text)
{
  gsize n = count_digits (text);

  while ((text[n] == '.' || text[n] == ',') && g_ascii_isdigit (text[n + 1]))
    n += 1 + count_digits (text + n + 1);

  if (text[n] == 'e' || text[n] == 'E')
    {
      gsize n_sign = text[n + 1] == '-' || text[n + 1] == '+' ? 1 : 0;
      gsize n_exponent = count_digits (text + n + 1 + n_sign);

      if (n_exponent > 0 && !is_word (text[n + 1 + n_sign + n_exponent]))
        n += 1 + n_sign + n_exponent;
    }

  return n;
}

static gboolean
fold_digits_of_word (Pass *pass)
{
  gsize n = count_digits (pass->at);

  if (n >= FEWEST_COUNTED_DIGITS)
    return leave_gap (pass, n);

  g_string_append_len (pass->shape, pass->at, (gssize) n);
  pass->at += n;
  return TRUE;
}

/* Replaces a number that begins here with a digit, a sign or a letter of an id. */
static gboolean
fold_number (Pass *pass)
{
  char last = get_last (pass);
  const char *at = pass->at;

  if (is_word (last))
    return g_ascii_isdigit (*at) && fold_digits_of_word (pass);

  if (leave_gap (pass, measure_uuid (at)) || leave_gap (pass, measure_hex (at, last == '@')))
    return TRUE;

  if (g_ascii_isdigit (*at))
    return leave_gap (pass, measure_number (at));

  /* -1 and 1 are the same, 1-2 are two numbers */
  if ((*at == '-' || *at == '+') && g_ascii_isdigit (at[1]) && !is_after_gap (pass))
    return leave_gap (pass, 1 + measure_number (at + 1));

  return FALSE;
}

/* The quote that closes the one at @open; an apostrophe within a word does not. */
static const char *
find_closing (const char *open)
{
  const char *close = open + 1;

  while ((close = strchr (close, *open)) != NULL)
    {
      if (*open == '"' || !is_word (close[1]))
        return close;
      close++;
    }

  return NULL;
}

static gboolean
fold_quoted (Pass *pass)
{
  char quote = *pass->at;
  gboolean *lacks_quote = &pass->lacks_quote[quote == '\''];

  if (*lacks_quote || (quote == '\'' && is_word (get_last (pass))))
    return FALSE;

  const char *close = find_closing (pass->at);

  *lacks_quote = close == NULL;
  if (close == NULL)
    return FALSE;

  g_string_append_printf (pass->shape, "%c" STRATA_NAME_SHAPE_GAP "%c", quote, quote);
  pass->at = close + 1;
  return TRUE;
}

/**
 * strata_name_shape_append:
 * @shape: where to append to
 * @name: a name, UTF-8
 *
 * Appends @name with each part that changes from call to call replaced by %STRATA_NAME_SHAPE_GAP: numbers, addresses,
 * hashes, UUIDs and other hexadecimal ids, and quoted text. Digits of a word, as in Camera2 or Foo$1, stay. Linear in
 * the length of @name.
 */
void
strata_name_shape_append (GString *shape,
                          const char *name)
{
  Pass pass = { .shape = shape, .begin = shape->len, .at = name };

  while (*pass.at != '\0')
    {
      char c = *pass.at;

      if ((c == '"' || c == '\'') && fold_quoted (&pass))
        continue;
      if ((g_ascii_isxdigit (c) || c == '-' || c == '+') && fold_number (&pass))
        continue;

      g_string_append_c (shape, c);
      pass.at++;
    }
}

/**
 * strata_name_shape_dup:
 * @name: a name
 *
 * Like [func@Strata.name_shape_append], but returns a new string.
 *
 * Returns: (transfer full): the shape of @name
 */
char *
strata_name_shape_dup (const char *name)
{
  GString *shape = g_string_sized_new (strlen (name) + sizeof STRATA_NAME_SHAPE_GAP);

  strata_name_shape_append (shape, name);
  return g_string_free (shape, FALSE);
}

static gboolean
is_word_part (char c)
{
  return g_ascii_isalnum (c) || c == '_' || (guchar) c >= 0x80;
}

/**
 * strata_name_shape_has_word:
 * @name: a name, or its shape
 * @word: the word to search for
 *
 * Returns: %TRUE if @word is in @name and no letter or digit is next to it there
 */
gboolean
strata_name_shape_has_word (const char *name,
                            const char *word)
{
  const gsize n_bytes = strlen (word);

  for (const char *found = strstr (name, word); found != NULL && n_bytes > 0; found = strstr (found + 1, word))
    if ((found == name || !is_word_part (found[-1])) && !is_word_part (found[n_bytes]))
      return TRUE;

  return FALSE;
}
