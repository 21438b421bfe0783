-- title: _("Thread states")
-- description: _("How long each thread ran, waited for a CPU, slept and was blocked")
-- SPDX-License-Identifier: GPL-3.0-or-later
SELECT t.name AS thread,
  sum(CASE WHEN s.state = 'Running' THEN s.dur ELSE 0 END) AS running,
  sum(CASE WHEN s.state IN ('R', 'R+') THEN s.dur ELSE 0 END) AS runnable,
  sum(CASE WHEN s.state = 'S' THEN s.dur ELSE 0 END) AS sleeping,
  sum(CASE WHEN s.state = 'D' THEN s.dur ELSE 0 END) AS blocked,
  s.utid
FROM thread_state s JOIN thread t USING (utid)
WHERE s.dur >= 0
GROUP BY s.utid
ORDER BY running DESC;
