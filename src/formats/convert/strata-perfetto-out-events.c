/* strata-perfetto-out-events.c - slices, instants and values as Perfetto packets
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-perfetto-out.h"

#include <string.h>

#include "strata-arg-value.h"
#include "strata-flows.h"
#include "strata-nesting.h"
#include "strata-perfetto-own.h"
#include "strata-real.h"

#define PACKET_TIMESTAMP 8
#define PACKET_TRACK_EVENT 11

/* Fields of a TrackEvent. */
#define EVENT_CATEGORY_IIDS 3
#define EVENT_ANNOTATIONS 4
#define EVENT_LEGACY 6
#define EVENT_TYPE 9
#define EVENT_NAME_IID 10
#define EVENT_TRACK 11
#define EVENT_EXTRA_VALUES 12
#define EVENT_VALUE 30
#define EVENT_EXTRA_TRACKS 31
#define EVENT_DOUBLE_VALUE 44
#define EVENT_FLOW 47
#define EVENT_FLOW_END 48

#define LEGACY_BIND_ID 8
#define LEGACY_FLOW_DIRECTION 13
#define FLOW_IN 1
#define FLOW_OUT 2
#define FLOW_IN_OUT 3

#define TYPE_BEGIN 1
#define TYPE_END 2
#define TYPE_STATE 5
#define TYPE_INSTANT 3
#define TYPE_COUNTER 4

#define ANNOTATION_BOOL 2
#define ANNOTATION_UINT 3
#define ANNOTATION_INT 4
#define ANNOTATION_DOUBLE 5
#define ANNOTATION_TEXT 6
#define ANNOTATION_POINTER 7
#define ANNOTATION_NAME 10
#define ANNOTATION_ENTRIES 11
#define ANNOTATION_ITEMS 12

/* Lists of names: fields of InternedData. */
#define INTERNED_CATEGORIES 1
#define INTERNED_NAMES 2

/* The bit of such a list is its number. */
static guint64
intern (StrataPerfettoOut *self,
        guint32 list,
        guint32 string)
{
  return strata_perfetto_out_intern (self, list, list, string);
}

static void
begin_event (StrataPerfettoOut *self,
             gint64 time_ns,
             guint64 track,
             guint32 type)
{
  strata_proto_put_uint (self->packet, PACKET_TIMESTAMP, strata_perfetto_out_get_time (self, time_ns));
  strata_proto_put_uint (self->body, EVENT_TYPE, type);
  strata_proto_put_uint (self->body, EVENT_TRACK, track);
}

static void
end_event (StrataPerfettoOut *self)
{
  strata_perfetto_out_end_packet (self, PACKET_TRACK_EVENT, 1);
}

static void
put_annotation (StrataPerfettoOut *self,
                const char *name,
                gsize n_name_bytes,
                const char *text,
                gsize n_text_bytes)
{
  strata_proto_put_bytes (self->inner, ANNOTATION_NAME, name, n_name_bytes);
  strata_proto_put_bytes (self->inner, ANNOTATION_TEXT, text, n_text_bytes);
  strata_proto_put_message (self->body, EVENT_ANNOTATIONS, self->inner);
}

static void
put_text (StrataPerfettoOut *self,
          const char *name,
          const char *text)
{
  if (*text != '\0')
    put_annotation (self, name, strlen (name), text, strlen (text));
}

static void
put_bound_flow (StrataPerfettoOut *self,
                StrataFlowKind kind,
                guint64 number)
{
  strata_proto_put_uint (self->inner, LEGACY_BIND_ID, number);
  strata_proto_put_uint (self->inner, LEGACY_FLOW_DIRECTION, kind == STRATA_FLOW_OUT ? FLOW_OUT : kind == STRATA_FLOW_IN ? FLOW_IN
                                                                                                                         : FLOW_IN_OUT);
  strata_proto_put_message (self->body, EVENT_LEGACY, self->inner);
}

/* Flows are arguments in the trace and fields in Perfetto. */
static gboolean
put_flow (StrataPerfettoOut *self,
          const StrataArg *arg)
{
  const StrataFlowKind kind = strata_flow_get_kind (arg);
  g_autofree char *id = kind != STRATA_FLOW_NONE ? g_strndup (arg->value, arg->n_value_bytes) : NULL;
  guint64 number;

  if (id == NULL || !g_str_has_prefix (id, "0x") || !g_ascii_string_to_unsigned (id + 2, 16, 0, G_MAXUINT64, &number, NULL))
    return FALSE;

  if (kind > STRATA_FLOW_END)
    put_bound_flow (self, kind, number);
  else
    strata_proto_put_fixed64 (self->body, kind == STRATA_FLOW_END ? EVENT_FLOW_END : EVENT_FLOW, number);
  return TRUE;
}

/* Adds a pointer as such, if reading it gives the same text. */
static gboolean
put_pointer (GString *out,
             const StrataArg *arg)
{
  g_autofree char *text = g_strndup (arg->value, arg->n_value_bytes);
  guint64 pointer;

  if (!g_str_has_prefix (text, "0x") || !g_ascii_string_to_unsigned (text + 2, 16, 0, G_MAXUINT64, &pointer, NULL))
    return FALSE;

  g_autofree char *again = g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", pointer);

  if (g_str_equal (again, text))
    strata_proto_put_uint (out, ANNOTATION_POINTER, pointer);

  return g_str_equal (again, text);
}

/* Adds a number or a boolean as such, if reading it gives the same text. Returns whether it was one. */
static gboolean
put_literal (GString *out,
             const StrataArg *arg)
{
  if (strata_arg_value_is_word (arg, "true") || strata_arg_value_is_word (arg, "false"))
    {
      strata_proto_put_uint (out, ANNOTATION_BOOL, *arg->value == 't');
      return TRUE;
    }
  if (arg->n_value_bytes >= G_ASCII_DTOSTR_BUF_SIZE)
    return FALSE;
  if (!strata_arg_value_is_number (arg))
    return put_pointer (out, arg);

  char again[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *text = g_strndup (arg->value, arg->n_value_bytes);
  const gint64 whole = g_ascii_strtoll (text, NULL, 10);
  const double real = g_ascii_strtod (text, NULL);
  guint64 large;

  g_snprintf (again, sizeof again, "%" G_GINT64_FORMAT, whole);
  if (g_str_equal (again, text))
    strata_proto_put_uint (out, ANNOTATION_INT, (guint64) whole);
  else if (g_ascii_string_to_unsigned (text, 10, 0, G_MAXUINT64, &large, NULL))
    strata_proto_put_uint (out, ANNOTATION_UINT, large);
  else if (g_str_equal (strata_real_format (real, again), text))
    strata_proto_put_fixed64 (out, ANNOTATION_DOUBLE, (guint64) strata_real_to_bits (real));
  else
    return FALSE;

  return TRUE;
}

/* Adds a value as the fields of an annotation, with its nested values. */
static void
put_value (GString *out,
           const StrataArg *arg)
{
  const StrataArgValueKind kind = strata_arg_value_get_kind (arg);

  if (arg->key != NULL)
    strata_proto_put_bytes (out, ANNOTATION_NAME, arg->key, arg->n_key_bytes);
  if (kind == STRATA_ARG_VALUE_TEXT && put_literal (out, arg))
    return;
  if (kind == STRATA_ARG_VALUE_TEXT)
    {
      gsize n_bytes;
      g_autofree char *text = strata_arg_value_dup_text (arg, &n_bytes);

      strata_proto_put_bytes (out, ANNOTATION_TEXT, text, n_bytes);
      return;
    }

  g_autoptr (GString) inner = g_string_new (NULL);
  StrataArg rest = strata_arg_value_enter (arg);
  StrataArg child;

  const guint32 number = kind == STRATA_ARG_VALUE_DICT ? ANNOTATION_ENTRIES : ANNOTATION_ITEMS;

  if (rest.n_value_bytes == 0)
    strata_proto_put_message (out, number, inner); /* only this distinguishes an empty one from a text */
  while (strata_arg_value_next (kind, &rest, &child))
    {
      put_value (inner, &child);
      strata_proto_put_message (out, number, inner);
    }
}

static void
put_args (StrataPerfettoOut *self,
          const char *at)
{
  StrataArg arg;

  while (strata_args_next (&at, &arg))
    {
      if (strata_flow_is_late (&arg) || put_flow (self, &arg))
        continue;
      if (arg.key == NULL)
        {
          put_annotation (self, STRATA_PERFETTO_OWN_ARG, strlen (STRATA_PERFETTO_OWN_ARG), arg.value, arg.n_value_bytes);
          continue;
        }

      put_value (self->inner, &arg);
      strata_proto_put_message (self->body, EVENT_ANNOTATIONS, self->inner);
    }
}

/* The steps of flows at the end of a slice. */
static void
put_late_flows (StrataPerfettoOut *self,
                guint32 set)
{
  const StrataAttrTable *attrs = strata_trace_get_attrs (self->trace);
  StrataArg arg;

  if (!strata_attr_table_has_word (attrs, set, STRATA_FLOW_LATE_KEY))
    return;

  g_autofree char *args = strata_attr_table_dup_args_of (attrs, set);
  const char *at = args;

  while (strata_args_next (&at, &arg))
    if (strata_flow_is_late (&arg))
      put_flow (self, &arg);
}

static void
put_attrs (StrataPerfettoOut *self,
           guint32 set)
{
  const StrataAttrs attrs = strata_attr_table_get (strata_trace_get_attrs (self->trace), set);
  g_autofree char *args = strata_attr_table_dup_args (strata_trace_get_attrs (self->trace), attrs.args);

  if (attrs.category != STRATA_STRING_EMPTY)
    strata_proto_put_uint (self->body, EVENT_CATEGORY_IIDS, intern (self, INTERNED_CATEGORIES, attrs.category));

  put_args (self, args);
  put_text (self, STRATA_PERFETTO_OWN_CHAIN, strata_trace_get_string (self->trace, attrs.chain));
  put_text (self, STRATA_PERFETTO_OWN_EXTRA, strata_trace_get_string (self->trace, attrs.extra));
  if (attrs.level != 0)
    put_text (self, STRATA_PERFETTO_OWN_LEVEL, strata_level_get_name (attrs.level));
  if (attrs.tags != 0)
    {
      g_autofree char *tags = strata_tags_to_string (attrs.tags);

      put_text (self, STRATA_PERFETTO_OWN_TAGS, tags);
    }
}

/* Tracks belong to processes in Perfetto. The thread that wrote a slice or an instant is an annotation. */
static void
put_thread (StrataPerfettoOut *self,
            guint32 thread)
{
  g_autofree char *tid = thread != STRATA_NONE ? g_strdup_printf ("%" G_GINT64_FORMAT, strata_perfetto_out_get_tid (self, thread)) : NULL;

  if (tid != NULL)
    put_text (self, STRATA_PERFETTO_OWN_TID, tid);
}

static void
put_async (StrataPerfettoOut *self,
           guint32 slice)
{
  const StrataSliceTable *slices = strata_trace_get_slices (self->trace);
  const char *text = strata_trace_get_string (self->trace, strata_attr_table_get (strata_trace_get_attrs (self->trace), strata_slice_table_get_attrs (slices, slice)).cookie);
  const gboolean has_number = *text == '\0' && (strata_slice_table_get_flags (slices, slice) & STRATA_SLICE_NO_COOKIE) == 0;
  g_autofree char *number = has_number ? g_strdup_printf ("%" G_GINT64_FORMAT, slices->cookie[slice - slices->first_async]) : NULL;

  put_text (self, STRATA_PERFETTO_OWN_COOKIE, has_number ? number : text);
  put_thread (self, slices->async_thread != NULL ? slices->async_thread[slice - slices->first_async] : STRATA_NONE);
}

/* Adds how long a slice lasts that has no end and was over before the trace. */
static void
put_duration (StrataPerfettoOut *self,
              gint64 begin_ns,
              guint32 slice)
{
  const StrataSliceTable *slices = strata_trace_get_slices (self->trace);
  const gint64 end_ns = strata_slice_table_get_end_ns (slices, slice);

  if ((strata_slice_table_get_flags (slices, slice) & STRATA_SLICE_UNFINISHED) == 0 || end_ns >= self->end_ns)
    return;

  g_autofree char *text = g_strdup_printf ("%" G_GINT64_FORMAT, end_ns - begin_ns);

  put_text (self, STRATA_PERFETTO_OWN_LASTS, text);
}

/* Adds the CPU duration of a call if the CPU times of its thread are unknown. */
static void
put_cpu_time (StrataPerfettoOut *self,
              guint32 slice)
{
  const StrataSliceTable *slices = strata_trace_get_slices (self->trace);

  if (!strata_ns_column_exists (&slices->cpu_start) || strata_slice_table_knows_cpu_start (slices, slice) || !strata_trace_has_cpu_time (self->trace, slice))
    return;

  g_autofree char *text = g_strdup_printf ("%" G_GINT64_FORMAT, strata_slice_table_get_cpu_ns (slices, slice));

  put_text (self, STRATA_PERFETTO_OWN_CPU_TIME, text);
}

/**
 * strata_perfetto_out_cpu_time:
 * @self: where packets go
 * @thread: index of a thread
 * @cpu_ns: its CPU time
 *
 * Adds the CPU time of its thread to the slice that is written next.
 */
void
strata_perfetto_out_cpu_time (StrataPerfettoOut *self,
                              guint32 thread,
                              gint64 cpu_ns)
{
  strata_proto_put_uint (self->body, EVENT_EXTRA_TRACKS, strata_perfetto_out_get_uuid (STRATA_PERFETTO_OUT_CPU_CLOCK, thread, 0));
  strata_proto_put_uint (self->body, EVENT_EXTRA_VALUES, (guint64) cpu_ns);
}

/* Makes the slice that is written next a step of a flow. */
void
strata_perfetto_out_flow (StrataPerfettoOut *self,
                          guint64 number)
{
  strata_proto_put_fixed64 (self->body, EVENT_FLOW, number);
}

/**
 * strata_perfetto_out_slice:
 * @self: where packets go
 * @time_ns: when
 * @track: number of the track
 * @slice: index of a slice
 * @is_begin: whether it begins rather than ends
 *
 * Writes the begin or the end of a slice.
 */
void
strata_perfetto_out_slice (StrataPerfettoOut *self,
                           gint64 time_ns,
                           guint64 track,
                           guint32 slice,
                           gboolean is_begin)
{
  const StrataSliceTable *slices = strata_trace_get_slices (self->trace);
  const guint type = is_begin ? TYPE_BEGIN : TYPE_END;

  /* a state without a name ends the one before it */
  begin_event (self, time_ns, track, strata_nesting_is_state (slices, slice) ? TYPE_STATE : type);
  if (is_begin)
    {
      strata_proto_put_uint (self->body, EVENT_NAME_IID, intern (self, INTERNED_NAMES, slices->name[slice]));
      put_attrs (self, strata_slice_table_get_attrs (slices, slice));
      put_cpu_time (self, slice);
      if ((strata_slice_table_get_flags (slices, slice) & STRATA_SLICE_SAMPLED) != 0)
        put_text (self, STRATA_PERFETTO_OWN_SAMPLED, "1");
      if (slice >= slices->first_async && slice < slices->first_kernel)
        {
          put_async (self, slice);
          put_duration (self, time_ns, slice);
        }
    }
  else
    put_late_flows (self, strata_slice_table_get_attrs (slices, slice));

  end_event (self);
}

/* For an instant on the track of a thread, adds the process that it names, if that is another one. */
static void
put_process (StrataPerfettoOut *self,
             guint32 thread,
             guint32 process)
{
  const gint64 pid = process != strata_trace_get_threads (self->trace, NULL)[thread].process ? strata_out_ids_get_pid (&self->ids, process) : -1;
  g_autofree char *text = pid >= 0 ? g_strdup_printf ("%" G_GINT64_FORMAT, pid) : NULL;

  if (text != NULL)
    put_text (self, STRATA_PERFETTO_OWN_PID, text);
}

/* Instants at the same time on a track are inside each other in Perfetto. Says so if one is not. */
static void
put_apart (StrataPerfettoOut *self,
           gint64 time_ns,
           guint64 track,
           guint32 instant)
{
  const gint64 key = (gint64) track;
  gint64 *latest_ns = g_hash_table_lookup (self->instant_times, &key);

  if (latest_ns == NULL)
    {
      latest_ns = g_new (gint64, 1);
      g_hash_table_insert (self->instant_times, g_memdup2 (&key, sizeof key), latest_ns);
    }
  else if (*latest_ns == time_ns && strata_instants_get_around (strata_trace_get_instants (self->trace), instant) != STRATA_INSTANTS_IN_PREVIOUS)
    put_text (self, STRATA_PERFETTO_OWN_APART, "1");

  *latest_ns = time_ns;
}

/**
 * strata_perfetto_out_instant:
 * @self: where packets go
 * @time_ns: when
 * @track: number of the track
 * @instant: index of an instant
 *
 * Writes an instant.
 */
void
strata_perfetto_out_instant (StrataPerfettoOut *self,
                             gint64 time_ns,
                             guint64 track,
                             guint32 instant)
{
  const StrataInstants *instants = strata_trace_get_instants (self->trace);

  begin_event (self, time_ns, track, TYPE_INSTANT);
  strata_proto_put_uint (self->body, EVENT_NAME_IID, intern (self, INTERNED_NAMES, instants->name[instant]));
  put_attrs (self, strata_instants_get_attrs (instants, instant));
  if (instants->track_name[instant] != STRATA_STRING_EMPTY)
    put_thread (self, instants->thread[instant]);
  else if (instants->thread[instant] != STRATA_NONE)
    put_process (self, instants->thread[instant], instants->process[instant]);
  put_apart (self, time_ns, track, instant);
  end_event (self);
}

/**
 * strata_perfetto_out_sample:
 * @self: where packets go
 * @time_ns: when
 * @track: number of the track of a counter
 * @value: its value
 *
 * Writes a value of a counter.
 */
void
strata_perfetto_out_sample (StrataPerfettoOut *self,
                            gint64 time_ns,
                            guint64 track,
                            gint64 value)
{
  begin_event (self, time_ns, track, TYPE_COUNTER);
  strata_proto_put_uint (self->body, EVENT_VALUE, (guint64) value);
  end_event (self);
}

/**
 * strata_perfetto_out_real_sample:
 * @self: where packets go
 * @time_ns: when
 * @track: number of the track of a counter
 * @value: its value
 *
 * Writes a value with a fraction.
 */
void
strata_perfetto_out_real_sample (StrataPerfettoOut *self,
                                 gint64 time_ns,
                                 guint64 track,
                                 double value)
{
  begin_event (self, time_ns, track, TYPE_COUNTER);
  strata_proto_put_fixed64 (self->body, EVENT_DOUBLE_VALUE, (guint64) strata_real_to_bits (value));
  end_event (self);
}
