/* strata-mapping-ids.h - numbers of methods in a mapping of RheaTrace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-mapping-members.h"

G_BEGIN_DECLS

gboolean strata_mapping_has_ids (StrataMappingText text);
GHashTable *strata_mapping_read_ids (StrataMappingText text, guint64 *n_unknown_lines, guint64 *first_unknown_line);
char *strata_mapping_dup_by_id (GHashTable *ids, const char *name, gsize n_bytes);

G_END_DECLS
