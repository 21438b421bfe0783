-- How many intervals overlap, and intervals that overlap as one.
-- SPDX-License-Identifier: GPL-3.0-or-later
CREATE PERFETTO MACRO intervals_overlap_count(segments TableOrSubquery, ts_column ColumnName, dur_column ColumnName)
RETURNS TableOrSubquery AS
(
  SELECT ts, sum(sum(step)) OVER (ORDER BY ts) AS value
  FROM (SELECT $ts_column AS ts, 1 AS step FROM $segments
    UNION ALL SELECT $ts_column + $dur_column, -1 FROM $segments WHERE $dur_column >= 0)
  GROUP BY ts
);
CREATE PERFETTO MACRO intervals_overlap_count_by_group(segments TableOrSubquery, ts_column ColumnName, dur_column ColumnName, group_column ColumnName)
RETURNS TableOrSubquery AS
(
  SELECT ts, sum(sum(step)) OVER (PARTITION BY group_name ORDER BY ts) AS value, group_name
  FROM (SELECT $ts_column AS ts, 1 AS step, $group_column AS group_name FROM $segments
    UNION ALL SELECT $ts_column + $dur_column, -1, $group_column FROM $segments WHERE $dur_column >= 0)
  GROUP BY group_name, ts
  ORDER BY ts
);
CREATE PERFETTO MACRO interval_merge_overlapping(intervals TableOrSubquery, epsilon Expr)
RETURNS TableOrSubquery AS
(
  SELECT min(ts) AS ts, max(ts + dur) - min(ts) AS dur
  FROM (SELECT ts, dur, sum(is_first) OVER (ORDER BY ts, dur ROWS UNBOUNDED PRECEDING) AS number
    FROM (SELECT ts, dur, ts > ifnull(max(ts + dur) OVER (ORDER BY ts, dur ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) + $epsilon, ts - 1) AS is_first
      FROM $intervals))
  GROUP BY number
);
CREATE PERFETTO MACRO merge_overlapping_intervals(intervals TableOrSubquery)
RETURNS TableOrSubquery AS interval_merge_overlapping!($intervals, 0);
CREATE PERFETTO MACRO interval_merge_overlapping_partitioned(intervals TableOrSubquery, partition_column ColumnName)
RETURNS TableOrSubquery AS
(
  SELECT min(ts) AS ts, max(ts + dur) - min(ts) AS dur, $partition_column
  FROM (SELECT ts, dur, $partition_column, sum(is_first) OVER (PARTITION BY $partition_column ORDER BY ts, dur ROWS UNBOUNDED PRECEDING) AS number
    FROM (SELECT ts, dur, $partition_column,
        ts > ifnull(max(ts + dur) OVER (PARTITION BY $partition_column ORDER BY ts, dur ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), ts - 1) AS is_first
      FROM $intervals))
  GROUP BY $partition_column, number
);
