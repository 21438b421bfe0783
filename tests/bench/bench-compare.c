/* bench-compare.c - the cost of a frame while two linked timelines move
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * usage: bench-compare [A [B]]
 *
 * Zooms and pans a timeline of a capture 300 times, once per frame; then two stacked timelines of
 * that size, linked, of which one is moved the same way. Twice the canvas may cost twice as much.
 * Times are CPU times of the drawing thread, since other programs may be running; the best of a few
 * rounds counts. Needs a display, such as Xvfb.
 */
#include "config.h"

#include <time.h>

#include <glib/gstdio.h>

#include "bench-input.h"
#include "strata-loader.h"
#include "strata-resources.h"
#include "strata-session-pair.h"
#include "strata-timeline-link.h"
#include "strata-timeline.h"

#define N_ROUNDS 5
#define N_STEPS 300
#define N_BYTES (100 * 1000 * 1000)
#define WIDTH_PX 1200
#define HEIGHT_PX 480

static double
get_ms (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return (double) time.tv_sec * 1e3 + (double) time.tv_nsec / 1e6;
}

static StrataSession *
load (const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (path);
  g_autoptr (GError) error = NULL;
  StrataProgress progress = { 0 };
  g_autoptr (StrataTrace) trace = strata_load_file (file, NULL, &progress, NULL, &error);

  if (trace == NULL)
    g_error ("%s", error->message);

  return strata_session_new (trace);
}

typedef struct
{
  StrataSession *session; /* borrowed */
  int n_steps;
  double begin_ms;
} Journey;

/* Zooms in at one place, moves along the trace, and zooms out again. */
static gboolean
on_step (GtkWidget *widget,
         GdkFrameClock *clock,
         gpointer user_data)
{
  Journey *animation = user_data;

  if (animation->n_steps == 0)
    animation->begin_ms = get_ms ();
  if (animation->n_steps % 100 < 40)
    strata_view_zoom_at (strata_session_get_view (animation->session), 400, 1.1);
  else if (animation->n_steps % 100 < 80)
    strata_view_zoom_at (strata_session_get_view (animation->session), 600, 1 / 1.1);
  strata_view_pan (strata_session_get_view (animation->session), animation->n_steps % 200 < 100 ? 23.7 : -31.3);

  return ++animation->n_steps <= N_STEPS ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

/* The cost of a frame, with @n_timelines in one window. */
static double
travel (StrataSession *const sessions[STRATA_N_DIFF_SIDES],
        guint n_timelines)
{
  g_autoptr (StrataSessionPair) pair = n_timelines > 1 ? strata_session_pair_new (sessions[0], sessions[1], NULL) : NULL;
  GtkWidget *window = gtk_window_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *timelines[STRATA_N_DIFF_SIDES];
  Journey animation = { .session = sessions[0] };

  for (guint i = 0; i < n_timelines; i++)
    {
      timelines[i] = strata_timeline_new (sessions[i]);
      gtk_widget_set_size_request (timelines[i], WIDTH_PX, HEIGHT_PX);
      gtk_box_append (GTK_BOX (box), timelines[i]);
    }

  if (pair != NULL)
    strata_timeline_link (STRATA_TIMELINE (timelines[0]), STRATA_TIMELINE (timelines[1]), pair);
  gtk_window_set_child (GTK_WINDOW (window), box);
  gtk_window_present (GTK_WINDOW (window));
  while (gtk_widget_get_height (timelines[n_timelines - 1]) == 0)
    g_main_context_iteration (NULL, TRUE);

  strata_view_show_all (strata_session_get_view (sessions[0]));
  gtk_widget_add_tick_callback (timelines[0], on_step, &animation, NULL);
  while (animation.n_steps <= N_STEPS)
    g_main_context_iteration (NULL, TRUE);

  const double cost_ms = (get_ms () - animation.begin_ms) / N_STEPS;

  gtk_window_destroy (GTK_WINDOW (window));
  return cost_ms;
}

int
main (int argc,
      char **argv)
{
  g_autofree char *made = g_build_filename (g_get_tmp_dir (), "strata-bench-compare.ftrace", NULL);
  g_autoptr (GError) error = NULL;
  StrataSession *sessions[STRATA_N_DIFF_SIDES];
  double best_ms[STRATA_N_DIFF_SIDES] = { G_MAXDOUBLE, G_MAXDOUBLE };

  gtk_init ();
  strata_resources_register_resource ();
  if (argc == 1 && !bench_write_ftrace (made, N_BYTES, &error))
    g_error ("%s", error->message);

  sessions[0] = load (argc > 1 ? argv[1] : made);
  sessions[1] = load (argc > 2 ? argv[2] : argc > 1 ? argv[1]
                                                    : made);

  /* alternating, since the load of the machine may change */
  for (guint round = 0; round < N_ROUNDS; round++)
    for (guint i = 0; i < STRATA_N_DIFF_SIDES; i++)
      best_ms[i] = MIN (best_ms[i], travel (sessions, i + 1));

  g_print ("bench compare.one-timeline %.2f ms a frame\n", best_ms[0]);
  g_print ("bench compare.two-linked %.2f ms a frame\n", best_ms[1]);
  g_print ("bench compare.times %.2f\n", best_ms[1] / best_ms[0]);

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    g_object_unref (sessions[side]);
  if (argc == 1)
    g_unlink (made);
  return 0;
}
