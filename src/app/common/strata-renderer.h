/* strata-renderer.h - chooses GTK's renderer
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gdk/gdk.h>

G_BEGIN_DECLS

void strata_renderer_choose (GdkDisplay *display);

G_END_DECLS
