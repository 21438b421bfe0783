/* test-raw-find.c - finds the lines of a trace's items
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "strata-loader.h"
#include "strata-raw-filter.h"
#include "strata-raw-find.h"
#include "strata-raw-list.h"

/* A program of random threads writes a capture, and records the lines of each item. Few distinct
 * times and names, so that many lines are equal at the same time. */
#define N_THREADS 4
#define N_NAMES 3
#define FIRST_TID 100

typedef struct
{
  const char *name;
  guint n_events;
  guint n_most_step_us; /* with 1, nearly all are at the same time */
  gboolean is_hitrace;
  gboolean is_shuffled; /* neighbouring lines of different threads are swapped */
} Case;

static const Case cases[] = {
  { "usual", 3000, 20, FALSE, FALSE },
  { "equal-times", 800, 1, FALSE, FALSE },
  { "few-times", 1200, 2, FALSE, FALSE },
  { "hitrace", 1200, 3, TRUE, FALSE },
  { "near-sorted", 1200, 3, FALSE, TRUE },
  { "near-sorted-hitrace", 1200, 2, TRUE, TRUE },
};

typedef struct
{
  char *text;
  guint thread;
  gint64 time_us;
} Line;

/* Indices of lines; the end is -1 if unfinished. */
typedef struct
{
  int begin;
  int end;
} Item;

typedef struct
{
  const Case *test;
  GRand *random;
  GArray *lines;               /* Line */
  GArray *calls[N_THREADS];    /* Item, by begin */
  GArray *open[N_THREADS];     /* guint: index in calls */
  GArray *async[N_THREADS];    /* Item, by begin */
  GArray *samples[N_THREADS];  /* Item */
  GArray *instants[N_THREADS]; /* Item */
  int open_async[N_THREADS];   /* index in async, or -1 */
  gint64 time_us;
} Program;

static void
write_line (Program *self,
            guint thread,
            const char *payload)
{
  const Line line = {
    g_strdup_printf ("  app-%u   (  100) [00%u] .... %" G_GINT64_FORMAT ".%06" G_GINT64_FORMAT ": tracing_mark_write: %s\n", FIRST_TID + thread, thread,
                     self->time_us / 1000000, self->time_us % 1000000, payload),
    thread,
    self->time_us,
  };

  g_array_append_val (self->lines, line);
}

static void
begin_call (Program *self,
            guint thread)
{
  const Item item = { (int) self->lines->len, -1 };
  const guint index = self->calls[thread]->len;
  g_autofree char *payload = g_strdup_printf (self->test->is_hitrace ? "B|100|H:name %d|M62" : "B|100|H:name %d", g_rand_int_range (self->random, 0, N_NAMES));

  g_array_append_val (self->calls[thread], item);
  g_array_append_val (self->open[thread], index);
  write_line (self, thread, payload);
}

/* Sometimes writes an end without a begin, as at the start of captures. */
static void
end_call (Program *self,
          guint thread)
{
  GArray *open = self->open[thread];

  if (open->len > 0)
    {
      g_array_index (self->calls[thread], Item, g_array_index (open, guint, open->len - 1)).end = (int) self->lines->len;
      g_array_set_size (open, open->len - 1);
    }

  write_line (self, thread, self->test->is_hitrace ? "E|100|M62" : "E|100");
}

static void
write_async (Program *self,
             guint thread)
{
  const gboolean is_begin = self->open_async[thread] < 0;
  g_autofree char *payload = g_strdup_printf (self->test->is_hitrace ? "%c|100|H:async %u|7|M62" : "%c|100|async %u|7", is_begin ? 'S' : 'F', thread);

  if (is_begin)
    {
      const Item item = { (int) self->lines->len, -1 };

      self->open_async[thread] = (int) self->async[thread]->len;
      g_array_append_val (self->async[thread], item);
    }
  else
    {
      g_array_index (self->async[thread], Item, self->open_async[thread]).end = (int) self->lines->len;
      self->open_async[thread] = -1;
    }

  write_line (self, thread, payload);
}

static void
write_point (Program *self,
             guint thread,
             GArray *items,
             const char *payload)
{
  const Item item = { (int) self->lines->len, -1 };

  g_array_append_val (items, item);
  write_line (self, thread, payload);
}

static void
write_event (Program *self)
{
  const guint thread = (guint) g_rand_int_range (self->random, 0, N_THREADS);
  const int choice = g_rand_int_range (self->random, 0, 20);
  g_autofree char *counter = g_strdup_printf ("C|100|counter %u|%d", thread, g_rand_int_range (self->random, 0, 2));

  self->time_us += g_rand_int_range (self->random, 0, (gint32) self->test->n_most_step_us + 1) * (self->test->n_most_step_us > 1 || g_rand_int_range (self->random, 0, 50) == 0);

  if (choice < 7)
    begin_call (self, thread);
  else if (choice < 14)
    end_call (self, thread);
  else if (choice < 16)
    write_async (self, thread);
  else if (choice < 18)
    write_point (self, thread, self->samples[thread], counter);
  else
    write_point (self, thread, self->instants[thread], "I|100|tap");
}

/* The line number of each line in the file, from 1; the header has one. */
static guint *
shuffle (Program *self)
{
  guint *position = g_new (guint, self->lines->len);
  guint *line_at = g_new (guint, self->lines->len);

  for (guint i = 0; i < self->lines->len; i++)
    line_at[i] = i;

  for (guint i = 0; self->test->is_shuffled && i + 1 < self->lines->len; i++)
    if (g_array_index (self->lines, Line, line_at[i]).thread != g_array_index (self->lines, Line, line_at[i + 1]).thread && g_rand_boolean (self->random))
      {
        const guint swapped = line_at[i];

        line_at[i] = line_at[i + 1];
        line_at[i + 1] = swapped;
      }

  for (guint i = 0; i < self->lines->len; i++)
    position[line_at[i]] = i;

  g_free (line_at);
  return position;
}

static StrataTrace *
load (Program *self,
      const guint *position)
{
  g_autofree const char **texts = g_new0 (const char *, self->lines->len);
  g_autoptr (GString) text = g_string_new ("# tracer: nop\n");
  g_autoptr (GError) error = NULL;
  const StrataLoadOptions options = { .keep_lines = TRUE };

  for (guint i = 0; i < self->lines->len; i++)
    texts[position[i]] = g_array_index (self->lines, Line, i).text;
  for (guint i = 0; i < self->lines->len; i++)
    g_string_append (text, texts[i]);

  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (text->str, (gssize) text->len, NULL);
  StrataTrace *trace = strata_load_stream (stream, "memory", &options, NULL, NULL, &error);

  g_assert_no_error (error);
  return trace;
}

static void
assert_place (StrataTrace *trace,
              const guint *position,
              StrataRawPlace place,
              int line)
{
  if (line < 0)
    {
      g_assert_cmpuint (place.row, ==, STRATA_NONE);
      return;
    }

  g_assert_cmpuint (place.row, !=, STRATA_NONE);
  g_assert_cmpuint (strata_raw_get_line_number (trace, place), ==, position[line] + 2);
}

/* Slices without a depth are ordered by begin, the longest first. */
static int
compare_items (gconstpointer a,
               gconstpointer b,
               gpointer data)
{
  const Program *self = data;
  const Line *lines = (const Line *) self->lines->data;
  const Item *first = a;
  const Item *second = b;
  const gint64 first_end_us = first->end >= 0 ? lines[first->end].time_us : self->time_us;
  const gint64 second_end_us = second->end >= 0 ? lines[second->end].time_us : self->time_us;

  if (lines[first->begin].time_us != lines[second->begin].time_us)
    return lines[first->begin].time_us < lines[second->begin].time_us ? -1 : 1;

  return first_end_us != second_end_us ? (first_end_us > second_end_us ? -1 : 1) : first->begin - second->begin;
}

static void
assert_slices (StrataTrace *trace,
               const guint *position,
               const StrataTrack *track,
               const GArray *items)
{
  g_assert_cmpuint (track->n_slices, ==, items->len);

  for (guint i = 0; i < items->len; i++)
    {
      const StrataRawPair pair = strata_raw_find_slice (trace, track->first_slice + i);
      const Item *item = &g_array_index (items, Item, i);

      assert_place (trace, position, pair.begin, item->begin);
      assert_place (trace, position, pair.end, item->end);
    }
}

static void
check_slices (Program *self,
              StrataTrace *trace,
              const guint *position)
{
  guint n_tracks;
  const StrataTrack *tracks = strata_trace_get_tracks (trace, &n_tracks);
  const StrataThread *threads = strata_trace_get_threads (trace, NULL);

  g_assert_cmpuint (n_tracks, ==, 2 * N_THREADS);

  for (guint i = 0; i < n_tracks; i++)
    if (tracks[i].kind == STRATA_TRACK_THREAD)
      assert_slices (trace, position, &tracks[i], self->calls[threads[tracks[i].thread].tid - FIRST_TID]);
    else
      {
        GArray *items = self->async[g_ascii_strtoull (strata_trace_get_string (trace, tracks[i].name) + strlen ("async "), NULL, 10)];

        g_array_sort_with_data (items, compare_items, self);
        assert_slices (trace, position, &tracks[i], items);
      }
}

static void
check_points (Program *self,
              StrataTrace *trace,
              const guint *position)
{
  const StrataInstants *instants = strata_trace_get_instants (trace);
  const StrataThread *threads = strata_trace_get_threads (trace, NULL);
  guint n_counters;
  const StrataCounter *counters = strata_trace_get_counters (trace, &n_counters);
  guint n_seen[N_THREADS] = { 0 };

  for (guint32 i = 0; i < instants->n_instants; i++)
    {
      const guint thread = (guint) (threads[instants->thread[i]].tid - FIRST_TID);

      assert_place (trace, position, strata_raw_find_instant (trace, i), g_array_index (self->instants[thread], Item, n_seen[thread]++).begin);
    }

  for (guint i = 0; i < n_counters; i++)
    {
      const GArray *samples = self->samples[g_ascii_strtoull (strata_trace_get_string (trace, counters[i].name) + strlen ("counter "), NULL, 10)];

      g_assert_cmpuint (counters[i].n_samples, ==, samples->len);
      for (guint32 j = 0; j < samples->len; j++)
        assert_place (trace, position, strata_raw_find_sample (trace, counters[i].first_sample + j), g_array_index (samples, Item, j).begin);
    }
}

static void
test_every_item (gconstpointer data)
{
  Program program = { .test = data, .random = g_rand_new_with_seed (3), .time_us = 1000000 };

  program.lines = g_array_new (FALSE, FALSE, sizeof (Line));
  for (guint i = 0; i < N_THREADS; i++)
    {
      program.calls[i] = g_array_new (FALSE, FALSE, sizeof (Item));
      program.open[i] = g_array_new (FALSE, FALSE, sizeof (guint));
      program.async[i] = g_array_new (FALSE, FALSE, sizeof (Item));
      program.samples[i] = g_array_new (FALSE, FALSE, sizeof (Item));
      program.instants[i] = g_array_new (FALSE, FALSE, sizeof (Item));
      program.open_async[i] = -1;
    }

  for (guint i = 0; i < program.test->n_events; i++)
    write_event (&program);

  g_autofree guint *position = shuffle (&program);
  g_autoptr (StrataTrace) trace = load (&program, position);

  check_slices (&program, trace, position);
  check_points (&program, trace, position);

  for (guint i = 0; i < program.lines->len; i++)
    g_free (g_array_index (program.lines, Line, i).text);
  for (guint i = 0; i < N_THREADS; i++)
    {
      g_array_unref (program.calls[i]);
      g_array_unref (program.open[i]);
      g_array_unref (program.async[i]);
      g_array_unref (program.samples[i]);
      g_array_unref (program.instants[i]);
    }

  g_array_unref (program.lines);
  g_rand_free (program.random);
}

/* Few enough for a slow machine; each use picks different ones. */
#define N_MOST_ITEMS 400

/* No two slices begin or end on the same line, and every slice has its lines. */
static void
assert_own_lines (StrataTrace *trace)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  guint n_without = 0;

  for (guint32 i = 0; i < slices->n_slices; i += 1 + slices->n_slices / N_MOST_ITEMS)
    {
      const StrataRawPair pair = strata_raw_find_slice (trace, i);
      const gboolean is_open = (strata_slice_table_get_flags (slices, i) & STRATA_SLICE_UNFINISHED) != 0;

      n_without += pair.begin.row == STRATA_NONE || (pair.end.row == STRATA_NONE && !is_open);
      if (pair.begin.row != STRATA_NONE)
        g_assert_true (g_hash_table_add (seen, GUINT_TO_POINTER (pair.begin.row + 1)));
      if (pair.end.row != STRATA_NONE)
        g_assert_true (g_hash_table_add (seen, GUINT_TO_POINTER (pair.end.row + 1)));
    }

  g_assert_cmpuint (n_without, ==, 0);
}

static void
assert_runs (StrataTrace *trace)
{
  const StrataCpuRuns *runs = strata_trace_get_cpu_runs (trace);
  guint n_without = 0;

  for (guint32 i = 0; i < runs->n_runs; i += 1 + runs->n_runs / N_MOST_ITEMS)
    n_without += strata_raw_find_run (trace, i).begin.row == STRATA_NONE;

  /* a run before the first switch of its CPU has no line */
  g_assert_cmpuint (n_without, <=, runs->n_runs / 50 + 16);
}

static void
test_sample (gconstpointer data)
{
  g_autofree char *path = g_build_filename (g_getenv ("G_TEST_SRCDIR"), "..", "data", "samples", (const char *) data, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  const StrataLoadOptions options = { .keep_lines = TRUE };
  g_autoptr (GError) error = NULL;
  g_autoptr (StrataTrace) trace = strata_load_file (file, &options, NULL, NULL, &error);

  g_assert_no_error (error);
  assert_own_lines (trace);
  assert_runs (trace);
}

static const char scheduler[] =
    "  <idle>-0     (-----) [000] d..3 3.000000: sched_wakeup: comm=app pid=300 prio=120 target_cpu=000\n"
    "  <idle>-0     (-----) [000] d..3 3.000010: sched_switch: prev_comm=swapper prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=app next_pid=300 next_prio=120\n"
    "  app-300   (  300) [000] d..3 3.000100: sched_switch: prev_comm=app prev_pid=300 prev_prio=120 prev_state=S ==> next_comm=swapper next_pid=0 next_prio=120\n";

static void
test_states (void)
{
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (scheduler, -1, NULL);
  const StrataLoadOptions options = { .keep_lines = TRUE };
  g_autoptr (GError) error = NULL;
  g_autoptr (StrataTrace) trace = strata_load_stream (stream, "memory", &options, NULL, NULL, &error);
  const StrataThread *thread = strata_trace_get_threads (trace, NULL);

  g_assert_no_error (error);
  g_assert_cmpuint (thread->n_states, ==, 3);

  const StrataRawPair run = strata_raw_find_run (trace, 0);
  g_autofree char *text = strata_raw_dup_text (trace, run.end);

  g_assert_cmpuint (run.begin.row, ==, 1);
  g_assert_cmpuint (run.end.row, ==, 2);
  g_assert_nonnull (strstr (text, "prev_comm=app"));
  g_assert_cmpuint (strata_raw_find_time (trace, G_GINT64_CONSTANT (3000010000), -1).row, ==, 1);
  g_assert_cmpuint (strata_raw_find_time (trace, G_GINT64_CONSTANT (3000010001), -1).row, ==, STRATA_NONE);
}

/* Lines of every kind are kept unchanged. */
static const char odd_text[] =
    "# tracer: nop\r\n"
    "\n"
    "  app-1   (    1) [000] .... 1.000000: tracing_mark_write: B|1|caf\xe9\r\n"
    "  app-1   (    1) [000] .... 1.000001: tracing_mark_write: E|1";

static void
test_odd_lines (void)
{
  static const char *const expected[] = {
    "# tracer: nop",
    "",
    "  app-1   (    1) [000] .... 1.000000: tracing_mark_write: B|1|caf\xef\xbf\xbd",
    "  app-1   (    1) [000] .... 1.000001: tracing_mark_write: E|1",
  };
  const gsize sizes[] = { 0, 1, 7 };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (odd_text, -1, NULL);
      const StrataLoadOptions options = { .keep_lines = TRUE, .read_bytes = sizes[i] };
      g_autoptr (GError) error = NULL;
      g_autoptr (StrataTrace) trace = strata_load_stream (stream, "memory", &options, NULL, NULL, &error);

      g_assert_no_error (error);
      g_assert_cmpuint (strata_line_store_get_n_lines (strata_trace_get_line_store (trace, 0)), ==, G_N_ELEMENTS (expected));

      for (guint j = 0; j < G_N_ELEMENTS (expected); j++)
        {
          g_autofree char *text = strata_raw_dup_text (trace, (StrataRawPlace){ 0, j });

          g_assert_cmpstr (text, ==, expected[j]);
        }
    }
}

typedef struct
{
  const char *text;
  gboolean is_regex;
  const char *kind;
  gint64 tid;
  guint n_found; /* of the scheduler's lines */
} Filter;

static const Filter filters[] = {
  { NULL, FALSE, NULL, -1, 3 },
  { "APP", FALSE, NULL, -1, 0 },
  { "app", FALSE, NULL, -1, 3 },
  { "SWAPPER", TRUE, NULL, -1, 0 },
  { "next_pid=\\d{3}", TRUE, NULL, -1, 1 },
  { "next_pid=\\d{3}", FALSE, NULL, -1, 0 },
  { NULL, FALSE, "sched_switch", -1, 2 },
  { NULL, FALSE, "sched", -1, 0 },
  { NULL, FALSE, NULL, 300, 1 },
  { "SWAPPER", FALSE, "sched_switch", 300, 0 },
  { "swapper", FALSE, "sched_switch", 300, 1 },
};

typedef struct
{
  const StrataRawFilter *filter;
  guint n_found;
} Found;

static gboolean
count_line (const StrataRawLine *line,
            gpointer user_data)
{
  Found *found = user_data;

  found->n_found += strata_raw_filter_matches (found->filter, line);
  return TRUE;
}

static void
test_filters (void)
{
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (scheduler, -1, NULL);
  const StrataLoadOptions options = { .keep_lines = TRUE };
  g_autoptr (GError) error = NULL;
  g_autoptr (StrataTrace) trace = strata_load_stream (stream, "memory", &options, NULL, NULL, &error);

  g_assert_no_error (error);

  for (guint i = 0; i < G_N_ELEMENTS (filters); i++)
    {
      g_autoptr (StrataRawFilter) filter = strata_raw_filter_new ();
      Found found = { filter, 0 };

      if (filters[i].text != NULL)
        g_assert_true (strata_raw_filter_set_text (filter, filters[i].text, filters[i].is_regex, NULL));
      if (filters[i].kind != NULL)
        strata_raw_filter_set_kind (filter, filters[i].kind);
      if (filters[i].tid >= 0)
        strata_raw_filter_set_tids (filter, &filters[i].tid, 1);

      strata_raw_scan (trace, (StrataSpan){ G_MININT64, G_MAXINT64 }, count_line, &found);
      g_assert_cmpuint (found.n_found, ==, filters[i].n_found);

      /* the same, by blocks */
      found.n_found = 0;
      strata_raw_scan_likely (trace, (StrataSpan){ G_MININT64, G_MAXINT64 }, filter, count_line, &found);
      g_assert_cmpuint (found.n_found, ==, filters[i].n_found);
      g_assert_true (strata_raw_filter_is_empty (filter) == (i == 0));
    }

  g_autoptr (StrataRawFilter) broken = strata_raw_filter_new ();

  g_assert_false (strata_raw_filter_set_text (broken, "(", TRUE, &error));
  g_assert_error (error, G_REGEX_ERROR, G_REGEX_ERROR_UNMATCHED_PARENTHESIS);
}

/* No line that matches may be in a block that is skipped. */
static void
test_may_match (void)
{
  static const struct
  {
    const char *text;
    const char *lines;
    gboolean may_match;
  } rows[] = {
    { "draw", "one\nonDRAW\n", TRUE },
    { "draw", "one\ntwo\n", FALSE },
    { "Draw", "draw\n", FALSE },
    { "Draw", "Draw\n", TRUE },
    { "kelvin", "\342\204\252elvin\n", TRUE },
    { "sum", "\305\277um\n", TRUE },
    { "dram", "\305\277um\n", FALSE },
    { "d@[`{", "D@[`{\n", TRUE },
    { "d@[`{", "d`{@[\n", FALSE },
    { "\303\244", "\303\204\n", TRUE },
    { "", "\n", TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (StrataRawFilter) filter = strata_raw_filter_new ();

      g_assert_true (strata_raw_filter_set_text (filter, rows[i].text, FALSE, NULL));
      g_assert_cmpint (strata_raw_filter_may_match (filter, rows[i].lines, strlen (rows[i].lines)), ==, rows[i].may_match);
    }
}

/* An expression that backtracks endlessly gives up at a line, and reports it. */
static void
test_endless_filter (void)
{
  static const char text[] = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab";
  const StrataRawLine line = { .text = { text, strlen (text) } };
  g_autoptr (StrataRawFilter) filter = strata_raw_filter_new ();

  g_assert_true (strata_raw_filter_set_text (filter, "(a+)+$", TRUE, NULL));
  g_assert_null (strata_raw_filter_dup_failure (filter));
  g_assert_false (strata_raw_filter_matches (filter, &line));

  g_autofree char *failure = strata_raw_filter_dup_failure (filter);

  g_assert_nonnull (strstr (failure, "/(a+)+$/"));
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/raw-find/every-item/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_every_item);
    }

  g_test_add_data_func ("/raw-find/sample/android", "android-slow-frame.ftrace.zst", test_sample);
  g_test_add_data_func ("/raw-find/sample/openharmony", "openharmony-slow-frame.ftrace.zst", test_sample);
  g_test_add_func ("/raw-find/states", test_states);
  g_test_add_func ("/raw-find/odd-lines", test_odd_lines);
  g_test_add_func ("/raw-find/filters", test_filters);
  g_test_add_func ("/raw-find/endless-filter", test_endless_filter);
  g_test_add_func ("/raw-find/may-match", test_may_match);

  return g_test_run ();
}
