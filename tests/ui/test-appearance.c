/* test-appearance.c - light or dark, by the setting and by the desktop
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-appearance.h"
#include "strata-contrast.h"

#include "strata-resources.h"
#include "strata-settings.h"

#include "ui-fixture.h"

static gboolean
is_dark (void)
{
  gboolean is_dark;

  g_object_get (gtk_settings_get_default (), "gtk-application-prefer-dark-theme", &is_dark, NULL);
  return is_dark;
}

static void
test_setting (void)
{
  static const struct
  {
    const char *scheme;
    gboolean is_dark;
  } steps[] = { { "dark", TRUE }, { "light", FALSE }, { "dark", TRUE }, { "system", FALSE } };
  g_autoptr (GSettings) settings = strata_settings_new ();

  g_assert_nonnull (settings);
  g_settings_set_string (settings, "color-scheme", "light");

  StrataAppearance *appearance = strata_appearance_new (gtk_settings_get_default ());

  g_assert_false (is_dark ());

  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      g_settings_set_string (settings, "color-scheme", steps[i].scheme);
      fixture_wait_until (is_dark () == steps[i].is_dark);
    }

  strata_appearance_free (appearance);

  /* drop the signals of the portal that are still pending */
  for (guint i = 0; i < 100; i++)
    if (!g_main_context_iteration (NULL, FALSE))
      g_usleep (1000);
}

/* A user without a portal, who made GTK dark in settings.ini. */
static void
test_gtk_setting (void)
{
  g_autoptr (GSettings) settings = strata_settings_new ();

  g_settings_set_string (settings, "color-scheme", "system");
  g_object_set (gtk_settings_get_default (), "gtk-application-prefer-dark-theme", TRUE, NULL);

  StrataAppearance *appearance = strata_appearance_new (gtk_settings_get_default ());

  g_assert_true (is_dark ());
  g_settings_set_string (settings, "color-scheme", "light");
  fixture_wait_until (!is_dark ());
  g_settings_set_string (settings, "color-scheme", "system");
  fixture_wait_until (is_dark ());
  g_settings_set_string (settings, "color-scheme", "light");
  strata_appearance_free (appearance);
  g_assert_true (is_dark ());
  g_settings_reset (settings, "color-scheme");
  g_object_set (gtk_settings_get_default (), "gtk-application-prefer-dark-theme", FALSE, NULL);
}

#define PORTAL_PATH "/org/freedesktop/portal/desktop"
#define PORTAL_SETTINGS "org.freedesktop.portal.Settings"

/* The desktop's color-scheme: 0 for no preference, 1 for dark, 2 for light. */
static guint32 portal_scheme;
static guint32 portal_contrast;

static void
on_portal_called (GDBusConnection *connection,
                  const char *sender,
                  const char *path,
                  const char *interface,
                  const char *method,
                  GVariant *parameters,
                  GDBusMethodInvocation *invocation,
                  gpointer user_data)
{
  const char *name_space;
  const char *key;

  g_variant_get (parameters, "(&s&s)", &name_space, &key);
  g_assert_cmpstr (name_space, ==, "org.freedesktop.appearance");
  g_assert_true (g_str_equal (key, "color-scheme") || g_str_equal (key, "contrast"));

  const guint32 value = g_str_equal (key, "contrast") ? portal_contrast : portal_scheme;

  g_dbus_method_invocation_return_value (invocation, g_variant_new ("(v)", g_variant_new_variant (g_variant_new_uint32 (value))));
}

static void
set_portal_scheme (GDBusConnection *connection,
                   const char *key,
                   guint32 scheme)
{
  g_autoptr (GError) error = NULL;

  if (g_str_equal (key, "contrast"))
    portal_contrast = scheme;
  else
    portal_scheme = scheme;
  g_dbus_connection_emit_signal (connection, NULL, PORTAL_PATH, PORTAL_SETTINGS, "SettingChanged",
                                 g_variant_new ("(ssv)", "org.freedesktop.appearance", key, g_variant_new_uint32 (scheme)), &error);
  g_assert_no_error (error);
}

/* The settings of a portal that the program asks for. */
static guint
export_portal (GDBusConnection *connection)
{
  static const char xml[] =
      "<node><interface name='" PORTAL_SETTINGS "'>"
      "<method name='Read'><arg type='s' direction='in'/><arg type='s' direction='in'/><arg type='v' direction='out'/></method>"
      "<signal name='SettingChanged'><arg type='s'/><arg type='s'/><arg type='v'/></signal>"
      "</interface></node>";
  static const GDBusInterfaceVTable vtable = { .method_call = on_portal_called };
  g_autoptr (GError) error = NULL;
  g_autoptr (GDBusNodeInfo) node = g_dbus_node_info_new_for_xml (xml, &error);

  g_assert_no_error (error);

  guint id = g_dbus_connection_register_object (connection, PORTAL_PATH, node->interfaces[0], &vtable, NULL, NULL, &error);

  g_assert_no_error (error);
  return id;
}

static void
on_name_owned (GDBusConnection *connection,
               const char *name,
               gpointer user_data)
{
  *(gboolean *) user_data = TRUE;
}

static void
test_portal (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GDBusConnection) connection = g_bus_get_sync (G_BUS_TYPE_SESSION, NULL, &error);
  gboolean is_owned = FALSE;

  g_assert_no_error (error);
  portal_scheme = 1;

  guint object = export_portal (connection);
  guint name = g_bus_own_name_on_connection (connection, "org.freedesktop.portal.Desktop", G_BUS_NAME_OWNER_FLAGS_NONE, on_name_owned, NULL, &is_owned, NULL);

  fixture_wait_until (is_owned);

  StrataAppearance *appearance = strata_appearance_new (gtk_settings_get_default ());

  fixture_wait_until (is_dark ());
  set_portal_scheme (connection, "color-scheme", 0);
  fixture_wait_until (!is_dark ());
  g_assert_false (strata_contrast_is_high ());
  set_portal_scheme (connection, "contrast", 1);
  fixture_wait_until (strata_contrast_is_high ());
  g_assert_true (strata_contrast_get_palette (FALSE) == strata_palette_get_contrast (FALSE));
  g_assert_false (is_dark ()); /* contrast does not make it dark */
  set_portal_scheme (connection, "color-scheme", 2);
  set_portal_scheme (connection, "color-scheme", 1);
  fixture_wait_until (is_dark ());

  g_assert_true (strata_contrast_is_high ());
  set_portal_scheme (connection, "contrast", 0);
  fixture_wait_until (!strata_contrast_is_high ());
  g_assert_true (is_dark ());

  /* the user's setting has precedence over the desktop's */
  g_autoptr (GSettings) settings = strata_settings_new ();

  g_settings_set_string (settings, "color-scheme", "light");
  fixture_wait_until (!is_dark ());
  g_settings_set_string (settings, "color-scheme", "system");
  fixture_wait_until (is_dark ());

  strata_appearance_free (appearance);
  g_bus_unown_name (name);
  g_dbus_connection_unregister_object (connection, object);
}

int
main (int argc,
      char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  strata_resources_register_resource ();

  g_test_add_func ("/appearance/setting", test_setting);
  g_test_add_func ("/appearance/gtk-setting", test_gtk_setting);
  g_test_add_func ("/appearance/portal", test_portal);

  return g_test_run ();
}
