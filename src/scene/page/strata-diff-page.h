/* strata-diff-page.h - a comparison as an HTML page
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-diff-frames.h"
#include "strata-diff-measures.h"
#include "strata-diff-threads.h"
#include "strata-export.h"
#include "strata-output.h"

G_BEGIN_DECLS

/* One for light screens and one for dark ones. */
#define STRATA_N_DIFF_PAGE_PICTURES 2

/**
 * StrataDiffPage:
 * @files: the names of the captures
 * @traces: the captures
 * @scopes: the scope of each
 * @threads: (element-type StrataDiffThread): their threads
 * @frames: (element-type StrataDiffFrames): summaries of their frames
 * @all_frames: (nullable): all frames of each
 * @measures: (element-type StrataDiffMeasure): other measures
 * @pictures: (nullable): their timelines, see strata_diff_page_take_pictures()
 *
 * The input of a page in addition to the comparison of names. All but @pictures is borrowed.
 */
typedef struct
{
  char *files[STRATA_N_DIFF_SIDES];
  StrataTrace *traces[STRATA_N_DIFF_SIDES];
  StrataScope scopes[STRATA_N_DIFF_SIDES];
  GArray *threads;
  GArray *frames;
  StrataFrames *all_frames[STRATA_N_DIFF_SIDES];
  GArray *measures;
  StrataExportPicture *pictures[STRATA_N_DIFF_SIDES][STRATA_N_DIFF_PAGE_PICTURES];
} StrataDiffPage;

void strata_diff_page_take_pictures (StrataDiffPage *self, StrataDiffSide side, StrataSession *session, StrataSpan span);
void strata_diff_page_clear_pictures (StrataDiffPage *self);
void strata_diff_page_write (StrataOutput *output, StrataDiff *diff, const StrataDiffPage *input);

G_END_DECLS
