-- The package of a user.
-- SPDX-License-Identifier: GPL-3.0-or-later
CREATE PERFETTO FUNCTION android_package_lookup(uid LONG)
RETURNS STRING AS
SELECT CASE
  WHEN $uid IS NULL THEN NULL
  WHEN $uid % 100000 < 10000 THEN ifnull(CASE $uid % 100000
    WHEN 0 THEN 'AID_ROOT' WHEN 1000 THEN 'AID_SYSTEM_USER' WHEN 1001 THEN 'AID_RADIO' WHEN 1002 THEN 'AID_BLUETOOTH' WHEN 1013 THEN 'AID_MEDIA'
    WHEN 1010 THEN 'AID_WIFI' WHEN 1041 THEN 'AID_AUDIOSERVER' WHEN 1047 THEN 'AID_CAMERASERVER' WHEN 1073 THEN 'AID_NETWORK_STACK' WHEN 2000 THEN 'AID_SHELL' END, 'uid=' || $uid)
  ELSE ifnull((SELECT package_name FROM package_list WHERE uid % 100000 = $uid % 100000
    ORDER BY package_name = 'com.google.android.gms' DESC, package_name GLOB '*provider*', package_name LIMIT 1), 'uid=' || $uid)
END;
