/* strata-dat-cursor.h - numbers and texts of a trace.dat, one after the other
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-ring-blob.h"

G_BEGIN_DECLS

/**
 * StrataDatCursor:
 * @blob: (nullable) (borrowed): the file
 * @memory: (nullable) (owned): without @blob, a section that was compressed
 * @at: where the next byte is
 * @end: where the section ends
 * @is_swapped: whether numbers are of the other endianness than ours
 * @is_cut: whether more was wanted than there is; then all that follows is 0 or empty
 *
 * A place in a section of a file.
 */
typedef struct
{
  const StrataRingBlob *blob;
  guint8 *memory;
  guint64 at;
  guint64 end;
  gboolean is_swapped;
  gboolean is_cut;
} StrataDatCursor;

void strata_dat_cursor_clear (StrataDatCursor *self);
gboolean strata_dat_cursor_copy (StrataDatCursor *self, gpointer bytes, gsize n_bytes);
guint64 strata_dat_cursor_get_uint (StrataDatCursor *self, guint n_bytes);
char *strata_dat_cursor_dup_text (StrataDatCursor *self, guint64 n_wanted, gsize *n_bytes);
char *strata_dat_cursor_dup_string (StrataDatCursor *self);

G_END_DECLS
