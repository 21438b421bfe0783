/* strata-view-history.h - visited views, back and forward
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-span.h"

G_BEGIN_DECLS

typedef struct _StrataViewHistory StrataViewHistory;

StrataViewHistory *strata_view_history_new (void);
void strata_view_history_free (StrataViewHistory *self);
void strata_view_history_clear (StrataViewHistory *self);
void strata_view_history_note (StrataViewHistory *self, StrataSpan view);
gboolean strata_view_history_go (StrataViewHistory *self, int direction, StrataSpan *view);
gboolean strata_view_history_can_go (const StrataViewHistory *self, int direction);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataViewHistory, strata_view_history_free)

G_END_DECLS
