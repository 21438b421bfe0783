/* fuzz-unzstd.c - any bytes, decompressed as Zstandard
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The size of reads must not matter.
 */
#include "fuzz.h"

#include <string.h>

#define MAGIC "\x28\xb5\x2f\xfd"

/* The fuzzer need not guess the magic. */
static guint8 *
with_magic (const guint8 *data,
            gsize n_bytes)
{
  const gsize n_magic_bytes = strlen (MAGIC);
  guint8 *bytes = g_malloc (n_magic_bytes + n_bytes);

  memcpy (bytes, MAGIC, n_magic_bytes);
  if (n_bytes > 0)
    memcpy (bytes + n_magic_bytes, data, n_bytes);

  return bytes;
}

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize n_bytes)
{
  g_autofree guint8 *bytes = with_magic (data, n_bytes);
  g_autoptr (StrataSource) whole = fuzz_source_new (bytes, strlen (MAGIC) + n_bytes, 0);
  g_autoptr (StrataSource) bit_by_bit = fuzz_source_new (bytes, strlen (MAGIC) + n_bytes, 7);
  guint32 hash;
  guint32 other_hash;
  const gboolean is_read = fuzz_source_drain (whole, &hash);
  const gboolean is_read_too = fuzz_source_drain (bit_by_bit, &other_hash);

  /* If damage and the limit are close together, either may be reached first. */
  if (is_read && is_read_too)
    {
      fuzz_assert ((strata_source_get_damage (whole) == NULL) == (strata_source_get_damage (bit_by_bit) == NULL));
      if (strata_source_get_damage (whole) == NULL)
        fuzz_assert (strata_source_get_offset (whole) == strata_source_get_offset (bit_by_bit) && hash == other_hash);
    }

  return 0;
}
