/* strata-links.h - the arrows of the selection
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-item.h"
#include "strata-trace.h"

G_BEGIN_DECLS

typedef struct _StrataLinks StrataLinks;

StrataLinks *strata_links_new (void);
void strata_links_free (StrataLinks *self);
void strata_links_add_chain (StrataLinks *self, StrataTrace *trace, guint32 slice);
void strata_links_add_pair (StrataLinks *self, const StrataLink *link);
const StrataLink *strata_links_get (const StrataLinks *self, guint *n_links, guint *n_all);
gboolean strata_links_is_link (StrataTrace *trace, guint32 row);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataLinks, strata_links_free)

G_END_DECLS
