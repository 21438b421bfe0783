-- title: _("CPU time by process and CPU")
-- description: _("How long each process ran on each CPU")
-- SPDX-License-Identifier: GPL-3.0-or-later
SELECT p.name AS process, s.cpu, sum(s.dur) AS running, count(*) AS runs
FROM sched s JOIN thread t USING (utid) LEFT JOIN process p USING (upid)
WHERE s.dur >= 0 AND NOT t.is_idle
GROUP BY p.upid, s.cpu
ORDER BY running DESC;
