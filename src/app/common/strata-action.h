/* strata-action.h - handlers of actions that need the widget alone
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

/* A function of one argument, the widget, as the handler of an action without a parameter; in the way of swapped signal handlers. */
#define STRATA_ACTION(handler) ((GtkWidgetActionActivateFunc) G_CALLBACK (handler))
