/* strata-line-store.h - the lines of a text, compressed
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

#include "strata-span.h"

G_BEGIN_DECLS

/* Lines are truncated to this length. */
#define STRATA_LINE_STORE_MAX_LINE_BYTES (1024 * 1024)

/* Lines that are compressed together. */
typedef struct
{
  guint64 first_line; /* number of its first line in the file, from 1; the others are consecutive */
  guint32 first_row;  /* how many lines of the store precede it */
  guint32 n_lines;    /* how many it has */
  guint32 n_bytes;    /* how many bytes it has, line ends included */
  gint64 min_ns;      /* earliest time of a line, or STRATA_NO_TIME if none has a time */
  gint64 max_ns;      /* latest time */
} StrataLineBlock;

/* The decompressed lines of a block, shared by its readers. */
typedef struct _StrataLineText StrataLineText;

typedef struct _StrataLineStore StrataLineStore;

StrataLineStore *strata_line_store_new (const char *name);
void strata_line_store_free (StrataLineStore *self);
void strata_line_store_append_empty (StrataLineStore *self, guint64 line, guint64 n_lines);
void strata_line_store_append (StrataLineStore *self, guint64 line, const char *text, gsize n_bytes, gint64 time_ns);
void strata_line_store_set_clock (StrataLineStore *self, gint64 offset_ns, const StrataDrift *drift);
void strata_line_store_set_device (StrataLineStore *self, guint32 device);
void strata_line_store_finish (StrataLineStore *self);

const char *strata_line_store_get_name (const StrataLineStore *self);
gint64 strata_line_store_place_time (const StrataLineStore *self, gint64 own_time_ns);
guint32 strata_line_store_get_device (const StrataLineStore *self);
guint32 strata_line_store_get_n_lines (const StrataLineStore *self);
guint strata_line_store_get_n_blocks (const StrataLineStore *self);
const StrataLineBlock *strata_line_store_get_block (const StrataLineStore *self, guint block);
guint strata_line_store_find_block (const StrataLineStore *self, guint32 row);
guint32 strata_line_store_find_row (const StrataLineStore *self, guint64 line);
gsize strata_line_store_get_n_bytes (const StrataLineStore *self);

StrataLineText *strata_line_store_get_text (StrataLineStore *self, guint block);
const char *strata_line_text_get_all (const StrataLineText *self, gsize *n_bytes);
const char *strata_line_text_get (const StrataLineText *self, guint32 index, gsize *n_bytes);
void strata_line_text_unref (StrataLineText *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataLineStore, strata_line_store_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataLineText, strata_line_text_unref)

G_END_DECLS
