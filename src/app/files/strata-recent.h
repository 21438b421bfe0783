/* strata-recent.h - recently opened traces
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* A recently opened trace. */
typedef struct
{
  char *uri;    /* its address */
  char *name;   /* its name */
  char *folder; /* its folder, for the user */
} StrataRecentFile;

void strata_recent_add (GFile *file);
GPtrArray *strata_recent_list (guint n_most);
GMenuModel *strata_recent_build_menu (void);

G_END_DECLS
