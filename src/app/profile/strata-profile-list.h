/* strata-profile-list.h - a profile as a list: sorted, filtered, with opened rows
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "strata-profile-arrangement.h"
#include "strata-profile-item.h"

G_BEGIN_DECLS

#define STRATA_TYPE_PROFILE_LIST (strata_profile_list_get_type ())
G_DECLARE_FINAL_TYPE (StrataProfileList, strata_profile_list, STRATA, PROFILE_LIST, GObject)

void strata_profile_list_set_profile (StrataProfileList *self, StrataProfile *profile);
void strata_profile_list_stop (StrataProfileList *self);
gboolean strata_profile_list_is_busy (StrataProfileList *self);
StrataProfile *strata_profile_list_get_profile (StrataProfileList *self);
void strata_profile_list_set_filter (StrataProfileList *self, const char *filter);
void strata_profile_list_sort (StrataProfileList *self, StrataProfileColumn column, gboolean is_descending);
guint strata_profile_list_get_n_matching (StrataProfileList *self);
const guint32 *strata_profile_list_get_order (StrataProfileList *self);
guint strata_profile_list_get_n_shown (StrataProfileList *self);
guint strata_profile_list_find_key (StrataProfileList *self, guint32 key);
void strata_profile_list_set_expanded (StrataProfileList *self, guint32 key, gboolean is_expanded);
gboolean strata_profile_list_is_expanded (StrataProfileList *self, guint32 key);
gboolean strata_profile_list_is_searching (StrataProfileList *self);
gboolean strata_profile_list_is_opening (StrataProfileList *self, guint32 key);

G_END_DECLS
