/* strata-tooltip.c - tooltips without requests for the pointer's position
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-tooltip.h"

#define TEXT_KEY "strata-tooltip"
#define HANDLER_KEY "strata-tooltip-handler"

static gboolean
on_query_tooltip (GtkWidget *widget,
                  int x_px,
                  int y_px,
                  gboolean is_by_keyboard,
                  GtkTooltip *tooltip,
                  gpointer user_data)
{
  const char *text = g_object_get_data (G_OBJECT (widget), TEXT_KEY);

  if (text == NULL || *text == '\0')
    return FALSE;

  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

/**
 * strata_tooltip_set_of_cell:
 * @cell: a widget that shows changing items of a list
 * @text: (nullable): the tooltip of the current item
 *
 * Sets a tooltip that GTK only queries when the pointer rests on @cell.
 */
void
strata_tooltip_set_of_cell (GtkWidget *cell,
                            const char *text)
{
  const gboolean has_handler = g_object_get_data (G_OBJECT (cell), HANDLER_KEY) != NULL;

  g_object_set_data_full (G_OBJECT (cell), TEXT_KEY, g_strdup (text), g_free);
  if (text == NULL || has_handler)
    return;

  g_object_set_data (G_OBJECT (cell), HANDLER_KEY, GINT_TO_POINTER (TRUE));
  gtk_widget_set_has_tooltip (cell, TRUE);
  g_signal_connect (cell, "query-tooltip", G_CALLBACK (on_query_tooltip), NULL);
}
