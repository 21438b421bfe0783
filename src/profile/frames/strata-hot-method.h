/* strata-hot-method.h - the method that a method trace or a profile is about
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-trace.h"

G_BEGIN_DECLS

/* The method in which a thread spent the most time. */
typedef struct
{
  guint32 thread;       /* index of the thread that spent the most time in calls */
  guint32 slice;        /* index of the method's call with the most self time */
  gint64 self_ns;       /* self time of all of its calls on the thread */
  gint64 total_ns;      /* how long all calls of the thread took, without waits */
  gint64 waited_ns;     /* how long it waited or had no call, if its stacks were sampled */
  gboolean is_cpu;      /* whether both are CPU times */
  gboolean is_named;    /* whether its name says anything */
  gboolean is_waiting;  /* whether there are only waits */
  gboolean has_unnamed; /* whether @self_ns includes calls whose names say nothing */
  gint64 root_ns;       /* more time than @self_ns in calls whose names say nothing, of which only the outermost call is known; 0 if there is none */
  guint32 root;         /* index of a slice of that call */
} StrataHotMethod;

gboolean strata_hot_method_find (StrataHotMethod *self, StrataTrace *trace);

G_END_DECLS
