/* strata-list-log.c - strata-cli list log
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n.h>

#include "strata-list.h"
#include "strata-log-instant.h"

/* Lines of Android's log are instants on a track of this name, "P tag: message" with a letter for the
 * priority (see formats/perfetto). */

static const StrataTableColumn columns[] = {
  { "ts_ns", N_ ("Time"), STRATA_CELL_TIME },
  { "pid", N_ ("PID"), STRATA_CELL_NUMBER },
  { "tid", N_ ("TID"), STRATA_CELL_NUMBER },
  { "process", N_ ("Process"), STRATA_CELL_TEXT },
  { "thread", N_ ("Thread"), STRATA_CELL_TEXT },
  { "priority", N_ ("Priority"), STRATA_CELL_TEXT },
  { "tag", N_ ("Tag"), STRATA_CELL_TEXT },
  { "message", N_ ("Message"), STRATA_CELL_TEXT },
};

/* A tag may contain a colon, but no space after it. */
static void
add_line (StrataTable *table,
          const char *line)
{
  const gboolean has_priority = line[0] != '\0' && line[1] == ' ';
  const char *tag = has_priority ? line + 2 : line;
  const char *colon = strstr (tag, ": ");
  const gsize n_tag_bytes = colon != NULL ? (gsize) (colon - tag) : strlen (tag);
  g_autofree char *priority = g_strndup (line, has_priority ? 1 : 0);
  g_autofree char *name = g_strndup (tag, n_tag_bytes);

  if (colon == NULL && g_str_has_suffix (name, ":"))
    name[n_tag_bytes - 1] = '\0';

  strata_table_text (table, priority);
  strata_table_text (table, name);
  strata_table_text (table, colon != NULL ? colon + 2 : "");
}

static void
list (StrataTable *table,
      const StrataListRequest *request)
{
  StrataTrace *trace = request->trace;
  const StrataInstants *instants = strata_trace_get_instants (trace);
  g_autofree guint64 *bits = strata_list_search (request, STRATA_SEARCH_INSTANTS);

  for (guint32 i = 0; i < instants->n_instants; i++)
    if (strata_log_instant_is (trace, i) && (bits == NULL || strata_search_has (bits, i)))
      {
        strata_table_number (table, instants->time_ns[i]);
        strata_trace_cells_add_pid (table, trace, instants->process[i]);
        strata_trace_cells_add_tid (table, trace, instants->thread[i]);
        strata_trace_cells_add_process_name (table, trace, instants->process[i]);
        strata_trace_cells_add_thread_name (table, trace, instants->thread[i]);
        add_line (table, strata_trace_get_string (trace, instants->name[i]));
      }
}

const StrataListKind strata_list_log = {
  "log",
  STRATA_LIST_COLUMNS (columns),
  .can_search = TRUE,
  .write = list,
};
