/* strata-traceview-methods.h - the methods of a method trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-trace-builder.h"

G_BEGIN_DECLS

/* A method of the trace. */
typedef struct
{
  guint64 id;            /* its id in the file */
  guint32 name;          /* string id; a placeholder until it is declared */
  gboolean is_declared;  /* whether the file has named it */
  gboolean is_unmatched; /* whether it was left without being entered */
  guint64 n_undeclared;  /* records before it was declared */
  StrataPlace place;     /* place of the first of these */
} StrataTraceviewMethod;

/* Methods in order of appearance, found by a hash of their ids. A small cache precedes the
 * hash, because records of a few methods make up most of a file. Records may use a method
 * before it is declared. Until then it has a placeholder as its name, which is replaced in
 * all calls at the end. */
#define STRATA_TRACEVIEW_N_CACHED 1024

typedef struct
{
  StrataTraceBuilder *builder;               /* borrowed */
  StrataStringPool *strings;                 /* borrowed: of the builder */
  GArray *methods;                           /* (element-type StrataTraceviewMethod) owned */
  GHashTable *ids;                           /* owned: guint64* owned -> index in methods */
  GHashTable *late_names;                    /* owned: string id of a placeholder -> string id of the name */
  guint32 cached[STRATA_TRACEVIEW_N_CACHED]; /* indices, by the low bits of ids */
} StrataTraceviewMethods;

StrataTraceviewMethods *strata_traceview_methods_new (StrataTraceBuilder *builder);
void strata_traceview_methods_free (StrataTraceviewMethods *self);
guint32 strata_traceview_methods_find_slowly (StrataTraceviewMethods *self, guint64 id);
guint32 strata_traceview_methods_find_nameless (StrataTraceviewMethods *self);
void strata_traceview_methods_declare (StrataTraceviewMethods *self, guint64 id, const char *name, gsize n_bytes);
gboolean strata_traceview_methods_has (const StrataTraceviewMethods *self, guint64 id);
void strata_traceview_methods_count_undeclared (StrataTraceviewMethods *self, StrataTraceviewMethod *method, StrataPlace place);
void strata_traceview_methods_finish (StrataTraceviewMethods *self);

/* The method at @index; valid until another one is added. */
static inline StrataTraceviewMethod *
strata_traceview_methods_at (StrataTraceviewMethods *self,
                             guint32 index)
{
  return &g_array_index (self->methods, StrataTraceviewMethod, index);
}

/* The cache slot for an id; ids are multiples of 4. */
static inline guint32 *
strata_traceview_methods_get_place (StrataTraceviewMethods *self,
                                    guint64 id)
{
  return &self->cached[(id >> 2) % STRATA_TRACEVIEW_N_CACHED];
}

/* Finds or adds a method. Returns its index. */
static inline guint32
strata_traceview_methods_find (StrataTraceviewMethods *self,
                               guint64 id)
{
  const guint32 place = *strata_traceview_methods_get_place (self, id);

  if (G_LIKELY (place < self->methods->len && strata_traceview_methods_at (self, place)->id == id))
    return place;

  return strata_traceview_methods_find_slowly (self, id);
}

G_END_DECLS
