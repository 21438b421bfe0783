-- title: _("Blocking binder calls")
-- description: _("Binder calls by thread, longest first")
-- SPDX-License-Identifier: GPL-3.0-or-later
SELECT s.ts, s.dur, s.name, s.thread_name, s.process_name, s.id, s.utid
FROM thread_slice s
WHERE s.name GLOB 'binder*' AND s.name NOT GLOB '*async*' AND s.name NOT GLOB '*reply*'
ORDER BY s.dur DESC
LIMIT 200;
