-- Idle states of CPUs: how often and how long.
-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE linux.cpu.idle;
CREATE PERFETTO VIEW cpu_idle_stats AS
SELECT cpu, idle + 1 AS state, count(*) AS count, sum(dur) AS dur, sum(dur) / count(*) AS avg_dur, sum(dur) * 100.0 / trace_dur() AS idle_percent
FROM cpu_idle_counters
WHERE idle >= 0
GROUP BY ucpu, idle;
