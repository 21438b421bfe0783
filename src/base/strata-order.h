/* strata-order.h - comparison functions for sorting
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Which of two numbers of the same type comes first, in any such function: -1, 0 or 1. Further keys follow
 * after "?:"; the largest number is first if the two are swapped. */
#define STRATA_ORDER(left, right) (((left) > (right)) - ((left) < (right)))

/* For qsort() and g_array_sort() of arrays of gint64, the smallest first. */
static inline int
strata_order_i64 (gconstpointer a,
                  gconstpointer b)
{
  const gint64 left = *(const gint64 *) a;
  const gint64 right = *(const gint64 *) b;

  return STRATA_ORDER (left, right);
}

/* The same for guint32. */
static inline int
strata_order_u32 (gconstpointer a,
                  gconstpointer b)
{
  const guint32 left = *(const guint32 *) a;
  const guint32 right = *(const guint32 *) b;

  return STRATA_ORDER (left, right);
}

/* The same for double without NAN. */
static inline int
strata_order_double (gconstpointer a,
                     gconstpointer b)
{
  const double left = *(const double *) a;
  const double right = *(const double *) b;

  return STRATA_ORDER (left, right);
}

/* Defines such a function for structs of a type, ordered by one of their numbers. */
#define STRATA_ORDER_BY(name, type, field)           \
  static int name (gconstpointer a, gconstpointer b) \
  {                                                  \
    const type *left = a;                            \
    const type *right = b;                           \
                                                     \
    return STRATA_ORDER (left->field, right->field); \
  }

/* The same, the largest first. */
#define STRATA_ORDER_BY_DOWN(name, type, field)      \
  static int name (gconstpointer a, gconstpointer b) \
  {                                                  \
    const type *left = a;                            \
    const type *right = b;                           \
                                                     \
    return STRATA_ORDER (right->field, left->field); \
  }

/* Ordered by one number and, if that is equal, by another one. */
#define STRATA_ORDER_BY_TWO(name, type, field, next)                                           \
  static int name (gconstpointer a, gconstpointer b)                                           \
  {                                                                                            \
    const type *left = a;                                                                      \
    const type *right = b;                                                                     \
                                                                                               \
    return STRATA_ORDER (left->field, right->field) ?: STRATA_ORDER (left->next, right->next); \
  }

G_END_DECLS
