/* strata-perfetto-json.c - annotations in JSON
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include <gio/gio.h>

#include "strata-json-reader.h"
#include "strata-perfetto-args.h"

/* Longer ones are kept as text. */
#define MAX_JSON_BYTES (64 * 1024)

/* Annotations are short, and read from memory. */
#define READ_BYTES 4096

typedef struct
{
  StrataPerfettoArgs *args;
  guint most_depth;
  guint depth;
  GString *ends; /* owned: the brackets that close the open objects and arrays */
  gboolean has_key;
} Place;

static void
put_value (Place *place,
           const StrataJsonReader *json)
{
  GString *out = place->args->text;

  if (!place->has_key && place->depth > 0)
    strata_perfetto_args_separate (place->args);

  place->has_key = FALSE;
  if (json->token == STRATA_JSON_OBJECT || json->token == STRATA_JSON_ARRAY)
    {
      g_string_append_c (out, json->token == STRATA_JSON_OBJECT ? '{' : '[');
      g_string_append_c (place->ends, json->token == STRATA_JSON_OBJECT ? '}' : ']');
      place->depth++;
    }
  else if (json->token == STRATA_JSON_STRING)
    strata_perfetto_args_put_own_text (place->args, json->text->str, json->text->len);
  else
    g_string_append (out, json->word);
}

/* Returns whether there was exactly one value. */
static gboolean
put_all (Place *place,
         StrataJsonReader *json)
{
  while (strata_json_reader_next (json, NULL))
    {
      if (json->token == STRATA_JSON_END)
        return !json->is_cut && place->depth == 0;
      if (json->token == STRATA_JSON_CLOSE)
        {
          g_string_append_c (place->args->text, place->ends->str[--place->depth]);
          g_string_truncate (place->ends, place->depth);
        }
      else if (json->token == STRATA_JSON_KEY)
        {
          strata_perfetto_args_put_key (place->args, json->text->str);
          place->has_key = TRUE;
        }
      else
        put_value (place, json);

      if (place->depth > place->most_depth)
        return FALSE;
    }

  return FALSE;
}

/**
 * strata_perfetto_args_put_json:
 * @self: arguments
 * @field: JSON
 * @most_depth: the maximum depth
 *
 * Adds a value with its nested values. A text that is not JSON is added as text.
 */
void
strata_perfetto_args_put_json (StrataPerfettoArgs *self,
                               const StrataProto *field,
                               guint most_depth)
{
  const gsize n_bytes = field->wire == STRATA_PROTO_BYTES ? (gsize) field->value : 0;
  const gsize begin = self->text->len;
  gboolean is_put = FALSE;

  if (n_bytes > 0 && n_bytes <= MAX_JSON_BYTES)
    {
      g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (field->data, (gssize) n_bytes, NULL);
      g_autoptr (StrataSource) source = strata_source_new (stream, READ_BYTES, G_MAXUINT64, NULL);
      g_auto (StrataJsonReader) json = { 0 };
      Place place = { .args = self, .most_depth = most_depth, .ends = g_string_new (NULL) };

      strata_json_reader_init (&json, source);
      is_put = put_all (&place, &json);
      g_string_free (place.ends, TRUE);
    }

  if (is_put)
    return;

  g_string_truncate (self->text, begin);
  strata_perfetto_args_put_text (self, (const char *) field->data, n_bytes);
}
