/* strata-timeline-actions.h - what can be done in the timeline by key, menu or assistive tool
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
