/* strata-sql-units.c - units of counters
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "strata-counter-notes.h"
#include "strata-counter-units.h"
#include "strata-sql-derived.h"
#include "strata-sql-private.h"

static const char *
get_text (StrataSqlSource *source,
          guint32 string)
{
  return string != STRATA_STRING_EMPTY ? strata_trace_get_string (source->trace, string) : NULL;
}

const char *
strata_sql_counter_get_unit (StrataSqlSource *source,
                             guint32 counter)
{
  const guint n_own = source->derived->n_own;

  if (counter >= n_own)
    return g_ptr_array_index (source->derived->units, counter - n_own);

  return strata_sql_counter_need_name (source, counter)->is_in_kb ? "KB" : strata_counter_units_find (source->trace, counter);
}

const char *
strata_sql_counter_get_description (StrataSqlSource *source,
                                    guint32 counter)
{
  const StrataCounterNote *note = strata_counter_notes_find (source->trace, source->counters[counter].name);

  return note != NULL ? get_text (source, note->description) : NULL;
}

/* The device's own name for what is counted. */
const char *
strata_sql_counter_get_raw_name (StrataSqlSource *source,
                                 guint32 counter)
{
  const StrataCounterNote *note = strata_counter_notes_find (source->trace, source->counters[counter].name);

  return note != NULL ? get_text (source, note->raw_name) : NULL;
}

/* The part of the device that it is in. */
const char *
strata_sql_counter_get_subsystem (StrataSqlSource *source,
                                  guint32 counter)
{
  const StrataCounterNote *note = strata_counter_notes_find (source->trace, source->counters[counter].name);

  return note != NULL ? get_text (source, note->subsystem) : NULL;
}

/* "GPU 1 frequency" belongs to GPU 1, "GPU Memory" to the first one. */
gint64
strata_sql_counter_get_gpu (StrataSqlSource *source,
                            guint32 counter)
{
  const StrataCounterNote *note = strata_counter_notes_find (source->trace, source->counters[counter].name);
  const char *name = strata_trace_get_string (source->trace, source->counters[counter].name);

  if (note != NULL && note->gpu != STRATA_NONE)
    return note->gpu;
  if (g_str_equal (name, "gpufreq") || g_str_equal (name, "GPU Memory"))
    return 0;
  if (g_pattern_match_simple ("GPU * frequency", name) || g_pattern_match_simple ("GPU * Memory", name))
    return g_ascii_strtoll (name + strlen ("GPU "), NULL, 10);

  return STRATA_SQL_NULL;
}
