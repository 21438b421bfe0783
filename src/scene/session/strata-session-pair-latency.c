/* strata-session-pair-latency.c - the latencies that a pair of sessions measures
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-session-pair-private.h"

static void
clear_names (gpointer data)
{
  StrataLatencyNames *names = data;

  g_free (names->from);
  g_free (names->to);
}

static GArray *
latencies_new (void)
{
  GArray *latencies = g_array_new (FALSE, FALSE, sizeof (StrataLatencyNames));

  g_array_set_clear_func (latencies, clear_names);
  return latencies;
}

static void
append (GArray *latencies,
        const char *from,
        const char *to)
{
  const StrataLatencyNames names = { g_strdup (from), g_strdup (to) };

  g_array_append_val (latencies, names);
}

/**
 * strata_session_pair_add_latency:
 * @self: the pair
 * @from: the name of the slice or instant where it begins
 * @to: the name of the slice or instant where it ends
 *
 * Adds a latency to measure, unless it is measured already.
 */
void
strata_session_pair_add_latency (StrataSessionPair *self,
                                 const char *from,
                                 const char *to)
{
  if (self->latencies == NULL)
    self->latencies = latencies_new ();

  for (guint i = 0; i < self->latencies->len; i++)
    {
      const StrataLatencyNames *known = &g_array_index (self->latencies, StrataLatencyNames, i);

      if (g_str_equal (known->from, from) && g_str_equal (known->to, to))
        return;
    }

  append (self->latencies, from, to);
  g_signal_emit_by_name (self, "latencies-changed");
}

/**
 * strata_session_pair_remove_latency:
 * @self: the pair
 * @index: which one, in the order in which they were added
 *
 * Stops measuring a latency.
 */
void
strata_session_pair_remove_latency (StrataSessionPair *self,
                                    guint index)
{
  if (self->latencies == NULL || index >= self->latencies->len)
    return;

  g_array_remove_index (self->latencies, index);
  g_signal_emit_by_name (self, "latencies-changed");
}

/**
 * strata_session_pair_remove_latencies:
 * @self: the pair
 *
 * Stops measuring all latencies.
 */
void
strata_session_pair_remove_latencies (StrataSessionPair *self)
{
  if (self->latencies == NULL || self->latencies->len == 0)
    return;

  g_array_set_size (self->latencies, 0);
  g_signal_emit_by_name (self, "latencies-changed");
}

/**
 * strata_session_pair_list_latencies:
 * @self: the pair
 *
 * Returns: (transfer full) (element-type StrataLatencyNames): a copy of the measured latencies
 */
GArray *
strata_session_pair_list_latencies (StrataSessionPair *self)
{
  GArray *copy = latencies_new ();

  for (guint i = 0; self->latencies != NULL && i < self->latencies->len; i++)
    {
      const StrataLatencyNames *names = &g_array_index (self->latencies, StrataLatencyNames, i);

      append (copy, names->from, names->to);
    }

  return copy;
}

/* Remembers the name of a slice or an instant that was selected on either side. */
void
strata_session_pair_note_selected (StrataSessionPair *self,
                                   StrataSession *session)
{
  const StrataItem item = strata_session_get_selected_item (session);
  StrataTrace *trace = strata_session_get_trace (session);
  const char *name = item.kind == STRATA_ITEM_SLICE     ? strata_trace_get_string (trace, strata_trace_get_slices (trace)->name[item.index])
                     : item.kind == STRATA_ITEM_INSTANT ? strata_trace_get_string (trace, strata_trace_get_instants (trace)->name[item.index])
                                                        : NULL;

  if (name == NULL || g_strcmp0 (name, self->selected_names[1]) == 0)
    return;

  g_free (self->selected_names[0]);
  self->selected_names[0] = self->selected_names[1];
  self->selected_names[1] = g_strdup (name);
}

/* Returns the name of the slice or instant that was selected last; NULL if there is none. */
const char *
strata_session_pair_get_selected_name (StrataSessionPair *self)
{
  return self->selected_names[1];
}

/**
 * strata_session_pair_get_selected_names:
 * @self: the pair
 * @from: (out) (transfer none): the name that was selected before the last
 * @to: (out) (transfer none): the name that was selected last
 *
 * Returns: whether two names have been selected
 */
gboolean
strata_session_pair_get_selected_names (StrataSessionPair *self,
                                        const char **from,
                                        const char **to)
{
  if (self->selected_names[0] == NULL)
    return FALSE;

  *from = self->selected_names[0];
  *to = self->selected_names[1];
  return TRUE;
}

void
strata_session_pair_clear_latencies (StrataSessionPair *self)
{
  g_clear_pointer (&self->latencies, g_array_unref);
  for (guint i = 0; i < G_N_ELEMENTS (self->selected_names); i++)
    g_clear_pointer (&self->selected_names[i], g_free);
}
