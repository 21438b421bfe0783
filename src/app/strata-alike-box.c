/* strata-alike-box.c - the selected slice among those of its name
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-alike-box.h"

#include <glib/gi18n-lib.h>

#include "strata-histogram.h"
#include "strata-tooltip.h"
#include "strata-units.h"

/* Of more slices the percentiles would hold the window up; the pane of slices has
 * them from a worker. */
#define MOST_SORTED 200000

/* Its place by length, ways to the others, and a histogram of them all, which
 * is made anew only for another name or another clock. */
struct _StrataAlikeBox
{
  GtkWidget parent_instance;

  GtkWidget *content;
  GtkLabel *rank;
  GtkWidget *histogram;
  GtkLabel *figures;
  GtkLabel *shares;

  StrataSession *session; /* owned; nullable */
  GSignalGroup *signals;  /* owned: of the session */
  guint32 name;           /* string id of which the histogram is, or STRATA_NONE */
  gint64 total_ns;        /* of those that finished */
};

G_DEFINE_FINAL_TYPE (StrataAlikeBox, strata_alike_box, GTK_TYPE_WIDGET)

static const char *
get_rank_format (guint32 rank)
{
  guint last = rank % 100;

  if (last % 10 == 1 && last != 11)
    return _ ("%sst longest of %s");
  if (last % 10 == 2 && last != 12)
    return _ ("%snd longest of %s");
  if (last % 10 == 3 && last != 13)
    return _ ("%srd longest of %s");

  return _ ("%sth longest of %s");
}

static void
show_rank (StrataAlikeBox *self,
           guint32 rank,
           guint32 n_slices)
{
  char place[STRATA_UNITS_BYTES];
  char all[STRATA_UNITS_BYTES];
  g_autofree char *text = NULL;

  strata_units_count (rank, place);
  strata_units_count (n_slices, all);

  if (n_slices == 1)
    text = g_strdup (_ ("The only one of its name"));
  else if (rank == 1)
    text = g_strdup_printf (_ ("Longest of %s"), all);
  else
    {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
      text = g_strdup_printf (get_rank_format (rank), place, all);
#pragma GCC diagnostic pop
    }

  gtk_label_set_label (self->rank, text);
}

/* "sum 2.1 s · shortest 1.0 ms · mean 2.1 ms · 50 % 2.0 ms · …" */
static void
show_figures (StrataAlikeBox *self,
              guint32 n_slices)
{
  const gboolean is_shown = n_slices > 1 && n_slices <= MOST_SORTED;
  StrataDurations durations = { 0 };

  if (is_shown)
    strata_session_fill_durations (self->session, self->name, &durations);

  gtk_widget_set_visible (GTK_WIDGET (self->figures), is_shown && durations.n_finished > 0);
  if (durations.n_finished == 0)
    return;

  const gint64 figures_ns[] = { durations.total_ns, durations.min_ns, durations.mean_ns, durations.p50_ns, durations.p90_ns, durations.p95_ns, durations.p99_ns, durations.max_ns };
  char texts[G_N_ELEMENTS (figures_ns)][STRATA_UNITS_BYTES];

  for (guint i = 0; i < G_N_ELEMENTS (figures_ns); i++)
    strata_units_duration (figures_ns[i], texts[i]);

  g_autofree char *text = g_strdup_printf (_ ("sum %s · shortest %s · mean %s · 50 %% %s · 90 %% %s · 95 %% %s · 99 %% %s · longest %s"),
                                           texts[0], texts[1], texts[2], texts[3], texts[4], texts[5], texts[6], texts[7]);

  self->total_ns = durations.total_ns;

  gtk_label_set_label (self->figures, text);
}

/* What of their sum and of the trace this one is. */
static void
show_shares (StrataAlikeBox *self,
             guint32 slice)
{
  const gint64 slice_ns = strata_session_get_shown_ns (self->session, slice);
  const gint64 trace_ns = strata_span_get_length_ns (strata_trace_get_span (strata_session_get_trace (self->session)));
  char of_sum[STRATA_UNITS_BYTES];
  char of_trace[STRATA_UNITS_BYTES];
  g_autofree char *text = g_strdup_printf (_ ("This one is %s of their sum and %s of the trace"),
                                           strata_units_share (slice_ns, self->total_ns, of_sum), strata_units_share (slice_ns, trace_ns, of_trace));

  gtk_label_set_label (self->shares, text);
  gtk_widget_set_visible (GTK_WIDGET (self->shares), gtk_widget_get_visible (GTK_WIDGET (self->figures)));
}

static void
show_slice (StrataAlikeBox *self,
            guint32 slice)
{
  guint32 name = strata_trace_get_slices (strata_session_get_trace (self->session))->name[slice];
  guint32 n_slices;
  guint32 rank = strata_session_get_rank (self->session, slice, &n_slices);

  if (name != self->name)
    {
      StrataHistogram histogram;

      strata_session_fill_histogram (self->session, name, &histogram);
      strata_histogram_set (STRATA_HISTOGRAM (self->histogram), &histogram);
      self->name = name;
      show_figures (self, n_slices);
    }

  strata_histogram_mark (STRATA_HISTOGRAM (self->histogram), strata_session_get_shown_ns (self->session, slice));
  gtk_widget_set_visible (self->histogram, n_slices > 1);
  show_rank (self, rank, n_slices);
  show_shares (self, slice);
}

static void
on_selection_changed (StrataAlikeBox *self)
{
  StrataItem item = { .kind = STRATA_ITEM_NONE };

  if (self->session != NULL)
    item = strata_session_get_selection (self->session);

  gtk_widget_set_visible (self->content, item.kind == STRATA_ITEM_SLICE);
  if (item.kind == STRATA_ITEM_SLICE)
    show_slice (self, item.index);
}

static void
on_look_changed (StrataAlikeBox *self)
{
  self->name = STRATA_NONE;
  on_selection_changed (self);
}

static void
on_bin_chosen (StrataAlikeBox *self,
               guint slice)
{
  gint64 least_ns;
  gint64 below_ns;

  strata_session_select_slice (self->session, slice);
  if (strata_histogram_get_range (STRATA_HISTOGRAM (self->histogram), slice, &least_ns, &below_ns))
    gtk_widget_activate_action (GTK_WIDGET (self), "trace.show-slices", "(uxxb)", self->name, least_ns, below_ns, TRUE);
}

static void
activate_list (GtkWidget *widget,
               const char *action_name,
               GVariant *parameter)
{
  StrataAlikeBox *self = STRATA_ALIKE_BOX (widget);

  if (self->name != STRATA_NONE)
    gtk_widget_activate_action (widget, "trace.show-slices", "(uxxb)", self->name, G_MININT64, G_MAXINT64, TRUE);
}

/**
 * strata_alike_box_set_session:
 * @self: the box
 * @session: (nullable): whose selection to show
 *
 * Shows the selection of a session, now and whenever it changes.
 */
void
strata_alike_box_set_session (StrataAlikeBox *self,
                              StrataSession *session)
{
  if (!g_set_object (&self->session, session))
    return;

  g_signal_group_set_target (self->signals, session);
  on_look_changed (self);
}

static void
strata_alike_box_dispose (GObject *object)
{
  StrataAlikeBox *self = STRATA_ALIKE_BOX (object);

  if (self->signals != NULL)
    g_signal_group_set_target (self->signals, NULL);

  g_clear_object (&self->signals);
  g_clear_object (&self->session);
  g_clear_pointer (&self->content, gtk_widget_unparent);

  G_OBJECT_CLASS (strata_alike_box_parent_class)->dispose (object);
}

static void
strata_alike_box_class_init (StrataAlikeBoxClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = strata_alike_box_dispose;
  gtk_widget_class_install_action (GTK_WIDGET_CLASS (klass), "alike.list", NULL, activate_list);
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

/* The window has the actions, so that keys and menus do the same. */
static GtkWidget *
new_buttons (void)
{
  static const struct
  {
    const char *icon;
    const char *label;
    const char *action;
  } buttons[] = {
    { "go-first-symbolic", N_ ("Longest of this name"), "win.select-same-longest" },
    { "go-up-symbolic", N_ ("Next longer one"), "win.select-same-longer" },
    { "go-down-symbolic", N_ ("Next shorter one"), "win.select-same-shorter" },
    { "go-previous-symbolic", N_ ("Previous of this name"), "win.select-same-previous" },
    { "go-next-symbolic", N_ ("Next of this name"), "win.select-same-next" },
    { "view-list-symbolic", N_ ("List all of this name, the slowest first"), "alike.list" },
  };
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  gtk_widget_add_css_class (box, "linked");
  for (guint i = 0; i < G_N_ELEMENTS (buttons); i++)
    {
      GtkWidget *button = gtk_button_new_from_icon_name (buttons[i].icon);

      gtk_actionable_set_action_name (GTK_ACTIONABLE (button), buttons[i].action);
      strata_tooltip_set (button, _ (buttons[i].label));
      gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, _ (buttons[i].label), -1);
      gtk_box_append (GTK_BOX (box), button);
    }

  return box;
}

static GtkLabel *
new_figures (void)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  gtk_widget_add_css_class (label, "numeric");
  return GTK_LABEL (label);
}

static void
strata_alike_box_init (StrataAlikeBox *self)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);

  self->name = STRATA_NONE;
  self->rank = GTK_LABEL (gtk_label_new (NULL));
  self->histogram = strata_histogram_new ();
  self->figures = new_figures ();
  self->shares = new_figures ();
  self->content = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_widget_add_css_class (GTK_WIDGET (self->rank), "numeric");
  gtk_box_append (GTK_BOX (line), new_buttons ());
  gtk_box_append (GTK_BOX (line), GTK_WIDGET (self->rank));
  gtk_box_append (GTK_BOX (self->content), line);
  gtk_box_append (GTK_BOX (self->content), self->histogram);
  gtk_box_append (GTK_BOX (self->content), GTK_WIDGET (self->figures));
  gtk_box_append (GTK_BOX (self->content), GTK_WIDGET (self->shares));
  gtk_widget_set_parent (self->content, GTK_WIDGET (self));
  g_signal_connect_object (self->histogram, "bin-chosen", G_CALLBACK (on_bin_chosen), self, G_CONNECT_SWAPPED);

  self->signals = g_signal_group_new (STRATA_TYPE_SESSION);
  g_signal_group_connect_swapped (self->signals, "selection-changed", G_CALLBACK (on_selection_changed), self);
  g_signal_group_connect_swapped (self->signals, "look-changed", G_CALLBACK (on_look_changed), self);
}

/**
 * strata_alike_box_new:
 *
 * Returns: (transfer floating): a box without a session
 */
GtkWidget *
strata_alike_box_new (void)
{
  return g_object_new (STRATA_TYPE_ALIKE_BOX, NULL);
}
