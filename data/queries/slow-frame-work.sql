-- title: _("Work in slow frames")
-- description: _("Names of slices on the UI thread in slow frames, by the time they took")
-- SPDX-License-Identifier: GPL-3.0-or-later
SELECT d.name, count(*) AS n, sum(d.self_dur) AS self, max(d.dur) AS longest
FROM frame f JOIN descendant_slice(f.ui_slice_id) d
WHERE f.is_slow
GROUP BY d.name
ORDER BY self DESC
LIMIT 50;
