/* strata-log-instant.c - lines of logs
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-log-instant.h"

#include <string.h>

/* Log lines are instants "I tag: message" on a track of this name. Programs may use the name, too; their instants have a
 * stack or arguments, or another form. */
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

/**
 * strata_log_instant_split:
 * @text: a line "I tag: message", see strata_log_instant_is()
 *
 * The tag may contain a colon, but no space after it. A line may end with its tag.
 *
 * Returns: its parts, which are in @text
 */
StrataLogInstant
strata_log_instant_split (const char *text)
{
  const char *tag = text + 2;
  const gsize n_bytes = strlen (tag);
  const char *colon = strstr (tag, ": ");

  if (colon != NULL)
    return (StrataLogInstant){ text[0], TRUE, tag, (gsize) (colon - tag), colon + 2 };
  if (n_bytes > 0 && tag[n_bytes - 1] == ':')
    return (StrataLogInstant){ text[0], TRUE, tag, n_bytes - 1, NULL };

  return (StrataLogInstant){ text[0], FALSE, tag, n_bytes, NULL };
}
