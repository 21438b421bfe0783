-- How long each CPU was in which idle state; -1 between them.
-- SPDX-License-Identifier: GPL-3.0-or-later
CREATE PERFETTO TABLE cpu_idle_counters AS
SELECT c.id, c.track_id, c.ts, lead(c.ts, 1, trace_end()) OVER (PARTITION BY c.track_id ORDER BY c.ts) - c.ts AS dur,
  iif(c.value = 4294967295, -1, cast(c.value AS INT)) AS idle, t.cpu, t.ucpu
FROM counter c JOIN cpu_counter_track t ON c.track_id = t.id WHERE t.name = 'cpuidle'
ORDER BY t.ucpu, c.ts;
