/* strata-item-class.h - the interface of a kind of item
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-facts-private.h"
#include "strata-session.h"

G_BEGIN_DECLS

/* The vertical extent of an item. */
typedef struct
{
  double top_px;    /* top, from the top of all lanes */
  double height_px; /* height, with the gap */
  double gap_px;    /* space below it, which belongs to it but is not drawn */
} StrataItemExtent;

/* A kind of item. All functions are only called with items of this kind. */
typedef struct
{
  /* nullable: its time; NULL for items without one */
  gboolean (*get_span) (StrataSession *session, StrataItem item, StrataSpan *span);
  /* nullable: the lane that shows it; NULL if the item has it in its @lane */
  guint32 (*find_lane) (StrataSession *session, StrataItem item);
  /* nullable: the thread that it belongs to, or STRATA_NONE */
  guint32 (*find_thread) (StrataSession *session, StrataItem item);
  /* nullable: the index of the one before (direction below 0) or after it, or STRATA_NONE */
  guint32 (*find_neighbour) (StrataSession *session, StrataItem item, int direction);
  /* nullable: its number as a hit, see strata-search-row.h; NULL for items that no search finds */
  guint32 (*find_row) (StrataTrace *trace, guint32 index, gboolean is_by_sample);
  gboolean is_only_shown; /* whether it cannot be selected */
  /* nullable: the item that is selected in its place, or STRATA_NO_ITEM; NULL for itself */
  StrataItem (*resolve) (StrataSession *session, StrataItem item);
  /* nullable: sets its extent in @lane; returns FALSE if its row is not shown. @extent is preset
   * to the content of the lane, which NULL keeps */
  gboolean (*get_extent) (StrataSession *session, StrataItem item, const StrataLane *lane, StrataItemExtent *extent);
  /* adds the facts about it, a line each; the first is its name */
  void (*describe) (StrataSession *session, StrataFacts *facts, StrataItem item);
  /* nullable: adds the arrows that lead to it and from it */
  void (*add_links) (StrataSession *session, StrataLinks *links, StrataItem item);
} StrataItemClass;

#define KIND(symbol, name) extern const StrataItemClass strata_item_##name##_class;
STRATA_ITEM_KINDS (KIND)
#undef KIND

const StrataItemClass *strata_item_get_class (StrataItem item);

G_END_DECLS
