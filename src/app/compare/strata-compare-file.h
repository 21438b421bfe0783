/* strata-compare-file.h - saves and loads comparisons
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "strata-diff.h"

G_BEGIN_DECLS

#define STRATA_COMPARE_FILE_SUFFIX ".comparison"

gboolean strata_compare_file_is (GFile *file);
gboolean strata_compare_file_save (GKeyFile *state, GFile *const captures[STRATA_N_DIFF_SIDES], GFile *file, GError **error);
GKeyFile *strata_compare_file_load (GFile *file, GFile *captures[STRATA_N_DIFF_SIDES], GError **error);
char *strata_compare_file_find_changed (GKeyFile *state, GFile *const captures[STRATA_N_DIFF_SIDES]);

G_END_DECLS
