-- How long the thread of a slice was in which state during it.
-- SPDX-License-Identifier: GPL-3.0-or-later
CREATE PERFETTO TABLE thread_slice_time_in_state AS
SELECT s.id, s.name, s.utid, s.thread_name, s.upid, s.process_name, r.state, r.io_wait, r.blocked_function,
  sum(overlap_dur(s.ts, s.dur, r.ts, iif(r.dur = -1, trace_end() - r.ts, r.dur))) AS dur
FROM thread_slice s JOIN thread_state r ON r.utid = s.utid AND r.ts >= strata_state_begin(s.utid, s.ts) AND r.ts < s.ts + s.dur
WHERE s.dur > 0 AND r.ts + iif(r.dur = -1, trace_end() - r.ts, r.dur) > s.ts
GROUP BY s.id, r.state, r.io_wait, r.blocked_function;
