/* bench-frame.c - the cost of a frame of the timeline
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <pango/pangocairo.h>

#include "strata-loader.h"
#include "strata-painter.h"
#include "strata-scene.h"
#include "strata-trace-builder.h"

/* CPU time of building the lanes at 1920x1080 and 3840x2160 and painting them into an image, with
 * all groups open, at five zooms. Three kinds of traces are generated, with 100,000 and with 10
 * million slices. Half of the frames pan and zoom slightly, so that none equals the one before, and
 * half jump to other times and lanes. The end of the output has the worst p99 of each kind, and the
 * ratio of the large to the small trace. A file may be given instead, or kinds by name. For a file,
 * frames with a selected thread also jump around in the CPUs, and the cost of the indices of its
 * CPUs and threads is printed. */

#define WIDTH_PX 1920
#define HEIGHT_PX 1080
#define N_FRAMES 200
#define N_WARM_UP 4

typedef struct
{
  const char *name;
  guint n_threads;
  guint n_depths;
  guint n_slices;
  gboolean is_async;
} Kind;

/* Each small one is followed by its large one. */
static const Kind kinds[] = {
  { "deep-100k", 2, 50, 100000, FALSE },
  { "deep-10M", 4, 60, 10000000, FALSE },
  { "threads-100k", 200, 4, 100000, FALSE },
  { "threads-10M", 400, 5, 10000000, FALSE },
  { "async-100k", 20, 1, 100000, TRUE },
  { "async-10M", 20, 1, 10000000, TRUE },
};

typedef struct
{
  const char *name;
  int width_px;
  int height_px;
  StrataPainter *painter;
  cairo_t *cr;
} Screen;

static Screen screens[] = {
  { "", WIDTH_PX, HEIGHT_PX, NULL, NULL },
  { "-4k", 3840, 2160, NULL, NULL },
};

static const struct
{
  const char *name;
  double visible_frac;
} zooms[] = {
  { "all", 1.0 },
  { "tenth", 0.1 },
  { "hundredth", 0.01 },
  { "2-per-px", 0.0 }, /* fewer slices per column than the levels of detail are for: visited one by one */
  { "labels", -1.0 },  /* most slices have a label */
};

static guint32
intern (StrataTraceBuilder *builder,
        const char *text)
{
  return strata_string_pool_intern (strata_trace_builder_get_strings (builder), text, strlen (text));
}

static void
add_calls (StrataTraceBuilder *builder,
           const Kind *kind,
           guint32 thread,
           const guint32 *names,
           GRand *random)
{
  guint n_frames = kind->n_slices / kind->n_threads / kind->n_depths;
  gint64 now_ns = 1000000000;

  for (guint i = 0; i < n_frames; i++)
    {
      for (guint depth = 0; depth < kind->n_depths; depth++)
        strata_trace_builder_begin_slice (builder, thread, now_ns += g_rand_int_range (random, 0, 900), STRATA_NO_TIME,
                                          names[g_rand_int_range (random, 0, 64)], STRATA_ATTRS_NONE);
      now_ns += g_rand_int_range (random, 10, i % 97 == 0 ? 900000 : 9000);
      for (guint depth = 0; depth < kind->n_depths; depth++)
        strata_trace_builder_end_slice (builder, thread, now_ns += g_rand_int_range (random, 0, 900), STRATA_NO_TIME, 0);
      now_ns += g_rand_int_range (random, 10, 4000);
    }
}

static void
add_async (StrataTraceBuilder *builder,
           const Kind *kind,
           guint32 process,
           guint32 thread,
           const guint32 *names,
           GRand *random)
{
  guint n = kind->n_slices / kind->n_threads;
  guint n_open = 12;
  gint64 now_ns = 1000000000;

  for (guint i = 0; i < n + n_open; i++)
    {
      StrataAsyncKey begin = { i, process, names[i % 64], STRATA_ASYNC_NAME, 0 };
      StrataAsyncKey end = { (gint64) i - n_open, process, names[(i - n_open) % 64], STRATA_ASYNC_NAME, 0 };

      now_ns += g_rand_int_range (random, 10, 9000);
      if (i < n)
        strata_trace_builder_begin_async (builder, &begin, thread, now_ns, names[0], begin.name, STRATA_ATTRS_NONE);
      if (i >= n_open)
        strata_trace_builder_end_async (builder, &end, now_ns + g_rand_int_range (random, 0, 10));
    }
}

static StrataTrace *
make_trace (const Kind *kind)
{
  g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  guint32 names[64];

  strata_trace_builder_set_format (builder, "bench", "Bench");
  for (guint i = 0; i < 64; i++)
    {
      g_autofree char *name = g_strdup_printf ("%s%c%c", i % 3 == 0 ? "com.example.Widget.measure" : "doFrame", 'a' + i / 8, 'a' + i % 8);

      names[i] = intern (builder, name);
    }

  for (guint i = 0; i < kind->n_threads; i++)
    {
      guint32 process = strata_trace_builder_get_process (builder, 100 + i / 20);
      guint32 thread = strata_trace_builder_get_thread (builder, 1000 + i);

      strata_trace_builder_set_thread_process (builder, thread, process);
      if (kind->is_async)
        add_async (builder, kind, process, thread, names, random);
      else
        add_calls (builder, kind, thread, names, random);
    }

  return strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
}

static double
get_cpu_ms (void)
{
  struct timespec now;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double) now.tv_sec * 1e3 + (double) now.tv_nsec / 1e6;
}

static int
compare (const void *a,
         const void *b)
{
  double difference = *(const double *) a - *(const double *) b;

  return (difference > 0) - (difference < 0);
}

static void
show (StrataSession *session,
      int width_px,
      double visible_frac)
{
  StrataSpan span = strata_trace_get_span (strata_session_get_trace (session));
  double length_ns = (double) strata_span_get_length_ns (span);
  double slices_per_row = (double) strata_trace_get_slices (strata_session_get_trace (session))->n_slices /
                          MAX (strata_lanes_get_height_px (strata_session_get_lanes (session)) / 18.0, 1.0);
  double visible_ns = visible_frac > 0.0 ? length_ns * visible_frac : length_ns / slices_per_row * (visible_frac < 0.0 ? 25.0 : 1.7 * width_px);
  gint64 begin_ns = span.begin_ns + (gint64) MAX ((length_ns - visible_ns) * 0.4, 0.0);

  strata_view_show_span (strata_session_get_view (session), (StrataSpan){ begin_ns, begin_ns + (gint64) visible_ns }, 0.0);
}

static void
nudge (StrataSession *session,
       int i)
{
  strata_view_zoom_at (strata_session_get_view (session), 700, i % 2 == 0 ? 1.013 : 0.989);
  strata_view_pan (strata_session_get_view (session), i % 3 == 0 ? -17.3 : 8.1);
}

static void
jump (StrataSession *session,
      StrataSceneRegion *frame,
      GRand *random)
{
  const StrataViewport *viewport = strata_session_get_viewport (session);
  double width_px = (double) strata_span_get_length_ns (viewport->bounds) / viewport->ns_per_px;
  double x_px = strata_viewport_time_to_x (viewport, viewport->bounds.begin_ns);
  double rest_px = MAX (strata_lanes_get_height_px (strata_session_get_lanes (session)) - frame->height_px, 1);

  strata_view_pan (strata_session_get_view (session), x_px + g_rand_double (random) * width_px);
  frame->scroll_px = g_rand_double (random) * rest_px;
}

/* Sorts the frames. */
static double
get_p99 (double frames_ms[N_FRAMES])
{
  qsort (frames_ms, N_FRAMES, sizeof *frames_ms, compare);
  return frames_ms[N_FRAMES - 1 - N_FRAMES / 100];
}

/* Returns the 99th percentile. */
static double
run_zoom (const char *kind,
          guint zoom,
          StrataSession *session,
          const Screen *screen)
{
  StrataSceneRegion frame = { screen->width_px, screen->height_px, STRATA_SCENE_HEADER_PX, 40, 1 };
  g_autoptr (StrataDrawList) list = strata_draw_list_new ();
  g_autoptr (GRand) random = g_rand_new_with_seed (zoom);
  double builds_ms[N_FRAMES] = { 0 };
  double frames_ms[N_FRAMES] = { 0 };

  show (session, screen->width_px, zooms[zoom].visible_frac);
  for (int i = -N_WARM_UP; i < N_FRAMES; i++)
    {
      if (i < N_FRAMES / 2)
        nudge (session, i);
      else
        jump (session, &frame, random);

      const double begin_ms = get_cpu_ms ();

      strata_scene_build_lanes (session, &frame, strata_palette_get_light (), list);

      const double built_ms = get_cpu_ms ();

      strata_painter_draw (screen->painter, screen->cr, list);
      cairo_surface_flush (cairo_get_target (screen->cr));
      if (i >= 0)
        {
          builds_ms[i] = built_ms - begin_ms;
          frames_ms[i] = get_cpu_ms () - begin_ms;
        }
    }

  const double p99_ms = get_p99 (frames_ms);
  const double build_p99_ms = get_p99 (builds_ms);

  g_print ("bench frame%s-%s-%s median %.2f ms, p99 %.2f ms; of building %.2f ms and %.2f ms\n", screen->name, kind, zooms[zoom].name,
           frames_ms[N_FRAMES / 2], p99_ms, builds_ms[N_FRAMES / 2], build_p99_ms);
  return p99_ms;
}

/* Returns the worst of all zooms. */
static double
run_screen (const char *name,
            StrataSession *session,
            const Screen *screen)
{
  double worst_ms = 0;

  strata_view_set_width (strata_session_get_view (session), screen->width_px - STRATA_SCENE_HEADER_PX);
  for (guint zoom = 0; zoom < G_N_ELEMENTS (zooms); zoom++)
    {
      const double p99_ms = run_zoom (name, zoom, session, screen);

      worst_ms = MAX (worst_ms, p99_ms);
    }

  g_print ("bench frame%s-%s worst p99 %.2f ms\n", screen->name, name, worst_ms);
  return worst_ms;
}

/* The CPUs are on top; the dimming over them is a separate picture. */
static void
run_cpus (StrataSession *session,
          guint zoom,
          StrataPainter *painter,
          cairo_t *cr)
{
  StrataSceneRegion frame = { WIDTH_PX, HEIGHT_PX, STRATA_SCENE_HEADER_PX, 0, 1 };
  g_autoptr (StrataDrawList) list = strata_draw_list_new ();
  g_autoptr (GRand) random = g_rand_new_with_seed (zoom);
  double lanes_ms[N_FRAMES] = { 0 };
  double dims_ms[N_FRAMES] = { 0 };

  show (session, WIDTH_PX, zooms[zoom].visible_frac);
  for (int i = -N_WARM_UP; i < N_FRAMES; i++)
    {
      double begin_px;
      double end_px;

      jump (session, &frame, random);
      frame.scroll_px = 0;

      const double begin_ms = get_cpu_ms ();

      strata_scene_build_lanes (session, &frame, strata_palette_get_light (), list);
      strata_painter_draw (painter, cr, list);

      const double middle_ms = get_cpu_ms ();

      if (strata_scene_build_dims (session, &frame, strata_palette_get_light (), list, &begin_px, &end_px))
        strata_painter_draw (painter, cr, list);
      if (i >= 0)
        {
          lanes_ms[i] = middle_ms - begin_ms;
          dims_ms[i] = get_cpu_ms () - middle_ms;
        }
    }

  g_print ("bench cpus-%s-p99 %.2f ms\n", zooms[zoom].name, get_p99 (lanes_ms));
  g_print ("bench cpus-%s-dims-p99 %.2f ms\n", zooms[zoom].name, get_p99 (dims_ms));
}

/* Selects a thread with many states, so that there is something to dim. */
static void
select_run (StrataSession *session)
{
  const StrataCpuRuns *runs = strata_trace_get_cpu_runs (strata_session_get_trace (session));

  if (runs->n_runs > 0)
    strata_session_select (session, (StrataItem){ STRATA_ITEM_CPU_RUN, runs->n_runs / 2, STRATA_NONE, 1 });
}

static void
run_indices (StrataTrace *trace,
             StrataSession *session)
{
  const StrataSceneIndex *index = strata_session_get_index (session);
  StrataStateIndex states;
  StrataUsageIndex usage;
  double begin_ms = get_cpu_ms ();

  strata_state_index_init (&states, trace);
  g_print ("bench index-states %.2f ms\n", get_cpu_ms () - begin_ms);
  g_print ("bench index-states-memory %.1f bytes/state\n", (double) strata_state_index_get_n_bytes (&states) / MAX (strata_trace_get_states (trace)->n_states, 1));
  strata_state_index_clear (&states);

  begin_ms = get_cpu_ms ();
  strata_usage_index_init (&usage, trace, index->run_row_begin);
  g_print ("bench index-usage %.2f ms\n", get_cpu_ms () - begin_ms);
  g_print ("bench index-usage-memory %.2f bytes/run\n", (double) strata_usage_index_get_n_bytes (&usage) / MAX (strata_trace_get_cpu_runs (trace)->n_runs, 1));
  strata_usage_index_clear (&usage);
}

/* The usage of eight CPUs with this number of runs, at each zoom; prints the worst. */
static void
run_usage (guint32 n_runs)
{
  const StrataSpan span = { 0, G_GINT64_CONSTANT (60000000000) };
  g_autofree gint64 *begin_ns = g_new (gint64, n_runs);
  g_autofree gint64 *end_ns = g_new (gint64, n_runs);
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  guint32 row_begin[9] = { 0 };
  double columns_ns[WIDTH_PX] = { 0 };
  double worst_ms = 0.0;
  StrataCoverage coverage;

  for (guint32 i = 0; i < n_runs; i++)
    {
      const double mean_ns = (double) span.end_ns / (n_runs / 8);

      begin_ns[i] = (gint64) (i % (n_runs / 8) * mean_ns);
      end_ns[i] = begin_ns[i] + (gint64) (mean_ns * g_rand_double (random));
      row_begin[i / (n_runs / 8) + 1] = i + 1;
    }

  strata_coverage_init (&coverage, begin_ns, end_ns, row_begin, 8);
  for (double frac = 1.0; frac > 1e-7; frac /= 3.0)
    {
      double frames_ms[N_FRAMES];

      for (guint i = 0; i < N_FRAMES; i++)
        {
          const StrataGrid grid = { (gint64) (g_rand_double (random) * (1.0 - frac) * (double) span.end_ns), 0.0, (double) span.end_ns * frac / WIDTH_PX, WIDTH_PX };
          const double start_ms = get_cpu_ms ();

          for (guint row = 0; row < 8; row++)
            strata_coverage_add_columns (&coverage, row, &grid, columns_ns);
          frames_ms[i] = get_cpu_ms () - start_ms;
        }

      worst_ms = MAX (worst_ms, get_p99 (frames_ms));
    }

  g_print ("bench usage-of-8-cpus-%u-runs-p99 %.2f ms\n", n_runs, worst_ms);
  strata_coverage_clear (&coverage);
}

static void
run_trace (const char *name,
           StrataTrace *trace,
           gboolean is_file,
           double worst_ms[G_N_ELEMENTS (screens)])
{
  double begin_ms = get_cpu_ms ();
  g_autoptr (StrataSession) session = strata_session_new (trace);

  g_print ("bench session-%s %.1f ms\n", name, get_cpu_ms () - begin_ms);
  for (guint i = 0; i < G_N_ELEMENTS (screens); i++)
    worst_ms[i] = run_screen (name, session, &screens[i]);

  if (!is_file)
    return;

  run_indices (trace, session);
  select_run (session);
  strata_view_set_width (strata_session_get_view (session), WIDTH_PX - STRATA_SCENE_HEADER_PX);
  for (guint zoom = 0; zoom < G_N_ELEMENTS (zooms); zoom++)
    run_cpus (session, zoom, screens[0].painter, screens[0].cr);
}

static gboolean
is_wanted (const char *name,
           int n_names,
           char **names)
{
  for (int i = 0; i < n_names; i++)
    if (g_str_equal (names[i], name))
      return TRUE;

  return n_names == 0;
}

static void
run_kinds (int n_names,
           char **names)
{
  double worst_ms[2][G_N_ELEMENTS (screens)] = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      if (!is_wanted (kinds[i].name, n_names, names))
        continue;

      g_autoptr (StrataTrace) trace = make_trace (&kinds[i]);

      run_trace (kinds[i].name, trace, FALSE, worst_ms[i % 2]);
      for (guint k = 0; i % 2 == 1 && k < G_N_ELEMENTS (screens) && worst_ms[0][k] > 0; k++)
        g_print ("bench frame%s-%s over small %.2f times\n", screens[k].name, kinds[i].name, worst_ms[1][k] / worst_ms[0][k]);
    }

  run_usage (100000);
  run_usage (10000000);
}

static gboolean
is_kind (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_str_equal (kinds[i].name, name))
      return TRUE;

  return FALSE;
}

static gboolean
run_file (const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (path);
  g_autoptr (GError) error = NULL;
  g_autoptr (StrataTrace) trace = strata_load_file (file, NULL, NULL, NULL, &error);
  double worst_ms[G_N_ELEMENTS (screens)];

  if (trace == NULL)
    {
      g_printerr ("bench-frame: %s\n", error->message);
      return FALSE;
    }

  run_trace ("file", trace, TRUE, worst_ms);
  return TRUE;
}

static void
open_screens (PangoContext *context)
{
  for (guint i = 0; i < G_N_ELEMENTS (screens); i++)
    {
      cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, screens[i].width_px, screens[i].height_px);

      screens[i].cr = cairo_create (surface);
      screens[i].painter = strata_painter_new (context);
      cairo_surface_destroy (surface);
    }
}

static void
close_screens (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (screens); i++)
    {
      strata_painter_free (screens[i].painter);
      cairo_destroy (screens[i].cr);
    }
}

int
main (int argc,
      char **argv)
{
  PangoFontMap *map = pango_cairo_font_map_new ();
  PangoContext *context = pango_font_map_create_context (map);
  PangoFontDescription *font = pango_font_description_from_string ("DejaVu Sans, Sans 9");
  gboolean is_done = TRUE;

  pango_context_set_font_description (context, font);
  open_screens (context);
  if (argc > 1 && !is_kind (argv[1]))
    is_done = run_file (argv[1]);
  else
    run_kinds (argc - 1, argv + 1);

  close_screens ();
  pango_font_description_free (font);
  g_object_unref (context);
  g_object_unref (map);
  return is_done ? 0 : 1;
}
