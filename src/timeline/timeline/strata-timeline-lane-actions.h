/* strata-timeline-lane-actions.h - arranging lanes by key, menu or assistive tool
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-timeline-actions.h"

void strata_timeline_install_lane_actions (GtkWidgetClass *widget_class);
