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
CREATE PERFETTO TABLE android_oom_adj_intervals AS
SELECT ts, dur, cast(value AS INT) AS score, android_oom_adj_score_to_bucket_name(value) AS bucket, upid, process_name
FROM (SELECT c.ts, lead(c.ts, 1, trace_end()) OVER (PARTITION BY c.track_id ORDER BY c.ts) - c.ts AS dur, c.value, t.upid, p.name AS process_name
  FROM counter c JOIN process_counter_track t ON c.track_id = t.id JOIN process p ON t.upid = p.upid WHERE t.name = 'oom_score_adj');
