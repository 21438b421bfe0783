/* strata-ns-log.h - logs times exactly, in as few bytes as possible
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-column.h"

G_BEGIN_DECLS

#define STRATA_NS_LOG_UNIT_NS 1000

/* Times of whole microseconds that are less than an hour and a bit apart take 4 bytes each,
 * relative to a base. So do others from the first one that is not whole on, if all are less than
 * four seconds after the base, as durations are. The first one that does not fit makes all of them
 * 8 bytes wide. STRATA_NO_TIME always fits. All zero is an empty log. */
typedef struct
{
  StrataColumn values; /* guint32: units from base_ns on, or STRATA_NONE; gint64 once wide */
  gint64 base_ns;
  gboolean is_fine; /* whether the unit is a nanosecond */
  gboolean is_wide;
} StrataNsLog;

/* Empties the log; it can be reused. */
void strata_ns_log_clear (StrataNsLog *self);

/* Sets the base near the expected times, before the first one is logged. Durations are near 0. */
void strata_ns_log_set_base (StrataNsLog *self, gint64 first_ns);

/* Push and set when @ns does not fit into 4 bytes of the present unit. */
void strata_ns_log_push_wide (StrataNsLog *self, gint64 ns);
void strata_ns_log_set_wide (StrataNsLog *self, gsize index, gint64 ns);

/* Returns whether @ns fits into 4 bytes of the present unit. */
static inline gboolean
strata_ns_log_pack (const StrataNsLog *self,
                    gint64 ns,
                    guint32 *packed)
{
  gint64 distance_ns;

  if (ns == STRATA_NO_TIME)
    {
      *packed = STRATA_NONE;
      return TRUE;
    }
  if (__builtin_sub_overflow (ns, self->base_ns, &distance_ns))
    return FALSE;

  /* too large if negative */
  const guint64 n_units = self->is_fine ? (guint64) distance_ns : (guint64) distance_ns / STRATA_NS_LOG_UNIT_NS;

  *packed = (guint32) n_units;
  return n_units < STRATA_NONE && (self->is_fine || n_units * STRATA_NS_LOG_UNIT_NS == (guint64) distance_ns);
}

/* Returns the unit of a log that is not wide. */
static inline gint64
strata_ns_log_get_unit_ns (const StrataNsLog *self)
{
  return self->is_fine ? 1 : STRATA_NS_LOG_UNIT_NS;
}

static inline void
strata_ns_log_push (StrataNsLog *self,
                    gint64 ns)
{
  guint32 packed;

  if (!self->is_wide && G_LIKELY (strata_ns_log_pack (self, ns, &packed)))
    strata_column_push_u32 (&self->values, packed);
  else
    strata_ns_log_push_wide (self, ns);
}

static inline gint64
strata_ns_log_get (const StrataNsLog *self,
                   gsize index)
{
  if (self->is_wide)
    return strata_column_at (&self->values, gint64, index);

  const guint32 packed = strata_column_at (&self->values, guint32, index);

  return packed != STRATA_NONE ? self->base_ns + (gint64) packed * strata_ns_log_get_unit_ns (self) : STRATA_NO_TIME;
}

static inline void
strata_ns_log_set (StrataNsLog *self,
                   gsize index,
                   gint64 ns)
{
  guint32 packed;

  if (!self->is_wide && G_LIKELY (strata_ns_log_pack (self, ns, &packed)))
    strata_column_at (&self->values, guint32, index) = packed;
  else
    strata_ns_log_set_wide (self, index, ns);
}

G_END_DECLS
