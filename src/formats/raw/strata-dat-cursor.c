/* strata-dat-cursor.c - reads numbers and texts of a trace.dat sequentially
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "strata-dat-cursor.h"

#include "strata-ring-format.h"

/* Names of systems, clocks and buffers are short. */
#define MAX_STRING_BYTES 4096

void
strata_dat_cursor_clear (StrataDatCursor *self)
{
  g_clear_pointer (&self->memory, g_free);
}

/**
 * strata_dat_cursor_copy:
 * @self: a cursor
 * @bytes: receives the bytes
 * @n_bytes: how many bytes
 *
 * Copies the next bytes.
 *
 * Returns: whether enough bytes are left; otherwise @bytes is filled with zeros
 */
gboolean
strata_dat_cursor_copy (StrataDatCursor *self,
                        gpointer bytes,
                        gsize n_bytes)
{
  self->is_cut |= self->at > self->end || n_bytes > self->end - self->at;
  if (!self->is_cut && self->memory != NULL)
    memcpy (bytes, self->memory + self->at, n_bytes);
  else if (!self->is_cut)
    self->is_cut = strata_ring_blob_copy (self->blob, self->at, bytes, n_bytes) < n_bytes;

  if (self->is_cut)
    memset (bytes, 0, n_bytes);
  else
    self->at += n_bytes;

  return !self->is_cut;
}

/**
 * strata_dat_cursor_get_uint:
 * @self: a cursor
 * @n_bytes: 1, 2, 4 or 8
 *
 * Returns: the next number
 */
guint64
strata_dat_cursor_get_uint (StrataDatCursor *self,
                            guint n_bytes)
{
  guint8 bytes[8] = { 0 };

  strata_dat_cursor_copy (self, bytes, n_bytes);
  return strata_ring_read_uint (bytes, n_bytes, self->is_swapped);
}

/**
 * strata_dat_cursor_dup_text:
 * @self: a cursor
 * @n_wanted: its length according to the file
 * @n_bytes: (out): its actual length
 *
 * Returns: (transfer full): the next bytes, followed by a NUL
 */
char *
strata_dat_cursor_dup_text (StrataDatCursor *self,
                            guint64 n_wanted,
                            gsize *n_bytes)
{
  const guint64 n_left = self->is_cut || self->at > self->end ? 0 : self->end - self->at;
  const gboolean is_short = n_wanted > n_left;
  const gsize n = (gsize) MIN (n_wanted, n_left);
  char *text = g_malloc (n + 1);

  text[n] = '\0';
  strata_dat_cursor_copy (self, text, n);
  self->is_cut |= is_short;
  *n_bytes = n;
  return text;
}

/**
 * strata_dat_cursor_dup_string:
 * @self: a cursor
 *
 * Returns: (transfer full): the next bytes up to a NUL, which is skipped
 */
char *
strata_dat_cursor_dup_string (StrataDatCursor *self)
{
  g_autoptr (GString) string = g_string_new (NULL);
  char c = 0;

  while (strata_dat_cursor_copy (self, &c, 1) && c != '\0')
    {
      g_string_append_c (string, c);
      self->is_cut |= string->len > MAX_STRING_BYTES;
    }

  return g_string_free (g_steal_pointer (&string), FALSE);
}
