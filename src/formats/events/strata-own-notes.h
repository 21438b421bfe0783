/* strata-own-notes.h - what strata-cli writes about a trace as a whole
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-trace-builder.h"

G_BEGIN_DECLS

/**
 * StrataOwnNoteFunc:
 * @data: user data
 * @key: what it is about
 * @value: the note
 *
 * Called for each note.
 */
typedef void (*StrataOwnNoteFunc) (gpointer data, const char *key, const char *value);

void strata_own_notes_foreach (StrataTrace *trace, StrataOwnNoteFunc func, gpointer data);
gboolean strata_own_notes_take (StrataTraceBuilder *builder, const char *key, const char *value);

G_END_DECLS
