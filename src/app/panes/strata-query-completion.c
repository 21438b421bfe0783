/* strata-query-completion.c - completes names in a query
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-query-completion.h"

#include "strata-query-colors.h"
#include "strata-query-names.h"

/* A plain text view and a list of names at the cursor; strata-query-colors.c colours the words. GtkSourceView 5.6
 * of Debian 12 would be a dependency for a single pane.
 *
 * The list opens while a word is typed, and does not take the focus. Tab inserts the selected name, at first the first one;
 * the arrow keys select another. Return inserts a name that the user has selected, and otherwise ends the line. */
struct _StrataQueryCompletion
{
  GtkTextView *view;              /* owned */
  GtkPopover *popover;            /* a child of @view */
  GtkListBox *list;               /* borrowed from @popover */
  StrataQueryCompletionOpen open; /* opens the query that knows the names */
  gpointer data;                  /* for @open */
  GPtrArray *names;               /* (element-type StrataQueryName) (nullable) owned: the rows of @list */
  int word_offset;                /* start of the word being completed, in characters */
  gboolean is_in_action;          /* whether the user is changing the text */
  gboolean is_typed;              /* whether that change is one more character */
  gboolean is_chosen;             /* whether the user has selected a row of @list */
};

/* Shorter words match too much to interrupt for. */
#define LEAST_CHARS 2

#define LIST_HEIGHT_PX 200

static gboolean
is_open (const StrataQueryCompletion *self)
{
  return gtk_widget_get_visible (GTK_WIDGET (self->popover));
}

static void
close_list (StrataQueryCompletion *self)
{
  if (is_open (self))
    gtk_popover_popdown (self->popover);
}

static GtkTextBuffer *
get_text (const StrataQueryCompletion *self,
          GtkTextIter *word,
          GtkTextIter *cursor)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (self->view);

  gtk_text_buffer_get_iter_at_offset (buffer, word, self->word_offset);
  gtk_text_buffer_get_iter_at_mark (buffer, cursor, gtk_text_buffer_get_insert (buffer));

  return buffer;
}

static char *
dup_word (const StrataQueryCompletion *self)
{
  GtkTextIter word;
  GtkTextIter cursor;
  GtkTextBuffer *buffer = get_text (self, &word, &cursor);

  return gtk_text_buffer_get_text (buffer, &word, &cursor, TRUE);
}

/* A function is followed by its arguments. */
static void
insert_name (StrataQueryCompletion *self,
             const StrataQueryName *name)
{
  GtkTextIter word;
  GtkTextIter cursor;
  GtkTextBuffer *buffer = get_text (self, &word, &cursor);
  const gboolean has_list = gtk_text_iter_get_char (&cursor) == '(';
  g_autofree char *text = g_strconcat (name->name, name->is_function && !has_list ? "(" : "", NULL);

  close_list (self);
  gtk_text_buffer_begin_user_action (buffer);
  gtk_text_buffer_delete (buffer, &word, &cursor);
  gtk_text_buffer_insert (buffer, &word, text, -1);
  self->is_typed = FALSE;
  gtk_text_buffer_end_user_action (buffer);
}

static void
on_row_activated (GtkListBox *list,
                  GtkListBoxRow *row,
                  gpointer user_data)
{
  StrataQueryCompletion *self = user_data;

  insert_name (self, self->names->pdata[gtk_list_box_row_get_index (row)]);
}

static void
add_row (StrataQueryCompletion *self,
         const StrataQueryName *name)
{
  g_autofree char *arguments = name->is_function ? g_strdup_printf ("(%s)", name->arguments) : g_strdup ("");
  g_autofree char *markup = g_markup_printf_escaped ("<b>%s</b>%s  %s", name->name, arguments, name->doc);
  GtkWidget *label = gtk_label_new (NULL);
  GtkWidget *row = gtk_list_box_row_new ();

  gtk_label_set_markup (GTK_LABEL (label), markup);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), label);
  gtk_list_box_append (self->list, row);
}

/* Lists the completions of the word at the cursor; returns their number. */
static guint
fill (StrataQueryCompletion *self)
{
  GtkTextIter begin;
  GtkTextIter cursor;
  GtkTextIter end;
  GtkListBoxRow *row;
  GtkTextBuffer *buffer = get_text (self, &begin, &cursor);

  gtk_text_buffer_get_bounds (buffer, &begin, &end);

  g_autofree char *before = gtk_text_buffer_get_text (buffer, &begin, &cursor, TRUE);
  g_autofree char *text = gtk_text_buffer_get_text (buffer, &begin, &end, TRUE);
  gsize word;

  while ((row = gtk_list_box_get_row_at_index (self->list, 0)) != NULL)
    gtk_list_box_remove (self->list, GTK_WIDGET (row));

  g_clear_pointer (&self->names, g_ptr_array_unref);
  self->names = strata_query_list_names (self->open (self->data), text, strlen (before), &word);
  self->word_offset = (int) g_utf8_strlen (text, (gssize) word);
  for (guint i = 0; i < self->names->len; i++)
    add_row (self, self->names->pdata[i]);

  return self->names->len;
}

static void
open_list (StrataQueryCompletion *self)
{
  GdkRectangle place;
  GtkTextIter word;
  GtkTextIter cursor;

  get_text (self, &word, &cursor);
  gtk_text_view_get_iter_location (self->view, &word, &place);
  gtk_text_view_buffer_to_window_coords (self->view, GTK_TEXT_WINDOW_WIDGET, place.x, place.y, &place.x, &place.y);
  gtk_popover_set_pointing_to (self->popover, &place);
  gtk_popover_popup (self->popover);
  self->is_chosen = FALSE;
}

static void
choose (StrataQueryCompletion *self,
        int index)
{
  GtkListBoxRow *row = gtk_list_box_get_row_at_index (self->list, index);
  GtkAdjustment *scroll = gtk_list_box_get_adjustment (self->list);
  GtkAllocation place;

  if (row == NULL)
    return;

  gtk_list_box_select_row (self->list, row);
  gtk_widget_get_allocation (GTK_WIDGET (row), &place);
  if (scroll != NULL)
    gtk_adjustment_clamp_page (scroll, place.y, place.y + place.height);
}

/* Whether to show a list that was not requested: not for a keyword, and not for a complete name. */
static gboolean
is_wanted (const StrataQueryCompletion *self)
{
  GtkTextIter word;
  GtkTextIter cursor;
  g_autofree char *text = dup_word (self);

  get_text (self, &word, &cursor);
  if (strata_query_colors_is_keyword (text) || (self->names->len == 1 && g_str_equal (((StrataQueryName *) self->names->pdata[0])->name, text)))
    return FALSE;

  return g_utf8_strlen (text, -1) >= LEAST_CHARS || (gtk_text_iter_backward_char (&word) && gtk_text_iter_get_char (&word) == '.');
}

static void
on_begin_action (GtkTextBuffer *buffer,
                 StrataQueryCompletion *self)
{
  self->is_in_action = TRUE;
  self->is_typed = FALSE;
}

static void
on_insert_text (GtkTextBuffer *buffer,
                GtkTextIter *place,
                const char *text,
                int n_bytes,
                StrataQueryCompletion *self)
{
  self->is_typed = self->is_in_action && g_utf8_strlen (text, n_bytes) == 1;
}

/* Deleting characters updates an open list, but opens none. */
static void
on_end_action (GtkTextBuffer *buffer,
               StrataQueryCompletion *self)
{
  self->is_in_action = FALSE;
  if (!self->is_typed && !is_open (self))
    return;

  if (fill (self) > 0 && is_wanted (self))
    {
      open_list (self);
      choose (self, 0);
    }
  else
    close_list (self);
}

static void
on_cursor_moved (StrataQueryCompletion *self)
{
  if (!self->is_in_action)
    close_list (self);
}

/* Keys that move the selection, or insert the selected name. */
static gboolean
use_choice (StrataQueryCompletion *self,
            guint key,
            int chosen)
{
  switch (key)
    {
    case GDK_KEY_Up:
    case GDK_KEY_KP_Up:
      choose (self, MAX (chosen - 1, 0));
      self->is_chosen = TRUE;
      return TRUE;
    case GDK_KEY_Down:
    case GDK_KEY_KP_Down:
      choose (self, chosen + 1);
      self->is_chosen = TRUE;
      return TRUE;
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
    case GDK_KEY_ISO_Enter:
      if (self->is_chosen)
        insert_name (self, self->names->pdata[chosen]);
      return self->is_chosen;
    case GDK_KEY_Tab:
      insert_name (self, self->names->pdata[chosen]);
      return TRUE;
    default:
      return FALSE;
    }
}

static gboolean
on_key_pressed (GtkEventControllerKey *controller,
                guint key,
                guint code,
                GdkModifierType modifiers,
                gpointer user_data)
{
  StrataQueryCompletion *self = user_data;
  GtkListBoxRow *row = gtk_list_box_get_selected_row (self->list);

  if (!is_open (self) || (modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SHIFT_MASK)) != 0)
    return FALSE;

  if (key == GDK_KEY_Escape)
    {
      close_list (self);
      return TRUE;
    }

  return row != NULL && use_choice (self, key, gtk_list_box_row_get_index (row));
}

static void
create_list (StrataQueryCompletion *self)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();

  self->list = GTK_LIST_BOX (gtk_list_box_new ());
  self->popover = GTK_POPOVER (gtk_popover_new ());
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scroller), LIST_HEIGHT_PX);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), GTK_WIDGET (self->list));
  gtk_popover_set_child (self->popover, scroller);
  gtk_popover_set_has_arrow (self->popover, FALSE);
  gtk_popover_set_autohide (self->popover, FALSE);
  gtk_popover_set_position (self->popover, GTK_POS_BOTTOM);
  gtk_widget_set_halign (GTK_WIDGET (self->popover), GTK_ALIGN_START);
  gtk_widget_set_can_focus (GTK_WIDGET (self->popover), FALSE);
  gtk_widget_set_parent (GTK_WIDGET (self->popover), GTK_WIDGET (self->view));
  g_signal_connect (self->list, "row-activated", G_CALLBACK (on_row_activated), self);
}

/**
 * strata_query_completion_new:
 * @view: the text view of a query
 * @open: opens the query that knows the names
 * @data: for @open
 *
 * Completes words in @view while they are typed.
 *
 * Returns: (transfer full): the completion; free it before @view is destroyed
 */
StrataQueryCompletion *
strata_query_completion_new (GtkTextView *view,
                             StrataQueryCompletionOpen open,
                             gpointer data)
{
  StrataQueryCompletion *self = g_new0 (StrataQueryCompletion, 1);
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (view);
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();

  self->view = g_object_ref (view);
  self->open = open;
  self->data = data;
  create_list (self);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  gtk_widget_add_controller (GTK_WIDGET (view), keys);
  gtk_widget_add_controller (GTK_WIDGET (view), focus);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key_pressed), self);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (close_list), self);
  g_signal_connect (buffer, "begin-user-action", G_CALLBACK (on_begin_action), self);
  g_signal_connect (buffer, "insert-text", G_CALLBACK (on_insert_text), self);
  g_signal_connect (buffer, "end-user-action", G_CALLBACK (on_end_action), self);
  g_signal_connect_swapped (buffer, "notify::cursor-position", G_CALLBACK (on_cursor_moved), self);

  return self;
}

static void
remove_controllers (StrataQueryCompletion *self)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (GTK_WIDGET (self->view));

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GObject) controller = g_list_model_get_item (controllers, i);

      g_signal_handlers_disconnect_by_data (controller, self);
    }
}

void
strata_query_completion_free (StrataQueryCompletion *self)
{
  if (self == NULL)
    return;

  remove_controllers (self);
  g_signal_handlers_disconnect_by_data (gtk_text_view_get_buffer (self->view), self);
  g_signal_handlers_disconnect_by_data (self->list, self);
  gtk_widget_unparent (GTK_WIDGET (self->popover));
  g_clear_pointer (&self->names, g_ptr_array_unref);
  g_object_unref (self->view);
  g_free (self);
}

/**
 * strata_query_completion_show:
 * @self: the completion
 *
 * Completes the word at the cursor: at once if only one name matches, else from a list of names with their kinds, of which
 * the first is selected.
 */
void
strata_query_completion_show (StrataQueryCompletion *self)
{
  const guint n_names = fill (self);

  if (n_names == 1)
    insert_name (self, self->names->pdata[0]);
  else if (n_names > 1)
    {
      open_list (self);
      choose (self, 0);
      self->is_chosen = TRUE;
    }
  else
    close_list (self);
}
