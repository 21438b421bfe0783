/* strata-report.c - the content of the import report
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-report.h"

#include <inttypes.h>

#include <glib/gi18n-lib.h>

#include "strata-raw-find.h"
#include "strata-units.h"

static const char *const severity_titles[] = {
  [STRATA_SEVERITY_INFO] = N_ ("Note"),
  [STRATA_SEVERITY_WARNING] = N_ ("Warning"),
  [STRATA_SEVERITY_ERROR] = N_ ("Error"),
};

/* Finds the line store of a file. Files that are not text have none, so they are matched by name. */
static guint
find_store (StrataTrace *trace,
            guint32 input)
{
  guint n_inputs;
  const StrataInput *inputs = strata_trace_get_inputs (trace, &n_inputs);
  const guint n_stores = strata_trace_get_n_line_stores (trace);

  if (n_inputs < 2)
    return 0;
  if (n_inputs == n_stores)
    return input;

  for (guint i = 0; input < n_inputs && i < n_stores; i++)
    if (g_strcmp0 (inputs[input].name, strata_line_store_get_name (strata_trace_get_line_store (trace, i))) == 0)
      return i;

  return n_stores;
}

/* Diagnostics of the builder have a time but no line, so the line is searched by time. */
static StrataRawPlace
find_place (StrataTrace *trace,
            const StrataDiagnostic *diagnostic)
{
  const guint store = find_store (trace, diagnostic->first_input);

  if (strata_trace_get_n_line_stores (trace) == 0)
    return STRATA_RAW_NOWHERE;
  if (diagnostic->first_line == 0)
    return diagnostic->first_ns != STRATA_NO_TIME ? strata_raw_find_time (trace, diagnostic->first_ns, -1) : STRATA_RAW_NOWHERE;
  if (store >= strata_trace_get_n_line_stores (trace))
    return STRATA_RAW_NOWHERE;

  return (StrataRawPlace){ store, strata_line_store_find_row (strata_trace_get_line_store (trace, store), diagnostic->first_line) };
}

static const char *
get_file (StrataTrace *trace,
          guint32 input,
          StrataRawPlace place)
{
  guint n_inputs;
  const StrataInput *inputs = strata_trace_get_inputs (trace, &n_inputs);

  if (n_inputs < 2)
    return NULL;
  if (input < n_inputs)
    return inputs[input].name;

  return place.row != STRATA_NONE ? strata_line_store_get_name (strata_trace_get_line_store (trace, place.file)) : NULL;
}

/**
 * strata_report_list_entries:
 * @trace: a trace
 *
 * Returns: (transfer full) (element-type StrataReportEntry): the warnings, the worst first
 */
GArray *
strata_report_list_entries (StrataTrace *trace)
{
  const StrataDiagnostics *diagnostics = strata_trace_get_diagnostics (trace);
  GArray *entries = g_array_new (FALSE, FALSE, sizeof (StrataReportEntry));

  for (int severity = STRATA_SEVERITY_ERROR; severity >= STRATA_SEVERITY_INFO; severity--)
    for (guint kind = 0; kind < STRATA_N_DIAGNOSTIC_KINDS; kind++)
      {
        const StrataDiagnostic *diagnostic = strata_diagnostics_get (diagnostics, kind);

        if ((int) strata_diagnostic_kind_get_severity (kind) != severity || strata_diagnostics_get_count (diagnostics, kind) == 0)
          continue;

        StrataReportEntry entry = { .diagnostic = diagnostic, .line = diagnostic->first_line, .place = find_place (trace, diagnostic) };

        entry.file = get_file (trace, diagnostic->first_input, entry.place);
        if (entry.line == 0 && entry.place.row != STRATA_NONE)
          entry.line = strata_raw_get_line_number (trace, entry.place);
        g_array_append_val (entries, entry);
      }

  return entries;
}

/**
 * strata_report_get_counts:
 * @trace: a trace
 * @counts: (out caller-allocates): figures about its files
 *
 * Counts figures of interest for every file, with or without warnings.
 */
void
strata_report_get_counts (StrataTrace *trace,
                          StrataReportCount counts[STRATA_REPORT_N_COUNTS])
{
  const StrataCounts *input = strata_trace_get_counts (trace);
  const StrataDiagnostics *odd = strata_trace_get_diagnostics (trace);
  const StrataReportCount all[STRATA_REPORT_N_COUNTS] = {
    { "lines", _ ("Lines"), input->n_lines },
    { "events", _ ("Events"), input->n_events },
    { "slices", _ ("Slices"), strata_trace_get_slices (trace)->n_slices },
    { "unfinished-slices", _ ("Unfinished slices"), input->slices.n_unfinished + input->async.n_unfinished + input->async_tracks.n_unfinished + input->kernel.n_unfinished },
    { "unmatched-ends", _ ("Unmatched ends"), input->slices.n_unmatched + input->async.n_unmatched + input->async_tracks.n_unmatched + input->kernel.n_unmatched },
    { "lost-events", _ ("Lost events"), strata_diagnostics_get_count (odd, STRATA_DIAGNOSTIC_LOST_EVENTS) + strata_diagnostics_get_count (odd, STRATA_DIAGNOSTIC_OVERWRITTEN) },
    { "clock-jumps", _ ("Clock jumps"), strata_diagnostics_get_count (odd, STRATA_DIAGNOSTIC_TIME_BACKWARDS) },
    { "skipped-sections", _ ("Skipped sections"), strata_diagnostics_get_count (odd, STRATA_DIAGNOSTIC_SKIPPED_SECTION) },
    { "cut-payloads", _ ("Truncated payloads"), strata_diagnostics_get_count (odd, STRATA_DIAGNOSTIC_CUT_PAYLOAD) },
  };

  memcpy (counts, all, sizeof all);
}

/* Returns a word for it, translated. */
const char *
strata_report_get_severity_title (StrataSeverity severity)
{
  return _ (severity_titles[severity]);
}

/* Events of a file without lines are counted like lines. */
static char *
dup_position (StrataTrace *trace,
              const StrataReportEntry *entry)
{
  char number[STRATA_UNITS_BYTES];

  if (entry->line > 0)
    return g_strdup_printf (strata_trace_get_counts (trace)->n_lines > 0 ? _ ("line %s") : _ ("event %s"), strata_units_count ((gint64) entry->line, number));
  if (entry->diagnostic->first_offset >= 0)
    return g_strdup_printf (_ ("byte %s"), strata_units_count (entry->diagnostic->first_offset, number));

  return NULL;
}

/**
 * strata_report_dup_place:
 * @trace: a trace
 * @entry: of its report
 *
 * Returns: (transfer full): such as "first at 1.204 s, line 8 211 of b.ftrace", or an empty text
 */
char *
strata_report_dup_place (StrataTrace *trace,
                         const StrataReportEntry *entry)
{
  g_autoptr (GString) place = g_string_new (NULL);
  g_autofree char *position = dup_position (trace, entry);
  char number[STRATA_UNITS_BYTES];

  if (entry->diagnostic->first_ns != STRATA_NO_TIME)
    g_string_append (place, strata_units_duration (entry->diagnostic->first_ns - strata_trace_get_span (trace).begin_ns, number));
  if (position != NULL)
    g_string_append_printf (place, "%s%s", place->len > 0 ? ", " : "", position);

  if (entry->file != NULL && place->len > 0)
    {
      g_autofree char *bare = g_strdup (place->str);

      g_string_printf (place, _ ("%s of %s"), bare, entry->file);
    }

  return place->len > 0 ? g_strdup_printf (_ ("first at %s"), place->str) : g_strdup (entry->file != NULL ? entry->file : "");
}

/**
 * strata_report_dup_line:
 * @trace: a trace
 * @entry: of its report
 *
 * Returns: (transfer full) (nullable): the text of the first one: its whole line if lines are kept
 */
char *
strata_report_dup_line (StrataTrace *trace,
                        const StrataReportEntry *entry)
{
  if (entry->place.row != STRATA_NONE)
    return strata_raw_dup_text (trace, entry->place);
  if (entry->diagnostic->sample == NULL || *entry->diagnostic->sample == '\0')
    return NULL;

  return g_utf8_make_valid (entry->diagnostic->sample, -1);
}

static void
append_entry (GString *text,
              StrataTrace *trace,
              const StrataReportEntry *entry)
{
  const StrataDiagnosticKind kind = entry->diagnostic->kind;
  g_autofree char *place = strata_report_dup_place (trace, entry);
  g_autofree char *line = strata_report_dup_line (trace, entry);

  g_string_append_printf (text, "%s: %s: %" PRIu64, strata_report_get_severity_title (strata_diagnostic_kind_get_severity (kind)),
                          strata_diagnostic_kind_get_text (kind), entry->diagnostic->count);
  if (*place != '\0')
    g_string_append_printf (text, ", %s", place);
  g_string_append_c (text, '\n');
  if (line != NULL)
    g_string_append_printf (text, "    %s\n", g_strstrip (line));
}

/**
 * strata_report_dup_kind_note:
 * @kind: a kind of event
 *
 * Returns: (transfer full) (nullable): how large those of a kind that is not shown are, and that they are not shown
 */
char *
strata_report_dup_kind_note (const StrataKind *kind)
{
  char size[STRATA_UNITS_BYTES];

  if (kind->is_known)
    return NULL;
  if (kind->n_bytes == 0)
    return g_strdup (_ ("not shown on the timeline"));

  /* Translators: %s is a size such as “181 MB” */
  return g_strdup_printf (_ ("%s, not shown on the timeline"), strata_units_bytes (kind->n_bytes, size));
}

static void
append_kinds (GString *text,
              StrataTrace *trace)
{
  guint n_kinds;
  const StrataKind *kinds = strata_trace_get_kinds (trace, &n_kinds);

  if (n_kinds > 0)
    g_string_append_printf (text, "\n%s\n", _ ("Events by kind"));

  for (guint i = 0; i < n_kinds; i++)
    {
      g_autofree char *note = strata_report_dup_kind_note (&kinds[i]);

      g_string_append_printf (text, "%s: %" PRIu64 "%s%s\n", *kinds[i].name != '\0' ? kinds[i].name : _ ("(no name)"),
                              kinds[i].count, note != NULL ? ", " : "", note != NULL ? note : "");
    }
}

/**
 * strata_report_dup_text:
 * @trace: a trace
 *
 * Returns: (transfer full): the whole report, for the user
 */
char *
strata_report_dup_text (StrataTrace *trace)
{
  g_autoptr (GArray) entries = strata_report_list_entries (trace);
  GString *text = g_string_new (strata_trace_get_format_name (trace));
  StrataReportCount counts[STRATA_REPORT_N_COUNTS];

  strata_report_get_counts (trace, counts);
  g_string_append_c (text, '\n');
  for (guint i = 0; i < STRATA_REPORT_N_COUNTS; i++)
    g_string_append_printf (text, "%s: %" PRIu64 "\n", counts[i].title, counts[i].count);

  if (entries->len > 0)
    g_string_append_printf (text, "\n%s\n", _ ("Import warnings"));
  for (guint i = 0; i < entries->len; i++)
    append_entry (text, trace, &g_array_index (entries, StrataReportEntry, i));

  append_kinds (text, trace);
  return g_string_free (text, FALSE);
}

/* Those of warnings are called as in "strata-cli list diagnostics". */
static const StrataTableColumn report_columns[] = {
  { "section", NULL, STRATA_CELL_TEXT },
  { "kind", NULL, STRATA_CELL_TEXT },
  { "severity", NULL, STRATA_CELL_TEXT },
  { "count", NULL, STRATA_CELL_NUMBER },
  { "first_line", NULL, STRATA_CELL_NUMBER },
  { "first_offset", NULL, STRATA_CELL_NUMBER },
  { "first_ns", NULL, STRATA_CELL_TIME },
  { "text", NULL, STRATA_CELL_TEXT },
  { "sample", NULL, STRATA_CELL_TEXT },
  { "file", NULL, STRATA_CELL_TEXT },
  { "shown", NULL, STRATA_CELL_TEXT },
  { "bytes", NULL, STRATA_CELL_NUMBER },
};

/* Fields of a row in the order of the columns. */
typedef struct
{
  const char *section;
  const char *kind;
  const char *severity;
  guint64 count;
  guint64 line;  /* 0 if that is not known */
  gint64 offset; /* -1 if that is not known */
  gint64 time_ns;
  const char *text;
  const char *sample;
  const char *file;
  const char *shown;
  guint64 n_bytes; /* 0 if that is not known */
} Row;

#define ROW_INIT .offset = -1, .time_ns = STRATA_NO_TIME

static void
write_known (StrataTable *table,
             gboolean is_known,
             gint64 value)
{
  if (is_known)
    strata_table_number (table, value);
  else
    strata_table_unknown (table);
}

static void
write_fields (StrataTable *table,
              const Row *row)
{
  strata_table_text (table, row->section);
  strata_table_text (table, row->kind);
  strata_table_text (table, row->severity);
  strata_table_number (table, (gint64) row->count);
  write_known (table, row->line > 0, (gint64) row->line);
  write_known (table, row->offset >= 0, row->offset);
  strata_table_number (table, row->time_ns);
  strata_table_text (table, row->text);
  strata_table_text (table, row->sample);
  strata_table_text (table, row->file);
  strata_table_text (table, row->shown);
  write_known (table, row->n_bytes > 0, (gint64) row->n_bytes);
}

/* The counts, then the warnings, then the kinds of event. */
typedef struct
{
  StrataTrace *trace; /* owned */
  GArray *entries;    /* (element-type StrataReportEntry) owned */
  StrataReportCount counts[STRATA_REPORT_N_COUNTS];
} Report;

static void
report_free (gpointer data)
{
  Report *report = data;

  g_array_unref (report->entries);
  g_object_unref (report->trace);
  g_free (report);
}

static void
write_entry (StrataTable *table,
             StrataTrace *trace,
             const StrataReportEntry *entry)
{
  const StrataDiagnostic *diagnostic = entry->diagnostic;
  g_autofree char *line = strata_report_dup_line (trace, entry);
  const Row row = {
    .section = "odd",
    .kind = strata_diagnostic_kind_get_name (diagnostic->kind),
    .severity = strata_severity_get_name (strata_diagnostic_kind_get_severity (diagnostic->kind)),
    .count = diagnostic->count,
    .line = entry->line,
    .offset = diagnostic->first_offset,
    .time_ns = diagnostic->first_ns,
    .text = strata_diagnostic_kind_get_text (diagnostic->kind),
    .sample = line,
    .file = entry->file,
  };

  write_fields (table, &row);
}

static void
write_row (StrataTable *table,
           gpointer data,
           guint row)
{
  const Report *report = data;
  guint n_kinds;
  const StrataKind *kinds = strata_trace_get_kinds (report->trace, &n_kinds);

  if (row < STRATA_REPORT_N_COUNTS)
    {
      write_fields (table, &(Row){ ROW_INIT, .section = "total", .kind = report->counts[row].name, .count = report->counts[row].count });
      return;
    }

  row -= STRATA_REPORT_N_COUNTS;
  if (row < report->entries->len)
    {
      write_entry (table, report->trace, &g_array_index (report->entries, StrataReportEntry, row));
      return;
    }

  const StrataKind *kind = &kinds[row - report->entries->len];

  write_fields (table, &(Row){ ROW_INIT, .section = "kind", .kind = kind->name, .count = kind->count, .shown = kind->is_known ? "yes" : "no", .n_bytes = kind->n_bytes });
}

/**
 * strata_report_new_rows:
 * @trace: a trace
 *
 * Returns: (transfer full): the whole report as a table, for programs
 */
StrataTableRows *
strata_report_new_rows (StrataTrace *trace)
{
  Report *report = g_new (Report, 1);
  guint n_kinds;

  report->trace = g_object_ref (trace);
  report->entries = strata_report_list_entries (trace);
  strata_report_get_counts (trace, report->counts);
  strata_trace_get_kinds (trace, &n_kinds);

  return strata_table_rows_new (_ ("Import report"), report_columns, G_N_ELEMENTS (report_columns),
                                STRATA_REPORT_N_COUNTS + report->entries->len + n_kinds, write_row, report, report_free);
}
