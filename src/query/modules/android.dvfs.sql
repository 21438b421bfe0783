-- Clock rates of buses and memory.
-- SPDX-License-Identifier: GPL-3.0-or-later
CREATE PERFETTO VIEW android_dvfs_counters AS
SELECT replace(t.name, ' clock rate', ' Frequency') AS name, c.ts, c.value, lead(c.ts, 1, trace_end()) OVER (PARTITION BY c.track_id ORDER BY c.ts) - c.ts AS dur
FROM counter c JOIN counter_track t ON c.track_id = t.id
WHERE t.name IN ('domain@0 clock rate', 'domain@1 clock rate', 'domain@2 clock rate', 'bus_throughput clock rate') OR t.name GLOB '*MIF clock rate' OR t.name GLOB '*INT clock rate';
CREATE PERFETTO VIEW android_dvfs_counter_residency AS
SELECT name, value, sum(dur) AS dur, round(sum(dur) * 100.0 / sum(sum(dur)) OVER (PARTITION BY name), 3) AS pct
FROM android_dvfs_counters
WHERE dur > 0
GROUP BY name, value;
