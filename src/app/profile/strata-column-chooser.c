/* strata-column-chooser.c - chooses the columns of the profile
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-column-chooser.h"

#include <glib/gi18n-lib.h>

#include "strata-profile-columns.h"
#include "strata-settings.h"

/* Each column but the name has an action whose state is whether it is shown. The choice is saved in
 * the settings, for all windows; an empty setting means the default columns, which depend on the
 * clock. */
struct _StrataColumnChooser
{
  GtkColumnView *view;         /* borrowed */
  GSettings *settings;         /* owned; NULL without a schema */
  GSimpleActionGroup *actions; /* owned */
  StrataClocks known;
  StrataClocks clock;
  gboolean is_shown[STRATA_N_PROFILE_COLUMNS];
};

#define KEY "profile-columns"

static char **
dup_chosen (StrataColumnChooser *self)
{
  return self->settings != NULL ? g_settings_get_strv (self->settings, KEY) : g_new0 (char *, 1);
}

static void
show_states (StrataColumnChooser *self)
{
  for (StrataProfileColumn column = STRATA_PROFILE_COLUMN_NAME + 1; column < STRATA_N_PROFILE_COLUMNS; column++)
    {
      GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self->actions), strata_profile_column_get_id (column));

      g_simple_action_set_state (G_SIMPLE_ACTION (action), g_variant_new_boolean (self->is_shown[column]));
      g_simple_action_set_enabled (G_SIMPLE_ACTION (action), strata_profile_column_is_known (column, self->known));
    }

  strata_profile_columns_show (self->view, self->is_shown);
}

static void
update (StrataColumnChooser *self)
{
  g_auto (GStrv) chosen = dup_chosen (self);
  gboolean is_usual = chosen[0] == NULL;

  for (StrataProfileColumn column = 0; column < STRATA_N_PROFILE_COLUMNS; column++)
    {
      const char *id = strata_profile_column_get_id (column);
      gboolean is_wanted = is_usual ? strata_profile_column_is_usual (column, self->clock) : g_strv_contains ((const char *const *) chosen, id);

      self->is_shown[column] = is_wanted && strata_profile_column_is_known (column, self->known);
    }

  show_states (self);
}

/* A column of a clock that this trace lacks stays chosen for the next trace. */
static gboolean
is_kept (StrataColumnChooser *self,
         StrataProfileColumn column,
         const char *const *chosen)
{
  if (strata_profile_column_is_known (column, self->known))
    return self->is_shown[column];

  return chosen[0] != NULL ? g_strv_contains (chosen, strata_profile_column_get_id (column))
                           : strata_profile_column_is_usual (column, STRATA_CLOCK_WALL);
}

static void
save (StrataColumnChooser *self)
{
  g_auto (GStrv) chosen = dup_chosen (self);
  g_autoptr (GPtrArray) ids = g_ptr_array_new ();

  /* includes the name, so that choosing no other column differs from the default */
  g_ptr_array_add (ids, (gpointer) strata_profile_column_get_id (STRATA_PROFILE_COLUMN_NAME));

  for (StrataProfileColumn column = STRATA_PROFILE_COLUMN_NAME + 1; column < STRATA_N_PROFILE_COLUMNS; column++)
    if (is_kept (self, column, (const char *const *) chosen))
      g_ptr_array_add (ids, (gpointer) strata_profile_column_get_id (column));

  g_ptr_array_add (ids, NULL);

  if (self->settings != NULL)
    g_settings_set_strv (self->settings, KEY, (const char *const *) ids->pdata);
}

static void
change_column (GSimpleAction *action,
               GVariant *state,
               gpointer user_data)
{
  StrataColumnChooser *self = user_data;

  self->is_shown[strata_profile_column_from_id (g_action_get_name (G_ACTION (action)))] = g_variant_get_boolean (state);
  show_states (self);
  save (self);
}

static void
activate_usual (GSimpleAction *action,
                GVariant *parameter,
                gpointer user_data)
{
  StrataColumnChooser *self = user_data;

  if (self->settings != NULL)
    g_settings_reset (self->settings, KEY);

  update (self);
}

static void
add_actions (StrataColumnChooser *self)
{
  static const GActionEntry usual = { .name = "usual", .activate = activate_usual };

  for (StrataProfileColumn column = STRATA_PROFILE_COLUMN_NAME + 1; column < STRATA_N_PROFILE_COLUMNS; column++)
    {
      const GActionEntry entry = { .name = strata_profile_column_get_id (column), .state = "false", .change_state = change_column };

      g_action_map_add_action_entries (G_ACTION_MAP (self->actions), &entry, 1, self);
    }

  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), &usual, 1, self);
}

/**
 * strata_column_chooser_new:
 * @view: a view with the columns of a profile, which outlives the chooser
 *
 * Returns: (transfer full): a chooser; it shows no columns before it knows the clocks
 */
StrataColumnChooser *
strata_column_chooser_new (GtkColumnView *view)
{
  StrataColumnChooser *self = g_new0 (StrataColumnChooser, 1);

  self->view = view;
  self->settings = strata_settings_new ();
  self->actions = g_simple_action_group_new ();
  self->known = STRATA_CLOCK_WALL;
  self->clock = STRATA_CLOCK_WALL;
  add_actions (self);
  update (self);

  if (self->settings != NULL)
    g_signal_connect_swapped (self->settings, "changed::" KEY, G_CALLBACK (update), self);

  return self;
}

void
strata_column_chooser_free (StrataColumnChooser *self)
{
  if (self == NULL)
    return;

  if (self->settings != NULL)
    g_signal_handlers_disconnect_by_data (self->settings, self);

  for (StrataProfileColumn column = STRATA_PROFILE_COLUMN_NAME + 1; column < STRATA_N_PROFILE_COLUMNS; column++)
    g_action_map_remove_action (G_ACTION_MAP (self->actions), strata_profile_column_get_id (column));

  g_action_map_remove_action (G_ACTION_MAP (self->actions), "usual");
  g_clear_object (&self->settings);
  g_object_unref (self->actions);
  g_free (self);
}

/**
 * strata_column_chooser_set_clocks:
 * @self: the chooser
 * @known: the clocks of the trace
 * @clock: the one in use
 *
 * Shows the chosen columns that are known for the trace.
 */
void
strata_column_chooser_set_clocks (StrataColumnChooser *self,
                                  StrataClocks known,
                                  StrataClocks clock)
{
  self->known = known;
  self->clock = clock;
  update (self);
}

/* Returns an action per column, for widgets as "columns". */
GActionGroup *
strata_column_chooser_get_actions (StrataColumnChooser *self)
{
  return G_ACTION_GROUP (self->actions);
}

/**
 * strata_column_chooser_build_menu:
 *
 * Returns: (transfer full): a menu of the columns, for widgets that have the chooser's actions
 */
GMenuModel *
strata_column_chooser_build_menu (void)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) columns = g_menu_new ();
  g_autoptr (GMenu) rest = g_menu_new ();

  for (StrataProfileColumn column = STRATA_PROFILE_COLUMN_NAME + 1; column < STRATA_N_PROFILE_COLUMNS; column++)
    {
      g_autofree char *name = g_strconcat ("columns.", strata_profile_column_get_id (column), NULL);

      g_menu_append (columns, strata_profile_column_get_title (column), name);
    }

  g_menu_append (rest, _ ("Default Columns"), "columns.usual");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (columns));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (rest));

  return G_MENU_MODEL (menu);
}
