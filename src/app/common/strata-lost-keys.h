/* strata-lost-keys.h - keys that GTK would lose
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void strata_lost_keys_watch (void);

G_END_DECLS
