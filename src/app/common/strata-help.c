/* strata-help.c - the guide
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-help.h"

#include <glib/gi18n-lib.h>

#include "strata-action.h"
#include "strata-dialogs.h"
#include "strata-folder.h"

/* Yelp, or another handler of help: addresses, shows the pages themselves; a browser shows them as
 * HTML. */

/* The page in the user's first language that has it; all pages exist in English. */
static char *
dup_path (const char *page)
{
  g_autofree char *name = g_strconcat (page, ".html", NULL);

  for (const char *const *language = g_get_language_names (); *language != NULL; language++)
    {
      g_autofree char *path = g_build_filename (strata_folder_get (STRATA_FOLDER_HELP), *language, name, NULL);

      if (g_file_test (path, G_FILE_TEST_IS_REGULAR))
        return g_steal_pointer (&path);
    }
  return g_build_filename (strata_folder_get (STRATA_FOLDER_HELP), "C", name, NULL);
}

/* Shows a page of the guide. */
static void
show_page (GtkWindow *parent,
           const char *page)
{
  g_autoptr (GAppInfo) viewer = g_app_info_get_default_for_uri_scheme ("help");
  g_autofree char *path = dup_path (page);
  g_autofree char *uri = viewer != NULL ? g_strconcat ("help:strata/", page, NULL) : g_filename_to_uri (path, NULL, NULL);

  strata_dialogs_show_guide (parent, uri, path);
}

/**
 * strata_help_set_page:
 * @widget: a pane, or another part of a window
 * @page: (nullable): the name of a page; must stay valid
 *
 * Sets the page that F1 shows while the focus is in @widget.
 */
void
strata_help_set_page (GtkWidget *widget,
                      const char *page)
{
  g_object_set_data (G_OBJECT (widget), "strata-help", (gpointer) page);
}

/**
 * strata_help_get_page:
 * @widget: (nullable): a widget
 *
 * Returns: the page of @widget or of the nearest widget around it that has one; the index if none has
 */
const char *
strata_help_get_page (GtkWidget *widget)
{
  for (; widget != NULL; widget = gtk_widget_get_parent (widget))
    {
      const char *page = g_object_get_data (G_OBJECT (widget), "strata-help");

      if (page != NULL)
        return page;
    }
  return "index";
}

static void
on_clicked (GtkWidget *button)
{
  show_page (GTK_WINDOW (gtk_widget_get_root (button)), strata_help_get_page (button));
}

/**
 * strata_help_button_new:
 *
 * Returns: (transfer floating): a button that shows the page of the pane that it is in
 */
GtkWidget *
strata_help_button_new (void)
{
  GtkWidget *button = gtk_button_new_from_icon_name ("dialog-question-symbolic");

  gtk_button_set_has_frame (GTK_BUTTON (button), FALSE);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (button, _ ("Help on this pane (F1)"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Help on this pane"), -1);
  g_signal_connect (button, "clicked", G_CALLBACK (on_clicked), NULL);
  return button;
}

static void
activate_help (GtkWidget *widget)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (widget));

  show_page (GTK_WINDOW (widget), strata_help_get_page (focus != NULL ? focus : widget));
}

/* Gives windows the action "win.help", which shows the page of the focused pane. */
void
strata_help_install (GtkWidgetClass *window_class)
{
  gtk_widget_class_install_action (window_class, "win.help", NULL, STRATA_ACTION (activate_help));
}
