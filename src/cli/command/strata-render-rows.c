/* strata-render-rows.c - what a picture of the timeline would show, as a table
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-render-rows.h"

#include "strata-replace.h"
#include "strata-session-area.h"
#include "strata-view-rows.h"

static const char *const kinds[] = {
  [STRATA_VIEW_SLICES] = "slices",
  [STRATA_VIEW_COUNTERS] = "counters",
  [STRATA_VIEW_STATES] = "states",
};

static gboolean
find_kind (const char *name,
           StrataViewRowsOf *kind)
{
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (name == NULL || g_str_equal (kinds[i], name))
      {
        *kind = i;
        return TRUE;
      }

  return FALSE;
}

/**
 * strata_render_rows_is_kind:
 * @kind: (nullable): what the rows are; %NULL for slices
 *
 * Returns: whether there are such rows
 */
gboolean
strata_render_rows_is_kind (const char *kind)
{
  StrataViewRowsOf what;

  return find_kind (kind, &what);
}

/**
 * strata_render_rows_is_table:
 * @path: path of a file to write
 *
 * Returns: whether its suffix means a table
 */
gboolean
strata_render_rows_is_table (const char *path)
{
  StrataTableStyle style;

  return strata_table_style_from_name (path, &style);
}

typedef struct
{
  StrataTableRows *rows; /* owned */
  StrataTableStyle style;
} Table;

static gboolean
write_table (GOutputStream *stream,
             gpointer data,
             GError **error)
{
  const Table *table = data;

  return strata_table_rows_write (table->rows, stream, table->style, NULL, NULL, error);
}

/* An area has the span as it is; a view would fit it to its pixels. */
static void
show (StrataSession *session,
      StrataSpan span)
{
  const StrataLanes *lanes = strata_view_get_lanes (strata_session_get_view (session));
  guint n_lanes;

  strata_lanes_get (lanes, &n_lanes);
  if (n_lanes > 0)
    strata_session_set_area (session, span, strata_lanes_get_at_place (lanes, 0), strata_lanes_get_at_place (lanes, n_lanes - 1));
}

/**
 * strata_render_rows_write:
 * @session: whose lanes are shown
 * @span: the time
 * @kind: (nullable): what the rows are, as strata_render_rows_is_kind() knows it
 * @path: where to write; its suffix means a table
 * @error: return location for an error
 *
 * Writes what lies in @span on the lanes, with the columns of strata-cli list.
 *
 * Returns: whether all was written
 */
gboolean
strata_render_rows_write (StrataSession *session,
                          StrataSpan span,
                          const char *kind,
                          const char *path,
                          GError **error)
{
  StrataViewRowsOf what = STRATA_VIEW_SLICES;
  Table table;

  find_kind (kind, &what);
  strata_table_style_from_name (path, &table.style);
  show (session, span);
  table.rows = strata_view_rows_new (session, what);

  const gboolean is_written = strata_replace_path (path, write_table, &table, error);

  strata_table_rows_free (table.rows);
  return is_written;
}
