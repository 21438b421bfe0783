/* strata-list-methods.c - strata-cli list methods and diagnostics
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <glib/gi18n.h>

#include "strata-list.h"
#include "strata-method-name.h"
#include "strata-profile.h"

static const StrataTableColumn method_columns[] = {
  { "name", N_ ("Method"), STRATA_CELL_TEXT },
  { "class", N_ ("Class"), STRATA_CELL_TEXT },
  { "package", N_ ("Package"), STRATA_CELL_TEXT },
  { "calls", N_ ("Calls"), STRATA_CELL_NUMBER },
};

/* The last column exists only if there are several files. */
static const StrataTableColumn diagnostic_columns[] = {
  { "kind", N_ ("Kind"), STRATA_CELL_TEXT },
  { "severity", N_ ("Severity"), STRATA_CELL_TEXT },
  { "count", N_ ("Count"), STRATA_CELL_NUMBER },
  { "first_line", N_ ("Line"), STRATA_CELL_NUMBER },
  { "first_offset", N_ ("Byte"), STRATA_CELL_NUMBER },
  { "first_ns", N_ ("Time"), STRATA_CELL_TIME },
  { "text", N_ ("What"), STRATA_CELL_TEXT },
  { "sample", N_ ("First one"), STRATA_CELL_TEXT },
  { "file", N_ ("File"), STRATA_CELL_TEXT },
};

static void
add_method (StrataTable *table,
            const char *name,
            const StrataProfileRow *row)
{
  g_autofree char *class_name = g_strndup (name, strata_method_name_get_class_bytes (name));
  g_autofree char *package = g_strndup (name, strata_method_name_get_package_bytes (name));

  strata_table_text (table, name);
  strata_table_text (table, class_name);
  strata_table_text (table, package);
  strata_table_number (table, (gint64) (row->n_calls + row->n_recursive_calls));
}

static void
list_methods (StrataTable *table,
              const StrataListRequest *request)
{
  StrataTrace *trace = request->trace;
  StrataScope scope = strata_scope_everything (trace);
  g_autoptr (StrataProfile) profile = strata_profile_new (trace, &scope, STRATA_PROFILE_BY_NAME, NULL);
  gboolean are_all_methods = strata_trace_get_counts (trace)->n_methods > 0;
  guint n_rows;
  const StrataProfileRow *rows = strata_profile_get_rows (profile, &n_rows);

  for (guint i = 0; i < n_rows; i++)
    {
      const char *name = strata_trace_get_string (trace, rows[i].key);

      if (are_all_methods || strata_method_name_get_class_bytes (name) > 0)
        add_method (table, name, &rows[i]);
    }
}

const StrataListKind strata_list_methods = {
  "methods",
  STRATA_LIST_COLUMNS (method_columns),
  .write = list_methods,
};

static void
add_diagnostic (StrataTable *table,
                StrataTrace *trace,
                const StrataDiagnostic *diagnostic,
                StrataTableStyle style)
{
  guint n_inputs;
  const StrataInput *inputs = strata_trace_get_inputs (trace, &n_inputs);
  const char *text = strata_diagnostic_kind_get_text (diagnostic->kind);

  strata_table_text (table, strata_diagnostic_kind_get_name (diagnostic->kind));
  strata_table_text (table, strata_severity_get_name (strata_diagnostic_kind_get_severity (diagnostic->kind)));
  strata_table_number (table, (gint64) diagnostic->count);

  if (diagnostic->first_line > 0)
    strata_table_number (table, (gint64) diagnostic->first_line);
  else
    strata_table_unknown (table);

  if (diagnostic->first_offset >= 0)
    strata_table_number (table, diagnostic->first_offset);
  else
    strata_table_unknown (table);

  strata_table_number (table, diagnostic->first_ns);
  strata_table_text (table, style == STRATA_TABLE_TEXT ? _ (text) : text);
  strata_table_text (table, diagnostic->sample != NULL ? diagnostic->sample : "");

  if (n_inputs > 1)
    strata_table_text (table, diagnostic->first_input < n_inputs ? inputs[diagnostic->first_input].name : "");
}

static void
list_diagnostics (StrataTable *table,
                  const StrataListRequest *request)
{
  const StrataDiagnostics *diagnostics = strata_trace_get_diagnostics (request->trace);

  for (guint kind = 0; kind < STRATA_N_DIAGNOSTIC_KINDS; kind++)
    {
      const StrataDiagnostic *diagnostic = strata_diagnostics_get (diagnostics, kind);

      if (diagnostic->count > 0)
        add_diagnostic (table, request->trace, diagnostic, request->style);
    }
}

static const StrataTableColumn *
get_diagnostic_columns (StrataTrace *trace,
                        guint *n_columns)
{
  guint n_inputs;

  strata_trace_get_inputs (trace, &n_inputs);
  *n_columns = G_N_ELEMENTS (diagnostic_columns) - (n_inputs < 2);
  return diagnostic_columns;
}

const StrataListKind strata_list_diagnostics = {
  "diagnostics",
  .get_columns = get_diagnostic_columns,
  .write = list_diagnostics,
};
