/* strata-tree-job.h - keeps the call tree of a session up to date
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-call-tree.h"
#include "strata-session.h"

G_BEGIN_DECLS

typedef struct _StrataTreeJob StrataTreeJob;

/* Called with each view of the tree, or NULL if the scope needs a selection and there is none. */
typedef void (*StrataTreeReady) (StrataCallTree *tree, gpointer user_data);

StrataTreeJob *strata_tree_job_new (StrataSession *session, StrataTreeReady ready, gpointer user_data);
void strata_tree_job_free (StrataTreeJob *self);
StrataProfileBy strata_tree_job_get_usual_by (StrataSession *session);
void strata_tree_job_set_by (StrataTreeJob *self, StrataProfileBy by);
void strata_tree_job_set_view (StrataTreeJob *self, const StrataCallTreeView *view);
void strata_tree_job_set_active (StrataTreeJob *self, gboolean is_active);

G_END_DECLS
