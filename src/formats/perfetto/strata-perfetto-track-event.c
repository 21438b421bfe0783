/* strata-perfetto-track-event.c - events on tracks of programs
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-perfetto-track-event.h"

#include <math.h>
#include <string.h>

#include "strata-flows.h"
#include "strata-pair-key.h"
#include "strata-perfetto-fields.h"
#include "strata-perfetto-own.h"
#include "strata-perfetto-typed.h"
#include "strata-real.h"

static guint32
find_name (StrataPerfettoPlayer *self,
           const StrataPerfettoState *state,
           guint list,
           guint64 iid)
{
  guint32 name;

  if (strata_perfetto_state_find_text (state, list, iid, &name))
    return name;

  self->n_unknown_names++;
  return STRATA_STRING_EMPTY;
}

/* The categories of one event are cut after this length: ids are short, but each joined list is a text. */
#define MAX_CATEGORIES_BYTES 512

/* Interned values make arguments longer than their events. Once there is this much of that, those of each event may only be
 * MORE_BYTES longer, so that a small file needs little memory. */
#define MAX_REPEATED_BYTES (128 * 1024 * 1024)
#define MORE_BYTES 256

/* Ids of texts are short, as for other interned values. */
#define MAX_CORRELATION_BYTES (4 * 1024)

/* Joins each pair once, because many events have the same two. */
static guint32
join_categories (StrataPerfettoPlayer *self,
                 StrataPerfettoTrackEvent *event,
                 guint32 categories,
                 guint32 category)
{
  const StrataPairKey key = { categories, category };
  gpointer known = g_hash_table_lookup (self->joined, &key);

  if (known == NULL)
    {
      const char *text = strata_string_pool_get (self->reader->strings, categories);
      const char *added = strata_string_pool_get (self->reader->strings, category);

      if (strlen (text) + strlen (added) > MAX_CATEGORIES_BYTES)
        {
          event->is_cut = TRUE;
          return categories;
        }

      g_autofree char *both = g_strdup_printf ("%s,%s", text, added);

      known = GUINT_TO_POINTER (strata_perfetto_player_intern (self, both) + 1);
      g_hash_table_insert (self->joined, g_memdup2 (&key, sizeof key), known);
    }

  return GPOINTER_TO_UINT (known) - 1;
}

/* Nearly all events have one. */
static inline guint32
add_category (StrataPerfettoPlayer *self,
              StrataPerfettoTrackEvent *event,
              guint32 categories,
              guint32 category)
{
  if (categories == STRATA_STRING_EMPTY || categories == category)
    return category;

  return category != STRATA_STRING_EMPTY ? join_categories (self, event, categories, category) : categories;
}

static void
add_categories (StrataPerfettoPlayer *self,
                StrataPerfettoTrackEvent *event,
                const StrataProto *field)
{
  StrataProtoNumbers numbers = strata_proto_get_numbers (field, STRATA_PROTO_VARINT);
  guint64 iid;

  while (strata_proto_numbers_next (&numbers, &iid))
    {
      event->category = add_category (self, event, event->category, find_name (self, event->state, STRATA_PF_INTERNED_CATEGORIES, iid));
      event->category_iid = iid;
      event->n_category_iids++;
    }
}

/* As in Perfetto, the only category of an event is shown by its number if its name is not in the file. */
static void
finish_categories (StrataPerfettoPlayer *self,
                   StrataPerfettoTrackEvent *event)
{
  guint32 name;

  event->category = add_category (self, event, event->category, event->own_category);
  if (event->category != STRATA_STRING_EMPTY || event->n_category_iids != 1 || strata_perfetto_state_find_text (event->state, STRATA_PF_INTERNED_CATEGORIES, event->category_iid, &name))
    return;

  g_autofree char *text = g_strdup_printf ("unknown(%" G_GUINT64_FORMAT ")", event->category_iid);

  event->category = strata_perfetto_player_intern (self, text);
}

static void
add_numbers (StrataPerfettoTrackEvent *event,
             const StrataProto *field,
             StrataProtoWire wire,
             guint64 *numbers,
             guint *n)
{
  StrataProtoNumbers list = strata_proto_get_numbers (field, wire);
  guint64 value;

  while (strata_proto_numbers_next (&list, &value))
    if (*n < STRATA_PERFETTO_MAX_EXTRAS)
      numbers[(*n)++] = value;
    else
      event->is_cut = TRUE;
}

/* Adds the flows of programs. */
static void
add_flows (StrataPerfettoTrackEvent *event,
           const StrataProto *field,
           guint64 *flows,
           guint *n)
{
  const guint n_before = *n;
  guint n_kept = n_before;

  add_numbers (event, field, STRATA_PROTO_FIXED64, flows, n);
  for (guint i = n_before; i < *n; i++)
    if (!STRATA_PERFETTO_IS_OWN_FLOW (flows[i]))
      flows[n_kept++] = flows[i];

  *n = n_kept;
}

/* Reads the thread's CPU time of old events: a difference or a time, in µs. */
static void
parse_cpu_time (StrataPerfettoTrackEvent *event,
                const StrataProto *field)
{
  guint64 time_us = (guint64) strata_proto_get_int (field);

  if (field->number == STRATA_PF_EVENT_THREAD_DELTA_US)
    time_us = event->state->cpu_us += time_us;
  if ((gint64) time_us >= 0 && (gint64) time_us <= G_MAXINT64 / 1000)
    event->cpu_ns = (gint64) time_us * 1000;
}

/* Reads the fields that values of counters are in. Returns whether it is one. */
static gboolean
parse_value (StrataPerfettoTrackEvent *event,
             const StrataProto *field)
{
  switch (field->number)
    {
    case STRATA_PF_EVENT_COUNTER_VALUE:
      event->value = (double) strata_proto_get_int (field);
      event->whole_value = strata_proto_get_int (field);
      event->has_whole_value = TRUE;
      event->has_value = TRUE;
      return TRUE;
    case STRATA_PF_EVENT_DOUBLE_VALUE:
      event->value = strata_proto_get_double (field);
      event->has_whole_value = FALSE;
      event->has_value = TRUE;
      return TRUE;
    case STRATA_PF_EVENT_COUNTER_TRACKS:
      add_numbers (event, field, STRATA_PROTO_VARINT, event->extras, &event->n_extras);
      return TRUE;
    case STRATA_PF_EVENT_DOUBLE_TRACKS:
      add_numbers (event, field, STRATA_PROTO_VARINT, event->double_extras, &event->n_double_extras);
      return TRUE;
    case STRATA_PF_EVENT_COUNTER_VALUES:
      add_numbers (event, field, STRATA_PROTO_VARINT, event->values, &event->n_values);
      return TRUE;
    case STRATA_PF_EVENT_DOUBLE_VALUES:
      add_numbers (event, field, STRATA_PROTO_FIXED64, event->double_values, &event->n_double_values);
      return TRUE;
    default:
      return FALSE;
    }
}

static void
parse_extras (StrataPerfettoPlayer *self,
              StrataPerfettoTrackEvent *event,
              const StrataProto *field)
{
  if (parse_value (event, field))
    return;

  switch (field->number)
    {
    case STRATA_PF_EVENT_THREAD_DELTA_US:
    case STRATA_PF_EVENT_THREAD_TIME_US:
      parse_cpu_time (event, field);
      break;
    case STRATA_PF_EVENT_FLOWS:
    case STRATA_PF_EVENT_OLD_FLOWS:
      add_flows (event, field, event->flows, &event->n_flows);
      break;
    case STRATA_PF_EVENT_FLOW_ENDS:
    case STRATA_PF_EVENT_OLD_FLOW_ENDS:
      add_flows (event, field, event->flow_ends, &event->n_flow_ends);
      break;
    case STRATA_PF_EVENT_TIME_DELTA_US:
    case STRATA_PF_EVENT_TIME_US:
      /* already taken by the reader */
      break;
    default:
      if (strata_perfetto_reader_find_extension (self->reader, field->number) != NULL)
        {
          event->has_args = TRUE;
          event->first_extension = MIN (event->first_extension, field->number);
          event->last_extension = MAX (event->last_extension, field->number);
          break;
        }
      strata_perfetto_reader_leave_out (self->reader, STRATA_PERFETTO_EVENT_FIELDS + field->number, field->wire == STRATA_PROTO_BYTES ? field->value : 0);
      break;
    }
}

static void
parse_field (StrataPerfettoPlayer *self,
             StrataPerfettoTrackEvent *event,
             const StrataProto *field)
{
  switch (field->number)
    {
    case STRATA_PF_EVENT_TYPE:
      event->type = (guint32) strata_proto_get_uint (field);
      break;
    case STRATA_PF_EVENT_TRACK:
      event->track_uuid = strata_proto_get_uint (field);
      event->has_track = TRUE;
      break;
    case STRATA_PF_EVENT_NAME:
      event->name = strata_perfetto_translate (self->reader->slice_names, strata_proto_intern (field, self->reader->strings));
      break;
    case STRATA_PF_EVENT_NAME_IID:
      event->name = strata_perfetto_translate (self->reader->slice_names, find_name (self, event->state, STRATA_PF_INTERNED_EVENT_NAMES, strata_proto_get_uint (field)));
      break;
    case STRATA_PF_EVENT_CATEGORIES:
      event->own_category = add_category (self, event, event->own_category, strata_proto_intern (field, self->reader->strings));
      break;
    case STRATA_PF_EVENT_CATEGORY_IIDS:
      add_categories (self, event, field);
      break;
    case STRATA_PF_EVENT_LEGACY:
      event->legacy = strata_proto_enter (field);
      break;
    case STRATA_PF_EVENT_LOG_MESSAGE:
      event->log = strata_proto_enter (field);
      event->has_args = TRUE;
      break;
    case STRATA_PF_EVENT_ANNOTATIONS:
    case STRATA_PF_EVENT_SOURCE_LOCATION:
    case STRATA_PF_EVENT_SOURCE_LOCATION_IID:
    case STRATA_PF_EVENT_TASK:
    case STRATA_PF_EVENT_CORRELATION_ID:
    case STRATA_PF_EVENT_CORRELATION_TEXT:
    case STRATA_PF_EVENT_CORRELATION_TEXT_IID:
    case STRATA_PF_EVENT_CALLSTACK:
    case STRATA_PF_EVENT_CALLSTACK_IID:
    case STRATA_PF_EVENT_CALLSTACK_WEIGHT:
      event->has_args = TRUE;
      break;
    default:
      parse_extras (self, event, field);
      break;
    }
}

static void
add_location (const StrataPerfettoTrackEvent *event,
              StrataPerfettoArgs *args,
              guint64 iid)
{
  StrataProto location;

  if (strata_perfetto_state_find_message (event->state, STRATA_PF_INTERNED_SOURCE_LOCATIONS, iid, &location))
    strata_perfetto_args_add_location (args, STRATA_PERFETTO_SOURCE, location);
}

static void
add_task (const StrataPerfettoTrackEvent *event,
          StrataPerfettoArgs *args,
          StrataProto task)
{
  StrataProto location;

  while (strata_proto_next (&task))
    if (task.number == STRATA_PF_TASK_EXECUTION_POSTED_FROM && strata_perfetto_state_find_message (event->state, STRATA_PF_INTERNED_SOURCE_LOCATIONS, strata_proto_get_uint (&task), &location))
      strata_perfetto_args_add_location (args, STRATA_PERFETTO_ORIGIN, location);
}

/* Adds the id that related events share, wherever they are. */
static void
add_correlation (StrataPerfettoPlayer *self,
                 const StrataPerfettoTrackEvent *event,
                 StrataPerfettoArgs *args,
                 const StrataProto *field)
{
  static const char key[] = "correlation_id";

  if (field->number == STRATA_PF_EVENT_CORRELATION_ID)
    {
      strata_perfetto_args_put_key (args, key);
      strata_perfetto_args_put_uint (args, strata_proto_get_uint (field));
    }
  else if (field->number == STRATA_PF_EVENT_CORRELATION_TEXT_IID)
    {
      const char *text = strata_string_pool_get (self->reader->strings, find_name (self, event->state, STRATA_PF_INTERNED_CORRELATION_TEXTS, strata_proto_get_uint (field)));

      strata_perfetto_args_add_text (args, key, text, strnlen (text, MAX_CORRELATION_BYTES));
    }
  else if (field->wire == STRATA_PROTO_BYTES)
    strata_perfetto_args_add_text (args, key, (const char *) field->data, (gsize) field->value);
}

/* Reads each stack once, because many events may have the same deep stack. Returns a string id; empty for stack id 0. */
static guint32
find_stack (StrataPerfettoPlayer *self,
            const StrataPerfettoTrackEvent *event,
            StrataPerfettoArgs *args,
            guint64 iid)
{
  const StrataPairKey key = { event->state->generation, iid };
  gpointer known = iid != 0 ? g_hash_table_lookup (self->stack_texts, &key) : GUINT_TO_POINTER (STRATA_STRING_EMPTY + 1);

  if (known == NULL)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      StrataPerfettoArgs stack = { text, event->state, self->reader->strings, 0 };

      strata_perfetto_args_put_interned_stack (&stack, iid);
      args->n_unknown += stack.n_unknown;
      args->is_cut |= stack.is_cut;
      known = GUINT_TO_POINTER (strata_string_pool_intern (self->reader->strings, text->str, text->len) + 1);
      g_hash_table_insert (self->stack_texts, g_memdup2 (&key, sizeof key), known);
    }

  return GPOINTER_TO_UINT (known) - 1;
}

/* Adds the stack of an event. The end of a slice may have its own stack. */
static void
add_stack (StrataPerfettoPlayer *self,
           const StrataPerfettoTrackEvent *event,
           StrataPerfettoArgs *args,
           const StrataProto *field)
{
  const char *end = event->type == STRATA_PERFETTO_EVENT_END ? "end_" : "";
  const guint32 known = field->number == STRATA_PF_EVENT_CALLSTACK_IID ? find_stack (self, event, args, strata_proto_get_uint (field)) : STRATA_STRING_EMPTY;

  if (!strata_perfetto_args_has_room (args) || (field->number == STRATA_PF_EVENT_CALLSTACK_IID && known == STRATA_STRING_EMPTY))
    return;

  strata_perfetto_args_separate (args);
  g_string_append_printf (args->text, "%scallstack%s=", end, field->number == STRATA_PF_EVENT_CALLSTACK_WEIGHT ? "_weight" : "");
  if (known != STRATA_STRING_EMPTY && args->most_bytes > 0)
    g_string_append (args->text, "[…]");
  else if (known != STRATA_STRING_EMPTY)
    g_string_append (args->text, strata_string_pool_get (self->reader->strings, known));
  else if (field->number == STRATA_PF_EVENT_CALLSTACK_WEIGHT)
    strata_perfetto_args_put_double (args, strata_proto_get_double (field));
  else
    strata_perfetto_args_put_stack (args, strata_proto_enter (field));
}

static void
add_flow (StrataPerfettoArgs *args,
          const char *key,
          guint64 id)
{
  if (!strata_perfetto_args_has_room (args))
    return;

  strata_perfetto_args_put_key (args, key);
  strata_perfetto_args_put_hex (args, id);
}

/* Writes the arguments; parts that are not arguments go to @attrs. */
static void
write_args (StrataPerfettoPlayer *self,
            StrataPerfettoTrackEvent *event,
            StrataAttrs *attrs)
{
  StrataPerfettoArgs args = { self->text, event->state, self->reader->strings, 0, .schema = strata_perfetto_reader_need_schema (self->reader) };
  StrataProto message = event->message;
  const StrataProtoField *extension;

  if (self->n_repeated_bytes > MAX_REPEATED_BYTES)
    args.most_bytes = (gsize) (message.end - message.at) + MORE_BYTES;
  g_string_truncate (self->text, 0);
  while (strata_proto_next (&message))
    if (message.number == STRATA_PF_EVENT_ANNOTATIONS)
      {
        if (!strata_perfetto_event_take_own (event, strata_proto_enter (&message), attrs, self->reader->strings))
          strata_perfetto_args_add_annotation (&args, strata_proto_enter (&message));
      }
    else if (message.number == STRATA_PF_EVENT_SOURCE_LOCATION)
      strata_perfetto_args_add_location (&args, STRATA_PERFETTO_INLINE_SOURCE, strata_proto_enter (&message));
    else if (message.number == STRATA_PF_EVENT_SOURCE_LOCATION_IID)
      add_location (event, &args, strata_proto_get_uint (&message));
    else if (message.number == STRATA_PF_EVENT_LOG_MESSAGE)
      strata_perfetto_args_add_log (&args, strata_proto_enter (&message));
    else if (message.number == STRATA_PF_EVENT_TASK)
      add_task (event, &args, strata_proto_enter (&message));
    else if (message.number >= STRATA_PF_EVENT_CORRELATION_ID && message.number <= STRATA_PF_EVENT_CORRELATION_TEXT_IID)
      add_correlation (self, event, &args, &message);
    else if (message.number >= STRATA_PF_EVENT_CALLSTACK && message.number <= STRATA_PF_EVENT_CALLSTACK_WEIGHT)
      add_stack (self, event, &args, &message);
    else if (message.number >= event->first_extension && message.number <= event->last_extension && (extension = strata_perfetto_reader_find_extension (self->reader, message.number)) != NULL)
      strata_perfetto_args_add_typed (&args, extension, &message, strata_trace_builder_get_attrs (self->reader->builder));

  const gboolean is_late = event->type == STRATA_PERFETTO_EVENT_END;

  for (guint i = 0; i < event->n_flows; i++)
    add_flow (&args, is_late ? STRATA_FLOW_LATE_KEY : STRATA_FLOW_KEY, event->flows[i]);
  for (guint i = 0; i < event->n_flow_ends; i++)
    add_flow (&args, is_late ? STRATA_FLOW_LATE_END_KEY : STRATA_FLOW_END_KEY, event->flow_ends[i]);
  if (event->bind_key != NULL)
    add_flow (&args, event->bind_key, event->bind_id);

  self->n_unknown_names += args.n_unknown;
  self->n_cut += !event->is_cut && (args.is_cut || !strata_perfetto_args_has_room (&args));
}

static guint32
intern_args (StrataPerfettoPlayer *self,
             StrataAttrTable *table,
             const StrataPerfettoTrackEvent *event)
{
  const guint32 n_args = strata_attr_table_get_n_args (table);
  const gsize n_event_bytes = (gsize) (event->message.end - event->message.at);
  const guint32 args = strata_attr_table_intern_args (table, self->text->str, self->text->len);

  if (args == n_args && self->text->len > n_event_bytes)
    self->n_repeated_bytes += self->text->len - n_event_bytes;

  return args;
}

/* Interns categories and arguments; slices share them if they are equal. */
static guint32
intern_attrs (StrataPerfettoPlayer *self,
              StrataPerfettoTrackEvent *event)
{
  const gboolean has_args = strata_perfetto_event_has_args (event);
  StrataAttrTable *table = strata_trace_builder_get_attrs (self->reader->builder);
  StrataAttrs attrs = { .category = event->category };

  if (has_args)
    {
      write_args (self, event, &attrs);
      attrs.args = intern_args (self, table, event);
      return strata_attr_table_intern (table, &attrs);
    }

  const guint i = event->category % STRATA_PERFETTO_N_CATEGORIES;

  if (self->categories[i] != event->category)
    {
      self->categories[i] = event->category;
      self->category_attrs[i] = strata_attr_table_intern (table, &attrs);
    }

  return self->category_attrs[i];
}

/* The track that the event names, or that of its sequence, or that of its thread, or the track
 * without an id. Events in Chrome's JSON form that name the latter are of the thread, too. */
static StrataPerfettoTrack *
find_track (StrataPerfettoPlayer *self,
            const StrataPerfettoTrackEvent *event,
            StrataPerfettoSequence *sequence)
{
  const StrataPerfettoDefaults *defaults = &event->state->defaults;

  const gboolean has_none = event->has_track ? event->type == 0 && event->track_uuid == 0 : !defaults->has_track;

  if (has_none && sequence->has_thread)
    return strata_perfetto_player_get_thread_track (self, sequence->pid, sequence->tid);

  const guint64 uuid = event->has_track ? event->track_uuid : defaults->track;

  if (sequence->track == NULL || sequence->track->uuid != uuid)
    sequence->track = strata_perfetto_tracks_get (self->reader->tracks, uuid);

  return sequence->track;
}

/* The lanes below a thread are of that thread. */
static void
own_place (StrataPerfettoPlayer *self,
           const StrataPerfettoTrack *track,
           guint32 place,
           gint64 time_ns)
{
  strata_trace_builder_own_place (self->reader->builder, place, strata_event_sink_see_thread (self->sink, track->pid, track->tid, time_ns));
}

static void
settle (StrataPerfettoPlayer *self,
        StrataPerfettoTrack *track,
        const StrataPerfettoTrackEvent *event)
{
  if (track->is_settled)
    return;

  /* a track that asks to be separate from markers of its thread is only separate if there are markers */
  track->is_apart &= track->tid >= 0 && strata_perfetto_memo_has_writer (self->memo, (guint32) track->tid);
  strata_perfetto_tracks_settle (self->reader->tracks, track, event->name);
  if (track->kind == STRATA_PERFETTO_TRACK_THREAD_CHILD)
    own_place (self, track, track->place == 0 && track->below != NULL ? track->below->place : track->place, event->time_ns);
}

/* Nothing can be shown below itself. */
static gboolean
is_left_out (StrataPerfettoPlayer *self,
             const StrataPerfettoTrack *track,
             gint64 time_ns)
{
  if (G_LIKELY (track->loop != STRATA_PERFETTO_LOOP_FOUND))
    return FALSE;

  const char *name = strata_string_pool_get (self->reader->strings, track->name);

  strata_event_sink_diagnose (self->sink, STRATA_DIAGNOSTIC_TRACK_LOOP, 1, time_ns, (StrataText){ name, strlen (name) });
  return TRUE;
}

/* Adds what a counter is of, once. */
static void
own_counter (StrataPerfettoPlayer *self,
             StrataPerfettoTrack *track,
             guint32 process,
             gint64 time_ns)
{
  if (G_LIKELY (track->has_owner))
    return;

  const gboolean is_of_thread = track->kind == STRATA_PERFETTO_TRACK_THREAD_CHILD;
  const StrataCounterOwner owner = { is_of_thread ? strata_event_sink_see_thread (self->sink, track->pid, track->tid, time_ns) : STRATA_NONE, track->own_title };

  strata_trace_builder_own_counter (self->reader->builder, process, track->title, &owner);
  track->has_owner = TRUE;
}

/* Returns the value as an integer. */
static gint64
add_sample (StrataPerfettoPlayer *self,
            StrataPerfettoTrack *track,
            const StrataPerfettoTrackEvent *event,
            double value,
            gint64 whole_value,
            gboolean is_whole)
{
  settle (self, track, event);
  if (is_left_out (self, track, event->time_ns))
    return 0;

  strata_perfetto_player_note_unit (self, track);
  if (track->is_incremental && isfinite (value))
    {
      const StrataPerfettoSum sum = strata_perfetto_player_add_to_sum (self, track, event, value, whole_value, is_whole);

      value = sum.value;
      whole_value = sum.whole_value;
      is_whole = !sum.is_real;
    }

  const guint32 process = strata_perfetto_player_get_process (self, track, event->time_ns);

  own_counter (self, track, process, event->time_ns);
  if (track->below != NULL)
    strata_trace_builder_place_counter (self->reader->builder, process, track->title, track->below->place);
  if (is_whole && !__builtin_mul_overflow (whole_value, track->multiplier, &whole_value))
    {
      strata_event_sink_add_sample (self->sink, process, track->title, event->time_ns, whole_value);
      return whole_value;
    }

  value *= (double) track->multiplier;
  strata_real_to_int (value, &whole_value);
  strata_event_sink_add_real_sample (self->sink, process, track->title, event->time_ns, value);
  return whole_value;
}

/* A value of 0 is written, too. */
static void
take_value (StrataPerfettoPlayer *self,
            StrataPerfettoTrack *track,
            const StrataPerfettoTrackEvent *event)
{
  static const StrataText sample = { "counter_value", 13 };

  if (event->has_value)
    add_sample (self, track, event, event->value, event->whole_value, event->has_whole_value);
  else
    strata_event_sink_diagnose (self->sink, STRATA_DIAGNOSTIC_BAD_PAYLOAD, 1, event->time_ns, sample);
}

static void
add_early (StrataPerfettoPlayer *self,
           StrataPerfettoTrack *track,
           const StrataPerfettoTrackEvent *event,
           double value,
           gint64 whole_value,
           gboolean is_whole)
{
  if (track->is_incremental && isfinite (value))
    strata_perfetto_player_add_to_sum (self, track, event, value, whole_value, is_whole);
}

/* An extra value may be the thread's CPU time. The one that strata-cli writes is not a counter. */
static void
add_extra (StrataPerfettoPlayer *self,
           StrataPerfettoTrackEvent *event,
           guint64 uuid,
           double value,
           gint64 whole_value,
           gboolean is_whole)
{
  StrataPerfettoTrack *track = strata_perfetto_tracks_get (self->reader->tracks, uuid);

  if (event->is_early)
    {
      add_early (self, track, event, value, whole_value, is_whole);
      return;
    }
  if (track->is_repeated)
    {
      event->cpu_ns = whole_value;
      return;
    }

  const gint64 shown = add_sample (self, track, event, value, whole_value, is_whole);

  if (track->is_thread_time)
    event->cpu_ns = shown;
}

static void
add_extras (StrataPerfettoPlayer *self,
            StrataPerfettoTrackEvent *event)
{
  const StrataPerfettoDefaults *defaults = &event->state->defaults;
  const guint64 *uuids = event->n_extras > 0 ? event->extras : defaults->extras;
  const guint n_uuids = event->n_extras > 0 ? event->n_extras : defaults->n_extras;
  const guint64 *double_uuids = event->n_double_extras > 0 ? event->double_extras : defaults->double_extras;
  const guint n_double_uuids = event->n_double_extras > 0 ? event->n_double_extras : defaults->n_double_extras;

  for (guint i = 0; i < MIN (event->n_values, n_uuids); i++)
    add_extra (self, event, uuids[i], (double) (gint64) event->values[i], (gint64) event->values[i], TRUE);

  for (guint i = 0; i < MIN (event->n_double_values, n_double_uuids); i++)
    {
      double value;

      memcpy (&value, &event->double_values[i], sizeof value);
      add_extra (self, event, double_uuids[i], value, 0, FALSE);
    }
}

/* Counts a state on the track of a thread, whose calls have no states between them. A state that is repeated goes on. */
static void
take_state (StrataPerfettoPlayer *self,
            StrataPerfettoTrack *track,
            StrataPerfettoTrackEvent *event)
{
  if (track->kind == STRATA_PERFETTO_TRACK_THREAD)
    {
      const char *name = strata_string_pool_get (self->reader->strings, event->name);

      strata_event_sink_diagnose (self->sink, STRATA_DIAGNOSTIC_BAD_PAYLOAD, 1, event->time_ns, (StrataText){ name, strlen (name) });
      return;
    }

  if (event->name == track->state)
    return;
  if (event->name != STRATA_STRING_EMPTY)
    event->attrs = intern_attrs (self, event);

  strata_perfetto_player_enter_state (self, track, event);
}

/* Lists are long and mostly empty: only their numbers are set. */
static void
init_event (StrataPerfettoTrackEvent *event,
            StrataPerfettoState *state,
            gint64 time_ns,
            StrataProto message)
{
  memset (event, 0, offsetof (StrataPerfettoTrackEvent, extras));
  event->time_ns = time_ns;
  event->cpu_ns = event->call_cpu_ns = event->lasts_ns = STRATA_NO_TIME;
  event->tid = STRATA_NONE;
  event->first_extension = G_MAXUINT32;
  event->pid = -1;
  event->state = state;
  event->message = message;
}

/**
 * strata_perfetto_player_take_track_event:
 * @self: the player
 * @context: context of the record
 * @time_ns: when
 * @message: a track event
 *
 * Plays an event of a track.
 */
void
strata_perfetto_player_take_track_event (StrataPerfettoPlayer *self,
                                         const StrataPerfettoContext *context,
                                         gint64 time_ns,
                                         StrataProto message)
{
  StrataPerfettoTrackEvent event;

  init_event (&event, context->state, time_ns, message);
  while (strata_proto_next (&message))
    parse_field (self, &event, &message);

  finish_categories (self, &event);
  self->n_damaged += message.is_damaged != FALSE;
  self->n_cut += event.is_cut;

  StrataPerfettoTrack *track = find_track (self, &event, context->sequence);

  if (track->is_repeated)
    {
      strata_perfetto_player_note_unit (self, track);
      return;
    }

  settle (self, track, &event);
  if (event.type != STRATA_PERFETTO_EVENT_COUNTER && is_left_out (self, track, time_ns))
    return;

  add_extras (self, &event);
  if (event.legacy.at != NULL)
    {
      strata_perfetto_legacy_add_flow (&event);
      event.attrs = intern_attrs (self, &event);
      strata_perfetto_player_take_legacy (self, context, track, &event);
      return;
    }

  switch (event.type)
    {
    case STRATA_PERFETTO_EVENT_BEGIN:
      event.attrs = intern_attrs (self, &event);
      strata_perfetto_player_begin (self, track, &event);
      break;
    case STRATA_PERFETTO_EVENT_END:
      if (strata_perfetto_event_has_args (&event))
        event.attrs = intern_attrs (self, &event);
      strata_perfetto_player_end (self, track, &event);
      break;
    case STRATA_PERFETTO_EVENT_INSTANT:
      event.attrs = intern_attrs (self, &event);
      strata_perfetto_player_add_instant (self, track, &event);
      break;
    case STRATA_PERFETTO_EVENT_STATE:
      take_state (self, track, &event);
      break;
    case STRATA_PERFETTO_EVENT_COUNTER:
      take_value (self, track, &event);
      break;
    default:
      break;
    }

  if (event.log.at != NULL)
    strata_perfetto_player_take_event_log (self, &event, strata_perfetto_player_get_event_thread (self, track, &event));
}

/**
 * strata_perfetto_player_pass_track_event:
 * @self: the player
 * @context: context of the record
 * @message: a track event
 *
 * Adds the differences in an event to their counters, before the time of the event.
 */
void
strata_perfetto_player_pass_track_event (StrataPerfettoPlayer *self,
                                         const StrataPerfettoContext *context,
                                         StrataProto message)
{
  StrataPerfettoTrackEvent event;

  init_event (&event, context->state, 0, message);
  event.is_early = TRUE;
  while (strata_proto_next (&message))
    if (message.number == STRATA_PF_EVENT_TYPE || message.number == STRATA_PF_EVENT_TRACK)
      parse_field (self, &event, &message);
    else
      parse_value (&event, &message);

  add_extras (self, &event);
  if (event.type == STRATA_PERFETTO_EVENT_COUNTER)
    add_early (self, find_track (self, &event, context->sequence), &event, event.value, event.whole_value, event.has_whole_value);
}
