-- Memory of processes with their OOM scores.
-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE android.oom_adjuster;
INCLUDE PERFETTO MODULE linux.memory.process;
CREATE PERFETTO TABLE _memory_scores AS SELECT ts, dur, upid, score, bucket FROM android_oom_adj_intervals WHERE dur > 0;
CREATE VIRTUAL TABLE temp._memory_with_scores USING span_outer_join(_memory_all PARTITIONED upid, _memory_scores PARTITIONED upid);
CREATE PERFETTO VIEW memory_oom_score_with_rss_and_swap_per_process AS
SELECT m.ts, m.dur, m.score, m.bucket, m.upid, p.name AS process_name, p.pid, m.anon_rss, m.file_rss, m.shmem_rss,
  m.file_rss + m.anon_rss + ifnull(m.shmem_rss, 0) AS rss, m.swap,
  m.anon_rss + ifnull(m.swap, 0) AS anon_rss_and_swap, m.anon_rss + m.file_rss + ifnull(m.shmem_rss, 0) + ifnull(m.swap, 0) AS rss_and_swap
FROM _memory_with_scores m JOIN process p USING (upid);
