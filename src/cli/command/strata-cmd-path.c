/* strata-cmd-path.c - strata-cli path: what a thread was waiting for
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <unistd.h>

#include <glib/gi18n.h>

#include "strata-command.h"
#include "strata-critical-path.h"
#include "strata-path-call.h"
#include "strata-scope-option.h"
#include "strata-span-option.h"
#include "strata-trace-cells.h"

typedef struct
{
  StrataStyleOptions style;
  StrataInputOptions input;
  char *slice;
  char *span;
  char *thread;
  char *by;
} Options;

typedef enum
{
  BY_MOMENT,
  BY_THREAD,
  BY_REASON,
} By;

static const char *const by_names[] = {
  [BY_MOMENT] = "moment",
  [BY_THREAD] = "thread",
  [BY_REASON] = "reason",
};

static const StrataTableColumn segment_columns[] = {
  { "ts_ns", N_ ("Time"), STRATA_CELL_TIME },
  { "dur_ns", N_ ("Duration"), STRATA_CELL_DURATION },
  { "depth", N_ ("Depth"), STRATA_CELL_NUMBER },
  { "tid", N_ ("TID"), STRATA_CELL_NUMBER },
  { "thread", N_ ("Thread"), STRATA_CELL_TEXT },
  { "reason", N_ ("What it did"), STRATA_CELL_TEXT },
  { "state", N_ ("State"), STRATA_CELL_TEXT },
  { "cpu", N_ ("CPU"), STRATA_CELL_NUMBER },
  { "machine", N_ ("Machine"), STRATA_CELL_TEXT },
  { "occupant_tid", N_ ("Ran instead TID"), STRATA_CELL_NUMBER },
  { "occupant", N_ ("Ran instead"), STRATA_CELL_TEXT },
  { "waiter_tid", N_ ("Woken TID"), STRATA_CELL_NUMBER },
  { "blocked_function", N_ ("Blocked in"), STRATA_CELL_TEXT },
};

static const StrataTableColumn total_columns[] = {
  { "tid", N_ ("TID"), STRATA_CELL_NUMBER },
  { "thread", N_ ("Thread"), STRATA_CELL_TEXT },
  { "total_ns", N_ ("Total"), STRATA_CELL_DURATION },
  { "running_ns", N_ ("Running"), STRATA_CELL_DURATION },
  { "waiting_for_cpu_ns", N_ ("Waiting for a CPU"), STRATA_CELL_DURATION },
  { "io_ns", N_ ("I/O"), STRATA_CELL_DURATION },
  { "interrupt_ns", N_ ("Interrupt"), STRATA_CELL_DURATION },
  { "unknown_ns", N_ ("Unknown"), STRATA_CELL_DURATION },
  { "call", N_ ("Mostly in"), STRATA_CELL_TEXT },
};

static const StrataTableColumn reason_columns[] = {
  { "reason", N_ ("Waited for"), STRATA_CELL_TEXT },
  { "total_ns", N_ ("Total"), STRATA_CELL_DURATION },
};

static void
add_segment (StrataTable *table,
             StrataTrace *trace,
             const StrataPathSegment *segment)
{
  const StrataStates *states = strata_trace_get_states (trace);

  strata_table_number (table, segment->start_ns);
  strata_table_number (table, segment->end_ns - segment->start_ns);
  strata_table_number (table, segment->depth);
  strata_trace_cells_add_tid (table, trace, segment->thread);
  strata_trace_cells_add_thread_name (table, trace, segment->thread);
  strata_table_text (table, strata_path_reason_get_name (segment->reason));
  strata_table_text (table, strata_state_get_name (segment->state != STRATA_NONE ? strata_states_get (states, segment->state) : STRATA_STATE_UNKNOWN));

  strata_trace_cells_add_cpu (table, trace, segment->cpu);
  strata_trace_cells_add_tid (table, trace, segment->occupant);
  strata_trace_cells_add_thread_name (table, trace, segment->occupant);
  strata_trace_cells_add_tid (table, trace, segment->waiter);
  strata_trace_cells_add_string (table, trace, segment->function);
}

static void
write_segments (StrataOutput *output,
                StrataTableStyle style,
                StrataTrace *trace,
                const StrataCriticalPath *path)
{
  StrataTable *table = strata_table_new (output, style, segment_columns, G_N_ELEMENTS (segment_columns));
  guint n_segments;
  const StrataPathSegment *segments = strata_critical_path_get_segments (path, &n_segments);

  for (guint i = 0; i < n_segments; i++)
    add_segment (table, trace, &segments[i]);

  strata_table_close (table);
}

static void
write_totals (StrataOutput *output,
              StrataTableStyle style,
              StrataTrace *trace,
              const StrataCriticalPath *path)
{
  StrataTable *table = strata_table_new (output, style, total_columns, G_N_ELEMENTS (total_columns));
  guint n_totals;
  const StrataPathTotal *totals = strata_critical_path_get_totals (path, &n_totals);

  for (guint i = 0; i < n_totals; i++)
    {
      strata_trace_cells_add_tid (table, trace, totals[i].thread);
      strata_trace_cells_add_thread_name (table, trace, totals[i].thread);
      strata_table_number (table, totals[i].total_ns);
      for (guint j = 0; j < STRATA_N_PATH_REASONS; j++)
        strata_table_number (table, totals[i].by_reason_ns[j]);

      gint64 inside_ns;
      const guint32 call = strata_path_call_find (trace, path, totals[i].thread, &inside_ns);

      strata_trace_cells_add_string (table, trace, call != STRATA_NONE ? strata_trace_get_slices (trace)->name[call] : STRATA_STRING_EMPTY);
    }

  strata_table_close (table);
}

static void
write_reasons (StrataOutput *output,
               StrataTableStyle style,
               const StrataCriticalPath *path)
{
  StrataTable *table = strata_table_new (output, style, reason_columns, G_N_ELEMENTS (reason_columns));

  for (guint i = 0; i < STRATA_N_PATH_REASONS; i++)
    {
      strata_table_text (table, strata_path_reason_get_name (i));
      strata_table_number (table, strata_critical_path_get_reason_ns (path, i));
    }

  strata_table_close (table);
}

/* The user sees the sums below their parent; programs expect one table. */
static void
write_path (StrataOutput *output,
            StrataTableStyle style,
            By by,
            StrataTrace *trace,
            const StrataCriticalPath *path)
{
  switch (by)
    {
    case BY_MOMENT:
      write_segments (output, style, trace, path);
      if (style != STRATA_TABLE_TEXT)
        break;
      strata_output_char (output, '\n');
      write_totals (output, style, trace, path);
      strata_output_char (output, '\n');
      write_reasons (output, style, path);
      break;
    case BY_THREAD:
      write_totals (output, style, trace, path);
      break;
    case BY_REASON:
      write_reasons (output, style, path);
      break;
    }
}

/* The thread and the span from the options. */
static gboolean
choose (StrataTrace *trace,
        const Options *options,
        guint32 *thread,
        StrataSpan *span,
        GError **error)
{
  *thread = STRATA_NONE;
  *span = strata_trace_get_span (trace);

  if (!strata_span_option_parse_any (options->span, *span, span, error))
    return FALSE;
  if (options->thread != NULL && !strata_scope_find_thread (trace, STRATA_NONE, options->thread, thread, error))
    return FALSE;
  if (options->slice == NULL)
    return TRUE;

  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  guint32 slice;

  if (!strata_scope_find_slice (trace, options->slice, *thread, *span, &slice, error))
    return FALSE;

  *thread = strata_trace_find_thread (trace, slice);
  *span = (StrataSpan){ slices->start_ns[slice], strata_slice_table_get_end_ns (slices, slice) };
  return TRUE;
}

static StrataExit
write_file (const StrataCommand *command,
            const char *file,
            const Options *options,
            By by,
            StrataTableStyle style)
{
  g_autoptr (StrataTrace) trace = strata_command_load_input (file, &options->input);
  g_autoptr (GError) error = NULL;
  StrataSpan span;
  guint32 thread;

  if (trace == NULL)
    return STRATA_EXIT_BAD_INPUT;
  if (!choose (trace, options, &thread, &span, &error))
    return strata_command_fail_usage (command, "%s", error->message);

  g_autoptr (StrataCriticalPath) path = strata_critical_path_new (trace, thread, span, NULL);
  StrataOutput *output = strata_output_new (STDOUT_FILENO);

  write_path (output, style, by, trace, path);
  if (strata_trace_get_threads (trace, NULL)[thread].n_states == 0)
    strata_command_note (file, _ ("there are no scheduler events for this thread, so its waits are unknown"));
  if (strata_critical_path_is_cut (path))
    strata_command_note (file, _ ("the path is too long or crosses too many threads; part of it is unknown"));

  return strata_command_close (output);
}

static StrataExit
run_path (const StrataCommand *command,
          char **arguments)
{
  Options options = { 0 };
  const GOptionEntry entries[] = {
    { "slice", 0, 0, G_OPTION_ARG_STRING, &options.slice, N_ ("Use the longest slice of this name"), N_ ("NAME") },
    { "thread", 0, 0, G_OPTION_ARG_STRING, &options.thread, N_ ("Use this thread"), N_ ("ID or NAME") },
    { "span", 0, 0, G_OPTION_ARG_STRING, &options.span, N_ ("Show this time range"), "A..B" },
    { "by", 0, 0, G_OPTION_ARG_STRING, &options.by, N_ ("What the rows are"), "moment|thread|reason" },
    STRATA_TABLE_ENTRIES (options.style, options.input),
    { NULL },
  };
  g_auto (StrataOptionValues) values = { entries };
  g_auto (GStrv) files = NULL;
  StrataTableStyle style;
  guint by;

  if (!strata_command_parse (command, entries, 1, arguments, &files) ||
      !strata_command_get_style (command, options.style, &style))
    return STRATA_EXIT_BAD_USAGE;

  if (!strata_command_choose (options.by, by_names, G_N_ELEMENTS (by_names), &by))
    return strata_command_fail_usage (command, _ ("--by %s: expected moment, thread or reason"), options.by);
  if (options.slice == NULL && options.thread == NULL)
    return strata_command_fail_usage (command, _ ("give --slice or --thread"));

  return write_file (command, files[0], &options, by, style);
}

const StrataCommand strata_command_path = {
  .name = "path",
  .arguments = "FILE",
  .summary = N_ ("Show what a slice or thread of FILE was waiting for over time"),
  .description = STRATA_SPAN_HELP,
  .run = run_path,
};
