/* strata-selection-memo.h - what is looked at, for when its files are loaded again
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-session.h"

G_BEGIN_DECLS

typedef struct _StrataSelectionMemo StrataSelectionMemo;

StrataSelectionMemo *strata_selection_memo_new (StrataSession *session);
void strata_selection_memo_free (StrataSelectionMemo *self);
void strata_selection_memo_restore (const StrataSelectionMemo *self, StrataSession *session);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataSelectionMemo, strata_selection_memo_free)

G_END_DECLS
