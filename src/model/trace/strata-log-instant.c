/* strata-log-instant.c - which instants are lines of a log
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-log-instant.h"

/* Log lines are instants "I tag: message" on a track with a name that programs may give to a track of theirs: then they
 * have a stack or arguments, or another form. */
gboolean
strata_log_instant_is (StrataTrace *trace,
                       guint32 instant)
{
  const StrataInstants *instants = strata_trace_get_instants (trace);

  if (instants->track_name[instant] == STRATA_STRING_EMPTY || !g_str_equal (strata_trace_get_string (trace, instants->track_name[instant]), STRATA_LOG_TRACK))
    return FALSE;
  if (strata_instants_get_attrs (instants, instant) != STRATA_ATTRS_NONE || strata_instants_get_stack (instants, instant) != 0)
    return FALSE;

  const char *text = strata_trace_get_string (trace, instants->name[instant]);

  return text[0] != '\0' && text[1] == ' ';
}
