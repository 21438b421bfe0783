-- title: _("Frames by verdict")
-- description: _("How many frames of each process were on time, late or dropped")
-- SPDX-License-Identifier: GPL-3.0-or-later
SELECT p.name AS process, f.verdict, count(*) AS n, max(f.dur) AS longest, sum(f.n_missed) AS missed
FROM frame f LEFT JOIN process p USING (upid)
GROUP BY p.upid, f.verdict
ORDER BY process, n DESC;
