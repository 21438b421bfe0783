-- title: _("Counters")
-- description: _("All counters with their number of samples and range")
-- SPDX-License-Identifier: GPL-3.0-or-later
SELECT t.name, p.name AS process, count(*) AS samples, min(c.value) AS least, max(c.value) AS most, avg(c.value) AS mean
FROM counter_track t JOIN counter c ON c.track_id = t.id LEFT JOIN process_counter_track k ON k.id = t.id
LEFT JOIN thread_counter_track h ON h.id = t.id LEFT JOIN thread USING (utid) LEFT JOIN process p ON p.upid = ifnull(k.upid, thread.upid)
GROUP BY t.id
ORDER BY samples DESC;
