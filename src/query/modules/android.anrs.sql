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
-- What subjects of each type look like; the first that matches counts.
CREATE PERFETTO TABLE _anr_types AS
WITH t(rank, pattern, anr_type) AS (VALUES
  (1, 'Broadcast of*', 'BROADCAST_OF_INTENT'),
  (2, 'Input dispatching timed out*does not have a focused window*', 'INPUT_DISPATCHING_TIMEOUT_NO_FOCUSED_WINDOW'),
  (3, 'Input dispatching timed out*no window has focus but there is a focused application*', 'INPUT_DISPATCHING_TIMEOUT_NO_FOCUSED_WINDOW'),
  (4, 'Input dispatching timed out*', 'INPUT_DISPATCHING_TIMEOUT'),
  (5, 'Context.startForegroundService() did not then call Service.startForeground()*', 'START_FOREGROUND_SERVICE'),
  (6, 'executing service*', 'EXECUTING_SERVICE'),
  (7, 'ContentProvider not responding*', 'CONTENT_PROVIDER_NOT_RESPONDING'),
  (8, 'App requested: Buffer processing hung up due to stuck fence. Indicates GPU hang', 'GPU_HANG'),
  (9, 'No response to onStartJob*', 'JOB_SERVICE_START'),
  (10, 'No response to onStopJob*', 'JOB_SERVICE_STOP'),
  (11, 'Timed out while trying to bind*', 'JOB_SERVICE_BIND'),
  (12, 'Process ProcessRecord{*} failed to complete startup', 'BIND_APPLICATION'),
  (13, 'A foreground service of FOREGROUND_SERVICE_TYPE_SHORT_SERVICE did not stop within a timeout*', 'FOREGROUND_SHORT_SERVICE_TIMEOUT'),
  (14, 'A foreground service of type*', 'FOREGROUND_SERVICE_TIMEOUT'),
  (15, 'App requested: *', 'APP_TRIGGERED'),
  (16, 'required notification not provided*', 'JOB_SERVICE_NOTIFICATION_NOT_PROVIDED'))
SELECT rank, pattern, anr_type FROM t;
-- What is between two texts of a subject; NULL if the first is not in it.
CREATE PERFETTO FUNCTION _anr_between(subject STRING, before STRING, after STRING) RETURNS STRING AS
SELECT CASE WHEN instr($subject, $before) > 0 THEN str_split(substr($subject, instr($subject, $before) + length($before)), $after, 0) END;
CREATE PERFETTO TABLE _anr_typed AS
SELECT e.process_name, e.pid, e.error_id, e.ts, s.subject,
  CASE WHEN s.subject IS NOT NULL THEN coalesce((SELECT t.anr_type FROM _anr_types t WHERE s.subject GLOB t.pattern ORDER BY t.rank LIMIT 1),
    iif(e.process_name = 'system_server', 'SYSTEM_SERVER_WATCHDOG_TIMEOUT', 'UNKNOWN_ANR_TYPE')) END AS anr_type
FROM _anr_errors e LEFT JOIN _anr_subjects s ON s.error_id = e.error_id;
CREATE PERFETTO TABLE android_anrs AS
SELECT e.process_name, e.pid, (SELECT p.upid FROM process p WHERE p.pid = e.pid AND (p.start_ts IS NULL OR p.start_ts <= e.ts) ORDER BY p.start_ts DESC LIMIT 1) AS upid, e.error_id, e.ts, e.anr_type, e.subject,
  CASE WHEN e.anr_type = 'BROADCAST_OF_INTENT' THEN coalesce(_anr_between(e.subject, 'act=', ' '), _anr_between(e.subject, 'Broadcast of ', '/u')) END AS intent,
  CASE e.anr_type
    WHEN 'BROADCAST_OF_INTENT' THEN _anr_between(e.subject, ' cmp=', ' ')
    WHEN 'INPUT_DISPATCHING_TIMEOUT' THEN str_split(_anr_between(e.subject, '(', ')'), ' ', 1)
    WHEN 'START_FOREGROUND_SERVICE' THEN str_split(_anr_between(e.subject, ' u', '}'), ' ', 1)
    WHEN 'EXECUTING_SERVICE' THEN _anr_between(e.subject, 'executing service ', ',')
    WHEN 'FOREGROUND_SHORT_SERVICE_TIMEOUT' THEN _anr_between(e.subject, 'ComponentInfo{', '}')
    WHEN 'FOREGROUND_SERVICE_TIMEOUT' THEN _anr_between(e.subject, 'ComponentInfo{', '}')
    WHEN 'APP_TRIGGERED' THEN substr(e.subject, length('App requested: ') + 1)
  END AS component
FROM _anr_typed e
ORDER BY e.ts;
CREATE PERFETTO FUNCTION android_anr_count() RETURNS INT AS SELECT count(*) FROM android_anrs;
