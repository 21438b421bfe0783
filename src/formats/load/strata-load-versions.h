/* strata-load-versions.h - versions of the libraries that unpack files
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

void strata_load_versions_add (GString *report);

G_END_DECLS
