/* strata-profile-item.c - a line of the profile pane
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-profile-item.h"

#include <inttypes.h>

#include <glib/gi18n-lib.h>

#include "strata-method-signature.h"
#include "strata-units.h"

/* Exists only while a widget shows it. The registry has all living items, so that the same line is
 * the same object as long as it is referenced: cells are notified when a row opens, and the
 * selection survives. */
struct _StrataProfileItem
{
  GObject parent_instance;

  GHashTable *registry;   /* owned: id -> living item, not owned */
  guint64 id;             /* the registry's key points here */
  StrataProfile *profile; /* owned */
  StrataProfileLine line;
  gboolean is_expanded;
};

enum
{
  PROP_0,
  PROP_IS_EXPANDED,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (StrataProfileItem, strata_profile_item, G_TYPE_OBJECT)

/**
 * strata_profile_item_get:
 * @registry: living items by id, made with strata_int64_hash()
 * @id: of the line, unique in the registry
 * @profile: the profile
 * @line: the part of it to show
 *
 * Returns: (transfer full): the item of that line
 */
StrataProfileItem *
strata_profile_item_get (GHashTable *registry,
                         guint64 id,
                         StrataProfile *profile,
                         const StrataProfileLine *line)
{
  StrataProfileItem *self = g_hash_table_lookup (registry, &id);

  if (self != NULL)
    return g_object_ref (self);

  self = g_object_new (STRATA_TYPE_PROFILE_ITEM, NULL);
  self->registry = g_hash_table_ref (registry);
  self->id = id;
  self->profile = strata_profile_ref (profile);
  self->line = *line;
  g_hash_table_insert (registry, &self->id, self);

  return self;
}

static const StrataProfileRow *
get_row (StrataProfileItem *self)
{
  guint n_rows;

  return &strata_profile_get_rows (self->profile, &n_rows)[self->line.row];
}

const StrataProfileLine *
strata_profile_item_get_line (StrataProfileItem *self)
{
  return &self->line;
}

/* Returns the key of its row, or of the row that it is under. */
guint32
strata_profile_item_get_row_key (StrataProfileItem *self)
{
  return get_row (self)->key;
}

/**
 * strata_profile_item_get_target_key:
 * @self: an item
 *
 * Returns: key of the row that a parent or child refers to, or %STRATA_NONE
 */
guint32
strata_profile_item_get_target_key (StrataProfileItem *self)
{
  const gboolean is_other = self->line.kind == STRATA_PROFILE_LINE_RELATIVE && self->line.relative.relation != STRATA_RELATION_NAME;

  return is_other ? self->line.relative.key : STRATA_NONE;
}

/**
 * strata_profile_item_find_name:
 * @self: an item
 *
 * Returns: string id of its name if it has a single one, else %STRATA_NONE
 */
guint32
strata_profile_item_find_name (StrataProfileItem *self)
{
  const gboolean is_name = self->line.kind == STRATA_PROFILE_LINE_RELATIVE && self->line.relative.relation == STRATA_RELATION_NAME;
  const guint32 target = strata_profile_item_get_target_key (self);

  if (is_name)
    return self->line.relative.key;

  return strata_profile_find_only_name (self->profile, target != STRATA_NONE ? target : get_row (self)->key);
}

/**
 * strata_profile_item_set_expanded:
 * @self: an item
 * @is_expanded: whether its relatives are shown
 *
 * Stores whether a row is open.
 */
void
strata_profile_item_set_expanded (StrataProfileItem *self,
                                  gboolean is_expanded)
{
  if (self->is_expanded == is_expanded)
    return;

  self->is_expanded = is_expanded;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_IS_EXPANDED]);
}

gboolean
strata_profile_item_is_expanded (StrataProfileItem *self)
{
  return self->is_expanded;
}

static const char *
get_group_title (StrataRelation relation)
{
  switch (relation)
    {
    case STRATA_RELATION_PARENT:
      return _ ("Parents");
    case STRATA_RELATION_SELF:
    case STRATA_RELATION_CHILD:
      return _ ("Children");
    case STRATA_RELATION_RECURSIVE_PARENT:
      return _ ("Parents while recursive");
    case STRATA_RELATION_RECURSIVE_CHILD:
      return _ ("Children while recursive");
    case STRATA_RELATION_NAME:
      return _ ("Names");
    }

  return "";
}

/* Names are bytes from a file, but labels need UTF-8; methods are shortened. */
static char *
dup_valid (const char *text,
           StrataSignatureForm form)
{
  g_autofree char *name = strata_method_signature_dup (text, form);

  return g_utf8_make_valid (*name != '\0' ? name : _ ("(no name)"), -1);
}

static char *
dup_valid_name (StrataProfileItem *self,
                guint32 key,
                StrataSignatureForm form)
{
  g_autofree char *text = strata_profile_dup_name (self->profile, key);

  return dup_valid (text, form);
}

static char *
dup_member_name (StrataProfileItem *self,
                 StrataSignatureForm form)
{
  const guint32 name = self->line.relative.key;

  return name == STRATA_NONE ? g_strdup (_ ("(other names)")) : dup_valid (strata_trace_get_string (strata_profile_get_trace (self->profile), name), form);
}

static char *
dup_name (StrataProfileItem *self,
          StrataSignatureForm form)
{
  const StrataRelative *relative = &self->line.relative;

  if (self->line.kind == STRATA_PROFILE_LINE_GROUP)
    return g_strdup (get_group_title (relative->relation));

  if (self->line.kind == STRATA_PROFILE_LINE_ROW)
    return dup_valid_name (self, get_row (self)->key, form);

  if (relative->relation == STRATA_RELATION_SELF)
    return g_strdup (_ ("self"));
  if (relative->relation == STRATA_RELATION_NAME)
    return dup_member_name (self, form);

  return relative->key == STRATA_NONE ? g_strdup (_ ("(no caller)")) : dup_valid_name (self, relative->key, form);
}

/**
 * strata_profile_row_get_per_call_ns:
 * @row: a row
 * @inclusive_ns: its inclusive time by one of the clocks
 *
 * Returns: that time divided by all calls, including recursive ones, as in Traceview; or
 *   %STRATA_NO_TIME if the time is unknown
 */
gint64
strata_profile_row_get_per_call_ns (const StrataProfileRow *row,
                                    gint64 inclusive_ns)
{
  gint64 n_calls = (gint64) (row->n_calls + row->n_recursive_calls);

  return inclusive_ns != STRATA_NO_TIME && n_calls > 0 ? inclusive_ns / n_calls : STRATA_NO_TIME;
}

/* "52+3": the calls, and the calls inside a call of the same name. */
static char *
dup_calls (const StrataProfileRow *row)
{
  char calls[STRATA_UNITS_BYTES];
  char recursive[STRATA_UNITS_BYTES];

  strata_units_count ((gint64) row->n_calls, calls);

  if (row->n_recursive_calls == 0)
    return g_strdup (calls);

  return g_strdup_printf ("%s+%s", calls, strata_units_count ((gint64) row->n_recursive_calls, recursive));
}

/* The start of a call, since the start of the trace. */
static char *
dup_begin (StrataProfileItem *self,
           guint32 slice)
{
  StrataTrace *trace = strata_profile_get_trace (self->profile);
  const StrataSpan span = strata_trace_get_span (trace);
  char text[STRATA_UNITS_BYTES];

  if (slice == STRATA_NONE)
    return g_strdup ("");

  return g_strdup (strata_units_amount_offset (strata_time_add (strata_trace_get_slices (trace)->start_ns[slice], -span.begin_ns), strata_span_get_step_ns (span), strata_trace_get_unit (trace), text));
}

static char *
dup_row_text (StrataProfileItem *self,
              StrataProfileColumn column)
{
  const StrataProfileRow *row = get_row (self);
  gint64 total_ns = strata_profile_get_total_ns (self->profile);
  gint64 total_cpu_ns = strata_profile_get_total_cpu_ns (self->profile);
  char text[STRATA_UNITS_BYTES];

  switch (column)
    {
    case STRATA_PROFILE_COLUMN_INCLUSIVE:
      return g_strdup (strata_units_amount (row->inclusive_ns, strata_trace_get_unit (strata_profile_get_trace (self->profile)), text));
    case STRATA_PROFILE_COLUMN_INCLUSIVE_SHARE:
      return g_strdup (strata_units_share (row->inclusive_ns, total_ns, text));
    case STRATA_PROFILE_COLUMN_EXCLUSIVE:
      return g_strdup (strata_units_amount (row->exclusive_ns, strata_trace_get_unit (strata_profile_get_trace (self->profile)), text));
    case STRATA_PROFILE_COLUMN_EXCLUSIVE_SHARE:
      return g_strdup (strata_units_share (row->exclusive_ns, total_ns, text));
    case STRATA_PROFILE_COLUMN_INCLUSIVE_CPU:
      return g_strdup (strata_units_amount (row->inclusive_cpu_ns, strata_trace_get_unit (strata_profile_get_trace (self->profile)), text));
    case STRATA_PROFILE_COLUMN_EXCLUSIVE_CPU:
      return g_strdup (strata_units_amount (row->exclusive_cpu_ns, strata_trace_get_unit (strata_profile_get_trace (self->profile)), text));
    case STRATA_PROFILE_COLUMN_INCLUSIVE_CPU_SHARE:
      return g_strdup (strata_units_share (row->inclusive_cpu_ns, total_cpu_ns, text));
    case STRATA_PROFILE_COLUMN_EXCLUSIVE_CPU_SHARE:
      return g_strdup (strata_units_share (row->exclusive_cpu_ns, total_cpu_ns, text));
    case STRATA_PROFILE_COLUMN_CALLS:
      return dup_calls (row);
    case STRATA_PROFILE_COLUMN_PER_CALL:
      return g_strdup (strata_units_amount (strata_profile_row_get_per_call_ns (row, row->inclusive_ns), strata_trace_get_unit (strata_profile_get_trace (self->profile)), text));
    case STRATA_PROFILE_COLUMN_CPU_PER_CALL:
      return g_strdup (strata_units_amount (strata_profile_row_get_per_call_ns (row, row->n_unknown_cpu == 0 ? row->inclusive_cpu_ns : STRATA_NO_TIME), strata_trace_get_unit (strata_profile_get_trace (self->profile)), text));
    case STRATA_PROFILE_COLUMN_MEAN:
      return g_strdup (strata_units_amount (row->mean_ns, strata_trace_get_unit (strata_profile_get_trace (self->profile)), text));
    case STRATA_PROFILE_COLUMN_MEDIAN:
      return g_strdup (strata_units_amount (row->median_ns, strata_trace_get_unit (strata_profile_get_trace (self->profile)), text));
    case STRATA_PROFILE_COLUMN_P95:
      return g_strdup (strata_units_amount (row->p95_ns, strata_trace_get_unit (strata_profile_get_trace (self->profile)), text));
    case STRATA_PROFILE_COLUMN_MAX:
      return g_strdup (strata_units_amount (row->max_ns, strata_trace_get_unit (strata_profile_get_trace (self->profile)), text));
    case STRATA_PROFILE_COLUMN_FIRST:
      return dup_begin (self, row->first_slice);
    case STRATA_PROFILE_COLUMN_LAST:
      return dup_begin (self, row->last_slice);
    case STRATA_PROFILE_COLUMN_NAME:
    case STRATA_N_PROFILE_COLUMNS:
      break;
    }

  return dup_name (self, STRATA_SIGNATURE_SHORT);
}

static char *
dup_relative_calls (const StrataRelative *relative)
{
  char calls[STRATA_UNITS_BYTES];
  char total[STRATA_UNITS_BYTES];

  if (relative->relation == STRATA_RELATION_SELF)
    return g_strdup ("");

  return g_strdup_printf ("%s/%s",
                          strata_units_count ((gint64) relative->n_calls, calls),
                          strata_units_count ((gint64) relative->n_total_calls, total));
}

/* The times of a relative cover its calls from or to the row; its share refers to the row's
 * inclusive time. */
static char *
dup_relative_text (StrataProfileItem *self,
                   StrataProfileColumn column)
{
  const StrataProfileRow *row = get_row (self);
  const StrataRelative *relative = &self->line.relative;
  char text[STRATA_UNITS_BYTES];

  if (column == STRATA_PROFILE_COLUMN_NAME)
    return dup_name (self, STRATA_SIGNATURE_SHORT);

  if (column == STRATA_PROFILE_COLUMN_INCLUSIVE)
    return g_strdup (strata_units_amount (relative->inclusive_ns, strata_trace_get_unit (strata_profile_get_trace (self->profile)), text));

  if (column == STRATA_PROFILE_COLUMN_INCLUSIVE_SHARE)
    return g_strdup (strata_units_share (relative->inclusive_ns, row->inclusive_ns, text));

  if (column == STRATA_PROFILE_COLUMN_INCLUSIVE_CPU)
    return g_strdup (strata_units_amount (relative->inclusive_cpu_ns, strata_trace_get_unit (strata_profile_get_trace (self->profile)), text));

  if (column == STRATA_PROFILE_COLUMN_INCLUSIVE_CPU_SHARE)
    return g_strdup (strata_units_share (relative->inclusive_cpu_ns, row->inclusive_cpu_ns, text));

  return column == STRATA_PROFILE_COLUMN_CALLS ? dup_relative_calls (relative) : g_strdup ("");
}

/**
 * strata_profile_item_dup_text:
 * @self: an item
 * @column: one of the columns
 *
 * Returns: (transfer full): the text of the item in that column
 */
char *
strata_profile_item_dup_text (StrataProfileItem *self,
                              StrataProfileColumn column)
{
  switch (self->line.kind)
    {
    case STRATA_PROFILE_LINE_ROW:
      return dup_row_text (self, column);
    case STRATA_PROFILE_LINE_RELATIVE:
      return dup_relative_text (self, column);
    case STRATA_PROFILE_LINE_GROUP:
      break;
    }

  return column == STRATA_PROFILE_COLUMN_NAME ? dup_name (self, STRATA_SIGNATURE_SHORT) : g_strdup ("");
}

/* The key of a row or of a relative. */
static guint32
get_shown_key (StrataProfileItem *self)
{
  return self->line.kind == STRATA_PROFILE_LINE_ROW ? get_row (self)->key : strata_profile_item_get_target_key (self);
}

/* Its full name, and the raw name of the trace if that differs. */
static char *
dup_names (StrataProfileItem *self)
{
  g_autofree char *name = dup_name (self, STRATA_SIGNATURE_QUALIFIED);
  guint32 key = get_shown_key (self);
  g_autofree char *text = key != STRATA_NONE ? strata_profile_dup_name (self->profile, key) : g_strdup ("");
  g_autofree char *valid = g_utf8_make_valid (text, -1);

  if (*valid == '\0' || g_str_equal (valid, name))
    return g_steal_pointer (&name);

  return g_strdup_printf ("%s\n%s", name, valid);
}

/**
 * strata_profile_item_dup_tooltip:
 * @self: an item
 *
 * Returns: (transfer full): its full name, and whether its CPU time covers all its calls
 */
char *
strata_profile_item_dup_tooltip (StrataProfileItem *self)
{
  g_autofree char *names = dup_names (self);
  const StrataProfileRow *row = self->line.kind == STRATA_PROFILE_LINE_ROW ? get_row (self) : NULL;
  const guint64 n_calls = row != NULL ? row->n_calls + row->n_recursive_calls : 0;

  if (row == NULL || row->n_unknown_self_cpu == 0 || row->n_unknown_cpu == n_calls)
    return g_steal_pointer (&names);

  g_autofree char *unknown = row->n_unknown_cpu > 0 ? g_strdup_printf (_ ("The CPU time of %" PRIu64 " of %" PRIu64 " calls is unknown"), row->n_unknown_cpu, n_calls)
                                                    : g_strdup_printf (_ ("The exclusive CPU time of %" PRIu64 " of %" PRIu64 " calls is unknown, as that of calls inside is"), row->n_unknown_self_cpu, n_calls);

  return g_strdup_printf ("%s\n%s", names, unknown);
}

static gboolean
is_parent (const StrataProfileItem *self)
{
  const StrataRelation relation = self->line.relative.relation;

  return relation == STRATA_RELATION_PARENT || relation == STRATA_RELATION_RECURSIVE_PARENT;
}

/* GTK recomputes the style of a widget only if this changes anything. */
static void
set_class (GtkWidget *cell,
           const char *css_class,
           gboolean is_set)
{
  if (is_set)
    gtk_widget_add_css_class (cell, css_class);
  else
    gtk_widget_remove_css_class (cell, css_class);
}

/**
 * strata_profile_item_mark_cell:
 * @self: a line
 * @cell: one of its cells
 *
 * Styles the cell as a parent, a child or neither.
 */
void
strata_profile_item_mark_cell (StrataProfileItem *self,
                               GtkWidget *cell)
{
  const gboolean is_row = self->line.kind == STRATA_PROFILE_LINE_ROW;

  set_class (cell, "profile-parent", !is_row && is_parent (self));
  set_class (cell, "profile-child", !is_row && !is_parent (self));
}

static void
strata_profile_item_get_property (GObject *object,
                                  guint prop_id,
                                  GValue *value,
                                  GParamSpec *pspec)
{
  if (prop_id == PROP_IS_EXPANDED)
    g_value_set_boolean (value, STRATA_PROFILE_ITEM (object)->is_expanded);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
}

static void
strata_profile_item_finalize (GObject *object)
{
  StrataProfileItem *self = STRATA_PROFILE_ITEM (object);

  g_hash_table_remove (self->registry, &self->id);
  g_hash_table_unref (self->registry);
  strata_profile_unref (self->profile);

  G_OBJECT_CLASS (strata_profile_item_parent_class)->finalize (object);
}

static void
strata_profile_item_class_init (StrataProfileItemClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = strata_profile_item_get_property;
  object_class->finalize = strata_profile_item_finalize;

  properties[PROP_IS_EXPANDED] =
      g_param_spec_boolean ("is-expanded", NULL, NULL, FALSE,
                            G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
strata_profile_item_init (StrataProfileItem *self)
{
}
