/* strata-rhea-line.h - parses a line of the raw text of RheaTrace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-ftrace-line.h"

G_BEGIN_DECLS

/* A marker, as a span of its line. */
typedef struct
{
  gint64 time_ns;     /* time stamp */
  gint64 tid;         /* thread that wrote the marker, or -1 for the main thread */
  StrataText payload; /* the marker */
} StrataRheaLine;

/* A line that shows where recording starts or ends. */
typedef struct
{
  gboolean is_start;  /* whether recording starts here; else it ends */
  StrataText version; /* version of the writer, as written; may be empty */
  gint64 nanotime_ns; /* reading of the Java program's clock, or -1 */
  gint64 pid;         /* the process, or -1 */
} StrataRheaBound;

const char *strata_rhea_time_parse (const char *p, const char *end, gint64 *time_ns);
gboolean strata_rhea_line_parse (StrataText text, StrataRheaLine *line);
gboolean strata_rhea_bound_parse (StrataText text, StrataRheaBound *bound);

G_END_DECLS
