/* strata-method-sums.c - totals of a method trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-method-sums.h"

#include <stdlib.h>

#include "strata-method-walk.h"
#include "strata-order.h"

/* Returns the part of @text up to the next tab and moves @text behind that tab; %NULL if the part
 * is empty or no tab follows. */
static const char *
cut_field (GStringChunk *names,
           const char **text)
{
  const char *begin = *text;
  const char *tab = strchr (begin, '\t');

  if (tab == NULL || tab == begin)
    return NULL;

  *text = tab + 1;

  return g_string_chunk_insert_len (names, begin, tab - begin);
}

/**
 * strata_method_sum_set_names:
 * @self: a method
 * @names: where its names are stored
 * @line: class, name, signature and further fields, separated by tabs; must live as long as @names
 *
 * Reads the names from a line. The source is cut off only if it has both a file and a line. A line without these fields
 * is taken whole as a name.
 */
void
strata_method_sum_set_names (StrataMethodSum *self,
                             GStringChunk *names,
                             const char *line)
{
  const char *rest = line;
  const char *class_name = cut_field (names, &rest);
  const char *name = class_name != NULL ? cut_field (names, &rest) : NULL;
  const char *source = rest;
  const char *signature;

  self->class_name = line;
  if (name == NULL)
    return;

  signature = cut_field (names, &source);
  self->class_name = class_name;
  self->name = name;
  self->signature = signature != NULL && cut_field (names, &source) != NULL ? signature : rest;
}

/* Returns the index of each method of the log. */
static guint32 *
name_methods (StrataMethodSums *self,
              const StrataMethodLog *log)
{
  guint32 *index_of = g_new (guint32, log->methods.n);

  self->methods = g_new0 (StrataMethodSum, log->methods.n + 2);
  self->methods[STRATA_METHOD_TOP].class_name = "(toplevel)";
  self->methods[STRATA_METHOD_UNKNOWN].class_name = "(unknown)";
  self->n_methods = 2;

  for (gsize i = 0; i < log->methods.n; i++)
    {
      const StrataLoggedMethod *logged = &strata_column_at (&log->methods, StrataLoggedMethod, i);
      StrataMethodSum *sum = &self->methods[self->n_methods];

      index_of[i] = logged->line != NULL ? self->n_methods++ : STRATA_METHOD_UNKNOWN;
      if (logged->line == NULL)
        continue;

      sum->id = logged->id;
      strata_method_sum_set_names (sum, self->names, logged->line);
    }

  return index_of;
}

/**
 * strata_method_sum_compare_names:
 * @a: a method
 * @b: another
 *
 * Sorts by class, name and signature, by byte values.
 *
 * Returns: like strcmp()
 */
int
strata_method_sum_compare_names (const StrataMethodSum *a,
                                 const StrataMethodSum *b)
{
  const int by_class = strcmp (a->class_name, b->class_name);
  const int by_name = by_class != 0 ? by_class : g_strcmp0 (a->name, b->name);
  const int by_signature = by_name != 0 ? by_name : g_strcmp0 (a->signature, b->signature);

  return by_signature != 0 ? by_signature : (a->id > b->id) - (a->id < b->id);
}

static int
compare (guint64 a_us,
         guint64 b_us,
         const StrataMethodSum *a,
         const StrataMethodSum *b)
{
  return a_us != b_us ? (a_us < b_us ? 1 : -1) : strata_method_sum_compare_names (a, b);
}

static int
compare_inclusive (gconstpointer a,
                   gconstpointer b,
                   gpointer methods)
{
  const StrataMethodSum *left = (const StrataMethodSum *) methods + *(const guint32 *) a;
  const StrataMethodSum *right = (const StrataMethodSum *) methods + *(const guint32 *) b;

  return compare (left->inclusive_us, right->inclusive_us, left, right);
}

static int
compare_exclusive (gconstpointer a,
                   gconstpointer b,
                   gpointer methods)
{
  const StrataMethodSum *left = (const StrataMethodSum *) methods + *(const guint32 *) a;
  const StrataMethodSum *right = (const StrataMethodSum *) methods + *(const guint32 *) b;

  return compare (left->exclusive_us, right->exclusive_us, left, right);
}

static guint32 *
sort_methods (const StrataMethodSums *self,
              GCompareDataFunc compare_func)
{
  guint32 *indices = g_new (guint32, self->n_methods);

  for (guint32 i = 0; i < self->n_methods; i++)
    indices[i] = i;
  g_qsort_with_data (indices, (int) self->n_methods, sizeof *indices, compare_func, self->methods);

  return indices;
}

static void
rank_methods (StrataMethodSums *self)
{
  self->by_inclusive = sort_methods (self, compare_inclusive);
  self->by_exclusive = sort_methods (self, compare_exclusive);
  for (guint32 i = 0; i < self->n_methods; i++)
    self->methods[self->by_inclusive[i]].rank = i;
}

/* The method that owns the edge, and the other one. */
typedef struct
{
  const StrataMethodSums *sums;
  gboolean is_parent;
} Side;

static guint32
get_owner (const StrataMethodEdge *edge,
           const Side *side)
{
  return side->is_parent ? edge->callee : edge->caller;
}

static guint32
get_other (const StrataMethodEdge *edge,
           const Side *side)
{
  return side->is_parent ? edge->caller : edge->callee;
}

/* Sorts edges that are to be merged next to each other. */
static int
compare_ends (gconstpointer a,
              gconstpointer b,
              gpointer user_data)
{
  const StrataMethodEdge *left = a;
  const StrataMethodEdge *right = b;
  const guint64 ends[2] = {
    (guint64) left->caller << 32 | left->callee,
    (guint64) right->caller << 32 | right->callee,
  };

  return STRATA_ORDER (ends[0], ends[1]) ?: left->is_recursive - right->is_recursive;
}

/* By owner; recursive edges last, longest first. */
static int
compare_edges (gconstpointer a,
               gconstpointer b,
               gpointer user_data)
{
  const Side *side = user_data;
  const StrataMethodEdge *left = a;
  const StrataMethodEdge *right = b;
  const guint32 owners[2] = { get_owner (left, side), get_owner (right, side) };

  if (owners[0] != owners[1])
    return owners[0] < owners[1] ? -1 : 1;
  if (left->is_recursive != right->is_recursive)
    return left->is_recursive - right->is_recursive;

  return compare (left->elapsed_us, right->elapsed_us, &side->sums->methods[get_other (left, side)], &side->sums->methods[get_other (right, side)]);
}

static void
merge (StrataColumn *edges)
{
  StrataMethodEdge *all = edges->data;
  gsize n = 0;

  for (gsize i = 0; i < edges->n; i++)
    {
      if (n == 0 || compare_ends (&all[n - 1], &all[i], NULL) != 0)
        {
          all[n++] = all[i];
          continue;
        }

      all[n - 1].n_calls += all[i].n_calls;
      all[n - 1].elapsed_us += all[i].elapsed_us;
      all[n - 1].seen = MIN (all[n - 1].seen, all[i].seen);
    }

  edges->n = n;
}

/* Makes edges of arcs. Returns where the edges of each method end. */
static guint32 *
collect_edges (const StrataMethodSums *self,
               const StrataMethodArcs *arcs,
               gboolean is_parent,
               StrataColumn *edges)
{
  Side side = { self, is_parent };
  guint32 *ends = g_new0 (guint32, self->n_methods);
  guint32 method = 0;

  for (gsize i = 0; i < arcs->arcs.n; i++)
    {
      const StrataMethodArc *arc = &strata_column_at (&arcs->arcs, StrataMethodArc, i);
      StrataMethodEdge *edge = strata_column_push (edges, sizeof (StrataMethodEdge));
      const gboolean is_recursive = is_parent ? arc->callee.is_recursive : arc->caller.is_recursive;

      *edge = (StrataMethodEdge){ arc->caller.method, arc->callee.method, is_recursive, arc->n_calls, arc->elapsed_us, arc->seen };
    }

  g_qsort_with_data (edges->data, (int) edges->n, sizeof (StrataMethodEdge), compare_ends, NULL);
  merge (edges);
  g_qsort_with_data (edges->data, (int) edges->n, sizeof (StrataMethodEdge), compare_edges, &side);

  for (guint32 i = 0; i < edges->n; i++)
    {
      const guint32 owner = get_owner (&strata_column_at (edges, StrataMethodEdge, i), &side);

      while (method < owner)
        ends[method++] = i;
    }
  while (method < self->n_methods)
    ends[method++] = (guint32) edges->n;

  return ends;
}

/**
 * strata_method_sums_new:
 * @log: the records; must live as long as the result
 *
 * Sums calls and times, as Android's dmtracedump does.
 *
 * Returns: (transfer full): the sums
 */
StrataMethodSums *
strata_method_sums_new (const StrataMethodLog *log)
{
  StrataMethodSums *self = g_new0 (StrataMethodSums, 1);
  g_autofree guint32 *index_of = NULL;
  g_auto (StrataMethodArcs) arcs = { 0 };

  self->names = g_string_chunk_new (64 * 1024);
  index_of = name_methods (self, log);
  strata_method_arcs_init (&arcs);
  strata_method_walk (log, index_of, self, &arcs);
  rank_methods (self);
  self->parents_end = collect_edges (self, &arcs, TRUE, &self->parents);
  self->children_end = collect_edges (self, &arcs, FALSE, &self->children);

  return self;
}

void
strata_method_sums_free (StrataMethodSums *self)
{
  if (self == NULL)
    return;

  g_string_chunk_free (self->names);
  strata_column_clear (&self->parents);
  strata_column_clear (&self->children);
  g_free (self->parents_end);
  g_free (self->children_end);
  g_free (self->by_inclusive);
  g_free (self->by_exclusive);
  g_free (self->methods);
  g_free (self);
}

static StrataMethodEdges
get_edges (const StrataColumn *edges,
           const guint32 *ends,
           guint32 method)
{
  const guint32 begin = method > 0 ? ends[method - 1] : 0;
  const guint32 n = ends[method] - begin;

  return (StrataMethodEdges){ n > 0 ? &strata_column_at (edges, StrataMethodEdge, begin) : NULL, n };
}

/* Returns its callers, longest time first; those of its recursive calls come last. */
StrataMethodEdges
strata_method_sums_get_parents (const StrataMethodSums *self,
                                guint32 method)
{
  return get_edges (&self->parents, self->parents_end, method);
}

/* Returns its callees, longest time first; those of its recursive calls come last. */
StrataMethodEdges
strata_method_sums_get_children (const StrataMethodSums *self,
                                 guint32 method)
{
  return get_edges (&self->children, self->children_end, method);
}
