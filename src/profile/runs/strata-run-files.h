/* strata-run-files.h - the files of a set of runs
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* A set of more runs is probably a mistake, such as the wrong folder. */
#define STRATA_RUN_FILES_MOST 1000

GPtrArray *strata_run_files_find (const char *const *patterns, GError **error);
void strata_run_files_remove_doubles (GPtrArray *files);

G_END_DECLS
