/* strata-locale.c - sets the language of the programs
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
 * Sets the language of the program to that of its user. Call it before anything else. Translations are loaded from the
 * folder of [func@Strata.folder_get].
 */
void
strata_locale_init (void)
{
  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, strata_folder_get (STRATA_FOLDER_LOCALE));
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
}
