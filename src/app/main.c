/* main.c - the program `strata`
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <locale.h>

#include <glib/gi18n-lib.h>

#include "strata-application.h"

int
main (int argc,
      char **argv)
{
  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, LOCALEDIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
  g_set_application_name (_ ("Strata"));

  g_autoptr (StrataApplication) app = strata_application_new ();

  return g_application_run (G_APPLICATION (app), argc, argv);
}
