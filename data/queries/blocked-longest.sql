-- title: _("Longest blocked periods")
-- description: _("Periods in which a thread was blocked, longest first")
-- SPDX-License-Identifier: GPL-3.0-or-later
SELECT s.ts, s.dur, t.name AS thread, s.blocked_function, s.io_wait, s.utid
FROM thread_state s JOIN thread t USING (utid)
WHERE s.state = 'D' AND s.dur >= 0
ORDER BY s.dur DESC
LIMIT 200;
