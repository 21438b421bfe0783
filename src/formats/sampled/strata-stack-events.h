/* strata-stack-events.h - events that were sampled
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-ftrace-line.h"
#include "strata-trace-builder.h"

G_BEGIN_DECLS

/* An event that a profiler counted. */
typedef struct
{
  char *name;        /* owned */
  char *unit;        /* owned; "ns" for time */
  gint64 unit_ns;    /* how much time a weight of 1 is; 0 if it is not time */
  gboolean is_exact; /* whether times are exact ends, to the ns, rather than times of samples */
  guint64 n_samples; /* how many samples of it there are */
  guint64 n_timed;   /* how many of these have a time */
  gint64 scale;      /* how much weight is one unit: 1, or a power of 1000 if weights have fractions */
  gint64 total;      /* sum of all weights */
} StrataStackEvent;

/**
 * StrataStackEvents:
 *
 * All events of a file, and which of them the user selected.
 */
typedef struct _StrataStackEvents StrataStackEvents;

StrataStackEvents *strata_stack_events_new (const char *wanted);
void strata_stack_events_free (StrataStackEvents *self);
guint32 strata_stack_events_add (StrataStackEvents *self, const char *name, const char *unit, gint64 unit_ns);
guint32 strata_stack_events_add_kernel (StrataStackEvents *self, StrataText name, gboolean has_weights);
StrataStackEvent *strata_stack_events_get (StrataStackEvents *self, guint32 event);
guint strata_stack_events_get_n (const StrataStackEvents *self);
gboolean strata_stack_events_is_wanted (const StrataStackEvents *self, guint32 event);
gboolean strata_stack_events_is_first (const StrataStackEvents *self, guint32 event);
char *strata_stack_event_dup_unit (const StrataStackEvent *event);
void strata_stack_events_prefer (StrataStackEvents *self, guint32 event);
guint32 strata_stack_events_find_main (const StrataStackEvents *self);
gboolean strata_stack_events_check (const StrataStackEvents *self, GError **error);
void strata_stack_events_report (const StrataStackEvents *self, StrataTraceBuilder *builder);
void strata_stack_events_report_others (const StrataStackEvents *self, StrataDiagnostics *diagnostics);
void strata_stack_events_report_untimed (const StrataStackEvents *self, StrataDiagnostics *diagnostics);

G_END_DECLS
