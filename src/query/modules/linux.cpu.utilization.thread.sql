-- Cycles of CPUs by thread, from its running times and the frequencies.
-- SPDX-License-Identifier: GPL-3.0-or-later
CREATE PERFETTO TABLE _cpu_frequencies AS
SELECT ts, dur, ucpu AS cpu, freq FROM cpu_frequency_counters WHERE dur > 0;
CREATE PERFETTO VIEW _cpu_sched AS
SELECT ts, iif(dur = -1, trace_end() - ts, dur) AS dur, cpu, utid FROM sched
WHERE utid NOT IN (SELECT utid FROM thread WHERE is_idle);
CREATE VIRTUAL TABLE temp._cpu_sched_frequency USING span_left_join(_cpu_sched PARTITIONED cpu, _cpu_frequencies PARTITIONED cpu);
CREATE PERFETTO VIEW _cpu_runs AS
SELECT utid, cpu, ts, dur AS runtime, freq FROM _cpu_sched_frequency;
CREATE PERFETTO VIEW cpu_cycles_per_thread AS
SELECT utid, t.name AS thread_name, cast(sum(runtime * freq) / 1000 AS INT) AS millicycles, cast(sum(runtime * freq) / 1e12 AS INT) AS megacycles,
  sum(runtime) AS runtime, min(freq) AS min_freq, max(freq) AS max_freq, cast(sum(runtime * freq) / sum(iif(freq IS NULL, NULL, runtime)) AS INT) AS avg_freq
FROM _cpu_runs JOIN thread t USING (utid)
GROUP BY utid;
