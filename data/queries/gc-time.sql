-- title: _("Garbage collection")
-- description: _("Garbage collection slices, by thread")
-- SPDX-License-Identifier: GPL-3.0-or-later
SELECT s.process_name, s.thread_name, s.name, count(*) AS n, sum(s.dur) AS total, max(s.dur) AS longest
FROM thread_slice s
WHERE s.name REGEXP '(^|[^A-Za-z])GC([^A-Za-z]|$)' OR s.name LIKE '%concurrent copying%' OR s.name LIKE '%mark sweep%'
GROUP BY s.utid, s.name
ORDER BY total DESC;
