/* strata-perfetto-out-frames.c - frames as packets of the frame timeline
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-perfetto-out.h"

#include <string.h>

#include "strata-arg-value.h"
#include "strata-frame-words.h"

/* A frame is a slice on a track of its process, named by its token; everything else is in its arguments, see
 * strata-perfetto-frame.c. If packets can express all of it, it becomes the two packets from which it was made,
 * which other programs also recognise as a frame. */

#define PACKET_TIMESTAMP 8
#define PACKET_FRAME_TIMELINE 76

#define EXPECTED_DISPLAY 1
#define ACTUAL_DISPLAY 2
#define EXPECTED_SURFACE 3
#define ACTUAL_SURFACE 4
#define FRAME_END 5

#define END_COOKIE 1

typedef enum
{
  VALUE_INT,
  VALUE_TRUTH,
  VALUE_FLOAT,
  VALUE_TEXT,
  VALUE_WORD,
  VALUE_BITS,
} ValueKind;

/* An argument, and its fields in the packets of displays and surfaces; 0 if it has none there. */
typedef struct
{
  const char *key;
  guint8 display;
  guint8 surface;
  ValueKind kind;
  StrataFrameWords words;
} Field;

static const Field fields[] = {
  { "token", 2, 2, VALUE_INT, 0 },
  { "display_token", 0, 3, VALUE_INT, 0 },
  { "layer", 0, 5, VALUE_TEXT, 0 },
  { "present", 4, 6, VALUE_WORD, STRATA_FRAME_PRESENT },
  { "on_time_finish", 5, 7, VALUE_TRUTH, 0 },
  { "gpu_composition", 6, 8, VALUE_TRUTH, 0 },
  { "jank", 7, 9, VALUE_BITS, STRATA_FRAME_JANK },
  { "prediction", 8, 10, VALUE_WORD, STRATA_FRAME_PREDICTION },
  { "severity", 9, 12, VALUE_WORD, STRATA_FRAME_SEVERITY },
  { "present_delay_ms", 10, 13, VALUE_FLOAT, 0 },
  { "vsync_resynced_jitter_ms", 0, 14, VALUE_FLOAT, 0 },
  { "severity_score", 11, 15, VALUE_FLOAT, 0 },
  { "latched_unsignaled_count", 15, 0, VALUE_INT, 0 },
  { "addressable_unsignaled_latch_count", 16, 0, VALUE_INT, 0 },
};

static const Field *
find_field (const StrataArg *arg)
{
  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    if (strata_arg_has_key (arg, fields[i].key))
      return &fields[i];

  return NULL;
}

static gboolean
put_bits (GString *out,
          guint32 number,
          const char *text)
{
  g_auto (GStrv) words = g_strsplit (text, STRATA_FRAME_JANK_SEPARATOR, 0);
  guint64 bits = 0;
  guint64 bit;

  for (guint i = 0; words[i] != NULL && !g_str_equal (text, STRATA_FRAME_NO_JANK); i++)
    if (strata_frame_words_find (STRATA_FRAME_JANK, words[i], &bit))
      bits |= G_GUINT64_CONSTANT (1) << bit;
    else if (g_str_has_prefix (words[i], "0x") && g_ascii_string_to_unsigned (words[i] + 2, 16, 0, G_MAXUINT64, &bit, NULL))
      bits |= bit;
    else
      return FALSE;

  strata_proto_put_uint (out, number, bits);
  return TRUE;
}

/* Returns FALSE for a value that no version of Android writes. */
static gboolean
put_value (GString *out,
           const Field *field,
           guint32 number,
           const char *text)
{
  guint64 value = 0;
  gint64 whole;

  switch (field->kind)
    {
    case VALUE_INT:
    case VALUE_TRUTH:
      if (!g_ascii_string_to_signed (text, 10, G_MININT64, field->kind == VALUE_TRUTH ? 1 : G_MAXINT64, &whole, NULL))
        return FALSE;
      strata_proto_put_uint (out, number, (guint64) whole);
      return TRUE;
    case VALUE_FLOAT:
      strata_proto_put_float (out, number, (float) g_ascii_strtod (text, NULL));
      return TRUE;
    case VALUE_TEXT:
      strata_proto_put_text (out, number, text);
      return TRUE;
    case VALUE_WORD:
      if (!strata_frame_words_find (field->words, text, &value))
        return FALSE;
      strata_proto_put_uint (out, number, value);
      return TRUE;
    case VALUE_BITS:
      return put_bits (out, number, text);
    }

  return FALSE;
}

static gboolean
put_args (StrataPerfettoOut *self,
          const char *args,
          gboolean is_surface)
{
  StrataArg arg;

  while (strata_args_next (&args, &arg))
    {
      const Field *field = find_field (&arg);
      const guint32 number = field == NULL ? 0 : is_surface ? field->surface
                                                            : field->display;
      gsize n_bytes;
      g_autofree char *text = strata_arg_value_dup_text (&arg, &n_bytes);

      if (number == 0 || strlen (text) != n_bytes || !put_value (self->inner, field, number, text))
        return FALSE;
    }

  return TRUE;
}

/* Readers of the packets name the slice by its token. */
static gboolean
is_named_by_token (StrataPerfettoOut *self,
                   guint32 slice,
                   const char *args)
{
  const char *name = strata_trace_get_string (self->trace, strata_trace_get_slices (self->trace)->name[slice]);
  StrataArg arg;

  return g_str_has_prefix (args, "token=") && strata_args_next (&args, &arg) && arg.n_value_bytes == strlen (name) && memcmp (arg.value, name, arg.n_value_bytes) == 0;
}

/* Readers assume that a frame belongs to the main thread of its process. */
static gboolean
is_of_main_thread (StrataPerfettoOut *self,
                   const StrataTrack *track,
                   guint32 slice)
{
  const StrataSliceTable *slices = strata_trace_get_slices (self->trace);
  const guint32 thread = slices->async_thread != NULL ? slices->async_thread[slice - slices->first_async] : STRATA_NONE;

  return thread != STRATA_NONE && track->process != STRATA_NONE && strata_perfetto_out_get_tid (self, thread) == strata_perfetto_out_get_pid (self, track->process);
}

/* Replaces @self->body by the start of a frame. Returns FALSE if the fields cannot express it. */
static gboolean
put_begin (StrataPerfettoOut *self,
           const StrataTrack *track,
           guint32 slice,
           gboolean is_actual)
{
  const StrataAttrs attrs = strata_attr_table_get (strata_trace_get_attrs (self->trace), strata_slice_table_get_attrs (strata_trace_get_slices (self->trace), slice));
  g_autofree char *args = strata_attr_table_dup_args (strata_trace_get_attrs (self->trace), attrs.args);
  const gboolean is_surface = strstr (args, "display_token=") != NULL;

  g_string_truncate (self->inner, 0);
  strata_proto_put_uint (self->inner, END_COOKIE, (guint64) slice + 1);
  strata_proto_put_uint (self->inner, is_surface ? 4 : 3, (guint64) strata_perfetto_out_get_pid (self, track->process));
  if (!g_str_equal (strata_trace_get_string (self->trace, attrs.category), "frame") || !is_named_by_token (self, slice, args) || !put_args (self, args, is_surface))
    {
      g_string_truncate (self->inner, 0);
      return FALSE;
    }

  strata_proto_put_message (self->body, is_surface ? (is_actual ? ACTUAL_SURFACE : EXPECTED_SURFACE) : (is_actual ? ACTUAL_DISPLAY : EXPECTED_DISPLAY), self->inner);
  return TRUE;
}

/**
 * strata_perfetto_out_frame:
 * @self: where packets go
 * @time_ns: when
 * @track: its track
 * @slice: index of an asynchronous slice
 * @is_begin: whether it begins rather than ends
 *
 * Writes the begin or the end of a frame.
 *
 * Returns: whether the slice is a frame, and was therefore written
 */
gboolean
strata_perfetto_out_frame (StrataPerfettoOut *self,
                           gint64 time_ns,
                           const StrataTrack *track,
                           guint32 slice,
                           gboolean is_begin)
{
  const char *name = strata_trace_get_string (self->trace, track->name);
  const gboolean is_actual = g_str_equal (name, "Actual Timeline");

  if ((!is_actual && !g_str_equal (name, "Expected Timeline")) || !is_of_main_thread (self, track, slice) || !put_begin (self, track, slice, is_actual))
    return FALSE;

  if (!is_begin)
    {
      g_string_truncate (self->body, 0);
      strata_proto_put_uint (self->inner, END_COOKIE, (guint64) slice + 1);
      strata_proto_put_message (self->body, FRAME_END, self->inner);
    }

  strata_proto_put_uint (self->packet, PACKET_TIMESTAMP, strata_perfetto_out_get_time (self, time_ns));
  strata_perfetto_out_end_packet (self, PACKET_FRAME_TIMELINE, 1);
  return TRUE;
}
