/* strata-json-tree.h - a JSON document in memory
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-source.h"
#include "strata-trace-builder.h"

G_BEGIN_DECLS

/**
 * StrataJsonTree:
 *
 * All values of a document, for formats whose tables refer to each other in any order. A value costs 32
 * bytes. Formats with a fixed order do not need it, see strata-json-reader.h.
 */
typedef struct _StrataJsonTree StrataJsonTree;

StrataJsonTree *strata_json_tree_new (void);
void strata_json_tree_free (StrataJsonTree *self);
gboolean strata_json_tree_load (StrataJsonTree *self, StrataSource *source, StrataTraceBuilder *builder, GError **error);
guint32 strata_json_tree_get (const StrataJsonTree *self, guint32 value, const char *key);
guint32 strata_json_tree_get_first (const StrataJsonTree *self, guint32 value);
guint32 strata_json_tree_get_next (const StrataJsonTree *self, guint32 value);
const char *strata_json_tree_get_text (const StrataJsonTree *self, guint32 value);
double strata_json_tree_get_number (const StrataJsonTree *self, guint32 value, double fallback);
GArray *strata_json_tree_list (const StrataJsonTree *self, guint32 value);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataJsonTree, strata_json_tree_free)

G_END_DECLS
