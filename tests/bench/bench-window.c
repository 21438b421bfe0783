/* bench-window.c - how soon after a load the first picture is on the screen, and whether moving stutters
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * usage: bench-window [FILE]
 *
 * Opens a capture in the real window. The load ends with the turn of the main loop that receives
 * the trace, and the picture is on the screen with the first frame after that; both ends are
 * included. Then the view is zoomed and panned 300 times, once per frame, and the frame clock shows
 * how many frames were dropped. An empty window of the same size comes last: if it drops frames
 * too, other programs are running. The CPU time of a frame depends least on them. Needs a display,
 * such as Xvfb.
 */
#include "config.h"

#include <time.h>

#include <glib/gstdio.h>

#include "bench-input.h"
#include "strata-renderer.h"
#include "strata-resources.h"
#include "strata-trace-page.h"
#include "strata-window.h"

#define N_RUNS 5
#define N_BYTES (100 * 1000 * 1000)

/* CPU time of this thread, since other programs may be running. */
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

/* Returns when the turn began that received the trace. */
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
        g_error ("the file cannot be opened");
    }
  while (strata_window_get_trace_page (window) == NULL);

  return begin_ms;
}

#define N_STEPS 300
#define N_CYCLE 100
#define FRAME_US (1e6 / 60)

typedef struct
{
  StrataSession *session; /* borrowed; NULL for a window in a single colour */
  int n_steps;
  gint64 last_us;
  int n_dropped;
  double longest_us;
  double last_ms;
  double most_ms;
} Journey;

/* Zooms in, moves along the trace, and zooms out again; every step changes the view. */
static void
make_step (StrataSession *session,
           int step)
{
  if (step % N_CYCLE < 40)
    strata_view_zoom_at (strata_session_get_view (session), 400, 1.1);
  else if (step % N_CYCLE >= 60)
    strata_view_zoom_at (strata_session_get_view (session), 600, 1 / 1.1);
  strata_view_pan (strata_session_get_view (session), step % (2 * N_CYCLE) < N_CYCLE ? 23.7 : -31.3);
}

/* Counts frames as dropped that the clock could have shown since the last one. */
static void
note_step (Journey *self,
           gint64 now_us)
{
  const double frame_us = (double) (now_us - self->last_us);
  const double now_ms = get_ms ();

  if (self->n_steps > 0)
    {
      self->n_dropped += MAX ((int) (frame_us / FRAME_US + 0.5) - 1, 0);
      self->longest_us = MAX (self->longest_us, frame_us);
      self->most_ms = MAX (self->most_ms, now_ms - self->last_ms);
    }

  self->last_us = now_us;
  self->last_ms = now_ms;
}

static gboolean
on_step (GtkWidget *widget,
         GdkFrameClock *clock,
         gpointer user_data)
{
  Journey *animation = user_data;

  note_step (animation, gdk_frame_clock_get_frame_time (clock));
  if (animation->session != NULL)
    make_step (animation->session, animation->n_steps);
  else
    gtk_widget_queue_draw (widget);

  return ++animation->n_steps <= N_STEPS ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

static void
settle (double seconds)
{
  const gint64 settled_us = g_get_monotonic_time () + (gint64) (seconds * G_USEC_PER_SEC);

  while (g_get_monotonic_time () < settled_us)
    g_main_context_iteration (NULL, FALSE);
}

static void
travel (GtkWidget *widget,
        StrataSession *session,
        const char *name)
{
  Journey animation = { .session = session };
  const double begin_ms = get_ms ();

  gtk_widget_add_tick_callback (widget, on_step, &animation, NULL);
  while (animation.n_steps <= N_STEPS)
    g_main_context_iteration (NULL, TRUE);

  g_print ("bench %s-dropped %d frames of %d, longest %.1f ms\n", name, animation.n_dropped, N_STEPS + animation.n_dropped, animation.longest_us / 1e3);
  g_print ("bench %s-cpu %.2f ms a frame, most %.2f ms\n", name, (get_ms () - begin_ms) / N_STEPS, animation.most_ms);
}

static void
travel_window (StrataWindow *window)
{
  StrataTracePage *page = strata_window_get_trace_page (window);

  /* the panes compute their content first */
  settle (2.0);
  travel (strata_trace_page_get_timeline (page), strata_trace_page_get_session (page), "animation");
}

static void
draw_color (GtkDrawingArea *area,
            cairo_t *cr,
            int width,
            int height,
            gpointer user_data)
{
  cairo_set_source_rgb (cr, g_random_double (), 0.5, 0.5);
  cairo_paint (cr);
}

/* As large as @like and empty: frames dropped there too are due to other programs. */
static void
travel_empty (GtkWidget *like)
{
  GtkWidget *window = gtk_window_new ();
  GtkWidget *area = gtk_drawing_area_new ();

  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (area), draw_color, NULL, NULL);
  gtk_window_set_default_size (GTK_WINDOW (window), gtk_widget_get_width (like), gtk_widget_get_height (like));
  gtk_window_set_child (GTK_WINDOW (window), area);
  gtk_window_present (GTK_WINDOW (window));
  settle (0.5);
  travel (area, NULL, "empty-window");
  gtk_window_destroy (GTK_WINDOW (window));
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
    {
      travel_window (window);
      travel_empty (GTK_WIDGET (window));
    }
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
  strata_renderer_choose (gdk_display_get_default ());
  strata_resources_register_resource ();
  if (argc == 1 && !bench_write_ftrace (path, N_BYTES, &error))
    g_error ("%s", error->message);

  bench (file);

  if (argc == 1)
    g_unlink (path);

  return 0;
}
