-- Work of interrupts.
-- SPDX-License-Identifier: GPL-3.0-or-later
CREATE PERFETTO VIEW linux_hard_irqs AS
SELECT s.ts, s.dur, s.name, s.id, s.parent_id FROM slice s JOIN track t ON s.track_id = t.id WHERE t.type = 'cpu_irq';
CREATE PERFETTO VIEW linux_soft_irqs AS
SELECT s.ts, s.dur, s.name, s.id FROM slice s JOIN track t ON s.track_id = t.id WHERE t.type = 'cpu_softirq';
CREATE PERFETTO VIEW linux_irqs AS
SELECT ts, dur, name, id, parent_id, 1 AS is_soft_irq FROM (SELECT *, NULL AS parent_id FROM linux_soft_irqs)
UNION ALL
SELECT ts, dur, name, id, parent_id, 0 FROM linux_hard_irqs;
