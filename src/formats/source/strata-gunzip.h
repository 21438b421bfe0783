/* strata-gunzip.h - decompresses gzip and zlib
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-decoder.h"

G_BEGIN_DECLS

/* Formats of deflated data. */
typedef enum
{
  STRATA_GUNZIP_GZIP, /* gzip, with one or more members */
  STRATA_GUNZIP_ZLIB, /* one bare zlib stream */
} StrataGunzipKind;

gboolean strata_gunzip_is_zlib (const guint8 *data, gsize n_bytes);
StrataDecoder *strata_gunzip_new (StrataGunzipKind kind);

G_END_DECLS
