/* strata-usage-item.c - a line of the usage pane
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-usage-item.h"

#include <inttypes.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "strata-units.h"

/* A row of a usage: its place there, with the usage kept alive. */
struct _StrataUsageItem
{
  GObject parent_instance;

  StrataUsage *usage; /* owned */
  StrataUsageBy by;
  guint row;
};

G_DEFINE_FINAL_TYPE (StrataUsageItem, strata_usage_item, G_TYPE_OBJECT)

/* The last row of CPUs is all of them together. */
static const StrataUsageCpu *
get_cpu (StrataUsageItem *self)
{
  guint n_cpus;
  const StrataUsageCpu *cpus = strata_usage_get_cpus (self->usage, &n_cpus);

  return self->row < n_cpus ? &cpus[self->row] : strata_usage_get_system (self->usage);
}

static const StrataUsageRow *
get_row (StrataUsageItem *self)
{
  guint n_rows;

  return self->by == STRATA_USAGE_BY_THREAD ? &strata_usage_get_threads (self->usage, &n_rows)[self->row]
                                            : &strata_usage_get_processes (self->usage, &n_rows)[self->row];
}

static guint32
get_process (StrataUsageItem *self)
{
  const guint32 index = get_row (self)->index;

  return self->by == STRATA_USAGE_BY_THREAD ? strata_trace_get_threads (strata_usage_get_trace (self->usage), NULL)[index].process : index;
}

static const char *
get_process_name (StrataUsageItem *self)
{
  StrataTrace *trace = strata_usage_get_trace (self->usage);
  const guint32 process = get_process (self);

  if (process == STRATA_NONE)
    return _ ("(process not known)");

  return strata_trace_get_string (trace, strata_trace_get_processes (trace, NULL)[process].name);
}

/**
 * strata_usage_item_get_row:
 * @self: the line
 *
 * Returns: its row in the usage
 */
guint
strata_usage_item_get_row (StrataUsageItem *self)
{
  return self->row;
}

/**
 * strata_usage_item_get_index:
 * @self: the line
 *
 * Returns: the index of its thread or process, the number of its CPU, or %STRATA_NONE
 */
guint32
strata_usage_item_get_index (StrataUsageItem *self)
{
  return self->by == STRATA_USAGE_BY_CPU ? get_cpu (self)->cpu : get_row (self)->index;
}

/**
 * strata_usage_item_get_name:
 * @self: a line of a process or thread
 *
 * Returns: (transfer none): its name, as the trace has it; empty for a CPU
 */
const char *
strata_usage_item_get_name (StrataUsageItem *self)
{
  StrataTrace *trace = strata_usage_get_trace (self->usage);

  if (self->by == STRATA_USAGE_BY_CPU)
    return "";
  if (self->by == STRATA_USAGE_BY_PROCESS)
    return get_process_name (self);

  return strata_trace_get_string (trace, strata_trace_get_threads (trace, NULL)[get_row (self)->index].name);
}

static gint64
get_cpu_value (const StrataUsageCpu *cpu,
               StrataUsageColumn column)
{
  switch ((int) column)
    {
    case STRATA_USAGE_COLUMN_NAME:
      return cpu->cpu;
    case STRATA_USAGE_COLUMN_SHARE:
      return cpu->busy_ns;
    case STRATA_USAGE_COLUMN_RUNNING:
      return cpu->running_ns;
    case STRATA_USAGE_COLUMN_IDLE:
      return cpu->idle_ns;
    case STRATA_USAGE_COLUMN_INTERRUPTS:
      return cpu->interrupt_ns;
    case STRATA_USAGE_COLUMN_UNKNOWN:
      return cpu->unknown_ns;
    case STRATA_USAGE_COLUMN_SWITCHES:
      return (gint64) cpu->n_switches;
    default:
      return STRATA_NO_TIME;
    }
}

static gint64
get_id (StrataUsageItem *self)
{
  StrataTrace *trace = strata_usage_get_trace (self->usage);
  const guint32 index = get_row (self)->index;

  if (self->by == STRATA_USAGE_BY_THREAD)
    return strata_trace_get_threads (trace, NULL)[index].tid;
  if (index == STRATA_NONE || strata_trace_get_processes (trace, NULL)[index].pid < 0)
    return STRATA_NO_TIME;

  return strata_trace_get_processes (trace, NULL)[index].pid;
}

static gint64
get_row_value (StrataUsageItem *self,
               StrataUsageColumn column)
{
  const StrataUsageRow *row = get_row (self);

  switch ((int) column)
    {
    case STRATA_USAGE_COLUMN_ID:
      return get_id (self);
    case STRATA_USAGE_COLUMN_THREADS:
      return row->n_threads;
    case STRATA_USAGE_COLUMN_SHARE:
    case STRATA_USAGE_COLUMN_RUNNING:
      return row->states_ns[STRATA_STATE_RUNNING];
    case STRATA_USAGE_COLUMN_RUNNABLE:
      return row->states_ns[STRATA_STATE_RUNNABLE];
    case STRATA_USAGE_COLUMN_PREEMPTED:
      return row->states_ns[STRATA_STATE_PREEMPTED];
    case STRATA_USAGE_COLUMN_SLEEPING:
      return row->states_ns[STRATA_STATE_SLEEPING];
    case STRATA_USAGE_COLUMN_BLOCKED:
      return strata_usage_row_get_blocked_ns (row);
    case STRATA_USAGE_COLUMN_BLOCKED_IO:
      return row->states_ns[STRATA_STATE_BLOCKED_IO];
    case STRATA_USAGE_COLUMN_SWITCHES:
      return (gint64) (row->n_voluntary + row->n_involuntary);
    case STRATA_USAGE_COLUMN_INVOLUNTARY:
      return (gint64) row->n_involuntary;
    case STRATA_USAGE_COLUMN_WAKEUPS:
      return (gint64) row->n_wakeups;
    case STRATA_USAGE_COLUMN_MEAN_LATENCY:
      return strata_usage_row_get_mean_latency_ns (row);
    case STRATA_USAGE_COLUMN_MAX_LATENCY:
      return row->max_latency_ns;
    default:
      return STRATA_NO_TIME;
    }
}

static gint64
get_value (StrataUsageItem *self,
           StrataUsageColumn column)
{
  return self->by == STRATA_USAGE_BY_CPU ? get_cpu_value (get_cpu (self), column) : get_row_value (self, column);
}

static char *
dup_share (StrataUsageItem *self)
{
  char text[STRATA_UNITS_BYTES];
  const gint64 whole_ns = self->by == STRATA_USAGE_BY_CPU ? strata_usage_cpu_get_known_ns (get_cpu (self))
                                                          : strata_span_get_length_ns (strata_usage_get_span (self->usage));

  return g_strdup (strata_units_share (get_value (self, STRATA_USAGE_COLUMN_SHARE), whole_ns, text));
}

static char *
dup_title (StrataUsageItem *self)
{
  if (self->by != STRATA_USAGE_BY_CPU)
    return g_utf8_make_valid (strata_usage_item_get_name (self), -1);
  if (get_cpu (self)->cpu == STRATA_NONE)
    return g_strdup (_ ("All CPUs"));

  return g_strdup_printf (_ ("CPU %u"), get_cpu (self)->cpu);
}

static gboolean
is_count (StrataUsageColumn column)
{
  return column == STRATA_USAGE_COLUMN_THREADS || (column >= STRATA_USAGE_COLUMN_SWITCHES && column <= STRATA_USAGE_COLUMN_WAKEUPS);
}

/**
 * strata_usage_item_dup_text:
 * @self: the line
 * @column: a column
 *
 * Returns: (transfer full): what its cell says; empty where nothing is known
 */
char *
strata_usage_item_dup_text (StrataUsageItem *self,
                            StrataUsageColumn column)
{
  const gint64 value = get_value (self, column);
  char text[STRATA_UNITS_BYTES];

  if (column == STRATA_USAGE_COLUMN_NAME)
    return dup_title (self);
  if (column == STRATA_USAGE_COLUMN_PROCESS)
    return self->by == STRATA_USAGE_BY_THREAD ? g_utf8_make_valid (get_process_name (self), -1) : g_strdup ("");
  if (value == STRATA_NO_TIME)
    return g_strdup ("");
  if (column == STRATA_USAGE_COLUMN_SHARE)
    return dup_share (self);
  if (column == STRATA_USAGE_COLUMN_ID)
    return g_strdup_printf ("%" PRId64, value);

  return g_strdup (is_count (column) ? strata_units_count (value, text) : strata_units_duration (value, text));
}

/* Of a CPU a share of what is known of it, so two may differ in both parts. */
static double
get_share (StrataUsageItem *self)
{
  const gint64 whole_ns = self->by == STRATA_USAGE_BY_CPU ? strata_usage_cpu_get_known_ns (get_cpu (self)) : 1;

  return (double) get_value (self, STRATA_USAGE_COLUMN_SHARE) / (double) MAX (whole_ns, 1);
}

/**
 * strata_usage_item_compare:
 * @self: a line
 * @other: another of the same usage
 * @column: a column
 *
 * Returns: below 0 if @self has less there, above 0 if more
 */
int
strata_usage_item_compare (StrataUsageItem *self,
                           StrataUsageItem *other,
                           StrataUsageColumn column)
{
  if (column == STRATA_USAGE_COLUMN_NAME && self->by != STRATA_USAGE_BY_CPU)
    return g_ascii_strcasecmp (strata_usage_item_get_name (self), strata_usage_item_get_name (other));
  if (column == STRATA_USAGE_COLUMN_PROCESS && self->by != STRATA_USAGE_BY_CPU)
    return g_ascii_strcasecmp (get_process_name (self), get_process_name (other));
  if (column == STRATA_USAGE_COLUMN_SHARE)
    return (get_share (self) > get_share (other)) - (get_share (self) < get_share (other));

  return (get_value (self, column) > get_value (other, column)) - (get_value (self, column) < get_value (other, column));
}

static void
strata_usage_item_finalize (GObject *object)
{
  g_clear_pointer (&STRATA_USAGE_ITEM (object)->usage, strata_usage_unref);

  G_OBJECT_CLASS (strata_usage_item_parent_class)->finalize (object);
}

static void
strata_usage_item_class_init (StrataUsageItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = strata_usage_item_finalize;
}

static void
strata_usage_item_init (StrataUsageItem *self)
{
}

/**
 * strata_usage_item_new:
 * @usage: a usage
 * @by: what its rows are about
 * @row: one of them; of CPUs, the one after the last is all together
 *
 * Returns: (transfer full): the line
 */
StrataUsageItem *
strata_usage_item_new (StrataUsage *usage,
                       StrataUsageBy by,
                       guint row)
{
  StrataUsageItem *self = g_object_new (STRATA_TYPE_USAGE_ITEM, NULL);

  self->usage = strata_usage_ref (usage);
  self->by = by;
  self->row = row;
  return self;
}
