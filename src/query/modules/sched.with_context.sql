-- sched with the names of threads and processes.
-- SPDX-License-Identifier: GPL-3.0-or-later
CREATE PERFETTO VIEW sched_with_thread_process AS
SELECT s.id, s.ts, s.dur, s.cpu, s.cpu AS ucpu, s.end_state, s.priority, s.utid, t.name AS thread_name, t.tid, t.is_main_thread, p.upid, p.name AS process_name, p.pid
FROM sched s JOIN thread t USING (utid) LEFT JOIN process p ON t.upid = p.upid;
