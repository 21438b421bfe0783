/* strata-method-sums.h - totals of a method trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-method-log.h"

G_BEGIN_DECLS

/* Calls of one method by another. */
typedef struct
{
  guint32 caller;        /* index of the method that called */
  guint32 callee;        /* index of the method that was called */
  gboolean is_recursive; /* whether the method that owns the edge was already on the stack */
  guint64 n_calls;       /* how many calls */
  guint64 elapsed_us;    /* their inclusive time */
  guint64 seen;          /* when the first of them ended; later edges have larger numbers */
} StrataMethodEdge;

/* Edges of a method. Borrowed. */
typedef struct
{
  const StrataMethodEdge *edges; /* (array length=n): the edges */
  guint32 n;                     /* how many */
} StrataMethodEdges;

/* Totals of a method. Times are sums modulo 2⁶⁴: those of a clock that stepped back can be
 * negative. */
typedef struct
{
  guint64 id;             /* its id in the file */
  const char *class_name; /* its class, or the whole name if there is nothing else */
  const char *name;       /* nullable: its name in the class */
  const char *signature;  /* nullable: its signature */
  guint64 inclusive_us;   /* time in it and its callees; recursive calls add nothing */
  guint64 exclusive_us;   /* self time */
  guint64 outermost_us;   /* self time without that of recursive calls */
  guint64 n_calls;        /* how often it was called while not on the stack of its thread */
  guint64 n_recursive;    /* how often it was called while on that stack */
  guint32 rank;           /* its place when sorted by inclusive time */
} StrataMethodSum;

/* Indices of the two methods that no file declares. */
#define STRATA_METHOD_TOP 0
#define STRATA_METHOD_UNKNOWN 1

/* Warnings about the records. */
typedef struct
{
  guint64 n_popped;     /* exits of a method that was open, but not the topmost */
  guint64 n_ignored;    /* exits of a method that was not open, while another one was */
  guint64 n_wraps;      /* how often a clock exceeded 32 bits */
  guint64 n_steps_back; /* how often a clock stepped back */
  guint64 max_depth;    /* the largest depth of calls */
  guint32 max_tid;      /* largest id of a thread */
} StrataMethodOddities;

/* Totals of a method trace. Equal times are sorted by name. */
typedef struct
{
  StrataMethodSum *methods;      /* (array length=n_methods): top level, unknown, then those of the file */
  guint32 n_methods;             /* how many */
  guint32 *by_inclusive;         /* (array length=n_methods): indices, longest inclusive time first */
  guint32 *by_exclusive;         /* (array length=n_methods): the same */
  guint64 total_us;              /* time between the first and the last record of each thread, added up */
  StrataMethodOddities oddities; /* warnings */

  /* private */
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
