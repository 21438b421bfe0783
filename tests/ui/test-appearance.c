/* test-appearance.c - light or dark by the setting
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-appearance.h"

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

  /* what the portal still had to say goes nowhere */
  for (guint i = 0; i < 100; i++)
    if (!g_main_context_iteration (NULL, FALSE))
      g_usleep (1000);
}

int
main (int argc,
      char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  strata_resources_register_resource ();

  g_test_add_func ("/appearance/setting", test_setting);

  return g_test_run ();
}
