/* strata-method-walk.h - one pass over the records of a method trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-method-arcs.h"
#include "strata-method-sums.h"

G_BEGIN_DECLS

void strata_method_walk (const StrataMethodLog *log, const guint32 *index_of, StrataMethodSums *sums, StrataMethodArcs *arcs);

G_END_DECLS
