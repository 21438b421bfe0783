/* strata-traceview-calls.h - turns records of a method trace into calls
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-trace-builder.h"

G_BEGIN_DECLS

/* The two low bits of a record's method. */
typedef enum
{
  STRATA_TRACEVIEW_ENTER,    /* a method was entered */
  STRATA_TRACEVIEW_EXIT,     /* a method returned */
  STRATA_TRACEVIEW_UNROLL,   /* a method was left by an exception */
  STRATA_TRACEVIEW_RESERVED, /* never written */
} StrataTraceviewAction;

/**
 * STRATA_TRACEVIEW_TOP:
 *
 * The method of records that leave the method on top of the thread's stack.
 */
#define STRATA_TRACEVIEW_TOP G_MAXUINT64

/* A record. */
typedef struct
{
  guint64 method;               /* id of the method, without the action; or STRATA_TRACEVIEW_TOP */
  StrataTraceviewAction action; /* what happened */
  guint32 tid;                  /* the thread in the record, 16 bits unless ids are complete */
  guint64 time_us[2];           /* the clocks as in the file: the only one, or thread CPU and wall */
  gint64 offset;                /* offset in the file */
} StrataTraceviewRecord;

typedef struct _StrataTraceviewCalls StrataTraceviewCalls;

StrataTraceviewCalls *strata_traceview_calls_new (StrataTraceBuilder *builder);
void strata_traceview_calls_free (StrataTraceviewCalls *self);
void strata_traceview_calls_set_clocks (StrataTraceviewCalls *self, StrataClocks clocks);
void strata_traceview_calls_set_whole (StrataTraceviewCalls *self);
void strata_traceview_calls_end_key (StrataTraceviewCalls *self);
void strata_traceview_calls_set_cpu_alone (StrataTraceviewCalls *self);
void strata_traceview_calls_declare_method (StrataTraceviewCalls *self, guint64 id, const char *name, gsize n_bytes);
void strata_traceview_calls_log_method (StrataTraceviewCalls *self, guint64 id, const char *line, gsize n_bytes);
void strata_traceview_calls_declare_thread (StrataTraceviewCalls *self, guint32 tid, const char *name, gsize n_bytes, gint64 offset);
void strata_traceview_calls_begin_summary (StrataTraceviewCalls *self);
void strata_traceview_calls_add (StrataTraceviewCalls *self, const StrataTraceviewRecord *record);
void strata_traceview_calls_finish (StrataTraceviewCalls *self, gint64 pid);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataTraceviewCalls, strata_traceview_calls_free)

G_END_DECLS
