/* strata-profile.h - inclusive and exclusive times by name
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "strata-scope.h"

G_BEGIN_DECLS

typedef enum
{
  STRATA_PROFILE_BY_NAME,     /* slices or methods of the same name */
  STRATA_PROFILE_BY_CLASS,    /* methods of the same class */
  STRATA_PROFILE_BY_PACKAGE,  /* methods of the same package */
  STRATA_PROFILE_BY_THREAD,   /* everything on a thread */
  STRATA_PROFILE_BY_PROCESS,  /* everything in a process */
  STRATA_PROFILE_BY_SHAPE,    /* names that differ only in parts that change from call to call, see strata_name_shape_append() */
  STRATA_PROFILE_BY_CATEGORY, /* slices of the same HiTrace category */
  STRATA_PROFILE_BY_TAG,      /* slices with the same HiTraceMeter tags */
} StrataProfileBy;

#define STRATA_N_PROFILE_BY (STRATA_PROFILE_BY_TAG + 1)

/* Their stable names in options and settings. */
extern const char *const strata_profile_by_ids[STRATA_N_PROFILE_BY];

/* One row of a profile. */
typedef struct
{
  guint32 key;               /* the row's key: a string id of the trace if by name, else an index, see strata_profile_dup_name() */
  guint32 longest_slice;     /* index of the longest call */
  guint32 first_slice;       /* index of the call that began first */
  guint32 last_slice;        /* index of the call that began last */
  guint64 n_calls;           /* outermost calls, that is those that are not inside a call of the same key on their thread */
  guint64 n_recursive_calls; /* calls inside a call of the same key */
  guint64 n_unfinished;      /* how many of both did not finish; they count in the sums, but not in @min_ns to @max_ns */
  /* how many of both have an unknown CPU time; for them, sums include the known times of the calls
   * inside */
  guint64 n_unknown_cpu;
  guint64 n_unknown_self_cpu; /* how many of both have an unknown self CPU time; these are not in @exclusive_cpu_ns */
  gint64 inclusive_ns;        /* wall time of the outermost calls; STRATA_NO_TIME if the trace has no wall clock */
  gint64 exclusive_ns;        /* wall self time of all calls; the same */
  gint64 inclusive_cpu_ns;    /* as @inclusive_ns in CPU time; STRATA_NO_TIME if it is not known for any call */
  gint64 exclusive_cpu_ns;    /* as @exclusive_ns in CPU time; the same */
  gint64 min_ns;              /* shortest finished call, by the clock of the scope; STRATA_NO_TIME for none */
  gint64 mean_ns;             /* mean of the finished calls */
  gint64 median_ns;           /* 50th percentile of the finished calls */
  gint64 p95_ns;              /* 95th percentile of the finished calls */
  gint64 max_ns;              /* longest finished call */
} StrataProfileRow;

typedef enum
{
  STRATA_RELATION_PARENT,           /* a caller */
  STRATA_RELATION_SELF,             /* the name's self time inside its outermost calls */
  STRATA_RELATION_CHILD,            /* a callee of the outermost calls */
  STRATA_RELATION_RECURSIVE_PARENT, /* a caller of recursive calls */
  STRATA_RELATION_RECURSIVE_CHILD,  /* a callee of recursive calls */
  STRATA_RELATION_NAME,             /* a name of a row with several, see strata_profile_list_names() */
} StrataRelation;

/* A parent, the self row or a child of a profile row. The times of SELF and the CHILD rows add up
 * to the row's inclusive time. */
typedef struct
{
  StrataRelation relation; /* its relation to the row */
  guint32 key;             /* key of the parent or child; STRATA_NONE for "no caller" and for self */
  guint64 n_calls;         /* calls between the two */
  guint64 n_total_calls;   /* calls of @key, or of the row itself for a parent, like Traceview's `n/total` */
  gint64 inclusive_ns;     /* wall time of those calls, or STRATA_NO_TIME */
  gint64 inclusive_cpu_ns; /* CPU time of those calls, or STRATA_NO_TIME */
} StrataRelative;

typedef struct _StrataProfile StrataProfile;

StrataProfile *strata_profile_new (StrataTrace *trace, const StrataScope *scope, StrataProfileBy by, GCancellable *cancellable);
StrataProfile *strata_profile_ref (StrataProfile *self);
void strata_profile_unref (StrataProfile *self);
const StrataProfileRow *strata_profile_get_rows (const StrataProfile *self, guint *n_rows);
guint32 strata_profile_find_row (const StrataProfile *self, guint32 key);
StrataProfileBy strata_profile_get_by (const StrataProfile *self);
char *strata_profile_dup_name (const StrataProfile *self, guint32 key);
gint64 strata_profile_get_total_ns (const StrataProfile *self);
gint64 strata_profile_get_total_cpu_ns (const StrataProfile *self);
const StrataScope *strata_profile_get_scope (const StrataProfile *self);
StrataTrace *strata_profile_get_trace (const StrataProfile *self);
guint32 strata_profile_find_key (const StrataProfile *self, guint32 name);
guint32 strata_profile_find_only_name (const StrataProfile *self, guint32 key);
GArray *strata_profile_list_names (const StrataProfile *self, guint32 key, guint n_most, GCancellable *cancellable);
GArray *strata_profile_list_relatives (const StrataProfile *self, guint32 key, GCancellable *cancellable);
const char *strata_relation_get_id (StrataRelation relation);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataProfile, strata_profile_unref)

G_END_DECLS
