-- Whether the device rested because it was not used.
-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE counters.intervals;
CREATE PERFETTO TABLE android_light_idle_state AS
SELECT c.id, c.ts, c.dur, t.machine_id,
  CASE c.value WHEN 0 THEN 'active' WHEN 1 THEN 'inactive' WHEN 4 THEN 'idle' WHEN 5 THEN 'waiting_for_network' WHEN 6 THEN 'idle_maintenance' WHEN 7 THEN 'override' ELSE 'unmapped' END AS light_idle_state
FROM counter_leading_intervals!((SELECT c.* FROM counter c JOIN counter_track t ON c.track_id = t.id WHERE t.name = 'DozeLightState')) c
JOIN counter_track t ON c.track_id = t.id;
CREATE PERFETTO TABLE android_deep_idle_state AS
SELECT c.id, c.ts, c.dur, t.machine_id,
  CASE c.value WHEN 0 THEN 'active' WHEN 1 THEN 'inactive' WHEN 2 THEN 'idle_pending' WHEN 3 THEN 'sensing' WHEN 4 THEN 'locating' WHEN 5 THEN 'idle' WHEN 6 THEN 'idle_maintenance'
    WHEN 7 THEN 'quick_doze_delay' ELSE 'unmapped' END AS deep_idle_state
FROM counter_leading_intervals!((SELECT c.* FROM counter c JOIN counter_track t ON c.track_id = t.id WHERE t.name = 'DozeDeepState')) c
JOIN counter_track t ON c.track_id = t.id;
