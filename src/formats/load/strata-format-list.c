/* strata-format-list.c - formats that can be read
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-format-list.h"

/* A format with a lower score is not certain enough. */
#define LEAST_SCORE 20

static const StrataFormat *const formats[] = {
  &strata_format_ftrace,
  &strata_format_rhea,
  &strata_format_html,
  &strata_format_perfetto,
  &strata_format_hitrace_raw,
  &strata_format_trace_dat,
  &strata_format_htrace,
  &strata_format_traceview,
  &strata_format_cpuprofile,
  &strata_format_chrome,
  &strata_format_hicollie,
  &strata_format_freeze,
  &strata_format_perf_script,
  &strata_format_folded,
  &strata_format_perf_data,
  &strata_format_simpleperf,
  &strata_format_hiperf,
  &strata_format_pprof,
  &strata_format_speedscope,
  &strata_format_gecko,
  &strata_format_logcat,
  &strata_format_hilog,
  &strata_format_dmesg,
  &strata_format_syslog,
  &strata_format_journal,
  NULL,
};

const StrataFormat *const *
strata_format_get_all (void)
{
  return formats;
}

/**
 * strata_format_sniff:
 * @data: the first bytes of an input, after decompression
 * @n_bytes: how many there are; 64 KiB are enough
 *
 * Finds out the format of an input by its content.
 *
 * Returns: (nullable) (transfer none): the most certain format, or %NULL
 */
const StrataFormat *
strata_format_sniff (const guint8 *data,
                     gsize n_bytes)
{
  const StrataFormat *best = NULL;
  int best_score = LEAST_SCORE - 1;

  for (gsize i = 0; formats[i] != NULL; i++)
    {
      const int score = formats[i]->sniff (data, n_bytes);

      if (score > best_score)
        {
          best = formats[i];
          best_score = score;
        }
    }

  return best;
}
