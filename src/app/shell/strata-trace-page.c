/* strata-trace-page.c - a loaded trace: timeline above, panes below, details beside them
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-trace-page.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "strata-action.h"
#include "strata-copy-selection.h"
#include "strata-damage.h"
#include "strata-dialogs.h"
#include "strata-events-pane.h"
#include "strata-file-export.h"
#include "strata-headline-bar.h"
#include "strata-help.h"
#include "strata-log-rows.h"
#include "strata-pane-book.h"
#include "strata-pane-focus.h"
#include "strata-scope-model.h"
#include "strata-search-bar.h"
#include "strata-selection-pane.h"
#include "strata-session-found.h"
#include "strata-settings.h"
#include "strata-slices-pane.h"
#include "strata-timeline.h"
#include "strata-units.h"
#include "strata-view-export.h"

/* All children share one session and do not know each other. The selection pane is in a sidebar if
 * the window is wide enough and the sidebar is enabled; else it is one of the panes below. */

/* The narrowest page with a sidebar: a window of 1300 pixels with its borders. */
#define WIDE_PX 1290
#define DETAILS_WIDTH_PX 384
#define DEFAULT_PANE_SHARE 0.36
#define MOST_PANE_SHARE 0.5
/* A lower pane is of no use. */
#define MIN_PANE_HEIGHT_PX 60

struct _StrataTracePage
{
  GtkWidget parent_instance;

  GtkWidget *content;
  GtkInfoBar *message_bar;
  gboolean is_told; /* its message came from a pane */
  GtkLabel *message;
  GtkWidget *open_folder; /* shows the folder of a saved file */
  GFile *saved;           /* owned; nullable: the last saved file */
  GtkInfoBar *damage_bar;
  GtkLabel *damage;
  GtkPaned *sides;
  GtkPaned *paned;
  GtkBox *details;
  StrataPaneBook *book; /* borrowed from the paned */
  GtkWidget *timeline;
  GtkWidget *headline_bar; /* borrowed from the content */
  GtkWidget *search_bar;   /* borrowed from the content */
  StrataSession *session;  /* owned */

  gboolean is_wide;          /* at the last allocation */
  int expected_px;           /* width that the page was arranged for; 0 once it has one */
  gboolean is_details_shown; /* if the page is wide */
  gboolean is_placed;        /* the divider is placed, which needs the page's height */
  double pane_share;         /* of the common height, when the panes were last shown */
  int placed_px;             /* the height when the divider was placed */
  guint arrange_id;          /* idle source */
};

enum
{
  PROP_0,
  PROP_IS_PANE_SHOWN,
  PROP_IS_DETAILS_SHOWN,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static const char *const table_exports[] = {
  [STRATA_VIEW_SLICES] = "trace.export-slices",
  [STRATA_VIEW_COUNTERS] = "trace.export-counters",
  [STRATA_VIEW_STATES] = "trace.export-states",
};

G_DEFINE_FINAL_TYPE (StrataTracePage, strata_trace_page, GTK_TYPE_WIDGET)

/* Moves the selection pane to its current place. */
static void
arrange (StrataTracePage *self,
         int width_px)
{
  const gboolean is_aside = self->is_wide && self->is_details_shown;
  GtkWidget *pane = gtk_widget_get_first_child (GTK_WIDGET (self->details));

  if (is_aside && pane == NULL)
    {
      pane = strata_pane_book_take_selection (self->book);
      strata_selection_pane_set_narrow (STRATA_SELECTION_PANE (pane), TRUE);
      gtk_box_append (self->details, pane);
      g_object_unref (pane);
      gtk_paned_set_position (self->sides, width_px - DETAILS_WIDTH_PX);
    }
  else if (!is_aside && pane != NULL)
    {
      g_object_ref (pane);
      gtk_box_remove (self->details, pane);
      strata_selection_pane_set_narrow (STRATA_SELECTION_PANE (pane), FALSE);
      strata_pane_book_return_selection (self->book, pane);
      g_object_unref (pane);
    }
  gtk_widget_set_visible (GTK_WIDGET (self->details), is_aside);
}

static gboolean
on_idle_arrange (gpointer user_data)
{
  StrataTracePage *self = user_data;

  self->arrange_id = 0;
  arrange (self, gtk_widget_get_width (GTK_WIDGET (self)));
  return G_SOURCE_REMOVE;
}

/* Not during allocation. */
static void
schedule_arrange (StrataTracePage *self)
{
  if (self->arrange_id == 0)
    self->arrange_id = g_idle_add_full (G_PRIORITY_HIGH_IDLE, on_idle_arrange, self, NULL);
}

static int
get_max_position_px (StrataTracePage *self)
{
  int max_px;

  g_object_get (self->paned, "max-position", &max_px, NULL);
  return max_px;
}

/* The panes get at most half of the page. */
static void
place_divider (StrataTracePage *self)
{
  const int max_px = get_max_position_px (self);

  self->placed_px = (int) lround (MIN (self->pane_share, MOST_PANE_SHARE) * max_px);
  gtk_paned_set_position (self->paned, max_px - self->placed_px);
}

static void
on_max_position (StrataTracePage *self)
{
  if (self->is_placed || gtk_widget_get_height (GTK_WIDGET (self)) == 0)
    return;

  self->is_placed = TRUE;
  place_divider (self);
}

static gboolean
is_pane_shown (StrataTracePage *self)
{
  return gtk_widget_get_visible (GTK_WIDGET (self->book)) &&
         (!self->is_placed || get_max_position_px (self) - gtk_paned_get_position (self->paned) >= MIN_PANE_HEIGHT_PX);
}

static void
set_pane_shown (StrataTracePage *self,
                gboolean is_shown)
{
  if (is_shown == is_pane_shown (self))
    return;

  self->pane_share = strata_trace_page_get_pane_share (self);
  gtk_widget_set_visible (GTK_WIDGET (self->book), is_shown);
  if (is_shown && self->is_placed)
    place_divider (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_IS_PANE_SHOWN]);
}

static void
set_details_shown (StrataTracePage *self,
                   gboolean is_shown)
{
  if (is_shown == self->is_details_shown)
    return;

  self->is_details_shown = is_shown;
  schedule_arrange (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_IS_DETAILS_SHOWN]);
}

static void
add_children (StrataTracePage *self)
{
  self->timeline = strata_timeline_new (self->session);
  strata_settings_bind_timeline (self->timeline);
  strata_help_set_page (self->timeline, "lanes");
  g_object_bind_property (gtk_widget_get_settings (self->timeline), "gtk-application-prefer-dark-theme",
                          self->timeline, "is-dark", G_BINDING_SYNC_CREATE);

  self->headline_bar = strata_headline_bar_new (self->session);
  gtk_box_insert_child_after (GTK_BOX (self->content), self->headline_bar, GTK_WIDGET (self->message_bar));
  self->search_bar = strata_search_bar_new (self->session);
  gtk_box_insert_child_after (GTK_BOX (self->content), self->search_bar, self->headline_bar);
  gtk_paned_set_start_child (self->paned, self->timeline);
  self->book = STRATA_PANE_BOOK (strata_pane_book_new (self->session));
  gtk_paned_set_end_child (self->paned, GTK_WIDGET (self->book));
  g_signal_connect_object (self->paned, "notify::max-position", G_CALLBACK (on_max_position), self, G_CONNECT_SWAPPED);
}

StrataSession *
strata_trace_page_get_session (StrataTracePage *self)
{
  return self->session;
}

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
  GtkWidget *aside = gtk_widget_get_first_child (GTK_WIDGET (self->details));

  return aside != NULL && g_str_equal (name, "selection") ? aside : strata_pane_book_get_pane (self->book, name);
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

/* Scrolls to the selection, as soon as the timeline has a size. */
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
 * Shows a message above the timeline, until it is closed.
 */
void
strata_trace_page_show_message (StrataTracePage *self,
                                const char *text)
{
  self->is_told = FALSE;
  gtk_label_set_label (self->message, text);
  gtk_info_bar_set_message_type (self->message_bar, GTK_MESSAGE_WARNING);
  gtk_widget_hide (self->open_folder);
  gtk_info_bar_set_revealed (self->message_bar, TRUE);
  gtk_widget_show (GTK_WIDGET (self->message_bar));
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
 * Shows one of the panes, which are below the timeline or beside it.
 */
void
strata_trace_page_show_pane (StrataTracePage *self,
                             const char *name)
{
  if (g_str_equal (name, "selection") && gtk_widget_get_first_child (GTK_WIDGET (self->details)) != NULL)
    return;

  strata_pane_book_show (self->book, name);
  set_pane_shown (self, TRUE);
}

/**
 * strata_trace_page_focus_pane:
 * @self: the page
 * @name: name of a pane, see [func@Strata.panes_get]
 *
 * Shows a pane and moves the focus to its table or graph, if it has one.
 */
void
strata_trace_page_focus_pane (StrataTracePage *self,
                              const char *name)
{
  strata_trace_page_show_pane (self, name);
  strata_pane_focus (strata_trace_page_get_pane_widget (self, name));
}

/**
 * strata_trace_page_set_pane_share:
 * @self: the page
 * @share: share of the panes in the height of timeline and panes, 0..1
 *
 * Places the divider between timeline and panes.
 */
void
strata_trace_page_set_pane_share (StrataTracePage *self,
                                  double share)
{
  self->pane_share = share;
  if (self->is_placed)
    place_divider (self);
}

/**
 * strata_trace_page_get_pane_share:
 * @self: the page
 *
 * The share that was last set, until the user moves the divider. The size of the window
 * and rounding do not change it.
 *
 * Returns: share of the panes in the height of timeline and panes, when they were last shown
 */
double
strata_trace_page_get_pane_share (StrataTracePage *self)
{
  const int max_px = get_max_position_px (self);
  const int height_px = max_px - gtk_paned_get_position (self->paned);

  if (!self->is_placed || !is_pane_shown (self) || ABS (height_px - self->placed_px) <= 1)
    return self->pane_share;

  return (double) height_px / MAX (max_px, 1);
}

/* The requested item might be outside the scope. */
static void
widen_scope (StrataTracePage *self)
{
  strata_scope_model_set_choice (strata_scope_model_get (self->session), STRATA_SCOPE_TRACE);
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
  widen_scope (self);
  strata_trace_page_show_pane (self, "events");
  strata_events_pane_show_line (STRATA_EVENTS_PANE (strata_trace_page_get_pane_widget (self, "events")), place);
}

static void
activate_show_kind (GtkWidget *widget,
                    const char *action_name,
                    GVariant *parameter)
{
  StrataTracePage *self = STRATA_TRACE_PAGE (widget);

  widen_scope (self);
  strata_trace_page_show_pane (self, "events");
  strata_events_pane_show_kind (STRATA_EVENTS_PANE (strata_trace_page_get_pane_widget (self, "events")), g_variant_get_string (parameter, NULL));
}

/* "(uxxb)": string id of a name or %STRATA_NONE, shortest duration, upper limit of durations
 * (exclusive), and whether the longest come first. Lists the whole trace, or the scope. */
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
  if (g_str_equal (action_name, "trace.show-slices"))
    widen_scope (self);
  strata_trace_page_show_pane (self, "slices");
  strata_slices_pane_show (STRATA_SLICES_PANE (strata_trace_page_get_pane_widget (self, "slices")), name, least_ns, below_ns, is_longest_first);
}

static void
activate_find (StrataTracePage *self)
{
  strata_search_bar_open (STRATA_SEARCH_BAR (self->search_bar), NULL);
}

static void
activate_find_step (GtkWidget *widget,
                    const char *action_name,
                    GVariant *parameter)
{
  strata_search_bar_step (STRATA_SEARCH_BAR (STRATA_TRACE_PAGE (widget)->search_bar), g_str_equal (action_name, "trace.find-next") ? 1 : -1);
}

/* "s": the search, as typed by a user; see strata_search_quote(). */
static void
activate_search (GtkWidget *widget,
                 const char *action_name,
                 GVariant *parameter)
{
  strata_search_bar_open (STRATA_SEARCH_BAR (STRATA_TRACE_PAGE (widget)->search_bar), g_variant_get_string (parameter, NULL));
}

/* "s": the same. */
static void
activate_list_search (GtkWidget *widget,
                      const char *action_name,
                      GVariant *parameter)
{
  StrataTracePage *self = STRATA_TRACE_PAGE (widget);

  widen_scope (self);
  strata_trace_page_show_pane (self, "slices");
  strata_slices_pane_search (STRATA_SLICES_PANE (strata_trace_page_get_pane_widget (self, "slices")), g_variant_get_string (parameter, NULL));
}

/* Copies all facts about the selection as text. */
static void
activate_copy_selection (StrataTracePage *self)
{
  strata_copy_selection (GTK_WIDGET (self), self->session);
}

static void
activate_export_picture (StrataTracePage *self)
{
  strata_view_export_choose_picture (GTK_WIDGET (self), self->session);
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
activate_show_finding (StrataTracePage *self)
{
  if (!strata_headline_bar_show_finding (STRATA_HEADLINE_BAR (self->headline_bar)))
    return;

  strata_trace_page_show_pane (self, strata_session_get_selected_item (self->session).kind == STRATA_ITEM_INSTANT ? "log" : "frames");
}

static void
activate_focus_timeline (StrataTracePage *self)
{
  gtk_widget_grab_focus (self->timeline);
}

/* After a successful write a pane clears its earlier error with an empty text. Messages of the page
 * itself stay. */
static void
activate_tell (GtkWidget *widget,
               const char *action_name,
               GVariant *parameter)
{
  StrataTracePage *self = STRATA_TRACE_PAGE (widget);
  const char *text = g_variant_get_string (parameter, NULL);

  if (*text != '\0')
    {
      strata_trace_page_show_message (self, text);
      self->is_told = TRUE;
    }
  else if (self->is_told)
    on_message_response (self);
}

static void
activate_tell_saved (GtkWidget *widget,
                     const char *action_name,
                     GVariant *parameter)
{
  StrataTracePage *self = STRATA_TRACE_PAGE (widget);
  g_autofree char *text = strata_file_export_dup_saved (parameter, &self->saved);

  strata_trace_page_show_message (self, text);
  gtk_info_bar_set_message_type (self->message_bar, GTK_MESSAGE_INFO);
  gtk_widget_show (self->open_folder);
}

static void
activate_open_folder (StrataTracePage *self)
{
  if (self->saved != NULL)
    strata_dialogs_open_folder (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), self->saved);
}

static void
strata_trace_page_dispose (GObject *object)
{
  StrataTracePage *self = STRATA_TRACE_PAGE (object);

  g_clear_handle_id (&self->arrange_id, g_source_remove);
  gtk_widget_dispose_template (GTK_WIDGET (self), STRATA_TYPE_TRACE_PAGE);
  g_clear_object (&self->saved);
  g_clear_object (&self->session);

  G_OBJECT_CLASS (strata_trace_page_parent_class)->dispose (object);
}

static void
strata_trace_page_get_property (GObject *object,
                                guint property_id,
                                GValue *value,
                                GParamSpec *pspec)
{
  StrataTracePage *self = STRATA_TRACE_PAGE (object);

  switch (property_id)
    {
    case PROP_IS_PANE_SHOWN:
      g_value_set_boolean (value, is_pane_shown (self));
      break;
    case PROP_IS_DETAILS_SHOWN:
      g_value_set_boolean (value, self->is_details_shown);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
strata_trace_page_set_property (GObject *object,
                                guint property_id,
                                const GValue *value,
                                GParamSpec *pspec)
{
  StrataTracePage *self = STRATA_TRACE_PAGE (object);

  switch (property_id)
    {
    case PROP_IS_PANE_SHOWN:
      set_pane_shown (self, g_value_get_boolean (value));
      break;
    case PROP_IS_DETAILS_SHOWN:
      set_details_shown (self, g_value_get_boolean (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
strata_trace_page_measure (GtkWidget *widget,
                           GtkOrientation orientation,
                           int for_size,
                           int *minimum,
                           int *natural,
                           int *minimum_baseline,
                           int *natural_baseline)
{
  gtk_widget_measure (STRATA_TRACE_PAGE (widget)->content, orientation, for_size, minimum, natural, NULL, NULL);
}

/* A window that is maximised at start is wider than expected: the timeline gets the additional
 * width, not the sidebar. */
static void
place_details (StrataTracePage *self,
               int width_px)
{
  if (self->expected_px > 0 && width_px != self->expected_px && gtk_widget_get_first_child (GTK_WIDGET (self->details)) != NULL)
    gtk_paned_set_position (self->sides, width_px - DETAILS_WIDTH_PX);
  self->expected_px = 0;
}

static void
strata_trace_page_size_allocate (GtkWidget *widget,
                                 int width,
                                 int height,
                                 int baseline)
{
  StrataTracePage *self = STRATA_TRACE_PAGE (widget);

  if (self->is_wide != (width >= WIDE_PX))
    {
      self->is_wide = width >= WIDE_PX;
      schedule_arrange (self);
    }
  place_details (self, width);
  gtk_widget_allocate (self->content, width, height, baseline, NULL);
}

/* Letters have the same actions in panes as on the timeline. */
static gboolean
on_letter (GtkWidget *widget,
           GVariant *action,
           gpointer user_data)
{
  return gtk_widget_activate_action (STRATA_TRACE_PAGE (widget)->timeline, g_variant_get_string (action, NULL), NULL);
}

static void
strata_trace_page_class_init (StrataTracePageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = strata_trace_page_dispose;
  object_class->get_property = strata_trace_page_get_property;
  object_class->set_property = strata_trace_page_set_property;
  widget_class->measure = strata_trace_page_measure;
  widget_class->size_allocate = strata_trace_page_size_allocate;

  properties[PROP_IS_PANE_SHOWN] = g_param_spec_boolean ("is-pane-shown", NULL, NULL, TRUE, G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  properties[PROP_IS_DETAILS_SHOWN] = g_param_spec_boolean ("is-details-shown", NULL, NULL, TRUE, G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  gtk_widget_class_set_template_from_resource (widget_class, "/org/strataviewer/Strata/trace-page.ui");
  gtk_widget_class_bind_template_child (widget_class, StrataTracePage, content);
  gtk_widget_class_bind_template_child (widget_class, StrataTracePage, message_bar);
  gtk_widget_class_bind_template_child (widget_class, StrataTracePage, message);
  gtk_widget_class_bind_template_child (widget_class, StrataTracePage, open_folder);
  gtk_widget_class_bind_template_child (widget_class, StrataTracePage, damage_bar);
  gtk_widget_class_bind_template_child (widget_class, StrataTracePage, damage);
  gtk_widget_class_bind_template_child (widget_class, StrataTracePage, sides);
  gtk_widget_class_bind_template_child (widget_class, StrataTracePage, paned);
  gtk_widget_class_bind_template_child (widget_class, StrataTracePage, details);
  strata_timeline_share_letters (widget_class, on_letter);
  gtk_widget_class_install_action (widget_class, "trace.show-line", "(uu)", activate_show_line);
  gtk_widget_class_install_action (widget_class, "trace.show-kind", "s", activate_show_kind);
  gtk_widget_class_install_action (widget_class, "trace.show-slices", "(uxxb)", activate_show_slices);
  gtk_widget_class_install_action (widget_class, "trace.show-slices-in-scope", "(uxxb)", activate_show_slices);
  gtk_widget_class_install_action (widget_class, "trace.tell", "s", activate_tell);
  gtk_widget_class_install_action (widget_class, "trace.tell-saved", "(ss)", activate_tell_saved);
  gtk_widget_class_install_action (widget_class, "trace.open-folder", NULL, STRATA_ACTION (activate_open_folder));
  gtk_widget_class_install_action (widget_class, "trace.find", NULL, STRATA_ACTION (activate_find));
  gtk_widget_class_install_action (widget_class, "trace.find-next", NULL, activate_find_step);
  gtk_widget_class_install_action (widget_class, "trace.find-previous", NULL, activate_find_step);
  gtk_widget_class_install_action (widget_class, "trace.search", "s", activate_search);
  gtk_widget_class_install_action (widget_class, "trace.list-search", "s", activate_list_search);
  gtk_widget_class_install_action (widget_class, "trace.copy-selection", NULL, STRATA_ACTION (activate_copy_selection));
  gtk_widget_class_install_action (widget_class, "trace.export-picture", NULL, STRATA_ACTION (activate_export_picture));
  for (guint i = 0; i < G_N_ELEMENTS (table_exports); i++)
    gtk_widget_class_install_action (widget_class, table_exports[i], NULL, activate_export_table);
  gtk_widget_class_install_action (widget_class, "trace.show-finding", NULL, STRATA_ACTION (activate_show_finding));
  gtk_widget_class_install_action (widget_class, "trace.focus-timeline", NULL, STRATA_ACTION (activate_focus_timeline));
}

static void
strata_trace_page_init (StrataTracePage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->is_details_shown = TRUE;
  self->pane_share = DEFAULT_PANE_SHARE;
  g_signal_connect_object (self->message_bar, "response", G_CALLBACK (on_message_response), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->damage_bar, "response", G_CALLBACK (gtk_widget_hide), self->damage_bar, G_CONNECT_SWAPPED);
}

static gboolean
has_log (StrataTrace *trace)
{
  g_autoptr (StrataRows) rows = strata_log_rows_new (trace, NULL);

  return strata_rows_get_n_rows (rows) > 0;
}

/* Calls of stacks that were taken at one moment have none, so all their sums are 0. */
static gboolean
have_lengths (const StrataSliceTable *slices)
{
  for (guint32 i = 0; i < slices->n_slices; i++)
    if (strata_slice_table_get_end_ns (slices, i) > slices->start_ns[i])
      return TRUE;

  return FALSE;
}

static const char *
find_answer (StrataTracePage *self)
{
  StrataTrace *trace = strata_session_get_trace (self->session);
  guint n_cpus;

  if (strata_findings_has_slow (strata_session_get_findings (self->session)))
    return "frames";
  if (strata_trace_has_calls (trace))
    return have_lengths (strata_trace_get_slices (trace)) ? "profile" : "tree";

  strata_trace_get_cpus (trace, &n_cpus);
  if (n_cpus > 0)
    return "usage";
  if (strata_trace_get_slices (trace)->n_slices > 0)
    return "slices";

  return has_log (trace) ? "log" : "report";
}

/**
 * strata_trace_page_show_answer:
 * @self: the page, in its window
 *
 * Shows the pane that explains why the trace is slow: frames and tasks if any took
 * too long, else the profile, or the tree of calls without lengths; without calls, the usage of CPUs, other slices, the log, or the import report.
 */
void
strata_trace_page_show_answer (StrataTracePage *self)
{
  strata_trace_page_show_pane (self, find_answer (self));
}

/**
 * strata_trace_page_tell_limits:
 * @self: the page
 *
 * Reports if the time axis cannot show the whole trace: broken clocks may span more
 * years than it can represent.
 */
void
strata_trace_page_tell_limits (StrataTracePage *self)
{
  const StrataSpan all = strata_trace_get_span (strata_session_get_trace (self->session));
  const StrataSpan bounds = strata_session_get_viewport (self->session)->bounds;
  const gint64 second_ns = G_GINT64_CONSTANT (1000000000);
  char begin[STRATA_UNITS_BYTES];
  char end[STRATA_UNITS_BYTES];

  if (all.begin_ns >= bounds.begin_ns && all.end_ns <= bounds.end_ns)
    return;

  strata_units_offset (bounds.begin_ns, second_ns, begin);
  strata_units_offset (bounds.end_ns, second_ns, end);

  /* Translators: two times, such as "1 s" */
  g_autofree char *text = g_strdup_printf (_ ("The timeline can only show the clock of this trace from %s to %s; other events appear only in the tables."), begin, end);

  strata_trace_page_show_message (self, text);
}

static gboolean
has_focus_in_timeline (StrataTracePage *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  return focus != NULL && (focus == self->timeline || gtk_widget_is_ancestor (focus, self->timeline));
}

/* Without a sidebar, a selection on the timeline brings the selection pane to the front, unless the
 * frames pane explains it already. A selection made in a pane does not switch panes. */
static void
on_item_changed (StrataTracePage *self,
                 const StrataItem *item)
{
  const gboolean is_explained = g_str_equal (strata_pane_book_get_shown (self->book), "frames") && strata_session_get_selected_frame (self->session) != STRATA_NONE;

  if (item->kind == STRATA_ITEM_NONE || is_explained || !is_pane_shown (self) || !has_focus_in_timeline (self))
    return;

  strata_trace_page_show_pane (self, "selection");
}

/* An incomplete trace must not be mistaken for a complete one. */
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
 * strata_trace_page_expect_width:
 * @self: the page, in its window
 * @width_px: its future width; 0 if unknown
 *
 * Arranges the page before it is drawn for the first time.
 */
void
strata_trace_page_expect_width (StrataTracePage *self,
                                int width_px)
{
  self->is_wide = width_px >= WIDE_PX;
  self->expected_px = width_px;
  arrange (self, width_px);
}

GtkWidget *
strata_trace_page_new (StrataSession *session)
{
  StrataTracePage *self = g_object_new (STRATA_TYPE_TRACE_PAGE, NULL);

  self->session = g_object_ref (session);
  add_children (self);
  show_damage (self);
  g_signal_connect_object (strata_session_get_selection (session), "item-changed", G_CALLBACK (on_item_changed), self, G_CONNECT_SWAPPED);

  return GTK_WIDGET (self);
}
