/* strata-kind-table.h - counts the events of each kind in a text
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A kind of event. */
typedef struct
{
  char *name;         /* name of the event, as in the text; valid UTF-8 */
  gsize n_name_bytes; /* its length */
  guint64 count;      /* how many there are */
  guint64 n_bytes;    /* how large they are together, or 0 if that is not known */
  gboolean is_known;  /* whether the reader uses it */
} StrataKind;

/* Further kinds are counted together, under the name "…". */
#define STRATA_MAX_KINDS 4096

typedef struct _StrataKindTable StrataKindTable;

StrataKindTable *strata_kind_table_new (void);
void strata_kind_table_free (StrataKindTable *self);
void strata_kind_table_count (StrataKindTable *self, const char *name, gsize n_bytes, gboolean is_known);
void strata_kind_table_add (StrataKindTable *self, const char *name, guint64 count, guint64 n_bytes);
guint strata_kind_table_get_latest (const StrataKindTable *self);
void strata_kind_table_count_at (StrataKindTable *self, guint place);
void strata_kind_table_sort (StrataKindTable *self);
const StrataKind *strata_kind_table_get (const StrataKindTable *self, guint *n_kinds);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataKindTable, strata_kind_table_free)

G_END_DECLS
