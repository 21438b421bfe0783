/* strata-readout.h - describes the item under the pointer next to it
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-palette.h"

G_BEGIN_DECLS

#define STRATA_TYPE_READOUT (strata_readout_get_type ())
G_DECLARE_FINAL_TYPE (StrataReadout, strata_readout, STRATA, READOUT, GtkWidget)

void strata_readout_set_palette (StrataReadout *self, const StrataPalette *palette);
void strata_readout_show (StrataReadout *self, const char *text);
void strata_readout_show_now (StrataReadout *self, const char *text);
void strata_readout_hide (StrataReadout *self);

G_END_DECLS
