-- Whether the screen was on.
-- SPDX-License-Identifier: GPL-3.0-or-later
CREATE PERFETTO TABLE android_screen_state AS
SELECT id, ts, lead(ts, 1, trace_end()) OVER (PARTITION BY machine_id ORDER BY ts) - ts AS dur, machine_id,
  CASE value WHEN 1 THEN 'off' WHEN 2 THEN 'on' WHEN 3 THEN 'doze' WHEN 4 THEN 'doze' ELSE 'unknown' END AS simple_screen_state,
  CASE value WHEN 1 THEN 'off' WHEN 2 THEN 'on' WHEN 3 THEN 'doze' WHEN 4 THEN 'doze_suspend' ELSE 'unknown' END AS short_screen_state,
  CASE value WHEN 1 THEN 'Screen off' WHEN 2 THEN 'Screen on, screen not dozing' WHEN 3 THEN 'Always-on display (doze)' WHEN 4 THEN 'Always-on display (doze suspended)' ELSE 'unknown' END AS screen_state
FROM (SELECT c.id, c.ts, ifnull(t.machine_id, 0) AS machine_id, cast(c.value AS INT) AS value FROM counter c JOIN counter_track t ON c.track_id = t.id WHERE t.name = 'ScreenState');
