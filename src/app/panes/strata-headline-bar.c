/* strata-headline-bar.c - the main finding in a trace, above its timeline
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-headline-bar.h"

#include <glib/gi18n-lib.h>

#include "strata-lanes-opening.h"
#include "strata-session-found.h"

struct _StrataHeadlineBar
{
  GtkWidget parent_instance;

  GtkWidget *content;
  GtkImage *icon;
  GtkLabel *text;
  GtkWidget *show;
  GtkButton *unhide;
  GtkButton *expand;
  StrataSession *session; /* owned */
};

G_DEFINE_FINAL_TYPE (StrataHeadlineBar, strata_headline_bar, GTK_TYPE_WIDGET)

static const char *
get_icon_name (const StrataHeadline *headline)
{
  switch (headline->kind)
    {
    case STRATA_HEADLINE_NONE:
    case STRATA_HEADLINE_ON_TIME:
      return "emblem-ok-symbolic";
    case STRATA_HEADLINE_BUSIEST:
    case STRATA_HEADLINE_METHOD:
    case STRATA_HEADLINE_SCHEDULER:
    case STRATA_HEADLINE_LONGEST:
    case STRATA_HEADLINE_COUNTERS:
      return "dialog-information-symbolic"; /* says what took the time, not that all is well */
    case STRATA_HEADLINE_LOG:
      return headline->instant != STRATA_NONE ? "dialog-warning-symbolic" : "dialog-information-symbolic";
    case STRATA_HEADLINE_LATE_FRAMES:
    case STRATA_HEADLINE_LONG_TASKS:
    case STRATA_HEADLINE_FREEZE:
      return "dialog-warning-symbolic";
    }

  g_assert_not_reached ();
}

static void
show_headline (StrataHeadlineBar *self)
{
  StrataFindings *findings = strata_session_get_findings (self->session);
  const StrataHeadline *headline = strata_findings_get_headline (findings);
  const char *text = strata_findings_get_headline_text (findings);

  gtk_widget_set_visible (GTK_WIDGET (self), text != NULL);
  if (text == NULL)
    return;

  gtk_image_set_from_icon_name (self->icon, get_icon_name (headline));
  gtk_label_set_label (self->text, text);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->text), text);
  gtk_widget_set_visible (self->show, headline->slice != STRATA_NONE || headline->instant != STRATA_NONE);
}

static void
show_hidden (StrataHeadlineBar *self)
{
  const guint n_lanes = strata_lanes_get_n_hidden (strata_session_get_lanes (self->session));
  g_autofree char *label = g_strdup_printf (ngettext ("%u Lane Hidden: Show", "%u Lanes Hidden: Show", n_lanes), n_lanes);

  gtk_button_set_label (self->unhide, label);
  gtk_widget_set_visible (GTK_WIDGET (self->unhide), n_lanes > 0);
}

static void
show_collapsed (StrataHeadlineBar *self)
{
  const guint n_lanes = strata_lanes_count_collapsed (strata_session_get_lanes (self->session));
  g_autofree char *label = g_strdup_printf (ngettext ("%u Lane Folded: Show", "%u Lanes Folded: Show", n_lanes), n_lanes);

  gtk_button_set_label (self->expand, label);
  gtk_widget_set_visible (GTK_WIDGET (self->expand), n_lanes > 0);
  show_hidden (self);
}

static void
show_line (StrataHeadlineBar *self,
           guint32 instant)
{
  StrataItem item = STRATA_NO_ITEM;

  item.kind = STRATA_ITEM_INSTANT;
  item.index = instant;
  item.lane = strata_session_find_item_lane (self->session, item);
  strata_session_select (self->session, item);
  strata_session_reveal_selection (self->session);
}

/**
 * strata_headline_bar_show_finding:
 * @self: the bar
 *
 * Selects the worst frame, the longest task or the first error of a log on the timeline.
 *
 * Returns: whether there is one
 */
gboolean
strata_headline_bar_show_finding (StrataHeadlineBar *self)
{
  g_return_val_if_fail (STRATA_IS_HEADLINE_BAR (self), FALSE);

  const StrataHeadline *headline = strata_findings_get_headline (strata_session_get_findings (self->session));

  if (strata_headline_bar_get_text (self) == NULL || (headline->slice == STRATA_NONE && headline->instant == STRATA_NONE))
    return FALSE;

  if (headline->instant != STRATA_NONE)
    {
      show_line (self, headline->instant);
      return TRUE;
    }

  if (headline->frame != STRATA_NONE)
    return strata_session_select_frame (self->session, headline->frame);

  strata_session_select_task (self->session, headline->slice);
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
  gtk_widget_class_bind_template_child (widget_class, StrataHeadlineBar, unhide);
  gtk_widget_class_bind_template_child (widget_class, StrataHeadlineBar, expand);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
strata_headline_bar_init (StrataHeadlineBar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * strata_headline_bar_new:
 * @session: the session of the trace
 *
 * Returns: (transfer floating): a bar, hidden without a finding
 */
GtkWidget *
strata_headline_bar_new (StrataSession *session)
{
  StrataHeadlineBar *self = g_object_new (STRATA_TYPE_HEADLINE_BAR, NULL);

  self->session = g_object_ref (session);
  g_signal_connect_object (strata_session_get_findings (session), "headline-changed", G_CALLBACK (show_headline), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (strata_session_get_view (session), "lanes-changed", G_CALLBACK (show_collapsed), self, G_CONNECT_SWAPPED);
  show_collapsed (self);
  show_headline (self);

  return GTK_WIDGET (self);
}
