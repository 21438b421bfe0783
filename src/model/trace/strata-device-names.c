/* strata-device-names.c - names of the devices of a trace
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

/**
 * strata_device_names_dup_title:
 * @trace: a trace
 * @device: number of a device
 *
 * Returns: (transfer full): its name, in UTF-8, or else its number from 1; the empty string for the first device. A trace of
 *   several devices that was converted has the numbers, but no names
 */
char *
strata_device_names_dup_title (StrataTrace *trace,
                               guint device)
{
  const char *name = strata_device_names_find (trace, device);

  if (name == NULL && device > 0)
    return g_strdup_printf ("device %u", device + 1);

  return name != NULL ? g_utf8_make_valid (name, -1) : g_strdup ("");
}
