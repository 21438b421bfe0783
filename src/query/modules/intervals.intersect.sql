-- What intervals have in common with one span.
-- SPDX-License-Identifier: GPL-3.0-or-later
CREATE PERFETTO MACRO _interval_intersect_single(ts Expr, dur Expr, intervals_table TableOrSubquery)
RETURNS TableOrSubquery AS
(
  SELECT id, max(ts, $ts) AS ts, min(ts + dur, $ts + $dur) - max(ts, $ts) AS dur
  FROM $intervals_table
  WHERE ts < $ts + $dur AND ts + dur > $ts
);
CREATE PERFETTO MACRO _interval_intersect(tables TableOrSubqueryList, columns ColumnNameList)
RETURNS TableOrSubquery AS strata_intersect!($tables, $columns);
