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
CREATE INDEX temp._contention_by_owner ON android_monitor_contention (blocking_utid, ts);
-- A wait for a thread that itself waits: the wait around it is its parent.
CREATE PERFETTO TABLE _contention_links AS
SELECT p.id AS parent_id, c.id AS child_id
FROM android_monitor_contention p JOIN android_monitor_contention c ON c.blocking_utid = p.blocked_utid AND c.ts BETWEEN p.ts AND p.ts + p.dur;
CREATE INDEX temp._contention_links_by_parent ON _contention_links (parent_id);
CREATE PERFETTO TABLE android_monitor_contention_chain AS
SELECT p.parent_id, m.blocking_method, m.blocked_method, m.short_blocking_method, m.short_blocked_method, m.blocking_src, m.blocked_src, m.waiter_count,
  m.blocked_utid, m.blocked_thread_name, m.blocking_utid, m.blocking_thread_name, m.blocking_tid, m.upid, m.process_name, m.id, m.ts, m.dur, m.monotonic_dur,
  m.track_id, m.is_blocked_thread_main, m.blocked_thread_tid, m.is_blocking_thread_main, m.blocking_thread_tid, m.binder_reply_id, m.binder_reply_ts, m.binder_reply_tid, m.pid,
  (SELECT min(c.child_id) FROM _contention_links c WHERE c.parent_id = m.id) AS child_id, m.lock_name
FROM android_monitor_contention m LEFT JOIN _contention_links p ON p.child_id = m.id;
-- What the owner did while the first one waited: until any of those who wait for the same method of it gets the lock.
CREATE PERFETTO TABLE _contention_first AS
SELECT f.id, f.blocking_utid, f.ts, min(o.ts + o.dur) - f.ts AS dur
FROM android_monitor_contention f JOIN android_monitor_contention o ON o.blocking_utid = f.blocking_utid AND o.blocking_method = f.blocking_method AND o.ts BETWEEN f.ts AND f.ts + f.dur
WHERE f.waiter_count = 0
GROUP BY f.id;
CREATE PERFETTO TABLE android_monitor_contention_chain_thread_state AS
SELECT c.id, max(c.ts, r.ts) AS ts, overlap_dur(c.ts, c.dur, r.ts, iif(r.dur = -1, trace_end() - r.ts, r.dur)) AS dur, c.blocking_utid, r.blocked_function, r.state
FROM _contention_first c JOIN thread_state r ON r.utid = c.blocking_utid AND r.ts >= strata_state_begin(c.blocking_utid, c.ts) AND r.ts < c.ts + c.dur
WHERE r.ts + iif(r.dur = -1, trace_end() - r.ts, r.dur) > c.ts;
CREATE PERFETTO VIEW android_monitor_contention_chain_thread_state_by_txn AS
SELECT id, state AS thread_state, sum(dur) AS thread_state_dur, count(*) AS thread_state_count
FROM android_monitor_contention_chain_thread_state GROUP BY id, state;
CREATE PERFETTO VIEW android_monitor_contention_chain_blocked_functions_by_txn AS
SELECT id, blocked_function, sum(dur) AS blocked_function_dur, count(*) AS blocked_function_count
FROM android_monitor_contention_chain_thread_state WHERE blocked_function IS NOT NULL GROUP BY id, blocked_function;
