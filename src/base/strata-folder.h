/* strata-folder.h - folders of installed files
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A folder that comes with the programs. */
typedef enum
{
  STRATA_FOLDER_HELP,    /* the pages of the guide, as HTML */
  STRATA_FOLDER_LOCALE,  /* translations */
  STRATA_FOLDER_QUERIES, /* the named queries */
  STRATA_FOLDER_SAMPLES, /* the sample captures */
  STRATA_FOLDER_SCHEMAS, /* the compiled schemas of the settings */
} StrataFolder;

const char *strata_folder_get (StrataFolder folder);

G_END_DECLS
