/* fuzz-sniff.c - any bytes, checked by all formats
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "fuzz.h"

#include "strata-format-list.h"
#include "strata-refusal.h"

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize n_bytes)
{
  const StrataFormat *const *formats = strata_format_get_all ();

  for (guint i = 0; formats[i] != NULL; i++)
    {
      const int score = formats[i]->sniff (data, n_bytes);

      fuzz_assert (score >= 0 && score <= 100);
    }
  strata_format_sniff (data, n_bytes);
  strata_refusal_find (data, n_bytes);

  return 0;
}
