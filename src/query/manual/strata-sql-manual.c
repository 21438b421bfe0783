/* strata-sql-manual.c - writes the manual page strata-sql(7)
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "strata-query-private.h"
#include "strata-sql-examples.h"

static const char head[] =
    ".\\\" Written by strata-sql-manual from the descriptors of the tables.\n"
    ".TH STRATA\\-SQL 7 2026-11-23 \"Strata " STRATA_VERSION "\" \"Miscellaneous Information\"\n"
    ".SH NAME\n"
    "strata\\-sql \\- the tables that queries in Strata read\n"
    ".SH SYNOPSIS\n"
    ".B strata\\-cli query\n"
    ".I FILE SQL\n"
    ".SH DESCRIPTION\n"
    "Queries use the SQL of SQLite, in\n"
    ".B strata\\-cli query\n"
    "and in the Query pane of\n"
    ".BR strata (1).\n"
    "Tables and columns have the names and units of PerfettoSQL if it has them.\n"
    "Times are in nanoseconds on the clock of the trace.\n"
    "Several files on the command line are the schemas a, b, c, and so on.\n"
    ".PP\n"
    "Lookups by id, by track, thread, CPU or argument set, by slice name, and by ts within these need no scan.\n"
    "Patterns of LIKE, GLOB and REGEXP are evaluated once for each distinct string.\n"
    ".PP\n"
    "Queries can create tables and views in memory, which stay until the trace is closed.\n"
    "They cannot open, attach or write files, load extensions, or change the trace.\n"
    "A string or blob has at most 16 MiB.\n";

static const char after_functions[] =
    ".TP\n.B ancestor_slice(id), descendant_slice(id)\nTable functions: the slices around a slice, and those inside it.\n"
    ".TP\n.B directly_connected_flow(id), following_flow(id), preceding_flow(id)\nTable functions: rows of flow that can be reached from a slice.\n"
    ".PP\nAll functions of SQLite are available, including window functions, dates, JSON and mathematics.\n"
    ".SH SPAN JOINS\n"
    ".EX\nCREATE VIRTUAL TABLE x USING span_join(a PARTITIONED utid, b PARTITIONED utid);\n.EE\n"
    "The rows of x are the times in which spans of both tables overlap, with the columns of both.\n"
    "Both tables have ts and dur; spans of a table and partition must not overlap.\n"
    "span_left_join also contains the times in which only the first table has a span, and span_outer_join those of either table.\n"
    "A table without PARTITIONED is joined with each partition of the other.\n"
    ".SH DIFFERENCES FROM PERFETTOSQL\n"
    "Rows are numbered by track and time; without ORDER BY their order is unspecified, as in Perfetto.\n"
    "Kernel events in slice and instant have the names of PerfettoSQL, such as binder transaction and IRQ (name); title is the name on the timeline.\n"
    "As there, utid 0 is the idle thread and upid 0 its process. Each further device has an idle thread, too: thread.is_idle.\n"
    "sched and thread_state have no rows for times in which the state is unknown, such as those of lost events.\n"
    "CREATE PERFETTO TABLE, VIEW, INDEX, FUNCTION and MACRO work, with OR REPLACE; types are accepted but not checked.\n"
    ".SH MODULES\n"
    "INCLUDE PERFETTO MODULE accepts the modules below, and \\(lqa.b.*\\(rq for all modules whose names start with a.b.\n"
    "Columns have the names of PerfettoSQL; values that the trace does not contain are NULL.\n"
    "If several files are open, each has the tables of a module: a.android_startups, b.android_startups;\n"
    "the same is true of its functions that return tables.\n"
    "Functions that return a value take the letter as their first argument, as in trace_end(\\(aqb\\(aq), and a macro has it before its name, as in\n"
    "b.counter_leading_intervals!(b.counter).\n"
    "Without a letter, all of them use the first file.\n";

static const char tail[] =
    ".SH SEE ALSO\n"
    ".BR strata (1),\n"
    ".BR strata\\-cli (1)\n";

/* Prints text of a manual page, as UTF-8 in any locale: dashes are printed so that they can be copied, and no line
 * becomes a control line by accident. */
static void
print_text (const char *text)
{
  for (; *text != '\0'; text++)
    if (*text == '-')
      printf ("\\-");
    else if (*text == '\\')
      printf ("\\e");
    else if (*text == '\'')
      printf ("\\(aq");
    else
      putchar (*text);
}

static void
print_column (const StrataSqlColumn *column)
{
  printf (".TP\n.B ");
  print_text (column->name);
  printf ("\n");
  print_text (column->doc);
  printf (" (%s%s%s).\n", strata_sql_type_get_name (column->type), column->unit != NULL ? ", " : "", column->unit != NULL ? column->unit : "");
}

static void
print_tables (void)
{
  guint n_tables;
  const StrataSqlTable *const *tables = strata_sql_tables_get (&n_tables);

  printf (".SH TABLES\n");
  for (guint i = 0; i < n_tables; i++)
    {
      printf (".SS %s\n", tables[i]->name);
      print_text (tables[i]->doc);
      printf (".\n");
      for (guint j = 0; j < tables[i]->n_columns; j++)
        print_column (&tables[i]->columns[j]);
    }
}

static void
print_views (void)
{
  guint n_views;
  const StrataQueryView *views = strata_query_get_views (&n_views);

  printf (".SH VIEWS\n");
  for (guint i = 0; i < n_views; i++)
    {
      printf (".TP\n.B %s\n", views[i].name);
      print_text (views[i].doc);
      printf (".\n");
    }
}

static void
print_functions (void)
{
  guint n_docs;
  const StrataQueryFunctionDoc *docs = strata_query_get_function_docs (&n_docs);

  printf (".SH FUNCTIONS\n");
  for (guint i = 0; i < n_docs; i++)
    if (docs[i].is_own)
      {
        printf (".TP\n.B ");
        print_text (docs[i].name);
        printf ("(%s)\n", docs[i].arguments);
        print_text (docs[i].doc);
        printf (".\n");
      }
}

static void
print_modules (void)
{
  g_auto (GStrv) modules = strata_query_list_modules ();

  for (guint i = 0; modules[i] != NULL; i++)
    {
      g_autofree char *names = strata_query_dup_module_names (modules[i]);

      printf (".TP\n.B %s\n", modules[i]);
      print_text (*names != '\0' ? names : "Its contents are always available");
      printf (".\n");
    }
}

/* Prints lines unchanged; none becomes a troff request. */
static void
print_block (const char *text)
{
  printf (".EX\n");
  for (const char *line = text; *line != '\0'; line += strcspn (line, "\n"), line += *line != '\0')
    {
      g_autofree char *copy = g_strndup (line, strcspn (line, "\n"));

      printf ("%s", *copy == '.' ? "\\&" : "");
      print_text (copy);
      printf ("\n");
    }

  printf (".EE\n");
}

static void
print_examples (void)
{
  guint n_examples;
  const StrataSqlExample *examples = strata_sql_examples_get (&n_examples);

  printf (".SH EXAMPLES\n"
          "The results, here as CSV, are those of the sample android\\-slow\\-frame.ftrace.zst, which comes with Strata;\n"
          "where there are two files, the second is android\\-busy\\-cpus.ftrace.zst.\n");
  for (guint i = 0; i < n_examples; i++)
    {
      printf (".PP\n%s\n", examples[i].question);
      print_block (examples[i].sql);
      printf (".PP\ngives%s:\n", examples[i].is_of_two ? ", for two files" : "");
      print_block (examples[i].rows);
    }
}

int
main (void)
{
  printf ("%s", head);
  print_tables ();
  print_views ();
  print_functions ();
  printf ("%s", after_functions);
  print_modules ();
  print_examples ();
  printf ("%s", tail);

  return EXIT_SUCCESS;
}
