-- Collections of garbage, with what their thread did.
-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE slices.time_in_state;
CREATE PERFETTO TABLE _gc_slices AS
SELECT s.* FROM thread_slice s
WHERE s.dur != -1 AND (s.name GLOB '*concurrent*GC' OR s.name GLOB '* GC' OR s.name GLOB 'CollectorTransition *') AND s.depth = 0;
CREATE PERFETTO TABLE android_garbage_collection_events AS
SELECT s.tid, s.pid, s.utid, s.upid, s.thread_name, s.process_name,
  CASE WHEN s.name GLOB '*NativeAlloc*' THEN 'native_alloc' WHEN s.name GLOB '*Alloc*' THEN 'alloc' WHEN s.name GLOB '*young*' THEN 'young'
    WHEN s.name GLOB '*CollectorTransition*' THEN 'collector_transition' WHEN s.name GLOB '*Explicit*' THEN 'explicit' ELSE 'full' END AS gc_type,
  s.name GLOB '*mark compact*' OR s.name GLOB '*CMC*' AS is_mark_compact,
  h.before / 1024 - h.least / 1024 AS reclaimed_mb, h.least / 1024 AS min_heap_mb, h.most / 1024 AS max_heap_mb,
  s.id AS gc_id, s.ts AS gc_ts, s.dur AS gc_dur,
  sum(iif(r.state = 'Running', r.dur, 0)) AS gc_running_dur, sum(iif(r.state IN ('R', 'R+'), r.dur, 0)) AS gc_runnable_dur,
  sum(iif(r.state = 'D' AND r.io_wait = 1, r.dur, 0)) AS gc_unint_io_dur, sum(iif(r.state = 'D' AND ifnull(r.io_wait, 0) = 0, r.dur, 0)) AS gc_unint_non_io_dur,
  sum(iif(r.state = 'S', r.dur, 0)) AS gc_int_dur, NULL AS gc_monotonic_dur
FROM _gc_slices s LEFT JOIN thread_slice_time_in_state r ON r.id = s.id
LEFT JOIN (
  SELECT g.id, min(c.value) AS least, max(c.value) AS most,
    (SELECT b.value FROM counter b WHERE b.track_id = t.id AND b.ts < g.ts ORDER BY b.ts DESC LIMIT 1) AS before
  FROM _gc_slices g JOIN process_counter_track t ON t.upid = g.upid AND t.name IN ('Heap size (KB)', 'HeapSize(KB)')
  JOIN counter c ON c.track_id = t.id AND c.ts BETWEEN g.ts AND g.ts + g.dur
  GROUP BY g.id
) h ON h.id = s.id
GROUP BY s.id;
