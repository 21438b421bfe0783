-- Clock rates of buses and memory.
-- SPDX-License-Identifier: GPL-3.0-or-later
CREATE PERFETTO VIEW android_dvfs_counters AS
SELECT t.name, c.ts, c.value, lead(c.ts, 1, trace_end()) OVER (PARTITION BY c.track_id ORDER BY c.ts) - c.ts AS dur
FROM counter c JOIN counter_track t ON c.track_id = t.id
WHERE t.name IN ('domain@0 Frequency', 'domain@1 Frequency', 'domain@2 Frequency', 'bus_throughput Frequency') OR t.name GLOB '*MIF Frequency' OR t.name GLOB '*INT Frequency';
CREATE PERFETTO VIEW android_dvfs_counter_residency AS
SELECT name, value, sum(dur) AS dur, round(sum(dur) * 100.0 / sum(sum(dur)) OVER (PARTITION BY name), 3) AS pct
FROM android_dvfs_counters
WHERE dur > 0
GROUP BY name, value;
