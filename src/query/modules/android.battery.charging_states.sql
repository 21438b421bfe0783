-- Whether the battery was charged.
-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE counters.intervals;
INCLUDE PERFETTO MODULE intervals.fill_gaps;
CREATE PERFETTO TABLE android_charging_states AS
WITH states AS (
  SELECT c.ts, c.dur, t.machine_id,
    CASE c.value WHEN 2 THEN 'charging' WHEN 3 THEN 'discharging' WHEN 4 THEN 'not_charging' WHEN 5 THEN 'full' END AS short_charging_state,
    CASE c.value WHEN 2 THEN 'Charging' WHEN 3 THEN 'Discharging' WHEN 4 THEN 'Not charging' WHEN 5 THEN 'Full' END AS charging_state
  FROM counter_leading_intervals!((SELECT c.* FROM counter c JOIN counter_track t ON c.track_id = t.id WHERE t.name = 'BatteryStatus')) c
  JOIN counter_track t ON c.track_id = t.id
  WHERE c.dur > 0
)
SELECT row_number() OVER () AS id, ts, dur, machine_id, ifnull(short_charging_state, 'unknown') AS short_charging_state, ifnull(charging_state, 'Unknown') AS charging_state
FROM _intervals_fill_gaps!((machine_id), (short_charging_state, charging_state), states);
