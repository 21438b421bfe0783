/* strata-session-describe.c - items in words
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-session.h"

#include <inttypes.h>

#include <glib/gi18n-lib.h>

#include "strata-method-signature.h"
#include "strata-session-frames.h"
#include "strata-session-private.h"
#include "strata-short-text.h"
#include "strata-switches.h"
#include "strata-units.h"

/* More are counted. */
#define MAX_ARGS 32

/* A line a fact; the first line is the name. The same text serves the pointer
 * and those who hear the timeline read out. */

static void
add_string (GString *out,
            StrataTrace *trace,
            guint32 id)
{
  g_autofree char *name = strata_method_signature_dup (strata_trace_get_string (trace, id), STRATA_SIGNATURE_QUALIFIED);
  g_autofree char *text = g_utf8_make_valid (name, -1);

  g_string_append (out, *text != '\0' ? text : _ ("(no name)"));
}

G_GNUC_PRINTF (2, 3)
static void
add_line (GString *out,
          const char *format,
          ...)
{
  va_list arguments;

  if (out->len > 0)
    g_string_append_c (out, '\n');

  va_start (arguments, format);
  g_string_append_vprintf (out, format, arguments);
  va_end (arguments);
}

static void
add_string_line (GString *out,
                 StrataTrace *trace,
                 const char *label,
                 guint32 id)
{
  g_autofree char *text = g_utf8_make_valid (strata_trace_get_string (trace, id), -1);

  if (*text != '\0')
    add_line (out, "%s: %s", label, text);
}

/* Since the begin of the trace; times may be anything, so this may not trap. */
static gint64
get_offset_ns (StrataTrace *trace,
               gint64 time_ns)
{
  return (gint64) ((guint64) time_ns - (guint64) strata_trace_get_span (trace).begin_ns);
}

static void
add_start (GString *out,
           StrataTrace *trace,
           gint64 time_ns)
{
  char text[STRATA_UNITS_BYTES];

  add_line (out, _ ("Starts at %s"), strata_units_offset (get_offset_ns (trace, time_ns), 1000, text));
}

static void
add_thread (GString *out,
            StrataTrace *trace,
            guint32 thread_index)
{
  if (thread_index == STRATA_NONE)
    return;

  const StrataThread *thread = &strata_trace_get_threads (trace, NULL)[thread_index];
  g_autofree char *name = g_utf8_make_valid (strata_trace_get_string (trace, thread->name), -1);

  add_line (out, _ ("Thread: %s %" PRId64), name, thread->tid);
}

static void
add_process (GString *out,
             StrataTrace *trace,
             guint32 process_index)
{
  if (process_index == STRATA_NONE)
    return;

  const StrataProcess *process = &strata_trace_get_processes (trace, NULL)[process_index];
  g_autofree char *name = g_utf8_make_valid (strata_trace_get_string (trace, process->name), -1);

  if (process->pid >= 0)
    add_line (out, _ ("Process: %s %" PRId64), name, process->pid);
}

/* What the name as in a program leaves out. */
static void
add_signature (GString *out,
               StrataTrace *trace,
               guint32 name)
{
  g_autofree char *result = strata_method_signature_dup_result (strata_trace_get_string (trace, name));

  if (result == NULL)
    return;

  g_autofree char *text = g_utf8_make_valid (result, -1);

  add_line (out, _ ("Returns: %s"), text);
  add_string_line (out, trace, _ ("Signature"), name);
}

/* The arguments one by one below the text that they were taken from. */
static void
add_args (GString *out,
          StrataTrace *trace,
          guint32 args)
{
  g_autofree char *text = g_utf8_make_valid (strata_trace_get_string (trace, args), -1);
  const char *cursor = text;
  StrataArg arg;
  guint n_args = 0;

  add_string_line (out, trace, _ ("Arguments"), args);

  while (strata_args_next (&cursor, &arg))
    {
      if (arg.key == NULL || arg.n_key_bytes == 0 || ++n_args > MAX_ARGS)
        continue;

      add_line (out, "%.*s: %.*s", (int) arg.n_key_bytes, arg.key, (int) arg.n_value_bytes, arg.value);
    }

  if (n_args > MAX_ARGS)
    add_line (out, g_dngettext (GETTEXT_PACKAGE, "and %u more argument", "and %u more arguments", n_args - MAX_ARGS), n_args - MAX_ARGS);
}

static const char *
get_side_text (guint32 side)
{
  return side == 'C' ? _ ("client") : _ ("server");
}

static void
add_attrs (GString *out,
           StrataTrace *trace,
           guint32 id)
{
  const StrataAttrs *attrs = strata_attr_table_get (strata_trace_get_attrs (trace), id);

  if (id == STRATA_ATTRS_NONE)
    return;

  if (attrs->level != 0)
    add_line (out, _ ("Level: %s"), strata_level_get_name (attrs->level));
  if (attrs->tags != 0)
    {
      g_autofree char *tags = strata_tags_to_string (attrs->tags);

      add_line (out, _ ("Tags: %s"), tags);
    }

  add_string_line (out, trace, _ ("Category"), attrs->category);
  add_string_line (out, trace, _ ("Chain"), attrs->chain);
  if (attrs->side != 0)
    add_line (out, _ ("Side: %s"), get_side_text (attrs->side));
  add_args (out, trace, attrs->args);
  add_string_line (out, trace, _ ("More"), attrs->extra);
}

static void
add_folded (GString *out,
            StrataItem item)
{
  char text[STRATA_UNITS_BYTES];

  if (item.n_folded > 1)
    add_line (out, ngettext ("%s item here, the longest is shown", "%s items here, the longest is shown", item.n_folded),
              strata_units_count (item.n_folded, text));
}

static void
add_switched (GString *out,
              StrataTrace *trace,
              guint32 slice)
{
  gint64 switched_ns = strata_switches_get_slice_ns (trace, slice);
  char text[STRATA_UNITS_BYTES];

  if (switched_ns > 0)
    add_line (out, _ ("Switched out: %s"), strata_units_duration (switched_ns, text));
}

static void
add_cpu_durations (GString *out,
                   StrataTrace *trace,
                   guint32 slice,
                   gboolean has_children)
{
  const StrataSliceTable *table = strata_trace_get_slices (trace);
  gboolean is_laid = strata_trace_get_base (trace) == trace;
  gint64 self_ns = is_laid ? strata_slice_table_get_self_cpu_ns (table, slice) : strata_slice_table_get_self_ns (table, slice);
  char text[STRATA_UNITS_BYTES];

  add_line (out, _ ("CPU time: %s"), strata_units_duration (is_laid ? strata_slice_table_get_cpu_ns (table, slice) : strata_slice_table_get_wall_ns (table, slice), text));
  if (has_children)
    add_line (out, _ ("Self CPU time: %s"), strata_units_duration (self_ns, text));
  if (is_laid)
    add_switched (out, trace, slice);
  else
    add_line (out, _ ("Duration: %s"), strata_units_duration (strata_slice_table_get_cpu_ns (table, slice), text));
}

static void
add_durations (GString *out,
               StrataTrace *trace,
               guint32 slice)
{
  const StrataSliceTable *table = strata_trace_get_slices (trace);
  char text[STRATA_UNITS_BYTES];

  gboolean has_children = slice < table->first_async && table->subtree_end[slice] > slice + 1;

  /* what the axis tells comes first, unless it is no clock of the call's own */
  if (strata_trace_get_axis (trace) == STRATA_CLOCK_CPU && strata_trace_has_cpu_time (trace, slice))
    {
      add_cpu_durations (out, trace, slice, has_children);
      return;
    }

  add_line (out, _ ("Duration: %s"), strata_units_duration (strata_slice_table_get_wall_ns (table, slice), text));
  if (has_children)
    add_line (out, _ ("Self time: %s"), strata_units_duration (strata_slice_table_get_self_ns (table, slice), text));
  if (strata_trace_has_cpu_time (trace, slice))
    add_line (out, _ ("CPU time: %s"), strata_units_duration (strata_slice_table_get_cpu_ns (table, slice), text));
  add_switched (out, trace, slice);
}

static void
add_flags (GString *out,
           guint32 flags)
{
  if ((flags & STRATA_SLICE_UNFINISHED) != 0)
    add_line (out, _ ("Did not finish"));
  if ((flags & STRATA_SLICE_EXCEPTION) != 0)
    add_line (out, _ ("Left by an exception, or with its caller"));
  if ((flags & STRATA_SLICE_CUT) != 0)
    add_line (out, _ ("Its text was cut off in the trace"));
  if ((flags & STRATA_SLICE_REBUILT) != 0)
    add_line (out, _ ("Entered before the trace: when is not known"));
  if ((flags & STRATA_SLICE_SAMPLED) != 0)
    add_line (out, _ ("Seen in samples: it began and ended between two of them"));
}

char *
strata_session_describe_slice (StrataSession *self,
                               StrataItem item)
{
  StrataTrace *trace = strata_session_get_trace (self);
  const StrataSliceTable *table = strata_trace_get_slices (trace);
  const StrataTrack *track = &strata_trace_get_tracks (trace, NULL)[strata_trace_find_track (trace, item.index)];
  gboolean is_async = item.index >= table->first_async;
  GString *out = g_string_new (NULL);

  add_string (out, trace, table->name[item.index]);
  add_durations (out, trace, item.index);
  add_start (out, trace, table->start_ns[item.index]);
  add_flags (out, strata_slice_table_get_flags (table, item.index));
  add_thread (out, trace, is_async && table->async_thread != NULL ? table->async_thread[item.index - table->first_async] : track->thread);
  add_process (out, trace,
               track->process == STRATA_NONE && track->thread != STRATA_NONE ? strata_trace_get_threads (trace, NULL)[track->thread].process : track->process);
  add_signature (out, trace, table->name[item.index]);
  add_attrs (out, trace, strata_slice_table_get_attrs (table, item.index));
  strata_session_describe_io (self, out, item);
  add_folded (out, item);

  return g_string_free (out, FALSE);
}

/* The state in which a thread left its CPU, by the letter of sched_switch. */
static const char *
get_end_state_text (guint8 end_state)
{
  if ((end_state & STRATA_END_STATE_PREEMPTED) != 0)
    return _ ("Preempted");

  switch (end_state)
    {
    case 'R':
      return _ ("Gave up the CPU, still runnable");
    case 'S':
    case 'I':
      return _ ("Then slept");
    case 'D':
      return _ ("Then waited without interruption");
    case 'T':
    case 't':
      return _ ("Then was stopped");
    case 'X':
    case 'Z':
      return _ ("Then exited");
    default:
      return NULL;
    }
}

static char *
describe_run (StrataSession *self,
              StrataItem item)
{
  StrataTrace *trace = strata_session_get_trace (self);
  const StrataCpuRuns *runs = strata_trace_get_cpu_runs (trace);
  const StrataThread *thread = &strata_trace_get_threads (trace, NULL)[runs->thread[item.index]];
  const char *state = get_end_state_text (runs->end_state != NULL ? runs->end_state[item.index] : 0);
  GString *out = g_string_new (NULL);
  char text[STRATA_UNITS_BYTES];

  add_string (out, trace, thread->name);
  add_line (out, _ ("Running for %s"), strata_units_duration (runs->end_ns[item.index] - runs->start_ns[item.index], text));
  add_start (out, trace, runs->start_ns[item.index]);
  if (state != NULL)
    add_line (out, "%s", state);
  add_thread (out, trace, runs->thread[item.index]);
  add_process (out, trace, thread->process);
  add_folded (out, item);

  return g_string_free (out, FALSE);
}

static char *
describe_instant (StrataSession *self,
                  StrataItem item)
{
  StrataTrace *trace = strata_session_get_trace (self);
  const StrataInstants *instants = strata_trace_get_instants (trace);
  GString *out = g_string_new (NULL);
  char text[STRATA_UNITS_BYTES];

  add_string (out, trace, instants->name[item.index]);
  add_line (out, _ ("At %s"), strata_units_offset (get_offset_ns (trace, instants->time_ns[item.index]), 1000, text));
  add_string_line (out, trace, _ ("Track"), instants->track_name[item.index]);
  add_thread (out, trace, instants->thread[item.index]);
  add_process (out, trace, instants->process[item.index]);
  add_folded (out, item);

  return g_string_free (out, FALSE);
}

static char *
describe_loss (StrataSession *self,
               StrataItem item)
{
  StrataTrace *trace = strata_session_get_trace (self);
  const StrataLoss *loss = &strata_trace_get_losses (trace, NULL)[item.index];
  GString *out = g_string_new (NULL);
  char text[STRATA_UNITS_BYTES];

  if (loss->n_events == STRATA_LOSS_UNKNOWN)
    add_line (out, _ ("Events lost on CPU %u, how many is not known"), loss->cpu);
  else
    add_line (out, ngettext ("%s event lost on CPU %u", "%s events lost on CPU %u", (gulong) loss->n_events),
              strata_units_count ((gint64) MIN (loss->n_events, G_MAXINT64), text), loss->cpu);

  add_line (out, _ ("Duration: %s"), strata_units_duration (loss->end_ns - loss->begin_ns, text));
  add_start (out, trace, loss->begin_ns);
  return g_string_free (out, FALSE);
}

static void
add_wait (GString *out,
          StrataTrace *trace,
          const StrataPathSegment *segment)
{
  const char *function = strata_trace_get_string (trace, segment->function);

  switch (segment->reason)
    {
    case STRATA_PATH_RUNNING:
      add_line (out, _ ("Running on CPU %u"), segment->cpu);
      break;
    case STRATA_PATH_CPU:
      if (segment->cpu != STRATA_NONE)
        add_line (out, _ ("Waiting for CPU %u"), segment->cpu);
      else
        add_line (out, _ ("Waiting for a CPU"));
      if (segment->occupant != STRATA_NONE)
        add_string_line (out, trace, _ ("Which had run"), strata_trace_get_threads (trace, NULL)[segment->occupant].name);
      break;
    case STRATA_PATH_IO:
      add_line (out, _ ("Waiting for block I/O"));
      break;
    case STRATA_PATH_INTERRUPT:
      add_line (out, _ ("Waiting until an interrupt woke it"));
      break;
    case STRATA_PATH_UNKNOWN:
      add_line (out, _ ("The trace does not tell what it waited for"));
      break;
    }

  if (*function != '\0')
    add_line (out, _ ("Blocked in: %s"), function);
}

static char *
describe_segment (StrataSession *self,
                  StrataItem item)
{
  StrataTrace *trace = strata_session_get_trace (self);
  const StrataPathSegment *segment = &strata_critical_path_get_segments (strata_session_get_critical_path (self), NULL)[item.index];
  const StrataThread *thread = &strata_trace_get_threads (trace, NULL)[segment->thread];
  GString *out = g_string_new (NULL);
  char text[STRATA_UNITS_BYTES];

  add_string (out, trace, thread->name);
  add_wait (out, trace, segment);
  add_line (out, _ ("Duration: %s"), strata_units_duration (segment->end_ns - segment->start_ns, text));
  add_start (out, trace, segment->start_ns);
  if (segment->waiter != STRATA_NONE)
    add_string_line (out, trace, _ ("Then wakes"), strata_trace_get_threads (trace, NULL)[segment->waiter].name);
  add_thread (out, trace, segment->thread);
  add_process (out, trace, thread->process);
  add_folded (out, item);

  return g_string_free (out, FALSE);
}

static char *
describe_in_full (StrataSession *self,
                  StrataItem item)
{
  switch (item.kind)
    {
    case STRATA_ITEM_NONE:
      return NULL;
    case STRATA_ITEM_SLICE:
      return strata_session_describe_slice (self, item);
    case STRATA_ITEM_CPU_RUN:
      return describe_run (self, item);
    case STRATA_ITEM_SAMPLE:
      return strata_session_describe_sample (self, item);
    case STRATA_ITEM_INSTANT:
      return describe_instant (self, item);
    case STRATA_ITEM_LOSS:
      return describe_loss (self, item);
    case STRATA_ITEM_PATH:
      return describe_segment (self, item);
    case STRATA_ITEM_STATE:
      return strata_session_describe_state (self, item);
    case STRATA_ITEM_EVENT:
      return strata_session_describe_event (self, item);
    case STRATA_ITEM_USAGE:
      return strata_session_describe_usage (self, item);
    case STRATA_ITEM_FRAME:
      return strata_session_describe_frame (self, item.index);
    case STRATA_ITEM_PHASE:
      return strata_session_describe_phase (self, item.index);
    case STRATA_ITEM_LANE:
      return strata_session_describe_lane (self, item.index);
    }

  return NULL;
}

/**
 * strata_session_describe_item:
 * @self: the session
 * @item: an item
 *
 * Says in words what an item is, a line a fact: for the read-out at the pointer
 * and for assistive tools.
 *
 * Returns: (nullable) (transfer full): the text, or %NULL for no item
 */
char *
strata_session_describe_item (StrataSession *self,
                              StrataItem item)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), NULL);

  return strata_short_text_cut (describe_in_full (self, item));
}
