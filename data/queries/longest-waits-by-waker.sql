-- title: _("Longest waits by waker")
-- description: _("Who woke the threads that had slept the longest")
-- SPDX-License-Identifier: GPL-3.0-or-later
SELECT t.name AS thread, w.name AS waker, count(*) AS n, sum(s.dur) AS total, max(s.dur) AS longest
FROM thread_state r
JOIN thread_state s ON s.utid = r.utid AND s.id = r.id - 1
JOIN thread t ON t.utid = r.utid
LEFT JOIN thread w ON w.utid = r.waker_utid
WHERE r.state = 'R' AND s.state IN ('S', 'D') AND s.dur >= 0
GROUP BY t.utid, r.waker_utid
ORDER BY total DESC
LIMIT 100;
