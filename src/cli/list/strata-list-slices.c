/* strata-list-slices.c - strata-cli list slices and async
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <glib/gi18n.h>

#include "strata-atrace-kernel.h"
#include "strata-list.h"
#include "strata-slice-rows.h"

static const StrataTableColumn async_columns[] = {
  STRATA_SLICE_TABLE_COLUMNS,
  { "cookie", N_ ("Cookie"), STRATA_CELL_NUMBER },
  { "lane", N_ ("Lane"), STRATA_CELL_TEXT },
};

static const StrataTableColumn kernel_columns[] = {
  STRATA_SLICE_TABLE_COLUMNS,
  { "cookie", N_ ("Cookie"), STRATA_CELL_NUMBER },
  { "lane", N_ ("Lane"), STRATA_CELL_TEXT },
  { "cpu", N_ ("CPU"), STRATA_CELL_NUMBER },
  { "machine", N_ ("Machine"), STRATA_CELL_TEXT },
};

typedef struct
{
  StrataTrace *trace;             /* borrowed */
  const StrataSliceTable *slices; /* borrowed */
  StrataSliceWriter *writer;      /* owned */
  StrataTable *table;             /* borrowed */
} Lister;

static void
add_slice (Lister *lister,
           guint32 slice)
{
  strata_slice_writer_write (lister->writer, lister->table, slice);
}

/* A cookie that was a text there is a number where it looks like one. */
static void
add_cookie (Lister *lister,
            guint32 slice)
{
  const guint32 text = strata_attr_table_get (strata_trace_get_attrs (lister->trace), strata_slice_table_get_attrs (lister->slices, slice))->cookie;
  gint64 number;

  if (g_ascii_string_to_signed (strata_trace_get_string (lister->trace, text), 10, G_MININT64, G_MAXINT64, &number, NULL))
    strata_table_number (lister->table, number);
  else if (text != STRATA_STRING_EMPTY)
    strata_trace_cells_add_string (lister->table, lister->trace, text);
  else if ((strata_slice_table_get_flags (lister->slices, slice) & STRATA_SLICE_NO_COOKIE) != 0)
    strata_table_unknown (lister->table);
  else
    strata_table_number (lister->table, lister->slices->cookie[slice - lister->slices->first_async]);
}

static void
add_async (Lister *lister,
           guint32 slice)
{
  add_slice (lister, slice);
  add_cookie (lister, slice);
  strata_trace_cells_add_string (lister->table, lister->trace, strata_slice_writer_find_track (lister->writer, slice)->name);
}

static void
add_kernel (Lister *lister,
            guint32 slice)
{
  const StrataTrack *track = strata_slice_writer_find_track (lister->writer, slice);

  add_slice (lister, slice);
  strata_table_number (lister->table, strata_atrace_kernel_get_id (lister->trace, track, slice));
  strata_trace_cells_add_string (lister->table, lister->trace, track->name);
  strata_trace_cells_add_cpu (lister->table, lister->trace, track->cpu);
}

static void
list_range (StrataTrace *trace,
            StrataTable *table,
            guint32 begin,
            guint32 end,
            const StrataSearch *where,
            void (*add) (Lister *lister, guint32 slice))
{
  Lister lister = { trace, strata_trace_get_slices (trace), strata_slice_writer_new (trace), table };
  g_autofree guint32 *slices = strata_list_sort_by_time (lister.slices->start_ns, begin, end);
  gint n_found = 0;
  g_autofree guint64 *bits = where != NULL ? strata_search_run (where, trace, STRATA_SEARCH_SLICES, &n_found, NULL) : NULL;

  for (guint32 i = 0; i < end - begin; i++)
    if (bits == NULL || strata_search_has (bits, slices[i]))
      add (&lister, slices[i]);

  strata_slice_writer_free (lister.writer);
}

/**
 * strata_list_slices:
 * @trace: a trace
 * @output: where to write
 * @style: how to write
 * @where: (nullable): which of them; %NULL for all
 *
 * Lists the calls by time.
 */
void
strata_list_slices (StrataTrace *trace,
                    StrataOutput *output,
                    StrataTableStyle style,
                    const StrataSearch *where)
{
  guint n_columns;
  const StrataTableColumn *columns = strata_slice_writer_get_columns (&n_columns);
  StrataTable *table = strata_table_new (output, style, columns, n_columns);

  list_range (trace, table, 0, strata_trace_get_slices (trace)->first_async, where, add_slice);
  strata_table_close (table);
}

/**
 * strata_list_async:
 * @trace: a trace
 * @output: where to write
 * @style: how to write
 * @where: (nullable): which of them; %NULL for all
 *
 * Lists the asynchronous slices by time.
 */
void
strata_list_async (StrataTrace *trace,
                   StrataOutput *output,
                   StrataTableStyle style,
                   const StrataSearch *where)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  StrataTable *table = strata_table_new (output, style, async_columns, G_N_ELEMENTS (async_columns));

  list_range (trace, table, slices->first_async, slices->first_kernel, where, add_async);
  strata_table_close (table);
}

/**
 * strata_list_kernel:
 * @trace: a trace
 * @output: where to write
 * @style: how to write
 * @where: (nullable): which of them; %NULL for all
 *
 * Lists by time what the kernel does on CPUs and for threads: interrupts, idle
 * states, work, binder calls and IO.
 */
void
strata_list_kernel (StrataTrace *trace,
                    StrataOutput *output,
                    StrataTableStyle style,
                    const StrataSearch *where)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  StrataTable *table = strata_table_new (output, style, kernel_columns, G_N_ELEMENTS (kernel_columns));

  list_range (trace, table, slices->first_kernel, slices->n_slices, where, add_kernel);
  strata_table_close (table);
}
