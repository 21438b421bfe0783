/* strata-item-menu.c - the menu of an item on the timeline
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-item-menu.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "strata-lane-menu.h"
#include "strata-menu-model.h"
#include "strata-session-area.h"

/* Made anew for each use. Its actions belong to the timeline and the window, with their keys;
 * entries whose action the window lacks are left out. Each entry lists the kinds of items that it
 * applies to. An entry without an action ends a section, or a submenu if it has a label. */

#define OF(kind) (1u << (kind))
#define CALLS OF (STRATA_ITEM_SLICE)
#define STATES (OF (STRATA_ITEM_STATE) | OF (STRATA_ITEM_CPU_RUN))
#define NAMED (CALLS | OF (STRATA_ITEM_INSTANT))
#define NOTHING OF (STRATA_ITEM_NONE)
#define ITEMS (~NOTHING)
#define ANYWHERE (~0u)
#define AREA 0u /* if an area is selected */

typedef struct
{
  guint kinds;
  const char *label;
  const char *action;
  const char *key;
} Entry;

static const Entry entries[] = {
  { ITEMS, N_ ("_Zoom to It"), "timeline.zoom-selection", "f" },
  { ITEMS, N_ ("Select Its _Area"), "timeline.select-area", "m" },
  { ITEMS, N_ ("_Measure It"), "timeline.measure-selection", "3" },
  { ITEMS, N_ ("Add a _Bookmark"), "timeline.add-bookmark", "b" },
  { ITEMS, N_ ("_Copy as Text"), "win.copy-selection", "<Control>c" },
  { ITEMS, NULL, NULL, NULL },
  { NAMED, N_ ("Latency f_rom Here"), "compare.latency-from", NULL },
  { NAMED, N_ ("Latency _to Here"), "compare.latency-to", NULL },
  { NAMED, NULL, NULL, NULL },
  { AREA, N_ ("E_xtend the Area to It"), "timeline.extend-area", "<Shift>m" },
  { AREA, N_ ("Cl_ear Selection and Area"), "timeline.clear-selection", "Escape" },
  { AREA, NULL, NULL, NULL },
  { CALLS, N_ ("Go to the Ca_ller"), "timeline.select-parent", "<Control>Up" },
  { CALLS, N_ ("Go to the L_ongest Callee"), "timeline.select-child", "<Control>Down" },
  { CALLS, N_ ("Critical _Path"), "look.critical-path", "<Control>i" },
  { CALLS, NULL, NULL, NULL },
  { CALLS, N_ ("_Longest of This Name"), "timeline.select-same-longest", "o" },
  { CALLS, N_ ("Next Lon_ger"), "timeline.select-same-longer", "<Shift>l" },
  { CALLS, N_ ("Next _Shorter"), "timeline.select-same-shorter", "l" },
  { CALLS, N_ ("_Next of This Name"), "timeline.select-same-next", "n" },
  { CALLS, N_ ("P_revious of This Name"), "timeline.select-same-previous", "p" },
  { CALLS, N_ ("Same _Name"), NULL, NULL },
  { CALLS, N_ ("Go to the Parent _Span"), "timeline.select-chain-parent", "u" },
  { CALLS, N_ ("Next Span of the Chain"), "timeline.select-chain-next", "j" },
  { CALLS, N_ ("Previous Span of the Chain"), "timeline.select-chain-previous", "<Shift>j" },
  { CALLS, N_ ("_Chain of Spans"), NULL, NULL },
  { STATES, N_ ("Go to the _Waker"), "timeline.select-waker", "k" },
  { STATES, N_ ("Go to the CPU _Run"), "timeline.select-run", "r" },
  { STATES, N_ ("Go to the _Thread"), "timeline.select-thread", "<Shift>r" },
  { STATES, NULL, NULL, NULL },
  { NOTHING, N_ ("Zoom _In"), "timeline.zoom-in", "w" },
  { NOTHING, N_ ("Zoom _Out"), "timeline.zoom-out", "s" },
  { NOTHING, N_ ("Zoom to _All"), "timeline.zoom-all", "0" },
  { NOTHING, N_ ("Add a _Bookmark"), "timeline.add-bookmark", "b" },
  { NOTHING, NULL, NULL, NULL },
  { ANYWHERE, N_ ("Next Slow _Frame"), "timeline.next-slow-frame", "e" },
  { ANYWHERE, N_ ("Previous Slow Fra_me"), "timeline.previous-slow-frame", "<Shift>e" },
  { ANYWHERE, NULL, NULL, NULL },
  { ANYWHERE, N_ ("VSYNC _Stripes"), "timeline.toggle-vsync", "z" },
  { ANYWHERE, N_ ("_Wall or CPU Time"), "timeline.toggle-clock", "t" },
  { ANYWHERE, N_ ("Conte_xt Switches"), "timeline.toggle-switches", "x" },
  { ANYWHERE, N_ ("Next _Colours"), "timeline.change-colors", "c" },
  { ANYWHERE, N_ ("_Threads without Slices"), "timeline.toggle-threads", "h" },
  { ANYWHERE, N_ ("Kernel Lanes of _CPUs"), "timeline.toggle-cpu-details", "i" },
  { ANYWHERE, N_ ("_View Options"), NULL, NULL },
  { ANYWHERE, N_ ("_Drag Selects an Area"), "timeline.area-tool", "g" },
  { ANYWHERE, N_ ("Cursor _A Here"), "timeline.cursor-a", "1" },
  { ANYWHERE, N_ ("Cursor _B Here"), "timeline.cursor-b", "2" },
  { ANYWHERE, N_ ("_Remove the Cursors"), "timeline.clear-cursors", "BackSpace" },
  { ANYWHERE, N_ ("Next Bookmar_k"), "timeline.next-bookmark", "v" },
  { ANYWHERE, N_ ("Previous Boo_kmark"), "timeline.previous-bookmark", "<Shift>v" },
  { ANYWHERE, N_ ("Areas, C_ursors and Bookmarks"), NULL, NULL },
  { ANYWHERE, N_ ("Show the _Panes Below"), "look.pane", "F9" },
  { ANYWHERE, NULL, NULL, NULL },
};

static gboolean
is_shown (const Entry *entry,
          guint kinds,
          gboolean has_area)
{
  return entry->kinds == AREA ? has_area : (entry->kinds & kinds) != 0;
}

/* Elsewhere in the window, "timeline.zoom-in" is called "win.zoom-in". */
static char *
dup_action (const Entry *entry,
            gboolean is_elsewhere)
{
  if (is_elsewhere && g_str_has_prefix (entry->action, "timeline."))
    return g_strconcat ("win.", entry->action + strlen ("timeline."), NULL);

  return g_strdup (entry->action);
}

static GMenu *
make_model (guint kinds,
            gboolean has_area,
            gboolean is_elsewhere)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) section = g_menu_new ();

  for (guint i = 0; i < G_N_ELEMENTS (entries); i++)
    {
      if (!is_shown (&entries[i], kinds, has_area))
        continue;
      if (entries[i].action == NULL)
        {
          if (entries[i].label != NULL)
            g_menu_append_submenu (menu, _ (entries[i].label), G_MENU_MODEL (section));
          else
            g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
          g_object_unref (section);
          section = g_menu_new ();
          continue;
        }

      g_autofree char *action = dup_action (&entries[i], is_elsewhere);
      g_autoptr (GMenuItem) item = g_menu_item_new (_ (entries[i].label), action);

      if (entries[i].key != NULL)
        g_menu_item_set_attribute (item, "accel", "s", entries[i].key);
      g_menu_item_set_attribute (item, "hidden-when", "s", "action-missing");
      g_menu_append_item (section, item);
    }

  return menu;
}

/* Makes a menu for the selection of the timeline, of any kind, for other parts of its window. */
GMenuModel *
strata_item_menu_new_elsewhere (void)
{
  return G_MENU_MODEL (make_model (ITEMS, TRUE, TRUE));
}

/**
 * strata_item_menu_new:
 * @session: a session
 * @kind: of the item that is selected, or %STRATA_ITEM_NONE
 * @lane: the lane that the menu opens on, or %STRATA_NONE
 *
 * Makes a menu for an item and its lane. The menu of a counter begins with its
 * display modes.
 *
 * Returns: (transfer floating): the menu, which has no parent yet
 */
GtkWidget *
strata_item_menu_new (StrataSession *session,
                      StrataItemKind kind,
                      guint32 lane)
{
  g_autoptr (GMenu) model = make_model (OF (kind), strata_session_get_area (session, NULL), FALSE);

  if (lane != STRATA_NONE)
    strata_lane_menu_append (model, session, lane);

  GtkWidget *menu = gtk_popover_menu_new_from_model (G_MENU_MODEL (model));

  strata_menu_model_own (menu, G_MENU_MODEL (model));
  if (lane != STRATA_NONE)
    strata_lane_menu_insert_actions (menu, session, lane);
  gtk_accessible_update_property (GTK_ACCESSIBLE (menu), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Selection"), -1);
  return menu;
}
