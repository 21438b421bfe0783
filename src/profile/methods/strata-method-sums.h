/* strata-method-sums.h - what the records of a method trace add up to
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
 * @is_recursive: whether the method whose edge it is was on the stack before
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
 * @class_name: its class, or the whole name when there is nothing else
 * @name: (nullable): its name in the class
 * @signature: (nullable): its signature
 * @inclusive_us: time in it and what it called; recursive calls add nothing
 * @exclusive_us: time in itself
 * @outermost_us: time in itself, without that of recursive calls
 * @n_calls: how often it was called while not on the stack of its thread
 * @n_recursive: how often while it was
 * @rank: its place when sorted by inclusive time
 *
 * What the records of a method add up to. Times are sums modulo 2⁶⁴: those of a
 * clock that stepped back can be below zero.
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

/* Indices of the methods that no file declares. */
#define STRATA_METHOD_TOP 0
#define STRATA_METHOD_UNKNOWN 1

/**
 * StrataMethodOddities:
 * @n_popped: exits of a method that was not the topmost, but open
 * @n_ignored: exits of a method that was not open, while another was
 * @n_wraps: how often a clock went beyond 32 bits
 * @n_steps_back: how often a clock stepped back
 * @max_depth: of calls
 * @max_tid: largest id of a thread
 *
 * What was wrong in the records.
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
 * @oddities: what was wrong
 *
 * What the records of a method trace add up to. Equal times are sorted by name.
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
