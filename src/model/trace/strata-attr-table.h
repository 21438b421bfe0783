/* strata-attr-table.h - HiTrace attributes of slices
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

#include "strata-arg-texts.h"
#include "strata-span.h"

G_BEGIN_DECLS

/* The id of the empty set. */
#define STRATA_ATTRS_NONE 0

/* The fields of a HiTrace marker other than its name (HiTraceMeter, "Fields"). Slices with equal
 * sets share one row of the table. */
typedef struct
{
  guint64 tags;     /* bit n is set for HiTraceMeter tag n (00 to 62) */
  guint32 chain;    /* string id of the chain, "a92ab94c18e1341,0,0", or 0 */
  guint32 category; /* string id of the category, or 0 */
  guint32 args;     /* id of the key=value arguments as in the file, see strata_attr_table_dup_args(); or 0 */
  guint32 extra;    /* string id of unknown further fields, or 0 */
  guint32 level;    /* 'D', 'I', 'C' or 'M'; 0 when not known */
  guint32 side;     /* 'C' for the client's and 'S' for the server's end of a distributed call; 0 when not known */
  guint32 cookie;   /* string id of the cookie as in the file if it is not a signed 64-bit number; else 0 */
  guint32 reserved; /* 0: rows have no padding */
} StrataAttrs;

typedef struct _StrataAttrTable StrataAttrTable;

StrataAttrTable *strata_attr_table_new (void);
void strata_attr_table_free (StrataAttrTable *self);
guint32 strata_attr_table_intern (StrataAttrTable *self, const StrataAttrs *attrs);
StrataAttrs strata_attr_table_get (const StrataAttrTable *self, guint32 id);
guint32 strata_attr_table_get_n_sets (const StrataAttrTable *self);
guint32 strata_attr_table_intern_args (StrataAttrTable *self, const char *text, gsize n_bytes);
guint32 strata_attr_table_intern_only_args (StrataAttrTable *self, const char *text, gsize n_bytes);
char *strata_attr_table_dup_args (const StrataAttrTable *self, guint32 args);
char *strata_attr_table_dup_args_of (const StrataAttrTable *self, guint32 id);
gboolean strata_attr_table_has_word (const StrataAttrTable *self, guint32 id, const char *word);
guint32 strata_attr_table_get_n_args (const StrataAttrTable *self);
void strata_attr_table_note_typed (StrataAttrTable *self, const char *key, gboolean is_dictionary);
gboolean strata_attr_table_is_typed (const StrataAttrTable *self, const char *key, gboolean is_dictionary);

const char *strata_level_get_name (guint32 level);
guint32 strata_level_parse (const char *name);
char *strata_tags_to_string (guint64 tags);
guint64 strata_tags_parse (const char *text);

/* One argument inside the text that strata_args_next() walks. */
typedef struct
{
  const char *key;     /* nullable: start of the key, not NUL-terminated; NULL for a part without '=' */
  gsize n_key_bytes;   /* its length */
  const char *value;   /* start of the value, not NUL-terminated */
  gsize n_value_bytes; /* its length */
} StrataArg;

gboolean strata_args_next (const char **cursor, StrataArg *arg);
gboolean strata_arg_has_key (const StrataArg *arg, const char *key);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataAttrTable, strata_attr_table_free)

G_END_DECLS
