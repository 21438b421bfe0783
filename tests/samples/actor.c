/* actor.c - the threads of a simulated phone during a recording
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "actor.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdarg.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

/* The kernel cuts thread names at this length. */
#define MAX_COMM 15

typedef struct
{
  Role role;
  Actor actor;
} Part;

static gint64
clock_ns (clockid_t clock)
{
  struct timespec time;

  clock_gettime (clock, &time);
  return time.tv_sec * G_GINT64_CONSTANT (1000000000) + time.tv_nsec;
}

gint64
now_ns (void)
{
  return clock_ns (CLOCK_MONOTONIC);
}

void
sleep_until (gint64 time_ns)
{
  const struct timespec time = { time_ns / 1000000000, time_ns % 1000000000 };

  while (clock_nanosleep (CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL) == EINTR)
    ;
}

void
sleep_us (gint64 duration_us)
{
  sleep_until (now_ns () + duration_us * 1000);
}

/* Uses that much CPU time, however often other threads run in between. */
void
burn_us (Actor *self,
         gint64 duration_us)
{
  const gint64 end_ns = clock_ns (CLOCK_THREAD_CPUTIME_ID) + duration_us * 1000;

  while (clock_ns (CLOCK_THREAD_CPUTIME_ID) < end_ns)
    g_rand_int (self->random);
}

void
burn_about_us (Actor *self,
               gint64 duration_us)
{
  burn_us (self, (gint64) ((double) duration_us * g_rand_double_range (self->random, 0.7, 1.35)));
}

/* Files are created in the current folder, which must be on a disk. */
void
write_and_sync (Actor *self,
                const char *name,
                gsize n_bytes)
{
  g_autofree guint8 *bytes = g_malloc (n_bytes);
  const int fd = open (name, O_CREAT | O_WRONLY | O_CLOEXEC, 0600);

  memset (bytes, g_rand_int_range (self->random, 0, 256), n_bytes);
  if (fd < 0 || pwrite (fd, bytes, n_bytes, 0) < 0 || fsync (fd) < 0)
    g_printerr ("%s: %s\n", name, g_strerror (errno));
  close (fd);
}

/* Each step waits for the disk, like a database that commits every row. */
void
write_in_steps (Actor *self,
                const char *name,
                gint64 duration_us)
{
  const gint64 end_ns = now_ns () + duration_us * 1000;
  const int fd = open (name, O_CREAT | O_WRONLY | O_DSYNC | O_CLOEXEC, 0600);
  guint8 page[4096];

  memset (page, g_rand_int_range (self->random, 0, 256), sizeof page);
  for (gsize i = 0; now_ns () < end_ns; i++)
    if (fd < 0 || pwrite (fd, page, sizeof page, (off_t) (i % 64 * sizeof page)) < 0)
      {
        g_printerr ("%s: %s\n", name, g_strerror (errno));
        break;
      }
  close (fd);
}

/* O_DIRECT makes the read wait for the disk, as on a phone with little memory. */
void
read_past_cache (Actor *self,
                 const char *name)
{
  const gsize n_block_bytes = 64 * 1024;
  g_autofree guint8 *memory = g_malloc (n_block_bytes + 4096);
  guint8 *const block = (guint8 *) (((guintptr) memory + 4095) & ~(guintptr) 4095);
  const int fd = open (name, O_RDONLY | O_DIRECT | O_CLOEXEC);

  while (read (fd, block, n_block_bytes) > 0)
    burn_about_us (self, 120);
  close (fd);
}

void
mark (Actor *self,
      const char *format,
      ...)
{
  g_autofree char *text = NULL;
  va_list args;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  /* EBADF means that nothing is being recorded. */
  if (write (self->marker_fd, text, strlen (text)) < 0 && errno != EBADF)
    g_printerr ("trace_marker: %s\n", g_strerror (errno));
}

void
call_init (Call *self)
{
  sem_init (&self->semaphore, TRUE, 0);
}

void
call_make (Call *self,
           gint64 value)
{
  __atomic_store_n (&self->value, value, __ATOMIC_RELEASE);
  sem_post (&self->semaphore);
}

gint64
call_wait (Call *self)
{
  while (sem_wait (&self->semaphore) != 0)
    ;
  return __atomic_load_n (&self->value, __ATOMIC_ACQUIRE);
}

/* Skips calls that came while nothing waited for them, as a choreographer does with VSYNCs. */
gint64
call_wait_latest (Call *self)
{
  gint64 value = call_wait (self);

  while (sem_trywait (&self->semaphore) == 0)
    value = __atomic_load_n (&self->value, __ATOMIC_ACQUIRE);
  return value;
}

gpointer
shared_memory_new (gsize n_bytes)
{
  gpointer memory = mmap (NULL, n_bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

  g_assert (memory != MAP_FAILED);
  return memory;
}

/* Phones cut long package names at the front. */
static void
take_name (const char *name)
{
  g_auto (GStrv) parts = g_strsplit (name, "*", 2);
  g_autofree char *full = parts[1] == NULL ? g_strdup (name) : g_strdup_printf ("%s%d%s", parts[0], getpid (), parts[1]);
  const gsize n_bytes = strlen (full);

  prctl (PR_SET_NAME, n_bytes > MAX_COMM && strchr (full, '.') != NULL ? full + n_bytes - MAX_COMM : full);
}

static void
take_priority (int priority)
{
  const struct sched_param parameters = { .sched_priority = priority };

  if (priority > 0 && sched_setscheduler (0, SCHED_FIFO, &parameters) != 0)
    g_printerr ("SCHED_FIFO: %s\n", g_strerror (errno));
}

static gpointer
part_play (gpointer data)
{
  Part *self = data;

  take_name (self->role.name);
  take_priority (self->role.priority);
  self->role.play (&self->actor);
  g_rand_free (self->actor.random);
  g_free (self);
  return NULL;
}

static Part *
part_new (const Role *role,
          gpointer stage,
          int marker_fd,
          guint32 seed)
{
  Part *self = g_new0 (Part, 1);

  self->role = *role;
  self->actor.stage = stage;
  self->actor.marker_fd = marker_fd;
  self->actor.pid = getpid ();
  self->actor.random = g_rand_new_with_seed (seed);
  return self;
}

/* Does not return: the process is killed by its parent. */
static void
cast_play (const Cast *self,
           gpointer stage,
           int marker_fd)
{
  prctl (PR_SET_PDEATHSIG, 9);
  take_name (self->comm);
  for (guint i = 1; i < self->n_roles; i++)
    g_thread_unref (g_thread_new (NULL, part_play, part_new (&self->roles[i], stage, marker_fd, i)));
  part_play (part_new (&self->roles[0], stage, marker_fd, 0));
  for (;;)
    pause ();
}

int
cast_start (const Cast *self,
            gpointer stage,
            int marker_fd)
{
  const int pid = fork ();

  if (pid == 0)
    cast_play (self, stage, marker_fd);
  return pid;
}
