/* strata-report-pane.c - import warnings of a trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-report-pane.h"

#include <glib/gi18n-lib.h>

#include "strata-action.h"
#include "strata-list-menu.h"
#include "strata-nearest.h"
#include "strata-report-row.h"
#include "strata-table-menu.h"
#include "strata-tooltip.h"
#include "strata-units.h"

/* How much time to show around the first place of a warning. */
#define MARGIN_NS G_GINT64_CONSTANT (5000000)

/* This many kinds of event have plain rows; the others are counted. */
#define MAX_KIND_ROWS 300

/* Warnings, the worst first, and the events by kind. The pane is filled when it is first shown.
 * Activating a row goes to its first place on the timeline, and expands it; one is expanded at a
 * time. */
struct _StrataReportPane
{
  GtkWidget parent_instance;

  GtkWidget *scroller;
  GtkBox *title;
  GtkLabel *summary;
  GtkLabel *mapping;
  GtkGrid *counts;
  GtkListBox *list;
  GtkWidget *kinds_title;
  GtkListBox *kinds;
  GtkLabel *more_kinds;

  StrataSession *session; /* owned */
  gboolean is_filled;
};

G_DEFINE_FINAL_TYPE (StrataReportPane, strata_report_pane, GTK_TYPE_WIDGET)

static void
show_mapping (StrataReportPane *self,
              StrataTrace *trace)
{
  const char *mapping = strata_trace_get_property (trace, "mapping");
  g_autofree char *text = mapping != NULL ? g_strdup_printf (_ ("Method names come from %s"), mapping) : NULL;

  gtk_label_set_label (self->mapping, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (self->mapping), text != NULL);
}

static void
add_count (StrataReportPane *self,
           const StrataReportCount *count,
           int place)
{
  const int n_columns = (STRATA_REPORT_N_COUNTS + 2) / 3;
  char text[STRATA_UNITS_BYTES];
  GtkWidget *title = gtk_label_new (count->title);
  GtkWidget *number = gtk_label_new (strata_units_count ((gint64) count->count, text));

  gtk_widget_add_css_class (title, "dim-label");
  gtk_widget_add_css_class (number, "numeric");
  if (count->count == 0)
    gtk_widget_add_css_class (number, "dim-label");
  gtk_widget_set_margin_end (number, 24);
  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_label_set_ellipsize (GTK_LABEL (title), PANGO_ELLIPSIZE_END);
  strata_tooltip_set (title, count->title);
  gtk_label_set_xalign (GTK_LABEL (number), 1);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (number), GTK_ACCESSIBLE_RELATION_LABELLED_BY, title, number, NULL, -1);
  gtk_grid_attach (self->counts, title, place % n_columns * 2, place / n_columns, 1, 1);
  gtk_grid_attach (self->counts, number, place % n_columns * 2 + 1, place / n_columns, 1, 1);
}

/* Three rows of pairs; zeros are dimmed. Files that are not text have no line count. */
static void
add_counts (StrataReportPane *self,
            StrataTrace *trace)
{
  StrataReportCount counts[STRATA_REPORT_N_COUNTS];
  int n_places = 0;

  strata_report_get_counts (trace, counts);
  for (int i = 0; i < STRATA_REPORT_N_COUNTS; i++)
    if (counts[i].count > 0 || !g_str_equal (counts[i].name, "lines"))
      add_count (self, &counts[i], n_places++);
}

static GtkWidget *
new_kind_row (const StrataKind *kind)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *name = gtk_label_new (*kind->name != '\0' ? kind->name : _ ("(no name)"));
  g_autofree char *note_text = strata_report_dup_kind_note (kind);
  GtkWidget *note = gtk_label_new (note_text);
  char text[STRATA_UNITS_BYTES];
  GtkWidget *count = gtk_label_new (strata_units_count ((gint64) kind->count, text));
  g_autofree char *label = g_strdup_printf ("%s: %s%s%s", *kind->name != '\0' ? kind->name : _ ("(no name)"), text,
                                            note_text != NULL ? ", " : "", note_text != NULL ? note_text : "");

  gtk_label_set_ellipsize (GTK_LABEL (name), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (note, "dim-label");
  gtk_widget_set_hexpand (note, TRUE);
  gtk_label_set_xalign (GTK_LABEL (note), 0);
  gtk_widget_add_css_class (count, "numeric");
  gtk_box_append (GTK_BOX (box), name);
  gtk_box_append (GTK_BOX (box), note);
  gtk_box_append (GTK_BOX (box), count);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (row), "trace.show-kind");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (row), "s", kind->name);
  strata_tooltip_set (row, _ ("Show in Events"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);

  return row;
}

static void
add_kinds (StrataReportPane *self,
           StrataTrace *trace)
{
  guint n_kinds;
  const StrataKind *kinds = strata_trace_get_kinds (trace, &n_kinds);
  const guint n_more = n_kinds - MIN (n_kinds, MAX_KIND_ROWS);

  for (guint i = 0; i < n_kinds - n_more; i++)
    gtk_list_box_append (self->kinds, new_kind_row (&kinds[i]));

  const char *form = n_kinds < STRATA_MAX_KINDS ? g_dngettext (GETTEXT_PACKAGE, "and %u more kind", "and %u more kinds", n_more) : _ ("and %u or more other kinds");
  g_autofree char *more = g_strdup_printf (form, n_more);

  gtk_label_set_label (self->more_kinds, more);
  gtk_widget_set_visible (GTK_WIDGET (self->more_kinds), n_more > 0);
  gtk_widget_set_visible (self->kinds_title, n_kinds > 0);
  gtk_widget_set_visible (GTK_WIDGET (self->kinds), n_kinds > 0);
}

static void
fill (StrataReportPane *self)
{
  StrataTrace *trace = strata_session_get_trace (self->session);
  g_autoptr (GArray) entries = strata_report_list_entries (trace);

  self->is_filled = TRUE;
  gtk_label_set_label (self->summary, strata_trace_get_format_name (trace));
  show_mapping (self, trace);
  add_counts (self, trace);
  for (guint i = 0; i < entries->len; i++)
    gtk_list_box_append (self->list, strata_report_row_new (trace, &g_array_index (entries, StrataReportEntry, i)));
  add_kinds (self, trace);
}

static gboolean
take_tid (const StrataRawLine *line,
          gpointer user_data)
{
  if (line->is_event)
    *(gint64 *) user_data = line->event.tid;

  return TRUE;
}

/* Selects the item written there, but only if it is in the visible time. */
static void
go_to (StrataReportPane *self,
       const StrataReportEntry *entry)
{
  const gint64 time_ns = entry->diagnostic->first_ns;
  const StrataSpan span = { strata_time_add (time_ns, -MARGIN_NS), strata_time_add (time_ns, MARGIN_NS) };
  const StrataDiagnosticKind kind = entry->diagnostic->kind;
  gint64 tid = -1;

  strata_view_go_to_span (strata_session_get_view (self->session), span);

  if ((kind == STRATA_DIAGNOSTIC_LOST_EVENTS || kind == STRATA_DIAGNOSTIC_OVERWRITTEN) && strata_nearest_select_loss (self->session, time_ns, span))
    return;

  if (entry->place.row != STRATA_NONE)
    strata_raw_read (strata_session_get_trace (self->session), entry->place, take_tid, &tid);
  if (tid >= 0)
    strata_nearest_select (self->session, tid, time_ns, span);
}

static void
on_row_activated (GtkListBox *list,
                  GtkListBoxRow *row,
                  StrataReportPane *self)
{
  const StrataReportEntry *entry = strata_report_row_get_entry (STRATA_REPORT_ROW (row));
  const gboolean is_expanded = strata_report_row_get_expanded (STRATA_REPORT_ROW (row));
  GtkListBoxRow *other;

  for (int i = 0; (other = gtk_list_box_get_row_at_index (list, i)) != NULL; i++)
    strata_report_row_set_expanded (STRATA_REPORT_ROW (other), other == row && !is_expanded);

  if (!is_expanded && entry->diagnostic->first_ns != STRATA_NO_TIME)
    go_to (self, entry);
}

static void
activate_copy (StrataReportPane *self)
{
  g_autofree char *text = strata_report_dup_text (strata_session_get_trace (self->session));

  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}

static StrataTableRows *
take_rows (gpointer user_data,
           gboolean is_selection)
{
  StrataReportPane *self = user_data;

  return strata_report_new_rows (strata_session_get_trace (self->session));
}

static void
strata_report_pane_map (GtkWidget *widget)
{
  StrataReportPane *self = STRATA_REPORT_PANE (widget);

  if (!self->is_filled)
    fill (self);

  GTK_WIDGET_CLASS (strata_report_pane_parent_class)->map (widget);
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
  widget_class->map = strata_report_pane_map;

  gtk_widget_class_set_template_from_resource (widget_class, "/org/strataviewer/Strata/report-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, StrataReportPane, scroller);
  gtk_widget_class_bind_template_child (widget_class, StrataReportPane, title);
  gtk_widget_class_bind_template_child (widget_class, StrataReportPane, summary);
  gtk_widget_class_bind_template_child (widget_class, StrataReportPane, mapping);
  gtk_widget_class_bind_template_child (widget_class, StrataReportPane, counts);
  gtk_widget_class_bind_template_child (widget_class, StrataReportPane, list);
  gtk_widget_class_bind_template_child (widget_class, StrataReportPane, kinds_title);
  gtk_widget_class_bind_template_child (widget_class, StrataReportPane, kinds);
  gtk_widget_class_bind_template_child (widget_class, StrataReportPane, more_kinds);
  gtk_widget_class_install_action (widget_class, "report.copy", NULL, STRATA_ACTION (activate_copy));
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
show_line (GtkListBoxRow *row,
           gpointer pane)
{
  const StrataReportEntry *entry = strata_report_row_get_entry (STRATA_REPORT_ROW (row));

  if (entry->place.row != STRATA_NONE)
    gtk_widget_activate_action (GTK_WIDGET (row), "trace.show-line", "(uu)", entry->place.file, entry->place.row);
}

static void
copy_row (GtkListBoxRow *row,
          gpointer pane)
{
  StrataTrace *trace = strata_session_get_trace (STRATA_REPORT_PANE (pane)->session);
  const StrataReportEntry *entry = strata_report_row_get_entry (STRATA_REPORT_ROW (row));
  g_autofree char *place = strata_report_dup_place (trace, entry);
  g_autofree char *line = strata_report_dup_line (trace, entry);
  g_autofree char *text = g_strdup_printf ("%s (%" G_GUINT64_FORMAT ")%s%s%s%s", strata_diagnostic_kind_get_text (entry->diagnostic->kind), (guint64) entry->diagnostic->count,
                                           *place != '\0' ? "\n" : "", place, line != NULL ? "\n" : "", line != NULL ? line : "");

  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (row)), text);
}

static void
copy_report (GtkListBoxRow *row,
             gpointer pane)
{
  gtk_widget_activate_action (pane, "report.copy", NULL);
}

static const StrataListEntry entries[] = {
  { N_ ("_Show the First One"), NULL, NULL },
  { N_ ("Show in _Events"), NULL, show_line },
  { NULL },
  { N_ ("_Copy"), "<Control>c", copy_row },
  { N_ ("Copy the _Report"), NULL, copy_report },
};

static void
strata_report_pane_init (StrataReportPane *self)
{
  GtkWidget *menu = g_object_new (STRATA_TYPE_TABLE_MENU, NULL);

  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_widget_set_valign (menu, GTK_ALIGN_CENTER);
  strata_table_menu_set_source (STRATA_TABLE_MENU (menu), take_rows, self);
  gtk_box_append (self->title, menu);
  g_signal_connect_object (self->list, "row-activated", G_CALLBACK (on_row_activated), self, 0);
  strata_list_menu_attach (GTK_WIDGET (self), self->list, entries, G_N_ELEMENTS (entries));
}

GtkWidget *
strata_report_pane_new (StrataSession *session)
{
  StrataReportPane *self = g_object_new (STRATA_TYPE_REPORT_PANE, NULL);

  self->session = g_object_ref (session);
  return GTK_WIDGET (self);
}
