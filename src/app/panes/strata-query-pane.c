/* strata-query-pane.c - SQL queries
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-query-pane.h"

#include <glib/gi18n-lib.h>

#include "strata-action.h"
#include "strata-diff.h"
#include "strata-job.h"
#include "strata-lane-queries.h"
#include "strata-menu-model.h"
#include "strata-named-query.h"
#include "strata-query-colors.h"
#include "strata-query-completion.h"
#include "strata-query-history.h"
#include "strata-query-lane.h"
#include "strata-query-pivot.h"
#include "strata-query-request.h"
#include "strata-sql-numbers.h"

/* An editor next to the result of the query. Queries run in a worker, on a connection that is kept
 * as long as the trace, so that views and tables of one query are available to the next. Each
 * result has its own columns and gets a new table. For two captures the tables are a.slice and
 * b.slice, and a result becomes a lane by running its query on each of them alone. */
struct _StrataQueryPane
{
  GtkWidget parent_instance;

  GtkWidget *content;                /* a child */
  GtkTextView *editor;               /* borrowed from the content */
  StrataQueryCompletion *completion; /* owned: of @editor */
  GtkLabel *status;                  /* the same */
  GtkSpinner *spinner;               /* the same */
  GtkBox *line;                      /* the same: of the status, with the menu of the table at its end */
  GtkWidget *menu;                   /* borrowed from @line; nullable */
  GtkBox *place;                     /* the same: of the table */
  StrataTableView *table;            /* borrowed from @place; nullable */

  StrataSession *sessions[STRATA_N_DIFF_SIDES];  /* owned; nullable */
  StrataTrace *traces[STRATA_N_DIFF_SIDES];      /* owned; nullable: the trace of @query */
  StrataLaneQueries *lanes[STRATA_N_DIFF_SIDES]; /* owned; nullable */
  StrataQuery *query;                            /* owned; nullable */
  StrataQueryTable *result;                      /* owned; nullable */
  StrataJob *job;                                /* owned */
  char *sql;                                     /* owned; nullable: the query of @result */
  GPtrArray *history;                            /* (element-type utf8) owned: previous queries, the oldest first */
  guint past;                                    /* the shown place in @history; its length for a new text */
  char *draft;                                   /* owned; nullable: the new text, while the history is shown */
  int asked_offset;                              /* start of the last run query in the editor, in characters */
};

G_DEFINE_FINAL_TYPE (StrataQueryPane, strata_query_pane, GTK_TYPE_WIDGET)

#define SPACING_PX 6
#define EDITOR_WIDTH_PX 420
#define EDITOR_HEIGHT_PX 60
#define EDITOR_LEAST_WIDTH_PX 200
#define EDITOR_MARGIN_PX 12
#define MARGIN_FRAC 0.2
#define ERROR_TAG "error"
#define MOST_RECENT 25
#define FIRST_TEXT_OF_PAIR                                                           \
  "SELECT name, sum(n_a) AS n_a, sum(n_b) AS n_b, sum(dur) AS diff_dur\n"            \
  "FROM (SELECT name, 1 AS n_a, 0 AS n_b, -dur AS dur FROM a.slice WHERE dur >= 0\n" \
  "      UNION ALL SELECT name, 0, 1, dur FROM b.slice WHERE dur >= 0)\n"            \
  "GROUP BY name ORDER BY abs(diff_dur) DESC LIMIT 100;"
#define FIRST_TEXT "SELECT name, count(*) AS n, sum(dur) AS total_dur\nFROM slice\nGROUP BY name\nORDER BY total_dur DESC\nLIMIT 100;"

static void
set_status (StrataQueryPane *self,
            const char *text)
{
  gtk_label_set_text (self->status, text);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->status), text);
}

static void
set_busy (StrataQueryPane *self,
          gboolean is_busy)
{
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "query.cancel", is_busy);
  gtk_spinner_set_spinning (self->spinner, is_busy);
}

/* Rows of two captures belong to A, unless a column "side" contains B. */
static StrataDiffSide
find_side (StrataQueryPane *self,
           guint row)
{
  const char *side = self->sessions[STRATA_DIFF_B] != NULL ? strata_query_table_get_text (self->result, row, "side") : NULL;

  return side != NULL && g_ascii_strcasecmp (side, "b") == 0 ? STRATA_DIFF_B : STRATA_DIFF_A;
}

static gboolean
select_slice (StrataSession *session,
              gint64 id,
              gint64 ts_ns)
{
  const StrataSliceTable *slices = strata_trace_get_slices (strata_session_get_trace (session));

  if (id < 0 || id >= slices->n_slices || slices->start_ns[id] != ts_ns)
    return FALSE;

  strata_session_select_slice (session, (guint32) id);
  strata_session_reveal_selection (session);
  return TRUE;
}

static gboolean
select_thread (StrataSession *session,
               gint64 utid,
               StrataSpan span)
{
  const guint32 thread = strata_sql_numbers_find_thread (strata_session_get_trace (session), utid);

  return thread != STRATA_NONE && strata_session_select_thread_in (session, thread, span);
}

/* A row goes to its slice, to its thread at its time, or to its time, depending on the columns. */
static void
on_row_chosen (StrataQueryPane *self,
               guint row)
{
  gint64 id;
  gint64 ts_ns;
  gint64 dur_ns = 0;
  gint64 utid;

  if (self->result == NULL || !strata_query_table_get_number (self->result, row, "ts", &ts_ns))
    return;

  StrataSession *session = self->sessions[find_side (self, row)];

  strata_query_table_get_number (self->result, row, "dur", &dur_ns);

  const StrataSpan span = { ts_ns, strata_time_add (ts_ns, MAX (dur_ns, 1)) };

  if (strata_query_table_get_number (self->result, row, "id", &id) && select_slice (session, id, ts_ns))
    return;

  if (!strata_query_table_get_number (self->result, row, "utid", &utid) || !select_thread (session, utid, span))
    strata_view_show_span (strata_session_get_view (session), span, MARGIN_FRAC);
}

static void
show_table (StrataQueryPane *self,
            StrataQueryTable *table)
{
  if (self->table != NULL)
    {
      gtk_box_remove (self->line, self->menu);
      gtk_box_remove (self->place, GTK_WIDGET (self->table));
    }

  self->table = NULL;
  g_clear_pointer (&self->result, strata_query_table_unref);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "query.show", table != NULL && strata_query_lane_can_show (table));
  if (table == NULL || strata_query_table_get_n_columns (table) == 0)
    return;

  g_autoptr (StrataRows) rows = strata_query_table_new_rows (table);

  self->result = strata_query_table_ref (table);
  self->table = STRATA_TABLE_VIEW (strata_table_view_new (_ ("Query result"), strata_query_table_get_class (table)));
  /* its class is in the result, and the view may outlive it here */
  g_object_set_data_full (G_OBJECT (self->table), "result", strata_query_table_ref (table), (GDestroyNotify) strata_query_table_unref);
  strata_table_view_set_empty (self->table, _ ("The query has no rows."));
  self->menu = strata_table_view_new_menu (self->table, TRUE);
  gtk_box_append (self->line, self->menu);
  strata_rows_set_axis (rows, strata_trace_get_span (self->traces[0]));
  strata_table_view_set_rows (self->table, rows, NULL, 0);
  gtk_widget_set_vexpand (GTK_WIDGET (self->table), TRUE);
  gtk_box_append (self->place, GTK_WIDGET (self->table));
  g_signal_connect_object (self->table, "row-selected", G_CALLBACK (on_row_chosen), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->table, "row-activated", G_CALLBACK (on_row_chosen), self, G_CONNECT_SWAPPED);
}

/* Underlines the word at a byte of the text and puts the cursor there. */
static void
mark_error (StrataQueryPane *self,
            gsize offset)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (self->editor);
  GtkTextIter begin;
  GtkTextIter end;

  gtk_text_buffer_get_iter_at_offset (buffer, &begin, self->asked_offset);
  gtk_text_buffer_get_end_iter (buffer, &end);

  g_autofree char *text = gtk_text_buffer_get_text (buffer, &begin, &end, TRUE);

  gtk_text_iter_forward_chars (&begin, (int) g_utf8_pointer_to_offset (text, text + MIN (offset, strlen (text))));
  end = begin;
  if (!gtk_text_iter_forward_word_end (&end))
    gtk_text_iter_forward_to_end (&end);
  gtk_text_buffer_apply_tag_by_name (buffer, ERROR_TAG, &begin, &end);
  gtk_text_buffer_place_cursor (buffer, &begin);
  gtk_text_view_scroll_to_mark (self->editor, gtk_text_buffer_get_insert (buffer), 0, FALSE, 0, 0);
}

static char *
dup_counts (const StrataQueryTable *table)
{
  const guint n_rows = strata_query_table_get_n_rows (table);
  const guint n_results = strata_query_table_get_n_results (table);
  g_autofree char *rows = g_strdup_printf (ngettext ("%u row", "%u rows", n_rows), n_rows);

  return n_results > 1 ? g_strdup_printf (_ ("%s, from the last of %u results"), rows, n_results) : g_steal_pointer (&rows);
}

static void
on_done (gpointer result,
         gpointer data,
         gpointer user_data)
{
  StrataQueryPane *self = user_data;
  g_autoptr (StrataQueryOutcome) outcome = result;

  set_busy (self, FALSE);
  if (outcome->table != NULL)
    {
      g_autofree char *text = dup_counts (outcome->table);

      g_free (self->sql);
      self->sql = g_strdup (outcome->sql);
      show_table (self, outcome->table);
      set_status (self, strata_query_table_is_cut (outcome->table) ? _ ("Too many rows: only the first are shown") : text);
    }
  else
    {
      show_table (self, NULL);
      set_status (self, outcome->error->message);
      mark_error (self, outcome->offset);
    }
}

static const StrataJobKind query_job = {
  .name = "[strata] query",
  .run = strata_query_request_run,
  .done = on_done,
  .free_data = strata_query_request_free,
  .free_result = strata_query_outcome_free,
};

static guint
count_sessions (const StrataQueryPane *self)
{
  return self->sessions[STRATA_DIFF_B] != NULL ? 2 : 1;
}

/* A capture gets another trace when files are added to it. */
static gboolean
is_open (StrataQueryPane *self)
{
  gboolean is_same = self->query != NULL;

  for (guint i = 0; i < count_sessions (self); i++)
    is_same &= self->traces[i] == strata_session_get_trace (self->sessions[i]);

  return is_same;
}

static gboolean
open_query (StrataQueryPane *self)
{
  g_autoptr (GError) error = NULL;

  if (is_open (self))
    return TRUE;

  g_clear_pointer (&self->query, strata_query_unref);
  for (guint i = 0; i < count_sessions (self); i++)
    g_set_object (&self->traces[i], strata_session_get_trace (self->sessions[i]));
  self->query = strata_query_new (self->traces, count_sessions (self), &error);
  if (self->query == NULL)
    set_status (self, error->message);

  return self->query != NULL;
}

/* For one capture, shows the present result; for two, each runs the query itself. */
static void
on_show (StrataQueryPane *self)
{
  g_autofree char *title = strata_query_lane_dup_title (self->sql);
  const gboolean is_pair = count_sessions (self) > 1;

  for (guint i = 0; i < count_sessions (self); i++)
    strata_findings_take_result (strata_session_get_findings (self->sessions[i]),
                                 is_pair ? strata_result_new (title, self->sql, FALSE)
                                         : strata_query_lane_new_result (self->result, title, self->sql, self->traces[i]));
}

static void
on_clear (StrataQueryPane *self)
{
  for (guint i = 0; i < count_sessions (self); i++)
    strata_findings_clear_results (strata_session_get_findings (self->sessions[i]));
}

static gboolean
has_result (StrataSession *session)
{
  for (guint i = 0; i < STRATA_N_RESULTS; i++)
    if (strata_findings_get_result (strata_session_get_findings (session), i) != NULL)
      return TRUE;

  return FALSE;
}

static void
on_results_changed (StrataQueryPane *self)
{
  gboolean has_any = FALSE;

  for (guint i = 0; i < count_sessions (self); i++)
    has_any |= has_result (self->sessions[i]);

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "query.clear", has_any);
}

static void
on_lane_failed (StrataSession *session,
                const GError *error,
                gpointer user_data)
{
  StrataQueryPane *self = user_data;
  g_autofree char *text = count_sessions (self) > 1
                              ? g_strdup_printf (_ ("The lane of %s has no rows, because the query runs on each capture separately: %s"),
                                                 session == self->sessions[STRATA_DIFF_A] ? "A" : "B", error->message)
                              : g_strdup (error->message);

  set_status (self, text);
}

/* The selected text, or all. */
static char *
dup_asked (StrataQueryPane *self)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (self->editor);
  GtkTextIter begin;
  GtkTextIter end;

  if (!gtk_text_buffer_get_selection_bounds (buffer, &begin, &end))
    gtk_text_buffer_get_bounds (buffer, &begin, &end);

  self->asked_offset = gtk_text_iter_get_offset (&begin);
  return gtk_text_buffer_get_text (buffer, &begin, &end, TRUE);
}

static void
on_run (StrataQueryPane *self)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (self->editor);
  GtkTextIter begin;
  GtkTextIter end;

  if (!open_query (self))
    return;

  g_autofree char *sql = dup_asked (self);

  gtk_text_buffer_get_bounds (buffer, &begin, &end);
  gtk_text_buffer_remove_tag_by_name (buffer, ERROR_TAG, &begin, &end);
  strata_query_history_add (self->history, sql);
  self->past = self->history->len - 1;
  g_clear_pointer (&self->draft, g_free);
  set_status (self, _ ("Running…"));
  set_busy (self, TRUE);
  strata_job_start (self->job, strata_query_request_new (self->query, sql), 0);
}

static void
on_cancel (StrataQueryPane *self)
{
  strata_job_cancel (self->job);
  set_busy (self, FALSE);
  set_status (self, _ ("Cancelled"));
}

static void
on_load (GtkWidget *widget,
         const char *action,
         GVariant *parameter)
{
  StrataQueryPane *self = STRATA_QUERY_PANE (widget);
  g_autoptr (GError) error = NULL;
  g_autofree char *sql = strata_named_query_read (g_variant_get_string (parameter, NULL), &error);

  if (sql == NULL)
    {
      set_status (self, error->message);
      return;
    }

  g_autofree char *shown = strata_named_query_dup_shown (sql);

  strata_query_pane_set_text (self, shown);
  on_run (STRATA_QUERY_PANE (widget));
}

/* A text that was not run yet comes after the history, and is restored there. */
static void
show_past (StrataQueryPane *self,
           guint place)
{
  if (self->past == self->history->len)
    {
      g_free (self->draft);
      self->draft = strata_query_pane_dup_text (self);
    }

  self->past = place;
  strata_query_pane_set_text (self, place < self->history->len ? self->history->pdata[place] : self->draft);
}

/* Steps through previous queries. */
static void
on_history (GtkWidget *widget,
            const char *action,
            GVariant *parameter)
{
  StrataQueryPane *self = STRATA_QUERY_PANE (widget);
  const guint n_places = self->history->len + (self->draft != NULL);

  if (g_str_equal (action, "query.older") && self->past > 0)
    show_past (self, self->past - 1);
  else if (g_str_equal (action, "query.newer") && self->past + 1 < n_places)
    show_past (self, self->past + 1);
}

static void
on_recall (GtkWidget *widget,
           const char *action,
           GVariant *parameter)
{
  StrataQueryPane *self = STRATA_QUERY_PANE (widget);
  const guint place = g_variant_get_uint32 (parameter);

  if (place < self->history->len)
    show_past (self, place);
}

static void
on_pivot (GtkWidget *widget,
          const char *action,
          GVariant *parameter)
{
  strata_query_pane_set_text (STRATA_QUERY_PANE (widget), g_variant_get_string (parameter, NULL));
  on_run (STRATA_QUERY_PANE (widget));
}

static void
on_complete (StrataQueryPane *self)
{
  strata_query_completion_show (self->completion);
}

static StrataQuery *
find_query (gpointer data)
{
  StrataQueryPane *self = data;

  return open_query (self) ? self->query : NULL;
}

static void
on_save (GtkEntry *entry,
         StrataQueryPane *self)
{
  g_autofree char *sql = strata_query_pane_dup_text (self);
  g_autofree char *name = NULL;
  g_autoptr (GError) error = NULL;
  GtkWidget *popover = gtk_widget_get_ancestor (GTK_WIDGET (entry), GTK_TYPE_POPOVER);

  if (!strata_named_query_save (gtk_editable_get_text (GTK_EDITABLE (entry)), sql, &name, &error))
    {
      set_status (self, error->message);
      return;
    }

  g_autofree char *text = g_strdup_printf (_ ("Saved as “%s”; on the command line: --named=%s"), gtk_editable_get_text (GTK_EDITABLE (entry)), name);

  set_status (self, text);
  if (popover != NULL)
    gtk_popover_popdown (GTK_POPOVER (popover));
}

static void
add_section (GMenu *menu,
             const GPtrArray *queries,
             gboolean is_own)
{
  g_autoptr (GMenu) section = g_menu_new ();

  for (guint i = 0; i < queries->len; i++)
    {
      const StrataNamedQuery *query = queries->pdata[i];
      g_autoptr (GMenuItem) item = g_menu_item_new (query->title, NULL);

      g_menu_item_set_action_and_target (item, "query.load", "s", query->name);
      if (query->is_own == is_own)
        g_menu_append_item (section, item);
    }

  if (g_menu_model_get_n_items (G_MENU_MODEL (section)) > 0)
    g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
}

/* The menu is filled when it opens, since files are added and removed. The user's own are first. */
static void
fill_menu (GtkMenuButton *button,
           gpointer user_data)
{
  g_autoptr (GPtrArray) queries = strata_named_queries_list ();
  g_autoptr (GMenu) menu = g_menu_new ();

  add_section (menu, queries, TRUE);
  add_section (menu, queries, FALSE);
  strata_menu_model_show (button, G_MENU_MODEL (menu));
}

/* The newest first. */
static void
fill_history (GtkMenuButton *button,
              gpointer user_data)
{
  const StrataQueryPane *self = user_data;
  g_autoptr (GMenu) menu = g_menu_new ();

  for (guint i = self->history->len; i > 0 && i + MOST_RECENT > self->history->len; i--)
    {
      g_autofree char *title = strata_query_lane_dup_title (self->history->pdata[i - 1]);
      g_autoptr (GMenuItem) item = g_menu_item_new (NULL, NULL);
      g_auto (GStrv) parts = g_strsplit (title, "_", -1);
      g_autofree char *label = g_strjoinv ("__", parts);

      g_menu_item_set_label (item, label);
      g_menu_item_set_action_and_target (item, "query.recall", "u", i - 1);
      g_menu_append_item (menu, item);
    }

  strata_menu_model_show (button, G_MENU_MODEL (menu));
}

static GtkWidget *
create_save_button (StrataQueryPane *self)
{
  GtkWidget *button = gtk_menu_button_new ();
  GtkWidget *popover = gtk_popover_new ();
  GtkWidget *entry = gtk_entry_new ();

  gtk_entry_set_placeholder_text (GTK_ENTRY (entry), _ ("Title of the query"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Title of the query"), -1);
  gtk_popover_set_child (GTK_POPOVER (popover), entry);
  gtk_menu_button_set_label (GTK_MENU_BUTTON (button), _ ("Save…"));
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (button), popover);
  g_signal_connect_object (entry, "activate", G_CALLBACK (on_save), self, 0);

  return button;
}

/* In some languages the labels of all buttons together are wider than a small window. */
static GtkWidget *
create_button (const char *label,
               const char *action)
{
  GtkWidget *button = gtk_button_new_with_label (label);

  gtk_label_set_ellipsize (GTK_LABEL (gtk_button_get_child (GTK_BUTTON (button))), PANGO_ELLIPSIZE_END);
  gtk_widget_set_tooltip_text (button, label);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  return button;
}

static GtkWidget *
create_bar (StrataQueryPane *self)
{
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, SPACING_PX);
  GtkWidget *run = create_button (_ ("Run"), "query.run");
  GtkWidget *saved = gtk_menu_button_new ();
  GtkWidget *recent = gtk_menu_button_new ();
  GtkWidget *pivot = gtk_menu_button_new ();

  gtk_widget_add_css_class (bar, "pane-toolbar");
  gtk_menu_button_set_label (GTK_MENU_BUTTON (recent), _ ("Recent"));
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (recent), fill_history, self, NULL);
  gtk_menu_button_set_label (GTK_MENU_BUTTON (pivot), _ ("Pivot"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (pivot), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Pivot"), -1);
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (pivot), strata_query_pivot_new ());
  gtk_menu_button_set_label (GTK_MENU_BUTTON (saved), _ ("Saved Queries"));
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (saved), fill_menu, NULL, NULL);
  gtk_widget_set_tooltip_text (run, _ ("Run the query (Ctrl+Enter)"));
  gtk_box_append (GTK_BOX (bar), run);
  gtk_box_append (GTK_BOX (bar), create_button (_ ("Cancel"), "query.cancel"));
  gtk_box_append (GTK_BOX (bar), pivot);
  gtk_box_append (GTK_BOX (bar), recent);
  gtk_box_append (GTK_BOX (bar), saved);
  gtk_box_append (GTK_BOX (bar), create_save_button (self));
  gtk_box_append (GTK_BOX (bar), create_button (_ ("Show on Timeline"), "query.show"));
  gtk_box_append (GTK_BOX (bar), create_button (_ ("Remove from Timeline"), "query.clear"));

  return bar;
}

/* On its own line, since error messages are long. */
static GtkWidget *
create_status (StrataQueryPane *self)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, SPACING_PX);

  gtk_widget_add_css_class (line, "pane-toolbar");
  self->line = GTK_BOX (line);
  self->spinner = GTK_SPINNER (gtk_spinner_new ());
  self->status = GTK_LABEL (gtk_label_new (_ ("Run with Ctrl+Enter to see the rows here")));
  gtk_label_set_xalign (self->status, 0);
  gtk_label_set_ellipsize (self->status, PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (GTK_WIDGET (self->status), TRUE);
  gtk_box_append (GTK_BOX (line), GTK_WIDGET (self->status));
  gtk_box_append (GTK_BOX (line), GTK_WIDGET (self->spinner));

  return line;
}

/* The editor would treat Return with any modifier as a line end. */
static void
add_editor_keys (GtkWidget *editor)
{
  static const struct
  {
    GdkModifierType modifiers;
    const char *action;
  } rows[] = { { GDK_CONTROL_MASK, "query.run" }, { GDK_CONTROL_MASK | GDK_SHIFT_MASK, "query.show" } };
  GtkEventController *keys = gtk_shortcut_controller_new ();

  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (keys),
                                          gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_Return, rows[i].modifiers), gtk_named_action_new (rows[i].action)));
  gtk_widget_add_controller (editor, keys);
}

static GtkWidget *
create_editor (StrataQueryPane *self)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();
  GtkTextBuffer *buffer;

  self->editor = GTK_TEXT_VIEW (gtk_text_view_new ());
  buffer = gtk_text_view_get_buffer (self->editor);
  gtk_text_view_set_monospace (self->editor, TRUE);
  gtk_text_view_set_wrap_mode (self->editor, GTK_WRAP_WORD_CHAR);
  gtk_text_view_set_left_margin (self->editor, EDITOR_MARGIN_PX);
  gtk_text_view_set_right_margin (self->editor, EDITOR_MARGIN_PX);
  gtk_text_view_set_top_margin (self->editor, SPACING_PX);
  gtk_text_view_set_bottom_margin (self->editor, SPACING_PX);
  gtk_text_view_set_accepts_tab (self->editor, FALSE);
  add_editor_keys (GTK_WIDGET (self->editor));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->editor), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("SQL"), -1);
  strata_query_colors_add (buffer);
  self->completion = strata_query_completion_new (self->editor, find_query, self);
  gtk_text_buffer_create_tag (buffer, ERROR_TAG, "underline", PANGO_UNDERLINE_ERROR, NULL);
  gtk_text_buffer_set_text (buffer, FIRST_TEXT, -1);
  gtk_scrolled_window_set_min_content_height (GTK_SCROLLED_WINDOW (scroller), EDITOR_HEIGHT_PX);
  gtk_scrolled_window_set_min_content_width (GTK_SCROLLED_WINDOW (scroller), EDITOR_LEAST_WIDTH_PX);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), GTK_WIDGET (self->editor));

  return scroller;
}

/* Side by side, since a pane is wide and low. */
static GtkWidget *
create_halves (StrataQueryPane *self)
{
  GtkWidget *halves = gtk_paned_new (GTK_ORIENTATION_HORIZONTAL);
  GtkWidget *result = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  gtk_box_append (GTK_BOX (result), create_status (self));
  gtk_box_append (GTK_BOX (result), GTK_WIDGET (self->place));
  gtk_widget_set_vexpand (GTK_WIDGET (self->place), TRUE);
  gtk_paned_set_start_child (GTK_PANED (halves), create_editor (self));
  gtk_paned_set_end_child (GTK_PANED (halves), result);
  gtk_paned_set_shrink_start_child (GTK_PANED (halves), FALSE);
  gtk_paned_set_shrink_end_child (GTK_PANED (halves), FALSE);
  gtk_paned_set_resize_start_child (GTK_PANED (halves), FALSE);
  gtk_paned_set_position (GTK_PANED (halves), EDITOR_WIDTH_PX);
  gtk_widget_set_vexpand (halves, TRUE);

  return halves;
}

/**
 * strata_query_pane_set_text:
 * @self: the pane
 * @sql: a query
 *
 * Puts a query into the editor. Undo restores the previous text.
 */
void
strata_query_pane_set_text (StrataQueryPane *self,
                            const char *sql)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (self->editor);
  GtkTextIter begin;
  GtkTextIter end;

  gtk_text_buffer_begin_user_action (buffer);
  gtk_text_buffer_get_bounds (buffer, &begin, &end);
  gtk_text_buffer_delete (buffer, &begin, &end);
  gtk_text_buffer_insert (buffer, &begin, sql, -1);
  gtk_text_buffer_end_user_action (buffer);
}

/**
 * strata_query_pane_dup_text:
 * @self: the pane
 *
 * Returns: (transfer full): the query in the editor
 */
char *
strata_query_pane_dup_text (StrataQueryPane *self)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (self->editor);
  GtkTextIter begin;
  GtkTextIter end;

  gtk_text_buffer_get_bounds (buffer, &begin, &end);
  return gtk_text_buffer_get_text (buffer, &begin, &end, TRUE);
}

gboolean
strata_query_pane_is_busy (StrataQueryPane *self)
{
  return strata_job_is_busy (self->job);
}

/* Returns the status of the last query. */
const char *
strata_query_pane_get_status (StrataQueryPane *self)
{
  return gtk_label_get_text (self->status);
}

static void
strata_query_pane_dispose (GObject *object)
{
  StrataQueryPane *self = STRATA_QUERY_PANE (object);

  g_clear_pointer (&self->job, strata_job_free);
  g_clear_pointer (&self->sql, g_free);
  g_clear_pointer (&self->draft, g_free);
  g_clear_pointer (&self->completion, strata_query_completion_free);
  g_clear_pointer (&self->content, gtk_widget_unparent);
  self->table = NULL;
  g_clear_pointer (&self->result, strata_query_table_unref);
  g_clear_pointer (&self->query, strata_query_unref);
  g_clear_pointer (&self->history, g_ptr_array_unref);
  for (guint i = 0; i < STRATA_N_DIFF_SIDES; i++)
    {
      g_clear_pointer (&self->lanes[i], strata_lane_queries_free);
      g_clear_object (&self->traces[i]);
      g_clear_object (&self->sessions[i]);
    }

  G_OBJECT_CLASS (strata_query_pane_parent_class)->dispose (object);
}

static void
strata_query_pane_class_init (StrataQueryPaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = strata_query_pane_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_install_action (widget_class, "query.run", NULL, STRATA_ACTION (on_run));
  gtk_widget_class_install_action (widget_class, "query.cancel", NULL, STRATA_ACTION (on_cancel));
  gtk_widget_class_install_action (widget_class, "query.show", NULL, STRATA_ACTION (on_show));
  gtk_widget_class_install_action (widget_class, "query.clear", NULL, STRATA_ACTION (on_clear));
  gtk_widget_class_install_action (widget_class, "query.load", "s", on_load);
  gtk_widget_class_install_action (widget_class, "query.pivot", "s", on_pivot);
  gtk_widget_class_install_action (widget_class, "query.recall", "u", on_recall);
  gtk_widget_class_install_action (widget_class, "query.older", NULL, on_history);
  gtk_widget_class_install_action (widget_class, "query.newer", NULL, on_history);
  gtk_widget_class_install_action (widget_class, "query.complete", NULL, STRATA_ACTION (on_complete));
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Return, GDK_CONTROL_MASK, "query.run", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Return, GDK_CONTROL_MASK | GDK_SHIFT_MASK, "query.show", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "query.cancel", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_space, GDK_CONTROL_MASK, "query.complete", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Up, GDK_ALT_MASK, "query.older", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Down, GDK_ALT_MASK, "query.newer", NULL);
}

static void
strata_query_pane_init (StrataQueryPane *self)
{
  self->job = strata_job_new (&query_job, self);
  self->history = strata_query_history_load ();
  self->past = self->history->len;
  self->content = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  self->place = GTK_BOX (gtk_box_new (GTK_ORIENTATION_VERTICAL, 0));
  gtk_box_append (GTK_BOX (self->content), create_bar (self));
  gtk_box_append (GTK_BOX (self->content), create_halves (self));
  gtk_widget_set_parent (self->content, GTK_WIDGET (self));
  set_busy (self, FALSE);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "query.show", FALSE);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "query.clear", FALSE);
}

static void
set_side (StrataQueryPane *self,
          StrataDiffSide side,
          StrataSession *session)
{
  self->sessions[side] = g_object_ref (session);
  self->lanes[side] = strata_lane_queries_new (session, on_lane_failed, self);
  g_signal_connect_object (strata_session_get_findings (session), "results-changed", G_CALLBACK (on_results_changed), self, G_CONNECT_SWAPPED);
}

GtkWidget *
strata_query_pane_new (StrataSession *session)
{
  StrataQueryPane *self = g_object_new (STRATA_TYPE_QUERY_PANE, NULL);

  set_side (self, STRATA_DIFF_A, session);
  on_results_changed (self);

  return GTK_WIDGET (self);
}

/* Queries two captures at once: their tables are a.slice and b.slice. */
GtkWidget *
strata_query_pane_new_pair (StrataSession *a,
                            StrataSession *b)
{
  StrataQueryPane *self = g_object_new (STRATA_TYPE_QUERY_PANE, NULL);

  set_side (self, STRATA_DIFF_A, a);
  set_side (self, STRATA_DIFF_B, b);
  strata_query_pane_set_text (self, FIRST_TEXT_OF_PAIR);
  on_results_changed (self);

  return GTK_WIDGET (self);
}
