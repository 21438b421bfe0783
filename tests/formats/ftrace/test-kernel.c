/* test-kernel.c - kernel slices and counters of CPUs and threads
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-kernel-event.h"
#include "strata-loader.h"
#include "strata-signal-event.h"

#include <string.h>

#define HEAD "# tracer: nop\n"
#define APP "          app-10    (   10) [001] d..2. "
#define SRV "       server-21    (   20) [000] d..2. "
#define IDLE "       <idle>-0     (-----) [002] d.h2. "

/* "lane|cpu|thread|begin|duration|name", times in us; times of -1 are not compared. */
typedef struct
{
  const char *name;
  const char *text;
  const char *slices;
} SliceRow;

static const SliceRow slice_rows[] = {
  { "irq", IDLE "1.000010: irq_handler_entry: irq=17 name=some disk\n" IDLE "1.000015: irq_handler_exit: irq=17 ret=handled\n",
    "irq|2|0|10|5|some disk\n" },
  { "irq-in-irq", IDLE "1.000010: irq_handler_entry: irq=17 name=a\n" IDLE "1.000011: irq_handler_entry: irq=18 name=b\n" IDLE "1.000012: irq_handler_exit: irq=18 ret=handled\n" IDLE "1.000015: irq_handler_exit: irq=17 ret=handled\n",
    "irq|2|0|10|5|a\nirq|2|0|11|1|b\n" },
  { "same-irq-on-two-cpus", IDLE "1.000010: irq_handler_entry: irq=17 name=a\n" APP "1.000011: irq_handler_entry: irq=17 name=a\n" IDLE "1.000013: irq_handler_exit: irq=17 ret=handled\n" APP "1.000020: irq_handler_exit: irq=17 ret=unhandled\n",
    "irq|2|0|10|3|a\nirq|1|10|11|9|a\n" },
  { "softirq", IDLE "1.000010: softirq_entry: vec=9 [action=RCU]\n" IDLE "1.000015: softirq_exit: vec=9 [action=RCU]\n",
    "softirq|2|0|10|5|RCU\n" },
  { "softirq-number", IDLE "1.000010: softirq_entry: vec=3\n" IDLE "1.000015: softirq_exit: vec=3\n",
    "softirq|2|0|10|5|NET_RX\n" },
  { "ipi", IDLE "1.000010: ipi_entry: (Rescheduling interrupts)\n" IDLE "1.000015: ipi_exit: (Rescheduling interrupts)\n",
    "ipi|2|0|10|5|Rescheduling interrupts\n" },
  { "idle", IDLE "1.000010: cpu_idle: state=1 cpu_id=2\n" IDLE "1.000015: cpu_idle: state=4294967295 cpu_id=2\n" IDLE "1.000016: cpu_idle: state=0 cpu_id=2\n" IDLE "1.000018: cpu_idle: state=3 cpu_id=2\n" IDLE "1.000020: cpu_idle: state=-1 cpu_id=2\n",
    "idle|2|0|10|5|idle state 1\nidle|2|0|16|2|idle state 0\nidle|2|0|18|2|idle state 3\n" },
  { "idle-of-another", APP "1.000010: cpu_idle: state=1 cpu_id=7\n" APP "1.000011: cpu_idle: state=4294967295 cpu_id=7\n",
    "idle|7|0|10|1|idle state 1\n" },
  { "end-only", IDLE "1.000010: irq_handler_exit: irq=17 ret=handled\n" IDLE "1.000010: cpu_idle: state=4294967295 cpu_id=2\n" SRV "1.000011: workqueue_execute_end: work struct 0000000012345678\n", "" },
  { "work", SRV "1.000010: workqueue_execute_start: work struct 000000001234abcd: function do_it\n" SRV "1.000012: workqueue_execute_end: work struct 000000001234abcd: function do_it\n",
    "workqueue|-|21|10|2|do_it\n" },
  { "work-old", SRV "1.000010: workqueue_execute_start: work struct 0xffffffc012345678: function do_it [module]\n" SRV "1.000012: workqueue_execute_end: work struct 0xffffffc012345678\n",
    "workqueue|-|21|10|2|do_it [module]\n" },
  { "file", APP "1.000010: f2fs_sync_file_enter: dev = (253,0), ino = 12\n" APP "1.000012: f2fs_write_begin: dev = (253,0)\n" APP "1.000013: f2fs_write_end: dev = (253,0)\n" APP "1.000020: f2fs_sync_file_exit: dev = (253,0), ino = 12, ret = 0\n",
    "file system|-|10|10|10|f2fs_sync_file\nfile system|-|10|12|1|f2fs_write\n" },
  { "file-android", APP "1.000010: android_fs_dataread_start: entry_name /data/a, offset 0, bytes 4096\n" APP "1.000012: android_fs_dataread_end: ino 12, offset 0, bytes 4096\n",
    "file system|-|10|10|2|android_fs_dataread\n" },
  { "block", APP "1.000010: block_rq_issue: 8,0 WS 4096 () 1234 + 8 [app]\n" IDLE "1.000050: block_rq_complete: 8,0 WS () 1234 + 8 [0]\n",
    "block 8,0|-|10|10|40|write\n" },
  { "block-again", APP "1.000010: block_rq_issue: 8,0 WS 4096 () 1234 + 8 [app]\n" SRV "1.000030: block_rq_issue: 8,0 WS 4096 () 1234 + 8 [server]\n" IDLE "1.000050: block_rq_complete: 8,0 WS () 1234 + 8 [0]\n",
    "block 8,0|-|10|10|20|write\nblock 8,0|-|21|30|20|write\n" },
  { "block-priority", APP "1.000010: block_rq_issue: 254,0 FRA 4096 () 1234 + 8 be,0,4 [app]\n" IDLE "1.000050: block_rq_complete: 254,0 FRA () 1234 + 8 be,0,4 [0]\n",
    "block 254,0|-|10|10|40|read\n" },
  { "syscall-by-name", APP "1.000010: sys_openat(dfd: ffffff9c, filename: 7ff, flags: 80000)\n" APP "1.000012: sys_openat -> 0x3\n",
    "system calls|-|10|10|2|openat\n" },
  { "syscall-by-number", APP "1.000010: sys_enter: NR 240 (1, 2)\n" SRV "1.000011: sys_enter: NR 240 (1, 2)\n" APP "1.000012: sys_exit: NR 240 = -22\n" SRV "1.000015: sys_exit: NR 240 = 0\n",
    "system calls|-|10|10|2|syscall 240\nsystem calls|-|21|11|4|syscall 240\n" },
  { "syscall-of-a-signal", APP "1.000010: sys_enter: NR 15 (1, 2)\n" APP "1.000012: sys_exit: NR -1 = 0\n",
    "system calls|-|10|10|2|syscall 15\n" },
  { "syscalls-of-an-end", APP "1.000010: sys_exit_group(error_code: 0)\n" SRV "1.000011: sys_exit(error_code: 0)\n" APP "1.000012: sys_exit_group -> 0x0\n" SRV "1.000013: sys_exit -> 0x0\n",
    "system calls|-|10|10|2|exit_group\nsystem calls|-|21|11|2|exit\n" },
  { "syscall-of-an-exit", APP "1.000010: sys_enter: NR 231 (0)\n" APP "1.000012: sched_process_exit: comm=app pid=10 prio=120\n" SRV "1.000020: sys_enter: NR 1 (1)\n" SRV "1.000030: sys_exit: NR 1 = 1\n",
    "system calls|-|10|10|2|syscall 231\nsystem calls|-|21|20|10|syscall 1\n" },
  /* both kinds of events */
  { "syscall-twice", APP "1.000010: sys_enter: NR 0 (3)\n" APP "1.000011: sys_enter_read: fd: 3\n" APP "1.000050: sys_exit_read: 0x1\n" APP "1.000051: sys_exit: NR 0 = 1\n" APP "1.000100: sys_enter: NR 0 (4)\n" APP "1.000101: sys_enter_read: fd: 4\n" APP "1.000200: sys_exit: NR 0 = 1\n" APP "1.000201: sys_exit_read: 0x1\n",
    "system calls|-|10|10|40|syscall 0\nsystem calls|-|10|100|100|syscall 0\n" },
  /* if a call ends as another one, its end is unknown */
  { "syscall-of-another", APP "1.000010: sys_enter: NR 1 (3)\n" APP "1.000030: sys_exit: NR 3 = 0\n" APP "1.000040: sys_exit: NR 1 = 1\n" APP "1.000050: sys_enter: NR 3 (3)\n" APP "1.000060: sys_exit: NR 3 = 0\n",
    "system calls|-|10|10|20|syscall 1\nsystem calls|-|10|50|10|syscall 3\n" },
  { "syscall-without-end", APP "1.000010: sys_enter_futex: uaddr: 0x1\n" APP "1.000012: sys_enter_read: fd: 3\n" APP "1.000015: sys_exit_read: 0x0\n",
    "system calls|-|10|10|2|futex\nsystem calls|-|10|12|3|read\n" },
  { "reclaim", APP "1.000010: mm_vmscan_direct_reclaim_begin: order=0 may_writepage=1 gfp_flags=GFP_KERNEL\n" APP "1.000060: mm_vmscan_direct_reclaim_end: nr_reclaimed=59\n",
    "memory reclaim|-|10|10|50|direct reclaim\n" },
  { "reclaim-and-compaction", APP "1.000010: mm_vmscan_direct_reclaim_begin: order=0\n" APP "1.000020: mm_compaction_begin: zone_start=0x1\n" APP "1.000030: mm_compaction_end: zone_start=0x1\n" APP "1.000060: mm_vmscan_direct_reclaim_end: nr_reclaimed=59\n",
    "memory reclaim|-|10|10|50|direct reclaim\nmemory reclaim|-|10|20|10|memory compaction\n" },
  { "shrinking", APP "1.000010: mm_shrink_slab_start: super_cache_scan 0: nid: 0\n" APP "1.000030: mm_shrink_slab_end: super_cache_scan 0: nid: 0\n",
    "memory reclaim|-|10|10|20|slab shrinking\n" },
  { "driver", APP "1.000010: mali_KCPU_FENCE_WAIT_START: kctx=1\n" APP "1.000015: scm_call_start: func id=0x1\n" APP "1.000020: scm_call_end: func id=0x1\n" APP "1.000030: mali_KCPU_FENCE_WAIT_END: kctx=1\n",
    "drivers|-|10|10|20|mali_KCPU_FENCE_WAIT\ndrivers|-|10|15|5|scm_call\n" },
  { "driver-interrupt", IDLE "1.000010: irq_handler_entry: irq=17 name=mali\n" IDLE "1.000012: mali_CSF_INTERRUPT_START: kctx=1\n" IDLE "1.000014: mali_CSF_INTERRUPT_END: kctx=1\n" IDLE "1.000015: irq_handler_exit: irq=17 ret=handled\n",
    "irq|2|0|10|5|mali\nirq|2|0|12|2|mali_CSF_INTERRUPT\n" },
  { "binder-lock", APP "1.000010: binder_lock: tag=binder_ioctl\n" APP "1.000013: binder_locked: tag=binder_ioctl\n" APP "1.000020: binder_unlock: tag=binder_ioctl\n",
    "drivers|-|10|10|3|binder lock waiting\ndrivers|-|10|13|7|binder lock held\n" },
  { "contiguous", APP "1.000010: cma_alloc_start: name=camera count=6592 align=4\n" APP "1.000030: cma_alloc_finish: name=camera pfn=0x1\n",
    "memory reclaim|-|10|10|20|contiguous allocation\n" },
  { "fence", APP "1.000010: dma_fence_init: driver=sde timeline=crtc-0 context=5 seqno=7\n" SRV "1.000011: dma_fence_wait_start: driver=sde timeline=crtc-0 context=5 seqno=7\n" IDLE "1.000018: dma_fence_signaled: driver=sde timeline=crtc-0 context=5 seqno=7\n" SRV "1.000020: dma_fence_wait_end: driver=sde timeline=crtc-0 context=5 seqno=7\n",
    "fence crtc-0|-|10|10|8|fence 7\nfence waits|-|21|11|9|crtc-0\n" },
  /* the first one to ask gets the answer, from whichever thread runs then; a fence of another context is unrelated */
  { "file-data", APP "1.000010: android_fs_dataread_start: entry_name /a b, offset 0, bytes 4096, cmdline am, pid 10, i_size 9, ino 83\n" APP "1.000011: android_fs_dataread_start: entry_name /a b, offset 4096, bytes 4096, cmdline am, pid 10, i_size 9, ino 83\n" IDLE "1.000012: android_fs_dataread_end: ino 83, offset 4096, bytes 4096\n" SRV "1.000019: android_fs_dataread_end: ino 83, offset 0, bytes 4096\n",
    "file system|-|10|10|9|android_fs_dataread\nfile system|-|10|11|1|android_fs_dataread\n" },
  { "file-data-asked-for-twice", APP "1.000010: android_fs_dataread_start: entry_name /a, offset 0, bytes 4096, cmdline am, pid 10, i_size 9, ino 83\n" SRV "1.000011: android_fs_dataread_start: entry_name /a, offset 0, bytes 4096, cmdline am, pid 20, i_size 9, ino 83\n" APP "1.000015: android_fs_dataread_end: ino 83, offset 0, bytes 4096\n" SRV "1.000016: android_fs_dataread_end: ino 83, offset 0, bytes 4096\n",
    "file system|-|10|10|5|android_fs_dataread\nfile system|-|21|11|5|android_fs_dataread\n" },
  { "fence-watched", APP "1.000010: dma_fence_init: driver=kgsl timeline=gpu context=5 seqno=7\n" APP "1.000011: dma_fence_init: driver=kgsl timeline=gpu context=6 seqno=7\n" SRV "1.000012: dma_fence_enable_signal: driver=kgsl timeline=gpu context=5 seqno=7\n" IDLE "1.000015: dma_fence_signaled: driver=kgsl timeline=gpu context=6 seqno=7\n" IDLE "1.000018: dma_fence_signaled: driver=kgsl timeline=gpu context=5 seqno=7\n",
    "fence gpu|-|10|10|8|fence 7\nfence gpu|-|10|11|4|fence 7\nwatched fences|-|21|12|6|gpu\n" },
  /* until the child has its own memory; threads and plain forks are not waited for */
  { "vfork", APP "1.000010: task_newtask: pid=30 comm=app clone_flags=4100 oom_score_adj=0\n" APP "1.000011: task_newtask: pid=31 comm=app clone_flags=10f00 oom_score_adj=0\n" APP "1.000012: task_newtask: pid=32 comm=app clone_flags=0 oom_score_adj=0\n"
                 "app-30 (30) [000] d..2. 1.000050: sched_process_exec: filename=/bin/ls pid=30 old_pid=30\n",
    "vfork|-|10|10|40|wait for child 30\n" },
  { "vfork-of-one-that-ends", APP "1.000010: task_newtask: pid=30 comm=app clone_flags=4100 oom_score_adj=0\n"
                                  "app-30 (30) [000] d..2. 1.000030: sched_process_exit: comm=app pid=30 prio=120\n",
    "vfork|-|10|10|20|wait for child 30\n" },
  { "suspend", APP "1.000010: suspend_resume: dpm_suspend[2] begin\n" SRV "1.000011: suspend_resume: sync_filesystems[0] begin\n" SRV "1.000013: suspend_resume: sync_filesystems[0] end\n" APP "1.000020: suspend_resume: dpm_suspend[2] end\n",
    "suspend|-|0|10|10|dpm_suspend[2]\nsuspend|-|0|11|2|sync_filesystems[0]\n" },
  { "binder", APP "1.000010: binder_transaction: transaction=5 dest_node=1 dest_proc=20 dest_thread=0 reply=0 flags=0x10 code=0x3\n" SRV "1.000020: binder_transaction_received: transaction=5\n" SRV "1.000030: binder_transaction: transaction=6 dest_node=0 dest_proc=10 dest_thread=10 reply=1 flags=0x0 code=0x0\n" APP "1.000040: binder_transaction_received: transaction=6\n",
    "binder|-|10|10|30|binder call to 20\nbinder|-|21|20|10|binder call from app\n" },
  { "binder-nested", APP "1.000010: binder_transaction: transaction=5 dest_node=1 dest_proc=20 dest_thread=0 reply=0 flags=0x10 code=0x3\n" SRV "1.000020: binder_transaction_received: transaction=5\n" SRV "1.000021: binder_transaction: transaction=7 dest_node=1 dest_proc=10 dest_thread=10 reply=0 flags=0x10 code=0x3\n" APP "1.000022: binder_transaction_received: transaction=7\n" APP "1.000023: binder_transaction: transaction=8 dest_node=0 dest_proc=20 dest_thread=21 reply=1 flags=0x0 code=0x0\n" SRV "1.000024: binder_transaction_received: transaction=8\n" SRV "1.000030: binder_transaction: transaction=6 dest_node=0 dest_proc=10 dest_thread=10 reply=1 flags=0x0 code=0x0\n" APP "1.000040: binder_transaction_received: transaction=6\n",
    "binder|-|10|10|30|binder call to 20\nbinder|-|21|20|10|binder call from app\nbinder|-|21|21|3|binder call to app\nbinder|-|10|22|1|binder call from 20\n" },
  { "binder-one-way", APP "1.000010: binder_transaction: transaction=5 dest_node=1 dest_proc=20 dest_thread=0 reply=0 flags=0x11 code=0x3\n" SRV "1.000020: binder_transaction_received: transaction=5\n", "" },
  { "binder-dead", APP "1.000010: binder_transaction: transaction=5 dest_node=1 dest_proc=20 dest_thread=0 reply=0 flags=0x10 code=0x3\n" APP "1.000015: binder_return: cmd=0x7205 BR_DEAD_REPLY\n",
    "binder|-|10|10|5|binder call to 20\n" },
  { "binder-unanswered", APP "1.000010: binder_transaction: transaction=5 dest_node=1 dest_proc=20 dest_thread=0 reply=0 flags=0x10 code=0x3\n" APP "1.000030: binder_transaction: transaction=6 dest_node=1 dest_proc=20 dest_thread=0 reply=0 flags=0x10 code=0x3\n" SRV "1.000031: binder_transaction_received: transaction=6\n" SRV "1.000035: binder_transaction: transaction=7 dest_node=0 dest_proc=10 dest_thread=10 reply=1 flags=0x0 code=0x0\n" APP "1.000040: binder_transaction_received: transaction=7\n",
    "binder|-|10|10|20|binder call to 20\nbinder|-|10|30|10|binder call to 20\nbinder|-|21|31|4|binder call from app\n" },
  { "binder-stray", SRV "1.000020: binder_transaction_received: transaction=5\n" SRV "1.000030: binder_transaction: transaction=6 dest_node=0 dest_proc=10 dest_thread=10 reply=1 flags=0x0 code=0x0\n" APP "1.000040: binder_transaction_received: transaction=6\n", "" },
  /* two with the same name */
  { "wakelocks", APP "1.000010: wakeup_source_activate: event0 state=0x1\n" SRV "1.000011: wakeup_source_activate: power keys state=0x2\n" APP "1.000012: wakeup_source_activate: event0 state=0x3\n" SRV "1.000015: wakeup_source_deactivate: event0 state=0x1\n" SRV "1.000020: wakeup_source_deactivate: event0 state=0x1\n" IDLE "1.000030: wakeup_source_deactivate: power keys state=0x0\n" APP "1.000040: wakeup_source_activate: event0 state=0x1\n" APP "1.000041: wakeup_source_deactivate: event0 state=0x1\n",
    "wakelocks|-|10|10|10|event0\nwakelocks|-|21|11|19|power keys\nwakelocks|-|10|40|1|event0\n" },
  /* the end of a job does not name its ring */
  { "gpu-job", APP "1.000010: drm_sched_job: entity=00000000aa, id=1, fence=00000000ab, ring=gfx, job count:1, hw job count:0\n" SRV "1.000011: drm_run_job: entity=00000000aa, id=1, fence=00000000ab, ring=gfx, job count:0, hw job count:1\n" IDLE "1.000030: drm_sched_process_job: fence=00000000ab signaled\n",
    "sched-gfx|-|21|11|19|job\n" },
  { "gpu-job-new", SRV "1.000011: drm_sched_job_run: dev=0000:00:02.0, fence=401:1, ring=gfx_0.0.0, job count:0, hw job count:1, client_id:5\n" SRV "1.000012: drm_sched_job_run: dev=0000:00:02.0, fence=401:2, ring=gfx_0.0.0, job count:0, hw job count:2, client_id:5\n" IDLE "1.000030: drm_sched_job_done: fence=401:1 signaled\n" IDLE "1.000033: drm_sched_job_done: fence=401:2 signaled\n" IDLE "1.000034: drm_sched_job_done: fence=401:3 signaled\n",
    "sched-gfx_0.0.0|-|21|11|19|job\nsched-gfx_0.0.0|-|21|12|21|job\n" },
  { "virtual-gpu", SRV "1.000010: virtio_gpu_cmd_queue: vdev=0 vq=0 name=control type=0x207 flags=0x1 fence_id=7 ctx_id=1 num_free=60 seqno=9\n" IDLE "1.000020: virtio_gpu_cmd_response: vdev=0 vq=0 name=control type=0x1100 flags=0x1 fence_id=7 ctx_id=1 num_free=61 seqno=9\n",
    "Virtgpu Control Queue|-|21|10|10|SUBMIT_3D\n" },
  { "connection", APP "1.000010: inet_sock_set_state: family=AF_INET protocol=IPPROTO_TCP sport=41 dport=80 saddr=1.2.3.4 daddr=1.2.3.5 oldstate=TCP_CLOSE newstate=TCP_SYN_SENT\n" IDLE "1.000020: inet_sock_set_state: family=AF_INET protocol=IPPROTO_TCP sport=41 dport=80 oldstate=TCP_SYN_SENT newstate=TCP_ESTABLISHED\n" APP "1.000030: inet_sock_set_state: family=AF_INET protocol=IPPROTO_TCP sport=41 dport=80 oldstate=TCP_ESTABLISHED newstate=TCP_CLOSE\n",
    "TCP stream#1|-|10|10|10|TCP_SYN_SENT(pid=10)\nTCP stream#1|-|0|20|10|TCP_ESTABLISHED(sport=41,dport=80)\n" },
  /* 19.2 ticks are a microsecond; without a clock a batch ends at the event that reports it */
  { "adreno", APP "1.000010: adreno_cmdbatch_queued: ctx=3 ctx_prio=8 ts=42 queued=1 flags=SYNC\n" IDLE "1.000020: adreno_cmdbatch_retired: ctx=4 ctx_prio=8 ts=41 inflight=0 start=1200 retire=1392\n" IDLE "1.000020: adreno_cmdbatch_sync: ctx=3 ctx_prio=8 ts=42 ticks=1200\n" IDLE "1.001000: adreno_cmdbatch_retired: ctx=3 ctx_prio=8 ts=42 inflight=0 recovery=0 flags=SYNC start=1392 retire=1968\n",
    "GPU (Ctx=4, Prio=8)|-|0|10|10|GPU\nGPU app (Ctx=3, Prio=8)|-|0|30|30|GPU\n" },
  /* the buffer that is freed was allocated before the capture; the last one is not freed */
  { "dma-buffers", APP "1.000010: dma_heap_stat: inode=7 len=8192 total_allocated=12288\n" SRV "1.000015: dma_heap_stat: inode=6 len=-4096 total_allocated=8192\n" SRV "1.000030: dma_heap_stat: inode=7 len=-8192 total_allocated=0\n" APP "1.000040: ion_stat: buffer_id=0 len=4096 total_allocated=4096B\n",
    "dma-buf buffers|-|10|10|20|8 kB\nion buffers|-|10|40|0|4 kB\n" },
  { "local-timer", IDLE "1.000010: local_timer_entry: vector=236\n" IDLE "1.000011: hrtimer_expire_entry: hrtimer=00000000ab function=tick_nohz_handler now=5\n" IDLE "1.000012: hrtimer_expire_exit: hrtimer=00000000ab\n" IDLE "1.000014: local_timer_exit: vector=236\n",
    "irq|2|0|10|4|LocalTimer\nHrtimer Cpu 2|-|0|11|1|tick_nohz_handler\n" },
  { "hypervisor", APP "1.000010: hyp_enter: \n" APP "1.000011: host_smc: id=5 forwarded=1\n" APP "1.000012: hyp_exit: \n" SRV "1.000020: hypervisor_hyp_enter: \n" SRV "1.000023: hypervisor_hyp_exit: \n",
    "pkVM Hypervisor CPU 1|-|10|10|2|hyp\npkVM Hypervisor CPU 0|-|21|20|3|hyp\n" },
  /* the kernel prints the driver first */
  { "suspended-devices", APP "1.000010: device_pm_callback_start: drv dev 1, parent: none, noirq[suspend]\n" APP "1.000012: device_pm_callback_start: device=dev2 driver=drv parent=x pm_ops= event=2\n" APP "1.000015: device_pm_callback_end: drv dev 1, err=0\n" APP "1.000019: device_pm_callback_end: device=dev2 driver=drv error=0\n",
    "suspend|-|0|10|5|dev 1 drv\nsuspend|-|0|12|7|dev2 drv\n" },
  { "runtime-power", APP "1.000010: rpm_status: 1c00.usb status=RPM_ACTIVE\n" APP "1.000012: rpm_status: name=1c00.usb status=3\n" APP "1.000013: rpm_status: 1c00.usb status=RPM_SUSPENDED\n" APP "1.000020: rpm_status: 1c00.usb status=RPM_INVALID\n" APP "1.000023: rpm_status: 1c00.usb status=RPM_SUSPENDED\n",
    "runtime power 1c00.usb|-|10|10|2|Active\nruntime power 1c00.usb|-|10|12|1|Suspending\nruntime power 1c00.usb|-|10|20|3|Invalid State\n" },
  { "hotplug", APP "1.000010: cpuhp_enter: cpu: 0003 target: 187 step: 188 (stop)\n" APP "1.000012: cpuhp_exit:  cpu: 0003  state: 187 step: 188 ret: 0\n" APP "1.000013: cpuhp_multi_enter: cpu=3 fun=1 idx=7 target=5\n" APP "1.000016: cpuhp_exit: cpu=3 idx=7 ret=0 state=5\n",
    "CPU Hotplug 3|-|10|10|2|cpuhp(188)\nCPU Hotplug 3|-|10|13|3|cpuhp(7)\n" },
  { "mali-mcu", APP "1.000010: mali_PM_MCU_ON: tgid=1 id=2 info=3\n" APP "1.000012: mali_mali_PM_MCU_PEND_OFF: kctx_tgid=1\n" APP "1.000015: mali_PM_MCU_OFF: tgid=1 id=2 info=3\n",
    "Mali MCU|-|10|10|2|ON\nMali MCU|-|10|12|3|PEND_OFF\nMali MCU|-|10|15|0|OFF\n" },
  { "gpu-state", APP "1.000010: gpu_power_state: old_state=0 new_state=1\n" APP "1.000012: gpu_power_state: old_state=1 new_state=2\n" APP "1.000015: gpu_power_state: old_state=2 new_state=9\n",
    "powervr_gpu_power_state|-|10|10|2|PG\npowervr_gpu_power_state|-|10|12|3|ON\npowervr_gpu_power_state|-|10|15|0|Unknown\n" },
  { "marks", APP "1.000010: tcp_retransmit_skb: skbaddr=1 skaddr=2 family=AF_INET sport=80 dport=5 saddr=1.2.3.4\n" APP "1.000012: google_icc_event: event=bus up timestamp=5\n" APP "1.000013: gram_collision: panel_index=2 collision_cnt=3\n" APP "1.000014: dpu_disp_dpu_underrun: id=1 frames_pending=0 vsync_count=7\n",
    "TCP Retransmit Skb|-|0|10|0|sport=80,dport=5\nInterconnect Events|-|0|12|0|bus up\nddic_underrun[2]|-|0|13|0|ddic_underrun\nunderrun[1]|-|0|14|0|disp_dpu_underrun\n" },
  { "idle-functions", IDLE "1.000010: funcgraph_entry: depth=0 func=outer\n" IDLE "1.000011: funcgraph_entry: depth=1 func=inner\n" IDLE "1.000013: funcgraph_exit: depth=1 func=inner\n" IDLE "1.000014: funcgraph_exit: depth=0 func=outer\n",
    "swapper2 -funcgraph|-|0|10|4|outer\nswapper2 -funcgraph|-|0|11|2|inner\n" },
  { "refreshes", APP "1.000010: drm_vblank_event: crtc=1, seq=7, time=5\n" APP "1.000012: drm_vblank_event_delivered: file=1, crtc=1, seq=7\n",
    "vblank-1|-|10|10|0|signal\nvblank-1|-|0|12|0|deliver\n" },
  { "flash-commands", APP "1.000010: ufshcd_command: send_req: ufs: tag: 12, DB: 0x8, size: 4096, IS: 0, LBA: 5, opcode: 0x28 (READ_10), group_id: 0x0\n" APP "1.000011: ufshcd_command: : ufs: tag: 1, DB: 0x9, size: 1, IS: 0, LBA: 5, opcode: 0x2a, group_id: 0x11 str_t=0\n" APP "1.000012: ufshcd_command: complete_rsp: ufs: tag: 12, DB: 0x1, size: 4096, IS: 0, LBA: 5, opcode: 0x28 (READ_10), group_id: 0x0\n" APP "1.000015: ufshcd_command: : ufs: tag: 1, DB: 0x0, size: 1, IS: 0, LBA: 5, opcode: 0x2a, group_id: 0x0 str_t=1\n" APP "1.000016: ufshcd_command: query_send: ufs: tag: 1, DB: 0x0, size: 1, IS: 0, LBA: 5, opcode: 0x2a, group_id: 0x0\n",
    "io.ufs.command.tag[012]|-|10|10|2|READ (10)\nio.ufs.command.tag[001]|-|10|11|4|WRITE (10) (GID=0x11)\n" },
  { "gpu-work", IDLE "1.000100: gpu_work_period: gpu_id=0 uid=10123 start_time_ns=1000 end_time_ns=51000 total_active_duration_ns=12500\n",
    "GPU 0 work of user 10123|-|0|50|50|25.00 %\n" },
};

/* Counters as "name|cpu|pid|values". */
typedef struct
{
  const char *name;
  const char *text;
  const char *samples;
} SampleRow;

static const SampleRow sample_rows[] = {
  { "frequency", IDLE "1.000010: cpu_frequency: state=1171200 cpu_id=4\n", "frequency|4|-|1171200\n" },
  { "limits", IDLE "1.000010: cpu_frequency_limits: min=300000 max=1804800 cpu_id=0\n", "frequency min|0|-|300000\nfrequency max|0|-|1804800\n" },
  { "limits-old", IDLE "1.000010: cpu_frequency_limits: min_freq=300000 max_freq=1804800 cpu_id=0\n", "frequency min|0|-|300000\nfrequency max|0|-|1804800\n" },
  { "clock", IDLE "1.000010: clock_set_rate: gpu_clk state=257000000 cpu_id=0\n", "gpu_clk clock rate|-1|-|257000000\n" },
  { "clock-state", IDLE "1.000010: clock_enable: gpu_clk state=1 cpu_id=0\n" IDLE "1.000020: clock_disable: gpu_clk state=0 cpu_id=0\n", "gpu_clk clock enabled|-1|-|1 0\n" },
  { "temperature", IDLE "1.000010: thermal_temperature: thermal_zone=cpu-0 id=1 temp_prev=-100 temp=45000\n", "cpu-0 temperature|-1|-|45000\n" },
  { "spaces", IDLE "1.000010: thermal_temperature: thermal_zone=cpu big id=1 temp_prev=-100 temp=45000\n" IDLE "1.000011: cdev_update: type=fan 2 target=3\n", "cpu big temperature|-1|-|45000\nfan 2 cooling state|-1|-|3\n" },
  { "below-zero", IDLE "1.000010: thermal_temperature: thermal_zone=cpu-0 id=1 temp_prev=0 temp=-500\n", "cpu-0 temperature|-1|-|-500\n" },
  { "cooling", IDLE "1.000010: cdev_update: type=thermal-cpufreq-0 target=3\n", "thermal-cpufreq-0 cooling state|-1|-|3\n" },
  { "gpu", IDLE "1.000010: gpu_frequency: gpu_id=0 state=257000000\n", "GPU 0 frequency|-1|-|257000000\n" },
  { "clock-without-keys", IDLE "1.000010: clk_set_rate: gpu_clk 300000000\n", "gpu_clk clock rate|-1|-|300000000\n" },
  { "gpu-memory", IDLE "1.000010: gpu_mem_total: gpu_id=0 pid=0 size=4096\n", "GPU Memory|-1|-|4096\n" },
  { "gpu-memory-of-app", IDLE "1.000010: gpu_mem_total: gpu_id=1 pid=10 size=4096\n", "GPU 1 Memory|-1|10|4096\n" },
  { "vblank", IDLE "1.000010: drm_vblank_event: crtc=1, seq=1234, time=1, high-prec=true\n", "display 1 vblank|-1|-|1234\n" },
  { "oom-score", APP "1.000010: oom_score_adj_update: pid=20 comm=server oom_score_adj=900\n", "oom_score_adj|-1|20|900\n" },
  { "ion", APP "1.000010: ion_stat: buffer_id=1 len=4096 total_allocated=8192B\n", "ion heap|-1|-|8192\nion heap change|-1|10|4096\n" },
  { "ufs", APP "1.000010: ufshcd_command: send_req: 1d84000.ufshc: tag: 0, DB: 0x8000001, size: 4096, IS: 0\n", "UFS commands|-1|-|2\n" },
  { "ufs-clock", APP "1.000010: ufshcd_clk_gating: 1d84000.ufshc: gating state changed to REQ_CLKS_ON\n", "UFS clock state|-1|-|2\n" },
  { "ufs-clock-number", APP "1.000010: ufshcd_clk_gating: dev_name=1d84000.ufshc state=1\n", "UFS clock state|-1|-|3\n" },
  { "adreno-frequency", APP "1.000010: kgsl_gpu_frequency: gpu_freq=300000Khz gpu_id=0\n", "GPU 0 frequency|-1|-|300000\n" },
  { "bus-frequency", APP "1.000010: devfreq_frequency: dev_name=bus_int freq=400000 prev_freq=100000 load=3 \n", "bus_int device frequency|-1|-|400000\n" },
  { "ion-heap", APP "1.000010: ion_heap_shrink: heap_name=system, len=4096, total_allocated=12288\n", "ion system heap|-1|-|8192\nion system heap change|-1|10|-4096\n" },
  { "ion-heap-grows", APP "1.000010: ion_heap_grow: heap_name=system, len=4096, total_allocated=12288\n", "ion system heap|-1|-|16384\nion system heap change|-1|10|4096\n" },
  { "file-system", IDLE "1.000010: f2fs_iostat: dev=65070 write_app_total=5 read_app_total=7\n", "f2fs_iostat.[254:46].write_app_total|-1|-|5\nf2fs_iostat.[254:46].read_app_total|-1|-|7\n" },
  { "dma-heap", APP "1.000010: dma_heap_stat: inode=1 len=-4096 total_allocated=12288\n", "dma-buf heap|-1|-|12288\ndma-buf heap change|-1|10|-4096\n" },
  { "dma-buf-memory", APP "1.000010: dmabuf_rss_stat: rss=8192 rss_delta=4096 i_ino=7\n", "dma-buf memory|-1|10|8192\n" },
  { "dma-buf-memory-of-thread", "  x-30 (-----) [000] .... 1.000010: dmabuf_rss_stat: rss=5 rss_delta=5 i_ino=7\n", "dma-buf memory of thread 30|-1|-|5\n" },
  { "memory-waits", APP "1.000010: mm_event_record: maj_flt count=3 avg_lat=5 max_lat=9\n" APP "1.000011: mm_event_record: avg_lat=6 count=4 max_lat=8 type=1\n",
    "mem.mm.maj_flt.count|-1|10|3 4\nmem.mm.maj_flt.max_lat|-1|10|9 8\nmem.mm.maj_flt.avg_lat|-1|10|5 6\n" },
  { "gpu-power", IDLE "1.000010: mali_gpu_power_state: change_ns=5 from_state=0 to_state=2\n", "mali_gpu_power_state|-1|-|2\n" },
  { "dsp", APP "1.000010: fastrpc_dma_stat: cid=3 len=4096 total_allocated=8192\n" APP "1.000011: fastrpc_dma_stat: cid=9 len=1 total_allocated=2\n", "CDSP memory|-1|-|8192\nCDSP memory change|-1|10|4096\nDSP 9 memory|-1|-|2\nDSP 9 memory change|-1|10|1\n" },
  { "sensor-hub", IDLE "1.000010: cros_ec_sensorhub_data: ec_num:    2, ec_fifo_ts:       400, fifo_ts:          600, curr_ts:          200, curr_time:          100, delta          -33\n" IDLE "1.000011: cros_ec_sensorhub_data: current_time=300 current_timestamp=250 delta=1 ec_fifo_timestamp=1 ec_sensor_num=2 fifo_timestamp=1\n", "sensor hub 2 delay|-1|-|-100 50\n" },
  /* a command with a fence is answered only when the GPU's work is done */
  { "virtual-gpu-latency", SRV "1.000010: virtio_gpu_cmd_queue: vdev=0 vq=0 name=control type=0x207 flags=0x1 fence_id=7 ctx_id=1 num_free=60 seqno=9\n" SRV "1.000011: virtio_gpu_cmd_queue: vdev=0 vq=0 name=control type=0x203 flags=0x0 fence_id=0 ctx_id=1 num_free=59 seqno=10\n" IDLE "1.000020: virtio_gpu_cmd_response: vdev=0 vq=0 name=control type=0x1100 flags=0x1 fence_id=7 ctx_id=1 num_free=61 seqno=9\n" IDLE "1.000021: virtio_gpu_cmd_response: vdev=0 vq=0 name=control type=0x1100 flags=0x0 fence_id=0 ctx_id=0 num_free=62 seqno=10\n",
    "Virtgpu Control Free|-1|-|60 59 61 62\nVirtgpu Control Latency|-1|-|10000\n" },
  { "load", IDLE "1.000010: sched_cpu_util_cfs: cpu=4 active=1 capacity=1004 capacity_orig=1024 cpu_util=43 nr_running=2\n" IDLE "1.000011: sched_cpu_util_cfs: cpu=4 cpu_util=44\n", "utilization|4|-|43 44\ncapacity|4|-|1004\nrunnable threads|4|-|2\n" },
  /* packets rejected by the device are not counted as sent */
  { "network", APP "1.000010: net_dev_xmit: dev=wlan0 skbaddr=0xff len=1000 rc=0\n" IDLE "1.000011: netif_receive_skb: dev=wlan0 skbaddr=0xff len=60\n" APP "1.000012: net_dev_xmit: dev=wlan0 skbaddr=0xff len=500 rc=16\n" APP "1.000013: net_dev_xmit: dev=wlan0 skbaddr=0xff len=500 rc=0\n" APP "1.000014: net_dev_xmit: dev=rmnet0 skbaddr=0xff len=7 rc=0\n",
    "wlan0 sent bytes|-1|-|1000 1500\nwlan0 received bytes|-1|-|60\nrmnet0 sent bytes|-1|-|7\n" },
  { "rss", APP "1.000010: rss_stat: mm_id=2418466461 curr=1 member=1 size=3743744B\n", "anon memory|-1|10|3743744\n" },
  { "rss-named", APP "1.000010: rss_stat: mm_id=1 curr=1 type=MM_FILEPAGES size=4096B\n", "file memory|-1|10|4096\n" },
  { "rss-below-zero", APP "1.000010: rss_stat: mm_id=1 curr=1 member=1 size=-35966976B\n", "anon memory|-1|10|-35966976\n" },
  { "rss-unreclaimable", APP "1.000010: rss_stat: mm_id=1 curr=1 member=4 size=4096B\n", "unreclaimable memory|-1|10|4096\n" },
  { "rss-throttled", APP "1.000010: rss_stat_throttled: mm_id=1 curr=1 type=MM_ANONPAGES size=4096B\n", "anon memory|-1|10|4096\n" },
  { "rss-of-another", SRV "1.000010: rss_stat: mm_id=5 curr=0 member=1 size=4096B\n" APP "1.000011: rss_stat: mm_id=5 curr=1 member=1 size=8192B\n",
    "anon memory|-1|10|4096 8192\n" },
  { "rss-of-nobody-known", APP "1.000010: rss_stat: mm_id=2418466461 curr=0 member=1 size=3743744B\n", "anon memory of mm 2418466461|-1|-|3743744\n" },
};

/* Known events with invalid arguments. */
static const char *const bad_lines[] = {
  IDLE "1.000010: cpu_frequency: state=x cpu_id=4\n",
  IDLE "1.000010: cpu_frequency: state=99999999999999999999999 cpu_id=4\n",
  IDLE "1.000010: irq_handler_entry: name=a\n",
  IDLE "1.000010: softirq_entry:\n",
  SRV "1.000010: workqueue_execute_start: work struct\n",
  APP "1.000010: block_rq_issue: 8,0 WS\n",
  APP "1.000010: binder_transaction: transaction=5\n",
  APP "1.000010: rss_stat: mm_id=1 curr=1 member=1 size=B\n",
  APP "1.000010: sys_enter: 240\n",
  APP "1.000010: dma_fence_init: driver=a timeline=b\n",
  APP "1.000010: lowmemory_kill: nobody\n",
  APP "1.000010: gpu_mem_total: gpu_id=0 pid=7\n",
  APP "1.000010: mm_event_record: avg_lat=6 count=4 max_lat=8 type=7\n",
  APP "1.000010: mm_event_record: count=4 avg_lat=6 max_lat=8\n",
  APP "1.000010: rpm_status: 1c00.usb\n",
  APP "1.000010: gpu_power_state: 1\n",
  APP "1.000010: tcp_retransmit_skb: sport=1\n",
  APP "1.000010: gram_collision: 1\n",
  APP "1.000010: cpuhp_enter: cpu: x\n",
  APP "1.000010: device_pm_callback_end: drv\n",
  APP "1.000010: suspend_resume: nothing\n",
  APP "1.000010: ion_stat: total_allocated=x\n",
  APP "1.000010: ion_heap_grow: heap_name=a, len=1, total_allocated=9223372036854775807\n",
  APP "1.000010: net_dev_xmit: dev=wlan0 len=-1 rc=0\n",
  APP "1.000010: fastrpc_dma_stat: cid=1\n",
  IDLE "1.000010: sched_cpu_util_cfs: cpu_util=1\n",
  APP "1.000010: signal_generate: sig=9 errno=0 code=0 comm=x\n",
  APP "1.000010: signal_deliver: sig=\n",
};

static StrataTrace *
load (const char *text)
{
  g_autofree char *whole = g_strconcat (HEAD, text, NULL);
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (whole, (gssize) strlen (whole), NULL);
  g_autoptr (GError) error = NULL;
  StrataTrace *trace = strata_load_stream (stream, "test", NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  return trace;
}

static void
append_slice (GString *out,
              StrataTrace *trace,
              guint32 slice)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  const StrataTrack *track = strata_trace_get_tracks (trace, NULL) + strata_trace_find_track (trace, slice);
  const guint32 thread = slices->async_thread[slice - slices->first_async];
  const gint64 tid = thread != STRATA_NONE ? strata_trace_get_threads (trace, NULL)[thread].tid : 0;

  g_string_append_printf (out, "%s|", strata_trace_get_string (trace, track->name));
  if (track->cpu != STRATA_NONE)
    g_string_append_printf (out, "%u|", track->cpu);
  else
    g_string_append (out, "-|");
  g_string_append_printf (out, "%" G_GINT64_FORMAT "|%" G_GINT64_FORMAT "|%" G_GINT64_FORMAT "|%s\n", tid, slices->start_ns[slice] / 1000 % 1000000,
                          strata_slice_table_get_wall_ns (slices, slice) / 1000, strata_trace_get_string (trace, slices->name[slice]));
}

static int
compare_starts (gconstpointer a,
                gconstpointer b,
                gpointer data)
{
  const gint64 *start_ns = data;
  const guint32 *left = a;
  const guint32 *right = b;

  return (start_ns[*left] > start_ns[*right]) - (start_ns[*left] < start_ns[*right]);
}

static void
test_slices (gconstpointer data)
{
  const SliceRow *row = data;
  g_autoptr (StrataTrace) trace = load (row->text);
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  g_autoptr (GArray) order = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GString) out = g_string_new (NULL);

  g_assert_cmpuint (slices->first_kernel, ==, 0);

  for (guint32 i = 0; i < slices->n_slices; i++)
    g_array_append_val (order, i);
  g_array_sort_with_data (order, compare_starts, slices->start_ns);
  for (guint i = 0; i < order->len; i++)
    append_slice (out, trace, g_array_index (order, guint32, i));

  g_assert_cmpstr (out->str, ==, row->slices);
  g_assert_cmpuint (strata_diagnostics_get_n_kinds (strata_trace_get_diagnostics (trace), STRATA_SEVERITY_INFO), ==, strata_trace_get_counts (trace)->kernel.n_unmatched > 0);
}

/* Slices that began before the capture are counted when they end. */
static void
test_ends_alone (void)
{
  g_autoptr (StrataTrace) trace = load (IDLE "1.000010: irq_handler_exit: irq=17 ret=handled\n" IDLE "1.000011: softirq_exit: vec=9 [action=RCU]\n" APP "1.000012: sys_exit: NR 240 = 0\n" APP "1.000013: mm_vmscan_direct_reclaim_end: nr_reclaimed=59\n" IDLE "1.000014: dma_fence_signaled: driver=sde timeline=crtc-0 context=5 seqno=7\n" IDLE "1.000015: block_rq_complete: 254,0 R () 1234 + 8 [0]\n" IDLE "1.000016: suspend_resume: timekeeping_freeze[0] end\n");
  const StrataDiagnostics *diagnostics = strata_trace_get_diagnostics (trace);

  g_assert_cmpuint (strata_trace_get_slices (trace)->n_slices, ==, 0);
  g_assert_cmpuint (strata_diagnostics_get_count (diagnostics, STRATA_DIAGNOSTIC_UNMATCHED_KERNEL_END), ==, 7);
}

/* Both ends of a call have its transaction as cookie. */
static void
test_binder_cookies (void)
{
  g_autoptr (StrataTrace) trace = load (APP "1.000010: binder_transaction: transaction=5 dest_node=1 dest_proc=20 dest_thread=0 reply=0 flags=0x10 code=0x3\n" SRV "1.000020: binder_transaction_received: transaction=5\n");
  const StrataSliceTable *slices = strata_trace_get_slices (trace);

  g_assert_cmpuint (slices->n_slices, ==, 2);
  g_assert_cmpint (slices->cookie[0], ==, 5);
  g_assert_cmpint (slices->cookie[1], ==, 5);
  g_assert_cmpuint (strata_trace_get_counts (trace)->kernel.n_unfinished, ==, 2);
}

static const char *
find_text (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (slice_rows); i++)
    if (g_str_equal (slice_rows[i].name, name))
      return slice_rows[i].text;

  g_assert_not_reached ();
}

static void
test_one_way (void)
{
  g_autoptr (StrataTrace) trace = load (find_text ("binder-one-way"));
  const StrataInstants *instants = strata_trace_get_instants (trace);

  g_assert_cmpuint (instants->n_instants, ==, 2);
  g_assert_cmpstr (strata_trace_get_string (trace, instants->name[0]), ==, "binder message to 20");
  g_assert_cmpstr (strata_trace_get_string (trace, instants->name[1]), ==, "binder message from app");
}

/* The processes of these threads are unknown. */
static void
test_one_way_unknown (void)
{
  g_autoptr (StrataTrace) trace = load ("app-10 (-----) [001] d..2. 1.000010: binder_transaction: transaction=5 dest_node=1 dest_proc=20 dest_thread=0 reply=0 flags=0x11 code=0x3\n"
                                        "server-21 (-----) [000] d..2. 1.000020: binder_transaction_received: transaction=5\n");
  const StrataInstants *instants = strata_trace_get_instants (trace);

  g_assert_cmpuint (instants->n_instants, ==, 2);
  g_assert_cmpstr (strata_trace_get_string (trace, instants->name[0]), ==, "binder message to 20");
  g_assert_cmpstr (strata_trace_get_string (trace, instants->name[1]), ==, "binder message from app");
}

/* A thread that writes a marker has returned from its call, unless it serves another one in between. If the reply was lost, the
 * call ends there. */
static void
test_returned (void)
{
  static const char answer[] = SRV "1.000055: binder_transaction: transaction=6 dest_node=0 dest_proc=10 dest_thread=10 reply=1 flags=0x0 code=0x0\n" APP "1.000060: binder_transaction_received: transaction=6\n";
  static const struct
  {
    const char *text;
    const char *end;
    gint64 wall_ns;
    gboolean is_unfinished;
  } returns[] = {
    { "", "", 20000, TRUE },
    { "", answer, 50000, FALSE },
    { SRV "1.000020: binder_transaction_received: transaction=5\n" SRV "1.000021: binder_transaction: transaction=7 dest_node=1 dest_proc=10 dest_thread=10 reply=0 flags=0x10 code=0x3\n" APP "1.000022: binder_transaction_received: transaction=7\n", answer, 50000, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (returns); i++)
    {
      g_autofree char *text = g_strconcat (APP "1.000010: binder_transaction: transaction=5 dest_node=1 dest_proc=20 dest_thread=0 reply=0 flags=0x10 code=0x3\n", returns[i].text,
                                           APP "1.000030: tracing_mark_write: B|10|x\n" APP "1.000040: tracing_mark_write: E|10\n" APP "1.000050: binder_transaction: transaction=8 dest_node=0 dest_proc=20 dest_thread=21 reply=1 flags=0x0 code=0x0\n", returns[i].end, NULL);
      g_autoptr (StrataTrace) trace = load (text);
      const StrataSliceTable *slices = strata_trace_get_slices (trace);
      guint n_found = 0;

      for (guint32 slice = slices->first_kernel; slice < slices->n_slices; slice++)
        if (slices->cookie[slice - slices->first_async] == 5 && strata_slice_table_get_start_ns (slices, slice) == 1000010000)
          {
            n_found++;
            g_assert_cmpint (strata_slice_table_get_wall_ns (slices, slice), ==, returns[i].wall_ns);
            g_assert_cmpint ((strata_slice_table_get_flags (slices, slice) & STRATA_SLICE_UNFINISHED) != 0, ==, returns[i].is_unfinished);
          }

      g_assert_cmpuint (n_found, ==, 1);
    }
}

/* Android's low-memory killer writes markers about the processes it kills. */
static void
test_kills (void)
{
  g_autoptr (StrataTrace) trace = load (APP "1.000010: tracing_mark_write: C|10|kill_one_process|21\n" APP "1.000020: tracing_mark_write: C|10|kill_one_process|0\n" APP "1.000030: tracing_mark_write: B|10|lmk,21,1,900\n" APP "1.000040: tracing_mark_write: E|10\n" APP "1.000050: tracing_mark_write: B|10|lmk,x\n");
  const StrataInstants *instants = strata_trace_get_instants (trace);

  g_assert_cmpuint (instants->n_instants, ==, 2);
  for (guint32 i = 0; i < instants->n_instants; i++)
    {
      g_assert_cmpstr (strata_trace_get_string (trace, instants->name[i]), ==, "killed for its memory: 21");
      g_assert_cmpint (strata_trace_get_threads (trace, NULL)[instants->thread[i]].tid, ==, 21);
    }
}

/* A transaction sent before the trace may be a call, a reply or a message. */
static void
test_unsent (void)
{
  g_autoptr (StrataTrace) trace = load (SRV "1.000020: binder_transaction_received: transaction=5\n" APP "1.000030: binder_transaction: transaction=6 dest_node=1 dest_proc=20 dest_thread=0 reply=0 flags=0x11 code=0x3\n" SRV "1.000040: binder_transaction_received: transaction=6\n");
  const StrataInstants *instants = strata_trace_get_instants (trace);

  g_assert_cmpuint (instants->n_instants, ==, 3);
  g_assert_cmpstr (strata_trace_get_string (trace, instants->name[0]), ==, "binder transaction received, sending not recorded");
  g_assert_cmpint (strata_trace_get_threads (trace, NULL)[instants->thread[0]].tid, ==, 21);
  g_assert_cmpint (instants->time_ns[0], ==, G_GINT64_CONSTANT (1000020000));
  g_assert_cmpstr (strata_trace_get_string (trace, instants->name[2]), ==, "binder message from app");
}

/* CPU 0 switches from a thread at 1 s, CPU 1 out of idle at 3 s; the first event is at 1 s. The
 * state of CPU 1 from 1 s to 3 s is known only if the rings contain everything that was written. */
static const struct
{
  const char *name;
  const char *head;
  const char *before_last;
  gint64 known_ns; /* of CPU 1 */
} known_rows[] = {
  { "whole", "# entries-in-buffer/entries-written: 2/2   #P:2\n", "", 1000000000 },
  { "overrun", "# entries-in-buffer/entries-written: 2/9   #P:2\n", "", 3000000000 },
  { "not-told", "", "", 3000000000 },
  { "lost", "# entries-in-buffer/entries-written: 2/2   #P:2\n", "CPU:1 [LOST 5 EVENTS]\n", 3000000000 },
};

static void
test_known (gconstpointer data)
{
  const guint i = GPOINTER_TO_UINT (data);
  g_autofree char *text = g_strconcat (known_rows[i].head,
                                       "app-10 (10) [000] d..2. 1.000000: sched_switch: prev_comm=app prev_pid=10 prev_prio=120 prev_state=S ==> next_comm=swapper/0 next_pid=0 next_prio=120\n",
                                       known_rows[i].before_last,
                                       "<idle>-0 (-----) [001] d..2. 3.000000: sched_switch: prev_comm=swapper/2 prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=app next_pid=10 next_prio=120\n", NULL);

  g_autoptr (StrataTrace) trace = load (text);
  guint n_cpus;
  const StrataCpu *cpus = strata_trace_get_cpus (trace, &n_cpus);

  g_assert_cmpuint (n_cpus, ==, 2);
  g_assert_cmpint (cpus[0].known_ns, ==, 1000000000);
  g_assert_cmpint (cpus[1].known_ns, ==, known_rows[i].known_ns);
}

/* "tid|time|name" of the instants. */
static const SliceRow signal_rows[] = {
  { "sent", APP "1.000010: signal_generate: sig=9 errno=0 code=0 comm=my server pid=21 grp=1 res=0\n", "10|10|SIGKILL to my server 21\n" },
  { "sent-old", APP "1.000010: signal_generate: sig=17 errno=0 code=262148 comm=sh pid=7\n", "10|10|SIGCHLD to sh 7\n" },
  { "taken", SRV "1.000012: signal_deliver: sig=14 errno=0 code=128 sa_handler=55b5b608e670 sa_flags=14000000\n", "21|12|SIGALRM delivered\n" },
  { "real-time", SRV "1.000012: signal_deliver: sig=35 errno=0 code=0 sa_handler=0 sa_flags=0\n", "21|12|signal 35 delivered\n" },
  { "video", APP "1.000010: v4l2_qbuf: bytesused=5 index=4 minor=5 sequence=6 type=1\n" APP "1.000012: vb2_v4l2_buf_done: minor=5 sequence=6\n", "10|10|VIDIOC_QBUF minor=5 seq=6 type=1 index=4\n10|12|vb2_v4l2_buf_done minor=5 seq=6 type=0 index=0\n" },
  { "by-nobody", IDLE "1.000012: signal_generate: sig=14 errno=0 code=128 comm=a pid=7 grp=1 res=0\n", "" },
};

static void
test_signals (gconstpointer data)
{
  const SliceRow *row = data;
  g_autoptr (StrataTrace) trace = load (row->text);
  const StrataInstants *instants = strata_trace_get_instants (trace);
  g_autoptr (GString) out = g_string_new (NULL);

  for (guint32 i = 0; i < instants->n_instants; i++)
    g_string_append_printf (out, "%" G_GINT64_FORMAT "|%" G_GINT64_FORMAT "|%s\n", strata_trace_get_threads (trace, NULL)[instants->thread[i]].tid,
                            instants->time_ns[i] / 1000 % 1000000, strata_trace_get_string (trace, instants->name[i]));

  g_assert_cmpstr (out->str, ==, row->slices);
  g_assert_cmpuint (strata_diagnostics_get_n_kinds (strata_trace_get_diagnostics (trace), STRATA_SEVERITY_INFO), ==, strata_trace_get_counts (trace)->kernel.n_unmatched > 0);
}

/* An unknown signal is not written by name. */
static void
test_signal_names (void)
{
  static const struct
  {
    const char *name;
    const char *args;
  } rows[] = {
    { "SIGKILL to my server 21", "sig=9 errno=0 code=0 comm=my server pid=21 grp=0 res=0" },
    { "SIGALRM delivered", "sig=14 errno=0 code=0 sa_handler=0 sa_flags=0" },
    { "signal 35 delivered", "sig=35 errno=0 code=0 sa_handler=0 sa_flags=0" },
    { "signal 9 delivered", NULL },
    { "SIGNAL delivered", NULL },
    { "SIGKILL", NULL },
    { "SIGKILL to", NULL },
    { "SIGKILL to x", NULL },
    { "SIGKILL to x y", NULL },
    { "tap", NULL },
    { "", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      gboolean is_delivered;
      g_autofree char *args = strata_signal_event_dup_args (rows[i].name, &is_delivered);

      g_assert_cmpstr (args, ==, rows[i].args);
    }
}

static void
test_samples (gconstpointer data)
{
  const SampleRow *row = data;
  g_autoptr (StrataTrace) trace = load (row->text);
  const StrataSamples *samples = strata_trace_get_samples (trace);
  guint n_counters;
  const StrataCounter *counters = strata_trace_get_counters (trace, &n_counters);
  g_autoptr (GString) out = g_string_new (NULL);

  for (guint i = 0; i < n_counters; i++)
    {
      g_string_append_printf (out, "%s|%d|", strata_trace_get_string (trace, counters[i].name), counters[i].cpu);
      if (counters[i].process != STRATA_NONE)
        g_string_append_printf (out, "%" G_GINT64_FORMAT "|", strata_trace_get_processes (trace, NULL)[counters[i].process].pid);
      else
        g_string_append (out, "-|");
      for (guint32 k = 0; k < counters[i].n_samples; k++)
        g_string_append_printf (out, k > 0 ? " %" G_GINT64_FORMAT : "%" G_GINT64_FORMAT, samples->value[counters[i].first_sample + k]);
      g_string_append_c (out, '\n');
    }

  g_assert_cmpstr (out->str, ==, row->samples);
}

static void
test_bad (gconstpointer data)
{
  g_autoptr (StrataTrace) trace = load (data);

  g_assert_cmpuint (strata_diagnostics_get_count (strata_trace_get_diagnostics (trace), STRATA_DIAGNOSTIC_BAD_PAYLOAD), ==, 1);
}

/* Every kind is found by its exact name only. */
static void
test_kinds (void)
{
  static const char *const names[] = {
    "cpu_idle", "ipi_exit", "rss_stat", "ipi_entry", "cdev_update", "softirq_exit", "binder_return", "cpu_frequency", "softirq_entry",
    "block_rq_issue", "clock_set_rate", "irq_handler_exit", "block_rq_complete", "irq_handler_entry", "binder_transaction", "thermal_temperature",
    "cpu_frequency_limits", "workqueue_execute_end", "workqueue_execute_start", "binder_transaction_received", "signal_generate", "signal_deliver", "f2fs_x_enter", "ext4_x_exit"
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      const gsize n_bytes = strlen (names[i]);

      g_assert_cmpint (strata_kernel_event_get_kind ((StrataText){ names[i], n_bytes }), !=, STRATA_KERNEL_OTHER);
      g_assert_cmpint (strata_kernel_event_get_kind ((StrataText){ names[i] + 1, n_bytes - 1 }), ==, STRATA_KERNEL_OTHER);
    }

  g_assert_cmpint (strata_kernel_event_get_kind ((StrataText){ "", 0 }), ==, STRATA_KERNEL_OTHER);
  g_assert_cmpint (strata_kernel_event_get_kind ((StrataText){ "binder_transaction_alloc_buf", 28 }), ==, STRATA_KERNEL_OTHER);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/kernel/kinds", test_kinds);
  g_test_add_func ("/kernel/ends-alone", test_ends_alone);
  g_test_add_func ("/kernel/binder-cookies", test_binder_cookies);
  g_test_add_func ("/kernel/returned", test_returned);
  g_test_add_func ("/kernel/one-way", test_one_way);
  g_test_add_func ("/kernel/one-way-unknown", test_one_way_unknown);
  g_test_add_func ("/kernel/unsent", test_unsent);
  g_test_add_func ("/kernel/kills", test_kills);
  for (guint i = 0; i < G_N_ELEMENTS (known_rows); i++)
    {
      g_autofree char *path = g_strconcat ("/kernel/known/", known_rows[i].name, NULL);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_known);
    }

  for (guint i = 0; i < G_N_ELEMENTS (slice_rows); i++)
    {
      g_autofree char *path = g_strconcat ("/kernel/slices/", slice_rows[i].name, NULL);

      g_test_add_data_func (path, &slice_rows[i], test_slices);
    }

  g_test_add_func ("/kernel/signal-names", test_signal_names);
  for (guint i = 0; i < G_N_ELEMENTS (signal_rows); i++)
    {
      g_autofree char *path = g_strconcat ("/kernel/signals/", signal_rows[i].name, NULL);

      g_test_add_data_func (path, &signal_rows[i], test_signals);
    }

  for (guint i = 0; i < G_N_ELEMENTS (sample_rows); i++)
    {
      g_autofree char *path = g_strconcat ("/kernel/samples/", sample_rows[i].name, NULL);

      g_test_add_data_func (path, &sample_rows[i], test_samples);
    }

  for (guint i = 0; i < G_N_ELEMENTS (bad_lines); i++)
    {
      g_autofree char *path = g_strdup_printf ("/kernel/bad/%u", i);

      g_test_add_data_func (path, bad_lines[i], test_bad);
    }

  return g_test_run ();
}
