/* strata-chrome-event.c - an event of a Chrome trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-chrome-event.h"

#include <math.h>
#include <string.h>

#include "strata-append.h"
#include "strata-digits.h"
#include "strata-flows.h"
#include "strata-real.h"
#include "strata-span.h"

/* Times are in microseconds with a fraction. Later times do not fit. */

/* Bits of numbers that stand for a text, and the mask of the bits that differ. */
#define MADE_NUMBER 0x60000000u
#define MADE_MASK 0x0fffffffu

/**
 * strata_chrome_event_init:
 * @self: the caller's memory
 * @profiles: takes the parts of CPU profiles; must outlive the event
 *
 * Makes an empty event, which can be read repeatedly.
 */
void
strata_chrome_event_init (StrataChromeEvent *self,
                          StrataCpuprofileParts *profiles)
{
  *self = (StrataChromeEvent){
    .name = g_string_new (NULL),
    .category = g_string_new (NULL),
    .id = g_string_new (NULL),
    .args = g_string_new (NULL),
    .bind_id = g_string_new (NULL),
    .pid_text = g_string_new (NULL),
    .tid_text = g_string_new (NULL),
    .number_by_text = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
    .numbers = g_hash_table_new (NULL, NULL),
    .track = g_string_new (NULL),
    .cookie = g_string_new (NULL),
    .own = g_ptr_array_new_with_free_func (g_free),
    .named = g_string_new (NULL),
    .values = g_array_new (FALSE, FALSE, sizeof (StrataChromeValue)),
    .value_keys = g_string_new (NULL),
    .key = g_string_new (NULL),
    .path = g_string_new (NULL),
    .arg_key = g_string_new (NULL),
    .profiles = profiles,
    .dump = strata_memory_dump_new (),
  };
}

void
strata_chrome_event_clear (StrataChromeEvent *self)
{
  g_string_free (self->name, TRUE);
  g_string_free (self->category, TRUE);
  g_string_free (self->id, TRUE);
  g_string_free (self->args, TRUE);
  g_string_free (self->bind_id, TRUE);
  g_string_free (self->pid_text, TRUE);
  g_string_free (self->tid_text, TRUE);
  g_hash_table_unref (self->number_by_text);
  g_hash_table_unref (self->numbers);
  g_string_free (self->track, TRUE);
  g_string_free (self->cookie, TRUE);
  g_ptr_array_unref (self->own);
  g_string_free (self->named, TRUE);
  g_array_unref (self->values);
  g_string_free (self->value_keys, TRUE);
  g_string_free (self->key, TRUE);
  g_string_free (self->path, TRUE);
  g_string_free (self->arg_key, TRUE);
  strata_memory_dump_free (self->dump);
}

/* A number with an exponent, in microseconds, as nanoseconds. */
static gint64
parse_scaled_us (const char *text)
{
  const double us = g_ascii_strtod (text, NULL);

  return fabs (us) < (double) STRATA_CHROME_MOST_US ? (gint64) (us * 1000) : us < 0 ? -STRATA_CHROME_MOST_US * 1000
                                                                                    : STRATA_CHROME_MOST_US * 1000;
}

/* "1234.567" in microseconds as nanoseconds; numbers with an exponent are rare. */
static gint64
parse_us (const char *text)
{
  const gboolean is_negative = *text == '-';
  const char *at = text + is_negative;
  gint64 value = 0;
  gint64 unit = 1000;

  for (; g_ascii_isdigit (*at); at++)
    value = MIN (value * 10 + (*at - '0'), STRATA_CHROME_MOST_US);

  value *= 1000;
  if (*at == '.')
    for (at++; g_ascii_isdigit (*at); at++)
      {
        unit /= 10;
        value += (*at - '0') * unit;
      }

  if (G_UNLIKELY (strpbrk (at, "eE") != NULL))
    return parse_scaled_us (text);

  return is_negative ? -value : value;
}

/* Makes a number for a text. It is the same in every file unless another text of the file has taken it. */
static gint64
make_number (StrataChromeEvent *self,
             const char *text)
{
  gpointer known = g_hash_table_lookup (self->number_by_text, text);
  guint number = GPOINTER_TO_UINT (known);

  if (known == NULL)
    {
      for (number = g_str_hash (text) & MADE_MASK; g_hash_table_contains (self->numbers, GUINT_TO_POINTER (number)); number = (number + 1) & MADE_MASK)
        ;
      number |= MADE_NUMBER;
      g_hash_table_add (self->numbers, GUINT_TO_POINTER (number & MADE_MASK));
      g_hash_table_insert (self->number_by_text, g_strdup (text), GUINT_TO_POINTER (number));
    }

  return number;
}

static gboolean
read_whole_number (const StrataJsonReader *json,
                   gint64 min,
                   gint64 max,
                   gint64 *number)
{
  if (json->token == STRATA_JSON_STRING)
    return g_ascii_string_to_signed (json->text->str, 10, 0, G_MAXINT32, number, NULL);
  if (*strata_digits_read (json->word, number) != '\0' && !g_ascii_string_to_signed (json->word, 10, min, max, number, NULL) && !strata_real_to_int (g_ascii_strtod (json->word, NULL), number))
    return FALSE;

  return *number >= min && *number <= max;
}

/* Some tools identify processes and threads by text, and processes by numbers beyond any system's. Real numbers
 * are smaller than those that are made here, and those of a file have 31 bits. Threads may have addresses. */
static gint64
get_number (StrataChromeEvent *self,
            const StrataJsonReader *json,
            GString *text,
            gint64 min,
            gint64 max)
{
  gint64 number;

  if (json->token != STRATA_JSON_NUMBER && json->token != STRATA_JSON_STRING)
    return 0;
  if (read_whole_number (json, min, max, &number))
    return number;

  g_string_assign (text, json->token == STRATA_JSON_NUMBER ? json->word : json->text->str);
  return make_number (self, text->str);
}

static gboolean
is_time (const StrataJsonReader *json)
{
  return json->token == STRATA_JSON_NUMBER || (json->token == STRATA_JSON_STRING && (g_ascii_isdigit (*json->text->str) || *json->text->str == '-'));
}

/**
 * strata_chrome_event_get_time:
 * @json: a reader at a value
 *
 * Returns: the value as a time in ns; 0 if it is neither a number nor a text
 */
gint64
strata_chrome_event_get_time (const StrataJsonReader *json)
{
  return is_time (json) ? parse_us (json->token == STRATA_JSON_NUMBER ? json->word : json->text->str) : 0;
}

static const char *
get_text (const StrataJsonReader *json)
{
  return json->token == STRATA_JSON_STRING ? json->text->str : json->token == STRATA_JSON_NUMBER ? json->word
                                                                                                 : "";
}

static void
set_text (GString *text,
          const StrataJsonReader *json)
{
  const char *value = get_text (json);

  strata_append_first (text, value, json->token == STRATA_JSON_STRING ? json->text->len : strlen (value));
}

/* An id is a text or a number, or an object with an id that is valid in its process or globally. */
static gboolean
read_id (StrataChromeEvent *self,
         StrataJsonReader *json,
         GError **error)
{
  if (json->token != STRATA_JSON_OBJECT)
    {
      g_string_append (self->id, get_text (json));
      return TRUE;
    }

  while (strata_json_reader_next (json, error))
    {
      if (json->token == STRATA_JSON_CLOSE || json->token == STRATA_JSON_END)
        return TRUE;
      if (json->token == STRATA_JSON_OBJECT || json->token == STRATA_JSON_ARRAY)
        {
          if (!strata_chrome_skip_open (json, error))
            return FALSE;
        }
      else
        g_string_append_printf (self->id, "%s ", json->token == STRATA_JSON_KEY ? json->text->str : get_text (json));
    }

  return FALSE;
}

/* Compares a key, without a call: @name is a constant. */
static inline gboolean
is_key (const GString *key,
        const char *name)
{
  return key->len == strlen (name) && memcmp (key->str, name, strlen (name)) == 0;
}

/* Takes members that strata_chrome_write() adds. */
static void
take_own_member (StrataChromeEvent *self,
                 const GString *key,
                 const StrataJsonReader *json)
{
  if (is_key (key, "strata_track"))
    g_string_assign (self->track, get_text (json));
  else if (is_key (key, "strata_cpu") && json->token == STRATA_JSON_NUMBER)
    self->cpu = (int) CLAMP (json->number, 0, G_MAXINT);
  else if (is_key (key, "strata_global"))
    self->is_global = TRUE;
  else if (is_key (key, "strata_end") && is_time (json))
    self->end_ns = strata_chrome_event_get_time (json);
  else if (is_key (key, "strata_start") && is_time (json))
    self->start_ns = strata_chrome_event_get_time (json);
  else if (is_key (key, "strata_depth") && json->token == STRATA_JSON_NUMBER)
    self->own_depth = (guint32) CLAMP (json->number, 0, G_MAXINT32) + 1;
  else if (is_key (key, "strata_sampled"))
    self->is_sampled = TRUE;
  else if (is_key (key, "strata_tid") && json->token == STRATA_JSON_NUMBER)
    self->own_tid = CLAMP (json->number, 0, G_MAXINT32);
  else if (is_key (key, "strata_pid") && json->token == STRATA_JSON_NUMBER)
    self->own_pid = CLAMP (json->number, 0, G_MAXUINT32);
  else if (is_key (key, "strata_no_process"))
    self->has_no_process = TRUE;
  else if (is_key (key, "strata_copy"))
    self->is_copy = TRUE;
  else if (is_key (key, "strata_in_order"))
    self->is_in_order = TRUE;
  else if (is_key (key, "strata_uncategorized"))
    strata_append_reset (self->category);
  else if (is_key (key, "strata_cookie"))
    {
      g_string_assign (self->cookie, get_text (json));
      self->has_cookie = TRUE;
    }
}

/* Takes a member of a flow of the second version, whose steps are events of other kinds, or of the end of a flow of
 * the first version. Returns whether the key is one of these. */
static gboolean
take_flow_member (StrataChromeEvent *self,
                  const GString *key,
                  const StrataJsonReader *json)
{
  const gboolean is_true = json->token == STRATA_JSON_OTHER && g_str_equal (json->word, "true");

  if (is_key (key, "flow_in"))
    self->is_flow_in = is_true;
  else if (is_key (key, "flow_out"))
    self->is_flow_out = is_true;
  else if (is_key (key, "bp"))
    self->is_bound_around = g_str_equal (get_text (json), "e");
  else if (!is_key (key, "bind_id"))
    return FALSE;
  else if (json->token == STRATA_JSON_NUMBER)
    g_string_printf (self->bind_id, "0x%" G_GINT64_MODIFIER "x", json->number);
  else
    g_string_assign (self->bind_id, get_text (json));

  return TRUE;
}

/* Takes the value after a key. */
static gboolean
take_member (StrataChromeEvent *self,
             const GString *key,
             StrataJsonReader *json,
             GError **error)
{
  if (is_key (key, "ph"))
    self->phase = *get_text (json);
  else if (is_key (key, "s"))
    self->scope = *get_text (json);
  else if (is_key (key, "ts"))
    {
      self->has_time = is_time (json);
      self->time_ns = strata_chrome_event_get_time (json);
    }
  else if (is_key (key, "dur"))
    {
      self->duration_ns = is_time (json) ? strata_chrome_event_get_time (json) : -1;
      self->is_duration_bad = self->duration_ns < 0;
    }
  else if (is_key (key, "tts"))
    self->cpu_ns = is_time (json) ? strata_chrome_event_get_time (json) : STRATA_NO_TIME;
  else if (is_key (key, "tdur"))
    self->cpu_duration_ns = is_time (json) ? strata_chrome_event_get_time (json) : -1;
  else if (is_key (key, "pid"))
    self->pid = get_number (self, json, self->pid_text, 0, G_MAXUINT32);
  else if (is_key (key, "tid"))
    {
      self->tid = get_number (self, json, self->tid_text, G_MININT64, G_MAXINT64);
      self->has_tid = TRUE;
    }
  else if (is_key (key, "name"))
    set_text (self->name, json);
  else if (is_key (key, "cat"))
    set_text (self->category, json);
  else if (is_key (key, "scope"))
    g_string_prepend (self->id, get_text (json));
  else if (is_key (key, "id") || is_key (key, "id2"))
    return read_id (self, json, error);
  else if (json->token == STRATA_JSON_OBJECT || json->token == STRATA_JSON_ARRAY)
    return strata_chrome_skip_open (json, error);
  else if (!take_flow_member (self, key, json))
    take_own_member (self, key, json);

  return TRUE;
}

/* Adds the event's flow in newer formats; it is known when the whole event has been read. */
static void
end_event (StrataChromeEvent *self)
{
  if (self->bind_id->len > 0 && (self->is_flow_in || self->is_flow_out))
    strata_chrome_event_add_arg (self, self->is_flow_out ? STRATA_FLOW_KEY : STRATA_FLOW_END_KEY, self->bind_id->str);
}

static gboolean
read_members (StrataChromeEvent *self,
              StrataJsonReader *json,
              GError **error)
{
  GString *key = self->key;

  while (strata_json_reader_next (json, error))
    {
      if (json->token != STRATA_JSON_KEY)
        return TRUE;

      strata_append_first (key, json->text->str, json->text->len);
      if (is_key (key, "args"))
        {
          if (!strata_chrome_event_read_args (self, json, error))
            return FALSE;
        }
      else if (!strata_json_reader_next (json, error) || !take_member (self, key, json, error))
        return FALSE;

      if (json->token == STRATA_JSON_END)
        return TRUE;
    }

  return FALSE;
}

static void
reset (StrataChromeEvent *self)
{
  self->phase = '\0';
  self->scope = 't';
  self->time_ns = 0;
  self->duration_ns = -1;
  self->cpu_ns = STRATA_NO_TIME;
  self->cpu_duration_ns = -1;
  self->pid = -1;
  self->tid = 0;
  self->cpu = -1;
  self->is_global = FALSE;
  self->has_cookie = FALSE;
  self->is_copy = FALSE;
  self->is_in_order = FALSE;
  self->is_sampled = FALSE;
  self->start_ns = STRATA_NO_TIME;
  self->end_ns = STRATA_NO_TIME;
  self->own_tid = -1;
  self->own_depth = 0;
  self->own_pid = -1;
  self->has_no_process = FALSE;
  self->is_flow_in = FALSE;
  self->is_flow_out = FALSE;
  self->is_bound_around = FALSE;
  self->has_time = FALSE;
  self->has_tid = FALSE;
  self->n_texts = 0;
  self->is_duration_bad = FALSE;
  strata_append_reset (self->name);
  strata_append_reset (self->category);
  strata_append_reset (self->id);
  strata_append_reset (self->args);
  strata_append_reset (self->bind_id);
  strata_append_reset (self->pid_text);
  strata_append_reset (self->tid_text);
  strata_append_reset (self->track);
  strata_append_reset (self->cookie);
  g_ptr_array_set_size (self->own, 0);
  strata_append_reset (self->named);
  g_array_set_size (self->values, 0);
  strata_append_reset (self->value_keys);
  strata_memory_dump_clear (self->dump);
}

/**
 * strata_chrome_event_read:
 * @self: an event
 * @json: a reader in the object of the event
 * @error: return location for an error
 *
 * Reads an event up to the end of its object.
 *
 * Returns: %FALSE if the input is not JSON, or reading failed or was cancelled
 */
gboolean
strata_chrome_event_read (StrataChromeEvent *self,
                          StrataJsonReader *json,
                          GError **error)
{
  reset (self);
  if (!read_members (self, json, error))
    return FALSE;

  end_event (self);
  if (self->has_no_process)
    self->pid = -1;

  return TRUE;
}
