-- title: _("Janky frames")
-- description: _("Frames that were late or dropped, worst first")
-- SPDX-License-Identifier: GPL-3.0-or-later
SELECT f.ts, f.dur, f.overrun, f.verdict, p.name AS process, f.frame_id, f.ui_dur, f.render_dur, f.utid
FROM frame f LEFT JOIN process p USING (upid)
WHERE f.is_slow
ORDER BY f.overrun DESC;
