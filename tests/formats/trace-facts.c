/* trace-facts.c - a trace as lines of text, to compare with the expected ones
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "trace-facts.h"

#include <string.h>

#include "strata-loader.h"

static void
append_us (GString *out,
           gint64 ns)
{
  g_string_append_printf (out, "%" G_GINT64_FORMAT, ns / 1000);

  if (ns % 1000 != 0)
    g_string_append_printf (out, ".%03d", (int) (ns % 1000));
}

/* Times in the rows count from 1 s. */
static void
append_span (GString *out,
             gint64 start_ns,
             gint64 wall_ns)
{
  append_us (out, start_ns - G_GINT64_CONSTANT (1000000000));
  g_string_append_c (out, '+');
  append_us (out, wall_ns);
}

static void
append_tags (GString *out,
             guint64 tags)
{
  char before = ' ';

  for (guint tag = 0; tag < 64; tag++)
    if ((tags >> tag & 1) != 0)
      {
        g_string_append_printf (out, "%c%02u", before, tag);
        before = ',';
      }
}

static void
append_string (GString *out,
               StrataTrace *trace,
               const char *key,
               guint32 id)
{
  if (id != STRATA_STRING_EMPTY)
    g_string_append_printf (out, " %s=%s", key, strata_trace_get_string (trace, id));
}

static void
append_attrs (GString *out,
              StrataTrace *trace,
              guint32 id)
{
  const StrataAttrs attrs = strata_attr_table_get (strata_trace_get_attrs (trace), id);
  g_autofree char *args = strata_attr_table_dup_args (strata_trace_get_attrs (trace), attrs.args);

  if (id == STRATA_ATTRS_NONE)
    return;

  g_string_append_printf (out, " {%c", attrs.level != 0 ? (char) attrs.level : '-');
  append_tags (out, attrs.tags);
  append_string (out, trace, "chain", attrs.chain);

  if (attrs.side != 0)
    g_string_append_printf (out, " side=%c", (char) attrs.side);

  append_string (out, trace, "category", attrs.category);
  if (attrs.args != STRATA_ARGS_NONE)
    g_string_append_printf (out, " args=%s", args);
  append_string (out, trace, "extra", attrs.extra);
  append_string (out, trace, "cookie", attrs.cookie);
  g_string_append_c (out, '}');
}

static gint64
get_pid (StrataTrace *trace,
         guint32 process)
{
  return process == STRATA_NONE ? -1 : strata_trace_get_processes (trace, NULL)[process].pid;
}

static gint64
get_tid (StrataTrace *trace,
         guint32 thread)
{
  if (thread == STRATA_NONE)
    return -1;

  return strata_trace_get_threads (trace, NULL)[thread].tid;
}

static void
append_slice (GString *out,
              StrataTrace *trace,
              const StrataTrack *track,
              guint32 slice)
{
  const StrataSliceTable *table = strata_trace_get_slices (trace);
  const guint32 flags = strata_slice_table_get_flags (table, slice);
  const gboolean is_call = track->kind == STRATA_TRACK_THREAD;

  g_string_append_printf (out, "%s %" G_GINT64_FORMAT "/", is_call ? "slice" : "async", get_pid (trace, track->process));

  if (is_call)
    g_string_append_printf (out, "%" G_GINT64_FORMAT, get_tid (trace, track->thread));
  else
    g_string_append (out, strata_trace_get_string (trace, track->name));

  g_string_append_printf (out, " %u ", strata_slice_table_get_depth (table, slice));
  append_span (out, strata_slice_table_get_start_ns (table, slice), strata_slice_table_get_wall_ns (table, slice));
  g_string_append_printf (out, " %s", strata_trace_get_string (trace, table->name[slice]));

  if (!is_call && (flags & STRATA_SLICE_NO_COOKIE) != 0)
    g_string_append (out, " ()");
  else if (!is_call)
    g_string_append_printf (out, " (%" G_GINT64_FORMAT ")", table->cookie[slice - table->first_async]);

  if ((flags & STRATA_SLICE_UNFINISHED) != 0)
    g_string_append (out, " unfinished");
  if ((flags & STRATA_SLICE_CUT) != 0)
    g_string_append (out, " cut");

  append_attrs (out, trace, strata_slice_table_get_attrs (strata_trace_get_slices (trace), slice));
  g_string_append_c (out, '\n');
}

static void
append_slices (GString *out,
               StrataTrace *trace)
{
  guint n_tracks;
  const StrataTrack *tracks = strata_trace_get_tracks (trace, &n_tracks);

  for (guint i = 0; i < n_tracks; i++)
    for (guint32 k = 0; k < tracks[i].n_slices; k++)
      append_slice (out, trace, &tracks[i], tracks[i].first_slice + k);
}

static void
append_threads (GString *out,
                StrataTrace *trace)
{
  guint n_threads;
  const StrataThread *threads = strata_trace_get_threads (trace, &n_threads);

  for (guint i = 0; i < n_threads; i++)
    g_string_append_printf (out, "thread %" G_GINT64_FORMAT "/%" G_GINT64_FORMAT " %s\n", threads[i].tid, get_pid (trace, threads[i].process), strata_trace_get_string (trace, threads[i].name));
}

static void
append_counters (GString *out,
                 StrataTrace *trace)
{
  guint n_counters;
  const StrataCounter *counters = strata_trace_get_counters (trace, &n_counters);
  char value[STRATA_SAMPLE_BYTES];

  for (guint i = 0; i < n_counters; i++)
    {
      g_string_append_printf (out, "counter %" G_GINT64_FORMAT " %s =", get_pid (trace, counters[i].process), strata_trace_get_string (trace, counters[i].name));

      for (guint32 k = 0; k < counters[i].n_samples; k++)
        g_string_append_printf (out, " %s", strata_trace_format_sample (trace, counters[i].first_sample + k, value));

      g_string_append_c (out, '\n');
    }
}

static void
append_runs (GString *out,
             StrataTrace *trace)
{
  guint n_cpus;
  const StrataCpu *cpus = strata_trace_get_cpus (trace, &n_cpus);
  const StrataCpuRuns *runs = strata_trace_get_cpu_runs (trace);

  for (guint i = 0; i < n_cpus; i++)
    for (guint32 k = cpus[i].first_run; k < cpus[i].first_run + cpus[i].n_runs; k++)
      {
        const guint8 state = runs->end_state[k];

        g_string_append_printf (out, "run %u %" G_GINT64_FORMAT " ", cpus[i].cpu, get_tid (trace, runs->thread[k]));
        append_span (out, runs->start_ns[k], runs->end_ns[k] - runs->start_ns[k]);
        g_string_append_printf (out, " %c%s\n", state != 0 ? state & 0x7f : '-', (state & STRATA_END_STATE_PREEMPTED) != 0 ? "+" : "");
      }
}

static void
append_instants (GString *out,
                 StrataTrace *trace)
{
  const StrataInstants *instants = strata_trace_get_instants (trace);

  for (guint32 i = 0; i < instants->n_instants; i++)
    {
      g_string_append_printf (out, "instant %" G_GINT64_FORMAT "/%" G_GINT64_FORMAT " ", get_pid (trace, instants->process[i]), get_tid (trace, instants->thread[i]));
      append_us (out, instants->time_ns[i] - G_GINT64_CONSTANT (1000000000));
      g_string_append (out, " ");

      if (instants->track_name[i] != 0)
        g_string_append_printf (out, "%s: ", strata_trace_get_string (trace, instants->track_name[i]));

      g_string_append (out, strata_trace_get_string (trace, instants->name[i]));
      append_attrs (out, trace, strata_instants_get_attrs (instants, i));
      g_string_append (out, "\n");
    }
}

static void
append_diagnostics (GString *out,
                    StrataTrace *trace)
{
  for (guint kind = 0; kind < STRATA_N_DIAGNOSTIC_KINDS; kind++)
    {
      const StrataDiagnostic *row = strata_diagnostics_get (strata_trace_get_diagnostics (trace), kind);

      if (row->count > 0)
        g_string_append_printf (out, "diagnostic %s %" G_GUINT64_FORMAT " @%" G_GUINT64_FORMAT "\n", strata_diagnostic_kind_get_name (kind), row->count, row->first_line);
    }
}

static void
append_names (GString *out,
              StrataTrace *trace)
{
  guint n_names;
  const StrataThreadName *names = strata_trace_get_thread_names (trace, &n_names);

  for (guint i = 0; i < n_names; i++)
    {
      g_string_append_printf (out, "renamed %" G_GINT64_FORMAT " ", get_tid (trace, names[i].thread));
      append_us (out, names[i].time_ns == STRATA_NO_TIME ? 0 : names[i].time_ns - G_GINT64_CONSTANT (1000000000));
      g_string_append_printf (out, " %s\n", strata_trace_get_string (trace, names[i].name));
    }
}

static void
append_losses (GString *out,
               StrataTrace *trace)
{
  guint n_losses;
  const StrataLoss *losses = strata_trace_get_losses (trace, &n_losses);

  for (guint i = 0; i < n_losses; i++)
    {
      g_string_append_printf (out, "loss %u ", losses[i].cpu);
      append_span (out, losses[i].begin_ns, losses[i].end_ns - losses[i].begin_ns);
      g_string_append_printf (out, " %" G_GUINT64_FORMAT "\n", losses[i].n_events);
    }
}

/* Appends the waker of a runnable state. */
static void
append_waker (GString *out,
              StrataTrace *trace,
              guint32 state)
{
  const StrataStates *states = strata_trace_get_states (trace);

  if ((states->state[state] & STRATA_STATES_FROM_INTERRUPT) != 0)
    g_string_append (out, " irq");
  else if (strata_states_get (states, state) == STRATA_STATE_RUNNABLE && states->detail[state] != STRATA_NONE)
    g_string_append_printf (out, " by %" G_GINT64_FORMAT, get_tid (trace, states->detail[state]));
}

static void
append_states (GString *out,
               StrataTrace *trace)
{
  guint n_threads;
  const StrataThread *threads = strata_trace_get_threads (trace, &n_threads);
  const StrataStates *states = strata_trace_get_states (trace);

  for (guint i = 0; i < n_threads; i++)
    for (guint32 k = threads[i].first_state; k < threads[i].first_state + threads[i].n_states; k++)
      {
        g_string_append_printf (out, "state %" G_GINT64_FORMAT " ", threads[i].tid);
        append_span (out, states->start_ns[k], strata_states_get_end_ns (states, &threads[i], k) - states->start_ns[k]);
        g_string_append_printf (out, " %s", strata_state_get_name (strata_states_get (states, k)));
        append_waker (out, trace, k);
        g_string_append_c (out, '\n');
      }
}

char *
trace_facts_describe (StrataTrace *trace,
                      gboolean has_states)
{
  GString *out = g_string_new (NULL);

  g_string_append_printf (out, "format %s\n", strata_trace_get_format_id (trace));

  if (strata_trace_get_start_time_us (trace) != STRATA_NO_TIME)
    g_string_append_printf (out, "start %" G_GINT64_FORMAT "\n", strata_trace_get_start_time_us (trace));

  append_threads (out, trace);
  append_names (out, trace);
  append_slices (out, trace);
  append_counters (out, trace);
  append_runs (out, trace);
  append_losses (out, trace);

  if (has_states)
    append_states (out, trace);

  append_instants (out, trace);
  append_diagnostics (out, trace);

  return g_string_free (out, FALSE);
}

StrataTrace *
trace_facts_load (const char *text,
                  gsize n_bytes,
                  gsize read_bytes,
                  GError **error)
{
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (text, (gssize) n_bytes, NULL);
  const StrataLoadOptions options = { .read_bytes = read_bytes };

  return strata_load_stream (stream, "unknown", &options, NULL, NULL, error);
}

/* Checks that every line is an event, a note, or counted. */
static void
check_lines (StrataTrace *trace)
{
  const StrataCounts *counts = strata_trace_get_counts (trace);
  const StrataDiagnostics *diagnostics = strata_trace_get_diagnostics (trace);
  static const StrataDiagnosticKind kinds[] = { STRATA_DIAGNOSTIC_UNKNOWN_LINE, STRATA_DIAGNOSTIC_BAD_LINE, STRATA_DIAGNOSTIC_CONTINUED_LINE,
                                                STRATA_DIAGNOSTIC_MARKER_ALONE, STRATA_DIAGNOSTIC_TIME_LIMIT };
  guint64 n_odd = 0;

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    n_odd += strata_diagnostics_get_count (diagnostics, kinds[i]);

  g_assert_cmpuint (counts->n_lines, ==, counts->n_events + counts->n_notes + n_odd);
}

static void
test_row (gconstpointer data)
{
  static const gsize read_bytes[] = { 0, 1, 7 };
  const TraceFactsRow *row = data;

  for (guint i = 0; i < G_N_ELEMENTS (read_bytes); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (StrataTrace) trace = trace_facts_load (row->text, strlen (row->text), read_bytes[i], &error);

      g_assert_no_error (error);

      g_autofree char *facts = trace_facts_describe (trace, row->has_states);

      g_test_message ("%s", facts);
      check_lines (trace);
      g_assert_cmpstr (facts, ==, row->facts);
    }
}

void
trace_facts_add_tests (const char *prefix,
                       const TraceFactsRow *rows,
                       gsize n_rows)
{
  for (gsize i = 0; i < n_rows; i++)
    {
      g_autofree char *path = g_strconcat (prefix, "/", rows[i].name, NULL);

      g_test_add_data_func (path, &rows[i], test_row);
    }
}
