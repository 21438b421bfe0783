/* strata-calls.h - binder calls and the slices in which they are answered
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-trace.h"

G_BEGIN_DECLS

/* The lane of a thread with its calls and those that it answers. */
#define STRATA_CALLS_LANE "binder"

/**
 * StrataCalls:
 *
 * Finds the other end of a binder call. The trace has to outlive it.
 */
typedef struct _StrataCalls StrataCalls;

StrataCalls *strata_calls_new (StrataTrace *trace);
void strata_calls_free (StrataCalls *self);
guint32 strata_calls_find_peer (StrataCalls *self, guint32 slice);
gboolean strata_calls_is_call (StrataTrace *trace, guint32 slice);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataCalls, strata_calls_free)

G_END_DECLS
