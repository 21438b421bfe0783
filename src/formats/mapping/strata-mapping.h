/* strata-mapping.h - original names of methods obfuscated by ProGuard or R8
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _StrataMapping StrataMapping;

StrataMapping *strata_mapping_new (GBytes *text);
void strata_mapping_free (StrataMapping *self);
guint strata_mapping_get_n_ids (const StrataMapping *self);
guint strata_mapping_get_n_classes (const StrataMapping *self);
guint64 strata_mapping_get_n_unknown_lines (const StrataMapping *self, guint64 *first_line);
char *strata_mapping_dup_name (StrataMapping *self, const char *name, gsize n_bytes);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataMapping, strata_mapping_free)

G_END_DECLS
