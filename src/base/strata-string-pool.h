/* strata-string-pool.h - interned strings with small ids
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _StrataStringPool StrataStringPool;

/* The id of the empty string in every pool. */
#define STRATA_STRING_EMPTY 0

StrataStringPool *strata_string_pool_new (void);
void strata_string_pool_free (StrataStringPool *self);
guint32 strata_string_pool_intern (StrataStringPool *self, const char *text, gsize n_bytes);
guint32 strata_string_pool_lookup (const StrataStringPool *self, const char *text);
const char *strata_string_pool_get (const StrataStringPool *self, guint32 id);
guint32 strata_string_pool_get_n_strings (const StrataStringPool *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataStringPool, strata_string_pool_free)

G_END_DECLS
