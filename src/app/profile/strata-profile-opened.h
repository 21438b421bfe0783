/* strata-profile-opened.h - an open row of the profile
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-profile-item.h"

G_BEGIN_DECLS

/* The lines below an open row. Finding relatives takes a pass over all calls, so the relatives of
 * the previous profile stay until the new ones are found. */
typedef struct
{
  guint32 key;            /* of the row */
  guint32 place;          /* index of the row in the order of the list */
  guint32 position;       /* of the row in the list */
  guint32 n_lines;        /* how many lines it has below it */
  StrataProfile *profile; /* borrowed; nullable: the profile of the relatives; NULL before the first are found */

  /* private */
  GArray *lines;     /* (element-type StrataProfileLine) owned */
  GHashTable *items; /* owned: living items of the lines, see strata-profile-item.c */
} StrataProfileOpened;

StrataProfileOpened *strata_profile_opened_new (guint32 key);
void strata_profile_opened_free (StrataProfileOpened *self);
void strata_profile_opened_set_relatives (StrataProfileOpened *self, StrataProfile *profile, const GArray *relatives);
StrataProfileItem *strata_profile_opened_get_item (StrataProfileOpened *self, guint32 line);
void strata_profile_opened_sort (GPtrArray *rows);
StrataProfileOpened *strata_profile_opened_find_at (GPtrArray *rows, guint position);

G_END_DECLS
