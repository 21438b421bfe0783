/* strata-bisect.h - binary searches in columns
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

/**
 * STRATA_BISECT:
 * @begin: an integer variable, the first index
 * @end: an integer variable, the index after the last one
 * @index: the name that @is_before gives to an index
 * @is_before: an expression that is TRUE for the first indices and FALSE for all after them
 *
 * Moves @begin and @end to the first index for which @is_before is FALSE, or to @end if there is no such index. With
 * `<` this is a lower bound, with `<=` an upper bound. It is a macro because @is_before reads columns of many kinds and
 * must not become a call.
 */
#define STRATA_BISECT(begin, end, index, is_before)                       \
  do                                                                      \
    while ((begin) < (end))                                               \
      {                                                                   \
        const __typeof__ (begin) index = (begin) + ((end) - (begin)) / 2; \
                                                                          \
        if (is_before)                                                    \
          (begin) = index + 1;                                            \
        else                                                              \
          (end) = index;                                                  \
      }                                                                   \
  while (0)

/**
 * STRATA_BISECT_LAST:
 * @begin: an integer variable, the first index, for which @is_before is TRUE
 * @end: an integer variable, the index after the last one
 * @index: the name that @is_before gives to an index
 * @is_before: as for STRATA_BISECT()
 *
 * Moves @begin to the last index for which @is_before is TRUE. An empty range is unchanged.
 */
#define STRATA_BISECT_LAST(begin, end, index, is_before)                  \
  do                                                                      \
    while ((end) - (begin) > 1)                                           \
      {                                                                   \
        const __typeof__ (begin) index = (begin) + ((end) - (begin)) / 2; \
                                                                          \
        if (is_before)                                                    \
          (begin) = index;                                                \
        else                                                              \
          (end) = index;                                                  \
      }                                                                   \
  while (0)
