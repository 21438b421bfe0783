-- Interactions of users that Android measures: J<…> of their jank, L<…> of their latency.
-- SPDX-License-Identifier: GPL-3.0-or-later
CREATE PERFETTO TABLE _cuj_slices AS
SELECT s.id AS slice_id, s.ts, s.ts + s.dur AS ts_end, s.dur, s.name AS cuj_slice_name, substr(s.name, 3, length(s.name) - 3) AS cuj_name, k.upid, p.name AS process_name
FROM slice s JOIN process_track k ON s.track_id = k.id JOIN process p ON k.upid = p.upid
WHERE s.dur > 0 AND s.name GLOB '[JL]<*>' AND (p.name GLOB 'com.google.android*' OR p.name GLOB 'com.android.*');
CREATE PERFETTO TABLE _cuj_marks AS
SELECT c.slice_id, m.name, m.ts FROM _cuj_slices c
JOIN process_track k ON k.upid = c.upid AND k.name = c.cuj_slice_name
JOIN slice m ON m.track_id = k.id AND m.dur = 0 AND m.ts BETWEEN c.ts AND c.ts_end AND m.name GLOB '*FT#*';
CREATE PERFETTO TABLE _cuj_facts AS
SELECT slice_id, max(name GLOB '*FT#cancel*') AS is_canceled, max(name GLOB '*FT#timeout*') AS is_late, max(name GLOB '*FT#end*') AS is_completed,
  max(iif(name GLOB '*FT#layerId#*', cast(str_split(name, '#', 2) AS INT), NULL)) AS layer_id,
  min(iif(name GLOB '*FT#beginVsync#*', cast(str_split(name, '#', 2) AS INT), NULL)) AS begin_vsync,
  max(iif(name GLOB '*FT#endVsync#*', cast(str_split(name, '#', 2) AS INT), NULL)) AS end_vsync
FROM _cuj_marks GROUP BY slice_id;
CREATE PERFETTO TABLE _cuj_threads AS
SELECT c.slice_id, min(m.utid) AS ui_thread FROM _cuj_slices c
JOIN thread_slice m ON m.upid = c.upid AND m.dur = 0 AND m.name = c.cuj_slice_name || '#UIThread' AND m.ts BETWEEN c.ts AND c.ts_end
GROUP BY c.slice_id;
CREATE PERFETTO TABLE _cuj_frames AS
SELECT f.slice_id, min(e.ts) AS ts, max(w.ts + w.dur) AS ts_end FROM _cuj_facts f JOIN _cuj_slices c ON f.slice_id = c.slice_id
JOIN actual_frame_timeline_slice e ON e.upid = c.upid AND e.surface_frame_token BETWEEN f.begin_vsync AND f.end_vsync AND e.layer_name GLOB '*#' || f.layer_id
LEFT JOIN thread_slice w ON w.upid = c.upid AND w.name IN ('Choreographer#doFrame ' || e.surface_frame_token, 'DrawFrame ' || e.surface_frame_token, 'DrawFrames ' || e.surface_frame_token)
GROUP BY f.slice_id;
CREATE PERFETTO TABLE android_sysui_jank_cujs AS
SELECT row_number() OVER (ORDER BY c.ts, c.slice_id) AS cuj_id, c.upid, c.process_name, c.cuj_slice_name, c.cuj_name, c.slice_id,
  ifnull(m.ts, c.ts) AS ts, ifnull(m.ts_end, c.ts_end) AS ts_end, ifnull(m.ts_end, c.ts_end) - ifnull(m.ts, c.ts) AS dur,
  CASE WHEN f.is_canceled THEN 'canceled' WHEN f.is_completed THEN 'completed' END AS state, t.ui_thread, f.layer_id, f.begin_vsync, f.end_vsync
FROM _cuj_slices c LEFT JOIN _cuj_facts f ON f.slice_id = c.slice_id LEFT JOIN _cuj_threads t ON t.slice_id = c.slice_id LEFT JOIN _cuj_frames m ON m.slice_id = c.slice_id
-- without marks what is too short was given up
WHERE c.cuj_slice_name GLOB 'J<*' AND NOT ifnull(f.is_canceled, 0) AND (f.is_completed OR c.dur > 4000000)
ORDER BY c.ts, c.slice_id;
CREATE PERFETTO TABLE android_sysui_latency_cujs AS
SELECT row_number() OVER (ORDER BY c.ts, c.slice_id) AS cuj_id, c.upid, c.process_name, c.cuj_slice_name, c.cuj_name, c.slice_id, c.ts, c.ts_end, c.dur,
  CASE WHEN f.is_canceled THEN 'canceled' WHEN f.is_late THEN 'timed_out' ELSE 'completed' END AS state
FROM _cuj_slices c LEFT JOIN _cuj_facts f ON f.slice_id = c.slice_id
WHERE c.cuj_slice_name GLOB 'L<*'
ORDER BY c.ts, c.slice_id;
