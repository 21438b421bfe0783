/* strata-headline-bar.c - the main finding in a trace, above its timeline
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-headline-bar.h"

#include <glib/gi18n-lib.h>

#include "strata-headline.h"
#include "strata-job.h"
#include "strata-lanes-opening.h"
#include "strata-session-found.h"

/* The sentence is made in a worker, since its reasons walk the states of threads.
 * Frames do not change once they are found, but the limits of tasks do. */
struct _StrataHeadlineBar
{
  GtkWidget parent_instance;

  GtkWidget *content;
  GtkImage *icon;
  GtkLabel *text;
  GtkWidget *show;
  GtkButton *expand;
  StrataSession *session;  /* owned */
  StrataJob *job;          /* owned */
  StrataHeadline headline; /* valid while there is a text */
};

G_DEFINE_FINAL_TYPE (StrataHeadlineBar, strata_headline_bar, GTK_TYPE_WIDGET)

/* What the worker reads. */
typedef struct
{
  StrataFrames *frames; /* owned */
  GArray *tasks;        /* (element-type StrataLongTask) owned */
} Request;

typedef struct
{
  StrataHeadline headline;
  char *text; /* owned; nullable */
} Finding;

static void
request_free (gpointer data)
{
  Request *self = data;

  strata_frames_unref (self->frames);
  g_array_unref (self->tasks);
  g_free (self);
}

static void
finding_free (gpointer data)
{
  Finding *self = data;

  g_free (self->text);
  g_free (self);
}

static gpointer
run_find (gpointer data,
          GCancellable *cancellable)
{
  const Request *request = data;
  const StrataLongTask *tasks = (const StrataLongTask *) (gpointer) request->tasks->data;
  Finding *finding = g_new0 (Finding, 1);

  strata_headline_find (&finding->headline, request->frames, tasks, request->tasks->len);
  finding->text = strata_headline_dup_text (&finding->headline, request->frames, tasks, request->tasks->len);
  return finding;
}

static const char *
get_icon_name (StrataHeadlineKind kind)
{
  switch (kind)
    {
    case STRATA_HEADLINE_NONE:
    case STRATA_HEADLINE_ON_TIME:
      return "emblem-ok-symbolic";
    case STRATA_HEADLINE_LATE_FRAMES:
    case STRATA_HEADLINE_LONG_TASKS:
      return "dialog-warning-symbolic";
    }

  g_assert_not_reached ();
}

static void
on_found (gpointer result,
          gpointer data,
          gpointer user_data)
{
  StrataHeadlineBar *self = user_data;
  Finding *finding = result;

  self->headline = finding->headline;
  gtk_image_set_from_icon_name (self->icon, get_icon_name (finding->headline.kind));
  gtk_label_set_label (self->text, finding->text);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->text), finding->text);
  gtk_widget_set_visible (self->show, finding->headline.slice != STRATA_NONE);
  gtk_widget_set_visible (GTK_WIDGET (self), finding->text != NULL);
  finding_free (finding);
}

static void
start_job (StrataHeadlineBar *self)
{
  StrataFrames *frames = strata_findings_get_frames (strata_session_get_findings (self->session));
  guint n_tasks;
  const StrataLongTask *tasks = strata_findings_get_long_tasks (strata_session_get_findings (self->session), &n_tasks);

  if (frames == NULL)
    return;

  Request *request = g_new0 (Request, 1);

  request->frames = strata_frames_ref (frames);
  request->tasks = g_array_sized_new (FALSE, FALSE, sizeof (StrataLongTask), n_tasks);
  g_array_append_vals (request->tasks, tasks, n_tasks);
  strata_job_start (self->job, request, 0);
}

static void
show_collapsed (StrataHeadlineBar *self)
{
  const guint n_lanes = strata_lanes_count_collapsed (strata_view_get_lanes (strata_session_get_view (self->session)));
  g_autofree char *label = g_strdup_printf (ngettext ("Show %u More Lane", "Show %u More Lanes", n_lanes), n_lanes);

  gtk_button_set_label (self->expand, label);
  gtk_widget_set_visible (GTK_WIDGET (self->expand), n_lanes > 0);
}

/**
 * strata_headline_bar_show_finding:
 * @self: the bar
 *
 * Selects the worst frame or the longest task on the timeline.
 *
 * Returns: whether there is one
 */
gboolean
strata_headline_bar_show_finding (StrataHeadlineBar *self)
{
  g_return_val_if_fail (STRATA_IS_HEADLINE_BAR (self), FALSE);

  if (strata_headline_bar_get_text (self) == NULL || self->headline.slice == STRATA_NONE)
    return FALSE;

  if (self->headline.frame != STRATA_NONE)
    return strata_session_select_frame (self->session, self->headline.frame);

  strata_session_select_task (self->session, self->headline.slice);
  return TRUE;
}

/**
 * strata_headline_bar_get_text:
 * @self: the bar
 *
 * Returns: (transfer none) (nullable): the sentence that it shows, if any
 */
const char *
strata_headline_bar_get_text (StrataHeadlineBar *self)
{
  g_return_val_if_fail (STRATA_IS_HEADLINE_BAR (self), NULL);

  return gtk_widget_get_visible (GTK_WIDGET (self)) ? gtk_label_get_label (self->text) : NULL;
}

static void
strata_headline_bar_dispose (GObject *object)
{
  StrataHeadlineBar *self = STRATA_HEADLINE_BAR (object);

  g_clear_pointer (&self->job, strata_job_free);
  gtk_widget_dispose_template (GTK_WIDGET (self), STRATA_TYPE_HEADLINE_BAR);
  g_clear_object (&self->session);

  G_OBJECT_CLASS (strata_headline_bar_parent_class)->dispose (object);
}

static void
strata_headline_bar_class_init (StrataHeadlineBarClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = strata_headline_bar_dispose;

  gtk_widget_class_set_template_from_resource (widget_class, "/org/strataviewer/Strata/headline-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, StrataHeadlineBar, content);
  gtk_widget_class_bind_template_child (widget_class, StrataHeadlineBar, icon);
  gtk_widget_class_bind_template_child (widget_class, StrataHeadlineBar, text);
  gtk_widget_class_bind_template_child (widget_class, StrataHeadlineBar, show);
  gtk_widget_class_bind_template_child (widget_class, StrataHeadlineBar, expand);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
strata_headline_bar_init (StrataHeadlineBar *self)
{
  static const StrataJobKind kind = {
    .name = "[strata] headline",
    .run = run_find,
    .done = on_found,
    .free_data = request_free,
    .free_result = finding_free,
  };

  gtk_widget_init_template (GTK_WIDGET (self));
  self->job = strata_job_new (&kind, self);
}

/**
 * strata_headline_bar_new:
 * @session: the session of the trace
 *
 * Returns: (transfer floating): a bar, hidden until the finding is known
 */
GtkWidget *
strata_headline_bar_new (StrataSession *session)
{
  StrataHeadlineBar *self = g_object_new (STRATA_TYPE_HEADLINE_BAR, NULL);

  self->session = g_object_ref (session);
  g_signal_connect_object (strata_session_get_findings (session), "frames-changed", G_CALLBACK (start_job), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (strata_session_get_view (session), "lanes-changed", G_CALLBACK (show_collapsed), self, G_CONNECT_SWAPPED);
  show_collapsed (self);
  start_job (self);

  return GTK_WIDGET (self);
}
