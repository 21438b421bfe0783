-- title: _("RSS growth")
-- description: _("Counters of resident memory: first, largest and last value")
-- SPDX-License-Identifier: GPL-3.0-or-later
SELECT p.name AS process, t.name AS counter, max(c.value) AS largest,
  (SELECT value FROM counter WHERE track_id = t.id ORDER BY ts LIMIT 1) AS first,
  (SELECT value FROM counter WHERE track_id = t.id ORDER BY ts DESC LIMIT 1) AS last
FROM process_counter_track t JOIN counter c ON c.track_id = t.id LEFT JOIN process p USING (upid)
WHERE t.name GLOB 'mem.rss*'
GROUP BY t.id
ORDER BY last - first DESC;
