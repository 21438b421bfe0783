/* strata-vtab-cursor.c - returns the rows of a table that a query reads
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-bisect.h"
#include "strata-vtab-private.h"

#include <math.h>

/* A cursor walks segments of rows and returns those that pass all tests. The tests are constraints of the
 * query: comparisons of numbers, of string ids with an id, and patterns whose results are kept by id. */

typedef enum
{
  TEST_RANGE,     /* least <= number <= most */
  TEST_NOT_EQUAL, /* number != least */
  TEST_STRING,    /* string id == least */
  TEST_WORD,      /* text equals */
  TEST_MATCH,     /* string or word matches a pattern */
} TestKind;

typedef struct
{
  TestKind kind;
  const StrataSqlColumn *column;
  gint64 least;
  gint64 most;
  char *text;              /* (nullable) owned */
  StrataQueryMatch *match; /* (nullable) owned */
} Test;

typedef struct
{
  sqlite3_vtab_cursor base;
  GArray *segments; /* (element-type StrataSqlSegment) owned */
  GArray *tests;    /* (element-type Test) owned */
  GPtrArray *kept;  /* (element-type StrataQueryMatch) owned: patterns of the previous run, for reuse */
  guint segment;
  guint32 place; /* index in the segment */
  guint32 row;
  gboolean is_empty; /* whether a constraint is never true */
  gint64 from_ns;
  gint64 to_ns;
  gint64 end_from_ns; /* rows that end earlier are not needed */
  int group;          /* the column whose value is the same in a segment, or -1 */
  guint name_segment; /* the segment whose @name is known */
  guint32 name;       /* id of the string whose length is @name_bytes */
  int name_bytes;
} Cursor;

static StrataVtab *
get_vtab (const Cursor *self)
{
  return (StrataVtab *) self->base.pVtab;
}

static void
clear_test (gpointer data)
{
  Test *test = data;

  g_free (test->text);
  strata_query_match_free (test->match);
}

int
strata_vtab_open (sqlite3_vtab *vtab,
                  sqlite3_vtab_cursor **cursor)
{
  Cursor *self = g_new0 (Cursor, 1);

  self->segments = g_array_new (FALSE, FALSE, sizeof (StrataSqlSegment));
  self->tests = g_array_new (FALSE, FALSE, sizeof (Test));
  g_array_set_clear_func (self->tests, clear_test);
  self->kept = g_ptr_array_new_with_free_func ((GDestroyNotify) strata_query_match_free);
  *cursor = &self->base;
  return SQLITE_OK;
}

int
strata_vtab_close (sqlite3_vtab_cursor *cursor)
{
  Cursor *self = (Cursor *) cursor;

  g_array_unref (self->segments);
  g_array_unref (self->tests);
  g_ptr_array_unref (self->kept);
  g_free (self);
  return SQLITE_OK;
}

/* Sets the range of whole numbers between the real numbers that pass an operator. */
static void
bound_by_real (Test *test,
               int op,
               double value)
{
  if (isnan (value))
    {
      test->least = G_MAXINT64;
      test->most = G_MININT64;
      return;
    }

  const double floor_value = floor (value);
  const double limit = 9223372036854775808.0;
  const gint64 below = value >= limit ? G_MAXINT64 : value < -limit ? G_MININT64
                                                                    : (gint64) floor_value;
  const gboolean is_whole = floor_value == value && value < limit && value >= -limit;

  if (op == SQLITE_INDEX_CONSTRAINT_EQ)
    {
      test->least = is_whole ? below : G_MAXINT64;
      test->most = is_whole ? below : G_MININT64;
    }
  else if (op == SQLITE_INDEX_CONSTRAINT_LT || op == SQLITE_INDEX_CONSTRAINT_LE)
    test->most = below; /* slightly too much for <; SQLite checks it again */
  else
    test->least = below;
}

static void
bound_by_integer (Test *test,
                  int op,
                  gint64 value)
{
  switch (op)
    {
    case SQLITE_INDEX_CONSTRAINT_EQ:
      test->least = test->most = value;
      break;
    case SQLITE_INDEX_CONSTRAINT_LT:
      test->most = value > G_MININT64 ? value - 1 : G_MININT64;
      break;
    case SQLITE_INDEX_CONSTRAINT_LE:
      test->most = value;
      break;
    case SQLITE_INDEX_CONSTRAINT_GT:
      test->least = value < G_MAXINT64 ? value + 1 : G_MAXINT64;
      break;
    case SQLITE_INDEX_CONSTRAINT_GE:
      test->least = value;
      break;
    default:
      test->kind = TEST_NOT_EQUAL;
      test->least = value;
      break;
    }
}

/* Texts compare greater than all numbers. */
static void
bound_by_text (Test *test,
               int op)
{
  if (op == SQLITE_INDEX_CONSTRAINT_EQ || op == SQLITE_INDEX_CONSTRAINT_GT || op == SQLITE_INDEX_CONSTRAINT_GE)
    test->most = G_MININT64;
}

static void
add_number_test (Cursor *self,
                 const StrataSqlColumn *column,
                 int op,
                 sqlite3_value *value)
{
  Test test = { TEST_RANGE, column, STRATA_SQL_NULL + 1, G_MAXINT64 };

  switch (sqlite3_value_numeric_type (value))
    {
    case SQLITE_INTEGER:
      bound_by_integer (&test, op, sqlite3_value_int64 (value));
      break;
    case SQLITE_FLOAT:
      if (op == SQLITE_INDEX_CONSTRAINT_NE)
        return;
      bound_by_real (&test, op, sqlite3_value_double (value));
      break;
    case SQLITE_NULL:
      self->is_empty = TRUE;
      break;
    default:
      bound_by_text (&test, op);
      break;
    }

  if (test.kind == TEST_RANGE)
    {
      test.least = MAX (test.least, STRATA_SQL_NULL + 1);
      self->is_empty |= test.least > test.most;
    }

  if (test.kind == TEST_RANGE && (column->flags & STRATA_SQL_TIME) != 0)
    {
      self->from_ns = MAX (self->from_ns, test.least);
      self->to_ns = MIN (self->to_ns, test.most);
    }

  if (test.kind == TEST_RANGE && (column->flags & STRATA_SQL_END) != 0)
    self->end_from_ns = MAX (self->end_from_ns, test.least);

  g_array_append_val (self->tests, test);
}

static StrataQueryMatch *
take_match (Cursor *self,
            int op,
            const char *pattern)
{
  for (guint i = 0; i < self->kept->len; i++)
    if (strata_query_match_is (self->kept->pdata[i], op, pattern))
      return g_ptr_array_steal_index_fast (self->kept, i);

  return strata_query_match_new (op, pattern, &get_vtab (self)->query->reason);
}

static int
add_text_test (Cursor *self,
               const StrataSqlColumn *column,
               int op,
               sqlite3_value *value)
{
  const char *text = (const char *) sqlite3_value_text (value);
  Test test = { column->string != NULL ? TEST_STRING : TEST_WORD, column };

  if (text == NULL || sqlite3_value_type (value) == SQLITE_BLOB)
    {
      self->is_empty = TRUE;
      return SQLITE_OK;
    }

  if (op != SQLITE_INDEX_CONSTRAINT_EQ)
    {
      test.kind = TEST_MATCH;
      test.match = take_match (self, op, text);
      if (test.match == NULL)
        return SQLITE_ERROR;
    }
  else if (column->string != NULL)
    {
      test.least = strata_sql_source_find_string (get_vtab (self)->source, text);
      self->is_empty |= test.least == STRATA_NONE || test.least == STRATA_STRING_EMPTY;
    }
  else
    test.text = g_strdup (text);

  g_array_append_val (self->tests, test);
  /* cppcheck-suppress memleak ; the text is the array's */
  return SQLITE_OK;
}

/* Keeps the patterns of the previous run, with their results per string: in a join the same patterns come again and again. */
static void
reset (Cursor *self)
{
  g_ptr_array_set_size (self->kept, 0);
  for (guint i = 0; i < self->tests->len; i++)
    {
      Test *test = &g_array_index (self->tests, Test, i);

      if (test->match != NULL)
        g_ptr_array_add (self->kept, g_steal_pointer (&test->match));
    }

  g_array_set_size (self->tests, 0);
  g_array_set_size (self->segments, 0);
  self->segment = 0;
  self->place = 0;
  self->is_empty = FALSE;
  self->from_ns = G_MININT64;
  self->to_ns = G_MAXINT64;
  self->end_from_ns = G_MININT64;
  self->name = STRATA_NONE;
  self->name_segment = G_MAXUINT;
}

static int
add_tests (Cursor *self,
           const char *text,
           int n_values,
           sqlite3_value **values)
{
  for (int i = 0; i < n_values; i++)
    {
      const int op = text[2 * i] - ' ';
      const StrataSqlColumn *column = &get_vtab (self)->table->columns[text[2 * i + 1] - ' ' - 1];

      if (column->number != NULL)
        add_number_test (self, column, op, values[i]);
      else if ((column->flags & STRATA_SQL_ARGUMENT) == 0 && add_text_test (self, column, op, values[i]) != SQLITE_OK)
        return SQLITE_ERROR;
    }

  return SQLITE_OK;
}

/* The value by which rows are found; for a string it is in its test. */
static gboolean
get_value (Cursor *self,
           const StrataSqlColumn *column,
           sqlite3_value *value,
           gint64 *number)
{
  for (guint i = 0; i < self->tests->len && column->string != NULL; i++)
    {
      const Test *test = &g_array_index (self->tests, Test, i);

      *number = test->least;
      if (test->column == column && test->kind == TEST_STRING)
        return TRUE;
    }

  const int type = sqlite3_value_numeric_type (value);

  *number = sqlite3_value_int64 (value);
  return type == SQLITE_INTEGER || (type == SQLITE_FLOAT && (double) *number == sqlite3_value_double (value));
}

static void
find_rows (Cursor *self,
           StrataVtabPlan plan,
           const char *text,
           sqlite3_value **values)
{
  StrataSqlSource *source = get_vtab (self)->source;
  const StrataSqlTable *table = get_vtab (self)->table;
  const StrataSqlColumn *column = plan.argument >= 0 ? &table->columns[text[2 * plan.argument + 1] - ' ' - 1] : NULL;
  gint64 value = 0;

  if (column != NULL && !get_value (self, column, values[plan.argument], &value))
    return;

  switch (plan.path)
    {
    case STRATA_VTAB_ALL:
      strata_sql_segments_add (self->segments, NULL, 0, table->count (source));
      break;
    case STRATA_VTAB_ID:
      value -= table->first_id != NULL ? table->first_id (source) : 0;
      if (value >= 0 && value < table->count (source))
        strata_sql_segments_add (self->segments, NULL, (guint32) value, (guint32) value + 1);
      break;
    case STRATA_VTAB_FIND:
      column->find (source, value, self->segments);
      break;
    case STRATA_VTAB_RUNS:
      table->list_runs (source, self->segments);
      break;
    case STRATA_VTAB_GROUPED:
      table->columns[plan.group].list_grouped (source, self->segments);
      break;
    }
}

/* The first index in the segment whose time is not before @time_ns. */
static guint32
find_place (StrataSqlSource *source,
            const StrataSqlColumn *time,
            const StrataSqlSegment *segment,
            gint64 time_ns)
{
  guint32 begin = segment->begin;
  guint32 end = segment->end;

  STRATA_BISECT (begin, end, i, time->number (source, strata_vtab_get_row (segment, i)) < time_ns);

  return begin;
}

/* Whether the rows of a segment ascend by time. */
static gboolean
is_sorted (const Cursor *self,
           StrataVtabPlan plan,
           const char *text)
{
  const StrataSqlTable *table = get_vtab (self)->table;

  if (plan.path == STRATA_VTAB_FIND)
    return (table->columns[text[2 * plan.argument + 1] - ' ' - 1].flags & STRATA_SQL_RUN) != 0;

  return plan.path == STRATA_VTAB_RUNS || (plan.path == STRATA_VTAB_ALL && table->is_by_time);
}

/* Rows of a run do not overlap, so their ends ascend like their begins; but the length of the last row may be -1. */
static guint32
find_end (StrataSqlSource *source,
          const StrataSqlColumn *end,
          const StrataSqlSegment *segment,
          gint64 time_ns)
{
  StrataSqlSegment rest = *segment;

  if (rest.begin < rest.end)
    rest.end--;

  return find_place (source, end, &rest, time_ns);
}

static const StrataSqlColumn *
find_flagged (const StrataSqlTable *table,
              StrataSqlFlags flag)
{
  for (guint i = 0; i < table->n_columns; i++)
    if ((table->columns[i].flags & flag) != 0)
      return &table->columns[i];

  return NULL;
}

static void
narrow (Cursor *self)
{
  const StrataSqlTable *table = get_vtab (self)->table;
  const StrataSqlColumn *time = find_flagged (table, STRATA_SQL_TIME);
  const StrataSqlColumn *end = find_flagged (table, STRATA_SQL_END);

  for (guint i = 0; i < self->segments->len; i++)
    {
      StrataSqlSegment *segment = &g_array_index (self->segments, StrataSqlSegment, i);

      if (self->from_ns > G_MININT64)
        segment->begin = find_place (get_vtab (self)->source, time, segment, self->from_ns);
      if (self->to_ns < G_MAXINT64)
        segment->end = find_place (get_vtab (self)->source, time, segment, self->to_ns + 1);
      if (self->end_from_ns > G_MININT64)
        segment->begin = find_end (get_vtab (self)->source, end, segment, self->end_from_ns);
    }
}

static gboolean
passes_match (const Test *test,
              StrataSqlSource *source,
              guint32 row)
{
  if (test->column->string != NULL)
    return strata_query_match_test_id (test->match, source, test->column->string (source, row));

  const char *word = test->column->word (source, row);

  return word != NULL && strata_query_match_test (test->match, word);
}

static inline gboolean
passes (const Test *test,
        StrataSqlSource *source,
        guint32 row)
{
  gint64 number;

  switch (test->kind)
    {
    case TEST_RANGE:
      number = test->column->number (source, row);
      return number >= test->least && number <= test->most;
    case TEST_NOT_EQUAL:
      number = test->column->number (source, row);
      return number != test->least && number != STRATA_SQL_NULL;
    case TEST_STRING:
      return test->column->string (source, row) == test->least;
    case TEST_WORD:
      return g_strcmp0 (test->column->word (source, row), test->text) == 0;
    case TEST_MATCH:
      return passes_match (test, source, row);
    }

  return FALSE;
}

static inline gboolean
passes_all (Cursor *self,
            guint32 row)
{
  StrataSqlSource *source = get_vtab (self)->source;
  const StrataSqlTable *table = get_vtab (self)->table;

  if (table->exists != NULL && !table->exists (source, row))
    return FALSE;

  for (guint i = 0; i < self->tests->len; i++)
    if (!passes (&g_array_index (self->tests, Test, i), source, row))
      return FALSE;

  return TRUE;
}

/* Advances from the current row to the next one that passes. */
static int
advance (Cursor *self)
{
  guint n_steps = 0;

  for (; self->segment < self->segments->len; self->segment++, self->place = 0)
    {
      const StrataSqlSegment *segment = &g_array_index (self->segments, StrataSqlSegment, self->segment);

      for (self->place = MAX (self->place, segment->begin); self->place < segment->end; self->place++)
        {
          self->row = strata_vtab_get_row (segment, self->place);
          strata_vtab_prefetch (get_vtab (self)->source, get_vtab (self)->table, segment, self->place);
          if (passes_all (self, self->row))
            return SQLITE_OK;
          if ((++n_steps & 0xfff) == 0 && strata_query_has_to_stop (get_vtab (self)->query))
            return SQLITE_INTERRUPT;
        }
    }

  return SQLITE_OK;
}

int
strata_vtab_filter (sqlite3_vtab_cursor *cursor,
                    int number,
                    const char *text,
                    int n_values,
                    sqlite3_value **values)
{
  Cursor *self = (Cursor *) cursor;
  const StrataVtabPlan plan = STRATA_VTAB_PLAN_UNPACK (number);

  reset (self);
  self->group = plan.path == STRATA_VTAB_GROUPED ? plan.group : -1;
  get_vtab (self)->source->cancellable = get_vtab (self)->query->cancellable;
  if (add_tests (self, text, n_values, values) != SQLITE_OK)
    return SQLITE_ERROR;
  if (self->is_empty)
    return SQLITE_OK;

  find_rows (self, plan, text, values);
  if ((self->from_ns > G_MININT64 || self->to_ns < G_MAXINT64 || self->end_from_ns > G_MININT64) && is_sorted (self, plan, text))
    narrow (self);

  return strata_query_has_to_stop (get_vtab (self)->query) ? SQLITE_INTERRUPT : advance (self);
}

int
strata_vtab_next (sqlite3_vtab_cursor *cursor)
{
  Cursor *self = (Cursor *) cursor;

  self->place++;
  return advance (self);
}

int
strata_vtab_eof (sqlite3_vtab_cursor *cursor)
{
  const Cursor *self = (const Cursor *) cursor;

  return self->segment >= self->segments->len;
}

static void
result_known (const Cursor *self,
              sqlite3_context *context)
{
  if (self->name == STRATA_STRING_EMPTY || self->name == STRATA_NONE)
    return;

  sqlite3_result_text (context, strata_sql_source_get_string (get_vtab (self)->source, self->name), self->name_bytes, SQLITE_STATIC);
  sqlite3_result_subtype (context, STRATA_QUERY_FIXED_TEXT);
}

/* Neighbours often have the same name; its length is then known. */
static void
result_string (Cursor *self,
               sqlite3_context *context,
               guint32 id)
{
  if (id != self->name)
    {
      self->name = id;
      self->name_bytes = id != STRATA_NONE ? (int) strlen (strata_sql_source_get_string (get_vtab (self)->source, id)) : 0;
    }

  result_known (self, context);
}

int
strata_vtab_column (sqlite3_vtab_cursor *cursor,
                    sqlite3_context *context,
                    int number)
{
  Cursor *self = (Cursor *) cursor;
  StrataSqlSource *source = get_vtab (self)->source;
  const StrataSqlColumn *column = &get_vtab (self)->table->columns[number];

  if (column->number != NULL)
    {
      const gint64 value = column->number (source, self->row);

      if (value != STRATA_SQL_NULL)
        sqlite3_result_int64 (context, value);
    }
  else if (column->string != NULL)
    {
      /* the first row of a group provides the value for all */
      if (number != self->group || self->segment != self->name_segment)
        result_string (self, context, column->string (source, self->row));
      else
        result_known (self, context);
      self->name_segment = number == self->group ? self->segment : G_MAXUINT;
    }
  else if (column->word != NULL)
    sqlite3_result_text (context, column->word (source, self->row), -1, SQLITE_STATIC);
  else if (column->cell != NULL)
    {
      g_auto (StrataCell) cell = STRATA_CELL_INIT;

      column->cell (source, self->row, &cell);
      strata_query_result_cell (context, &cell);
    }

  return SQLITE_OK;
}

int
strata_vtab_rowid (sqlite3_vtab_cursor *cursor,
                   sqlite3_int64 *rowid)
{
  *rowid = ((const Cursor *) cursor)->row;
  return SQLITE_OK;
}
