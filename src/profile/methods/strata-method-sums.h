/* strata-method-sums.h - totals of a method trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-method-log.h"

G_BEGIN_DECLS

/**
 * StrataMethodEdge:
 * @caller: index of the method that called
 * @callee: index of the method that was called
 * @is_recursive: whether the method that owns the edge was already on the stack
 * @n_calls: how many calls
 * @elapsed_us: their inclusive time
 * @seen: when the first of them ended; later edges have larger numbers
 *
 * Calls of one method by another.
 */
typedef struct
{
  guint32 caller;
  guint32 callee;
  gboolean is_recursive;
  guint64 n_calls;
  guint64 elapsed_us;
  guint64 seen;
} StrataMethodEdge;

/**
 * StrataMethodEdges:
 * @edges: (array length=n): the edges
 * @n: how many
 *
 * Edges of a method. Borrowed.
 */
typedef struct
{
  const StrataMethodEdge *edges;
  guint32 n;
} StrataMethodEdges;

/**
 * StrataMethodSum:
 * @id: its id in the file
 * @class_name: its class, or the whole name if there is nothing else
 * @name: (nullable): its name in the class
 * @signature: (nullable): its signature
 * @inclusive_us: time in it and its callees; recursive calls add nothing
 * @exclusive_us: self time
 * @outermost_us: self time without that of recursive calls
 * @n_calls: how often it was called while not on the stack of its thread
 * @n_recursive: how often it was called while on that stack
 * @rank: its place when sorted by inclusive time
 *
 * Totals of a method. Times are sums modulo 2⁶⁴: those of a clock that stepped back can be negative.
 */
typedef struct
{
  guint64 id;
  const char *class_name;
  const char *name;
  const char *signature;
  guint64 inclusive_us;
  guint64 exclusive_us;
  guint64 outermost_us;
  guint64 n_calls;
  guint64 n_recursive;
  guint32 rank;
} StrataMethodSum;

/* Indices of the two methods that no file declares. */
#define STRATA_METHOD_TOP 0
#define STRATA_METHOD_UNKNOWN 1

/**
 * StrataMethodOddities:
 * @n_popped: exits of a method that was open, but not the topmost
 * @n_ignored: exits of a method that was not open, while another one was
 * @n_wraps: how often a clock exceeded 32 bits
 * @n_steps_back: how often a clock stepped back
 * @max_depth: the largest depth of calls
 * @max_tid: largest id of a thread
 *
 * Warnings about the records.
 */
typedef struct
{
  guint64 n_popped;
  guint64 n_ignored;
  guint64 n_wraps;
  guint64 n_steps_back;
  guint64 max_depth;
  guint32 max_tid;
} StrataMethodOddities;

/**
 * StrataMethodSums:
 * @methods: (array length=n_methods): top level, unknown, then those of the file
 * @n_methods: how many
 * @by_inclusive: (array length=n_methods): indices, longest inclusive time first
 * @by_exclusive: (array length=n_methods): the same
 * @total_us: time between the first and the last record of each thread, added up
 * @oddities: warnings
 *
 * Totals of a method trace. Equal times are sorted by name.
 */
typedef struct
{
  StrataMethodSum *methods;
  guint32 n_methods;
  guint32 *by_inclusive;
  guint32 *by_exclusive;
  guint64 total_us;
  StrataMethodOddities oddities;

  /*< private >*/
  GStringChunk *names;
  StrataColumn parents;
  StrataColumn children;
  guint32 *parents_end;
  guint32 *children_end;
} StrataMethodSums;

StrataMethodSums *strata_method_sums_new (const StrataMethodLog *log);
void strata_method_sums_free (StrataMethodSums *self);
StrataMethodEdges strata_method_sums_get_parents (const StrataMethodSums *self, guint32 method);
StrataMethodEdges strata_method_sums_get_children (const StrataMethodSums *self, guint32 method);
void strata_method_sum_set_names (StrataMethodSum *self, GStringChunk *names, const char *line);
int strata_method_sum_compare_names (const StrataMethodSum *a, const StrataMethodSum *b);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataMethodSums, strata_method_sums_free)

G_END_DECLS
