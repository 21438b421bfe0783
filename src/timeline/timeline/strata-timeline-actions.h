/* strata-timeline-actions.h - commands of the timeline for keys, menus and assistive tools
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-canvas.h"

G_BEGIN_DECLS

void strata_timeline_install_actions (GtkWidgetClass *widget_class);
StrataCanvas *strata_timeline_get_canvas (GtkWidget *widget);

G_END_DECLS
