/* strata-recent.h - the traces opened lately
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * StrataRecentFile:
 * @uri: where it is
 * @name: what it is called
 * @folder: the folder it is in, for the user
 *
 * A trace opened lately.
 */
typedef struct
{
  char *uri;
  char *name;
  char *folder;
} StrataRecentFile;

void strata_recent_add (GFile *file);
GPtrArray *strata_recent_list (guint n_most);
GMenuModel *strata_recent_build_menu (void);

G_END_DECLS
