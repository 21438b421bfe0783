-- OOM scores of processes.
-- SPDX-License-Identifier: GPL-3.0-or-later
CREATE PERFETTO FUNCTION android_oom_adj_score_to_bucket_name(oom_score LONG)
RETURNS STRING AS
SELECT CASE
  WHEN $oom_score IS NULL THEN NULL WHEN $oom_score < -900 THEN 'native' WHEN $oom_score < -800 THEN 'system' WHEN $oom_score < -700 THEN 'persistent'
  WHEN $oom_score < 0 THEN 'logcat_persistent' WHEN $oom_score < 50 THEN 'foreground_app' WHEN $oom_score < 100 THEN 'perceptible_foreground_app'
  WHEN $oom_score < 200 THEN 'visible_app' WHEN $oom_score < 225 THEN 'perceptible_app' WHEN $oom_score < 250 THEN 'perceptible_medium_app'
  WHEN $oom_score < 300 THEN 'perceptible_low_app' WHEN $oom_score < 400 THEN 'backup_app' WHEN $oom_score < 500 THEN 'heavy_weight_app'
  WHEN $oom_score < 600 THEN 'service_app' WHEN $oom_score < 700 THEN 'home_app' WHEN $oom_score < 800 THEN 'previous_app' WHEN $oom_score < 900 THEN 'service_b_adj'
  ELSE 'cached_app' END;
-- The update by system_server that set a score: the last one that began before it.
CREATE PERFETTO TABLE _oom_adj_updates AS
SELECT s.id AS oom_adj_id, s.ts AS oom_adj_ts, s.dur AS oom_adj_dur, s.track_id AS oom_adj_track_id, s.thread_name AS oom_adj_thread_name,
  str_split(s.name, '_', 1) AS oom_adj_reason, p.name AS oom_adj_trigger, lead(s.ts, 1, trace_end()) OVER (ORDER BY s.ts) AS next_ts
FROM thread_slice s LEFT JOIN slice p ON p.id = s.parent_id AND p.dur != -1
WHERE s.name GLOB 'updateOomAdj_*' AND s.process_name = 'system_server';
CREATE INDEX temp._oom_adj_updates_by_ts ON _oom_adj_updates (oom_adj_ts);
CREATE PERFETTO TABLE android_oom_adj_intervals AS
SELECT c.ts, c.dur, cast(c.value AS INT) AS score, android_oom_adj_score_to_bucket_name(c.value) AS bucket, c.upid, c.process_name,
  u.oom_adj_id, u.oom_adj_ts, u.oom_adj_dur, u.oom_adj_track_id, u.oom_adj_thread_name, u.oom_adj_reason, u.oom_adj_trigger
FROM (SELECT c.ts, lead(c.ts, 1, trace_end()) OVER (PARTITION BY c.track_id ORDER BY c.ts) - c.ts AS dur, c.value, t.upid, p.name AS process_name
  FROM counter c JOIN process_counter_track t ON c.track_id = t.id JOIN process p ON t.upid = p.upid WHERE t.name = 'oom_score_adj') c
LEFT JOIN _oom_adj_updates u ON u.oom_adj_ts = (SELECT max(b.oom_adj_ts) FROM _oom_adj_updates b WHERE b.oom_adj_ts < c.ts) AND c.ts <= u.next_ts;
