-- Waits for locks of the runtime, taken apart.
-- SPDX-License-Identifier: GPL-3.0-or-later
CREATE PERFETTO FUNCTION android_extract_android_monitor_contention_blocking_thread(slice_name STRING)
RETURNS STRING AS SELECT rtrim(str_split(str_split($slice_name, 'with owner ', 1), ' (', 0));
CREATE PERFETTO FUNCTION android_extract_android_monitor_contention_blocking_tid(slice_name STRING)
RETURNS INT AS SELECT cast(str_split(str_split(str_split($slice_name, ' at ', 0), ' (', 1), ')', 0) AS INT);
CREATE PERFETTO FUNCTION android_extract_android_monitor_contention_blocking_method(slice_name STRING)
RETURNS STRING AS SELECT str_split(str_split($slice_name, ' at ', 1), '(', 0) || '(' || str_split(str_split($slice_name, ' at ', 1), '(', 1);
CREATE PERFETTO FUNCTION android_extract_android_monitor_contention_short_blocking_method(slice_name STRING)
RETURNS STRING AS SELECT str_split(str_split(android_extract_android_monitor_contention_blocking_method($slice_name), ' ', 1), '(', 0);
CREATE PERFETTO FUNCTION android_extract_android_monitor_contention_blocked_method(slice_name STRING)
RETURNS STRING AS SELECT str_split(str_split($slice_name, 'blocking from ', 1), '(', 0) || '(' || str_split(str_split($slice_name, 'blocking from ', 1), '(', 1);
CREATE PERFETTO FUNCTION android_extract_android_monitor_contention_short_blocked_method(slice_name STRING)
RETURNS STRING AS SELECT str_split(str_split(android_extract_android_monitor_contention_blocked_method($slice_name), ' ', 1), '(', 0);
CREATE PERFETTO FUNCTION android_extract_android_monitor_contention_waiter_count(slice_name STRING)
RETURNS INT AS SELECT cast(str_split(str_split($slice_name, 'waiters=', 1), ' ', 0) AS INT);
CREATE PERFETTO FUNCTION android_extract_android_monitor_contention_blocking_src(slice_name STRING)
RETURNS STRING AS SELECT str_split(str_split(str_split($slice_name, ')(', 1), ':', 0) || ':' || str_split(str_split($slice_name, ')(', 1), ':', 1), ')', 0);
CREATE PERFETTO FUNCTION android_extract_android_monitor_contention_blocked_src(slice_name STRING)
RETURNS STRING AS SELECT str_split(str_split(str_split($slice_name, 'blocking from ', 1), ')(', 1), ')', 0);
CREATE PERFETTO TABLE android_monitor_contention AS
SELECT android_extract_android_monitor_contention_blocking_method(s.name) AS blocking_method,
  android_extract_android_monitor_contention_blocked_method(s.name) AS blocked_method,
  android_extract_android_monitor_contention_short_blocking_method(s.name) AS short_blocking_method,
  android_extract_android_monitor_contention_short_blocked_method(s.name) AS short_blocked_method,
  android_extract_android_monitor_contention_blocking_src(s.name) AS blocking_src,
  android_extract_android_monitor_contention_blocked_src(s.name) AS blocked_src,
  android_extract_android_monitor_contention_waiter_count(s.name) AS waiter_count,
  s.utid AS blocked_utid, s.thread_name AS blocked_thread_name, o.utid AS blocking_utid,
  android_extract_android_monitor_contention_blocking_thread(s.name) AS blocking_thread_name,
  android_extract_android_monitor_contention_blocking_tid(s.name) AS blocking_tid,
  s.upid, s.process_name, s.id, s.ts, s.dur, NULL AS monotonic_dur, s.track_id, s.is_main_thread AS is_blocked_thread_main, s.tid AS blocked_thread_tid,
  o.is_main_thread AS is_blocking_thread_main, o.tid AS blocking_thread_tid, NULL AS binder_reply_id, NULL AS binder_reply_ts, NULL AS binder_reply_tid, s.pid,
  (SELECT replace(h.name, '_lock_held', '') FROM thread_slice h
    WHERE h.utid = o.utid AND h.name GLOB '*_lock_held' AND h.ts < s.ts + s.dur AND h.ts + h.dur > s.ts ORDER BY h.ts LIMIT 1) AS lock_name
FROM thread_slice s
LEFT JOIN thread o ON o.tid = android_extract_android_monitor_contention_blocking_tid(s.name) AND o.upid = s.upid
WHERE s.name GLOB 'monitor contention with owner *' AND s.dur != -1;
CREATE PERFETTO VIEW android_monitor_contention_chain_thread_state_by_txn AS
SELECT c.id, r.state AS thread_state, sum(overlap_dur(c.ts, c.dur, r.ts, iif(r.dur = -1, trace_end() - r.ts, r.dur))) AS thread_state_dur, count(*) AS thread_state_count
FROM android_monitor_contention c JOIN thread_state r ON r.utid = c.blocking_utid AND r.ts >= strata_state_begin(c.blocking_utid, c.ts) AND r.ts < c.ts + c.dur
WHERE r.ts + iif(r.dur = -1, trace_end() - r.ts, r.dur) > c.ts
GROUP BY c.id, r.state;
