-- Counters of the whole system.
-- SPDX-License-Identifier: GPL-3.0-or-later
CREATE PERFETTO VIEW global_counter_track AS
SELECT * FROM counter_track WHERE type = 'global_counter';
