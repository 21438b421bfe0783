-- Threads of the kernel: kthreadd, its children, and worker threads.
-- SPDX-License-Identifier: GPL-3.0-or-later
CREATE PERFETTO VIEW linux_kernel_threads AS
SELECT t.upid, t.utid, p.pid, t.tid, p.name AS process_name, t.name AS thread_name, p.machine_id
FROM thread t LEFT JOIN process p ON t.upid = p.upid
WHERE t.tid = 2 OR t.name GLOB 'kworker*' OR t.name GLOB 'ksoftirqd*' OR t.name GLOB 'migration/*' OR t.name GLOB 'rcu*' OR t.name GLOB 'kswapd*' OR t.name GLOB 'irq/*';
