/* strata-scope-request.h - what a worker is to compute of a scope
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-profile.h"

G_BEGIN_DECLS

/**
 * StrataScopeRequest:
 * @trace: (transfer full): the trace, on the axis that @scope is about
 * @scope: what to look at; its threads are owned
 * @by: what belongs together
 *
 * The data of jobs that compute something of a scope. Not changed while a worker
 * reads it.
 */
typedef struct
{
  StrataTrace *trace;
  StrataScope scope;
  StrataProfileBy by;
} StrataScopeRequest;

void strata_scope_request_free (StrataScopeRequest *self);

G_END_DECLS
