/* strata-perfetto-atoms.c - atoms of Android's statistics
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-perfetto-args.h"
#include "strata-perfetto-fields.h"
#include "strata-perfetto-player.h"

/* An atom, a record of statsd, is an instant. The file has only the numbers of atoms and of their fields: the names are in
 * the sources of Android, and each version has more. So an atom is shown as "atom 9" with arguments such as 1=5.
 * Format: trace/statsd of Perfetto's protos. */

/* A message in an atom has no shorter form than its length. */
static void
add_bytes (StrataPerfettoArgs *args,
           const char *key,
           const StrataProto *field)
{
  const StrataText text = strata_proto_get_text (field);
  gboolean is_text = g_utf8_validate_len (text.text, text.n_bytes, NULL);
  char size[40];

  for (gsize i = 0; is_text && i < text.n_bytes; i++)
    is_text = !g_ascii_iscntrl (text.text[i]);

  g_snprintf (size, sizeof size, "(%" G_GSIZE_FORMAT " B)", text.n_bytes);
  if (is_text)
    strata_perfetto_args_add_text (args, key, text.text, text.n_bytes);
  else
    strata_perfetto_args_add_word (args, key, size);
}

static void
add_field (StrataPerfettoArgs *args,
           const StrataProto *field)
{
  char real[G_ASCII_DTOSTR_BUF_SIZE];
  char key[16];

  g_snprintf (key, sizeof key, "%u", field->number);
  if (field->wire == STRATA_PROTO_BYTES)
    add_bytes (args, key, field);
  else if (field->wire == STRATA_PROTO_VARINT)
    strata_perfetto_args_add_int (args, key, strata_proto_get_int (field));
  else
    strata_perfetto_args_add_word (args, key, g_ascii_formatd (real, sizeof real, "%g", strata_proto_get_double (field)));
}

static void
take_atom (StrataPerfettoPlayer *self,
           gint64 time_ns,
           guint32 number,
           StrataProto fields)
{
  StrataPerfettoArgs args = { self->text, NULL, self->reader->strings, 0 };
  char name[24];

  g_snprintf (name, sizeof name, "atom %u", number);
  g_string_truncate (self->text, 0);
  while (strata_proto_next (&fields))
    add_field (&args, &fields);

  const guint32 set = strata_attr_table_intern_only_args (strata_trace_builder_get_attrs (self->reader->builder), self->text->str, self->text->len);

  strata_event_sink_add_attrs (self->sink, time_ns, set);
  strata_event_sink_add_instant (self->sink, STRATA_NONE, strata_perfetto_player_get_global (self), strata_perfetto_player_intern (self, "Statsd Atoms"), time_ns, strata_perfetto_player_intern (self, name));
}

/* The time of an atom since boot; without one that of its packet. */
static gint64
get_time (StrataPerfettoPlayer *self,
          const GArray *times,
          guint index,
          gint64 packet_ns)
{
  const guint32 clock = strata_perfetto_clocks_get (self->reader->clocks, 0, STRATA_PERFETTO_CLOCK_BOOTTIME);
  gint64 time_ns;

  if (index >= times->len || !strata_perfetto_clocks_convert (self->reader->clocks, clock, (gint64) g_array_index (times, guint64, index), &time_ns))
    return packet_ns;

  return strata_event_sink_place_time (self->sink, time_ns);
}

/* Each atom is the only field of a message of its own; its number is that of the field. */
void
strata_perfetto_player_take_atoms (StrataPerfettoPlayer *self,
                                   gint64 time_ns,
                                   StrataProto packet)
{
  g_autoptr (GArray) times = strata_proto_list_numbers (packet, STRATA_PF_STATSD_TIMES_NS);
  guint n_atoms = 0;

  while (strata_proto_next (&packet))
    if (packet.number == STRATA_PF_STATSD_ATOM)
      {
        StrataProto atom = strata_proto_enter (&packet);

        if (strata_proto_next (&atom))
          take_atom (self, get_time (self, times, n_atoms, time_ns), atom.number, strata_proto_enter (&atom));
        n_atoms++;
      }
}
