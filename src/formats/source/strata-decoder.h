/* strata-decoder.h - one layer of decompression
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * StrataDecodeResult:
 * @STRATA_DECODE_OK: go on; if nothing was read and nothing written, more input is needed
 * @STRATA_DECODE_DAMAGED: what follows cannot be decoded
 * @STRATA_DECODE_TRAILING: the data is complete, and something else follows it
 * @STRATA_DECODE_END: the data is complete; what follows it is for someone else
 *
 * What came of a step of decompression. What a step has written is good in every
 * case.
 */
typedef enum
{
  STRATA_DECODE_OK,
  STRATA_DECODE_DAMAGED,
  STRATA_DECODE_TRAILING,
  STRATA_DECODE_END,
} StrataDecodeResult;

/**
 * StrataDecodeBuffers:
 * @in: input
 * @n_in: bytes of input
 * @n_read: (out): how many of them the step used up
 * @out: where to write
 * @n_out: room there
 * @n_written: (out): how much of it the step filled
 * @is_last: whether no more input follows
 *
 * What a step works on.
 */
typedef struct
{
  const guint8 *in;
  gsize n_in;
  gsize n_read;
  guint8 *out;
  gsize n_out;
  gsize n_written;
  gboolean is_last;
} StrataDecodeBuffers;

typedef struct _StrataDecoder StrataDecoder;

/**
 * StrataDecoder:
 * @name: name of the compression for the user, not translated
 * @may_end: whether the input may end here; %FALSE inside of a member or frame
 * @reason: (nullable): what the library says of damage, not translated
 * @magic: (nullable): what each member or frame begins with, where there may be several
 * @n_magic_bytes: its length
 *
 * One kind of decompression. GConverter would do, but loses what was written in
 * the step that met the damage.
 */
struct _StrataDecoder
{
  const char *name;
  gboolean may_end;
  const char *reason;
  const char *magic;
  gsize n_magic_bytes;

  /*< private >*/
  StrataDecoder *(*renew) (void);
  StrataDecodeResult (*decode) (StrataDecoder *self, StrataDecodeBuffers *buffers);
  void (*free) (StrataDecoder *self); /* nullable: where there is nothing but the struct */
};

StrataDecoder *strata_decoder_detect (const guint8 *data, gsize n_bytes, gsize *n_skipped_bytes);
StrataDecodeResult strata_decoder_decode (StrataDecoder *self, StrataDecodeBuffers *buffers);
gsize strata_decoder_find_next (const StrataDecoder *self, const guint8 *in, gsize n_in, gboolean is_last, gboolean *is_found);
StrataDecoder *strata_decoder_renew (StrataDecoder *self);
void strata_decoder_free (StrataDecoder *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataDecoder, strata_decoder_free)

G_END_DECLS
