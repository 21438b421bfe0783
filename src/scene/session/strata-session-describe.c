/* strata-session-describe.c - items in words
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-session.h"

#include <inttypes.h>

#include <glib/gi18n-lib.h>

#include "strata-durations.h"
#include "strata-facts-private.h"
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
add_name (StrataFacts *facts,
          StrataTrace *trace,
          const char *field,
          guint32 id)
{
  const char *raw = strata_trace_get_string (trace, id);
  g_autofree char *name = strata_method_signature_dup (raw, STRATA_SIGNATURE_QUALIFIED);
  g_autofree char *text = g_utf8_make_valid (name, -1);

  strata_facts_add (facts, "%s", *text != '\0' ? text : _ ("(no name)"));
  strata_facts_set_search (facts, strata_facts_dup_search (field, raw));
}

/* With the field by which it can be searched for, if there is one. */
static void
add_string_line (StrataFacts *facts,
                 StrataTrace *trace,
                 const char *label,
                 const char *field,
                 guint32 id)
{
  const char *raw = strata_trace_get_string (trace, id);
  g_autofree char *text = g_utf8_make_valid (raw, -1);

  if (*text == '\0')
    return;

  strata_facts_add (facts, "%s: %s", label, text);
  if (field != NULL)
    strata_facts_set_search (facts, strata_facts_dup_search (field, raw));
}

/* What the name as in a program leaves out. */
static void
add_signature (StrataFacts *facts,
               StrataTrace *trace,
               guint32 name)
{
  g_autofree char *result = strata_method_signature_dup_result (strata_trace_get_string (trace, name));

  if (result == NULL)
    return;

  g_autofree char *text = g_utf8_make_valid (result, -1);

  strata_facts_add (facts, _ ("Returns: %s"), text);
  add_string_line (facts, trace, _ ("Signature"), "name", name);
}

/* The arguments one by one below the text that they were taken from. */
static void
add_args (StrataFacts *facts,
          StrataTrace *trace,
          guint32 args)
{
  g_autofree char *text = g_utf8_make_valid (strata_trace_get_string (trace, args), -1);
  const char *cursor = text;
  StrataArg arg;
  guint n_args = 0;

  add_string_line (facts, trace, _ ("Arguments"), "arg", args);

  while (facts->has_args && strata_args_next (&cursor, &arg))
    {
      if (arg.key == NULL || arg.n_key_bytes == 0 || ++n_args > MAX_ARGS)
        continue;

      strata_facts_add (facts, "%.*s: %.*s", (int) arg.n_key_bytes, arg.key, (int) arg.n_value_bytes, arg.value);
    }

  if (n_args > MAX_ARGS)
    strata_facts_add (facts, g_dngettext (GETTEXT_PACKAGE, "and %u more argument", "and %u more arguments", n_args - MAX_ARGS), n_args - MAX_ARGS);
}

static const char *
get_side_text (guint32 side)
{
  return side == 'C' ? _ ("client") : _ ("server");
}

/* Finds what has all of them: `tag="ohos" tag="app"`. */
static char *
dup_tags_search (const char *tags)
{
  g_auto (GStrv) names = g_strsplit (tags, ",", -1);
  g_autoptr (GString) search = g_string_new (NULL);

  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autofree char *one = strata_facts_dup_search ("tag", names[i]);

      g_string_append_printf (search, "%s%s", i > 0 ? " " : "", one != NULL ? one : "");
    }

  return g_strdup (search->str);
}

static void
add_attrs (StrataFacts *facts,
           StrataTrace *trace,
           guint32 id)
{
  const StrataAttrs *attrs = strata_attr_table_get (strata_trace_get_attrs (trace), id);

  if (id == STRATA_ATTRS_NONE)
    return;

  if (attrs->level != 0)
    {
      strata_facts_add (facts, _ ("Level: %s"), strata_level_get_name (attrs->level));
      strata_facts_set_search (facts, strata_facts_dup_search ("level", strata_level_get_name (attrs->level)));
    }
  if (attrs->tags != 0)
    {
      g_autofree char *tags = strata_tags_to_string (attrs->tags);

      strata_facts_add (facts, _ ("Tags: %s"), tags);
      strata_facts_set_search (facts, dup_tags_search (tags));
    }

  add_string_line (facts, trace, _ ("Category"), "category", attrs->category);
  add_string_line (facts, trace, _ ("Chain"), "chain", attrs->chain);
  if (attrs->side != 0)
    strata_facts_add (facts, _ ("Side: %s"), get_side_text (attrs->side));
  add_args (facts, trace, attrs->args);
  add_string_line (facts, trace, _ ("More"), "arg", attrs->extra);
}

static void
add_folded (StrataFacts *facts,
            StrataItem item)
{
  char text[STRATA_UNITS_BYTES];

  if (item.n_folded > 1)
    strata_facts_add (facts, ngettext ("%s item here, the longest is shown", "%s items here, the longest is shown", item.n_folded),
                      strata_units_count (item.n_folded, text));
}

static void
add_switched (StrataFacts *facts,
              StrataTrace *trace,
              guint32 slice)
{
  gint64 switched_ns = strata_switches_get_slice_ns (trace, slice);
  char text[STRATA_UNITS_BYTES];

  if (switched_ns > 0)
    strata_facts_add (facts, _ ("Switched out: %s"), strata_units_duration (switched_ns, text));
}

/* On the CPU clock: as a call's own times where the axis is wall time of all threads. */
static void
add_cpu_durations (StrataFacts *facts,
                   StrataTrace *trace,
                   guint32 slice,
                   gboolean has_children)
{
  const StrataSliceTable *table = strata_trace_get_slices (trace);
  const gboolean is_laid = strata_trace_get_base (trace) == trace;
  const gint64 cpu_ns = is_laid ? strata_slice_table_get_cpu_ns (table, slice) : strata_slice_table_get_wall_ns (table, slice);
  const gint64 self_ns = is_laid ? strata_slice_table_get_self_cpu_ns (table, slice) : strata_slice_table_get_self_ns (table, slice);
  char text[STRATA_UNITS_BYTES];

  strata_facts_add (facts, _ ("CPU time: %s"), strata_units_duration (cpu_ns, text));
  strata_facts_search_duration (facts, "dur", cpu_ns);
  if (has_children)
    strata_facts_add (facts, _ ("Self CPU time: %s"), strata_units_duration (self_ns, text));
  if (has_children && !is_laid)
    strata_facts_search_duration (facts, "self", self_ns);
  if (is_laid)
    add_switched (facts, trace, slice);
  else
    strata_facts_add (facts, _ ("Duration: %s"), strata_units_duration (strata_slice_table_get_cpu_ns (table, slice), text));
}

static void
add_wall_durations (StrataFacts *facts,
                    StrataTrace *trace,
                    guint32 slice,
                    gboolean has_children)
{
  const StrataSliceTable *table = strata_trace_get_slices (trace);
  char text[STRATA_UNITS_BYTES];

  strata_facts_add (facts, _ ("Duration: %s"), strata_units_duration (strata_slice_table_get_wall_ns (table, slice), text));
  strata_facts_search_duration (facts, "dur", strata_slice_table_get_wall_ns (table, slice));
  if (has_children)
    {
      strata_facts_add (facts, _ ("Self time: %s"), strata_units_duration (strata_slice_table_get_self_ns (table, slice), text));
      strata_facts_search_duration (facts, "self", strata_slice_table_get_self_ns (table, slice));
    }
  if (strata_trace_has_cpu_time (trace, slice))
    {
      strata_facts_add (facts, _ ("CPU time: %s"), strata_units_duration (strata_slice_table_get_cpu_ns (table, slice), text));
      strata_facts_search_duration (facts, "cpu", strata_slice_table_get_cpu_ns (table, slice));
    }
  add_switched (facts, trace, slice);
}

/* What of its caller a call takes. */
static void
add_share (StrataFacts *facts,
           StrataTrace *trace,
           guint32 slice)
{
  const guint32 parent = slice < strata_trace_get_slices (trace)->first_async ? strata_trace_find_parent (trace, slice) : STRATA_NONE;
  char share[STRATA_UNITS_BYTES];

  if (parent == STRATA_NONE)
    return;

  const char *raw = strata_trace_get_string (trace, strata_trace_get_slices (trace)->name[parent]);
  g_autofree char *name = strata_method_signature_dup (raw, STRATA_SIGNATURE_QUALIFIED);
  g_autofree char *text = g_utf8_make_valid (name, -1);

  strata_units_share (strata_durations_get_ns (trace, slice), strata_durations_get_ns (trace, parent), share);
  strata_facts_add (facts, _ ("Share of its caller: %s of %s"), share, text);
  strata_facts_set_search (facts, strata_facts_dup_search ("name", raw));
}

static void
add_durations (StrataFacts *facts,
               StrataTrace *trace,
               guint32 slice)
{
  const StrataSliceTable *table = strata_trace_get_slices (trace);
  const gboolean has_children = slice < table->first_async && table->subtree_end[slice] > slice + 1;

  /* what the axis tells comes first, unless it is no clock of the call's own */
  if (strata_trace_get_axis (trace) == STRATA_CLOCK_CPU && strata_trace_has_cpu_time (trace, slice))
    add_cpu_durations (facts, trace, slice, has_children);
  else
    add_wall_durations (facts, trace, slice, has_children);

  add_share (facts, trace, slice);
}

static void
add_flags (StrataFacts *facts,
           guint32 flags)
{
  if ((flags & STRATA_SLICE_UNFINISHED) != 0)
    {
      strata_facts_add (facts, _ ("Did not finish"));
      strata_facts_set_search (facts, g_strdup ("is:unfinished"));
    }
  if ((flags & STRATA_SLICE_EXCEPTION) != 0)
    {
      strata_facts_add (facts, _ ("Left by an exception, or with its caller"));
      strata_facts_set_search (facts, g_strdup ("is:exception"));
    }
  if ((flags & STRATA_SLICE_CUT) != 0)
    strata_facts_add (facts, _ ("Its text was cut off in the trace"));
  if ((flags & STRATA_SLICE_REBUILT) != 0)
    strata_facts_add (facts, _ ("Entered before the trace: when is not known"));
  if ((flags & STRATA_SLICE_SAMPLED) != 0)
    strata_facts_add (facts, _ ("Seen in samples: it began and ended between two of them"));
}

static void
describe_slice (StrataSession *self,
                StrataFacts *facts,
                StrataItem item)
{
  StrataTrace *trace = strata_session_get_trace (self);
  const StrataSliceTable *table = strata_trace_get_slices (trace);
  const StrataTrack *track = &strata_trace_get_tracks (trace, NULL)[strata_trace_find_track (trace, item.index)];
  gboolean is_async = item.index >= table->first_async;

  add_name (facts, trace, "name", table->name[item.index]);
  add_durations (facts, trace, item.index);
  strata_facts_add_start (facts, trace, table->start_ns[item.index]);
  add_flags (facts, strata_slice_table_get_flags (table, item.index));
  strata_facts_add_thread (facts, trace, is_async && table->async_thread != NULL ? table->async_thread[item.index - table->first_async] : track->thread);
  strata_facts_add_process (facts, trace,
                            track->process == STRATA_NONE && track->thread != STRATA_NONE ? strata_trace_get_threads (trace, NULL)[track->thread].process : track->process);
  add_signature (facts, trace, table->name[item.index]);
  add_attrs (facts, trace, strata_slice_table_get_attrs (table, item.index));
  strata_session_describe_io (self, facts, item);
  add_folded (facts, item);
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

static void
describe_run (StrataSession *self,
              StrataFacts *facts,
              StrataItem item)
{
  StrataTrace *trace = strata_session_get_trace (self);
  const StrataCpuRuns *runs = strata_trace_get_cpu_runs (trace);
  const StrataThread *thread = &strata_trace_get_threads (trace, NULL)[runs->thread[item.index]];
  const char *state = get_end_state_text (runs->end_state != NULL ? runs->end_state[item.index] : 0);
  char text[STRATA_UNITS_BYTES];

  add_name (facts, trace, "thread", thread->name);
  strata_facts_add (facts, _ ("Running for %s"), strata_units_duration (runs->end_ns[item.index] - runs->start_ns[item.index], text));
  strata_facts_search_duration (facts, "dur", runs->end_ns[item.index] - runs->start_ns[item.index]);
  strata_facts_add_start (facts, trace, runs->start_ns[item.index]);
  if (state != NULL)
    strata_facts_add (facts, "%s", state);
  strata_facts_add_thread (facts, trace, runs->thread[item.index]);
  strata_facts_add_process (facts, trace, thread->process);
  add_folded (facts, item);
}

static void
describe_instant (StrataSession *self,
                  StrataFacts *facts,
                  StrataItem item)
{
  StrataTrace *trace = strata_session_get_trace (self);
  const StrataInstants *instants = strata_trace_get_instants (trace);
  char text[STRATA_UNITS_BYTES];

  add_name (facts, trace, "name", instants->name[item.index]);
  strata_facts_add (facts, _ ("At %s"), strata_units_instant (strata_facts_get_offset_ns (trace, instants->time_ns[item.index]), text));
  strata_facts_search_start (facts, trace, instants->time_ns[item.index]);
  add_string_line (facts, trace, _ ("Track"), NULL, instants->track_name[item.index]);
  strata_facts_add_thread (facts, trace, instants->thread[item.index]);
  strata_facts_add_process (facts, trace, instants->process[item.index]);
  add_folded (facts, item);
}

static void
describe_loss (StrataSession *self,
               StrataFacts *facts,
               StrataItem item)
{
  StrataTrace *trace = strata_session_get_trace (self);
  const StrataLoss *loss = &strata_trace_get_losses (trace, NULL)[item.index];
  char text[STRATA_UNITS_BYTES];

  if (loss->n_events == STRATA_LOSS_UNKNOWN)
    strata_facts_add (facts, _ ("Events lost on CPU %u, how many is not known"), loss->cpu);
  else
    strata_facts_add (facts, ngettext ("%s event lost on CPU %u", "%s events lost on CPU %u", (gulong) loss->n_events),
                      strata_units_count ((gint64) MIN (loss->n_events, G_MAXINT64), text), loss->cpu);

  strata_facts_add (facts, _ ("Duration: %s"), strata_units_duration (loss->end_ns - loss->begin_ns, text));
  strata_facts_search_duration (facts, "dur", loss->end_ns - loss->begin_ns);
  strata_facts_add_start (facts, trace, loss->begin_ns);
}

/* Another thread, found by its number: many have the same name. */
static void
add_partner (StrataFacts *facts,
             StrataTrace *trace,
             const char *label,
             guint32 thread)
{
  add_string_line (facts, trace, label, NULL, strata_trace_get_threads (trace, NULL)[thread].name);
  strata_facts_set_search (facts, strata_facts_dup_thread_search (trace, thread));
}

static void
add_wait (StrataFacts *facts,
          StrataTrace *trace,
          const StrataPathSegment *segment)
{
  const char *function = strata_trace_get_string (trace, segment->function);

  switch (segment->reason)
    {
    case STRATA_PATH_RUNNING:
      strata_facts_add (facts, _ ("Running on CPU %u"), segment->cpu);
      break;
    case STRATA_PATH_CPU:
      if (segment->cpu != STRATA_NONE)
        strata_facts_add (facts, _ ("Waiting for CPU %u"), segment->cpu);
      else
        strata_facts_add (facts, _ ("Waiting for a CPU"));
      if (segment->occupant != STRATA_NONE)
        add_partner (facts, trace, _ ("Which had run"), segment->occupant);
      break;
    case STRATA_PATH_IO:
      strata_facts_add (facts, _ ("Waiting for block I/O"));
      break;
    case STRATA_PATH_INTERRUPT:
      strata_facts_add (facts, _ ("Waiting until an interrupt woke it"));
      break;
    case STRATA_PATH_UNKNOWN:
      strata_facts_add (facts, _ ("The trace does not tell what it waited for"));
      break;
    }

  if (*function != '\0')
    strata_facts_add (facts, _ ("Blocked in: %s"), function);
}

static void
describe_segment (StrataSession *self,
                  StrataFacts *facts,
                  StrataItem item)
{
  StrataTrace *trace = strata_session_get_trace (self);
  const StrataPathSegment *segment = &strata_critical_path_get_segments (strata_session_get_critical_path (self), NULL)[item.index];
  const StrataThread *thread = &strata_trace_get_threads (trace, NULL)[segment->thread];
  char text[STRATA_UNITS_BYTES];

  add_name (facts, trace, "thread", thread->name);
  add_wait (facts, trace, segment);
  strata_facts_add (facts, _ ("Duration: %s"), strata_units_duration (segment->end_ns - segment->start_ns, text));
  strata_facts_search_duration (facts, "dur", segment->end_ns - segment->start_ns);
  strata_facts_add_start (facts, trace, segment->start_ns);
  if (segment->waiter != STRATA_NONE)
    add_partner (facts, trace, _ ("Then wakes"), segment->waiter);
  strata_facts_add_thread (facts, trace, segment->thread);
  strata_facts_add_process (facts, trace, thread->process);
  add_folded (facts, item);
}

/* Of those that know nothing to search for. */
static void
take_text (StrataFacts *facts,
           char *text)
{
  g_string_append (facts->text, text);
  g_free (text);
}

/* Adds all that is known of @item; nothing for none. */
void
strata_session_collect_facts (StrataSession *self,
                              StrataFacts *facts,
                              StrataItem item)
{
  switch (item.kind)
    {
    case STRATA_ITEM_NONE:
      break;
    case STRATA_ITEM_SLICE:
      describe_slice (self, facts, item);
      break;
    case STRATA_ITEM_CPU_RUN:
      describe_run (self, facts, item);
      break;
    case STRATA_ITEM_INSTANT:
      describe_instant (self, facts, item);
      break;
    case STRATA_ITEM_LOSS:
      describe_loss (self, facts, item);
      break;
    case STRATA_ITEM_PATH:
      describe_segment (self, facts, item);
      break;
    case STRATA_ITEM_STATE:
      strata_session_describe_state (self, facts, item);
      break;
    case STRATA_ITEM_EVENT:
      strata_session_describe_event (self, facts, item);
      break;
    case STRATA_ITEM_SAMPLE:
      strata_session_describe_sample (self, facts, item);
      break;
    case STRATA_ITEM_USAGE:
      take_text (facts, strata_session_describe_usage (self, item));
      break;
    case STRATA_ITEM_FRAME:
      take_text (facts, strata_session_describe_frame (self, item.index));
      break;
    case STRATA_ITEM_PHASE:
      take_text (facts, strata_session_describe_phase (self, item.index));
      break;
    case STRATA_ITEM_LANE:
      take_text (facts, strata_session_describe_lane (self, item.index));
      break;
    }
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

  if (item.kind == STRATA_ITEM_NONE)
    return NULL;

  StrataFacts facts = { g_string_new (NULL), g_ptr_array_new_with_free_func (g_free), TRUE };

  strata_session_collect_facts (self, &facts, item);
  g_ptr_array_unref (facts.searches);
  return strata_short_text_cut (g_string_free (facts.text, FALSE));
}
