/* strata-start-page.c - the page of a window without a trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-start-page.h"

#include <glib/gi18n-lib.h>

#include "strata-file-button.h"
#include "strata-recent.h"
#include "strata-samples.h"
#include "strata-settings.h"

#define N_RECENT_FILES 5

/* Each file is a button that activates win.open-uri; recent files are listed anew each time the
 * page is shown. */
struct _StrataStartPage
{
  GtkWidget parent_instance;

  GtkWidget *scroller;
  GtkWidget *offer; /* offers the tour */
  GtkButton *refuse;
  GtkWidget *samples_column;
  GtkWidget *samples_box;
  GtkWidget *recent_column;
  GtkWidget *recent_box;
  GSettings *settings; /* owned; nullable */
};

G_DEFINE_FINAL_TYPE (StrataStartPage, strata_start_page, GTK_TYPE_WIDGET)

static void
add_samples (StrataStartPage *self)
{
  g_autoptr (GArray) samples = strata_samples_list ();

  for (guint i = 0; i < samples->len; i++)
    {
      const StrataSample *sample = &g_array_index (samples, StrataSample, i);
      g_autoptr (GFile) file = strata_samples_get_file (sample);
      g_autofree char *uri = g_file_get_uri (file);

      gtk_box_append (GTK_BOX (self->samples_box), strata_file_button_new (uri, sample->title, sample->description));
    }

  gtk_widget_set_visible (self->samples_column, samples->len > 0);
}

static void
update_recent (StrataStartPage *self)
{
  g_autoptr (GPtrArray) files = strata_recent_list (N_RECENT_FILES);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (self->recent_box)) != NULL)
    gtk_box_remove (GTK_BOX (self->recent_box), child);

  for (guint i = 0; i < files->len; i++)
    {
      const StrataRecentFile *file = g_ptr_array_index (files, i);

      gtk_box_append (GTK_BOX (self->recent_box), strata_file_button_new (file->uri, file->name, file->folder));
    }

  gtk_widget_set_visible (self->recent_column, files->len > 0);
}

static void
strata_start_page_map (GtkWidget *widget)
{
  update_recent (STRATA_START_PAGE (widget));

  GTK_WIDGET_CLASS (strata_start_page_parent_class)->map (widget);
}

static void
on_refused (StrataStartPage *self)
{
  g_settings_set_boolean (self->settings, "offers-tour", FALSE);
}

/* The tour is offered to users who open no file, until they take or dismiss it. */
static void
offer_tour (StrataStartPage *self)
{
  g_autoptr (GFile) sample = strata_samples_find (STRATA_SAMPLE_SLOW_FRAME);

  self->settings = strata_settings_new ();
  if (self->settings == NULL || sample == NULL)
    return;

  g_settings_bind (self->settings, "offers-tour", self->offer, "visible", G_SETTINGS_BIND_GET);
  g_signal_connect_object (self->refuse, "clicked", G_CALLBACK (on_refused), self, G_CONNECT_SWAPPED);
}

static void
strata_start_page_dispose (GObject *object)
{
  g_clear_object (&STRATA_START_PAGE (object)->settings);
  gtk_widget_dispose_template (GTK_WIDGET (object), STRATA_TYPE_START_PAGE);

  G_OBJECT_CLASS (strata_start_page_parent_class)->dispose (object);
}

static void
strata_start_page_class_init (StrataStartPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = strata_start_page_dispose;
  widget_class->map = strata_start_page_map;

  gtk_widget_class_set_template_from_resource (widget_class, "/org/strataviewer/Strata/start-page.ui");
  gtk_widget_class_bind_template_child (widget_class, StrataStartPage, scroller);
  gtk_widget_class_bind_template_child (widget_class, StrataStartPage, offer);
  gtk_widget_class_bind_template_child (widget_class, StrataStartPage, refuse);
  gtk_widget_class_bind_template_child (widget_class, StrataStartPage, samples_column);
  gtk_widget_class_bind_template_child (widget_class, StrataStartPage, samples_box);
  gtk_widget_class_bind_template_child (widget_class, StrataStartPage, recent_column);
  gtk_widget_class_bind_template_child (widget_class, StrataStartPage, recent_box);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
strata_start_page_init (StrataStartPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  add_samples (self);
  offer_tour (self);
  update_recent (self);
}
