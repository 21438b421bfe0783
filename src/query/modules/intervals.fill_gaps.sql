-- Times of the trace without an interval, for each group.
-- SPDX-License-Identifier: GPL-3.0-or-later
CREATE PERFETTO MACRO _intervals_fill_gaps(group_columns ColumnNameList, data_columns ColumnNameList, intervals TableOrSubquery)
RETURNS TableOrSubquery AS
(
  SELECT ts, dur, strata_columns!($group_columns), strata_columns!($data_columns) FROM $intervals WHERE ts IS NOT NULL
  UNION ALL
  SELECT ts, dur, strata_columns!($group_columns), strata_columns!($data_columns)
  FROM (
    SELECT ts + dur AS ts, lead(ts, 1, trace_end()) OVER (PARTITION BY strata_columns!($group_columns) ORDER BY ts) - ts - dur AS dur, strata_columns!($group_columns)
    FROM $intervals WHERE ts IS NOT NULL
    UNION ALL
    SELECT trace_start(), ifnull(min(ts), trace_end()) - trace_start(), strata_columns!($group_columns) FROM $intervals GROUP BY strata_columns!($group_columns)
  ) LEFT JOIN (SELECT strata_columns!($data_columns) FROM $intervals LIMIT 0) ON TRUE
  WHERE dur > 0
  UNION ALL
  SELECT ts, dur, strata_columns!($group_columns), strata_columns!($data_columns)
  FROM (SELECT trace_start() AS ts, trace_dur() AS dur) LEFT JOIN (SELECT strata_columns!($group_columns), strata_columns!($data_columns) FROM $intervals LIMIT 0) ON TRUE
  WHERE NOT EXISTS (SELECT 1 FROM $intervals)
);
