/* strata-diff-sets.h - strata-cli diff --a --b: two sets of runs
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-command.h"
#include "strata-runs-diff.h"

G_BEGIN_DECLS

/* A request to compare two sets. */
typedef struct
{
  const StrataCommand *command;             /* the command */
  char **files[STRATA_N_DIFF_SIDES];        /* of each side (array zero-terminated=1): files, folders and patterns */
  const char *span[STRATA_N_DIFF_SIDES];    /* of each side (nullable): the time range that counts */
  const char *process[STRATA_N_DIFF_SIDES]; /* of each side (nullable): the process that counts */
  const char *thread[STRATA_N_DIFF_SIDES];  /* of each side (nullable): the thread that counts */
  const char *mapping[STRATA_N_DIFF_SIDES]; /* of each side (nullable): the mapping that restores names of methods */
  StrataLoadOptions load;                   /* how to load files */
  gboolean keeps_names;                     /* whether names in the files are kept */
  StrataClocks clock;                       /* the clock of single calls; 0 for that of the captures */
  StrataRunsOptions options;                /* the options */
  GArray *conditions;                       /* (element-type StrataDiffCondition): conditions that make it fail */
  StrataTableStyle style;                   /* the style of the output */
  gboolean is_html;                         /* whether to write a page instead */
  gboolean lists_runs;                      /* whether to write the runs instead */
  const char *output;                       /* nullable: where to write; NULL for standard output */
  const char *history;                      /* nullable: a CSV file that a line is appended to */
} StrataSetsRequest;

StrataExit strata_diff_sets_run (const StrataSetsRequest *request);

G_END_DECLS
