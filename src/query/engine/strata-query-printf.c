/* strata-query-printf.c - printf() of SQL, with limits
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-query-private.h"

#include <string.h>

/* SQLite's printf ('%.*c', 1000000000, 'x') keeps counting for many seconds after its text has become
 * too long, and ignores interrupts. So widths are checked first. SQLite then makes the text, on a
 * separate connection whose printf is the original one. */

#define MOST_WIDTH 100000
#define MOST_ARGUMENTS 32

/* Checks a number in the format, or the argument that provides it. */
static gboolean
is_width_ok (const char **p,
             int n_values,
             sqlite3_value **values,
             int *argument)
{
  gint64 width = 0;

  if (**p == '*')
    {
      (*p)++;
      width = *argument < n_values ? sqlite3_value_int64 (values[(*argument)++]) : 0;
    }
  else
    for (; g_ascii_isdigit (**p); (*p)++)
      width = MIN (width * 10 + **p - '0', MOST_WIDTH + 1);

  return width >= -MOST_WIDTH && width <= MOST_WIDTH;
}

static gboolean
are_widths_ok (const char *format,
               int n_values,
               sqlite3_value **values)
{
  int argument = 1;

  for (const char *p = strchr (format, '%'); p != NULL; p = strchr (p, '%'))
    {
      p++;
      p += strspn (p, "-+ 0#,!");
      if (!is_width_ok (&p, n_values, values, &argument))
        return FALSE;
      if (*p == '.' && (p++, !is_width_ok (&p, n_values, values, &argument)))
        return FALSE;

      p += strspn (p, "lh");
      if (*p == '\0')
        return TRUE;
      argument += *p != '%' && *p != 'n';
      p++;
    }

  return TRUE;
}

static sqlite3_stmt *
prepare (sqlite3 *db,
         int n_values)
{
  g_autoptr (GString) sql = g_string_new ("SELECT printf(?");
  sqlite3_stmt *statement = NULL;

  for (int i = 1; i < n_values; i++)
    g_string_append (sql, ", ?");
  g_string_append_c (sql, ')');
  sqlite3_prepare_v2 (db, sql->str, -1, &statement, NULL);

  return statement;
}

static void
format (sqlite3_context *context,
        int n_values,
        sqlite3_value **values)
{
  StrataQuery *query = sqlite3_user_data (context);
  const char *text = n_values > 0 ? (const char *) sqlite3_value_text (values[0]) : NULL;

  if (text == NULL)
    return;
  if (n_values > MOST_ARGUMENTS || !are_widths_ok (text, n_values, values))
    {
      sqlite3_result_error_toobig (context);
      return;
    }

  sqlite3_stmt *statement = prepare (query->formatter, n_values);

  for (int i = 0; i < n_values; i++)
    sqlite3_bind_value (statement, i + 1, values[i]);

  if (sqlite3_step (statement) == SQLITE_ROW)
    sqlite3_result_value (context, sqlite3_column_value (statement, 0));
  else
    sqlite3_result_error (context, sqlite3_errmsg (query->formatter), -1);

  sqlite3_finalize (statement);
}

gboolean
strata_query_add_printf (StrataQuery *self)
{
  static const char *const names[] = { "printf", "format" };

  if (sqlite3_open_v2 (":memory:", &self->formatter, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK)
    return FALSE;

  sqlite3_limit (self->formatter, SQLITE_LIMIT_LENGTH, STRATA_QUERY_MAX_VALUE_BYTES);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (sqlite3_create_function (self->db, names[i], -1, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS, self, format, NULL, NULL) != SQLITE_OK)
      return FALSE;

  return TRUE;
}
