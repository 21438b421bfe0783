-- Processes that the low memory killer ended.
-- SPDX-License-Identifier: GPL-3.0-or-later
CREATE PERFETTO VIEW _lmk_kills AS
SELECT s.ts, cast(str_split(s.name, ',', 1) AS INT) AS pid, cast(str_split(s.name, ',', 2) AS INT) AS reason, cast(str_split(s.name, ',', 3) AS INT) AS score
FROM slice s WHERE s.name GLOB 'lmk,[0-9]*,[0-9]*,*';
CREATE PERFETTO TABLE android_lmk_events AS
SELECT k.ts, p.upid, k.pid, p.name AS process_name,
  ifnull(k.score, (SELECT cast(c.value AS INT) FROM process_counter_track t JOIN counter c ON c.track_id = t.id
    WHERE t.upid = p.upid AND t.name = 'oom_score_adj' AND c.ts <= k.ts ORDER BY c.ts DESC LIMIT 1)) AS oom_score_adj,
  CASE k.reason WHEN 0 THEN 'PRESSURE_AFTER_KILL' WHEN 1 THEN 'NOT_RESPONDING' WHEN 2 THEN 'LOW_SWAP_AND_THRASHING' WHEN 3 THEN 'LOW_MEM_AND_SWAP'
    WHEN 4 THEN 'LOW_MEM_AND_THRASHING' WHEN 5 THEN 'DIRECT_RECL_AND_THRASHING' WHEN 6 THEN 'LOW_MEM_AND_SWAP_UTIL'
    WHEN 7 THEN 'LOW_FILECACHE_AFTER_THRASHING' WHEN 8 THEN 'LOW_MEM' WHEN 9 THEN 'DIRECT_RECL_STUCK' ELSE 'UNKNOWN' END AS kill_reason, k.reason AS kill_reason_raw
FROM (
  SELECT ts, pid, reason, score FROM _lmk_kills
  UNION ALL
  SELECT c.ts, cast(c.value AS INT), NULL, NULL FROM counter c JOIN counter_track t ON c.track_id = t.id
  WHERE t.name = 'kill_one_process' AND c.value > 0 AND NOT EXISTS (SELECT 1 FROM _lmk_kills)
) k LEFT JOIN process p ON p.pid = k.pid
ORDER BY k.ts;
