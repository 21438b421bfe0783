/* strata-out-losses.h - what a written file does not have as the trace has it
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-out-ids.h"

G_BEGIN_DECLS

GPtrArray *strata_out_losses_list (StrataTrace *trace, const StrataClip *clip, StrataOutForm form);

G_END_DECLS
