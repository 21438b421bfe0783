-- Which package a process is of.
-- SPDX-License-Identifier: GPL-3.0-or-later
CREATE PERFETTO TABLE _uid_packages AS
SELECT uid % 100000 AS appid, count(DISTINCT package_name) AS n FROM package_list GROUP BY 1;
CREATE PERFETTO TABLE android_process_metadata AS
WITH matched AS (
  SELECT p.upid, p.pid, p.name AS process_name, p.uid, p.android_user_id AS user_id, u.n,
    (SELECT l.id FROM package_list l WHERE l.uid % 100000 = p.android_appid AND (u.n = 1 OR p.name GLOB l.package_name || '*')
      ORDER BY length(l.package_name) DESC LIMIT 1) AS package,
    p.pid = 2 OR ifnull((SELECT q.pid = 2 FROM process q WHERE q.upid = p.parent_upid), 0) AS is_kernel_task
  FROM process p LEFT JOIN _uid_packages u ON u.appid = p.android_appid AND p.android_appid >= 10000
)
SELECT m.upid, m.pid, m.process_name, m.uid, m.user_id, CASE WHEN m.n > 1 THEN 1 END AS shared_uid,
  l.package_name, l.version_code, l.debuggable, m.is_kernel_task
FROM matched m LEFT JOIN package_list l ON l.id = m.package;
