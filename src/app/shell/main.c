/* main.c - the program `strata`
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "strata-application.h"
#include "strata-locale.h"
#include "strata-memory.h"

/* A separate theme of GTK 3 is a variant in GTK 4, which does not know the old name. */
static void
translate_theme (void)
{
  if (g_strcmp0 (g_getenv ("GTK_THEME"), "HighContrastInverse") == 0)
    g_setenv ("GTK_THEME", "HighContrast:dark", TRUE);
}

int
main (int argc,
      char **argv)
{
  strata_memory_init ();
  strata_locale_init ();
  translate_theme ();
  g_set_application_name (_ ("Strata"));

  g_autoptr (StrataApplication) app = strata_application_new ();

  return g_application_run (G_APPLICATION (app), argc, argv);
}
