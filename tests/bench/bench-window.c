/* bench-window.c - how soon after a load the first picture is on the screen, and whether moving stutters
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * usage: bench-window [FILE]
 *
 * Opens a capture in the real window. The load ends with the turn of the main
 * loop that takes the trace over, and the picture is there with the first frame
 * after that; both ends are inside the figure. Then the view is zoomed and panned
 * 300 times, once each frame, and the frame clock tells which frames came late, by
 * half of a sixtieth of a second or more; the CPU time of a frame tells more where
 * others are at work, too.
 * Needs a display, such as Xvfb.
 */
#include "config.h"

#include <time.h>

#include <glib/gstdio.h>

#include "bench-input.h"
#include "strata-resources.h"
#include "strata-trace-page.h"
#include "strata-window.h"

#define N_RUNS 5
#define N_BYTES (100 * 1000 * 1000)

/* CPU time of this thread, since others may be at work. */
static double
get_ms (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return (double) time.tv_sec * 1e3 + (double) time.tv_nsec / 1e6;
}

static void
note_frame (GdkFrameClock *clock,
            gpointer user_data)
{
  double *painted_ms = user_data;

  if (*painted_ms == 0)
    *painted_ms = get_ms ();
}

/* Returns when the turn began that took the trace over. */
static double
wait_for_trace (StrataWindow *window)
{
  double begin_ms;

  do
    {
      while (!g_main_context_pending (NULL))
        g_usleep (100);

      begin_ms = get_ms ();
      g_main_context_iteration (NULL, FALSE);

      if (g_str_equal (strata_window_get_page (window), "failed"))
        g_error ("%s", strata_window_get_failure (window));
    }
  while (strata_window_get_trace_page (window) == NULL);

  return begin_ms;
}

#define N_STEPS 300
#define FRAME_US (1e6 / 60)

typedef struct
{
  StrataSession *session; /* borrowed */
  int n_steps;
  gint64 last_us;
  int n_late;
  double longest_us;
} Journey;

/* In at one place, along the trace, and out again. */
static void
make_step (Journey *journey)
{
  if (journey->n_steps % 100 < 40)
    strata_session_zoom_at (journey->session, 400, 1.1);
  else if (journey->n_steps % 100 < 80)
    strata_session_zoom_at (journey->session, 600, 1 / 1.1);
  strata_session_pan (journey->session, journey->n_steps % 200 < 100 ? 23.7 : -31.3);
}

static gboolean
on_step (GtkWidget *widget,
         GdkFrameClock *clock,
         gpointer user_data)
{
  Journey *journey = user_data;
  const gint64 now_us = gdk_frame_clock_get_frame_time (clock);
  const double frame_us = (double) (now_us - journey->last_us);

  if (journey->n_steps > 0)
    {
      journey->n_late += frame_us > 1.5 * FRAME_US;
      journey->longest_us = MAX (journey->longest_us, frame_us);
    }

  journey->last_us = now_us;
  make_step (journey);
  return ++journey->n_steps <= N_STEPS ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

static void
travel (StrataWindow *window)
{
  StrataTracePage *page = strata_window_get_trace_page (window);
  Journey journey = { .session = strata_trace_page_get_session (page) };
  const gint64 settled_us = g_get_monotonic_time () + 2 * G_USEC_PER_SEC;

  /* the panes compute what they show first */
  while (g_get_monotonic_time () < settled_us)
    g_main_context_iteration (NULL, FALSE);

  const double begin_ms = get_ms ();

  gtk_widget_add_tick_callback (strata_trace_page_get_timeline (page), on_step, &journey, NULL);
  while (journey.n_steps <= N_STEPS)
    g_main_context_iteration (NULL, TRUE);

  g_print ("bench journey-late %d of %d frames, longest %.1f ms\n", journey.n_late, N_STEPS, journey.longest_us / 1e3);
  g_print ("bench journey-cpu %.2f ms a frame\n", (get_ms () - begin_ms) / N_STEPS);
}

static double
measure_ms (GFile *file,
            gboolean is_travelling)
{
  StrataWindow *window = strata_window_new (NULL);
  double painted_ms = 0;

  gtk_window_present (GTK_WINDOW (window));
  strata_window_open (window, file);

  const double loaded_ms = wait_for_trace (window);

  g_signal_connect (gtk_widget_get_frame_clock (GTK_WIDGET (window)), "after-paint", G_CALLBACK (note_frame), &painted_ms);
  while (painted_ms == 0)
    g_main_context_iteration (NULL, TRUE);

  g_signal_handlers_disconnect_by_data (gtk_widget_get_frame_clock (GTK_WIDGET (window)), &painted_ms);
  if (is_travelling)
    travel (window);
  gtk_window_destroy (GTK_WINDOW (window));
  return painted_ms - loaded_ms;
}

static int
compare_ms (gconstpointer a,
            gconstpointer b)
{
  const double left = *(const double *) a;
  const double right = *(const double *) b;

  return (left > right) - (left < right);
}

static void
bench (GFile *file)
{
  double ms[N_RUNS];

  for (guint i = 0; i < N_RUNS; i++)
    ms[i] = measure_ms (file, i == N_RUNS - 1);
  qsort (ms, N_RUNS, sizeof *ms, compare_ms);

  g_print ("bench first-picture-median %.1f ms\n", ms[N_RUNS / 2]);
  g_print ("bench first-picture-worst %.1f ms\n", ms[N_RUNS - 1]);
}

int
main (int argc,
      char **argv)
{
  g_autofree char *path = argc > 1 ? g_strdup (argv[1]) : g_build_filename (g_get_tmp_dir (), "strata-bench-window.ftrace", NULL);
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (path);
  g_autoptr (GError) error = NULL;

  gtk_init ();
  strata_resources_register_resource ();
  if (argc == 1 && !bench_write_ftrace (path, N_BYTES, &error))
    g_error ("%s", error->message);

  bench (file);

  if (argc == 1)
    g_unlink (path);

  return 0;
}
