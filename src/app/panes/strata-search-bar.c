/* strata-search-bar.c - searches slices above the timeline
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-search-bar.h"

#include <glib/gi18n-lib.h>

#include "strata-action.h"
#include "strata-menu-model.h"
#include "strata-session-found.h"
#include "strata-units.h"

/* An example of a search. */

typedef struct
{
  const char *text;
  const char *meaning;
} Example;

/* Every kind of term once. */
static const Example examples[] = {
  { "draw", N_ ("Names that contain this, ignoring case") },
  { "\"lock of main\"", N_ ("A text with spaces") },
  { "do*Frame", N_ ("Names that match, with * for any text and ? for any character") },
  { "name=\"doFrame\"", N_ ("Exactly this name") },
  { "/^do.*Frame$/", N_ ("Names that match a regular expression") },
  { "IO:write", N_ ("Plain text, because there is no field IO; put text that starts with a field, such as \"tag:x\", in quotation marks") },
  { "dur>16ms", N_ ("How long; also self, cpu and start, in ns, us, ms or s") },
  { "thread:RenderThread", N_ ("Name or number of the thread; also process, tid, pid and depth") },
  { "thread:/^pool-[12]/", N_ ("A field that matches a regular expression; thread~^pool-[12] is the same") },
  { "prio<100", N_ ("Runs on CPUs, by kernel priority; is:run finds all runs") },
  { "value>100", N_ ("Counter samples; without a value, each counter is one match") },
  { "is:instant", N_ ("Only instants; also is:slice and is:counter") },
  { "is:main", N_ ("On main threads; also is:call, is:async, is:kernel, is:unfinished and is:exception") },
  { "level:info", N_ ("HiTrace level; also tag, category and chain") },
  { "arg.url~login", N_ ("A matching argument; also arg.size>1000, and arg: for any") },
  { "-idle", N_ ("Everything except this") },
  { "draw or layout", N_ ("Either of the two; use parentheses to group") },
};

static GtkWidget *
make_button (const Example *example)
{
  GtkWidget *button = gtk_button_new_with_label (example->text);

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "monospace");
  gtk_label_set_xalign (GTK_LABEL (gtk_button_get_child (GTK_BUTTON (button))), 0);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "search.add");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", example->text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, _ (example->meaning), -1);
  return button;
}

static GtkWidget *
make_label (const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 48);
  gtk_widget_set_margin_end (label, 12);
  return label;
}

/* A popover whose examples activate search.add. */
static GtkWidget *
search_help_new (void)
{
  GtkWidget *popover = gtk_popover_new ();
  GtkWidget *grid = gtk_grid_new ();
  GtkWidget *last = make_label (_ ("All terms must match. The search covers slices, instants and counters. Field names are not case-sensitive."));
  int row = 0;

  gtk_grid_set_column_spacing (GTK_GRID (grid), 12);
  for (; row < (int) G_N_ELEMENTS (examples); row++)
    {
      gtk_grid_attach (GTK_GRID (grid), make_button (&examples[row]), 0, row, 1, 1);
      gtk_grid_attach (GTK_GRID (grid), make_label (_ (examples[row].meaning)), 1, row, 1, 1);
    }

  gtk_widget_add_css_class (last, "dim-label");
  gtk_widget_set_margin_top (last, 6);
  gtk_widget_set_margin_start (last, 12);
  gtk_grid_attach (GTK_GRID (grid), last, 0, row, 2, 1);
  gtk_popover_set_child (GTK_POPOVER (popover), grid);
  return popover;
}

/* The session searches; the bar has the text and shows the progress. If the user presses Enter
 * before the hits are known, the bar goes to one as soon as they are. */

struct _StrataSearchBar
{
  GtkWidget parent_instance;

  GtkSearchBar *bar;
  GtkSearchEntry *entry;
  GtkLabel *count;
  GtkLabel *error;
  GtkMenuButton *help_button;
  GtkMenuButton *others_button;

  StrataSession *session; /* owned */
  int pending_step;       /* to take when the hits are known; 0 for none */
};

enum
{
  PROP_0,
  PROP_OTHERS,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (StrataSearchBar, strata_search_bar, GTK_TYPE_WIDGET)

/* The names in actions. */
static const char *const others_ids[] = {
  [STRATA_OTHERS_SHOWN] = "shown",
  [STRATA_OTHERS_DIMMED] = "dimmed",
  [STRATA_OTHERS_HIDDEN] = "hidden",
};

static char *
dup_count (StrataSearchBar *self)
{
  gboolean is_counted;
  const guint32 n_hits = strata_findings_get_n_hits (strata_session_get_findings (self->session), &is_counted);
  const guint32 rank = strata_session_get_hit_rank (self->session);
  char hits[STRATA_UNITS_BYTES];
  char place[STRATA_UNITS_BYTES];

  if (!strata_findings_is_searching (strata_session_get_findings (self->session)))
    return g_strdup ("");

  strata_units_count (n_hits, hits);
  if (!is_counted)
    return g_strdup_printf (_ ("%s so far…"), hits);
  if (n_hits == 0)
    return g_strdup (_ ("No hits"));
  if (rank != STRATA_NONE && rank < n_hits)
    return g_strdup_printf (_ ("%s of %s"), strata_units_count ((gint64) rank + 1, place), hits);

  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s hit", "%s hits", n_hits), hits);
}

/* GTK 4.8 uses a label's text as its accessible name only if its role is label. */
static void
set_text (GtkLabel *label,
          const char *text)
{
  gtk_label_set_label (label, text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (label), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
}

static void
update (StrataSearchBar *self)
{
  const char *error = strata_findings_get_search_error (strata_session_get_findings (self->session));
  g_autofree char *count = dup_count (self);
  const gboolean can_step = strata_findings_get_n_hits (strata_session_get_findings (self->session), NULL) > 0;

  set_text (self->count, count);
  set_text (self->error, error != NULL ? error : "");
  gtk_widget_set_visible (GTK_WIDGET (self->error), error != NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "search.next", can_step);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "search.previous", can_step);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "search.list", strata_findings_is_searching (strata_session_get_findings (self->session)));
}

static gboolean
is_ready (StrataSearchBar *self)
{
  gboolean is_counted;

  strata_findings_get_n_hits (strata_session_get_findings (self->session), &is_counted);
  return is_counted && !strata_findings_is_search_running (strata_session_get_findings (self->session));
}

static void
on_search_changed (StrataSearchBar *self)
{
  const int step = self->pending_step;

  update (self);
  if (step == 0 || !is_ready (self))
    return;

  self->pending_step = 0;
  strata_session_select_hit (self->session, step);
}

static void
on_text_changed (StrataSearchBar *self)
{
  self->pending_step = 0;
  strata_findings_search (strata_session_get_findings (self->session), gtk_editable_get_text (GTK_EDITABLE (self->entry)));
}

/* A closed bar has no search; GtkSearchBar empties its entry. */
static void
on_mode_changed (StrataSearchBar *self)
{
  if (!gtk_search_bar_get_search_mode (self->bar))
    gtk_widget_activate_action (GTK_WIDGET (self), "trace.focus-timeline", NULL);
}

static void
on_activate (StrataSearchBar *self)
{
  strata_search_bar_step (self, 1);
}

/**
 * strata_search_bar_step:
 * @self: the bar
 * @direction: 1 for the next hit by time, -1 for the previous
 *
 * Goes to a hit, as soon as they are known.
 */
void
strata_search_bar_step (StrataSearchBar *self,
                        int direction)
{
  if (is_ready (self))
    strata_session_select_hit (self->session, direction);
  else
    self->pending_step = direction;
}

/**
 * strata_search_bar_open:
 * @self: the bar
 * @text: (nullable): the text to search for; %NULL keeps the present one
 *
 * Shows the bar, and takes the focus.
 */
void
strata_search_bar_open (StrataSearchBar *self,
                        const char *text)
{
  gtk_search_bar_set_search_mode (self->bar, TRUE);
  if (text != NULL)
    gtk_editable_set_text (GTK_EDITABLE (self->entry), text);

  gtk_widget_grab_focus (GTK_WIDGET (self->entry));
  gtk_editable_set_position (GTK_EDITABLE (self->entry), -1);
  if (text == NULL)
    gtk_editable_select_region (GTK_EDITABLE (self->entry), 0, -1);
}

static void
activate_step (GtkWidget *widget,
               const char *action_name,
               GVariant *parameter)
{
  strata_search_bar_step (STRATA_SEARCH_BAR (widget), g_str_equal (action_name, "search.next") ? 1 : -1);
}

static void
activate_list (StrataSearchBar *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "trace.list-search", "s", gtk_editable_get_text (GTK_EDITABLE (self->entry)));
}

static void
activate_close (StrataSearchBar *self)
{
  gtk_search_bar_set_search_mode (self->bar, FALSE);
}

/* Appends an example to the text. */
static void
activate_add (GtkWidget *widget,
              const char *action_name,
              GVariant *parameter)
{
  StrataSearchBar *self = STRATA_SEARCH_BAR (widget);
  const char *before = gtk_editable_get_text (GTK_EDITABLE (self->entry));
  g_autofree char *text = g_strdup_printf ("%s%s%s", before, *before != '\0' ? " " : "", g_variant_get_string (parameter, NULL));

  gtk_menu_button_popdown (self->help_button);
  strata_search_bar_open (self, text);
}

static void
strata_search_bar_get_property (GObject *object,
                                guint prop_id,
                                GValue *value,
                                GParamSpec *pspec)
{
  StrataSearchBar *self = STRATA_SEARCH_BAR (object);

  if (prop_id == PROP_OTHERS)
    g_value_set_string (value, self->session != NULL ? others_ids[strata_findings_get_others (strata_session_get_findings (self->session))] : others_ids[STRATA_OTHERS_DIMMED]);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
}

static void
strata_search_bar_set_property (GObject *object,
                                guint prop_id,
                                const GValue *value,
                                GParamSpec *pspec)
{
  StrataSearchBar *self = STRATA_SEARCH_BAR (object);

  for (StrataOthers others = STRATA_OTHERS_SHOWN; others <= STRATA_OTHERS_HIDDEN; others++)
    if (self->session != NULL && g_strcmp0 (g_value_get_string (value), others_ids[others]) == 0)
      strata_findings_set_others (strata_session_get_findings (self->session), others);
}

static void
on_hits_changed (StrataSearchBar *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_OTHERS]);
}

static void
strata_search_bar_dispose (GObject *object)
{
  StrataSearchBar *self = STRATA_SEARCH_BAR (object);

  gtk_widget_dispose_template (GTK_WIDGET (self), STRATA_TYPE_SEARCH_BAR);
  g_clear_object (&self->session);

  G_OBJECT_CLASS (strata_search_bar_parent_class)->dispose (object);
}

static void
strata_search_bar_class_init (StrataSearchBarClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = strata_search_bar_get_property;
  object_class->set_property = strata_search_bar_set_property;
  object_class->dispose = strata_search_bar_dispose;
  properties[PROP_OTHERS] =
      g_param_spec_string ("others", NULL, NULL, "dimmed",
                           G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  gtk_widget_class_set_template_from_resource (widget_class, "/org/strataviewer/Strata/search-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, StrataSearchBar, bar);
  gtk_widget_class_bind_template_child (widget_class, StrataSearchBar, entry);
  gtk_widget_class_bind_template_child (widget_class, StrataSearchBar, count);
  gtk_widget_class_bind_template_child (widget_class, StrataSearchBar, error);
  gtk_widget_class_bind_template_child (widget_class, StrataSearchBar, help_button);
  gtk_widget_class_bind_template_child (widget_class, StrataSearchBar, others_button);
  gtk_widget_class_install_action (widget_class, "search.next", NULL, activate_step);
  gtk_widget_class_install_action (widget_class, "search.previous", NULL, activate_step);
  gtk_widget_class_install_action (widget_class, "search.list", NULL, STRATA_ACTION (activate_list));
  gtk_widget_class_install_action (widget_class, "search.close", NULL, STRATA_ACTION (activate_close));
  gtk_widget_class_install_action (widget_class, "search.add", "s", activate_add);
  gtk_widget_class_install_property_action (widget_class, "search.others", "others");
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Return, GDK_SHIFT_MASK, "search.previous", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_KP_Enter, GDK_SHIFT_MASK, "search.previous", NULL);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
strata_search_bar_init (StrataSearchBar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_search_bar_connect_entry (self->bar, GTK_EDITABLE (self->entry));
  gtk_menu_button_set_popover (self->help_button, search_help_new ());
  strata_menu_model_own (GTK_WIDGET (self->others_button), gtk_menu_button_get_menu_model (self->others_button));

  g_signal_connect_object (self->entry, "changed", G_CALLBACK (on_text_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->entry, "activate", G_CALLBACK (on_activate), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->bar, "notify::search-mode-enabled", G_CALLBACK (on_mode_changed), self, G_CONNECT_SWAPPED);
}

/**
 * strata_search_bar_new:
 * @session: the session to search
 *
 * Returns: (transfer floating): the bar, closed
 */
GtkWidget *
strata_search_bar_new (StrataSession *session)
{
  StrataSearchBar *self = g_object_new (STRATA_TYPE_SEARCH_BAR, NULL);

  self->session = g_object_ref (session);
  g_signal_connect_object (strata_session_get_findings (session), "search-changed", G_CALLBACK (on_search_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (strata_session_get_selection (session), "item-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (strata_session_get_findings (session), "hits-changed", G_CALLBACK (on_hits_changed), self, G_CONNECT_SWAPPED);
  update (self);
  return GTK_WIDGET (self);
}
