/* strata-finding.h - the most important finding, as the last line of a report
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-frames.h"
#include "strata-output.h"

G_BEGIN_DECLS

void strata_finding_write (StrataOutput *output, const StrataFrames *frames);

G_END_DECLS
