/* test-viewport.c - time to pixels and back
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <math.h>

#include "strata-viewport.h"

#define HOUR_NS G_GINT64_CONSTANT (3600000000000)

typedef struct
{
  const char *name;
  StrataSpan bounds;
  double width_px;
} Case;

static const Case cases[] = {
  { "second", { 1000000000, 2000000000 }, 1000 },
  { "hour", { 5, 5 + HOUR_NS }, 1700 },
  { "uptime-of-a-year", { G_GINT64_CONSTANT (31536000000000000), G_GINT64_CONSTANT (31536000000000000) + HOUR_NS }, 1700 },
  { "negative", { -2000000, 3000000 }, 640 },
  { "empty", { 0, 0 }, 800 },
  { "zero-length", { 77, 77 }, 800 },
  { "reversed", { 100, 50 }, 800 },
  { "all-of-time", { G_MININT64 + 1, G_MAXINT64 }, 1920 },
  { "no-width", { 0, 1000000 }, 0 },
};

static void
assert_sane (const StrataViewport *viewport)
{
  StrataSpan visible = strata_viewport_get_span (viewport);

  g_assert_cmpint (strata_span_get_length_ns (viewport->bounds), >=, 1000);
  g_assert_cmpfloat (viewport->ns_per_px, >=, 0.1);
  g_assert_cmpfloat (viewport->width_px, >=, 1.0);
  g_assert_cmpfloat (viewport->begin_frac_ns, >=, 0.0);
  g_assert_cmpfloat (viewport->begin_frac_ns, <=, 1.0);
  g_assert_cmpint (visible.begin_ns, <, visible.end_ns);
  g_assert_cmpint (visible.begin_ns, <, viewport->bounds.end_ns);
  g_assert_cmpint (visible.end_ns, >, viewport->bounds.begin_ns);
}

static void
test_init (gconstpointer data)
{
  const Case *row = data;
  StrataViewport viewport;

  strata_viewport_init (&viewport, row->bounds, row->width_px);
  assert_sane (&viewport);

  StrataSpan visible = strata_viewport_get_span (&viewport);

  g_assert_cmpint (visible.begin_ns, <=, viewport.bounds.begin_ns);
  g_assert_cmpint (visible.end_ns, >=, viewport.bounds.end_ns);
}

/* Zooms in at several places as far as possible, and out again. */
static void
test_zoom_keeps_place (gconstpointer data)
{
  const Case *row = data;

  for (double frac = 0.3; frac < 0.8; frac += 0.2)
    {
      StrataViewport viewport;

      strata_viewport_init (&viewport, row->bounds, row->width_px);

      double x_px = viewport.width_px * frac;

      for (int i = 0; i < 200; i++)
        {
          gint64 before_ns = strata_viewport_x_to_time (&viewport, x_px);

          strata_viewport_zoom_at (&viewport, x_px, 1.25);
          assert_sane (&viewport);
          g_assert_cmpint (ABS (strata_viewport_x_to_time (&viewport, x_px) - before_ns), <=, 1 + (gint64) (viewport.ns_per_px * 1e-3));
        }

      if (strata_span_get_length_ns (viewport.bounds) < G_MAXINT64 / 8)
        g_assert_cmpfloat_with_epsilon (viewport.ns_per_px, 0.1, 1e-9);

      for (int i = 0; i < 400; i++)
        strata_viewport_zoom_at (&viewport, x_px, 0.8);
      assert_sane (&viewport);
      g_assert_cmpint (strata_viewport_get_span (&viewport).end_ns, >=, viewport.bounds.end_ns);
    }
}

static void
test_round_trip (gconstpointer data)
{
  const Case *row = data;
  StrataViewport viewport;

  strata_viewport_init (&viewport, row->bounds, row->width_px);
  for (int zoom = 0; zoom < 60; zoom++)
    {
      for (double x_px = 0; x_px < viewport.width_px; x_px += viewport.width_px / 7)
        {
          double back_px = strata_viewport_time_to_x (&viewport, strata_viewport_x_to_time (&viewport, x_px));

          g_assert_cmpfloat (back_px, <=, x_px + 1e-6);
          g_assert_cmpfloat (back_px, >=, x_px - 1.0 / viewport.ns_per_px - 1e-3);
        }

      strata_viewport_zoom_at (&viewport, viewport.width_px / 3, 2.0);
    }
}

static void
test_pan (gconstpointer data)
{
  const Case *row = data;
  StrataViewport viewport;

  strata_viewport_init (&viewport, row->bounds, row->width_px);
  strata_viewport_zoom_at (&viewport, viewport.width_px / 2, 64);

  double ns_per_px = viewport.ns_per_px;

  for (int i = 0; i < 100; i++)
    {
      strata_viewport_pan (&viewport, i % 2 == 0 ? 1e9 : -1e12);
      assert_sane (&viewport);
      g_assert_cmpfloat (viewport.ns_per_px, ==, ns_per_px);
    }
}

/* A nanosecond per pixel, an hour into the trace: each pixel is a separate nanosecond. */
static void
test_hour_at_a_nanosecond (void)
{
  StrataViewport viewport;

  strata_viewport_init (&viewport, (StrataSpan){ 0, HOUR_NS }, 1700);
  strata_viewport_show (&viewport, (StrataSpan){ HOUR_NS - 2000, HOUR_NS - 300 }, 0.0);
  g_assert_cmpfloat (viewport.ns_per_px, ==, 1.0);

  for (int x_px = 0; x_px < 1700; x_px++)
    {
      g_assert_cmpint (strata_viewport_x_to_time (&viewport, x_px), ==, HOUR_NS - 2000 + x_px);
      g_assert_cmpfloat (strata_viewport_time_to_x (&viewport, HOUR_NS - 2000 + x_px), ==, x_px);
    }
}

/* Dragging in small steps goes as far as in one large step. */
static void
test_slow_drag (void)
{
  StrataViewport viewport;

  strata_viewport_init (&viewport, (StrataSpan){ 0, HOUR_NS }, 1000);
  strata_viewport_show (&viewport, (StrataSpan){ HOUR_NS / 2, HOUR_NS / 2 + 100 }, 0.0);
  g_assert_cmpfloat (viewport.ns_per_px, ==, 0.1);
  for (int i = 0; i < 1000; i++)
    strata_viewport_pan (&viewport, 1.0);

  g_assert_cmpfloat_with_epsilon ((double) (viewport.begin_ns - HOUR_NS / 2) + viewport.begin_frac_ns, 100.0, 1e-6);
}

static void
test_show (void)
{
  StrataViewport viewport;

  strata_viewport_init (&viewport, (StrataSpan){ 0, 1000000 }, 1000);
  strata_viewport_show (&viewport, (StrataSpan){ 200000, 300000 }, 0.1);
  g_assert_cmpfloat_with_epsilon (strata_viewport_time_to_x (&viewport, 200000), 100.0, 0.01);
  g_assert_cmpfloat_with_epsilon (strata_viewport_time_to_x (&viewport, 300000), 900.0, 0.01);

  /* An empty span is shown at maximum zoom, in the middle. */
  strata_viewport_show (&viewport, (StrataSpan){ 500000, 500000 }, 0.1);
  g_assert_cmpfloat_with_epsilon (strata_viewport_time_to_x (&viewport, 500000), 500.0, 1.0);

  /* A wider window shows the same. */
  strata_viewport_show (&viewport, (StrataSpan){ 400000, 600000 }, 0.0);
  strata_viewport_set_width (&viewport, 2000);
  g_assert_cmpfloat_with_epsilon (strata_viewport_time_to_x (&viewport, 500000), 1000.0, 0.01);
}

static void
add_cases (const char *name,
           GTestDataFunc function)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/viewport/%s/%s", name, cases[i].name);

      g_test_add_data_func (path, &cases[i], function);
    }
}

/* The last nanoseconds of seventy years can be shown. */
static void
test_show_far_end (void)
{
  const StrataSpan bounds = { 1000000000, G_GINT64_CONSTANT (2207520000000000000) };
  const StrataSpan wanted = { bounds.end_ns - 10, bounds.end_ns + 6 };
  StrataViewport viewport;

  strata_viewport_init (&viewport, bounds, 1380);
  strata_viewport_show (&viewport, wanted, 0.0);

  const StrataSpan visible = strata_viewport_get_span (&viewport);

  g_assert_cmpint (visible.begin_ns, <=, wanted.begin_ns);
  g_assert_cmpint (visible.begin_ns, >=, bounds.end_ns - 138);
  g_assert_cmpint (visible.end_ns, >=, bounds.end_ns);
  g_assert_cmpint (visible.end_ns, <=, bounds.end_ns + 4);
}

/* A clock that counts from 1900, or one that runs for 250 years, has a timeline, too. */
static void
test_far_clock (void)
{
  static const gint64 begins_ns[] = { G_GINT64_CONSTANT (2400000000000000000), G_GINT64_CONSTANT (3900000000000000000), G_GINT64_CONSTANT (9000000000000000000) };

  for (guint i = 0; i < G_N_ELEMENTS (begins_ns); i++)
    {
      const StrataSpan bounds = { begins_ns[i], begins_ns[i] + 1000000000 };
      StrataViewport viewport;

      strata_viewport_init (&viewport, bounds, 1000);
      g_assert_cmpint (viewport.bounds.begin_ns, ==, bounds.begin_ns);
      g_assert_cmpint (viewport.bounds.end_ns, ==, bounds.end_ns);

      strata_viewport_show (&viewport, (StrataSpan){ bounds.begin_ns + 500000000, bounds.begin_ns + 500001000 }, 0.0);
      g_assert_cmpint (strata_viewport_get_span (&viewport).begin_ns, ==, bounds.begin_ns + 500000000);
      g_assert_cmpint (strata_viewport_get_span (&viewport).end_ns, ==, bounds.begin_ns + 500001000);
    }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  add_cases ("init", test_init);
  add_cases ("zoom-keeps-place", test_zoom_keeps_place);
  add_cases ("round-trip", test_round_trip);
  add_cases ("pan", test_pan);
  g_test_add_func ("/viewport/hour-at-a-nanosecond", test_hour_at_a_nanosecond);
  g_test_add_func ("/viewport/slow-drag", test_slow_drag);
  g_test_add_func ("/viewport/show", test_show);
  g_test_add_func ("/viewport/show-far-end", test_show_far_end);
  g_test_add_func ("/viewport/far-clock", test_far_clock);

  return g_test_run ();
}
