-- Clock rates of GPUs.
-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE counters.intervals;
CREATE PERFETTO TABLE android_gpu_frequency AS
SELECT c.ts, c.dur, t.gpu_id, cast(c.value AS INT) AS gpu_freq, cast(c.value - c.delta_value AS INT) AS prev_gpu_freq, cast(c.next_value AS INT) AS next_gpu_freq
FROM counter_leading_intervals!((SELECT c.* FROM counter c JOIN gpu_counter_track t ON c.track_id = t.id WHERE t.name = 'gpufreq')) c
JOIN gpu_counter_track t ON c.track_id = t.id;
