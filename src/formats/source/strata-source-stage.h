/* strata-source-stage.h - a stage of a source
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-decoder.h"

G_BEGIN_DECLS

typedef struct _StrataSourceStage StrataSourceStage;

struct _StrataSourceStage
{
  StrataSourceStage *below; /* owned; NULL for the lowest */
  StrataDecoder *decoder;   /* owned; NULL for the lowest */
  guint8 *buffer;           /* owned */
  gsize n_allocated;
  gsize begin;
  gsize end;
  guint64 n_out; /* total number of bytes that it has yielded */
  gboolean is_at_end;
  gboolean recovers;   /* continues after damage */
  gboolean is_stuck;   /* met damage and has not found the next member or frame yet */
  gboolean is_in_gap;  /* its next bytes are the rest of a line */
  guint8 last;         /* the last byte that it yielded */
  gboolean is_section; /* a section of the stage below, which checks the limit */
};

StrataSourceStage *strata_source_stage_new (StrataSourceStage *below, StrataDecoder *decoder);
void strata_source_stage_free (StrataSourceStage *self);
void strata_source_stage_make_room (StrataSourceStage *self, gsize n_bytes);
void strata_source_stage_add (StrataSourceStage *self, gsize n_bytes);
const guint8 *strata_source_stage_take (StrataSourceStage *self, gsize n_bytes, gpointer *buffer, gsize *n_allocated);

G_END_DECLS
