-- title: _("Thread states inside slices")
-- description: _("How long threads ran, waited and slept during slices longer than 1 ms, by slice name")
-- SPDX-License-Identifier: GPL-3.0-or-later
CREATE TEMP VIEW IF NOT EXISTS long_slices AS SELECT ts, dur, utid, name FROM thread_slice WHERE depth = 0 AND dur > 1000000;
CREATE TEMP VIEW IF NOT EXISTS known_states AS SELECT ts, dur, utid, state FROM thread_state WHERE dur > 0;
CREATE VIRTUAL TABLE IF NOT EXISTS temp.states_in_slices USING span_join(long_slices PARTITIONED utid, known_states PARTITIONED utid);
SELECT name, state, sum(dur) AS total FROM states_in_slices GROUP BY name, state ORDER BY total DESC LIMIT 200;
