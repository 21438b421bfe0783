/* strata-perfetto-own.h - data that strata-cli writes into Perfetto traces without a field of their own
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

/* Number of lost events if it is not known how many are missing, or whether any are. Other programs treat any number as "some". */
#define STRATA_PERFETTO_LOST_UNKNOWN G_MAXUINT64

/* Flows with such numbers repeat links that Strata makes of other data. 1 in 2^32 numbers of programs is one, too. */
#define STRATA_PERFETTO_OWN_FLOWS (G_GUINT64_CONSTANT (0x5b1d5b1d) << 32)
#define STRATA_PERFETTO_IS_OWN_FLOW(number) ((number) >> 32 == STRATA_PERFETTO_OWN_FLOWS >> 32)

/* Letters of the priorities of Android's log, by number; digits for those without one. */
#define STRATA_PERFETTO_LOG_LETTERS "?1VDIWEFS9"

/* Longer log lines are cut when they are read. */
#define STRATA_PERFETTO_MAX_LOG_BYTES (16 * 1024)

/* Names of annotations, which other programs show as arguments. Their values are texts. */
#define STRATA_PERFETTO_OWN "strata."
#define STRATA_PERFETTO_OWN_LEVEL STRATA_PERFETTO_OWN "level"
#define STRATA_PERFETTO_OWN_TAGS STRATA_PERFETTO_OWN "tags"
#define STRATA_PERFETTO_OWN_CHAIN STRATA_PERFETTO_OWN "chain"
#define STRATA_PERFETTO_OWN_EXTRA STRATA_PERFETTO_OWN "extra"
#define STRATA_PERFETTO_OWN_COOKIE STRATA_PERFETTO_OWN "cookie"
#define STRATA_PERFETTO_OWN_TID STRATA_PERFETTO_OWN "tid"
#define STRATA_PERFETTO_OWN_PID STRATA_PERFETTO_OWN "pid"
#define STRATA_PERFETTO_OWN_ARG STRATA_PERFETTO_OWN "arg" /* an argument without a name */
#define STRATA_PERFETTO_OWN_CPU_TIME STRATA_PERFETTO_OWN "cpu_ns"
#define STRATA_PERFETTO_OWN_LASTS STRATA_PERFETTO_OWN "lasts_ns" /* of an asynchronous slice without an end that was over before the trace */
#define STRATA_PERFETTO_OWN_SAMPLED STRATA_PERFETTO_OWN "sampled"
#define STRATA_PERFETTO_OWN_APART STRATA_PERFETTO_OWN "apart" /* an instant that is not inside the one before it, at the same time */
