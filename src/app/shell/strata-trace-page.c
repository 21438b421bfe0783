/* strata-trace-page.c - a loaded trace: timeline above, panes below
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-trace-page.h"

#include <glib/gi18n-lib.h>

#include "strata-copy-selection.h"
#include "strata-damage.h"
#include "strata-events-pane.h"
#include "strata-headline-bar.h"
#include "strata-panes.h"
#include "strata-search-bar.h"
#include "strata-settings.h"
#include "strata-slices-pane.h"
#include "strata-timeline.h"
#include "strata-view-export.h"

/* All children look at one session and not at each other. A page of the notebook
 * is an empty box until it is first shown: the notebook measures all of them. */
struct _StrataTracePage
{
  GtkWidget parent_instance;

  GtkWidget *content;
  GtkInfoBar *message_bar;
  GtkLabel *message;
  GtkInfoBar *damage_bar;
  GtkLabel *damage;
  GtkPaned *paned;
  GtkNotebook *notebook;
  GtkWidget *timeline;
  GtkWidget *headline_bar; /* borrowed from the content */
  GtkWidget *search_bar;   /* borrowed from the content */
  StrataSession *session;  /* owned */
};

static const char *const table_exports[] = {
  [STRATA_VIEW_SLICES] = "trace.export-slices",
  [STRATA_VIEW_COUNTERS] = "trace.export-counters",
  [STRATA_VIEW_STATES] = "trace.export-states",
};

G_DEFINE_FINAL_TYPE (StrataTracePage, strata_trace_page, GTK_TYPE_WIDGET)

static GtkWidget *
get_box (StrataTracePage *self,
         const char *name)
{
  GtkWidget *box = NULL;

  for (int i = 0; i < gtk_notebook_get_n_pages (self->notebook); i++)
    if (g_str_equal (gtk_widget_get_name (gtk_notebook_get_nth_page (self->notebook, i)), name))
      box = gtk_notebook_get_nth_page (self->notebook, i);

  return box;
}

static void
fill_box (StrataTracePage *self,
          GtkWidget *box)
{
  guint n_panes;
  const StrataPane *panes = strata_panes_get (&n_panes);

  if (gtk_widget_get_first_child (box) != NULL)
    return;

  for (guint i = 0; i < n_panes; i++)
    if (g_str_equal (gtk_widget_get_name (box), panes[i].name))
      {
        GtkWidget *pane = panes[i].create (self->session);

        gtk_widget_set_vexpand (pane, TRUE);
        gtk_box_append (GTK_BOX (box), pane);
      }
}

static void
on_switch_page (GtkNotebook *notebook,
                GtkWidget *box,
                guint index,
                StrataTracePage *self)
{
  fill_box (self, box);
}

static void
append_boxes (StrataTracePage *self)
{
  guint n_panes;
  const StrataPane *panes = strata_panes_get (&n_panes);

  g_signal_connect_object (self->notebook, "switch-page", G_CALLBACK (on_switch_page), self, 0);

  for (guint i = 0; i < n_panes; i++)
    {
      GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

      gtk_widget_set_name (box, panes[i].name);
      gtk_notebook_append_page (self->notebook, box, gtk_label_new (_ (panes[i].title)));
    }
}

static void
add_children (StrataTracePage *self)
{
  self->timeline = strata_timeline_new ();
  strata_settings_follow_wheel (self->timeline);
  g_object_bind_property (gtk_widget_get_settings (self->timeline), "gtk-application-prefer-dark-theme",
                          self->timeline, "is-dark", G_BINDING_SYNC_CREATE);

  self->headline_bar = strata_headline_bar_new (self->session);
  gtk_box_insert_child_after (GTK_BOX (self->content), self->headline_bar, GTK_WIDGET (self->message_bar));
  self->search_bar = strata_search_bar_new (self->session);
  gtk_box_insert_child_after (GTK_BOX (self->content), self->search_bar, self->headline_bar);
  gtk_paned_set_start_child (self->paned, self->timeline);
  strata_timeline_set_session (STRATA_TIMELINE (self->timeline), self->session);
  append_boxes (self);
}

/**
 * strata_trace_page_get_session:
 * @self: the page
 *
 * Returns: (transfer none): what it looks at
 */
StrataSession *
strata_trace_page_get_session (StrataTracePage *self)
{
  return self->session;
}

/**
 * strata_trace_page_get_timeline:
 * @self: the page
 *
 * Returns: (transfer none): the timeline
 */
GtkWidget *
strata_trace_page_get_timeline (StrataTracePage *self)
{
  return self->timeline;
}

/**
 * strata_trace_page_get_pane_widget:
 * @self: the page
 * @name: name of a pane, see [func@Strata.panes_get]
 *
 * Returns: (transfer none): the pane, which is made if it has not been shown yet
 */
GtkWidget *
strata_trace_page_get_pane_widget (StrataTracePage *self,
                                   const char *name)
{
  GtkWidget *box = get_box (self, name);

  fill_box (self, box);
  return gtk_widget_get_first_child (box);
}

static gboolean
on_tick_reveal (GtkWidget *timeline,
                GdkFrameClock *clock,
                gpointer user_data)
{
  StrataTracePage *self = user_data;

  if (gtk_widget_get_height (timeline) == 0)
    return G_SOURCE_CONTINUE;

  strata_session_reveal_selection (self->session);
  return G_SOURCE_REMOVE;
}

/**
 * strata_trace_page_reveal_selection:
 * @self: the page
 *
 * Scrolls to what is selected, as soon as the timeline has a size to scroll in.
 */
void
strata_trace_page_reveal_selection (StrataTracePage *self)
{
  gtk_widget_add_tick_callback (self->timeline, on_tick_reveal, self, NULL);
}

/**
 * strata_trace_page_show_message:
 * @self: the page
 * @text: a sentence
 *
 * Tells something above the timeline, until it is closed.
 */
void
strata_trace_page_show_message (StrataTracePage *self,
                                const char *text)
{
  gtk_label_set_label (self->message, text);
  gtk_info_bar_set_revealed (self->message_bar, TRUE);
  gtk_widget_show (GTK_WIDGET (self->message_bar));
}

/**
 * strata_trace_page_get_message:
 * @self: the page
 *
 * Returns: (transfer none) (nullable): what it tells above the timeline
 */
const char *
strata_trace_page_get_message (StrataTracePage *self)
{
  return gtk_widget_get_visible (GTK_WIDGET (self->message_bar)) ? gtk_label_get_label (self->message) : NULL;
}

static void
on_message_response (StrataTracePage *self)
{
  gtk_widget_hide (GTK_WIDGET (self->message_bar));
}

/**
 * strata_trace_page_show_pane:
 * @self: the page
 * @name: name of a pane, see [func@Strata.panes_get]
 *
 * Shows one of the panes below the timeline.
 */
void
strata_trace_page_show_pane (StrataTracePage *self,
                             const char *name)
{
  gtk_notebook_set_current_page (self->notebook, gtk_notebook_page_num (self->notebook, get_box (self, name)));
}

/**
 * strata_trace_page_get_pane:
 * @self: the page
 *
 * Returns: (transfer none): name of the pane that is shown
 */
const char *
strata_trace_page_get_pane (StrataTracePage *self)
{
  int page = gtk_notebook_get_current_page (self->notebook);

  return gtk_widget_get_name (gtk_notebook_get_nth_page (self->notebook, page));
}

/**
 * strata_trace_page_set_position:
 * @self: the page
 * @position_px: height of the timeline
 *
 * Places the divider between timeline and panes.
 */
void
strata_trace_page_set_position (StrataTracePage *self,
                                int position_px)
{
  gtk_paned_set_position (self->paned, position_px);
}

/**
 * strata_trace_page_get_position:
 * @self: the page
 *
 * Returns: height of the timeline
 */
int
strata_trace_page_get_position (StrataTracePage *self)
{
  return gtk_paned_get_position (self->paned);
}

/* "(uu)": index of a file and row of its line. */
static void
activate_show_line (GtkWidget *widget,
                    const char *action_name,
                    GVariant *parameter)
{
  StrataTracePage *self = STRATA_TRACE_PAGE (widget);
  StrataRawPlace place;

  g_variant_get (parameter, "(uu)", &place.file, &place.row);
  strata_trace_page_show_pane (self, "events");
  strata_events_pane_show_line (STRATA_EVENTS_PANE (strata_trace_page_get_pane_widget (self, "events")), place);
}

static void
activate_show_kind (GtkWidget *widget,
                    const char *action_name,
                    GVariant *parameter)
{
  StrataTracePage *self = STRATA_TRACE_PAGE (widget);

  strata_trace_page_show_pane (self, "events");
  strata_events_pane_show_kind (STRATA_EVENTS_PANE (strata_trace_page_get_pane_widget (self, "events")), g_variant_get_string (parameter, NULL));
}

/* "(uxxb)": string id of a name or %STRATA_NONE, least length, length below
 * which, and whether the longest come first. */
static void
activate_show_slices (GtkWidget *widget,
                      const char *action_name,
                      GVariant *parameter)
{
  StrataTracePage *self = STRATA_TRACE_PAGE (widget);
  guint32 name;
  gint64 least_ns;
  gint64 below_ns;
  gboolean is_longest_first;

  g_variant_get (parameter, "(uxxb)", &name, &least_ns, &below_ns, &is_longest_first);
  strata_trace_page_show_pane (self, "slices");
  strata_slices_pane_show (STRATA_SLICES_PANE (strata_trace_page_get_pane_widget (self, "slices")), name, least_ns, below_ns, is_longest_first);
}

static void
activate_find (GtkWidget *widget,
               const char *action_name,
               GVariant *parameter)
{
  strata_search_bar_open (STRATA_SEARCH_BAR (STRATA_TRACE_PAGE (widget)->search_bar), NULL);
}

static void
activate_find_step (GtkWidget *widget,
                    const char *action_name,
                    GVariant *parameter)
{
  strata_search_bar_step (STRATA_SEARCH_BAR (STRATA_TRACE_PAGE (widget)->search_bar), g_str_equal (action_name, "trace.find-next") ? 1 : -1);
}

/* "s": what to search for, as a person would type it; see strata_search_quote(). */
static void
activate_search (GtkWidget *widget,
                 const char *action_name,
                 GVariant *parameter)
{
  strata_search_bar_open (STRATA_SEARCH_BAR (STRATA_TRACE_PAGE (widget)->search_bar), g_variant_get_string (parameter, NULL));
}

/* "s": likewise. */
static void
activate_list_search (GtkWidget *widget,
                      const char *action_name,
                      GVariant *parameter)
{
  StrataTracePage *self = STRATA_TRACE_PAGE (widget);

  strata_trace_page_show_pane (self, "slices");
  strata_slices_pane_search (STRATA_SLICES_PANE (strata_trace_page_get_pane_widget (self, "slices")), g_variant_get_string (parameter, NULL));
}

/* All that is known of what is selected, as text. */
static void
activate_copy_selection (GtkWidget *widget,
                         const char *action_name,
                         GVariant *parameter)
{
  strata_copy_selection (widget, STRATA_TRACE_PAGE (widget)->session);
}

static void
activate_export_picture (GtkWidget *widget,
                         const char *action_name,
                         GVariant *parameter)
{
  strata_view_export_choose_picture (widget, STRATA_TRACE_PAGE (widget)->session);
}

static void
activate_export_table (GtkWidget *widget,
                       const char *action_name,
                       GVariant *parameter)
{
  for (StrataViewRowsOf what = STRATA_VIEW_SLICES; what <= STRATA_VIEW_STATES; what++)
    if (g_str_equal (action_name, table_exports[what]))
      strata_view_export_choose_table (widget, STRATA_TRACE_PAGE (widget)->session, what);
}

static void
activate_show_finding (GtkWidget *widget,
                       const char *action_name,
                       GVariant *parameter)
{
  StrataTracePage *self = STRATA_TRACE_PAGE (widget);

  if (strata_headline_bar_show_finding (STRATA_HEADLINE_BAR (self->headline_bar)))
    strata_trace_page_show_pane (self, "frames");
}

static void
activate_focus_timeline (GtkWidget *widget,
                         const char *action_name,
                         GVariant *parameter)
{
  gtk_widget_grab_focus (STRATA_TRACE_PAGE (widget)->timeline);
}

static void
activate_tell (GtkWidget *widget,
               const char *action_name,
               GVariant *parameter)
{
  strata_trace_page_show_message (STRATA_TRACE_PAGE (widget), g_variant_get_string (parameter, NULL));
}

static void
strata_trace_page_dispose (GObject *object)
{
  StrataTracePage *self = STRATA_TRACE_PAGE (object);

  /* a notebook that loses its pages switches from each to the next, which must not fill them */
  if (self->notebook != NULL)
    g_signal_handlers_disconnect_by_func (self->notebook, on_switch_page, self);
  gtk_widget_dispose_template (GTK_WIDGET (self), STRATA_TYPE_TRACE_PAGE);
  g_clear_object (&self->session);

  G_OBJECT_CLASS (strata_trace_page_parent_class)->dispose (object);
}

static void
strata_trace_page_class_init (StrataTracePageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = strata_trace_page_dispose;

  gtk_widget_class_set_template_from_resource (widget_class, "/org/strataviewer/Strata/trace-page.ui");
  gtk_widget_class_bind_template_child (widget_class, StrataTracePage, content);
  gtk_widget_class_bind_template_child (widget_class, StrataTracePage, message_bar);
  gtk_widget_class_bind_template_child (widget_class, StrataTracePage, message);
  gtk_widget_class_bind_template_child (widget_class, StrataTracePage, damage_bar);
  gtk_widget_class_bind_template_child (widget_class, StrataTracePage, damage);
  gtk_widget_class_bind_template_child (widget_class, StrataTracePage, paned);
  gtk_widget_class_bind_template_child (widget_class, StrataTracePage, notebook);
  gtk_widget_class_install_action (widget_class, "trace.show-line", "(uu)", activate_show_line);
  gtk_widget_class_install_action (widget_class, "trace.show-kind", "s", activate_show_kind);
  gtk_widget_class_install_action (widget_class, "trace.show-slices", "(uxxb)", activate_show_slices);
  gtk_widget_class_install_action (widget_class, "trace.tell", "s", activate_tell);
  gtk_widget_class_install_action (widget_class, "trace.find", NULL, activate_find);
  gtk_widget_class_install_action (widget_class, "trace.find-next", NULL, activate_find_step);
  gtk_widget_class_install_action (widget_class, "trace.find-previous", NULL, activate_find_step);
  gtk_widget_class_install_action (widget_class, "trace.search", "s", activate_search);
  gtk_widget_class_install_action (widget_class, "trace.list-search", "s", activate_list_search);
  gtk_widget_class_install_action (widget_class, "trace.copy-selection", NULL, activate_copy_selection);
  gtk_widget_class_install_action (widget_class, "trace.export-picture", NULL, activate_export_picture);
  for (guint i = 0; i < G_N_ELEMENTS (table_exports); i++)
    gtk_widget_class_install_action (widget_class, table_exports[i], NULL, activate_export_table);
  gtk_widget_class_install_action (widget_class, "trace.show-finding", NULL, activate_show_finding);
  gtk_widget_class_install_action (widget_class, "trace.focus-timeline", NULL, activate_focus_timeline);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
strata_trace_page_init (StrataTracePage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect_object (self->message_bar, "response", G_CALLBACK (on_message_response), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->damage_bar, "response", G_CALLBACK (gtk_widget_hide), self->damage_bar, G_CONNECT_SWAPPED);
}

/**
 * strata_trace_page_show_answer:
 * @self: the page, in its window
 *
 * Shows the pane that says why the trace is slow: frames and tasks where any took
 * too long, else the profile.
 */
void
strata_trace_page_show_answer (StrataTracePage *self)
{
  if (strata_findings_has_slow (strata_session_get_findings (self->session)))
    strata_trace_page_show_pane (self, "frames");
}

/**
 * strata_trace_page_tell_limits:
 * @self: the page
 *
 * Tells that the time axis cannot show all of the trace, where that is so: clocks
 * that tell nonsense come to more years than it counts.
 */
void
strata_trace_page_tell_limits (StrataTracePage *self)
{
  const StrataSpan all = strata_trace_get_span (strata_session_get_trace (self->session));
  const StrataSpan bounds = strata_view_get_viewport (strata_session_get_view (self->session))->bounds;

  if (all.begin_ns < bounds.begin_ns || all.end_ns > bounds.end_ns)
    strata_trace_page_show_message (self, _ ("The clock of this trace exceeds 2,305,843,009 s, where the timeline ends; later events appear only in the tables."));
}

/* A trace with parts missing must not be taken for a whole one. */
static void
show_damage (StrataTracePage *self)
{
  StrataDamage damage;

  strata_damage_find (&damage, strata_session_get_trace (self->session));

  g_autofree char *text = strata_damage_dup_text (&damage);

  gtk_label_set_label (self->damage, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (self->damage_bar), text != NULL);
}

/**
 * strata_trace_page_get_damage:
 * @self: the page
 *
 * Returns: (nullable): what the banner says is missing of the trace
 */
const char *
strata_trace_page_get_damage (StrataTracePage *self)
{
  return gtk_widget_get_visible (GTK_WIDGET (self->damage_bar)) ? gtk_label_get_label (self->damage) : NULL;
}

/**
 * strata_trace_page_new:
 * @session: what to look at
 *
 * Returns: (transfer floating): the page
 */
GtkWidget *
strata_trace_page_new (StrataSession *session)
{
  StrataTracePage *self = g_object_new (STRATA_TYPE_TRACE_PAGE, NULL);

  self->session = g_object_ref (session);
  add_children (self);
  show_damage (self);

  return GTK_WIDGET (self);
}
