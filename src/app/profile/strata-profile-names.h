/* strata-profile-names.h - the names of the rows of a profile
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-profile.h"

G_BEGIN_DECLS

typedef struct _StrataProfileNames StrataProfileNames;
typedef struct _StrataProfileFilter StrataProfileFilter;

StrataProfileNames *strata_profile_names_new (StrataProfile *profile);
StrataProfileNames *strata_profile_names_ref (StrataProfileNames *self);
void strata_profile_names_unref (StrataProfileNames *self);
void strata_profile_names_lock (StrataProfileNames *self);
void strata_profile_names_unlock (StrataProfileNames *self);
int strata_profile_names_compare (StrataProfileNames *self, guint32 row_a, guint32 row_b);
gboolean strata_profile_names_match (StrataProfileNames *self, guint32 row, const StrataProfileFilter *filter);

StrataProfileFilter *strata_profile_filter_new (const char *text);
void strata_profile_filter_free (StrataProfileFilter *self);
gboolean strata_profile_filter_matches (const StrataProfileFilter *self, const char *name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataProfileFilter, strata_profile_filter_free)

G_END_DECLS
