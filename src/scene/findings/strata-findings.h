/* strata-findings.h - what was found in a trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-causes.h"
#include "strata-headline.h"
#include "strata-hits.h"
#include "strata-long-tasks.h"
#include "strata-phases.h"
#include "strata-result.h"
#include "strata-view.h"

G_BEGIN_DECLS

/* Which findings have changed. */
typedef enum
{
  STRATA_FOUND_FRAMES = 1 << 0, /* frames, and phases, which follow from them */
  STRATA_FOUND_TASKS = 1 << 1,  /* long tasks */
} StrataFound;

/* How slices that do not match the search are drawn. */
typedef enum
{
  STRATA_OTHERS_SHOWN,  /* like the hits */
  STRATA_OTHERS_DIMMED, /* pale */
  STRATA_OTHERS_HIDDEN, /* not at all */
} StrataOthers;

/* An event of the text that is not an item of the trace, shown on request. */
typedef struct
{
  gint64 time_ns;   /* when the first one was */
  guint32 thread;   /* index of the thread that wrote it */
  guint32 kind;     /* its kind in the trace's list of kinds, or STRATA_NONE */
  guint32 n_events; /* how many there are at this place, itself included */
} StrataEventMark;

/* The frames of a process, as its lane shows them. */
typedef struct
{
  guint32 process;     /* index of a process, or STRATA_NONE */
  GArray *order;       /* (element-type guint32): its frames by begin; owned */
  GArray *ends_ns;     /* (element-type gint64): ends of the displayed frames, ascending; owned */
  double max_fps;      /* the highest frame rate of the display, per second */
  gboolean has_ui;     /* whether any has a part on the UI thread, which pictures of games do not have */
  gboolean has_system; /* whether the system's frame is known for any of them */
} StrataFrameRows;

/* The phases of a process, as its lane shows them. */
typedef struct
{
  guint32 process; /* index of a process */
  GPtrArray *rows; /* (element-type GArray): indices of phases by begin, one array per row; only the last may overlap; owned */
} StrataPhaseRows;

#define STRATA_TYPE_FINDINGS (strata_findings_get_type ())
G_DECLARE_FINAL_TYPE (StrataFindings, strata_findings, STRATA, FINDINGS, GObject)

/* Signals:
 *   frames-changed (StrataFound found)
 *     which findings have changed
 *   headline-changed (StrataHeadlineKind kind)
 *     the main finding, or its sentence
 *   search-changed (guint n_hits, gboolean is_counted)
 *     what is searched for, or how many hits are known so far, and whether that is all
 *   hits-changed (guint n_hits)
 *     the drawn hits, or how other slices are drawn; 0 without a search
 *   events-changed (guint n_events)
 *     the events that are marked on their threads
 *   results-changed ()
 *     which query results are lanes */

StrataFindings *strata_findings_new (StrataView *view);

void strata_findings_find_frames (StrataFindings *self);
StrataFrames *strata_findings_get_frames (StrataFindings *self);
guint32 strata_findings_get_frame_slice (StrataFindings *self, guint32 frame);
StrataSpan strata_findings_get_frame_span (StrataFindings *self, guint32 frame);
const StrataFrameRows *strata_findings_find_frame_rows (StrataFindings *self, guint32 process);
const gint64 *strata_findings_get_vsyncs (StrataFindings *self, guint *n_vsyncs);
guint32 strata_findings_find_long_task (StrataFindings *self, StrataSpan span);
char *strata_findings_describe_task (StrataFindings *self, guint32 task);
guint32 strata_findings_find_slow_frame (StrataFindings *self, StrataSpan span);
char *strata_findings_describe_frame (StrataFindings *self, guint32 frame);

const StrataPhase *strata_findings_get_phases (StrataFindings *self, guint *n_phases);
StrataSpan strata_findings_get_phase_span (StrataFindings *self, guint32 phase);
const StrataPhaseRows *strata_findings_find_phase_rows (StrataFindings *self, guint32 process);
char *strata_findings_describe_phase (StrataFindings *self, guint32 phase);

const StrataLongTask *strata_findings_get_long_tasks (StrataFindings *self, guint *n_tasks);
void strata_findings_set_task_limits (StrataFindings *self, StrataTaskLimits *limits);

const StrataHeadline *strata_findings_get_headline (StrataFindings *self);
const char *strata_findings_get_headline_text (StrataFindings *self);
gboolean strata_findings_has_slow (StrataFindings *self);

void strata_findings_lay_out_lanes (StrataFindings *self, StrataLanes *lanes);

void strata_findings_search (StrataFindings *self, const char *text);
const char *strata_findings_get_search (StrataFindings *self);
const char *strata_findings_get_search_error (StrataFindings *self);
gboolean strata_findings_is_searching (StrataFindings *self);
gboolean strata_findings_is_search_running (StrataFindings *self);
guint32 strata_findings_get_n_hits (StrataFindings *self, gboolean *is_counted);
const StrataHits *strata_findings_get_hits (StrataFindings *self);
gboolean strata_findings_has_hit (StrataFindings *self, guint32 lane);
StrataOthers strata_findings_get_others (StrataFindings *self);
void strata_findings_set_others (StrataFindings *self, StrataOthers others);
gboolean strata_findings_get_only_hit_lanes (StrataFindings *self);
void strata_findings_set_only_hit_lanes (StrataFindings *self, gboolean is_only);

void strata_findings_take_result (StrataFindings *self, StrataResult *result);
void strata_findings_clear_results (StrataFindings *self);
const StrataResult *strata_findings_get_result (StrataFindings *self, guint slot);
const StrataResultSpan *strata_findings_get_result_span (StrataFindings *self, guint32 index);

void strata_findings_take_events (StrataFindings *self, GArray *events);
const StrataEventMark *strata_findings_get_events (StrataFindings *self, guint *n_events);
guint strata_findings_find_event (StrataFindings *self, guint32 thread, gint64 time_ns);

G_END_DECLS
