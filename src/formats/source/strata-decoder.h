/* strata-decoder.h - one layer of decompression
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The result of a decompression step. The output of a step is valid in every case. */
typedef enum
{
  STRATA_DECODE_OK,       /* go on; if nothing was read and nothing written, more input is needed */
  STRATA_DECODE_DAMAGED,  /* the following data cannot be decoded */
  STRATA_DECODE_TRAILING, /* the data is complete, and unknown bytes follow it */
  STRATA_DECODE_END,      /* the data is complete; the bytes after it belong to another reader */
} StrataDecodeResult;

/* The buffers of a step. */
typedef struct
{
  const guint8 *in; /* input */
  gsize n_in;       /* bytes of input */
  gsize n_read;     /* (out): how many of them the step used up */
  guint8 *out;      /* the output buffer */
  gsize n_out;      /* its size */
  gsize n_written;  /* (out): how many bytes the step wrote */
  gboolean is_last; /* whether no more input follows */
} StrataDecodeBuffers;

typedef struct _StrataDecoder StrataDecoder;

/* One kind of decompression. GConverter is not used, because it loses the output of the step that
 * met the damage. */
struct _StrataDecoder
{
  const char *name;    /* name of the compression for the user, not translated */
  gboolean may_end;    /* whether the input may end here; FALSE inside a member or frame */
  const char *reason;  /* nullable: the library's description of the damage, not translated */
  const char *magic;   /* nullable: the magic of each member or frame, if there may be several */
  gsize n_magic_bytes; /* its length */

  /* private */
  StrataDecoder *(*renew) (void);
  StrataDecodeResult (*decode) (StrataDecoder *self, StrataDecodeBuffers *buffers);
  void (*free) (StrataDecoder *self); /* nullable: if there is only the struct to free */
};

StrataDecoder *strata_decoder_detect (const guint8 *data, gsize n_bytes, gsize *n_skipped_bytes);
StrataDecodeResult strata_decoder_decode (StrataDecoder *self, StrataDecodeBuffers *buffers);
gsize strata_decoder_find_next (const StrataDecoder *self, const guint8 *in, gsize n_in, gboolean is_last, gboolean *is_found);
StrataDecoder *strata_decoder_renew (StrataDecoder *self);
void strata_decoder_free (StrataDecoder *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataDecoder, strata_decoder_free)

G_END_DECLS
