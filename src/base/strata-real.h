/* strata-real.h - numbers with a fraction as text
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

gboolean strata_real_to_int (double number, gint64 *whole);
gint64 strata_real_to_bits (double number);
double strata_real_from_bits (gint64 bits);
const char *strata_real_format (double number, char text[G_ASCII_DTOSTR_BUF_SIZE]);
char *strata_real_dup_short (double number);

G_END_DECLS
