/* strata-method-log.c - the unprocessed records of a method trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-method-log.h"

#define CHUNK_BYTES (64 * 1024)

/**
 * strata_method_log_new:
 *
 * Returns: (transfer full): an empty log
 */
StrataMethodLog *
strata_method_log_new (void)
{
  StrataMethodLog *self = g_new0 (StrataMethodLog, 1);

  self->names = g_string_chunk_new (CHUNK_BYTES);
  self->key_version = -1;
  self->data_version = -1;

  return self;
}

void
strata_method_log_free (StrataMethodLog *self)
{
  if (self == NULL)
    return;

  g_string_chunk_free (self->names);
  strata_column_clear (&self->methods);
  strata_column_clear (&self->threads);
  strata_column_clear (&self->records);
  g_free (self);
}

/**
 * strata_method_log_see_method:
 * @self: the log
 * @method: index of a method; those below it may still be missing
 * @id: its id in the file
 *
 * Adds an entry for a method in a record.
 */
void
strata_method_log_see_method (StrataMethodLog *self,
                              guint32 method,
                              guint64 id)
{
  while (self->methods.n <= method)
    {
      StrataLoggedMethod *added = strata_column_push (&self->methods, sizeof (StrataLoggedMethod));

      *added = (StrataLoggedMethod){ 0, NULL };
    }

  strata_column_at (&self->methods, StrataLoggedMethod, method).id = id;
}

/**
 * strata_method_log_declare_method:
 * @self: the log
 * @method: its index
 * @id: its id in the file
 * @line: (array length=n_bytes): class, name, signature and further fields
 * @n_bytes: length of the line
 *
 * Names a method. Declarations may be repeated; the last one stays.
 */
void
strata_method_log_declare_method (StrataMethodLog *self,
                                  guint32 method,
                                  guint64 id,
                                  const char *line,
                                  gsize n_bytes)
{
  strata_method_log_see_method (self, method, id);
  strata_column_at (&self->methods, StrataLoggedMethod, method).line = g_string_chunk_insert_len (self->names, line, (gssize) n_bytes);
}

/**
 * strata_method_log_declare_thread:
 * @self: the log
 * @tid: its id
 * @name: (array length=n_bytes): its name
 * @n_bytes: length of the name
 *
 * Adds a thread.
 */
void
strata_method_log_declare_thread (StrataMethodLog *self,
                                  gint64 tid,
                                  const char *name,
                                  gsize n_bytes)
{
  StrataLoggedThread *thread = strata_column_push (&self->threads, sizeof (StrataLoggedThread));

  *thread = (StrataLoggedThread){ tid, g_string_chunk_insert_len (self->names, name, (gssize) n_bytes) };
}
