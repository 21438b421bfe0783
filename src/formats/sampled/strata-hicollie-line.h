/* strata-hicollie-line.h - a frame of a stack sampled by HiCollie
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-ftrace-line.h"

G_BEGIN_DECLS

/* No real program has deeper frames. */
#define STRATA_HICOLLIE_MOST_LEVEL 4095

/* Format: HiCollie, "采样栈规格". */
typedef struct
{
  guint32 n_samples;  /* in how many samples it was seen, above 0 */
  guint32 level;      /* how many frames are above it: 0 is the outermost */
  gboolean is_js;     /* whether it is a function of JavaScript or ArkTS */
  gboolean is_kernel; /* whether it is a function of the kernel */
  StrataText name;    /* its function; empty if unknown */
  StrataText file;    /* its library or source file */
  StrataText place;   /* the address in the library, or line and column in the source file */
} StrataHicollieFrame;

gboolean strata_hicollie_frame_parse (StrataText line, StrataHicollieFrame *frame);
gboolean strata_hicollie_frame_parse_plain (StrataText line, StrataHicollieFrame *frame);
gboolean strata_hicollie_frame_is_bad (StrataText line);
gint64 strata_hicollie_parse_pid (StrataText line);
gint64 strata_hicollie_parse_time (StrataText line, gboolean *is_end);

G_END_DECLS
