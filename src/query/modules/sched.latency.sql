-- How long a thread waited for a CPU before it ran.
-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE sched.runnable;
CREATE PERFETTO VIEW sched_latency_for_running_interval AS
SELECT r.id AS thread_state_id, s.id AS sched_id, r.utid, p.prev_runnable_id AS runnable_latency_id, w.dur AS latency_dur
FROM sched_previous_runnable_on_thread p
JOIN thread_state r ON p.id = r.id
JOIN thread_state w ON p.prev_runnable_id = w.id
JOIN sched s ON s.cpu = r.cpu AND s.ts = r.ts;
