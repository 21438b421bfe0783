/* strata-cpu-title.c - the title of a CPU
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-cpu-title.h"

#include <glib/gi18n-lib.h>

#include "strata-device-names.h"

/**
 * strata_cpu_dup_title:
 * @trace: a trace
 * @cpu: number of a CPU, which includes the number of its device
 *
 * Returns: (transfer full): its number on its device, and the device's name if it is not the first
 */
char *
strata_cpu_dup_title (StrataTrace *trace,
                      guint32 cpu)
{
  const guint32 device = cpu / STRATA_DEVICE_CPUS;
  const char *name = strata_device_names_find (trace, device);

  if (device == 0)
    return g_strdup_printf (_ ("CPU %u"), cpu);
  if (name == NULL)
    return g_strdup_printf (_ ("CPU %u, device %u"), cpu % STRATA_DEVICE_CPUS, device + 1);

  g_autofree char *shown = g_utf8_make_valid (name, -1);

  return g_strdup_printf (_ ("CPU %u of %s"), cpu % STRATA_DEVICE_CPUS, shown);
}
