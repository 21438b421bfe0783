-- Frames of apps: Choreographer#doFrame and DrawFrame of the same number, and the frames of FrameTimeline.
-- SPDX-License-Identifier: GPL-3.0-or-later
CREATE PERFETTO TABLE android_frames_choreographer_do_frame AS
SELECT s.id, cast(substr(s.name, 22) AS INT) AS frame_id, s.utid AS ui_thread_utid, s.upid, s.ts
FROM thread_slice s WHERE s.name GLOB 'Choreographer#doFrame [0-9]*' AND s.is_main_thread;
CREATE PERFETTO TABLE android_frames_draw_frame AS
SELECT s.id, cast(str_split(s.name, ' ', 1) AS INT) AS frame_id, s.utid AS render_thread_utid, s.upid, s.ts
FROM thread_slice s WHERE s.name GLOB 'DrawFrame* [0-9]*';
CREATE PERFETTO TABLE android_frames AS
SELECT d.frame_id, d.ts, ifnull(max(a.ts + a.dur), max(max(b.ts + b.dur), w.ts + w.dur)) - d.ts AS dur, d.id AS do_frame_id, r.id AS draw_frame_id,
  a.id AS actual_frame_timeline_id, e.id AS expected_frame_timeline_id, r.render_thread_utid, d.ui_thread_utid, d.upid,
  count(DISTINCT a.id) AS actual_frame_timeline_count, count(DISTINCT e.id) AS expected_frame_timeline_count
FROM android_frames_choreographer_do_frame d
JOIN slice b ON d.id = b.id
JOIN android_frames_draw_frame r ON r.frame_id = d.frame_id AND r.upid = d.upid
JOIN slice w ON r.id = w.id
LEFT JOIN actual_frame_timeline_slice a ON cast(a.name AS INT) = d.frame_id AND a.upid = d.upid
LEFT JOIN expected_frame_timeline_slice e ON cast(e.name AS INT) = d.frame_id AND e.upid = d.upid
GROUP BY d.id, r.id
ORDER BY d.frame_id;
CREATE PERFETTO FUNCTION android_first_frame_after(ts TIMESTAMP)
RETURNS TABLE(frame_id LONG, ts TIMESTAMP, dur DURATION, do_frame_id LONG, draw_frame_id LONG, actual_frame_timeline_id LONG, expected_frame_timeline_id LONG, render_thread_utid LONG, ui_thread_utid LONG) AS
SELECT frame_id, ts, dur, do_frame_id, draw_frame_id, actual_frame_timeline_id, expected_frame_timeline_id, render_thread_utid, ui_thread_utid
FROM android_frames WHERE ts > $ts ORDER BY ts LIMIT 1;
