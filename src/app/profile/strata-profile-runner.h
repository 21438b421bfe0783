/* strata-profile-runner.h - the profile of a session, kept up to date
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-profile.h"
#include "strata-session.h"

G_BEGIN_DECLS

typedef struct _StrataProfileRunner StrataProfileRunner;

typedef void (*StrataProfileReady) (StrataProfile *profile, gpointer user_data);

StrataProfileRunner *strata_profile_runner_new (GtkWidget *viewer, StrataProfileReady ready, gpointer user_data);
void strata_profile_runner_free (StrataProfileRunner *self);
void strata_profile_runner_set_session (StrataProfileRunner *self, StrataSession *session);
void strata_profile_runner_set_by (StrataProfileRunner *self, StrataProfileBy by);

G_END_DECLS
