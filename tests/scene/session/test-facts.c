/* test-facts.c - searches offered for an item find the item
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "scene-fixture.h"
#include "strata-facts.h"
#include "strata-search.h"
#include "strata-session.h"

/* A nested call with everything HiTrace can record, with text that needs escaping in a search. */
#define ARGS "url=http://a/?q=\"x\",size=12,empty=,b(c)=1,loose"

static StrataTrace *
make_trace (const char *args)
{
  g_autoptr (StrataTraceBuilder) builder = fixture_builder_new ();
  const guint32 thread = fixture_thread (builder, 7, "app", 8, "work \"er\"");
  const StrataAttrs attrs = {
    .tags = G_GUINT64_CONSTANT (3) << 33,
    .chain = fixture_name (builder, "a1,b2,0"),
    .category = fixture_name (builder, "net"),
    .args = fixture_args (builder, args),
    .level = 'I',
  };

  strata_trace_builder_begin_slice (builder, thread, 1000, STRATA_NO_TIME, fixture_name (builder, "caller"), STRATA_ATTRS_NONE);
  strata_trace_builder_begin_slice (builder, thread, 2000, STRATA_NO_TIME, fixture_name (builder, "load \\ \"it\""),
                                    strata_attr_table_intern (strata_trace_builder_get_attrs (builder), &attrs));
  strata_trace_builder_end_slice (builder, thread, 2500, STRATA_NO_TIME, 0);
  strata_trace_builder_end_slice (builder, thread, 3000, STRATA_NO_TIME, 0);
  return strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
}

static gboolean
finds_row (StrataTrace *trace,
           const char *text,
           StrataSearchKind kind,
           guint32 row)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (StrataSearch) search = strata_search_new (text, &error);
  gint n_found = 0;

  g_assert_no_error (error);

  g_autofree guint64 *bits = strata_search_run (search, trace, kind, &n_found, NULL);

  return strata_search_has (bits, row);
}

static gboolean
finds (StrataTrace *trace,
       const char *text,
       guint32 slice)
{
  return finds_row (trace, text, STRATA_SEARCH_SLICES, slice);
}

static StrataItem
get_slice (guint32 slice)
{
  return (StrataItem){ STRATA_ITEM_SLICE, slice, STRATA_NONE, 1 };
}

static void
test_slice (void)
{
  static const struct
  {
    const char *label;
    const char *value;
    const char *search;
  } cases[] = {
    { NULL, "load \\ \"it\"", "name=\"load \\\\ \\\"it\\\"\"" },
    { "Duration", "500\u00a0ns", "dur>=500ns" },
    { "Share of its caller", NULL, "name=\"caller\"" },
    { "Start", NULL, "start>=1000ns" },
    { "Thread", "work \"er\" 8", "tid=8" },
    { "Process", "app 7", "pid=7" },
    { "Level", "INFO", "level=\"INFO\"" },
    { "Tags", NULL, NULL },
    { "Category", "net", "category=\"net\"" },
    { "Chain", "a1,b2,0", "chain=\"a1,b2,0\"" },
    { "Arguments", ARGS, NULL },
  };
  g_autoptr (StrataTrace) trace = make_trace (ARGS);
  g_autoptr (StrataSession) session = strata_session_new (trace);
  g_autoptr (GPtrArray) facts = strata_session_list_facts (session, get_slice (1));

  g_assert_cmpuint (facts->len, ==, G_N_ELEMENTS (cases));
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const StrataFact *fact = g_ptr_array_index (facts, i);

      g_assert_cmpstr (fact->label, ==, cases[i].label);
      if (cases[i].value != NULL)
        g_assert_cmpstr (fact->value, ==, cases[i].value);
      if (cases[i].search != NULL)
        g_assert_cmpstr (fact->search, ==, cases[i].search);
    }
}

static void
test_args (void)
{
  static const struct
  {
    const char *key;
    const char *value;
    const char *search;
  } cases[] = {
    { "url", "http://a/?q=\"x\"", "arg.url=\"http://a/?q=\\\"x\\\"\"" },
    { "size", "12", "arg.size=\"12\"" },
    { "empty", "", "arg.empty=\"\"" },
    { "b(c)", "1", "arg:\"b(c)=1\"" },
  };
  g_autoptr (StrataTrace) trace = make_trace (ARGS);
  g_autoptr (StrataSession) session = strata_session_new (trace);
  guint n_args;
  g_autoptr (GPtrArray) args = strata_session_list_args (session, get_slice (1), &n_args);

  g_assert_cmpuint (n_args, ==, G_N_ELEMENTS (cases));
  g_assert_cmpuint (args->len, ==, n_args);
  for (guint i = 0; i < n_args; i++)
    {
      const StrataFact *arg = g_ptr_array_index (args, i);

      g_assert_cmpstr (arg->label, ==, cases[i].key);
      g_assert_cmpstr (arg->value, ==, cases[i].value);
      g_assert_cmpstr (arg->search, ==, cases[i].search);
      g_assert_true (finds (trace, arg->search, 1));
      g_assert_false (finds (trace, arg->search, 0));
    }
}

/* In any trace, offered searches find their items, except the caller's. */
static void
check_trace (StrataTrace *trace)
{
  g_autoptr (StrataSession) session = strata_session_new (trace);
  const guint32 n_slices = strata_trace_get_slices (trace)->n_slices;

  for (guint32 slice = 0; slice < n_slices; slice += MAX (n_slices / 20, 1))
    {
      g_autoptr (GPtrArray) facts = strata_session_list_facts (session, get_slice (slice));
      const guint32 parent = strata_trace_find_parent (trace, slice);

      for (guint i = 0; i < facts->len; i++)
        {
          const StrataFact *fact = g_ptr_array_index (facts, i);
          const gboolean is_share = g_strcmp0 (fact->label, "Share of its caller") == 0;

          if (fact->search != NULL)
            g_assert_true (finds (trace, fact->search, is_share ? parent : slice));
        }
    }
}

/* Searches without a condition on values are about whole counters, which begin with their first sample. */
static gboolean
finds_sample (StrataTrace *trace,
              const StrataSearch *search,
              const char *text,
              guint32 sample)
{
  if (strata_search_asks_for_values (search))
    return finds_row (trace, text, STRATA_SEARCH_SAMPLES, sample);

  return finds_row (trace, text, STRATA_SEARCH_COUNTERS, strata_trace_find_counter (trace, sample));
}

/* Offered searches for instants and samples find them. For other items they are at least valid, and
 * exist for each of these labels. */
static void
check_items (StrataTrace *trace,
             StrataItemKind kind,
             guint n_items)
{
  g_autoptr (StrataSession) session = strata_session_new (trace);

  for (guint32 item = 0; item < n_items; item += MAX (n_items / 20, 1))
    {
      g_autoptr (GPtrArray) facts = strata_session_list_facts (session, (StrataItem){ kind, item, STRATA_NONE, 1 });
      guint n_searches = 0;

      for (guint i = 0; i < facts->len; i++)
        {
          const StrataFact *fact = g_ptr_array_index (facts, i);
          g_autoptr (GError) error = NULL;
          g_autoptr (StrataSearch) search = fact->search != NULL ? strata_search_new (fact->search, &error) : NULL;

          g_assert_no_error (error);
          n_searches += search != NULL;
          if (search != NULL && kind == STRATA_ITEM_INSTANT)
            g_assert_true (finds_row (trace, fact->search, STRATA_SEARCH_INSTANTS, item));
          if (search != NULL && kind == STRATA_ITEM_SAMPLE && !g_str_has_prefix (fact->search, "start"))
            g_assert_true (finds_sample (trace, search, fact->search, item));
          if (g_strv_contains ((const char *const[]){ "Duration", "Value", "Woken by", "Interrupted", "Thread", "Process", NULL }, fact->label != NULL ? fact->label : ""))
            g_assert_nonnull (search);
        }

      g_assert_cmpuint (n_searches, >=, 2);
    }
}

static void
test_any_item (void)
{
  static StrataTrace *(*const make[]) (void) = { fixture_trace_new, fixture_chain_trace_new, fixture_machine_trace_new, fixture_look_trace_new };

  for (guint i = 0; i < G_N_ELEMENTS (make); i++)
    {
      g_autoptr (StrataTrace) trace = make[i]();
      guint n_losses;

      strata_trace_get_losses (trace, &n_losses);
      check_items (trace, STRATA_ITEM_INSTANT, strata_trace_get_instants (trace)->n_instants);
      check_items (trace, STRATA_ITEM_SAMPLE, strata_trace_get_samples (trace)->n_samples);
      check_items (trace, STRATA_ITEM_CPU_RUN, strata_trace_get_cpu_runs (trace)->n_runs);
      check_items (trace, STRATA_ITEM_STATE, strata_trace_get_states (trace)->n_states);
      check_items (trace, STRATA_ITEM_LOSS, n_losses);
    }
}

static void
test_any_trace (void)
{
  static StrataTrace *(*const make[]) (void) = { fixture_trace_new, fixture_chain_trace_new, fixture_machine_trace_new, fixture_look_trace_new };

  for (guint i = 0; i < G_N_ELEMENTS (make); i++)
    {
      g_autoptr (StrataTrace) trace = make[i]();

      check_trace (trace);
    }
}

/* Of a great many arguments the first are listed and all are counted; texts are cut. */
static void
test_many_args (void)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < 2000; i++)
    g_string_append_printf (text, "k%u=%0*u,", i, i == 0 ? 100000 : 1, i);

  g_autoptr (StrataTrace) trace = make_trace (text->str);
  g_autoptr (StrataSession) session = strata_session_new (trace);
  guint n_args;
  g_autoptr (GPtrArray) args = strata_session_list_args (session, get_slice (1), &n_args);
  g_autofree char *copied = strata_session_dup_facts_text (session, get_slice (1), NULL);
  const StrataFact *first = g_ptr_array_index (args, 0);

  g_assert_cmpuint (n_args, ==, 2000);
  g_assert_cmpuint (args->len, ==, STRATA_MOST_ARGS);
  g_assert_cmpuint (strlen (first->value), <, 2000);
  g_assert_cmpuint (strlen (first->search), <, 500);
  g_assert_true (finds (trace, first->search, 1));
  g_assert_nonnull (strstr (copied, "\nk499: 499\n"));
}

static void
test_other_items (void)
{
  g_autoptr (StrataTrace) trace = make_trace (ARGS);
  g_autoptr (StrataSession) session = strata_session_new (trace);
  const StrataItem none = { STRATA_ITEM_NONE, 0, STRATA_NONE, 0 };
  guint n_args;
  g_autoptr (GPtrArray) facts = strata_session_list_facts (session, none);
  g_autoptr (GPtrArray) args = strata_session_list_args (session, none, &n_args);
  g_autofree char *text = strata_session_dup_facts_text (session, none, NULL);

  g_assert_cmpuint (facts->len, ==, 0);
  g_assert_cmpuint (args->len, ==, 0);
  g_assert_cmpuint (n_args, ==, 0);
  g_assert_cmpstr (text, ==, "");
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/facts/slice", test_slice);
  g_test_add_func ("/facts/args", test_args);
  g_test_add_func ("/facts/any-trace", test_any_trace);
  g_test_add_func ("/facts/any-item", test_any_item);
  g_test_add_func ("/facts/many-args", test_many_args);
  g_test_add_func ("/facts/other-items", test_other_items);
  return g_test_run ();
}
