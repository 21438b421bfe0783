-- Memory of processes, from where any part of it changed.
-- SPDX-License-Identifier: GPL-3.0-or-later
CREATE PERFETTO MACRO _memory_intervals(counter Expr, value ColumnName)
RETURNS TableOrSubquery AS
(
  SELECT ts, lead(ts, 1, trace_end()) OVER (PARTITION BY track_id ORDER BY ts) - ts AS dur, t.upid, cast(value AS INT) AS $value
  FROM counter c JOIN process_counter_track t ON c.track_id = t.id WHERE t.name = $counter
);
CREATE PERFETTO TABLE _memory_anon AS SELECT * FROM _memory_intervals!('mem.rss.anon', anon_rss) WHERE dur > 0;
CREATE PERFETTO TABLE _memory_file AS SELECT * FROM _memory_intervals!('mem.rss.file', file_rss) WHERE dur > 0;
CREATE PERFETTO TABLE _memory_shmem AS SELECT * FROM _memory_intervals!('mem.rss.shmem', shmem_rss) WHERE dur > 0;
CREATE PERFETTO TABLE _memory_swap AS SELECT * FROM _memory_intervals!('mem.swap', swap) WHERE dur > 0;
CREATE VIRTUAL TABLE temp._memory_anon_file USING span_outer_join(_memory_anon PARTITIONED upid, _memory_file PARTITIONED upid);
CREATE VIRTUAL TABLE temp._memory_anon_file_shmem USING span_outer_join(_memory_anon_file PARTITIONED upid, _memory_shmem PARTITIONED upid);
CREATE VIRTUAL TABLE temp._memory_all USING span_outer_join(_memory_anon_file_shmem PARTITIONED upid, _memory_swap PARTITIONED upid);
CREATE PERFETTO VIEW memory_rss_and_swap_per_process AS
SELECT m.ts, m.dur, m.upid, p.pid, p.name AS process_name, m.anon_rss, m.file_rss, m.shmem_rss,
  m.file_rss + m.anon_rss + ifnull(m.shmem_rss, 0) AS rss, m.swap,
  m.anon_rss + ifnull(m.swap, 0) AS anon_rss_and_swap, m.anon_rss + m.file_rss + ifnull(m.shmem_rss, 0) + ifnull(m.swap, 0) AS rss_and_swap
FROM _memory_all m JOIN process p USING (upid);
