-- title: _("Longest slices")
-- description: _("The 200 longest slices of threads")
-- SPDX-License-Identifier: GPL-3.0-or-later
SELECT s.ts, s.dur, s.name, s.thread_name, s.process_name, s.id, s.utid
FROM thread_slice s
ORDER BY s.dur DESC
LIMIT 200;
