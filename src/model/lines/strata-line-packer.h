/* strata-line-packer.h - compresses blocks of text in another thread
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-line-store.h"

G_BEGIN_DECLS

typedef struct
{
  StrataLineBlock block;  /* its index entry */
  guint8 *data;           /* (array length=n_packed_bytes) owned: a zstd frame, or the original bytes if these are not longer */
  guint32 n_packed_bytes; /* its length */
} StrataPackedBlock;

typedef struct _StrataLinePacker StrataLinePacker;

StrataLinePacker *strata_line_packer_new (GArray *blocks);
char *strata_line_packer_push (StrataLinePacker *self, const StrataLineBlock *block, char *text, gsize *n_room_bytes);
void strata_line_packer_free (StrataLinePacker *self);

G_END_DECLS
