/* bench-load.c - the speed and memory of opening files
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * usage: bench-load [MEGABYTES | FILE [RECORDS]]
 *
 * Times are the median of a few runs. Next to them is the time to find the ends of lines and parse
 * their times, alternating with loading: a lower bound for any reader of lines, on any machine.
 */
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "bench-input.h"
#include "strata-loader.h"
#include "strata-memory.h"

#define N_RUNS 3
#define N_TURNS 12
#define BLOCK_BYTES (1024 * 1024)

/* The cost of one load. */
typedef struct
{
  gint64 wall_ns;
  gint64 cpu_ns;
  gsize peak_bytes;
  guint64 n_events;
  guint32 n_slices;
  gsize n_slice_bytes;
  gsize n_line_bytes;
} Load;

static gint64
get_ns (clockid_t clock)
{
  struct timespec time;

  clock_gettime (clock, &time);
  return time.tv_sec * G_GINT64_CONSTANT (1000000000) + time.tv_nsec;
}

static void
reset_peak (void)
{
  const int fd = open ("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC);

  if (fd < 0 || write (fd, "5", 1) != 1)
    g_printerr ("the peak of memory cannot be reset: it is that of all runs\n");
  if (fd >= 0)
    close (fd);
}

static gsize
get_peak_bytes (void)
{
  g_autofree char *status = NULL;
  const char *line;

  if (!g_file_get_contents ("/proc/self/status", &status, NULL, NULL))
    return 0;

  line = strstr (status, "VmHWM:");
  return line != NULL ? g_ascii_strtoull (line + strlen ("VmHWM:"), NULL, 10) * 1024 : 0;
}

static Load
load (const char *path,
      gboolean keeps_lines)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  g_autoptr (StrataTrace) trace = NULL;
  const StrataLoadOptions options = { .keep_lines = keeps_lines };
  Load result = { 0 };

  reset_peak ();
  result.wall_ns = -get_ns (CLOCK_MONOTONIC);
  result.cpu_ns = -get_ns (CLOCK_PROCESS_CPUTIME_ID);
  trace = strata_load_file (file, &options, NULL, NULL, &error);
  result.wall_ns += get_ns (CLOCK_MONOTONIC);
  result.cpu_ns += get_ns (CLOCK_PROCESS_CPUTIME_ID);
  if (trace == NULL)
    g_error ("%s", error->message);

  result.peak_bytes = get_peak_bytes ();
  result.n_events = strata_trace_get_counts (trace)->n_events;
  result.n_slices = strata_trace_get_slices (trace)->n_slices;
  if (strata_trace_get_n_line_stores (trace) > 0)
    result.n_line_bytes = strata_line_store_get_n_bytes (strata_trace_get_line_store (trace, 0));
  result.n_slice_bytes = strata_slice_table_get_n_bytes (strata_trace_get_slices (trace));

  return result;
}

static int
compare_loads (gconstpointer a,
               gconstpointer b)
{
  const Load *const first = a;
  const Load *const second = b;

  return (first->wall_ns > second->wall_ns) - (first->wall_ns < second->wall_ns);
}

static Load
load_median (const char *path,
             gboolean keeps_lines)
{
  Load loads[N_RUNS];

  for (guint i = 0; i < N_RUNS; i++)
    loads[i] = load (path, keeps_lines);
  qsort (loads, N_RUNS, sizeof (Load), compare_loads);

  return loads[N_RUNS / 2];
}

static double
get_mbps (gsize n_bytes,
          gint64 duration_ns)
{
  return (double) n_bytes * 1000.0 / (double) duration_ns;
}

/* The results of the scan. */
typedef struct
{
  guint64 n_events;
  guint64 sum;
} Scan;

/* Parses "FLAGS SECONDS.FRACTION:" after a "[CPU]"; returns whether it is there. */
static gboolean
read_time_at (const char *p,
              const char *end,
              guint64 *time)
{
  for (; p < end && *p == ' '; p++)
    continue;
  for (; p < end && *p != ' '; p++)
    continue;
  for (; p < end && *p == ' '; p++)
    continue;

  const char *const digits = p;
  guint64 value = 0;

  for (; p < end && (guint8) (*p - '0') < 10; p++)
    value = value * 10 + (guint64) (*p - '0');
  if (p == digits || p == end || *p != '.')
    return FALSE;
  for (p++; p < end && (guint8) (*p - '0') < 10; p++)
    value = value * 10 + (guint64) (*p - '0');

  *time = value;
  return p < end && *p == ':';
}

/* Thread names may contain brackets too, so the first one need not be the CPU's. */
static void
scan_line (const char *p,
           const char *end,
           Scan *scan)
{
  guint64 time;

  for (; (p = memchr (p, ']', (gsize) (end - p))) != NULL; p++)
    if (read_time_at (p + 1, end, &time))
      {
        scan->n_events++;
        scan->sum += time;
        return;
      }
}

/* Returns the number of bytes in complete lines. */
static gsize
scan_block (const char *block,
            gsize n_bytes,
            Scan *scan)
{
  const char *const end = block + n_bytes;
  const char *p = block;

  for (const char *line_end; p < end && (line_end = memchr (p, '\n', (gsize) (end - p))) != NULL; p = line_end + 1)
    scan_line (p, line_end, scan);

  return (gsize) (p - block);
}

static gint64
scan_times_ns (const char *path,
               Scan *scan)
{
  g_autofree char *block = g_malloc (BLOCK_BYTES);
  const int fd = open (path, O_RDONLY | O_CLOEXEC);
  const gint64 begin_ns = get_ns (CLOCK_THREAD_CPUTIME_ID);
  gsize n_held = 0;
  gssize n;

  *scan = (Scan){ 0 };
  while ((n = read (fd, block + n_held, BLOCK_BYTES - n_held)) > 0)
    {
      const gsize n_scanned = scan_block (block, n_held + (gsize) n, scan);

      n_held += (gsize) n - n_scanned;
      memmove (block, block + n_scanned, n_held);
    }
  close (fd);

  return get_ns (CLOCK_THREAD_CPUTIME_ID) - begin_ns;
}

static void
use_one_core (gboolean is_one)
{
  static cpu_set_t all;
  cpu_set_t one;

  if (CPU_COUNT (&all) == 0)
    sched_getaffinity (0, sizeof (all), &all);

  CPU_ZERO (&one);
  for (int i = 0; i < CPU_SETSIZE && CPU_COUNT (&one) == 0; i++)
    {
      if (CPU_ISSET (i, &all))
        CPU_SET (i, &one);
    }

  sched_setaffinity (0, sizeof (one), is_one ? &one : &all);
}

static void
print (const char *name,
       const char *what,
       double value,
       const char *unit)
{
  g_print ("bench %s-%s %.2f %s\n", name, what, value, unit);
}

static void
report (const char *name,
        const Load *result,
        gsize n_bytes)
{
  print (name, "mbps", get_mbps (n_bytes, result->wall_ns), "MB/s");
  print (name, "cpu-mbps", get_mbps (n_bytes, result->cpu_ns), "MB/s");
  print (name, "ns-per-event", (double) result->wall_ns / (double) MAX (result->n_events, 1), "ns");
  print (name, "bytes-per-slice", (double) result->n_slice_bytes / (double) MAX (result->n_slices, 1), "B");
  print (name, "peak-ratio", (double) result->peak_bytes / (double) n_bytes, "x");
}

static gsize
get_size (const char *path)
{
  GStatBuf status;

  return g_stat (path, &status) == 0 ? (gsize) status.st_size : 0;
}

static gint64
load_fastest_ns (const char *path,
                 gboolean keeps_lines,
                 gint64 fastest_ns)
{
  return MIN (fastest_ns, load (path, keeps_lines).wall_ns);
}

/* Alternates, and takes the fastest of each: other load of the machine slows both. */
static double
measure_lines_ratio (const char *path)
{
  gint64 with_ns = G_MAXINT64;
  gint64 without_ns = G_MAXINT64;

  for (guint i = 0; i < N_TURNS; i++)
    {
      without_ns = load_fastest_ns (path, FALSE, without_ns);
      with_ns = load_fastest_ns (path, TRUE, with_ns);
    }

  return (double) with_ns / (double) without_ns;
}

/* The same with the text stored, as in the window. */
static void
bench_lines (const char *path,
             gsize n_bytes)
{
  const Load result = load_median (path, TRUE);

  report ("load-lines", &result, n_bytes);
  print ("load-lines", "time-ratio", measure_lines_ratio (path), "x");
  print ("load-lines", "store-ratio", (double) result.n_line_bytes / (double) n_bytes, "x");
}

/* The lower bound of the reader, alternating, and the fastest of each. On one core that is CPU
 * time, which is independent of other load. The scan has found the time of every event if its count
 * equals the reader's. */
static void
bench_scan (const char *name,
            const char *path,
            gboolean is_one_core)
{
  const gsize n_bytes = get_size (path);
  gint64 scan_ns = G_MAXINT64;
  gint64 load_ns = G_MAXINT64;
  Scan scan;
  Load result;

  use_one_core (is_one_core);
  for (guint i = 0; i < N_TURNS; i++)
    {
      scan_ns = MIN (scan_ns, scan_times_ns (path, &scan));
      result = load (path, FALSE);
      load_ns = MIN (load_ns, is_one_core ? result.cpu_ns : result.wall_ns);
    }
  use_one_core (FALSE);

  if (scan.n_events != result.n_events)
    g_printerr ("the scan has found %" G_GUINT64_FORMAT " events, the reader %" G_GUINT64_FORMAT "\n", scan.n_events, result.n_events);
  print (name, "scan-mbps", get_mbps (n_bytes, scan_ns), "MB/s");
  print (name, "best-mbps", get_mbps (n_bytes, load_ns), "MB/s");
  print (name, "scan-ratio", (double) load_ns / (double) scan_ns, "x");
}

static void
bench_ftrace (const char *path)
{
  const gsize n_bytes = get_size (path);
  const Load result = load_median (path, FALSE);

  report ("load-ftrace", &result, n_bytes);
  bench_scan ("load-ftrace", path, FALSE);
  bench_scan ("load-one-core", path, TRUE);
  bench_lines (path, n_bytes);
}

static void
bench_made_ftrace (const char *path,
                   gsize n_bytes)
{
  g_autoptr (GError) error = NULL;

  if (!bench_write_ftrace (path, n_bytes, &error))
    g_error ("%s", error->message);

  bench_ftrace (path);
}

static void
bench_traceview (const char *path,
                 guint n_records)
{
  g_autoptr (GError) error = NULL;
  Load result;

  if (!bench_write_traceview (path, n_records, &error))
    g_error ("%s", error->message);

  result = load_median (path, FALSE);
  report ("load-traceview", &result, get_size (path));
}

int
main (int argc,
      char **argv)
{
  guint64 n_megabytes = 100;
  const guint n_records = argc > 2 ? (guint) g_ascii_strtoull (argv[2], NULL, 10) : 4000000;
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;
  strata_memory_init (); /* like the programs */

  const int fd = g_file_open_tmp ("strata-bench-XXXXXX", &path, &error);

  if (fd < 0)
    g_error ("%s", error->message);
  close (fd);
  if (argc > 1 && !g_ascii_string_to_unsigned (argv[1], 10, 0, G_MAXUINT, &n_megabytes, NULL))
    bench_ftrace (argv[1]);
  else if (n_megabytes > 0)
    bench_made_ftrace (path, n_megabytes * 1000 * 1000);
  if (n_records > 0)
    bench_traceview (path, n_records);
  g_unlink (path);

  return 0;
}
