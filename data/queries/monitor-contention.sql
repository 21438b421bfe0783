-- title: _("Monitor contention")
-- description: _("Waits for locks of the Android runtime, by lock")
-- SPDX-License-Identifier: GPL-3.0-or-later
SELECT s.name, s.thread_name, count(*) AS n, sum(s.dur) AS total, max(s.dur) AS longest
FROM thread_slice s
WHERE s.name LIKE '%contention%'
GROUP BY s.name, s.utid
ORDER BY total DESC;
