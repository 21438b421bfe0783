-- Samples as intervals: from where a value came up to where another did.
-- SPDX-License-Identifier: GPL-3.0-or-later
CREATE PERFETTO MACRO counter_leading_intervals(counter_table TableOrSubquery)
RETURNS TableOrSubquery AS
(
  SELECT id, ts, lead(ts, 1, trace_end()) OVER (PARTITION BY track_id ORDER BY ts) - ts AS dur, track_id, value,
    lead(value) OVER (PARTITION BY track_id ORDER BY ts) AS next_value, value - lag_value AS delta_value
  FROM (SELECT id, ts, track_id, value, lag(value) OVER (PARTITION BY track_id ORDER BY ts) AS lag_value FROM $counter_table)
  WHERE lag_value IS NULL OR value != lag_value
);
