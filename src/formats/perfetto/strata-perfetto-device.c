/* strata-perfetto-device.c - states of the device, and triggers of the trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-perfetto-fields.h"
#include "strata-perfetto-player.h"

/* Properties of the system, the state of the display at the start, and triggers. Numbers become counters,
 * words become instants. Values that the system also traces while it runs have the same names as there.
 * Format: trace/android and trace/trigger.proto of Perfetto. */

#define MOST_NAME_BYTES 200
#define PREFIX "debug.tracing."
#define SCREEN_STATE "ScreenState"

static const char *const known_names[][2] = {
  { PREFIX "screen_state", SCREEN_STATE },
  { PREFIX "device_state", "DeviceStateChanged" },
  { PREFIX "battery_status", "BatteryStatus" },
  { PREFIX "plug_type", "PlugType" },
};

static const char *
get_title (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (known_names); i++)
    if (strcmp (known_names[i][0], name) == 0)
      return known_names[i][1];

  return g_str_has_prefix (name, PREFIX) ? name + strlen (PREFIX) : name;
}

static void
add_instant (StrataPerfettoPlayer *self,
             gint64 time_ns,
             const char *track,
             const char *name)
{
  strata_event_sink_add_instant (self->sink, STRATA_NONE, strata_perfetto_player_get_global (self), strata_perfetto_player_intern (self, track), time_ns, strata_perfetto_player_intern (self, name));
}

static void
add_property (StrataPerfettoPlayer *self,
              gint64 time_ns,
              const char *name,
              const char *value)
{
  gint64 number;

  if (g_ascii_string_to_signed (value, 10, G_MININT64, G_MAXINT64, &number, NULL))
    strata_event_sink_add_sample (self->sink, STRATA_NONE, strata_perfetto_player_intern (self, get_title (name)), time_ns, number);
  else
    add_instant (self, time_ns, get_title (name), value);
}

void
strata_perfetto_player_take_properties (StrataPerfettoPlayer *self,
                                        gint64 time_ns,
                                        StrataProto properties)
{
  while (strata_proto_next (&properties))
    if (properties.number == STRATA_PF_SYSTEM_PROPERTIES_VALUE)
      {
        StrataProto row = strata_proto_enter (&properties);
        g_autofree char *name = NULL;
        g_autofree char *value = NULL;

        while (strata_proto_next (&row))
          if (row.number == STRATA_PF_SYSTEM_PROPERTY_NAME && name == NULL)
            name = strata_proto_dup_text (&row, MOST_NAME_BYTES);
          else if (row.number == STRATA_PF_SYSTEM_PROPERTY_VALUE && value == NULL)
            value = strata_proto_dup_text (&row, MOST_NAME_BYTES);

        if (name != NULL && value != NULL)
          add_property (self, time_ns, name, value);
      }
}

void
strata_perfetto_player_take_display_state (StrataPerfettoPlayer *self,
                                           gint64 time_ns,
                                           StrataProto state)
{
  while (strata_proto_next (&state))
    if (state.number == STRATA_PF_DISPLAY_STATE_STATE)
      strata_event_sink_add_sample (self->sink, STRATA_NONE, strata_perfetto_player_intern (self, SCREEN_STATE), time_ns, (gint32) strata_proto_get_uint (&state));
}

void
strata_perfetto_player_take_trigger (StrataPerfettoPlayer *self,
                                     gint64 time_ns,
                                     StrataProto trigger)
{
  g_autofree char *name = NULL;

  while (strata_proto_next (&trigger))
    if (trigger.number == STRATA_PF_TRIGGER_NAME && name == NULL)
      name = strata_proto_dup_text (&trigger, MOST_NAME_BYTES);

  add_instant (self, time_ns, "Trace Triggers", name != NULL ? name : "");
}
