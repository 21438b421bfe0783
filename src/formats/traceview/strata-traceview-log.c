/* strata-traceview-log.c - keeps the records of a method trace unchanged
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-traceview-log.h"

/* Records that do not name the method they leave need the stack of their thread even here.
 * Threads whose records all name it have no stack. */
struct _StrataTraceviewLog
{
  StrataMethodLog *log;            /* borrowed */
  StrataTraceviewMethods *methods; /* borrowed */
  GHashTable *stacks;              /* owned: tid -> StrataColumn of guint32, owned */
};

static void
stack_free (gpointer stack)
{
  strata_column_clear (stack);
  g_free (stack);
}

/**
 * strata_traceview_log_new:
 * @log: receives the records; must live as long as the result
 * @methods: the known methods; must live as long, too
 *
 * Returns: (transfer full): a writer of the log
 */
StrataTraceviewLog *
strata_traceview_log_new (StrataMethodLog *log,
                          StrataTraceviewMethods *methods)
{
  StrataTraceviewLog *self = g_new0 (StrataTraceviewLog, 1);

  self->log = log;
  self->methods = methods;
  self->stacks = g_hash_table_new_full (NULL, NULL, NULL, stack_free);

  return self;
}

void
strata_traceview_log_free (StrataTraceviewLog *self)
{
  if (self == NULL)
    return;

  g_hash_table_unref (self->stacks);
  g_free (self);
}

/**
 * strata_traceview_log_declare_method:
 * @self: the writer
 * @id: id of a method
 * @line: (array length=n_bytes): its description in the file, separated by tabs
 * @n_bytes: length of the line
 *
 * Keeps the parts of a method's name separately.
 */
void
strata_traceview_log_declare_method (StrataTraceviewLog *self,
                                     guint64 id,
                                     const char *line,
                                     gsize n_bytes)
{
  strata_method_log_declare_method (self->log, strata_traceview_methods_find (self->methods, id), id, line, n_bytes);
}

/* Adds a thread. */
void
strata_traceview_log_declare_thread (StrataTraceviewLog *self,
                                     guint32 tid,
                                     const char *name,
                                     gsize n_bytes)
{
  strata_method_log_declare_thread (self->log, tid, name, n_bytes);
}

static StrataColumn *
find_stack (StrataTraceviewLog *self,
            guint32 tid)
{
  StrataColumn *stack = g_hash_table_lookup (self->stacks, GUINT_TO_POINTER (tid));

  if (stack != NULL)
    return stack;

  stack = g_new0 (StrataColumn, 1);
  g_hash_table_insert (self->stacks, GUINT_TO_POINTER (tid), stack);

  return stack;
}

/* Updates the stack of a thread. Returns the method of the record. */
static guint32
find_by_stack (StrataTraceviewLog *self,
               const StrataTraceviewRecord *record)
{
  StrataColumn *stack = find_stack (self, record->tid);
  const gboolean is_known = record->method != STRATA_TRACEVIEW_TOP;
  guint32 method;

  if (record->action == STRATA_TRACEVIEW_ENTER)
    {
      method = strata_traceview_methods_find (self->methods, record->method);
      strata_column_push_u32 (stack, method);
      return method;
    }

  if (stack->n == 0)
    return is_known ? strata_traceview_methods_find (self->methods, record->method) : strata_traceview_methods_find_nameless (self->methods);

  method = strata_column_at (stack, guint32, stack->n - 1);
  if (record->action != STRATA_TRACEVIEW_RESERVED)
    stack->n--;

  return method;
}

/**
 * strata_traceview_log_add:
 * @self: the writer
 * @record: a record
 *
 * Keeps a record with the first of its clocks.
 */
void
strata_traceview_log_add (StrataTraceviewLog *self,
                          const StrataTraceviewRecord *record)
{
  const guint32 method = self->log->has_whole_times ? find_by_stack (self, record) : strata_traceview_methods_find (self->methods, record->method);

  strata_method_log_see_method (self->log, method, strata_traceview_methods_at (self->methods, method)->id);
  strata_method_log_add (self->log, record->tid, method, (StrataMethodAction) record->action, record->time_us[0]);
}
