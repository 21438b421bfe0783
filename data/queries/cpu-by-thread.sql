-- title: _("CPU time by thread")
-- description: _("How long each thread ran, and on how many CPUs")
-- SPDX-License-Identifier: GPL-3.0-or-later
SELECT t.name AS thread, t.tid, p.name AS process, sum(s.dur) AS running, count(DISTINCT s.cpu) AS cpus, s.utid
FROM sched s JOIN thread t USING (utid) LEFT JOIN process p USING (upid)
WHERE s.dur >= 0 AND NOT t.is_idle
GROUP BY s.utid
ORDER BY running DESC;
