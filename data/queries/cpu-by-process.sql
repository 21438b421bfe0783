-- title: _("CPU time by process")
-- description: _("How long threads of each process ran")
-- SPDX-License-Identifier: GPL-3.0-or-later
SELECT p.name AS process, p.pid, sum(s.dur) AS running, count(*) AS runs, count(DISTINCT s.utid) AS threads
FROM sched s JOIN thread t USING (utid) LEFT JOIN process p USING (upid)
WHERE s.dur >= 0 AND NOT t.is_idle
GROUP BY p.upid
ORDER BY running DESC;
