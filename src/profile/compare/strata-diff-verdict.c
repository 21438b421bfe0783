/* strata-diff-verdict.c - what is said of a name in words
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-diff.h"

#include <glib/gi18n-lib.h>

static const struct
{
  const char *id;
  const char *title;
} verdicts[] = {
  [STRATA_DIFF_SLOWER] = { "slower", N_ ("slower") },
  [STRATA_DIFF_ADDED] = { "added", N_ ("only in B") },
  [STRATA_DIFF_FASTER] = { "faster", N_ ("faster") },
  [STRATA_DIFF_REMOVED] = { "removed", N_ ("only in A") },
  [STRATA_DIFF_MORE_CALLS] = { "more-calls", N_ ("more calls") },
  [STRATA_DIFF_FEWER_CALLS] = { "fewer-calls", N_ ("fewer calls") },
  [STRATA_DIFF_SLOWER_INSIDE] = { "slower-inside", N_ ("slower in what it calls") },
  [STRATA_DIFF_FASTER_INSIDE] = { "faster-inside", N_ ("faster in what it calls") },
  [STRATA_DIFF_TOO_FEW] = { "too-few", N_ ("too few calls to compare") },
  [STRATA_DIFF_NOISE] = { "noise", N_ ("not significant") },
  [STRATA_DIFF_SAME] = { "same", N_ ("the same") },
};

/**
 * strata_diff_verdict_get_id:
 * @verdict: what is said
 *
 * Returns: what programs call it, a contract
 */
const char *
strata_diff_verdict_get_id (StrataDiffVerdict verdict)
{
  return verdicts[verdict].id;
}

/**
 * strata_diff_verdict_get_title:
 * @verdict: what is said
 *
 * Returns: what people call it, translated
 */
const char *
strata_diff_verdict_get_title (StrataDiffVerdict verdict)
{
  return _ (verdicts[verdict].title);
}

/**
 * strata_diff_verdict_is_real:
 * @verdict: what is said
 *
 * Returns: whether it is said of something that is more than chance
 */
gboolean
strata_diff_verdict_is_real (StrataDiffVerdict verdict)
{
  return verdict < STRATA_DIFF_TOO_FEW;
}
