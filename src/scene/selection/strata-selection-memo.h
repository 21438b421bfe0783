/* strata-selection-memo.h - remembers the view and the selection while its files are loaded again
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-selection.h"

G_BEGIN_DECLS

typedef struct _StrataSelectionMemo StrataSelectionMemo;

StrataSelectionMemo *strata_selection_memo_new (StrataSelection *selection);
void strata_selection_memo_free (StrataSelectionMemo *self);
StrataSpan strata_selection_memo_get_shown (const StrataSelectionMemo *self);
guint32 strata_selection_memo_find_slice (const StrataSelectionMemo *self, StrataTrace *trace);

G_END_DECLS
