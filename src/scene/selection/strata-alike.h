/* strata-alike.h - finds other slices of the same name
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "strata-trace.h"

G_BEGIN_DECLS

/* Directions from a slice to others of its name. */
typedef enum
{
  STRATA_ALIKE_NEXT,     /* the next one by begin, on any thread */
  STRATA_ALIKE_PREVIOUS, /* the previous one by begin */
  STRATA_ALIKE_LONGEST,  /* the longest of all */
  STRATA_ALIKE_LONGER,   /* the next longer one */
  STRATA_ALIKE_SHORTER,  /* the next shorter one */
} StrataAlikeStep;

guint32 strata_alike_find (StrataTrace *trace, guint32 slice, StrataAlikeStep step);

G_END_DECLS
