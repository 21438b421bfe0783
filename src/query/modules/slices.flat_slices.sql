-- Times of threads by the innermost slice: parts of slices in which no slice inside them was under way.
-- SPDX-License-Identifier: GPL-3.0-or-later
CREATE PERFETTO TABLE _slice_flattened AS
WITH edge AS (
  SELECT k.utid, s.track_id, s.ts, s.id AS inner, 1 AS is_begin, s.depth AS place FROM slice s JOIN thread_track k ON s.track_id = k.id WHERE s.dur != 0
  UNION ALL
  SELECT k.utid, s.track_id, iif(s.dur = -1, trace_end(), s.ts + s.dur), s.parent_id, 0, -s.depth FROM slice s JOIN thread_track k ON s.track_id = k.id WHERE s.dur != 0
), part AS (
  SELECT utid, ts, inner, lead(ts) OVER (PARTITION BY track_id ORDER BY ts, is_begin, place) - ts AS dur FROM edge
)
SELECT p.inner AS slice_id, p.ts, p.dur, s.depth, s.name, p.utid
FROM part p JOIN slice s ON p.inner = s.id
WHERE p.dur > 0
ORDER BY p.utid, p.ts;
