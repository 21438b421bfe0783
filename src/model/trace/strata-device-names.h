/* strata-device-names.h - the devices of a trace and their names
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-trace.h"

G_BEGIN_DECLS

/* The name of a machine without a name, before its id. */
#define STRATA_DEVICE_MACHINE "machine "

/* The device of a thread or process. A method trace next to other files belongs to the first one. */
static inline guint32
strata_device_or_first (guint32 device)
{
  return device != STRATA_NONE ? device : 0;
}

guint strata_device_names_count (StrataTrace *trace);
const char *strata_device_names_find (StrataTrace *trace, guint device);
char *strata_device_names_dup_title (StrataTrace *trace, guint device);

G_END_DECLS
