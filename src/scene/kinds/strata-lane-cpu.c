/* strata-lane-cpu.c - the lane of a CPU
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "strata-usage-graph.h"
#include "strata-units.h"

/* The lane shows the running threads, over the CPU's idle states and over stretches with lost
 * events, and below that how busy it was. */

/* Height of the idle states. */
#define IDLE_PX 4

/* Marks the columns before the first switch of a CPU. Returns how many they are. */
static int
mark_begin (StrataPen *pen,
            gint64 known_ns,
            guint8 *marks)
{
  const double begin = floor (strata_grid_time_to_column (&pen->grid, strata_trace_get_span (pen->trace).begin_ns));
  const double end = floor (strata_grid_time_to_column (&pen->grid, known_ns));
  const int n_marked = (int) CLAMP (end, 0.0, pen->grid.n_columns);

  for (int i = (int) CLAMP (begin, 0.0, n_marked); i < n_marked; i++)
    marks[i] = TRUE;

  return n_marked;
}

/* Marks the columns with a loss; even the shortest marks one. Returns whether any is marked. */
static gboolean
mark_columns (StrataPen *pen,
              const StrataCpu *of_cpu,
              guint8 *marks)
{
  guint n_losses;
  const guint32 cpu = of_cpu->cpu;
  const StrataLoss *losses = strata_trace_get_losses (pen->trace, &n_losses);
  guint32 loss = strata_trace_find_loss (pen->trace, cpu, strata_grid_column_to_time (&pen->grid, 0));
  int n_marked = mark_begin (pen, of_cpu->known_ns, marks);

  for (; loss < n_losses && losses[loss].cpu == cpu; loss++)
    {
      double begin = floor (strata_grid_time_to_column (&pen->grid, losses[loss].begin_ns));
      double end = floor (strata_grid_time_to_column (&pen->grid, losses[loss].end_ns));

      if (begin >= pen->grid.n_columns)
        break;

      int first = (int) MAX (begin, n_marked);
      int last = (int) CLAMP (MAX (end, begin + 1), 0.0, pen->grid.n_columns);

      for (; first < last; first++)
        marks[first] = TRUE;

      n_marked = MAX (n_marked, last);
    }

  return n_marked > 0;
}

/* Hatches a lane where events of its CPU are missing, and before its first event. */
static void
add_losses (StrataPen *pen,
            guint32 cpu_index,
            int y,
            int height)
{
  g_autofree guint8 *marks = g_new0 (guint8, (gsize) MAX (pen->grid.n_columns, 0) + 1);

  if (mark_columns (pen, &strata_trace_get_cpus (pen->trace, NULL)[cpu_index], marks))
    strata_usage_graph_add_hatch (pen, marks, y, height);
}

/* Low and below the runs, so that shallow sleep is distinguished from deep. */
static void
add_idle_states (StrataPen *pen,
                 const StrataLane *lane,
                 int bottom)
{
  const int height = strata_pen_to_device (pen, IDLE_PX);
  const StrataSceneRow row = { .table = strata_trace_get_slices (pen->trace), .layer = STRATA_LAYER_LINES, .y = bottom - height, .height = height };

  if (lane->idle_track != STRATA_NONE)
    strata_scene_add_row (pen, pen->index->slices, strata_trace_get_tracks (pen->trace, NULL)[lane->idle_track].first_row, row, FALSE);
}

static void
draw (StrataPen *pen,
      const StrataLane *lane)
{
  int y = strata_pen_get_y (pen, lane->y_px + STRATA_LANE_PADDING_PX - 1);
  int bottom = strata_pen_get_y (pen, lane->y_px + lane->usage_top_px - STRATA_LANE_PADDING_PX + 1);
  const StrataSceneRow row = { .table = &pen->index->run_table, .layer = STRATA_LAYER_CONTENT, .y = y, .height = bottom - y - 1 };

  strata_draw_list_add_box (pen->list, STRATA_LAYER_LINES,
                            (StrataBox){ pen->x, y, pen->grid.n_columns, row.height, pen->palette->cpu_idle });
  add_idle_states (pen, lane, bottom - 1);
  add_losses (pen, lane->index, y, row.height);
  strata_scene_add_row (pen, pen->index->runs, lane->index, row, TRUE);
  strata_usage_graph_add (pen, lane);
}

static StrataItem
find_idle_state (const StrataPen *pen,
                 const StrataLane *lane,
                 int column)
{
  if (lane->idle_track == STRATA_NONE)
    return (StrataItem){ STRATA_ITEM_NONE, STRATA_NONE, STRATA_NONE, 1 };

  return strata_scene_find_in_row (pen, pen->index->slices, strata_trace_get_slices (pen->trace),
                                   strata_trace_get_tracks (pen->trace, NULL)[lane->idle_track].first_row, column);
}

/* Items drawn on top come first, and exact matches before near ones. */
static StrataItem
hit (const StrataPen *pen,
     const StrataLane *lane,
     double y_px,
     int column)
{
  if (y_px >= lane->y_px + lane->usage_top_px)
    return strata_usage_graph_hit (pen, lane, column);

  StrataItem run = strata_scene_find_in_row (pen, pen->index->runs, &pen->index->run_table, lane->index, column);

  if (run.kind != STRATA_ITEM_NONE)
    return run;

  const guint32 cpu = strata_trace_get_cpus (pen->trace, NULL)[lane->index].cpu;
  const guint32 loss = strata_trace_find_loss (pen->trace, cpu, strata_grid_column_to_time (&pen->grid, column));

  if (loss != STRATA_NONE && strata_trace_get_losses (pen->trace, NULL)[loss].begin_ns < strata_grid_column_to_time (&pen->grid, column + 1))
    return (StrataItem){ STRATA_ITEM_LOSS, loss, STRATA_NONE, 1 };

  const StrataItem idle = find_idle_state (pen, lane, column);

  if (idle.kind != STRATA_ITEM_NONE)
    return idle;

  return strata_scene_find_near (pen, pen->index->runs, &pen->index->run_table, lane->index, column);
}

static void
veil (StrataPen *pen,
      const StrataLane *lane,
      const StrataThreadRuns *selected)
{
  const int n = pen->grid.n_columns;
  const int y = strata_pen_get_y (pen, lane->y_px + STRATA_LANE_PADDING_PX - 1);
  const int bottom = strata_pen_get_y (pen, lane->y_px + lane->usage_top_px - STRATA_LANE_PADDING_PX + 1);
  const StrataColor color = strata_palette_get_hue_color (pen->palette, pen->index->thread_hues.by_name[selected->thread]);
  g_autofree double *selected_ns = g_new0 (double, (gsize) MAX (n, 1));

  strata_coverage_add_columns (&selected->coverage, lane->index, &pen->grid, selected_ns);
  strata_lod_index_walk (pen->index->runs, lane->index, &pen->grid, &pen->runs);
  if (pen->runs.n == 0)
    return;

  StrataColor *pixels = strata_draw_list_add_strip (pen->list, STRATA_LAYER_GROUND, pen->x, y, bottom - y - 1, (guint32) n);

  for (gsize i = 0; i < pen->runs.n; i++)
    {
      const StrataRun *run = &strata_column_at (&pen->runs, StrataRun, i);

      if (pen->index->run_table.name[pen->index->run_table.order[run->place]] == selected->thread)
        continue;

      for (int column = run->begin; column < MIN (run->end, n); column++)
        pixels[column] = selected_ns[column] > 0.0 ? color : pen->palette->dim;
    }
}

static void
snap (StrataSnap *snap,
      const StrataLane *lane,
      double y_px)
{
  const StrataCpu *cpu = &strata_trace_get_cpus (snap->pen->trace, NULL)[lane->index];

  strata_snap_enter_row (snap, y_px >= lane->y_px && y_px < lane->y_px + lane->height_px);
  strata_snap_try_slices (snap, &snap->pen->index->run_table, cpu->first_run, cpu->first_run + cpu->n_runs);
}

static double
get_content_height (const StrataLane *lane)
{
  return lane->usage_top_px - 2 * STRATA_LANE_PADDING_PX;
}

/* The name of the cluster of a CPU; %NULL if there is only one. Two and three clusters have the usual names; more are
 * numbered. */
static char *
dup_cluster_name (const StrataClusters *clusters,
                  guint32 cpu)
{
  guint n;

  if (!strata_clusters_tell_apart (clusters, cpu))
    return NULL;

  const StrataCluster *cluster = &strata_clusters_get (clusters, &n)[strata_clusters_find_cpu (clusters, cpu)->cluster];

  if (cluster->n_ranks > 3)
    return g_strdup_printf (_ ("cluster %u of %u"), cluster->rank + 1, cluster->n_ranks);
  if (cluster->rank == 0)
    return g_strdup (_ ("little"));

  return g_strdup (cluster->rank + 1 == cluster->n_ranks ? _ ("big") : _ ("middle"));
}

/* Adds the kind of the CPU, if there are several kinds. */
static void
make_title (StrataPen *pen,
            const StrataLane *lane,
            StrataLaneTitle *title)
{
  const StrataClusters *clusters = strata_lanes_get_clusters (strata_session_get_lanes (pen->session));

  title->detail = dup_cluster_name (clusters, strata_trace_get_cpus (pen->trace, NULL)[lane->index].cpu);
}

static int
lay_out (const StrataLanes *lanes,
         StrataLane *lane,
         StrataLaneHeight height)
{
  static const StrataLanePart sizes[STRATA_N_LANE_HEIGHTS] = {
    [STRATA_LANE_HEIGHT_COMPACT] = { 22, 22, 0 },
    [STRATA_LANE_HEIGHT_NORMAL] = { 36, 22, 11 },
    [STRATA_LANE_HEIGHT_TALL] = { 62, 32, 26 },
  };

  return strata_lanes_scale_part (lanes, &sizes[height], &lane->usage_top_px, &lane->usage_height_px);
}

static char *
dup_key (const StrataLanes *lanes,
         const StrataLane *lane)
{
  return g_strdup_printf ("%u", strata_trace_get_cpus (strata_lanes_get_trace (lanes), NULL)[lane->index].cpu);
}

/* For example "0, 1, 2, 3". */
static char *
list_cluster_cpus (StrataTrace *trace,
                   const StrataClusters *clusters,
                   guint32 cluster)
{
  GString *out = g_string_new (NULL);
  guint n_cpus;
  const StrataCpu *cpus = strata_trace_get_cpus (trace, &n_cpus);

  for (guint i = 0; i < n_cpus; i++)
    {
      const StrataCpuCounters *counters = strata_clusters_find_cpu (clusters, cpus[i].cpu);

      if (counters != NULL && counters->cluster == cluster)
        g_string_append_printf (out, "%s%u", out->len > 0 ? ", " : "", cpus[i].cpu % STRATA_DEVICE_CPUS);
    }

  return g_string_free (out, FALSE);
}

static void
add_cluster (GString *out,
             StrataSession *self,
             guint32 cpu)
{
  const StrataClusters *clusters = strata_lanes_get_clusters (strata_session_get_lanes (self));
  g_autofree char *name = dup_cluster_name (clusters, cpu);
  char top[STRATA_UNITS_BYTES];
  guint n;

  if (name == NULL)
    return;

  const guint32 cluster = strata_clusters_find_cpu (clusters, cpu)->cluster;
  g_autofree char *cpus = list_cluster_cpus (strata_session_get_trace (self), clusters, cluster);

  g_string_append_printf (out, "\n");
  g_string_append_printf (out, _ ("Cluster: %s, CPUs %s, up to %s"), name, cpus, strata_units_frequency (strata_clusters_get (clusters, &n)[cluster].top_khz, top));
  g_string_append_printf (out, "\n%s", _ ("Derived from frequencies that change together or reach the same maximum"));
}

static void
describe (StrataSession *session,
          const StrataLane *lane,
          GString *out)
{
  add_cluster (out, session, strata_trace_get_cpus (strata_session_get_trace (session), NULL)[lane->index].cpu);
  if (lane->idle_track != STRATA_NONE)
    g_string_append_printf (out, "\n%s", _ ("The idle stripe is darker for deeper idle states"));
  if (lane->usage_height_px > 0)
    g_string_append_printf (out, "\n%s", _ ("The graph shows the share of time in which threads ran"));
}

const StrataLaneClass strata_lane_cpu_class = {
  .id = "cpu",
  .source = STRATA_LANE_OF_CPU,
  .has_details = TRUE,
  .dup_key = dup_key,
  .lay_out = lay_out,
  .describe = describe,
  .make_title = make_title,
  .draw = draw,
  .veil = veil,
  .hit = hit,
  .get_content_height = get_content_height,
  .snap = snap,
};
