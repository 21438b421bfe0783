/* strata-ring-check.h - whether the records of a page can be true
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-ring-format.h"
#include "strata-ring-page.h"

G_BEGIN_DECLS

/**
 * StrataRingRules:
 * @layout: what pages look like
 * @formats: borrowed: what events there are
 * @by_id: (array length=STRATA_RING_MAX_FORMATS) borrowed: those that were met before, by the number of their event
 * @min_id: the lowest of these numbers; above @max_id if there are no formats
 * @max_id: the highest
 *
 * What records are held against.
 */
typedef struct
{
  StrataRingLayout layout;
  StrataRingFormats *formats;
  StrataRingFormat *const *by_id;
  guint32 min_id;
  guint32 max_id;
} StrataRingRules;

/**
 * StrataRingVerdict:
 * @n_good: so many bytes of its records can be believed
 * @is_odd: whether there are records among them that cannot be true
 *
 * What became of the check of a page.
 */
typedef struct
{
  guint32 n_good;
  gboolean is_odd;
} StrataRingVerdict;

StrataRingVerdict strata_ring_rules_check (const StrataRingRules *self, const guint8 *page, const StrataRingHead *head, guint64 latest);
gboolean strata_ring_rules_allow (const StrataRingRules *self, const guint8 *data);
gboolean strata_ring_rules_allow_hm (const StrataRingRules *self, const guint8 *at, gsize n_left);
gsize strata_ring_rules_find_hm (const StrataRingRules *self, const guint8 *at, gsize n_left, guint32 earliest);

G_END_DECLS
