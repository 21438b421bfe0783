/* strata-ftrace-mark.h - parses the payload of a user-space marker
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-ftrace-line.h"

G_BEGIN_DECLS

/* Properties of a marker that are not fields. */
typedef enum
{
  STRATA_FTRACE_MARK_HITRACE = 1 << 0, /* certainly written by HiTraceMeter; "H:" and chain are removed from the name */
  /* the name or its track begins with "H:", which is a prefix in a HiTrace capture and part of the
   * name in any other; see strata_ftrace_mark_resolve() */
  STRATA_FTRACE_MARK_MAYBE_HITRACE = 1 << 1,
  STRATA_FTRACE_MARK_OLD = 1 << 2, /* in the form before API version 19 */
  STRATA_FTRACE_MARK_CUT = 1 << 3, /* cut off at the length limit */
  /* the name ends in a bar and half a level, which is either cut off or part of the name */
  STRATA_FTRACE_MARK_HALF_LEVEL = 1 << 4,
  STRATA_FTRACE_MARK_LIMIT = 1 << 5,        /* the value exceeded 64 bits and was replaced by the nearest one that fits */
  STRATA_FTRACE_MARK_NO_VALUE = 1 << 6,     /* the length limit has cut off its cookie or value */
  STRATA_FTRACE_MARK_EMPTY_COOKIE = 1 << 7, /* the cookie is empty */
  STRATA_FTRACE_MARK_HALF_VALUE = 1 << 8,   /* the length limit may have cut off the end of its cookie */
  /* the cookie is not a signed number in its printed form, and the value is a hash of its text */
  STRATA_FTRACE_MARK_TEXT_COOKIE = 1 << 9,
  STRATA_FTRACE_MARK_REAL = 1 << 10, /* the value has a fraction; @value contains the bits of the double */
} StrataFtraceMarkFlags;

/* A marker, as spans of its line. */
typedef struct
{
  char phase;          /* its letter, or 0 for text that is not a marker */
  char level;          /* 'D', 'I', 'C' or 'M'; 0 if missing */
  char side;           /* 'C' or 'S' for the client or server of a distributed call; 0 if missing */
  guint32 flags;       /* StrataFtraceMarkFlags */
  gint64 pid;          /* the process it names, or -1 */
  gint64 value;        /* cookie of an asynchronous slice or value of a counter */
  guint64 tags;        /* bit n is set for tag n */
  StrataText name;     /* its name; the whole text if @phase is 0 */
  StrataText chain;    /* "chain,span,parent", or empty */
  StrataText track;    /* named track of N, G and H */
  StrataText category; /* custom category of S, or what follows the value of C */
  StrataText args;     /* key=value arguments */
  StrataText extra;    /* fields after those known here */
  StrataText cookie;   /* the cookie as written, if it is not a signed 64-bit number in its printed form; else empty */
} StrataFtraceMark;

gboolean strata_ftrace_mark_parse (StrataText payload, StrataFtraceMark *mark);
gboolean strata_ftrace_mark_parse_short (StrataText payload, StrataFtraceMark *mark);
void strata_ftrace_mark_resolve (StrataFtraceMark *mark);

G_END_DECLS
