/* strata-failed-page.c - the page shown when a file cannot be opened
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-failed-page.h"

#include <glib/gi18n-lib.h>

/* Its buttons are win.open and win.back. */
struct _StrataFailedPage
{
  GtkWidget parent_instance;

  GtkWidget *content;
  GtkLabel *title;
  GtkLabel *reason;
  GtkWidget *open_button;
};

G_DEFINE_FINAL_TYPE (StrataFailedPage, strata_failed_page, GTK_TYPE_WIDGET)

/**
 * strata_failed_page_set_error:
 * @self: the page
 * @file_name: the file that could not be opened
 * @error: the reason: a sentence for the user
 *
 * Shows the error.
 */
void
strata_failed_page_set_error (StrataFailedPage *self,
                              const char *file_name,
                              const GError *error)
{
  g_autofree char *title = g_strdup_printf (_ ("“%s” cannot be opened"), file_name);

  gtk_label_set_label (self->title, title);
  gtk_label_set_label (self->reason, error->message);
}

/* Not the text, which is selectable and would therefore take the focus first. */
static gboolean
strata_failed_page_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (STRATA_FAILED_PAGE (widget)->open_button);
}

static void
strata_failed_page_dispose (GObject *object)
{
  gtk_widget_dispose_template (GTK_WIDGET (object), STRATA_TYPE_FAILED_PAGE);

  G_OBJECT_CLASS (strata_failed_page_parent_class)->dispose (object);
}

static void
strata_failed_page_class_init (StrataFailedPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = strata_failed_page_dispose;
  widget_class->grab_focus = strata_failed_page_grab_focus;

  gtk_widget_class_set_template_from_resource (widget_class, "/org/strataviewer/Strata/failed-page.ui");
  gtk_widget_class_bind_template_child (widget_class, StrataFailedPage, content);
  gtk_widget_class_bind_template_child (widget_class, StrataFailedPage, title);
  gtk_widget_class_bind_template_child (widget_class, StrataFailedPage, reason);
  gtk_widget_class_bind_template_child (widget_class, StrataFailedPage, open_button);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
strata_failed_page_init (StrataFailedPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
