/* strata-sql-derived.c - counters of PerfettoSQL that the trace has in another form
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-sql-derived.h"

#include <stdlib.h>
#include <string.h>

/* Idle states of CPUs are slices on the timeline and samples of the counter cpuidle here. What a disk has done since
 * boot becomes the difference to the previous sample. Both replace the counters of the trace. */

#define NOT_IDLE 4294967295.0
#define BYTES_PER_MB (1024.0 * 1024.0)
#define MS_PER_S 1000.0

/* A counter of a disk. */
typedef struct
{
  const char *from; /* suffix of the counter of the trace */
  const char *time; /* (nullable) suffix of the counter of the time that it took */
  const char *to;   /* suffix in PerfettoSQL */
  const char *unit; /* of the result */
  double scale;     /* how many of the units it is */
} DiskRule;

static const DiskRule disk_rules[] = {
  { "read_bytes", NULL, "read_amount", "MB", 1 / BYTES_PER_MB },
  { "read_bytes", "read_time", "read_throughput", "MB/s", MS_PER_S / BYTES_PER_MB },
  { "write_bytes", NULL, "write_amount", "MB", 1 / BYTES_PER_MB },
  { "write_bytes", "write_time", "write_throughput", "MB/s", MS_PER_S / BYTES_PER_MB },
  { "discard_bytes", NULL, "discard_amount", "MB", 1 / BYTES_PER_MB },
  { "discard_bytes", "discard_time", "discard_throughput", "MB/s", MS_PER_S / BYTES_PER_MB },
  { "flush_count", NULL, "flush_amount", "count", 1 },
  { "flush_time", NULL, "flush_time", "ms", 1 },
};

static gboolean
is_of_disk (StrataSqlSource *source,
            const StrataCounter *row)
{
  return row->process == STRATA_NONE && row->cpu < 0 && g_pattern_match_simple ("diskstat.[*].*", strata_trace_get_string (source->trace, row->name));
}

static gboolean
is_idle (StrataSqlSource *source,
         const StrataTrack *row)
{
  return row->kind == STRATA_TRACK_CPU && row->cpu != STRATA_NONE && g_str_equal (strata_trace_get_string (source->trace, row->name), "idle");
}

static void
add_sample (StrataSqlSource *source,
            gint64 time_ns,
            double value)
{
  const StrataSqlSample sample = { time_ns, value };

  g_array_append_val (source->derived->samples, sample);
}

/* Begins a counter, whose samples follow. */
static StrataCounter *
add_counter (StrataSqlSource *source,
             char *name,
             const char *unit,
             int cpu)
{
  StrataSqlDerived *self = source->derived;
  StrataCounter *counter = &self->counters[source->n_counters++];

  *counter = (StrataCounter){ .name = STRATA_STRING_EMPTY, .process = STRATA_NONE, .cpu = cpu, .first_sample = source->samples->n_samples + self->samples->len };
  g_ptr_array_add (self->names, name);
  g_ptr_array_add (self->units, (gpointer) unit);
  return counter;
}

static void
end_counter (StrataSqlSource *source,
             StrataCounter *counter)
{
  counter->n_samples = source->samples->n_samples + source->derived->samples->len - counter->first_sample;
}

/* No sample is needed at the end of a slice if the next one follows directly. */
static void
add_idle (StrataSqlSource *source,
          const StrataTrack *track)
{
  const StrataSliceTable *slices = source->slices;
  StrataCounter *counter = add_counter (source, g_strdup ("cpuidle"), NULL, (int) track->cpu);
  gint64 end_ns = STRATA_NO_TIME;

  for (guint32 i = track->first_slice; i < track->first_slice + track->n_slices; i++)
    {
      const char *name = strata_trace_get_string (source->trace, slices->name[i]);

      if (end_ns != STRATA_NO_TIME && end_ns < slices->start_ns[i])
        add_sample (source, end_ns, NOT_IDLE);
      add_sample (source, slices->start_ns[i], strtod (name + strcspn (name, "0123456789"), NULL));
      end_ns = (strata_slice_table_get_flags (slices, i) & STRATA_SLICE_UNFINISHED) == 0 ? strata_slice_table_get_end_ns (slices, i) : STRATA_NO_TIME;
    }

  if (end_ns != STRATA_NO_TIME)
    add_sample (source, end_ns, NOT_IDLE);
  end_counter (source, counter);
}

/* The counter of a disk with that name, or NULL; @disks has them by their names. */
static const StrataCounter *
find_own (StrataSqlSource *source,
          GHashTable *disks,
          const char *prefix,
          const char *suffix)
{
  g_autofree char *name = g_strconcat (prefix, suffix, NULL);

  return g_hash_table_lookup (disks, GUINT_TO_POINTER (strata_string_pool_lookup (strata_trace_get_strings (source->trace), name)));
}

static double
get_difference (StrataSqlSource *source,
                const StrataCounter *counter,
                guint32 i)
{
  const guint32 sample = counter->first_sample + i;

  return strata_samples_get_real (source->samples, sample) - strata_samples_get_real (source->samples, sample - 1);
}

static void
add_disk_rule (StrataSqlSource *source,
               GHashTable *disks,
               const StrataCounter *from,
               const char *prefix,
               const DiskRule *rule)
{
  const StrataCounter *time = rule->time != NULL ? find_own (source, disks, prefix, rule->time) : NULL;
  StrataCounter *counter = add_counter (source, g_strconcat (prefix, rule->to, NULL), rule->unit, -1);

  for (guint32 i = 1; i < from->n_samples; i++)
    {
      const double time_ms = rule->time == NULL ? 1 : time != NULL && i < time->n_samples ? get_difference (source, time, i)
                                                                                          : 0;

      add_sample (source, source->samples->time_ns[from->first_sample + i], time_ms > 0 ? get_difference (source, from, i) * rule->scale / time_ms : 0);
    }

  end_counter (source, counter);
}

static void
add_disk (StrataSqlSource *source,
          GHashTable *disks,
          const StrataCounter *from)
{
  const char *name = strata_trace_get_string (source->trace, from->name);
  const char *suffix = strrchr (name, '.') + 1;
  g_autofree char *prefix = g_strndup (name, (gsize) (suffix - name));

  for (guint i = 0; i < G_N_ELEMENTS (disk_rules); i++)
    if (from->n_samples > 1 && g_str_equal (disk_rules[i].from, suffix))
      add_disk_rule (source, disks, from, prefix, &disk_rules[i]);
}

static void
add_disks (StrataSqlSource *source)
{
  StrataSqlDerived *self = source->derived;
  g_autoptr (GHashTable) disks = g_hash_table_new (NULL, NULL);

  for (guint32 i = 0; i < self->n_own; i++)
    if ((self->hides_counter[i] = is_of_disk (source, &self->counters[i])))
      g_hash_table_insert (disks, GUINT_TO_POINTER (self->counters[i].name), &self->counters[i]);

  for (guint32 i = 0; i < self->n_own; i++)
    if (self->hides_counter[i])
      add_disk (source, disks, &self->counters[i]);
}

/* How long a CPU was in a state since boot is a counter of the CPU: "cpuidle3.C6". */
static void
set_cpu (StrataSqlSource *source,
         StrataCounter *counter)
{
  const char *name = strata_trace_get_string (source->trace, counter->name);

  if (counter->cpu < 0 && counter->process == STRATA_NONE && g_pattern_match_simple ("cpuidle*.*", name) && g_ascii_isdigit (name[strlen ("cpuidle")]))
    counter->cpu = (int) (g_ascii_strtoull (name + strlen ("cpuidle"), NULL, 10) % STRATA_DEVICE_CPUS);
}

void
strata_sql_source_derive (StrataSqlSource *source)
{
  StrataSqlDerived *self = source->derived = g_new0 (StrataSqlDerived, 1);

  self->n_own = source->n_counters;
  self->counters = g_new (StrataCounter, 3 * (gsize) source->n_counters + source->n_tracks + 1);
  self->hides_counter = g_new0 (gboolean, 3 * (gsize) source->n_counters + source->n_tracks + 1);
  self->hides_track = g_new0 (gboolean, source->n_tracks + 1);
  self->names = g_ptr_array_new_with_free_func (g_free);
  self->units = g_ptr_array_new ();
  self->samples = g_array_new (FALSE, FALSE, sizeof (StrataSqlSample));
  if (self->n_own > 0)
    memcpy (self->counters, source->counters, self->n_own * sizeof (StrataCounter));
  source->counters = self->counters;

  for (guint32 i = 0; i < self->n_own; i++)
    set_cpu (source, &self->counters[i]);
  for (guint32 i = 0; i < source->n_tracks; i++)
    if ((self->hides_track[i] = is_idle (source, &source->tracks[i])))
      add_idle (source, &source->tracks[i]);
  add_disks (source);
}

void
strata_sql_derived_free (StrataSqlDerived *self)
{
  if (self == NULL)
    return;

  g_free (self->counters);
  g_free (self->hides_counter);
  g_free (self->hides_track);
  g_ptr_array_unref (self->names);
  g_ptr_array_unref (self->units);
  g_array_unref (self->samples);
  g_free (self);
}
