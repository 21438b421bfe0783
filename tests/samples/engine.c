/* engine.c - an app with views, a game and a compositor that log their activity
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * usage: engine TRACING-FOLDER LOG
 *
 * Plays 120 VSYNCs of 60 Hz while the kernel records. The main thread of an app draws one frame per
 * VSYNC and polls its queue in between; some frames compute, sleep or wait for a lock for too long.
 * UnityMain of a game queues a buffer every second VSYNC, once after too long. The compositor
 * counts VSYNCs and takes buffers. LOG contains, by the program's own clocks, when each frame began
 * and ended, what used its time, how long each thread had a CPU and how often it left one. Called
 * by record-engine.sh.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <glib.h>

#define N_VSYNCS 120
#define PERIOD_NS G_GINT64_CONSTANT (16666667)
/* the compositor's name for it */
#define LAYER "SurfaceView - m.example.game/Game#0"

/* Data shared by both processes. */
typedef struct
{
  sem_t vsync_app;
  sem_t vsync_engine;
  sem_t lock_wanted;
  gint n_buffers;
  gint is_over;
} Stage;

static Stage *stage;
static int marker_fd;
static FILE *out;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int own_pid;
static int holder_tid;
static gint64 begin_ns;

static gint64
get_ns (clockid_t clock)
{
  struct timespec time;

  clock_gettime (clock, &time);
  return time.tv_sec * G_GINT64_CONSTANT (1000000000) + time.tv_nsec;
}

static void
sleep_until (gint64 time_ns)
{
  const struct timespec time = { time_ns / 1000000000, time_ns % 1000000000 };

  while (clock_nanosleep (CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL) == EINTR)
    ;
}

static void
compute (gint64 us)
{
  const gint64 end_ns = get_ns (CLOCK_THREAD_CPUTIME_ID) + us * 1000;
  volatile guint32 value = 1;

  while (get_ns (CLOCK_THREAD_CPUTIME_ID) < end_ns)
    for (guint i = 0; i < 200; i++)
      value = value * 1664525u + 1013904223u;
}

/* Returns the middle of the interval in which the marker was written. */
static gint64 G_GNUC_PRINTF (1, 2)
    mark (const char *format,
          ...)
{
  char text[192];
  va_list args;

  va_start (args, format);
  const int n_bytes = g_vsnprintf (text, sizeof text, format, args);
  va_end (args);

  const gint64 before_ns = get_ns (CLOCK_MONOTONIC);

  if (write (marker_fd, text, (size_t) n_bytes) != n_bytes)
    exit (1);

  return before_ns + (get_ns (CLOCK_MONOTONIC) - before_ns) / 2;
}

static void
be (const char *name,
    int priority)
{
  const struct sched_param parameters = { priority };

  prctl (PR_SET_NAME, name);
  if (priority > 0 && sched_setscheduler (0, SCHED_FIFO, &parameters) != 0)
    g_printerr ("no real-time priority\n");
}

/* How long this thread had a CPU since it began to count, and how often it left one. */
static void
log_thread (const char *name,
            gint64 counted_ns,
            const struct rusage *before,
            gint64 since_ns)
{
  struct rusage usage;

  getrusage (RUSAGE_THREAD, &usage);
  flockfile (out);
  fprintf (out, "thread\t%s\t%d\t%" G_GINT64_FORMAT "\t%ld\t%" G_GINT64_FORMAT "\t%" G_GINT64_FORMAT "\n", name, (int) syscall (SYS_gettid),
           get_ns (CLOCK_THREAD_CPUTIME_ID) - counted_ns, usage.ru_nvcsw + usage.ru_nivcsw - before->ru_nvcsw - before->ru_nivcsw, since_ns, get_ns (CLOCK_MONOTONIC));
  funlockfile (out);
}

static gpointer
hold (gpointer data)
{
  be ("Worker-1", 2);
  g_atomic_int_set (&holder_tid, (int) syscall (SYS_gettid));
  for (;;)
    {
      sem_wait (&stage->lock_wanted);
      if (g_atomic_int_get (&stage->is_over))
        return NULL;
      pthread_mutex_lock (&lock);
      mark ("B|%d|commit", own_pid);
      sleep_until (get_ns (CLOCK_MONOTONIC) + 26000000);
      mark ("E|%d", own_pid);
      pthread_mutex_unlock (&lock);
    }
}

/* Work that is too long for a frame. */
static const char *
play_slow (guint number)
{
  switch (number % 30)
    {
    case 9:
      mark ("B|%d|inflate", own_pid);
      compute (24000);
      mark ("E|%d", own_pid);
      return "work";
    case 17:
      mark ("B|%d|obtainView", own_pid);
      sleep_until (get_ns (CLOCK_MONOTONIC) + 24000000);
      mark ("E|%d", own_pid);
      return "sleep";
    case 25:
      sem_post (&stage->lock_wanted);
      sleep_until (get_ns (CLOCK_MONOTONIC) + 1000000);
      mark ("B|%d|monitor contention with owner Worker-1 (%d) at save()", own_pid, g_atomic_int_get (&holder_tid));
      pthread_mutex_lock (&lock);
      mark ("E|%d", own_pid);
      pthread_mutex_unlock (&lock);
      return "lock";
    default:
      compute (1500);
      return "none";
    }
}

static void
play_views (void)
{
  struct rusage before;
  const gint64 counted_ns = get_ns (CLOCK_THREAD_CPUTIME_ID);
  const gint64 since_ns = get_ns (CLOCK_MONOTONIC);

  getrusage (RUSAGE_THREAD, &before);
  for (guint number = 0;; number++)
    {
      mark ("B|%d|nativePollOnce", own_pid);
      sem_wait (&stage->vsync_app);
      mark ("E|%d", own_pid);
      if (g_atomic_int_get (&stage->is_over))
        break;

      const gint64 cpu_ns = get_ns (CLOCK_THREAD_CPUTIME_ID);
      const gint64 first_ns = mark ("B|%d|Choreographer#doFrame", own_pid);
      const char *cause = play_slow (number);
      const gint64 last_ns = mark ("E|%d", own_pid);

      flockfile (out);
      fprintf (out, "frame\t%s\t%" G_GINT64_FORMAT "\t%" G_GINT64_FORMAT "\t%" G_GINT64_FORMAT "\n", cause, first_ns, last_ns, get_ns (CLOCK_THREAD_CPUTIME_ID) - cpu_ns);
      funlockfile (out);
    }
  log_thread ("main", counted_ns, &before, since_ns);
}

/* Two VSYNCs per picture; the twentieth takes twice as long. */
static gpointer
play_engine (gpointer data)
{
  struct rusage before;

  be ("UnityMain", 3);

  const gint64 counted_ns = get_ns (CLOCK_THREAD_CPUTIME_ID);
  const gint64 since_ns = get_ns (CLOCK_MONOTONIC);

  getrusage (RUSAGE_THREAD, &before);
  for (guint number = 0;; number++)
    {
      sem_wait (&stage->vsync_engine);
      if (g_atomic_int_get (&stage->is_over))
        break;

      compute (number == 20 ? 40000 : 4000);
      mark ("B|%d|eglSwapBuffersWithDamageKHR", own_pid);
      mark ("B|%d|queueBuffer", own_pid);
      mark ("C|%d|" LAYER "|%d", own_pid, g_atomic_int_add (&stage->n_buffers, 1) + 1);
      mark ("E|%d", own_pid);

      const gint64 last_ns = mark ("E|%d", own_pid);

      flockfile (out);
      fprintf (out, "picture\t%u\t%" G_GINT64_FORMAT "\n", number, last_ns);
      funlockfile (out);
    }
  log_thread ("UnityMain", counted_ns, &before, since_ns);
  return NULL;
}

static void
play_game (void)
{
  pthread_t thread;

  own_pid = (int) getpid ();
  be ("m.example.game", 0);
  pthread_create (&thread, NULL, play_engine, NULL);
  pthread_join (thread, NULL);
  _exit (0);
}

/* The compositor writes the counters of VSYNCs and of waiting buffers. */
static void
play_compositor (void)
{
  be ("surfaceflinger", 5);
  for (guint vsync = 0; vsync < N_VSYNCS; vsync++)
    {
      sleep_until (begin_ns + vsync * PERIOD_NS);
      mark ("C|%d|VSYNC-app|%u", (int) getpid (), vsync % 2);
      mark ("C|%d|VSYNC-sf|%u", (int) getpid (), vsync % 2);
      if (vsync > 0 && vsync % 2 == 0 && g_atomic_int_get (&stage->n_buffers) > 0)
        mark ("C|%d|" LAYER "|%d", (int) getpid (), g_atomic_int_add (&stage->n_buffers, -1) - 1);
      sem_post (&stage->vsync_app);
      if (vsync % 2 == 0)
        sem_post (&stage->vsync_engine);
    }

  sleep_until (begin_ns + N_VSYNCS * PERIOD_NS);
  g_atomic_int_set (&stage->is_over, 1);
  sem_post (&stage->vsync_app);
  sem_post (&stage->vsync_engine);
  sem_post (&stage->lock_wanted);
  _exit (0);
}

int
main (int argc,
      char **argv)
{
  if (argc != 3)
    return 2;

  g_autofree char *path = g_build_filename (argv[1], "trace_marker", NULL);
  pthread_t holder;

  marker_fd = open (path, O_WRONLY | O_CLOEXEC);
  out = fopen (argv[2], "a");
  stage = mmap (NULL, sizeof *stage, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (marker_fd < 0 || out == NULL || stage == MAP_FAILED)
    return 1;

  /* complete lines from both processes */
  setvbuf (out, NULL, _IOLBF, 0);
  sem_init (&stage->vsync_app, 1, 0);
  sem_init (&stage->vsync_engine, 1, 0);
  sem_init (&stage->lock_wanted, 1, 0);
  own_pid = (int) getpid ();
  begin_ns = get_ns (CLOCK_MONOTONIC) + 100000000;
  if (fork () == 0)
    play_compositor ();
  if (fork () == 0)
    play_game ();

  be ("m.example.list", 4);
  pthread_create (&holder, NULL, hold, NULL);
  play_views ();
  pthread_join (holder, NULL);
  while (wait (NULL) > 0)
    ;

  fclose (out);
  return 0;
}
