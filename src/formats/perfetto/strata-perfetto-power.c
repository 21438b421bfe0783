/* strata-perfetto-power.c - energy and CPU use by consumer, and wakelocks
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-pair-key.h"
#include "strata-perfetto-fields.h"
#include "strata-perfetto-player.h"

/* Counters whose names come once per sequence and whose values refer to them by number: energy consumers, states
 * of parts of the device, wakelocks and users. Values of wakelocks (in ns, as in trace_processor) and CPU times of
 * users (in ms) are sums that packets add to.
 * Format: trace/power and trace/android of Perfetto's protos. */

#define NS_PER_MS 1000000

/* No device has more. */
#define MOST_COUNTERS 65536
#define MOST_NAME_BYTES 200
#define MOST_CLUSTERS 64
#define ID_BITS 56

/* The subject of a list, in the upper bits of ids. */
typedef enum
{
  LIST_CONSUMERS = 1,
  LIST_ENTITIES,
  LIST_WAKELOCKS,
  LIST_USERS,
  LIST_CLUSTERS,
  LIST_TOTALS,
  LIST_PACKETS,
} List;

typedef struct
{
  guint32 name;
  gint64 sum;
  gint64 seen_ns; /* time of the latest packet that contained it, or STRATA_NO_TIME */
} Counter;

typedef struct
{
  gint64 time_ns;
  gint64 previous_ns; /* of the packet of its kind before it, or STRATA_NO_TIME */
} Packet;

/* A counter of a sequence; NULL if it is unknown and @is_made is not set, or if there are too many. */
static Counter *
find (StrataPerfettoPlayer *self,
      const StrataPerfettoContext *context,
      List list,
      guint64 id,
      gboolean is_made)
{
  const guint64 place = (guint64) list << ID_BITS | (id & ((G_GUINT64_CONSTANT (1) << ID_BITS) - 1));
  const StrataPairKey key = { context->state->generation, place };
  Counter *counter;

  if (self->power == NULL)
    self->power = g_hash_table_new_full (strata_pair_key_hash, strata_pair_key_equal, g_free, g_free);

  counter = g_hash_table_lookup (self->power, &key);
  if (counter == NULL && is_made && g_hash_table_size (self->power) < MOST_COUNTERS)
    {
      counter = g_new (Counter, 1);
      *counter = (Counter){ .seen_ns = STRATA_NO_TIME };
      g_hash_table_insert (self->power, g_memdup2 (&key, sizeof key), counter);
    }

  return counter;
}

static void
add_value (StrataPerfettoPlayer *self,
           const Counter *counter,
           gint64 time_ns,
           gint64 value)
{
  if (counter != NULL && counter->name != STRATA_STRING_EMPTY)
    strata_event_sink_add_sample (self->sink, STRATA_NONE, counter->name, time_ns, value);
  else
    self->n_unknown_names++;
}

static void
describe (StrataPerfettoPlayer *self,
          const StrataPerfettoContext *context,
          List list,
          guint64 id,
          const char *name)
{
  Counter *counter = name != NULL && *name != '\0' ? find (self, context, list, id, TRUE) : NULL;

  if (counter != NULL)
    *counter = (Counter){ strata_perfetto_player_intern (self, name), 0, STRATA_NO_TIME };
}

/* The same for a message that contains the id and the name. */
static void
describe_message (StrataPerfettoPlayer *self,
                  const StrataPerfettoContext *context,
                  List list,
                  StrataProto message,
                  guint32 id_number,
                  guint32 name_number)
{
  const guint64 id = strata_proto_find_uint (message, id_number);
  g_autofree char *name = NULL;

  while (name == NULL && strata_proto_next (&message))
    if (message.number == name_number)
      name = strata_proto_dup_text (&message, MOST_NAME_BYTES);

  describe (self, context, list, id, name);
}

/* Adds a user's share of a consumer, with its name. */
static void
take_share (StrataPerfettoPlayer *self,
            gint64 time_ns,
            const Counter *consumer,
            StrataProto share)
{
  gint64 energy = 0;
  gint32 uid = 0;

  while (strata_proto_next (&share))
    if (share.number == STRATA_PF_ENERGY_SHARE_UID)
      uid = (gint32) strata_proto_get_uint (&share);
    else if (share.number == STRATA_PF_ENERGY_SHARE_ENERGY)
      energy = strata_proto_get_int (&share);

  g_autofree char *name = g_strdup_printf ("%s of UID %d", strata_string_pool_get (self->reader->strings, consumer->name), uid);

  strata_event_sink_add_sample (self->sink, STRATA_NONE, strata_perfetto_player_intern (self, name), time_ns, energy);
}

void
strata_perfetto_player_take_energy_breakdown (StrataPerfettoPlayer *self,
                                              const StrataPerfettoContext *context,
                                              gint64 time_ns,
                                              StrataProto breakdown)
{
  StrataProto shares = breakdown;
  gboolean has_energy = FALSE;
  gint64 energy = 0;
  guint64 id = 0;

  while (strata_proto_next (&breakdown))
    if (breakdown.number == STRATA_PF_ENERGY_BREAKDOWN_CONSUMERS)
      {
        StrataProto consumers = strata_proto_enter (&breakdown);

        while (strata_proto_next (&consumers))
          if (consumers.number == STRATA_PF_ENERGY_CONSUMERS_CONSUMER)
            describe_message (self, context, LIST_CONSUMERS, strata_proto_enter (&consumers), STRATA_PF_ENERGY_CONSUMER_ID, STRATA_PF_ENERGY_CONSUMER_NAME);
      }
    else if (breakdown.number == STRATA_PF_ENERGY_BREAKDOWN_ID)
      id = strata_proto_get_uint (&breakdown);
    else if (breakdown.number == STRATA_PF_ENERGY_BREAKDOWN_ENERGY)
      {
        energy = strata_proto_get_int (&breakdown);
        has_energy = TRUE;
      }

  const Counter *consumer = find (self, context, LIST_CONSUMERS, id, FALSE);

  if (has_energy)
    add_value (self, consumer, time_ns, energy);
  while (consumer != NULL && strata_proto_next (&shares))
    if (shares.number == STRATA_PF_ENERGY_BREAKDOWN_SHARE)
      take_share (self, time_ns, consumer, strata_proto_enter (&shares));
}

static guint64
get_entity_id (guint64 entity,
               guint64 state)
{
  return (entity & 0xffffff) << 24 | (state & 0xffffff);
}

static void
describe_entity (StrataPerfettoPlayer *self,
                 const StrataPerfettoContext *context,
                 StrataProto row)
{
  g_autofree char *entity_name = NULL;
  g_autofree char *state_name = NULL;
  guint64 entity = 0;
  guint64 state = 0;

  while (strata_proto_next (&row))
    if (row.number == STRATA_PF_ENTITY_STATE_ENTITY)
      entity = strata_proto_get_uint (&row);
    else if (row.number == STRATA_PF_ENTITY_STATE_STATE)
      state = strata_proto_get_uint (&row);
    else if (row.number == STRATA_PF_ENTITY_STATE_ENTITY_NAME && entity_name == NULL)
      entity_name = strata_proto_dup_text (&row, MOST_NAME_BYTES);
    else if (row.number == STRATA_PF_ENTITY_STATE_STATE_NAME && state_name == NULL)
      state_name = strata_proto_dup_text (&row, MOST_NAME_BYTES);

  g_autofree char *name = g_strdup_printf ("Entity residency: %s is %s", entity_name != NULL ? entity_name : "", state_name != NULL ? state_name : "");

  describe (self, context, LIST_ENTITIES, get_entity_id (entity, state), name);
}

void
strata_perfetto_player_take_residency (StrataPerfettoPlayer *self,
                                       const StrataPerfettoContext *context,
                                       gint64 time_ns,
                                       StrataProto residency)
{
  StrataProto values = residency;

  while (strata_proto_next (&residency))
    if (residency.number == STRATA_PF_ENTITY_RESIDENCY_STATE)
      describe_entity (self, context, strata_proto_enter (&residency));

  while (strata_proto_next (&values))
    if (values.number == STRATA_PF_ENTITY_RESIDENCY_VALUE)
      {
        StrataProto value = strata_proto_enter (&values);
        guint64 entity = 0;
        guint64 state = 0;
        gint64 time_ms = 0;

        while (strata_proto_next (&value))
          if (value.number == STRATA_PF_ENTITY_VALUE_ENTITY)
            entity = strata_proto_get_uint (&value);
          else if (value.number == STRATA_PF_ENTITY_VALUE_STATE)
            state = strata_proto_get_uint (&value);
          else if (value.number == STRATA_PF_ENTITY_VALUE_TIME_MS)
            time_ms = strata_proto_get_int (&value);

        add_value (self, find (self, context, LIST_ENTITIES, get_entity_id (entity, state), FALSE), time_ns, time_ms);
      }
}

/* Packets contain only the wakelocks and users whose sums rose since the packet before. One that was missing had its
 * old sum until then: without a sample there, the rise would seem to begin at its own last sample. */
static void
repeat_value (StrataPerfettoPlayer *self,
              const Counter *counter,
              const Packet *packet)
{
  if (counter->seen_ns != STRATA_NO_TIME && packet->previous_ns != STRATA_NO_TIME && counter->seen_ns < packet->previous_ns)
    add_value (self, counter, packet->previous_ns, counter->sum);
}

/* Returns when this packet and the one before it with sums of @list were written. */
static Packet
see_packet (StrataPerfettoPlayer *self,
            const StrataPerfettoContext *context,
            List list,
            gint64 time_ns)
{
  Counter *packets = find (self, context, LIST_PACKETS, list, TRUE);
  const Packet packet = { time_ns, packets != NULL ? packets->seen_ns : STRATA_NO_TIME };

  if (packets != NULL)
    packets->seen_ns = time_ns;

  return packet;
}

/* Adds to a sum, and adds a sample with the new sum. */
static void
take_sum (StrataPerfettoPlayer *self,
          Counter *counter,
          const Packet *packet,
          guint64 time_ms,
          gint64 unit)
{
  gint64 more;

  if (counter == NULL)
    {
      self->n_unknown_names++;
      return;
    }

  repeat_value (self, counter, packet);
  if (!__builtin_mul_overflow ((gint64) MIN (time_ms, G_MAXINT64), unit, &more))
    counter->sum = strata_time_add (counter->sum, more);

  counter->seen_ns = packet->time_ns;
  add_value (self, counter, packet->time_ns, counter->sum);
}

void
strata_perfetto_player_take_wakelocks (StrataPerfettoPlayer *self,
                                       const StrataPerfettoContext *context,
                                       gint64 time_ns,
                                       StrataProto wakelocks)
{
  g_autoptr (GArray) ids = strata_proto_list_numbers (wakelocks, STRATA_PF_WAKELOCKS_IDS);
  g_autoptr (GArray) times = strata_proto_list_numbers (wakelocks, STRATA_PF_WAKELOCKS_TIMES_MS);
  const Packet packet = see_packet (self, context, LIST_WAKELOCKS, time_ns);

  while (strata_proto_next (&wakelocks))
    if (wakelocks.number == STRATA_PF_WAKELOCKS_WAKELOCK)
      describe_message (self, context, LIST_WAKELOCKS, strata_proto_enter (&wakelocks), STRATA_PF_WAKELOCK_ID, STRATA_PF_WAKELOCK_NAME);

  for (guint i = 0; i < MIN (ids->len, times->len); i++)
    take_sum (self, find (self, context, LIST_WAKELOCKS, g_array_index (ids, guint64, i), FALSE), &packet, g_array_index (times, guint64, i), NS_PER_MS);
}

/* The number of the device's clusters, from the first packet of a sequence. */
static guint64
get_n_clusters (StrataPerfettoPlayer *self,
                const StrataPerfettoContext *context,
                StrataProto data)
{
  Counter *known = find (self, context, LIST_CLUSTERS, 0, TRUE);

  while (strata_proto_next (&data))
    if (data.number == STRATA_PF_CPU_PER_UID_CLUSTERS && known != NULL)
      known->sum = (gint64) MIN (strata_proto_get_uint (&data), MOST_CLUSTERS);

  return known != NULL ? (guint64) known->sum : 0;
}

/* UIDs below this, within a user, belong to the system. */
#define FIRST_APP_UID 10000
#define USER_UIDS 100000

/* The counter of a cluster for an owner. For users, @id is their UID; for totals, whether they are of apps. */
static Counter *
get_cluster_counter (StrataPerfettoPlayer *self,
                     const StrataPerfettoContext *context,
                     List list,
                     guint64 id,
                     guint64 cluster)
{
  Counter *counter = find (self, context, list, id << 8 | cluster, TRUE);

  if (counter != NULL && counter->name == STRATA_STRING_EMPTY)
    {
      g_autofree char *owner = list == LIST_USERS ? g_strdup_printf ("UID %" G_GUINT64_FORMAT, id) : g_strdup (id != 0 ? "Apps" : "System");
      g_autofree char *name = g_strdup_printf ("CPU for %s CL%" G_GUINT64_FORMAT, owner, cluster);

      counter->name = strata_perfetto_player_intern (self, name);
    }

  return counter;
}

static gboolean
is_app (guint64 uid)
{
  return uid % USER_UIDS >= FIRST_APP_UID;
}

/* Adds to the sum of all apps, or of the system, without a sample. What was used before the trace does not count. */
static void
add_to_total (StrataPerfettoPlayer *self,
              const StrataPerfettoContext *context,
              const Packet *packet,
              guint64 uid,
              guint64 cluster,
              guint64 time_ms)
{
  Counter *total = get_cluster_counter (self, context, LIST_TOTALS, is_app (uid), cluster);

  if (total == NULL)
    return;

  if (packet->previous_ns != STRATA_NO_TIME)
    total->sum = strata_time_add (total->sum, (gint64) MIN (time_ms, G_MAXINT64));
  total->seen_ns = packet->time_ns;
}

static void
push_totals (StrataPerfettoPlayer *self,
             const StrataPerfettoContext *context,
             const Packet *packet,
             guint64 n_clusters)
{
  for (guint64 group = 0; group < 2; group++)
    for (guint64 cluster = 0; cluster < n_clusters; cluster++)
      {
        const Counter *total = find (self, context, LIST_TOTALS, group << 8 | cluster, FALSE);

        if (total != NULL && total->seen_ns == packet->time_ns)
          add_value (self, total, packet->time_ns, total->sum);
      }
}

void
strata_perfetto_player_take_cpu_per_uid (StrataPerfettoPlayer *self,
                                         const StrataPerfettoContext *context,
                                         gint64 time_ns,
                                         StrataProto data)
{
  g_autoptr (GArray) uids = strata_proto_list_numbers (data, STRATA_PF_CPU_PER_UID_UIDS);
  g_autoptr (GArray) times = strata_proto_list_numbers (data, STRATA_PF_CPU_PER_UID_TIMES_MS);
  const guint64 n_clusters = get_n_clusters (self, context, data);
  const Packet packet = see_packet (self, context, LIST_USERS, time_ns);

  for (guint i = 0; n_clusters > 0 && i < times->len && i / n_clusters < uids->len; i++)
    {
      const guint64 uid = g_array_index (uids, guint64, i / n_clusters) & G_MAXUINT32;
      const guint64 time_ms = g_array_index (times, guint64, i);

      take_sum (self, get_cluster_counter (self, context, LIST_USERS, uid, i % n_clusters), &packet, time_ms, 1);
      add_to_total (self, context, &packet, uid, i % n_clusters, time_ms);
    }

  push_totals (self, context, &packet, n_clusters);
}
