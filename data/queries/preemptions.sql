-- title: _("Preemptions")
-- description: _("Threads that were preempted, and how long they then waited")
-- SPDX-License-Identifier: GPL-3.0-or-later
SELECT t.name AS thread, count(*) AS n, sum(s.dur) AS waited, max(s.dur) AS longest, s.utid
FROM thread_state s JOIN thread t USING (utid)
WHERE s.state = 'R+' AND s.dur >= 0
GROUP BY s.utid
ORDER BY waited DESC;
