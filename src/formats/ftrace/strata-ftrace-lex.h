/* strata-ftrace-lex.h - parses a line as far as possible by itself
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stddef.h>

#include "strata-ftrace-event.h"
#include "strata-ftrace-line.h"

G_BEGIN_DECLS

/* The number of a writer or tail encodes its slot in a table of this size and how often the
 * slot was overwritten. */
#define STRATA_FTRACE_N_WRITERS 1024
#define STRATA_FTRACE_N_TAILS 4096

/* The parts that a line shares with others. Within a memo, equal numbers mean equal bytes. */
typedef struct
{
  guint32 writer; /* number of the text before the CPU, or 0 if that is not cached */
  guint32 tail;   /* number of the text after the time, or 0 if that is not cached */
} StrataFtraceKnown;

/* Only this much of a longer line is read. */
#define STRATA_FTRACE_MAX_LINE_BYTES (16 * 1024 * 1024)

/* The amount that one CPU fetches from another at once. */
#define STRATA_CACHE_LINE_BYTES 64

/* The position of a block of zeros in a line. Files have such blocks where the disk was never
 * written. */
typedef enum
{
  STRATA_FTRACE_HOLE_NONE,   /* there is none */
  STRATA_FTRACE_HOLE_BEFORE, /* it is before the text */
  STRATA_FTRACE_HOLE_BEHIND, /* the text was cut off by it */
} StrataFtraceHole;

/* A line, as far as it can be parsed by itself. It moves from one CPU to another in blocks of
 * STRATA_CACHE_LINE_BYTES. Most lines are open, and all data needed for those is in the first
 * block. */
typedef struct
{
  StrataText text;         /* the line without its end */
  StrataFtraceKnown known; /* which parts of it were seen before */
  guint32 n_empty;         /* how many more empty lines follow this one, which is empty too */
  guint8 kind;             /* StrataFtraceEventKind of the event, if it is one */
  guint8 kernel_kind;      /* StrataKernelKind of a STRATA_FTRACE_EVENT_KERNEL */
  guint8 is_event;         /* whether it is one */
  guint8 is_good;          /* whether the arguments could be decoded */
  guint8 hole;             /* StrataFtraceHole */
  guint8 is_long;          /* whether only its beginning is kept, because it is too long */
  guint8 is_open;          /* whether its tail is known; the arguments are then not decoded */
  guint8 is_in_interrupt;  /* whether an interrupt wrote the event */
  guint8 is_comm_cut;      /* whether the name of the task may be incomplete */
  StrataFtraceLine line;   /* its parts, if it is an event; the arguments of a marker are its payload */
  StrataFtraceArgs args;   /* its decoded arguments, unless it is open */
} __attribute__ ((aligned (STRATA_CACHE_LINE_BYTES))) StrataFtraceLexed;

G_STATIC_ASSERT (offsetof (StrataFtraceLexed, line.comm) == STRATA_CACHE_LINE_BYTES);

typedef struct _StrataFtraceLineMemo StrataFtraceLineMemo;

StrataFtraceLineMemo *strata_ftrace_line_memo_new (void);
void strata_ftrace_line_memo_free (StrataFtraceLineMemo *self);
void strata_ftrace_lex (StrataFtraceLineMemo *memo, StrataText text, StrataFtraceLexed *lexed);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataFtraceLineMemo, strata_ftrace_line_memo_free)

G_END_DECLS
