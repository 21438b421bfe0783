/* test-clusters.c - clusters of equal CPUs
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <stdlib.h>

#include "profile-fixture.h"
#include "strata-clusters.h"
#include "strata-cpu-title.h"
#include "strata-device-builder.h"

/* Frequencies as "CPU@TIME=KHZ", with < or > before the CPU for its limits; the same for several
 * CPUs as "0-3@…", each a microsecond after the previous one. */
static StrataTrace *
make_trace (const char *script)
{
  g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();
  g_auto (GStrv) events = g_strsplit (script, " ", -1);

  for (guint i = 0; events[i] != NULL && *events[i] != '\0'; i++)
    {
      const char *name = *events[i] == '<' ? "frequency min" : *events[i] == '>' ? "frequency max"
                                                                                 : "frequency";
      char *rest = events[i] + (g_str_equal (name, "frequency") ? 0 : 1);
      const int first = (int) strtol (rest, &rest, 10);
      const int last = *rest == '-' ? (int) strtol (rest + 1, &rest, 10) : first;
      const gint64 time_ns = strtoll (rest + 1, &rest, 10) * 1000000;
      const gint64 khz = strtoll (rest + 1, NULL, 10);

      for (int cpu = first; cpu <= last; cpu++)
        strata_trace_builder_add_sample (builder, strata_trace_builder_get_counter (builder, STRATA_NONE, cpu, fixture_intern (builder, name)), time_ns + cpu * 1000, khz);
    }

  return strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
}

static char *
print_clusters (const StrataClusters *clusters,
                guint32 n_cpus)
{
  GString *text = g_string_new (NULL);
  guint n;
  const StrataCluster *all = strata_clusters_get (clusters, &n);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%u CPUs %u/%u to %" G_GINT64_FORMAT ";", all[i].n_cpus, all[i].rank, all[i].n_ranks, all[i].top_khz);
  for (guint32 cpu = 0; cpu < n_cpus; cpu++)
    {
      const StrataCpuCounters *found = strata_clusters_find_cpu (clusters, cpu);

      if (found == NULL || found->cluster == STRATA_NONE)
        g_string_append (text, " -");
      else
        g_string_append_printf (text, " %u", found->cluster);
    }

  return g_string_free (text, FALSE);
}

static void
test_find (void)
{
  static const struct
  {
    const char *script;
    const char *expected;
  } rows[] = {
    { "", " - - - -" },
    /* they change together */
    { "0-1@10=300 2-3@10=700 0-1@20=900 2-3@30=2000", "2 CPUs 0/2 to 900;2 CPUs 1/2 to 2000; 0 0 1 1" },
    /* the fast ones have the low numbers, and there are three ranks */
    { "0@10=2800 1-2@10=700 1-2@20=2000 3@10=600 3@20=900", "1 CPUs 2/3 to 2800;2 CPUs 1/3 to 2000;1 CPUs 0/3 to 900; 0 1 1 2" },
    /* each has its own clock, and all reach the same maximum */
    { "0@10=300 0@20=900 1@31=900 1@42=500 2@50=900 2@63=400", "3 CPUs 0/1 to 900; 0 0 0 -" },
    /* one of many changes is lost, and one CPU has none at all */
    { "0-1@10=1 0-1@20=2 0-1@30=3 0-1@40=4 0-1@50=5 0-1@60=6 0-1@70=7 0-1@80=8 0-1@90=9 0@100=10 0-1@110=11 3@10=5", "2 CPUs 1/2 to 11;1 CPUs 0/2 to 5; 0 0 - 1" },
    /* changes at the same time to different frequencies do not count as together */
    { "0@10=300 1@10=400 0@20=500 1@20=600", "1 CPUs 0/2 to 500;1 CPUs 1/2 to 600; 0 1 - -" },
    /* neither does the same frequency at different times, with far more changes */
    { "0@10=300 1@10=300 1@20=600 1@30=300 1@40=600", "1 CPUs 0/2 to 300;1 CPUs 1/2 to 600; 0 1 - -" },
    /* the limit of a CPU counts for its cluster, even if it is never reached */
    { "0-1@10=300 2-3@10=700 >2@5=2500 >0@5=1800", "2 CPUs 0/2 to 1800;2 CPUs 1/2 to 2500; 0 0 1 1" },
    { "0-1@10=300 2-3@10=700 >2@5=1800 >0@5=1800", "4 CPUs 0/1 to 1800; 0 0 0 0" },
    /* a limit alone proves nothing */
    { "<0@10=300 >0@10=1800", " - - - -" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (StrataTrace) trace = make_trace (rows[i].script);
      g_autoptr (StrataClusters) clusters = strata_clusters_new (trace);
      g_autofree char *text = print_clusters (clusters, 4);

      g_assert_cmpstr (text, ==, rows[i].expected);
    }
}

/* The name of a CPU's limit, such as "frequency max of 3". */
static char *
dup_limit (StrataTrace *trace,
           const StrataClusters *clusters,
           guint32 cpu,
           guint which)
{
  const guint32 limit = strata_clusters_find_limit (clusters, cpu, which);
  const StrataCounter *counters = strata_trace_get_counters (trace, NULL);

  if (limit == STRATA_NONE)
    return g_strdup ("none");

  return g_strdup_printf ("%s of %d", strata_trace_get_string (trace, counters[limit].name), counters[limit].cpu);
}

/* The kernel writes limits for the first CPU of a cluster; they apply to the others too. */
static void
test_limits (void)
{
  static const struct
  {
    guint32 cpu;
    guint which;
    const char *expected;
  } rows[] = {
    { 1, 0, "frequency min of 0" },
    { 2, 1, "frequency max of 3" },
    { 2, 0, "none" },
    { 4, 0, "none" },
    { 5, 1, "none" },
    { 6, 0, "frequency min of 6" },
  };
  g_autoptr (StrataTrace) trace = make_trace ("0-1@10=300 2-3@10=700 <0@5=200 >0@5=1800 >3@5=2500 5@10=1 <6@1=10");
  g_autoptr (StrataClusters) clusters = strata_clusters_new (trace);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *limit = dup_limit (trace, clusters, rows[i].cpu, rows[i].which);

      g_assert_cmpstr (limit, ==, rows[i].expected);
    }

  g_assert_true (strata_clusters_tell_apart (clusters, 1));
  g_assert_false (strata_clusters_tell_apart (clusters, 6));
}

/* Devices are ranked separately, and never share a cluster. */
static void
test_devices (void)
{
  g_autoptr (StrataTrace) trace = make_trace ("0-1@10=300 1024-1025@10=300 1026@10=900");
  g_autoptr (StrataClusters) clusters = strata_clusters_new (trace);
  g_autofree char *text = print_clusters (clusters, 2);

  g_assert_cmpstr (text, ==, "2 CPUs 0/1 to 300;2 CPUs 0/2 to 300;1 CPUs 1/2 to 900; 0 0");
  g_assert_false (strata_clusters_tell_apart (clusters, 0));
  g_assert_true (strata_clusters_tell_apart (clusters, 1025));
}

/* If too many CPUs have a separate clock and maximum, there are no clusters. */
static void
test_too_many (void)
{
  g_autoptr (GString) script = g_string_new (NULL);
  guint n;

  for (int cpu = 0; cpu < 40; cpu++)
    g_string_append_printf (script, "%d@%d=%d ", cpu, 10 + cpu * 5, 1000 + cpu);

  g_autoptr (StrataTrace) trace = make_trace (script->str);
  g_autoptr (StrataClusters) clusters = strata_clusters_new (trace);

  strata_clusters_get (clusters, &n);
  g_assert_cmpuint (n, ==, 0);
  g_assert_cmpuint (strata_clusters_find_cpu (clusters, 39)->cluster, ==, STRATA_NONE);
  g_assert_cmpuint (strata_clusters_find_cpu (clusters, 39)->frequency, !=, STRATA_NONE);
}

/* By the name of the machine, or the number of an unnamed device. */
static void
test_titles (void)
{
  g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();
  const guint32 name = fixture_intern (builder, "frequency");

  strata_trace_builder_set_n_devices (builder, 1);
  strata_trace_builder_name_device (builder, strata_trace_builder_add_device (builder), "machine 5");
  strata_trace_builder_add_device (builder);
  strata_trace_builder_add_sample (builder, strata_trace_builder_get_counter (builder, STRATA_NONE, STRATA_DEVICE_CPUS, name), 0, 1);

  g_autoptr (StrataTrace) trace = strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
  static const char *const titles[] = { "CPU 3", "CPU 3 of machine 5", "CPU 3, device 3", "CPU 3, device 4" };

  for (guint i = 0; i < G_N_ELEMENTS (titles); i++)
    {
      g_autofree char *title = strata_cpu_dup_title (trace, 3 + i * STRATA_DEVICE_CPUS);

      g_assert_cmpstr (title, ==, titles[i]);
    }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/clusters/find", test_find);
  g_test_add_func ("/clusters/limits", test_limits);
  g_test_add_func ("/clusters/devices", test_devices);
  g_test_add_func ("/clusters/too-many", test_too_many);
  g_test_add_func ("/clusters/titles", test_titles);

  return g_test_run ();
}
