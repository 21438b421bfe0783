-- Apps that did not respond, as system_server says it in counters: "ErrorId:PROCESS PID#ID" and "Subject(for ErrorId ID):TEXT".
-- SPDX-License-Identifier: GPL-3.0-or-later
CREATE PERFETTO TABLE _anr_counters AS
SELECT k.name, min(c.ts) AS ts FROM process_counter_track k JOIN process p ON k.upid = p.upid JOIN counter c ON c.track_id = k.id
WHERE p.name = 'system_server' AND (k.name GLOB 'ErrorId:* *#*' OR k.name GLOB 'Subject(for ErrorId *):*')
GROUP BY k.id;
CREATE PERFETTO TABLE _anr_errors AS
SELECT str_split(substr(name, 9), ' ', 0) AS process_name, cast(str_split(str_split(substr(name, 9), ' ', 1), '#', 0) AS INT) AS pid, str_split(name, '#', 1) AS error_id, ts
FROM _anr_counters WHERE name GLOB 'ErrorId:*';
CREATE PERFETTO TABLE _anr_subjects AS
SELECT substr(name, 21, instr(name, '):') - 21) AS error_id, substr(name, instr(name, '):') + 2) AS subject
FROM _anr_counters WHERE name GLOB 'Subject(*';
CREATE PERFETTO TABLE android_anrs AS
SELECT e.process_name, e.pid, (SELECT p.upid FROM process p WHERE p.pid = e.pid AND (p.start_ts IS NULL OR p.start_ts <= e.ts) ORDER BY p.start_ts DESC LIMIT 1) AS upid, e.error_id, e.ts, s.subject
FROM _anr_errors e LEFT JOIN _anr_subjects s ON s.error_id = e.error_id
ORDER BY e.ts;
CREATE PERFETTO FUNCTION android_anr_count() RETURNS INT AS SELECT count(*) FROM android_anrs;
