/* strata-method-name.h - class and package of a method's name
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

gsize strata_method_name_get_class_bytes (const char *name);
gsize strata_method_name_get_package_bytes (const char *name);

G_END_DECLS
