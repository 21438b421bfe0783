/* strata-traceview-methods.c - the methods of a method trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-traceview-methods.h"

#include <inttypes.h>
#include <string.h>

#include "strata-pair-key.h"

/* The id of methods that no file declares. */
#define NAMELESS_ID G_MAXUINT64

/**
 * strata_traceview_methods_new:
 * @builder: the builder of their calls; must live as long as the result
 *
 * Returns: (transfer full): an empty table
 */
StrataTraceviewMethods *
strata_traceview_methods_new (StrataTraceBuilder *builder)
{
  StrataTraceviewMethods *self = g_new0 (StrataTraceviewMethods, 1);

  self->builder = builder;
  self->strings = strata_trace_builder_get_strings (builder);
  self->methods = g_array_new (FALSE, FALSE, sizeof (StrataTraceviewMethod));
  self->ids = g_hash_table_new_full (strata_int64_hash, g_int64_equal, g_free, NULL);
  self->late_names = g_hash_table_new (NULL, NULL);

  return self;
}

void
strata_traceview_methods_free (StrataTraceviewMethods *self)
{
  if (self == NULL)
    return;

  g_array_unref (self->methods);
  g_hash_table_unref (self->ids);
  g_hash_table_unref (self->late_names);
  g_free (self);
}

static guint32
add (StrataTraceviewMethods *self,
     guint64 id)
{
  const StrataTraceviewMethod method = { .id = id, .name = STRATA_STRING_EMPTY };
  const guint32 index = self->methods->len;

  g_array_append_val (self->methods, method);
  g_hash_table_insert (self->ids, g_memdup2 (&id, sizeof id), GUINT_TO_POINTER (index));

  return index;
}

/**
 * strata_traceview_methods_find_slowly:
 * @self: the methods
 * @id: id of a method that is not in the cache
 *
 * Finds or adds a method, and puts it into the cache.
 *
 * Returns: its index
 */
guint32
strata_traceview_methods_find_slowly (StrataTraceviewMethods *self,
                                      guint64 id)
{
  guint32 *place = strata_traceview_methods_get_place (self, id);
  gpointer known;

  if (g_hash_table_lookup_extended (self->ids, &id, NULL, &known))
    *place = GPOINTER_TO_UINT (known);
  else
    *place = add (self, id);

  return *place;
}

/* Whether it was declared, or used by a record. */
gboolean
strata_traceview_methods_has (const StrataTraceviewMethods *self,
                              guint64 id)
{
  return g_hash_table_contains (self->ids, &id);
}

/**
 * strata_traceview_methods_find_nameless:
 * @self: the methods
 *
 * Returns: index of the method that represents all unknown ones
 */
guint32
strata_traceview_methods_find_nameless (StrataTraceviewMethods *self)
{
  const guint32 index = strata_traceview_methods_find (self, NAMELESS_ID);
  StrataTraceviewMethod *method = strata_traceview_methods_at (self, index);

  if (!method->is_declared)
    method->name = strata_string_pool_intern (self->strings, "(unknown)", strlen ("(unknown)"));
  method->is_declared = TRUE;

  return index;
}

/**
 * strata_traceview_methods_declare:
 * @self: the methods
 * @id: id of a method
 * @name: (array length=n_bytes): its name
 * @n_bytes: length of the name
 *
 * Names a method. Declarations may be repeated; the last one wins.
 */
void
strata_traceview_methods_declare (StrataTraceviewMethods *self,
                                  guint64 id,
                                  const char *name,
                                  gsize n_bytes)
{
  const guint32 name_id = strata_trace_builder_intern_method (self->builder, name, n_bytes);
  StrataTraceviewMethod *method = strata_traceview_methods_at (self, strata_traceview_methods_find (self, id));

  if (!method->is_declared)
    strata_trace_builder_get_counts (self->builder)->n_methods++;
  if (!method->is_declared && method->n_undeclared > 0)
    g_hash_table_insert (self->late_names, GUINT_TO_POINTER (method->name), GUINT_TO_POINTER (name_id));

  method->name = name_id;
  method->is_declared = TRUE;
}

/* Names it as Traceview does. */
static void
name_undeclared (StrataTraceviewMethods *self,
                 StrataTraceviewMethod *method)
{
  char name[24];
  const int n_bytes = g_snprintf (name, sizeof name, "(0x%" PRIx64 ")", method->id);

  method->name = strata_string_pool_intern (self->strings, name, (gsize) n_bytes);
}

/**
 * strata_traceview_methods_count_undeclared:
 * @self: the methods
 * @method: an undeclared method
 * @place: place of a record that uses it
 *
 * Counts a record. It is reported only at the end, because a declaration may still follow.
 */
void
strata_traceview_methods_count_undeclared (StrataTraceviewMethods *self,
                                           StrataTraceviewMethod *method,
                                           StrataPlace place)
{
  if (method->n_undeclared == 0)
    {
      method->place = place;
      name_undeclared (self, method);
    }

  method->n_undeclared++;
}

/**
 * strata_traceview_methods_finish:
 * @self: the methods
 *
 * Reports methods that were never declared, and names the calls of those that were declared late.
 */
void
strata_traceview_methods_finish (StrataTraceviewMethods *self)
{
  StrataDiagnostics *diagnostics = strata_trace_builder_get_diagnostics (self->builder);

  for (guint i = 0; i < self->methods->len; i++)
    {
      const StrataTraceviewMethod *method = strata_traceview_methods_at (self, i);

      if (!method->is_declared && method->n_undeclared > 0)
        strata_diagnostics_add_many (diagnostics, STRATA_DIAGNOSTIC_UNKNOWN_METHOD, method->n_undeclared, method->place, NULL, 0);
    }

  if (g_hash_table_size (self->late_names) > 0)
    strata_trace_builder_replace_names (self->builder, self->late_names);
}
