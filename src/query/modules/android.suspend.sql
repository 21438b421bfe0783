-- When the device was awake and when it was suspended.
-- SPDX-License-Identifier: GPL-3.0-or-later
CREATE PERFETTO TABLE _suspend_spans AS
WITH step AS (
  SELECT s.ts, s.dur, s.name FROM slice s JOIN track t ON s.track_id = t.id WHERE t.type IN ('suspend_resume', 'suspend_resume_minimal') AND s.dur > 0
)
SELECT ts, dur FROM step WHERE name = 'Suspended'
UNION ALL
SELECT ts, dur FROM step WHERE (name GLOB 'timekeeping_freeze*' OR name GLOB 'syscore_resume*') AND NOT EXISTS (SELECT 1 FROM step WHERE name = 'Suspended');
CREATE PERFETTO TABLE android_suspend_state AS
WITH edge AS (
  SELECT trace_start() AS ts, 0 AS place, 'awake' AS power_state
  UNION ALL SELECT ts + dur, 1, 'awake' FROM _suspend_spans
  UNION ALL SELECT ts, 2, 'suspended' FROM _suspend_spans
), span AS (
  SELECT ts, lead(ts, 1, trace_end()) OVER (ORDER BY ts, place) - ts AS dur, power_state FROM edge
)
SELECT ts, dur, power_state, 0 AS machine_id FROM span WHERE dur > 0;
CREATE PERFETTO FUNCTION _extract_duration_without_suspend(ts TIMESTAMP, dur DURATION)
RETURNS LONG AS
SELECT $dur - ifnull((SELECT sum(overlap_dur($ts, $dur, ts, dur)) FROM _suspend_spans), 0);
