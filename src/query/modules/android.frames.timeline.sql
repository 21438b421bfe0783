-- Frames of apps: Choreographer#doFrame and DrawFrame of the same number, and the frames of FrameTimeline.
-- SPDX-License-Identifier: GPL-3.0-or-later
CREATE PERFETTO TABLE android_frames_choreographer_do_frame AS
SELECT s.id, cast(substr(s.name, 22) AS INT) AS frame_id, s.utid AS ui_thread_utid, s.upid, s.ts
FROM thread_slice s WHERE s.name GLOB 'Choreographer#doFrame [0-9]*';
CREATE PERFETTO TABLE android_frames_draw_frame AS
SELECT s.id, cast(str_split(s.name, ' ', 1) AS INT) AS frame_id, s.utid AS render_thread_utid, s.upid, s.ts
FROM thread_slice s WHERE s.name GLOB 'DrawFrame* [0-9]*';
-- Before Android 12 frames have no numbers: a frame is drawn by the DrawFrame that starts during its doFrame.
CREATE PERFETTO TABLE _frames_by_time AS
SELECT row_number() OVER (ORDER BY d.ts, d.id) AS frame_id, d.id AS do_frame_id, d.utid AS ui_thread_utid, d.upid, d.ts, d.ts + d.dur AS ts_end,
  r.id AS draw_frame_id, r.utid AS render_thread_utid, r.ts + r.dur AS draw_end
FROM thread_slice d JOIN thread_slice r ON r.upid = d.upid AND r.utid != d.utid AND r.ts BETWEEN d.ts AND d.ts + d.dur
WHERE d.name = 'Choreographer#doFrame' AND r.name = 'DrawFrame';
CREATE PERFETTO TABLE android_frames AS
SELECT f.frame_id, f.ts, f.dur, f.do_frame_id, f.draw_frame_id, f.actual_frame_timeline_id, f.expected_frame_timeline_id, f.render_thread_utid, f.ui_thread_utid,
  f.actual_frame_timeline_count, f.expected_frame_timeline_count, f.draw_frame_count, f.upid, p.name AS process_name
FROM (
  SELECT d.frame_id, ifnull(a.ts, d.ts) AS ts, ifnull(a.dur, max(b.ts + b.dur, max(w.ts + w.dur)) - d.ts) AS dur, d.id AS do_frame_id, min(r.id) AS draw_frame_id,
    min(a.id) AS actual_frame_timeline_id, min(e.id) AS expected_frame_timeline_id, r.render_thread_utid, d.ui_thread_utid, d.upid,
    count(DISTINCT a.id) AS actual_frame_timeline_count, count(DISTINCT e.id) AS expected_frame_timeline_count, count(DISTINCT r.id) AS draw_frame_count
  FROM android_frames_choreographer_do_frame d
  JOIN slice b ON d.id = b.id
  JOIN android_frames_draw_frame r ON r.frame_id = d.frame_id AND r.upid = d.upid
  JOIN slice w ON r.id = w.id
  LEFT JOIN actual_frame_timeline_slice a ON cast(a.name AS INT) = d.frame_id AND a.upid = d.upid
  LEFT JOIN expected_frame_timeline_slice e ON cast(e.name AS INT) = d.frame_id AND e.upid = d.upid
  GROUP BY d.id
  UNION ALL
  SELECT frame_id, ts, max(max(ts_end, draw_end)) OVER (PARTITION BY do_frame_id) - ts, do_frame_id, draw_frame_id, NULL, NULL, render_thread_utid, ui_thread_utid, upid, 0, 0, 1
  FROM _frames_by_time
) f LEFT JOIN process p USING (upid)
ORDER BY f.frame_id;
CREATE PERFETTO FUNCTION android_first_frame_after(ts TIMESTAMP)
RETURNS TABLE(frame_id LONG, ts TIMESTAMP, dur DURATION, do_frame_id LONG, draw_frame_id LONG, actual_frame_timeline_id LONG, expected_frame_timeline_id LONG, render_thread_utid LONG, ui_thread_utid LONG) AS
SELECT frame_id, ts, dur, do_frame_id, draw_frame_id, actual_frame_timeline_id, expected_frame_timeline_id, render_thread_utid, ui_thread_utid
FROM android_frames WHERE ts > $ts ORDER BY ts LIMIT 1;
