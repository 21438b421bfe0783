-- Counters of the whole system.
-- SPDX-License-Identifier: GPL-3.0-or-later
CREATE PERFETTO VIEW global_counter_track AS
SELECT * FROM counter_track WHERE of_upid IS NULL AND of_cpu IS NULL AND of_gpu IS NULL;
