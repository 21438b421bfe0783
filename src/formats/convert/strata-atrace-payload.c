/* strata-atrace-payload.c - items of a trace as payloads of markers
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-atrace-payload.h"

#include <string.h>

#include "strata-event-io.h"
#include "strata-mark-number.h"

/* Each item is written in the form that it was read from, see strata-ftrace-mark.c: items with a
 * level and tags in the form of HiTrace since API version 19, items with only a level in the
 * form before that, and all others in Android's form. */

/* A marker ends with its line, so newlines are replaced. */
void
strata_atrace_append_text (GString *out,
                           const char *text)
{
  for (; *text != '\0'; text++)
    if (G_UNLIKELY (*text == '\n'))
      g_string_append (out, "\\n");
    else if (G_UNLIKELY (*text == '\r'))
      g_string_append (out, "\\r");
    else
      g_string_append_c (out, *text);
}

/* Appends a track, which is one of several fields. */
static void
append_track (GString *out,
              const char *name)
{
  const gsize begin = out->len;

  strata_atrace_append_text (out, name);
  if (strchr (name, '|') == NULL)
    return;

  g_autofree char *text = g_strdup (out->str + begin);
  g_auto (GStrv) parts = g_strsplit (text, "|", 0);
  g_autofree char *escaped = g_strjoinv (STRATA_MARK_BAR, parts);

  g_string_truncate (out, begin);
  g_string_append (out, escaped);
}

static void
append_string (GString *out,
               StrataTrace *trace,
               guint32 id)
{
  strata_atrace_append_text (out, strata_trace_get_string (trace, id));
}

/* "B|7|"; for an unknown process the field is empty. */
static void
append_head (GString *out,
             char phase,
             gint64 pid)
{
  g_string_append_c (out, phase);
  g_string_append_c (out, '|');

  if (pid >= 0)
    g_string_append_printf (out, "%" G_GINT64_FORMAT, pid);

  g_string_append_c (out, '|');
}

static StrataAttrs
get_attrs (StrataTrace *trace,
           guint32 slice)
{
  return strata_attr_table_get (strata_trace_get_attrs (trace), strata_slice_table_get_attrs (strata_trace_get_slices (trace), slice));
}

static gboolean
is_old (const StrataAttrs *attrs)
{
  return attrs->level != 0 && attrs->tags == 0;
}

static gboolean
is_hitrace (const StrataAttrs *attrs)
{
  return attrs->level != 0 || attrs->chain != STRATA_STRING_EMPTY;
}

/* "H:[chain]#C##name", with the parts that exist. */
static void
append_name (GString *out,
             StrataTrace *trace,
             const StrataAttrs *attrs,
             guint32 name)
{
  if (is_hitrace (attrs))
    g_string_append (out, "H:");

  if (attrs->chain != STRATA_STRING_EMPTY)
    {
      g_string_append_c (out, '[');
      append_string (out, trace, attrs->chain);
      g_string_append (out, "]#");
    }

  if (attrs->chain != STRATA_STRING_EMPTY && attrs->side != 0)
    g_string_append_printf (out, "%c##", (char) attrs->side);

  append_string (out, trace, name);
}

/* "M3062" */
static void
append_level (GString *out,
              const StrataAttrs *attrs)
{
  g_string_append_c (out, (char) attrs->level);

  for (guint tag = 0; tag < 64; tag++)
    if ((attrs->tags >> tag & 1) != 0)
      g_string_append_printf (out, "%02u", tag);
}

/* Appends the fields after the level; empty ones are only omitted at the end. */
static void
append_fields (GString *out,
               const char *const *fields,
               guint n_fields)
{
  while (n_fields > 0 && *fields[n_fields - 1] == '\0')
    n_fields--;

  for (guint i = 0; i < n_fields; i++)
    {
      g_string_append_c (out, '|');
      strata_atrace_append_text (out, fields[i]);
    }
}

/**
 * strata_atrace_append_begin:
 * @out: the text to append to
 * @trace: the trace
 * @pid: the process, or -1
 * @slice: index of a call
 *
 * Appends the payload with which a call begins.
 */
void
strata_atrace_append_begin (GString *out,
                            StrataTrace *trace,
                            gint64 pid,
                            guint32 slice)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  const StrataAttrs attrs = get_attrs (trace, slice);
  g_autofree char *args = strata_attr_table_dup_args (strata_trace_get_attrs (trace), attrs.args);
  const gboolean is_cut = (strata_slice_table_get_flags (slices, slice) & STRATA_SLICE_CUT) != 0;

  append_head (out, 'B', pid);

  if (!is_hitrace (&attrs) && is_cut && g_str_equal (strata_trace_get_format_id (trace), "hitrace"))
    {
      /* An empty field shows again that the level was cut off. */
      g_string_append (out, "H:");
      append_string (out, trace, slices->name[slice]);
      g_string_append_c (out, '|');
      return;
    }

  append_name (out, trace, &attrs, slices->name[slice]);

  if (is_old (&attrs))
    g_string_append_c (out, ' ');
  else if (attrs.level != 0)
    {
      g_string_append_c (out, '|');
      append_level (out, &attrs);
      append_fields (out, (const char *[]){ args, strata_trace_get_string (trace, attrs.extra) }, 2);
    }
}

/**
 * strata_atrace_append_end:
 * @out: the text to append to
 * @trace: the trace
 * @pid: the process, or -1
 * @slice: index of a call
 *
 * Appends the payload with which a call ends.
 */
void
strata_atrace_append_end (GString *out,
                          StrataTrace *trace,
                          gint64 pid,
                          guint32 slice)
{
  const StrataAttrs attrs = get_attrs (trace, slice);

  append_head (out, 'E', pid);

  if (attrs.tags != 0)
    append_level (out, &attrs);
  else if (!is_old (&attrs))
    g_string_truncate (out, out->len - 1);
}

static gboolean
has_empty_cookie (StrataTrace *trace,
                  guint32 slice,
                  gint64 cookie)
{
  return cookie == STRATA_MARK_EMPTY_COOKIE && (strata_slice_table_get_flags (strata_trace_get_slices (trace), slice) & STRATA_SLICE_NO_COOKIE) != 0;
}

/* A cookie that is not a number is written unchanged. */
static void
append_cookie (GString *out,
               StrataTrace *trace,
               guint32 slice,
               guint32 own_cookie)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  const gint64 cookie = own_cookie != 0 ? own_cookie : slices->cookie[slice - slices->first_async];
  const guint32 text = own_cookie == 0 ? get_attrs (trace, slice).cookie : STRATA_STRING_EMPTY;

  if (text != STRATA_STRING_EMPTY)
    g_string_append (out, strata_trace_get_string (trace, text));
  else if (!has_empty_cookie (trace, slice, cookie))
    g_string_append_printf (out, "%" G_GINT64_FORMAT, cookie);
}

/* Whether an asynchronous slice is written as one of a named track. Those have no HiTrace fields, so slices with such fields
 * are not, if their lane is the one that they have without it. */
static gboolean
is_on_track (StrataTrace *trace,
             guint32 slice)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  const StrataAttrs attrs = get_attrs (trace, slice);
  const guint32 lane = strata_trace_get_tracks (trace, NULL)[strata_trace_find_track (trace, slice)].name;

  if ((strata_slice_table_get_flags (slices, slice) & STRATA_SLICE_ON_TRACK) == 0)
    return FALSE;

  return attrs.tags == 0 || lane != (attrs.category != STRATA_STRING_EMPTY ? attrs.category : slices->name[slice]);
}

static void
append_named (GString *out,
              StrataTrace *trace,
              guint32 slice,
              guint32 own_cookie,
              gboolean is_start)
{
  const StrataAttrs attrs = get_attrs (trace, slice);
  g_autofree char *args = strata_attr_table_dup_args (strata_trace_get_attrs (trace), attrs.args);
  const char *category = strata_trace_get_string (trace, attrs.category);
  const char *extra = strata_trace_get_string (trace, attrs.extra);

  append_name (out, trace, &attrs, strata_trace_get_slices (trace)->name[slice]);
  g_string_append_c (out, is_old (&attrs) ? ' ' : '|');
  append_cookie (out, trace, slice, own_cookie);

  if (attrs.tags != 0)
    {
      g_string_append_c (out, '|');
      append_level (out, &attrs);

      if (is_start)
        append_fields (out, (const char *[]){ category, args, extra }, 3);
    }
  else if (is_start && !is_old (&attrs) && attrs.cookie == STRATA_STRING_EMPTY)
    append_fields (out, (const char *[]){ args, category, extra }, 3); /* in Chrome's form */
}

/**
 * strata_atrace_append_async:
 * @out: the text to append to
 * @trace: the trace
 * @track: its lane
 * @pid: the process, or -1
 * @slice: index of an asynchronous slice
 * @own_cookie: the cookie to write instead of its own, or 0
 * @is_start: whether it starts rather than finishes
 *
 * Appends the payload with which an asynchronous slice starts or finishes.
 */
void
strata_atrace_append_async (GString *out,
                            StrataTrace *trace,
                            const StrataTrack *track,
                            gint64 pid,
                            guint32 slice,
                            guint32 own_cookie,
                            gboolean is_start)
{
  if (!is_on_track (trace, slice))
    {
      append_head (out, is_start ? 'S' : 'F', pid);
      append_named (out, trace, slice, own_cookie, is_start);
      return;
    }

  append_head (out, is_start ? 'G' : 'H', pid);
  append_track (out, strata_trace_get_string (trace, track->name));
  g_string_append_c (out, '|');

  if (is_start)
    {
      append_string (out, trace, strata_trace_get_slices (trace)->name[slice]);
      g_string_append_c (out, '|');
    }

  append_cookie (out, trace, slice, own_cookie);
}

/**
 * strata_atrace_append_sample:
 * @out: the text to append to
 * @trace: the trace
 * @counter: a counter
 * @pid: its process, or -1
 * @sample: index of a sample
 *
 * Appends the payload with which a counter gets a value. A counter of a CPU has the CPU in its name, so that those of
 * several CPUs remain distinct. Samples store no level; in a HiTrace capture they get that of applications.
 */
void
strata_atrace_append_sample (GString *out,
                             StrataTrace *trace,
                             const StrataCounter *counter,
                             gint64 pid,
                             guint32 sample)
{
  char number[STRATA_SAMPLE_BYTES];
  const gboolean has_level = g_str_equal (strata_trace_get_format_id (trace), "hitrace");

  append_head (out, 'C', pid);
  g_string_append (out, has_level ? "H:" : "");
  if (counter->cpu >= 0)
    g_string_append_printf (out, "cpu%d ", counter->cpu);
  append_string (out, trace, counter->name);
  g_string_append_c (out, '|');
  g_string_append (out, strata_trace_format_sample (trace, sample, number));
  g_string_append (out, has_level ? "|M62" : "");
}

/**
 * strata_atrace_append_instant:
 * @out: the text to append to
 * @trace: the trace
 * @pid: its process, or -1
 * @instant: index of an instant
 *
 * Appends the payload of an instant.
 */
void
strata_atrace_append_instant (GString *out,
                              StrataTrace *trace,
                              gint64 pid,
                              guint32 instant)
{
  const StrataInstants *instants = strata_trace_get_instants (trace);
  const gboolean is_on_track = instants->track_name[instant] != STRATA_STRING_EMPTY;

  append_head (out, is_on_track ? 'N' : 'I', pid);

  if (is_on_track)
    {
      append_track (out, strata_trace_get_string (trace, instants->track_name[instant]));
      g_string_append_c (out, '|');
    }

  append_string (out, trace, instants->name[instant]);
}

/* Whether a reader gets the same attributes from the name of a call: names of RheaTrace contain files. */
static gboolean
is_in_name (StrataTrace *trace,
            const StrataAttrs *attrs,
            guint32 name)
{
  const char *text = strata_trace_get_string (trace, name);
  g_autofree char *args = strata_attr_table_dup_args (strata_trace_get_attrs (trace), attrs->args);
  StrataText path;

  if (!g_str_has_prefix (args, "path=") || !strata_event_io_parse ((StrataText){ text, strlen (text) }, FALSE, &path))
    return FALSE;

  return strlen (args) == strlen ("path=") + path.n_bytes && memcmp (args + strlen ("path="), path.text, path.n_bytes) == 0;
}

/**
 * strata_atrace_find_call_rest:
 * @trace: a trace
 * @slice: index of a call
 *
 * Returns: the parts that do not fit into the payload of its begin
 */
StrataAtraceRest
strata_atrace_find_call_rest (StrataTrace *trace,
                              guint32 slice)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  const StrataAttrs attrs = get_attrs (trace, slice);
  const gboolean has_args = attrs.level != 0 && !is_old (&attrs);
  StrataAtraceRest rest = { .renamed = STRATA_NONE, .is_call = TRUE, .is_sampled = (strata_slice_table_get_flags (slices, slice) & STRATA_SLICE_SAMPLED) != 0 };

  if (is_in_name (trace, &attrs, slices->name[slice]))
    return rest;

  rest.category = attrs.category;
  rest.args = has_args ? STRATA_ARGS_NONE : attrs.args;
  return rest;
}

/**
 * strata_atrace_find_async_rest:
 * @trace: a trace
 * @slice: index of an asynchronous slice
 *
 * Returns: the parts that do not fit into the payload of its start
 */
StrataAtraceRest
strata_atrace_find_async_rest (StrataTrace *trace,
                               guint32 slice)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  const StrataAttrs attrs = get_attrs (trace, slice);
  const guint32 flags = strata_slice_table_get_flags (slices, slice);
  const gboolean has_track = is_on_track (trace, slice);
  const gboolean has_args = !has_track && (attrs.tags != 0 || (!is_old (&attrs) && attrs.cookie == STRATA_STRING_EMPTY));
  const gint64 cookie = slices->cookie[slice - slices->first_async];

  return (StrataAtraceRest){
    .renamed = STRATA_NONE,
    .category = has_args ? STRATA_STRING_EMPTY : attrs.category,
    .args = has_args ? STRATA_ARGS_NONE : attrs.args,
    .is_of_nobody = slices->async_thread == NULL || slices->async_thread[slice - slices->first_async] == STRATA_NONE,
    .has_no_cookie = has_track && (flags & STRATA_SLICE_NO_COOKIE) != 0 && attrs.cookie == STRATA_STRING_EMPTY && !has_empty_cookie (trace, slice, cookie),
  };
}

/**
 * strata_atrace_find_instant_rest:
 * @trace: a trace
 * @instant: index of an instant
 *
 * Returns: the parts that do not fit into its payload
 */
StrataAtraceRest
strata_atrace_find_instant_rest (StrataTrace *trace,
                                 guint32 instant)
{
  const StrataInstants *instants = strata_trace_get_instants (trace);
  const StrataAttrs attrs = strata_attr_table_get (strata_trace_get_attrs (trace), strata_instants_get_attrs (instants, instant));

  return (StrataAtraceRest){ .renamed = STRATA_NONE, .category = attrs.category, .args = attrs.args, .is_of_nobody = instants->thread[instant] == STRATA_NONE };
}

/**
 * strata_atrace_append_rest:
 * @out: the text to append to
 * @trace: the trace
 * @rest: parts that do not fit into a payload
 *
 * Appends them as arguments of our own event, which comes before the marker and is skipped by other programs:
 *
 *   strata_attrs: call=1 sampled=0 thread=1 cookie=1 lasts=8000000 id=0x5 category=frame args=token=17,layer=a b
 */
void
strata_atrace_append_rest (GString *out,
                           StrataTrace *trace,
                           const StrataAtraceRest *rest)
{
  g_autofree char *args = strata_attr_table_dup_args (strata_trace_get_attrs (trace), rest->args);

  g_string_append_printf (out, "call=%d sampled=%d thread=%d cookie=%d ", rest->is_call, rest->is_sampled, !rest->is_of_nobody, !rest->has_no_cookie);
  if (rest->has_duration)
    g_string_append_printf (out, "lasts=%" G_GINT64_FORMAT " ", rest->lasts_ns);
  if (rest->renamed != STRATA_NONE)
    {
      g_string_append (out, "id=");
      append_cookie (out, trace, rest->renamed, 0);
      g_string_append_c (out, ' ');
    }
  g_string_append (out, "category=");
  append_string (out, trace, rest->category);
  g_string_append (out, " args=");
  strata_atrace_append_text (out, args);
}

/**
 * strata_atrace_find_kernel_event:
 * @trace: a trace
 * @counter: a counter
 * @value: its value
 * @args: (out) (transfer full): the arguments of the event
 *
 * Finds the kernel event from which a counter was made, see strata-kernel-parse.c.
 *
 * Returns: (nullable): its name
 */
const char *
strata_atrace_find_kernel_event (StrataTrace *trace,
                                 const StrataCounter *counter,
                                 gint64 value,
                                 char **args)
{
  static const struct
  {
    const char *suffix;
    const char *event;
    const char *format;
  } rows[] = {
    { "frequency", "cpu_frequency", "%sstate=%" G_GINT64_FORMAT " cpu_id=%d" },
    { "frequency min", "cpu_frequency_limits", "%smin=%" G_GINT64_FORMAT " cpu_id=%d" },
    { "frequency max", "cpu_frequency_limits", "%smax=%" G_GINT64_FORMAT " cpu_id=%d" },
    { " clock rate", "clock_set_rate", "%s state=%" G_GINT64_FORMAT " cpu_id=%d" },
    { " clock enabled", "clock_enable", "%s state=%" G_GINT64_FORMAT " cpu_id=%d" },
    { " device frequency", "devfreq_frequency", "dev_name=%s freq=%" G_GINT64_FORMAT },
    { " temperature", "thermal_temperature", "thermal_zone=%s temp=%" G_GINT64_FORMAT },
    { " cooling state", "cdev_update", "type=%s target=%" G_GINT64_FORMAT },
  };
  const char *name = strata_trace_get_string (trace, counter->name);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      if (!g_str_has_suffix (name, rows[i].suffix) || (counter->cpu >= 0) != (rows[i].suffix[0] != ' '))
        continue;

      g_autofree char *what = g_strndup (name, strlen (name) - strlen (rows[i].suffix));

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
      *args = g_strdup_printf (rows[i].format, what, value, MAX (counter->cpu, 0));
#pragma GCC diagnostic pop
      return rows[i].event;
    }

  return NULL;
}

/**
 * strata_atrace_find_method_pid:
 * @trace: a trace
 *
 * All threads of a method trace belong to one process. If it is unknown, the smallest thread id is used, since readers
 * of the result need one.
 *
 * Returns: the process, or -1 if it is not a method trace
 */
gint64
strata_atrace_find_method_pid (StrataTrace *trace)
{
  guint n_threads;
  const StrataThread *threads = strata_trace_get_threads (trace, &n_threads);
  const char *told = strata_trace_get_property (trace, "pid");
  gint64 pid = -1;

  if (!g_str_equal (strata_trace_get_format_id (trace), "traceview"))
    return -1;

  if (told != NULL && g_ascii_string_to_signed (told, 10, 0, G_MAXINT32, &pid, NULL))
    return pid;

  for (guint i = 0; i < n_threads; i++)
    pid = pid < 0 ? threads[i].tid : MIN (pid, threads[i].tid);

  return pid;
}
