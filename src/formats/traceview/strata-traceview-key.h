/* strata-traceview-key.h - reads the text part of a method trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-traceview-calls.h"

G_BEGIN_DECLS

/* The clocks given by a key. */
typedef enum
{
  STRATA_TRACEVIEW_CLOCK_UNKNOWN,    /* not given */
  STRATA_TRACEVIEW_CLOCK_THREAD_CPU, /* CPU time of the thread */
  STRATA_TRACEVIEW_CLOCK_WALL,       /* elapsed time; also "global" in old files */
  STRATA_TRACEVIEW_CLOCK_DUAL,       /* both */
} StrataTraceviewClock;

/* The contents of a key, except methods and threads. */
typedef struct
{
  StrataTraceviewClock clock; /* the clocks of records */
  gint64 pid;                 /* the process, or -1 */
  gint64 n_records;           /* the expected number of records, or -1 */
  guint64 n_lines;            /* number of lines read */
  gboolean is_complete;       /* whether "*end" was reached */
} StrataTraceviewKey;

#define STRATA_TRACEVIEW_KEY_INIT                    \
  {                                                  \
    STRATA_TRACEVIEW_CLOCK_UNKNOWN, -1, -1, 0, FALSE \
  }

typedef struct _StrataTraceviewInput StrataTraceviewInput;

gboolean strata_traceview_key_read (const StrataTraceviewInput *input, GError **error);
void strata_traceview_name_method (StrataTraceviewCalls *calls, guint64 id, const char *line, gsize n_bytes);
gboolean strata_traceview_declare_method (StrataTraceviewCalls *calls, const char *line, gsize n_bytes);
gboolean strata_traceview_is_data (const guint8 *data, gsize n_bytes);

G_END_DECLS
