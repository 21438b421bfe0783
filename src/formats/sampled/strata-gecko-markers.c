/* strata-gecko-markers.c - markers in a profile of Firefox
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-gecko-markers.h"

#include <string.h>

#include "strata-args-text.h"

/* A marker is an instant, a span, or the start or end of a span; starts and ends with one name nest. Spans of a thread
 * overlap, so they are asynchronous slices in a lane for each name of a thread, each with a cookie of its own.
 * Format: "GeckoProfileVersions" and "marker phases" of profiler.firefox.com. */

enum
{
  PHASE_INSTANT,
  PHASE_SPAN,
  PHASE_START,
  PHASE_END,
};

/* No clock has later times. */
#define MOST_MS 1e12

static double
get_number (const StrataGeckoMarkers *self,
            const GArray *column,
            guint row)
{
  return row < column->len ? strata_json_tree_get_number (self->tree, g_array_index (column, guint32, row), -1) : -1;
}

static gboolean
get_time (const StrataGeckoMarkers *self,
          const GArray *column,
          guint row,
          gint64 *time_ns)
{
  const double ms = get_number (self, column, row);

  if (!(ms >= 0 && ms < MOST_MS))
    return FALSE;

  *time_ns = strata_time_add ((gint64) ((ms + self->distance_ms) * 1e6), strata_trace_builder_get_offset_ns (self->builder));
  return TRUE;
}

static guint32
intern (const StrataGeckoMarkers *self,
        const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);

  return strata_string_pool_intern (strata_trace_builder_get_strings (self->builder), valid, strlen (valid));
}

static guint32
get_name (const StrataGeckoMarkers *self,
          guint row)
{
  const double string = get_number (self, self->names, row);
  const char *name = string >= 0 && string < self->strings->len ? strata_json_tree_get_text (self->tree, g_array_index (self->strings, guint32, (guint) string)) : "";

  return intern (self, *name != '\0' ? name : "marker");
}

/* Texts that say what a marker is about. */
static guint32
get_attrs (const StrataGeckoMarkers *self,
           guint row)
{
  static const char *const keys[] = { "name", "eventType", "messageType", "otherPid", "prefName", "URI", "source", "operation" };
  const guint32 data = row < self->data->len ? g_array_index (self->data, guint32, row) : STRATA_NONE;
  g_autoptr (GString) args = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      const char *text = strata_json_tree_get_text (self->tree, strata_json_tree_get (self->tree, data, keys[i]));

      if (*text == '\0')
        continue;

      g_string_append_printf (args, "%s%s=", args->len > 0 ? "," : "", keys[i]);
      strata_args_put_text (args, text);
    }

  return strata_attr_table_intern_only_args (strata_trace_builder_get_attrs (self->builder), args->str, args->len);
}

static StrataAsyncKey
make_key (const StrataGeckoMarkers *self,
          guint row)
{
  return (StrataAsyncKey){ .cookie = (gint64) self->thread << 32 | row, .process = self->process, .name = self->lane, .kind = STRATA_ASYNC_TRACK };
}

static void
begin (const StrataGeckoMarkers *self,
       guint row,
       gint64 time_ns)
{
  const StrataAsyncKey key = make_key (self, row);

  strata_trace_builder_begin_async (self->builder, &key, self->thread, time_ns, key.name, get_name (self, row), get_attrs (self, row));
}

/* Ends the last span with the name that waits for its end. */
static gboolean
end (const StrataGeckoMarkers *self,
     GHashTable *open,
     guint row,
     gint64 time_ns)
{
  GArray *rows = g_hash_table_lookup (open, GUINT_TO_POINTER (get_name (self, row)));

  if (rows == NULL || rows->len == 0)
    return FALSE;

  const StrataAsyncKey key = make_key (self, g_array_index (rows, guint, rows->len - 1));

  g_array_set_size (rows, rows->len - 1);
  strata_trace_builder_end_async (self->builder, &key, time_ns);
  return TRUE;
}

static void
wait_for_end (const StrataGeckoMarkers *self,
              GHashTable *open,
              guint row)
{
  const gpointer name = GUINT_TO_POINTER (get_name (self, row));
  GArray *rows = g_hash_table_lookup (open, name);

  if (rows == NULL)
    {
      rows = g_array_new (FALSE, FALSE, sizeof (guint));
      g_hash_table_insert (open, name, rows);
    }

  g_array_append_val (rows, row);
}

/* Returns whether the marker is shown. */
static gboolean
add (const StrataGeckoMarkers *self,
     GHashTable *open,
     guint row)
{
  const double phase = get_number (self, self->phases, row);
  const StrataAsyncKey key = make_key (self, row);
  gint64 start_ns, end_ns;

  if (phase == PHASE_END)
    return get_time (self, self->ends, row, &end_ns) && end (self, open, row, end_ns);
  if (!get_time (self, self->starts, row, &start_ns))
    return FALSE;

  if (phase == PHASE_START)
    {
      begin (self, row, start_ns);
      wait_for_end (self, open, row);
    }
  else if (phase == PHASE_SPAN && get_time (self, self->ends, row, &end_ns))
    {
      begin (self, row, start_ns);
      strata_trace_builder_end_async (self->builder, &key, MAX (start_ns, end_ns));
    }
  else
    strata_trace_builder_add_instant (self->builder, self->thread, self->process, STRATA_STRING_EMPTY, start_ns, get_name (self, row));

  return TRUE;
}

/**
 * strata_gecko_markers_add:
 * @self: the markers of a thread
 *
 * Adds them to the trace.
 *
 * Returns: how many are not shown
 */
guint
strata_gecko_markers_add (const StrataGeckoMarkers *self)
{
  g_autoptr (GHashTable) open = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_array_unref);
  guint n_left_out = 0;

  for (guint row = 0; row < self->names->len; row++)
    n_left_out += !add (self, open, row);

  strata_trace_builder_get_counts (self->builder)->n_events += self->names->len - n_left_out;
  return n_left_out;
}
