/* strata-query-functions.c - SQL functions of PerfettoSQL
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-query-private.h"

#include <inttypes.h>
#include <math.h>

#include <glib/gi18n.h>

#include "strata-order.h"
#include "strata-sql-args.h"
#include "strata-sql-lines.h"
#include "strata-sql-metadata.h"

static StrataQuery *
get_query (sqlite3_context *context)
{
  return sqlite3_user_data (context);
}

/* Functions about a trace refer to the first one, or to the one whose letter is in front of their @n_usual
 * arguments; @values is then moved past the letter. NULL with an error set for an unknown letter. */
static StrataSqlSource *
take_source (sqlite3_context *context,
             int n_values,
             sqlite3_value ***values,
             int n_usual)
{
  const StrataQuery *query = get_query (context);

  if (n_values == n_usual)
    return query->sources->pdata[0];

  const char *letter = (const char *) sqlite3_value_text (*(*values)++);
  const guint number = letter != NULL && letter[0] != '\0' && letter[1] == '\0' ? (guint) (letter[0] - 'a') : G_MAXUINT;

  if (number < query->sources->len)
    return query->sources->pdata[number];

  g_autofree char *text = g_strdup_printf (_ ("“%s” is not the letter of a trace"), letter != NULL ? letter : "NULL");

  sqlite3_result_error (context, text, -1);
  return NULL;
}

void
strata_query_result_cell (sqlite3_context *context,
                          StrataCell *cell)
{
  switch (cell->kind)
    {
    case STRATA_VALUE_UNKNOWN:
      break;
    case STRATA_VALUE_TEXT:
      sqlite3_result_text (context, cell->text, -1, cell->owned != NULL ? SQLITE_TRANSIENT : SQLITE_STATIC);
      break;
    case STRATA_VALUE_NUMBER:
      sqlite3_result_int64 (context, cell->number);
      break;
    case STRATA_VALUE_REAL:
      sqlite3_result_double (context, cell->real);
      break;
    }
}

static void
trace_start (sqlite3_context *context,
             int n_values,
             sqlite3_value **values)
{
  const StrataSqlSource *source = take_source (context, n_values, &values, 0);

  if (source != NULL)
    sqlite3_result_int64 (context, strata_trace_get_span (source->trace).begin_ns);
}

static void
trace_end (sqlite3_context *context,
           int n_values,
           sqlite3_value **values)
{
  const StrataSqlSource *source = take_source (context, n_values, &values, 0);

  if (source != NULL)
    sqlite3_result_int64 (context, strata_trace_get_span (source->trace).end_ns);
}

static void
trace_dur (sqlite3_context *context,
           int n_values,
           sqlite3_value **values)
{
  const StrataSqlSource *source = take_source (context, n_values, &values, 0);

  if (source != NULL)
    sqlite3_result_int64 (context, strata_span_get_length_ns (strata_trace_get_span (source->trace)));
}

static void
result_metadata (sqlite3_context *context,
                 StrataSqlSource *source,
                 const char *name)
{
  g_auto (StrataCell) cell = STRATA_CELL_INIT;

  if (source == NULL || name == NULL)
    return;

  strata_sql_metadata_find (source, name, &cell);
  strata_query_result_cell (context, &cell);
}

static void
extract_metadata (sqlite3_context *context,
                  int n_values,
                  sqlite3_value **values)
{
  StrataSqlSource *source = take_source (context, n_values, &values, 1);

  result_metadata (context, source, (const char *) sqlite3_value_text (values[0]));
}

/* extract_metadata_for_machine (machine, name): only the first device has metadata. */
static void
extract_metadata_for_machine (sqlite3_context *context,
                              int n_values,
                              sqlite3_value **values)
{
  if (sqlite3_value_type (values[0]) == SQLITE_INTEGER && sqlite3_value_int64 (values[0]) == 0)
    result_metadata (context, take_source (context, 2, &values, 2), (const char *) sqlite3_value_text (values[1]));
}

/* extract_arg (letter, set, key) */
static void
extract_arg_of (sqlite3_context *context,
                int n_values,
                sqlite3_value **values)
{
  g_auto (StrataCell) cell = STRATA_CELL_INIT;
  StrataSqlSource *source = take_source (context, n_values, &values, 2);
  const char *key = (const char *) sqlite3_value_text (values[1]);

  if (source == NULL || sqlite3_value_type (values[0]) != SQLITE_INTEGER || key == NULL)
    return;

  strata_sql_args_find (source, sqlite3_value_int64 (values[0]), key, &cell);
  strata_query_result_cell (context, &cell);
}

/* Argument sets of several files have the same numbers; the first file whose set has the key is used. */
static void
extract_arg (sqlite3_context *context,
             int n_values,
             sqlite3_value **values)
{
  const StrataQuery *query = get_query (context);
  const char *key = (const char *) sqlite3_value_text (values[1]);

  if (sqlite3_value_type (values[0]) != SQLITE_INTEGER || key == NULL)
    return;

  for (guint i = 0; i < query->sources->len; i++)
    {
      g_auto (StrataCell) cell = STRATA_CELL_INIT;

      strata_sql_args_find (query->sources->pdata[i], sqlite3_value_int64 (values[0]), key, &cell);
      strata_query_result_cell (context, &cell);
      if (cell.kind != STRATA_VALUE_UNKNOWN)
        return;
    }
}

static void
slice_is_ancestor (sqlite3_context *context,
                   int n_values,
                   sqlite3_value **values)
{
  const StrataSqlSource *source = take_source (context, n_values, &values, 2);

  if (source == NULL)
    return;

  const StrataSliceTable *slices = source->slices;
  const gint64 ancestor = sqlite3_value_int64 (values[0]);
  const gint64 slice = sqlite3_value_int64 (values[1]);
  const gboolean is_known = ancestor >= 0 && ancestor < slices->n_slices && slice >= 0;

  sqlite3_result_int (context, is_known && slice > ancestor && slice < slices->subtree_end[ancestor]);
}

/* When the thread state at a given time began. When spans are joined with states, earlier states can be skipped. */
static void
state_begin (sqlite3_context *context,
             int n_values,
             sqlite3_value **values)
{
  const StrataSqlSource *source = take_source (context, n_values, &values, 2);

  if (source == NULL)
    return;

  const guint32 thread = strata_sql_numbers_find (source->utids, sqlite3_value_int64 (values[0]));
  const gint64 time_ns = sqlite3_value_int64 (values[1]);
  guint32 state = STRATA_NONE;

  if (thread != STRATA_NONE && source->threads[thread].n_states > 0)
    state = strata_states_find (source->states, &source->threads[thread], time_ns);

  sqlite3_result_int64 (context, state != STRATA_NONE ? source->states->start_ns[state] : time_ns);
}

/* Converts to ns; the unit is the user data of the function. */
static gint64
get_unit_ns (const char *unit)
{
  static const struct
  {
    const char *name;
    gint64 ns;
  } units[] = {
    { "ns", 1 },
    { "us", 1000 },
    { "ms", 1000000 },
    { "s", 1000000000 },
    { "min", G_GINT64_CONSTANT (60000000000) },
    { "hours", G_GINT64_CONSTANT (3600000000000) },
    { "days", G_GINT64_CONSTANT (86400000000000) },
  };

  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (g_str_equal (units[i].name, unit))
      return units[i].ns;

  return 1;
}

static void
from_unit (sqlite3_context *context,
           int n_values,
           sqlite3_value **values)
{
  const gint64 unit_ns = get_unit_ns (sqlite3_user_data (context));
  gint64 ns;

  if (sqlite3_value_type (values[0]) == SQLITE_NULL)
    return;
  if (__builtin_mul_overflow (sqlite3_value_int64 (values[0]), unit_ns, &ns))
    sqlite3_result_error (context, "integer overflow", -1);
  else
    sqlite3_result_int64 (context, ns);
}

static void
to_unit (sqlite3_context *context,
         int n_values,
         sqlite3_value **values)
{
  if (sqlite3_value_type (values[0]) != SQLITE_NULL)
    sqlite3_result_int64 (context, sqlite3_value_int64 (values[0]) / get_unit_ns (sqlite3_user_data (context)));
}

/* Hours, minutes, seconds, ms, µs and ns: "01:00:00 123 456 789". */
static void
to_timecode (sqlite3_context *context,
             int n_values,
             sqlite3_value **values)
{
  const gint64 time_ns = sqlite3_value_int64 (values[0]);
  const gint64 ns = ABS (time_ns % 1000000000);
  const gint64 seconds = ABS (time_ns / 1000000000);

  if (sqlite3_value_type (values[0]) == SQLITE_NULL)
    return;

  g_autofree char *text = g_strdup_printf ("%s%02" PRId64 ":%02d:%02d %03d %03d %03d", time_ns < 0 ? "-" : "", seconds / 3600, (int) (seconds / 60 % 60), (int) (seconds % 60),
                                           (int) (ns / 1000000), (int) (ns / 1000 % 1000), (int) (ns % 1000));

  sqlite3_result_text (context, text, -1, SQLITE_TRANSIENT);
}

static void
cast_integer (sqlite3_context *context,
              int n_values,
              sqlite3_value **values)
{
  if (sqlite3_value_type (values[0]) != SQLITE_NULL)
    sqlite3_result_int64 (context, sqlite3_value_int64 (values[0]));
}

static void
cast_double (sqlite3_context *context,
             int n_values,
             sqlite3_value **values)
{
  if (sqlite3_value_type (values[0]) != SQLITE_NULL)
    sqlite3_result_double (context, sqlite3_value_double (values[0]));
}

static void
cast_string (sqlite3_context *context,
             int n_values,
             sqlite3_value **values)
{
  if (sqlite3_value_type (values[0]) != SQLITE_NULL)
    sqlite3_result_text (context, (const char *) sqlite3_value_text (values[0]), -1, SQLITE_TRANSIENT);
}

/* How long two spans overlap: ts1, dur1, ts2, dur2. */
static void
overlap_dur (sqlite3_context *context,
             int n_values,
             sqlite3_value **values)
{
  const gint64 first_ns = sqlite3_value_int64 (values[0]);
  const gint64 second_ns = sqlite3_value_int64 (values[2]);
  const gint64 begin_ns = MAX (first_ns, second_ns);
  const gint64 end_ns = MIN (strata_time_add (first_ns, sqlite3_value_int64 (values[1])), strata_time_add (second_ns, sqlite3_value_int64 (values[3])));

  sqlite3_result_int64 (context, end_ns > begin_ns ? strata_time_add (end_ns, -begin_ns) : 0);
}

/* The part of a text with the number @index. */
static void
str_split (sqlite3_context *context,
           int n_values,
           sqlite3_value **values)
{
  const char *text = (const char *) sqlite3_value_text (values[0]);
  const char *separator = (const char *) sqlite3_value_text (values[1]);
  gint64 index = sqlite3_value_int64 (values[2]);

  if (text == NULL || separator == NULL || *separator == '\0' || index < 0)
    return;

  for (; index > 0; index--)
    {
      text = strstr (text, separator);
      if (text == NULL)
        return;
      text += strlen (separator);
    }

  const char *end = strstr (text, separator);

  sqlite3_result_text (context, text, end != NULL ? (int) (end - text) : -1, SQLITE_TRANSIENT);
}

/* to_ftrace (id of raw_event) */
static void
to_ftrace (sqlite3_context *context,
           int n_values,
           sqlite3_value **values)
{
  StrataSqlSource *source = take_source (context, n_values, &values, 1);
  char *text = source != NULL && sqlite3_value_type (values[0]) == SQLITE_INTEGER ? strata_sql_lines_dup_text (source, sqlite3_value_int64 (values[0])) : NULL;

  if (text != NULL)
    sqlite3_result_text (context, text, -1, g_free);
}

/* like (pattern, text), used for text LIKE pattern. The compiled pattern is kept with the statement,
 * and results for strings that never move are kept with the pattern. */
static void
test_pattern (sqlite3_context *context,
              int n_values,
              sqlite3_value **values)
{
  const int op = GPOINTER_TO_INT (sqlite3_user_data (context));
  const char *pattern = (const char *) sqlite3_value_text (values[0]);
  const gboolean is_fixed = sqlite3_value_subtype (values[1]) == STRATA_QUERY_FIXED_TEXT;
  /* SQLite adds a NUL to a text by copying it, into a buffer that the next row reuses; a string of the pool has its own NUL */
  const char *text = is_fixed ? sqlite3_value_blob (values[1]) : (const char *) sqlite3_value_text (values[1]);
  StrataQueryMatch *match = sqlite3_get_auxdata (context, 0);
  g_autofree char *reason = NULL;

  if (pattern == NULL || text == NULL)
    return;

  if (match == NULL)
    {
      match = strata_query_match_new (op, pattern, &reason);
      if (match == NULL)
        {
          sqlite3_result_error (context, reason, -1);
          return;
        }

      sqlite3_set_auxdata (context, 0, match, (void (*) (void *)) strata_query_match_free);
      match = sqlite3_get_auxdata (context, 0);
      if (match == NULL)
        {
          sqlite3_result_error_nomem (context);
          return;
        }
    }

  sqlite3_result_int (context, is_fixed ? strata_query_match_test_fixed (match, text) : strata_query_match_test (match, text));
}

/* LIKE with an ESCAPE is rare, so its results are not kept. */
static void
like_escape (sqlite3_context *context,
             int n_values,
             sqlite3_value **values)
{
  const char *pattern = (const char *) sqlite3_value_text (values[0]);
  const char *text = (const char *) sqlite3_value_text (values[1]);
  const char *escape = (const char *) sqlite3_value_text (values[2]);

  if (pattern == NULL || text == NULL || escape == NULL)
    return;
  if (!g_utf8_validate (escape, -1, NULL) || g_utf8_strlen (escape, -1) != 1)
    sqlite3_result_error (context, "ESCAPE expression must be a single character", -1);
  else
    sqlite3_result_int (context, sqlite3_strlike (pattern, text, g_utf8_get_char (escape)) == 0);
}

/* percentile (value, percent): interpolates between ranks. */
static void
percentile_step (sqlite3_context *context,
                 int n_values,
                 sqlite3_value **values)
{
  GArray **array = sqlite3_aggregate_context (context, sizeof *array);
  const int type = sqlite3_value_numeric_type (values[0]);

  if (array == NULL)
    {
      sqlite3_result_error_nomem (context);
      return;
    }

  if (*array == NULL)
    {
      const double percent = sqlite3_value_double (values[1]);

      *array = g_array_new (FALSE, FALSE, sizeof (double));
      g_array_append_val (*array, percent);
    }

  if (type == SQLITE_INTEGER || type == SQLITE_FLOAT)
    {
      const double value = sqlite3_value_double (values[0]);

      g_array_append_val (*array, value);
    }
}

static void
percentile_end (sqlite3_context *context)
{
  GArray **array = sqlite3_aggregate_context (context, 0);

  if (array == NULL || *array == NULL)
    return;

  double *values = (double *) (*array)->data + 1;
  const guint n_values = (*array)->len - 1;
  const double percent = CLAMP (values[-1], 0.0, 100.0);

  qsort (values, n_values, sizeof *values, strata_order_double);
  if (n_values > 0)
    {
      const double place = percent / 100 * (n_values - 1);
      const guint below = (guint) floor (place);
      const guint above = MIN (below + 1, n_values - 1);

      sqlite3_result_double (context, values[below] + (values[above] - values[below]) * (place - below));
    }

  g_clear_pointer (array, g_array_unref);
}

/* The last value that is not NULL, in a window that starts with its partition. */
static void
last_step (sqlite3_context *context,
           int n_values,
           sqlite3_value **values)
{
  sqlite3_value **last = sqlite3_aggregate_context (context, sizeof (sqlite3_value *));

  if (last == NULL)
    {
      sqlite3_result_error_nomem (context);
      return;
    }

  if (sqlite3_value_type (values[0]) == SQLITE_NULL)
    return;

  sqlite3_value_free (*last);
  *last = sqlite3_value_dup (values[0]);
}

static void
last_value (sqlite3_context *context)
{
  sqlite3_value **last = sqlite3_aggregate_context (context, 0);

  if (last != NULL && *last != NULL)
    sqlite3_result_value (context, *last);
}

static void
last_end (sqlite3_context *context)
{
  sqlite3_value **last = sqlite3_aggregate_context (context, 0);

  last_value (context);
  if (last != NULL)
    sqlite3_value_free (g_steal_pointer (last));
}

/* If a value leaves the window, the result is unknown, since only the last value is kept. */
static void
last_inverse (sqlite3_context *context,
              int n_values,
              sqlite3_value **values)
{
  sqlite3_result_error (context, _ ("last_non_null() needs a window that starts with its partition"), -1);
}

typedef void (*Function) (sqlite3_context *, int, sqlite3_value **);

static gboolean
add (StrataQuery *self,
     const char *name,
     int n_arguments,
     gpointer data,
     Function function)
{
  return sqlite3_create_function (self->db, name, n_arguments, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS | SQLITE_SUBTYPE,
                                  data, function, NULL, NULL) == SQLITE_OK;
}

static gboolean
add_units (StrataQuery *self)
{
  static const char *const units[] = { "ns", "us", "ms", "s", "min", "hours", "days" };

  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    {
      g_autofree char *from = g_strconcat ("time_from_", units[i], NULL);
      g_autofree char *to = g_strconcat ("time_to_", units[i], NULL);

      if (!add (self, from, 1, (gpointer) units[i], from_unit) || !add (self, to, 1, (gpointer) units[i], to_unit))
        return FALSE;
    }

  return TRUE;
}

gboolean
strata_query_add_functions (StrataQuery *self)
{
  return add (self, "trace_start", 0, self, trace_start) &&
         add (self, "trace_start", 1, self, trace_start) &&
         add (self, "trace_end", 0, self, trace_end) &&
         add (self, "trace_end", 1, self, trace_end) &&
         add (self, "trace_dur", 0, self, trace_dur) &&
         add (self, "trace_dur", 1, self, trace_dur) &&
         add (self, "extract_arg", 2, self, extract_arg) &&
         add (self, "extract_arg", 3, self, extract_arg_of) &&
         add (self, "extract_metadata", 1, self, extract_metadata) &&
         add (self, "extract_metadata", 2, self, extract_metadata) &&
         add (self, "extract_metadata_for_machine", 2, self, extract_metadata_for_machine) &&
         add (self, "slice_is_ancestor", 2, self, slice_is_ancestor) &&
         add (self, "slice_is_ancestor", 3, self, slice_is_ancestor) &&
         add (self, "strata_state_begin", 2, self, state_begin) &&
         add (self, "strata_state_begin", 3, self, state_begin) &&
         add (self, "overlap_dur", 4, self, overlap_dur) &&
         add (self, "spans_overlapping_dur", 4, self, overlap_dur) &&
         add (self, "str_split", 3, self, str_split) &&
         add (self, "to_ftrace", 1, self, to_ftrace) &&
         add (self, "to_ftrace", 2, self, to_ftrace) &&
         add (self, "to_timecode", 1, self, to_timecode) &&
         add (self, "cast_int", 1, self, cast_integer) &&
         add (self, "cast_double", 1, self, cast_double) &&
         add (self, "cast_string", 1, self, cast_string) &&
         add (self, "like", 2, GINT_TO_POINTER (SQLITE_INDEX_CONSTRAINT_LIKE), test_pattern) &&
         add (self, "like", 3, self, like_escape) &&
         add (self, "glob", 2, GINT_TO_POINTER (SQLITE_INDEX_CONSTRAINT_GLOB), test_pattern) &&
         add (self, "regexp", 2, GINT_TO_POINTER (SQLITE_INDEX_CONSTRAINT_REGEXP), test_pattern) &&
         add_units (self) &&
         sqlite3_create_window_function (self->db, "last_non_null", 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS, NULL, last_step, last_end, last_value, last_inverse, NULL) == SQLITE_OK &&
         sqlite3_create_function (self->db, "percentile", 2, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS, NULL, NULL, percentile_step, percentile_end) == SQLITE_OK;
}
