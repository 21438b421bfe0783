/* bench-search.c - how soon a search of ten million slices has results
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * usage: bench-search [SLICES]
 *
 * For each kind of search the elapsed and CPU time until all hits are counted, the time until the
 * first are, and the time until they can be drawn and stepped through; best of a few.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "strata-scene.h"
#include "strata-search.h"
#include "strata-session.h"
#include "strata-trace-builder.h"

#define N_NAMES 20000
#define N_ATTRS 50000
#define N_THREADS 40
#define N_ROUNDS 5
#define MAX_DEPTH 12

typedef struct
{
  const char *name;
  const char *text;
} Query;

static const Query queries[] = {
  { "text", "frame" },
  { "long", "dur>16ms" },
  { "regex", "/^do.*Frame [0-9]+7$/" },
  { "arg", "arg.url~login" },
  { "thread", "thread:render -is:main" },
  { "self", "self>10us" },
  { "all", "frame dur>1ms thread:worker arg.url~login" },
  { "everything", "dur>=0" },
};

static guint32
intern (StrataTraceBuilder *builder,
        const char *text)
{
  return strata_string_pool_intern (strata_trace_builder_get_strings (builder), text, strlen (text));
}

static void
make_names (StrataTraceBuilder *builder,
            guint32 *names,
            guint32 *attrs)
{
  for (guint i = 0; i < N_NAMES; i++)
    {
      g_autofree char *name = g_strdup_printf (i % 9 == 0 ? "doFrame %u" : "com.example.part%u.Method", i);

      names[i] = intern (builder, name);
    }

  for (guint i = 0; i < N_ATTRS; i++)
    {
      g_autofree char *args = g_strdup_printf ("url=https://example.com/%s/%u,size=%u", i % 50 == 0 ? "Login" : "page", i, i * 7);
      StrataAttrTable *table = strata_trace_builder_get_attrs (builder);
      const StrataAttrs set = { .level = 'I', .args = strata_attr_table_intern_args (table, args, strlen (args)) };

      attrs[i] = i % 5 == 0 ? strata_attr_table_intern (table, &set) : STRATA_ATTRS_NONE;
    }
}

/* Consecutive and nested calls, mostly short. */
static void
play (StrataTraceBuilder *builder,
      GRand *random,
      guint32 thread,
      const guint32 *names,
      const guint32 *attrs,
      guint n_slices)
{
  gint64 now_ns = 0;
  guint depth = 0;

  for (guint n = 0; n < n_slices || depth > 0;)
    {
      now_ns += g_rand_int_range (random, 0, 2000) == 0 ? 17000000 : g_rand_int_range (random, 50, 4000);
      if (depth > 0 && (n == n_slices || depth == MAX_DEPTH || g_rand_boolean (random)))
        {
          strata_trace_builder_end_slice (builder, thread, now_ns, STRATA_NO_TIME, 0);
          depth--;
          continue;
        }

      strata_trace_builder_begin_slice (builder, thread, now_ns, STRATA_NO_TIME, names[g_rand_int_range (random, 0, N_NAMES)], attrs[g_rand_int_range (random, 0, N_ATTRS)]);
      depth++;
      n++;
    }
}

static StrataTrace *
make_trace (guint n_slices)
{
  g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();
  g_autofree guint32 *names = g_new (guint32, N_NAMES);
  g_autofree guint32 *attrs = g_new (guint32, N_ATTRS);
  GRand *random = g_rand_new_with_seed (1);
  const guint32 process = strata_trace_builder_get_process (builder, 100);

  make_names (builder, names, attrs);
  strata_trace_builder_set_clocks (builder, STRATA_CLOCK_WALL);
  for (guint i = 0; i < N_THREADS; i++)
    {
      const guint32 thread = strata_trace_builder_get_thread (builder, 100 + i);

      strata_trace_builder_set_thread_process (builder, thread, process);
      strata_trace_builder_name_thread (builder, thread, intern (builder, i % 3 == 0 ? "RenderThread" : "worker"));
      play (builder, random, thread, names, attrs, n_slices / N_THREADS);
    }

  g_rand_free (random);
  return strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
}

static double
get_cpu_ms (void)
{
  struct timespec now;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double) now.tv_sec * 1e3 + (double) now.tv_nsec / 1e6;
}

static double
get_ms (void)
{
  return (double) g_get_monotonic_time () / 1e3;
}

/* Watches the count like the window. */
typedef struct
{
  gint n_found;  /* atomic */
  gint is_ended; /* atomic */
  double begin_ms;
  double first_ms;
} Watch;

static gpointer
watch_first (gpointer data)
{
  Watch *watch = data;

  while (g_atomic_int_get (&watch->n_found) == 0 && !g_atomic_int_get (&watch->is_ended))
    g_usleep (500);

  watch->first_ms = get_ms () - watch->begin_ms;
  return NULL;
}

static void
measure (StrataTrace *trace,
         const Query *query)
{
  g_autoptr (StrataSearch) search = strata_search_new (query->text, NULL);
  double best_ms[4] = { G_MAXDOUBLE, G_MAXDOUBLE, G_MAXDOUBLE, G_MAXDOUBLE };
  guint32 n_hits = 0;

  for (guint round = 0; round < N_ROUNDS; round++)
    {
      StrataHues hues = { .by_name = g_new0 (guint8, strata_string_pool_get_n_strings (strata_trace_get_strings (trace))) };
      Watch watch = { .begin_ms = get_ms () };
      const double begin_cpu_ms = get_cpu_ms ();
      GThread *thread = g_thread_new ("watch", watch_first, &watch);
      guint64 *bits = strata_search_run (search, trace, STRATA_SEARCH_SLICES, &watch.n_found, NULL);

      best_ms[1] = MIN (best_ms[1], get_ms () - watch.begin_ms);
      best_ms[2] = MIN (best_ms[2], get_cpu_ms () - begin_cpu_ms);
      g_atomic_int_set (&watch.is_ended, TRUE);
      g_thread_join (thread);
      best_ms[0] = MIN (best_ms[0], watch.first_ms);
      n_hits = (guint32) watch.n_found;
      strata_hits_free (strata_hits_new (trace, bits, n_hits, NULL, &hues, NULL));
      best_ms[3] = MIN (best_ms[3], get_ms () - watch.begin_ms);
    }

  g_print ("bench search-%s-first %.0f ms\n", query->name, best_ms[0]);
  g_print ("bench search-%s-counted %.0f ms\n", query->name, best_ms[1]);
  g_print ("bench search-%s-cpu %.0f ms\n", query->name, best_ms[2]);
  g_print ("bench search-%s-drawn %.0f ms\n", query->name, best_ms[3]);
  g_print ("bench search-%s-hits %u hits\n", query->name, n_hits);
}

/* As many instants and samples of counters as there are slices. */
static StrataTrace *
make_others_trace (guint n_rows)
{
  g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();
  g_autofree guint32 *names = g_new (guint32, N_NAMES);
  g_autofree guint32 *attrs = g_new (guint32, N_ATTRS);
  GRand *random = g_rand_new_with_seed (1);
  const guint32 process = strata_trace_builder_get_process (builder, 100);
  const guint32 thread = strata_trace_builder_get_thread (builder, 100);

  make_names (builder, names, attrs);
  for (guint i = 0; i < n_rows / 2; i++)
    {
      const guint32 counter = strata_trace_builder_get_counter (builder, process, -1, names[i % 64]);

      strata_trace_builder_add_instant (builder, thread, process, 0, (gint64) i * 1000, names[g_rand_int_range (random, 0, N_NAMES)]);
      strata_trace_builder_add_sample (builder, counter, (gint64) i * 1000, g_rand_int_range (random, 0, 1000));
    }

  g_rand_free (random);
  return strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
}

static void
measure_others (StrataTrace *trace,
                const char *name,
                const char *text)
{
  g_autoptr (StrataSearch) search = strata_search_new (text, NULL);
  double best_ms = G_MAXDOUBLE;
  gint n_found = 0;

  for (guint round = 0; round < N_ROUNDS; round++)
    {
      const double begin_ms = get_ms ();

      n_found = 0;
      strata_search_others_free (strata_search_others_new (search, trace, &n_found, NULL));
      best_ms = MIN (best_ms, get_ms () - begin_ms);
    }

  g_print ("bench search-others-%s %.0f ms\n", name, best_ms);
  g_print ("bench search-others-%s-hits %d hits\n", name, n_found);
}

/* A frame of all lanes and the whole time, during a search. */
static void
measure_frame (StrataSession *session,
               const char *name,
               const char *text,
               StrataOthers others)
{
  const StrataSceneRegion frame = { .width_px = 1920, .height_px = 1080, .header_px = 220, .scale = 1 };
  StrataDrawList *list = strata_draw_list_new ();
  double best_ms = G_MAXDOUBLE;

  strata_findings_search (strata_session_get_findings (session), text);
  strata_findings_set_others (strata_session_get_findings (session), others);
  while (strata_findings_is_search_running (strata_session_get_findings (session)))
    g_main_context_iteration (NULL, TRUE);

  for (guint round = 0; round < 4 * N_ROUNDS; round++)
    {
      const double begin_ms = get_cpu_ms ();

      strata_scene_build_lanes (session, &frame, strata_palette_get_light (), list);
      best_ms = MIN (best_ms, get_cpu_ms () - begin_ms);
    }

  g_print ("bench search-frame-%s %.2f ms\n", name, best_ms);
  strata_draw_list_free (list);
}

static void
measure_frames (StrataTrace *trace)
{
  g_autoptr (StrataSession) session = strata_session_new (trace);

  strata_view_set_width (strata_session_get_view (session), 1700);
  measure_frame (session, "without", "", STRATA_OTHERS_DIMMED);
  measure_frame (session, "few", queries[6].text, STRATA_OTHERS_DIMMED);
  measure_frame (session, "some", queries[0].text, STRATA_OTHERS_DIMMED);
  measure_frame (session, "everything", queries[7].text, STRATA_OTHERS_DIMMED);
  measure_frame (session, "some-alone", queries[0].text, STRATA_OTHERS_HIDDEN);
}

int
main (int argc,
      char **argv)
{
  const guint n_slices = argc > 1 ? (guint) strtoul (argv[1], NULL, 10) : 10000000;
  g_autoptr (StrataTrace) trace = make_trace (n_slices);
  g_autoptr (StrataTrace) others = make_others_trace (n_slices / 5);
  guint32 begin;
  guint32 end;

  /* the window has these as soon as it shows the trace */
  strata_trace_get_row (trace, strata_trace_get_tracks (trace, NULL), 0, &begin, &end);
  for (guint i = 0; i < G_N_ELEMENTS (queries); i++)
    measure (trace, &queries[i]);
  measure_frames (trace);
  measure_others (others, "text", "frame");
  measure_others (others, "values", "value>500");

  return 0;
}
