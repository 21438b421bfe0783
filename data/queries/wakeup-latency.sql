-- title: _("Wake-up latency percentiles")
-- description: _("Time from the wake-up of a thread until it ran")
-- SPDX-License-Identifier: GPL-3.0-or-later
SELECT t.name AS thread, count(*) AS n, cast_int!(percentile(s.dur, 50)) AS p50, cast_int!(percentile(s.dur, 95)) AS p95, cast_int!(percentile(s.dur, 99)) AS p99, max(s.dur) AS longest, s.utid
FROM thread_state s JOIN thread t USING (utid)
WHERE s.state = 'R' AND s.dur >= 0
GROUP BY s.utid
ORDER BY p95 DESC;
