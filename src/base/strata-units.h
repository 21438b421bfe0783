/* strata-units.h - times, shares and sizes as text for the user
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Size of any text of this header, including its NUL. */
#define STRATA_UNITS_BYTES 64

const char *strata_units_duration (gint64 duration_ns, char text[STRATA_UNITS_BYTES]);
const char *strata_units_delta (gint64 delta_ns, char text[STRATA_UNITS_BYTES]);
const char *strata_units_amount (gint64 amount, const char *name, char text[STRATA_UNITS_BYTES]);
const char *strata_units_amount_delta (gint64 delta, const char *name, char text[STRATA_UNITS_BYTES]);
const char *strata_units_amount_offset (gint64 offset, gint64 step, const char *name, char text[STRATA_UNITS_BYTES]);
const char *strata_units_amount_instant (gint64 offset, const char *name, char text[STRATA_UNITS_BYTES]);
const char *strata_units_change (double change_frac, char text[STRATA_UNITS_BYTES]);
const char *strata_units_offset (gint64 offset_ns, gint64 step_ns, char text[STRATA_UNITS_BYTES]);
const char *strata_units_instant (gint64 offset_ns, char text[STRATA_UNITS_BYTES]);
const char *strata_units_share (gint64 part, gint64 whole, char text[STRATA_UNITS_BYTES]);
const char *strata_units_count (gint64 count, char text[STRATA_UNITS_BYTES]);
const char *strata_units_frequency (gint64 khz, char text[STRATA_UNITS_BYTES]);
const char *strata_units_bytes (guint64 n_bytes, char text[STRATA_UNITS_BYTES]);

G_END_DECLS
