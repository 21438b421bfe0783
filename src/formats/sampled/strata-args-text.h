/* strata-args-text.h - texts of a file as values of arguments
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

void strata_args_put_text (GString *args, const char *text);

G_END_DECLS
