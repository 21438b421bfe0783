/* strata-cmd-usage.c - strata-cli usage: CPU usage in a period or a slice
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <unistd.h>

#include <glib/gi18n.h>

#include "strata-command.h"
#include "strata-scope-option.h"
#include "strata-slice-states.h"
#include "strata-span-option.h"
#include "strata-trace-cells.h"
#include "strata-usage-rows.h"

/* The table of strata-cli usage --slice. */

static const StrataTableColumn slice_columns[] = {
  { "kind", N_ ("What"), STRATA_CELL_TEXT },
  { "state", N_ ("State"), STRATA_CELL_TEXT },
  { "name", N_ ("Name"), STRATA_CELL_TEXT },
  { "tid", N_ ("TID"), STRATA_CELL_NUMBER },
  { "ts_ns", N_ ("Time"), STRATA_CELL_TIME },
  { "dur_ns", N_ ("Duration"), STRATA_CELL_DURATION },
  { "count", N_ ("Count"), STRATA_CELL_NUMBER },
};

static void
write_part (StrataTable *table,
            StrataTrace *trace,
            const char *kind,
            const char *state,
            const char *name,
            guint32 thread,
            gint64 time_ns,
            gint64 ns,
            guint32 count)
{
  strata_table_text (table, kind);
  strata_table_text (table, state);
  strata_table_text (table, name);
  strata_trace_cells_add_tid (table, trace, thread);
  strata_table_number (table, time_ns);
  strata_table_number (table, ns);
  strata_table_number (table, count);
}

static void
write_waits (StrataTable *table,
             StrataTrace *trace,
             const StrataSliceStates *split)
{
  for (guint i = 0; i < split->waits->len; i++)
    {
      const StrataSliceWait *wait = &g_array_index (split->waits, StrataSliceWait, i);

      write_part (table, trace, "function", strata_state_get_name (wait->state), strata_trace_get_string (trace, wait->function), STRATA_NONE, strata_trace_get_states (trace)->start_ns[wait->longest_state], wait->total_ns, wait->n_waits);
    }
}

static void
write_wakers (StrataTable *table,
              StrataTrace *trace,
              const StrataSliceStates *split)
{
  const StrataThread *threads = strata_trace_get_threads (trace, NULL);

  for (guint i = 0; i < split->wakers->len; i++)
    {
      const StrataSliceWaker *waker = &g_array_index (split->wakers, StrataSliceWaker, i);
      const char *name = waker->thread != STRATA_NONE ? strata_trace_get_string (trace, threads[waker->thread].name) : "";

      write_part (table, trace, waker->is_interrupt ? "interrupt" : "waker", strata_state_get_name (STRATA_STATE_RUNNABLE), name, waker->thread, strata_trace_get_states (trace)->start_ns[waker->longest_state], waker->latency_ns, waker->n_wakeups);
    }
}

/* Writes the slice, its time by state, the functions that it was blocked in and its wakers; the time of the last two is
 * that of the longest one. */
static void
usage_table_write_slice (StrataTrace *trace,
                         StrataOutput *output,
                         StrataTableStyle style,
                         guint32 slice,
                         const StrataSliceStates *split)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  StrataTable *table = strata_table_new (output, style, slice_columns, G_N_ELEMENTS (slice_columns));

  write_part (table, trace, "slice", "", strata_trace_get_string (trace, slices->name[slice]), strata_trace_find_thread (trace, slice), slices->start_ns[slice], strata_slice_table_get_wall_ns (slices, slice), 1);

  for (guint i = 0; split != NULL && i < STRATA_N_STATES; i++)
    if (split->n_states[i] > 0)
      write_part (table, trace, "state", strata_state_get_name (i), "", STRATA_NONE, STRATA_NO_TIME, split->states_ns[i], split->n_states[i]);

  if (split != NULL)
    {
      write_waits (table, trace, split);
      write_wakers (table, trace, split);
    }

  strata_table_close (table);
}

typedef struct
{
  StrataStyleOptions style;
  StrataInputOptions input;
  char *span;
  char *by;
  char *slice;
  gboolean has_frequencies;
} Options;

static const char *const by_names[] = {
  [STRATA_USAGE_BY_PROCESS] = "process",
  [STRATA_USAGE_BY_THREAD] = "thread",
  [STRATA_USAGE_BY_CPU] = "cpu",
};

static StrataExit
write_slice (const StrataCommand *command,
             const char *file,
             StrataTrace *trace,
             const char *name,
             StrataSpan span,
             StrataTableStyle style)
{
  g_autoptr (GError) error = NULL;
  guint32 slice;

  if (!strata_scope_find_slice (trace, name, STRATA_NONE, span, &slice, &error))
    return strata_command_fail_usage (command, "%s", error->message);

  g_autoptr (StrataSliceStates) split = strata_slice_states_new (trace, slice);
  StrataOutput *output = strata_output_new (STDOUT_FILENO);

  usage_table_write_slice (trace, output, style, slice, split);
  if (split == NULL)
    strata_command_note (file, _ ("there are no scheduler events for this slice’s thread, so its time cannot be split"));

  return strata_command_close (output);
}

static StrataExit
write_usage (const char *file,
             StrataTrace *trace,
             const Options *options,
             StrataUsageBy by,
             StrataSpan span,
             StrataTableStyle style)
{
  g_autoptr (StrataUsage) usage = strata_usage_new (trace, span, NULL);
  g_autoptr (GArray) cells = options->has_frequencies ? strata_usage_list_cells (usage, by) : NULL;
  g_autoptr (StrataRows) rows = cells != NULL ? strata_usage_rows_new_cells (usage, by, cells) : strata_usage_rows_new (usage, by);
  StrataOutput *output = strata_output_new (STDOUT_FILENO);
  guint n_cpus;

  strata_rows_print (rows, output, style);
  strata_usage_get_cpus (usage, &n_cpus);
  if (n_cpus == 0)
    strata_command_note (file, _ ("it contains no scheduler events, so CPU usage is unknown"));

  return strata_command_close (output);
}

static StrataExit
use_file (const StrataCommand *command,
          const char *file,
          const Options *options,
          StrataUsageBy by,
          StrataTableStyle style)
{
  g_autoptr (StrataTrace) trace = strata_command_load_input (file, &options->input);
  g_autoptr (GError) error = NULL;

  if (trace == NULL)
    return STRATA_EXIT_BAD_INPUT;

  StrataSpan span = strata_trace_get_span (trace);

  if (!strata_span_option_parse_any (options->span, span, &span, &error))
    return strata_command_fail_usage (command, "%s", error->message);
  if (options->slice != NULL)
    return write_slice (command, file, trace, options->slice, span, style);

  return write_usage (file, trace, options, by, span, style);
}

static StrataExit
run_usage (const StrataCommand *command,
           char **arguments)
{
  Options options = { 0 };
  const GOptionEntry entries[] = {
    { "span", 0, 0, G_OPTION_ARG_STRING, &options.span,
      N_ ("Count only this time range"), "A..B" },
    { "by", 0, 0, G_OPTION_ARG_STRING, &options.by, N_ ("What the rows are"),
      "process|thread|cpu" },
    { "frequencies", 0, 0, G_OPTION_ARG_NONE, &options.has_frequencies,
      N_ ("Show on which CPUs and at which frequencies each ran"), NULL },
    { "slice", 0, 0, G_OPTION_ARG_STRING, &options.slice,
      N_ ("Split the longest slice of this name by thread state"),
      N_ ("NAME") },
    STRATA_TABLE_ENTRIES (options.style, options.input),
    { NULL },
  };
  g_auto (StrataOptionValues) values = { entries };
  g_auto (GStrv) files = NULL;
  StrataTableStyle style;
  guint by;

  if (!strata_command_parse (command, entries, 1, arguments, &files) || !strata_command_get_style (command, options.style, &style))
    return STRATA_EXIT_BAD_USAGE;

  if (!strata_command_choose (options.by, by_names, G_N_ELEMENTS (by_names), &by))
    return strata_command_fail_usage (command, _ ("--by %s: expected process, thread or cpu"), options.by);
  if (options.slice != NULL && (options.by != NULL || options.has_frequencies))
    return strata_command_fail_usage (command, _ ("--slice cannot be combined with --by or --frequencies"));

  return use_file (command, files[0], &options, by, style);
}

const StrataCommand strata_command_usage = {
  .name = "usage",
  .arguments = "FILE",
  .summary = N_ ("Show CPU usage, waits and wake-ups of processes, threads and CPUs in FILE"),
  .description = STRATA_SPAN_HELP,
  .run = run_usage,
};
