/* strata-json-reader.c - JSON, token by token
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-json-reader.h"

#include <inttypes.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "strata-append.h"
#include "strata-digits.h"
#include "strata-error.h"
#include "strata-word.h"

/* The end of the input is treated as the end of the value, with @is_cut set, so that callers use
 * the part before. Input that is not JSON at all is an error. */
#define AT_END -1

/* The byte order mark that Windows shells write before text. JSON does not allow it. */
static gboolean
has_mark (const guint8 *data,
          gsize n_bytes)
{
  return n_bytes >= 3 && memcmp (data, "\xef\xbb\xbf", 3) == 0;
}

/**
 * strata_json_find_begin:
 * @data: (array length=n_bytes): the start of a text
 * @n_bytes: how long it is
 *
 * Returns: the offset of the first character of the JSON, after a byte order mark and whitespace, or @n_bytes
 */
gsize
strata_json_find_begin (const guint8 *data,
                        gsize n_bytes)
{
  gsize at = has_mark (data, n_bytes) ? 3 : 0;

  while (at < n_bytes && g_ascii_isspace ((char) data[at]))
    at++;

  return at;
}

/**
 * strata_json_has_word:
 * @data: (array length=n_bytes): the start of a text
 * @n_bytes: how long it is
 * @word: what to look for, such as a name with its quotes
 *
 * Returns: whether it occurs, at any depth, inside or outside a string
 */
gboolean
strata_json_has_word (const guint8 *data,
                      gsize n_bytes,
                      const char *word)
{
  return g_strstr_len ((const char *) data, (gssize) n_bytes, word) != NULL;
}

/* Returns: the offset after the closing quote of the string that begins at @at, or @n_bytes. */
static gsize
find_string_end (const guint8 *data,
                 gsize n_bytes,
                 gsize at)
{
  for (at++; at < n_bytes && data[at] != '"'; at++)
    at += data[at] == '\\';

  return MIN (at + 1, n_bytes);
}

/**
 * strata_json_has_member:
 * @data: (array length=n_bytes): the start of a text
 * @n_bytes: how long it is
 * @name: a name without characters that JSON escapes
 *
 * Looks for a member of the outermost object, which may continue after @data. The same name in a string or at a deeper
 * level does not count.
 *
 * Returns: whether it is there
 */
gboolean
strata_json_has_member (const guint8 *data,
                        gsize n_bytes,
                        const char *name)
{
  const gsize n_name_bytes = strlen (name);
  gint64 depth = 0;

  for (gsize at = 0; at < n_bytes;)
    if (data[at] == '"')
      {
        const gsize end = find_string_end (data, n_bytes, at);
        gsize next = end;

        while (next < n_bytes && g_ascii_isspace ((char) data[next]))
          next++;
        if (depth == 1 && next < n_bytes && data[next] == ':' && end - at == n_name_bytes + 2 && memcmp (data + at + 1, name, n_name_bytes) == 0)
          return TRUE;

        at = end;
      }
    else
      {
        depth += data[at] == '{' || data[at] == '[';
        depth -= data[at] == '}' || data[at] == ']';
        at++;
      }

  return FALSE;
}

/**
 * strata_json_skip_mark:
 * @source: a source at its start
 * @error: why it could not be read
 *
 * Skips the byte order mark, if there is one.
 *
 * Returns: %FALSE if @source could not be read
 */
gboolean
strata_json_skip_mark (StrataSource *source,
                       GError **error)
{
  gsize n_bytes;

  if (!strata_source_fill (source, 3, error))
    return FALSE;

  const guint8 *data = strata_source_get_data (source, &n_bytes);

  if (has_mark (data, n_bytes))
    strata_source_skip (source, 3);

  return TRUE;
}

/**
 * strata_json_reader_init:
 * @self: the caller's memory
 * @source: what to read from; borrowed
 *
 * Begins to read a value. Free with strata_json_reader_clear().
 */
void
strata_json_reader_init (StrataJsonReader *self,
                         StrataSource *source)
{
  memset (self, 0, sizeof *self);
  self->source = source;
  self->text = g_string_new (NULL);
}

void
strata_json_reader_clear (StrataJsonReader *self)
{
  if (self->text != NULL)
    g_string_free (self->text, TRUE);

  self->text = NULL;
}

/**
 * strata_json_reader_go_on:
 * @self: a reader at the end of a value
 *
 * Goes on to the next value of an input that has several, one after the other.
 */
void
strata_json_reader_go_on (StrataJsonReader *self)
{
  if (self->depth == 0)
    self->has_members = FALSE;
}

/* Returns how many bytes of the source it has read. */
guint64
strata_json_reader_get_offset (const StrataJsonReader *self)
{
  return strata_source_get_offset (self->source) + (guint64) (self->p - self->begin);
}

static gboolean
refill (StrataJsonReader *self,
        GError **error)
{
  gsize n_bytes;

  strata_source_skip (self->source, (gsize) (self->p - self->begin));
  self->p = self->begin = self->end = NULL;
  if (!strata_source_fill (self->source, 1, error))
    return FALSE;

  self->p = self->begin = strata_source_get_data (self->source, &n_bytes);
  self->end = self->begin + n_bytes;
  return TRUE;
}

/* Returns: %FALSE on an error; @c is AT_END where the input ends. */
static gboolean
peek (StrataJsonReader *self,
      int *c,
      GError **error)
{
  if (self->p == self->end && !refill (self, error))
    return FALSE;

  *c = self->p < self->end ? *self->p : AT_END;
  return TRUE;
}

static gboolean
fail (StrataJsonReader *self,
      const char *text,
      GError **error)
{
  g_set_error (error, STRATA_ERROR, STRATA_ERROR_CORRUPT, _ ("byte %" PRIu64 " of the JSON: %s"), strata_json_reader_get_offset (self), text);
  return FALSE;
}

static gboolean
end_cut (StrataJsonReader *self)
{
  self->is_cut = TRUE;
  self->token = STRATA_JSON_END;
  return TRUE;
}

static gboolean
skip_many_blanks (StrataJsonReader *self,
                  int *c,
                  GError **error)
{
  do
    {
      if (!peek (self, c, error))
        return FALSE;
      if (*c != ' ' && *c != '\n' && *c != '\r' && *c != '\t')
        return TRUE;

      self->p++;
    }
  while (TRUE);
}

/* Skips whitespace. Nearly all files have none. */
static inline gboolean
skip_blanks (StrataJsonReader *self,
             int *c,
             GError **error)
{
  if (G_UNLIKELY (self->p == self->end || *self->p <= ' '))
    return skip_many_blanks (self, c, error);

  *c = *self->p;
  return TRUE;
}

static inline void
append (StrataJsonReader *self,
        const void *bytes,
        gsize n_bytes)
{
  strata_append (self->text, bytes, MIN (n_bytes, STRATA_JSON_MOST_STRING_BYTES - self->text->len));
}

/* Reads four hexadecimal digits; @unit is AT_END if the input ends. */
static gboolean
read_unit (StrataJsonReader *self,
           int *unit,
           GError **error)
{
  int value = 0;

  for (guint i = 0; i < 4; i++)
    {
      int c;

      if (!peek (self, &c, error))
        return FALSE;
      if (c == AT_END)
        {
          *unit = AT_END;
          return TRUE;
        }
      if (!g_ascii_isxdigit (c))
        return fail (self, _ ("four digits were expected after “\\u”"), error);

      value = value * 16 + g_ascii_xdigit_value ((char) c);
      self->p++;
    }

  *unit = value;
  return TRUE;
}

/* A surrogate without its other half, or NUL, becomes the replacement character. */
static void
append_unit (StrataJsonReader *self,
             int unit,
             int *high)
{
  gunichar c = (gunichar) unit;
  char utf8[6] = "";

  if (*high != 0 && unit >= 0xdc00 && unit < 0xe000)
    c = 0x10000 + (((gunichar) *high - 0xd800) << 10) + ((gunichar) unit - 0xdc00);
  else if (unit >= 0xd800 && unit < 0xdc00)
    {
      *high = unit;
      return;
    }

  *high = 0;
  if (c == 0 || (c >= 0xd800 && c < 0xe000))
    c = 0xfffd;

  append (self, utf8, (gsize) g_unichar_to_utf8 (c, utf8));
}

static gboolean
read_escape (StrataJsonReader *self,
             int *high,
             GError **error)
{
  static const char letters[] = "\"\\/bfnrt";
  static const char values[] = "\"\\/\b\f\n\r\t";
  int c;
  int unit;

  if (!peek (self, &c, error))
    return FALSE;
  if (c == AT_END)
    return TRUE;

  self->p++;
  if (c == 'u')
    {
      if (!read_unit (self, &unit, error))
        return FALSE;
      if (unit != AT_END)
        append_unit (self, unit, high);
      return TRUE;
    }

  const char *letter = c > 0 ? memchr (letters, c, sizeof letters - 1) : NULL;

  if (letter == NULL)
    return fail (self, _ ("an unknown letter follows “\\”"), error);

  *high = 0;
  append (self, &values[letter - letters], 1);
  return TRUE;
}

/* A bit in each byte: the lowest, or the highest, which only characters beyond ASCII have. */
#define LOW_BITS G_GUINT64_CONSTANT (0x0101010101010101)
#define HIGH_BITS G_GUINT64_CONSTANT (0x8080808080808080)

/* The lowest bit that is set is in the first byte that is 0. */
static inline guint64
find_zero (guint64 word)
{
  return (word - LOW_BITS) & ~word & HIGH_BITS;
}

/* The same for the first quote, backslash or NUL. */
static inline guint64
find_run_end (guint64 word)
{
  return find_zero (word) | find_zero (word ^ LOW_BITS * '"') | find_zero (word ^ LOW_BITS * '\\');
}

/* The length of the ordinary bytes at @p; @wide gets HIGH_BITS of those that are not ASCII. */
static inline gsize
measure_run (const guint8 *p,
             const guint8 *end,
             guint64 *wide)
{
  const guint8 *const begin = p;

  for (; end - p >= 8; p += 8)
    {
      const guint64 word = strata_word_load ((const char *) p);
      const guint64 found = find_run_end (word);

      if (found != 0)
        {
          *wide |= word & HIGH_BITS & (found - 1);
          return (gsize) (p - begin) + (gsize) __builtin_ctzll (found) / 8;
        }

      *wide |= word & HIGH_BITS;
    }

  for (; p < end && *p != '"' && *p != '\\' && *p != 0; p++)
    *wide |= *p & 0x80;

  return (gsize) (p - begin);
}

/* Reads ordinary bytes of a string, up to the next quote, backslash or NUL. Returns whether all are ASCII. */
static inline gboolean
read_run (StrataJsonReader *self)
{
  guint64 wide = 0;
  const gsize n_bytes = measure_run (self->p, self->end, &wide);

  append (self, self->p, n_bytes);
  self->p += n_bytes;
  return wide == 0;
}

static gboolean
read_string (StrataJsonReader *self,
             GError **error)
{
  gboolean is_ascii = TRUE;
  int high = 0;
  int c;

  strata_append_reset (self->text);
  self->p++;

  for (;;)
    {
      if (!peek (self, &c, error))
        return FALSE;
      if (c == AT_END)
        return end_cut (self);
      if (c == 0)
        return fail (self, _ ("a string contains a NUL"), error);
      if (c != '"' && c != '\\')
        {
          high = 0;
          is_ascii &= read_run (self);
          continue;
        }

      self->p++;
      if (c == '"')
        break;
      if (!read_escape (self, &high, error))
        return FALSE;
    }

  if (!is_ascii && !g_utf8_validate (self->text->str, (gssize) self->text->len, NULL))
    {
      g_autofree char *valid = g_utf8_make_valid (self->text->str, (gssize) self->text->len);

      g_string_assign (self->text, valid);
    }

  return TRUE;
}

/* Parses a 64-bit number; out-of-range values become the nearest limit. */
static gint64
parse_number (const char *text)
{
  if (strpbrk (text, ".eE") == NULL)
    return g_ascii_strtoll (text, NULL, 10);

  const double value = g_ascii_strtod (text, NULL);

  if (value >= 9.2e18)
    return G_MAXINT64;

  return value <= -9.2e18 ? G_MININT64 : (gint64) value;
}

/* Most numbers are a few digits, and a fraction that is cut off. */
static gint64
get_number (const char *text)
{
  const gboolean is_negative = *text == '-';
  gint64 value;
  const char *at = strata_digits_read (text + is_negative, &value);

  if (*at == '.')
    do
      at++;
    while (g_ascii_isdigit (*at));
  if (*at != '\0')
    return parse_number (text);

  return is_negative ? -value : value;
}

static inline gboolean
is_of_number (guint8 c)
{
  return (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '+' || c == 'e' || c == 'E';
}

/* Copies the part of a number that has been read from the source. */
static void
copy_number (StrataJsonReader *self,
             gsize *n_bytes)
{
  const guint8 *const begin = self->p;

  while (self->p < self->end && is_of_number (*self->p))
    self->p++;

  const gsize n_copied = MIN ((gsize) (self->p - begin), sizeof self->word - 1 - *n_bytes);

  memcpy (self->word + *n_bytes, begin, n_copied);
  *n_bytes += n_copied;
}

static gboolean
read_number (StrataJsonReader *self,
             GError **error)
{
  gsize n_bytes = 0;
  int c;

  do
    {
      copy_number (self, &n_bytes);
      if (!peek (self, &c, error))
        return FALSE;
    }
  while (c != AT_END && is_of_number ((guint8) c));

  /* more digits may have followed */
  if (c == AT_END && self->depth > 0)
    return end_cut (self);

  self->word[n_bytes] = '\0';
  if (!g_ascii_isdigit (self->word[self->word[0] == '-']))
    return fail (self, _ ("a value was expected"), error);

  self->number = get_number (self->word);
  self->token = STRATA_JSON_NUMBER;
  return TRUE;
}

static gboolean
read_word (StrataJsonReader *self,
           GError **error)
{
  char text[8];
  guint n = 0;
  int c;

  for (;;)
    {
      if (!peek (self, &c, error))
        return FALSE;
      if (c == AT_END || !g_ascii_islower (c) || n == sizeof text - 1)
        break;
      text[n++] = (char) c;
      self->p++;
    }

  text[n] = '\0';
  if (c == AT_END && self->depth > 0)
    return end_cut (self);
  if (strcmp (text, "true") != 0 && strcmp (text, "false") != 0 && strcmp (text, "null") != 0)
    return fail (self, _ ("a value was expected"), error);

  g_strlcpy (self->word, text, sizeof self->word);
  self->token = STRATA_JSON_OTHER;
  return TRUE;
}

static gboolean
open_value (StrataJsonReader *self,
            gboolean is_object,
            GError **error)
{
  if (self->depth == STRATA_JSON_MOST_DEPTH)
    return fail (self, _ ("it is nested too deeply"), error);

  self->p++;
  self->is_object[self->depth++] = (guint8) is_object;
  self->is_key_next = is_object;
  self->has_members = FALSE;
  self->token = is_object ? STRATA_JSON_OBJECT : STRATA_JSON_ARRAY;
  return TRUE;
}

/* Sets what may follow a value. */
static void
end_value (StrataJsonReader *self)
{
  self->is_key_next = self->depth > 0 && self->is_object[self->depth - 1];
  self->has_members = TRUE;
}

static gboolean
close_value (StrataJsonReader *self,
             int c,
             GError **error)
{
  if (self->depth == 0 || (self->is_object[self->depth - 1] != 0) != (c == '}'))
    return fail (self, _ ("unmatched closing bracket"), error);

  self->p++;
  self->depth--;
  end_value (self);
  self->token = STRATA_JSON_CLOSE;
  return TRUE;
}

static gboolean
read_key (StrataJsonReader *self,
          GError **error)
{
  int c;

  self->token = STRATA_JSON_KEY;
  if (!read_string (self, error) || !skip_blanks (self, &c, error))
    return FALSE;
  if (self->is_cut || c == AT_END)
    return end_cut (self);
  if (c != ':')
    return fail (self, _ ("a colon was expected after a key"), error);

  self->p++;
  self->is_key_next = FALSE;
  return TRUE;
}

static gboolean
read_value (StrataJsonReader *self,
            int c,
            GError **error)
{
  if (c == '{' || c == '[')
    return open_value (self, c == '{', error);

  end_value (self);
  if (c == '"')
    {
      self->token = STRATA_JSON_STRING;
      return read_string (self, error);
    }

  return g_ascii_islower (c) ? read_word (self, error) : read_number (self, error);
}

/**
 * strata_json_reader_next:
 * @self: the reader
 * @error: return location for an error
 *
 * Reads the next token into the reader.
 *
 * Returns: %FALSE if the input is not JSON, or reading failed or was cancelled
 */
gboolean
strata_json_reader_next (StrataJsonReader *self,
                         GError **error)
{
  int c;

  if (self->is_cut || (self->depth == 0 && self->has_members))
    {
      self->token = STRATA_JSON_END;
      return TRUE;
    }

  if (!skip_blanks (self, &c, error))
    return FALSE;

  const gboolean is_after_key = self->depth > 0 && self->is_object[self->depth - 1] && !self->is_key_next;

  if (c == ',' && self->has_members && !is_after_key)
    {
      self->p++;
      if (!skip_blanks (self, &c, error))
        return FALSE;
      self->has_members = FALSE;
    }
  else if (self->depth > 0 && self->has_members && !is_after_key && c != '}' && c != ']' && c != AT_END)
    return fail (self, _ ("a comma was expected"), error);

  if (c == AT_END)
    return end_cut (self);
  if (is_after_key && (c == '}' || c == ']'))
    return fail (self, _ ("a value was expected"), error);
  if (c == '}' || c == ']')
    return close_value (self, c, error);
  if (self->is_key_next)
    return c == '"' ? read_key (self, error) : fail (self, _ ("a key was expected"), error);

  return read_value (self, c, error);
}

/**
 * strata_json_reader_skip:
 * @self: the reader, after a key or where a value is next
 * @error: return location for an error
 *
 * Skips the next value with everything in it.
 *
 * Returns: as strata_json_reader_next()
 */
gboolean
strata_json_reader_skip (StrataJsonReader *self,
                         GError **error)
{
  const guint depth = self->depth;

  do
    if (!strata_json_reader_next (self, error))
      return FALSE;
  while (self->depth > depth && self->token != STRATA_JSON_END);

  return TRUE;
}

/**
 * strata_json_reader_enter_string:
 * @self: the reader, after a key or where a value is next
 * @is_string: (out): whether the value is a string; if not, it is still next
 * @error: return location for an error
 *
 * Leaves the source at the opening quote of a string, so that another reader reads it up to its closing quote. Such a
 * string may be far longer than the part that this reader keeps.
 *
 * Returns: as strata_json_reader_next()
 */
gboolean
strata_json_reader_enter_string (StrataJsonReader *self,
                                 gboolean *is_string,
                                 GError **error)
{
  int c;

  if (!skip_blanks (self, &c, error))
    return FALSE;

  *is_string = c == '"';
  if (!*is_string)
    return TRUE;

  strata_source_skip (self->source, (gsize) (self->p - self->begin));
  self->p = self->begin = self->end = NULL;
  end_value (self);
  self->token = STRATA_JSON_STRING;
  return TRUE;
}
