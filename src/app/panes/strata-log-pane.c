/* strata-log-pane.c - the log beside the timeline
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-log-pane.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "strata-bisect.h"
#include "strata-job.h"
#include "strata-log-instant.h"
#include "strata-log-rows.h"
#include "strata-profile-names.h"
#include "strata-trace-titles.h"

/* The filter of listed lines. */

/* A log, and the values that its lines can be filtered by. */
typedef struct
{
  StrataRows *rows;  /* owned: the lines */
  GArray *processes; /* (element-type guint32) owned: processes with lines, in the order of their first lines */
  GPtrArray *tags;   /* (element-type utf8) owned: tags of the lines, by name */
} StrataLogIndex;

/* The filter of listed lines: all conditions have to be true. */
typedef struct
{
  guint least_level;          /* of the lines, see strata_log_rows_get_level() */
  guint32 process;            /* index of a process, or STRATA_NONE for all */
  char *tag;                  /* owned; nullable: a tag, or NULL for all */
  StrataProfileFilter *words; /* owned; nullable: text that lines must contain, or NULL for all */
} StrataLogFilter;

/* A log may have millions of lines, each of which is examined: in a worker, which checks for cancellation after this many lines. */
#define CANCEL_ROWS 65536

static gboolean
is_cancelled (GCancellable *cancellable,
              guint row)
{
  return row % CANCEL_ROWS == 0 && g_cancellable_is_cancelled (cancellable);
}

static guint32
get_process (StrataTrace *trace,
             StrataRows *rows,
             guint row)
{
  return strata_trace_get_instants (trace)->process[strata_log_rows_get_instant (rows, row)];
}

static int
compare_tags (gconstpointer a,
              gconstpointer b)
{
  return g_utf8_collate (*(const char *const *) a, *(const char *const *) b);
}

/* A tag is copied at its first occurrence. */
static void
see_tag (StrataLogIndex *self,
         GHashTable *known,
         GString *text,
         guint row)
{
  const StrataLogInstant line = strata_log_instant_split (strata_log_rows_get_line (self->rows, row));

  g_string_truncate (text, 0);
  g_string_append_len (text, line.tag, (gssize) line.n_tag_bytes);
  if (g_hash_table_contains (known, text->str))
    return;

  char *copy = g_strdup (text->str);

  g_hash_table_add (known, copy);
  g_ptr_array_add (self->tags, copy);
}

/* Lists the log of a trace, in any thread. Incomplete if cancelled. */
static StrataLogIndex *
log_index_new (StrataTrace *trace,
               GCancellable *cancellable)
{
  StrataLogIndex *self = g_new0 (StrataLogIndex, 1);
  g_autoptr (GHashTable) processes = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) tags = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GString) text = g_string_new (NULL);

  self->rows = strata_log_rows_new (trace, NULL);
  self->processes = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->tags = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < strata_rows_get_n_rows (self->rows) && !is_cancelled (cancellable, i); i++)
    {
      const guint32 process = get_process (trace, self->rows, i);

      if (g_hash_table_add (processes, GUINT_TO_POINTER (process)))
        g_array_append_val (self->processes, process);
      see_tag (self, tags, text, i);
    }

  g_ptr_array_sort (self->tags, compare_tags);
  return self;
}

static void
log_index_free (StrataLogIndex *self)
{
  if (self == NULL)
    return;

  strata_rows_unref (self->rows);
  g_array_unref (self->processes);
  g_ptr_array_unref (self->tags);
  g_free (self);
}

static void
log_filter_clear (StrataLogFilter *self)
{
  g_clear_pointer (&self->tag, g_free);
  g_clear_pointer (&self->words, strata_profile_filter_free);
}

static gboolean
has_tag (const StrataLogFilter *self,
         StrataRows *rows,
         guint row)
{
  const StrataLogInstant line = strata_log_instant_split (strata_log_rows_get_line (rows, row));

  return strlen (self->tag) == line.n_tag_bytes && memcmp (self->tag, line.tag, line.n_tag_bytes) == 0;
}

static gboolean
is_wanted (const StrataLogFilter *self,
           StrataRows *rows,
           StrataTrace *trace,
           guint row)
{
  if (self->least_level > 0 && strata_log_rows_get_level (rows, row) < self->least_level)
    return FALSE;
  if (self->process != STRATA_NONE && get_process (trace, rows, row) != self->process)
    return FALSE;
  if (self->tag != NULL && !has_tag (self, rows, row))
    return FALSE;

  return self->words == NULL || strata_profile_filter_matches (self->words, strata_log_rows_get_line (rows, row));
}

/* Finds the listed rows, in any thread. */
static GArray *
log_filter_list (const StrataLogFilter *self,
                 StrataRows *rows,
                 StrataTrace *trace,
                 GCancellable *cancellable)
{
  /* never without data, which would mean all rows */
  GArray *listed = g_array_sized_new (FALSE, FALSE, sizeof (guint32), 64);

  for (guint32 i = 0; i < strata_rows_get_n_rows (rows) && !is_cancelled (cancellable, i); i++)
    if (is_wanted (self, rows, trace, i))
      g_array_append_val (listed, i);

  return listed;
}

/* A line that the user chooses is selected on the timeline, and a log instant selected on the
 * timeline is selected here. When the timeline moves, the first line in view is selected, unless
 * the selected line is in view, too. Only the user's actions move the other side, so that they do
 * not chase each other. Workers list and filter lines, since there may be millions. */
struct _StrataLogPane
{
  GtkWidget parent_instance;

  StrataTableView *table; /* a child */
  GtkDropDown *level;     /* borrowed from the table */
  GtkDropDown *process;   /* the same */
  GtkDropDown *tag;       /* the same */
  GtkEditable *search;    /* the same */

  StrataSession *session; /* owned */
  StrataLogIndex *log;    /* owned; nullable until it is listed */
  StrataJob *index_job;   /* owned */
  StrataJob *filter_job;  /* owned */
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
  StrataTrace *trace;     /* owned */
  StrataRows *rows;       /* owned; nullable */
  StrataLogFilter filter; /* owned */
} Request;

static Request *
request_new (StrataLogPane *self,
             StrataRows *rows)
{
  Request *request = g_new0 (Request, 1);

  request->trace = g_object_ref (strata_session_get_trace (self->session));
  request->rows = rows != NULL ? strata_rows_ref (rows) : NULL;
  return request;
}

static void
request_free (gpointer data)
{
  Request *request = data;

  g_object_unref (request->trace);
  strata_rows_unref (request->rows);
  log_filter_clear (&request->filter);
  g_free (request);
}

static gpointer
run_filter (gpointer data,
            GCancellable *cancellable)
{
  const Request *request = data;

  return log_filter_list (&request->filter, request->rows, request->trace, cancellable);
}

static void
on_filtered (gpointer result,
             gpointer data,
             gpointer user_data)
{
  g_autoptr (GArray) listed = result;
  const Request *request = data;
  StrataLogPane *self = user_data;

  strata_table_view_set_rows (self->table, request->rows, (const guint32 *) (gpointer) listed->data, listed->len);
}

static const StrataJobKind filter_kind = {
  .name = "[strata] log filter",
  .run = run_filter,
  .done = on_filtered,
  .free_data = request_free,
  .free_result = (GDestroyNotify) g_array_unref,
};

static void
show_lines (StrataLogPane *self)
{
  const guint process = gtk_drop_down_get_selected (self->process);
  const guint tag = gtk_drop_down_get_selected (self->tag);
  const char *words = gtk_editable_get_text (self->search);

  if (self->log == NULL)
    return;

  Request *request = request_new (self, self->log->rows);

  request->filter.least_level = gtk_drop_down_get_selected (self->level);
  request->filter.process = process > 0 && process <= self->log->processes->len ? g_array_index (self->log->processes, guint32, process - 1) : STRATA_NONE;
  request->filter.tag = tag > 0 && tag <= self->log->tags->len ? g_strdup (g_ptr_array_index (self->log->tags, tag - 1)) : NULL;
  request->filter.words = *words != '\0' ? strata_profile_filter_new (words) : NULL;
  strata_job_start (self->filter_job, request, 0);
}

static void
on_choice_changed (StrataLogPane *self)
{
  if (!self->is_filling)
    show_lines (self);
}

/* The first entry means all. */
static void
fill_list (StrataLogPane *self,
           GtkDropDown *list,
           GtkStringList *names)
{
  self->is_filling = TRUE;
  gtk_drop_down_set_model (list, G_LIST_MODEL (names));
  gtk_drop_down_set_selected (list, 0);
  self->is_filling = FALSE;
}

/* By name, so that typing finds one of hundreds. */
static void
fill_tags (StrataLogPane *self)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);

  gtk_string_list_append (names, _ ("All tags"));
  for (guint i = 0; self->log != NULL && i < self->log->tags->len; i++)
    gtk_string_list_append (names, g_ptr_array_index (self->log->tags, i));

  fill_list (self, self->tag, names);
}

static void
fill_processes (StrataLogPane *self)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);

  gtk_string_list_append (names, _ ("All processes"));
  for (guint i = 0; self->log != NULL && i < self->log->processes->len; i++)
    {
      StrataTrace *trace = strata_session_get_trace (self->session);
      g_autofree char *title = strata_trace_titles_dup_process (trace, g_array_index (self->log->processes, guint32, i));

      gtk_string_list_append (names, g_strstrip (title));
    }

  fill_list (self, self->process, names);
}

static gpointer
run_index (gpointer data,
           GCancellable *cancellable)
{
  const Request *request = data;

  return log_index_new (request->trace, cancellable);
}

static void
on_indexed (gpointer result,
            gpointer data,
            gpointer user_data)
{
  StrataLogPane *self = user_data;

  self->log = result;
  fill_processes (self);
  fill_tags (self);
  show_lines (self);
}

static const StrataJobKind index_kind = {
  .name = "[strata] log",
  .run = run_index,
  .done = on_indexed,
  .free_data = request_free,
  .free_result = (GDestroyNotify) log_index_free,
};

static void
on_row_chosen (StrataLogPane *self,
               guint row)
{
  StrataItem item = STRATA_NO_ITEM;

  if (row == STRATA_TABLE_VIEW_NO_ROW || self->log == NULL || row >= strata_rows_get_n_rows (self->log->rows))
    return;

  item.kind = STRATA_ITEM_INSTANT;
  item.index = strata_log_rows_get_instant (self->log->rows, row);
  item.lane = strata_session_find_item_lane (self->session, item);
  strata_session_select (self->session, item);
  strata_session_reveal_selection (self->session);
}

static void
on_selection_changed (StrataLogPane *self)
{
  const StrataItem item = strata_session_get_selected_item (self->session);

  if (item.kind != STRATA_ITEM_INSTANT || self->log == NULL)
    return;

  const guint row = strata_log_rows_find_instant (self->log->rows, item.index);

  if (row < strata_rows_get_n_rows (self->log->rows) && strata_log_rows_get_instant (self->log->rows, row) == item.index)
    strata_table_view_select (self->table, row);
}

static gint64
get_time_ns (StrataLogPane *self,
             guint row)
{
  return get_instants (self)->time_ns[strata_log_rows_get_instant (self->log->rows, row)];
}

/* Only if the list is by time: if the user sorted it otherwise, it stays in place. */
static void
on_view_moved (StrataLogPane *self)
{
  const StrataSpan span = strata_viewport_get_span (strata_session_get_viewport (self->session));
  const guint selected = strata_table_view_get_selected (self->table);
  const guint n = strata_table_view_get_n_listed (self->table);
  guint begin = 0;
  guint end = n;

  if (self->log == NULL || n == 0)
    return;
  if (selected != STRATA_TABLE_VIEW_NO_ROW && get_time_ns (self, selected) >= span.begin_ns && get_time_ns (self, selected) < span.end_ns)
    return;

  STRATA_BISECT (begin, end, i, get_time_ns (self, strata_table_view_get_row (self->table, i)) < span.begin_ns);

  strata_table_view_select (self->table, strata_table_view_get_row (self->table, MIN (begin, n - 1)));
}

static void
strata_log_pane_dispose (GObject *object)
{
  StrataLogPane *self = STRATA_LOG_PANE (object);

  if (self->table != NULL)
    gtk_widget_unparent (GTK_WIDGET (self->table));
  self->table = NULL;
  g_clear_pointer (&self->index_job, strata_job_free);
  g_clear_pointer (&self->filter_job, strata_job_free);
  g_clear_object (&self->session);
  g_clear_pointer (&self->log, log_index_free);

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

  self->index_job = strata_job_new (&index_kind, self);
  self->filter_job = strata_job_new (&filter_kind, self);
  self->table = STRATA_TABLE_VIEW (strata_table_view_new (_ ("Log"), &strata_log_rows_class));
  strata_table_view_set_is_long (self->table, TRUE);
  strata_table_view_set_empty (self->table, _ ("This trace has no log. To add one, choose Add File to This Trace in the File menu."));
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
}

GtkWidget *
strata_log_pane_new (StrataSession *session)
{
  StrataLogPane *self = g_object_new (STRATA_TYPE_LOG_PANE, NULL);

  self->session = g_object_ref (session);
  fill_processes (self);
  fill_tags (self);
  strata_job_start (self->index_job, request_new (self, NULL), 0);
  g_signal_connect_object (strata_session_get_selection (session), "item-changed", G_CALLBACK (on_selection_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (strata_session_get_view (session), "viewport-changed", G_CALLBACK (on_view_moved), self, G_CONNECT_SWAPPED);

  return GTK_WIDGET (self);
}
