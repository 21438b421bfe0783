/* strata-ftrace-lexer.h - splits lines into parts ahead of their use
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

/* The amount that one CPU fetches from another at once. */
#define STRATA_CACHE_LINE_BYTES 64

/**
 * StrataFtraceHole:
 * @STRATA_FTRACE_HOLE_NONE: there is none
 * @STRATA_FTRACE_HOLE_BEFORE: it is before the text
 * @STRATA_FTRACE_HOLE_BEHIND: the text was cut off by it
 *
 * The position of a block of zeros in a line. Files have such blocks where the disk was never written.
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
 * @known: which parts of it were seen before
 * @n_empty: how many more empty lines follow this one, which is empty too
 * @kind: #StrataFtraceEventKind of the event, if it is one
 * @kernel_kind: #StrataKernelKind of a %STRATA_FTRACE_EVENT_KERNEL
 * @is_event: whether it is one
 * @is_good: whether the payload could be parsed
 * @hole: #StrataFtraceHole
 * @is_long: whether only its beginning is kept, because it is too long
 * @is_open: whether its tail is known; the tail is then not split, and all of it is in the arguments
 * @line: its parts, if it is an event
 * @mark: for %STRATA_FTRACE_EVENT_MARK, as parsed by [func@Strata.FtraceMark.parse_short]
 * @sched: for %STRATA_FTRACE_EVENT_SWITCH
 * @woken: for %STRATA_FTRACE_EVENT_WAKE
 *
 * A line, as far as it can be parsed by itself. It moves from one CPU to another in blocks of
 * %STRATA_CACHE_LINE_BYTES. Most lines are open, and all data needed for those is in the first
 * block.
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
 * @STRATA_FTRACE_PART_LAST: the text after the last line end
 * @STRATA_FTRACE_PART_LONG: the beginning of a line that is too long to be kept
 *
 * Parts of a text.
 */
typedef enum
{
  STRATA_FTRACE_PART_LINES,
  STRATA_FTRACE_PART_LAST,
  STRATA_FTRACE_PART_LONG,
} StrataFtracePart;

/* Only this much of a longer line is read. */
#define STRATA_FTRACE_MAX_LINE_BYTES (16 * 1024 * 1024)

/* A disk sector; writers that pad their lines use less. */
#define STRATA_FTRACE_HOLE_BYTES 512

typedef struct _StrataFtraceLexer StrataFtraceLexer;

StrataFtraceLexer *strata_ftrace_lexer_new (StrataSource *source, gboolean has_thread);
void strata_ftrace_lexer_free (StrataFtraceLexer *self);
StrataFtraceLexed *strata_ftrace_lexer_next (StrataFtraceLexer *self, guint *n_lines, StrataFtracePart *part);
gboolean strata_ftrace_lexer_finish (StrataFtraceLexer *self, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataFtraceLexer, strata_ftrace_lexer_free)

G_END_DECLS
