/* strata-hot-method.h - the method that a method trace is about
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-trace.h"

G_BEGIN_DECLS

/**
 * StrataHotMethod:
 * @thread: index of the thread that spent the most time in calls
 * @slice: index of the method's call with the most self time
 * @self_ns: self time of all of its calls on the thread
 * @total_ns: how long all calls of the thread took
 * @is_cpu: whether both are CPU times
 *
 * The method in which a thread spent the most time.
 */
typedef struct
{
  guint32 thread;
  guint32 slice;
  gint64 self_ns;
  gint64 total_ns;
  gboolean is_cpu;
} StrataHotMethod;

gboolean strata_hot_method_find (StrataHotMethod *self, StrataTrace *trace);

G_END_DECLS
