/* strata-name-parts.h - the part of a name that identifies a method
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

const char *strata_name_find_parameters (const char *name);
gboolean strata_name_has_path (const char *name);

G_END_DECLS
