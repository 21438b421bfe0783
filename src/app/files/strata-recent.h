/* strata-recent.h - recently opened traces
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * StrataRecentFile:
 * @uri: its address
 * @name: its name
 * @folder: its folder, for the user
 *
 * A recently opened trace.
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
