/* strata-chain-rows.c - the table of a call chain
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-chain-rows.h"

#include <inttypes.h>

#include <glib/gi18n-lib.h>

#include "strata-trace-cells.h"
#include "strata-units.h"

/* Columns that the window does not show. */
enum
{
  COLUMN_CHAIN = STRATA_N_CHAIN_COLUMNS,
  COLUMN_SPAN,
  COLUMN_PARENT,
  COLUMN_DEPTH,
  COLUMN_PRINTED_NAME,
  COLUMN_PID,
  COLUMN_TID,
  COLUMN_TIME,
  COLUMN_SELF,
  COLUMN_HOP,
  COLUMN_THERE,
  COLUMN_BACK,
  COLUMN_CLOCK_ERROR,
  N_COLUMNS,
};

/* The deepest indentation of printed names, in levels. */
#define MOST_INDENTS 40

/* Rows of the chains of a trace, from the first row of a chain on. */
typedef struct
{
  StrataTrace *trace; /* owned */
  guint32 first_row;
} Data;

/* A row's place in its chain. */
typedef struct
{
  StrataTrace *trace;
  const StrataChains *chains;
  const StrataSliceTable *slices;
  StrataAttrs attrs;
  guint32 row;
  guint32 slice;
} Place;

static void
data_free (gpointer user_data)
{
  Data *data = user_data;

  g_object_unref (data->trace);
  g_free (data);
}

static Place
find_place (const Data *data,
            guint row)
{
  Place place = {
    .trace = data->trace,
    .chains = strata_trace_get_chains (data->trace),
    .slices = strata_trace_get_slices (data->trace),
    .row = data->first_row + row,
  };

  place.slice = place.chains->slice[place.row];
  place.attrs = strata_attr_table_get (strata_trace_get_attrs (data->trace), strata_slice_table_get_attrs (place.slices, place.slice));
  return place;
}

static void
set_id (StrataCell *cell,
        const Place *place,
        guint column)
{
  StrataChainId id = { 0 };

  strata_chain_id_parse (strata_trace_get_string (place->trace, place->attrs.chain), &id);
  strata_cell_take_text (cell, g_strdup_printf ("%" PRIx64, column == COLUMN_CHAIN ? id.chain : column == COLUMN_SPAN ? id.span
                                                                                                                      : id.parent));
}

static void
set_hop (StrataCell *cell,
         const Place *place,
         guint column)
{
  StrataHop hop;

  strata_trace_get_hop (place->trace, place->row, &hop);
  if (column == COLUMN_HOP)
    strata_cell_set_text (cell, strata_hop_kind_get_name (hop.kind));
  else if (column == COLUMN_THERE)
    strata_cell_set_number (cell, hop.there_ns);
  else if (column == COLUMN_BACK)
    strata_cell_set_number (cell, hop.back_ns);
  else
    strata_cell_set_number (cell, hop.error_ns > 0 ? hop.error_ns : STRATA_NO_TIME);
}

static void
set_printed_name (StrataCell *cell,
                  const Place *place)
{
  const guint32 n_spaces = 2 * MIN (place->chains->depth[place->row], MOST_INDENTS);

  strata_cell_take_text (cell, g_strdup_printf ("%*s%s", (int) n_spaces, "", strata_trace_get_string (place->trace, place->slices->name[place->slice])));
}

static void
set_side (StrataCell *cell,
          const Place *place)
{
  const char side[2] = { (char) place->attrs.side, '\0' };

  strata_cell_take_text (cell, g_strdup (side));
}

/* show() formats the cells of the window that are not plain values. */
static gboolean
get (StrataRow row,
     guint column,
     StrataCell *cell)
{
  const Place place = find_place (row.data, row.number);

  switch (column)
    {
    case COLUMN_CHAIN:
    case COLUMN_SPAN:
    case COLUMN_PARENT:
      set_id (cell, &place, column);
      break;
    case COLUMN_DEPTH:
      strata_cell_set_number (cell, place.chains->depth[place.row]);
      break;
    case STRATA_CHAIN_COLUMN_SIDE:
      set_side (cell, &place);
      break;
    case STRATA_CHAIN_COLUMN_NAME:
      strata_trace_cells_set_string (cell, place.trace, place.slices->name[place.slice]);
      break;
    case COLUMN_PRINTED_NAME:
      set_printed_name (cell, &place);
      break;
    case COLUMN_PID:
      strata_trace_cells_set_pid (cell, place.trace, strata_trace_find_process (place.trace, place.slice));
      break;
    case COLUMN_TID:
      strata_trace_cells_set_tid (cell, place.trace, strata_trace_find_thread (place.trace, place.slice));
      break;
    case STRATA_CHAIN_COLUMN_PROCESS:
      strata_trace_cells_set_process_name (cell, place.trace, strata_trace_find_process (place.trace, place.slice));
      break;
    case STRATA_CHAIN_COLUMN_THREAD:
      strata_trace_cells_set_thread_name (cell, place.trace, strata_trace_find_thread (place.trace, place.slice));
      break;
    case COLUMN_TIME:
      strata_cell_set_number (cell, place.slices->start_ns[place.slice]);
      break;
    case STRATA_CHAIN_COLUMN_DURATION:
      strata_cell_set_number (cell, strata_slice_table_get_wall_ns (place.slices, place.slice));
      break;
    case COLUMN_SELF:
      strata_cell_set_number (cell, strata_slice_table_get_self_ns (place.slices, place.slice));
      break;
    case COLUMN_HOP:
    case COLUMN_THERE:
    case COLUMN_BACK:
    case COLUMN_CLOCK_ERROR:
      set_hop (cell, &place, column);
      break;
    default:
      return FALSE;
    }

  return TRUE;
}

static char *
dup_process (const Place *place)
{
  const guint32 index = strata_trace_find_process (place->trace, place->slice);

  if (index == STRATA_NONE)
    return g_strdup ("");

  const StrataProcess *process = &strata_trace_get_processes (place->trace, NULL)[index];
  const char *name = strata_trace_get_string (place->trace, process->name);

  return process->pid >= 0 ? g_strdup_printf ("%s %" PRId64, name, process->pid) : g_strdup (name);
}

static char *
dup_thread (const Place *place)
{
  const guint32 index = strata_trace_find_thread (place->trace, place->slice);

  if (index == STRATA_NONE)
    return g_strdup ("");

  const StrataThread *thread = &strata_trace_get_threads (place->trace, NULL)[index];

  return g_strdup_printf ("%s %" PRId64, strata_trace_get_string (place->trace, thread->name), thread->tid);
}

static char *
dup_start (const Place *place)
{
  const StrataChain *chain = &place->chains->chains[strata_chains_find_of_row (place->chains, place->row)];
  char text[STRATA_UNITS_BYTES];

  return g_strdup_printf ("+%s", strata_units_duration (place->slices->start_ns[place->slice] - chain->begin_ns, text));
}

static void
append_way (GString *text,
            gint64 ns)
{
  char duration[STRATA_UNITS_BYTES];

  g_string_append (text, ns != STRATA_NO_TIME ? strata_units_duration (ns, duration) : "–");
}

/* "320 µs + 210 µs", there and back; between devices with the uncertainty of their clocks. */
static char *
dup_way (const Place *place)
{
  GString *text = g_string_new (NULL);
  StrataHop hop;

  strata_trace_get_hop (place->trace, place->row, &hop);
  if (hop.kind != STRATA_HOP_NONE)
    {
      append_way (text, hop.there_ns);
      g_string_append (text, " + ");
      append_way (text, hop.back_ns);
    }
  if (hop.error_ns > 0)
    {
      g_string_append (text, " ± ");
      append_way (text, hop.error_ns);
    }

  return g_string_free (text, FALSE);
}

static const char *
get_shown_name (const Place *place)
{
  const char *name = strata_trace_get_string (place->trace, place->slices->name[place->slice]);

  return *name != '\0' ? name : _ ("(no name)");
}

static const char *
get_shown_side (const Place *place)
{
  return place->attrs.side == 'C' ? _ ("client") : place->attrs.side == 'S' ? _ ("server")
                                                                            : "";
}

static gboolean
show (StrataRow row,
      guint column,
      StrataCell *cell)
{
  const Place place = find_place (row.data, row.number);

  switch (column)
    {
    case STRATA_CHAIN_COLUMN_NAME:
      strata_cell_set_text (cell, get_shown_name (&place));
      break;
    case STRATA_CHAIN_COLUMN_SIDE:
      strata_cell_set_text (cell, get_shown_side (&place));
      break;
    case STRATA_CHAIN_COLUMN_PROCESS:
      strata_cell_take_text (cell, dup_process (&place));
      break;
    case STRATA_CHAIN_COLUMN_THREAD:
      strata_cell_take_text (cell, dup_thread (&place));
      break;
    case STRATA_CHAIN_COLUMN_START:
      strata_cell_take_text (cell, dup_start (&place));
      break;
    case STRATA_CHAIN_COLUMN_WAY:
      strata_cell_take_text (cell, dup_way (&place));
      break;
    default:
      return FALSE;
    }

  return TRUE;
}

static gboolean
get_tooltip (StrataRow row,
             guint column,
             StrataCell *cell)
{
  return column <= STRATA_CHAIN_COLUMN_THREAD && show (row, column, cell);
}

static guint
get_indent (StrataRow row)
{
  const Place place = find_place (row.data, row.number);

  return place.chains->depth[place.row];
}

static const StrataTableColumn columns[N_COLUMNS] = {
  [STRATA_CHAIN_COLUMN_NAME] = { "name", N_ ("Name"), STRATA_CELL_TEXT, 1, TRUE },
  [STRATA_CHAIN_COLUMN_SIDE] = { "side", N_ ("Side"), STRATA_CELL_TEXT, .width_px = 56 },
  [STRATA_CHAIN_COLUMN_PROCESS] = { "process", N_ ("Process"), STRATA_CELL_TEXT, .width_px = 120 },
  [STRATA_CHAIN_COLUMN_THREAD] = { "thread", N_ ("Thread"), STRATA_CELL_TEXT, .width_px = 120 },
  [STRATA_CHAIN_COLUMN_START] = { "start", N_ ("Start"), STRATA_CELL_FIGURE, .width_px = 88 },
  [STRATA_CHAIN_COLUMN_DURATION] = { "dur_ns", N_ ("Duration"), STRATA_CELL_DURATION, .width_px = 80 },
  [STRATA_CHAIN_COLUMN_WAY] = { "way", N_ ("There and Back"), STRATA_CELL_FIGURE, .width_px = 150 },
  [COLUMN_CHAIN] = { "chain", N_ ("Chain"), STRATA_CELL_TEXT },
  [COLUMN_SPAN] = { "span", N_ ("Span"), STRATA_CELL_TEXT },
  [COLUMN_PARENT] = { "parent", N_ ("Parent"), STRATA_CELL_TEXT },
  [COLUMN_DEPTH] = { "depth", N_ ("Depth"), STRATA_CELL_NUMBER },
  [COLUMN_PRINTED_NAME] = { "name", N_ ("Name"), STRATA_CELL_TEXT },
  [COLUMN_PID] = { "pid", N_ ("PID"), STRATA_CELL_NUMBER },
  [COLUMN_TID] = { "tid", N_ ("TID"), STRATA_CELL_NUMBER },
  [COLUMN_TIME] = { "ts_ns", N_ ("Time"), STRATA_CELL_TIME },
  [COLUMN_SELF] = { "self_ns", N_ ("Self"), STRATA_CELL_DURATION },
  [COLUMN_HOP] = { "hop", N_ ("Hop"), STRATA_CELL_TEXT },
  [COLUMN_THERE] = { "there_ns", N_ ("There"), STRATA_CELL_DURATION },
  [COLUMN_BACK] = { "back_ns", N_ ("Back"), STRATA_CELL_DURATION },
  [COLUMN_CLOCK_ERROR] = { "clock_error_ns", N_ ("Clocks ±"), STRATA_CELL_DURATION },
};

#define COLUMNS(name)                                                                                 \
  {                                                                                                   \
    COLUMN_CHAIN, COLUMN_SPAN, COLUMN_PARENT, COLUMN_DEPTH, STRATA_CHAIN_COLUMN_SIDE, name,           \
        COLUMN_PID, COLUMN_TID, STRATA_CHAIN_COLUMN_PROCESS, STRATA_CHAIN_COLUMN_THREAD, COLUMN_TIME, \
        STRATA_CHAIN_COLUMN_DURATION, COLUMN_SELF, COLUMN_HOP, COLUMN_THERE, COLUMN_BACK,             \
        COLUMN_CLOCK_ERROR                                                                            \
  }

/* For the command line; text has indented names. */
static const guint8 exported[] = COLUMNS (STRATA_CHAIN_COLUMN_NAME);
static const guint8 printed[] = COLUMNS (COLUMN_PRINTED_NAME);

const StrataRowClass strata_chain_rows_class = {
  STRATA_ROW_COLUMNS (columns),
  .exported = STRATA_COLUMN_LIST (exported),
  .printed = STRATA_COLUMN_LIST (printed),
  .shown = { NULL, STRATA_N_CHAIN_COLUMNS },
  .get = get,
  .show = show,
  .tooltip = get_tooltip,
  .get_indent = get_indent,
  .free_data = data_free,
};

/**
 * strata_chain_rows_new:
 * @trace: a trace
 * @chain: index of one of its call chains, or %STRATA_NONE for all
 *
 * Returns: (transfer full): a row for each slice, in the order of the tree
 */
StrataRows *
strata_chain_rows_new (StrataTrace *trace,
                       guint32 chain)
{
  const StrataChains *chains = strata_trace_get_chains (trace);
  const StrataChain *only = chain != STRATA_NONE ? &chains->chains[chain] : NULL;
  Data *data = g_new (Data, 1);

  *data = (Data){ g_object_ref (trace), only != NULL ? only->first_row : 0 };
  return strata_rows_new (&strata_chain_rows_class, data, only != NULL ? only->n_rows : chains->n_rows);
}
