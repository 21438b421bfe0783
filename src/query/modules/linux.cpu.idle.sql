-- How long each CPU was in which idle state; -1 between them.
-- SPDX-License-Identifier: GPL-3.0-or-later
CREATE PERFETTO TABLE cpu_idle_counters AS
WITH span AS (
  SELECT s.id, s.track_id, s.ts, iif(s.dur = -1, trace_end() - s.ts, s.dur) AS dur, cast(substr(s.name, 12) AS INT) AS idle, t.cpu, t.ucpu
  FROM slice s JOIN cpu_track t ON s.track_id = t.id WHERE t.name = 'idle' AND s.name GLOB 'idle state [0-9]*'
)
SELECT id, track_id, ts, dur, idle, cpu, ucpu FROM span
UNION ALL
SELECT NULL, track_id, ts + dur, lead(ts, 1, trace_end()) OVER (PARTITION BY track_id ORDER BY ts) - ts - dur, -1, cpu, ucpu FROM span
ORDER BY ucpu, ts;
