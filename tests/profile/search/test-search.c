/* test-search.c - the search language
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-search.h"

#include <time.h>

#include "profile-fixture.h"

#define MS 1000000

typedef struct
{
  const char *name;
  gint64 begin_ms;
  gint64 end_ms; /* 0 for unfinished */
  StrataAttrs attrs;
  const char *category;
  const char *args;
} Call;

/* Calls on the main thread of "com.app", tid and pid 10; one letter each, in pre-order. */
static const Call main_calls[] = {
  { "A doFrame", 0, 40, { .level = 'I', .tags = G_GUINT64_CONSTANT (1) << 62 }, "graphic", "url=https://a/Login?x,size=1500,note=a b" },
  { "B draw (int a)", 10, 30, { .level = 'D' }, NULL, NULL },
  { "C layout", 12, 13, { 0 }, "net", "url=/home,size=900" },
  { "D DRAW", 50, 66, { .level = 'C', .tags = 1 }, NULL, NULL },
  { "E Ärger", 70, 0, { .level = 'M' }, NULL, "logins" },
};

/* Calls on "RenderThread", tid 12. */
static const Call render_calls[] = {
  { "F draw", 5, 9, { 0 }, NULL, NULL },
  { "G \"quoted\" a~b", 20, 21, { 0 }, NULL, "file=/data/app" },
};

static guint32
intern_attrs (StrataTraceBuilder *builder,
              const Call *call)
{
  StrataAttrTable *table = strata_trace_builder_get_attrs (builder);
  StrataAttrs attrs = call->attrs;

  attrs.category = call->category != NULL ? fixture_intern (builder, call->category) : 0;
  attrs.args = call->args != NULL ? strata_attr_table_intern_args (table, call->args, strlen (call->args)) : 0;
  return strata_attr_table_intern (table, &attrs);
}

/* Plays calls, which are ordered by begin. */
static void
play (StrataTraceBuilder *builder,
      guint32 thread,
      const Call *calls,
      guint n_calls)
{
  guint next = 0;

  for (gint64 ms = 0; ms < 100; ms++)
    {
      for (guint i = n_calls; i > 0; i--)
        if (calls[i - 1].end_ms == ms && ms > 0)
          strata_trace_builder_end_slice (builder, thread, ms * MS, STRATA_NO_TIME, 0);
      for (; next < n_calls && calls[next].begin_ms == ms; next++)
        strata_trace_builder_begin_slice (builder, thread, ms * MS, STRATA_NO_TIME, fixture_intern (builder, calls[next].name), intern_attrs (builder, &calls[next]));
    }
}

static void
add_samples (StrataTraceBuilder *builder,
             guint32 process,
             int cpu,
             const char *name,
             gint64 first_value)
{
  const guint32 counter = strata_trace_builder_get_counter (builder, process, cpu, fixture_intern (builder, name));

  for (gint64 i = 0; i < 3; i++)
    strata_trace_builder_add_sample (builder, counter, (20 + 10 * i) * MS, first_value + i);
}

static void
add_instants_and_counters (StrataTraceBuilder *builder,
                           guint32 process,
                           guint32 thread,
                           guint32 render)
{
  strata_trace_builder_add_instant (builder, thread, process, 0, 11 * MS, fixture_intern (builder, "I draw"));
  strata_trace_builder_add_instant (builder, render, process, fixture_intern (builder, "track"), 60 * MS, fixture_intern (builder, "J layout"));
  add_samples (builder, process, -1, "K drawn", 5);
  add_samples (builder, STRATA_NONE, 3, "L frequency", 1000);
}

static StrataTrace *
make_trace (void)
{
  g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();
  const guint32 process = strata_trace_builder_get_process (builder, 10);
  const guint32 thread = strata_trace_builder_get_thread (builder, 10);
  const guint32 render = strata_trace_builder_get_thread (builder, 12);
  const StrataAsyncKey key = { .cookie = 7, .process = process, .name = fixture_intern (builder, "H request") };

  strata_trace_builder_name_process (builder, process, fixture_intern (builder, "com.app"));
  strata_trace_builder_set_thread_process (builder, thread, process);
  strata_trace_builder_set_thread_process (builder, render, process);
  strata_trace_builder_name_thread (builder, thread, fixture_intern (builder, "app"));
  strata_trace_builder_name_thread (builder, render, fixture_intern (builder, "RenderThread"));
  play (builder, thread, main_calls, G_N_ELEMENTS (main_calls));
  play (builder, render, render_calls, G_N_ELEMENTS (render_calls));
  strata_trace_builder_begin_async (builder, &key, render, 15 * MS, key.name, key.name, STRATA_ATTRS_NONE);
  g_assert_true (strata_trace_builder_end_async (builder, &key, 35 * MS));
  add_instants_and_counters (builder, process, thread, render);
  strata_trace_builder_see_time (builder, 100 * MS);

  return strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
}

/* The first letters of the names found. */
static char *
dup_found (StrataTrace *trace,
           const StrataSearch *search)
{
  const StrataSliceTable *table = strata_trace_get_slices (trace);
  gint n_found = 0;
  g_autofree guint64 *bits = strata_search_run (search, trace, STRATA_SEARCH_SLICES, &n_found, NULL);
  g_autofree guint32 *slices = strata_search_list (bits, table->n_slices, (guint32) n_found);
  GString *letters = g_string_new (NULL);

  for (gint i = 0; i < n_found; i++)
    g_string_append_c (letters, strata_trace_get_string (trace, table->name[slices[i]])[0]);

  return g_string_free (letters, FALSE);
}

/* The same for instants and counters; for samples, each of them. */
static char *
dup_others_found (StrataTrace *trace,
                  const StrataSearch *search)
{
  const StrataSearchKind kinds[] = { STRATA_SEARCH_INSTANTS, strata_search_asks_for_values (search) ? STRATA_SEARCH_SAMPLES : STRATA_SEARCH_COUNTERS };
  GString *letters = g_string_new (NULL);

  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    {
      gint n_found = 0;
      g_autofree guint64 *bits = strata_search_run (search, trace, kinds[k], &n_found, NULL);
      g_autofree guint32 *rows = strata_search_list (bits, strata_search_count_rows (trace, kinds[k]), (guint32) n_found);

      for (gint i = 0; i < n_found; i++)
        {
          const guint32 counter = kinds[k] == STRATA_SEARCH_SAMPLES ? strata_trace_find_counter (trace, rows[i]) : rows[i];
          const guint32 name = k == 0 ? strata_trace_get_instants (trace)->name[rows[i]] : strata_trace_get_counters (trace, NULL)[counter].name;

          g_string_append_c (letters, strata_trace_get_string (trace, name)[0]);
        }
    }

  return g_string_free (letters, FALSE);
}

static void
test_instants_and_counters (void)
{
  static const struct
  {
    const char *text;
    const char *slices;
    const char *others;
  } cases[] = {
    { "draw", "BDF", "IK" },
    { "*draw*", "BDF", "IK" },
    { "?*draw", "DF", "I" },
    { "/(draw|layout)$/", "CDF", "IJ" },
    { "name=\"K drawn\"", "", "K" },
    { "-draw", "ACEGH", "JL" },
    { "is:instant", "", "IJ" },
    { "is:counter", "", "KL" },
    { "is:slice draw", "BDF", "" },
    { "-is:slice draw", "", "IK" },
    { "-is:call layout", "", "J" },
    { "-is:unfinished is:main", "ABCD", "I" },
    { "thread:render", "FGH", "J" },
    { "is:main", "ABCDE", "I" },
    { "-is:main -is:slice", "", "JKL" },
    { "process:com.app -is:slice", "", "IJK" },
    { "pid!=10 -is:slice", "", "L" },
    { "cpu3", "", "L" },
    { "\"cpu3 l freq\"", "", "L" },
    { "start<15ms -is:slice", "", "I" },
    { "start>=20ms start<60ms -is:slice", "", "KL" },
    { "dur<1h", NULL, NULL },
    { "dur<9s", "ABCDEFGH", "" },
    { "-dur>16ms", "CDFG", "" },
    { "-(dur>16ms or draw)", "CG", "" },
    { "-(dur>16ms draw)", "ACDEFGH", "JL" },
    { "depth!=0", "BC", "" },
    { "level:info or tag:app or category:net or arg:login -is:slice", "AC", "" },
    { "level!=D -is:slice", "", "IJKL" },
    { "value>5", "", "KKLLL" },
    { "value>5 draw", "", "KK" },
    { "-value>5", "", "K" },
    { "value!=1000", "", "KKKLL" },
    { "value=5 or layout", "C", "JK" },
    { "value>=1001 start<35ms", "", "L" },
    { "Value>5 cpu3", "", "LLL" },
    { "Is:instant", "", "IJ" },
    { "IS:Counter", "", "KL" },
    { "thread:/^render/ -is:slice", "", "J" },
    { "value>-9223372036854775808", "", "KKKLLL" },
  };
  g_autoptr (StrataTrace) trace = make_trace ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (StrataSearch) search = strata_search_new (cases[i].text, NULL);
      g_autofree char *slices = search != NULL ? dup_found (trace, search) : NULL;
      g_autofree char *others = search != NULL ? dup_others_found (trace, search) : NULL;

      g_test_message ("%s", cases[i].text);
      g_assert_cmpstr (slices, ==, cases[i].slices);
      g_assert_cmpstr (others, ==, cases[i].others);
    }
}

static void
test_language (void)
{
  static const struct
  {
    const char *text;
    const char *found;
  } cases[] = {
    { "", "ABCDEFGH" },
    { "  ", "ABCDEFGH" },
    { "draw", "BDF" },
    { "DRAW", "BDF" },
    { "ärger", "E" },
    { "\"draw (int\"", "B" },
    { "draw (int", NULL },
    { "a) ", "B" },
    { "draw(", "" },
    { "name:draw", "BDF" },
    { "name=\"F draw\"", "F" },
    { "name=\"f draw\"", "" },
    { "name!=\"F draw\" draw", "BD" },
    { "name~^.\\sd", "ABDF" },
    { "?*draw*", "BDF" },
    { "*draw", "DF" },
    { "draw*", "" },
    { "c?L*out", "C" },
    { "\"*draw\"", "" },
    { "?*ÄRG?r", "E" },
    { "name:*draw -name:D*", "F" },
    { "name=*draw", "" },
    { "thread:Render*", "FGH" },
    { "thread:*Thread", "FGH" },
    { "thread:1? -thread:1", "" },
    { "thread:?0", "ABCDE" },
    { "thread:Render", "FGH" },
    { "arg.url:https:*login??", "A" },
    { "level:in*", "A" },
    { "/draw$/", "DF" },
    { "/^(b|f) draw/", "BF" },
    { "/a\\/b/", "" },
    { "\"\\\"quoted\\\" a~b\"", "G" },
    { "dur>16ms", "ABEH" },
    { "dur > 16ms", "ABEH" },
    { "Dur>16ms", "ABEH" },
    { "Dur:16ms", "D" },
    { "DUR:1ms", "CG" },
    { "DEPTH:1", "B" },
    { "Name:layout", "C" },
    { "Thread:render", "FGH" },
    { "THREAD=RenderThread", "FGH" },
    { "Process:COM.app is:Async", "H" },
    { "Is:Main", "ABCDE" },
    { "IS:UNFINISHED", "E" },
    { "Level:INFO", "A" },
    { "LEVEL=info", "A" },
    { "Level=i", "A" },
    { "Tag=ALWAYS", "D" },
    { "Category=net", "C" },
    { "Category=NET", "" },
    { "ARG.url~login", "A" },
    { "Arg.URL~login", "" },
    { "List<int>", "" },
    { "dur>=16ms dur<=20ms", "BDH" },
    { "dur=1ms", "CG" },
    { "dur!=1ms", "ABDEFH" },
    { "dur<0.0015s", "CG" },
    { "self>=19ms", "ABEH" },
    { "self>=20ms", "AEH" },
    { "start<10ms", "AF" },
    { "cpu>0", "" },
    { "depth:1", "B" },
    { "depth>=1", "BC" },
    { "tid=12", "FGH" },
    { "pid=10", "ABCDEFGH" },
    { "pid>10", "" },
    { "thread:render", "FGH" },
    { "thread!~^render", "ABCDE" },
    { "Thread~^render", "FGH" },
    { "thread=RenderThread", "FGH" },
    { "thread~^RenderThread$", "FGH" },
    { "thread~^renderthread\\s12$", "FGH" },
    { "thread~^12$", "FGH" },
    { "thread!~^app$", "FGH" },
    { "thread:/^app$/", "ABCDE" },
    { "thread:/^(app|render)[^ ]* 1[02]$/ start<10ms", "AF" },
    { "thread:/^Render Thread/", "" },
    { "-thread:/^app$/", "FGH" },
    { "(thread:/^app$/) draw", "BD" },
    { "Thread:/^render/", "FGH" },
    { "thread:\"/app/\"", "" },
    { "thread=/app/", "" },
    { "process:/^com\\.app$/ is:async", "H" },
    { "name:/^(b|f) draw/", "BF" },
    { "level:/^(info|critical)$/", "AD" },
    { "tag:/^a.*s$/", "D" },
    { "category:/^.et$/", "C" },
    { "arg:/size=\\d{4}/", "A" },
    { "arg.url:/^https.*login/", "A" },
    { "arg.file:/^\\/data/", "G" },
    { "arg.file:/data/app", "G" },
    { "arg.url:/", "AC" },
    { "arg.url:/home arg.url:/", "C" },
    { "arg.url:/home or arg.file:/data", "CG" },
    { "arg.url://a", "A" },
    { "thread=10", "ABCDE" },
    { "thread:\"app 10\"", "ABCDE" },
    { "process:com.app is:async", "H" },
    { "is:main", "ABCDE" },
    { "is:call -is:main", "FG" },
    { "is:unfinished", "E" },
    { "is:kernel", "" },
    { "level:info", "A" },
    { "level=I", "A" },
    { "level:c", "D" },
    { "tag:app", "A" },
    { "tag:always", "D" },
    { "category:graph or category=net", "AC" },
    { "arg:login", "AE" },
    { "arg.url~login", "A" },
    { "arg.url:/", "AC" },
    { "arg.url=/home", "C" },
    { "arg.size>1000", "A" },
    { "arg.size<=900", "C" },
    { "arg.note>1", "" },
    { "arg.nothing:x", "" },
    { "-draw", "ACEGH" },
    { "--draw", "BDF" },
    { "draw | layout", "BCDF" },
    { "draw or", NULL },
    { "draw OR layout dur<2ms", "BCDF" },
    { "(draw or layout) dur<5ms", "CF" },
    { "-(draw or layout) is:main", "AE" },
    { "foo:bar", "" },
    { "Foo:bar", "" },
    { "a=b", "" },
    { "a - b", "" },
  };
  g_autoptr (StrataTrace) trace = make_trace ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (StrataSearch) search = strata_search_new (cases[i].text, NULL);
      g_autofree char *found = search != NULL ? dup_found (trace, search) : NULL;

      g_test_message ("%s", cases[i].text);
      g_assert_cmpstr (found, ==, cases[i].found);
    }
}

/* The error, and its position. */
static void
test_errors (void)
{
  static const struct
  {
    const char *text;
    const char *message;
  } cases[] = {
    { "draw dur>16", "at “dur>16”: a time needs a unit: ns, us, ms or s" },
    { "dur>soon x", "at “dur>soon x”: not a time; write for example 16ms, 250us or 1.5s" },
    { "dur>", "at “dur>”: missing search text" },
    { "dur~5ms", "at “dur~5ms”: compare this with <, <=, >, >=, = or !=" },
    { "thread>5", "at “thread>5”: this is a text field; compare it with :, =, !=, ~ or !~" },
    { "value>x", "at “value>x”: not a number" },
    { "value>99999999999999999999", "at “value>999999999999999999…”: this number is too large for 64 bits" },
    { "tid=9223372036854775808", "at “tid=9223372036854775808”: this number is too large for 64 bits" },
    { "depth<-99999999999999999999", "at “depth<-99999999999999999…”: this number is too large for 64 bits" },
    { "99999999999999999999 value>9x", "at “value>9x”: not a number" },
    { "tid:/1/", "at “tid:/1/”: not a whole number" },
    { "thread:/(/", "at “thread:/(/”: *" },
    { "IS:great", "at “IS:great”: expected slice, instant, counter, run, main, call, async, kernel, unfinished or exception after is:" },
    { "tid=x", "at “tid=x”: not a whole number" },
    { "arg.size>x", "at “arg.size>x”: not a number" },
    { "is:great", "at “is:great”: expected slice, instant, counter, run, main, call, async, kernel, unfinished or exception after is:" },
    { "\"draw", "at “\"draw”: the closing quotation mark is missing" },
    { "(draw", "at “(draw”: the closing parenthesis is missing" },
    { "()", "at “)”: missing search text" },
    { "draw or", "at the end: missing search text" },
    { "/draw", "at “/draw”: the / that ends a regular expression is missing; a text goes between quotation marks" },
    { "/data/app", "at “app”: expected a space after the / that ends a regular expression; put text in quotation marks" },
    { "dura>16ms", "at “dura>16ms”: unknown field “dura”; the fields are name, dur, self, cpu, start, depth, value, prio, thread, tid, process, pid, level, tag, category, chain, arg, is. Put text in quotation marks" },
    { "Dura>16ms", "at “Dura>16ms”: unknown field “Dura”; the fields are *" },
    { "Dur>16", "at “Dur>16”: a time needs a unit: ns, us, ms or s" },
    { "level:bogus", "at “level:bogus”: the levels are debug, info, critical and commercial" },
    { "level=b", "at “level=b”: the levels are debug, info, critical and commercial" },
    { "tag:bogus", "at “tag:bogus”: no HiTrace tag contains this" },
    { "thread!~(", "at “thread!~(”: *" },
    { "name~(", "at “name~(”: *" },
    { "((((((((((((((((((((a))))))))))))))))))))", "at “((((*”: this is nested too deeply" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (strata_search_new (cases[i].text, &error));
      g_assert_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE);
      g_test_message ("%s", error->message);
      if (strchr (cases[i].message, '*') != NULL)
        g_assert_true (g_pattern_match_simple (cases[i].message, error->message));
      else
        g_assert_cmpstr (error->message, ==, cases[i].message);
    }
}

static void
test_many_terms (void)
{
  g_autoptr (GError) error = NULL;
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < 10000; i++)
    g_string_append (text, "a ");

  g_assert_null (strata_search_new (text->str, &error));
  g_assert_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE);
  g_string_free (text, TRUE);
}

/* A word before a colon that is not a field is part of a name. */
static void
test_colons (void)
{
  static const struct
  {
    const char *text;
    int n_found;
  } cases[] = {
    { "IO:", 1 },
    { "IO: write", 1 },
    { "io: Write", 1 },
    { "Lock:cache", 1 },
    { "lock:CACHE", 1 },
    { "Lock:*", 1 },
    { "Lock:/cache/", 0 },
    { "Lock:other", 0 },
    { "\"Thread:main\"", 1 },
    { "/thread:/", 1 },
    { "Thread:main", 0 },
  };
  g_autoptr (StrataTrace) trace = fixture_trace ("0 IO: write;10 -;20 Lock:cache;30 -;40 Thread:main;50 -", STRATA_CLOCK_WALL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (StrataSearch) search = strata_search_new (cases[i].text, NULL);
      gint n_found = 0;

      g_test_message ("%s", cases[i].text);
      g_assert_nonnull (search);
      g_free (strata_search_run (search, trace, STRATA_SEARCH_SLICES, &n_found, NULL));
      g_assert_cmpint (n_found, ==, cases[i].n_found);
    }
}

/* A quoted text finds itself. */
static void
test_quote (void)
{
  static const char *const texts[] = { "draw", "a \"b\" c", "back\\slash", "\\\"", "dur>5ms", "(x", "-a", "or" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *script = g_strdup_printf ("0 %s;10 -;20 other;30 -", texts[i]);
      g_autoptr (StrataTrace) trace = fixture_trace (script, STRATA_CLOCK_WALL);
      g_autofree char *quoted = strata_search_quote (texts[i]);
      g_autofree char *text = g_strconcat ("name=", quoted, NULL);
      g_autoptr (StrataSearch) search = strata_search_new (text, NULL);
      gint n_found = 0;

      g_assert_nonnull (search);
      g_free (strata_search_run (search, trace, STRATA_SEARCH_SLICES, &n_found, NULL));
      g_assert_cmpint (n_found, ==, 1);
    }
}

/* An expression that backtracks endlessly gives up. */
static void
test_evil_regex (void)
{
  g_autoptr (StrataTrace) trace = fixture_trace ("0 aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab;10 -", STRATA_CLOCK_WALL);
  g_autoptr (StrataSearch) search = strata_search_new ("/^(a+)+$/", NULL);
  const clock_t begin = clock ();
  gint n_found = 0;

  g_free (strata_search_run (search, trace, STRATA_SEARCH_SLICES, &n_found, NULL));
  g_assert_cmpint (n_found, ==, 0);
  g_assert_cmpint (clock () - begin, <, 5 * CLOCKS_PER_SEC);
}

/* Any bytes are a valid search or yield an error message. */
static void
test_noise (void)
{
  static const char *const pieces[] = { "dur", ">", "16ms", "\"", "(", ")", "/", "-", "|", " ", "or", "arg.", "~", "is:", "ä", "\\", "=", "name:" };

  for (guint round = 0; round < 20000; round++)
    {
      GString *text = g_string_new (NULL);
      g_autoptr (GError) error = NULL;

      for (int i = g_test_rand_int_range (0, 12); i > 0; i--)
        g_string_append (text, pieces[g_test_rand_int_range (0, G_N_ELEMENTS (pieces))]);

      g_autoptr (StrataSearch) search = strata_search_new (text->str, &error);

      g_assert_true ((search == NULL) == (error != NULL));
      g_string_free (text, TRUE);
    }
}

static void
test_cancelled (void)
{
  g_autoptr (StrataTrace) trace = make_trace ();
  g_autoptr (StrataSearch) search = strata_search_new ("draw", NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  gint n_found = 0;

  g_cancellable_cancel (cancellable);
  g_free (strata_search_run (search, trace, STRATA_SEARCH_SLICES, &n_found, cancellable));
  g_assert_cmpint (n_found, ==, 0);
}

int
main (int argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/search/language", test_language);
  g_test_add_func ("/search/instants-and-counters", test_instants_and_counters);
  g_test_add_func ("/search/errors", test_errors);
  g_test_add_func ("/search/colons", test_colons);
  g_test_add_func ("/search/many-terms", test_many_terms);
  g_test_add_func ("/search/quote", test_quote);
  g_test_add_func ("/search/evil-regex", test_evil_regex);
  g_test_add_func ("/search/noise", test_noise);
  g_test_add_func ("/search/cancelled", test_cancelled);

  return g_test_run ();
}
