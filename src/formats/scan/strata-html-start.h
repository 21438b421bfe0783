/* strata-html-start.h - whether an input begins like an HTML page
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

gboolean strata_html_is_page (const guint8 *data, gsize n_bytes);

G_END_DECLS
