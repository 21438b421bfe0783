/* strata-sql-counter-names.c - names of counters as in PerfettoSQL
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-counter-names.h"
#include "strata-sql-derived.h"
#include "strata-sql-private.h"

/* Names are translated once. */

static StrataSqlCounterName
translate (StrataSqlSource *source,
           const StrataCounter *counter)
{
  StrataSqlCounterName name;

  name.text = strata_counter_names_dup (source->trace, counter, &name.is_in_kb);
  return name;
}

static void
clear_name (gpointer data)
{
  StrataSqlCounterName *self = data;

  g_free (self->text);
}

const StrataSqlCounterName *
strata_sql_counter_need_name (StrataSqlSource *source,
                              guint32 counter)
{
  if (G_UNLIKELY (source->counter_names == NULL))
    {
      source->counter_names = g_array_sized_new (FALSE, FALSE, sizeof (StrataSqlCounterName), source->n_counters);
      g_array_set_clear_func (source->counter_names, clear_name);
      for (guint i = 0; i < source->n_counters; i++)
        {
          const guint n_own = source->derived->n_own;
          const StrataSqlCounterName name = i < n_own ? translate (source, &source->counters[i]) : (StrataSqlCounterName){ g_strdup (g_ptr_array_index (source->derived->names, i - n_own)), FALSE };

          g_array_append_val (source->counter_names, name);
        }
    }

  return &g_array_index (source->counter_names, StrataSqlCounterName, counter);
}

const char *
strata_sql_counter_get_name (StrataSqlSource *source,
                             guint32 counter)
{
  return strata_sql_counter_need_name (source, counter)->text;
}
