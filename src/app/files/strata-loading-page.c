/* strata-loading-page.c - the page shown while a trace loads
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-loading-page.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "strata-units.h"

#define POLL_MS 100

/* Polls the progress that the worker writes. The Cancel button activates win.cancel. */
struct _StrataLoadingPage
{
  GtkWidget parent_instance;

  GtkWidget *content;
  GtkLabel *title;
  GtkProgressBar *bar;
  GtkLabel *status;

  StrataProgress *progress; /* borrowed: between start and stop */
  guint poll_id;
};

G_DEFINE_FINAL_TYPE (StrataLoadingPage, strata_loading_page, GTK_TYPE_WIDGET)

/* The size is the size of the files, however often they are read. After all bytes are read, the
 * data still has to be sorted. */
static void
show_fraction (StrataLoadingPage *self,
               double fraction)
{
  g_autofree char *text = NULL;
  char bytes[STRATA_UNITS_BYTES];

  strata_units_bytes (strata_progress_get_size_bytes (self->progress), bytes);
  if (fraction < 1)
    text = g_strdup_printf (_ ("%.0f %% of %s"), floor (100 * fraction), bytes);
  else
    text = g_strdup_printf (_ ("%s read · sorting…"), bytes);

  gtk_progress_bar_set_fraction (self->bar, fraction);
  gtk_label_set_label (self->status, text);
}

static void
show_pulse (StrataLoadingPage *self)
{
  char bytes[STRATA_UNITS_BYTES];

  strata_units_bytes (strata_progress_get_done_bytes (self->progress), bytes);

  g_autofree char *text = g_strdup_printf (_ ("%s read"), bytes);

  gtk_progress_bar_pulse (self->bar);
  gtk_label_set_label (self->status, text);
}

static gboolean
on_poll (gpointer user_data)
{
  StrataLoadingPage *self = user_data;
  const double fraction = strata_progress_get_fraction (self->progress);

  if (fraction >= 0)
    show_fraction (self, fraction);
  else
    show_pulse (self);

  return G_SOURCE_CONTINUE;
}

/**
 * strata_loading_page_start:
 * @self: the page
 * @file_name: the file being loaded
 * @progress: its progress; must live until strata_loading_page_stop()
 *
 * Begins to show a progress.
 */
void
strata_loading_page_start (StrataLoadingPage *self,
                           const char *file_name,
                           StrataProgress *progress)
{
  g_autofree char *title = g_strdup_printf (_ ("Opening “%s”"), file_name);

  strata_loading_page_stop (self);
  self->progress = progress;
  self->poll_id = g_timeout_add (POLL_MS, on_poll, self);
  gtk_label_set_label (self->title, title);
  gtk_progress_bar_set_fraction (self->bar, 0);
  on_poll (self);
}

/**
 * strata_loading_page_stop:
 * @self: the page
 *
 * Forgets the progress.
 */
void
strata_loading_page_stop (StrataLoadingPage *self)
{
  g_clear_handle_id (&self->poll_id, g_source_remove);
  self->progress = NULL;
}

static void
strata_loading_page_dispose (GObject *object)
{
  strata_loading_page_stop (STRATA_LOADING_PAGE (object));
  gtk_widget_dispose_template (GTK_WIDGET (object), STRATA_TYPE_LOADING_PAGE);

  G_OBJECT_CLASS (strata_loading_page_parent_class)->dispose (object);
}

static void
strata_loading_page_class_init (StrataLoadingPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = strata_loading_page_dispose;

  gtk_widget_class_set_template_from_resource (widget_class, "/org/strataviewer/Strata/loading-page.ui");
  gtk_widget_class_bind_template_child (widget_class, StrataLoadingPage, content);
  gtk_widget_class_bind_template_child (widget_class, StrataLoadingPage, title);
  gtk_widget_class_bind_template_child (widget_class, StrataLoadingPage, bar);
  gtk_widget_class_bind_template_child (widget_class, StrataLoadingPage, status);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
strata_loading_page_init (StrataLoadingPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
