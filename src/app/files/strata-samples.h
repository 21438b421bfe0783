/* strata-samples.h - the traces that come with the program
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* The samples of the tour. */
#define STRATA_SAMPLE_SLOW_FRAME "android-slow-frame.ftrace.zst"
#define STRATA_SAMPLE_BUSY_CPUS "android-busy-cpus.ftrace.zst"

/* A trace to try the program on. */
typedef struct
{
  const char *file_name;   /* name of the file in the folder of samples */
  const char *title;       /* its title, translated */
  const char *description; /* what it shows, translated */
} StrataSample;

GArray *strata_samples_list (void);
GFile *strata_samples_get_file (const StrataSample *sample);
GFile *strata_samples_find (const char *file_name);

G_END_DECLS
