/* strata-slice-rows.c - a table of slices for programs
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-slice-rows.h"

#include <glib/gi18n-lib.h>

/* Stable: the command line and the exports of the window share these. */
const StrataTableColumn strata_slice_columns[STRATA_N_SLICE_TABLE_COLUMNS] = { STRATA_SLICE_TABLE_COLUMNS };

/* The track of a slice is searched from the track of the previous slice, which mostly is the same;
 * the text of its tags is cached for the same reason. */
struct _StrataSliceWriter
{
  StrataTrace *trace;             /* owned */
  const StrataSliceTable *slices; /* borrowed from the trace */
  const StrataTrack *track;       /* borrowed; nullable */
  gboolean has_cpu_axis;
  guint64 tags;    /* the tags of @tags_text */
  char *tags_text; /* owned; nullable */
};

/**
 * strata_slice_writer_new:
 * @trace: a trace
 *
 * Returns: (transfer full): a writer for its slices, one after the other
 */
StrataSliceWriter *
strata_slice_writer_new (StrataTrace *trace)
{
  StrataSliceWriter *self = g_new0 (StrataSliceWriter, 1);

  self->trace = g_object_ref (trace);
  self->slices = strata_trace_get_slices (trace);
  self->has_cpu_axis = strata_trace_get_clocks (trace) == STRATA_CLOCK_CPU;

  return self;
}

void
strata_slice_writer_free (StrataSliceWriter *self)
{
  if (self == NULL)
    return;

  g_free (self->tags_text);
  g_object_unref (self->trace);
  g_free (self);
}

/**
 * strata_slice_writer_find_track:
 * @self: a writer
 * @slice: a slice
 *
 * Returns: (transfer none): its track
 */
const StrataTrack *
strata_slice_writer_find_track (StrataSliceWriter *self,
                                guint32 slice)
{
  if (self->track == NULL || slice < self->track->first_slice || slice - self->track->first_slice >= self->track->n_slices)
    self->track = strata_trace_get_tracks (self->trace, NULL) + strata_trace_find_track (self->trace, slice);

  return self->track;
}

static void
write_string (StrataSliceWriter *self,
              StrataTable *table,
              guint32 id)
{
  strata_table_text (table, strata_trace_get_string (self->trace, id));
}

static void
write_times (StrataSliceWriter *self,
             StrataTable *table,
             guint32 slice)
{
  const gint64 axis_ns = strata_slice_table_get_wall_ns (self->slices, slice);

  strata_table_number (table, self->slices->start_ns[slice]);
  strata_table_number (table, axis_ns);
  strata_table_number (table, strata_slice_table_get_self_ns (self->slices, slice));

  if (strata_trace_has_cpu_time (self->trace, slice))
    strata_table_number (table, strata_slice_table_get_cpu_ns (self->slices, slice));
  else if (self->has_cpu_axis)
    strata_table_number (table, axis_ns);
  else
    strata_table_unknown (table);
}

static void
write_place (StrataSliceWriter *self,
             StrataTable *table,
             guint32 slice)
{
  const guint32 process = strata_slice_writer_find_track (self, slice)->process;
  const guint32 thread = slice >= self->slices->first_async && self->slices->async_thread != NULL
                             ? self->slices->async_thread[slice - self->slices->first_async]
                             : self->track->thread;
  const StrataProcess *of = process != STRATA_NONE ? strata_trace_get_processes (self->trace, NULL) + process : NULL;
  const StrataThread *on = thread != STRATA_NONE ? strata_trace_get_threads (self->trace, NULL) + thread : NULL;

  if (of != NULL && of->pid >= 0)
    strata_table_number (table, of->pid);
  else
    strata_table_unknown (table);
  if (on != NULL)
    strata_table_number (table, on->tid);
  else
    strata_table_unknown (table);

  write_string (self, table, of != NULL ? of->name : STRATA_NONE);
  write_string (self, table, on != NULL ? on->name : STRATA_NONE);
}

static const char *
get_tags_text (StrataSliceWriter *self,
               guint64 tags)
{
  if (self->tags_text == NULL || self->tags != tags)
    {
      g_free (self->tags_text);
      self->tags_text = strata_tags_to_string (tags);
      self->tags = tags;
    }

  return self->tags_text;
}

/**
 * strata_slice_dup_args:
 * @trace: a trace
 * @attrs: attributes of one of its slices
 *
 * Returns: (transfer full): its arguments, followed by unknown fields as in the file
 */
char *
strata_slice_dup_args (StrataTrace *trace,
                       const StrataAttrs *attrs)
{
  g_autofree char *args = strata_attr_table_dup_args (strata_trace_get_attrs (trace), attrs->args);

  return attrs->extra == STRATA_STRING_EMPTY ? g_steal_pointer (&args) : g_strconcat (args, "|", strata_trace_get_string (trace, attrs->extra), NULL);
}

static void
write_attrs (StrataSliceWriter *self,
             StrataTable *table,
             guint32 slice)
{
  const StrataAttrs attrs = strata_attr_table_get (strata_trace_get_attrs (self->trace), strata_slice_table_get_attrs (self->slices, slice));
  const char level[2] = { (char) attrs.level, '\0' };

  strata_table_text (table, level);
  strata_table_text (table, get_tags_text (self, attrs.tags));
  write_string (self, table, attrs.category);
  write_string (self, table, attrs.chain);

  g_autofree char *args = strata_slice_dup_args (self->trace, &attrs);

  strata_table_text (table, args);
}

static void
write_flags (StrataTable *table,
             guint32 flags)
{
  static const char *const texts[] = {
    "", "unfinished", "exception", "unfinished exception",
    "cut", "unfinished cut", "exception cut", "unfinished exception cut"
  };

  if ((flags & STRATA_SLICE_SAMPLED) != 0)
    strata_table_text (table, (flags & STRATA_SLICE_UNFINISHED) != 0 ? "unfinished sampled" : "sampled");
  else if ((flags & STRATA_SLICE_REBUILT) != 0)
    strata_table_text (table, (flags & STRATA_SLICE_EXCEPTION) != 0 ? "exception rebuilt" : "rebuilt");
  else
    strata_table_text (table, texts[flags & 7]);
}

/**
 * strata_slice_writer_write:
 * @self: a writer
 * @table: where to write
 * @slice: a slice
 *
 * Writes the columns of a slice; a table with more columns continues from there.
 */
void
strata_slice_writer_write (StrataSliceWriter *self,
                           StrataTable *table,
                           guint32 slice)
{
  write_times (self, table, slice);
  write_place (self, table, slice);
  strata_table_number (table, strata_slice_table_get_depth (self->slices, slice));
  write_string (self, table, self->slices->name[slice]);
  write_attrs (self, table, slice);
  write_flags (table, strata_slice_table_get_flags (self->slices, slice));
}
