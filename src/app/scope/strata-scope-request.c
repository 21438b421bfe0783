/* strata-scope-request.c - requests to a worker about a scope
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-scope-request.h"

void
strata_scope_request_free (StrataScopeRequest *self)
{
  if (self == NULL)
    return;

  g_clear_pointer (&self->scope.threads, g_bytes_unref);
  g_object_unref (self->trace);
  g_free (self);
}
