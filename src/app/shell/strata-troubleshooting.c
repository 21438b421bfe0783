/* strata-troubleshooting.c - the troubleshooting report to send with a problem
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-troubleshooting.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "strata-dialogs.h"
#include "strata-load-versions.h"
#include "strata-paint-versions.h"
#include "strata-replace.h"
#include "strata-system-report.h"

#define WIDTH_PX 560
#define HEIGHT_PX 480

/* GTK's unit of dots per inch, of which 96 are a text scale of 100 %. */
#define DPI_UNIT (96.0 * 1024)

static void
add_display (GString *report,
             GtkWidget *widget)
{
  GtkSettings *settings = gtk_widget_get_settings (widget);
  GtkNative *native = gtk_widget_get_native (widget);
  GskRenderer *renderer = native != NULL ? gtk_native_get_renderer (native) : NULL;
  g_autofree char *theme = NULL;
  gboolean is_dark;
  gboolean is_animated;
  int dpi;

  g_object_get (settings, "gtk-theme-name", &theme, "gtk-application-prefer-dark-theme", &is_dark, "gtk-enable-animations", &is_animated, "gtk-xft-dpi", &dpi, NULL);
  strata_system_report_add_line (report, "GTK", "%u.%u.%u", gtk_get_major_version (), gtk_get_minor_version (), gtk_get_micro_version ());
  strata_system_report_add_line (report, "Display", "%s", G_OBJECT_TYPE_NAME (gtk_widget_get_display (widget)));
  strata_system_report_add_line (report, "Renderer", "%s", renderer != NULL ? G_OBJECT_TYPE_NAME (renderer) : "none");
  strata_system_report_add_line (report, "Scale", "%d", gtk_widget_get_scale_factor (widget));
  strata_system_report_add_line (report, "Text scale", "%.0f %%", dpi > 0 ? 100 * dpi / DPI_UNIT : 100);
  strata_system_report_add_line (report, "Theme", "%s%s", theme, is_dark ? ", dark" : "");
  strata_system_report_add_line (report, "Animations", "%s", is_animated ? "on" : "off");
}

/* Sizes and warnings only, no names of files, processes, threads or slices. */
static void
add_trace (GString *report,
           StrataTrace *trace)
{
  const StrataDiagnostics *diagnostics = strata_trace_get_diagnostics (trace);
  guint n_threads;
  guint n_cpus;

  strata_trace_get_threads (trace, &n_threads);
  strata_trace_get_cpus (trace, &n_cpus);
  strata_system_report_add_line (report, "Format", "%s", strata_trace_get_format_name (trace));
  strata_system_report_add_line (report, "Slices", "%u", strata_trace_get_slices (trace)->n_slices);
  strata_system_report_add_line (report, "Threads", "%u on %u CPUs", n_threads, n_cpus);

  for (guint kind = 0; kind < STRATA_N_DIAGNOSTIC_KINDS; kind++)
    if (strata_diagnostics_get_count (diagnostics, kind) > 0)
      strata_system_report_add_line (report, "Warning", "%s: %" G_GUINT64_FORMAT, strata_diagnostic_kind_get_text (kind), strata_diagnostics_get_count (diagnostics, kind));
}

/**
 * strata_troubleshooting_dup_report:
 * @widget: a widget of a window
 * @session: (nullable): the trace in the window
 *
 * Describes versions, display and trace without private names.
 *
 * Returns: (transfer full): lines of text
 */
char *
strata_troubleshooting_dup_report (GtkWidget *widget,
                                   StrataSession *session)
{
  GString *report = g_string_new (NULL);

  strata_system_report_add (report);
  add_display (report, widget);
  strata_paint_versions_add (report);
  strata_load_versions_add (report);
  if (session != NULL)
    add_trace (report, strata_session_get_trace (session));

  return g_string_free (report, FALSE);
}

static char *
dup_text (GtkTextView *view)
{
  GtkTextIter begin;
  GtkTextIter end;

  gtk_text_buffer_get_bounds (gtk_text_view_get_buffer (view), &begin, &end);
  return gtk_text_buffer_get_text (gtk_text_view_get_buffer (view), &begin, &end, FALSE);
}

static void
on_copy (GtkTextView *view)
{
  g_autofree char *text = dup_text (view);

  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (view)), text);
}

static void
on_chosen (GListModel *files,
           gpointer user_data)
{
  g_autoptr (GFile) file = g_list_model_get_item (files, 0);
  g_autofree char *text = dup_text (user_data);
  g_autoptr (GError) error = NULL;

  /* an error is shown in place of the report */
  if (file != NULL && !strata_replace_contents (file, text, strlen (text), &error))
    gtk_text_buffer_set_text (gtk_text_view_get_buffer (user_data), error->message, -1);
}

static void
on_save (GtkTextView *view)
{
  GtkWindow *window = GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (view)));

  strata_dialogs_choose (window, STRATA_CHOOSE_REPORT_TO_SAVE, "strata-report.txt", on_chosen, g_object_ref (view), g_object_unref);
}

static GtkWidget *
new_view (const char *text)
{
  GtkWidget *view = g_object_new (GTK_TYPE_TEXT_VIEW, "editable", FALSE, "monospace", TRUE, "left-margin", 12, "right-margin", 12, "top-margin", 12, "bottom-margin", 12, NULL);

  gtk_text_buffer_set_text (gtk_text_view_get_buffer (GTK_TEXT_VIEW (view)), text, -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (view), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Report"), -1);
  return view;
}

static GtkWidget *
new_header (GtkWidget *view)
{
  GtkWidget *header = gtk_header_bar_new ();
  GtkWidget *copy = gtk_button_new_with_mnemonic (_ ("_Copy"));
  GtkWidget *save = gtk_button_new_with_mnemonic (_ ("_Save As…"));

  g_signal_connect_object (copy, "clicked", G_CALLBACK (on_copy), view, G_CONNECT_SWAPPED);
  g_signal_connect_object (save, "clicked", G_CALLBACK (on_save), view, G_CONNECT_SWAPPED);
  gtk_header_bar_pack_start (GTK_HEADER_BAR (header), copy);
  gtk_header_bar_pack_start (GTK_HEADER_BAR (header), save);
  return header;
}

/**
 * strata_troubleshooting_show:
 * @parent: the window of the report
 * @session: (nullable): the trace in it
 *
 * Shows a report to send with the description of a problem, with buttons to copy and save it.
 */
void
strata_troubleshooting_show (GtkWindow *parent,
                             StrataSession *session)
{
  g_autofree char *text = strata_troubleshooting_dup_report (GTK_WIDGET (parent), session);
  GtkWidget *view = new_view (text);
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  GtkWidget *window = g_object_new (GTK_TYPE_WINDOW, "title", _ ("Troubleshooting"), "transient-for", parent, "destroy-with-parent", TRUE,
                                    "default-width", WIDTH_PX, "default-height", HEIGHT_PX, "titlebar", new_header (view), NULL);

  strata_dialogs_close_by_escape (window);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), view);
  gtk_window_set_child (GTK_WINDOW (window), scrolled);
  gtk_window_present (GTK_WINDOW (window));
}
