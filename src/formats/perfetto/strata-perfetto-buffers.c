/* strata-perfetto-buffers.c - what happens to the buffers of layers
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "strata-perfetto-args.h"
#include "strata-perfetto-fields.h"
#include "strata-perfetto-player.h"

/* SurfaceFlinger of Android 10 and 11 reports each event of a buffer, which has a lane. From these events follows who has the
 * buffer: the app from dequeueing it to queueing it, the GPU until its fence is signaled, SurfaceFlinger from latching to
 * presenting it, and the display until the next buffer of the layer is presented.
 * Format: trace/android/graphics_frame_event.proto of Perfetto. Lanes and names are those of its trace_processor. */

typedef enum
{
  BUFFER_EVENT_UNSPECIFIED,
  BUFFER_EVENT_DEQUEUE,
  BUFFER_EVENT_QUEUE,
  BUFFER_EVENT_POST,
  BUFFER_EVENT_ACQUIRE_FENCE,
  BUFFER_EVENT_LATCH,
  BUFFER_EVENT_HWC_COMPOSITION_QUEUED,
  BUFFER_EVENT_FALLBACK_COMPOSITION,
  BUFFER_EVENT_PRESENT_FENCE,
} BufferEvent;

/* Cookies of the slices that say who has a buffer; others are of programs, frames and single packets. */
#define PHASE_COOKIES (G_GINT64_CONSTANT (-0x2000000000000000))

#define MOST_LAYER_BYTES 1024

typedef struct
{
  gint64 time_ns;
  guint64 frame;
  guint64 type;
  guint64 buffer;
  gint64 duration_ns;
  char *layer; /* owned */
  guint32 attrs;
} Event;

static const char *
get_name (guint64 type)
{
  static const char *const names[] = { "unspecified_event", "Dequeue", "Queue", "Post", "AcquireFenceSignaled", "Latch", "HWCCompositionQueued", "FallbackComposition",
                                       "PresentFenceSignaled", "ReleaseFenceSignaled", "Modify", "Detach", "Attach", "Cancel" };

  return names[type < G_N_ELEMENTS (names) ? type : BUFFER_EVENT_UNSPECIFIED];
}

static guint32
intern_attrs (StrataPerfettoPlayer *self,
              const Event *event)
{
  StrataPerfettoArgs args = { self->text, NULL, self->reader->strings, 0 };
  StrataAttrs attrs = { .category = strata_perfetto_player_intern (self, "buffer") };

  g_string_truncate (self->text, 0);
  strata_perfetto_args_add_int (&args, "frame_number", (gint64) event->frame);
  if (*event->layer != '\0')
    strata_perfetto_args_add_text (&args, "layer_name", event->layer, strlen (event->layer));
  attrs.args = strata_attr_table_intern_args (strata_trace_builder_get_attrs (self->reader->builder), self->text->str, self->text->len);
  return strata_attr_table_intern (strata_trace_builder_get_attrs (self->reader->builder), &attrs);
}

/* The lane of a buffer, or of one that has it. */
static guint32
intern_lane (StrataPerfettoPlayer *self,
             const Event *event,
             const char *owner)
{
  g_autofree char *lane = g_strdup_printf ("%s%" G_GUINT64_FORMAT " %s", owner, event->buffer, event->layer);

  return strata_perfetto_player_intern (self, lane);
}

static void
end_phase (StrataPerfettoPlayer *self,
           const Event *event,
           guint32 lane)
{
  const StrataEventTrack *open = g_hash_table_lookup (self->open_phases, GUINT_TO_POINTER (lane));

  if (open == NULL)
    return;

  strata_event_sink_end_on_track (self->sink, open, event->time_ns);
  g_hash_table_remove (self->open_phases, GUINT_TO_POINTER (lane));
}

static void
begin_phase (StrataPerfettoPlayer *self,
             const Event *event,
             guint32 lane)
{
  StrataEventTrack *open = g_new0 (StrataEventTrack, 1);
  char name[24];

  end_phase (self, event, lane);
  open->cookie = PHASE_COOKIES + (gint64) self->n_phases++;
  open->process = strata_perfetto_player_get_global (self);
  open->thread = STRATA_NONE;
  open->name = lane;
  g_snprintf (name, sizeof name, "%" G_GUINT64_FORMAT, event->frame);
  strata_event_sink_begin_on_track (self->sink, open, event->time_ns, strata_perfetto_player_intern (self, name), event->attrs);
  g_hash_table_insert (self->open_phases, GUINT_TO_POINTER (lane), open);
}

/* The display has one buffer of a layer at a time, whichever it is. */
static void
take_present (StrataPerfettoPlayer *self,
              const Event *event)
{
  g_autofree char *display = g_strconcat ("Display_", event->layer, NULL);

  end_phase (self, event, intern_lane (self, event, "SF_"));
  begin_phase (self, event, strata_perfetto_player_intern (self, display));
}

static void
take_phase (StrataPerfettoPlayer *self,
            const Event *event)
{
  if (event->type == BUFFER_EVENT_DEQUEUE)
    begin_phase (self, event, intern_lane (self, event, "APP_"));
  else if (event->type == BUFFER_EVENT_QUEUE)
    {
      end_phase (self, event, intern_lane (self, event, "APP_"));
      begin_phase (self, event, intern_lane (self, event, "GPU_"));
    }
  else if (event->type == BUFFER_EVENT_ACQUIRE_FENCE)
    end_phase (self, event, intern_lane (self, event, "GPU_"));
  else if (event->type == BUFFER_EVENT_LATCH)
    begin_phase (self, event, intern_lane (self, event, "SF_"));
  else if (event->type == BUFFER_EVENT_PRESENT_FENCE)
    take_present (self, event);
}

static void
take_event (StrataPerfettoPlayer *self,
            gint64 time_ns,
            StrataProto message)
{
  Event event = { .time_ns = time_ns };

  while (strata_proto_next (&message))
    if (message.number == STRATA_PF_BUFFER_EVENT_FRAME)
      event.frame = strata_proto_get_uint (&message);
    else if (message.number == STRATA_PF_BUFFER_EVENT_TYPE)
      event.type = strata_proto_get_uint (&message);
    else if (message.number == STRATA_PF_BUFFER_EVENT_LAYER && event.layer == NULL)
      event.layer = strata_proto_dup_text (&message, MOST_LAYER_BYTES);
    else if (message.number == STRATA_PF_BUFFER_EVENT_DURATION)
      event.duration_ns = strata_proto_get_int (&message);
    else if (message.number == STRATA_PF_BUFFER_EVENT_BUFFER)
      event.buffer = strata_proto_get_uint (&message);

  g_autofree char *layer = event.layer != NULL ? g_steal_pointer (&event.layer) : g_strdup ("");

  event.layer = layer;
  event.attrs = intern_attrs (self, &event);

  const StrataEventTrack track = { .process = strata_perfetto_player_get_global (self), .thread = STRATA_NONE, .name = intern_lane (self, &event, "Buffer: ") };

  strata_perfetto_player_add_span (self, &track, time_ns, MAX (event.duration_ns, 0), strata_perfetto_player_intern (self, get_name (event.type)), event.attrs);
  take_phase (self, &event);
}

/**
 * strata_perfetto_player_take_buffer:
 * @self: the player
 * @time_ns: when
 * @event: an event of a buffer
 *
 * Plays an event of a buffer.
 */
void
strata_perfetto_player_take_buffer (StrataPerfettoPlayer *self,
                                    gint64 time_ns,
                                    StrataProto event)
{
  while (strata_proto_next (&event))
    if (event.number == STRATA_PF_BUFFER_EVENTS_EVENT)
      take_event (self, time_ns, strata_proto_enter (&event));
}
