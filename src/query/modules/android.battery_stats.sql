-- Events of batterystats: "+top=123:"mail"" begins what "-top=123:"mail"" ends.
-- SPDX-License-Identifier: GPL-3.0-or-later
CREATE PERFETTO VIEW android_battery_stats_event_slices AS
WITH event AS (
  SELECT i.ts, i.track_name, substr(i.name, 1, 1) AS sign, substr(i.name, 2) AS value FROM instant i WHERE i.track_name GLOB 'battery_stats.*' AND i.name GLOB '[-+]*=*:"*"'
), pair AS (
  SELECT ts, track_name, sign, value, lag(sign) OVER w AS before, lead(sign) OVER w AS after, lead(ts) OVER w AS end FROM event WINDOW w AS (PARTITION BY track_name, value ORDER BY ts)
), span AS (
  SELECT ts, iif(after = '-', end - ts, -1) AS dur, track_name, value FROM pair WHERE sign = '+'
  UNION ALL
  SELECT trace_start(), ts - trace_start(), track_name, value FROM pair WHERE sign = '-' AND before IS NULL
)
SELECT ts, dur, iif(dur = -1, trace_end() - ts, dur) AS safe_dur, 0 AS machine_id, track_name, trim(substr(value, instr(value, ':') + 1), '"') AS str_value,
  cast(substr(value, instr(value, '=') + 1) AS INT) AS int_value
FROM span;
