/* strata-notes-slice.h - slices in notes
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-trace.h"

G_BEGIN_DECLS

void strata_notes_slice_save (GKeyFile *file, const char *group, StrataTrace *trace, guint32 slice, StrataSpan span);
guint32 strata_notes_slice_load (GKeyFile *file, const char *group, StrataTrace *trace, gint64 time_ns);

G_END_DECLS
