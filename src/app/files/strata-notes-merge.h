/* strata-notes-merge.h - merges the changes of several windows to the notes of a trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

char *strata_notes_merge (const char *base_view, const char *base, const char *ours, const char *theirs);

G_END_DECLS
