/* strata-dat-cursor.h - reads numbers and texts of a trace.dat sequentially
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-ring-blob.h"

G_BEGIN_DECLS

/* A read position in a section of a file. */
typedef struct
{
  const StrataRingBlob *blob; /* borrowed; nullable: the file */
  guint8 *memory;             /* owned; nullable: without @blob, the data of a compressed section */
  guint64 at;                 /* offset of the next byte */
  guint64 end;                /* end of the section */
  gboolean is_swapped;        /* whether numbers do not have our endianness */
  gboolean is_cut;            /* whether a read went past the end; all later reads return 0 or empty data */
} StrataDatCursor;

void strata_dat_cursor_clear (StrataDatCursor *self);
gboolean strata_dat_cursor_copy (StrataDatCursor *self, gpointer bytes, gsize n_bytes);
guint64 strata_dat_cursor_get_uint (StrataDatCursor *self, guint n_bytes);
char *strata_dat_cursor_dup_text (StrataDatCursor *self, guint64 n_wanted, gsize *n_bytes);
char *strata_dat_cursor_dup_string (StrataDatCursor *self);

G_END_DECLS
