/* strata-report-row.c - a kind of warning in the import report
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-report-row.h"

#include <glib/gi18n-lib.h>

#include "strata-action.h"
#include "strata-tooltip.h"
#include "strata-units.h"

/* Longer lines are cut here; the list of events has all of them. */
#define MAX_SHOWN_CHARACTERS 2000

/* A sentence, the count, and the first place; expanded, also the line. */
struct _StrataReportRow
{
  GtkListBoxRow parent_instance;

  StrataTrace *trace; /* owned */
  StrataReportEntry entry;
  GtkWidget *grid;
  GtkWidget *detail; /* nullable until it is first expanded */
};

G_DEFINE_FINAL_TYPE (StrataReportRow, strata_report_row, GTK_TYPE_LIST_BOX_ROW)

static const char *const icon_names[] = {
  [STRATA_SEVERITY_INFO] = "dialog-information-symbolic",
  [STRATA_SEVERITY_WARNING] = "dialog-warning-symbolic",
  [STRATA_SEVERITY_ERROR] = "dialog-error-symbolic",
};

static GtkWidget *
new_label (const char *text,
           const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, css_class);

  return label;
}

static GtkWidget *
new_icon (StrataSeverity severity)
{
  GtkWidget *icon = gtk_image_new_from_icon_name (icon_names[severity]);

  gtk_widget_add_css_class (icon, strata_severity_get_name (severity));
  strata_tooltip_set (icon, strata_report_get_severity_title (severity));
  gtk_widget_set_valign (icon, GTK_ALIGN_START);

  return icon;
}

static void
add_content (StrataReportRow *self)
{
  const StrataDiagnosticKind kind = self->entry.diagnostic->kind;
  g_autofree char *place = strata_report_dup_place (self->trace, &self->entry);
  char count[STRATA_UNITS_BYTES];
  GtkGrid *grid = GTK_GRID (self->grid);
  GtkWidget *text = new_label (strata_diagnostic_kind_get_text (kind), "report-text");

  gtk_widget_set_hexpand (text, TRUE);
  gtk_label_set_wrap (GTK_LABEL (text), TRUE);
  gtk_grid_attach (grid, new_icon (strata_diagnostic_kind_get_severity (kind)), 0, 0, 1, 2);
  gtk_grid_attach (grid, text, 1, 0, 1, 1);
  gtk_grid_attach (grid, new_label (strata_units_count ((gint64) self->entry.diagnostic->count, count), "numeric"), 2, 0, 1, 1);

  if (*place != '\0')
    {
      GtkWidget *label = new_label (place, "dim-label");

      gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
      strata_tooltip_set (label, place);
      gtk_grid_attach (grid, label, 1, 1, 2, 1);
    }
}

static GtkWidget *
new_line (const char *line)
{
  g_autofree char *start = g_utf8_substring (line, 0, MIN (g_utf8_strlen (line, -1), MAX_SHOWN_CHARACTERS));
  GtkWidget *label = new_label (g_strstrip (start), "monospace");

  gtk_widget_add_css_class (label, "report-line");
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);

  return label;
}

static GtkActionable *
add_button (GtkWidget *box,
            const char *title,
            const char *action)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (title);

  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  gtk_widget_set_halign (button, GTK_ALIGN_START);
  gtk_box_append (GTK_BOX (box), button);
  return GTK_ACTIONABLE (button);
}

static GtkWidget *
new_detail (StrataReportRow *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  g_autofree char *line = strata_report_dup_line (self->trace, &self->entry);

  gtk_widget_add_css_class (box, "report-detail");
  if (line != NULL)
    gtk_box_append (GTK_BOX (box), new_line (line));

  if (self->entry.place.row != STRATA_NONE)
    gtk_actionable_set_action_target (add_button (box, _ ("Show in Events"), "trace.show-line"), "(uu)", self->entry.place.file, self->entry.place.row);
  if (self->entry.diagnostic->kind == STRATA_DIAGNOSTIC_ASSUMED_INTERVAL)
    add_button (box, _ ("Sampling _Interval…"), "win.ask-interval");

  return box;
}

/* The action of a click, for assistive tools. */
static void
activate_show (StrataReportRow *self)
{
  g_signal_emit_by_name (GTK_WIDGET (self), "activate");
}

static void
strata_report_row_dispose (GObject *object)
{
  StrataReportRow *self = STRATA_REPORT_ROW (object);

  g_clear_object (&self->trace);

  G_OBJECT_CLASS (strata_report_row_parent_class)->dispose (object);
}

static void
strata_report_row_class_init (StrataReportRowClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = strata_report_row_dispose;
  gtk_widget_class_install_action (GTK_WIDGET_CLASS (klass), "report-row.show", NULL, STRATA_ACTION (activate_show));
}

static void
strata_report_row_init (StrataReportRow *self)
{
  self->grid = gtk_grid_new ();
  gtk_grid_set_column_spacing (GTK_GRID (self->grid), 12);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (self), self->grid);
}

GtkWidget *
strata_report_row_new (StrataTrace *trace,
                       const StrataReportEntry *entry)
{
  StrataReportRow *self = g_object_new (STRATA_TYPE_REPORT_ROW, NULL);
  const StrataDiagnosticKind kind = entry->diagnostic->kind;
  const gboolean leads_anywhere = entry->diagnostic->first_ns != STRATA_NO_TIME || entry->place.row != STRATA_NONE || entry->diagnostic->sample != NULL;
  char count[STRATA_UNITS_BYTES];

  self->trace = g_object_ref (trace);
  self->entry = *entry;
  add_content (self);

  g_autofree char *place = strata_report_dup_place (trace, entry);
  g_autofree char *label = g_strdup_printf ("%s: %s (%s)%s%s", strata_report_get_severity_title (strata_diagnostic_kind_get_severity (kind)),
                                            strata_diagnostic_kind_get_text (kind), strata_units_count ((gint64) entry->diagnostic->count, count),
                                            *place != '\0' ? ", " : "", place);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (self), leads_anywhere);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "report-row.show", leads_anywhere);
  if (entry->diagnostic->first_ns != STRATA_NO_TIME)
    strata_tooltip_set (self->grid, _ ("Show the first one on the timeline"));

  return GTK_WIDGET (self);
}

const StrataReportEntry *
strata_report_row_get_entry (StrataReportRow *self)
{
  return &self->entry;
}

/**
 * strata_report_row_set_expanded:
 * @self: the row
 * @is_expanded: whether to show the line of the first one
 *
 * Expands or collapses it.
 */
void
strata_report_row_set_expanded (StrataReportRow *self,
                                gboolean is_expanded)
{
  if (is_expanded && self->detail == NULL)
    {
      self->detail = new_detail (self);
      gtk_grid_attach (GTK_GRID (self->grid), self->detail, 1, 2, 2, 1);
    }

  if (self->detail != NULL)
    gtk_widget_set_visible (self->detail, is_expanded);
  gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_EXPANDED, is_expanded, -1);
}

gboolean
strata_report_row_get_expanded (StrataReportRow *self)
{
  return self->detail != NULL && gtk_widget_get_visible (self->detail);
}
