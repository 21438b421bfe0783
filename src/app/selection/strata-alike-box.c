/* strata-alike-box.c - the selected slice compared with others of its name
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-alike-box.h"

#include <glib/gi18n-lib.h>

#include "strata-action.h"
#include "strata-fact-grid.h"
#include "strata-histogram.h"
#include "strata-tooltip.h"
#include "strata-units.h"

/* At most this many callers are listed; further ones are counted. */
#define MOST_CALLERS 100

/* The old content stays while another slice is counted, but not longer than this. */
#define PATIENCE_MS 150

/* The selected slice's rank by duration, buttons to the others, a histogram of them all, sums, and
 * callers. A worker counts; its result for a name serves all slices of the name. Nothing is counted
 * while the box is hidden. */
struct _StrataAlikeBox
{
  StrataSelectionBox parent_instance;

  GtkBox *content;
  GtkWidget *details; /* everything but the buttons */
  GtkLabel *rank;
  GtkWidget *histogram;
  GtkBox *figures;
  GtkGrid *shares;
  GtkGrid *sums;
  GtkGrid *spread;
  GtkWidget *callers_box;
  GtkGrid *callers;
  GtkLabel *more_callers;

  StrataSession *session; /* borrowed; nullable */
  StrataNameSums *known;  /* owned; nullable: of the shown slice */
  StrataJob *job;         /* borrowed */
  guint patience_id;
};

G_DEFINE_FINAL_TYPE (StrataAlikeBox, strata_alike_box, STRATA_TYPE_SELECTION_BOX)

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

static void
fill (GtkGrid *grid,
      GPtrArray *facts)
{
  strata_fact_grid_clear (grid);
  strata_fact_grid_fill (grid, facts, 0);
  g_ptr_array_unref (facts);
}

static void
show_callers (StrataAlikeBox *self,
              const StrataSlicePlace *place)
{
  const guint n_callers = place->sums->callers->len;
  const guint n_more = n_callers - MIN (n_callers, MOST_CALLERS);
  char count[STRATA_UNITS_BYTES];
  g_autofree char *more = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "and %s more", "and %s more", n_more), strata_units_count (n_more, count));

  fill (self->callers, strata_facts_list_callers (place, MOST_CALLERS));
  gtk_label_set_label (self->more_callers, more);
  gtk_widget_set_visible (GTK_WIDGET (self->more_callers), n_more > 0);
  gtk_widget_set_visible (self->callers_box, n_callers > 0);
}

static void
show_place (StrataAlikeBox *self,
            const StrataSlicePlace *place)
{
  if (self->known != place->sums)
    {
      strata_histogram_set (STRATA_HISTOGRAM (self->histogram), &place->sums->histogram, strata_trace_get_unit (place->sums->trace));
      fill (self->sums, strata_facts_list_sums (place));
      fill (self->spread, strata_facts_list_spread (place));
      show_callers (self, place);
      strata_name_sums_unref (self->known);
      self->known = strata_name_sums_ref (place->sums);
    }

  fill (self->shares, strata_facts_list_shares (place));
  strata_histogram_mark (STRATA_HISTOGRAM (self->histogram), place->slice_ns);
  gtk_widget_set_visible (self->histogram, place->sums->n_slices > 1);
  show_rank (self, place->rank, place->sums->n_slices);
}

typedef struct
{
  StrataTrace *trace; /* owned */
  guint32 slice;
  StrataNameSums *known; /* owned; nullable */
} Request;

static void
request_free (gpointer data)
{
  Request *request = data;

  g_object_unref (request->trace);
  strata_name_sums_unref (request->known);
  g_free (request);
}

static gpointer
run (gpointer data,
     GCancellable *cancellable)
{
  const Request *request = data;

  return strata_slice_place_new (request->trace, request->slice, request->known, cancellable);
}

static void
on_place_found (gpointer result,
                gpointer data,
                gpointer user_data)
{
  StrataAlikeBox *self = user_data;
  g_autoptr (StrataSlicePlace) place = result;

  g_clear_handle_id (&self->patience_id, g_source_remove);
  show_place (self, place);
  gtk_widget_set_visible (self->details, TRUE);
}

static const StrataJobKind place_job = {
  .name = "[strata] place of a slice",
  .run = run,
  .done = on_place_found,
  .free_data = request_free,
  .free_result = (GDestroyNotify) strata_slice_place_free,
};

/* Hides the old figures, so that they are not mistaken for those of the new selection. */
static gboolean
on_patience_over (gpointer user_data)
{
  StrataAlikeBox *self = user_data;

  self->patience_id = 0;
  gtk_widget_set_visible (self->details, FALSE);
  gtk_label_set_label (self->rank, _ ("Counting…"));
  return G_SOURCE_REMOVE;
}

static void
look_at (StrataAlikeBox *self,
         guint32 slice)
{
  Request *request = g_new (Request, 1);

  *request = (Request){ g_object_ref (strata_session_get_trace (self->session)), slice, self->known != NULL ? strata_name_sums_ref (self->known) : NULL };
  self->patience_id = g_timeout_add (PATIENCE_MS, on_patience_over, self);
  strata_job_start (self->job, request, 0);
}

static void
on_selection_changed (StrataAlikeBox *self)
{
  StrataItem item = { .kind = STRATA_ITEM_NONE };

  g_clear_handle_id (&self->patience_id, g_source_remove);
  strata_job_cancel (self->job);
  if (self->session != NULL)
    item = strata_session_get_selected_item (self->session);

  gtk_widget_set_visible (GTK_WIDGET (self->content), item.kind == STRATA_ITEM_SLICE);
  if (item.kind == STRATA_ITEM_SLICE && gtk_widget_get_mapped (GTK_WIDGET (self)))
    look_at (self, item.index);
}

static void
on_bin_chosen (StrataAlikeBox *self,
               guint slice)
{
  const guint32 name = self->known->name;
  gint64 least_ns;
  gint64 below_ns;

  strata_session_select_slice (self->session, slice);
  if (strata_histogram_get_range (STRATA_HISTOGRAM (self->histogram), slice, &least_ns, &below_ns))
    gtk_widget_activate_action (GTK_WIDGET (self), "trace.show-slices", "(uxxb)", name, least_ns, below_ns, TRUE);
}

static void
activate_list (StrataAlikeBox *self)
{
  const StrataItem item = strata_session_get_selected_item (self->session);

  if (item.kind == STRATA_ITEM_SLICE)
    gtk_widget_activate_action (GTK_WIDGET (self), "trace.show-slices", "(uxxb)", strata_trace_get_slices (strata_session_get_trace (self->session))->name[item.index], G_MININT64, G_MAXINT64, TRUE);
}

/* "u": index of the slice. */
static void
activate_select (GtkWidget *widget,
                 const char *action_name,
                 GVariant *parameter)
{
  strata_session_select_slice (STRATA_ALIKE_BOX (widget)->session, g_variant_get_uint32 (parameter));
}

static void
strata_alike_box_session_changed (StrataSelectionBox *box,
                                  StrataSession *session)
{
  StrataAlikeBox *self = STRATA_ALIKE_BOX (box);

  self->session = session;
  on_selection_changed (self);
}

/**
 * strata_alike_box_set_narrow:
 * @self: the box
 * @is_narrow: whether there is little width
 *
 * Places the figures below or beside each other.
 */
void
strata_alike_box_set_narrow (StrataAlikeBox *self,
                             gboolean is_narrow)
{
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->figures), is_narrow ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL);
  gtk_box_set_spacing (self->figures, is_narrow ? 12 : 36);
}

static void
strata_alike_box_dispose (GObject *object)
{
  StrataAlikeBox *self = STRATA_ALIKE_BOX (object);

  g_clear_handle_id (&self->patience_id, g_source_remove);
  g_clear_pointer (&self->known, strata_name_sums_unref);

  G_OBJECT_CLASS (strata_alike_box_parent_class)->dispose (object);
}

static void
strata_alike_box_class_init (StrataAlikeBoxClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = strata_alike_box_dispose;
  STRATA_SELECTION_BOX_CLASS (klass)->session_changed = strata_alike_box_session_changed;
  gtk_widget_class_install_action (GTK_WIDGET_CLASS (klass), "alike.list", NULL, STRATA_ACTION (activate_list));
  gtk_widget_class_install_action (GTK_WIDGET_CLASS (klass), "fact.select", "u", activate_select);
}

/* The actions belong to the window, so that keys and menus share them. */
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
    { "go-up-symbolic", N_ ("Next longer"), "win.select-same-longer" },
    { "go-down-symbolic", N_ ("Next shorter"), "win.select-same-shorter" },
    { "go-previous-symbolic", N_ ("Previous of this name"), "win.select-same-previous" },
    { "go-next-symbolic", N_ ("Next of this name"), "win.select-same-next" },
    { "view-list-symbolic", N_ ("List all of this name, slowest first"), "alike.list" },
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

static GtkGrid *
new_grid (void)
{
  GtkWidget *grid = gtk_grid_new ();

  gtk_grid_set_column_spacing (GTK_GRID (grid), 18);
  gtk_grid_set_row_spacing (GTK_GRID (grid), 4);
  gtk_widget_set_hexpand (grid, FALSE);
  return GTK_GRID (grid);
}

/* Facts about the slice itself, about its name as a whole, and about single slices of the name. */
static GtkWidget *
new_figures (StrataAlikeBox *self)
{
  self->figures = GTK_BOX (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 36));
  self->shares = new_grid ();
  self->sums = new_grid ();
  self->spread = new_grid ();
  gtk_box_append (self->figures, GTK_WIDGET (self->shares));
  gtk_box_append (self->figures, GTK_WIDGET (self->sums));
  gtk_box_append (self->figures, GTK_WIDGET (self->spread));
  return GTK_WIDGET (self->figures);
}

static GtkWidget *
new_callers (StrataAlikeBox *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);
  GtkWidget *heading = gtk_label_new (_ ("Called by"));

  self->callers = new_grid ();
  self->more_callers = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_xalign (GTK_LABEL (heading), 0);
  gtk_label_set_xalign (self->more_callers, 0);
  gtk_widget_add_css_class (heading, "heading");
  gtk_widget_add_css_class (GTK_WIDGET (self->more_callers), "dim-label");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->callers), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Called by"), -1);
  gtk_box_append (GTK_BOX (box), heading);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->callers));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->more_callers));
  return box;
}

static void
strata_alike_box_init (StrataAlikeBox *self)
{
  StrataSessionSignals *signals = strata_selection_box_get_signals (STRATA_SELECTION_BOX (self));
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);

  self->job = strata_selection_box_add_job (STRATA_SELECTION_BOX (self), &place_job);
  self->rank = GTK_LABEL (gtk_label_new (NULL));
  self->histogram = g_object_new (STRATA_TYPE_HISTOGRAM, NULL);
  self->callers_box = new_callers (self);
  self->content = strata_selection_box_get_content (STRATA_SELECTION_BOX (self));
  self->details = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_widget_add_css_class (GTK_WIDGET (self->rank), "numeric");
  gtk_box_append (GTK_BOX (line), new_buttons ());
  gtk_box_append (GTK_BOX (line), GTK_WIDGET (self->rank));
  gtk_box_append (GTK_BOX (self->details), self->histogram);
  gtk_box_append (GTK_BOX (self->details), new_figures (self));
  gtk_box_append (GTK_BOX (self->details), self->callers_box);
  gtk_box_append (self->content, line);
  gtk_box_append (self->content, self->details);
  g_signal_connect_object (self->histogram, "bin-chosen", G_CALLBACK (on_bin_chosen), self, G_CONNECT_SWAPPED);

  g_signal_connect (self, "map", G_CALLBACK (on_selection_changed), NULL);

  g_signal_group_connect_swapped (signals->selection, "item-changed", G_CALLBACK (on_selection_changed), self);
  g_signal_group_connect_swapped (signals->view, "options-changed", G_CALLBACK (on_selection_changed), self);
}
