/* strata-device-names.c - what the devices of a trace are called
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-device-names.h"

#include "strata-trace-private.h"

/**
 * strata_device_names_find:
 * @trace: a trace
 * @device: number of a device
 *
 * Returns: (nullable) (transfer none): its name, such as "machine 5" or that of its first file; %NULL for the first device
 */
const char *
strata_device_names_find (StrataTrace *trace,
                          guint device)
{
  const StrataTrace *owner = trace->base != NULL ? trace->base : trace;

  return device < owner->device_names->len ? g_ptr_array_index (owner->device_names, device) : NULL;
}
