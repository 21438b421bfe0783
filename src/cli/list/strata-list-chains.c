/* strata-list-chains.c - strata-cli list chains
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <inttypes.h>

#include <glib/gi18n.h>

#include "strata-list.h"

/* How far names of the text for people are indented at most. */
#define MAX_INDENT 40

static const StrataTableColumn columns[] = {
  { "chain", N_ ("Chain"), STRATA_CELL_TEXT },
  { "span", N_ ("Span"), STRATA_CELL_TEXT },
  { "parent", N_ ("Parent"), STRATA_CELL_TEXT },
  { "depth", N_ ("Depth"), STRATA_CELL_NUMBER },
  { "side", N_ ("Side"), STRATA_CELL_TEXT },
  { "name", N_ ("Name"), STRATA_CELL_TEXT },
  { "pid", N_ ("PID"), STRATA_CELL_NUMBER },
  { "tid", N_ ("TID"), STRATA_CELL_NUMBER },
  { "process", N_ ("Process"), STRATA_CELL_TEXT },
  { "thread", N_ ("Thread"), STRATA_CELL_TEXT },
  { "ts_ns", N_ ("Time"), STRATA_CELL_TIME },
  { "dur_ns", N_ ("Duration"), STRATA_CELL_DURATION },
  { "self_ns", N_ ("Self"), STRATA_CELL_DURATION },
  { "hop", N_ ("Hop"), STRATA_CELL_TEXT },
  { "there_ns", N_ ("There"), STRATA_CELL_DURATION },
  { "back_ns", N_ ("Back"), STRATA_CELL_DURATION },
  { "clock_error_ns", N_ ("Clocks ±"), STRATA_CELL_DURATION },
};

static void
add_hop (StrataTable *table,
         StrataTrace *trace,
         guint32 row)
{
  StrataHop hop;

  strata_trace_get_hop (trace, row, &hop);
  strata_table_text (table, strata_hop_kind_get_name (hop.kind));
  strata_table_number (table, hop.there_ns);
  strata_table_number (table, hop.back_ns);
  strata_table_number (table, hop.error_ns > 0 ? hop.error_ns : STRATA_NO_TIME);
}

static void
add_hex (StrataTable *table,
         guint64 number)
{
  char text[24];

  g_snprintf (text, sizeof text, "%" PRIx64, number);
  strata_table_text (table, text);
}

static void
add_name (StrataTable *table,
          StrataTrace *trace,
          StrataTableStyle style,
          guint32 name,
          guint32 depth)
{
  const guint32 n_spaces = style == STRATA_TABLE_TEXT ? 2 * MIN (depth, MAX_INDENT) : 0;
  g_autofree char *text = g_strdup_printf ("%*s%s", (int) n_spaces, "", strata_trace_get_string (trace, name));

  strata_table_text (table, text);
}

static void
add_row (StrataTable *table,
         StrataTrace *trace,
         StrataTableStyle style,
         guint32 row)
{
  const StrataChains *chains = strata_trace_get_chains (trace);
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  const guint32 slice = chains->slice[row];
  const StrataAttrs *attrs = strata_attr_table_get (strata_trace_get_attrs (trace), strata_slice_table_get_attrs (slices, slice));
  const guint32 process = strata_trace_find_process (trace, slice);
  const guint32 thread = strata_trace_find_thread (trace, slice);
  const char side[2] = { (char) attrs->side, '\0' };
  StrataChainId id = { 0 };

  strata_chain_id_parse (strata_trace_get_string (trace, attrs->chain), &id);
  add_hex (table, id.chain);
  add_hex (table, id.span);
  add_hex (table, id.parent);
  strata_table_number (table, chains->depth[row]);
  strata_table_text (table, side);
  add_name (table, trace, style, slices->name[slice], chains->depth[row]);
  strata_trace_cells_add_pid (table, trace, process);
  strata_trace_cells_add_tid (table, trace, thread);
  strata_trace_cells_add_process_name (table, trace, process);
  strata_trace_cells_add_thread_name (table, trace, thread);
  strata_table_number (table, slices->start_ns[slice]);
  strata_table_number (table, strata_slice_table_get_wall_ns (slices, slice));
  strata_table_number (table, strata_slice_table_get_self_ns (slices, slice));
  add_hop (table, trace, row);
}

/**
 * strata_list_chains:
 * @trace: a trace
 * @output: where to write
 * @style: how to write
 *
 * Lists the slices of all call chains, each chain as a tree.
 */
void
strata_list_chains (StrataTrace *trace,
                    StrataOutput *output,
                    StrataTableStyle style)
{
  strata_list_chain (trace, output, style, STRATA_NONE);
}

/**
 * strata_list_chain:
 * @trace: a trace
 * @output: where to write
 * @style: how to write
 * @chain: index of a chain, or %STRATA_NONE for all
 *
 * Lists the slices of one call chain as a tree.
 */
void
strata_list_chain (StrataTrace *trace,
                   StrataOutput *output,
                   StrataTableStyle style,
                   guint32 chain)
{
  const StrataChains *chains = strata_trace_get_chains (trace);
  StrataTable *table = strata_table_new (output, style, columns, G_N_ELEMENTS (columns));
  const guint32 begin = chain != STRATA_NONE ? chains->chains[chain].first_row : 0;
  const guint32 n = chain != STRATA_NONE ? chains->chains[chain].n_rows : chains->n_rows;

  for (guint32 row = begin; row < begin + n; row++)
    add_row (table, trace, style, row);

  strata_table_close (table);
}
