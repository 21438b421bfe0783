/* bench-window.c - how soon after a load the first picture is on the screen
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * usage: bench-window [FILE]
 *
 * Opens a capture in the real window. The load ends with the turn of the main
 * loop that takes the trace over, and the picture is there with the first frame
 * after that; both ends are inside the figure. Needs a display, such as Xvfb.
 */
#include "config.h"

#include <time.h>

#include <glib/gstdio.h>

#include "bench-input.h"
#include "strata-resources.h"
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

static double
measure_ms (GFile *file)
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
    ms[i] = measure_ms (file);
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
