/* strata-chrome-args.c - arguments of an event of Chrome
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-chrome-event.h"

#include <errno.h>
#include <math.h>
#include <string.h>

/* Arguments are any JSON. They become one line of keys and values; the keys of an object inside are
 * joined by points. What exceeds this many bytes is left out. */
#define MOST_ARGS_BYTES 4096

#define MOST_DEPTH 16

/* Counters with more values than that do not occur. */
#define MOST_VALUES 64

/**
 * strata_chrome_skip_open:
 * @json: behind the begin of an object or an array
 * @error: return location for an error
 *
 * Reads over the rest of it.
 *
 * Returns: %FALSE when it is no JSON, or reading failed or was cancelled
 */
gboolean
strata_chrome_skip_open (StrataJsonReader *json,
                         GError **error)
{
  for (guint n_open = 1; n_open > 0;)
    {
      if (!strata_json_reader_next (json, error))
        return FALSE;
      if (json->token == STRATA_JSON_END)
        return TRUE;

      n_open += json->token == STRATA_JSON_OBJECT || json->token == STRATA_JSON_ARRAY;
      n_open -= json->token == STRATA_JSON_CLOSE;
    }

  return TRUE;
}

/* Text with a character that has a meaning in the line is put in quotes. */
static void
put_text (GString *args,
          const char *text)
{
  if (*text != '\0' && strpbrk (text, ",=\"()[]{}") == NULL)
    g_string_append (args, text);
  else
    {
      g_string_append_c (args, '"');
      for (; *text != '\0'; text++)
        {
          if (*text == '"' || *text == '\\')
            g_string_append_c (args, '\\');
          g_string_append_c (args, *text);
        }
      g_string_append_c (args, '"');
    }
}

static void
put_arg (StrataChromeEvent *self,
         const char *path,
         const StrataJsonReader *json)
{
  if (self->args->len >= MOST_ARGS_BYTES)
    return;

  if (self->args->len > 0)
    g_string_append_c (self->args, ',');

  g_string_append_printf (self->args, "%s=", path);
  put_text (self->args, json->token == STRATA_JSON_STRING ? json->text->str : json->word);
}

/* 2^63, from which on nothing is a number of 64 bits. */
#define MOST_REAL 9223372036854775808.0

/* What is a number from its first character to its last, also if it is written as text. */
static gboolean
parse_value (StrataChromeValue *value,
             const char *text)
{
  char *end;

  if (!g_ascii_isdigit (text[*text == '-']))
    return FALSE;

  errno = 0;
  value->value = g_ascii_strtoll (text, &end, 10);
  value->is_clamped = errno == ERANGE;
  if (*end == '\0')
    return TRUE;

  const double real = g_ascii_strtod (text, &end);

  value->is_clamped = fabs (real) >= MOST_REAL;
  value->value = value->is_clamped ? (real > 0 ? G_MAXINT64 : G_MININT64) : (gint64) llround (real);
  value->is_rounded = !value->is_clamped && (double) value->value != real;
  return *end == '\0';
}

static void
take_number (StrataChromeEvent *self,
             const char *path,
             const char *text)
{
  StrataChromeValue value = { 0 };

  if (!parse_value (&value, text))
    self->n_texts++;
  else if (self->values->len < MOST_VALUES)
    {
      g_array_append_val (self->values, value);
      g_array_index (self->values, StrataChromeValue, self->values->len - 1).key = g_strdup (path);
    }
}

static void
take_value (StrataChromeEvent *self,
            const char *path,
            const StrataJsonReader *json)
{
  if (json->token == STRATA_JSON_STRING && g_str_equal (path, "name"))
    g_string_assign (self->named, json->text->str);

  take_number (self, path, json->token == STRATA_JSON_STRING ? json->text->str : json->word);
  put_arg (self, path, json);
}

/* The path is that of the innermost value; each level notes how long it was before. */
typedef struct
{
  GString *path;
  gsize lengths[MOST_DEPTH];
  guint n_members[MOST_DEPTH];
  guint depth;
} Place;

static void
put_key (Place *place,
         const char *key)
{
  g_string_truncate (place->path, place->lengths[place->depth]);
  if (place->path->len > 0)
    g_string_append_c (place->path, '.');

  g_string_append (place->path, key);
}

/* A value in an array is called by its number. */
static void
put_index (Place *place)
{
  char number[16];

  g_snprintf (number, sizeof number, "%u", place->n_members[place->depth]);
  put_key (place, number);
}

static void
begin_level (Place *place)
{
  place->depth++;
  place->lengths[place->depth] = place->path->len;
  place->n_members[place->depth] = 0;
}

/* Reads what is in the object or array that has begun. */
static gboolean
read_members (StrataChromeEvent *self,
              StrataJsonReader *json,
              Place *place,
              GError **error)
{
  gboolean has_key = FALSE;

  while (place->depth > 0)
    {
      if (!strata_json_reader_next (json, error))
        return FALSE;

      if (json->token == STRATA_JSON_END)
        return TRUE;

      if (json->token == STRATA_JSON_CLOSE)
        {
          place->depth--;
          place->n_members[place->depth]++;
        }
      else if (json->token == STRATA_JSON_KEY)
        {
          put_key (place, json->text->str);
          has_key = TRUE;
        }
      else
        {
          if (!has_key)
            put_index (place);

          has_key = FALSE;
          if (json->token != STRATA_JSON_OBJECT && json->token != STRATA_JSON_ARRAY)
            {
              take_value (self, place->path->str, json);
              place->n_members[place->depth]++;
            }
          else if (place->depth + 1 < MOST_DEPTH)
            begin_level (place);
          else if (!strata_chrome_skip_open (json, error))
            return FALSE;
        }
    }

  return TRUE;
}

/**
 * strata_chrome_event_read_args:
 * @self: an event
 * @json: behind the key of the arguments
 * @error: return location for an error
 *
 * Reads the arguments of an event.
 *
 * Returns: %FALSE when it is no JSON, or reading failed or was cancelled
 */
gboolean
strata_chrome_event_read_args (StrataChromeEvent *self,
                               StrataJsonReader *json,
                               GError **error)
{
  Place place = { .path = g_string_new (NULL) };
  gboolean is_read = strata_json_reader_next (json, error);

  if (is_read && (json->token == STRATA_JSON_OBJECT || json->token == STRATA_JSON_ARRAY))
    {
      begin_level (&place);
      is_read = read_members (self, json, &place, error);
    }

  g_string_free (place.path, TRUE);
  return is_read;
}
