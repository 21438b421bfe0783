-- Names of slices without what differs from call to call.
-- SPDX-License-Identifier: GPL-3.0-or-later
CREATE PERFETTO FUNCTION android_standardize_slice_name(name STRING)
RETURNS STRING AS
SELECT CASE
  WHEN $name GLOB 'Lock contention on* (*' THEN substr($name, 1, instr($name, '(') - 1) || '<...>'
  WHEN $name GLOB 'monitor contention with*' THEN 'monitor contention with <...>'
  WHEN $name GLOB 'SuspendThreadByThreadId*' THEN 'SuspendThreadByThreadId <...>'
  WHEN $name GLOB 'LoadApkAssetsFd*' THEN 'LoadApkAssetsFd <...>'
  WHEN $name GLOB 'relayoutWindow*' THEN 'relayoutWindow <...>'
  WHEN $name GLOB '*CancellableContinuationImpl*' OR $name GLOB '*DispatchedContinuation*' OR $name GLOB 'CoroutineContinuation*' THEN 'CoroutineContinuation'
  WHEN $name GLOB 'Choreographer#doFrame*' THEN 'Choreographer#doFrame'
  WHEN $name GLOB 'DrawFrames*' THEN 'DrawFrames'
  WHEN $name GLOB '/data/app*.apk' THEN 'APK load'
  WHEN $name GLOB 'OpenDexFilesFromOat*' THEN 'OpenDexFilesFromOat'
  WHEN $name GLOB 'Open oat file*' THEN 'Open oat file'
  WHEN $name GLOB 'GC: Wait For*' OR $name GLOB '*concurrent*GC' OR $name GLOB '*semi-space GC' OR $name GLOB '*concurrent mark compact GC*' THEN 'Garbage Collector'
  WHEN $name GLOB '*Handler*: *$*' THEN 'Handler: ' || str_split(str_split($name, ': ', 1), '$', 0)
  ELSE $name END;
