/* strata-stack-events.c - events that were sampled
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-stack-events.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "strata-error.h"
#include "strata-format.h"
#include "strata-weights.h"

/* A file has a handful of events, each with a name and a unit. For example, a Go heap profile counts objects and
 * bytes, both allocated and in use. */

/* Limit for the number of events in a file. */
#define MOST_EVENTS 4096

struct _StrataStackEvents
{
  GArray *events;      /* (element-type StrataStackEvent) owned */
  GHashTable *by_name; /* name, newline and unit, owned -> index + 1 */
  char *wanted;        /* (nullable) owned */
  guint32 preferred;   /* or STRATA_NONE */
};

static void
clear_event (gpointer data)
{
  StrataStackEvent *event = data;

  g_free (event->name);
  g_free (event->unit);
}

/**
 * strata_stack_events_new:
 * @wanted: (nullable): name of the only event that the user selected
 *
 * Returns: (transfer full): an empty list
 */
StrataStackEvents *
strata_stack_events_new (const char *wanted)
{
  StrataStackEvents *self = g_new0 (StrataStackEvents, 1);

  self->events = g_array_new (FALSE, FALSE, sizeof (StrataStackEvent));
  g_array_set_clear_func (self->events, clear_event);
  self->by_name = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->wanted = g_strdup (wanted);
  self->preferred = STRATA_NONE;
  return self;
}

void
strata_stack_events_free (StrataStackEvents *self)
{
  if (self == NULL)
    return;

  g_array_unref (self->events);
  g_hash_table_unref (self->by_name);
  g_free (self->wanted);
  g_free (self);
}

/* Returns the event; valid until the next one is added. */
StrataStackEvent *
strata_stack_events_get (StrataStackEvents *self,
                         guint32 event)
{
  return &g_array_index (self->events, StrataStackEvent, event);
}

guint
strata_stack_events_get_n (const StrataStackEvents *self)
{
  return self->events->len;
}

/**
 * strata_stack_events_add:
 * @self: the events
 * @name: what was sampled, such as "cpu-clock"
 * @unit: unit of weights, for display
 * @unit_ns: how many ns a weight of 1 is; 0 if weights are not time
 *
 * Returns: index of the event, which may be known already
 */
guint32
strata_stack_events_add (StrataStackEvents *self,
                         const char *name,
                         const char *unit,
                         gint64 unit_ns)
{
  g_autofree char *key = g_strdup_printf ("%s\n%s", name, unit);
  const guint known = GPOINTER_TO_UINT (g_hash_table_lookup (self->by_name, key));

  if (known > 0)
    return known - 1;

  if (self->events->len < MOST_EVENTS)
    {
      g_array_append_val (self->events, ((StrataStackEvent){ g_utf8_make_valid (name, -1), g_utf8_make_valid (unit, -1), unit_ns, FALSE, 0, 0, 1, 0 }));
      g_hash_table_insert (self->by_name, g_steal_pointer (&key), GUINT_TO_POINTER (self->events->len));
    }

  return self->events->len - 1;
}

/* The unit of "cycles:u", "page-faults/period=1/" and "cpu/cycles,name=x/u". Names of tracepoints also
 * contain a colon, "sched:sched_switch". */
static char *
dup_kernel_unit (const char *name)
{
  char *slash = strchr (name, '/');
  const gsize n_term = slash != NULL ? strcspn (slash + 1, ",/") : 0;

  if (n_term > 0 && memchr (slash + 1, '=', n_term) == NULL)
    return g_strndup (slash + 1, n_term);

  char *unit = g_strndup (name, strcspn (name, "/"));
  char *colon = strpbrk (unit, ":@");

  if (colon != NULL && strchr (colon, '_') == NULL)
    *colon = '\0';

  return unit;
}

/**
 * strata_stack_events_add_kernel:
 * @self: the events
 * @name: what was sampled, as perf names it: "cpu-clock:pppH"
 * @has_weights: whether samples have weights
 *
 * Kernel clocks count time; any other event counts its occurrences.
 *
 * Returns: index of the event, which may be known already
 */
guint32
strata_stack_events_add_kernel (StrataStackEvents *self,
                                StrataText name,
                                gboolean has_weights)
{
  g_autofree char *whole = g_strndup (name.text, name.n_bytes);
  g_autofree char *unit = dup_kernel_unit (whole);

  if (!has_weights)
    return strata_stack_events_add (self, whole, "samples", 0);
  if (g_str_has_prefix (unit, "cpu-clock") || g_str_has_prefix (unit, "task-clock"))
    return strata_stack_events_add (self, whole, "ns", 1);

  return strata_stack_events_add (self, whole, unit, 0);
}

/* Returns FALSE if the user selected another event. */
gboolean
strata_stack_events_is_wanted (const StrataStackEvents *self,
                               guint32 event)
{
  return self->wanted == NULL || g_str_equal (self->wanted, g_array_index (self->events, StrataStackEvent, event).name);
}

/**
 * strata_stack_events_is_first:
 * @self: the events
 * @event: one of them
 *
 * Returns: whether its samples are in the threads' own rows
 */
gboolean
strata_stack_events_is_first (const StrataStackEvents *self,
                              guint32 event)
{
  if (self->wanted != NULL)
    return strata_stack_events_is_wanted (self, event);

  return event == (self->preferred != STRATA_NONE ? self->preferred : 0);
}

/* Makes it the event that is laid out by weight, unless the user selected another one. */
void
strata_stack_events_prefer (StrataStackEvents *self,
                            guint32 event)
{
  self->preferred = event;
}

/**
 * strata_stack_events_find_main:
 * @self: the events
 *
 * Only this event is laid out by weight, since others have a different unit than the axis.
 *
 * Returns: the event that the user selected, else the one that the file prefers, else the one with the most samples
 */
guint32
strata_stack_events_find_main (const StrataStackEvents *self)
{
  const StrataStackEvent *events = (const StrataStackEvent *) (gpointer) self->events->data;
  guint32 best = 0;

  if (self->wanted == NULL && self->preferred != STRATA_NONE)
    return self->preferred;

  for (guint32 i = 1; i < self->events->len; i++)
    if (strata_stack_events_is_wanted (self, i) && (!strata_stack_events_is_wanted (self, best) || events[i].n_samples > events[best].n_samples))
      best = i;

  return best;
}

/* Returns the unit of its weights, for display: "samples", or "millisamples" if these have
 * fractions. */
char *
strata_stack_event_dup_unit (const StrataStackEvent *event)
{
  return g_strconcat (strata_weights_get_prefix (event->scale), event->unit, NULL);
}

static char *
dup_names (const StrataStackEvents *self)
{
  GString *names = g_string_new (NULL);

  for (guint32 i = 0; i < self->events->len; i++)
    g_string_append_printf (names, "%s%s", i > 0 ? STRATA_SAMPLED_EVENTS_SEPARATOR : "", g_array_index (self->events, StrataStackEvent, i).name);

  return g_string_free (names, FALSE);
}

/**
 * strata_stack_events_check:
 * @self: all events of a file
 * @error: return location for an error
 *
 * Returns: %FALSE if the user selected an event that is missing, though there are others
 */
gboolean
strata_stack_events_check (const StrataStackEvents *self,
                           GError **error)
{
  g_autofree char *names = dup_names (self);

  if (self->wanted == NULL || self->events->len == 0 || strata_stack_events_is_wanted (self, strata_stack_events_find_main (self)))
    return TRUE;

  g_set_error (error, STRATA_ERROR, STRATA_ERROR_EMPTY, _ ("it contains no samples of the event “%s”, but of %s"), self->wanted, names);
  return FALSE;
}

/**
 * strata_stack_events_report:
 * @self: all events of a file
 * @builder: where properties go
 *
 * Lists the events as a property if there are several.
 */
void
strata_stack_events_report (const StrataStackEvents *self,
                            StrataTraceBuilder *builder)
{
  g_autofree char *names = dup_names (self);

  if (self->events->len > 1)
    strata_trace_builder_add_property (builder, STRATA_SAMPLED_EVENTS_PROPERTY, names);
}

static void
report_left_out (StrataDiagnostics *diagnostics,
                 const StrataStackEvent *event)
{
  const StrataPlace place = { 0, -1, STRATA_NO_TIME };

  if (event->n_samples > 0)
    strata_diagnostics_add_many (diagnostics, STRATA_DIAGNOSTIC_OTHER_EVENT, event->n_samples, place, event->name, -1);
}

/**
 * strata_stack_events_report_others:
 * @self: all events of a file
 * @diagnostics: where to report
 *
 * Reports how many samples are omitted because they are not of the main event.
 */
void
strata_stack_events_report_others (const StrataStackEvents *self,
                                   StrataDiagnostics *diagnostics)
{
  const guint32 main_event = strata_stack_events_find_main (self);

  for (guint32 i = 0; i < self->events->len; i++)
    if (i != main_event)
      report_left_out (diagnostics, &g_array_index (self->events, StrataStackEvent, i));
}

/**
 * strata_stack_events_report_untimed:
 * @self: all events of a file
 * @diagnostics: where to report
 *
 * Reports how many samples are omitted on a time axis: those without a time, or of events that the user did not select.
 */
void
strata_stack_events_report_untimed (const StrataStackEvents *self,
                                    StrataDiagnostics *diagnostics)
{
  const StrataPlace place = { 0, -1, STRATA_NO_TIME };

  for (guint32 i = 0; i < self->events->len; i++)
    {
      const StrataStackEvent *event = &g_array_index (self->events, StrataStackEvent, i);

      if (!strata_stack_events_is_wanted (self, i) || event->n_timed == 0)
        report_left_out (diagnostics, event);
      else if (event->n_timed < event->n_samples)
        strata_diagnostics_add_many (diagnostics, STRATA_DIAGNOSTIC_BAD_PAYLOAD, event->n_samples - event->n_timed, place, _ ("a sample without a time"), -1);
    }
}
