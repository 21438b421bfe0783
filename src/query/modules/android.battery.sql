-- Samples of the battery.
-- SPDX-License-Identifier: GPL-3.0-or-later
CREATE PERFETTO VIEW android_battery_charge AS
SELECT ts, current_avg_ua, capacity_percent, charge_uah, current_ua, voltage_uv, energy_counter_uwh, ifnull(power_mw, current_ua * voltage_uv / 1e9) AS power_mw
FROM (SELECT c.ts,
    max(iif(t.name = 'batt.current.avg_ua', c.value, NULL)) AS current_avg_ua, max(iif(t.name = 'batt.capacity_pct', c.value, NULL)) AS capacity_percent,
    max(iif(t.name = 'batt.charge_uah', c.value, NULL)) AS charge_uah, max(iif(t.name = 'batt.current_ua', c.value, NULL)) AS current_ua,
    max(iif(t.name = 'batt.voltage_uv', c.value, NULL)) AS voltage_uv, max(iif(t.name = 'batt.energy_counter_uwh', c.value, NULL)) AS energy_counter_uwh,
    max(iif(t.name = 'batt.power_mw', c.value, NULL)) AS power_mw
  FROM counter c JOIN counter_track t ON c.track_id = t.id WHERE t.name GLOB 'batt.*'
  GROUP BY c.ts);
