/* strata-perf-bytes.h - reads numbers and texts of a perf.data in order
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <string.h>

#include "strata-ftrace-line.h"

G_BEGIN_DECLS

/* A part of the file that is read from its start. Numbers are little endian, as on x86 and ARM. */
typedef struct
{
  const guint8 *at;  /* the next byte to read */
  const guint8 *end; /* after the last byte */
  gboolean is_cut;   /* whether a read went past the end */
} StrataPerfBytes;

static inline gsize
strata_perf_bytes_get_n (const StrataPerfBytes *self)
{
  return (gsize) (self->end - self->at);
}

/* Reads the next number; 0 if it is cut. */
static inline guint64
strata_perf_bytes_read (StrataPerfBytes *self,
                        gsize n_bytes)
{
  guint64 value = 0;

  if (strata_perf_bytes_get_n (self) < n_bytes)
    {
      self->is_cut = TRUE;
      self->at = self->end;
      return 0;
    }

  for (gsize i = n_bytes; i-- > 0;)
    value = value << 8 | self->at[i];

  self->at += n_bytes;
  return value;
}

/* Takes the next bytes as a part; fewer if they are cut. */
static inline StrataPerfBytes
strata_perf_bytes_take (StrataPerfBytes *self,
                        guint64 n_bytes)
{
  const gsize n = (gsize) MIN (n_bytes, strata_perf_bytes_get_n (self));
  const StrataPerfBytes part = { self->at, self->at + n, n < n_bytes };

  self->is_cut |= part.is_cut;
  self->at += n;
  return part;
}

/* Reads the text up to the next NUL, which may be missing at the end. */
static inline StrataText
strata_perf_bytes_read_text (StrataPerfBytes *self)
{
  const gsize n_left = strata_perf_bytes_get_n (self);
  const guint8 *nul = n_left > 0 ? (const guint8 *) memchr (self->at, '\0', n_left) : NULL;
  const StrataText text = { (const char *) self->at, nul != NULL ? (gsize) (nul - self->at) : n_left };

  self->at = nul != NULL ? nul + 1 : self->end;
  return text;
}

G_END_DECLS
