-- How long threads and CPUs were in which state.
-- SPDX-License-Identifier: GPL-3.0-or-later
CREATE PERFETTO VIEW sched_time_in_state_for_thread AS
SELECT utid, sum(sum(dur)) OVER (PARTITION BY utid) AS total_runtime, state, sum(dur) AS time_in_state,
  sum(dur) * 100 / sum(sum(dur)) OVER (PARTITION BY utid) AS percentage_in_state
FROM (SELECT utid, state, iif(dur = -1, iif(state IN ('X', 'Z'), 0, trace_end() - ts), dur) AS dur FROM thread_state)
GROUP BY utid, state;
CREATE PERFETTO VIEW sched_percentage_of_time_in_state AS
SELECT utid,
  sum(time_in_state) FILTER (WHERE state = 'Running') * 100 / total_runtime AS running,
  sum(time_in_state) FILTER (WHERE state = 'R') * 100 / total_runtime AS runnable,
  sum(time_in_state) FILTER (WHERE state = 'R+') * 100 / total_runtime AS runnable_preempted,
  sum(time_in_state) FILTER (WHERE state = 'S') * 100 / total_runtime AS sleeping,
  sum(time_in_state) FILTER (WHERE state = 'D') * 100 / total_runtime AS uninterruptible_sleep,
  sum(time_in_state) FILTER (WHERE state NOT IN ('Running', 'R', 'R+', 'S', 'D')) * 100 / total_runtime AS other
FROM sched_time_in_state_for_thread
GROUP BY utid;
CREATE PERFETTO FUNCTION sched_time_in_state_for_thread_in_interval(ts TIMESTAMP, dur DURATION, utid JOINID(thread.id))
RETURNS TABLE(state STRING, io_wait BOOL, blocked_function STRING, dur DURATION) AS
SELECT state, io_wait, blocked_function, sum(overlap_dur($ts, $dur, ts, iif(dur = -1, trace_end() - ts, dur))) AS dur
FROM thread_state
WHERE utid = $utid AND ts >= strata_state_begin($utid, $ts) AND ts < $ts + $dur AND ts + iif(dur = -1, trace_end() - ts, dur) > $ts
GROUP BY state, io_wait, blocked_function;
CREATE PERFETTO FUNCTION sched_time_in_state_and_cpu_for_thread_in_interval(ts TIMESTAMP, dur DURATION, utid JOINID(thread.id))
RETURNS TABLE(state STRING, io_wait BOOL, cpu LONG, blocked_function STRING, dur DURATION) AS
SELECT state, io_wait, cpu, blocked_function, sum(overlap_dur($ts, $dur, ts, iif(dur = -1, trace_end() - ts, dur))) AS dur
FROM thread_state
WHERE utid = $utid AND ts >= strata_state_begin($utid, $ts) AND ts < $ts + $dur AND ts + iif(dur = -1, trace_end() - ts, dur) > $ts
GROUP BY state, io_wait, cpu, blocked_function;
CREATE PERFETTO FUNCTION sched_time_in_state_for_cpu_in_interval(cpu LONG, ts TIMESTAMP, dur DURATION)
RETURNS TABLE(end_state STRING, dur DURATION) AS
SELECT end_state, sum(overlap_dur($ts, $dur, ts, iif(dur = -1, trace_end() - ts, dur))) AS dur
FROM sched
WHERE cpu = $cpu AND ts < $ts + $dur AND ts + iif(dur = -1, trace_end() - ts, dur) > $ts
GROUP BY end_state;
