/* strata-gecko-markers.h - markers in a profile of Firefox
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-json-tree.h"

G_BEGIN_DECLS

/* The markers of a thread, as columns of values of the same length. */
typedef struct
{
  const StrataJsonTree *tree;  /* borrowed */
  StrataTraceBuilder *builder; /* borrowed */
  guint32 thread;              /* index in the builder */
  guint32 process;             /* the same */
  guint32 lane;                /* string id: name of the lane of spans */
  double distance_ms;          /* is added to times */
  const GArray *strings;       /* (element-type guint32) borrowed */
  const GArray *names;         /* the same: numbers of strings */
  const GArray *starts;        /* the same: times */
  const GArray *ends;          /* the same */
  const GArray *phases;        /* the same */
  const GArray *data;          /* the same: objects */
} StrataGeckoMarkers;

guint strata_gecko_markers_add (const StrataGeckoMarkers *self);

G_END_DECLS
