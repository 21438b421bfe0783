-- When a thread became runnable before it ran.
-- SPDX-License-Identifier: GPL-3.0-or-later
CREATE PERFETTO TABLE sched_previous_runnable_on_thread AS
SELECT id, prev_runnable_id, prev_wakeup_runnable_id
FROM (SELECT id, state, max(iif(state IN ('R', 'R+'), id, NULL)) OVER w AS prev_runnable_id, max(iif(waker_utid IS NOT NULL, id, NULL)) OVER w AS prev_wakeup_runnable_id
  FROM thread_state WHERE dur != -1 WINDOW w AS (PARTITION BY utid ORDER BY ts ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING))
WHERE state = 'Running' AND prev_runnable_id IS NOT NULL;
