/* strata-span.c - half-open spans of time
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-span.h"

#include "strata-order.h"

STRATA_ORDER_BY (compare_spans, StrataSpan, begin_ns)

/**
 * strata_span_join_all:
 * @spans: (element-type StrataSpan): spans in any order
 *
 * Sorts spans and joins those that touch or overlap, so that all of them are disjoint.
 */
void
strata_span_join_all (GArray *spans)
{
  guint n = 0;

  g_array_sort (spans, compare_spans);
  for (guint i = 0; i < spans->len; i++)
    {
      const StrataSpan span = g_array_index (spans, StrataSpan, i);
      StrataSpan *last = n > 0 ? &g_array_index (spans, StrataSpan, n - 1) : NULL;

      if (last != NULL && span.begin_ns <= last->end_ns)
        last->end_ns = MAX (last->end_ns, span.end_ns);
      else
        g_array_index (spans, StrataSpan, n++) = span;
    }

  g_array_set_size (spans, n);
}
