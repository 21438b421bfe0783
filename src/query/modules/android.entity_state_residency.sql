-- How long parts of a device, such as its modem, have been in each of their states.
-- SPDX-License-Identifier: GPL-3.0-or-later
CREATE PERFETTO TABLE android_entity_state_residency AS
SELECT id, ts, dur, entity_name, state_name, raw_name, state_time_since_boot, state_time_since_boot_at_end,
  (state_time_since_boot_at_end - state_time_since_boot) * 1.0 / dur AS state_time_ratio, track_id
FROM (SELECT c.id, c.ts, lead(c.ts) OVER w - c.ts AS dur,
    iif(t.is_titled, substr(t.name, 19, instr(t.name, ' is ') - 19), NULL) AS entity_name, iif(t.is_titled, substr(t.name, instr(t.name, ' is ') + 4), NULL) AS state_name,
    t.name AS raw_name, cast(c.value * 1e6 AS INT) AS state_time_since_boot, cast(lead(c.value) OVER w * 1e6 AS INT) AS state_time_since_boot_at_end, c.track_id
  FROM counter c JOIN (SELECT id, name, name GLOB 'Entity residency: * is *' AS is_titled FROM counter_track WHERE type = 'entity_state') t ON c.track_id = t.id
  WINDOW w AS (PARTITION BY c.track_id ORDER BY c.ts));
