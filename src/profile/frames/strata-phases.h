/* strata-phases.h - from an input to its picture, and from a start to the first frame
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-frames.h"

G_BEGIN_DECLS

/* Kinds of phases. */
typedef enum
{
  STRATA_PHASE_INPUT,     /* from the delivery of an input event to the end of the frame that takes it */
  STRATA_PHASE_START,     /* a step of the start of an app; the last one is its first frame */
  STRATA_PHASE_START_ALL, /* the start of an app, from its first step to the end of its first frame */
} StrataPhaseKind;

/* A span of time that the user waits for. */
typedef struct
{
  StrataPhaseKind kind; /* what kind of phase */
  guint32 process;      /* index of the app */
  guint32 slice;        /* the slice that it begins with */
  guint32 name;         /* string id of that slice's name */
  gint64 begin_ns;      /* when it begins */
  gint64 end_ns;        /* when it ends */
} StrataPhase;

GArray *strata_phases_find (const StrataFrames *frames);
const char *strata_phase_kind_get_id (StrataPhaseKind kind);
const char *strata_phase_kind_get_name (StrataPhaseKind kind);
gboolean strata_phase_is_name (const char *name);

G_END_DECLS
