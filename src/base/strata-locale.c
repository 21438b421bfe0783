/* strata-locale.c - the language of the programs
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-locale.h"

#include <locale.h>

#include <glib/gi18n-lib.h>

#include "strata-folder.h"

/**
 * strata_locale_init:
 *
 * Lets a program speak the language of its user. Call it first of all.
 * Translations are looked for where [func@Strata.folder_get] says.
 */
void
strata_locale_init (void)
{
  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, strata_folder_get (STRATA_FOLDER_LOCALE));
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
}
