/* strata-scope-job.h - computes something about the scope of a session
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-job.h"
#include "strata-scope-request.h"
#include "strata-session.h"

G_BEGIN_DECLS

typedef struct _StrataScopeJob StrataScopeJob;

/**
 * StrataScopeJobEmpty:
 * @user_data: as given
 *
 * Called when the scope needs a selection and there is none, so that there is
 * nothing to compute.
 */
typedef void (*StrataScopeJobEmpty) (gpointer user_data);

StrataScopeJob *strata_scope_job_new (StrataSession *session, const StrataJobKind *kind, StrataScopeJobEmpty empty, gpointer user_data);
void strata_scope_job_free (StrataScopeJob *self);
void strata_scope_job_set_by (StrataScopeJob *self, StrataProfileBy by);
void strata_scope_job_set_active (StrataScopeJob *self, gboolean is_active);
gboolean strata_scope_job_is_stale (const StrataScopeJob *self);

G_END_DECLS
