/* strata-process-labels.h - what processes say of themselves beside their name
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-trace.h"

G_BEGIN_DECLS

/* Between two labels of a process. */
#define STRATA_PROCESS_LABELS_SEPARATOR ", "

gboolean strata_process_labels_exist (StrataTrace *trace);
guint32 strata_process_labels_find (StrataTrace *trace, guint32 process);

G_END_DECLS
