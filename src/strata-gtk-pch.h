/* strata-gtk-pch.h - the same where there are windows
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <string.h>

#include <gtk/gtk.h>
