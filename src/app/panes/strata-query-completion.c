/* strata-query-completion.c - names of tables and columns while a query is written
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-query-completion.h"

#include "strata-sql-table.h"

/* A plain text view and a list of names at the cursor; strata-query-colors.c colours the words. GtkSourceView 5.6,
 * which Debian 12 has, would be a dependency for one pane. */

/* More names than this are not read by anybody. */
#define MAX_NAMES 40

#define LIST_HEIGHT_PX 200

static gboolean
is_word_char (gunichar c)
{
  return c == '_' || g_unichar_isalnum (c);
}

/* From the begin of the word that ends at the cursor to the cursor. */
static void
get_word (GtkTextBuffer *buffer,
          GtkTextIter *begin,
          GtkTextIter *end)
{
  gtk_text_buffer_get_iter_at_mark (buffer, end, gtk_text_buffer_get_insert (buffer));
  *begin = *end;
  while (gtk_text_iter_backward_char (begin))
    if (!is_word_char (gtk_text_iter_get_char (begin)))
      {
        gtk_text_iter_forward_char (begin);
        return;
      }
}

static void
insert_name (GtkTextView *view,
             const char *name)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (view);
  GtkTextIter begin;
  GtkTextIter end;

  get_word (buffer, &begin, &end);
  gtk_text_buffer_begin_user_action (buffer);
  gtk_text_buffer_delete (buffer, &begin, &end);
  gtk_text_buffer_insert (buffer, &begin, name, -1);
  gtk_text_buffer_end_user_action (buffer);
}

static void
on_row_activated (GtkListBox *list,
                  GtkListBoxRow *row,
                  GtkTextView *view)
{
  GtkWidget *popover = gtk_widget_get_ancestor (GTK_WIDGET (list), GTK_TYPE_POPOVER);

  insert_name (view, g_object_get_data (G_OBJECT (row), "name"));
  gtk_popover_popdown (GTK_POPOVER (popover));
  gtk_widget_grab_focus (GTK_WIDGET (view));
}

static void
add_name (GtkListBox *list,
          GHashTable *seen,
          const char *prefix,
          const char *name,
          const char *doc)
{
  if (g_ascii_strncasecmp (name, prefix, strlen (prefix)) != 0 || g_hash_table_size (seen) >= MAX_NAMES || !g_hash_table_add (seen, (gpointer) name))
    return;

  g_autofree char *markup = g_markup_printf_escaped ("<b>%s</b>  %s", name, doc);
  GtkWidget *label = gtk_label_new (NULL);
  GtkWidget *row = gtk_list_box_row_new ();

  gtk_label_set_markup (GTK_LABEL (label), markup);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), label);
  g_object_set_data (G_OBJECT (row), "name", (gpointer) name);
  gtk_list_box_append (list, row);
}

static guint
fill (GtkListBox *list,
      const char *prefix)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  guint n_tables;
  const StrataSqlTable *const *tables = strata_sql_tables_get (&n_tables);

  for (guint i = 0; i < n_tables; i++)
    add_name (list, seen, prefix, tables[i]->name, tables[i]->doc);

  for (guint i = 0; i < n_tables; i++)
    for (guint j = 0; j < tables[i]->n_columns; j++)
      add_name (list, seen, prefix, tables[i]->columns[j].name, tables[i]->columns[j].doc);

  return g_hash_table_size (seen);
}

static void
on_closed (GtkWidget *popover,
           gpointer user_data)
{
  gtk_widget_unparent (popover);
}

static void
show_list (GtkTextView *view,
           GtkWidget *list,
           const GtkTextIter *begin)
{
  GtkWidget *popover = gtk_popover_new ();
  GtkWidget *scroller = gtk_scrolled_window_new ();
  GdkRectangle place;

  gtk_text_view_get_iter_location (view, begin, &place);
  gtk_text_view_buffer_to_window_coords (view, GTK_TEXT_WINDOW_WIDGET, place.x, place.y, &place.x, &place.y);
  gtk_scrolled_window_set_min_content_height (GTK_SCROLLED_WINDOW (scroller), LIST_HEIGHT_PX);
  gtk_scrolled_window_set_propagate_natural_width (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), list);
  gtk_popover_set_child (GTK_POPOVER (popover), scroller);
  gtk_popover_set_pointing_to (GTK_POPOVER (popover), &place);
  gtk_popover_set_has_arrow (GTK_POPOVER (popover), FALSE);
  gtk_widget_set_parent (popover, GTK_WIDGET (view));
  g_signal_connect (popover, "closed", G_CALLBACK (on_closed), NULL);
  g_signal_connect_object (list, "row-activated", G_CALLBACK (on_row_activated), view, 0);
  gtk_popover_popup (GTK_POPOVER (popover));
}

/**
 * strata_query_completion_show:
 * @view: where a query is written
 *
 * Completes the word at the cursor: at once if one name begins so, else from a list of names with what they are.
 */
void
strata_query_completion_show (GtkTextView *view)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (view);
  GtkWidget *list = g_object_ref_sink (gtk_list_box_new ());
  GtkTextIter begin;
  GtkTextIter end;

  get_word (buffer, &begin, &end);

  g_autofree char *prefix = gtk_text_buffer_get_text (buffer, &begin, &end, FALSE);
  const guint n_names = fill (GTK_LIST_BOX (list), prefix);

  if (n_names == 1)
    insert_name (view, g_object_get_data (G_OBJECT (gtk_list_box_get_row_at_index (GTK_LIST_BOX (list), 0)), "name"));
  else if (n_names > 1)
    show_list (view, list, &begin);

  g_object_unref (list);
}
