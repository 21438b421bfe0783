/* strata-priority.h - when what a worker has found is told
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

/* GDK's for drawing. A frame that waits goes first, and an animation, such as that
 * of somebody who waits for a result, does not hold it up for ever. */
#define STRATA_PRIORITY_OF_FRAMES (G_PRIORITY_HIGH_IDLE + 20)
