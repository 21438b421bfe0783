/* strata-event-choice.c - chooses the event of a profiler
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-event-choice.h"

#include <glib/gi18n-lib.h>

#include "strata-format.h"

/* A file with several events has a menu entry for each, and one for the default: all events if
 * samples have times, else the event that the file prefers. */

/* The window sets the state once the trace is loaded, which may fail. */
static void
change_event (GSimpleAction *action,
              GVariant *state,
              gpointer user_data)
{
  const char *name = g_variant_get_string (state, NULL);
  StrataReading reading = strata_window_get_reading (user_data);

  reading.event = *name != '\0' ? g_intern_string (name) : NULL;
  strata_window_change_reading (user_data, reading);
}

/**
 * strata_event_choice_add:
 * @window: a window
 *
 * Adds the action.
 */
void
strata_event_choice_add (StrataWindow *window)
{
  static const GActionEntry entries[] = {
    { .name = "event", .parameter_type = "s", .state = "''", .change_state = change_event },
  };

  g_action_map_add_action_entries (G_ACTION_MAP (window), entries, G_N_ELEMENTS (entries), window);
}

static void
append (GMenu *menu,
        const char *label,
        const char *name)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

  g_menu_item_set_action_and_target (item, "win.event", "s", name);
  g_menu_append_item (menu, item);
}

static void
append_events (GMenu *menu,
               const char *names)
{
  g_auto (GStrv) list = g_strsplit (names, STRATA_SAMPLED_EVENTS_SEPARATOR, -1);

  append (menu, _ ("_Default"), "");
  for (char **name = list; *name != NULL; name++)
    {
      g_auto (GStrv) parts = g_strsplit (*name, "_", -1);
      g_autofree char *label = g_strjoinv ("__", parts);

      append (menu, label, *name);
    }
}

/**
 * strata_event_choice_update:
 * @window: a window
 * @menu: the part of its menu for events
 * @trace: (nullable): its trace
 *
 * Offers the events of @trace.
 */
void
strata_event_choice_update (StrataWindow *window,
                            GMenu *menu,
                            StrataTrace *trace)
{
  GSimpleAction *action = G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (window), "event"));
  const char *names = trace != NULL ? strata_trace_get_property (trace, STRATA_SAMPLED_EVENTS_PROPERTY) : NULL;
  const char *event = strata_window_get_reading (window).event;

  g_simple_action_set_enabled (action, names != NULL);
  g_simple_action_set_state (action, g_variant_new_string (event != NULL ? event : ""));
  g_menu_remove_all (menu);
  if (names != NULL)
    append_events (menu, names);
}
