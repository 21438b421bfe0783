-- Binder calls and messages of the kernel's events: the slice of the client and that of the server.
-- SPDX-License-Identifier: GPL-3.0-or-later
CREATE PERFETTO TABLE _binder_slices AS
SELECT s.id, s.ts, s.dur, s.name, s.arg_set_id, s.name IN ('binder reply', 'binder async rcv') AS is_server, NOT s.is_instant AS is_sync, t.utid, t.tid, t.name AS thread_name, t.is_main_thread, p.upid, p.pid, p.name AS process_name
FROM slice s JOIN thread_track k ON s.track_id = k.id JOIN thread t ON k.utid = t.utid LEFT JOIN process p ON t.upid = p.upid
WHERE (k.name = 'binder' AND k.type = 'thread_kernel' AND s.name IN ('binder transaction', 'binder reply'))
  OR (s.is_instant AND s.arg_set_id IS NOT NULL AND s.name IN ('binder transaction async', 'binder async rcv'));
CREATE INDEX temp._binder_slices_by_args ON _binder_slices (arg_set_id);
-- What the server does for a call: its outermost slice "AIDL::java::INTERFACE::METHOD::server" or "HIDL::INTERFACE::METHOD::server" inside the answer.
CREATE PERFETTO TABLE _binder_aidl AS
SELECT b.id AS reply_id, s.name, iif(s.name GLOB 'HIDL*', 1, 2) AS part, s.ts, s.dur, row_number() OVER (PARTITION BY b.id ORDER BY s.depth, s.ts) AS number
FROM slice s JOIN thread_track k ON s.track_id = k.id JOIN _binder_slices b ON b.utid = k.utid AND s.ts BETWEEN b.ts AND b.ts + b.dur
WHERE s.name GLOB '[AH]IDL::*::server' AND b.name = 'binder reply' AND s.ts + s.dur <= b.ts + b.dur;
CREATE PERFETTO TABLE android_binder_txns AS
SELECT d.name AS aidl_name, str_split(d.name, '::', d.part) AS interface, str_split(d.name, '::', d.part + 1) AS method_name, d.ts AS aidl_ts, d.dur AS aidl_dur,
  c.id AS binder_txn_id, c.process_name AS client_process, c.thread_name AS client_thread, c.upid AS client_upid, c.utid AS client_utid, c.tid AS client_tid, c.pid AS client_pid,
  c.is_main_thread, c.ts AS client_ts, c.dur AS client_dur,
  s.id AS binder_reply_id, s.process_name AS server_process, s.thread_name AS server_thread, s.upid AS server_upid, s.utid AS server_utid, s.tid AS server_tid, s.pid AS server_pid,
  s.ts AS server_ts, s.dur AS server_dur, NULL AS client_oom_score, NULL AS server_oom_score, c.is_sync,
  NULL AS client_monotonic_dur, NULL AS server_monotonic_dur, NULL AS client_package_version_code, NULL AS server_package_version_code,
  NULL AS is_client_package_debuggable, NULL AS is_server_package_debuggable
FROM _binder_slices c JOIN _binder_slices s ON c.arg_set_id = s.arg_set_id AND s.is_server AND s.is_sync = c.is_sync AND s.ts >= c.ts
LEFT JOIN _binder_aidl d ON d.reply_id = s.id AND d.number = 1
WHERE NOT c.is_server;
CREATE PERFETTO VIEW android_sync_binder_metrics_by_process AS
SELECT client_process AS process_name, client_pid AS pid, 'binder transaction' AS slice_name, count(*) AS event_count
FROM android_binder_txns WHERE is_sync GROUP BY client_upid
UNION ALL
SELECT server_process, server_pid, 'binder reply', count(*)
FROM android_binder_txns WHERE is_sync GROUP BY server_upid;
CREATE PERFETTO VIEW android_sync_binder_thread_state_by_txn AS
SELECT x.binder_txn_id, x.binder_reply_id, x.client_ts, x.client_tid, x.server_ts, x.server_tid, 'binder_txn' AS thread_state_type, r.state AS thread_state,
  sum(overlap_dur(x.client_ts, x.client_dur, r.ts, iif(r.dur = -1, trace_end() - r.ts, r.dur))) AS thread_state_dur, count(*) AS thread_state_count
FROM android_binder_txns x JOIN thread_state r ON r.utid = x.client_utid AND r.ts >= strata_state_begin(x.client_utid, x.client_ts) AND r.ts < x.client_ts + x.client_dur
WHERE r.ts + iif(r.dur = -1, trace_end() - r.ts, r.dur) > x.client_ts AND x.is_sync
GROUP BY x.binder_txn_id, r.state
UNION ALL
SELECT x.binder_txn_id, x.binder_reply_id, x.client_ts, x.client_tid, x.server_ts, x.server_tid, 'binder_reply', r.state,
  sum(overlap_dur(x.server_ts, x.server_dur, r.ts, iif(r.dur = -1, trace_end() - r.ts, r.dur))), count(*)
FROM android_binder_txns x JOIN thread_state r ON r.utid = x.server_utid AND r.ts >= strata_state_begin(x.server_utid, x.server_ts) AND r.ts < x.server_ts + x.server_dur
WHERE r.ts + iif(r.dur = -1, trace_end() - r.ts, r.dur) > x.server_ts AND x.is_sync
GROUP BY x.binder_txn_id, r.state;
