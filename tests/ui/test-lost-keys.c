/* test-lost-keys.c - keys pressed while the focus is nowhere
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-lost-keys.h"

#include "ui-fixture.h"

typedef struct
{
  GtkWidget *window;
  GtkWidget *box;
  GtkWidget *button; /* has the focus */
  guint n_keys;      /* shortcuts that the window got */
} Fixture;

static gboolean
on_shortcut (GtkWidget *widget,
             GVariant *args,
             gpointer user_data)
{
  Fixture *fixture = user_data;

  fixture->n_keys++;
  return TRUE;
}

static void
run_xdotool (const char *commands)
{
  g_autofree char *command = g_strconcat ("xdotool ", commands, NULL);
  g_autoptr (GError) error = NULL;
  int status;

  g_spawn_command_line_sync (command, NULL, NULL, &status, &error);
  g_assert_no_error (error);
  g_assert_cmpint (status, ==, 0);
}

static void
set_up (Fixture *fixture,
        gconstpointer data)
{
  GtkEventController *controller = gtk_shortcut_controller_new ();
  GtkShortcutTrigger *trigger = gtk_shortcut_trigger_parse_string ("<Alt>6");

  fixture->window = gtk_window_new ();
  fixture->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  fixture->button = gtk_button_new_with_label ("button");
  gtk_box_append (GTK_BOX (fixture->box), fixture->button);
  gtk_window_set_child (GTK_WINDOW (fixture->window), fixture->box);
  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (controller), gtk_shortcut_new (trigger, gtk_callback_action_new (on_shortcut, fixture, NULL)));
  gtk_widget_add_controller (fixture->window, controller);
  gtk_window_present (GTK_WINDOW (fixture->window));
  gtk_widget_grab_focus (fixture->button);
  run_xdotool ("search --sync --onlyvisible --class . windowfocus");
  fixture_wait_until (gtk_window_is_active (GTK_WINDOW (fixture->window)) && gtk_widget_has_focus (fixture->button));
}

static void
tear_down (Fixture *fixture,
           gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
}

/* The key waits in the queue of events while the focus is lost, so that no frame comes between. */
static void
press_while (Fixture *fixture,
             void (*lose_focus) (Fixture *fixture))
{
  run_xdotool ("key alt+6");
  lose_focus (fixture);
  fixture_wait_until (fixture->n_keys > 0);
  g_assert_cmpuint (fixture->n_keys, ==, 1);
}

static void
remove_button (Fixture *fixture)
{
  gtk_box_remove (GTK_BOX (fixture->box), fixture->button);
}

static void
keep_button (Fixture *fixture)
{
}

static void
test_removed (Fixture *fixture,
              gconstpointer data)
{
  press_while (fixture, remove_button);
}

/* The focus stays where it can stay. */
static void
test_kept (Fixture *fixture,
           gconstpointer data)
{
  press_while (fixture, keep_button);
  g_assert_true (gtk_widget_has_focus (fixture->button));
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  /* No class of GDK is loaded yet, as on Wayland, where opening the display loads none of surfaces. */
  strata_lost_keys_watch ();
  gtk_init ();

  g_test_add ("/lost-keys/removed", Fixture, NULL, set_up, test_removed, tear_down);
  g_test_add ("/lost-keys/kept", Fixture, NULL, set_up, test_kept, tear_down);

  return g_test_run ();
}
