/* fuzz-rings.c - any descriptions of events, and any pages with them
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "fuzz.h"

#include <string.h>

/* A raw HiTrace file of a Linux kernel, up to its first segment. */
static const guint8 head[] = { 0x49, 0xdf, 0, 0, 1, 0, 0, 0, 4, 0, 0, 0 };

#define SEGMENT_FORMATS 1
#define SEGMENT_CPU 4
#define SEGMENT_HEADER_PAGE 30

static void
add_segment (GByteArray *file,
             guint8 type,
             const guint8 *data,
             gsize n_bytes)
{
  const guint8 start[] = { type, 0, 0, 0, (guint8) n_bytes, (guint8) (n_bytes >> 8), (guint8) (n_bytes >> 16), (guint8) (n_bytes >> 24) };

  g_byte_array_append (file, start, sizeof start);
  g_byte_array_append (file, data, (guint) n_bytes);
}

/* The input has descriptions up to a NUL, the page format up to another, then pages of two CPUs. */
int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize n_bytes)
{
  static const guint8 types[] = { SEGMENT_FORMATS, SEGMENT_HEADER_PAGE };
  g_autoptr (GByteArray) file = g_byte_array_new ();
  const guint8 *const end = data + n_bytes;

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      const guint8 *nul = data < end ? memchr (data, 0, (gsize) (end - data)) : NULL;

      nul = nul != NULL ? nul : end;
      add_segment (file, types[i], data, (gsize) (nul - data));
      data = nul < end ? nul + 1 : end;
    }

  const gsize n_first = (gsize) (end - data) / 2;

  add_segment (file, SEGMENT_CPU, data, n_first);
  add_segment (file, SEGMENT_CPU + 1, data + n_first, (gsize) (end - data) - n_first);
  fuzz_load_file (head, sizeof head, file->data, file->len);
  return 0;
}
