/* clipboard-fixture.h - reads what a widget has copied
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

static inline char *
fixture_dup_clipboard (GtkWidget *widget)
{
  GdkContentProvider *content = gdk_clipboard_get_content (gtk_widget_get_clipboard (widget));
  g_auto (GValue) value = G_VALUE_INIT;

  g_value_init (&value, G_TYPE_STRING);
  g_assert_nonnull (content);
  g_assert_true (gdk_content_provider_get_value (content, &value, NULL));

  return g_value_dup_string (&value);
}
