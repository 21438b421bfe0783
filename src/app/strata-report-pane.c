/* strata-report-pane.c - what was odd in a trace's file
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-report-pane.h"

#include <glib/gi18n-lib.h>

#include "strata-raw-find.h"
#include "strata-units.h"

/* How much time to show around the first place of an oddity. */
#define MARGIN_NS G_GINT64_CONSTANT (5000000)

/* A list of what was counted, the worst first. There are about twenty kinds, so
 * plain rows do. Activating one goes to its first place on the timeline. */
struct _StrataReportPane
{
  GtkWidget parent_instance;

  GtkWidget *scroller;
  GtkLabel *summary;
  GtkLabel *mapping;
  GtkListBox *list;

  StrataSession *session; /* owned; nullable */
};

G_DEFINE_FINAL_TYPE (StrataReportPane, strata_report_pane, GTK_TYPE_WIDGET)

static const char *const icon_names[] = {
  [STRATA_SEVERITY_INFO] = "dialog-information-symbolic",
  [STRATA_SEVERITY_WARNING] = "dialog-warning-symbolic",
  [STRATA_SEVERITY_ERROR] = "dialog-error-symbolic",
};

static const char *const severity_texts[] = {
  [STRATA_SEVERITY_INFO] = N_ ("Note"),
  [STRATA_SEVERITY_WARNING] = N_ ("Warning"),
  [STRATA_SEVERITY_ERROR] = N_ ("Error"),
};

/* What the builder counts has a time and no line; the line is looked for by it. */
static guint64
find_line (StrataReportPane *self,
           const StrataDiagnostic *diagnostic)
{
  StrataTrace *trace = strata_session_get_trace (self->session);

  if (diagnostic->first_line > 0 || diagnostic->first_ns == STRATA_NO_TIME || strata_trace_get_n_line_stores (trace) != 1)
    return diagnostic->first_line;

  const StrataRawPlace place = strata_raw_find_time (trace, diagnostic->first_ns, -1);

  return place.row != STRATA_NONE ? strata_raw_get_line_number (trace, place) : 0;
}

/* "first at 1.204 s, line 8 211: the text of that line" */
static char *
dup_first_place (StrataReportPane *self,
                 const StrataDiagnostic *diagnostic)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);
  StrataSpan span = strata_trace_get_span (strata_session_get_trace (self->session));
  const guint64 line = find_line (self, diagnostic);
  char number[STRATA_UNITS_BYTES];

  if (diagnostic->first_ns != STRATA_NO_TIME)
    g_ptr_array_add (parts, g_strdup (strata_units_duration (diagnostic->first_ns - span.begin_ns, number)));

  if (line > 0)
    g_ptr_array_add (parts, g_strdup_printf (_ ("line %s"), strata_units_count ((gint64) line, number)));
  else if (diagnostic->first_offset >= 0)
    g_ptr_array_add (parts, g_strdup_printf (_ ("byte %s"), strata_units_count (diagnostic->first_offset, number)));

  g_ptr_array_add (parts, NULL);

  if (parts->len == 1)
    return g_strdup (diagnostic->sample != NULL ? diagnostic->sample : "");

  g_autofree char *place = g_strjoinv (", ", (char **) parts->pdata);

  if (diagnostic->sample == NULL || *diagnostic->sample == '\0')
    return g_strdup_printf (_ ("first at %s"), place);

  return g_strdup_printf (_ ("first at %s: %s"), place, diagnostic->sample);
}

static GtkWidget *
new_label (const char *text,
           const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (label, css_class);

  return label;
}

static GtkWidget *
new_content (StrataReportPane *self,
             const StrataDiagnostic *diagnostic)
{
  StrataSeverity severity = strata_diagnostic_kind_get_severity (diagnostic->kind);
  g_autofree char *place = dup_first_place (self, diagnostic);
  char count[STRATA_UNITS_BYTES];
  GtkWidget *grid = gtk_grid_new ();
  GtkWidget *icon = gtk_image_new_from_icon_name (icon_names[severity]);
  GtkWidget *text = new_label (strata_diagnostic_kind_get_text (diagnostic->kind), "report-text");
  GtkWidget *number = new_label (strata_units_count ((gint64) diagnostic->count, count), "numeric");

  gtk_grid_set_column_spacing (GTK_GRID (grid), 12);
  gtk_widget_add_css_class (icon, strata_severity_get_name (severity));
  gtk_widget_set_tooltip_text (icon, _ (severity_texts[severity]));
  gtk_widget_set_valign (icon, GTK_ALIGN_START);
  gtk_widget_set_hexpand (text, TRUE);
  gtk_label_set_wrap (GTK_LABEL (text), TRUE);
  gtk_label_set_ellipsize (GTK_LABEL (text), PANGO_ELLIPSIZE_NONE);
  gtk_grid_attach (GTK_GRID (grid), icon, 0, 0, 1, 2);
  gtk_grid_attach (GTK_GRID (grid), text, 1, 0, 1, 1);
  gtk_grid_attach (GTK_GRID (grid), number, 2, 0, 1, 1);

  if (*place != '\0')
    {
      GtkWidget *label = new_label (place, "dim-label");

      gtk_widget_set_tooltip_text (label, place);
      gtk_grid_attach (GTK_GRID (grid), label, 1, 1, 2, 1);
    }

  return grid;
}

static void
append_diagnostic (StrataReportPane *self,
                   const StrataDiagnostic *diagnostic)
{
  GtkWidget *row = gtk_list_box_row_new ();
  char count[STRATA_UNITS_BYTES];
  g_autofree char *label = g_strdup_printf ("%s: %s (%s)",
                                            _ (severity_texts[strata_diagnostic_kind_get_severity (diagnostic->kind)]),
                                            strata_diagnostic_kind_get_text (diagnostic->kind),
                                            strata_units_count ((gint64) diagnostic->count, count));

  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), new_content (self, diagnostic));
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), diagnostic->first_ns != STRATA_NO_TIME);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  g_object_set_data (G_OBJECT (row), "diagnostic", (gpointer) diagnostic); /* lives as long as the trace */

  if (diagnostic->first_ns != STRATA_NO_TIME)
    gtk_widget_set_tooltip_text (row, _ ("Show the first one on the timeline"));

  gtk_list_box_append (self->list, row);
}

static void
append_severity (StrataReportPane *self,
                 const StrataDiagnostics *diagnostics,
                 StrataSeverity severity)
{
  for (guint kind = 0; kind < STRATA_N_DIAGNOSTIC_KINDS; kind++)
    if (strata_diagnostic_kind_get_severity (kind) == severity && strata_diagnostics_get_count (diagnostics, kind) > 0)
      append_diagnostic (self, strata_diagnostics_get (diagnostics, kind));
}

static void
clear_list (StrataReportPane *self)
{
  GtkListBoxRow *row;

  while ((row = gtk_list_box_get_row_at_index (self->list, 0)) != NULL)
    gtk_list_box_remove (self->list, GTK_WIDGET (row));
}

/* "HiTrace: 27 876 lines, 20 412 events, 9 876 slices." */
static char *
dup_summary (StrataTrace *trace)
{
  const StrataCounts *counts = strata_trace_get_counts (trace);
  char lines[STRATA_UNITS_BYTES];
  char events[STRATA_UNITS_BYTES];
  char slices[STRATA_UNITS_BYTES];

  strata_units_count ((gint64) counts->n_lines, lines);
  strata_units_count ((gint64) counts->n_events, events);
  strata_units_count (strata_trace_get_slices (trace)->n_slices, slices);

  if (counts->n_lines > 0)
    return g_strdup_printf (_ ("%s: %s lines, %s events, %s slices"), strata_trace_get_format_name (trace), lines, events, slices);

  return g_strdup_printf (_ ("%s: %s records, %s slices"), strata_trace_get_format_name (trace), events, slices);
}

static void
show_mapping (StrataReportPane *self,
              StrataTrace *trace)
{
  const char *mapping = strata_trace_get_property (trace, "mapping");
  g_autofree char *text = mapping != NULL ? g_strdup_printf (_ ("Methods have their names from %s"), mapping) : NULL;

  gtk_label_set_label (self->mapping, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (self->mapping), text != NULL);
}

static void
fill (StrataReportPane *self)
{
  StrataTrace *trace = strata_session_get_trace (self->session);
  const StrataDiagnostics *diagnostics = strata_trace_get_diagnostics (trace);
  g_autofree char *summary = dup_summary (trace);

  gtk_label_set_label (self->summary, summary);
  show_mapping (self, trace);

  for (int severity = STRATA_SEVERITY_ERROR; severity >= STRATA_SEVERITY_INFO; severity--)
    append_severity (self, diagnostics, severity);
}

static void
on_row_activated (GtkListBox *list,
                  GtkListBoxRow *row,
                  StrataReportPane *self)
{
  const StrataDiagnostic *diagnostic = g_object_get_data (G_OBJECT (row), "diagnostic");
  GtkWidget *popover = gtk_widget_get_ancestor (GTK_WIDGET (self), GTK_TYPE_POPOVER);
  StrataSpan span = {
    strata_time_add (diagnostic->first_ns, -MARGIN_NS),
    strata_time_add (diagnostic->first_ns, MARGIN_NS),
  };

  strata_session_show_span (self->session, span, 0);

  if (popover != NULL)
    gtk_popover_popdown (GTK_POPOVER (popover));
}

/**
 * strata_report_pane_set_session:
 * @self: the pane
 * @session: (nullable): whose trace to report on
 *
 * Lists what was odd in the file of a trace.
 */
void
strata_report_pane_set_session (StrataReportPane *self,
                                StrataSession *session)
{
  if (!g_set_object (&self->session, session))
    return;

  clear_list (self);

  if (session != NULL)
    fill (self);
}

static void
strata_report_pane_dispose (GObject *object)
{
  StrataReportPane *self = STRATA_REPORT_PANE (object);

  g_clear_object (&self->session);
  gtk_widget_dispose_template (GTK_WIDGET (self), STRATA_TYPE_REPORT_PANE);

  G_OBJECT_CLASS (strata_report_pane_parent_class)->dispose (object);
}

static void
strata_report_pane_class_init (StrataReportPaneClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = strata_report_pane_dispose;

  gtk_widget_class_set_template_from_resource (widget_class, "/org/strataviewer/Strata/report-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, StrataReportPane, scroller);
  gtk_widget_class_bind_template_child (widget_class, StrataReportPane, summary);
  gtk_widget_class_bind_template_child (widget_class, StrataReportPane, mapping);
  gtk_widget_class_bind_template_child (widget_class, StrataReportPane, list);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
strata_report_pane_init (StrataReportPane *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect_object (self->list, "row-activated", G_CALLBACK (on_row_activated), self, 0);
}

/**
 * strata_report_pane_new:
 *
 * Returns: (transfer floating): the pane
 */
GtkWidget *
strata_report_pane_new (void)
{
  return g_object_new (STRATA_TYPE_REPORT_PANE, NULL);
}
