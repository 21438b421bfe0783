/* strata-device-builder.h - devices that are only found while a file is read
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-trace-builder.h"

G_BEGIN_DECLS

void strata_trace_builder_set_n_devices (StrataTraceBuilder *self, guint n_devices);
guint strata_trace_builder_add_device (StrataTraceBuilder *self);
void strata_trace_builder_set_device (StrataTraceBuilder *self, guint device);
void strata_trace_builder_name_device (StrataTraceBuilder *self, guint device, const char *name);
char *strata_trace_builder_dup_device_name (const StrataTraceBuilder *self, guint device);

G_END_DECLS
