/* strata-device-builder.c - devices that are only found while a file is read
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-device-builder.h"

#include "strata-trace-builder-private.h"

/* The device of each file is known before it is read. A file may contain further devices, such as a trace of a host and
 * its virtual machines. They get the next numbers and their own names. */

/**
 * strata_trace_builder_set_n_devices:
 * @self: the builder
 * @n_devices: how many devices the files have
 *
 * Sets how many device numbers are taken.
 */
void
strata_trace_builder_set_n_devices (StrataTraceBuilder *self,
                                    guint n_devices)
{
  self->n_devices = n_devices;
}

/**
 * strata_trace_builder_add_device:
 * @self: the builder
 *
 * Adds a device without its own file.
 *
 * Returns: its number, or %STRATA_NONE if there are too many
 */
guint
strata_trace_builder_add_device (StrataTraceBuilder *self)
{
  self->n_devices = MAX (self->n_devices, 1);
  return self->n_devices < STRATA_MAX_DEVICES ? self->n_devices++ : STRATA_NONE;
}

/**
 * strata_trace_builder_set_device:
 * @self: the builder, not in a file with separate threads
 * @device: number of a device
 *
 * Sets the device of the following ids.
 */
void
strata_trace_builder_set_device (StrataTraceBuilder *self,
                                 guint device)
{
  self->device = device;
  self->thread_scope = device;
}

/**
 * strata_trace_builder_name_device:
 * @self: the builder
 * @device: number of a device from [method@Strata.TraceBuilder.add_device]
 * @name: its name
 *
 * Sets the name that distinguishes its processes from those of other devices.
 */
void
strata_trace_builder_name_device (StrataTraceBuilder *self,
                                  guint device,
                                  const char *name)
{
  while (self->device_names.n <= device)
    strata_column_push_u32 (&self->device_names, STRATA_STRING_EMPTY);

  strata_column_at (&self->device_names, guint32, device) = strata_string_pool_intern (self->trace->strings, name, strlen (name));
}

static const StrataInput *
find_first_input (const StrataTraceBuilder *self,
                  guint device)
{
  for (guint i = 0; i < self->trace->inputs->len; i++)
    {
      const StrataInput *input = &g_array_index (self->trace->inputs, StrataInput, i);

      if (input->device == device)
        return input;
    }

  return NULL;
}

/**
 * strata_trace_builder_dup_device_name:
 * @self: the builder
 * @device: number of a device
 *
 * Returns: (transfer full) (nullable): the name that distinguishes its processes: its own, or that of its first file; %NULL for the first device
 */
char *
strata_trace_builder_dup_device_name (const StrataTraceBuilder *self,
                                      guint device)
{
  const guint32 name = device < self->device_names.n ? strata_column_at (&self->device_names, guint32, device) : STRATA_STRING_EMPTY;
  const StrataInput *input = device > 0 ? find_first_input (self, device) : NULL;

  if (device > 0 && name != STRATA_STRING_EMPTY)
    return g_strdup (strata_string_pool_get (self->trace->strings, name));

  return input != NULL ? g_path_get_basename (input->name) : NULL;
}
