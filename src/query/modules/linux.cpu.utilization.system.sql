-- Cycles of CPUs, and how busy all CPUs were in each second.
-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE linux.cpu.utilization.thread;
CREATE PERFETTO VIEW cpu_cycles AS
SELECT cast(sum(runtime * freq) / 1000 AS INT) AS millicycles, cast(sum(runtime * freq) / 1e12 AS INT) AS megacycles,
  sum(runtime) AS runtime, min(freq) AS min_freq, max(freq) AS max_freq, cast(sum(runtime * freq) / sum(iif(freq IS NULL, NULL, runtime)) AS INT) AS avg_freq
FROM _cpu_runs;
CREATE PERFETTO VIEW cpu_cycles_per_cpu AS
SELECT cpu AS ucpu, cpu % 4096 AS cpu, cast(sum(runtime * freq) / 1000 AS INT) AS millicycles, cast(sum(runtime * freq) / 1e12 AS INT) AS megacycles,
  sum(runtime) AS runtime, min(freq) AS min_freq, max(freq) AS max_freq, cast(sum(runtime * freq) / sum(iif(freq IS NULL, NULL, runtime)) AS INT) AS avg_freq
FROM _cpu_runs
GROUP BY cpu;
CREATE PERFETTO FUNCTION cpu_utilization_per_period(interval LONG)
RETURNS TABLE(ts TIMESTAMP, utilization DOUBLE, unnormalized_utilization DOUBLE) AS
WITH RECURSIVE period(ts) AS (
  SELECT (trace_start() / $interval) * $interval UNION ALL SELECT ts + $interval FROM period WHERE ts + $interval < trace_end()
), run AS (
  SELECT s.ts / $interval * $interval AS begin, s.ts, s.ts + s.dur AS end FROM _cpu_sched s
  UNION ALL
  SELECT begin + $interval, ts, end FROM run WHERE begin + $interval < end
), total AS (
  SELECT begin AS ts, sum(min(end, begin + $interval) - max(ts, begin)) AS dur FROM run GROUP BY begin
)
SELECT p.ts, ifnull(t.dur, 0) * 1.0 / $interval / (SELECT count(*) FROM cpu), ifnull(t.dur, 0) * 1.0 / $interval
FROM period p LEFT JOIN total t ON p.ts = t.ts;
CREATE PERFETTO VIEW cpu_utilization_per_second AS
SELECT ts, utilization, unnormalized_utilization FROM cpu_utilization_per_period(1000000000);
