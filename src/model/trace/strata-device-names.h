/* strata-device-names.h - names of the devices of a trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-trace.h"

G_BEGIN_DECLS

/* The name of a machine without a name, before its id. */
#define STRATA_DEVICE_MACHINE "machine "

const char *strata_device_names_find (StrataTrace *trace, guint device);
char *strata_device_names_dup_title (StrataTrace *trace, guint device);

G_END_DECLS
