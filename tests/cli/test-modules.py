#!/usr/bin/env python3
"""Modules of PerfettoSQL return results computed by hand from a small capture.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import struct
import sys

sys.dont_write_bytecode = True
from fixture import start  # pylint: disable=wrong-import-position
from htracewriter import field  # pylint: disable=wrong-import-position
import modulecapture  # pylint: disable=wrong-import-position

# Module, SQL, its rows. Times are in µs from the first line; T() and D() convert ts and dur in SQL.
ANSWERS = [
    ('android.battery_stats', 'SELECT T(ts), D(dur), track_name, str_value, int_value FROM android_battery_stats_event_slices', ['29700,100,battery_stats.audio,player,1000']),
    # the call runs 17000-18800; the app runs until 17100 and from 18700, and waits for a CPU from 18550
    ('android.binder', 'SELECT client_process, client_tid, T(client_ts), D(client_dur), server_process, server_thread, T(server_ts), D(server_dur) FROM android_binder_txns',
     ['com.app,10,17000,1800,system_server,Binder:20_1,17500,1000']),
    ('android.binder', 'SELECT * FROM android_sync_binder_metrics_by_process ORDER BY pid', ['com.app,10,binder transaction,1', 'system_server,20,binder reply,1']),
    ('android.binder', 'SELECT thread_state_type, thread_state, D(thread_state_dur), thread_state_count FROM android_sync_binder_thread_state_by_txn ORDER BY 1, 2',
     ['binder_reply,Running,1000,1', 'binder_txn,R,150,1', 'binder_txn,Running,200,2', 'binder_txn,S,1450,1']),
    ('android.dvfs', 'SELECT name, T(ts), value, D(dur) FROM android_dvfs_counters', ['domain@0 Frequency,28000,300000.0,1000', 'domain@0 Frequency,29000,600000.0,1000']),
    ('android.dvfs', 'SELECT value, D(dur), pct FROM android_dvfs_counter_residency ORDER BY value', ['300000.0,1000,50.0', '600000.0,1000,50.0']),
    ('android.frames.timeline', 'SELECT frame_id, T(ts), ui_thread_utid FROM android_frames_choreographer_do_frame', ['5,10000,1']),
    ('android.frames.timeline', 'SELECT frame_id, T(ts), render_thread_utid FROM android_frames_draw_frame', ['5,12000,3']),
    # from the begin of doFrame to the end of DrawFrames
    ('android.frames.timeline', 'SELECT frame_id, T(ts), D(dur), actual_frame_timeline_count, draw_frame_count, process_name FROM android_frames', ['5,10000,4000,0,1,com.app']),
    ('android.frames.timeline', 'SELECT frame_id, T(ts) FROM android_first_frame_after(trace_start())', ['5,10000']),
    ('android.frames.timeline', 'SELECT frame_id FROM android_first_frame_after(trace_start() + 10000000)', []),
    # 8 MiB before, at least 2 MiB, 6 MiB in the end
    ('android.garbage_collection', 'SELECT tid, gc_type, is_mark_compact, reclaimed_mb, min_heap_mb, max_heap_mb, T(gc_ts), D(gc_dur), D(gc_running_dur), gc_runnable_dur FROM android_garbage_collection_events',
     ['10,young,0,6.0,2.0,6.0,15000,1000,1000,0']),
    ('android.memory.lmk', 'SELECT T(ts), pid, process_name, oom_score_adj, kill_reason, kill_reason_raw FROM android_lmk_events', ['23000,10,com.app,900,LOW_MEM,8']),
    ('android.memory.process', 'SELECT T(ts), D(dur), score, bucket, anon_rss, file_rss, rss, swap, rss_and_swap FROM memory_oom_score_with_rss_and_swap_per_process',
     ['20000,1000,0,foreground_app,4096000,,,,', '21000,1000,0,foreground_app,4096000,1024000,5120000,,5120000',
      '22000,500,0,foreground_app,4096000,1024000,5120000,512000,5632000', '22500,7500,900,cached_app,4096000,1024000,5120000,512000,5632000']),
    ('android.monitor_contention', 'SELECT short_blocking_method, short_blocked_method, blocking_src, blocked_src, waiter_count, blocked_thread_tid, blocking_tid, T(ts), D(dur), is_blocked_thread_main,'
     ' is_blocking_thread_main, blocking_thread_tid, lock_name FROM android_monitor_contention', ['com.app.Cache.put,com.app.Ui.draw,Cache.java:5,Ui.java:7,0,10,11,5000,2000,1,0,11,']),
    # the holder runs 5500-6500 and then sleeps; its state before is unknown
    ('android.monitor_contention', 'SELECT thread_state, D(thread_state_dur), thread_state_count FROM android_monitor_contention_chain_thread_state_by_txn ORDER BY 1', ['Running,1000,1', 'S,500,1']),
    ('android.oom_adjuster', 'SELECT T(ts), D(dur), score, bucket, process_name FROM android_oom_adj_intervals', ['20000,2500,0,foreground_app,com.app', '22500,7500,900,cached_app,com.app']),
    ('android.screen_state', 'SELECT T(ts), D(dur), simple_screen_state, short_screen_state FROM android_screen_state', ['29200,400,on,on', '29600,400,doze,doze_suspend']),
    ('android.slices', "SELECT android_standardize_slice_name('Choreographer#doFrame 5') AS a, android_standardize_slice_name('Lock contention on x (owner tid: 1)') AS b", ['Choreographer#doFrame,Lock contention on x <...>']),
    # newer systems write "launching:" besides launchingActivity, for the same start
    ('android.startup.startups', 'SELECT startup_id, T(ts), T(ts_end), D(dur), package, startup_type FROM android_startups', ['0,1500,8500,7000,com.app,cold']),
    ('android.startup.startups', 'SELECT startup_id, upid, pid, startup_type FROM android_startup_processes', ['0,2,10,cold']),
    ('android.startup.startups', 'SELECT startup_id, D(dur), pid, tid, thread_name, is_main_thread FROM android_startup_threads ORDER BY utid', ['0,7000,10,10,com.app,1', '0,7000,10,11,RenderThread,0']),
    ('android.startup.startups', 'SELECT substr(slice_name, 1, 18) AS name, T(slice_ts), D(slice_dur) FROM android_thread_slices_for_all_startups ORDER BY 2', ['bindApplication,2000,2000', 'monitor contention,5000,2000']),
    ('android.startup.startups', "SELECT tid, D(slice_dur) FROM android_slices_for_startup_and_slice_name(0, 'bind*')", ['10,2000']),
    ('android.startup.startups', "SELECT D(android_sum_dur_for_startup_and_slice(0, '*')) AS a, D(android_sum_dur_on_main_thread_for_startup_and_slice(0, 'bind*')) AS b", ['4000,2000']),
    ('android.suspend', 'SELECT T(ts), D(dur), power_state FROM android_suspend_state', ['0,26000,awake', '26000,1000,suspended', '27000,3000,awake']),
    ('android.suspend', 'SELECT D(_extract_duration_without_suspend(trace_start() + 26500000, 1000000)) AS dur', ['500']),
    ('counters.global_tracks', 'SELECT name FROM global_counter_track', ['domain@0 Frequency']),
    ('counters.intervals', "SELECT T(ts), D(dur), value, next_value, delta_value FROM counter_leading_intervals!((SELECT c.* FROM counter c JOIN counter_track t ON c.track_id = t.id WHERE t.name = 'Heap size (KB)'))",
     ['14900,600,8192.0,2048.0,', '15500,400,2048.0,6144.0,-6144.0', '15900,14100,6144.0,,4096.0']),
    ('linux.cpu.frequency', 'SELECT cpu, freq, T(ts), D(dur) FROM cpu_frequency_counters ORDER BY cpu', ['0,1000000,0,30000', '1,500000,0,30000']),
    ('linux.cpu.idle', 'SELECT T(ts), D(dur), idle, cpu FROM cpu_idle_counters', ['24100,1000,1,0', '25100,4900,-1,0']),
    ('linux.cpu.idle_stats', 'SELECT cpu, state, count, D(dur), round(idle_percent, 2) AS percent FROM cpu_idle_stats', ['0,2,1,1000,3.33']),
    # a ms at 1 GHz is a million cycles: the app's 21.4 ms on CPU 0; RenderThread's 1 ms on CPU 0 and 3 ms on CPU 1 at 0.5 GHz
    ('linux.cpu.utilization.thread', 'SELECT thread_name, millicycles, megacycles, D(runtime), min_freq, max_freq, avg_freq FROM cpu_cycles_per_thread ORDER BY utid',
     ['com.app,21400000000,21,21400,1000000,1000000,1000000', 'system_server,12850000000,12,25700,500000,500000,500000', 'RenderThread,2500000000,2,4000,500000,1000000,625000',
      'Binder:20_1,650000000,0,1300,500000,500000,500000', 'kworker/0:1,500000000,0,500,1000000,1000000,1000000']),
    ('linux.cpu.utilization.process', 'SELECT process_name, millicycles, megacycles, D(runtime) FROM cpu_cycles_per_process ORDER BY runtime DESC',
     ['system_server,13500000000,13,27000', 'com.app,23900000000,23,25400', 'kworker/0:1,500000000,0,500']),
    ('linux.cpu.utilization.system', 'SELECT millicycles, megacycles, D(runtime), min_freq, max_freq, avg_freq FROM cpu_cycles', ['37900000000,37,52900,500000,1000000,716446']),
    ('linux.cpu.utilization.system', 'SELECT cpu, megacycles, D(runtime), avg_freq FROM cpu_cycles_per_cpu', ['0,22,22900,1000000', '1,15,30000,500000']),
    # of the 20 ms of two CPUs in each 10 ms: 20, 18.4 and 14.5
    ('linux.cpu.utilization.system', 'SELECT T(ts), utilization, unnormalized_utilization FROM cpu_utilization_per_period(10000000)', ['0,1.0,2.0', '10000,0.92,1.84', '20000,0.725,1.45']),
    ('linux.cpu.utilization.system', 'SELECT T(ts), unnormalized_utilization FROM cpu_utilization_per_second', ['0,0.0529']),
    ('linux.irqs', 'SELECT T(ts), D(dur), name, is_soft_irq FROM linux_irqs ORDER BY ts', ['19000,200,IRQ (ufshcd),0', '19200,100,TIMER,1']),
    ('linux.irqs', 'SELECT name FROM linux_hard_irqs UNION ALL SELECT name FROM linux_soft_irqs', ['IRQ (ufshcd)', 'TIMER']),
    ('linux.memory.process', 'SELECT T(ts), D(dur), anon_rss, file_rss, rss, swap FROM memory_rss_and_swap_per_process',
     ['20000,1000,4096000,,,', '21000,1000,4096000,1024000,5120000,', '22000,8000,4096000,1024000,5120000,512000']),
    ('linux.threads', 'SELECT tid, thread_name FROM linux_kernel_threads', ['30,kworker/0:1']),
    ('sched.latency', 'SELECT name, T(r.ts), D(latency_dur) FROM sched_latency_for_running_interval l JOIN thread_state r ON l.thread_state_id = r.id JOIN thread t ON t.utid = l.utid ORDER BY r.ts',
     ['com.app,6500,250', 'RenderThread,11500,300', 'system_server,14500,3000', 'Binder:20_1,17300,100', 'system_server,18600,1300', 'com.app,18700,150']),
    # a preempted thread was not woken again
    ('sched.runnable', 'SELECT t.name, T(r.ts), T(w.ts), T(k.ts) FROM sched_previous_runnable_on_thread p JOIN thread_state r ON r.id = p.id JOIN thread_state w ON w.id = prev_runnable_id'
     ' LEFT JOIN thread_state k ON k.id = prev_wakeup_runnable_id JOIN thread t ON t.utid = r.utid WHERE r.cpu = 1 ORDER BY r.ts',
     ['RenderThread,11500,11200,11200', 'system_server,14500,11500,', 'Binder:20_1,17300,17200,17200', 'system_server,18600,17300,']),
    ('sched.thread_level_parallelism', 'SELECT T(ts), active_cpu_count FROM sched_active_cpu_count ORDER BY ts DESC LIMIT 3', ['30000,0', '25700,1', '25200,2']),
    ('sched.thread_level_parallelism', 'SELECT T(ts), runnable_thread_count FROM sched_runnable_thread_count WHERE ts BETWEEN trace_start() + 17200000 AND trace_start() + 18700000',
     ['17200,1', '17300,1', '18550,2', '18600,1', '18700,0']),
    ('sched.time_in_state', 'SELECT state, D(total_runtime), D(time_in_state), percentage_in_state FROM sched_time_in_state_for_thread WHERE utid = 1 ORDER BY state', ['R,30000,400,1', 'Running,30000,21400,71', 'S,30000,8200,27']),
    ('sched.time_in_state', 'SELECT utid, running, runnable, runnable_preempted, sleeping, other FROM sched_percentage_of_time_in_state WHERE utid < 4', ['1,71,1,,27,', '2,85,,14,0,', '3,16,1,,82,']),
    ('sched.time_in_state', 'SELECT state, D(dur) FROM sched_time_in_state_for_thread_in_interval(trace_start() + 6000000, 1000000, 1) ORDER BY 1', ['R,250', 'Running,500', 'S,250']),
    ('sched.time_in_state', "SELECT cpu, D(dur) FROM sched_time_in_state_and_cpu_for_thread_in_interval(trace_start() + 6000000, 6000000, 3) WHERE state = 'Running' ORDER BY cpu", ['0,500', '1,500']),
    ('sched.time_in_state', 'SELECT end_state, D(dur) FROM sched_time_in_state_for_cpu_in_interval(1, trace_start() + 11000000, 4000000) ORDER BY 1', ['R+,1000', 'S,3000']),
    ('sched.with_context', 'SELECT T(ts), cpu, end_state, thread_name, process_name FROM sched_with_thread_process WHERE tid = 11 ORDER BY ts', ['5500,0,S,RenderThread,com.app', '11500,1,S,RenderThread,com.app']),
    ('slices.cpu_time', "SELECT name, D(cpu_time) FROM thread_slice_cpu_time WHERE name GLOB 'b*' ORDER BY id", ['bindApplication,2000', 'binder transaction,200', 'binder reply,1000']),
    ('slices.time_in_state', "SELECT state, D(dur) FROM thread_slice_time_in_state WHERE name GLOB 'monitor*' ORDER BY 1", ['R,250', 'Running,1000', 'S,750']),
    ('slices.with_context', 'SELECT thread_name, process_name, count(*) AS n FROM thread_slice WHERE is_main_thread AND dur > 0 GROUP BY 1', ['com.app,com.app,5', 'system_server,system_server,2']),
    ('slices.with_context', 'SELECT process_name, D(dur) FROM process_slice WHERE dur > 0', ['system_server,7000']),
]

# µs, field of the packet (2 processes, 9 their memory, 47 packages, 38 battery: charge 1, percent 2, current 3, voltage 7;
# 40 rails: number, name and subsystem, then energy; 45 system: build; 91 entities, their states, ms in them), content
PACKETS = [
    (0, 2, field(1, field(1, 7) + field(2, 1) + field(3, b'com.app:web') + field(5, 1010123)) + field(1, field(1, 8) + field(2, 7) + field(3, b'other') + field(5, 0))),
    (0, 9, field(1, field(1, 7) + field(3, 100)) + field(1, field(1, 8) + field(3, 100))),
    (0, 47, field(1, field(1, b'com.app') + field(2, 10123) + field(3, 1) + field(5, 34)) + field(1, field(1, b'com.web') + field(2, 10200) + field(5, 1))),
    (1000, 38, field(1, 3000000) + b'\x15' + struct.pack('<f', 80.0) + field(3, -200000) + field(7, 4000000)),
    (1000, 40, field(1, field(1, 4) + field(2, b'S2S_VDD_G3D') + field(3, b'gpu')) + field(1, field(1, 5) + field(2, b'VSYS')) + field(2, field(1, 4) + field(3, 300))),
    (1000, 45, field(2, b'Android/aosp_raven/raven:15/AP1A/1:userdebug/test-keys')),
    (1000, 91, field(1, field(1, 1) + field(2, 1) + field(3, b'Modem') + field(4, b'UP')) + field(2, field(1, 1) + field(2, 1) + field(3, 40))),
    (2000, 91, field(2, field(1, 1) + field(2, 1) + field(3, 41))),
    (3000, 40, field(2, field(1, 4) + field(3, 500)) + field(2, field(1, 5) + field(3, 7))),
    (2000, 38, field(1, 2999000) + field(3, -100000) + field(7, 4000000)),
]
RECORDED = [
    # mW in either direction: 0.2 A at 4 V
    ('android.battery', 'SELECT ts, charge_uah, capacity_percent, current_ua, voltage_uv, power_mw FROM android_battery_charge', ['1000000,3000000.0,80.0,-200000.0,4000000.0,800.0', '2000000,2999000.0,,-100000.0,4000000.0,400.0']),
    ('android.device', 'SELECT name, machine_id FROM android_device_name', ['raven,0']),
    ('android.entity_state_residency', 'SELECT ts, dur, entity_name, state_name, raw_name, state_time_since_boot, state_time_since_boot_at_end, state_time_ratio FROM android_entity_state_residency',
     ['1000000,1000000,Modem,UP,Entity residency: Modem is UP,40000000,41000000,1.0', '2000000,,Modem,UP,Entity residency: Modem is UP,41000000,,']),
    # 200 µW·s in 2 ms are 100 mW
    ('android.power_rails', 'SELECT ts, dur, power_rail_name, raw_power_rail_name, energy_since_boot, energy_since_boot_at_end, average_power, energy_delta, value FROM android_power_rails_counters ORDER BY power_rail_name DESC, ts',
     ['1000000,2000000,power.rails.gpu,S2S_VDD_G3D,300.0,500.0,100.0,,300.0', '3000000,0,power.rails.gpu,S2S_VDD_G3D,500.0,,,200.0,500.0', '3000000,0,power.VSYS_uws,VSYS,7.0,,,,7.0']),
    ('android.power_rails', 'SELECT power_rail_name, raw_power_rail_name, friendly_name, subsystem_name, machine_id FROM android_power_rails_metadata ORDER BY 1',
     ['power.VSYS_uws,VSYS,,,0', 'power.rails.gpu,S2S_VDD_G3D,gpu,gpu,0']),
    ('android.package_lookup', 'SELECT android_package_lookup(10123) AS a, android_package_lookup(1010200) AS b, android_package_lookup(1000) AS c', ['com.app,com.web,AID_SYSTEM_USER']),
    ('android.process_metadata', 'SELECT pid, process_name, uid, user_id, package_name, version_code, debuggable, is_kernel_task FROM android_process_metadata WHERE pid IN (7, 8) ORDER BY pid',
     ['7,com.app:web,1010123,10,com.app,34,1,0', '8,other,,,,,,0']),
]


# Markers of a system: an interaction that ended, a cancelled one, one too short to count, a latency; an app that hangs, a wait for
# a thread that waits, and a start that did not end.
SYSTEM = [
    (1000, 10, 'S|10|J<SHADE>|1'), (1001, 11, 'N|10|J<SHADE>|FT#beginVsync#20'), (1002, 11, 'N|10|J<SHADE>|FT#layerId#3'), (1003, 11, 'I|10|J<SHADE>#UIThread'),
    (5000, 11, 'N|10|J<SHADE>|FT#endVsync#22'), (5001, 11, 'N|10|J<SHADE>|FT#end#0'), (6000, 10, 'F|10|J<SHADE>|1'),
    (7000, 10, 'S|10|J<GONE>|2'), (7500, 11, 'N|10|J<GONE>|FT#cancel#1'), (9000, 10, 'F|10|J<GONE>|2'), (9100, 10, 'S|10|J<SHORT>|3'), (9200, 10, 'F|10|J<SHORT>|3'),
    (10000, 10, 'S|10|L<UNLOCK>|4'), (12000, 10, 'F|10|L<UNLOCK>|4'),
    (13000, 20, 'C|20|ErrorId:com.app 30#ab-1|1'), (13001, 20, 'C|20|Subject(for ErrorId ab-1):Input dispatching timed out (x: y)|1'),
    (14000, 30, 'B|30|hang'), (15000, 30, 'E|30'),
    (15500, 20, 'B|20|updateOomAdj_bindService'), (15600, 30, 'C|30|oom_score_adj|900'), (15700, 20, 'E|20'),
    (16000, 10, 'B|10|monitor contention with owner ui (11) at void A.put(int)(A.java:5) waiters=0 blocking from void B.draw()(B.java:7)'),
    (16100, 11, 'B|10|monitor contention with owner com.android.systemui (10) at void B.get(int)(B.java:9) waiters=0 blocking from void A.ask()(A.java:8)'),
    (16500, 11, 'E|10'), (17000, 10, 'E|10'), (18000, 20, 'B|20|launching: com.late'),
]
NAMES = {10: 'com.android.systemui', 11: 'ui', 20: 'system_server', 30: 'com.app'}
SYSTEM_ANSWERS = [
    ('android.cujs.sysui_cujs', 'SELECT cuj_id, process_name, cuj_slice_name, cuj_name, T(ts), T(ts_end), D(dur), state, t.tid, layer_id, begin_vsync, end_vsync FROM android_sysui_jank_cujs c LEFT JOIN thread t ON c.ui_thread = t.utid',
     ['1,com.android.systemui,J<SHADE>,SHADE,0,5000,5000,completed,11,3,20,22']),
    ('android.cujs.sysui_cujs', 'SELECT cuj_id, cuj_name, T(ts), D(dur), state FROM android_sysui_latency_cujs', ['1,UNLOCK,9000,2000,completed']),
    ('android.anrs', 'SELECT process_name, pid, error_id, T(ts), subject, anr_type, intent, component, android_anr_count() AS n FROM android_anrs', ['com.app,30,ab-1,12000,Input dispatching timed out (x: y),INPUT_DISPATCHING_TIMEOUT,,y,1']),
    ('android.oom_adjuster', 'SELECT process_name, score, oom_adj_reason, D(oom_adj_dur), oom_adj_thread_name FROM android_oom_adj_intervals', ['com.app,900,bindService,200,system_server']),
    ('android.monitor_contention', 'SELECT T(c.ts), c.short_blocked_method, T(p.ts) AS parent, T(k.ts) AS child FROM android_monitor_contention_chain c LEFT JOIN slice p ON p.id = c.parent_id LEFT JOIN slice k ON k.id = c.child_id ORDER BY 1',
     ['15000,B.draw,,15100', '15100,A.ask,15000,']),
    ('android.startup.startups', 'SELECT T(ts), ts_end - ts AS after, dur, package FROM android_startups', ['17000,-1,-1,com.late']),
]


def get_system():
    """The processes record their names, which may be longer than thread names."""
    lines = [f'  strata-{pid} ({pid:5}) [000] .... 1.001000: strata_process: pid={pid} comm={name[-15:]} name={name}' for pid, name in NAMES.items() if pid != 11]
    lines += [f'  {NAMES[tid][-15:]}-{tid} ({10 if tid == 11 else tid:5}) [000] .... 1.{us:06}: tracing_mark_write: {text}' for us, tid, text in SYSTEM]
    return '# tracer: nop\n' + '\n'.join(lines) + '\n'


# An older system: starts have no numbers but an intent, frames have no numbers, services speak HIDL.
OLDER = [
    (0, 20, 'B|20|MetricsLogger:launchObserverNotifyIntentStarted'), (1, 20, 'E|20'), (500, 20, 'S|20|launching: com.app|0'),
    (1000, 10, 'B|10|activityStart'), (1500, 10, 'E|10'), (3000, 20, 'F|20|launching: com.app|0'),
    (3500, 20, 'S|20|launching: com.app|0'), (3600, 10, 'B|10|bindApplication'), (3700, 10, 'E|10'), (4500, 20, 'F|20|launching: com.app|0'),
    (5000, 10, 'B|10|Choreographer#doFrame'), (5500, 11, 'B|10|DrawFrame'), (5600, 10, 'E|10'), (6000, 11, 'E|10'),
    (7000, 10, 'B|10|Choreographer#doFrame'), (7100, 11, 'B|10|DrawFrame'), (7200, 11, 'E|10'), (7300, 11, 'B|10|DrawFrame'), (7900, 11, 'E|10'), (8000, 10, 'E|10'),
    (8500, 10, 'B|10|Choreographer#doFrame'), (8600, 10, 'E|10'), (8700, 11, 'B|10|DrawFrame'), (8800, 11, 'E|10'),
    (9000, 11, 'B|10|cache_lock_held'), (9100, 10, f'B|10|{modulecapture.LONG_HELD}'), (9400, 10, 'E|10'), (9500, 11, 'E|10'),
    (10000, 10, 'binder_transaction: transaction=5 dest_node=1 dest_proc=20 dest_thread=0 reply=0 flags=0x10 code=0x3'),
    (10100, 20, 'binder_transaction_received: transaction=5'), (10200, 20, 'B|20|HIDL::ILight::setLight::server'), (10300, 20, 'E|20'),
    (10400, 20, 'binder_transaction: transaction=6 dest_node=0 dest_proc=10 dest_thread=10 reply=1 flags=0x0 code=0x0'),
    (10500, 10, 'binder_transaction_received: transaction=6'),
]

OLDER_ANSWERS = [
    # the second start has no separate intent
    ('android.startup.startups', 'SELECT startup_id, T(ts), D(dur), package, startup_type FROM android_startups', ['0,0,3000,com.app,warm', '1,3500,1000,com.app,cold']),
    # a frame is drawn by the DrawFrames that start during it: one in the first frame, two in the second, none in the third
    ('android.frames.timeline', 'SELECT frame_id, T(ts), D(dur), render_thread_utid != ui_thread_utid AS apart FROM android_frames',
     ['1,5000,1000,1', '2,7000,1000,1', '3,7000,1000,1']),
    ('android.monitor_contention', 'SELECT lock_name, D(dur) FROM android_monitor_contention', ['cache,300']),
    ('android.binder', 'SELECT interface, method_name, D(aidl_dur) FROM android_binder_txns', ['ILight,setLight,100']),
]


# A device that begins to rest when it is charged.
RESTING = [
    (0, 20, 'C|20|BatteryStatus|3'), (0, 20, 'C|20|DozeLightState|0'), (0, 20, 'C|20|DozeDeepState|0'), (0, 20, 'gpu_frequency: state=300000 gpu_id=0'),
    (6000, 20, 'C|20|BatteryStatus|2'), (7000, 20, 'C|20|DozeLightState|4'), (7500, 20, 'gpu_frequency: state=100000 gpu_id=0'),
    (8000, 20, 'C|20|DozeDeepState|5'), (9000, 20, 'C|20|DozeLightState|7'), (10000, 20, 'I|20|end'),
]
RESTING_ANSWERS = [
    ('android.battery.charging_states', 'SELECT id, T(ts), D(dur), machine_id, short_charging_state, charging_state FROM android_charging_states', ['1,0,6000,0,discharging,Discharging', '2,6000,4000,0,charging,Charging']),
    ('android.battery.doze', 'SELECT T(ts), D(dur), machine_id, light_idle_state FROM android_light_idle_state', ['0,7000,0,active', '7000,2000,0,idle', '9000,1000,0,override']),
    ('android.battery.doze', 'SELECT T(ts), D(dur), machine_id, deep_idle_state FROM android_deep_idle_state', ['0,8000,0,active', '8000,2000,0,idle']),
    ('android.gpu.frequency', 'SELECT T(ts), D(dur), gpu_id, gpu_freq, prev_gpu_freq, next_gpu_freq FROM android_gpu_frequency', ['0,7500,0,300000,,100000', '7500,2500,0,100000,300000,']),
]


def get_events(events):
    lines = [f'  {modulecapture.COMMS[tid][0]}-{tid} ({modulecapture.COMMS[tid][1]:5}) [{int(tid == 11):03}] .... 1.{us:06}: {modulecapture.get_event(0, tid, text)}' for us, tid, text in events]
    return '# tracer: nop\n' + '\n'.join(lines) + '\n'


def get_packets():
    return b''.join(field(1, field(8, time_us * 1000) + field(number, data) + field(10, 1)) for time_us, number, data in PACKETS)


def check(tap, cli, path, answers):
    for module, sql, rows in answers:
        sql = sql.replace('T(', 'to_us(').replace('D(', 'us(')
        script = ('CREATE PERFETTO FUNCTION us(ns LONG) RETURNS LONG AS SELECT $ns / 1000;'
                  f' CREATE PERFETTO FUNCTION to_us(ns LONG) RETURNS LONG AS SELECT ($ns - trace_start()) / 1000; INCLUDE PERFETTO MODULE {module}; {sql}')
        result = cli.run('query', '--csv', path, script)
        tap.equal(result.stdout.decode().splitlines()[1:], rows, f'{module}: {sql[:70]}')


def main():
    tap, cli, folder = start()
    (folder / 'phone.ftrace').write_text(modulecapture.get_text(), encoding='utf-8')
    (folder / 'phone.pftrace').write_bytes(get_packets())
    check(tap, cli, folder / 'phone.ftrace', ANSWERS)
    check(tap, cli, folder / 'phone.pftrace', RECORDED)
    (folder / 'system.ftrace').write_text(get_system(), encoding='utf-8')
    check(tap, cli, folder / 'system.ftrace', SYSTEM_ANSWERS)
    (folder / 'older.ftrace').write_text(get_events(OLDER), encoding='utf-8')
    check(tap, cli, folder / 'older.ftrace', OLDER_ANSWERS)
    (folder / 'resting.ftrace').write_text(get_events(RESTING), encoding='utf-8')
    check(tap, cli, folder / 'resting.ftrace', RESTING_ANSWERS)
    tap.finish()


if __name__ == '__main__':
    main()
