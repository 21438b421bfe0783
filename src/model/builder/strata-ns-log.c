/* strata-ns-log.c - logs times exactly, in as few bytes as possible
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-ns-log.h"

/* Times may come in any order, so there is as much room before the first as after it. */
#define BEFORE_FIRST_NS ((G_GINT64_CONSTANT (1) << 31) * STRATA_NS_LOG_UNIT_NS)

void
strata_ns_log_clear (StrataNsLog *self)
{
  strata_column_clear (&self->values);
  self->base_ns = 0;
  self->is_wide = FALSE;
}

void
strata_ns_log_set_base (StrataNsLog *self,
                        gint64 first_ns)
{
  if (__builtin_sub_overflow (first_ns, BEFORE_FIRST_NS, &self->base_ns))
    self->is_wide = TRUE;
}

static void
widen (StrataNsLog *self)
{
  StrataColumn wide = STRATA_COLUMN_INIT;

  strata_column_grow (&wide, sizeof (gint64), self->values.n + 1);
  for (gsize i = 0; i < self->values.n; i++)
    strata_column_push_i64 (&wide, strata_ns_log_get (self, i));

  strata_column_clear (&self->values);
  self->values = wide;
  self->is_wide = TRUE;
}

void
strata_ns_log_push_wide (StrataNsLog *self,
                         gint64 ns)
{
  if (!self->is_wide)
    widen (self);

  strata_column_push_i64 (&self->values, ns);
}

void
strata_ns_log_set_wide (StrataNsLog *self,
                        gsize index,
                        gint64 ns)
{
  if (!self->is_wide)
    widen (self);

  strata_column_at (&self->values, gint64, index) = ns;
}
