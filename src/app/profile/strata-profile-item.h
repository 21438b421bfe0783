/* strata-profile-item.h - a line of the profile pane
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-profile-rows.h"

G_BEGIN_DECLS

typedef enum
{
  STRATA_PROFILE_LINE_ROW,      /* a row of the profile */
  STRATA_PROFILE_LINE_GROUP,    /* the heading of a group of relatives */
  STRATA_PROFILE_LINE_RELATIVE, /* a parent, a child or the row's own part */
} StrataProfileLineKind;

typedef struct
{
  StrataProfileLineKind kind; /* its kind */
  guint32 row;                /* index of its row of the profile, or of the row that it is under */
  StrataRelative relative;    /* the relative; for a group only its relation is used */
} StrataProfileLine;

#define STRATA_TYPE_PROFILE_ITEM (strata_profile_item_get_type ())
G_DECLARE_FINAL_TYPE (StrataProfileItem, strata_profile_item, STRATA, PROFILE_ITEM, GObject)

/* Property: is-expanded (boolean). */

StrataProfileItem *strata_profile_item_get (GHashTable *registry, guint64 id, StrataProfile *profile, const StrataProfileLine *line);
const StrataProfileLine *strata_profile_item_get_line (StrataProfileItem *self);
guint32 strata_profile_item_get_row_key (StrataProfileItem *self);
guint32 strata_profile_item_get_target_key (StrataProfileItem *self);
guint32 strata_profile_item_find_name (StrataProfileItem *self);
void strata_profile_item_set_expanded (StrataProfileItem *self, gboolean is_expanded);
gboolean strata_profile_item_is_expanded (StrataProfileItem *self);
gint64 strata_profile_row_get_per_call_ns (const StrataProfileRow *row, gint64 inclusive_ns);
char *strata_profile_item_dup_text (StrataProfileItem *self, StrataProfileColumn column);
char *strata_profile_item_dup_tooltip (StrataProfileItem *self);
void strata_profile_item_mark_cell (StrataProfileItem *self,
                                    GtkWidget *cell);

G_END_DECLS
