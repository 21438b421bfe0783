/* strata-selection-box.c - shared by the boxes of the selection pane
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-selection-box.h"

/* A column of widgets about the selection of a session. Results of workers arrive on the main
 * thread, until the box is disposed of. */
typedef struct
{
  GtkWidget *content;            /* owned as a child */
  StrataSession *session;        /* owned; nullable */
  StrataSessionSignals *signals; /* owned */
  StrataJob *job;                /* owned; nullable */
} StrataSelectionBoxPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (StrataSelectionBox, strata_selection_box, GTK_TYPE_WIDGET)

static StrataSelectionBoxPrivate *
get_private (StrataSelectionBox *self)
{
  return strata_selection_box_get_instance_private (self);
}

static void
strata_selection_box_dispose (GObject *object)
{
  StrataSelectionBoxPrivate *self = get_private (STRATA_SELECTION_BOX (object));

  g_clear_pointer (&self->job, strata_job_free);
  g_clear_pointer (&self->signals, strata_session_signals_free);
  g_clear_object (&self->session);
  g_clear_pointer (&self->content, gtk_widget_unparent);

  G_OBJECT_CLASS (strata_selection_box_parent_class)->dispose (object);
}

static void
strata_selection_box_class_init (StrataSelectionBoxClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = strata_selection_box_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
strata_selection_box_init (StrataSelectionBox *box)
{
  StrataSelectionBoxPrivate *self = get_private (box);

  self->content = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  self->signals = strata_session_signals_new ();
  gtk_widget_set_parent (self->content, GTK_WIDGET (box));
}

/**
 * strata_selection_box_set_session:
 * @self: the box
 * @session: (nullable): the session whose selection to show
 *
 * Shows the selection of a session, now and whenever it changes.
 */
void
strata_selection_box_set_session (StrataSelectionBox *self,
                                  StrataSession *session)
{
  StrataSelectionBoxPrivate *private = get_private (self);

  if (!g_set_object (&private->session, session))
    return;

  strata_session_signals_set_session (private->signals, session);
  STRATA_SELECTION_BOX_GET_CLASS (self)->session_changed (self, session);
}

StrataSessionSignals *
strata_selection_box_get_signals (StrataSelectionBox *self)
{
  return get_private (self)->signals;
}

GtkBox *
strata_selection_box_get_content (StrataSelectionBox *self)
{
  return GTK_BOX (get_private (self)->content);
}

/**
 * strata_selection_box_add_job:
 * @self: a box without a job
 * @kind: the computation in a worker; its `user_data` is the box
 *
 * Returns: (transfer none): a job that ends with the box
 */
StrataJob *
strata_selection_box_add_job (StrataSelectionBox *self,
                              const StrataJobKind *kind)
{
  StrataSelectionBoxPrivate *private = get_private (self);

  private->job = strata_job_new (kind, self);
  return private->job;
}
