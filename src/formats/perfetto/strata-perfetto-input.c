/* strata-perfetto-input.c - keys, buttons and touches
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-perfetto-fields.h"
#include "strata-perfetto-player.h"

/* Events of input devices from the kernel. A key or button that is held down is a slice on a track of its device. Movements come
 * in many small steps, so each report with movements is an instant. Scan codes and times are omitted, since they repeat other
 * events.
 * Format: EvdevEvent of Android's frameworks/native; types and codes are those of linux/input-event-codes.h. */

#define TYPE_SYNC 0
#define TYPE_KEY 1
#define TYPE_RELATIVE 2
#define TYPE_ABSOLUTE 3
#define TYPE_OTHER 4
#define TYPE_SWITCH 5

#define SYNC_REPORT 0
#define SYNC_DROPPED 3
#define ABSOLUTE_SLOT 47
#define ABSOLUTE_TRACKING 57

#define KEY_UP 0
#define KEY_DOWN 1

#define MOST_NAME_BYTES 200

/* Further devices are treated as one. */
#define MOST_DEVICES 1024

typedef struct
{
  guint32 title; /* string id of the track */
  guint32 slot;  /* the finger of the next values */
  gboolean has_moved;
} Device;

typedef struct
{
  guint64 type;
  guint64 code;
  gint64 value;
} Input;

static const char *
find_key_name (guint64 code)
{
  static const struct
  {
    guint code;
    const char *name;
  } rows[] = {
    { 102, "KEY_HOME" },
    { 113, "KEY_MUTE" },
    { 114, "KEY_VOLUMEDOWN" },
    { 115, "KEY_VOLUMEUP" },
    { 116, "KEY_POWER" },
    { 139, "KEY_MENU" },
    { 142, "KEY_SLEEP" },
    { 143, "KEY_WAKEUP" },
    { 158, "KEY_BACK" },
    { 212, "KEY_CAMERA" },
    { 272, "BTN_LEFT" },
    { 273, "BTN_RIGHT" },
    { 274, "BTN_MIDDLE" },
    { 320, "BTN_TOOL_PEN" },
    { 325, "BTN_TOOL_FINGER" },
    { 330, "BTN_TOUCH" },
    { 331, "BTN_STYLUS" },
    { 580, "KEY_APPSELECT" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (rows[i].code == code)
      return rows[i].name;

  return NULL;
}

static guint32
make_title (StrataPerfettoPlayer *self,
            guint64 id,
            const char *name)
{
  g_autofree char *title = name != NULL && *name != '\0' ? g_strdup_printf ("input: %s", name) : g_strdup_printf ("input device %" G_GUINT64_FORMAT, id);

  return strata_perfetto_player_intern (self, title);
}

static Device *
get_device (StrataPerfettoPlayer *self,
            guint64 id)
{
  if (self->inputs == NULL)
    self->inputs = g_hash_table_new_full (NULL, NULL, NULL, g_free);

  const gpointer key = GUINT_TO_POINTER ((guint) MIN (id, G_MAXUINT32));
  Device *device = g_hash_table_lookup (self->inputs, key);

  if (device == NULL && g_hash_table_size (self->inputs) >= MOST_DEVICES)
    return get_device (self, G_MAXUINT32);
  if (device == NULL)
    {
      device = g_new0 (Device, 1);
      device->title = make_title (self, id, NULL);
      g_hash_table_insert (self->inputs, key, device);
    }

  return device;
}

static void
add_instant (StrataPerfettoPlayer *self,
             const Device *device,
             gint64 time_ns,
             const char *name)
{
  strata_event_sink_add_instant (self->sink, STRATA_NONE, strata_perfetto_player_get_global (self), device->title, time_ns, strata_perfetto_player_intern (self, name));
}

static StrataEventTrack
make_track (StrataPerfettoPlayer *self,
            const Device *device,
            gint64 cookie)
{
  return (StrataEventTrack){ .process = strata_perfetto_player_get_global (self), .thread = STRATA_NONE, .name = device->title, .cookie = cookie };
}

/* A held key is repeated; its slice shows that already. */
static void
take_key (StrataPerfettoPlayer *self,
          const Device *device,
          gint64 time_ns,
          const Input *input)
{
  const StrataEventTrack track = make_track (self, device, (gint64) MIN (input->code, G_MAXUINT32));
  const char *known = find_key_name (input->code);
  g_autofree char *name = known != NULL ? g_strdup (known) : g_strdup_printf ("key %" G_GUINT64_FORMAT, input->code);

  if (input->value == KEY_DOWN)
    strata_event_sink_begin_on_track (self->sink, &track, time_ns, strata_perfetto_player_intern (self, name), STRATA_ATTRS_NONE);
  else if (input->value == KEY_UP)
    strata_event_sink_end_on_track (self->sink, &track, time_ns);
}

/* A finger has a number from when it touches the screen until it is lifted, which is reported as number -1. */
static void
take_axis (StrataPerfettoPlayer *self,
           Device *device,
           gint64 time_ns,
           const Input *input)
{
  const StrataEventTrack track = make_track (self, device, (gint64) ((guint64) device->slot + 1) << 32);

  if (input->code == ABSOLUTE_SLOT)
    device->slot = (guint32) (input->value & G_MAXINT32);
  else if (input->code != ABSOLUTE_TRACKING)
    device->has_moved = TRUE;
  else if (input->value >= 0)
    strata_event_sink_begin_on_track (self->sink, &track, time_ns, strata_perfetto_player_intern (self, "touch"), STRATA_ATTRS_NONE);
  else
    strata_event_sink_end_on_track (self->sink, &track, time_ns);
}

static void
take_sync (StrataPerfettoPlayer *self,
           Device *device,
           gint64 time_ns,
           guint64 code)
{
  if (code == SYNC_DROPPED)
    add_instant (self, device, time_ns, "events dropped");
  else if (code == SYNC_REPORT && device->has_moved)
    add_instant (self, device, time_ns, "move");

  device->has_moved = FALSE;
}

static void
take_other (StrataPerfettoPlayer *self,
            const Device *device,
            gint64 time_ns,
            const Input *input)
{
  g_autofree char *name = input->type == TYPE_SWITCH ? g_strdup_printf ("switch %" G_GUINT64_FORMAT " = %" G_GINT64_FORMAT, input->code, input->value)
                                                     : g_strdup_printf ("type %" G_GUINT64_FORMAT " code %" G_GUINT64_FORMAT " = %" G_GINT64_FORMAT, input->type, input->code, input->value);

  add_instant (self, device, time_ns, name);
}

static void
take_input (StrataPerfettoPlayer *self,
            Device *device,
            gint64 time_ns,
            StrataProto message)
{
  Input input = { 0 };

  while (strata_proto_next (&message))
    if (message.number == STRATA_PF_EVDEV_INPUT_TYPE)
      input.type = strata_proto_get_uint (&message);
    else if (message.number == STRATA_PF_EVDEV_INPUT_CODE)
      input.code = strata_proto_get_uint (&message);
    else if (message.number == STRATA_PF_EVDEV_INPUT_VALUE)
      input.value = strata_proto_unfold (strata_proto_get_uint (&message));

  if (input.type == TYPE_SYNC)
    take_sync (self, device, time_ns, input.code);
  else if (input.type == TYPE_KEY)
    take_key (self, device, time_ns, &input);
  else if (input.type == TYPE_ABSOLUTE)
    take_axis (self, device, time_ns, &input);
  else if (input.type == TYPE_RELATIVE)
    device->has_moved = TRUE;
  else if (input.type != TYPE_OTHER)
    take_other (self, device, time_ns, &input);
}

static void
name_device (StrataPerfettoPlayer *self,
             Device *device,
             guint64 id,
             StrataProto addition)
{
  g_autofree char *name = NULL;

  while (strata_proto_next (&addition))
    if (addition.number == STRATA_PF_EVDEV_ADDITION_DEVICE)
      {
        StrataProto description = strata_proto_enter (&addition);

        while (strata_proto_next (&description))
          if (description.number == STRATA_PF_EVDEV_DEVICE_NAME && name == NULL)
            name = strata_proto_dup_text (&description, MOST_NAME_BYTES);
      }

  device->title = make_title (self, id, name);
}

void
strata_perfetto_player_take_input (StrataPerfettoPlayer *self,
                                   gint64 time_ns,
                                   StrataProto event)
{
  StrataProto fields = event;
  guint64 id = 0;

  while (strata_proto_next (&fields))
    if (fields.number == STRATA_PF_EVDEV_EVENT_DEVICE)
      id = strata_proto_get_uint (&fields);

  Device *device = get_device (self, id);

  while (strata_proto_next (&event))
    if (event.number == STRATA_PF_EVDEV_EVENT_INPUT)
      take_input (self, device, time_ns, strata_proto_enter (&event));
    else if (event.number == STRATA_PF_EVDEV_EVENT_ADDITION)
      name_device (self, device, id, strata_proto_enter (&event));
    else if (event.number == STRATA_PF_EVDEV_EVENT_REMOVAL)
      add_instant (self, device, time_ns, "removed");
}
