/* strata-finding.c - the most important finding, as the last line of a report
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-finding.h"

#include "strata-headline.h"

/**
 * strata_finding_write:
 * @output: where to write
 * @frames: the frames of a trace
 *
 * Writes the sentence that the window shows when it opens the same file, with the default limits for long tasks. Writes
 * nothing if there is nothing to report.
 */
void
strata_finding_write (StrataOutput *output,
                      const StrataFrames *frames)
{
  g_autoptr (StrataTaskLimits) limits = strata_task_limits_new (STRATA_LONG_TASK_WARN_NS, STRATA_LONG_TASK_SEVERE_NS);
  g_autoptr (GArray) tasks = strata_long_tasks_find (strata_frames_get_trace (frames), limits);
  StrataHeadline headline;

  strata_headline_find (&headline, frames, (const StrataLongTask *) (gpointer) tasks->data, tasks->len);

  g_autofree char *text = strata_headline_dup_text (&headline, frames, (const StrataLongTask *) (gpointer) tasks->data, tasks->len);

  if (text == NULL)
    return;

  strata_output_char (output, '\n');
  strata_output_plain (output, text);
  strata_output_text (output, ".\n");
}
