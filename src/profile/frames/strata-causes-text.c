/* strata-causes-text.c - causes as sentences
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "strata-causes-private.h"
#include "strata-method-signature.h"
#include "strata-short-text.h"
#include "strata-trace-titles.h"
#include "strata-units.h"

static const char *const ids[STRATA_N_CAUSE_KINDS] = {
  [STRATA_CAUSE_WORK] = "work",
  [STRATA_CAUSE_CPU] = "cpu",
  [STRATA_CAUSE_IO] = "io",
  [STRATA_CAUSE_BLOCKED] = "blocked",
  [STRATA_CAUSE_LOCK] = "lock",
  [STRATA_CAUSE_BINDER] = "binder",
  [STRATA_CAUSE_GC] = "gc",
  [STRATA_CAUSE_PREVIOUS] = "previous-frame",
  [STRATA_CAUSE_TASK] = "task",
  [STRATA_CAUSE_RENDER] = "render",
  [STRATA_CAUSE_BUFFER] = "buffer",
  [STRATA_CAUSE_GPU] = "gpu",
  [STRATA_CAUSE_RECLAIM] = "reclaim",
  [STRATA_CAUSE_SLEEP] = "sleep",
  [STRATA_CAUSE_OFF_CPU] = "off-cpu",
  [STRATA_CAUSE_VSYNC] = "missed-vsync",
  [STRATA_CAUSE_UNKNOWN] = "unknown",
  [STRATA_CAUSE_RENDER_LATE] = "render-late",
  [STRATA_CAUSE_FREQUENCY] = "frequency",
  [STRATA_CAUSE_CLUSTER] = "cluster",
  [STRATA_CAUSE_LIMIT] = "cpu-limit",
  [STRATA_CAUSE_GPU_FREQUENCY] = "gpu-frequency",
  [STRATA_CAUSE_KILL] = "kill",
};

/* Returns its stable name for programs. */
const char *
strata_cause_kind_get_id (StrataCauseKind kind)
{
  return ids[kind];
}

#define MAX_NAME_CHARS 80

static char *
dup_short (const StrataCauses *self,
           guint32 id)
{
  g_autofree char *name = strata_method_signature_dup (strata_trace_get_string (self->trace, id), STRATA_SIGNATURE_SHORT);

  return strata_short_text_dup_name (name, MAX_NAME_CHARS);
}

/* "in NAME", or "outside of any slice". */
static char *
dup_place (const StrataCauses *self,
           const StrataCause *cause)
{
  g_autofree char *name = dup_short (self, cause->name);

  return cause->name != STRATA_STRING_EMPTY ? g_strdup_printf (_ ("in “%s”"), name) : g_strdup (_ ("outside of any slice"));
}

static char *
dup_thread (const StrataCauses *self,
            guint32 thread)
{
  if (thread == STRATA_NONE)
    return g_strdup (_ ("unknown"));

  const StrataThread *row = strata_trace_get_threads (self->trace, NULL) + thread;
  const char *name = strata_trace_get_string (self->trace, row->name);
  g_autofree char *title = strata_trace_titles_dup_thread_within (self->trace, thread);
  const char *process = row->process != STRATA_NONE ? strata_trace_get_string (self->trace, strata_trace_get_processes (self->trace, NULL)[row->process].name) : "";

  if (*name == '\0' || *process == '\0' || row->process == self->process || g_str_equal (process, name))
    return g_steal_pointer (&title);

  /* Translators: a thread of a process */
  return g_strdup_printf (_ ("%s of %s"), title, process);
}

static char *
dup_lock (const StrataCauses *self,
          const StrataCause *cause,
          const char *place)
{
  g_autofree char *owner = dup_thread (self, cause->other);
  g_autofree char *detail = dup_short (self, cause->detail);

  if (cause->other == STRATA_NONE)
    return *detail != '\0' ? g_strdup_printf (_ ("Waited for a lock %s (%s)"), place, detail) : g_strdup_printf (_ ("Waited for a lock %s"), place);

  return *detail != '\0' ? g_strdup_printf (_ ("Waited for a lock that %s held (%s)"), owner, detail) : g_strdup_printf (_ ("Waited for a lock %s until %s woke it"), place, owner);
}

/* Without scheduling data, the waker is not known: the other thread is the one that was called. */
static gboolean
is_called (const StrataCauses *self,
           const StrataCause *cause)
{
  return cause->kind == STRATA_CAUSE_BINDER && strata_trace_get_threads (self->trace, NULL)[cause->thread].n_states == 0;
}

static char *
dup_wait (const StrataCauses *self,
          const char *what,
          const StrataCause *cause,
          const char *place)
{
  g_autofree char *detail = dup_short (self, cause->detail);
  g_autofree char *waker = dup_thread (self, cause->other);
  GString *text = g_string_new (what);

  g_string_append_printf (text, " %s", place);
  if (*detail != '\0')
    g_string_append_printf (text, " (%s)", detail);
  if (cause->other != STRATA_NONE && is_called (self, cause))
    g_string_append_printf (text, _ ("; %s had to answer first"), waker);
  else if (cause->other != STRATA_NONE)
    g_string_append_printf (text, _ (", woken by %s"), waker);
  else if (cause->is_by_interrupt && cause->kind == STRATA_CAUSE_SLEEP)
    g_string_append (text, _ (", ended by a timer"));
  if (cause->is_inferred)
    g_string_append (text, _ (": an uninterruptible sleep ended by the completion of a disk request"));

  return g_string_free (text, FALSE);
}

/* Below this share, other threads had the CPU for a part of the time, too. */
#define MIN_WHOLE_SHARE 0.95

static char *
dup_no_cpu (const StrataCause *cause,
            const char *other)
{
  char duration[STRATA_UNITS_BYTES];

  if (cause->other == STRATA_NONE)
    return g_strdup (_ ("Ready to run, but without a CPU"));
  if ((double) cause->other_ns >= MIN_WHOLE_SHARE * (double) cause->total_ns)
    return g_strdup_printf (_ ("Ready to run, but %s had the CPU"), other);

  /* Translators: a thread, a duration */
  return g_strdup_printf (_ ("Ready to run, but without a CPU; %s had it the longest, for %s"), other, strata_units_duration (cause->other_ns, duration));
}

/**
 * strata_causes_dup_text:
 * @self: causes
 * @cause: index of one of them
 *
 * Returns: (transfer full): the cause as a sentence without its share, translated
 */
char *
strata_causes_dup_text (const StrataCauses *self,
                        guint cause)
{
  const StrataCause *row = &g_array_index (self->causes, StrataCause, cause);
  g_autofree char *place = dup_place (self, row);
  g_autofree char *thread = dup_thread (self, row->thread);
  g_autofree char *other = dup_thread (self, row->other);
  g_autofree char *name = dup_short (self, row->name);
  char frequency[STRATA_UNITS_BYTES];

  switch (row->kind)
    {
    case STRATA_CAUSE_WORK:
      return g_strdup_printf (row->is_inferred ? _ ("Own time %s on %s, running or waiting") : _ ("Own work %s on %s"), place, thread);
    case STRATA_CAUSE_CPU:
      return dup_no_cpu (row, other);
    case STRATA_CAUSE_IO:
      return dup_wait (self, _ ("Waited for I/O"), row, place);
    case STRATA_CAUSE_BLOCKED:
      return dup_wait (self, _ ("Blocked in the kernel"), row, place);
    case STRATA_CAUSE_LOCK:
      return dup_lock (self, row, place);
    case STRATA_CAUSE_BINDER:
      return dup_wait (self, _ ("Waited for another process to answer"), row, place);
    case STRATA_CAUSE_GC:
      return dup_wait (self, _ ("Collected garbage"), row, place);
    case STRATA_CAUSE_PREVIOUS:
      return g_strdup_printf (_ ("The thread was still busy with the previous frame, “%s”"), name);
    case STRATA_CAUSE_TASK:
      return g_strdup_printf (_ ("The thread was still busy with “%s”, which is not a frame"), name);
    case STRATA_CAUSE_RENDER:
      return row->slice != STRATA_NONE ? dup_wait (self, _ ("Waited for the render thread"), row, place) : g_strdup_printf (_ ("Waited until %s began to render"), thread);
    case STRATA_CAUSE_BUFFER:
      return dup_wait (self, _ ("Waited for a free buffer"), row, place);
    case STRATA_CAUSE_GPU:
      return row->slice != STRATA_NONE ? dup_wait (self, _ ("Waited for the GPU"), row, place) : g_strdup_printf (_ ("The GPU was still drawing after %s had finished"), thread);
    case STRATA_CAUSE_RECLAIM:
      return dup_wait (self, _ ("Memory was short: the thread had to free some itself"), row, place);
    case STRATA_CAUSE_SLEEP:
      return dup_wait (self, _ ("Slept"), row, place);
    case STRATA_CAUSE_OFF_CPU:
      return g_strdup_printf (_ ("Did not run %s: it waited or had no CPU"), place);
    case STRATA_CAUSE_VSYNC:
      return g_strdup (row->is_inferred ? _ ("Started late after its VSYNC although its thread was in no slice") : _ ("Started late after its VSYNC although its thread was idle"));
    case STRATA_CAUSE_UNKNOWN:
      return g_strdup_printf (_ ("Unknown: no slices or scheduling recorded for %s"), thread);
    case STRATA_CAUSE_RENDER_LATE:
      return g_strdup_printf (_ ("The UI thread finished in time; most of the delay came from %s"), thread);
    case STRATA_CAUSE_FREQUENCY:
      return g_strdup (_ ("The CPUs ran below their highest frequency; this time could have been saved"));
    case STRATA_CAUSE_CLUSTER:
      return strata_causes_dup_cluster_text (self, row);
    case STRATA_CAUSE_LIMIT:
      return strata_causes_dup_limit_text (self, row);
    case STRATA_CAUSE_GPU_FREQUENCY:
      return g_strdup_printf (_ ("The GPU was at its lowest frequency, %s"), strata_units_frequency (row->khz, frequency));
    case STRATA_CAUSE_KILL:
      return strata_causes_dup_kill_text (self, row);
    }

  g_assert_not_reached ();
}

/**
 * strata_causes_dup_main_text:
 * @self: causes
 *
 * Returns: (transfer full) (nullable): the main cause as [method@Strata.Causes.dup_text] describes it; %NULL without causes
 */
char *
strata_causes_dup_main_text (const StrataCauses *self)
{
  guint n_causes;
  const StrataCause *causes = strata_causes_get (self, &n_causes);
  const StrataCause *cause = strata_causes_get_main (self);

  return cause != NULL ? strata_causes_dup_text (self, (guint) (cause - causes)) : NULL;
}
