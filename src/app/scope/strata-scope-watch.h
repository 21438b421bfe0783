/* strata-scope-watch.h - watches the scope of a session
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-scope-request.h"
#include "strata-session.h"

G_BEGIN_DECLS

typedef struct _StrataScopeWatch StrataScopeWatch;

/**
 * StrataScopeChanged:
 * @user_data: as given
 *
 * Called when results about the scope are outdated.
 */
typedef void (*StrataScopeChanged) (gpointer user_data);

StrataScopeWatch *strata_scope_watch_new (StrataSession *session, StrataScopeChanged changed, gpointer user_data);
void strata_scope_watch_free (StrataScopeWatch *self);
StrataScopeRequest *strata_scope_watch_new_request (StrataScopeWatch *self, StrataProfileBy by);

G_END_DECLS
