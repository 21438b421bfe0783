/* bench-input.c - generates large inputs for measurements
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The same bytes on every machine. The mix of lines is that of captures from phones: a third
 * scheduler switches, a tenth wakeups, half markers.
 */
#include "bench-input.h"

#include <errno.h>
#include <stdio.h>

#define N_CPUS 8
#define N_THREADS 64
#define N_PROCESSES 8
#define MAX_DEPTH 12
#define FIRST_PID 2000
#define FLUSH_BYTES (1024 * 1024)

static const char *const slice_names[] = {
  "Choreographer#doFrame", "input", "animation", "traversal", "measure", "layout", "draw", "Record View#draw()", "DrawFrames", "syncFrameState", "prepareTree", "flush commands",
  "eglSwapBuffersWithDamageKHR", "queueBuffer", "dequeueBuffer", "binder transaction", "binder reply", "onMessageInvalidate", "onMessageRefresh", "RV OnBindView", "RV CreateView", "inflate",
  "monitor contention with owner Worker-2 (4711) at void com.example.shop.Cache.put(java.lang.Object)(Cache.java:88) waiters=0",
  "androidx.recyclerview.widget.RecyclerView$Recycler.getViewForPosition"
};

/* The state of the simulated phone. */
typedef struct
{
  FILE *file;
  GString *text;
  gsize n_bytes;
  guint64 time_us;
  guint32 random;
  guint running[N_CPUS];
  guint depth[N_THREADS];
  guint n_async;
} Writer;

static guint32
next_random (guint32 *state,
             guint32 limit)
{
  *state = *state * 1664525u + 1013904223u;
  return (*state >> 8) % limit;
}

static void
flush (Writer *self)
{
  fwrite (self->text->str, 1, self->text->len, self->file);
  self->n_bytes += self->text->len;
  g_string_truncate (self->text, 0);
}

static int
get_pid (guint thread)
{
  return FIRST_PID + (int) (thread % N_PROCESSES) * 100;
}

static int
get_tid (guint thread)
{
  return get_pid (thread) + (int) (thread / N_PROCESSES);
}

static void
begin_line (Writer *self,
            guint cpu,
            const char *event)
{
  const guint thread = self->running[cpu];
  char name[16];

  self->time_us += next_random (&self->random, 7);
  g_snprintf (name, sizeof name, "thread-%u", thread);
  g_string_append_printf (self->text, "%16s-%-7d (%7d) [%03u] d..2. %5" G_GUINT64_FORMAT ".%06u: %s: ",
                          name, get_tid (thread), get_pid (thread), cpu, self->time_us / 1000000, (guint) (self->time_us % 1000000), event);
}

static void
write_switch (Writer *self,
              guint cpu)
{
  const guint prev = self->running[cpu];
  guint next = next_random (&self->random, N_THREADS);

  for (guint i = 0; i < N_CPUS; i++)
    if (self->running[i] == next)
      next = prev;
  begin_line (self, cpu, "sched_switch");
  g_string_append_printf (self->text, "prev_comm=thread-%u prev_pid=%d prev_prio=120 prev_state=%s ==> next_comm=thread-%u next_pid=%d next_prio=%u\n",
                          prev, get_tid (prev), next_random (&self->random, 3) == 0 ? "R" : "S", next, get_tid (next), 100 + next % 40);
  self->running[cpu] = next;
}

static void
write_wakeup (Writer *self,
              guint cpu)
{
  const guint thread = next_random (&self->random, N_THREADS);

  begin_line (self, cpu, next_random (&self->random, 2) == 0 ? "sched_waking" : "sched_wakeup");
  g_string_append_printf (self->text, "comm=thread-%u pid=%d prio=120 target_cpu=%03u\n", thread, get_tid (thread), cpu);
}

static void
write_slice (Writer *self,
             guint cpu)
{
  const guint thread = self->running[cpu];
  const guint depth = self->depth[thread];

  begin_line (self, cpu, "tracing_mark_write");
  if (depth > 0 && (depth == MAX_DEPTH || next_random (&self->random, 2) == 0))
    {
      g_string_append_printf (self->text, "E|%d\n", get_pid (thread));
      self->depth[thread]--;
      return;
    }
  g_string_append_printf (self->text, "B|%d|%s", get_pid (thread), slice_names[next_random (&self->random, G_N_ELEMENTS (slice_names))]);
  if (next_random (&self->random, 4) == 0)
    g_string_append_printf (self->text, " %u", next_random (&self->random, 20000));
  g_string_append_c (self->text, '\n');
  self->depth[thread]++;
}

static void
write_counter (Writer *self,
               guint cpu)
{
  begin_line (self, cpu, "tracing_mark_write");
  g_string_append_printf (self->text, "C|%d|counter-%u|%u\n", get_pid (self->running[cpu]), next_random (&self->random, 30), next_random (&self->random, 1000000));
}

/* Every start is followed by the end of the start eight before it. */
static void
write_async (Writer *self,
             guint cpu)
{
  const guint cookie = self->n_async++;

  begin_line (self, cpu, "tracing_mark_write");
  g_string_append_printf (self->text, "S|%d|net.request|%u\n", FIRST_PID, cookie);
  if (cookie < 8)
    return;
  begin_line (self, cpu, "tracing_mark_write");
  g_string_append_printf (self->text, "F|%d|net.request|%u\n", FIRST_PID, cookie - 8);
}

static void
write_idle (Writer *self,
            guint cpu)
{
  begin_line (self, cpu, "cpu_idle");
  g_string_append_printf (self->text, "state=%s cpu_id=%u\n", next_random (&self->random, 2) == 0 ? "1" : "4294967295", cpu);
}

static void
write_line (Writer *self)
{
  const guint cpu = next_random (&self->random, N_CPUS);
  const guint kind = next_random (&self->random, 100);

  if (kind < 34)
    write_switch (self, cpu);
  else if (kind < 45)
    write_wakeup (self, cpu);
  else if (kind < 88)
    write_slice (self, cpu);
  else if (kind < 92)
    write_counter (self, cpu);
  else if (kind < 94)
    write_async (self, cpu);
  else
    write_idle (self, cpu);
}

static FILE *
open_file (const char *path,
           GError **error)
{
  FILE *file = fopen (path, "wb");

  if (file == NULL)
    g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (errno), "%s: %s", path, g_strerror (errno));
  return file;
}

static gboolean
close_file (FILE *file,
            const char *path,
            GError **error)
{
  const gboolean is_written = ferror (file) == 0;

  if (fclose (file) == 0 && is_written)
    return TRUE;

  g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_FAILED, "%s could not be written", path);
  return FALSE;
}

gboolean
bench_write_ftrace (const char *path,
                    gsize n_bytes,
                    GError **error)
{
  g_autoptr (GString) text = g_string_sized_new (FLUSH_BYTES + 4096);
  Writer writer = { .text = text, .time_us = 1000000, .random = 1, .file = open_file (path, error) };

  if (writer.file == NULL)
    return FALSE;

  for (guint i = 0; i < N_CPUS; i++)
    writer.running[i] = i;
  g_string_append (text, "# tracer: nop\n#\n");
  while (writer.n_bytes + text->len < n_bytes)
    {
      write_line (&writer);
      if (text->len > FLUSH_BYTES)
        flush (&writer);
    }
  flush (&writer);

  return close_file (writer.file, path, error);
}

#define N_METHODS 3000
#define N_METHOD_THREADS 8
#define MAX_METHOD_DEPTH 48

static void
append_number (GString *out,
               guint64 number,
               guint n_bytes)
{
  for (guint i = 0; i < n_bytes; i++)
    g_string_append_c (out, (char) (number >> (8 * i) & 0xff));
}

static void
append_key (GString *out,
            guint n_methods,
            guint n_threads)
{
  g_string_append (out, "*version\n3\ndata-file-overflow=false\nclock=dual\nvm=art\n*threads\n");
  for (guint i = 1; i <= n_threads; i++)
    g_string_append_printf (out, "%u\tthread-%u\n", i, i);
  g_string_append (out, "*methods\n");
  for (guint i = 1; i <= n_methods; i++)
    g_string_append_printf (out, "0x%x\tcom.example.shop.Class%u\tmethod%u\t(Ljava/lang/String;I)V\tClass%u.java\n", i << 2, i / 12, i, i / 12);
  g_string_append (out, "*end\n");
  append_number (out, 0x574f4c53, 4);
  append_number (out, 3, 2);
  append_number (out, 32, 2);
  append_number (out, 0, 8);
  append_number (out, 14, 2);
  append_number (out, 0, 8);
  append_number (out, 0, 6);
}

/* A thread of the method trace. */
typedef struct
{
  guint32 cpu_us;
  guint depth;
  guint32 methods[MAX_METHOD_DEPTH];
} Stack;

static guint32
step (Stack *self,
      guint32 *random)
{
  if (self->depth > 0 && (self->depth == MAX_METHOD_DEPTH || next_random (random, 2) == 0))
    return self->methods[--self->depth] | 1;

  self->methods[self->depth] = (1 + next_random (random, N_METHODS)) << 2;
  return self->methods[self->depth++];
}

gboolean
bench_write_traceview (const char *path,
                       guint n_records,
                       GError **error)
{
  g_autoptr (GString) out = g_string_sized_new (FLUSH_BYTES + 4096);
  Stack stacks[N_METHOD_THREADS] = { 0 };
  FILE *file = open_file (path, error);
  guint32 random = 1;
  guint32 wall_us = 0;

  if (file == NULL)
    return FALSE;

  append_key (out, N_METHODS, N_METHOD_THREADS);
  for (guint i = 0; i < n_records; i++)
    {
      const guint thread = next_random (&random, N_METHOD_THREADS);

      wall_us += next_random (&random, 4);
      stacks[thread].cpu_us += next_random (&random, 3);
      append_number (out, thread + 1, 2);
      append_number (out, step (&stacks[thread], &random), 4);
      append_number (out, stacks[thread].cpu_us, 4);
      append_number (out, wall_us, 4);
      if (out->len > FLUSH_BYTES || i + 1 == n_records)
        {
          fwrite (out->str, 1, out->len, file);
          g_string_truncate (out, 0);
        }
    }

  return close_file (file, path, error);
}

#define N_CALLEES 6
#define SWITCH_EVERY 50

/* A thread of a shape. */
typedef struct
{
  GArray *methods; /* (element-type guint32) owned: their numbers, from 0 */
  guint32 cpu_us;
} Calls;

static void
clear_calls (gpointer calls)
{
  g_array_unref (((Calls *) calls)->methods);
}

/* Three of five records are entries while there is room, so that stacks reach their maximum depth. */
static guint32
step_shape (Calls *self,
            const BenchShape *shape,
            guint32 *random)
{
  const guint depth = self->methods->len;
  const guint32 caller = depth > 0 ? g_array_index (self->methods, guint32, depth - 1) : next_random (random, shape->n_methods);
  const guint32 callee = (caller * 31 + next_random (random, N_CALLEES) * 7 + 1) % shape->n_methods;

  if (depth == shape->max_depth || (depth > 0 && next_random (random, 100) >= (depth < shape->max_depth / 2 ? 60 : 40)))
    {
      g_array_set_size (self->methods, depth - 1);
      return (caller + 1) << 2 | 1;
    }

  g_array_append_val (self->methods, callee);
  return (callee + 1) << 2;
}

static GArray *
new_threads (guint n_threads)
{
  GArray *threads = g_array_new (FALSE, FALSE, sizeof (Calls));

  g_array_set_clear_func (threads, clear_calls);
  for (guint i = 0; i < n_threads; i++)
    {
      const Calls calls = { g_array_new (FALSE, FALSE, sizeof (guint32)), 0 };

      g_array_append_val (threads, calls);
    }

  return threads;
}

gboolean
bench_write_shape (const char *path,
                   const BenchShape *shape,
                   guint n_records,
                   GError **error)
{
  g_autoptr (GString) out = g_string_sized_new (FLUSH_BYTES + 4096);
  g_autoptr (GArray) threads = new_threads (shape->n_threads);
  FILE *file = open_file (path, error);
  guint32 random = 1;
  guint32 wall_us = 0;
  guint thread = 0;

  if (file == NULL)
    return FALSE;

  append_key (out, shape->n_methods, shape->n_threads);
  for (guint i = 0; i < n_records; i++)
    {
      Calls *calls;

      if (next_random (&random, SWITCH_EVERY) == 0)
        thread = next_random (&random, shape->n_threads);
      calls = &g_array_index (threads, Calls, thread);
      wall_us += next_random (&random, 4);
      calls->cpu_us += next_random (&random, 3);
      append_number (out, thread + 1, 2);
      append_number (out, step_shape (calls, shape, &random), 4);
      append_number (out, calls->cpu_us, 4);
      append_number (out, wall_us, 4);
      if (out->len > FLUSH_BYTES || i + 1 == n_records)
        {
          fwrite (out->str, 1, out->len, file);
          g_string_truncate (out, 0);
        }
    }

  return close_file (file, path, error);
}
