/* strata-perfetto-counters.h - names of values that are polled from the system
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

const char *strata_perfetto_counters_find_list (const char *name);

G_END_DECLS
