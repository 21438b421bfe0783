/* strata-action.h - handlers of actions that need only the widget
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

/* Uses a function of one argument, the widget, as the handler of an action without a parameter, like a swapped signal handler. */
#define STRATA_ACTION(handler) ((GtkWidgetActionActivateFunc) G_CALLBACK (handler))
