/* strata-sql-stacks.c - stack ids of slices
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-sql-slices.h"

/* Slices with the same stack of names and categories have the same number. It is computed from the names, so it
 * is the same in every trace: FNV-1a with 64 bits, one of which is dropped to remain above 0. */
#define FNV_BASIS G_GUINT64_CONSTANT (0xcbf29ce484222325)
#define FNV_PRIME G_GUINT64_CONSTANT (0x100000001b3)
#define MOST_SLICES 4096

static guint64
add_text (guint64 hash,
          const char *text)
{
  do
    hash = (hash ^ (guint8) *text) * FNV_PRIME;
  while (*text++ != '\0');

  return hash;
}

static guint64
add_slice (StrataSqlSource *source,
           guint64 hash,
           guint32 row)
{
  hash = add_text (hash, strata_trace_get_string (source->trace, strata_sql_slice_get_category (source, row)));
  return add_text (hash, strata_sql_source_get_string (source, strata_sql_slice_get_name (source, row)));
}

/* Hashes from the innermost slice to the outermost, which has no parent. */
static gint64
get_number (StrataSqlSource *source,
            gint64 row)
{
  guint64 hash = FNV_BASIS;

  for (guint i = 0; row != STRATA_SQL_NULL && i < MOST_SLICES; i++)
    {
      hash = add_slice (source, hash, (guint32) row);
      row = strata_sql_slice_get_parent_id (source, (guint32) row);
    }

  return (gint64) (hash & G_MAXINT64);
}

gint64
strata_sql_slice_get_stack_id (StrataSqlSource *source,
                               guint32 row)
{
  return get_number (source, row);
}

gint64
strata_sql_slice_get_parent_stack_id (StrataSqlSource *source,
                                      guint32 row)
{
  const gint64 parent = strata_sql_slice_get_parent_id (source, row);

  return parent != STRATA_SQL_NULL ? get_number (source, parent) : 0;
}
