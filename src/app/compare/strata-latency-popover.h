/* strata-latency-popover.h - chooses the latencies to measure in two captures
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-session-pair.h"

G_BEGIN_DECLS

#define STRATA_TYPE_LATENCY_POPOVER (strata_latency_popover_get_type ())
G_DECLARE_FINAL_TYPE (StrataLatencyPopover, strata_latency_popover, STRATA, LATENCY_POPOVER, GtkPopover)

/* Actions: latency.add adds the names that are filled in, latency.remove (u: which) and
 * latency.remove-all. */

GtkWidget *strata_latency_popover_new (StrataSessionPair *pair);
void strata_latency_popover_set_names (StrataLatencyPopover *self, const char *from, const char *to);

G_END_DECLS
