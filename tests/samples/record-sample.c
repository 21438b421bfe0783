/* record-sample.c - plays a scene while the kernel records it
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Called by record-sample.sh, which sets up the kernel's tracing and turns the result into a
 * sample. Switches recording on and off itself, in the quiet part of a frame, so that hardly any
 * slice is cut.
 */
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "scenes.h"

#define MAX_CASTS 8
#define MAX_CPUS 64
#define N_WARM_UP_FRAMES 20

static const Scene *const scenes[] = { &android_scene, &openharmony_scene, &android_busy_scene, &openharmony_disk_scene };

static int
open_tracing_file (const char *folder,
                   const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  const int fd = open (path, O_WRONLY | O_CLOEXEC);

  if (fd < 0)
    g_printerr ("%s: %s\n", path, g_strerror (errno));
  return fd;
}

static const Scene *
find_scene (const char *id)
{
  for (guint i = 0; i < G_N_ELEMENTS (scenes); i++)
    if (g_str_equal (id, scenes[i]->id))
      return scenes[i];

  return NULL;
}

static void
switch_recording (int fd,
                  gint64 time_ns,
                  const char *state)
{
  sleep_until (time_ns);
  if (write (fd, state, 1) != 1)
    g_printerr ("tracing_on: %s\n", g_strerror (errno));
}

/* Replaces the idle task of a CPU. Kernels of virtual machines may park virtual CPUs, and record
 * nothing when one wakes from that; this one never sleeps. */
static int
start_idler (int cpu)
{
  const struct sched_param parameters = { 0 };
  const int pid = fork ();
  cpu_set_t cpus;

  if (pid != 0)
    return pid;

  prctl (PR_SET_PDEATHSIG, SIGKILL);
  CPU_ZERO (&cpus);
  CPU_SET (cpu, &cpus);
  if (sched_setaffinity (0, sizeof cpus, &cpus) != 0 || sched_setscheduler (0, SCHED_IDLE, &parameters) != 0)
    g_printerr ("idler %d: %s\n", cpu, g_strerror (errno));
  for (;;)
    ;
}

static void
stop (int pid)
{
  kill (pid, SIGKILL);
  waitpid (pid, NULL, 0);
}

/* The process ids go to standard output: the script keeps only their names. */
static void
record (const Scene *scene,
        int marker_fd,
        int switch_fd)
{
  gpointer stage = shared_memory_new (scene->n_stage_bytes);
  const gint64 begin_ns = now_ns () + 300 * 1000000;
  const gint64 quiet_ns = FRAME_NS - 1500000;
  const int n_cpus = MIN ((int) g_get_num_processors (), MAX_CPUS);
  int pids[MAX_CASTS];
  int idlers[MAX_CPUS];

  scene->set_up (stage, begin_ns, N_WARM_UP_FRAMES + scene->n_frames * 6 / 10);
  for (int cpu = 0; cpu < n_cpus; cpu++)
    {
      idlers[cpu] = start_idler (cpu);
      g_print ("%d idle %d\n", idlers[cpu], cpu);
    }
  for (guint i = 0; i < scene->n_casts; i++)
    {
      pids[i] = cast_start (&scene->casts[i], stage, marker_fd);
      g_print ("%d\n", pids[i]);
    }
  switch_recording (switch_fd, begin_ns + (N_WARM_UP_FRAMES - 1) * FRAME_NS + quiet_ns, "1");
  switch_recording (switch_fd, begin_ns + (N_WARM_UP_FRAMES + (gint64) scene->n_frames - 1) * FRAME_NS + quiet_ns, "0");
  for (guint i = 0; i < scene->n_casts; i++)
    stop (pids[i]);
  for (int cpu = 0; cpu < n_cpus; cpu++)
    stop (idlers[cpu]);
}

int
main (int argc,
      char **argv)
{
  const Scene *scene = argc == 3 ? find_scene (argv[1]) : NULL;

  if (scene == NULL)
    {
      g_printerr ("usage: record-sample android|openharmony|android-busy|openharmony-disk TRACEFS\n");
      return 2;
    }
  g_assert (scene->n_casts <= MAX_CASTS);

  const int marker_fd = open_tracing_file (argv[2], "trace_marker");
  const int switch_fd = open_tracing_file (argv[2], "tracing_on");
  if (marker_fd < 0 || switch_fd < 0)
    return 1;
  record (scene, marker_fd, switch_fd);
  return 0;
}
