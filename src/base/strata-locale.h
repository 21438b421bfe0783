/* strata-locale.h - sets the language of the programs
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

void strata_locale_init (void);

G_END_DECLS
