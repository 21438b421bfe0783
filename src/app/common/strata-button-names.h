/* strata-button-names.h - names of buttons for assistive technology
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void strata_button_names_watch (void);

G_END_DECLS
