/* strata-samples.c - the traces that come with the program
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-samples.h"

#include <glib/gi18n-lib.h>

#include "strata-folder.h"

static const StrataSample samples[] = {
  { STRATA_SAMPLE_SLOW_FRAME, N_ ("Android: a slow frame"), N_ ("An atrace capture in which one frame takes too long") },
  { "openharmony-slow-frame.ftrace.zst", N_ ("OpenHarmony: a slow frame"), N_ ("A HiTrace capture in which one frame takes too long") },
  { STRATA_SAMPLE_BUSY_CPUS, N_ ("Android: busy CPUs"), N_ ("A frame is late because other threads use the CPUs") },
  { "openharmony-slow-disk.ftrace.zst", N_ ("OpenHarmony: a slow disk"), N_ ("A frame is late because it waits for the disk") },
  { "method-trace.trace", N_ ("Method trace"), N_ ("Every method call of a short run, with both clocks") },
};

GFile *
strata_samples_get_file (const StrataSample *sample)
{
  return g_file_new_build_filename (strata_folder_get (STRATA_FOLDER_SAMPLES), sample->file_name, NULL);
}

/**
 * strata_samples_find:
 * @file_name: name of a sample's file
 *
 * Returns: (transfer full) (nullable): the file, if it exists
 */
GFile *
strata_samples_find (const char *file_name)
{
  g_autoptr (GFile) file = strata_samples_get_file (&(StrataSample){ file_name, NULL, NULL });

  return g_file_query_exists (file, NULL) ? g_steal_pointer (&file) : NULL;
}

/**
 * strata_samples_list:
 *
 * Lists the installed samples.
 *
 * Returns: (transfer full) (element-type StrataSample): the samples
 */
GArray *
strata_samples_list (void)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (StrataSample));

  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autoptr (GFile) file = strata_samples_get_file (&samples[i]);
      StrataSample sample = { samples[i].file_name, _ (samples[i].title), _ (samples[i].description) };

      if (g_file_query_exists (file, NULL))
        g_array_append_val (list, sample);
    }

  return list;
}
