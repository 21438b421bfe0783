-- Starts of apps, from the slices of the system that launches them. Newer systems write both kinds of one start.
-- SPDX-License-Identifier: GPL-3.0-or-later
CREATE PERFETTO VIEW _startup_launching AS
SELECT id, ts, dur, iif(dur = -1, trace_end(), ts + dur) AS ts_end, dur = -1 AS is_open, substr(name, 12) AS package FROM slice WHERE name GLOB 'launching: ?*' AND (dur > 0 OR dur = -1);
-- A start begins with its intent, where that is recorded: with the last one after the start before.
CREATE PERFETTO TABLE _startup_events AS
SELECT l.id, ifnull((SELECT max(m.ts) FROM slice m WHERE m.name = 'MetricsLogger:launchObserverNotifyIntentStarted' AND m.ts <= l.ts
    AND m.ts >= ifnull((SELECT max(q.ts_end) FROM _startup_launching q WHERE q.ts < l.ts), 0)), l.ts) AS ts, l.ts_end, l.is_open, l.package, NULL AS startup_type
FROM _startup_launching l
WHERE NOT EXISTS (SELECT 1 FROM slice WHERE name GLOB 'launchingActivity#*:*')
UNION ALL
SELECT s.id, s.ts, s.ts + s.dur, 0, e.package, e.startup_type
FROM (
  SELECT str_split(name, ':', 0) AS launching, nullif(substr(str_split(name, ':', 1), 11), '') AS startup_type, str_split(name, ':', 2) AS package
  FROM slice WHERE name GLOB 'launchingActivity#[0-9]*:completed*:*'
) e JOIN slice s ON s.name = e.launching
WHERE s.dur > 0;
CREATE PERFETTO TABLE _startups AS
SELECT row_number() OVER (ORDER BY ts) - 1 AS startup_id, ts, ts_end, is_open, package, startup_type
FROM (SELECT ts, max(ts_end) AS ts_end, max(is_open) AS is_open, package, startup_type FROM _startup_events GROUP BY package, ts)
ORDER BY ts;
CREATE PERFETTO TABLE android_startup_processes AS
SELECT a.startup_id, p.upid, p.pid, ifnull(a.startup_type,
  CASE WHEN EXISTS (SELECT 1 FROM thread_slice s WHERE s.upid = p.upid AND s.is_main_thread AND s.name GLOB 'bindApplication*' AND s.ts BETWEEN a.ts AND a.ts_end) THEN 'cold'
    WHEN EXISTS (SELECT 1 FROM thread_slice s WHERE s.upid = p.upid AND s.is_main_thread AND s.name GLOB 'activityStart*' AND s.ts BETWEEN a.ts AND a.ts_end) THEN 'warm'
    ELSE 'hot' END) AS startup_type
FROM _startups a JOIN process p ON p.name = a.package OR p.name GLOB a.package || ':*'
WHERE EXISTS (SELECT 1 FROM thread t JOIN thread_state r USING (utid) WHERE t.upid = p.upid AND r.state = 'Running' AND r.ts BETWEEN a.ts AND a.ts_end)
  OR EXISTS (SELECT 1 FROM thread_slice s WHERE s.upid = p.upid AND s.ts BETWEEN a.ts AND a.ts_end);
-- Each launch is a start of its own, so none contains another that led to it. One that did not end has the duration -1.
CREATE PERFETTO TABLE android_startups AS
SELECT startup_id, ts, iif(is_open, ts - 1, ts_end) AS ts_end, iif(is_open, -1, ts_end - ts) AS dur, iif(is_open, -1, ts_end - ts) AS dur_without_trampoline, package,
  ifnull(startup_type, (SELECT p.startup_type FROM android_startup_processes p WHERE p.startup_id = s.startup_id
    ORDER BY p.startup_type = 'hot', p.startup_type = 'warm' LIMIT 1)) AS startup_type
FROM _startups s
ORDER BY ts;
CREATE PERFETTO VIEW android_startup_threads AS
SELECT a.startup_id, a.ts, a.dur, s.upid, s.pid, t.utid, t.tid, t.name AS thread_name, t.is_main_thread
FROM android_startups a JOIN android_startup_processes s USING (startup_id) JOIN thread t USING (upid);
CREATE PERFETTO VIEW android_thread_slices_for_all_startups AS
SELECT t.ts AS startup_ts, t.ts + t.dur AS startup_ts_end, t.startup_id, t.utid, k.tid, t.thread_name, t.is_main_thread, s.arg_set_id, s.id AS slice_id, s.name AS slice_name, s.ts AS slice_ts, s.dur AS slice_dur
FROM android_startup_threads t JOIN thread k USING (utid) JOIN thread_track r USING (utid) JOIN slice s ON s.track_id = r.id AND s.ts BETWEEN t.ts AND iif(t.dur = -1, trace_end(), t.ts + t.dur);
CREATE PERFETTO FUNCTION android_slices_for_startup_and_slice_name(startup_id LONG, slice_name STRING)
RETURNS TABLE(slice_id LONG, slice_name STRING, slice_ts TIMESTAMP, slice_dur DURATION, thread_name STRING, tid LONG, arg_set_id LONG) AS
SELECT slice_id, slice_name, slice_ts, slice_dur, thread_name, tid, arg_set_id
FROM android_thread_slices_for_all_startups
WHERE startup_id = $startup_id AND slice_name GLOB $slice_name;
CREATE PERFETTO FUNCTION android_sum_dur_for_startup_and_slice(startup_id LONG, slice_name STRING)
RETURNS LONG AS
SELECT sum(slice_dur) FROM android_thread_slices_for_all_startups WHERE startup_id = $startup_id AND slice_name GLOB $slice_name;
CREATE PERFETTO FUNCTION android_sum_dur_on_main_thread_for_startup_and_slice(startup_id LONG, slice_name STRING)
RETURNS LONG AS
SELECT sum(slice_dur) FROM android_thread_slices_for_all_startups WHERE startup_id = $startup_id AND slice_name GLOB $slice_name AND is_main_thread;
