/* strata-recent.c - recently opened traces
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-recent.h"

#include <string.h>

#include <glib/gi18n-lib.h>
#include <gtk/gtk.h>

/* Uses the desktop's list of recent files, limited to files that this program added itself:
 * `.trace` files of other programs are not ours. */
#define RECENT_APP_NAME "strata"
#define N_MENU_FILES 10

static void
strata_recent_file_free (gpointer data)
{
  StrataRecentFile *file = data;

  g_free (file->uri);
  g_free (file->name);
  g_free (file->folder);
  g_free (file);
}

/**
 * strata_recent_add:
 * @file: a trace that has been loaded
 *
 * Adds a trace to the recent files.
 */
void
strata_recent_add (GFile *file)
{
  g_autofree char *uri = g_file_get_uri (file);
  g_autofree char *mime_type = g_content_type_guess (uri, NULL, 0, NULL);
  GtkRecentData data = {
    .mime_type = mime_type,
    .app_name = (char *) RECENT_APP_NAME,
    .app_exec = (char *) "strata %u",
  };

  gtk_recent_manager_add_full (gtk_recent_manager_get_default (), uri, &data);
}

/* GTK sets the visited time only for files new to the list, but the modified time whenever an entry
 * is added. */
static int
compare_opened (gconstpointer a,
                gconstpointer b)
{
  GDateTime *opened_a = gtk_recent_info_get_modified ((GtkRecentInfo *) a);
  GDateTime *opened_b = gtk_recent_info_get_modified ((GtkRecentInfo *) b);

  return g_date_time_compare (opened_b, opened_a);
}

static char *
dup_folder (GFile *file)
{
  g_autoptr (GFile) parent = g_file_get_parent (file);
  g_autofree char *path = parent != NULL ? g_file_get_parse_name (parent) : g_strdup ("");
  const char *home = g_get_home_dir ();

  if (g_str_has_prefix (path, home) && (path[strlen (home)] == '/' || path[strlen (home)] == '\0'))
    return g_strconcat ("~", path + strlen (home), NULL);

  return g_steal_pointer (&path);
}

static StrataRecentFile *
strata_recent_file_new (GtkRecentInfo *info)
{
  g_autoptr (GFile) file = g_file_new_for_uri (gtk_recent_info_get_uri (info));
  StrataRecentFile *recent = g_new0 (StrataRecentFile, 1);

  recent->uri = g_strdup (gtk_recent_info_get_uri (info));
  recent->name = g_strdup (gtk_recent_info_get_display_name (info));
  recent->folder = dup_folder (file);

  return recent;
}

/**
 * strata_recent_list:
 * @n_most: the most files to list
 *
 * Lists the recently opened traces that still exist, the latest first.
 *
 * Returns: (transfer full) (element-type StrataRecentFile): the files
 */
GPtrArray *
strata_recent_list (guint n_most)
{
  GPtrArray *files = g_ptr_array_new_with_free_func (strata_recent_file_free);
  GList *items = gtk_recent_manager_get_items (gtk_recent_manager_get_default ());

  items = g_list_sort (items, compare_opened);

  for (GList *link = items; link != NULL && files->len < n_most; link = link->next)
    if (gtk_recent_info_has_application (link->data, RECENT_APP_NAME) && gtk_recent_info_exists (link->data))
      g_ptr_array_add (files, strata_recent_file_new (link->data));

  g_list_free_full (items, (GDestroyNotify) gtk_recent_info_unref);
  return files;
}

/**
 * strata_recent_build_menu:
 *
 * Returns: (transfer full): a menu of the recently opened traces
 */
GMenuModel *
strata_recent_build_menu (void)
{
  g_autoptr (GPtrArray) files = strata_recent_list (N_MENU_FILES);
  g_autoptr (GMenu) section = g_menu_new ();
  GMenu *menu = g_menu_new ();

  for (guint i = 0; i < files->len; i++)
    {
      const StrataRecentFile *file = g_ptr_array_index (files, i);
      g_autoptr (GMenuItem) item = g_menu_item_new (NULL, NULL);
      g_auto (GStrv) parts = g_strsplit (file->name, "_", -1);
      g_autofree char *label = g_strjoinv ("__", parts); /* a single underscore would mark a mnemonic */

      g_menu_item_set_label (item, label);
      g_menu_item_set_action_and_target (item, "win.open-uri", "s", file->uri);
      g_menu_append_item (section, item);
    }

  if (files->len == 0)
    g_menu_append (section, _ ("No recent files"), "win.no-recent-files");

  g_menu_append_section (menu, _ ("Recent Files"), G_MENU_MODEL (section));
  return G_MENU_MODEL (menu);
}
