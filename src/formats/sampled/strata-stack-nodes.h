/* strata-stack-nodes.h - the call tree of sampled stacks
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-stack-tree.h"

G_BEGIN_DECLS

/**
 * StrataStackNodes:
 *
 * A call tree built from stacks: equal calls by one caller are one node.
 */
typedef struct _StrataStackNodes StrataStackNodes;

StrataStackNodes *strata_stack_nodes_new (void);
void strata_stack_nodes_free (StrataStackNodes *self);
guint32 strata_stack_nodes_enter (StrataStackNodes *self, guint32 caller, guint32 name, guint32 attrs);
guint32 strata_stack_nodes_enter_again (StrataStackNodes *self, guint32 caller, guint32 name, guint32 attrs);
const StrataStackNode *strata_stack_nodes_get (const StrataStackNodes *self);

G_END_DECLS
