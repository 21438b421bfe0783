/* strata-chrome-args.c - arguments of a Chrome event
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-chrome-event.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#include "strata-append.h"
#include "strata-args-text.h"
#include "strata-digits.h"
#include "strata-perfetto-own.h"
#include "strata-real.h"

/* Arguments are any JSON. They become one line of keys and values, with {key=value,key=value} for a
 * nested object and [value,value] for an array. The part beyond this many bytes is dropped. */
#define MOST_ARGS_BYTES (64 * 1024)

#define MOST_DEPTH 16

/* No real counter has more values. */
#define MOST_VALUES 64

/**
 * strata_chrome_skip_open:
 * @json: a reader after the start of an object or an array
 * @error: return location for an error
 *
 * Skips the rest of it.
 *
 * Returns: %FALSE if the input is not JSON, or reading failed or was cancelled
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

/* Parses a text that is a number as a whole, also if it is written as a string. */
static gboolean
parse_value (StrataChromeValue *value,
             const char *text)
{
  char *end;

  if (!g_ascii_isdigit (text[*text == '-']))
    return FALSE;
  if (*strata_digits_read (text, &value->value) == '\0')
    return TRUE;

  errno = 0;
  value->value = g_ascii_strtoll (text, &end, 10);
  value->is_clamped = errno == ERANGE;
  if (*end == '\0')
    return TRUE;

  value->real = g_ascii_strtod (text, &end);
  value->is_real = !strata_real_to_int (value->real, &value->value);
  value->is_clamped = !isfinite (value->real);
  return *end == '\0';
}

/* Only counters and parts of profiles have numbers. Writers put the phase before the arguments, but need not. */
static gboolean
may_have_numbers (const StrataChromeEvent *self)
{
  return self->phase == 'C' || self->phase == 'P' || self->phase == '\0';
}

static void
take_number (StrataChromeEvent *self,
             const GString *path,
             const char *text)
{
  StrataChromeValue value = { 0 };

  if (!may_have_numbers (self))
    return;
  if (!parse_value (&value, text))
    self->n_texts++;
  else if (self->values->len < MOST_VALUES)
    {
      value.key = self->value_keys->len;
      strata_append (self->value_keys, path->str, path->len + 1);
      g_array_append_val (self->values, value);
    }
}

/* Each level stores the previous length of the path of its value. */
typedef struct
{
  GString *path; /* keys joined by points; they name the values of counters */
  gsize lengths[MOST_DEPTH];
  guint n_members[MOST_DEPTH];
  char ends[MOST_DEPTH]; /* the closing bracket of the level; 0 if the line has none */
  guint depth;
  GString *key; /* of the next value; empty in an array */
} Place;

static void
put_path (Place *place,
          const char *key,
          gsize n_bytes)
{
  place->path->len = place->lengths[place->depth];
  if (place->path->len > 0)
    strata_append (place->path, ".", 1);

  strata_append (place->path, key, n_bytes);
}

/* A value in an array is named by its index. */
static void
put_index (Place *place)
{
  char number[STRATA_DIGITS_MOST];
  char *const end = number + sizeof number;
  const char *digits = strata_digits_put (end, place->n_members[place->depth], 10);

  put_path (place, digits, (gsize) (end - digits));
}

/* Returns: whether there is room for a value. */
static gboolean
begin_value (StrataChromeEvent *self,
             Place *place)
{
  const char last = self->args->len > 0 ? self->args->str[self->args->len - 1] : '{';

  if (self->args->len >= MOST_ARGS_BYTES)
    return FALSE;

  if (last != '{' && last != '[')
    strata_append (self->args, ",", 1);
  if (place->key->len > 0)
    {
      strata_append (self->args, place->key->str, place->key->len);
      strata_append (self->args, "=", 1);
    }

  strata_append_reset (place->key);
  return TRUE;
}

/* Takes arguments that strata_chrome_write() adds. */
static gboolean
take_own (StrataChromeEvent *self,
          Place *place,
          const char *text)
{
  if (place->depth != 1 || !g_str_has_prefix (place->key->str, STRATA_PERFETTO_OWN))
    return FALSE;

  if (g_str_equal (place->key->str, STRATA_PERFETTO_OWN_ARG))
    {
      g_string_append_printf (self->args, "%s%s", self->args->len > 0 ? "," : "", text);
      g_string_truncate (place->key, 0);
      place->n_members[place->depth]++;
      return TRUE;
    }

  g_ptr_array_add (self->own, g_strdup (place->key->str));
  g_ptr_array_add (self->own, g_strdup (text));
  g_string_truncate (place->key, 0);
  return TRUE;
}

#define DUMPS "dumps."
#define ALLOCATORS DUMPS "allocators."
#define SIZE ".attrs.size.value"

/* Takes a size of Chrome's memory-infra, which is hexadecimal text: of an allocator or of a whole process. */
static void
take_size (StrataChromeEvent *self,
           const char *path,
           const char *text)
{
  static const char *const totals[][2] = {
    { DUMPS "process_totals.private_footprint_bytes", "chrome.private_footprint_kb" },
    { DUMPS "process_totals.peak_resident_set_size", "chrome.peak_resident_set_kb" },
    { DUMPS "process_totals.resident_set_bytes", "mem.rss" },
  };
  guint64 n_bytes;

  if (!g_ascii_string_to_unsigned (text, 16, 0, G_MAXUINT64, &n_bytes, NULL))
    return;
  if (g_str_has_prefix (path, ALLOCATORS) && g_str_has_suffix (path, SIZE) && strlen (path) > strlen (ALLOCATORS SIZE))
    strata_memory_dump_add (self->dump, (StrataText){ path + strlen (ALLOCATORS), strlen (path) - strlen (ALLOCATORS SIZE) }, n_bytes);
  for (guint i = 0; i < G_N_ELEMENTS (totals); i++)
    if (g_str_equal (path, totals[i][0]))
      strata_memory_dump_add_total (self->dump, totals[i][1], n_bytes);
}

static void
take_value (StrataChromeEvent *self,
            Place *place,
            const StrataJsonReader *json)
{
  const char *text = json->token == STRATA_JSON_STRING ? json->text->str : json->word;

  if (json->token == STRATA_JSON_STRING && (g_str_equal (place->path->str, "name") || g_str_equal (place->path->str, "labels")))
    g_string_assign (self->named, text);
  if (json->token == STRATA_JSON_STRING && g_str_has_prefix (place->path->str, DUMPS))
    take_size (self, place->path->str, text);
  if (take_own (self, place, text))
    return;

  take_number (self, place->path, text);
  if (begin_value (self, place))
    strata_args_put_text (self->args, text);
  place->n_members[place->depth]++;
}

static void
begin_level (StrataChromeEvent *self,
             Place *place,
             StrataJsonToken token)
{
  const gboolean is_shown = begin_value (self, place);

  place->depth++;
  place->lengths[place->depth] = place->path->len;
  place->n_members[place->depth] = 0;
  place->ends[place->depth] = !is_shown ? '\0' : token == STRATA_JSON_OBJECT ? '}'
                                                                             : ']';
  if (is_shown)
    g_string_append_c (self->args, token == STRATA_JSON_OBJECT ? '{' : '[');
}

static void
end_level (StrataChromeEvent *self,
           Place *place)
{
  if (place->ends[place->depth] != '\0')
    g_string_append_c (self->args, place->ends[place->depth]);

  place->depth--;
  place->n_members[place->depth]++;
}

/* Takes a value, or the start of an object or array. Values that are too deep remain empty. */
static gboolean
take_token (StrataChromeEvent *self,
            StrataJsonReader *json,
            Place *place,
            GError **error)
{
  if (json->token != STRATA_JSON_OBJECT && json->token != STRATA_JSON_ARRAY)
    {
      take_value (self, place, json);
      return TRUE;
    }

  const gboolean is_too_deep = place->depth + 2 >= MOST_DEPTH;

  begin_level (self, place, json->token);
  if (!is_too_deep)
    return TRUE;
  if (!strata_chrome_skip_open (json, error))
    return FALSE;

  end_level (self, place);
  return TRUE;
}

/* Whether the current key is one of the data of a profiler's event. */
static gboolean
is_profile (const Place *place)
{
  return place->depth == 2 && place->key->len > 0 && strata_cpuprofile_parts_is_member (place->key->str) && g_str_has_prefix (place->path->str, "data.");
}

/* Reads a part of a profile, which is not an argument. */
static gboolean
read_profile (StrataChromeEvent *self,
              StrataJsonReader *json,
              Place *place,
              GError **error)
{
  const gboolean is_read = strata_cpuprofile_parts_read (self->profiles, place->key->str, json, error);

  g_string_truncate (place->key, 0);
  return is_read;
}

/* Reads the content of an open object or array. */
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
        end_level (self, place);
      else if (json->token == STRATA_JSON_KEY)
        {
          put_path (place, json->text->str, json->text->len);
          strata_append_first (place->key, json->text->str, json->text->len);
          has_key = TRUE;
        }
      else
        {
          if (!has_key)
            put_index (place);

          has_key = FALSE;
          if (is_profile (place) ? !read_profile (self, json, place, error) : !take_token (self, json, place, error))
            return FALSE;
        }
    }

  return TRUE;
}

/**
 * strata_chrome_event_read_args:
 * @self: an event
 * @json: a reader after the key of the arguments
 * @error: return location for an error
 *
 * Reads the arguments of an event.
 *
 * Returns: %FALSE if the input is not JSON, or reading failed or was cancelled
 */
gboolean
strata_chrome_event_read_args (StrataChromeEvent *self,
                               StrataJsonReader *json,
                               GError **error)
{
  Place place = { .path = self->path, .key = self->arg_key };
  gboolean is_read = strata_json_reader_next (json, error);

  strata_append_reset (place.path);
  strata_append_reset (place.key);

  if (is_read && (json->token == STRATA_JSON_OBJECT || json->token == STRATA_JSON_ARRAY))
    {
      place.depth = 1;
      is_read = read_members (self, json, &place, error);
    }

  return is_read;
}

/**
 * strata_chrome_event_add_arg:
 * @self: an event
 * @key: a key
 * @text: a value
 *
 * Adds an argument.
 */
void
strata_chrome_event_add_arg (StrataChromeEvent *self,
                             const char *key,
                             const char *text)
{
  if (self->args->len > 0)
    g_string_append_c (self->args, ',');

  strata_append (self->args, key, strlen (key));
  g_string_append_c (self->args, '=');
  strata_args_put_text (self->args, text);
}
