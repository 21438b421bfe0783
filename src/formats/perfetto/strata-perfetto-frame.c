/* strata-perfetto-frame.c - frames as recorded by SurfaceFlinger
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-frame-words.h"
#include "strata-perfetto-args.h"
#include "strata-perfetto-fields.h"
#include "strata-perfetto-player.h"

/* A frame is two packets with the same cookie: the expected or actual frame, and its end. Both
 * kinds are slices on tracks of the process, named by their token; everything else is in their
 * arguments. */
#define FRAME_COOKIES (G_GINT64_CONSTANT (-0x4000000000000000))

typedef struct
{
  gint64 cookie;
  gboolean is_shown; /* whether it is shown; if not, another one is shown instead, but its end belongs to it */
  StrataEventTrack track;
} StrataPerfettoFrame;

/* The fields of a frame; displays and surfaces use different numbers for them. */
typedef struct
{
  gboolean is_surface;
  gboolean is_actual;
  gint64 cookie;
  gint64 token;
  gint64 display_token;
  gint64 pid;
  StrataProto layer;
  guint64 present;
  guint64 on_time;
  guint64 gpu;
  guint64 jank;
  guint64 prediction;
  guint64 severity;
  gboolean has_severity; /* older versions of Android do not write it */
  StrataProto delay;
  StrataProto jitter;
  StrataProto score;
  guint64 jank_tried; /* the result of another way to find jank, which Android tries out, or 0 */
  guint64 fence;
  StrataProto n_unsignaled;
  StrataProto n_addressable;
} Frame;

static void
parse_display (Frame *frame,
               StrataProto message)
{
  while (strata_proto_next (&message))
    switch (message.number)
      {
      case STRATA_PF_DISPLAY_FRAME_COOKIE:
        frame->cookie = strata_proto_get_int (&message);
        break;
      case STRATA_PF_DISPLAY_FRAME_TOKEN:
        frame->token = strata_proto_get_int (&message);
        break;
      case STRATA_PF_DISPLAY_FRAME_PID:
        frame->pid = (gint32) strata_proto_get_uint (&message);
        break;
      case STRATA_PF_DISPLAY_FRAME_PRESENT:
        frame->present = strata_proto_get_uint (&message);
        break;
      case STRATA_PF_DISPLAY_FRAME_ON_TIME:
        frame->on_time = strata_proto_get_uint (&message);
        break;
      case STRATA_PF_DISPLAY_FRAME_GPU:
        frame->gpu = strata_proto_get_uint (&message);
        break;
      case STRATA_PF_DISPLAY_FRAME_JANK:
        frame->jank = strata_proto_get_uint (&message);
        break;
      case STRATA_PF_DISPLAY_FRAME_PREDICTION:
        frame->prediction = strata_proto_get_uint (&message);
        break;
      case STRATA_PF_DISPLAY_FRAME_SEVERITY:
        frame->severity = strata_proto_get_uint (&message);
        frame->has_severity = TRUE;
        break;
      case STRATA_PF_DISPLAY_FRAME_DELAY_MS:
        frame->delay = message;
        break;
      case STRATA_PF_DISPLAY_FRAME_SCORE:
        frame->score = message;
        break;
      case STRATA_PF_DISPLAY_FRAME_JANK_TRIED:
        frame->jank_tried = strata_proto_get_uint (&message);
        break;
      case STRATA_PF_DISPLAY_FRAME_N_UNSIGNALED:
        frame->n_unsignaled = message;
        break;
      case STRATA_PF_DISPLAY_FRAME_N_ADDRESSABLE:
        frame->n_addressable = message;
        break;
      default:
        break;
      }
}

static void
parse_surface (Frame *frame,
               StrataProto message)
{
  while (strata_proto_next (&message))
    switch (message.number)
      {
      case STRATA_PF_SURFACE_FRAME_COOKIE:
        frame->cookie = strata_proto_get_int (&message);
        break;
      case STRATA_PF_SURFACE_FRAME_TOKEN:
        frame->token = strata_proto_get_int (&message);
        break;
      case STRATA_PF_SURFACE_FRAME_DISPLAY_TOKEN:
        frame->display_token = strata_proto_get_int (&message);
        break;
      case STRATA_PF_SURFACE_FRAME_PID:
        frame->pid = (gint32) strata_proto_get_uint (&message);
        break;
      case STRATA_PF_SURFACE_FRAME_LAYER:
        frame->layer = message;
        break;
      case STRATA_PF_SURFACE_FRAME_PRESENT:
        frame->present = strata_proto_get_uint (&message);
        break;
      case STRATA_PF_SURFACE_FRAME_ON_TIME:
        frame->on_time = strata_proto_get_uint (&message);
        break;
      case STRATA_PF_SURFACE_FRAME_GPU:
        frame->gpu = strata_proto_get_uint (&message);
        break;
      case STRATA_PF_SURFACE_FRAME_JANK:
        frame->jank = strata_proto_get_uint (&message);
        break;
      case STRATA_PF_SURFACE_FRAME_PREDICTION:
        frame->prediction = strata_proto_get_uint (&message);
        break;
      case STRATA_PF_SURFACE_FRAME_SEVERITY:
        frame->severity = strata_proto_get_uint (&message);
        frame->has_severity = TRUE;
        break;
      case STRATA_PF_SURFACE_FRAME_DELAY_MS:
        frame->delay = message;
        break;
      case STRATA_PF_SURFACE_FRAME_JITTER_MS:
        frame->jitter = message;
        break;
      case STRATA_PF_SURFACE_FRAME_SCORE:
        frame->score = message;
        break;
      case STRATA_PF_SURFACE_FRAME_JANK_TRIED:
        frame->jank_tried = strata_proto_get_uint (&message);
        break;
      case STRATA_PF_SURFACE_FRAME_FENCE:
        frame->fence = strata_proto_get_uint (&message);
        break;
      default:
        break;
      }
}

static const char *
get_name (StrataFrameWords list,
          guint64 value)
{
  const char *word = strata_frame_words_get (list, value);

  return word != NULL ? word : "?";
}

/* Adds the kinds of jank from bits, with the system's names. Bits of later versions stay numbers. */
static void
add_jank (StrataPerfettoArgs *args,
          const char *key,
          guint64 jank)
{
  const char *word;
  g_autoptr (GString) text = g_string_new (NULL);
  guint n_known = 0;

  for (; (word = strata_frame_words_get (STRATA_FRAME_JANK, n_known)) != NULL; n_known++)
    if ((jank >> n_known & 1) != 0)
      g_string_append_printf (text, "%s%s", text->len > 0 ? STRATA_FRAME_JANK_SEPARATOR : "", word);

  if (jank >> n_known != 0)
    g_string_append_printf (text, "%s0x%" G_GINT64_MODIFIER "x", text->len > 0 ? STRATA_FRAME_JANK_SEPARATOR : "", jank >> n_known << n_known);
  if (text->len == 0)
    g_string_append (text, STRATA_FRAME_NO_JANK);

  strata_perfetto_args_add_text (args, key, text->str, text->len);
}

/* Adds a number that not all versions of Android write. */
static void
add_real (StrataPerfettoArgs *args,
          const char *key,
          const StrataProto *field)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  if (field->number != 0)
    strata_perfetto_args_add_word (args, key, g_ascii_formatd (text, sizeof text, "%g", strata_proto_get_double (field)));
}

static void
add_count (StrataPerfettoArgs *args,
           const char *key,
           const StrataProto *field)
{
  if (field->number != 0)
    strata_perfetto_args_add_int (args, key, strata_proto_get_int (field));
}

/* Adds what only new versions of Android write. */
static void
add_new (StrataPerfettoArgs *args,
         const Frame *frame)
{
  static const char *const fences[] = { NULL, "Signaled", "Unsignaled", "Delayed Latch Unsignaled" };

  if (frame->jank_tried != 0)
    add_jank (args, "jank_experimental", frame->jank_tried);
  if (frame->fence > 0 && frame->fence < G_N_ELEMENTS (fences))
    strata_perfetto_args_add_word (args, "latched_fence_state", fences[frame->fence]);
  add_count (args, "latched_unsignaled_count", &frame->n_unsignaled);
  add_count (args, "addressable_unsignaled_latch_count", &frame->n_addressable);
}

static void
add_outcome (StrataPerfettoArgs *args,
             const Frame *frame)
{
  strata_perfetto_args_add_word (args, "present", get_name (STRATA_FRAME_PRESENT, frame->present));
  add_jank (args, "jank", frame->jank);
  if (frame->has_severity)
    strata_perfetto_args_add_word (args, "severity", get_name (STRATA_FRAME_SEVERITY, frame->severity));
  add_real (args, "severity_score", &frame->score);
  add_real (args, "present_delay_ms", &frame->delay);
  add_real (args, "vsync_resynced_jitter_ms", &frame->jitter);
  strata_perfetto_args_add_word (args, "prediction", get_name (STRATA_FRAME_PREDICTION, frame->prediction));
  strata_perfetto_args_add_int (args, "on_time_finish", frame->on_time != 0);
  strata_perfetto_args_add_int (args, "gpu_composition", frame->gpu != 0);
  add_new (args, frame);
}

static guint32
intern_attrs (StrataPerfettoPlayer *self,
              const Frame *frame)
{
  StrataPerfettoArgs args = { self->text, NULL, self->reader->strings, 0 };
  StrataAttrs attrs = { 0 };

  g_string_truncate (self->text, 0);
  strata_perfetto_args_add_int (&args, "token", frame->token);
  if (frame->is_surface)
    {
      strata_perfetto_args_add_int (&args, "display_token", frame->display_token);
      if (frame->layer.wire == STRATA_PROTO_BYTES && frame->layer.value > 0)
        strata_perfetto_args_add_text (&args, "layer", (const char *) frame->layer.data, (gsize) frame->layer.value);
    }

  if (frame->is_actual)
    add_outcome (&args, frame);

  attrs.category = strata_string_pool_intern (self->reader->strings, "frame", 5);
  attrs.args = strata_attr_table_intern_args (strata_trace_builder_get_attrs (self->reader->builder), self->text->str, self->text->len);
  return strata_attr_table_intern (strata_trace_builder_get_attrs (self->reader->builder), &attrs);
}

static StrataPerfettoFrame *
open_frame (StrataPerfettoPlayer *self,
            gint64 cookie)
{
  StrataPerfettoFrame *open = g_new0 (StrataPerfettoFrame, 1);

  open->cookie = cookie;
  g_hash_table_replace (self->open_frames, &open->cookie, open);
  return open;
}

static void
begin (StrataPerfettoPlayer *self,
       gint64 time_ns,
       const Frame *frame)
{
  StrataPerfettoFrame *open = open_frame (self, frame->cookie);
  char name[24];

  open->is_shown = TRUE;
  open->track = (StrataEventTrack){
    .cookie = FRAME_COOKIES + (gint64) self->n_frames++,
    .process = strata_event_sink_see_process_at (self->sink, MAX (frame->pid, 0), time_ns),
    .thread = frame->pid > 0 ? strata_event_sink_see_thread (self->sink, frame->pid, (guint32) frame->pid, time_ns) : STRATA_NONE,
    .name = strata_perfetto_player_intern (self, frame->is_actual ? "Actual Timeline" : "Expected Timeline"),
  };
  g_snprintf (name, sizeof name, "%" G_GINT64_FORMAT, frame->token);
  strata_event_sink_begin_on_track (self->sink, &open->track, time_ns, strata_perfetto_player_intern (self, name), intern_attrs (self, frame));
}

/* The expected frame is sent once per layer, but is one frame for its process and token. */
static gboolean
is_repeated (StrataPerfettoPlayer *self,
             const Frame *frame)
{
  const guint64 key = (guint64) frame->pid << 40 ^ (guint64) frame->token;

  if (frame->is_actual || !frame->is_surface)
    return FALSE;

  return !g_hash_table_add (self->expected, g_memdup2 (&key, sizeof key));
}

static void
end (StrataPerfettoPlayer *self,
     gint64 time_ns,
     StrataProto message)
{
  static const StrataText sample = { "frame_end", 9 };
  gint64 cookie = 0;

  while (strata_proto_next (&message))
    if (message.number == STRATA_PF_DISPLAY_FRAME_COOKIE)
      cookie = strata_proto_get_int (&message);

  const StrataPerfettoFrame *open = g_hash_table_lookup (self->open_frames, &cookie);

  if (open == NULL)
    {
      strata_event_sink_diagnose (self->sink, STRATA_DIAGNOSTIC_UNMATCHED_ASYNC_END, 1, time_ns, sample);
      return;
    }

  if (open->is_shown)
    strata_event_sink_end_on_track (self->sink, &open->track, time_ns);
  g_hash_table_remove (self->open_frames, &cookie);
}

/**
 * strata_perfetto_player_take_frame:
 * @self: the player
 * @time_ns: when
 * @event: an event of the frame timeline
 *
 * Plays the start or the end of a frame.
 */
void
strata_perfetto_player_take_frame (StrataPerfettoPlayer *self,
                                   gint64 time_ns,
                                   StrataProto event)
{
  while (strata_proto_next (&event))
    {
      Frame frame = { .is_actual = event.number == STRATA_PF_FRAME_TIMELINE_ACTUAL_DISPLAY || event.number == STRATA_PF_FRAME_TIMELINE_ACTUAL_SURFACE };

      switch (event.number)
        {
        case STRATA_PF_FRAME_TIMELINE_EXPECTED_DISPLAY:
        case STRATA_PF_FRAME_TIMELINE_ACTUAL_DISPLAY:
          parse_display (&frame, strata_proto_enter (&event));
          begin (self, time_ns, &frame);
          break;
        case STRATA_PF_FRAME_TIMELINE_EXPECTED_SURFACE:
        case STRATA_PF_FRAME_TIMELINE_ACTUAL_SURFACE:
          frame.is_surface = TRUE;
          parse_surface (&frame, strata_proto_enter (&event));
          if (is_repeated (self, &frame))
            open_frame (self, frame.cookie);
          else
            begin (self, time_ns, &frame);
          break;
        case STRATA_PF_FRAME_TIMELINE_END:
          end (self, time_ns, strata_proto_enter (&event));
          break;
        default:
          break;
        }
    }
}
