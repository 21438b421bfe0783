/* strata-perfetto-memo.h - a cache of markers and threads
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-event-sink.h"

G_BEGIN_DECLS

typedef struct _StrataPerfettoMemo StrataPerfettoMemo;

StrataPerfettoMemo *strata_perfetto_memo_new (void);
void strata_perfetto_memo_free (StrataPerfettoMemo *self);
StrataEventRecipe *strata_perfetto_memo_find_recipe (StrataPerfettoMemo *self, StrataText payload);
StrataEventWriter *strata_perfetto_memo_find_writer (StrataPerfettoMemo *self, guint32 tid);
gboolean strata_perfetto_memo_has_writer (const StrataPerfettoMemo *self, guint32 tid);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataPerfettoMemo, strata_perfetto_memo_free)

G_END_DECLS
