/* strata-lane-filter.c - the entry that filters lanes
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-lane-filter.h"

#include <glib/gi18n-lib.h>

/* The lanes follow the typing. An invalid expression does not change them, and neither does a
 * filter that matches no lane, which would hide everything. A filter that is set elsewhere, such as
 * by the other side of a comparison, is shown, too. */

#define SESSION_DATA "session"
#define SHOWN_DATA "shown" /* the filter that was active when the entry was last set to it */
#define HINT N_ ("Names with * and ?, or a /regular expression/. Prefix with process: or thread: to match only those")

static void
tell (GtkWidget *entry,
      const char *error)
{
  if (error != NULL)
    gtk_widget_add_css_class (entry, "error");
  else
    gtk_widget_remove_css_class (entry, "error");

  gtk_widget_set_tooltip_text (entry, error != NULL ? error : _ (HINT));
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, error != NULL ? error : _ (HINT), -1);
}

static const char *
get_filter (StrataSession *session)
{
  const char *filter = strata_lanes_get_filter (strata_session_get_lanes (session));

  return filter != NULL ? filter : "";
}

static void
note_shown (GtkWidget *entry,
            StrataSession *session)
{
  g_object_set_data_full (G_OBJECT (entry), SHOWN_DATA, g_strdup (get_filter (session)), g_free);
}

/* Text that is typed but not active stays until the filter changes. */
static void
on_lanes_changed (GtkWidget *entry)
{
  StrataSession *session = g_object_get_data (G_OBJECT (entry), SESSION_DATA);
  g_autofree char *typed = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (entry))));

  if ((gtk_widget_get_state_flags (entry) & GTK_STATE_FLAG_FOCUS_WITHIN) != 0 || g_strcmp0 (get_filter (session), g_object_get_data (G_OBJECT (entry), SHOWN_DATA)) == 0)
    return;

  note_shown (entry, session);
  if (!g_str_equal (typed, get_filter (session)))
    gtk_editable_set_text (GTK_EDITABLE (entry), get_filter (session));
}

static void
on_search_changed (GtkWidget *entry)
{
  StrataSession *session = g_object_get_data (G_OBJECT (entry), SESSION_DATA);
  const char *text = gtk_editable_get_text (GTK_EDITABLE (entry));
  g_autoptr (GError) error = NULL;

  g_autofree char *before = g_strdup (strata_lanes_get_filter (strata_session_get_lanes (session)));
  g_autofree char *wanted = g_strstrip (g_strdup (text));

  if (*wanted != '\0' && !strata_lanes_check_filter (wanted, &error))
    {
      tell (entry, error->message);
      return;
    }

  if (g_strcmp0 (before != NULL ? before : "", wanted) == 0)
    {
      tell (entry, NULL);
      return;
    }

  const guint n_left = strata_lanes_filter (strata_session_get_lanes (session), *wanted != '\0' ? wanted : NULL);

  g_autofree char *failure = strata_lanes_dup_filter_failure (strata_session_get_lanes (session));

  if (failure != NULL)
    tell (entry, failure);
  else
    tell (entry, n_left == 0 && *wanted != '\0' ? _ ("No lane has this name") : NULL);
  if (n_left == 0 && *wanted != '\0')
    strata_lanes_filter (strata_session_get_lanes (session), before);
  note_shown (entry, session);
}

/* Escape shows all lanes again and returns the focus to them. */
static void
on_stop_search (GtkWidget *entry)
{
  gtk_editable_set_text (GTK_EDITABLE (entry), "");
  on_search_changed (entry);
  gtk_widget_grab_focus (gtk_widget_get_parent (entry));
}

static void
on_activate (GtkWidget *entry)
{
  on_search_changed (entry);
  gtk_widget_grab_focus (gtk_widget_get_parent (entry));
}

/* Makes an entry that filters the lanes of @session. Its parent takes the focus when the user is done. */
GtkWidget *
strata_lane_filter_new (StrataSession *session)
{
  GtkWidget *entry = gtk_search_entry_new ();

  g_object_set_data_full (G_OBJECT (entry), SESSION_DATA, g_object_ref (session), g_object_unref);
  note_shown (entry, session);
  g_object_set (entry, "placeholder-text", _ ("Filter lanes"), NULL);
  gtk_editable_set_text (GTK_EDITABLE (entry), get_filter (session));
  gtk_editable_set_width_chars (GTK_EDITABLE (entry), 6);
  g_signal_connect (entry, "search-changed", G_CALLBACK (on_search_changed), NULL);
  g_signal_connect (entry, "stop-search", G_CALLBACK (on_stop_search), NULL);
  g_signal_connect (entry, "activate", G_CALLBACK (on_activate), NULL);
  g_signal_connect_object (strata_session_get_view (session), "lanes-changed", G_CALLBACK (on_lanes_changed), entry, G_CONNECT_SWAPPED);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Filter lanes"), -1);
  tell (entry, NULL);
  return entry;
}
