/* strata-perfetto-rails.c - energy of the power rails of a device
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-counter-notes.h"
#include "strata-perfetto-fields.h"
#include "strata-perfetto-player.h"

/* Rails are described once, in any of the packets; values refer to them by number, which is valid in a
 * session. A value has its own time, in ms since boot, or else the time of its packet.
 * Format: trace/power/power_rails.proto of Perfetto. */

#define NS_PER_MS 1000000

/* No device has more. */
#define MOST_RAILS 65536
#define MOST_NAME_BYTES 200

/* Boards number their rails differently, but use the same names for what a rail feeds. */
static const struct
{
  const char *suffix;
  const char *name;
} known_rails[] = {
  { "M_VDD_CPUCL0", "rails.cpu.little" },
  { "M_VDD_CPUCL0_M", "rails.cpu.little.mem" },
  { "M_VDD_CPUCL1", "rails.cpu.mid" },
  { "M_VDD_CPUCL1_M", "rails.cpu.mid.mem" },
  { "M_VDD_CPUCL2", "rails.cpu.big" },
  { "S_VDD_G3D", "rails.gpu" },
  { "S_VDD_G3D_L2", "rails.gpu.l2" },
  { "M_VDD_TPU", "rails.tpu" },
  { "M_VDD_INT", "rails.system.fabric" },
  { "M_VDD_MIF", "rails.memory.interface" },
  { "S_VDDQ_MEM", "rails.ddr.a" },
  { "S_VDD2L", "rails.ddr.b" },
  { "S_VDD2L_MEM", "rails.ddr.b" },
  { "S_VDD2H_MEM", "rails.ddr.c" },
  { "S_VDD_AOC", "rails.aoc.logic" },
  { "S_VDD_AOC_RET", "rails.aoc.memory" },
  { "S_VDD_CAM", "rails.multimedia" },
  { "S_GNSS_CORE", "rails.gps" },
  { "M_LLDO1", "rails.ldo.main.a" },
  { "M_LLDO2", "rails.ldo.main.b" },
  { "S_LLDO1", "rails.ldo.sub" },
  { "VSYS_PWR_CAMERA", "rails.camera" },
  { "VSYS_PWR_DISP", "rails.display" },
  { "VSYS_PWR_DISPLAY", "rails.display" },
  { "VSYS_PWR_MMWAVE", "rails.mmwave" },
  { "VSYS_PWR_MODEM", "rails.modem" },
  { "VSYS_PWR_RFFE", "rails.radio.frontend" },
  { "VSYS_PWR_WLAN_BT", "rails.wifi.bt" },
};

static guint64
make_key (guint64 session,
          guint64 index)
{
  return session * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) + index;
}

/* Makes the names of trace_processor, which documents and queries use. */
static char *
make_title (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (known_rails); i++)
    if (g_str_has_suffix (name, known_rails[i].suffix))
      return g_strconcat ("power.", known_rails[i].name, NULL);

  return g_strdup_printf ("power.%s_uws", name);
}

/* A title may say what a rail feeds instead of how the device calls it. Counters of other machines get other names later. */
static void
note_rail (StrataPerfettoPlayer *self,
           guint32 title,
           const char *name,
           const char *subsystem)
{
  const StrataCounterNote note = {
    .gpu = STRATA_NONE,
    .raw_name = strata_perfetto_player_intern (self, name),
    .subsystem = subsystem != NULL ? strata_perfetto_player_intern (self, subsystem) : STRATA_STRING_EMPTY,
  };

  strata_trace_builder_describe_counter (self->reader->builder, title, &note);
}

static void
describe (StrataPerfettoPlayer *self,
          guint64 session,
          StrataProto rail)
{
  g_autofree char *name = NULL;
  g_autofree char *subsystem = NULL;
  guint64 index = 0;

  while (strata_proto_next (&rail))
    if (rail.number == STRATA_PF_RAIL_INDEX)
      index = strata_proto_get_uint (&rail);
    else if (rail.number == STRATA_PF_RAIL_NAME && name == NULL)
      name = strata_proto_dup_text (&rail, MOST_NAME_BYTES);
    else if (rail.number == STRATA_PF_RAIL_SUBSYSTEM && subsystem == NULL)
      subsystem = strata_proto_dup_text (&rail, MOST_NAME_BYTES);

  if (name == NULL || g_hash_table_size (self->rails) >= MOST_RAILS)
    return;

  const guint64 key = make_key (session, index);
  g_autofree char *title = make_title (name);
  const guint32 string = strata_perfetto_player_intern (self, title);

  g_hash_table_replace (self->rails, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (string));
  if (!self->reader->is_other)
    note_rail (self, string, name, subsystem);
}

/* FALSE if the boot clock cannot be converted. */
static gboolean
place_ms (StrataPerfettoPlayer *self,
          guint64 time_ms,
          gint64 *time_ns)
{
  StrataPerfettoClocks *clocks = self->reader->clocks;
  gint64 boot_ns;

  if (time_ms > G_MAXINT64 / NS_PER_MS)
    return FALSE;

  boot_ns = (gint64) time_ms * NS_PER_MS;
  if (!strata_perfetto_clocks_convert (clocks, strata_perfetto_clocks_get (clocks, 0, STRATA_PERFETTO_CLOCK_BOOTTIME), boot_ns, &boot_ns))
    return FALSE;

  *time_ns = strata_event_sink_place_time (self->sink, boot_ns);
  return TRUE;
}

static void
take_energy (StrataPerfettoPlayer *self,
             guint64 session,
             gint64 time_ns,
             StrataProto energy)
{
  gboolean has_time = FALSE;
  guint64 time_ms = 0;
  guint64 index = 0;
  gint64 value = 0;

  while (strata_proto_next (&energy))
    if (energy.number == STRATA_PF_RAIL_ENERGY_INDEX)
      index = strata_proto_get_uint (&energy);
    else if (energy.number == STRATA_PF_RAIL_ENERGY_ENERGY)
      value = strata_proto_get_int (&energy);
    else if (energy.number == STRATA_PF_RAIL_ENERGY_TIME_MS)
      {
        time_ms = strata_proto_get_uint (&energy);
        has_time = TRUE;
      }

  const guint64 key = make_key (session, index);
  const guint32 name = GPOINTER_TO_UINT (g_hash_table_lookup (self->rails, &key));

  if (name == STRATA_STRING_EMPTY)
    self->n_unknown_names++;
  else if (has_time && !place_ms (self, time_ms, &time_ns))
    self->reader->n_without_clock++;
  else
    strata_event_sink_add_sample (self->sink, STRATA_NONE, name, time_ns, value);
}

void
strata_perfetto_player_take_power_rails (StrataPerfettoPlayer *self,
                                         gint64 time_ns,
                                         StrataProto rails)
{
  const guint64 session = strata_proto_find_uint (rails, STRATA_PF_POWER_RAILS_SESSION);
  StrataProto values = rails;

  while (strata_proto_next (&rails))
    if (rails.number == STRATA_PF_POWER_RAILS_DESCRIPTOR)
      describe (self, session, strata_proto_enter (&rails));

  while (strata_proto_next (&values))
    if (values.number == STRATA_PF_POWER_RAILS_ENERGY)
      take_energy (self, session, time_ns, strata_proto_enter (&values));
}
