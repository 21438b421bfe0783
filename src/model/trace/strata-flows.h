/* strata-flows.h - flows, by which programs connect slices and instants
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-trace.h"

G_BEGIN_DECLS

/* Arguments of slices and instants with the number of a flow: it goes on, or ends there. If the event that ends a slice
 * has the flow, it is there at that time. */
#define STRATA_FLOW_KEY "flow"
#define STRATA_FLOW_END_KEY "flow_end"
#define STRATA_FLOW_LATE_KEY "late_flow"
#define STRATA_FLOW_LATE_END_KEY "late_flow_end"

/* Older programs say where a flow starts, and where it goes on if it has started. An arrow to where it comes in does not
 * end it. */
#define STRATA_FLOW_OUT_KEY "flow_out"
#define STRATA_FLOW_IN_OUT_KEY "flow_in_out"
#define STRATA_FLOW_IN_KEY "flow_in"

/* What an argument says of a flow. */
typedef enum
{
  STRATA_FLOW_NONE,   /* no step of a flow */
  STRATA_FLOW_STEP,   /* it starts or goes on */
  STRATA_FLOW_END,    /* it ends */
  STRATA_FLOW_OUT,    /* it starts, unless it has started */
  STRATA_FLOW_IN_OUT, /* it goes on, if it has started */
  STRATA_FLOW_IN,     /* it leads there, and goes on from where it was */
} StrataFlowKind;

/* A step of a flow. Both are indices of slices or, from the number of slices on, of instants. */
typedef struct
{
  guint32 from; /* the one that begins earlier */
  guint32 to;   /* the other one */
  guint64 id;   /* number of the flow */
} StrataFlowLink;

StrataFlowKind strata_flow_get_kind (const StrataArg *arg);
gboolean strata_flow_is_late (const StrataArg *arg);
GArray *strata_flows_list_links (StrataTrace *trace, guint32 slice);
GArray *strata_flows_list_all (StrataTrace *trace);

G_END_DECLS
