/* strata-cpuprofile-nodes.h - the call tree of a CPU profile of V8 or ArkTS
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-json-reader.h"
#include "strata-stack-tree.h"

G_BEGIN_DECLS

typedef struct _StrataCpuprofileNodes StrataCpuprofileNodes;

StrataCpuprofileNodes *strata_cpuprofile_nodes_new (StrataTraceBuilder *builder);
void strata_cpuprofile_nodes_free (StrataCpuprofileNodes *self);
gboolean strata_cpuprofile_nodes_read (StrataCpuprofileNodes *self, StrataJsonReader *json, GError **error);
void strata_cpuprofile_nodes_append (StrataCpuprofileNodes *self, const StrataCpuprofileNodes *other);
const StrataStackNode *strata_cpuprofile_nodes_link (StrataCpuprofileNodes *self, guint32 *n_nodes);
guint32 strata_cpuprofile_nodes_find (StrataCpuprofileNodes *self, gint64 id);
gboolean strata_cpuprofile_nodes_is_idle (StrataCpuprofileNodes *self, guint32 node);

G_END_DECLS
