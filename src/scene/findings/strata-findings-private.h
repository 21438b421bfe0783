/* strata-findings-private.h - shared by the files of the findings
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-findings.h"
#include "strata-job.h"
#include "strata-search.h"

G_BEGIN_DECLS

/* A running search; the job that runs it owns it. */
typedef struct _StrataSearchRequest StrataSearchRequest;

/* The main finding and its sentence. */
typedef struct
{
  StrataHeadline headline;
  char *text; /* owned; nullable */
} StrataFoundHeadline;

struct _StrataFindings
{
  GObject parent_instance;

  StrataView *view; /* owned */

  /* NULL until frames were searched for */
  StrataFrames *frames;     /* owned */
  GArray *frame_rows;       /* (element-type StrataFrameRows) owned: by process */
  GArray *phases;           /* (element-type StrataPhase) owned: by begin */
  GArray *phase_rows;       /* (element-type StrataPhaseRows) owned: by process */
  GArray *vsyncs_ns;        /* (element-type gint64) owned: ascending */
  GArray *tasks;            /* (element-type StrataLongTask) owned */
  StrataTaskLimits *limits; /* owned; NULL for HiCollie's limits */

  StrataFoundHeadline *headline; /* owned; NULL until frames were searched for */
  StrataJob *headline_job;       /* owned; NULL until limits were set */

  char *text;                         /* owned; nullable: as typed */
  char *error;                        /* owned; nullable: the part that cannot be understood */
  StrataSearch *search;               /* owned; nullable: the parsed text */
  StrataHits *hits;                   /* owned; nullable */
  StrataJob *search_job;              /* owned; NULL until something is searched */
  const StrataSearchRequest *request; /* borrowed from the job; NULL while no search runs */
  StrataOthers others;
  gboolean only_hit_lanes;

  StrataResult *results[STRATA_N_RESULTS]; /* owned; nullable */
  guint oldest_result;                     /* counts up: which one is replaced next */

  GArray *events; /* (element-type StrataEventMark) owned; nullable */
};

/* strata-findings-rows.c: makes the rows of lanes and the VSYNCs from the frames and phases. No signal. */
void strata_findings_make_rows (StrataFindings *self);

/* Frees what strata_findings_make_rows() made; may be called twice. No signal. */
void strata_findings_clear_rows (StrataFindings *self);

/* strata-findings-headline.c: finds the headline of the frames and tasks in the caller's thread. Emits ::headline-changed. */
void strata_findings_find_headline_now (StrataFindings *self);

/* Finds it again in the background, if there are frames. Call it when the tasks have changed. Emits
 * ::headline-changed later. */
void strata_findings_restart_headline (StrataFindings *self);

/* Stops the job and frees the headline. For finalize: no signal. */
void strata_findings_clear_headline (StrataFindings *self);

/* Emits ::headline-changed. */
void strata_findings_emit_headline_changed (StrataFindings *self);

/* strata-findings-search.c: forgets the hits and emits ::hits-changed if there were any; the search itself stays. */
void strata_findings_drop_hits (StrataFindings *self);

/* Repeats the search, if there is one, in the background. Call it when times or names are displayed differently. */
void strata_findings_restart_search (StrataFindings *self);

/* Stops the search and frees all of it. For finalize: no signal. */
void strata_findings_clear_search (StrataFindings *self);

/* Emits ::search-changed with the current state of the search. */
void strata_findings_emit_search_changed (StrataFindings *self);

/* strata-findings-results.c: frees the results. Also for finalize: no signal. */
void strata_findings_free_results (StrataFindings *self);

/* Emits ::results-changed. */
void strata_findings_emit_results_changed (StrataFindings *self);

/* Emits ::hits-changed with the number of hits that are drawn. */
void strata_findings_emit_hits_changed (StrataFindings *self);

G_END_DECLS
