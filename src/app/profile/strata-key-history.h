/* strata-key-history.h - back and forward among names
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _StrataKeyHistory StrataKeyHistory;

StrataKeyHistory *strata_key_history_new (void);
void strata_key_history_free (StrataKeyHistory *self);
void strata_key_history_clear (StrataKeyHistory *self);
void strata_key_history_visit (StrataKeyHistory *self, guint32 from, guint32 to);
gboolean strata_key_history_can_step (const StrataKeyHistory *self, int direction);
guint32 strata_key_history_step (StrataKeyHistory *self, int direction, guint32 from);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataKeyHistory, strata_key_history_free)

G_END_DECLS
