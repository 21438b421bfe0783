/* test-search-random.c - random searches, compared with a straightforward evaluation
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-search.h"

#include "profile-fixture.h"

/* Two values do not suffice: the duration of an instant is neither more nor less than 40 ns. */
typedef enum
{
  NO,
  UNKNOWN,
  YES,
} Answer;

typedef struct
{
  StrataTrace *trace;
  StrataSearchKind kind;
} Rows;

/* The parts of random searches: a text, and its evaluation for a row. */
typedef struct
{
  const char *text;
  Answer (*ask) (const Rows *rows, guint32 row);
} Atom;

static Answer
to_answer (gboolean has)
{
  return has ? YES : NO;
}

/* The counter of a sample, or the counter itself. */
static const StrataCounter *
get_counter (const Rows *rows,
             guint32 row)
{
  guint n_counters;
  const StrataCounter *counters = strata_trace_get_counters (rows->trace, &n_counters);

  for (guint i = 0; rows->kind == STRATA_SEARCH_SAMPLES && i < n_counters; i++)
    if (row >= counters[i].first_sample && row < counters[i].first_sample + counters[i].n_samples)
      return &counters[i];

  g_assert_cmpint (rows->kind, ==, STRATA_SEARCH_COUNTERS);
  return &counters[row];
}

static const char *
get_name (const Rows *rows,
          guint32 row)
{
  if (rows->kind == STRATA_SEARCH_SLICES)
    return strata_trace_get_string (rows->trace, strata_trace_get_slices (rows->trace)->name[row]);
  if (rows->kind == STRATA_SEARCH_INSTANTS)
    return strata_trace_get_string (rows->trace, strata_trace_get_instants (rows->trace)->name[row]);

  return strata_trace_get_string (rows->trace, get_counter (rows, row)->name);
}

static StrataAttrs
get_attrs (const Rows *rows,
           guint32 slice)
{
  return strata_attr_table_get (strata_trace_get_attrs (rows->trace), strata_slice_table_get_attrs (strata_trace_get_slices (rows->trace), slice));
}

static Answer
slow_name (const Rows *rows,
           guint32 row)
{
  return to_answer (strstr (get_name (rows, row), "1") != NULL);
}

static Answer
slow_regex (const Rows *rows,
            guint32 row)
{
  return to_answer (g_str_has_suffix (get_name (rows, row), "3"));
}

static Answer
slow_duration (const Rows *rows,
               guint32 row)
{
  if (rows->kind != STRATA_SEARCH_SLICES)
    return UNKNOWN;

  return to_answer (strata_slice_table_get_wall_ns (strata_trace_get_slices (rows->trace), row) > 40);
}

static Answer
slow_self (const Rows *rows,
           guint32 row)
{
  if (rows->kind != STRATA_SEARCH_SLICES)
    return UNKNOWN;

  return to_answer (strata_slice_table_get_self_ns (strata_trace_get_slices (rows->trace), row) <= 20);
}

static Answer
slow_value (const Rows *rows,
            guint32 row)
{
  return rows->kind != STRATA_SEARCH_SAMPLES ? UNKNOWN : to_answer (strata_trace_get_samples (rows->trace)->value[row] >= 50);
}

static Answer
slow_thread (const Rows *rows,
             guint32 row)
{
  guint32 thread = STRATA_NONE;

  if (rows->kind == STRATA_SEARCH_SLICES)
    thread = strata_trace_find_thread (rows->trace, row);
  if (rows->kind == STRATA_SEARCH_INSTANTS)
    thread = strata_trace_get_instants (rows->trace)->thread[row];

  return to_answer (thread != STRATA_NONE && strata_trace_get_threads (rows->trace, NULL)[thread].tid == 2);
}

static Answer
slow_process (const Rows *rows,
              guint32 row)
{
  guint32 process;

  if (rows->kind == STRATA_SEARCH_SLICES)
    process = strata_trace_find_process (rows->trace, row);
  else if (rows->kind == STRATA_SEARCH_INSTANTS)
    process = strata_trace_get_instants (rows->trace)->process[row];
  else
    process = get_counter (rows, row)->process;

  return to_answer (process != STRATA_NONE && strata_trace_get_processes (rows->trace, NULL)[process].pid == 1);
}

static Answer
slow_start (const Rows *rows,
            guint32 row)
{
  const StrataSamples *samples = strata_trace_get_samples (rows->trace);
  gint64 time_ns = 0;

  switch (rows->kind)
    {
    case STRATA_SEARCH_SLICES:
      time_ns = strata_trace_get_slices (rows->trace)->start_ns[row];
      break;
    case STRATA_SEARCH_INSTANTS:
      time_ns = strata_trace_get_instants (rows->trace)->time_ns[row];
      break;
    case STRATA_SEARCH_COUNTERS:
      time_ns = samples->time_ns[get_counter (rows, row)->first_sample];
      break;
    case STRATA_SEARCH_SAMPLES:
      time_ns = samples->time_ns[row];
      break;
    case STRATA_SEARCH_RUNS:
      g_assert_not_reached ();
    }

  return to_answer (time_ns - strata_trace_get_span (rows->trace).begin_ns < 9000);
}

static Answer
slow_level (const Rows *rows,
            guint32 row)
{
  return to_answer (rows->kind == STRATA_SEARCH_SLICES && get_attrs (rows, row).level == 'I');
}

static Answer
slow_arg (const Rows *rows,
          guint32 row)
{
  g_autofree char *args = strata_attr_table_dup_args (strata_trace_get_attrs (rows->trace), rows->kind == STRATA_SEARCH_SLICES ? get_attrs (rows, row).args : STRATA_ARGS_NONE);

  return to_answer (g_str_has_prefix (args, "n=") && g_ascii_strtod (args + 2, NULL) >= 3);
}

static Answer
slow_async (const Rows *rows,
            guint32 row)
{
  return to_answer (rows->kind == STRATA_SEARCH_SLICES && row >= strata_trace_get_slices (rows->trace)->first_async);
}

static Answer
slow_instant (const Rows *rows,
              guint32 row)
{
  return to_answer (rows->kind == STRATA_SEARCH_INSTANTS);
}

static Answer
slow_counter (const Rows *rows,
              guint32 row)
{
  return to_answer (rows->kind == STRATA_SEARCH_COUNTERS || rows->kind == STRATA_SEARCH_SAMPLES);
}

static const Atom atoms[] = {
  { "1", slow_name },
  { "name:1", slow_name },
  { "/3$/", slow_regex },
  { "name~3$", slow_regex },
  { "dur>40ns", slow_duration },
  { "self<=20ns", slow_self },
  { "start<9us", slow_start },
  { "tid=2", slow_thread },
  { "pid=1", slow_process },
  { "level=I", slow_level },
  { "arg.n>=3", slow_arg },
  { "is:async", slow_async },
  { "is:instant", slow_instant },
  { "is:counter", slow_counter },
  { "value>=50", slow_value },
};

/* Writes a random search. */
static void
add_random (GRand *random,
            guint depth,
            GString *text)
{
  const int kind = depth < 3 ? g_rand_int_range (random, 0, 6) : 5;

  if (kind >= 3)
    {
      g_string_append (text, atoms[g_rand_int_range (random, 0, G_N_ELEMENTS (atoms))].text);
      return;
    }

  g_string_append (text, kind == 0 ? "-(" : "(");
  add_random (random, depth + 1, text);
  if (kind > 0)
    {
      g_string_append (text, kind == 1 ? " or " : " ");
      add_random (random, depth + 1, text);
    }

  g_string_append_c (text, ')');
}

/* Parses a search, and evaluates it for one row in the straightforward way. */
static Answer
answer (const char **text,
        const Rows *rows,
        guint32 row)
{
  const gboolean is_not = **text == '-';

  *text += is_not;
  if (**text != '(')
    {
      const gsize n = strcspn (*text, " )");

      for (guint i = 0; i < G_N_ELEMENTS (atoms); i++)
        if (strlen (atoms[i].text) == n && strncmp (atoms[i].text, *text, n) == 0)
          {
            *text += n;
            return atoms[i].ask (rows, row);
          }
      g_assert_not_reached ();
    }

  ++*text;

  Answer left = answer (text, rows, row);

  if (is_not)
    left = YES - left;
  else if (g_str_has_prefix (*text, " or "))
    {
      *text += strlen (" or ");
      const Answer right = answer (text, rows, row);
      left = MAX (left, right);
    }
  else if (**text == ' ')
    {
      ++*text;
      const Answer right = answer (text, rows, row);
      left = MIN (left, right);
    }

  ++*text;
  return left;
}

static guint32
pick_attrs (StrataTraceBuilder *builder,
            GRand *random)
{
  g_autofree char *args = g_strdup_printf ("n=%d", g_rand_int_range (random, 0, 6));
  StrataAttrTable *table = strata_trace_builder_get_attrs (builder);
  const StrataAttrs attrs = { .level = g_rand_boolean (random) ? 'I' : 'D', .args = strata_attr_table_intern_args (table, args, strlen (args)) };

  return g_rand_int_range (random, 0, 3) == 0 ? STRATA_ATTRS_NONE : strata_attr_table_intern (table, &attrs);
}

/* Instants and samples, of processes and of the machine. */
static void
add_random_others (StrataTraceBuilder *builder,
                   GRand *random,
                   guint32 thread,
                   guint32 name,
                   gint64 time_ns)
{
  const guint32 process = (guint32) g_rand_int_range (random, 0, 2);

  if (g_rand_boolean (random))
    strata_trace_builder_add_instant (builder, thread, process, 0, time_ns, name);
  for (int i = g_rand_int_range (random, 0, 5); i > 0; i--)
    strata_trace_builder_add_sample (builder, strata_trace_builder_get_counter (builder, g_rand_boolean (random) ? process : STRATA_NONE, -1, name), time_ns, g_rand_int_range (random, 0, 100));
}

/* Enough for several blocks, the last one incomplete. */
static StrataTrace *
make_random_trace (GRand *random)
{
  g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();
  guint32 threads[3];

  for (gint64 tid = 0; tid < 3; tid++)
    {
      threads[tid] = strata_trace_builder_get_thread (builder, tid + 1);
      if (tid < 2)
        strata_trace_builder_set_thread_process (builder, threads[tid], strata_trace_builder_get_process (builder, tid + 1));
    }

  for (gint64 time_ns = 0; time_ns < 30000; time_ns += g_rand_int_range (random, 1, 20))
    {
      const guint32 thread = threads[g_rand_int_range (random, 0, 3)];
      g_autofree char *name = g_strdup_printf ("f%d", g_rand_int_range (random, 0, 30));
      const StrataAsyncKey key = { .cookie = time_ns, .process = 0, .name = fixture_intern (builder, name) };
      const guint32 attrs = pick_attrs (builder, random);
      const int what = g_rand_int_range (random, 0, 5);

      if (what < 2)
        strata_trace_builder_begin_slice (builder, thread, time_ns, STRATA_NO_TIME, key.name, attrs);
      else if (what < 4)
        strata_trace_builder_end_slice (builder, thread, time_ns, STRATA_NO_TIME, 0);
      else
        strata_trace_builder_begin_async (builder, &key, thread, time_ns, key.name, key.name, attrs);
      if (what == 4)
        strata_trace_builder_end_async (builder, &key, time_ns + g_rand_int_range (random, 1, 100));
      add_random_others (builder, random, thread, key.name, time_ns);
    }

  return strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
}

static void
check_rows (const StrataSearch *search,
            const char *text,
            const Rows *rows)
{
  gint n_found = 0;
  gint n_has = 0;
  g_autofree guint64 *bits = strata_search_run (search, rows->trace, rows->kind, &n_found, NULL);

  for (guint32 i = 0; i < strata_search_count_rows (rows->trace, rows->kind); i++)
    {
      const char *rest = text;
      const gboolean has = answer (&rest, rows, i) == YES;

      g_assert_cmpint (strata_search_has (bits, i), ==, has);
      n_has += has;
    }

  g_assert_cmpint (n_found, ==, n_has);
}

static void
check_random (GRand *random,
              StrataTrace *trace)
{
  GString *text = g_string_new (NULL);

  add_random (random, 0, text);

  g_autoptr (StrataSearch) search = strata_search_new (text->str, NULL);

  g_test_message ("%s", text->str);
  g_assert_nonnull (search);
  g_assert_cmpint (strata_search_asks_for_values (search), ==, strstr (text->str, "value") != NULL);
  check_rows (search, text->str, &(Rows){ trace, STRATA_SEARCH_SLICES });
  check_rows (search, text->str, &(Rows){ trace, STRATA_SEARCH_INSTANTS });
  check_rows (search, text->str, &(Rows){ trace, strata_search_asks_for_values (search) ? STRATA_SEARCH_SAMPLES : STRATA_SEARCH_COUNTERS });
  g_string_free (text, TRUE);
}

static void
test_random (void)
{
  for (guint round = 0; round < 4; round++)
    {
      GRand *random = g_rand_new_with_seed (g_test_rand_int ());
      g_autoptr (StrataTrace) trace = make_random_trace (random);

      for (guint i = 0; i < 60; i++)
        check_random (random, trace);
      g_rand_free (random);
    }
}

int
main (int argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/search/random", test_random);

  return g_test_run ();
}
