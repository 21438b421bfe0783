/* strata-tree-runner.h - the call tree of a session, kept up to date
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-call-tree.h"
#include "strata-session.h"

G_BEGIN_DECLS

typedef struct _StrataTreeRunner StrataTreeRunner;

/* Told each view of the tree, or NULL when nothing is selected that it could be about. */
typedef void (*StrataTreeReady) (StrataCallTree *tree, gpointer user_data);

StrataTreeRunner *strata_tree_runner_new (StrataTreeReady ready, gpointer user_data);
void strata_tree_runner_free (StrataTreeRunner *self);
void strata_tree_runner_set_session (StrataTreeRunner *self, StrataSession *session);
StrataProfileBy strata_tree_runner_get_usual_by (StrataSession *session);
void strata_tree_runner_set_by (StrataTreeRunner *self, StrataProfileBy by);
void strata_tree_runner_set_view (StrataTreeRunner *self, const StrataCallTreeView *view);
void strata_tree_runner_set_active (StrataTreeRunner *self, gboolean is_active);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataTreeRunner, strata_tree_runner_free)

G_END_DECLS
