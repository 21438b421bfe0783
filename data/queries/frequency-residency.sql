-- title: _("Frequency residency")
-- description: _("How long each CPU ran at each frequency")
-- SPDX-License-Identifier: GPL-3.0-or-later
SELECT cpu, freq, sum(dur) AS total, count(*) AS n
FROM cpu_frequency_counters
GROUP BY ucpu, freq
ORDER BY ucpu, freq;
