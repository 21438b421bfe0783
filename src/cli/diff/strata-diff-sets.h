/* strata-diff-sets.h - strata-cli diff --a --b: two sets of runs
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-command.h"
#include "strata-runs-diff.h"

G_BEGIN_DECLS

/**
 * StrataSetsRequest:
 * @command: the command
 * @files: of each side (array zero-terminated=1): files, folders and patterns
 * @span: of each side (nullable): the time range that counts
 * @process: of each side (nullable): the process that counts
 * @thread: of each side (nullable): the thread that counts
 * @mapping: of each side (nullable): the mapping that restores names of methods
 * @load: how to load files
 * @keeps_names: whether names in the files are kept
 * @clock: the clock of single calls; 0 for that of the captures
 * @options: the options
 * @conditions: (element-type StrataDiffCondition): conditions that make it fail
 * @style: the style of the output
 * @is_html: whether to write a page instead
 * @lists_runs: whether to write the runs instead
 * @output: (nullable): where to write; %NULL for standard output
 * @history: (nullable): a CSV file that a line is appended to
 *
 * A request to compare two sets.
 */
typedef struct
{
  const StrataCommand *command;
  char **files[STRATA_N_DIFF_SIDES];
  const char *span[STRATA_N_DIFF_SIDES];
  const char *process[STRATA_N_DIFF_SIDES];
  const char *thread[STRATA_N_DIFF_SIDES];
  const char *mapping[STRATA_N_DIFF_SIDES];
  StrataLoadOptions load;
  gboolean keeps_names;
  StrataClocks clock;
  StrataRunsOptions options;
  GArray *conditions;
  StrataTableStyle style;
  gboolean is_html;
  gboolean lists_runs;
  const char *output;
  const char *history;
} StrataSetsRequest;

StrataExit strata_diff_sets_run (const StrataSetsRequest *request);

G_END_DECLS
