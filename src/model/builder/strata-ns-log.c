/* strata-ns-log.c - logs times exactly, in as few bytes as possible
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-ns-log.h"

#include "strata-memory.h"

/* Memory is returned in pieces of this many values. */
#define RELEASED_AT_ONCE (512 * 1024)

/* Times may come in any order, so there is as much room before the first as after it. */
#define BEFORE_FIRST_NS ((G_GINT64_CONSTANT (1) << 31) * STRATA_NS_LOG_UNIT_NS)

void
strata_ns_log_clear (StrataNsLog *self)
{
  strata_column_clear (&self->values);
  self->base_ns = 0;
  self->is_fine = FALSE;
  self->is_wide = FALSE;
}

void
strata_ns_log_set_base (StrataNsLog *self,
                        gint64 first_ns)
{
  if (__builtin_sub_overflow (first_ns, BEFORE_FIRST_NS, &self->base_ns))
    self->is_wide = TRUE;
}

/* The largest time in units that fits into 4 bytes in nanoseconds. */
#define MOST_FINE_UNITS ((STRATA_NONE - 1) / STRATA_NS_LOG_UNIT_NS)

/* Makes the unit a nanosecond. Returns FALSE if that is impossible. */
static gboolean
refine (StrataNsLog *self)
{
  guint32 *values = self->values.data;

  if (self->is_fine)
    return FALSE;
  for (gsize i = 0; i < self->values.n; i++)
    if (values[i] > MOST_FINE_UNITS && values[i] != STRATA_NONE)
      return FALSE;

  for (gsize i = 0; i < self->values.n; i++)
    if (values[i] != STRATA_NONE)
      values[i] *= STRATA_NS_LOG_UNIT_NS;

  self->is_fine = TRUE;
  return TRUE;
}

/* Whether @ns fits into 4 bytes of another unit, which it has from now on. */
static gboolean
refine_for (StrataNsLog *self,
            gint64 ns,
            guint32 *packed)
{
  const StrataNsLog fine = { .base_ns = self->base_ns, .is_fine = TRUE };

  return !self->is_wide && strata_ns_log_pack (&fine, ns, packed) && refine (self);
}

/* Frees the old values as they are read. */
static void
widen (StrataNsLog *self)
{
  StrataColumn wide = STRATA_COLUMN_INIT;

  strata_column_grow (&wide, sizeof (gint64), self->values.n + 1);
  for (gsize i = 0; i < self->values.n; i++)
    {
      if (G_UNLIKELY (i % RELEASED_AT_ONCE == 0))
        strata_memory_release (self->values.data, i * sizeof (guint32));
      strata_column_push_i64 (&wide, strata_ns_log_get (self, i));
    }

  strata_column_clear (&self->values);
  self->values = wide;
  self->is_wide = TRUE;
}

void
strata_ns_log_push_wide (StrataNsLog *self,
                         gint64 ns)
{
  guint32 packed;

  if (refine_for (self, ns, &packed))
    {
      strata_column_push_u32 (&self->values, packed);
      return;
    }
  if (!self->is_wide)
    widen (self);

  strata_column_push_i64 (&self->values, ns);
}

void
strata_ns_log_set_wide (StrataNsLog *self,
                        gsize index,
                        gint64 ns)
{
  guint32 packed;

  if (refine_for (self, ns, &packed))
    {
      strata_column_at (&self->values, guint32, index) = packed;
      return;
    }
  if (!self->is_wide)
    widen (self);

  strata_column_at (&self->values, gint64, index) = ns;
}
