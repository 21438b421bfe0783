/* strata-switches.h - times at which calls were switched out
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-trace.h"

G_BEGIN_DECLS

/* Times at which a thread did not run although a call was open: between two adjacent records, more
 * time passed on the axis than on its CPU clock. */
typedef struct
{
  guint32 n_switches; /* how many there are */
  gint64 *start_ns;   /* (array length=n_switches): when each began */
  gint64 *wall_ns;    /* (array length=n_switches): how long each took on the axis of the trace */
  guint32 *slice;     /* (array length=n_switches): the innermost call that was open; ascending order of tracks */
  /* (array length=n_switches): the call after which it comes in pre-order, ascending; @slice or a
   * descendant of it */
  guint32 *after;
} StrataSwitches;

StrataSwitches *strata_switches_new (StrataTrace *trace);
void strata_switches_free (StrataSwitches *self);
gint64 strata_switches_get_slice_ns (StrataTrace *trace, guint32 slice);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataSwitches, strata_switches_free)

G_END_DECLS
