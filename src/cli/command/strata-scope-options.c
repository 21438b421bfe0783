/* strata-scope-options.c - the options for the scope of a profile
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-scope-options.h"

#include <inttypes.h>

#include <glib/gi18n.h>

#include "strata-scope-option.h"
#include "strata-span-option.h"

void
strata_scope_options_clear (StrataScopeOptions *self)
{
  g_clear_pointer (&self->chosen_threads, g_bytes_unref);
}

/**
 * strata_scope_options_check:
 * @self: options
 * @command: the command with these options
 * @by: (out): how calls are grouped
 *
 * Checks everything that does not depend on the file.
 *
 * Returns: %FALSE if something is wrong, which was reported
 */
gboolean
strata_scope_options_check (const StrataScopeOptions *self,
                            const StrataCommand *command,
                            StrataProfileBy *by)
{
  const char *clock = self->clock;
  guint chosen;

  if (!strata_command_choose (self->by, strata_profile_by_ids, STRATA_N_PROFILE_BY, &chosen))
    {
      strata_command_fail_usage (command, _ ("--by %s: expected name, class, package, thread, process, shape, category or tag"), self->by);
      return FALSE;
    }

  if (clock != NULL && !g_str_equal (clock, "wall") && !g_str_equal (clock, "cpu"))
    {
      strata_command_fail_usage (command, _ ("--clock %s: expected wall or cpu"), clock);
      return FALSE;
    }

  *by = chosen;
  return TRUE;
}

/* The requested clock, else wall time if the trace has it. */
static gboolean
choose_clock (StrataTrace *trace,
              const char *asked,
              StrataClocks *clock,
              GError **error)
{
  StrataClocks known = strata_trace_get_clocks (trace);

  if (asked == NULL)
    *clock = known & STRATA_CLOCK_WALL ? STRATA_CLOCK_WALL : STRATA_CLOCK_CPU;

  if (known & *clock)
    return TRUE;

  g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                       *clock == STRATA_CLOCK_CPU ? _ ("the trace has no CPU times; use --clock wall") : _ ("the trace has no wall times; use --clock cpu"));
  return FALSE;
}

/* The threads of one process, or those of it that were named. */
static gboolean
add_threads (const StrataScopeOptions *self,
             StrataTrace *trace,
             guint32 process,
             GArray *chosen,
             GError **error)
{
  guint n_threads;
  const StrataThread *threads = strata_trace_get_threads (trace, &n_threads);

  for (guint32 i = 0; self->threads == NULL && i < n_threads; i++)
    if (threads[i].process == process)
      g_array_append_val (chosen, i);

  for (guint i = 0; self->threads != NULL && self->threads[i] != NULL; i++)
    {
      guint32 thread;

      if (!strata_scope_find_thread (trace, process, self->threads[i], &thread, error))
        return FALSE;

      g_array_append_val (chosen, thread);
    }

  return TRUE;
}

static gboolean
choose_threads (StrataScopeOptions *self,
                StrataTrace *trace,
                StrataScope *scope,
                GError **error)
{
  g_autoptr (GArray) chosen = g_array_new (FALSE, FALSE, sizeof (guint32));

  if (self->processes == NULL && self->threads == NULL)
    return TRUE;
  if (self->processes == NULL && !add_threads (self, trace, STRATA_NONE, chosen, error))
    return FALSE;

  for (guint i = 0; self->processes != NULL && self->processes[i] != NULL; i++)
    {
      guint32 process;

      if (!strata_scope_find_process (trace, self->processes[i], &process, error) || !add_threads (self, trace, process, chosen, error))
        return FALSE;
    }

  scope->threads = self->chosen_threads = strata_scope_new_threads (trace, (const guint32 *) chosen->data, chosen->len);
  return TRUE;
}

static gboolean
choose_slice (const StrataScopeOptions *self,
              StrataTrace *trace,
              StrataScope *scope,
              GError **error)
{
  guint32 slice;

  if (self->slice == NULL)
    return TRUE;
  if (!strata_scope_find_slice (trace, self->slice, STRATA_NONE, scope->span, &slice, error))
    return FALSE;

  strata_scope_set_subtree (scope, trace, slice);
  return TRUE;
}

/* FALSE if the trace lacks something that was requested; @self must outlive @scope. */
static gboolean
choose_scope (StrataScopeOptions *self,
              StrataTrace *trace,
              StrataScope *scope,
              GError **error)
{
  *scope = strata_scope_everything (trace);
  scope->has_switches = self->has_switches;
  scope->clock = g_strcmp0 (self->clock, "cpu") == 0 ? STRATA_CLOCK_CPU : STRATA_CLOCK_WALL;

  if (self->has_switches && strata_trace_get_switch_name (trace) == STRATA_NONE)
    {
      g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, _ ("the trace does not record when calls were switched out; remove --context-switches"));
      return FALSE;
    }

  if (!strata_span_option_parse_any (self->span, scope->span, &scope->span, error))
    return FALSE;

  return choose_threads (self, trace, scope, error) && choose_slice (self, trace, scope, error) &&
         choose_clock (trace, self->clock, &scope->clock, error);
}

/**
 * strata_scope_options_load:
 * @self: the options
 * @command: the command
 * @file: the file to load
 * @input: how
 * @scope: (out): the selected scope; lives as long as @self and the trace
 * @status: (out): the exit status if there is no trace
 *
 * Loads a file and determines the scope of the command in it.
 *
 * Returns: (transfer full) (nullable): the trace; %NULL if an error was printed
 */
StrataTrace *
strata_scope_options_load (StrataScopeOptions *self,
                           const StrataCommand *command,
                           const char *file,
                           const StrataInputOptions *input,
                           StrataScope *scope,
                           StrataExit *status)
{
  g_autoptr (StrataTrace) trace = strata_command_load_input (file, input);
  g_autoptr (GError) error = NULL;

  *status = STRATA_EXIT_BAD_INPUT;
  if (trace == NULL || choose_scope (self, trace, scope, &error))
    return g_steal_pointer (&trace);

  *status = strata_command_fail_usage (command, "%s", error->message);
  return NULL;
}

/**
 * strata_scope_note_unknown_cpu:
 * @file: the file
 * @trace: its trace
 *
 * Warns on standard error if sums of CPU time do not include all calls of @trace.
 */
void
strata_scope_note_unknown_cpu (const char *file,
                               StrataTrace *trace)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  guint32 n = 0;

  if (slices->cpu_unknown == NULL)
    return;

  for (guint32 i = 0; i < slices->first_async; i++)
    n += !strata_slice_table_knows_cpu (slices, i);

  if (n > 0)
    strata_command_note (file, ngettext ("the CPU time of %" PRIu32 " call is unknown; sums of CPU time do not include it", "the CPU time of %" PRIu32 " calls is unknown; sums of CPU time do not include them", n), n);
}

/**
 * strata_scope_note_unmatched_ends:
 * @file: the file
 * @trace: its trace
 *
 * Warns on standard error about calls that no profile of @trace includes: the times of calls that began before it are
 * not known, which matters if numbers are compared.
 */
void
strata_scope_note_unmatched_ends (const char *file,
                                  StrataTrace *trace)
{
  const StrataCounts *counts = strata_trace_get_counts (trace);
  guint64 n = counts->slices.n_unmatched;

  if (n == 0)
    return;

  if (counts->n_methods > 0)
    strata_command_note (file, ngettext ("%" PRIu64 " exit without an entry (methods: %" PRIu64 "); the time before it is not counted", "%" PRIu64 " exits without an entry (methods: %" PRIu64 "); the time before them is not counted", (gulong) n), n, counts->n_unmatched_methods);
  else
    strata_command_note (file, ngettext ("%" PRIu64 " slice end without a begin; that slice is not listed", "%" PRIu64 " slice ends without a begin; those slices are not listed", (gulong) n), n);
}
