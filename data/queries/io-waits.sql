-- title: _("I/O waits")
-- description: _("Where threads were blocked, and whether for block I/O")
-- SPDX-License-Identifier: GPL-3.0-or-later
SELECT t.name AS thread, s.blocked_function, s.io_wait, count(*) AS n, sum(s.dur) AS total, max(s.dur) AS longest, s.utid
FROM thread_state s JOIN thread t USING (utid)
WHERE s.state = 'D' AND s.dur >= 0
GROUP BY s.utid, s.blocked_function, s.io_wait
ORDER BY total DESC;
