/* bench-methods.c - the speed of method traces, beside Android's dmtracedump
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * usage: bench-methods STRATA_CLI [RECORDS]
 *
 * For traces of a few shapes: CPU time and peak memory of opening and profiling a trace, and of
 * dmtracedump's report of it. If dmtracedump itself is installed, both are also printed as a
 * fraction of its time on the same file, measured right afterwards.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "bench-input.h"

#define PEER "/usr/bin/dmtracedump"
#define N_RECORDS 4200000

static const BenchShape shapes[] = {
  { "deep", 60, 2, 5000 },
  { "wide", 200, 4, 8 },
  { "plain", 20, 1, 4 },
  { "methods", 50000, 4, 40 },
  { "threads", 800, 400, 30 },
};

/* The cost of running a program. */
typedef struct
{
  double ms;
  double peak_mb;
} Run;

static void
become (const char *const *arguments)
{
  const int nowhere = open ("/dev/null", O_WRONLY | O_CLOEXEC);

  dup2 (nowhere, STDOUT_FILENO);
  execv (arguments[0], (char *const *) arguments);
  _exit (127);
}

static double
get_ms (struct timeval time)
{
  return (double) time.tv_sec * 1e3 + (double) time.tv_usec / 1e3;
}

/* Measures CPU time, since other programs may be running. */
static gboolean
run (const char *const *arguments,
     Run *result)
{
  const pid_t child = fork ();
  struct rusage usage;
  int status;

  if (child == 0)
    become (arguments);
  if (child < 0 || wait4 (child, &status, 0, &usage) != child || status != 0)
    {
      g_printerr ("%s failed\n", arguments[0]);
      return FALSE;
    }

  *result = (Run){ get_ms (usage.ru_utime) + get_ms (usage.ru_stime), (double) usage.ru_maxrss / 1e3 };

  return TRUE;
}

static void
print (const char *shape,
       const char *what,
       double value,
       const char *unit)
{
  g_print ("bench methods-%s-%s %.3g %s\n", shape, what, value, unit);
}

static gboolean
bench_file (const char *strata_cli,
            const char *shape,
            const char *path)
{
  const char *const profile_arguments[] = { strata_cli, "profile", path, NULL };
  const char *const report_arguments[] = { strata_cli, "dmtracedump", path, NULL };
  const char *const peer_arguments[] = { PEER, path, NULL };
  Run profile;
  Run report;
  Run peer;
  GStatBuf info;

  if (g_stat (path, &info) != 0 || !run (profile_arguments, &profile) || !run (report_arguments, &report))
    return FALSE;

  print (shape, "profile", profile.ms, "ms");
  print (shape, "profile-peak", profile.peak_mb * 1e6 / (double) info.st_size, "x");
  print (shape, "dmtracedump", report.ms, "ms");
  print (shape, "dmtracedump-peak", report.peak_mb * 1e6 / (double) info.st_size, "x");
  if (!g_file_test (PEER, G_FILE_TEST_IS_EXECUTABLE))
    return TRUE;

  if (!run (peer_arguments, &peer))
    return FALSE;

  print (shape, "peer", peer.ms, "ms");
  print (shape, "profile-to-peer", profile.ms / peer.ms, "x");
  print (shape, "dmtracedump-to-peer", report.ms / peer.ms, "x");

  return TRUE;
}

static gboolean
bench_shape (const char *strata_cli,
             const BenchShape *shape,
             guint n_records)
{
  g_autofree char *path = g_strdup_printf ("%s/strata-bench-%d-%s.trace", g_get_tmp_dir (), (int) getpid (), shape->name);
  g_autoptr (GError) error = NULL;
  gboolean is_done = bench_write_shape (path, shape, n_records, &error);

  if (!is_done)
    g_printerr ("%s\n", error->message);

  is_done = is_done && bench_file (strata_cli, shape->name, path);
  g_unlink (path);

  return is_done;
}

int
main (int argc,
      char **argv)
{
  const guint n_records = argc > 2 ? (guint) g_ascii_strtoull (argv[2], NULL, 10) : N_RECORDS;

  if (argc < 2)
    {
      g_printerr ("usage: %s STRATA_CLI [RECORDS]\n", argv[0]);
      return 2;
    }

  for (gsize i = 0; i < G_N_ELEMENTS (shapes); i++)
    if (!bench_shape (argv[1], &shapes[i], n_records))
      return 1;

  return 0;
}
