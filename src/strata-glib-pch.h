/* strata-glib-pch.h - headers that nearly every file reads, parsed once a target
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <string.h>

#include <gio/gio.h>
