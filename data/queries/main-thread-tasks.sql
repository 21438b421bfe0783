-- title: _("Long tasks")
-- description: _("Calls of main threads over 150 ms")
-- SPDX-License-Identifier: GPL-3.0-or-later
SELECT k.ts, k.dur, k.name, k.level, t.name AS thread, k.utid
FROM task k LEFT JOIN thread t USING (utid)
ORDER BY k.dur DESC;
