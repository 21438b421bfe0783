/* strata-named-slice.h - finds the slice that the user means by a name
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-trace.h"

G_BEGIN_DECLS

/* Where to search for a name. */
typedef enum
{
  STRATA_NAMED_SLICES_ALL,        /* all slices */
  STRATA_NAMED_SLICES_OF_THREADS, /* those of threads */
} StrataNamedSlices;

guint32 strata_named_slice_find (StrataTrace *trace, const char *text, StrataNamedSlices among, guint32 thread, StrataSpan span);

G_END_DECLS
