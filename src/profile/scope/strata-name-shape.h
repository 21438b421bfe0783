/* strata-name-shape.h - names without the parts that change from call to call
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Stands for a part that changes. */
#define STRATA_NAME_SHAPE_GAP "…"

void strata_name_shape_append (GString *shape, const char *name);
char *strata_name_shape_dup (const char *name);
gboolean strata_name_shape_has_word (const char *name, const char *word);

G_END_DECLS
