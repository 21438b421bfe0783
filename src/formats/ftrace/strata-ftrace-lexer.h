/* strata-ftrace-lexer.h - lines are taken apart ahead of their use
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stddef.h>

#include "strata-ftrace-event.h"
#include "strata-ftrace-line-memo.h"
#include "strata-ftrace-mark.h"
#include "strata-kernel-event.h"
#include "strata-source.h"

G_BEGIN_DECLS

/* What one CPU fetches from another at once. */
#define STRATA_CACHE_LINE_BYTES 64

/**
 * StrataFtraceHole:
 * @STRATA_FTRACE_HOLE_NONE: there is none
 * @STRATA_FTRACE_HOLE_BEFORE: it is before the text
 * @STRATA_FTRACE_HOLE_BEHIND: the text was cut by it
 *
 * Where a line had a block of zeros, which a file has where a disk was never written.
 */
typedef enum
{
  STRATA_FTRACE_HOLE_NONE,
  STRATA_FTRACE_HOLE_BEFORE,
  STRATA_FTRACE_HOLE_BEHIND,
} StrataFtraceHole;

/**
 * StrataFtraceLexed:
 * @text: the line without its end
 * @known: what of it was met before
 * @n_empty: how many empty lines more follow this, which is empty, too
 * @kind: #StrataFtraceEventKind, what the event is, if it is one
 * @kernel_kind: #StrataKernelKind, which of %STRATA_FTRACE_EVENT_KERNEL it is
 * @is_event: whether it is one
 * @is_good: whether what follows could be read
 * @hole: #StrataFtraceHole
 * @is_long: whether only its beginning is there, since it is too long
 * @is_open: whether its tail is known, which is then all of its arguments, and not taken apart
 * @line: its parts, if it is an event
 * @mark: of %STRATA_FTRACE_EVENT_MARK, as [func@Strata.FtraceMark.parse_short] reads it
 * @sched: of %STRATA_FTRACE_EVENT_SWITCH
 * @woken: of %STRATA_FTRACE_EVENT_WAKE
 *
 * A line, as far as it can be understood by itself. It goes from one CPU to another, by
 * blocks of %STRATA_CACHE_LINE_BYTES: all that is asked of an open one, as most are, is
 * in the first.
 */
typedef struct
{
  StrataText text;
  StrataFtraceKnown known;
  guint32 n_empty;
  guint8 kind;
  guint8 kernel_kind;
  guint8 is_event;
  guint8 is_good;
  guint8 hole;
  guint8 is_long;
  guint8 is_open;
  StrataFtraceLine line;
  union
  {
    StrataFtraceMark mark;
    StrataFtraceSwitch sched;
    StrataFtraceTask woken;
  };
} __attribute__ ((aligned (STRATA_CACHE_LINE_BYTES))) StrataFtraceLexed;

G_STATIC_ASSERT (offsetof (StrataFtraceLexed, line.comm) == STRATA_CACHE_LINE_BYTES);

void strata_ftrace_lex (StrataFtraceLineMemo *memo, StrataText text, StrataFtraceLexed *lexed);
void strata_ftrace_lex_tail (StrataFtraceLexed *lexed);

/**
 * StrataFtracePart:
 * @STRATA_FTRACE_PART_LINES: whole lines
 * @STRATA_FTRACE_PART_LAST: what follows the last line end
 * @STRATA_FTRACE_PART_LONG: the beginning of a line that is too long to be held
 *
 * What a part of a text consists of.
 */
typedef enum
{
  STRATA_FTRACE_PART_LINES,
  STRATA_FTRACE_PART_LAST,
  STRATA_FTRACE_PART_LONG,
} StrataFtracePart;

/* Of longer lines only the beginning is read. */
#define STRATA_FTRACE_MAX_LINE_BYTES (16 * 1024 * 1024)

/* A sector of a disk; writers that pad their lines do so with less. */
#define STRATA_FTRACE_HOLE_BYTES 512

typedef struct _StrataFtraceLexer StrataFtraceLexer;

StrataFtraceLexer *strata_ftrace_lexer_new (StrataSource *source, gboolean has_thread);
void strata_ftrace_lexer_free (StrataFtraceLexer *self);
StrataFtraceLexed *strata_ftrace_lexer_next (StrataFtraceLexer *self, guint *n_lines, StrataFtracePart *part);
gboolean strata_ftrace_lexer_finish (StrataFtraceLexer *self, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataFtraceLexer, strata_ftrace_lexer_free)

G_END_DECLS
