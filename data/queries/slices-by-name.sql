-- title: _("Slices by name")
-- description: _("Count, total and longest duration of the slices of each name")
-- SPDX-License-Identifier: GPL-3.0-or-later
SELECT name, count(*) AS n, sum(dur) AS total, max(dur) AS longest
FROM slice
WHERE dur >= 0
GROUP BY name
ORDER BY total DESC;
