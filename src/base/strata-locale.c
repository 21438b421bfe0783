/* strata-locale.c - the language of the programs
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-locale.h"

#include <locale.h>

#include <glib/gi18n-lib.h>

/**
 * strata_locale_init:
 *
 * Lets a program speak the language of its user. Call it first of all.
 * Translations are looked for where they are installed, or in the folder that
 * STRATA_LOCALE_DIR names, as in a shell of meson devenv.
 */
void
strata_locale_init (void)
{
  const char *folder = g_getenv ("STRATA_LOCALE_DIR");

  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, folder != NULL ? folder : LOCALEDIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
}
