/* strata-table-menu.c - the button that copies and exports a table
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-table-menu.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "strata-action.h"
#include "strata-context-menu.h"
#include "strata-dialogs.h"
#include "strata-item-menu.h"
#include "strata-menu-model.h"
#include "strata-tab-out.h"
#include "strata-table-export.h"
#include "strata-tooltip.h"
#include "strata-units.h"

/* More rows than anyone pastes; more would block the window while they are copied. */
#define MOST_COPIED_ROWS 100000

/* Data of a table: whether keys copy rows. */
#define KEYS_KEY "strata-table-keys"

/* The button is in the bar above a table. It does not know the table, but gets its rows from a
 * callback of its owner. */
struct _StrataTableMenu
{
  GtkWidget parent_instance;

  GtkWidget *button; /* owned as a child */
  gboolean has_keys; /* rows can be copied individually */
  StrataTableSource source;
  gpointer user_data;
};

G_DEFINE_FINAL_TYPE (StrataTableMenu, strata_table_menu, GTK_TYPE_WIDGET)

/* A file whose place and format the user is choosing. */
typedef struct
{
  StrataTableMenu *menu; /* owned */
  StrataTableRows *rows; /* owned */
  StrataTableStyle style;
} Export;

static void
export_free (Export *export)
{
  g_clear_object (&export->menu);
  g_clear_pointer (&export->rows, strata_table_rows_free);
  g_free (export);
}

static StrataTableRows *
get_rows (StrataTableMenu *self,
          gboolean is_selection)
{
  return self->source != NULL ? self->source (self->user_data, is_selection) : NULL;
}

static void
tell_too_many (StrataTableMenu *self,
               guint n_rows)
{
  char rows[STRATA_UNITS_BYTES];
  char most[STRATA_UNITS_BYTES];
  g_autofree char *text = g_strdup_printf (_ ("%s rows are too many to copy (at most %s); export them to a file instead"),
                                           strata_units_count (n_rows, rows), strata_units_count (MOST_COPIED_ROWS, most));

  gtk_widget_activate_action (GTK_WIDGET (self), "trace.tell", "s", text);
}

/* If a command has no effect, shows why. */
static void
tell_none (StrataTableMenu *self,
           gboolean is_selection)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "trace.tell", "s", is_selection ? strata_table_menu_get_no_selection () : _ ("The table has no rows to copy"));
}

/* Separated by tabs, which other programs paste into cells. */
static void
copy_rows (StrataTableMenu *self,
           gboolean is_selection)
{
  g_autoptr (StrataTableRows) rows = get_rows (self, is_selection);

  if (rows == NULL || strata_table_rows_get_n_rows (rows) == 0)
    {
      tell_none (self, is_selection);
      return;
    }

  if (strata_table_rows_get_n_rows (rows) > MOST_COPIED_ROWS)
    {
      tell_too_many (self, strata_table_rows_get_n_rows (rows));
      return;
    }

  g_autofree char *text = strata_table_rows_dup_text (rows, STRATA_TABLE_TSV);

  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}

static void
activate_copy (StrataTableMenu *self)
{
  copy_rows (self, TRUE);
}

static void
activate_copy_all (StrataTableMenu *self)
{
  copy_rows (self, FALSE);
}

static void
on_file_chosen (GListModel *files,
                gpointer user_data)
{
  Export *export = user_data;
  g_autoptr (GFile) file = g_list_model_get_item (files, 0);

  if (file != NULL)
    strata_table_export (GTK_WIDGET (export->menu), g_steal_pointer (&export->rows), file, export->style, NULL, NULL);
}

static void
choose_file (StrataTableMenu *self,
             StrataTableStyle style,
             const char *suffix)
{
  g_autoptr (StrataTableRows) rows = get_rows (self, FALSE);
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  if (rows == NULL || root == NULL)
    return;

  g_autofree char *name = g_strconcat (strata_table_rows_get_name (rows), suffix, NULL);
  Export *export = g_new (Export, 1);

  *export = (Export){ g_object_ref (self), g_steal_pointer (&rows), style };
  strata_dialogs_choose (GTK_WINDOW (root), STRATA_CHOOSE_TABLE_TO_SAVE, name, on_file_chosen, export, (GDestroyNotify) export_free);
}

static void
activate_export_csv (StrataTableMenu *self)
{
  choose_file (self, STRATA_TABLE_CSV, ".csv");
}

static void
activate_export_tsv (StrataTableMenu *self)
{
  choose_file (self, STRATA_TABLE_TSV, ".tsv");
}

static void
activate_export_json (StrataTableMenu *self)
{
  choose_file (self, STRATA_TABLE_JSON, ".json");
}

static void
append_item (GMenu *menu,
             const char *label,
             const char *action,
             const char *key)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (label, action);

  if (key != NULL)
    g_menu_item_set_attribute (item, "accel", "s", key);
  g_menu_append_item (menu, item);
}

static void
append_commands (GMenu *menu,
                 gboolean has_keys)
{
  g_autoptr (GMenu) copies = g_menu_new ();
  g_autoptr (GMenu) exports = g_menu_new ();

  if (has_keys)
    append_item (copies, _ ("_Copy Selected Rows"), "table.copy", "<Control>c");
  append_item (copies, _ ("Copy _All Rows"), "table.copy-all", NULL);
  append_item (exports, _ ("Export as CS_V…"), "table.export-csv", NULL);
  append_item (exports, _ ("Export as _TSV…"), "table.export-tsv", NULL);
  append_item (exports, _ ("Export as _JSON…"), "table.export-json", NULL);
  g_menu_append_section (menu, NULL, G_MENU_MODEL (copies));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (exports));
}

/* Filled when it opens, since a menu takes long to make and most are never opened. */
static void
fill_menu (GtkMenuButton *button,
           gpointer user_data)
{
  const StrataTableMenu *self = user_data;
  g_autoptr (GMenu) menu = g_menu_new ();

  append_commands (menu, self->has_keys);
  strata_menu_model_show (button, G_MENU_MODEL (menu));
}

static const char *const commands[] = { "table.copy", "table.copy-all", "table.export-csv", "table.export-tsv", "table.export-json" };

static void
on_command (GSimpleAction *action,
            GVariant *parameter,
            StrataTableMenu *self)
{
  g_autofree char *name = g_strconcat ("table.", g_action_get_name (G_ACTION (action)), NULL);

  gtk_widget_activate_action (GTK_WIDGET (self), name, NULL);
}

static guint
get_selected (GtkColumnView *view)
{
  GtkSelectionModel *model = gtk_column_view_get_model (view);
  g_autoptr (GtkBitset) selection = model != NULL ? gtk_selection_model_get_selection (model) : NULL;

  return selection != NULL && !gtk_bitset_is_empty (selection) ? gtk_bitset_get_minimum (selection) : GTK_INVALID_LIST_POSITION;
}

/* The action of Return. */
static void
on_open_row (GSimpleAction *action,
             GVariant *parameter,
             GtkColumnView *view)
{
  const guint row = get_selected (view);

  /* the action belongs to the inner list */
  if (row != GTK_INVALID_LIST_POSITION)
    gtk_widget_activate_action (gtk_widget_get_last_child (GTK_WIDGET (view)), "list.activate-item", "u", row);
}

static gboolean
can_open_rows (GtkWidget *view)
{
  return GTK_IS_COLUMN_VIEW (view) && g_signal_has_handler_pending (view, g_signal_lookup ("activate", GTK_TYPE_COLUMN_VIEW), 0, FALSE);
}

/* The commands of the button, for menus of the table. */
static void
add_commands (StrataTableMenu *self,
              GtkWidget *view)
{
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();
  g_autoptr (GSimpleAction) open = g_simple_action_new ("open-row", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_autoptr (GSimpleAction) action = g_simple_action_new (commands[i] + strlen ("table."), NULL);

      g_signal_connect_object (action, "activate", G_CALLBACK (on_command), self, 0);
      g_action_map_add_action (G_ACTION_MAP (group), G_ACTION (action));
    }

  if (GTK_IS_COLUMN_VIEW (view))
    g_signal_connect_object (open, "activate", G_CALLBACK (on_open_row), view, 0);
  g_action_map_add_action (G_ACTION_MAP (group), G_ACTION (open));
  gtk_widget_insert_action_group (view, "table", G_ACTION_GROUP (group));
}

static gboolean
has_action (GtkWidget *widget,
            const char *name)
{
  GType owner;
  const char *each;
  const GVariantType *type;
  const char *property;
  gboolean is_there = FALSE;

  for (guint i = 0; widget != NULL && !is_there && gtk_widget_class_query_action (GTK_WIDGET_GET_CLASS (widget), i, &owner, &each, &type, &property); i++)
    is_there = g_str_equal (each, name);

  return is_there;
}

/* In addition to the commands of the button: opening the row, and if there is a timeline, commands
 * for its selection. */
static GMenuModel *
build_context (GtkWidget *view,
               gboolean has_keys)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) rows = g_menu_new ();

  if (can_open_rows (view))
    append_item (rows, _ ("_Open This Row"), "table.open-row", "Return");
  if (has_action (GTK_WIDGET (gtk_widget_get_root (view)), "win.zoom-selection"))
    {
      g_autoptr (GMenuModel) items = strata_item_menu_new_elsewhere ();

      g_menu_append_submenu (rows, _ ("Selection on the _Timeline"), items);
    }
  g_menu_append_section (menu, NULL, G_MENU_MODEL (rows));
  append_commands (menu, has_keys); /* nested sections would get too little height */

  return G_MENU_MODEL (menu);
}

static void
free_context (GtkWidget *view)
{
  GtkWidget *menu = strata_context_menu_find (view);

  if (menu != NULL)
    gtk_widget_unparent (menu);
}

/* Made once the view is in its window: GTK 4.8 computes too small a height for a menu that is made
 * when it opens. The menu is then kept, since freeing it would leak its model. */
static void
make_context (GtkWidget *view)
{
  if (strata_context_menu_find (view) != NULL)
    return;

  g_autoptr (GMenuModel) model = build_context (view, g_object_get_data (G_OBJECT (view), KEYS_KEY) != NULL);

  gtk_accessible_update_property (GTK_ACCESSIBLE (strata_context_menu_add (view, model)), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Row"), -1);
}

/* @user_data: a #GWeakRef to the menu, which is in the same pane as the table. */
static gboolean
on_copy_key (GtkWidget *view,
             GVariant *arguments,
             gpointer user_data)
{
  g_autoptr (StrataTableMenu) self = g_weak_ref_get (user_data);

  if (self != NULL)
    copy_rows (self, TRUE);

  return self != NULL;
}

static void
free_weak_ref (gpointer data)
{
  g_weak_ref_clear (data);
  g_free (data);
}

/* Returns why nothing was copied if no row is selected. */
const char *
strata_table_menu_get_no_selection (void)
{
  return _ ("No row is selected, so nothing was copied");
}

/**
 * strata_table_menu_set_source:
 * @self: the button
 * @source: takes snapshots of the table
 * @user_data: for @source; must live as long as the button, like its parent
 *
 * Sets the table of the button.
 */
void
strata_table_menu_set_source (StrataTableMenu *self,
                              StrataTableSource source,
                              gpointer user_data)
{
  self->source = source;
  self->user_data = user_data;
}

/**
 * strata_table_menu_add_context:
 * @self: the button
 * @view: the table, in the same pane
 *
 * Adds a context menu to the table, for pointer and menu key, with the commands of the button,
 * of the row and of the selection on the timeline.
 */
void
strata_table_menu_add_context (StrataTableMenu *self,
                               GtkWidget *view)
{
  add_commands (self, view);
  strata_context_menu_add_openers (view);
  g_signal_connect (view, "map", G_CALLBACK (make_context), NULL);
  g_signal_connect (view, "destroy", G_CALLBACK (free_context), NULL);
}

/**
 * strata_table_menu_add_keys:
 * @self: the button
 * @view: the table, in the same pane
 *
 * Makes Ctrl+C copy the selected rows while the table has the focus, and Tab leave it.
 * Menus of the table can use the commands of the button.
 */
void
strata_table_menu_add_keys (StrataTableMenu *self,
                            GtkWidget *view)
{
  GtkEventController *controller = gtk_shortcut_controller_new ();
  GWeakRef *weak = g_new (GWeakRef, 1);
  GtkShortcutAction *action = gtk_callback_action_new (on_copy_key, weak, free_weak_ref);

  g_weak_ref_init (weak, self);
  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (controller), gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_c, GDK_CONTROL_MASK), action));
  gtk_widget_add_controller (view, controller);
  strata_tab_out_add (view);
  add_commands (self, view);
  g_object_set_data (G_OBJECT (view), KEYS_KEY, self);
  self->has_keys = TRUE;
}

static void
strata_table_menu_dispose (GObject *object)
{
  StrataTableMenu *self = STRATA_TABLE_MENU (object);

  self->source = NULL;
  g_clear_pointer (&self->button, gtk_widget_unparent);

  G_OBJECT_CLASS (strata_table_menu_parent_class)->dispose (object);
}

static void
strata_table_menu_class_init (StrataTableMenuClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = strata_table_menu_dispose;
  gtk_widget_class_install_action (widget_class, "table.copy", NULL, STRATA_ACTION (activate_copy));
  gtk_widget_class_install_action (widget_class, "table.copy-all", NULL, STRATA_ACTION (activate_copy_all));
  gtk_widget_class_install_action (widget_class, "table.export-csv", NULL, STRATA_ACTION (activate_export_csv));
  gtk_widget_class_install_action (widget_class, "table.export-tsv", NULL, STRATA_ACTION (activate_export_tsv));
  gtk_widget_class_install_action (widget_class, "table.export-json", NULL, STRATA_ACTION (activate_export_json));
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
strata_table_menu_init (StrataTableMenu *self)
{
  self->button = gtk_menu_button_new ();
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (self->button), "document-save-symbolic");
  strata_tooltip_set (self->button, _ ("Copy and Export"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->button), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Copy and Export"), -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Copy and Export"), -1);
  gtk_widget_set_parent (self->button, GTK_WIDGET (self));
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (self->button), fill_menu, self, NULL);
}
