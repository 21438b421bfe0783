/* strata-ring-text.c - writes text into a fixed buffer
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "strata-ring-print.h"

/**
 * strata_ring_text_put:
 * @self: text
 * @bytes: (array length=n_bytes): the bytes to write
 * @n_bytes: how many
 *
 * Writes bytes. Bytes that do not fit are left out.
 */
void
strata_ring_text_put (StrataRingText *self,
                      const char *bytes,
                      gsize n_bytes)
{
  n_bytes = MIN (n_bytes, (gsize) (self->end - self->at));
  if (n_bytes > 0)
    memcpy (self->at, bytes, n_bytes);

  self->at += n_bytes;
}

/* The number of digits; after inlining, the base is a constant. */
static inline gsize
count_digits (guint64 value,
              guint base)
{
  gsize n = 1;

  if (base == 16)
    return (67 - (gsize) __builtin_clzll (value | 1)) / 4;
  if (base == 8)
    return (66 - (gsize) __builtin_clzll (value | 1)) / 3;

  for (; value >= 10; value /= 10)
    n++;

  return n;
}

static inline void
write_digits (char *text,
              gsize n,
              guint64 value,
              guint base)
{
  for (; n > 0; value /= base)
    text[--n] = "0123456789abcdef"[value % base];
}

static inline void
put_digits (StrataRingText *self,
            guint64 value,
            guint base)
{
  const gsize n = count_digits (value, base);
  char text[24];

  if (G_LIKELY (n <= (gsize) (self->end - self->at)))
    {
      write_digits (self->at, n, value, base);
      self->at += n;
      return;
    }

  write_digits (text, n, value, base);
  strata_ring_text_put (self, text, n);
}

/**
 * strata_ring_text_put_uint:
 * @self: text
 * @value: a number
 * @base: 8, 10 or 16
 *
 * Writes the digits of a number.
 */
void
strata_ring_text_put_uint (StrataRingText *self,
                           guint64 value,
                           guint base)
{
  if (base == 16)
    put_digits (self, value, 16);
  else if (base == 10)
    put_digits (self, value, 10);
  else
    put_digits (self, value, 8);
}

/**
 * strata_ring_text_put_int:
 * @self: text
 * @value: a number
 *
 * Writes a number in decimal, with its sign.
 */
void
strata_ring_text_put_int (StrataRingText *self,
                          gint64 value)
{
  if (value < 0)
    strata_ring_text_put (self, "-", 1);

  strata_ring_text_put_uint (self, value < 0 ? 0 - (guint64) value : (guint64) value, 10);
}
