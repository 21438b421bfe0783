-- How long the thread of a slice ran on a CPU during it.
-- SPDX-License-Identifier: GPL-3.0-or-later
CREATE PERFETTO TABLE thread_slice_cpu_time AS
SELECT s.id, s.name, s.utid, s.thread_name, s.upid, s.process_name,
  sum(overlap_dur(s.ts, s.dur, r.ts, iif(r.dur = -1, trace_end() - r.ts, r.dur))) AS cpu_time
FROM thread_slice s JOIN thread_state r ON r.utid = s.utid AND r.ts >= strata_state_begin(s.utid, s.ts) AND r.ts < s.ts + s.dur
WHERE s.dur > 0 AND r.state = 'Running' AND r.ts + iif(r.dur = -1, trace_end() - r.ts, r.dur) > s.ts
GROUP BY s.id;
