/* strata-sql-examples.c - examples of the manual page strata-sql(7)
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-sql-examples.h"

/* Their results are those of the sample captures in the program; tests/cli/test-sql-manual.py checks them. */
static const StrataSqlExample examples[] = {
  { "Which calls took the most time?",
    "SELECT name, count(*) AS calls, sum(dur) / 1000000 AS ms\n"
    "FROM slice GROUP BY name ORDER BY sum(dur) DESC LIMIT 3;",
    "name,calls,ms\n"
    "net.request,17,1694\n"
    "animator:translateX,4,1100\n"
    "launching: com.example.shop,1,636\n",
    FALSE },
  { "What did the thread do in the longest frame?",
    "SELECT r.state, count(*) AS times,\n"
    "  sum(min(r.ts + r.dur, s.ts + s.dur) - max(r.ts, s.ts)) / 1000 AS us\n"
    "FROM (SELECT * FROM thread_slice WHERE name GLOB 'Choreographer#doFrame*'\n"
    "  ORDER BY dur DESC LIMIT 1) s\n"
    "JOIN thread_state r ON r.utid = s.utid\n"
    "  AND r.ts < s.ts + s.dur AND r.ts + r.dur > s.ts\n"
    "GROUP BY r.state ORDER BY us DESC;",
    "state,times,us\n"
    "S,3,21851\n"
    "Running,23,18866\n"
    "D,16,1529\n"
    "R,22,333\n",
    FALSE },
  { "On which CPUs did frames run?",
    "CREATE VIEW work AS SELECT ts, dur, utid FROM thread_slice\n"
    "WHERE name GLOB 'Choreographer#doFrame*';\n"
    "CREATE VIEW run AS SELECT ts, dur, utid, cpu FROM sched;\n"
    "CREATE VIRTUAL TABLE ran\n"
    "USING span_join(work PARTITIONED utid, run PARTITIONED utid);\n"
    "SELECT cpu, sum(dur) / 1000 AS us FROM ran GROUP BY cpu;",
    "cpu,us\n"
    "0,575980\n"
    "1,346\n",
    FALSE },
  { "Which thread held the lock? A module knows how the markers are written.",
    "INCLUDE PERFETTO MODULE android.monitor_contention;\n"
    "SELECT short_blocked_method, blocking_thread_name, dur / 1000 AS us\n"
    "FROM android_monitor_contention ORDER BY dur DESC LIMIT 1;",
    "short_blocked_method,blocking_thread_name,us\n"
    "com.example.shop.PriceTags.currency,Worker-2,21654\n",
    FALSE },
  { "What do two captures have in common?",
    "SELECT name, a.calls AS a, b.calls AS b\n"
    "FROM (SELECT name, count(*) AS calls FROM a.slice GROUP BY name) a\n"
    "JOIN (SELECT name, count(*) AS calls FROM b.slice GROUP BY name) b\n"
    "USING (name) ORDER BY a.calls DESC, name LIMIT 2;",
    "name,a,b\n"
    "binder reply,162,65\n"
    "binder transaction,162,65\n",
    TRUE },
};

const StrataSqlExample *
strata_sql_examples_get (guint *n_examples)
{
  *n_examples = G_N_ELEMENTS (examples);
  return examples;
}
