/* strata-ftrace-recall.h - what lines were made into that were met before
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-ftrace-lexer.h"
#include "strata-ftrace-tasks.h"

G_BEGIN_DECLS

/**
 * StrataFtraceRecalledWriter:
 * @number: of #StrataFtraceKnown
 * @task: number of its row
 * @comm: (nullable): its name then, in the pool
 *
 * A thread that wrote lines with that beginning.
 */
typedef struct
{
  guint32 number;
  guint32 task;
  const char *comm;
} StrataFtraceRecalledWriter;

/**
 * StrataFtraceRecalledTail:
 * @number: of #StrataFtraceKnown
 * @event: place of its event among the kinds
 * @token: kind of the token
 * @phase: 'B' or 'E'
 * @is_hitrace: whether it surely was written by HiTraceMeter
 * @has_level: whether it has a level
 * @pid: the process that it names, or -1
 * @name: of the token; of ends the number of their line is
 * @extra: of the token
 *
 * What lines with that tail say.
 */
typedef struct
{
  guint32 number;
  guint16 event;
  guint8 token;
  char phase;
  guint8 is_hitrace;
  guint8 has_level;
  guint32 name;
  guint32 extra;
  gint64 pid;
} StrataFtraceRecalledTail;

/**
 * StrataFtraceRecall:
 * @learning: (nullable): the line that is being read, if it is worth to be kept
 * @writers: by number
 * @tails: likewise
 *
 * What was made of the lines of a text, by what they share.
 */
typedef struct
{
  const StrataFtraceLexed *learning;
  StrataFtraceRecalledWriter writers[STRATA_FTRACE_N_WRITERS];
  StrataFtraceRecalledTail tails[STRATA_FTRACE_N_TAILS];
} StrataFtraceRecall;

G_END_DECLS
