/* strata-headline-bar.h - the main finding in a trace, above its timeline
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-session.h"

G_BEGIN_DECLS

#define STRATA_TYPE_HEADLINE_BAR (strata_headline_bar_get_type ())
G_DECLARE_FINAL_TYPE (StrataHeadlineBar, strata_headline_bar, STRATA, HEADLINE_BAR, GtkWidget)

GtkWidget *strata_headline_bar_new (StrataSession *session);
const char *strata_headline_bar_get_text (StrataHeadlineBar *self);
gboolean strata_headline_bar_show_finding (StrataHeadlineBar *self);

G_END_DECLS
