/* strata-spool.h - stores bytes temporarily, to be read again
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Bytes that were stored together. */
typedef struct
{
  guint64 begin; /* its start in the temporary file */
  guint64 end;   /* its end there */
} StrataSpoolPiece;

typedef struct _StrataSpool StrataSpool;

StrataSpool *strata_spool_new (GError **error);
void strata_spool_free (StrataSpool *self);
gboolean strata_spool_append (StrataSpool *self, const guint8 *data, gsize n_bytes, GError **error);
gboolean strata_spool_end_piece (StrataSpool *self, StrataSpoolPiece *piece, GError **error);
GInputStream *strata_spool_open (StrataSpool *self, StrataSpoolPiece piece);

#define STRATA_TYPE_SPOOL_STREAM (strata_spool_stream_get_type ())
G_DECLARE_FINAL_TYPE (StrataSpoolStream, strata_spool_stream, STRATA, SPOOL_STREAM, GInputStream)

G_END_DECLS
