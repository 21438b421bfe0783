/* strata-title.h - window titles
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "strata-trace.h"

G_BEGIN_DECLS

char *strata_title_dup_file_name (GFile *file);
char *strata_title_dup_title (const char *file_name, StrataTrace *trace);
char *strata_title_dup_subtitle (StrataTrace *trace);

G_END_DECLS
