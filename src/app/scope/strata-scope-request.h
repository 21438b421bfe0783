/* strata-scope-request.h - requests to a worker about a scope
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-profile.h"

G_BEGIN_DECLS

/* The data of jobs that compute something about a scope. Immutable while a worker reads it. */
typedef struct
{
  StrataTrace *trace; /* owned: the trace, on the axis of @scope */
  StrataScope scope;  /* the scope; its threads are owned */
  StrataProfileBy by; /* the grouping */
} StrataScopeRequest;

void strata_scope_request_free (StrataScopeRequest *self);

G_END_DECLS
