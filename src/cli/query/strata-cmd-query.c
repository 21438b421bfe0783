/* strata-cmd-query.c - strata-cli query: SQL over traces
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <math.h>
#include <signal.h>
#include <unistd.h>

#include <glib/gi18n.h>

#include "strata-command.h"
#include "strata-named-query.h"
#include "strata-query-printer.h"
#include "strata-sql-table.h"

/* The status that a shell reports for a program ended by Ctrl+C. */
#define EXIT_INTERRUPTED 130

/* Longer than any user waits: no limit. */
#define MOST_SECONDS 1e9

typedef struct
{
  StrataStyleOptions style;
  gboolean is_tsv;
  StrataInputOptions input;
  char *file;
  char *named;
  gboolean lists_named;
  gboolean lists_tables;
  double seconds;
} Options;

/* Nothing needs a clean shutdown: traces are only read, and only results are written. */
static void
on_interrupt (int signal_number)
{
  _exit (EXIT_INTERRUPTED);
}

static void
catch_interrupt (void)
{
  struct sigaction action = { .sa_handler = on_interrupt };

  sigaction (SIGINT, &action, NULL);
}

/* A function of SQLite on one long value does not check the deadline. */
static void
on_late (int signal_number)
{
  static const char text[] = "strata-cli: The query took longer than the time limit\n";

  if (write (STDERR_FILENO, text, sizeof text - 1) < 0)
    _exit (STRATA_EXIT_BAD_INPUT);
  _exit (STRATA_EXIT_BAD_INPUT);
}

static void
watch_deadline (double seconds)
{
  struct sigaction action = { .sa_handler = on_late };

  if (seconds <= 0 || seconds > 1e6)
    return;

  sigaction (SIGALRM, &action, NULL);
  alarm ((unsigned int) seconds + 2);
}

static char *
read_sql (const Options *options,
          GError **error)
{
  char *sql = NULL;
  gsize n_bytes;

  if (options->named != NULL)
    return strata_named_query_read (options->named, error);

  if (!g_file_get_contents (options->file, &sql, &n_bytes, error))
    return NULL;
  if (g_utf8_validate (sql, (gssize) n_bytes, NULL)) /* also without a NUL */
    return sql;

  g_free (sql);
  g_set_error (error, STRATA_QUERY_ERROR, STRATA_QUERY_ERROR_BAD, _ ("“%s” is not a text in UTF-8"), options->file);
  return NULL;
}

/* Statements are put on lines of their own, since one may end with a comment. */
#define BETWEEN_STATEMENTS "\n;\n"

/* Where an error is in a text, counted from 1. */
typedef struct
{
  guint line;
  long column;
} Place;

/* The argument that contains a place of the joined text; @offset becomes that in the argument. */
static guint
find_argument (char **statements,
               gsize *offset)
{
  guint i = 0;

  for (; statements[i + 1] != NULL && *offset > strlen (statements[i]); i++)
    *offset -= MIN (*offset, strlen (statements[i]) + strlen (BETWEEN_STATEMENTS));

  return i;
}

static Place
find_place (const char *sql,
            gsize offset)
{
  Place place = { .line = 1 };
  const char *begin = sql;

  for (const char *p = sql; p < sql + offset; p++)
    if (*p == '\n')
      {
        place.line++;
        begin = p + 1;
      }

  place.column = g_utf8_pointer_to_offset (begin, sql + offset) + 1;
  return place;
}

/* "line 3, column 7: no such column: nmae" */
static StrataExit
fail_query (const char *sql,
            char **statements,
            gsize offset,
            const GError *error)
{
  const gboolean has_several = statements != NULL && statements[0] != NULL && statements[1] != NULL;
  const guint argument = has_several ? find_argument (statements, &offset) : 0;
  const Place place = find_place (has_several ? statements[argument] : sql, offset);
  g_autofree char *message = has_several ? g_strdup_printf (_ ("SQL %u, line %u, column %ld: %s"), argument + 1, place.line, place.column, error->message)
                                         : g_strdup_printf (_ ("line %u, column %ld: %s"), place.line, place.column, error->message);
  g_autoptr (GError) placed = g_error_new_literal (error->domain, error->code, message);

  return strata_command_fail (g_error_matches (error, STRATA_QUERY_ERROR, STRATA_QUERY_ERROR_LATE) ? error : placed);
}

static StrataExit
run_sql (StrataQuery *query,
         const char *sql,
         char **statements,
         const Options *options,
         StrataTableStyle style)
{
  const StrataQueryLimits limits = { options->seconds < MOST_SECONDS ? options->seconds : 0, options->input.load.max_bytes, NULL };
  StrataOutput *output = strata_output_new (STDOUT_FILENO);
  StrataQueryPrinter *printer = strata_query_printer_new (output, style);
  g_autoptr (GError) error = NULL;
  gsize offset = 0;

  watch_deadline (options->seconds);

  const gboolean is_done = strata_query_run (query, sql, &limits, strata_query_printer_get_receiver (), printer, &offset, &error);

  strata_query_printer_free (printer);

  const StrataExit status = strata_command_close (output);

  return is_done ? status : fail_query (sql, statements, offset, error);
}

/* Lines of text take memory, and few queries need them. */
static gboolean
asks_for_lines (const char *sql)
{
  return g_regex_match_simple ("\\b(raw|raw_event|ftrace_event|to_ftrace)\\b", sql, G_REGEX_CASELESS, 0);
}

static StrataExit
query_files (char **files,
             guint n_files,
             const char *sql,
             char **statements,
             Options *options,
             StrataTableStyle style)
{
  g_autoptr (GPtrArray) traces = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GError) error = NULL;

  options->input.load.keep_lines = asks_for_lines (sql);
  options->input.load.keeps_empty = TRUE;
  for (guint i = 0; i < n_files; i++)
    {
      StrataTrace *trace = strata_command_load_input (files[i], &options->input);

      if (trace == NULL)
        return STRATA_EXIT_BAD_INPUT;
      g_ptr_array_add (traces, trace);
    }

  g_autoptr (StrataQuery) query = strata_query_new ((StrataTrace *const *) traces->pdata, traces->len, &error);

  return query != NULL ? run_sql (query, sql, statements, options, style) : strata_command_fail (error);
}

static StrataExit
list_named (StrataTableStyle style)
{
  static const StrataTableColumn columns[] = {
    { "name", N_ ("Name"), STRATA_CELL_TEXT },
    { "title", N_ ("Title"), STRATA_CELL_TEXT },
    { "description", N_ ("Description"), STRATA_CELL_TEXT },
  };
  g_autoptr (GPtrArray) queries = strata_named_queries_list ();
  StrataOutput *output = strata_output_new (STDOUT_FILENO);
  StrataTable *table = strata_table_new (output, style, columns, G_N_ELEMENTS (columns));

  for (guint i = 0; i < queries->len; i++)
    {
      const StrataNamedQuery *query = queries->pdata[i];

      strata_table_text (table, query->name);
      strata_table_text (table, query->title);
      strata_table_text (table, query->description);
    }

  strata_table_close (table);
  return strata_command_close (output);
}

static StrataExit
list_tables (StrataTableStyle style)
{
  static const StrataTableColumn columns[] = {
    { "table", N_ ("Table"), STRATA_CELL_TEXT },
    { "column", N_ ("Column"), STRATA_CELL_TEXT },
    { "type", N_ ("Type"), STRATA_CELL_TEXT },
    { "unit", N_ ("Unit"), STRATA_CELL_TEXT },
    { "description", N_ ("Description"), STRATA_CELL_TEXT },
  };
  StrataOutput *output = strata_output_new (STDOUT_FILENO);
  StrataTable *table = strata_table_new (output, style, columns, G_N_ELEMENTS (columns));
  guint n_tables;
  const StrataSqlTable *const *tables = strata_sql_tables_get (&n_tables);

  for (guint i = 0; i < n_tables; i++)
    for (guint j = 0; j < tables[i]->n_columns; j++)
      {
        const StrataSqlColumn *column = &tables[i]->columns[j];

        strata_table_text (table, tables[i]->name);
        strata_table_text (table, column->name);
        strata_table_text (table, strata_sql_type_get_name (column->type));
        strata_table_text (table, column->unit != NULL ? column->unit : "");
        strata_table_text (table, column->doc);
      }

  strata_table_close (table);
  return strata_command_close (output);
}

static gboolean
get_style (const StrataCommand *command,
           const Options *options,
           StrataTableStyle *style)
{
  if (options->is_tsv && (options->style.is_csv || options->style.is_json))
    {
      strata_command_fail_usage (command, _ ("--csv, --json and --tsv cannot be combined"));
      return FALSE;
    }

  if (!strata_command_get_style (command, options->style, style))
    return FALSE;
  if (options->is_tsv)
    *style = STRATA_TABLE_TSV;

  return TRUE;
}

/* SQL that begins with a comment is not an option: a space in front distinguishes it. */
static void
protect_comments (char **arguments,
                  GPtrArray *texts)
{
  for (guint i = 0; arguments[i] != NULL; i++)
    if (g_str_has_prefix (arguments[i], "--") && (g_ascii_isspace (arguments[i][2]) || strchr (arguments[i], '\n') != NULL))
      {
        arguments[i] = g_strconcat (" ", arguments[i], NULL);
        g_ptr_array_add (texts, arguments[i]);
      }
}

/* Names of files have no blanks, as a rule; those that have them exist or begin with a folder. */
static gboolean
is_statement (const char *argument)
{
  const char *after_word = argument + strcspn (argument, " \t\n;(/");
  const gboolean has_folder = *after_word == '/' && after_word[1] != '*';

  return strpbrk (argument, " \t\n;") != NULL && !has_folder && !g_file_test (argument, G_FILE_TEST_EXISTS);
}

/* Statements follow at least one file. The last argument is always one. */
static guint
count_files (char **rest)
{
  guint n_files = MAX (g_strv_length (rest), 1) - 1;

  while (n_files > 1 && is_statement (rest[n_files - 1]))
    n_files--;

  return n_files;
}

static StrataExit
use_arguments (const StrataCommand *command,
               char **rest,
               Options *options,
               StrataTableStyle style)
{
  const gboolean has_text = options->file != NULL || options->named != NULL;
  const guint n_rest = g_strv_length (rest);
  const guint n_files = has_text ? n_rest : count_files (rest);
  g_autoptr (GError) error = NULL;

  if (options->file != NULL && options->named != NULL)
    return strata_command_fail_usage (command, _ ("-f and --named cannot be combined"));
  if (n_files == 0)
    return strata_command_fail_usage (command, _ ("expected %s"), strata_command_get_arguments (command));
  if (n_files > STRATA_QUERY_MAX_TRACES)
    return strata_command_fail_usage (command, _ ("at most %d files can be queried together"), STRATA_QUERY_MAX_TRACES);
  if (!(options->seconds > 0)) /* also rejects NaN */
    return strata_command_fail_usage (command, _ ("--limit-seconds takes a number above 0"));

  g_autofree char *sql = has_text ? read_sql (options, &error) : g_strjoinv (BETWEEN_STATEMENTS, rest + n_files);

  if (sql == NULL)
    return strata_command_fail_usage (command, "%s", error->message);

  return query_files (rest, n_files, sql, has_text ? NULL : rest + n_files, options, style);
}

static StrataExit
run_query (const StrataCommand *command,
           char **arguments)
{
  Options options = { .seconds = INFINITY };
  const GOptionEntry entries[] = {
    { "file", 'f', 0, G_OPTION_ARG_FILENAME, &options.file, N_ ("Read the statements from this file"), "FILE.sql" },
    { "named", 0, 0, G_OPTION_ARG_STRING, &options.named, N_ ("Run the saved query of this name"), N_ ("NAME") },
    { "list-named", 0, 0, G_OPTION_ARG_NONE, &options.lists_named, N_ ("List the saved queries"), NULL },
    { "list-tables", 0, 0, G_OPTION_ARG_NONE, &options.lists_tables, N_ ("List the tables and their columns"), NULL },
    { "limit-seconds", 0, 0, G_OPTION_ARG_DOUBLE, &options.seconds, N_ ("Stop a query that takes longer"), N_ ("SECONDS") },
    { STRATA_SIZE_OPTION, 0, 0, G_OPTION_ARG_INT64, &options.input.load.max_bytes, N_ ("Stop if FILE decompresses to more than SIZE bytes or the query needs more memory (suffix K, M, G or T); default 32G and 1G"), N_ ("SIZE") },
    STRATA_REBUILD_ENTRY (options.input),
    STRATA_STYLE_ENTRIES (options.style),
    { "tsv", 0, 0, G_OPTION_ARG_NONE, &options.is_tsv, N_ ("Write tab-separated values with a header line"), NULL },
    STRATA_MAPPING_ENTRY (options.input),
    STRATA_NO_MAPPING_ENTRY (options.input),
    STRATA_WITH_ENTRY (options.input),
    { NULL },
  };
  g_auto (StrataOptionValues) values = { entries };
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  g_auto (GStrv) rest = NULL;
  StrataTableStyle style;

  catch_interrupt ();
  protect_comments (arguments, texts);
  if (!strata_command_parse (command, entries, STRATA_ANY_ARGUMENTS, arguments, &rest) || !get_style (command, &options, &style))
    return STRATA_EXIT_BAD_USAGE;

  if (options.lists_named)
    return list_named (style);
  if (options.lists_tables)
    return list_tables (style);

  return use_arguments (command, rest, &options, style);
}

const StrataCommand strata_command_query = {
  .name = "query",
  .arguments = N_ ("FILE… SQL…"),
  .summary = N_ ("Run SQL queries on FILE"),
  .description = N_ ("Tables and columns are those of PerfettoSQL where it has them; see strata-sql(7) or --list-tables. Times are in nanoseconds.\nSeveral files are the schemas a, b, c, …: SELECT count(*) FROM b.slice. The query can create tables and views in memory but cannot change files.\nExit status 130 if interrupted."),
  .run = run_query,
};
