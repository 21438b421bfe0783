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

/* The input of a page in addition to the comparison of names. All but @pictures is borrowed. */
typedef struct
{
  char *files[STRATA_N_DIFF_SIDES];         /* the names of the captures */
  StrataTrace *traces[STRATA_N_DIFF_SIDES]; /* the captures */
  StrataScope scopes[STRATA_N_DIFF_SIDES];  /* the scope of each */
  GArray *threads;                          /* (element-type StrataDiffThread): their threads */
  GArray *frames;                           /* (element-type StrataDiffFrames): summaries of their frames */
  /* nullable: all frames of each */
  StrataFrames *all_frames[STRATA_N_DIFF_SIDES];
  GArray *measures; /* (element-type StrataDiffMeasure): other measures */
  /* nullable: their timelines, see strata_diff_page_take_pictures() */
  StrataExportPicture *pictures[STRATA_N_DIFF_SIDES][STRATA_N_DIFF_PAGE_PICTURES];
} StrataDiffPage;

void strata_diff_page_take_pictures (StrataDiffPage *self, StrataDiffSide side, StrataSession *session, StrataSpan span);
void strata_diff_page_clear_pictures (StrataDiffPage *self);
void strata_diff_page_write (StrataOutput *output, StrataDiff *diff, const StrataDiffPage *input);

G_END_DECLS
