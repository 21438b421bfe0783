/* strata-causes-box.c - lists why something took so long
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-causes-box.h"

#include <glib/gi18n-lib.h>

#include "strata-cell-text.h"
#include "strata-session-found.h"
#include "strata-method-signature.h"
#include "strata-short-text.h"
#include "strata-units.h"
#include "strata-wrapping-label.h"

/* A title, the exceeded rule, and a line per cause, largest first, which goes to its longest piece.
 * Parts of a cause are indented below it. */

#define PART_INDENT_PX 18

/* In the title, which has large letters. */
#define MAX_NAME_CHARS 80

/* Of a line of reasons, and of the title */
#define LEAST_CHARS 8

struct _StrataCausesBox
{
  GtkWidget parent_instance;

  GtkWidget *content;
  GtkScrolledWindow *scroller;
  GtkWidget *lines;
  GtkLabel *title;
  GtkLabel *rule;
  GtkListBox *list;

  StrataSession *session; /* owned; nullable: the session of the causes */
  StrataCauses *causes;   /* owned; nullable */
  guint32 frame;          /* the explained frame, or STRATA_NONE */
};

G_DEFINE_FINAL_TYPE (StrataCausesBox, strata_causes_box, GTK_TYPE_WIDGET)

static GtkWidget *
new_figure (const char *text,
            int n_chars)
{
  GtkWidget *label = strata_cell_text_new_label (text, 1, PANGO_ELLIPSIZE_NONE);

  gtk_label_set_width_chars (GTK_LABEL (label), n_chars);
  gtk_widget_set_valign (label, GTK_ALIGN_START);
  gtk_widget_add_css_class (label, "numeric");
  return label;
}

static void
on_show (GSimpleAction *action,
         GVariant *parameter,
         gpointer row)
{
  g_signal_emit_by_name (gtk_widget_get_parent (row), "row-activated", row);
}

/* For assistive tools, which cannot click. */
static void
add_action (GtkWidget *row)
{
  static const GActionEntry entries[] = { { .name = "show", .activate = on_show } };
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();

  g_action_map_add_action_entries (G_ACTION_MAP (group), entries, G_N_ELEMENTS (entries), row);
  gtk_widget_insert_action_group (row, "cause", G_ACTION_GROUP (group));
}

static GtkWidget *
add_row (StrataCausesBox *self,
         const char *text,
         gint64 ns,
         int depth)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  char share[STRATA_UNITS_BYTES];
  char duration[STRATA_UNITS_BYTES];
  GtkWidget *label = gtk_label_new (text);
  GtkWidget *row = gtk_list_box_row_new ();

  strata_units_share (ns, strata_causes_get_total_ns (self->causes), share);
  strata_units_duration (ns, duration);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  strata_wrapping_label_set (GTK_LABEL (label));
  gtk_label_set_width_chars (GTK_LABEL (label), LEAST_CHARS);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_set_margin_start (box, depth * PART_INDENT_PX);
  gtk_box_append (GTK_BOX (box), new_figure (share, 7));
  gtk_box_append (GTK_BOX (box), new_figure (duration, 8));
  gtk_box_append (GTK_BOX (box), label);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);

  g_autofree char *name = g_strdup_printf ("%s, %s: %s", share, duration, text);

  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  gtk_list_box_append (self->list, row);
  return row;
}

/* A part may have parts, such as the time on slow CPUs. */
static int
get_depth (const StrataCause *causes,
           guint i)
{
  int depth = 0;

  for (guint32 above = causes[i].parent; above != STRATA_NONE; above = causes[above].parent)
    depth++;

  return depth;
}

static void
add_cause (StrataCausesBox *self,
           guint i)
{
  guint n_causes;
  const StrataCause *causes = strata_causes_get (self->causes, &n_causes);
  g_autofree char *raw = strata_causes_dup_text (self->causes, i);
  g_autofree char *text = g_utf8_make_valid (raw, -1);
  GtkWidget *row = add_row (self, text, causes[i].total_ns, get_depth (causes, i));

  gtk_widget_set_tooltip_text (row, _ ("Show the longest piece on the timeline"));
  add_action (row);
}

/* Adds the rest, so that the shares add up to the whole time. */
static void
add_rest (StrataCausesBox *self)
{
  guint n_causes;
  const StrataCause *causes = strata_causes_get (self->causes, &n_causes);
  gint64 rest_ns = strata_causes_get_total_ns (self->causes);

  for (guint i = 0; i < n_causes; i++)
    rest_ns -= causes[i].parent == STRATA_NONE ? causes[i].total_ns : 0;

  if (n_causes > 0 && rest_ns > strata_causes_get_total_ns (self->causes) / 200)
    gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (add_row (self, _ ("Everything else, in small parts"), rest_ns, 0)), FALSE);
}

/**
 * strata_causes_box_clear:
 * @self: the box
 *
 * Shows nothing.
 */
void
strata_causes_box_clear (StrataCausesBox *self)
{
  for (GtkWidget *row = gtk_widget_get_first_child (GTK_WIDGET (self->list)); row != NULL; row = gtk_widget_get_first_child (GTK_WIDGET (self->list)))
    gtk_list_box_remove (self->list, row);

  gtk_label_set_label (self->title, "");
  gtk_label_set_label (self->rule, "");
  g_clear_pointer (&self->causes, strata_causes_free);
  g_clear_object (&self->session);
  self->frame = STRATA_NONE;
}

/* Lists @causes, which it takes, below their title and rule. */
static void
show_causes (StrataCausesBox *self,
             StrataSession *session,
             StrataCauses *causes,
             const char *title,
             const char *rule)
{
  guint n_causes;

  strata_causes_box_clear (self);
  self->session = g_object_ref (session);
  self->causes = causes;
  gtk_label_set_label (self->title, title);
  gtk_label_set_label (self->rule, rule);
  strata_causes_get (causes, &n_causes);
  gtk_widget_set_visible (GTK_WIDGET (self->rule), *rule != '\0');
  for (guint i = 0; i < n_causes; i++)
    add_cause (self, i);
  add_rest (self);
}

/**
 * strata_causes_box_show_frame:
 * @self: the box
 * @session: the session that shows causes
 * @frame: index of a frame
 *
 * Explains a frame, unless it is explained already. Its time counts
 * from its VSYNC, like in the headline.
 */
void
strata_causes_box_show_frame (StrataCausesBox *self,
                              StrataSession *session,
                              guint32 frame)
{
  StrataFrames *frames = strata_findings_get_frames (strata_session_get_findings (session));
  guint n_frames;
  const StrataFrameRow *row = strata_frames_get (frames, &n_frames) + frame;

  if (frame == self->frame)
    return;

  StrataCauses *causes = strata_causes_new_for_frame (frames, frame);
  const gint64 total_ns = MAX (strata_causes_get_total_ns (causes), strata_frame_get_duration_ns (row));
  const StrataSpan span = strata_trace_get_span (strata_frames_get_trace (frames));
  g_autofree char *rule = strata_frames_dup_rule (frames, frame);
  char duration[STRATA_UNITS_BYTES];
  char time[STRATA_UNITS_BYTES];
  const gboolean is_from_vsync = total_ns > strata_frame_get_duration_ns (row);

  strata_units_offset (row->end_ns - total_ns - span.begin_ns, strata_span_get_step_ns (span), time);
  strata_units_duration (total_ns, duration);

  g_autofree char *title = is_from_vsync
                               /* Translators: a duration, a time */
                               ? g_strdup_printf (_ ("Why the frame took %s from its VSYNC at %s"), duration, time)
                               /* Translators: a time, a duration */
                               : g_strdup_printf (_ ("Why the frame at %s took %s"), time, duration);

  show_causes (self, session, causes, title, rule);
  self->frame = frame;
}

/**
 * strata_causes_box_show_slice:
 * @self: the box
 * @session: the session that shows causes
 * @slice: index of a slice of a thread
 * @rule: the rule that makes it slow, or an empty string
 *
 * Explains a slice.
 */
void
strata_causes_box_show_slice (StrataCausesBox *self,
                              StrataSession *session,
                              guint32 slice,
                              const char *rule)
{
  StrataTrace *trace = strata_session_get_trace (session);
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  g_autofree char *signature = strata_method_signature_dup (strata_trace_get_string (trace, slices->name[slice]), STRATA_SIGNATURE_SHORT);
  g_autofree char *whole = g_utf8_make_valid (signature, -1);
  g_autofree char *name = strata_short_text_dup_name (whole, MAX_NAME_CHARS);
  char duration[STRATA_UNITS_BYTES];
  /* Translators: the first is a name, the second a duration */
  g_autofree char *title = g_strdup_printf (_ ("Why “%s” took %s"), name, strata_units_duration (strata_slice_table_get_wall_ns (slices, slice), duration));

  show_causes (self, session, strata_causes_new_for_slice (trace, slice), title, rule);
}

/**
 * strata_causes_box_set_inline:
 * @self: the box
 *
 * Removes the scrolled window of the box, for use inside another one.
 */
void
strata_causes_box_set_inline (StrataCausesBox *self)
{
  gtk_widget_set_size_request (self->content, -1, -1);
  gtk_widget_set_margin_start (self->content, 0);

  /* a scrolled window requests less height than wrapping lines need */
  g_autoptr (GtkWidget) lines = g_object_ref (self->lines);

  gtk_scrolled_window_set_child (self->scroller, NULL);
  gtk_box_remove (GTK_BOX (self->content), GTK_WIDGET (self->scroller));
  self->scroller = NULL;
  gtk_box_append (GTK_BOX (self->content), lines);
}

/**
 * strata_causes_box_get_n_causes:
 * @self: the box
 *
 * Returns: how many causes are listed
 */
guint
strata_causes_box_get_n_causes (StrataCausesBox *self)
{
  guint n_causes = 0;

  if (self->causes != NULL)
    strata_causes_get (self->causes, &n_causes);

  return n_causes;
}

static void
on_cause_activated (StrataCausesBox *self,
                    GtkListBoxRow *row)
{
  guint n_causes;
  const StrataCause *causes = strata_causes_get (self->causes, &n_causes);

  strata_session_show_cause (self->session, &causes[gtk_list_box_row_get_index (row)]);
}

static void
strata_causes_box_dispose (GObject *object)
{
  StrataCausesBox *self = STRATA_CAUSES_BOX (object);

  g_clear_pointer (&self->causes, strata_causes_free);
  g_clear_object (&self->session);
  gtk_widget_dispose_template (GTK_WIDGET (self), STRATA_TYPE_CAUSES_BOX);

  G_OBJECT_CLASS (strata_causes_box_parent_class)->dispose (object);
}

static void
strata_causes_box_class_init (StrataCausesBoxClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = strata_causes_box_dispose;

  gtk_widget_class_set_template_from_resource (widget_class, "/org/strataviewer/Strata/causes-box.ui");
  gtk_widget_class_bind_template_child (widget_class, StrataCausesBox, content);
  gtk_widget_class_bind_template_child (widget_class, StrataCausesBox, scroller);
  gtk_widget_class_bind_template_child (widget_class, StrataCausesBox, lines);
  gtk_widget_class_bind_template_child (widget_class, StrataCausesBox, title);
  gtk_widget_class_bind_template_child (widget_class, StrataCausesBox, rule);
  gtk_widget_class_bind_template_child (widget_class, StrataCausesBox, list);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
strata_causes_box_init (StrataCausesBox *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  strata_wrapping_label_set (self->title);
  strata_wrapping_label_set (self->rule);
  self->frame = STRATA_NONE;
  g_signal_connect_object (self->list, "row-activated", G_CALLBACK (on_cause_activated), self, G_CONNECT_SWAPPED);
}
