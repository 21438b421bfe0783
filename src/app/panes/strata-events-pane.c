/* strata-events-pane.c - the lines of the file
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-events-pane.h"

#include <glib/gi18n-lib.h>

#include "strata-action.h"
#include "strata-event-list.h"
#include "strata-event-ticks.h"
#include "strata-item-lines.h"
#include "strata-job.h"
#include "strata-nearest.h"
#include "strata-raw-find.h"
#include "strata-raw-list.h"
#include "strata-scope-model.h"
#include "strata-table-menu.h"
#include "strata-table-view.h"
#include "strata-units.h"

/* The list of all lines needs no search. With a filter, a worker searches the lines, and the newest
 * request wins. */
#define REST_MS 200

/* The list of kinds: all, those that do not become items, and each kind. */
enum
{
  KIND_ALL,
  KIND_OTHERS,
  KIND_FIRST,
};

struct _StrataEventsPane
{
  GtkWidget parent_instance;

  GtkWidget *content; /* owned as a child */
  GtkBox *bar;
  GtkSearchEntry *entry;
  GtkToggleButton *regex_button;
  GtkDropDown *kind_list;
  GtkToggleButton *timeline_button;
  GtkLabel *count;
  GtkSpinner *spinner;
  StrataTableView *table; /* borrowed from the content */

  StrataSession *session;  /* owned */
  StrataJob *job;          /* owned */
  StrataEventTicks *ticks; /* owned */
  StrataItem led;          /* the last item selected by a row; it does not change the list */
  gboolean is_stale;       /* not updated while hidden */
  gboolean is_resetting;   /* several filters change at once */
  gboolean is_following;   /* the table follows the timeline, so rows do not lead it */
};

G_DEFINE_FINAL_TYPE (StrataEventsPane, strata_events_pane, GTK_TYPE_WIDGET)

/* Selects a row without moving the timeline. */
static void
select_row (StrataEventsPane *self,
            guint row)
{
  self->is_following = TRUE;
  strata_table_view_select (self->table, row);
  self->is_following = FALSE;
}

/* The line of the selected item, or else the first event in view, unless a line is selected:
 * systrace pages begin with thousands of lines about processes. */
static StrataRawPlace
find_place (StrataEventsPane *self)
{
  StrataTrace *trace = strata_session_get_trace (self->session);
  const StrataRawPlace place = strata_item_lines_find (trace, strata_session_get_selected_item (self->session)).begin;

  if (place.row != STRATA_NONE || strata_table_view_get_selected (self->table) != STRATA_TABLE_VIEW_NO_ROW)
    return place;

  return strata_raw_find_first (trace, strata_viewport_get_span (strata_session_get_viewport (self->session)).begin_ns);
}

static void
follow_selection (StrataEventsPane *self)
{
  StrataRows *rows = strata_table_view_get_rows (self->table);

  if (rows == NULL || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;

  const StrataRawPlace place = find_place (self);
  const guint row = place.row != STRATA_NONE ? strata_event_list_find (rows, place) : STRATA_NONE;

  if (row != STRATA_NONE)
    select_row (self, row);
}

/* Goes to the time of a row and selects the call that wrote it, unless several rows are selected. */
static void
on_row_selected (StrataEventsPane *self,
                 guint row)
{
  guint32 thread;

  if (row == STRATA_TABLE_VIEW_NO_ROW || self->is_following)
    return;

  const gint64 time_ns = strata_event_list_find_time (strata_table_view_get_rows (self->table), row, &thread);

  if (time_ns == STRATA_NO_TIME)
    return;

  StrataTrace *trace = strata_session_get_trace (self->session);
  const StrataSpan visible = strata_viewport_get_span (strata_session_get_viewport (self->session));
  const guint32 slice = thread != STRATA_NONE ? strata_nearest_find_slice (trace, thread, time_ns) : STRATA_NONE;

  self->is_following = TRUE;

  if (slice != STRATA_NONE)
    strata_session_select_slice (self->session, slice);
  self->led = strata_session_get_selected_item (self->session);
  if (time_ns < visible.begin_ns || time_ns > visible.end_ns)
    strata_view_go_to_time (strata_session_get_view (self->session), time_ns);

  self->is_following = FALSE;
}

static void
on_selection_changed (StrataEventsPane *self)
{
  if (!self->is_following)
    follow_selection (self);
}

/* @problem: (nullable): why lines may be missing */
static void
show_list (StrataEventsPane *self,
           GArray *places,
           const char *problem)
{
  char text[STRATA_UNITS_BYTES];

  g_autoptr (StrataRows) rows = strata_event_list_new (strata_session_get_trace (self->session), places);

  strata_table_view_set_empty (self->table, problem != NULL ? problem : places == NULL ? _ ("This file has no lines of text")
                                                                                       : _ ("No matching lines"));
  strata_table_view_set_rows (self->table, rows, NULL, 0);

  const guint n_rows = strata_events_pane_get_n_rows (self);
  g_autofree char *count = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s line", "%s lines", n_rows), strata_units_count (n_rows, text));

  gtk_label_set_label (self->count, count);
  gtk_spinner_stop (self->spinner);
  follow_selection (self);
}

/* Shows an empty list rather than all lines. */
static void
show_none (StrataEventsPane *self,
           const char *problem)
{
  g_autoptr (GArray) none = g_array_sized_new (FALSE, FALSE, sizeof (StrataRawPlace), 1);

  show_list (self, none, problem);
}

/* Shows an error in the text that lines must contain; %NULL for none. */
static void
set_problem (StrataEventsPane *self,
             const char *problem)
{
  GtkWidget *entry = GTK_WIDGET (self->entry);

  gtk_widget_set_tooltip_text (entry, problem);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, problem != NULL ? problem : "", -1);
  if (problem != NULL)
    gtk_widget_add_css_class (entry, "error");
  else
    gtk_widget_remove_css_class (entry, "error");
}

typedef struct
{
  StrataTrace *trace;      /* owned */
  StrataRawFilter *filter; /* owned */
} Request;

static void
request_free (gpointer data)
{
  Request *request = data;

  g_object_unref (request->trace);
  strata_raw_filter_unref (request->filter);
  g_free (request);
}

static gpointer
run (gpointer data,
     GCancellable *cancellable)
{
  const Request *request = data;

  return strata_raw_list (request->trace, request->filter, cancellable);
}

static void
on_searched (gpointer result,
             gpointer data,
             gpointer user_data)
{
  StrataEventsPane *self = user_data;
  const Request *request = data;
  g_autoptr (GArray) places = result;
  g_autofree char *failure = strata_raw_filter_dup_failure (request->filter);

  show_list (self, places, failure);
  if (failure == NULL)
    return;

  set_problem (self, failure);
  if (places->len > 0)
    gtk_widget_activate_action (GTK_WIDGET (self), "trace.tell", "s", failure);
}

static const StrataJobKind search_job = {
  .name = "[strata] lines",
  .run = run,
  .done = on_searched,
  .free_data = request_free,
  .free_result = (GDestroyNotify) g_array_unref,
};

static void
set_kind (StrataEventsPane *self,
          StrataRawFilter *filter)
{
  guint n_kinds;
  const StrataKind *kinds = strata_trace_get_kinds (strata_session_get_trace (self->session), &n_kinds);
  const guint selected = gtk_drop_down_get_selected (self->kind_list);

  if (selected == KIND_OTHERS)
    strata_raw_filter_set_others (filter);
  else if (selected >= KIND_FIRST && selected - KIND_FIRST < n_kinds)
    strata_raw_filter_set_kind (filter, kinds[selected - KIND_FIRST].name);
}

static gboolean
is_wanted (const StrataScope *scope,
           const StrataThread *threads,
           guint32 thread)
{
  if (scope->threads != NULL)
    return ((const guint8 *) g_bytes_get_data (scope->threads, NULL))[thread] != 0;
  if (scope->process != STRATA_NONE)
    return threads[thread].process == scope->process;

  return thread == scope->thread;
}

static void
set_threads (StrataEventsPane *self,
             StrataRawFilter *filter,
             const StrataScope *scope)
{
  guint n_threads;
  const StrataThread *threads = strata_trace_get_threads (strata_session_get_trace (self->session), &n_threads);
  g_autofree gint64 *tids = g_new (gint64, MAX (n_threads, 1));
  guint n_tids = 0;

  for (guint32 i = 0; i < n_threads; i++)
    if (is_wanted (scope, threads, i))
      tids[n_tids++] = threads[i].tid;

  strata_raw_filter_set_tids (filter, tids, n_tids);
}

/* A slice's scope is its thread during its time. */
static gboolean
resolve_scope (StrataEventsPane *self,
               StrataScopeChoice choice,
               StrataScope *scope)
{
  const StrataItem item = strata_session_get_selected_item (self->session);
  StrataTrace *trace;

  if (choice != STRATA_SCOPE_SLICE)
    return strata_scope_model_resolve (strata_scope_model_get (self->session), &trace, scope);

  *scope = strata_scope_everything (strata_session_get_trace (self->session));
  scope->thread = strata_session_find_item_thread (self->session, item);
  return strata_session_get_item_span (self->session, item, &scope->span);
}

/* If nothing is selected for the scope, no line is in it. */
static void
set_scope (StrataEventsPane *self,
           StrataRawFilter *filter,
           gboolean is_for_list)
{
  const StrataScopeChoice choice = strata_scope_model_get_choice (strata_scope_model_get (self->session));
  StrataScope scope = { 0 };

  if (choice == STRATA_SCOPE_TRACE)
    return;
  if (!resolve_scope (self, choice, &scope))
    {
      strata_raw_filter_set_tids (filter, NULL, 0);
      return;
    }

  if (is_for_list && choice != STRATA_SCOPE_THREAD && choice != STRATA_SCOPE_PROCESS)
    strata_raw_filter_set_span (filter, scope.span);
  if (scope.threads != NULL || scope.process != STRATA_NONE || scope.thread != STRATA_NONE)
    set_threads (self, filter, &scope);
  g_clear_pointer (&scope.threads, g_bytes_unref);
}

/* %NULL if the regular expression is invalid. */
static StrataRawFilter *
make_filter (StrataEventsPane *self,
             gboolean is_for_list,
             GError **error)
{
  g_autoptr (StrataRawFilter) filter = strata_raw_filter_new ();
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->entry));

  set_kind (self, filter);
  set_scope (self, filter, is_for_list);
  if (*text != '\0' && !strata_raw_filter_set_text (filter, text, gtk_toggle_button_get_active (self->regex_button), error))
    return NULL;

  return g_steal_pointer (&filter);
}

/* Marks the listed lines in the visible time; if all are listed, only lines that are not items. */
static void
update_ticks (StrataEventsPane *self)
{
  g_autoptr (StrataRawFilter) filter = gtk_toggle_button_get_active (self->timeline_button) ? make_filter (self, FALSE, NULL) : NULL;

  if (filter != NULL && strata_raw_filter_is_empty (filter))
    strata_raw_filter_set_others (filter);

  strata_event_ticks_set_filter (self->ticks, filter);
}

static void
list (StrataEventsPane *self,
      guint delay_ms)
{
  strata_job_cancel (self->job);
  self->is_stale = FALSE;
  if (self->is_resetting)
    return;

  StrataTrace *trace = strata_session_get_trace (self->session);
  g_autoptr (GError) error = NULL;
  g_autoptr (StrataRawFilter) filter = make_filter (self, TRUE, &error);
  const gboolean has_files = strata_trace_get_n_line_stores (trace) > 1;

  /* sorting the lines of several files takes time, too */
  if (has_files && strata_table_view_get_rows (self->table) == NULL && !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;

  set_problem (self, error != NULL ? error->message : NULL);
  if (filter == NULL)
    {
      show_none (self, error->message);
      return;
    }

  if (strata_raw_filter_is_empty (filter) && !has_files)
    {
      show_list (self, NULL, NULL);
      return;
    }

  Request *request = g_new (Request, 1);

  *request = (Request){ g_object_ref (trace), g_steal_pointer (&filter) };
  gtk_spinner_start (self->spinner);
  strata_job_start (self->job, request, delay_ms);
}

static void
update (StrataEventsPane *self)
{
  if (!self->is_resetting)
    update_ticks (self);

  list (self, 0);
}

static void
on_map (StrataEventsPane *self)
{
  if (self->is_stale || (strata_table_view_get_rows (self->table) == NULL && !strata_job_is_busy (self->job)))
    update (self);
  else
    follow_selection (self);
}

static void
on_scope_changed (StrataEventsPane *self)
{
  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    self->is_stale = TRUE;
  else if (!strata_scope_model_is_about (strata_scope_model_get (self->session), self->led))
    {
      update_ticks (self);
      list (self, REST_MS);
    }
}

static void
fill_kinds (StrataEventsPane *self)
{
  guint n_kinds;
  const StrataKind *kinds = strata_trace_get_kinds (strata_session_get_trace (self->session), &n_kinds);
  GtkStringList *names = gtk_string_list_new (NULL);
  char text[STRATA_UNITS_BYTES];

  gtk_string_list_append (names, _ ("All events"));
  gtk_string_list_append (names, _ ("Events not shown elsewhere"));
  for (guint i = 0; i < n_kinds; i++)
    gtk_string_list_take (names, g_strdup_printf ("%s (%s)", kinds[i].name, strata_units_count ((gint64) kinds[i].count, text)));

  gtk_drop_down_set_model (self->kind_list, G_LIST_MODEL (names));
  g_object_unref (names);
}

guint
strata_events_pane_get_n_rows (StrataEventsPane *self)
{
  return strata_table_view_get_n_listed (self->table);
}

static void
reset_filters (StrataEventsPane *self,
               guint kind_position)
{
  self->is_resetting = TRUE;
  gtk_editable_set_text (GTK_EDITABLE (self->entry), "");
  gtk_toggle_button_set_active (self->regex_button, FALSE);
  gtk_drop_down_set_selected (self->kind_list, kind_position);
  self->is_resetting = FALSE;
  update (self);
}

/**
 * strata_events_pane_show_line:
 * @self: the pane
 * @place: of a line
 *
 * Lists all lines again, and selects one.
 */
void
strata_events_pane_show_line (StrataEventsPane *self,
                              StrataRawPlace place)
{
  reset_filters (self, KIND_ALL);

  StrataRows *rows = strata_table_view_get_rows (self->table);
  const guint row = rows != NULL ? strata_event_list_find (rows, place) : STRATA_NONE;

  if (row != STRATA_NONE)
    select_row (self, row);
}

/**
 * strata_events_pane_show_kind:
 * @self: the pane
 * @kind: name of a kind of event
 *
 * Lists the lines of one kind only.
 */
void
strata_events_pane_show_kind (StrataEventsPane *self,
                              const char *kind)
{
  guint n_kinds;
  const StrataKind *kinds = strata_trace_get_kinds (strata_session_get_trace (self->session), &n_kinds);

  for (guint i = 0; i < n_kinds; i++)
    if (g_str_equal (kinds[i].name, kind))
      reset_filters (self, KIND_FIRST + i);
}

static void
activate_copy (StrataEventsPane *self)
{
  guint n_rows;
  g_autofree guint32 *rows = strata_table_view_list_selected (self->table, &n_rows);

  if (n_rows == 0)
    {
      gtk_widget_activate_action (GTK_WIDGET (self), "trace.tell", "s", strata_table_menu_get_no_selection ());
      return;
    }

  g_autofree char *lines = strata_event_list_dup_lines (strata_table_view_get_rows (self->table), rows, n_rows);

  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), lines);
}

static void
strata_events_pane_dispose (GObject *object)
{
  StrataEventsPane *self = STRATA_EVENTS_PANE (object);

  g_clear_pointer (&self->job, strata_job_free);
  g_clear_pointer (&self->ticks, strata_event_ticks_free);
  g_clear_object (&self->session);
  g_clear_pointer (&self->content, gtk_widget_unparent);

  G_OBJECT_CLASS (strata_events_pane_parent_class)->dispose (object);
}

static void
activate_focus_filter (StrataEventsPane *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self->entry));
}

static void
strata_events_pane_class_init (StrataEventsPaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = strata_events_pane_dispose;
  gtk_widget_class_set_template_from_resource (widget_class, "/org/strataviewer/Strata/events-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, StrataEventsPane, content);
  gtk_widget_class_bind_template_child (widget_class, StrataEventsPane, bar);
  gtk_widget_class_bind_template_child (widget_class, StrataEventsPane, entry);
  gtk_widget_class_bind_template_child (widget_class, StrataEventsPane, regex_button);
  gtk_widget_class_bind_template_child (widget_class, StrataEventsPane, kind_list);
  gtk_widget_class_bind_template_child (widget_class, StrataEventsPane, timeline_button);
  gtk_widget_class_bind_template_child (widget_class, StrataEventsPane, count);
  gtk_widget_class_bind_template_child (widget_class, StrataEventsPane, spinner);
  gtk_widget_class_install_action (widget_class, "events.copy", NULL, STRATA_ACTION (activate_copy));
  gtk_widget_class_install_action (widget_class, "events.focus-filter", NULL, STRATA_ACTION (activate_focus_filter));
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, GDK_CONTROL_MASK, "events.copy", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_f, GDK_CONTROL_MASK, "events.focus-filter", NULL);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
strata_events_pane_init (StrataEventsPane *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->job = strata_job_new (&search_job, self);
  self->table = STRATA_TABLE_VIEW (strata_table_view_new_listing (_ ("Events"), strata_event_list_get_class (), FALSE));
  gtk_widget_set_vexpand (GTK_WIDGET (self->table), TRUE);
  gtk_box_append (GTK_BOX (self->content), GTK_WIDGET (self->table));
  gtk_box_append (self->bar, strata_table_view_new_menu (self->table, FALSE));
  g_signal_connect_object (self->table, "row-selected", G_CALLBACK (on_row_selected), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->entry, "search-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->regex_button, "toggled", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->kind_list, "notify::selected", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->timeline_button, "toggled", G_CALLBACK (update_ticks), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self, "map", G_CALLBACK (on_map), NULL, 0);
}

GtkWidget *
strata_events_pane_new (StrataSession *session)
{
  StrataEventsPane *self = g_object_new (STRATA_TYPE_EVENTS_PANE, NULL);

  self->session = g_object_ref (session);
  self->ticks = strata_event_ticks_new (session);
  g_signal_connect_object (strata_session_get_selection (session), "item-changed", G_CALLBACK (on_selection_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (strata_scope_model_get (session), "changed", G_CALLBACK (on_scope_changed), self, G_CONNECT_SWAPPED);
  fill_kinds (self);
  update (self);

  return GTK_WIDGET (self);
}
