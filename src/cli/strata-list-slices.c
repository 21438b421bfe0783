/* strata-list-slices.c - strata-cli list slices and async
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <glib/gi18n.h>

#include "strata-list.h"

/* Slices are listed by time. Their track is looked up by going from it to the
 * one of the slice before, which mostly is the same. */

#define SLICE_COLUMNS                                      \
  { "ts_ns", N_ ("Time (s)"), STRATA_CELL_TIME },          \
      { "dur_ns", N_ ("Duration"), STRATA_CELL_DURATION }, \
      { "self_ns", N_ ("Self"), STRATA_CELL_DURATION },    \
      { "cpu_ns", N_ ("CPU"), STRATA_CELL_DURATION },      \
      { "pid", N_ ("PID"), STRATA_CELL_NUMBER },           \
      { "tid", N_ ("TID"), STRATA_CELL_NUMBER },           \
      { "process", N_ ("Process"), STRATA_CELL_TEXT },     \
      { "thread", N_ ("Thread"), STRATA_CELL_TEXT },       \
      { "depth", N_ ("Depth"), STRATA_CELL_NUMBER },       \
      { "name", N_ ("Name"), STRATA_CELL_TEXT },           \
      { "level", N_ ("Level"), STRATA_CELL_TEXT },         \
      { "tags", N_ ("Tags"), STRATA_CELL_TEXT },           \
      { "category", N_ ("Category"), STRATA_CELL_TEXT },   \
      { "chain", N_ ("Chain"), STRATA_CELL_TEXT },         \
      { "args", N_ ("Arguments"), STRATA_CELL_TEXT },      \
  {                                                        \
    "flags", N_ ("Flags"), STRATA_CELL_TEXT                \
  }

static const StrataTableColumn slice_columns[] = { SLICE_COLUMNS };

static const StrataTableColumn async_columns[] = {
  SLICE_COLUMNS,
  { "cookie", N_ ("Cookie"), STRATA_CELL_NUMBER },
  { "lane", N_ ("Lane"), STRATA_CELL_TEXT },
};

static const StrataTableColumn kernel_columns[] = {
  SLICE_COLUMNS,
  { "cookie", N_ ("Cookie"), STRATA_CELL_NUMBER },
  { "lane", N_ ("Lane"), STRATA_CELL_TEXT },
  { "cpu", N_ ("CPU"), STRATA_CELL_NUMBER },
};

typedef struct
{
  StrataTrace *trace;             /* borrowed */
  const StrataSliceTable *slices; /* borrowed */
  StrataTable *table;             /* borrowed */
  gboolean has_cpu_axis;
  guint64 tags;    /* of which @tags_text is the text */
  char *tags_text; /* owned */
} Lister;

static void
add_times (Lister *lister,
           guint32 slice)
{
  gint64 axis_ns = strata_slice_table_get_wall_ns (lister->slices, slice);

  strata_table_number (lister->table, lister->slices->start_ns[slice]);
  strata_table_number (lister->table, axis_ns);
  strata_table_number (lister->table, strata_slice_table_get_self_ns (lister->slices, slice));

  if (strata_trace_has_cpu_time (lister->trace, slice))
    strata_table_number (lister->table, strata_slice_table_get_cpu_ns (lister->slices, slice));
  else if (lister->has_cpu_axis)
    strata_table_number (lister->table, axis_ns);
  else
    strata_table_unknown (lister->table);
}

static const char *
get_tags_text (Lister *lister,
               guint64 tags)
{
  if (lister->tags_text == NULL || lister->tags != tags)
    {
      g_free (lister->tags_text);
      lister->tags_text = strata_tags_to_string (tags);
      lister->tags = tags;
    }

  return lister->tags_text;
}

/* Fields that no version known here has follow the arguments as they were written. */
static void
add_args (Lister *lister,
          const StrataAttrs *attrs)
{
  if (attrs->extra == STRATA_STRING_EMPTY)
    {
      strata_list_add_string (lister->table, lister->trace, attrs->args);
      return;
    }

  g_autofree char *text = g_strconcat (strata_trace_get_string (lister->trace, attrs->args), "|", strata_trace_get_string (lister->trace, attrs->extra), NULL);

  strata_table_text (lister->table, text);
}

static void
add_attrs (Lister *lister,
           guint32 slice)
{
  const StrataAttrs *attrs = strata_attr_table_get (strata_trace_get_attrs (lister->trace), strata_slice_table_get_attrs (lister->slices, slice));
  const char level[2] = { (char) attrs->level, '\0' };

  strata_table_text (lister->table, level);
  strata_table_text (lister->table, get_tags_text (lister, attrs->tags));
  strata_list_add_string (lister->table, lister->trace, attrs->category);
  strata_list_add_string (lister->table, lister->trace, attrs->chain);
  add_args (lister, attrs);
}

static void
add_flags (Lister *lister,
           guint32 slice)
{
  static const char *const texts[] = {
    "", "unfinished", "exception", "unfinished exception",
    "cut", "unfinished cut", "exception cut", "unfinished exception cut"
  };
  const guint32 flags = strata_slice_table_get_flags (lister->slices, slice);

  if ((flags & STRATA_SLICE_REBUILT) != 0)
    {
      strata_table_text (lister->table, (flags & STRATA_SLICE_EXCEPTION) != 0 ? "exception rebuilt" : "rebuilt");
      return;
    }

  strata_table_text (lister->table, texts[flags & 7]);
}

static void
add_slice (Lister *lister,
           const StrataTrack *track,
           guint32 slice)
{
  guint32 thread = track->thread;

  if (slice >= lister->slices->first_async && lister->slices->async_thread != NULL)
    thread = lister->slices->async_thread[slice - lister->slices->first_async];

  add_times (lister, slice);
  strata_list_add_pid (lister->table, lister->trace, track->process);
  strata_list_add_tid (lister->table, lister->trace, thread);
  strata_list_add_process_name (lister->table, lister->trace, track->process);
  strata_list_add_thread_name (lister->table, lister->trace, thread);
  strata_table_number (lister->table, strata_slice_table_get_depth (lister->slices, slice));
  strata_list_add_string (lister->table, lister->trace, lister->slices->name[slice]);
  add_attrs (lister, slice);
  add_flags (lister, slice);
}

static void
add_async (Lister *lister,
           const StrataTrack *track,
           guint32 slice)
{
  add_slice (lister, track, slice);
  strata_table_number (lister->table, lister->slices->cookie[slice - lister->slices->first_async]);
  strata_list_add_string (lister->table, lister->trace, track->name);
}

static void
add_kernel (Lister *lister,
            const StrataTrack *track,
            guint32 slice)
{
  add_async (lister, track, slice);

  if (track->cpu != STRATA_NONE)
    strata_table_number (lister->table, track->cpu);
  else
    strata_table_unknown (lister->table);
}

static const StrataTrack *
find_track (StrataTrace *trace,
            const StrataTrack *last,
            guint32 slice)
{
  if (last != NULL && slice >= last->first_slice && slice - last->first_slice < last->n_slices)
    return last;

  return strata_trace_get_tracks (trace, NULL) + strata_trace_find_track (trace, slice);
}

static void
list_range (StrataTrace *trace,
            StrataTable *table,
            guint32 begin,
            guint32 end,
            void (*add) (Lister *lister, const StrataTrack *track, guint32 slice))
{
  Lister lister = { trace, strata_trace_get_slices (trace), table, strata_trace_get_clocks (trace) == STRATA_CLOCK_CPU, 0, NULL };
  g_autofree guint32 *slices = strata_list_sort_by_time (lister.slices->start_ns, begin, end);
  const StrataTrack *track = NULL;

  for (guint32 i = 0; i < end - begin; i++)
    {
      track = find_track (trace, track, slices[i]);
      add (&lister, track, slices[i]);
    }

  g_free (lister.tags_text);
}

/**
 * strata_list_slices:
 * @trace: a trace
 * @output: where to write
 * @style: how to write
 *
 * Lists the calls by time.
 */
void
strata_list_slices (StrataTrace *trace,
                    StrataOutput *output,
                    StrataTableStyle style)
{
  StrataTable *table = strata_table_new (output, style, slice_columns, G_N_ELEMENTS (slice_columns));

  list_range (trace, table, 0, strata_trace_get_slices (trace)->first_async, add_slice);
  strata_table_close (table);
}

/**
 * strata_list_async:
 * @trace: a trace
 * @output: where to write
 * @style: how to write
 *
 * Lists the asynchronous slices by time.
 */
void
strata_list_async (StrataTrace *trace,
                   StrataOutput *output,
                   StrataTableStyle style)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  StrataTable *table = strata_table_new (output, style, async_columns, G_N_ELEMENTS (async_columns));

  list_range (trace, table, slices->first_async, slices->first_kernel, add_async);
  strata_table_close (table);
}

/**
 * strata_list_kernel:
 * @trace: a trace
 * @output: where to write
 * @style: how to write
 *
 * Lists by time what the kernel does on CPUs and for threads: interrupts, idle
 * states, work, binder calls and IO.
 */
void
strata_list_kernel (StrataTrace *trace,
                    StrataOutput *output,
                    StrataTableStyle style)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  StrataTable *table = strata_table_new (output, style, kernel_columns, G_N_ELEMENTS (kernel_columns));

  list_range (trace, table, slices->first_kernel, slices->n_slices, add_kernel);
  strata_table_close (table);
}
