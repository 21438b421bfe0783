/* strata-raw-line.h - reads the kept lines of a trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "strata-ftrace-line.h"
#include "strata-trace.h"

G_BEGIN_DECLS

/* Where a line is. */
typedef struct
{
  guint file;  /* index of the file */
  guint32 row; /* row in the file's store, or STRATA_NONE for no line */
} StrataRawPlace;

#define STRATA_RAW_NOWHERE ((StrataRawPlace){ 0, STRATA_NONE })

/* A line; its texts are valid during the call. */
typedef struct
{
  StrataRawPlace place; /* where it is */
  guint64 line;         /* its number in the file */
  StrataText text;      /* the whole line */
  guint32 device;       /* number of its device */
  gboolean is_event;    /* whether it is an event; the fields below are set only then */
  gint64 time_ns;       /* time in the trace */
  /* its parts; the CPU has its number in the trace, or is STRATA_NONE if the format does not
   * contain it */
  StrataFtraceLine event;
  StrataText frames; /* the following lines with its stack, joined; or empty */
} StrataRawLine;

/* Called with each line; FALSE ends the scan. */
typedef gboolean (*StrataRawFunc) (const StrataRawLine *line, gpointer user_data);

gboolean strata_raw_scan (StrataTrace *trace, StrataSpan span, StrataRawFunc func, gpointer user_data);
gboolean strata_raw_scan_block (StrataTrace *trace, guint file, guint block, StrataRawFunc func, gpointer user_data);
gboolean strata_raw_block_overlaps (const StrataLineStore *store, guint block, StrataSpan span);
void strata_raw_read (StrataTrace *trace, StrataRawPlace place, StrataRawFunc func, gpointer user_data);
StrataText strata_raw_line_get_payload (const StrataRawLine *line);
guint64 strata_raw_get_line_number (StrataTrace *trace, StrataRawPlace place);
char *strata_raw_dup_text (StrataTrace *trace, StrataRawPlace place);

G_END_DECLS
