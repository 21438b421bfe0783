/* strata-short-text.h - shortens texts to a readable length
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define STRATA_SHORT_TEXT_BYTES 1000

char *strata_short_text_cut (char *text);
gsize strata_short_text_end (char *text, gsize n_bytes);
char *strata_short_text_dup_name (const char *name, gsize n_chars);

G_END_DECLS
