/* strata-cmd-info.c - strata-cli info: summarises a file
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <inttypes.h>
#include <unistd.h>

#include <glib/gi18n.h>

#include "strata-command.h"
#include "strata-damage.h"
#include "strata-finding-notes.h"
#include "strata-finding.h"
#include "strata-global-process.h"
#include "strata-json.h"
#include "strata-sql-numbers.h"
#include "strata-units.h"
#include "strata-weights.h"

/* The notes that came with a trace, for info. */

typedef struct
{
  StrataSession *session;          /* owned */
  const StrataBookmark *bookmarks; /* borrowed from the session */
  guint n_bookmarks;
  GStrv queries; /* owned; nullable */
} Notes;

static void
notes_clear (Notes *self)
{
  g_clear_object (&self->session);
  g_clear_pointer (&self->queries, g_strfreev);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Notes, notes_clear)

/* A session can interpret notes; it costs an index of the trace, so only traces with notes get one.
 * Returns whether there are notes. */
static gboolean
notes_read (Notes *self,
            StrataTrace *trace)
{
  if (strata_trace_get_property (trace, STRATA_NOTES_PROPERTY) == NULL)
    return FALSE;

  self->session = strata_session_new (trace);
  if (!strata_finding_notes_apply (self->session))
    return FALSE;

  self->bookmarks = strata_marks_get_bookmarks (strata_session_get_marks (self->session), &self->n_bookmarks);
  self->queries = strata_finding_notes_dup_queries (trace);
  return TRUE;
}

static const char *
get_slice_name (StrataTrace *trace,
                guint32 slice)
{
  return slice != STRATA_NONE ? strata_trace_get_string (trace, strata_trace_get_slices (trace)->name[slice]) : NULL;
}

static void
write_bookmark (StrataOutput *output,
                StrataTrace *trace,
                const StrataBookmark *bookmark)
{
  const char *name = get_slice_name (trace, bookmark->slice);
  char time[STRATA_UNITS_BYTES];

  strata_output_format (output, "  %s", strata_units_instant (bookmark->time_ns - strata_trace_get_span (trace).begin_ns, time));
  if (name != NULL)
    {
      strata_output_text (output, "  ");
      strata_output_plain (output, name);
    }
  strata_output_text (output, "  ");
  strata_output_plain (output, bookmark->note);
  strata_output_char (output, '\n');
}

/* Writes the bookmarks of a trace and its number of queries, if it has notes. */
static void
notes_table_write (StrataOutput *output,
                   StrataTrace *trace)
{
  g_auto (Notes) notes = { NULL };

  if (!notes_read (&notes, trace))
    return;

  if (notes.n_bookmarks > 0 || (notes.queries != NULL && notes.queries[0] != NULL))
    strata_output_format (output, "\n%s\n", _ ("Notes"));
  for (guint i = 0; i < notes.n_bookmarks; i++)
    write_bookmark (output, trace, &notes.bookmarks[i]);

  for (guint i = 0; notes.queries != NULL && notes.queries[i] != NULL; i++)
    {
      strata_output_text (output, "  SQL: ");
      strata_output_plain (output, notes.queries[i]);
      strata_output_char (output, '\n');
    }
}

/* Writes the same as a JSON member, with the selected slice and the view. */
static void
notes_table_write_json (StrataJson *json,
                        StrataTrace *trace)
{
  g_auto (Notes) notes = { NULL };

  if (!notes_read (&notes, trace))
    return;

  const StrataItem item = strata_session_get_selected_item (notes.session);
  const StrataSpan view = strata_viewport_get_span (strata_session_get_viewport (notes.session));

  strata_json_begin (json, "finding", '{');
  strata_json_number (json, "view_begin_ns", view.begin_ns);
  strata_json_number (json, "view_end_ns", view.end_ns);
  strata_json_string (json, "selected", item.kind == STRATA_ITEM_SLICE ? get_slice_name (trace, item.index) : NULL);
  strata_json_begin (json, "bookmarks", '[');
  for (guint i = 0; i < notes.n_bookmarks; i++)
    {
      strata_json_begin (json, NULL, '{');
      strata_json_number (json, "ts_ns", notes.bookmarks[i].time_ns);
      strata_json_string (json, "slice", get_slice_name (trace, notes.bookmarks[i].slice));
      strata_json_string (json, "note", notes.bookmarks[i].note);
      strata_json_end (json, '}');
    }
  strata_json_end (json, ']');
  strata_json_begin (json, "queries", '[');
  for (guint i = 0; notes.queries != NULL && notes.queries[i] != NULL; i++)
    strata_json_string (json, NULL, notes.queries[i]);
  strata_json_end (json, ']');
  strata_json_end (json, '}');
}

/* Always written; others only if there are any. */
static const char usual_markers[] = "BESFCINGH";

/* The recorder's data about the device, as far as known. */
static const struct
{
  const char *key;
  const char *name;
} device_facts[] = {
  { "manufacturer", N_ ("Manufacturer") },
  { "soc", N_ ("Chip") },
  { "processors", N_ ("Processors") },
  { "build", N_ ("Build") },
  { "sdk", N_ ("Android SDK") },
  { "kernel", N_ ("Kernel") },
  { "machine", N_ ("Architecture") },
  { "recorder", N_ ("Recorder") },
  { "command", N_ ("Command") },
  { "record_time", N_ ("Recorded") },
  { "log_year", N_ ("Year") },
  { "log_precision", N_ ("Precision") },
  { "folded_columns", N_ ("Columns") },
  { "sampled_events", N_ ("Sampled events") },
  { "wanted_event", N_ ("Shown event") },
  { "apps", N_ ("Apps") },
  { "sources", N_ ("Data sources") },
};

typedef struct
{
  const char *key;
  const char *title;
  gint64 number;
} Count;

#define N_COUNTS 9

static void
get_counts (StrataTrace *trace,
            Count counts[N_COUNTS])
{
  const StrataCounts *input = strata_trace_get_counts (trace);
  guint n_threads;
  guint n_cpus;
  guint n_losses;

  strata_trace_get_losses (trace, &n_losses);
  strata_trace_get_threads (trace, &n_threads);
  strata_trace_get_cpus (trace, &n_cpus);

  const Count all[N_COUNTS] = {
    { "instants", N_ ("Instants"), strata_trace_get_instants (trace)->n_instants },
    { "counter_samples", N_ ("Counter samples"), strata_trace_get_samples (trace)->n_samples },
    { "cpu_slices", N_ ("CPU runs"), strata_trace_get_cpu_runs (trace)->n_runs },
    { "thread_states", N_ ("Thread states"), strata_trace_get_states (trace)->n_states },
    { "processes", N_ ("Processes"), strata_global_process_count_others (trace) },
    { "threads", N_ ("Threads"), n_threads },
    { "cpus", N_ ("CPUs"), n_cpus },
    { "losses", N_ ("Gaps without events"), n_losses },
    { "methods", N_ ("Methods"), (gint64) input->n_methods },
  };

  memcpy (counts, all, sizeof all);
}

/* Lists of processes have a row for tracks without a process. */
static gboolean
has_global_tracks (StrataTrace *trace)
{
  guint n_processes;

  strata_trace_get_processes (trace, &n_processes);
  return strata_global_process_count_others (trace) < n_processes;
}

static gboolean
is_shown_marker (const StrataCounts *counts,
                 guint letter)
{
  return counts->n_markers[letter] > 0 || (letter != 0 && strchr (usual_markers, (int) letter) != NULL);
}

static void
write_json_markers (StrataJson *json,
                    const StrataCounts *counts)
{
  strata_json_begin (json, "markers", '{');

  for (guint letter = 0; letter < G_N_ELEMENTS (counts->n_markers); letter++)
    if (is_shown_marker (counts, letter))
      strata_json_number (json, (char[]){ (char) letter, '\0' }, (gint64) counts->n_markers[letter]);

  strata_json_end (json, '}');
}

static void
write_json_slices (StrataJson *json,
                   const char *key,
                   const StrataSliceCounts *counts,
                   gboolean has_unmatched)
{
  strata_json_begin (json, key, '{');
  strata_json_number (json, "closed", (gint64) counts->n_closed);
  strata_json_number (json, "unfinished", (gint64) counts->n_unfinished);
  if (has_unmatched)
    strata_json_number (json, "unmatched", (gint64) counts->n_unmatched);
  strata_json_end (json, '}');
}

static void
write_json_first (StrataJson *json,
                  StrataTrace *trace,
                  const StrataDiagnostic *diagnostic)
{
  guint n_inputs;
  const StrataInput *inputs = strata_trace_get_inputs (trace, &n_inputs);

  strata_json_begin (json, "first", '{');
  if (n_inputs > 1)
    strata_json_string (json, "file", diagnostic->first_input < n_inputs ? inputs[diagnostic->first_input].name : NULL);

  if (diagnostic->first_line > 0)
    strata_json_number (json, "line", (gint64) diagnostic->first_line);
  else
    strata_json_null (json, "line");

  if (diagnostic->first_offset >= 0)
    strata_json_number (json, "offset", diagnostic->first_offset);
  else
    strata_json_null (json, "offset");

  if (diagnostic->first_ns != STRATA_NO_TIME)
    strata_json_number (json, "ts_ns", diagnostic->first_ns);
  else
    strata_json_null (json, "ts_ns");

  strata_json_string (json, "sample", diagnostic->sample);
  strata_json_end (json, '}');
}

static void
write_json_diagnostics (StrataJson *json,
                        StrataTrace *trace)
{
  const StrataDiagnostics *diagnostics = strata_trace_get_diagnostics (trace);

  strata_json_begin (json, "diagnostics", '[');

  for (guint kind = 0; kind < STRATA_N_DIAGNOSTIC_KINDS; kind++)
    {
      const StrataDiagnostic *diagnostic = strata_diagnostics_get (diagnostics, kind);

      if (diagnostic->count == 0)
        continue;

      strata_json_begin (json, NULL, '{');
      strata_json_string (json, "kind", strata_diagnostic_kind_get_name (kind));
      strata_json_string (json, "severity", strata_severity_get_name (strata_diagnostic_kind_get_severity (kind)));
      strata_json_number (json, "count", (gint64) diagnostic->count);
      write_json_first (json, trace, diagnostic);
      strata_json_end (json, '}');
    }

  strata_json_end (json, ']');
}

/* For one file, everything is at the top. */
static void
write_json_inputs (StrataJson *json,
                   StrataTrace *trace)
{
  guint n_inputs;
  const StrataInput *inputs = strata_trace_get_inputs (trace, &n_inputs);

  if (n_inputs < 2)
    return;

  strata_json_begin (json, "files", '[');

  for (guint i = 0; i < n_inputs; i++)
    {
      g_autofree char *how = strata_input_dup_offset (&inputs[i]);

      strata_json_begin (json, NULL, '{');
      strata_json_string (json, "file", inputs[i].name);
      strata_json_string (json, "format", inputs[i].format_name);
      strata_json_number (json, "offset_ns", inputs[i].offset_ns);
      strata_json_string (json, "clock", strata_clock_rule_get_name (inputs[i].rule));
      strata_json_string (json, "how", how);
      strata_json_number (json, "error_ns", inputs[i].error_ns);
      strata_json_number (json, "drift_ppb", inputs[i].drift.ppb);
      strata_json_number (json, "drift_error_ppb", inputs[i].drift_error_ppb);
      strata_json_number (json, "device", inputs[i].device);
      strata_json_number (json, "begin_ns", inputs[i].span.begin_ns);
      strata_json_number (json, "end_ns", inputs[i].span.end_ns);
      strata_json_end (json, '}');
    }

  strata_json_end (json, ']');
}

static void
write_json_kinds (StrataJson *json,
                  StrataTrace *trace)
{
  guint n_kinds;
  const StrataKind *kinds = strata_trace_get_kinds (trace, &n_kinds);

  strata_json_begin (json, "kinds", '[');

  for (guint i = 0; i < n_kinds; i++)
    {
      strata_json_begin (json, NULL, '{');
      strata_json_string (json, "name", kinds[i].name);
      strata_json_number (json, "count", (gint64) kinds[i].count);
      strata_json_boolean (json, "known", kinds[i].is_known);
      if (kinds[i].n_bytes > 0)
        strata_json_number (json, "bytes", (gint64) kinds[i].n_bytes);
      strata_json_end (json, '}');
    }

  strata_json_end (json, ']');
}

/* As in tables, "begin_ns" is "begin_cycles" if the axis counts cycles. */
static void
write_json_span (StrataJson *json,
                 StrataTrace *trace)
{
  const StrataSpan span = strata_trace_get_span (trace);
  const char *unit = strata_trace_get_unit (trace);
  g_autofree char *begin = g_strdup_printf ("begin_%s", unit != NULL ? unit : "ns");
  g_autofree char *end = g_strdup_printf ("end_%s", unit != NULL ? unit : "ns");

  if (unit != NULL)
    strata_json_string (json, "unit", unit);
  strata_json_number (json, begin, span.begin_ns);
  strata_json_number (json, end, span.end_ns);
}

static gint64
count_sampled (StrataTrace *trace)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  gint64 n = 0;

  for (guint32 i = 0; i < slices->n_slices; i++)
    n += (strata_slice_table_get_flags (slices, i) & STRATA_SLICE_SAMPLED) != 0;

  return n;
}

static void
write_json (StrataOutput *output,
            const char *file,
            StrataTrace *trace)
{
  StrataJson json = { output, 0, FALSE };
  const StrataCounts *counts = strata_trace_get_counts (trace);
  const gint64 n_sampled = count_sampled (trace);
  Count tables[N_COUNTS];

  get_counts (trace, tables);
  strata_json_begin (&json, NULL, '{');
  strata_json_string (&json, "file", file);
  strata_json_string (&json, "format", strata_trace_get_format_id (trace));
  write_json_span (&json, trace);
  strata_json_number (&json, "lines", (gint64) counts->n_lines);
  strata_json_number (&json, "events", (gint64) counts->n_events);
  strata_json_number (&json, "notes", (gint64) counts->n_notes);
  write_json_markers (&json, counts);
  write_json_slices (&json, "slices", &counts->slices, FALSE);
  strata_json_number (&json, "unmatched_ends", (gint64) counts->slices.n_unmatched);
  write_json_slices (&json, "async", &counts->async, TRUE);
  write_json_slices (&json, "async_tracks", &counts->async_tracks, TRUE);
  if (n_sampled > 0)
    strata_json_number (&json, "sampled_slices", n_sampled);

  for (guint i = 0; i < N_COUNTS; i++)
    if (tables[i].number != STRATA_NO_TIME)
      strata_json_number (&json, tables[i].key, tables[i].number);
    else
      strata_json_null (&json, tables[i].key);

  strata_json_boolean (&json, "global_tracks", has_global_tracks (trace));
  if (strata_trace_get_property (trace, "mapping") != NULL)
    strata_json_string (&json, "mapping", strata_trace_get_property (trace, "mapping"));
  for (guint i = 0; i < G_N_ELEMENTS (device_facts); i++)
    if (strata_trace_get_property (trace, device_facts[i].key) != NULL)
      strata_json_string (&json, device_facts[i].key, strata_trace_get_property (trace, device_facts[i].key));

  write_json_kinds (&json, trace);
  write_json_inputs (&json, trace);
  write_json_diagnostics (&json, trace);
  notes_table_write_json (&json, trace);
  strata_json_end (&json, '}');
}

/* Pads by visible width, not by bytes: titles are translated. */
static void
write_field (StrataOutput *output,
             const char *title,
             const char *value)
{
  glong n_characters = g_utf8_strlen (title, -1);

  strata_output_text (output, title);
  strata_output_spaces (output, (gsize) MAX (24 - n_characters, 1));
  strata_output_plain (output, value);
  strata_output_char (output, '\n');
}

static void
write_count (StrataOutput *output,
             const char *title,
             gint64 count)
{
  char text[STRATA_UNITS_BYTES];

  if (count > 0)
    write_field (output, title, strata_units_count (count, text));
}

static void
write_slices (StrataOutput *output,
              const char *title,
              const StrataSliceCounts *counts)
{
  char closed[STRATA_UNITS_BYTES];

  if (counts->n_closed + counts->n_unfinished + counts->n_unmatched == 0)
    return;

  g_autofree char *text = g_strdup_printf (_ ("%s closed, %" PRIu64 " unfinished, ends without a start: %" PRIu64),
                                           strata_units_count ((gint64) counts->n_closed, closed), counts->n_unfinished, counts->n_unmatched);

  write_field (output, title, text);
}

/* Calls of samples are slices everywhere but in SQL, which may have the samples themselves instead. */
static void
write_sampled (StrataOutput *output,
               StrataTrace *trace)
{
  const gint64 n = count_sampled (trace);
  char count[STRATA_UNITS_BYTES];

  if (n == 0)
    return;

  strata_units_count (n, count);

  g_autofree char *text = strata_sql_numbers_hides_samples (trace) ? g_strdup_printf (_ ("%s, of which SQL has only the samples"), count) : g_strdup (count);

  write_field (output, _ ("Slices of samples"), text);
}

static void
write_markers (StrataOutput *output,
               const StrataCounts *counts)
{
  g_autoptr (GString) text = g_string_new (NULL);
  char count[STRATA_UNITS_BYTES];

  for (guint letter = 0; letter < G_N_ELEMENTS (counts->n_markers); letter++)
    if (counts->n_markers[letter] > 0)
      g_string_append_printf (text, "%s%c %s", text->len > 0 ? ", " : "", (int) letter, strata_units_count ((gint64) counts->n_markers[letter], count));

  if (text->len > 0)
    write_field (output, _ ("Markers"), text->str);
}

static void
write_span (StrataOutput *output,
            StrataTrace *trace)
{
  StrataSpan span = strata_trace_get_span (trace);
  const char *unit = strata_trace_get_property (trace, STRATA_UNIT_PROPERTY);
  char duration[STRATA_UNITS_BYTES];
  g_autofree char *text = NULL;

  if (unit != NULL)
    {
      text = g_strdup_printf ("%s %s", strata_units_count (strata_trace_sum_weights (trace), duration), unit);
      write_field (output, _ ("Weight"), text);
      return;
    }

  strata_units_duration (strata_span_get_length_ns (span), duration);
  text = g_strdup_printf (_ ("%s, from %" PRId64 " to %" PRId64 " ns"), duration, span.begin_ns, span.end_ns);
  write_field (output, _ ("Time"), text);
}

static void
write_start_time (StrataOutput *output,
                  StrataTrace *trace)
{
  gint64 start_us = strata_trace_get_start_time_us (trace);
  g_autoptr (GDateTime) time = NULL;

  if (start_us <= 0)
    return;

  time = g_date_time_new_from_unix_local (start_us / G_USEC_PER_SEC);
  if (time == NULL)
    return;

  g_autofree char *text = g_date_time_format (time, "%Y-%m-%d %H:%M:%S %z");

  write_field (output, _ ("Recorded"), text);
}

/* The most frequent ones, unless they are few, and the packets of which nothing is shown. */
#define N_KINDS_SHOWN 12
#define N_PACKETS_SHOWN 60

static void
write_kind (StrataOutput *output,
            const StrataKind *kind)
{
  char text[STRATA_UNITS_BYTES];

  strata_output_text (output, "  ");
  strata_output_plain (output, *kind->name != '\0' ? kind->name : _ ("(no name)"));
  strata_output_format (output, ": %s", strata_units_count ((gint64) kind->count, text));
  if (kind->n_bytes > 0)
    strata_output_format (output, ", %s", strata_units_bytes (kind->n_bytes, text));
  strata_output_format (output, "%s\n", kind->is_known ? "" : _ (", not shown on the timeline"));
}

static void
write_kinds (StrataOutput *output,
             StrataTrace *trace)
{
  guint n_kinds;
  const StrataKind *kinds = strata_trace_get_kinds (trace, &n_kinds);
  guint n_shown = 0;

  if (n_kinds > 0)
    strata_output_format (output, "\n%s\n", _ ("Events by kind"));

  for (guint i = 0; i < n_kinds; i++)
    if (n_shown < N_KINDS_SHOWN || (kinds[i].n_bytes > 0 && n_shown < N_PACKETS_SHOWN))
      {
        write_kind (output, &kinds[i]);
        n_shown++;
      }

  if (n_kinds > n_shown)
    {
      const char *form = n_kinds < STRATA_MAX_KINDS ? ngettext ("and %u more kind", "and %u more kinds", n_kinds - n_shown) : _ ("and %u or more other kinds");
      g_autofree char *more = g_strdup_printf (form, n_kinds - n_shown);

      strata_output_format (output, "  %s\n", more);
    }
}

/* "+12.5 ms, from the monotonic clock that both files show" */
static void
write_inputs (StrataOutput *output,
              StrataTrace *trace)
{
  guint n_inputs;
  const StrataInput *inputs = strata_trace_get_inputs (trace, &n_inputs);

  if (n_inputs < 2)
    return;

  strata_output_format (output, "\n%s\n", _ ("Files on this time axis"));

  for (guint i = 0; i < n_inputs; i++)
    {
      g_autofree char *offset = strata_input_dup_offset (&inputs[i]);

      strata_output_plain (output, "  ");
      strata_output_plain (output, inputs[i].name);
      strata_output_format (output, ": %s; %s\n", inputs[i].format_name, offset);
    }
}

/* The position of the first one, or what the sample says about the whole file. */
static char *
dup_place (StrataTrace *trace,
           const StrataDiagnostic *diagnostic)
{
  guint n_inputs;
  const StrataInput *inputs = strata_trace_get_inputs (trace, &n_inputs);
  g_autofree char *place = NULL;

  if (diagnostic->first_line > 0)
    place = g_strdup_printf (_ (", first in line %" PRIu64), diagnostic->first_line);
  else if (diagnostic->first_offset >= 0)
    place = g_strdup_printf (_ (", first at byte %" PRId64), diagnostic->first_offset);
  else
    return diagnostic->sample != NULL && diagnostic->first_ns == STRATA_NO_TIME ? g_strdup_printf (" (%s)", diagnostic->sample) : g_strdup ("");

  return n_inputs > 1 && diagnostic->first_input < n_inputs ? g_strdup_printf (_ ("%s of %s"), place, inputs[diagnostic->first_input].name) : g_steal_pointer (&place);
}

static void
write_diagnostics (StrataOutput *output,
                   StrataTrace *trace)
{
  const StrataDiagnostics *diagnostics = strata_trace_get_diagnostics (trace);
  gboolean has_title = FALSE;

  for (guint kind = 0; kind < STRATA_N_DIAGNOSTIC_KINDS; kind++)
    {
      const StrataDiagnostic *diagnostic = strata_diagnostics_get (diagnostics, kind);

      if (diagnostic->count == 0)
        continue;

      if (!has_title)
        strata_output_format (output, "\n%s\n", _ ("Import warnings"));
      has_title = TRUE;

      g_autofree char *place = dup_place (trace, diagnostic);

      strata_output_format (output, "  %s: %" G_GUINT64_FORMAT "%s\n", _ (strata_diagnostic_kind_get_text (kind)), diagnostic->count, place);
    }
}

static void
write_damage (StrataOutput *output,
              StrataTrace *trace)
{
  StrataDamage damage;

  strata_damage_find (&damage, trace);

  g_autofree char *text = strata_damage_dup_text (&damage);

  if (text == NULL)
    return;

  strata_output_char (output, '\n');
  strata_output_plain (output, text);
  strata_output_char (output, '\n');
}

static void
write_text (StrataOutput *output,
            const char *file,
            StrataTrace *trace)
{
  const StrataCounts *counts = strata_trace_get_counts (trace);
  const char *format_name = strata_trace_get_format_name (trace);
  g_autoptr (StrataFrames) frames = strata_frames_new (trace, NULL);
  Count tables[N_COUNTS];

  get_counts (trace, tables);
  write_field (output, _ ("File"), file);
  write_field (output, _ ("Format"), format_name != NULL ? format_name : strata_trace_get_format_id (trace));
  if (strata_trace_get_property (trace, "mapping") != NULL)
    write_field (output, _ ("Mapping"), strata_trace_get_property (trace, "mapping"));
  for (guint i = 0; i < G_N_ELEMENTS (device_facts); i++)
    if (strata_trace_get_property (trace, device_facts[i].key) != NULL)
      write_field (output, _ (device_facts[i].name), strata_trace_get_property (trace, device_facts[i].key));
  write_span (output, trace);
  write_start_time (output, trace);
  write_count (output, _ ("Lines"), (gint64) counts->n_lines);
  write_count (output, _ ("Events"), (gint64) counts->n_events);
  write_markers (output, counts);
  write_slices (output, _ ("Slices"), &counts->slices);
  write_slices (output, _ ("Asynchronous slices"), &counts->async);
  write_slices (output, _ ("Slices on named tracks"), &counts->async_tracks);
  write_slices (output, _ ("Slices of the kernel"), &counts->kernel);
  write_sampled (output, trace);

  for (guint i = 0; i < N_COUNTS; i++)
    if (tables[i].title != NULL)
      write_count (output, _ (tables[i].title), tables[i].number);
  if (has_global_tracks (trace))
    write_field (output, _ ("Global tracks"), _ ("listed as process 0"));

  write_kinds (output, trace);
  write_inputs (output, trace);
  write_diagnostics (output, trace);
  write_damage (output, trace);
  notes_table_write (output, trace);
  strata_finding_write (output, frames);
}

static StrataExit
run_info (const StrataCommand *command,
          char **arguments)
{
  StrataStyleOptions options = { 0 };
  StrataInputOptions input = { 0 };
  const GOptionEntry entries[] = {
    STRATA_JSON_ENTRY (options),
    STRATA_INPUT_ENTRIES (input),
    { NULL },
  };
  g_auto (StrataOptionValues) values = { entries };
  g_auto (GStrv) files = NULL;

  if (!strata_command_parse (command, entries, 1, arguments, &files))
    return STRATA_EXIT_BAD_USAGE;

  g_autoptr (StrataTrace) trace = strata_command_load_input (files[0], &input);

  if (trace == NULL)
    return STRATA_EXIT_BAD_INPUT;

  g_autofree char *file = g_filename_display_name (files[0]);
  StrataOutput *output = strata_output_new (STDOUT_FILENO);

  if (options.is_json)
    write_json (output, file, trace);
  else
    write_text (output, file, trace);

  return strata_command_close (output);
}

const StrataCommand strata_command_info = {
  .name = "info",
  .arguments = "FILE",
  .summary = N_ ("Show format, time span, counts and import warnings of FILE"),
  .run = run_info,
};
