/* strata-json-tree.c - a JSON document in memory
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-json-tree.h"

#include <math.h>
#include <string.h>

#include "strata-column.h"
#include "strata-error.h"
#include "strata-json-reader.h"

/* Values are rows that refer to their first child and their next sibling. Texts are offsets into one
 * buffer. The document is the first row. A truncated document contains the values up to the cut. */

/* No real profile has more values. */
#define MOST_VALUES (64 * 1024 * 1024)

#define NO_TEXT G_MAXUINT32

typedef struct
{
  double number; /* NaN if it is not a number */
  guint32 first; /* first child, or STRATA_NONE */
  guint32 last;
  guint32 next;
  guint32 key;  /* offset, or NO_TEXT */
  guint32 text; /* the same */
} Value;

struct _StrataJsonTree
{
  StrataColumn values; /* Value */
  GString *texts;      /* owned */
};

/**
 * strata_json_tree_new:
 *
 * Returns: (transfer full): an empty document
 */
StrataJsonTree *
strata_json_tree_new (void)
{
  StrataJsonTree *self = g_new0 (StrataJsonTree, 1);

  self->texts = g_string_new (NULL);
  return self;
}

void
strata_json_tree_free (StrataJsonTree *self)
{
  if (self == NULL)
    return;

  strata_column_clear (&self->values);
  g_string_free (self->texts, TRUE);
  g_free (self);
}

static guint32
keep_text (StrataJsonTree *self,
           const GString *text)
{
  const gsize at = self->texts->len;

  if (at + text->len + 1 >= NO_TEXT)
    return NO_TEXT;

  g_string_append_len (self->texts, text->str, (gssize) text->len + 1);
  return (guint32) at;
}

static Value *
get_value (const StrataJsonTree *self,
           guint32 value)
{
  return &strata_column_at (&self->values, Value, value);
}

static guint32
add_value (StrataJsonTree *self,
           guint32 parent,
           guint32 key)
{
  const guint32 index = (guint32) self->values.n;

  *(Value *) strata_column_push (&self->values, sizeof (Value)) = (Value){ NAN, STRATA_NONE, STRATA_NONE, STRATA_NONE, key, NO_TEXT };
  if (parent == STRATA_NONE)
    return index;

  Value *outer = get_value (self, parent);

  if (outer->last != STRATA_NONE)
    get_value (self, outer->last)->next = index;
  else
    outer->first = index;
  outer->last = index;
  return index;
}

static gboolean
read_values (StrataJsonTree *self,
             StrataSource *source,
             gboolean *is_cut,
             GError **error)
{
  guint32 open[STRATA_JSON_MOST_DEPTH + 1];
  guint depth = 0;
  guint32 key = NO_TEXT;
  g_auto (StrataJsonReader) json;

  strata_json_reader_init (&json, source);
  if (!strata_json_skip_mark (source, error))
    return FALSE;

  while (strata_json_reader_next (&json, error))
    {
      if (json.token == STRATA_JSON_END || self->values.n >= MOST_VALUES)
        {
          *is_cut = json.is_cut || json.token != STRATA_JSON_END;
          return TRUE;
        }
      if (json.token == STRATA_JSON_CLOSE)
        {
          depth -= depth > 0;
          continue;
        }
      if (json.token == STRATA_JSON_KEY)
        {
          key = keep_text (self, json.text);
          continue;
        }

      const guint32 value = add_value (self, depth > 0 ? open[depth - 1] : STRATA_NONE, key);

      key = NO_TEXT;
      if (json.token == STRATA_JSON_OBJECT || json.token == STRATA_JSON_ARRAY)
        open[depth++] = value;
      else if (json.token == STRATA_JSON_STRING)
        get_value (self, value)->text = keep_text (self, json.text);
      else if (json.token == STRATA_JSON_NUMBER)
        get_value (self, value)->number = g_ascii_strtod (json.word, NULL);
    }

  return FALSE;
}

/**
 * strata_json_tree_load:
 * @self: an empty document
 * @source: where it comes from
 * @builder: where a truncated or damaged document is reported
 * @error: return location for an error
 *
 * Reads a document, as far as it is valid.
 *
 * Returns: %FALSE if nothing could be read
 */
gboolean
strata_json_tree_load (StrataJsonTree *self,
                       StrataSource *source,
                       StrataTraceBuilder *builder,
                       GError **error)
{
  StrataDiagnostics *diagnostics = strata_trace_builder_get_diagnostics (builder);
  const StrataPlace place = { 0, -1, STRATA_NO_TIME };
  GError *failure = NULL;
  gboolean is_cut = FALSE;

  if (!read_values (self, source, &is_cut, &failure))
    {
      if (!g_error_matches (failure, STRATA_ERROR, STRATA_ERROR_CORRUPT) || self->values.n == 0)
        {
          g_propagate_error (error, failure);
          return FALSE;
        }

      strata_diagnostics_add (diagnostics, STRATA_DIAGNOSTIC_DAMAGED_DATA, place, failure->message, -1);
      g_error_free (failure);
    }
  else if (is_cut)
    strata_diagnostics_add (diagnostics, STRATA_DIAGNOSTIC_TRUNCATED, place, NULL, 0);

  return TRUE;
}

/**
 * strata_json_tree_get:
 * @self: a document
 * @value: an object, or %STRATA_NONE
 * @key: a key
 *
 * Returns: the value of @key, or %STRATA_NONE
 */
guint32
strata_json_tree_get (const StrataJsonTree *self,
                      guint32 value,
                      const char *key)
{
  for (guint32 i = strata_json_tree_get_first (self, value); i != STRATA_NONE; i = get_value (self, i)->next)
    if (get_value (self, i)->key != NO_TEXT && strcmp (self->texts->str + get_value (self, i)->key, key) == 0)
      return i;

  return STRATA_NONE;
}

/* Returns its first child, or STRATA_NONE. @value may be STRATA_NONE. */
guint32
strata_json_tree_get_first (const StrataJsonTree *self,
                            guint32 value)
{
  return value < self->values.n ? get_value (self, value)->first : STRATA_NONE;
}

/* Returns its next sibling, or STRATA_NONE. */
guint32
strata_json_tree_get_next (const StrataJsonTree *self,
                           guint32 value)
{
  return value < self->values.n ? get_value (self, value)->next : STRATA_NONE;
}

/* Returns its text; empty if it is not a string. @value may be STRATA_NONE. */
const char *
strata_json_tree_get_text (const StrataJsonTree *self,
                           guint32 value)
{
  return value < self->values.n && get_value (self, value)->text != NO_TEXT ? self->texts->str + get_value (self, value)->text : "";
}

/**
 * strata_json_tree_get_number:
 * @self: a document
 * @value: a value, or %STRATA_NONE
 * @fallback: returned if it is not a number
 *
 * Returns: its number
 */
double
strata_json_tree_get_number (const StrataJsonTree *self,
                             guint32 value,
                             double fallback)
{
  return value < self->values.n && !isnan (get_value (self, value)->number) ? get_value (self, value)->number : fallback;
}

/**
 * strata_json_tree_list:
 * @self: a document
 * @value: an array, or %STRATA_NONE
 *
 * Returns: (transfer full) (element-type guint32): its values
 */
GArray *
strata_json_tree_list (const StrataJsonTree *self,
                       guint32 value)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 i = strata_json_tree_get_first (self, value); i != STRATA_NONE; i = get_value (self, i)->next)
    g_array_append_val (list, i);

  return list;
}
