/* strata-chrome-writer.c - writes a trace as Chrome JSON
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-chrome-writer.h"

#include <string.h>

#include "strata-arg-value.h"
#include "strata-async-roots.h"
#include "strata-atrace-events.h"
#include "strata-atrace-payload.h"
#include "strata-atrace-writer.h"
#include "strata-flows.h"
#include "strata-kernel-args.h"
#include "strata-out-ids.h"
#include "strata-own-notes.h"
#include "strata-perfetto-own.h"
#include "strata-process-labels.h"

/* An object with an array of events, which may be in any order, and the text of ftrace. A call is one event, or two if
 * it is unfinished. The text contains what the kernel recorded, for which there are no events: chrome://tracing and Perfetto
 * read both. Kernel slices are asynchronous slices for them, and our own events in the text.
 * Format: "Trace Event Format" of the Chromium project. */

#define FLUSH_BYTES (64 * 1024)

typedef struct
{
  StrataTrace *trace;             /* borrowed */
  const StrataSliceTable *slices; /* borrowed */
  const StrataThread *threads;    /* borrowed */
  StrataClip clip;                /* the whole trace */
  StrataOutIds ids;
  gint64 method_pid;
  guint32 *roots; /* owned: by asynchronous slice of programs, the root with which it is written */
  GArray *links;  /* (element-type StrataFlowLink) owned: steps of flows */
  guint8 *steps;  /* owned: by slice and then by instant, whether an earlier step leads to it */
  GString *out;   /* owned */
  gboolean has_events;
  gboolean has_kernel;       /* whether text of ftrace follows */
  gint64 moved_ns;           /* added to times if they have to be those of the text */
  GOutputStream *stream;     /* borrowed */
  GCancellable *cancellable; /* borrowed; nullable */
} Writer;

/* Perfetto finds the lines of a text by their escapes. */
static void
put_characters (Writer *self,
                const char *text,
                gsize n_bytes)
{
  for (gsize i = 0; i < n_bytes; i++)
    if (text[i] == '"' || text[i] == '\\')
      g_string_append_printf (self->out, "\\%c", text[i]);
    else if (text[i] == '\n')
      g_string_append (self->out, "\\n");
    else if ((guint8) text[i] < 0x20)
      g_string_append_printf (self->out, "\\u%04x", (guint) text[i]);
    else
      g_string_append_c (self->out, text[i]);
}

/* Strings are in UTF-8. */
static void
put_string (Writer *self,
            const char *text,
            gsize n_bytes)
{
  g_string_append_c (self->out, '"');
  put_characters (self, text, n_bytes);
  g_string_append_c (self->out, '"');
}

static void
put_text (Writer *self,
          const char *key,
          const char *text)
{
  g_string_append_printf (self->out, ",\"%s\":", key);
  put_string (self, text, strlen (text));
}

static void
put_note (gpointer data,
          const char *key,
          const char *value)
{
  put_text (data, key, value);
}

/* In microseconds, with all digits. */
static void
put_duration (Writer *self,
              const char *key,
              gint64 time_ns)
{
  const guint64 positive_ns = time_ns < 0 ? -(guint64) time_ns : (guint64) time_ns;

  g_string_append_printf (self->out, ",\"%s\":%s%" G_GUINT64_FORMAT ".%03d", key, time_ns < 0 ? "-" : "", positive_ns / 1000, (int) (positive_ns % 1000));
}

static void
put_time (Writer *self,
          const char *key,
          gint64 time_ns)
{
  put_duration (self, key, strata_time_add (time_ns, self->moved_ns));
}

static gint64
get_pid (const Writer *self,
         guint32 process)
{
  const gint64 pid = strata_out_ids_get_pid (&self->ids, process);

  return pid >= 0 ? pid : self->method_pid;
}

/* A thread of an unknown process is its own process for other programs. */
static void
put_thread (Writer *self,
            guint32 thread)
{
  const gint64 tid = strata_out_ids_get_tid (&self->ids, thread);
  const gint64 pid = get_pid (self, self->threads[thread].process);

  g_string_append_printf (self->out, ",\"pid\":%" G_GINT64_FORMAT ",\"tid\":%" G_GINT64_FORMAT, pid >= 0 ? pid : tid, tid);
  if (pid < 0)
    g_string_append (self->out, ",\"strata_no_process\":1");
}

static void
put_process (Writer *self,
             guint32 process)
{
  g_string_append_printf (self->out, ",\"pid\":%" G_GINT64_FORMAT, MAX (get_pid (self, process), 0));
}

static void
begin_event (Writer *self,
             const char *phase)
{
  g_string_append_printf (self->out, "%s{\"ph\":\"%s\"", self->has_events ? ",\n" : "", phase);
  self->has_events = TRUE;
}

static gboolean
flush (Writer *self,
       gsize n_least_bytes,
       GError **error)
{
  if (self->out->len < n_least_bytes)
    return TRUE;

  const gboolean is_written = g_output_stream_write_all (self->stream, self->out->str, self->out->len, NULL, self->cancellable, error);

  g_string_truncate (self->out, 0);
  return is_written;
}

static gboolean
end_event (Writer *self,
           GError **error)
{
  g_string_append_c (self->out, '}');
  return flush (self, FLUSH_BYTES, error);
}

/* Marks an event that repeats a more complete one. */
static void
put_copy (Writer *self,
          gboolean is_copy)
{
  if (is_copy)
    g_string_append (self->out, ",\"strata_copy\":1");
}

/* Writes a value as JSON, with its nested values. An entry without a key gets an empty one. */
static void
put_value (Writer *self,
           const StrataArg *arg)
{
  const StrataArgValueKind kind = strata_arg_value_get_kind (arg);
  gsize n_bytes;

  if (strata_arg_value_is_number (arg) || strata_arg_value_is_word (arg, "true") || strata_arg_value_is_word (arg, "false") || strata_arg_value_is_word (arg, "null"))
    {
      g_string_append_len (self->out, arg->value, (gssize) arg->n_value_bytes);
      return;
    }
  if (kind == STRATA_ARG_VALUE_TEXT)
    {
      g_autofree char *text = strata_arg_value_dup_text (arg, &n_bytes);

      put_string (self, text, n_bytes);
      return;
    }

  StrataArg rest = strata_arg_value_enter (arg);
  StrataArg child;
  char separator = kind == STRATA_ARG_VALUE_DICT ? '{' : '[';

  if (rest.n_value_bytes == 0)
    g_string_append_c (self->out, separator);
  for (; strata_arg_value_next (kind, &rest, &child); separator = ',')
    {
      g_string_append_c (self->out, separator);
      if (kind == STRATA_ARG_VALUE_DICT)
        {
          put_string (self, child.key != NULL ? child.key : "", child.n_key_bytes);
          g_string_append_c (self->out, ':');
        }
      put_value (self, &child);
    }

  g_string_append_c (self->out, kind == STRATA_ARG_VALUE_DICT ? '}' : ']');
}

/* The first argument opens the arguments. */
static void
put_arg (Writer *self,
         const StrataArg *arg,
         const char **separator)
{
  g_string_append (self->out, *separator);
  put_string (self, arg->key != NULL ? arg->key : STRATA_PERFETTO_OWN_ARG, arg->key != NULL ? arg->n_key_bytes : strlen (STRATA_PERFETTO_OWN_ARG));
  g_string_append_c (self->out, ':');
  put_value (self, arg);
  *separator = ",";
}

static void
end_args (Writer *self,
          const char *separator)
{
  if (*separator == ',' && separator[1] == '\0')
    g_string_append_c (self->out, '}');
}

#define ARGS_BEGIN ",\"args\":{"

static void
put_category (Writer *self,
              const StrataAttrs *attrs)
{
  if (attrs->category != STRATA_STRING_EMPTY)
    put_text (self, "cat", strata_trace_get_string (self->trace, attrs->category));
}

/* The first argument opens the arguments. */
static void
put_own (Writer *self,
         const char *key,
         const char *text,
         const char **separator)
{
  if (*text == '\0')
    return;

  g_string_append (self->out, *separator);
  put_string (self, key, strlen (key));
  g_string_append_c (self->out, ':');
  put_string (self, text, strlen (text));
  *separator = ",";
}

/* Writes HiTrace attributes of a call as arguments: other programs show them, and this program recognises them. */
static void
put_own_args (Writer *self,
              const StrataAttrs *attrs,
              const char **separator)
{
  g_autofree char *tags = attrs->tags != 0 ? strata_tags_to_string (attrs->tags) : NULL;

  put_own (self, STRATA_PERFETTO_OWN_CHAIN, strata_trace_get_string (self->trace, attrs->chain), separator);
  put_own (self, STRATA_PERFETTO_OWN_EXTRA, strata_trace_get_string (self->trace, attrs->extra), separator);
  put_own (self, STRATA_PERFETTO_OWN_LEVEL, attrs->level != 0 ? strata_level_get_name (attrs->level) : "", separator);
  put_own (self, STRATA_PERFETTO_OWN_TAGS, tags != NULL ? tags : "", separator);
}

static gboolean
is_flow (const StrataArg *arg)
{
  return strata_flow_get_kind (arg) != STRATA_FLOW_NONE;
}

/* In JSON, an event is a step of at most one flow, at its begin. Whether @args have a flow that needs more. */
static gboolean
has_other_flows (const char *args)
{
  StrataArg arg;
  guint n = 0;

  if (strstr (args, STRATA_FLOW_KEY) == NULL)
    return FALSE;

  while (strata_args_next (&args, &arg))
    n += strata_flow_is_late (&arg) ? 2 : is_flow (&arg);

  return n > 1;
}

/* @step is a slice, or an instant after all slices. */
static void
put_flow (Writer *self,
          const char *args,
          guint32 step)
{
  StrataArg arg;

  while (strata_args_next (&args, &arg))
    if (is_flow (&arg))
      {
        const StrataFlowKind kind = strata_flow_get_kind (&arg);
        const gboolean is_out = kind != STRATA_FLOW_END && kind != STRATA_FLOW_IN;
        gsize n_bytes;
        g_autofree char *id = strata_arg_value_dup_text (&arg, &n_bytes);

        put_text (self, "bind_id", id);
        if (self->steps[step] || !is_out)
          g_string_append (self->out, ",\"flow_in\":true");
        if (is_out)
          g_string_append (self->out, ",\"flow_out\":true");
        return;
      }
}

static void
put_slice (Writer *self,
           guint32 slice)
{
  const StrataAttrs attrs = strata_attr_table_get (strata_trace_get_attrs (self->trace), strata_slice_table_get_attrs (self->slices, slice));
  g_autofree char *args = strata_attr_table_dup_args (strata_trace_get_attrs (self->trace), attrs.args);
  const char *at = args;
  const char *separator = ARGS_BEGIN;
  const gboolean is_step = !has_other_flows (args);
  StrataArg arg;

  put_text (self, "name", strata_trace_get_string (self->trace, self->slices->name[slice]));
  put_category (self, &attrs);
  if (is_step)
    put_flow (self, args, slice);
  while (strata_slice_args_next (self->trace, slice, &at, &arg))
    if (!is_step || !is_flow (&arg))
      put_arg (self, &arg, &separator);
  put_own_args (self, &attrs, &separator);
  end_args (self, separator);
}

static void
put_instant (Writer *self,
             guint32 instant)
{
  const StrataInstants *instants = strata_trace_get_instants (self->trace);
  const StrataAttrs attrs = strata_attr_table_get (strata_trace_get_attrs (self->trace), strata_instants_get_attrs (instants, instant));
  g_autofree char *args = strata_attr_table_dup_args (strata_trace_get_attrs (self->trace), attrs.args);
  const char *at = args;
  const char *separator = ARGS_BEGIN;
  const gboolean is_step = !has_other_flows (args);
  StrataArg arg;

  put_text (self, "name", strata_trace_get_string (self->trace, instants->name[instant]));
  put_category (self, &attrs);
  if (is_step)
    put_flow (self, args, self->slices->n_slices + instant);
  while (strata_args_next (&at, &arg))
    if (!is_step || !is_flow (&arg))
      put_arg (self, &arg, &separator);
  put_own_args (self, &attrs, &separator);
  end_args (self, separator);
}

/* Writes the CPU time of the thread if it was recorded, and the CPU duration of a call, from that or from the scheduler. */
static void
put_cpu_time (Writer *self,
              guint32 slice,
              gboolean is_finished)
{
  const gint64 begin_ns = strata_trace_get_cpu_begin_ns (self->trace, slice);

  if (strata_ns_column_exists (&self->slices->cpu_start) && begin_ns != STRATA_NO_TIME)
    put_duration (self, "tts", begin_ns);
  if (is_finished && strata_trace_has_cpu_time (self->trace, slice))
    put_duration (self, "tdur", strata_slice_table_get_cpu_ns (self->slices, slice));
}

/* Whether times do not show what a call is inside of: it has no length, or another call of the thread that may have none starts at the same time. */
static gboolean
is_ambiguous (const Writer *self,
              const StrataTrack *track,
              guint32 slice)
{
  const gint64 *start_ns = self->slices->start_ns;

  if (strata_slice_table_get_wall_ns (self->slices, slice) == 0)
    return TRUE;

  return (slice > track->first_slice && start_ns[slice - 1] == start_ns[slice]) || (slice + 1 < track->first_slice + track->n_slices && start_ns[slice + 1] == start_ns[slice]);
}

static gboolean
write_call (Writer *self,
            const StrataTrack *track,
            guint32 slice,
            GError **error)
{
  const gboolean is_finished = (strata_slice_table_get_flags (self->slices, slice) & STRATA_SLICE_UNFINISHED) == 0;

  begin_event (self, is_finished ? "X" : "B");
  put_time (self, "ts", self->slices->start_ns[slice]);
  if (is_finished)
    put_duration (self, "dur", strata_slice_table_get_wall_ns (self->slices, slice));
  else
    put_time (self, "strata_end", strata_slice_table_get_end_ns (self->slices, slice));
  if ((strata_slice_table_get_flags (self->slices, slice) & STRATA_SLICE_SAMPLED) != 0)
    g_string_append (self->out, ",\"strata_sampled\":1");
  if (is_finished && is_ambiguous (self, track, slice))
    g_string_append_printf (self->out, ",\"strata_depth\":%u", strata_slice_table_get_depth (self->slices, slice));
  put_cpu_time (self, slice, is_finished);
  put_thread (self, track->thread);
  put_slice (self, slice);
  return end_event (self, error);
}

/* Writes our own keys: the lane, and the cookie if the id is not the cookie. */
static void
put_async (Writer *self,
           guint32 slice,
           guint32 lane)
{
  const StrataAttrs attrs = strata_attr_table_get (strata_trace_get_attrs (self->trace), strata_slice_table_get_attrs (self->slices, slice));
  const char *text = strata_trace_get_string (self->trace, attrs.cookie);
  const gboolean has_number = *text == '\0' && slice < self->slices->first_kernel && (strata_slice_table_get_flags (self->slices, slice) & STRATA_SLICE_NO_COOKIE) == 0;
  g_autofree char *number = has_number ? g_strdup_printf ("%" G_GINT64_FORMAT, self->slices->cookie[slice - self->slices->first_async]) : NULL;

  put_slice (self, slice);
  put_text (self, "strata_track", strata_trace_get_string (self->trace, lane));
  put_text (self, "strata_cookie", has_number ? number : text);
  if ((strata_slice_table_get_flags (self->slices, slice) & STRATA_SLICE_UNFINISHED) != 0)
    put_time (self, "strata_end", strata_slice_table_get_end_ns (self->slices, slice));
}

/* Writes the thread that began it; a thread of another process is our own key. */
static void
put_async_thread (Writer *self,
                  guint32 slice,
                  guint32 process)
{
  const guint32 thread = slice < self->slices->first_kernel && self->slices->async_thread != NULL ? self->slices->async_thread[slice - self->slices->first_async] : STRATA_NONE;
  const gint64 tid = thread != STRATA_NONE ? strata_out_ids_get_tid (&self->ids, thread) : 0;
  const gboolean is_of_process = thread != STRATA_NONE && self->threads[thread].process == process;

  g_string_append_printf (self->out, ",\"tid\":%" G_GINT64_FORMAT, is_of_process ? tid : 0);
  if (thread != STRATA_NONE && !is_of_process)
    g_string_append_printf (self->out, ",\"strata_tid\":%" G_GINT64_FORMAT, tid);
}

/* Each asynchronous slice that is not nested gets its own id, since slices of a track may overlap. */
static gboolean
write_async (Writer *self,
             guint32 slice,
             guint32 process,
             guint32 lane,
             gboolean is_begin,
             GError **error)
{
  const StrataAttrs attrs = strata_attr_table_get (strata_trace_get_attrs (self->trace), strata_slice_table_get_attrs (self->slices, slice));
  const guint32 id = slice < self->slices->first_kernel ? self->roots[slice - self->slices->first_async] : slice;

  begin_event (self, is_begin ? "b" : "e");
  put_time (self, "ts", is_begin ? self->slices->start_ns[slice] : strata_slice_table_get_end_ns (self->slices, slice));
  put_process (self, process);
  put_async_thread (self, slice, process);
  g_string_append_printf (self->out, ",\"id\":\"0x%x\"", id);
  if (is_begin)
    put_async (self, slice, lane);
  else
    {
      put_text (self, "name", strata_trace_get_string (self->trace, self->slices->name[slice]));
      put_category (self, &attrs);
    }
  /* a category is required; the key after it is our own */
  if (attrs.category == STRATA_STRING_EMPTY)
    g_string_append (self->out, ",\"cat\":\"async\",\"strata_uncategorized\":1");
  put_copy (self, slice >= self->slices->first_kernel);

  return end_event (self, error);
}

static gboolean
write_track (Writer *self,
             const StrataTrack *track,
             GError **error)
{
  for (guint32 i = track->first_slice; i < track->first_slice + track->n_slices; i++)
    if (track->kind == STRATA_TRACK_THREAD)
      {
        if (!write_call (self, track, i, error))
          return FALSE;
      }
    else
      {
        const guint32 process = track->process == STRATA_NONE && track->thread != STRATA_NONE ? self->threads[track->thread].process : track->process;
        const gboolean is_finished = (strata_slice_table_get_flags (self->slices, i) & STRATA_SLICE_UNFINISHED) == 0;

        if (!write_async (self, i, process, track->name, TRUE, error) || (is_finished && !write_async (self, i, process, track->name, FALSE, error)))
          return FALSE;
      }

  return TRUE;
}

static char *
dup_args (const Writer *self,
          guint32 slice)
{
  return strata_attr_table_dup_args_of (strata_trace_get_attrs (self->trace), strata_slice_table_get_attrs (self->slices, slice));
}

/* When a slice is a step of a flow: at its begin, or in its last nanosecond, since viewers look for a call at that time. */
static gint64
get_step_ns (const Writer *self,
             guint32 slice,
             guint64 flow)
{
  g_autofree char *args = dup_args (self, slice);
  const char *at = args;
  const gint64 begin_ns = self->slices->start_ns[slice];
  StrataArg arg;

  while (strata_args_next (&at, &arg))
    if (strata_flow_is_late (&arg) && g_ascii_strtoull (arg.value, NULL, 0) == flow)
      return MAX (begin_ns, strata_slice_table_get_end_ns (self->slices, slice) - 1);

  return begin_ns;
}

/* The last key is our own: the calls also contain the flow. */
static gboolean
write_step (Writer *self,
            guint number,
            guint32 slice,
            gint64 time_ns,
            gboolean is_begin,
            GError **error)
{
  begin_event (self, is_begin ? "s" : "f");
  put_time (self, "ts", time_ns);
  put_thread (self, strata_trace_get_tracks (self->trace, NULL)[strata_trace_find_track (self->trace, slice)].thread);
  g_string_append_printf (self->out, ",\"id\":\"0x%x\",\"name\":\"flow\",\"cat\":\"flow\"%s", number, is_begin ? "" : ",\"bp\":\"e\"");
  put_copy (self, TRUE);
  return end_event (self, error);
}

static gboolean
is_on_other_flows (const Writer *self,
                   guint32 slice)
{
  g_autofree char *args = dup_args (self, slice);

  return has_other_flows (args);
}

/* Calls that are steps of several flows, or of one at their end, have them as arguments; for other programs, each link
 * between calls is a separate flow. */
static gboolean
write_steps (Writer *self,
             GError **error)
{
  for (guint i = 0; i < self->links->len; i++)
    {
      const StrataFlowLink *link = &g_array_index (self->links, StrataFlowLink, i);
      const gboolean are_calls = link->from < self->slices->first_async && link->to < self->slices->first_async;

      if (!are_calls || (!is_on_other_flows (self, link->from) && !is_on_other_flows (self, link->to)))
        continue;
      if (!write_step (self, i, link->from, get_step_ns (self, link->from, link->id), TRUE, error) ||
          !write_step (self, i, link->to, get_step_ns (self, link->to, link->id), FALSE, error))
        return FALSE;
    }

  return TRUE;
}

static gboolean
write_counter (Writer *self,
               const StrataCounter *counter,
               GError **error)
{
  const StrataSamples *samples = strata_trace_get_samples (self->trace);
  const char *name = strata_trace_get_string (self->trace, counter->name);
  char number[STRATA_SAMPLE_BYTES];
  g_autofree char *cpu_name = counter->cpu >= 0 ? g_strdup_printf ("CPU %d %s", counter->cpu, name) : NULL;

  for (guint32 i = counter->first_sample; i < counter->first_sample + counter->n_samples; i++)
    {
      begin_event (self, "C");
      put_time (self, "ts", samples->time_ns[i]);
      put_process (self, counter->process);
      put_text (self, "name", cpu_name != NULL ? cpu_name : name);
      if (counter->cpu >= 0)
        g_string_append_printf (self->out, ",\"strata_cpu\":%d", counter->cpu);
      else if (counter->process == STRATA_NONE)
        g_string_append (self->out, ",\"strata_global\":1");
      g_string_append (self->out, ",\"args\":{\"value\":");
      g_string_append (self->out, strata_trace_format_sample (self->trace, i, number));
      g_string_append_c (self->out, '}');
      if (!end_event (self, error))
        return FALSE;
    }

  return TRUE;
}

static gboolean
write_instants (Writer *self,
                GError **error)
{
  const StrataInstants *instants = strata_trace_get_instants (self->trace);

  for (guint32 i = 0; i < instants->n_instants; i++)
    {
      const guint32 thread = instants->thread[i];

      begin_event (self, "i");
      g_string_append_printf (self->out, ",\"s\":\"%s\"", thread != STRATA_NONE ? "t" : "p");
      put_time (self, "ts", instants->time_ns[i]);
      if (thread != STRATA_NONE)
        put_thread (self, thread);
      else
        put_process (self, instants->process[i]);
      put_instant (self, i);
      if (instants->track_name[i] != STRATA_STRING_EMPTY)
        put_text (self, "strata_track", strata_trace_get_string (self->trace, instants->track_name[i]));
      if (thread != STRATA_NONE && instants->process[i] != STRATA_NONE && instants->process[i] != self->threads[thread].process)
        g_string_append_printf (self->out, ",\"strata_pid\":%" G_GINT64_FORMAT, get_pid (self, instants->process[i]));
      if (!end_event (self, error))
        return FALSE;
    }

  return TRUE;
}

static gboolean
write_metadata (Writer *self,
                const char *what,
                const char *key,
                guint32 name,
                GError **error)
{
  put_text (self, "name", what);
  g_string_append_printf (self->out, ",\"args\":{\"%s\":", key);
  put_string (self, strata_trace_get_string (self->trace, name), strlen (strata_trace_get_string (self->trace, name)));
  g_string_append_c (self->out, '}');
  return end_event (self, error);
}

static gboolean
write_name (Writer *self,
            const char *what,
            guint32 name,
            GError **error)
{
  return write_metadata (self, what, "name", name, error);
}

static void
put_life (Writer *self,
          gint64 start_ns,
          gint64 end_ns)
{
  if (start_ns != STRATA_NO_TIME)
    put_time (self, "strata_start", start_ns);
  if (end_ns != STRATA_NO_TIME)
    put_time (self, "strata_end", end_ns);
}

/* A reused id means one thread up to a time and another one from then on; for main threads, the same is true of
 * their processes. Readers that take events in any order have to know that before. */
static gboolean
write_life (Writer *self,
            guint32 thread,
            gint64 birth_ns,
            GError **error)
{
  const StrataThread *row = &self->threads[thread];
  const StrataProcess *process = row->process != STRATA_NONE ? &strata_trace_get_processes (self->trace, NULL)[row->process] : NULL;

  begin_event (self, "M");
  put_time (self, "ts", birth_ns);
  put_thread (self, thread);
  put_life (self, row->start_ns, row->end_ns);
  if (process != NULL && process->pid == row->tid)
    put_text (self, "strata_track", strata_trace_get_string (self->trace, process->name));
  return write_name (self, "strata_life", row->name, error);
}

/* Writes the name of the process or thread whose ids were put. It has its place in the trace here if there is no text. Other programs
 * reject empty names. */
static gboolean
write_owner (Writer *self,
             gboolean is_thread,
             guint32 name,
             gboolean is_reused,
             GError **error)
{
  const gboolean is_named = name != STRATA_STRING_EMPTY;

  put_copy (self, is_reused);
  if (!is_reused && !self->has_kernel)
    g_string_append (self->out, ",\"strata_in_order\":1");

  return write_name (self, is_thread ? (is_named ? "thread_name" : "strata_thread") : (is_named ? "process_name" : "strata_process"), name, error);
}

static gboolean
write_process_names (Writer *self,
                     const guint8 *reuse,
                     GError **error)
{
  guint n_processes;
  const StrataProcess *processes = strata_trace_get_processes (self->trace, &n_processes);
  g_autofree gboolean *are_reused = strata_atrace_find_reused_processes (self->trace, reuse);

  for (guint i = 0; i < n_processes; i++)
    if (processes[i].name != STRATA_STRING_EMPTY || (!self->has_kernel && get_pid (self, i) > 0))
      {
        begin_event (self, "M");
        put_process (self, i);
        if (!self->has_kernel)
          put_life (self, processes[i].start_ns, STRATA_NO_TIME);
        if (!write_owner (self, FALSE, processes[i].name, are_reused[i], error))
          return FALSE;
      }

  return TRUE;
}

static gboolean
write_process_labels (Writer *self,
                      GError **error)
{
  guint n_processes;

  strata_trace_get_processes (self->trace, &n_processes);
  for (guint i = 0; i < n_processes && strata_process_labels_exist (self->trace); i++)
    {
      const guint32 labels = strata_process_labels_find (self->trace, i);

      if (labels == STRATA_STRING_EMPTY)
        continue;

      begin_event (self, "M");
      put_process (self, i);
      if (!write_metadata (self, "process_labels", "labels", labels, error))
        return FALSE;
    }

  return TRUE;
}

static gboolean
write_names (Writer *self,
             GError **error)
{
  g_autofree guint8 *reuse = strata_atrace_find_reuse (self->trace, &self->clip);
  g_autofree gint64 *births = strata_atrace_list_births (self->trace, &self->clip);
  guint n_threads;

  strata_trace_get_threads (self->trace, &n_threads);
  if (!write_process_names (self, reuse, error) || !write_process_labels (self, error))
    return FALSE;

  for (guint i = 0; i < n_threads; i++)
    {
      const gboolean is_reused = reuse[i] != STRATA_ATRACE_REUSE_NONE;

      if (is_reused && !self->has_kernel && !write_life (self, i, births[i], error))
        return FALSE;
      if (self->threads[i].name == STRATA_STRING_EMPTY && self->has_kernel)
        continue;

      begin_event (self, "M");
      put_thread (self, i);
      if (!is_reused && !self->has_kernel)
        put_life (self, self->threads[i].start_ns, self->threads[i].end_ns);
      if (!write_owner (self, TRUE, self->threads[i].name, is_reused, error))
        return FALSE;
    }

  return TRUE;
}

static gboolean
put_kernel (gpointer data,
            const char *text,
            gsize n_bytes,
            GError **error)
{
  Writer *self = data;

  put_characters (self, text, n_bytes);
  return flush (self, FLUSH_BYTES, error);
}

/* The text comes before the events, since it shows which thread an id means at a time. */
static gboolean
write_kernel (Writer *self,
              GError **error)
{
  if (!self->has_kernel)
    return TRUE;

  g_string_append (self->out, ",\"systemTraceEvents\":\"");
  if (!strata_atrace_write_kernel (self->trace, &self->clip, STRATA_OUT_JSON, put_kernel, self, error))
    return FALSE;

  g_string_append_c (self->out, '"');
  return TRUE;
}

static gboolean
write_all (Writer *self,
           GError **error)
{
  guint n_tracks;
  guint n_counters;
  const StrataTrack *tracks = strata_trace_get_tracks (self->trace, &n_tracks);
  const StrataCounter *counters = strata_trace_get_counters (self->trace, &n_counters);

  g_string_append (self->out, "{\"displayTimeUnit\":\"ns\"");
  strata_own_notes_foreach (self->trace, put_note, self);
  if (!self->has_kernel)
    {
      put_time (self, "strata_begin", self->clip.span.begin_ns);
      put_time (self, "strata_end", self->clip.span.end_ns);
    }
  if (!write_kernel (self, error))
    return FALSE;

  g_string_append (self->out, ",\"traceEvents\":[\n");
  if (!write_names (self, error) || !write_instants (self, error))
    return FALSE;

  for (guint i = 0; i < n_tracks; i++)
    if (!write_track (self, &tracks[i], error))
      return FALSE;

  for (guint i = 0; i < n_counters; i++)
    if (!write_counter (self, &counters[i], error))
      return FALSE;

  if (!write_steps (self, error))
    return FALSE;

  g_string_append (self->out, "\n]}\n");
  return flush (self, 0, error);
}

static void
find_relations (Writer *self)
{
  self->roots = strata_async_find_roots (self->trace);
  self->links = strata_flows_list_all (self->trace);
  self->steps = g_new0 (guint8, (gsize) self->slices->n_slices + strata_trace_get_instants (self->trace)->n_instants + 1);
  for (guint i = 0; i < self->links->len; i++)
    self->steps[g_array_index (self->links, StrataFlowLink, i).to] = TRUE;
}

/**
 * strata_chrome_write:
 * @trace: a trace
 * @stream: the output; it remains open
 * @cancellable: (nullable): cancels writing
 * @error: return location for an error
 *
 * Writes a trace as Chrome JSON: calls and asynchronous slices with their arguments, kernel slices as asynchronous ones, counters, instants and flows.
 * Scheduler data, and all that this program has to restore kernel slices, is text of ftrace. Our own keys, which other programs skip, store the span of the trace, the unit of its axis, the order of processes and threads, the ends of calls without an end event, which calls were sampled, the CPUs of
 * counters, counters without a process, the tracks of instants, the lanes and cookies of asynchronous slices, and threads that had the same id one after the
 * other.
 *
 * Returns: %FALSE if writing failed or was cancelled
 */
gboolean
strata_chrome_write (StrataTrace *trace,
                     GOutputStream *stream,
                     GCancellable *cancellable,
                     GError **error)
{
  const StrataClip clip = strata_clip_new_all (trace);
  const gboolean has_kernel = strata_atrace_has_kernel (trace);
  Writer self = {
    .trace = trace,
    .slices = strata_trace_get_slices (trace),
    .threads = strata_trace_get_threads (trace, NULL),
    .clip = clip,
    .has_kernel = has_kernel,
    .moved_ns = has_kernel ? clip.moved_ns : 0,
    .method_pid = strata_atrace_find_method_pid (trace),
    .out = g_string_new (NULL),
    .stream = stream,
    .cancellable = cancellable,
  };
  strata_out_ids_init (&self.ids, trace, &self.clip, STRATA_OUT_JSON);
  find_relations (&self);

  const gboolean is_written = write_all (&self, error);

  strata_out_ids_clear (&self.ids);
  g_free (self.roots);
  g_array_unref (self.links);
  g_free (self.steps);
  g_string_free (self.out, TRUE);
  return is_written;
}
