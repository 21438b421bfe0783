/* strata-flows.h - flows, by which programs connect slices and instants
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-trace.h"

G_BEGIN_DECLS

/* Arguments of slices and instants with the number of a flow: it goes on, or ends there. */
#define STRATA_FLOW_KEY "flow"
#define STRATA_FLOW_END_KEY "flow_end"

/**
 * StrataFlowLink:
 * @from: the earlier one
 * @to: the next one
 * @id: number of the flow
 *
 * A step of a flow. Both are indices of slices or, from the number of slices on, of instants.
 */
typedef struct
{
  guint32 from;
  guint32 to;
  guint64 id;
} StrataFlowLink;

GArray *strata_flows_list_links (StrataTrace *trace, guint32 slice);
GArray *strata_flows_list_all (StrataTrace *trace);

G_END_DECLS
