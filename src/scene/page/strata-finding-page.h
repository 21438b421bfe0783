/* strata-finding-page.h - a finding as an HTML page
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "strata-session.h"

G_BEGIN_DECLS

/* A session's data for a page, which another thread may turn into the page. */
typedef struct _StrataFindingPage StrataFindingPage;

StrataFindingPage *strata_finding_page_new (StrataSession *session, StrataSpan span, const char *title);
void strata_finding_page_free (StrataFindingPage *self);
char *strata_finding_page_to_html (const StrataFindingPage *self, GCancellable *cancellable, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataFindingPage, strata_finding_page_free)

G_END_DECLS
