/* test-lane-arrangement.c - lanes that are pinned, hidden, moved, sorted and stored
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "scene-fixture.h"
#include "strata-lane-arrangement.h"
#include "strata-session-area.h"

/* A slow, obviously correct model: lists of groups, of their lanes, and of pinned lanes. */
typedef struct
{
  GArray *groups;  /* guint32: all groups */
  GPtrArray *rows; /* GArray of guint32: the lanes of each lane's group; by index of the group's lane */
  GArray *pinned;  /* guint32 */
} Model;

static StrataTrace *
make_trace (void)
{
  g_autoptr (StrataTraceBuilder) builder = fixture_builder_new ();

  for (gint64 p = 0; p < 5; p++)
    for (gint64 t = 0; t <= p; t++)
      {
        g_autofree char *process = g_strdup_printf ("process.%c", (char) ('e' - p));
        g_autofree char *name = g_strdup_printf ("thread-%d", (int) t);
        const guint32 thread = fixture_thread (builder, 100 * (p + 1), process, 100 * (p + 1) + t, name);

        for (gint64 i = 0; i < 6 - p; i++)
          {
            strata_trace_builder_begin_slice (builder, thread, i * 1000, STRATA_NO_TIME, fixture_name (builder, "outer"), STRATA_ATTRS_NONE);
            fixture_slice (builder, thread, i * 1000 + 10, i * 1000 + 90, "inner");
            strata_trace_builder_end_slice (builder, thread, i * 1000 + 100 * (p + 1), STRATA_NO_TIME, 0);
          }
      }

  return strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
}

static const StrataLane *
get_lane (const StrataLanes *lanes,
          guint32 lane)
{
  return &strata_lanes_get (lanes, NULL)[lane];
}

static void
model_init (Model *self,
            const StrataLanes *lanes)
{
  guint n_lanes;
  const StrataLane *all = strata_lanes_get (lanes, &n_lanes);

  self->groups = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->pinned = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->rows = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  for (guint32 i = 0; i < n_lanes; i++)
    {
      g_ptr_array_add (self->rows, g_array_new (FALSE, FALSE, sizeof (guint32)));
      g_array_append_val (all[i].group == i ? self->groups : (GArray *) self->rows->pdata[all[i].group], i);
    }
}

static void
model_clear (Model *self)
{
  g_array_unref (self->groups);
  g_array_unref (self->pinned);
  g_ptr_array_unref (self->rows);
}

static int
find (const GArray *list,
      guint32 lane)
{
  for (guint i = 0; i < list->len; i++)
    if (g_array_index (list, guint32, i) == lane)
      return (int) i;

  return -1;
}

static void
add_group (const Model *self,
           GArray *out,
           guint32 group,
           gboolean only_lanes)
{
  const GArray *rows = self->rows->pdata[group];

  if (!only_lanes)
    g_array_append_val (out, group);
  for (guint i = 0; i < rows->len; i++)
    if (find (self->pinned, g_array_index (rows, guint32, i)) < 0)
      g_array_append_val (out, g_array_index (rows, guint32, i));
}

static GArray *
model_list (const Model *self,
            const StrataLanes *lanes)
{
  GArray *out = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint i = 0; i < self->pinned->len; i++)
    {
      const guint32 lane = g_array_index (self->pinned, guint32, i);

      if (get_lane (lanes, lane)->group == lane)
        add_group (self, out, lane, FALSE);
      else
        g_array_append_val (out, lane);
    }

  for (guint i = 0; i < self->groups->len; i++)
    {
      const guint32 group = g_array_index (self->groups, guint32, i);

      if (find (self->pinned, group) < 0)
        add_group (self, out, group, FALSE);
    }

  return out;
}

/* Removes a lane and puts it beside the other; pinned lanes in between keep their places. */
static void
model_move (Model *self,
            GArray *all,
            guint32 lane,
            guint32 other,
            gboolean is_after)
{
  g_autoptr (GArray) free_ones = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint n = 0;

  for (guint i = 0; i < all->len; i++)
    if (g_array_index (all, guint32, i) != lane && (all == self->pinned || find (self->pinned, g_array_index (all, guint32, i)) < 0))
      g_array_append_val (free_ones, g_array_index (all, guint32, i));

  g_array_insert_val (free_ones, (guint) find (free_ones, other) + (is_after ? 1 : 0), lane);
  for (guint i = 0; i < all->len; i++)
    if (all == self->pinned || find (self->pinned, g_array_index (all, guint32, i)) < 0)
      g_array_index (all, guint32, i) = g_array_index (free_ones, guint32, n++);
}

static void
assert_same (const Model *model,
             const StrataLanes *lanes)
{
  g_autoptr (GArray) expected = model_list (model, lanes);
  int y_px = 0;

  for (guint i = 0; i < expected->len; i++)
    {
      const guint32 lane = g_array_index (expected, guint32, i);

      g_assert_cmpuint (strata_lanes_get_at_place (lanes, i), ==, lane);
      g_assert_cmpuint (strata_lanes_get_place (lanes, lane), ==, i);
      g_assert_cmpint (get_lane (lanes, lane)->y_px, ==, y_px);
      if (get_lane (lanes, lane)->height_px > 0)
        g_assert_cmpuint (strata_lanes_find_at (lanes, y_px), ==, lane);
      y_px += get_lane (lanes, lane)->height_px;
    }

  g_assert_cmpint (strata_lanes_get_height_px (lanes), ==, y_px);
  g_assert_cmpuint (strata_lanes_get_at_place (lanes, expected->len), ==, STRATA_NONE);
}

static void
assert_visible (const StrataLanes *lanes)
{
  guint n_lanes;
  const StrataLane *all = strata_lanes_get (lanes, &n_lanes);

  for (guint i = 0; i < n_lanes; i++)
    {
      const StrataLane *group = &all[all[i].group];
      const gboolean is_alone = all[i].is_pinned && !group->is_pinned;

      g_assert_cmpint (all[i].is_visible, ==, !all[i].is_hidden && (all[i].group == i || is_alone || (!group->is_hidden && !group->is_collapsed)));
    }
}

/* A copied arrangement has the same lanes in the same places. */
static void
assert_round_trip (StrataTrace *trace,
                   const StrataLanes *lanes)
{
  g_autoptr (StrataLanes) other = strata_lanes_new (trace);
  g_autoptr (StrataLaneArrangement) before = strata_lanes_get_arrangement (lanes);
  g_autoptr (GKeyFile) file = g_key_file_new ();
  guint n_lanes;

  strata_lane_arrangement_save (before, file, "Lanes");

  g_autofree char *text = g_key_file_to_data (file, NULL, NULL);
  g_autoptr (GKeyFile) again = g_key_file_new ();

  g_assert_true (g_key_file_load_from_data (again, text, (gsize) -1, G_KEY_FILE_NONE, NULL));

  g_autoptr (StrataLaneArrangement) after = strata_lane_arrangement_load (again, "Lanes");

  strata_lanes_set_arrangement (other, after);
  strata_lanes_get (lanes, &n_lanes);
  for (guint32 i = 0; i < n_lanes; i++)
    {
      g_assert_cmpuint (strata_lanes_get_at_place (lanes, i), ==, strata_lanes_get_at_place (other, i));
      g_assert_cmpint (get_lane (lanes, i)->is_visible, ==, get_lane (other, i)->is_visible);
      g_assert_cmpint (get_lane (lanes, i)->height_px, ==, get_lane (other, i)->height_px);
      g_assert_cmpuint (get_lane (lanes, i)->n_rows, ==, get_lane (other, i)->n_rows);
    }

  g_assert_cmpint (strata_lanes_get_pinned_px (lanes), ==, strata_lanes_get_pinned_px (other));
  g_assert_cmpint (strata_lanes_get_sort (lanes), ==, strata_lanes_get_sort (other));
}

static void
do_something (Model *model,
              StrataLanes *lanes,
              guint n_lanes)
{
  const guint32 lane = (guint32) g_test_rand_int_range (0, (gint32) n_lanes);
  const guint32 other = (guint32) g_test_rand_int_range (0, (gint32) n_lanes);
  const StrataLane *found = get_lane (lanes, lane);
  const gboolean is_after = g_test_rand_bit ();
  GArray *list = find (model->pinned, lane) >= 0 ? model->pinned : found->group == lane ? model->groups
                                                                                        : model->rows->pdata[found->group];
  const gboolean is_sibling = lane != other && find (list, other) >= 0 && (find (model->pinned, lane) >= 0) == (find (model->pinned, other) >= 0);

  switch (g_test_rand_int_range (0, 6))
    {
    case 0:
      if (!found->is_pinned)
        g_array_append_val (model->pinned, lane);
      strata_lanes_set_pinned (lanes, lane, TRUE);
      break;
    case 1:
      if (found->is_pinned)
        g_array_remove_index (model->pinned, (guint) (find (model->pinned, lane) >= 0 ? find (model->pinned, lane) : find (model->pinned, found->group)));
      strata_lanes_set_pinned (lanes, lane, FALSE);
      break;
    case 2:
      strata_lanes_set_hidden (lanes, lane, !found->is_hidden);
      break;
    case 3:
      strata_lanes_set_collapsed (lanes, lane, is_after);
      break;
    case 4:
      strata_lanes_set_height (lanes, lane, (StrataLaneHeight) g_test_rand_int_range (0, STRATA_N_LANE_HEIGHTS));
      strata_lanes_set_depth (lanes, other, (guint32) g_test_rand_int_range (0, 3));
      break;
    default:
      if (is_sibling)
        model_move (model, list, lane, other, is_after);
      else
        g_assert_false (strata_lanes_move (lanes, lane, other, is_after));
      if (is_sibling)
        strata_lanes_move (lanes, lane, other, is_after);
    }
}

static void
test_model (void)
{
  g_autoptr (StrataTrace) trace = make_trace ();

  for (int round = 0; round < 40; round++)
    {
      g_autoptr (StrataLanes) lanes = strata_lanes_new (trace);
      Model model;
      guint n_lanes;

      strata_lanes_get (lanes, &n_lanes);
      model_init (&model, lanes);
      for (int step = 0; step < 60; step++)
        {
          do_something (&model, lanes, n_lanes);
          assert_same (&model, lanes);
          assert_visible (lanes);
        }

      assert_round_trip (trace, lanes);
      model_clear (&model);
    }
}

static char *
list_groups (const StrataLanes *lanes)
{
  GString *out = g_string_new (NULL);
  StrataLaneWalk walk;
  const StrataLane *lane;

  strata_lane_walk_init (&walk, lanes, 0, G_MAXDOUBLE);
  while ((lane = strata_lane_walk_next (&walk)) != NULL)
    if (lane->kind == STRATA_LANE_GROUP)
      g_string_append_printf (out, "%s%s", out->len > 0 ? " | " : "", lane->title);

  return g_string_free (out, FALSE);
}

static void
test_sort (void)
{
  static const struct
  {
    StrataLaneSort sort;
    const char *groups;
  } rows[] = {
    { STRATA_LANE_SORT_NAME, "process.a 500 | process.b 400 | process.c 300 | process.d 200 | process.e 100" },
    { STRATA_LANE_SORT_ID, "process.e 100 | process.d 200 | process.c 300 | process.b 400 | process.a 500" },
    { STRATA_LANE_SORT_FILE, "process.e 100 | process.d 200 | process.c 300 | process.b 400 | process.a 500" },
    { STRATA_LANE_SORT_ACTIVITY, "process.a 500 | process.b 400 | process.c 300 | process.d 200 | process.e 100" },
    { STRATA_LANE_SORT_SLICES, "process.c 300 | process.b 400 | process.d 200 | process.a 500 | process.e 100" },
  };
  g_autoptr (StrataTrace) trace = make_trace ();
  g_autoptr (StrataLanes) lanes = strata_lanes_new (trace);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_assert_true (strata_lanes_set_sort (lanes, rows[i].sort));

      g_autofree char *groups = list_groups (lanes);

      g_assert_cmpstr (groups, ==, rows[i].groups);
      assert_round_trip (trace, lanes);
    }

  g_assert_false (strata_lanes_set_sort (lanes, STRATA_LANE_SORT_SLICES));
  g_assert_true (strata_lanes_move_by (lanes, strata_lanes_get_at_place (lanes, 0), 1));
  g_assert_true (strata_lanes_set_sort (lanes, STRATA_LANE_SORT_SLICES));
}

/* The CPUs stay on top, whatever the order of processes. */
static void
test_sort_machine (void)
{
  g_autoptr (StrataTrace) trace = fixture_trace_new ();
  g_autoptr (StrataLanes) lanes = strata_lanes_new (trace);

  strata_lanes_set_sort (lanes, STRATA_LANE_SORT_NAME);

  g_autofree char *by_name = list_groups (lanes);

  g_assert_cmpstr (by_name, ==, "CPUs | com.example.app 100 | system_server 200");
  strata_lanes_set_sort (lanes, STRATA_LANE_SORT_ACTIVITY);
  g_assert_cmpint (get_lane (lanes, strata_lanes_get_at_place (lanes, 0))->kind, ==, STRATA_LANE_GROUP);
  g_assert_cmpstr (get_lane (lanes, strata_lanes_get_at_place (lanes, 0))->title, ==, "CPUs");
}

static void
test_heights (void)
{
  static const StrataLaneHeight heights[] = { STRATA_LANE_HEIGHT_COMPACT, STRATA_LANE_HEIGHT_NORMAL, STRATA_LANE_HEIGHT_TALL };
  g_autoptr (StrataTrace) trace = fixture_machine_trace_new ();
  g_autoptr (StrataLanes) lanes = strata_lanes_new (trace);
  guint n_lanes;
  int last_px = 0;

  strata_lanes_get (lanes, &n_lanes);
  for (guint k = 0; k < G_N_ELEMENTS (heights); k++)
    {
      strata_lanes_set_height (lanes, STRATA_NONE, heights[k]);
      g_assert_cmpint (strata_lanes_get_height_px (lanes), >, last_px);
      last_px = strata_lanes_get_height_px (lanes);
      for (guint i = 0; i < n_lanes; i++)
        {
          const StrataLane *lane = get_lane (lanes, i);

          if (lane->is_visible)
            g_assert_cmpint (lane->strip_top_px + lane->strip_height_px, <=, lane->height_px);
          if (lane->is_visible && lane->kind == STRATA_LANE_CPU)
            g_assert_cmpint (lane->usage_top_px + lane->usage_height_px, <=, lane->height_px);
        }
    }

  /* one lane, its group, and then all of them */
  g_assert_true (strata_lanes_set_height (lanes, 1, STRATA_LANE_HEIGHT_COMPACT));
  g_assert_cmpint (strata_lanes_get_height (lanes, 1), ==, STRATA_LANE_HEIGHT_COMPACT);
  g_assert_cmpint (strata_lanes_get_height (lanes, 2), ==, STRATA_LANE_HEIGHT_TALL);
  g_assert_true (strata_lanes_set_height (lanes, 0, STRATA_LANE_HEIGHT_NORMAL));
  g_assert_cmpint (strata_lanes_get_height (lanes, 1), ==, STRATA_LANE_HEIGHT_NORMAL);
  g_assert_false (strata_lanes_set_height (lanes, STRATA_NONE, STRATA_LANE_HEIGHT_INHERITED));
  g_assert_false (strata_lanes_set_height (lanes, 9999, STRATA_LANE_HEIGHT_TALL));
  g_assert_true (strata_lanes_set_height (lanes, STRATA_NONE, STRATA_LANE_HEIGHT_COMPACT));
  g_assert_cmpint (strata_lanes_get_height (lanes, 1), ==, STRATA_LANE_HEIGHT_COMPACT);
}

static void
test_depth (void)
{
  g_autoptr (StrataTrace) trace = make_trace ();
  g_autoptr (StrataLanes) lanes = strata_lanes_new (trace);
  const int all_px = strata_lanes_get_height_px (lanes);

  g_assert_cmpuint (get_lane (lanes, 1)->n_rows, ==, 2);
  g_assert_true (strata_lanes_set_depth (lanes, 1, 1));
  g_assert_cmpuint (get_lane (lanes, 1)->n_rows, ==, 1);
  g_assert_cmpuint (get_lane (lanes, 1)->n_all_rows, ==, 2);
  g_assert_cmpint (strata_lanes_get_height_px (lanes), <, all_px);
  g_assert_true (strata_lanes_set_depth (lanes, STRATA_NONE, 1));
  g_assert_true (strata_lanes_set_depth (lanes, STRATA_NONE, 0));
  g_assert_cmpint (strata_lanes_get_height_px (lanes), ==, all_px);
}

static void
test_filter (void)
{
  static const struct
  {
    const char *text;
    guint n_left;
  } rows[] = {
    { "/thread-[01]$/", 0 },
    { "/thread-[01] /", 9 },
    { "/THREAD-4/", 1 },
    { "/ 50[0-9]$/", 5 },
    { "process:process.a", 5 },
    { "thread:process", 0 },
    { "process: thread-4", 0 },
    { "thread:thread-4, process:process.b", 5 },
    { "process:/\\.[ab] /", 9 },
    { "/(/", 0 },
    { "/thread", 0 },
    { "//", 0 },
  };
  g_autoptr (StrataTrace) trace = make_trace ();
  g_autoptr (StrataLanes) lanes = strata_lanes_new (trace);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_cmpuint (strata_lanes_filter (lanes, rows[i].text), ==, rows[i].n_left);
      g_assert_cmpint (strata_lanes_check_filter (rows[i].text, &error), ==, !g_str_equal (rows[i].text, "/(/"));
      g_assert_cmpint (error != NULL, ==, g_str_equal (rows[i].text, "/(/"));
    }
}

/* Pinned lanes stay, without their group. */
static void
test_filter_pinned (void)
{
  g_autoptr (StrataTrace) trace = make_trace ();
  g_autoptr (StrataLanes) lanes = strata_lanes_new (trace);
  g_autofree guint8 *hits = g_new0 (guint8, 100);
  guint n_lanes;
  guint n_visible = 0;

  strata_lanes_get (lanes, &n_lanes);
  strata_lanes_set_pinned (lanes, 1, TRUE);
  g_assert_cmpuint (strata_lanes_filter (lanes, "nothing"), ==, 0);
  for (guint i = 0; i < n_lanes; i++)
    n_visible += get_lane (lanes, i)->is_visible;
  g_assert_cmpuint (n_visible, ==, 1);
  g_assert_true (get_lane (lanes, 1)->is_visible);

  strata_lanes_filter (lanes, NULL);
  hits[3] = 1;
  strata_lanes_set_hits (lanes, hits);
  g_assert_true (get_lane (lanes, 1)->is_visible);
  g_assert_true (get_lane (lanes, 3)->is_visible);
  g_assert_true (get_lane (lanes, get_lane (lanes, 3)->group)->is_visible);
  g_assert_false (get_lane (lanes, 2)->is_visible);
  strata_lanes_set_hits (lanes, NULL);
  g_assert_true (get_lane (lanes, 2)->is_visible);
}

static void
test_hidden (void)
{
  g_autoptr (StrataTrace) trace = make_trace ();
  g_autoptr (StrataLanes) lanes = strata_lanes_new (trace);

  g_assert_cmpuint (strata_lanes_get_n_hidden (lanes), ==, 0);
  g_assert_true (strata_lanes_set_hidden (lanes, 0, TRUE));
  g_assert_cmpuint (strata_lanes_get_n_hidden (lanes), ==, 3);
  g_assert_true (strata_lanes_set_hidden (lanes, 1, TRUE));
  g_assert_cmpuint (strata_lanes_get_n_hidden (lanes), ==, 3);
  g_assert_true (strata_lanes_set_pinned (lanes, 2, TRUE));
  g_assert_cmpuint (strata_lanes_get_n_hidden (lanes), ==, 2);
  g_assert_true (strata_lanes_show_hidden (lanes));
  g_assert_false (strata_lanes_show_hidden (lanes));
  g_assert_cmpuint (strata_lanes_get_n_hidden (lanes), ==, 0);
}

/* A drag puts a lane above the sibling in whose upper half it ends, or below the last. */
static void
test_find_sibling (void)
{
  g_autoptr (StrataTrace) trace = make_trace ();
  g_autoptr (StrataLanes) lanes = strata_lanes_new (trace);
  const StrataLane *second = get_lane (lanes, 2);
  const StrataLane *third = get_lane (lanes, 3);
  gboolean is_after;
  int edge_px;

  g_assert_cmpuint (strata_lanes_find_sibling (lanes, 1, second->y_px + 2, &is_after, &edge_px), ==, 2);
  g_assert_false (is_after);
  g_assert_cmpint (edge_px, ==, second->y_px);
  g_assert_cmpuint (strata_lanes_find_sibling (lanes, 1, 1e6, &is_after, &edge_px), ==, 3);
  g_assert_true (is_after);
  g_assert_cmpint (edge_px, ==, third->y_px + third->height_px);
  g_assert_cmpuint (strata_lanes_find_sibling (lanes, 1, -5, &is_after, &edge_px), ==, 1);
  g_assert_false (is_after);
  g_assert_cmpuint (strata_lanes_find_sibling (lanes, 0, 1e6, &is_after, &edge_px), ==, 18);
  g_assert_cmpint (edge_px, ==, strata_lanes_get_height_px (lanes));
}

static void
test_keys (void)
{
  static const char *const expected[] = {
    "group/cpu",
    "cpu/cpu/0",
    "cpu/cpu/1",
    "group/com.example.app 100",
    "thread/com.example.app 100/main 100",
    "thread/com.example.app 100/RenderThread 101",
    "async/com.example.app 100/network",
    "counter/com.example.app 100/heap -1",
    "instants/com.example.app 100",
    "group/system_server 200",
    "thread/system_server 200/worker 207",
  };
  g_autoptr (StrataTrace) trace = fixture_trace_new ();
  g_autoptr (StrataLanes) lanes = strata_lanes_new (trace);
  g_autoptr (GPtrArray) keys = strata_lanes_list_keys (lanes);

  g_assert_cmpuint (keys->len, ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < keys->len; i++)
    g_assert_cmpstr (keys->pdata[i], ==, expected[i]);
}

static void
test_counters (void)
{
  g_autoptr (StrataTrace) trace = fixture_counters_trace_new ();
  g_autoptr (StrataLanes) lanes = strata_lanes_new (trace);
  g_autoptr (StrataLanes) other = strata_lanes_new (trace);
  guint n_lanes;

  strata_lanes_get (lanes, &n_lanes);
  for (guint32 i = 0; i < n_lanes; i++)
    {
      strata_lanes_set_counter_mode (lanes, i, (StrataCounterMode) (i % STRATA_N_COUNTER_MODES));
      if (i % 2 == 0)
        strata_lanes_set_scale_shared (lanes, i, !get_lane (lanes, i)->is_scale_shared);
    }

  g_autoptr (StrataLaneArrangement) arrangement = strata_lanes_get_arrangement (lanes);

  strata_lanes_set_arrangement (other, arrangement);
  for (guint32 i = 0; i < n_lanes; i++)
    {
      g_assert_cmpint (get_lane (other, i)->mode, ==, get_lane (lanes, i)->mode);
      g_assert_cmpint (get_lane (other, i)->is_scale_shared, ==, get_lane (lanes, i)->is_scale_shared);
    }
}

/* Written by hand, by another version, or maliciously. */
static void
test_nonsense (void)
{
  static const char *const texts[] = {
    "[Lanes]\nsort=height\nheight=inherited\ndepth=-7\n",
    "[Lanes]\nsort=\nheight=\ndepth=99999999999\ndepths=0 group/process.a 500;7;;x y;18446744073709551616 group/process.a 500\n",
    "[Lanes]\npinned=group/process.a 500;group/process.a 500;nothing;thread/process.a 500/thread-0 500\nhidden=;;\norder=group/process.a 500;group/process.a 500\n",
    "[Lanes]\ntall=group/process.a 500\ncompact=group/process.a 500\nchange=group/process.a 500\nshared=group/process.a 500\ncollapsed=thread/process.a 500/thread-0 500\n",
    "[Other]\n",
  };
  g_autoptr (StrataTrace) trace = make_trace ();

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (StrataLanes) lanes = strata_lanes_new (trace);
      g_autoptr (GKeyFile) file = g_key_file_new ();
      guint n_lanes;

      g_assert_true (g_key_file_load_from_data (file, texts[i], (gsize) -1, G_KEY_FILE_NONE, NULL));

      g_autoptr (StrataLaneArrangement) arrangement = strata_lane_arrangement_load (file, "Lanes");

      strata_lanes_set_arrangement (lanes, arrangement);
      strata_lanes_get (lanes, &n_lanes);
      g_assert_cmpint (arrangement->height, !=, STRATA_LANE_HEIGHT_INHERITED);
      for (guint k = 0; k < n_lanes; k++)
        g_assert_cmpuint (strata_lanes_get_at_place (lanes, strata_lanes_get_place (lanes, k)), ==, k);
      assert_round_trip (trace, lanes);
    }
}

static void
count (StrataView *view,
       StrataLanesChange change,
       guint *n)
{
  g_assert_cmpuint (change, !=, 0);
  (*n)++;
}

static void
test_session (void)
{
  g_autoptr (StrataTrace) trace = make_trace ();
  g_autoptr (StrataSession) session = strata_session_new (trace);
  guint n = 0;

  g_signal_connect (strata_session_get_view (session), "lanes-changed", G_CALLBACK (count), &n);
  strata_session_set_area (session, (StrataSpan){ 0, 100 }, 1, 2);
  strata_lanes_set_pinned (strata_session_get_lanes (session), 2, TRUE);
  g_assert_cmpuint (n, ==, 1);
  g_assert_false (strata_session_get_area (session, NULL));
  strata_lanes_set_pinned (strata_session_get_lanes (session), 2, TRUE);
  g_assert_cmpuint (n, ==, 1);

  /* an area whose lanes are in reverse order */
  strata_session_set_area (session, (StrataSpan){ 0, 100 }, 1, 2);

  guint32 first;
  guint32 last;

  g_assert_true (strata_session_get_area_lanes (session, &first, &last));
  g_assert_cmpuint (first, ==, 2);
  g_assert_cmpuint (last, ==, 1);

  strata_lanes_set_hidden (strata_session_get_lanes (session), 1, TRUE);
  strata_lanes_open (strata_session_get_lanes (session), 1);
  g_assert_true (get_lane (strata_session_get_lanes (session), 1)->is_visible);
  strata_lanes_set_depth (strata_session_get_lanes (session), 1, 1);
  strata_lanes_set_height (strata_session_get_lanes (session), 1, STRATA_LANE_HEIGHT_TALL);
  strata_lanes_move_by (strata_session_get_lanes (session), 1, 1);
  strata_lanes_set_sort (strata_session_get_lanes (session), STRATA_LANE_SORT_ID);
  g_assert_cmpuint (n, ==, 7);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lane-arrangement/model", test_model);
  g_test_add_func ("/lane-arrangement/sort", test_sort);
  g_test_add_func ("/lane-arrangement/sort-machine", test_sort_machine);
  g_test_add_func ("/lane-arrangement/heights", test_heights);
  g_test_add_func ("/lane-arrangement/depth", test_depth);
  g_test_add_func ("/lane-arrangement/filter", test_filter);
  g_test_add_func ("/lane-arrangement/filter-pinned", test_filter_pinned);
  g_test_add_func ("/lane-arrangement/hidden", test_hidden);
  g_test_add_func ("/lane-arrangement/find-sibling", test_find_sibling);
  g_test_add_func ("/lane-arrangement/keys", test_keys);
  g_test_add_func ("/lane-arrangement/counters", test_counters);
  g_test_add_func ("/lane-arrangement/nonsense", test_nonsense);
  g_test_add_func ("/lane-arrangement/session", test_session);
  return g_test_run ();
}
