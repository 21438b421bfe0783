-- Slices with the same names around them.
-- SPDX-License-Identifier: GPL-3.0-or-later
CREATE PERFETTO VIEW slice_with_stack_id AS
SELECT *, stack_id, parent_stack_id FROM slice;
CREATE PERFETTO FUNCTION ancestor_slice_by_stack(stack_id LONG)
RETURNS TABLE(id LONG, ts TIMESTAMP, dur DURATION, track_id LONG, category STRING, name STRING, depth LONG, parent_id LONG, arg_set_id LONG, thread_ts LONG, thread_dur LONG) AS
WITH RECURSIVE around(id) AS (
  SELECT id FROM slice WHERE stack_id = $stack_id
  UNION SELECT s.parent_id FROM around JOIN slice s ON s.id = around.id WHERE s.parent_id IS NOT NULL
)
SELECT s.id, s.ts, s.dur, s.track_id, s.category, s.name, s.depth, s.parent_id, s.arg_set_id, s.thread_ts, s.thread_dur
FROM around JOIN slice s ON s.id = around.id;
CREATE PERFETTO FUNCTION descendant_slice_by_stack(stack_id LONG)
RETURNS TABLE(id LONG, ts TIMESTAMP, dur DURATION, track_id LONG, category STRING, name STRING, depth LONG, parent_id LONG, arg_set_id LONG, thread_ts LONG, thread_dur LONG) AS
WITH inside(id) AS (
  SELECT id FROM slice WHERE stack_id = $stack_id
  UNION SELECT d.id FROM slice s, descendant_slice(s.id) d WHERE s.stack_id = $stack_id
)
SELECT s.id, s.ts, s.dur, s.track_id, s.category, s.name, s.depth, s.parent_id, s.arg_set_id, s.thread_ts, s.thread_dur
FROM inside JOIN slice s ON s.id = inside.id;
