/* strata-headline-log.c - what the lines of a log report first
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-headline-private.h"

#include "strata-log-instant.h"

/* Lines are "E tag: message". A crash or hang of an app comes before all other errors, which may be anything. */
typedef enum
{
  RANK_LINE,
  RANK_ERROR,
  RANK_CRASH,
} Rank;

/* How Android and Linux begin the messages of crashes and hangs. */
static const char *const crashes[] = { "FATAL EXCEPTION", "ANR in ", "Fatal signal ", "Kernel panic" };

static gboolean
is_crash (const char *message)
{
  for (guint i = 0; i < G_N_ELEMENTS (crashes); i++)
    if (g_str_has_prefix (message, crashes[i]))
      return TRUE;

  return FALSE;
}

static Rank
get_rank (const char *line)
{
  const StrataLogInstant parts = strata_log_instant_split (line);

  if (is_crash (parts.message != NULL ? parts.message : parts.tag))
    return RANK_CRASH;

  return *line == 'E' || *line == 'F' ? RANK_ERROR : RANK_LINE;
}

/* Counts the lines of a log and finds the first crash or hang, else the first error. */
void
strata_headline_read_log (StrataTrace *trace,
                          StrataHeadlineLog *log)
{
  const StrataInstants *instants = strata_trace_get_instants (trace);
  Rank best = RANK_LINE;

  *log = (StrataHeadlineLog){ .first = STRATA_NONE };
  for (guint32 i = 0; i < instants->n_instants; i++)
    {
      if (!strata_log_instant_is (trace, i))
        continue;

      const char *line = strata_trace_get_string (trace, instants->name[i]);
      const Rank rank = get_rank (line);

      log->n_lines++;
      log->n_errors += *line == 'E' || *line == 'F';
      if (rank > best)
        {
          best = rank;
          log->first = i;
        }
    }

  log->is_crash = best == RANK_CRASH;
}
