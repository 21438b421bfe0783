/* strata-merge.c - several files in one trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "strata-archive.h"
#include "strata-clock-marks.h"
#include "strata-device-builder.h"
#include "strata-error.h"
#include "strata-event-sink.h"
#include "strata-loader-private.h"
#include "strata-memory.h"
#include "strata-stacks-place.h"

/* The events of one device go through one sink, whichever files they are in. A method trace has
 * its own times, counted from its start; its header places that on the axis before the first
 * record. Text may report clocks anywhere, so a file is first read as if it needed no offset,
 * and all files are read again if one turns out to be needed. That is rare: between two boots,
 * the kernel gives all traces one clock. Archives are detected when they are opened: their
 * traces take their place. */

/* Files of archives that turn out not to be traces are dropped, and everything is read again. */
#define MAX_LEFT_OUT 16

/* Estimated ratio of the size of its traces to the size of a zip or tar, for the progress. The
 * true size is only known after unpacking. */
#define ARCHIVE_GROWTH 4

typedef struct
{
  const StrataLoadInput *input; /* borrowed: from the caller */
  StrataArchive *archive;       /* (nullable) borrowed: from the merge; the archive that contains it */
  guint n_in_archive;           /* its index in the archive */
  char *name;                   /* owned */
  StrataClockRule rule;
  gboolean is_settled;    /* whether its offset is known */
  gint64 read_ns;         /* the offset with which it was read */
  StrataDrift drift;      /* drift of its clock, if calls show it */
  gint64 error_ns;        /* error of the offset, if known */
  gint64 drift_error_ppb; /* error of the drift */
  StrataSpan calls;       /* span of the calls that yielded both */
  gboolean assumes_year;  /* whether its dates have no year */
  gint64 around_us;       /* when other files were made, as far as known when it was read */
} Part;

typedef struct
{
  const StrataLoadOptions *options; /* borrowed: from the caller */
  StrataProgress *progress;         /* (nullable) borrowed */
  GCancellable *cancellable;        /* (nullable) borrowed */
  Part *parts;                      /* (array length=n_parts) owned */
  StrataClockFile *files;           /* (array length=n_parts) owned: their clocks */
  guint n_parts;
  guint part; /* index of the current part */
  guint64 n_total_bytes;
  guint64 n_unpacked_bytes; /* bytes that archives have yielded */
  guint64 n_yielded_bytes;  /* bytes that decompression has yielded in this pass */
  GPtrArray *archives;      /* (element-type StrataArchive) owned */
  guint n_left_out;
  gboolean has_unit; /* whether the unit of the axis is known */
  char *unit;        /* (nullable) owned: the unit of the axis if it is not time */
  guint unit_part;   /* index of the file that determined it */
  gboolean must_repeat;
  gboolean is_repeated;

  StrataTraceBuilder *builder; /* owned: of the current pass */
  GPtrArray *sinks;            /* (element-type StrataEventSink) owned; (nullable): by device */
  guint n_devices;             /* how many devices the files are from */
  GPtrArray *mappings;         /* (element-type StrataMappingFinder) owned: names are looked up until the end */
} Merge;

static void
clear_pass (Merge *self)
{
  g_clear_pointer (&self->sinks, g_ptr_array_unref);
  g_clear_pointer (&self->builder, strata_trace_builder_free);
  g_clear_pointer (&self->mappings, g_ptr_array_unref);
  g_clear_pointer (&self->unit, g_free);
  self->has_unit = FALSE;
}

static void
start_pass (Merge *self)
{
  self->must_repeat = FALSE;
  self->n_yielded_bytes = 0;
  self->builder = strata_trace_builder_new ();
  strata_trace_builder_set_n_devices (self->builder, self->n_devices);
  self->mappings = g_ptr_array_new_with_free_func ((GDestroyNotify) strata_mapping_finder_free);
  self->sinks = g_ptr_array_new_with_free_func ((GDestroyNotify) strata_event_sink_free);
  g_ptr_array_set_size (self->sinks, STRATA_MAX_DEVICES);
}

static StrataEventSink *
get_sink (Merge *self,
          guint device)
{
  StrataEventSink *sink = g_ptr_array_index (self->sinks, device);

  if (sink == NULL)
    {
      sink = strata_event_sink_new (self->builder, device);
      g_ptr_array_index (self->sinks, device) = sink;
    }

  return sink;
}

static void
settle (Merge *self)
{
  Part *part = &self->parts[self->part];

  self->files[self->part].offset_ns = strata_clock_find_offset (self->files, self->part, self->part, &part->rule);
}

/* Takes the start time in the header of a method trace. */
static gint64
on_start_told (gpointer data,
               gboolean is_calendar,
               gint64 start_us)
{
  Merge *self = data;
  StrataClockFile *file = &self->files[self->part];
  gint64 start_ns;

  if (!__builtin_mul_overflow (start_us, 1000, &start_ns))
    strata_clock_marks_add (&file->marks, is_calendar ? STRATA_CLOCK_KIND_REALTIME : STRATA_CLOCK_KIND_MONOTONIC, 0, start_ns);

  if (!self->parts[self->part].is_settled && !file->lacks_times)
    settle (self);

  return file->offset_ns;
}

/* A file without times cannot be the clock of others; the next file becomes the first one. */
static void
begin_input (Merge *self,
             const StrataFormat *format)
{
  StrataClockFile *file = &self->files[self->part];
  Part *part = &self->parts[self->part];

  file->is_relative = format->read == NULL && !format->keeps_clock;
  file->has_times = format->read == NULL;
  file->lacks_times = format->lacks_times;
  if (part->rule == STRATA_CLOCK_RULE_FIRST && strata_clock_is_first (self->files, self->part))
    part->is_settled = !file->lacks_times || self->n_parts == 1;
  if (file->is_relative && !file->lacks_times && !part->is_settled)
    settle (self);

  const StrataInput input = {
    .name = part->name,
    .format_name = format->name,
    .offset_ns = file->offset_ns,
    .rule = part->rule,
    .drift = part->drift,
    .error_ns = part->error_ns,
    .drift_error_ppb = part->drift_error_ppb,
    .calls = part->calls,
    .device = file->device,
  };

  strata_trace_builder_begin_input (self->builder, &input, format->read == NULL && self->n_parts > 1);
  strata_trace_builder_set_start_finder (self->builder, self->n_parts > 1 ? on_start_told : NULL, self);
}

/* The input's span is on the axis; it is converted to the file's own clock, which decides. */
static void
end_input (Merge *self,
           const StrataClockMarks *marks)
{
  StrataClockFile *file = &self->files[self->part];
  Part *part = &self->parts[self->part];
  StrataInput *input = strata_trace_builder_end_input (self->builder);

  file->has_times = file->has_times || strata_span_get_length_ns (input->span) > 0; /* of samples, which are not in the sink */
  if (!part->is_settled && marks != NULL)
    {
      file->marks = *marks;
      file->span = input->span;
      settle (self);
      self->must_repeat |= file->offset_ns != input->offset_ns;
    }
  else
    {
      if (marks != NULL)
        file->marks = *marks;

      file->span.begin_ns = strata_clock_shift (input->span.begin_ns, -input->offset_ns);
      file->span.end_ns = strata_clock_shift (input->span.end_ns, -input->offset_ns);
    }

  part->is_settled = TRUE;
  part->read_ns = input->offset_ns;
  input->rule = part->rule;
}

static void
report_clock (Merge *self,
              guint part)
{
  const StrataPlace place = { 0, -1, STRATA_NO_TIME };

  StrataDiagnostics *diagnostics = strata_trace_builder_get_diagnostics (self->builder);

  const gboolean is_unknown = self->parts[part].rule == STRATA_CLOCK_RULE_UNKNOWN;

  if (!is_unknown && self->parts[part].rule != STRATA_CLOCK_RULE_CONTRADICTED)
    return;

  const char *name = self->parts[part].name;
  g_autofree char *what = is_unknown && self->files[part].offset_ns != 0 ? g_strdup_printf (_ ("%s starts with the first file"), name) : g_strdup (name);

  strata_diagnostics_set_input (diagnostics, part);
  strata_diagnostics_add (diagnostics, STRATA_DIAGNOSTIC_UNKNOWN_CLOCK, place, what, -1);
  strata_diagnostics_set_input (diagnostics, STRATA_NO_INPUT);
}

static gboolean
check_clock (Merge *self,
             GError **error)
{
  if (self->n_parts == 1 || !strata_trace_builder_is_cpu_alone (self->builder))
    return TRUE;

  g_set_error_literal (error, STRATA_ERROR, STRATA_ERROR_UNSUPPORTED,
                       _ ("this method trace has only the threads’ CPU clock, so its times cannot be aligned with another file"));
  return FALSE;
}

/* Bytes or samples on a time axis would be shown as time, or times as bytes. The file without times is to blame, whichever was
 * first. */
static gboolean
check_unit (Merge *self,
            guint64 n_without_times,
            GError **error)
{
  const gboolean is_time = strata_diagnostics_get_count (strata_trace_builder_get_diagnostics (self->builder), STRATA_DIAGNOSTIC_NOT_TIME) == n_without_times;
  const char *unit = is_time ? NULL : strata_trace_builder_get_last_property (self->builder, STRATA_UNIT_PROPERTY);

  if (!self->has_unit)
    {
      self->has_unit = TRUE;
      self->unit = g_strdup (unit);
      self->unit_part = self->part;
    }
  if (g_strcmp0 (unit, self->unit) == 0)
    return TRUE;

  if (is_time)
    self->part = self->unit_part;
  g_set_error (error, STRATA_ERROR, STRATA_ERROR_UNSUPPORTED, _ ("it counts %s, which do not fit on the axis of the other files; open it alone"), is_time ? self->unit : unit);
  return FALSE;
}

/* When the first other file than @part with a known year was made, or 0. */
static gint64
find_around_us (const Merge *self,
                guint part)
{
  for (guint i = 0; i < self->n_parts; i++)
    {
      const StrataClockFile *file = &self->files[i];

      if (i != part && !self->parts[i].assumes_year && file->marks.is_told[STRATA_CLOCK_KIND_REALTIME])
        return strata_time_add (file->span.begin_ns, file->marks.distance_ns[STRATA_CLOCK_KIND_REALTIME]) / 1000;
    }

  return 0;
}

/* A file without events may still have properties: who recorded it, on which device, with which losses. */
static gboolean
read_format (Merge *self,
             const StrataFormat *format,
             StrataSource *source,
             StrataEventSink *sink,
             GError **error)
{
  g_autoptr (GError) cause = NULL;

  if (format->read (source, sink, &cause) || (self->options->keeps_empty && g_error_matches (cause, STRATA_ERROR, STRATA_ERROR_EMPTY)))
    return TRUE;

  g_propagate_error (error, g_steal_pointer (&cause));
  return FALSE;
}

static gboolean
read_events (Merge *self,
             const StrataFormat *format,
             StrataSource *source,
             GError **error)
{
  StrataEventSink *sink = get_sink (self, self->files[self->part].device);

  Part *part = &self->parts[self->part];

  part->around_us = find_around_us (self, self->part);
  strata_event_sink_begin_input (sink, self->part);
  strata_event_sink_get_file (sink)->around_us = part->around_us;
  if (!read_format (self, format, source, sink, error))
    return FALSE;

  part->assumes_year = strata_event_sink_get_file (sink)->assumes_year;
  strata_event_sink_end_input (sink);
  self->files[self->part].has_times = strata_event_sink_get_begin_ns (sink) != STRATA_NO_TIME;
  strata_loader_report_damage (source, self->builder);
  end_input (self, strata_event_sink_get_clock (sink));
  report_clock (self, self->part);

  return TRUE;
}

static gboolean
read_methods (Merge *self,
              const StrataFormat *format,
              StrataSource *source,
              GError **error)
{
  if (!format->load (source, self->builder, error) || !check_clock (self, error))
    return FALSE;

  strata_loader_report_damage (source, self->builder);
  if (format->lacks_times && !self->parts[self->part].is_settled)
    strata_trace_builder_end_input (self->builder);
  else
    end_input (self, format->keeps_clock ? &self->files[self->part].marks : NULL);
  report_clock (self, self->part);

  return TRUE;
}

/* For a method trace, the store remains empty and is freed. */
static void
keep_lines (Merge *self)
{
  GFile *file = self->parts[self->part].input->file;
  g_autofree char *base = file != NULL ? g_file_get_basename (file) : NULL;
  g_autofree char *name = base != NULL ? g_filename_display_name (base) : NULL;

  if (self->options->keep_lines)
    strata_trace_builder_keep_lines (self->builder, name != NULL ? name : "");
}

static gboolean
read_source (Merge *self,
             StrataSource *source,
             GError **error)
{
  const Part *part = &self->parts[self->part];
  const StrataFormat *format = strata_loader_find_format (source, self->n_parts > 1, error);
  const guint64 n_without_times = strata_diagnostics_get_count (strata_trace_builder_get_diagnostics (self->builder), STRATA_DIAGNOSTIC_NOT_TIME);
  StrataMappingFinder *mapping;

  if (format == NULL)
    return FALSE;

  begin_input (self, format);
  mapping = strata_loader_use_mapping (part->input->file, self->options, self->builder, self->cancellable, error);
  if (mapping == NULL)
    return FALSE;

  g_ptr_array_add (self->mappings, mapping);

  strata_trace_builder_set_format (self->builder, format->id, format->name);
  *strata_trace_builder_get_options (self->builder) = (StrataReadOptions){
    .rebuilds_callers = self->options->rebuild_callers,
    .lays_by_weight = self->options->by_weight,
    .sample_interval_ns = CLAMP (self->options->sample_interval_ms, 0, 3600000) * G_GINT64_CONSTANT (1000000),
    .method_log = self->options->method_log,
  };
  if (self->options->event != NULL)
    strata_trace_builder_add_property (self->builder, STRATA_WANTED_EVENT_PROPERTY, self->options->event);
  keep_lines (self);

  return (format->read != NULL ? read_events (self, format, source, error) : read_methods (self, format, source, error)) && check_unit (self, n_without_times, error);
}

/* Replaces an archive by its traces; each of them inherits the options given for the archive. */
static void
insert_parts (Merge *self,
              StrataArchive *archive)
{
  const guint n_more = strata_archive_get_n_traces (archive) - 1;
  const guint n_behind = self->n_parts - self->part - 1;
  const Part whole = self->parts[self->part];
  const StrataClockFile file = self->files[self->part];

  self->parts = g_renew (Part, self->parts, self->n_parts + n_more);
  self->files = g_renew (StrataClockFile, self->files, self->n_parts + n_more);
  memmove (self->parts + self->part + 1 + n_more, self->parts + self->part + 1, n_behind * sizeof *self->parts);
  memmove (self->files + self->part + 1 + n_more, self->files + self->part + 1, n_behind * sizeof *self->files);
  self->n_parts += n_more;

  for (guint i = 0; i <= n_more; i++)
    {
      Part *part = &self->parts[self->part + i];

      *part = whole;
      part->archive = archive;
      part->n_in_archive = i;
      part->name = g_strdup_printf ("%s/%s", whole.name, strata_archive_get_name (archive, i));
      part->is_settled = whole.input->has_offset || self->part + i == 0;
      self->files[self->part + i] = file;
    }

  g_free (whole.name);
}

/* Sets the bytes that are known to be read plus those that may have to be read in addition:
 * several files are read again if their clocks turn out to differ. */
static void
expect_bytes (Merge *self,
              guint64 n_more_bytes)
{
  strata_progress_set_total (self->progress, self->n_total_bytes + n_more_bytes);
}

/* Unpacks an archive; the bytes of its traces are read once more, from the spool. */
static gboolean
expand (Merge *self,
        StrataSource *source,
        GError **error)
{
  StrataArchive *archive = strata_archive_read (source, self->cancellable, error);

  if (archive == NULL)
    return FALSE;

  g_ptr_array_add (self->archives, archive);
  if (self->options->method_log != NULL && strata_archive_get_n_traces (archive) > 1)
    {
      g_set_error (error, STRATA_ERROR, STRATA_ERROR_UNSUPPORTED, _ ("the archive contains %u traces, but only one can be read here; unpack it first"), strata_archive_get_n_traces (archive));
      return FALSE;
    }

  self->n_unpacked_bytes += strata_source_get_n_yielded (source);
  self->n_total_bytes += strata_archive_get_n_bytes (archive);
  insert_parts (self, archive);

  return TRUE;
}

static GInputStream *
open_part (Merge *self,
           GError **error)
{
  const Part *part = &self->parts[self->part];
  const StrataLoadInput *input = part->input;
  GInputStream *stream;
  guint64 n_bytes = 0;

  if (part->archive != NULL)
    return strata_archive_open (part->archive, part->n_in_archive);

  stream = input->file != NULL ? strata_loader_open (input->file, &n_bytes, self->cancellable, error) : g_object_ref (input->stream);
  if (self->n_parts == 1)
    self->n_total_bytes = self->is_repeated ? 2 * n_bytes : n_bytes;

  return stream;
}

static gboolean
read_part (Merge *self,
           GError **error)
{
  g_autoptr (GInputStream) stream = open_part (self, error);
  g_autoptr (StrataSource) source = NULL;
  gboolean is_archive = FALSE;

  if (stream == NULL)
    return FALSE;

  expect_bytes (self, self->n_parts > 1 && !self->is_repeated ? self->n_total_bytes : 0);
  source = strata_source_new (stream, self->options->read_bytes, self->options->max_bytes, self->cancellable);
  strata_source_set_progress (source, self->progress);
  strata_source_set_spent (source, self->n_unpacked_bytes + self->n_yielded_bytes);

  if (self->parts[self->part].archive == NULL && !strata_archive_find (source, &is_archive, error))
    return FALSE;
  if (is_archive)
    {
      expect_bytes (self, ARCHIVE_GROWTH * self->n_total_bytes);
      return expand (self, source, error) && read_part (self, error);
    }
  if (!read_source (self, source, error))
    return FALSE;

  self->n_yielded_bytes += strata_source_get_n_yielded (source);
  return TRUE;
}

/* Puts the name in front of the reason. Cancelling is not an error to show. */
static GError *
name_part (const Merge *self,
           GError *error)
{
  if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_prefix_error (&error, "%s: ", self->parts[self->part].name);

  return error;
}

/* The total size is needed before the first file is read. */
static void
add_sizes (Merge *self)
{
  for (guint i = 0; self->n_parts > 1 && i < self->n_parts; i++)
    {
      GFile *file = self->parts[i].input->file;
      g_autoptr (GFileInfo) info = file != NULL ? g_file_query_info (file, G_FILE_ATTRIBUTE_STANDARD_SIZE, 0, self->cancellable, NULL) : NULL;

      if (info != NULL)
        self->n_total_bytes += (guint64) g_file_info_get_size (info);
    }
}

/* Several formats are listed with all of their names. */
static void
name_formats (Merge *self)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint i = 0; i < self->n_parts; i++)
    {
      StrataInput *input = strata_trace_builder_get_input (self->builder, i);

      if (input->format_name != strata_format_dump.name && !g_ptr_array_find_with_equal_func (names, input->format_name, g_str_equal, NULL))
        g_ptr_array_add (names, (gpointer) input->format_name);
    }

  if (names->len < 2)
    return;

  g_ptr_array_add (names, NULL);
  g_autofree char *all = g_strjoinv (" + ", (char **) names->pdata);

  strata_trace_builder_set_format (self->builder, "merged", g_intern_string (all));
}

/* Any file may report the calendar at any time; it is then valid for all files on its axis. */
static void
place_on_calendar (Merge *self)
{
  gint64 begin_ns = G_MAXINT64;
  gint64 calendar_us;
  gboolean is_one_axis = TRUE;

  for (guint i = 0; i < self->n_parts; i++)
    {
      begin_ns = MIN (begin_ns, strata_trace_builder_get_input (self->builder, i)->span.begin_ns);
      is_one_axis &= self->parts[i].rule != STRATA_CLOCK_RULE_UNKNOWN;
    }

  if (self->n_parts > 1 && is_one_axis && strata_clock_find_calendar_us (self->files, self->n_parts, &calendar_us))
    strata_trace_builder_set_start_time_us (self->builder, calendar_us + begin_ns / 1000);
}

/* If all files are stacks without times, the first one is the clock for the others, if it has a date. */
static void
find_first_stacks (Merge *self)
{
  for (guint i = 0; i < self->n_parts; i++)
    if (!self->files[i].lacks_times)
      return;
  if (!self->files[0].marks.is_told[STRATA_CLOCK_KIND_REALTIME])
    return;

  self->files[0].lacks_times = FALSE;
  self->files[0].span = strata_trace_builder_get_input (self->builder, 0)->span;
  self->parts[0].is_settled = TRUE;
}

static void
place_all_stacks (Merge *self)
{
  find_first_stacks (self);
  for (self->part = 0; self->part < self->n_parts; self->part++)
    if (self->files[self->part].lacks_times && !self->parts[self->part].is_settled)
      {
        self->parts[self->part].rule = strata_stacks_place (self->builder, self->files, self->n_parts, self->part);
        report_clock (self, self->part);
      }
}

static void
finish_sinks (Merge *self)
{
  for (guint i = 0; i < STRATA_MAX_DEVICES; i++)
    {
      StrataEventSink *sink = g_ptr_array_index (self->sinks, i);

      if (sink != NULL && strata_event_sink_get_n_total_events (sink) > 0)
        strata_event_sink_finish (sink);
    }

  place_all_stacks (self);
  name_formats (self);
  place_on_calendar (self);
}

/* Keeps the notes of the first archive. */
static void
keep_notes (Merge *self)
{
  const char *notes = self->archives->len > 0 ? strata_archive_get_notes (g_ptr_array_index (self->archives, 0)) : NULL;

  if (notes != NULL)
    strata_trace_builder_add_property (self->builder, STRATA_NOTES_PROPERTY, notes);
}

/* Call when everything is in the builder. */
static void
end_pass (Merge *self)
{
  strata_progress_finish (self->progress);
  strata_trace_builder_end_inputs (self->builder);
  for (guint i = 0; i < self->archives->len; i++)
    strata_archive_report (g_ptr_array_index (self->archives, i), strata_trace_builder_get_diagnostics (self->builder));
  keep_notes (self);
  strata_memory_trim (); /* the memory of the readers is not needed any more */
  finish_sinks (self);
}

static StrataTrace *
finish_trace (Merge *self)
{
  const StrataUnfinishedEnd end = self->n_parts == 1 && self->files[0].is_relative ? STRATA_UNFINISHED_AT_THREAD_END : STRATA_UNFINISHED_AT_LAST_KNOWN;

  strata_memory_trim (); /* columns have moved while they grew */
  return strata_trace_builder_finish (self->builder, end);
}

/* Files of an archive are accepted by their first bytes. A file that then cannot be used must
 * not hide the others. */
static gboolean
can_leave_out (Merge *self,
               const GError *cause)
{
  const Part *part = &self->parts[self->part];
  guint n_beside = 0;

  for (guint i = 0; i < self->n_parts; i++)
    {
      if (self->parts[i].archive == NULL && self->parts[i].input->file == NULL)
        return FALSE;

      n_beside += i != self->part && self->parts[i].archive == part->archive;
    }

  return part->archive != NULL && n_beside > 0 && self->n_left_out < MAX_LEFT_OUT && cause->domain == STRATA_ERROR && cause->code != STRATA_ERROR_TOO_LARGE;
}

/* Another file becomes the first one, whose clock the others use. */
static void
forget_clocks (Merge *self)
{
  for (guint i = 0; i < self->n_parts; i++)
    if (!self->parts[i].input->has_offset)
      {
        self->parts[i].rule = STRATA_CLOCK_RULE_FIRST;
        self->parts[i].is_settled = i == 0;
        self->files[i].offset_ns = 0;
      }
}

static void
leave_out (Merge *self,
           const GError *cause)
{
  Part *part = &self->parts[self->part];
  const guint n_behind = self->n_parts - self->part - 1;

  strata_archive_add_unreadable (part->archive, strata_archive_get_name (part->archive, part->n_in_archive), cause);
  g_free (part->name);
  memmove (part, part + 1, n_behind * sizeof *part);
  memmove (&self->files[self->part], &self->files[self->part + 1], n_behind * sizeof *self->files);
  self->n_parts--;
  self->n_left_out++;
  if (self->part == 0)
    forget_clocks (self);
  self->parts[0].is_settled = TRUE;
}

static gboolean
run_pass (Merge *self,
          GError **error)
{
  start_pass (self);

  for (self->part = 0; self->part < self->n_parts; self->part++)
    {
      g_autoptr (GError) cause = NULL;

      if (read_part (self, &cause))
        continue;

      if (!can_leave_out (self, cause))
        {
          g_propagate_error (error, name_part (self, g_steal_pointer (&cause)));
          return FALSE;
        }

      leave_out (self, cause);
      clear_pass (self);
      start_pass (self);
      self->part = G_MAXUINT;
    }

  return TRUE;
}

/* A stream cannot be read again. */
static gboolean
check_streams (Merge *self,
               GError **error)
{
  for (guint i = 0; i < self->n_parts; i++)
    {
      if (self->parts[i].input->file != NULL || self->parts[i].archive != NULL)
        continue;

      g_set_error (error, STRATA_ERROR, STRATA_ERROR_UNSUPPORTED,
                   _ ("%s: this input can be read only once, but aligning it by its clock needs two passes; give a file instead"),
                   self->parts[i].name);
      return FALSE;
    }

  return TRUE;
}

/* Stores the rules that were found after a file was begun. */
static void
tell_rules (Merge *self)
{
  for (guint i = 0; i < self->n_parts; i++)
    strata_trace_builder_get_input (self->builder, i)->rule = self->parts[i].rule;
}

static gboolean
may_be_aligned (const Merge *self,
                guint part)
{
  const StrataClockRule rule = self->parts[part].rule;

  return self->files[part].device != 0 && (rule == STRATA_CLOCK_RULE_UNKNOWN || rule == STRATA_CLOCK_RULE_REALTIME);
}

/* Calls between two devices relate their clocks if nothing else does, or only the calendar.
 * Returns: whether a file has to move */
static gboolean
align_by_chains (Merge *self)
{
  gboolean has_moved = FALSE;

  tell_rules (self);
  for (guint i = 0; i < self->n_parts; i++)
    {
      Part *part = &self->parts[i];
      StrataClockBounds bounds;

      if (!may_be_aligned (self, i))
        continue;

      if (strata_trace_builder_bound_clock (self->builder, self->files[i].device, &bounds))
        {
          part->rule = STRATA_CLOCK_RULE_CHAIN;
          part->error_ns = bounds.error_ns;
          part->drift_error_ppb = bounds.drift_error_ppb;
          part->calls = (StrataSpan){ strata_time_add (bounds.span.begin_ns, bounds.offset_ns), strata_time_add (bounds.span.end_ns, bounds.offset_ns) };
          part->drift = (StrataDrift){ bounds.drift.ppb, strata_clock_shift (bounds.drift.from_ns, -part->read_ns) };
          self->files[i].offset_ns = strata_clock_shift (part->read_ns, bounds.offset_ns);
          has_moved = TRUE;
        }
      /* The calendar cannot be right if the calls contradict each other: one of the clocks was set. */
      else if (part->rule == STRATA_CLOCK_RULE_REALTIME && strata_span_get_length_ns (bounds.span) > 0)
        {
          part->rule = STRATA_CLOCK_RULE_CONTRADICTED;
          report_clock (self, i);
        }
    }

  tell_rules (self);
  return has_moved;
}

/* Reads all files again, with the clocks that are known now. */
static gboolean
repeat_pass (Merge *self,
             guint64 n_bytes,
             GError **error)
{
  if (!check_streams (self, error))
    return FALSE;

  clear_pass (self);
  self->is_repeated = TRUE;
  self->n_total_bytes += n_bytes;

  return run_pass (self, error);
}

/* Whether a log without years was read before the file that reveals the year. */
static gboolean
has_late_year (const Merge *self)
{
  for (guint i = 0; i < self->n_parts; i++)
    if (self->parts[i].assumes_year && self->parts[i].around_us != find_around_us (self, i))
      return TRUE;

  return FALSE;
}

static StrataTrace *
run (Merge *self,
     GError **error)
{
  add_sizes (self);

  const guint64 n_bytes = self->n_total_bytes;

  if (!run_pass (self, error) || ((self->must_repeat || (has_late_year (self) && check_streams (self, NULL))) && !repeat_pass (self, n_bytes, error)))
    return NULL;

  end_pass (self);

  /* moving one file may show the offset of another */
  while (align_by_chains (self))
    {
      if (!repeat_pass (self, n_bytes, error))
        return NULL;
      end_pass (self);
    }

  return finish_trace (self);
}

static gboolean
init_parts (Merge *self,
            const StrataLoadInput *inputs,
            GError **error)
{
  self->n_devices = 1;
  for (guint i = 0; i < self->n_parts; i++)
    {
      const StrataLoadInput *input = &inputs[i];

      self->parts[i] = (Part){
        .input = input,
        .name = input->file != NULL ? g_file_get_parse_name (input->file) : g_strdup (input->name),
        .rule = input->has_offset ? STRATA_CLOCK_RULE_GIVEN : STRATA_CLOCK_RULE_FIRST,
        .is_settled = input->has_offset || i == 0,
      };
      self->files[i].offset_ns = input->has_offset ? input->offset_ns : 0;
      self->files[i].device = input->is_other_device && i > 0 ? self->n_devices++ : 0;
    }

  if (self->n_devices <= STRATA_MAX_DEVICES)
    return TRUE;

  g_set_error (error, STRATA_ERROR, STRATA_ERROR_TOO_LARGE, _ ("these are the files of %u devices; at most %u can be shown together"), self->n_devices, STRATA_MAX_DEVICES);
  return FALSE;
}

/**
 * strata_load_files:
 * @inputs: (array length=n_inputs): the files
 * @n_inputs: how many there are, at least one
 * @options: (nullable): options, or %NULL for the defaults
 * @progress: (nullable): where to report the bytes of the files read so far
 * @cancellable: (nullable): cancels loading
 * @error: return location for an error
 *
 * Loads files into one trace, on the clock of the first. Common items are merged: threads and processes of a device,
 * asynchronous slices, chains. The trace reports the offset of each file and its reason. Calls of a method trace are
 * kept apart from the markers of the same threads. All files must be usable; in an archive, zip or tar, unusable traces
 * are skipped.
 *
 * Returns: (transfer full): the trace, or %NULL
 */
StrataTrace *
strata_load_files (const StrataLoadInput *inputs,
                   guint n_inputs,
                   const StrataLoadOptions *options,
                   StrataProgress *progress,
                   GCancellable *cancellable,
                   GError **error)
{
  static const StrataLoadOptions default_options = { 0 };
  Merge self = {
    .options = options != NULL ? options : &default_options,
    .progress = progress,
    .cancellable = cancellable,
    .n_parts = n_inputs,
  };
  StrataTrace *trace;

  g_return_val_if_fail (n_inputs > 0, NULL);

  self.parts = g_new0 (Part, n_inputs);
  self.files = g_new0 (StrataClockFile, n_inputs);
  self.archives = g_ptr_array_new_with_free_func ((GDestroyNotify) strata_archive_free);
  trace = init_parts (&self, inputs, error) ? run (&self, error) : NULL;
  clear_pass (&self);

  for (guint i = 0; i < self.n_parts; i++)
    g_free (self.parts[i].name);

  g_ptr_array_unref (self.archives);
  g_free (self.parts);
  g_free (self.files);

  return trace;
}
