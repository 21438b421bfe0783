/* strata-perfetto-bundles.h - bundles of all CPUs, by time
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-perfetto-bundle.h"

G_BEGIN_DECLS

typedef struct _StrataPerfettoBundles StrataPerfettoBundles;

StrataPerfettoBundles *strata_perfetto_bundles_new (StrataPerfettoReader *reader);
void strata_perfetto_bundles_free (StrataPerfettoBundles *self);
void strata_perfetto_bundles_add (StrataPerfettoBundles *self, const StrataPerfettoRecord *record);
gsize strata_perfetto_bundles_get_n_bytes (const StrataPerfettoBundles *self);
gboolean strata_perfetto_bundles_are_timed (const StrataPerfettoBundles *self);
void strata_perfetto_bundles_settle (StrataPerfettoBundles *self);
StrataPerfettoBundle *strata_perfetto_bundles_take (StrataPerfettoBundles *self, gint64 *until_ns);
void strata_perfetto_bundles_put_back (StrataPerfettoBundles *self);
void strata_perfetto_bundles_drop (StrataPerfettoBundles *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataPerfettoBundles, strata_perfetto_bundles_free)

G_END_DECLS
