/* strata-no-calls.c - shown if a profile has no calls
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-no-calls.h"

#include <glib/gi18n-lib.h>

struct _StrataNoCalls
{
  GtkBox parent_instance;

  GtkWidget *sentence; /* borrowed: children */
  GtkWidget *usage;
  GtkWidget *slices;
};

G_DEFINE_FINAL_TYPE (StrataNoCalls, strata_no_calls, GTK_TYPE_BOX)

static void
strata_no_calls_class_init (StrataNoCallsClass *klass)
{
}

static GtkWidget *
add_way (GtkWidget *line,
         const char *label,
         const char *action)
{
  GtkWidget *button = gtk_button_new_with_label (label);

  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  gtk_box_append (GTK_BOX (line), button);
  return button;
}

static void
strata_no_calls_init (StrataNoCalls *self)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_box_set_spacing (GTK_BOX (self), 12);
  gtk_widget_set_valign (GTK_WIDGET (self), GTK_ALIGN_CENTER);

  self->sentence = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (self->sentence), TRUE);
  gtk_widget_add_css_class (self->sentence, "dim-label");
  gtk_box_append (GTK_BOX (self), self->sentence);

  self->usage = add_way (line, _ ("Usage"), "win.show-usage");
  self->slices = add_way (line, _ ("Slices"), "win.show-slices");
  gtk_widget_set_halign (line, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (self), line);
}

static const char *
get_sentence (gboolean has_calls,
              gboolean has_slices,
              gboolean has_usage)
{
  if (has_calls)
    return _ ("No calls in this time range.");
  if (has_slices)
    return _ ("The threads of this trace have no calls; its slices are asynchronous or of the kernel.");
  if (has_usage)
    return _ ("The threads of this trace have no calls; only when they ran was recorded.");

  return _ ("The threads of this trace have no calls.");
}

/**
 * strata_no_calls_set_trace:
 * @self: the widget
 * @trace: the trace whose profile is empty
 *
 * Shows whether the trace or only the scope has no calls. For a trace without calls, links to its other content:
 * threads on CPUs, and asynchronous and kernel slices.
 */
void
strata_no_calls_set_trace (StrataNoCalls *self,
                           StrataTrace *trace)
{
  const gboolean has_calls = strata_trace_has_calls (trace);
  const gboolean has_slices = strata_trace_get_slices (trace)->n_slices > 0;
  guint n_cpus;

  g_return_if_fail (STRATA_IS_NO_CALLS (self));

  strata_trace_get_cpus (trace, &n_cpus);
  gtk_label_set_label (GTK_LABEL (self->sentence), get_sentence (has_calls, has_slices, n_cpus > 0));
  gtk_widget_set_visible (self->usage, !has_calls && n_cpus > 0);
  gtk_widget_set_visible (self->slices, !has_calls && has_slices);
}
