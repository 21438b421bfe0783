/* timeline-fixture.h - a timeline in a window, with a small trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <string.h>

#include <gtk/gtk.h>

#include "strata-timeline-actions.h"
#include "strata-timeline.h"
#include "strata-trace-builder.h"

#include "ui-fixture.h"

#define N_PROCESSES 4
#define N_THREADS 6
#define N_FRAMES 100
#define FRAME_NS G_GINT64_CONSTANT (10000000)
#define WIDTH_PX 900
#define HEIGHT_PX 500

typedef struct
{
  GtkWidget *window;
  GtkWidget *timeline;
  GtkWidget *canvas;
  StrataSession *session;
} Fixture;

/* The middle frame of each process follows from that of the process before. */
static inline guint32
make_chain (StrataTraceBuilder *builder,
            guint32 process)
{
  g_autofree char *text = g_strdup_printf ("c,%x,%x", process, MAX (process, 1) - 1);
  const StrataAttrs attrs = { .chain = strata_string_pool_intern (strata_trace_builder_get_strings (builder), text, strlen (text)) };

  return strata_attr_table_intern (strata_trace_builder_get_attrs (builder), &attrs);
}

/* Frames of 8 ms each 10 ms, with a call of 4 ms inside. */
static inline void
add_thread (StrataTraceBuilder *builder,
            guint32 process,
            gint64 tid)
{
  StrataStringPool *strings = strata_trace_builder_get_strings (builder);
  guint32 frame_name = strata_string_pool_intern (strings, "frame", 5);
  guint32 draw_name = strata_string_pool_intern (strings, "draw", 4);
  guint32 thread = strata_trace_builder_get_thread (builder, tid);

  strata_trace_builder_set_thread_process (builder, thread, process);
  for (int i = 0; i < N_FRAMES; i++)
    {
      guint32 attrs = i == N_FRAMES / 2 && tid % 100 == 0 ? make_chain (builder, process) : STRATA_ATTRS_NONE;

      strata_trace_builder_begin_slice (builder, thread, i * FRAME_NS, STRATA_NO_TIME, frame_name, attrs);
      strata_trace_builder_begin_slice (builder, thread, i * FRAME_NS + 2000000, STRATA_NO_TIME, draw_name, STRATA_ATTRS_NONE);
      strata_trace_builder_end_slice (builder, thread, i * FRAME_NS + 6000000, STRATA_NO_TIME, 0);
      strata_trace_builder_end_slice (builder, thread, i * FRAME_NS + 8000000, STRATA_NO_TIME, 0);
    }
}

static inline StrataTrace *
make_trace (void)
{
  g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();

  strata_trace_builder_set_clocks (builder, STRATA_CLOCK_WALL);
  for (gint64 i = 0; i < N_PROCESSES; i++)
    {
      guint32 process = strata_trace_builder_get_process (builder, 100 * (i + 1));

      for (gint64 k = 0; k < N_THREADS; k++)
        add_thread (builder, process, 100 * (i + 1) + k);
    }

  return strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
}

static inline gboolean
on_frame (GtkWidget *widget,
          GdkFrameClock *clock,
          gpointer user_data)
{
  int *n_left = user_data;

  return --*n_left > 0 ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

/* Runs the main loop until all input of the X server is handled and its result is drawn, however
 * long that takes on a busy computer. */
static inline void
settle (GtkWidget *widget)
{
  int n_left = 4;

  gdk_display_sync (gtk_widget_get_display (widget));
  fixture_run_for (50);
  gtk_widget_add_tick_callback (widget, on_frame, &n_left, NULL);
  while (n_left > 0)
    g_main_context_iteration (NULL, TRUE);
  fixture_run_for (50);
}

static inline void
set_animations (gboolean is_enabled)
{
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", is_enabled, NULL);
}

/* Shows another session in a timeline of its own. */
static inline void
fixture_show (Fixture *fixture,
              StrataSession *session)
{
  fixture->timeline = strata_timeline_new (session);
  fixture->canvas = GTK_WIDGET (strata_timeline_get_canvas (fixture->timeline));
  gtk_window_set_child (GTK_WINDOW (fixture->window), fixture->timeline);
  gtk_window_present (GTK_WINDOW (fixture->window));
  while (gtk_widget_get_width (fixture->canvas) == 0)
    g_main_context_iteration (NULL, TRUE);
  settle (fixture->timeline);
  gtk_widget_grab_focus (fixture->timeline);
}

static inline void
fixture_set_up (Fixture *fixture,
                gconstpointer data)
{
  g_autoptr (StrataTrace) trace = make_trace ();

  set_animations (FALSE);
  fixture->session = strata_session_new (trace);
  fixture->window = gtk_window_new ();
  gtk_window_set_decorated (GTK_WINDOW (fixture->window), FALSE);
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), WIDTH_PX, HEIGHT_PX);
  fixture_show (fixture, fixture->session);
}

static inline void
fixture_tear_down (Fixture *fixture,
                   gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  g_clear_object (&fixture->session);
}

static inline StrataViewport
get_view (Fixture *fixture)
{
  return *strata_session_get_viewport (fixture->session);
}

static inline double
get_scroll (Fixture *fixture)
{
  return gtk_adjustment_get_value (strata_canvas_get_vadjustment (STRATA_CANVAS (fixture->canvas)));
}

static inline void
set_scroll (Fixture *fixture,
            double scroll_px)
{
  gtk_adjustment_set_value (strata_canvas_get_vadjustment (STRATA_CANVAS (fixture->canvas)), scroll_px);
}

static inline const StrataLane *
get_lane (Fixture *fixture,
          guint32 lane)
{
  guint n_lanes;
  const StrataLane *lanes = strata_lanes_get (strata_session_get_lanes (fixture->session), &n_lanes);

  g_assert_cmpuint (lane, <, n_lanes);
  return &lanes[lane];
}
