-- The code name of a device, which is in the name of its build: Android/PRODUCT/DEVICE:VERSION/...
-- SPDX-License-Identifier: GPL-3.0-or-later
CREATE PERFETTO FUNCTION android_device_name_from_fingerprint(fingerprint STRING)
RETURNS STRING AS
SELECT str_split(str_split($fingerprint, '/', 2), ':', 0);
CREATE PERFETTO TABLE android_device_name AS
SELECT android_device_name_from_fingerprint(android_build_fingerprint) AS name, id AS machine_id
FROM machine
WHERE android_build_fingerprint IS NOT NULL;
