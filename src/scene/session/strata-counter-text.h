/* strata-counter-text.h - values of counters, their changes and rates, for the user
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-units.h"

G_BEGIN_DECLS

const char *strata_counter_write_value (double value, gboolean is_frequency, char text[STRATA_UNITS_BYTES]);
const char *strata_counter_write_change (double change, gboolean is_frequency, char text[STRATA_UNITS_BYTES]);
const char *strata_counter_write_rate (double rate, gboolean is_frequency, char text[STRATA_UNITS_BYTES]);

G_END_DECLS
