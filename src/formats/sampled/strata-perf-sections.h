/* strata-perf-sections.h - sections of a perf.data about its machine, events and libraries
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-perf-bytes.h"
#include "strata-perf-maps.h"
#include "strata-trace-builder.h"

G_BEGIN_DECLS

/* The numbered sections after the records. */
typedef struct
{
  StrataTraceBuilder *builder; /* borrowed: where properties go */
  StrataPerfMaps *maps;        /* borrowed: where symbols and build ids go */
  GPtrArray *names;            /* (element-type utf8) owned: names of events, in the order of their descriptions */
  GHashTable *types;           /* (element-type utf8 utf8) owned: names of events, by "type,config" */
} StrataPerfSections;

void strata_perf_sections_init (StrataPerfSections *self, StrataTraceBuilder *builder, StrataPerfMaps *maps);
void strata_perf_sections_clear (StrataPerfSections *self);
void strata_perf_sections_read (StrataPerfSections *self, guint number, StrataPerfBytes section);
const char *strata_perf_sections_find_event (const StrataPerfSections *self, guint nth, guint32 type, guint64 config);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (StrataPerfSections, strata_perf_sections_clear)

G_END_DECLS
