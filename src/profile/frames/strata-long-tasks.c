/* strata-long-tasks.c - slices that kept a thread busy for too long
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-long-tasks.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "strata-span-text.h"
#include "strata-waits.h"

/* A task is a main thread's work for one message of its queue: an outermost slice or, inside the
 * slices that run the queue (Looper.loop and its callers), their direct calls. Waiting for the next
 * message is not a task, however long it takes, nor is any other slice that only waits. A custom
 * limit applies more widely: a limit for names to slices of all threads and depths, a limit for
 * threads to their tasks. The limit of a name or thread is looked up once. A task that did not
 * finish lasted at least until its thread was last seen, unless its end was lost. */

#define THREAD_PREFIX "thread:"

typedef struct
{
  GPatternSpec *pattern; /* owned */
  gboolean is_thread;
  gint64 limit_ns;
} Limit;

struct _StrataTaskLimits
{
  gint64 warn_ns;
  gint64 severe_ns;
  GArray *own; /* (element-type Limit) owned */
};

static void
limit_clear (gpointer data)
{
  g_pattern_spec_free (((Limit *) data)->pattern);
}

/**
 * strata_task_limits_new:
 * @warn_ns: how long a task of a main thread may take
 * @severe_ns: how long it may take before it is severe
 *
 * Returns: (transfer full): limits
 */
StrataTaskLimits *
strata_task_limits_new (gint64 warn_ns,
                        gint64 severe_ns)
{
  StrataTaskLimits *self = g_new0 (StrataTaskLimits, 1);

  self->warn_ns = warn_ns;
  self->severe_ns = severe_ns;
  self->own = g_array_new (FALSE, FALSE, sizeof (Limit));
  g_array_set_clear_func (self->own, limit_clear);
  return self;
}

/**
 * strata_task_limits_add:
 * @self: limits
 * @text: `NAME=TIME` or `thread:NAME=TIME`, such as `JSON.parse=20ms`; names may contain * and ?
 * @error: return location for an error
 *
 * Adds a custom limit for slices by name, or for the outermost slices of threads by name. Of several that match, the
 * last one counts.
 *
 * Returns: whether the text could be read
 */
gboolean
strata_task_limits_add (StrataTaskLimits *self,
                        const char *text,
                        GError **error)
{
  const char *equals = strrchr (text, '=');
  Limit limit = { .is_thread = g_str_has_prefix (text, THREAD_PREFIX) };
  const char *name = limit.is_thread ? text + strlen (THREAD_PREFIX) : text;

  if (equals == NULL || equals <= name || !strata_duration_parse (equals + 1, &limit.limit_ns))
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, _ ("“%s” is not a limit: expected NAME=TIME or thread:NAME=TIME, such as JSON.parse=20ms"), text);
      return FALSE;
    }

  g_autofree char *pattern = g_strndup (name, (gsize) (equals - name));

  g_array_append_val (self->own, limit);
  g_array_index (self->own, Limit, self->own->len - 1).pattern = g_pattern_spec_new (pattern);
  return TRUE;
}

void
strata_task_limits_free (StrataTaskLimits *self)
{
  if (self == NULL)
    return;

  g_array_unref (self->own);
  g_free (self);
}

typedef struct
{
  StrataTrace *trace;             /* borrowed */
  const StrataTaskLimits *limits; /* borrowed */
  const StrataSliceTable *table;  /* borrowed */
  gint64 *by_name;                /* owned: limit by string id, -1 for none; NULL without limits for names */
  guint8 *waits;                  /* owned: StrataWaitKind by string id */
  GArray *tasks;                  /* (element-type StrataLongTask) owned */
} Finder;

static gint64
find_limit (const StrataTaskLimits *limits,
            const char *name,
            gboolean is_thread)
{
  for (guint i = limits->own->len; i-- > 0;)
    {
      const Limit *limit = &g_array_index (limits->own, Limit, i);

      if (limit->is_thread == is_thread && g_pattern_spec_match_string (limit->pattern, name))
        return limit->limit_ns;
    }

  return -1;
}

static void
find_name_limits (Finder *self)
{
  const StrataStringPool *strings = strata_trace_get_strings (self->trace);
  const guint32 n_strings = strata_string_pool_get_n_strings (strings);

  if (self->limits->own->len == 0)
    return;

  self->by_name = g_new (gint64, MAX (n_strings, 1));
  for (guint32 i = 0; i < n_strings; i++)
    self->by_name[i] = find_limit (self->limits, strata_string_pool_get (strings, i), FALSE);
}

static StrataWaitKind
get_wait (const Finder *self,
          guint32 slice)
{
  return self->waits[self->table->name[slice]];
}

static gboolean
is_sampled (const Finder *self,
            guint32 slice)
{
  return (strata_slice_table_get_flags (self->table, slice) & STRATA_SLICE_SAMPLED) != 0;
}

/* Marks the slices that run the queue of a thread: those around a wait for its next message. Queues
 * that a handled message runs are ignored. A stack that was sampled during a task begins outside of
 * it, with the slices that run the queue. */
static void
mark_loops (const Finder *self,
            const StrataTrack *track,
            guint8 *is_loop)
{
  const guint32 end = track->first_slice + track->n_slices;

  for (guint32 i = track->first_slice; i < end; i++)
    {
      if (get_wait (self, i) != STRATA_WAIT_QUEUE && get_wait (self, i) != STRATA_WAIT_LOOP)
        continue;

      is_loop[i - track->first_slice] = TRUE;
      for (guint32 parent = strata_trace_find_parent (self->trace, i); parent != STRATA_NONE; parent = strata_trace_find_parent (self->trace, parent))
        {
          if (is_loop[parent - track->first_slice] || get_wait (self, parent) == STRATA_WAIT_DISPATCH || is_sampled (self, parent) != is_sampled (self, i))
            break;
          is_loop[parent - track->first_slice] = TRUE;
        }
    }
}

/* A slice without an end in which messages are handled does not hold them up: it runs their queue, or has lost its end. */
static void
mark_handling (const Finder *self,
               const StrataTrack *track,
               guint8 *is_loop)
{
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint n_marked = 0;

  for (guint32 i = track->first_slice; i < track->first_slice + track->n_slices; i++)
    {
      if (is_sampled (self, i))
        continue;
      while (open->len > 0 && self->table->subtree_end[g_array_index (open, guint32, open->len - 1)] <= i)
        g_array_set_size (open, open->len - 1);

      n_marked = MIN (n_marked, open->len);
      for (; get_wait (self, i) == STRATA_WAIT_DISPATCH && n_marked < open->len; n_marked++)
        is_loop[g_array_index (open, guint32, n_marked) - track->first_slice] = TRUE;
      if ((strata_slice_table_get_flags (self->table, i) & STRATA_SLICE_UNFINISHED) != 0)
        g_array_append_val (open, i);
    }
}

/* For each slice of a track: the next one with its name, or the end of the track. */
static guint32 *
list_next_alike (const Finder *self,
                 const StrataTrack *track)
{
  const guint32 end = track->first_slice + track->n_slices;
  g_autoptr (GHashTable) by_name = g_hash_table_new (NULL, NULL);
  guint32 *next = g_new (guint32, MAX (track->n_slices, 1));

  for (guint32 i = end; i-- > track->first_slice;)
    {
      const gpointer name = GUINT_TO_POINTER (self->table->name[i]);
      const guint32 alike = GPOINTER_TO_UINT (g_hash_table_lookup (by_name, name));

      next[i - track->first_slice] = alike > 0 ? alike - 1 : end;
      g_hash_table_insert (by_name, name, GUINT_TO_POINTER (i + 1));
    }

  return next;
}

/* If packets were lost, a slice without an end that contains another one of its name has probably lost its end, and
 * the tasks after it appear to be its calls. So do those below it that lost their ends, too. */
static void
mark_lost (const Finder *self,
           const StrataTrack *track,
           guint8 *is_loop)
{
  const StrataDiagnostics *diagnostics = strata_trace_get_diagnostics (self->trace);
  const guint32 first = track->first_slice;
  const guint32 end = first + track->n_slices;
  guint32 lost = STRATA_NONE;
  guint32 alike = end; /* the next slice with the name of the lost one */

  if (strata_diagnostics_get_count (diagnostics, STRATA_DIAGNOSTIC_LOST_PACKETS) == 0)
    return;

  g_autofree guint32 *next = list_next_alike (self, track);

  for (guint32 i = first; i < end; i++)
    {
      if ((strata_slice_table_get_flags (self->table, i) & STRATA_SLICE_UNFINISHED) == 0 || is_sampled (self, i))
        continue;
      if (lost != STRATA_NONE && i >= self->table->subtree_end[lost])
        lost = STRATA_NONE;
      while (lost != STRATA_NONE && alike <= i)
        alike = next[alike - first];
      if (next[i - first] >= self->table->subtree_end[i] && (lost == STRATA_NONE || alike >= self->table->subtree_end[i]))
        continue;

      is_loop[i - first] = TRUE;
      if (lost == STRATA_NONE)
        lost = alike = i;
    }
}

/* Whether a slice only waits. If the CPU time is known, the name alone does not decide. */
static gboolean
is_waiting (const Finder *self,
            guint32 slice)
{
  if (!strata_wait_is_idle (get_wait (self, slice)))
    return FALSE;

  return !strata_trace_has_cpu_time (self->trace, slice) || 2 * strata_slice_table_get_cpu_ns (self->table, slice) <= strata_slice_table_get_wall_ns (self->table, slice);
}

static void
set_level (const Finder *self,
           StrataLongTask *task,
           gint64 wall_ns)
{
  if (!task->is_custom)
    {
      task->is_severe = wall_ns > self->limits->severe_ns;
      task->level = task->is_severe ? STRATA_LONG_TASK_SEVERE : STRATA_LONG_TASK_WARNING;
      task->limit_ns = task->is_severe ? self->limits->severe_ns : self->limits->warn_ns;
    }

  if ((strata_slice_table_get_flags (self->table, task->slice) & STRATA_SLICE_UNFINISHED) != 0)
    task->level = STRATA_LONG_TASK_UNFINISHED;
}

static void
check_slice (Finder *self,
             guint32 slice,
             guint32 thread,
             gboolean is_task,
             gint64 task_limit_ns)
{
  const gint64 wall_ns = strata_slice_table_get_wall_ns (self->table, slice);
  const gint64 name_ns = self->by_name != NULL ? self->by_name[self->table->name[slice]] : -1;
  const gint64 own_ns = name_ns >= 0 || !is_task ? name_ns : task_limit_ns;
  StrataLongTask task = { .slice = slice, .thread = thread, .is_custom = own_ns >= 0, .limit_ns = own_ns };

  /* a sampled stack is not a task, only a view into one */
  if ((own_ns < 0 && !is_task) || is_sampled (self, slice))
    return;
  if (name_ns < 0 && is_waiting (self, slice))
    return;

  set_level (self, &task, wall_ns);
  if (wall_ns > task.limit_ns)
    g_array_append_val (self->tasks, task);
}

/* Pages and the GPU of Chrome have a main thread of that name, whatever its id: in a sandbox ids of threads are others, and
 * on Android the first thread is that of Java. */
static gboolean
is_main_of_chrome (const char *name)
{
  return g_str_has_prefix (name, "Cr") && g_str_has_suffix (name, "Main");
}

/* Without limits for names, only tasks count, and the slices inside are skipped. */
static void
check_thread (Finder *self,
              const StrataTrack *track)
{
  const StrataThread *thread = strata_trace_get_threads (self->trace, NULL) + track->thread;
  const char *name = strata_trace_get_string (self->trace, thread->name);
  const gint64 thread_limit_ns = find_limit (self->limits, name, TRUE);
  const gboolean has_tasks = thread_limit_ns >= 0 || strata_trace_is_main_thread (self->trace, thread) || is_main_of_chrome (name);
  const guint32 end = track->first_slice + track->n_slices;
  guint32 next_task = track->first_slice;

  if (!has_tasks && self->by_name == NULL)
    return;

  g_autofree guint8 *is_loop = g_new0 (guint8, MAX (track->n_slices, 1));

  mark_loops (self, track, is_loop);
  mark_handling (self, track, is_loop);
  mark_lost (self, track, is_loop);
  for (guint32 i = track->first_slice; i < end; i = self->by_name != NULL ? i + 1 : MAX (next_task, i + 1))
    {
      const gboolean is_task = has_tasks && i >= next_task && !is_loop[i - track->first_slice];

      if (is_task)
        next_task = self->table->subtree_end[i];
      check_slice (self, i, track->thread, is_task, thread_limit_ns);
    }
}

/* The string is not the name of a slice seen so far. */
#define NOT_READ G_MAXUINT8

/* Reads only names of calls, which are fewer than all strings. */
static void
read_names (Finder *self)
{
  const StrataStringPool *strings = strata_trace_get_strings (self->trace);
  const guint32 n_strings = strata_string_pool_get_n_strings (strings);

  self->waits = g_malloc (MAX (n_strings, 1));
  memset (self->waits, NOT_READ, n_strings);
  for (guint32 i = 0; i < self->table->first_async; i++)
    {
      const guint32 name = self->table->name[i];

      if (G_UNLIKELY (self->waits[name] == NOT_READ))
        self->waits[name] = (guint8) strata_wait_parse (strata_string_pool_get (strings, name));
    }
}

/**
 * strata_long_tasks_find:
 * @trace: a trace
 * @limits: the limits
 *
 * Finds the slices that took too long.
 *
 * Returns: (transfer full) (element-type StrataLongTask): the slices, thread by thread, sorted by begin within each
 */
GArray *
strata_long_tasks_find (StrataTrace *trace,
                        const StrataTaskLimits *limits)
{
  g_return_val_if_fail (STRATA_IS_TRACE (trace), NULL);

  Finder self = { .trace = trace, .limits = limits, .table = strata_trace_get_slices (trace) };
  guint n_tracks;
  const StrataTrack *tracks = strata_trace_get_tracks (trace, &n_tracks);

  self.tasks = g_array_new (FALSE, FALSE, sizeof (StrataLongTask));
  find_name_limits (&self);
  read_names (&self);
  for (guint i = 0; i < n_tracks; i++)
    if (tracks[i].kind == STRATA_TRACK_THREAD)
      check_thread (&self, &tracks[i]);

  g_free (self.by_name);
  g_free (self.waits);
  return self.tasks;
}

/**
 * strata_long_task_level_get_id:
 * @level: a level
 *
 * Returns: (transfer none): its stable name for programs
 */
const char *
strata_long_task_level_get_id (StrataLongTaskLevel level)
{
  static const char *const ids[] = { "warning", "severe", "unfinished" };

  return ids[level];
}

/**
 * strata_long_task_level_get_name:
 * @level: a level
 *
 * Returns: (transfer none): its name for the user, translated
 */
const char *
strata_long_task_level_get_name (StrataLongTaskLevel level)
{
  static const char *const names[] = { N_ ("Warning"), N_ ("Severe"), N_ ("Not finished") };

  return _ (names[level]);
}
