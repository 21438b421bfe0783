/* strata-paint-versions.h - versions of the libraries that draw
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

void strata_paint_versions_add (GString *report);

G_END_DECLS
