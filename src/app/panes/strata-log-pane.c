/* strata-log-pane.c - the log beside the timeline
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-log-pane.h"

#include <glib/gi18n-lib.h>

#include "strata-bisect.h"
#include "strata-log-rows.h"
#include "strata-profile-names.h"
#include "strata-session-signals.h"

/* A line that somebody chooses is selected on the timeline, and an instant of the log that is selected there
 * is the selected line here. When the timeline moves, the first line that is in view is selected, unless the
 * one that was is in view, too. Only what the user does moves the other side, so that they do not chase each
 * other. */
struct _StrataLogPane
{
  GtkWidget parent_instance;

  StrataTableView *table; /* a child */
  GtkDropDown *level;     /* borrowed from the table */
  GtkDropDown *process;   /* the same */
  GtkDropDown *tag;       /* the same */
  GtkEditable *search;    /* the same */

  StrataSession *session;        /* owned; nullable */
  StrataSessionSignals *signals; /* owned */
  StrataRows *rows;              /* owned; nullable */
  GArray *processes;             /* (element-type guint32) owned: those that have lines, as in the list */
  GtkStringList *tags;           /* owned by the list: "All tags", and those of the lines */
  gboolean is_filling;
};

G_DEFINE_FINAL_TYPE (StrataLogPane, strata_log_pane, GTK_TYPE_WIDGET)

static const char *const levels[] = { N_ ("All levels"), N_ ("Debug and above"), N_ ("Info and above"), N_ ("Warnings and above"), N_ ("Errors"), N_ ("Fatal errors") };

static const StrataInstants *
get_instants (StrataLogPane *self)
{
  return strata_trace_get_instants (strata_session_get_trace (self->session));
}

typedef struct
{
  guint least_level;
  guint32 process;            /* STRATA_NONE for all */
  const char *tag;            /* NULL for all */
  StrataProfileFilter *words; /* owned; NULL for all */
} Wanted;

static gboolean
is_wanted (StrataLogPane *self,
           const Wanted *wanted,
           guint row)
{
  if (strata_log_rows_get_level (self->rows, row) < wanted->least_level)
    return FALSE;
  if (wanted->process != STRATA_NONE && get_instants (self)->process[strata_log_rows_get_instant (self->rows, row)] != wanted->process)
    return FALSE;
  if (wanted->words != NULL && !strata_profile_filter_matches (wanted->words, strata_log_rows_get_line (self->rows, row)))
    return FALSE;

  g_autofree char *tag = wanted->tag != NULL ? strata_log_rows_dup_tag (self->rows, row) : NULL;

  return g_strcmp0 (tag, wanted->tag) == 0;
}

static void
show_lines (StrataLogPane *self)
{
  const guint process = gtk_drop_down_get_selected (self->process);
  const guint tag = gtk_drop_down_get_selected (self->tag);
  const char *words = gtk_editable_get_text (self->search);
  const guint n_rows = self->rows != NULL ? strata_rows_get_n_rows (self->rows) : 0;
  g_autofree guint32 *listed = g_new (guint32, MAX (n_rows, 1));
  Wanted wanted = { gtk_drop_down_get_selected (self->level), STRATA_NONE, NULL, *words != '\0' ? strata_profile_filter_new (words) : NULL };
  guint n = 0;

  if (process > 0 && process <= self->processes->len)
    wanted.process = g_array_index (self->processes, guint32, process - 1);
  if (tag > 0 && tag != GTK_INVALID_LIST_POSITION)
    wanted.tag = gtk_string_list_get_string (self->tags, tag);

  for (guint32 i = 0; i < n_rows; i++)
    if (is_wanted (self, &wanted, i))
      listed[n++] = i;

  strata_profile_filter_free (wanted.words);
  strata_table_view_set_rows (self->table, self->rows, listed, n);
}

static void
on_choice_changed (StrataLogPane *self)
{
  if (!self->is_filling)
    show_lines (self);
}

static int
compare_tags (gconstpointer a,
              gconstpointer b)
{
  return g_utf8_collate (*(const char *const *) a, *(const char *const *) b);
}

/* By name: there may be hundreds, which typing finds. */
static void
fill_tags (StrataLogPane *self)
{
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  const guint n_rows = self->rows != NULL ? strata_rows_get_n_rows (self->rows) : 0;
  guint n_tags;

  for (guint i = 0; i < n_rows; i++)
    g_hash_table_add (known, strata_log_rows_dup_tag (self->rows, i));

  g_autofree char **tags = (char **) g_hash_table_get_keys_as_array (known, &n_tags);

  qsort (tags, n_tags, sizeof *tags, compare_tags);
  self->tags = gtk_string_list_new (NULL);
  gtk_string_list_append (self->tags, _ ("All tags"));
  for (guint i = 0; i < n_tags; i++)
    gtk_string_list_append (self->tags, tags[i]);

  self->is_filling = TRUE;
  gtk_drop_down_set_model (self->tag, G_LIST_MODEL (self->tags));
  gtk_drop_down_set_selected (self->tag, 0);
  self->is_filling = FALSE;
  g_object_unref (self->tags);
}

/* Processes that have written lines, in the order of their first. */
static void
fill_processes (StrataLogPane *self)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL);
  const guint n_rows = self->rows != NULL ? strata_rows_get_n_rows (self->rows) : 0;

  g_array_set_size (self->processes, 0);
  gtk_string_list_append (names, _ ("All processes"));
  for (guint i = 0; i < n_rows; i++)
    {
      StrataTrace *trace = strata_session_get_trace (self->session);
      const guint32 index = get_instants (self)->process[strata_log_rows_get_instant (self->rows, i)];
      const StrataProcess *process = &strata_trace_get_processes (trace, NULL)[index];

      if (!g_hash_table_add (known, GUINT_TO_POINTER (index)))
        continue;

      g_autofree char *title = g_strdup_printf ("%s %" G_GINT64_FORMAT, strata_trace_get_string (trace, process->name), process->pid);

      gtk_string_list_append (names, g_strstrip (title));
      g_array_append_val (self->processes, index);
    }

  self->is_filling = TRUE;
  gtk_drop_down_set_model (self->process, G_LIST_MODEL (names));
  gtk_drop_down_set_selected (self->process, 0);
  self->is_filling = FALSE;
}

static void
on_row_chosen (StrataLogPane *self,
               guint row)
{
  StrataItem item = STRATA_NO_ITEM;

  if (row == STRATA_TABLE_VIEW_NO_ROW || self->rows == NULL || row >= strata_rows_get_n_rows (self->rows))
    return;

  item.kind = STRATA_ITEM_INSTANT;
  item.index = strata_log_rows_get_instant (self->rows, row);
  item.lane = strata_session_find_item_lane (self->session, item);
  strata_session_select (self->session, item);
  strata_session_reveal_selection (self->session);
}

static void
on_selection_changed (StrataLogPane *self)
{
  const StrataItem item = strata_session_get_selected_item (self->session);

  if (item.kind != STRATA_ITEM_INSTANT || self->rows == NULL)
    return;

  const guint row = strata_log_rows_find_instant (self->rows, item.index);

  if (row < strata_rows_get_n_rows (self->rows) && strata_log_rows_get_instant (self->rows, row) == item.index)
    strata_table_view_select (self->table, row);
}

static gint64
get_time_ns (StrataLogPane *self,
             guint row)
{
  return get_instants (self)->time_ns[strata_log_rows_get_instant (self->rows, row)];
}

/* The list is by time unless the user sorted it, which then stays where it is. */
static void
on_view_moved (StrataLogPane *self)
{
  const StrataSpan span = strata_viewport_get_span (strata_view_get_viewport (strata_session_get_view (self->session)));
  const guint selected = strata_table_view_get_selected (self->table);
  const guint n = strata_table_view_get_n_listed (self->table);
  guint begin = 0;
  guint end = n;

  if (self->rows == NULL || n == 0)
    return;
  if (selected != STRATA_TABLE_VIEW_NO_ROW && get_time_ns (self, selected) >= span.begin_ns && get_time_ns (self, selected) < span.end_ns)
    return;

  STRATA_BISECT (begin, end, i, get_time_ns (self, strata_table_view_get_row (self->table, i)) < span.begin_ns);

  strata_table_view_select (self->table, strata_table_view_get_row (self->table, MIN (begin, n - 1)));
}

/**
 * strata_log_pane_set_session:
 * @self: the pane
 * @session: (nullable): whose log to show
 *
 * Shows the log of a session.
 */
void
strata_log_pane_set_session (StrataLogPane *self,
                             StrataSession *session)
{
  if (!g_set_object (&self->session, session))
    return;

  g_clear_pointer (&self->rows, strata_rows_unref);
  if (session != NULL)
    self->rows = strata_log_rows_new (strata_session_get_trace (session));

  fill_processes (self);
  fill_tags (self);
  show_lines (self);
  strata_session_signals_set_session (self->signals, session);
}

/**
 * strata_log_pane_get_table:
 * @self: the pane
 *
 * Returns: (transfer none): its lines
 */
StrataTableView *
strata_log_pane_get_table (StrataLogPane *self)
{
  return self->table;
}

/**
 * strata_log_pane_set_tag:
 * @self: the pane
 * @tag: (nullable): a tag of the log; %NULL for all
 *
 * Shows lines of a tag.
 */
void
strata_log_pane_set_tag (StrataLogPane *self,
                         const char *tag)
{
  guint place = 0;

  for (guint i = 1; tag != NULL && i < g_list_model_get_n_items (G_LIST_MODEL (self->tags)); i++)
    if (g_str_equal (gtk_string_list_get_string (self->tags, i), tag))
      place = i;

  gtk_drop_down_set_selected (self->tag, place);
}

/**
 * strata_log_pane_set_words:
 * @self: the pane
 * @words: what lines must have in them; "" for all
 *
 * Shows lines with a text, a moment later, as if it was typed.
 */
void
strata_log_pane_set_words (StrataLogPane *self,
                           const char *words)
{
  gtk_editable_set_text (self->search, words);
}

/**
 * strata_log_pane_set_least_level:
 * @self: the pane
 * @level: 0 for all to 5 for fatal errors
 *
 * Shows lines of a level and above.
 */
void
strata_log_pane_set_least_level (StrataLogPane *self,
                                 guint level)
{
  gtk_drop_down_set_selected (self->level, MIN (level, G_N_ELEMENTS (levels) - 1));
}

static void
strata_log_pane_dispose (GObject *object)
{
  StrataLogPane *self = STRATA_LOG_PANE (object);

  g_clear_pointer (&self->signals, strata_session_signals_free);
  if (self->table != NULL)
    gtk_widget_unparent (GTK_WIDGET (self->table));
  self->table = NULL;
  g_clear_object (&self->session);
  g_clear_pointer (&self->rows, strata_rows_unref);
  g_clear_pointer (&self->processes, g_array_unref);

  G_OBJECT_CLASS (strata_log_pane_parent_class)->dispose (object);
}

static void
strata_log_pane_class_init (StrataLogPaneClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = strata_log_pane_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static GtkDropDown *
add_list (StrataLogPane *self,
          const char *label)
{
  GtkWidget *list = gtk_drop_down_new (NULL, NULL);

  gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  strata_table_view_add_header (self->table, list);
  g_signal_connect_object (list, "notify::selected", G_CALLBACK (on_choice_changed), self, G_CONNECT_SWAPPED);
  return GTK_DROP_DOWN (list);
}

/* Typing finds a tag in its list. */
static GtkDropDown *
add_tags (StrataLogPane *self)
{
  GtkDropDown *list = add_list (self, _ ("Tag"));
  g_autoptr (GtkExpression) text = gtk_property_expression_new (GTK_TYPE_STRING_OBJECT, NULL, "string");

  gtk_drop_down_set_expression (list, text);
  gtk_drop_down_set_enable_search (list, TRUE);
  return list;
}

static GtkEditable *
add_search (StrataLogPane *self)
{
  GtkWidget *search = gtk_search_entry_new ();

  g_object_set (search, "placeholder-text", _ ("Filter lines"), NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (search), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Filter lines"), -1);
  strata_table_view_add_header (self->table, search);
  g_signal_connect_object (search, "search-changed", G_CALLBACK (on_choice_changed), self, G_CONNECT_SWAPPED);
  return GTK_EDITABLE (search);
}

static void
strata_log_pane_init (StrataLogPane *self)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  GtkWidget *space = gtk_label_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (levels); i++)
    gtk_string_list_append (names, _ (levels[i]));

  self->processes = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->table = STRATA_TABLE_VIEW (strata_table_view_new (_ ("Log"), strata_log_rows_get_class ()));
  strata_table_view_set_empty (self->table, _ ("No lines of a log. A log can be added with “Add Files to This Trace”."));
  self->is_filling = TRUE;
  self->level = add_list (self, _ ("Level"));
  self->process = add_list (self, _ ("Process"));
  self->tag = add_tags (self);
  self->search = add_search (self);
  gtk_drop_down_set_model (self->level, G_LIST_MODEL (names));
  self->is_filling = FALSE;
  gtk_widget_set_hexpand (space, TRUE);
  strata_table_view_add_header (self->table, space);
  gtk_widget_set_parent (GTK_WIDGET (self->table), GTK_WIDGET (self));

  g_signal_connect_object (self->table, "row-selected", G_CALLBACK (on_row_chosen), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->table, "row-activated", G_CALLBACK (on_row_chosen), self, G_CONNECT_SWAPPED);
  self->signals = strata_session_signals_new ();
  g_signal_group_connect_swapped (self->signals->selection, "item-changed", G_CALLBACK (on_selection_changed), self);
  g_signal_group_connect_swapped (self->signals->view, "viewport-changed", G_CALLBACK (on_view_moved), self);
}

/**
 * strata_log_pane_new:
 *
 * Returns: (transfer floating): an empty pane
 */
GtkWidget *
strata_log_pane_new (void)
{
  return g_object_new (STRATA_TYPE_LOG_PANE, NULL);
}
