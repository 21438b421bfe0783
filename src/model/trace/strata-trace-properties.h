/* strata-trace-properties.h - properties of traces of a single format
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

/* Why a freeze log was written, such as "UI_BLOCK_6S". */
#define STRATA_FREEZE_PROPERTY "freeze-reason"

/* The id of the process that such a log is about. */
#define STRATA_FREEZE_PID_PROPERTY "freeze-pid"

/* The function of the kernel that a thread was in whose stack could not be sampled. */
#define STRATA_FREEZE_WCHAN_PROPERTY "freeze-wchan"
