/* test-query-names.c - completions for a word of a query
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "query-fixture.h"
#include "strata-query-names.h"
#include "strata-query-private.h"

typedef struct
{
  const char *name;
  const char *sql;   /* the cursor is at the "|" */
  const char *names; /* all the names found */
  const char *word;  /* (nullable) the word to replace, if it is not everything between the last blank or dot and the cursor */
} Case;

static const Case cases[] = {
  { "table", "SELECT * FROM thread_st|", "thread_state thread_state_track" },
  { "capitals", "SELECT * FROM THREAD_ST|", "thread_state thread_state_track" },
  { "views", "SELECT * FROM process_t|", "process_track" },
  { "view-of-two-words", "SELECT * FROM thread_or_|", "thread_or_process_slice" },
  { "function", "SELECT extract_a| FROM slice", "extract_arg(" },
  { "macro", "SELECT cast_i|", "cast_int!(" },
  { "function-of-sqlite", "SELECT group_c|", "group_concat(" },
  { "column-of-table", "SELECT thread_d| FROM slice", "thread_dur" },
  { "column-of-view", "SELECT is_main| FROM thread_slice", "is_main_thread" },
  { "column-without-from", "SELECT blocked_f|", "blocked_function" },
  { "tables-alone", "SELECT s.name FROM slice s JOIN thread_t|", "thread_track" },
  { "both", "SELECT trace_| FROM slice", "trace_bounds trace_start( trace_end( trace_dur( trace_id" },
  { "dot-of-table", "SELECT thread_state.io|", "io_wait" },
  { "dot-of-alias", "SELECT s.par| FROM slice s", "parent_id parent_stack_id" },
  { "dot-of-alias-with-as", "SELECT x.ut| FROM sched AS x", "utid" },
  { "dot-of-view", "SELECT k.ut| FROM slice s JOIN thread_track k ON s.track_id = k.id", "utid" },
  { "dot-alone", "SELECT k.| FROM trace_bounds k", "start_ts end_ts" },
  { "dot-of-subquery", "SELECT q.| FROM (SELECT ts, dur AS length FROM slice) q", "ts length" },
  { "dot-of-with", "WITH q AS (SELECT max(dur) AS most FROM slice) SELECT q.m| FROM q", "most" },
  { "dot-of-none", "SELECT nothing.| FROM slice", "" },
  { "dot-of-unfinished", "SELECT q.| FROM (SELECT ts, FROM slice) q", "" },
  { "second-statement", "SELECT 1 FROM process; SELECT self_d|", "self_dur" },
  { "before-statement", "SELECT self_d|; SELECT 1", "self_dur" },
  { "inside-word", "SELECT self_d|ur FROM slice", "self_dur" },
  { "behind-sign", "SELECT 2*thread_d| FROM slice", "thread_dur", "thread_d" },
  { "in-text", "SELECT 'thread_st|'", "" },
  { "in-open-text", "SELECT 'thread_st|", "" },
  { "behind-text", "SELECT 'thread_st'|", "" },
  { "in-comment", "SELECT 1 -- thread_st|", "" },
  { "in-comment-of-lines", "SELECT /* a\nthread_st| */ 1", "" },
  { "in-comment-alone", "-- thread_st|", "" },
  { "behind-comment", "SELECT 1 -- thread\nFROM thread_st|", "thread_state thread_state_track" },
  { "number", "SELECT 12|", "" },
  { "letters-of-several-bytes", "SELECT 'é€', self_d|", "self_dur" },
  { "unknown-letters", "SELECT é|", "" },
  { "own-view", "SELECT * FROM my_v|", "my_view" },
  { "column-of-own-view", "SELECT m.| FROM my_view m", "height" },
  { "own-function", "SELECT my_f|", "my_function(" },
  { "own-macro", "SELECT my_m|", "my_macro!(" },
  { "of-module", "SELECT * FROM android_sta|", "android_startup_processes android_startup_threads android_startups" },
  { "nothing-internal", "SELECT * FROM strata_|", "" },
};

static void
prepare (StrataQuery *query)
{
  const StrataQueryLimits limits = { 0 };
  g_autoptr (GError) error = NULL;
  g_autofree char *rows = fixture_ask (query,
                                       "INCLUDE PERFETTO MODULE android.startup.startups;"
                                       "CREATE PERFETTO VIEW my_view AS SELECT depth AS height FROM slice;"
                                       "CREATE PERFETTO FUNCTION my_function(x INT) RETURNS INT AS SELECT $x;"
                                       "CREATE PERFETTO MACRO my_macro(x Expr) RETURNS Expr AS $x",
                                       &limits, &error);

  g_assert_no_error (error);
}

static char *
dup_names (StrataQuery *query,
           const char *text,
           char **word)
{
  const gsize place = (gsize) (strchr (text, '|') - text);
  g_autofree char *sql = g_strdup_printf ("%.*s%s", (int) place, text, text + place + 1);
  GString *names = g_string_new (NULL);
  gsize begin;
  g_autoptr (GPtrArray) found = strata_query_list_names (query, sql, place, &begin);

  for (guint i = 0; i < found->len; i++)
    {
      const StrataQueryName *name = found->pdata[i];

      g_string_append_printf (names, "%s%s%s", i > 0 ? " " : "", name->name, name->is_function ? "(" : "");
    }

  *word = g_strndup (sql + begin, place - begin);
  return g_string_free (names, FALSE);
}

static void
test_names (gconstpointer data)
{
  const Case *row = data;
  g_autoptr (StrataQuery) query = fixture_query ();
  g_autofree char *word = NULL;

  prepare (query);

  g_autofree char *names = dup_names (query, row->sql, &word);

  g_assert_cmpstr (names, ==, row->names);
  if (row->word != NULL)
    g_assert_cmpstr (word, ==, row->word);
}

/* Without a trace, and while a query runs: the names that always exist. */
static void
test_without_trace (void)
{
  g_autofree char *word = NULL;
  g_autofree char *names = dup_names (NULL, "SELECT k.ut| FROM thread_state k", &word);

  g_assert_cmpstr (names, ==, "utid");
}

/* Every place of a query has a result, and the word is before the cursor. */
static void
test_places (void)
{
  static const char sql[] = "WITH a(b) AS (SELECT 1) SELECT a.b, \"x y\", 'é' || [z], (((count(*) /* c */ FROM a, (a) -- d\n; ; .. ) q.";
  g_autoptr (StrataQuery) query = fixture_query ();

  for (gsize place = 0; place <= strlen (sql) + 3; place++)
    {
      gsize begin;
      g_autoptr (GPtrArray) names = strata_query_list_names (query, sql, place, &begin);

      g_assert_cmpuint (begin, <=, MIN (place, strlen (sql)));
      g_assert_cmpuint (names->len, <=, 40);
    }
}

/* Every documented name can be called: it is a function, a table function or a macro. */
static void
test_functions (void)
{
  const StrataQueryLimits limits = { 0 };
  g_autoptr (StrataQuery) query = fixture_query ();
  guint n_docs;
  const StrataQueryFunctionDoc *docs = strata_query_get_function_docs (&n_docs);

  for (guint i = 0; i < n_docs; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *name = g_strndup (docs[i].name, strcspn (docs[i].name, "!"));
      g_autofree char *sql = g_strdup_printf ("SELECT count(*) > 0 FROM (SELECT name FROM pragma_function_list UNION ALL SELECT 'json_each') WHERE name = '%s'", name);
      g_autofree char *rows = fixture_ask (query, sql, &limits, &error);

      g_assert_no_error (error);
      if (g_strcmp0 (rows, "1") != 0)
        g_error ("there is no function %s", name);
    }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/query-names/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_names);
    }

  g_test_add_func ("/query-names/without-trace", test_without_trace);
  g_test_add_func ("/query-names/places", test_places);
  g_test_add_func ("/query-names/functions", test_functions);

  return g_test_run ();
}
