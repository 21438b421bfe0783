/* strata-stack-tree.h - the call tree of a sampling profiler, and its samples
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-trace-builder.h"

G_BEGIN_DECLS

/* Stacks of hardly any program are deeper. Each change between samples may add this many slices. The calls beyond are one
 * invisible node at this depth. */
#define STRATA_STACK_MOST_DEPTH 16384

/* No file is worth more slices. */
#define STRATA_STACK_MOST_SLICES 20000000

/* Stacks that share nothing with the ones before them make many slices of a small file. Once there are more than
 * SPARE_SLICES and OUTER_DEPTH a stack, only so many outer calls of each are shown. */
#define STRATA_STACK_SPARE_SLICES 1000000
#define STRATA_STACK_OUTER_DEPTH 64

/* A call in a tree of calls. */
typedef struct
{
  guint32 parent; /* index of the node of the caller, or STRATA_NONE */
  guint32 name;   /* string id, or STRATA_NONE for an invisible node, such as the root */
  guint32 attrs;  /* its attributes */
  guint32 depth;  /* how many visible nodes are above it */
  guint32 outer;  /* the node itself, or its ancestor at the greatest depth below STRATA_STACK_OUTER_DEPTH */
} StrataStackNode;

/* Turns samples, each of them a node of a tree, into slices: a call that stays on the stack from
 * one sample to the next is one slice. A sample lasts until the next one. */
typedef struct
{
  StrataTraceBuilder *builder;  /* borrowed */
  const StrataStackNode *nodes; /* borrowed */
  guint32 thread;
  guint32 current; /* node whose slices are open, or STRATA_NONE */
  gint64 until_ns; /* of the last stack of strata_stack_player_see () */
  gboolean is_cut; /* whether only outer calls are shown from here on */
  GArray *path;    /* (element-type guint32) owned */
} StrataStackPlayer;

void strata_stack_player_init (StrataStackPlayer *self, StrataTraceBuilder *builder, const StrataStackNode *nodes, guint32 thread);
void strata_stack_player_clear (StrataStackPlayer *self);
gboolean strata_stack_player_play (StrataStackPlayer *self, gint64 time_ns, guint32 node);
gboolean strata_stack_player_see (StrataStackPlayer *self, gint64 time_ns, gint64 until_ns, guint32 node);
void strata_stack_player_pause (StrataStackPlayer *self, gint64 time_ns);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (StrataStackPlayer, strata_stack_player_clear)

G_END_DECLS
