/* strata-ring-check.h - checks whether the records of a page are valid
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-ring-format.h"
#include "strata-ring-page.h"

G_BEGIN_DECLS

/* The rules that records must follow. */
typedef struct
{
  StrataRingLayout layout;    /* layout of the pages */
  StrataRingFormats *formats; /* borrowed: formats of the events */
  /* (array length=STRATA_RING_MAX_FORMATS) borrowed: the formats used so far, by the number of
   * their event */
  StrataRingFormat *const *by_id;
  guint32 min_id; /* the lowest number of an event; above @max_id if there are no formats */
  guint32 max_id; /* the highest */
} StrataRingRules;

/* The result of checking a page. */
typedef struct
{
  guint32 n_good;  /* how many bytes of its records are accepted */
  gboolean is_odd; /* whether some of these records are invalid */
} StrataRingVerdict;

StrataRingVerdict strata_ring_rules_check (const StrataRingRules *self, const guint8 *page, const StrataRingHead *head, guint64 latest);
gboolean strata_ring_rules_allow (const StrataRingRules *self, const guint8 *data);
gboolean strata_ring_rules_allow_hm (const StrataRingRules *self, const guint8 *at, gsize n_left);
gsize strata_ring_rules_find_hm (const StrataRingRules *self, const guint8 *at, gsize n_left, guint32 earliest);

G_END_DECLS
