-- The wait for a CPU before each run of a thread. The idle task wakes, too, but is no waker here: what follows a run is no wakeup.
-- SPDX-License-Identifier: GPL-3.0-or-later
CREATE PERFETTO TABLE sched_previous_runnable_on_thread AS
SELECT id, prev_runnable_id, prev_wakeup_runnable_id
FROM (SELECT id, state, max(iif(is_runnable, id, NULL)) OVER w AS prev_runnable_id, max(iif(is_runnable AND was_running IS NOT 1, id, NULL)) OVER w AS prev_wakeup_runnable_id
  FROM (SELECT id, utid, ts, state, state IN ('R', 'R+') AS is_runnable, lag(state = 'Running') OVER (PARTITION BY utid ORDER BY ts) AS was_running
    FROM thread_state WHERE dur != -1)
  WINDOW w AS (PARTITION BY utid ORDER BY ts ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING))
WHERE state = 'Running' AND prev_runnable_id IS NOT NULL;
