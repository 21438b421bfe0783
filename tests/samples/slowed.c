/* slowed.c - a program whose frames do known work, with one function that can be slowed
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * usage: slowed TRACING-FOLDER PERCENT
 *
 * Plays 200 frames with functions inside that compute, and writes a marker at the begin and end of
 * each, while the kernel records. decodeThumbnail takes PERCENT of its usual work. Called by
 * record-slowed.sh.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#include <glib.h>

#define N_FRAMES 200
#define PERIOD_NS 16666667

static int marker_fd;

static void
mark (const char *format,
      const char *name)
{
  char text[128];
  const int n_bytes = g_snprintf (text, sizeof text, format, (int) getpid (), name);

  if (write (marker_fd, text, (size_t) n_bytes) != n_bytes)
    exit (1);
}

/* The result is unused; @work is roughly the number of steps in thousands. */
static guint32
compute (guint work)
{
  volatile guint32 value = 1;

  for (guint i = 0; i < work * 1000; i++)
    value = value * 1664525u + 1013904223u;

  return value;
}

static void
call (const char *name,
      guint work)
{
  mark ("B|%d|%s", name);
  compute (work);
  mark ("E|%d", "");
}

static void
play_frame (guint number,
            guint percent)
{
  g_autofree char *name = g_strdup_printf ("Choreographer#doFrame %u", number);

  mark ("B|%d|%s", name);
  call ("parseFeed", 300);
  mark ("B|%d|%s", "layoutList");
  for (guint i = 0; i < 4; i++)
    {
      mark ("B|%d|%s", "bindRow");
      call ("decodeThumbnail", 250 * percent / 100);
      call ("formatText", 120);
      mark ("E|%d", "");
    }
  mark ("E|%d", "");
  call ("recordDraw", 400);
  mark ("E|%d", "");
}

int
main (int argc,
      char **argv)
{
  if (argc != 3)
    return 2;

  g_autofree char *path = g_build_filename (argv[1], "trace_marker", NULL);
  struct timespec next;

  marker_fd = open (path, O_WRONLY | O_CLOEXEC);
  if (marker_fd < 0)
    return 1;

  prctl (PR_SET_NAME, "m.example.feed");
  clock_gettime (CLOCK_MONOTONIC, &next);
  for (guint i = 0; i < N_FRAMES; i++)
    {
      play_frame (i, (guint) atoi (argv[2]));
      next.tv_nsec += PERIOD_NS;
      next.tv_sec += next.tv_nsec / G_GINT64_CONSTANT (1000000000);
      next.tv_nsec %= G_GINT64_CONSTANT (1000000000);
      clock_nanosleep (CLOCK_MONOTONIC, TIMER_ABSTIME, &next, NULL);
    }

  return 0;
}
