/* strata-causes-device.c - what the device did during lost time
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "strata-bisect.h"
#include "strata-causes-private.h"
#include "strata-units.h"

/* The speed of its CPUs and its GPU, their limits, and processes killed to free memory. Names of
 * counters and instants are those that readers assign, see formats/events. */

static const StrataCounter *
get_counter (StrataTrace *trace,
             guint32 counter)
{
  guint n_counters;

  return counter != STRATA_NONE ? strata_trace_get_counters (trace, &n_counters) + counter : NULL;
}

/* Returns the value of a counter at a time, or -1; sets when the next sample comes. */
static gint64
get_value (StrataTrace *trace,
           const StrataCounter *counter,
           gint64 time_ns,
           gint64 *until_ns)
{
  const StrataSamples *samples = strata_trace_get_samples (trace);

  if (counter == NULL || counter->n_samples == 0)
    return -1;

  const guint32 sample = strata_trace_find_sample (trace, counter, time_ns);
  const guint32 next = sample != STRATA_NONE ? sample + 1 : counter->first_sample;

  if (next < counter->first_sample + counter->n_samples)
    *until_ns = MIN (*until_ns, samples->time_ns[next]);

  return sample != STRATA_NONE ? samples->value[sample] : -1;
}

/* Adds the time that a part of a piece would have saved at the highest frequency, and how much of
 * it a limit prevented. */
static void
add_speed_part (gint64 ns,
                gint64 khz,
                gint64 limit_khz,
                gint64 top_khz,
                StrataCause *row)
{
  if (khz < 0 || top_khz <= 0)
    return;

  const double slow_frac = CLAMP (1 - (double) khz / (double) top_khz, 0, 1);
  const double limited_frac = limit_khz > 0 ? CLAMP (1 - (double) limit_khz / (double) top_khz, 0, slow_frac) : 0;

  row->lost_ns += (gint64) ((double) ns * slow_frac);
  row->limited_ns += (gint64) ((double) ns * limited_frac);
  if (limited_frac > 0 && (row->khz == 0 || limit_khz < row->khz))
    {
      row->khz = limit_khz;
      row->top_khz = top_khz;
    }
}

void
strata_causes_add_speed (StrataCauses *self,
                         const StrataCausePiece *piece,
                         guint32 cpu,
                         StrataCause *row)
{
  if (self->clusters == NULL)
    self->clusters = strata_clusters_new (self->trace);

  const StrataCluster *cluster = strata_clusters_find_cluster (self->clusters, cpu);
  const StrataCpuCounters *counters = strata_clusters_find_cpu (self->clusters, cpu);
  const StrataCounter *frequency = get_counter (self->trace, counters != NULL ? counters->frequency : STRATA_NONE);
  const StrataCounter *limit = get_counter (self->trace, strata_clusters_find_limit (self->clusters, cpu, 1));
  const gint64 top_khz = MAX (frequency != NULL ? frequency->max : 0, limit != NULL ? limit->max : 0);

  row->running_ns += piece->end_ns - piece->begin_ns;
  if (cluster != NULL && cluster->n_ranks > 1 && cluster->rank == 0)
    row->slow_ns += piece->end_ns - piece->begin_ns;

  for (gint64 now_ns = piece->begin_ns, until_ns; now_ns < piece->end_ns; now_ns = until_ns)
    {
      until_ns = piece->end_ns;

      const gint64 khz = get_value (self->trace, frequency, now_ns, &until_ns);
      const gint64 limit_khz = get_value (self->trace, limit, now_ns, &until_ns);

      add_speed_part (until_ns - now_ns, khz, limit_khz, top_khz, row);
    }
}

/* A GPU that is off has no frequency. With several GPUs, the first one counts. */
static void
find_gpu (StrataCauses *self)
{
  const StrataSamples *samples = strata_trace_get_samples (self->trace);
  guint n_counters;
  const StrataCounter *counters = strata_trace_get_counters (self->trace, &n_counters);

  self->gpu_khz = -1;
  for (guint32 i = 0; i < n_counters && self->gpu == STRATA_NONE; i++)
    {
      const char *name = strata_trace_get_string (self->trace, counters[i].name);

      if (counters[i].process == STRATA_NONE && g_str_has_prefix (name, "GPU ") && g_str_has_suffix (name, " frequency"))
        self->gpu = i;
    }

  const StrataCounter *gpu = get_counter (self->trace, self->gpu);

  for (guint32 i = 0; gpu != NULL && i < gpu->n_samples; i++)
    {
      const gint64 khz = samples->value[gpu->first_sample + i];

      if (khz > 0 && khz < gpu->max && (self->gpu_khz < 0 || khz < self->gpu_khz))
        self->gpu_khz = khz;
    }
}

void
strata_causes_add_gpu_speed (StrataCauses *self,
                             StrataSpan span,
                             StrataCause *row)
{
  if (self->gpu_khz == 0)
    find_gpu (self);
  if (self->gpu_khz < 0)
    return;

  for (gint64 now_ns = span.begin_ns, until_ns; now_ns < span.end_ns; now_ns = until_ns)
    {
      until_ns = span.end_ns;
      if (get_value (self->trace, get_counter (self->trace, self->gpu), now_ns, &until_ns) != self->gpu_khz)
        continue;

      row->gpu_ns += until_ns - now_ns;
      row->khz = self->gpu_khz;
    }
}

static void
add_kill (StrataCauses *self,
          guint32 thread,
          guint32 name,
          gint64 time_ns)
{
  StrataCause kill = { .kind = STRATA_CAUSE_KILL, .thread = thread, .detail = name, .other = STRATA_NONE, .parent = STRATA_NONE, .slice = STRATA_NONE, .begin_ns = time_ns, .n_places = 1 };

  for (guint i = 0; i < self->causes->len; i++)
    if (g_array_index (self->causes, StrataCause, i).kind == STRATA_CAUSE_KILL)
      {
        g_array_index (self->causes, StrataCause, i).n_places++;
        return;
      }

  g_array_append_val (self->causes, kill);
}

static const char *const killed[] = { "killed for its memory: ", "killed when memory ran out: " };

/* Returns the name of the killed process, or NULL. */
static const char *
find_killed (const char *text)
{
  for (guint i = 0; i < G_N_ELEMENTS (killed); i++)
    if (g_str_has_prefix (text, killed[i]))
      return text + strlen (killed[i]);

  return NULL;
}

/* Android's low memory killer writes the id of the process into a counter, and 0 afterwards. */
#define KILL_COUNTER "kill_one_process"

static guint32
find_process_name (StrataTrace *trace,
                   gint64 pid)
{
  guint n_processes;
  const StrataProcess *processes = strata_trace_get_processes (trace, &n_processes);

  for (guint32 i = 0; i < n_processes; i++)
    if (processes[i].pid == pid)
      return processes[i].name;

  return STRATA_STRING_EMPTY;
}

static void
add_daemon_kills (StrataCauses *self,
                  guint32 thread,
                  StrataSpan span)
{
  const StrataSamples *samples = strata_trace_get_samples (self->trace);
  guint n_counters;
  const StrataCounter *counters = strata_trace_get_counters (self->trace, &n_counters);

  for (guint32 i = 0; i < n_counters; i++)
    {
      if (counters[i].n_samples == 0 || !g_str_equal (strata_trace_get_string (self->trace, counters[i].name), KILL_COUNTER))
        continue;

      const guint32 before = strata_trace_find_sample (self->trace, &counters[i], span.begin_ns - 1);
      const guint32 end = counters[i].first_sample + counters[i].n_samples;

      for (guint32 sample = before != STRATA_NONE ? before + 1 : counters[i].first_sample; sample < end && samples->time_ns[sample] < span.end_ns; sample++)
        if (samples->value[sample] > 0)
          add_kill (self, thread, find_process_name (self->trace, samples->value[sample]), samples->time_ns[sample]);
    }
}

void
strata_causes_add_kills (StrataCauses *self,
                         guint32 thread,
                         StrataSpan span)
{
  const StrataInstants *instants = strata_trace_get_instants (self->trace);
  guint32 begin = 0;
  guint32 end = instants->n_instants;

  STRATA_BISECT (begin, end, i, instants->time_ns[i] < span.begin_ns);

  for (guint32 i = begin; i < instants->n_instants && instants->time_ns[i] < span.end_ns; i++)
    if (find_killed (strata_trace_get_string (self->trace, instants->name[i])) != NULL)
      add_kill (self, thread, instants->name[i], instants->time_ns[i]);

  add_daemon_kills (self, thread, span);
}

char *
strata_causes_dup_kill_text (const StrataCauses *self,
                             const StrataCause *cause)
{
  const char *text = strata_trace_get_string (self->trace, cause->detail);
  const char *killed_name = find_killed (text);
  const char *name = killed_name != NULL ? killed_name : text;

  if (*name == '\0')
    return g_strdup_printf (ngettext ("Memory was short: %u process was killed", "Memory was short: %u processes were killed", cause->n_places), cause->n_places);
  if (cause->n_places == 1)
    return g_strdup_printf (_ ("Memory was short: “%s” was killed"), name);

  return g_strdup_printf (ngettext ("Memory was short: %u process was killed, “%s” first", "Memory was short: %u processes were killed, “%s” first", cause->n_places), cause->n_places, name);
}

/* Finds the hottest zone at a time, or the cooling device that was on. Returns its value, or 0. */
static gint64
find_thermal (const StrataCauses *self,
              const char *suffix,
              gint64 time_ns,
              guint32 *found)
{
  guint n_counters;
  const StrataCounter *counters = strata_trace_get_counters (self->trace, &n_counters);
  gint64 most = 0;

  for (guint32 i = 0; i < n_counters; i++)
    {
      gint64 until_ns = G_MAXINT64;

      if (counters[i].process != STRATA_NONE || !g_str_has_suffix (strata_trace_get_string (self->trace, counters[i].name), suffix))
        continue;

      const gint64 value = get_value (self->trace, &counters[i], time_ns, &until_ns);

      if (value > most)
        {
          most = value;
          *found = i;
        }
    }

  return most;
}

static char *
dup_first_words (const StrataCauses *self,
                 guint32 counter,
                 const char *suffix)
{
  const char *name = strata_trace_get_string (self->trace, get_counter (self->trace, counter)->name);

  return g_strndup (name, strlen (name) - strlen (suffix));
}

char *
strata_causes_dup_limit_text (const StrataCauses *self,
                              const StrataCause *cause)
{
  guint32 counter = STRATA_NONE;
  char limit[STRATA_UNITS_BYTES];
  char top[STRATA_UNITS_BYTES];
  GString *text = g_string_new (NULL);

  /* Translators: two frequencies */
  g_string_printf (text, _ ("The CPUs were limited to %s of %s"), strata_units_frequency (cause->khz, limit), strata_units_frequency (cause->top_khz, top));
  if (find_thermal (self, " cooling state", cause->begin_ns, &counter) > 0)
    {
      g_autofree char *device = dup_first_words (self, counter, " cooling state");

      g_string_append_printf (text, _ (", the cooling device “%s” was on"), device);
    }

  const gint64 temperature = find_thermal (self, " temperature", cause->begin_ns, &counter);

  if (temperature > 0)
    {
      g_autofree char *zone = dup_first_words (self, counter, " temperature");

      /* Translators: a zone of the device and how hot it was */
      g_string_append_printf (text, _ (", “%s” was at %.1f\302\240°C"), zone, (double) temperature / 1000);
    }

  return g_string_free (text, FALSE);
}
