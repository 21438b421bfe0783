-- Cycles of CPUs by process, from its running times and the frequencies.
-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE linux.cpu.utilization.thread;
CREATE PERFETTO VIEW cpu_cycles_per_process AS
SELECT t.upid, p.name AS process_name, cast(sum(c.runtime * c.freq) / 1000 AS INT) AS millicycles, cast(sum(c.runtime * c.freq) / 1e12 AS INT) AS megacycles,
  sum(c.runtime) AS runtime, min(c.freq) AS min_freq, max(c.freq) AS max_freq, cast(sum(c.runtime * c.freq) / sum(iif(c.freq IS NULL, NULL, c.runtime)) AS INT) AS avg_freq
FROM _cpu_runs c JOIN thread t USING (utid) JOIN process p ON t.upid = p.upid
GROUP BY t.upid;
