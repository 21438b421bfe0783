/* test-perfetto-packets.c - results of each kind of Perfetto packet
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <sys/resource.h>
#include <time.h>

#include "perfetto-writer.h"
#include "strata-cpu-facts.h"
#include "strata-error.h"
#include "strata-track-place.h"
#include "trace-facts.h"

typedef struct
{
  const char *name;
  const char *packets; /* in the syntax of writer_add_fields(); 1 is a packet */
  const char *facts;   /* after the line with the format */
} Row;

static const Row rows[] = {
  /* values in the older form: entries with their names apart, items, and each kind of number */
  { "nested-values", "1{60{1:9 4{1:7 2:8}}} 1{8:1000001000 10:2 11{9:3 11:9 23'i' 4{10'a' 8{1:1 2'n' 2't' 2'list' 2'd' 2'yes' 3{5:-7} 3{8'x,y'} 3{1:2 4{5:1} 4{6*4609434218613702656} 4{1:1 2'in' 3{7:0}}} 3{6*4609434218613702656} 3{7:1}}}}}",
    "thread 8/7 \ninstant 7/8 1 i {- args=a={n=-7,t=\"x,y\",list=[1,1.5,{in=false}],d=1.5,yes=true}}\n" },
  /* items without a value are left out, and lists of them; an empty dictionary is an item */
  { "hollow-items", "1{60{1:9 4{1:7 2:8}}} 1{8:1000001000 10:2 11{9:3 11:9 23'i' 4{10'a' 12{} 12{4:7} 12{12{} 12{12{}}} 12{6''} 12{8{1:2}} 12{4:9}} 4{10'b' 8{1:2 4{1:1} 4{} 4{1:2 4{}} 4{5:9}}} 4{10'c' 8{1:1}} 4{10'd' 12{}}}}",
    "thread 8/7 \ninstant 7/8 1 i {- args=a=[7,\"\",9],b=[{},9],c={},d=[]}\n" },
  /* messages of Chrome: a call of mojo, a sample of a histogram whose name is interned, and a list of processes */
  { "chrome-messages", "1{10:2 13:1 12{25{1:3 2'Net.Time'}} 60{1:9 4{1:7 2:8}}} 1{8:1000001000 10:2 11{9:3 11:9 23'm' 38{1'tag' 3'iface' 2:17 4:1 5:1 6:40 7:96}}} 1{8:1000002000 10:2 11{9:3 11:9 23'h' 28{1:12 3:-5 4:3}}} 1{8:1000003000 10:2 11{9:3 11:9 23'p' 49{1:5 1:6}}}",
    "thread 8/7 \ninstant 7/8 1 m {- args=chrome_mojo_event_info={watcher_notify_interface_tag=tag,mojo_interface_tag=iface,ipc_hash=17,mojo_interface_method_iid=1,is_reply=true,payload_size=40,data_num_bytes=96}}\ninstant 7/8 2 h {- args=chrome_histogram_sample={name_hash=12,sample=-5,name=Net.Time}}\ninstant 7/8 3 p {- args=chrome_active_processes={pid=[5,6]}}\n" },
  /* every packet with a timestamp moves an incremental clock, also a description, an unknown packet and an empty one; a snapshot sets it */
  { "incremental-clock", "1{10:2 13:1 59{58:64} 6{1{1:6 2:1000000000} 1{1:64 2:1000 3:1 4:1000}}} 1{10:2 60{1:9 4{1:7 2:8}} 8:1} 1{8:5 10:2 13:2 11{9:1 11:9 23's'}} 1{8:3 10:2 60{1:10 2'x'}} 1{8:2 10:2 900{1:1}} 1{8:1 10:2} 1{8:4 10:2 13:2 11{9:2 11:9}}"
                         "1{8:20 10:2 6{1{1:6 2:1000100000} 1{1:64 2:1100 3:1 4:1000}}} 1{8:1 10:2 13:2 11{9:3 11:9 23'i'}}",
    "thread 8/7 \nslice 7/8 0 6+10 s\ninstant 7/8 101 i\ndiagnostic unshown-packet 1 @0\n" },
  /* times before the first snapshot have the steps that it gives their clock, also if only a later one contains the clock; without any they are as they are */
  { "early-clock", "1{10:2 60{1:9 4{1:7 2:8}}} 1{8:100 10:2 58:64 13:1 11{9:3 11:9 23'a'}} 1{8:100 10:2 58:130 11{9:3 11:9 23'b'}} 1{8:100 10:2 58:65 11{9:3 11:9 23'c'}}"
                   "1{10:2 6{1{1:6 2:1000000000} 1{1:64 2:50 4:1000} 1{1:65 2:1}}} 1{8:110 10:2 58:64 11{9:3 11:9 23'd'}} 1{10:2 6{1{1:6 2:1000100000} 1{1:130 2:50 4:2000}}} 1{8:110 10:2 58:130 11{9:3 11:9 23'e'}}",
    "thread 8/7 \ninstant 7/8 0.099 c\ninstant 7/8 50 a\ninstant 7/8 60 d\ninstant 7/8 200 b\ninstant 7/8 220 e\n" },
  /* the work of a GPU has times on the raw clock; without a snapshot of it, it ends at the event */
  { "gpu-period", "1{6{1{1:5 2:5000000000} 1{1:6 2:1000000000}}} 1{1{1:0 2{1:1000000000 2:8 3{2'I|8|a'}} 2{1:1000100000 2:8 488{1:0 2:10123 3:5000040000 4:5000090000 5:12500}}}}",
    "thread 8/8 \nasync -1/GPU 0 work of user 10123 0 40+50 25.00 % (1000040000) {- args=gpu_id=0 uid=10123 start_time_ns=5000040000 end_time_ns=5000090000 total_active_duration_ns=12500}\ninstant 8/8 0 a\n" },
  { "gpu-period-without-clock", "1{6{1{1:3 2:5000000000} 1{1:6 2:1000000000}}} 1{1{1:0 2{1:1000000000 2:8 3{2'I|8|a'}} 2{1:1000100000 2:8 488{1:0 2:10123 3:5000040000 4:5000090000 5:12500}}}}",
    "thread 8/8 \nasync -1/GPU 0 work of user 10123 0 50+50 25.00 % (1000050000) {- args=gpu_id=0 uid=10123 start_time_ns=5000040000 end_time_ns=5000090000 total_active_duration_ns=12500}\ninstant 8/8 0 a\n" },
  /* the only category of an event is shown by its number if it is unknown */
  { "unknown-category", "1{60{1:9 4{1:7 2:8}}} 1{8:1000001000 10:2 13:1 12{1{1:1 2'known'}} 11{9:3 11:9 3:2 23'a'}} 1{8:1000002000 10:2 11{9:3 11:9 3:2 3:1 23'b'}} 1{8:1000003000 10:2 11{9:3 11:9 3:2 3:5 23'c'}} 1{8:1000004000 10:2 11{9:3 11:9 3:2 22'own' 23'd'}}",
    "thread 8/7 \ninstant 7/8 1 a {- category=unknown(2)}\ninstant 7/8 2 b {- category=known}\ninstant 7/8 3 c\ninstant 7/8 4 d {- category=own}\ndiagnostic unknown-name 5 @0\n" },
  /* a thread id that a later list has in another process is another thread from then on: in a process, as a main thread, and if only switches show it */
  { "moved-thread", "1{2{1{1:10 2:1 3'com.a'} 1{1:20 2:1 3'com.b'} 2{1:11 2'T1' 3:10}} 8:1000000000} 1{1{1:0 2{1:1000001000 2:11 3{2'B|10|x'}} 2{1:1000002000 2:11 3{2'E|10'}}}}"
                    "1{2{2{1:11 2'T2' 3:20}} 8:1000003000} 1{1{1:0 2{1:1000004000 2:11 3{2'B|20|y'}} 2{1:1000005000 2:11 3{2'E|20'}}}}",
    "thread 11/10 T1\nthread 11/20 T2\nslice 10/11 0 1+1 x\nslice 20/11 0 4+1 y\ndiagnostic thread-id-reused 1 @0\n" },
  { "moved-twice", "1{2{1{1:10 2:1 3'com.a'} 1{1:20 2:1 3'com.b'} 1{1:30 2:1 3'com.c'} 2{1:11 2'T1' 3:10}} 8:1000000000} 1{1{1:0 2{1:1000001000 2:11 3{2'B|10|x'}} 2{1:1000002000 2:11 3{2'E|10'}}}}"
                   "1{2{2{1:11 2'T2' 3:20}} 8:1000003000} 1{1{1:0 2{1:1000004000 2:11 3{2'B|20|y'}} 2{1:1000005000 2:11 3{2'E|20'}}}}"
                   "1{2{2{1:11 2'T3' 3:30}} 8:1000006000} 1{1{1:0 2{1:1000007000 2:11 3{2'B|30|z'}} 2{1:1000008000 2:11 3{2'E|30'}}}}",
    "thread 11/10 T1\nthread 11/20 T2\nthread 11/30 T3\nslice 10/11 0 1+1 x\nslice 20/11 0 4+1 y\nslice 30/11 0 7+1 z\ndiagnostic thread-id-reused 2 @0\n" },
  { "moved-by-another-clock", "1{2{1{1:10 2:1 3'com.a'} 1{1:20 2:1 3'com.b'} 2{1:11 2'T1' 3:10}} 8:500000000 58:3} 1{1{1:0 2{1:1000001000 2:11 3{2'B|10|x'}} 2{1:1000002000 2:11 3{2'E|10'}}}}"
                              "1{2{2{1:11 2'T2' 3:20}} 8:500003000 58:3} 1{1{1:0 2{1:1000004000 2:11 3{2'B|20|y'}} 2{1:1000005000 2:11 3{2'E|20'}}}} 1{6{1{1:6 2:1000000000} 1{1:3 2:500000000}}}",
    "thread 11/10 T1\nthread 11/20 T2\nslice 10/11 0 1+1 x\nslice 20/11 0 4+1 y\ndiagnostic thread-id-reused 1 @0\n" },
  /* the unit of a clock stays the same */
  { "changed-rate",
    "1{60{1:9 4{1:7 2:8}}} 1{10:1 6{1{1:6 2:1000000000} 1{1:64 2:1000 4:1000}}} 1{8:2000 58:64 10:1 11{9:3 11:9 23'a'}} 1{10:1 6{1{1:6 2:5000000000} 1{1:64 2:9000 4:2000}}} 1{8:3000 58:64 10:1 11{9:3 11:9 23'b'}}",
    "thread 8/7 \ninstant 7/8 1000 a\ninstant 7/8 2000 b\ndiagnostic clock-rate 1 @0\n" },
  { "moved-to-lead", "1{2{1{1:10 2:1 3'com.a'} 2{1:11 2'T1' 3:10}} 8:1000000000} 1{1{1:0 2{1:1000001000 2:11 3{2'B|10|x'}} 2{1:1000002000 2:11 3{2'E|10'}}}}"
                     "1{2{1{1:11 2:1 3'com.c'}} 8:1000003000} 1{1{1:0 2{1:1000004000 2:11 3{2'B|11|y'}} 2{1:1000005000 2:11 3{2'E|11'}}}}",
    "thread 11/10 T1\nthread 11/11 \nslice 10/11 0 1+1 x\nslice 11/11 0 4+1 y\ndiagnostic thread-id-reused 1 @0\n" },
  { "moved-runs", "1{2{1{1:10 2:1 3'com.a'} 1{1:20 2:1 3'com.b'} 2{1:11 2'T1' 3:10}} 8:1000000000} 1{1{1:0 2{1:1000001000 2:0 4{1'swapper' 2:0 3:120 5'T1' 6:11 7:120}} 2{1:1000002000 2:11 4{1'T1' 2:11 3:120 4:1 5'swapper' 6:0 7:120}}}}"
                  "1{2{2{1:11 2'T2' 3:20}} 8:1000003000} 1{1{1:0 2{1:1000004000 2:0 4{1'swapper' 2:0 3:120 5'T2' 6:11 7:120}} 2{1:1000005000 2:11 4{1'T2' 2:11 3:120 4:1 5'swapper' 6:0 7:120}}}}",
    "thread 11/10 T1\nthread 11/20 T2\nrun 0 11 1+1 S\nrun 0 11 4+1 S\ndiagnostic thread-id-reused 1 @0\n" },
  /* but the kernel knows better when a thread begins */
  { "moved-at-birth", "1{2{1{1:10 2:1 3'com.a'} 1{1:20 2:1 3'com.b'} 2{1:11 2'T1' 3:10}} 8:1000000000} 1{1{1:0 2{1:1000001000 2:11 3{2'B|10|x'}} 2{1:1000002000 2:11 3{2'E|10'}} 2{1:1000002500 2:20 235{1:11 2'T2' 3:65536}} 2{1:1000002600 2:11 3{2'B|20|y'}}}}"
                      "1{2{2{1:11 2'T2' 3:20}} 8:1000003000} 1{1{1:0 2{1:1000005000 2:11 3{2'E|20'}}}}",
    "thread 11/10 T1\nthread 20/20 \nthread 11/20 T2\nslice 10/11 0 1+1 x\nslice 20/11 0 2.600+2.400 y\ndiagnostic thread-id-reused 1 @0\n" },
  /* a listed process that ends without another event, and one with its id */
  { "ended-in-list", "1{2{1{1:10 2:1 3'com.a' 5:10001}} 8:1000000000} 1{1{1:0 2{1:1000001000 2:1 240{1'com.a' 2:10 3:120}} 2{1:1000002000 2:1 235{1:10 2'p2' 3:0}} 2{1:1000003000 2:10 3{2'B|10|x'}} 2{1:1000004000 2:10 3{2'E|10'}}}}",
    "thread 1/-1 \nthread 10/10 \nthread 10/10 p2\nslice 10/10 0 3+1 x\ndiagnostic thread-id-reused 1 @0\n" },
  /* but a list after that end is about the later process */
  { "ended-before-list", "1{1{1:0 2{1:1000000000 2:1 3{2'I|1|a'}} 2{1:1000001000 2:1 240{1'com.a' 2:10 3:120}} 2{1:1000002000 2:1 235{1:10 2'p2' 3:0}} 2{1:1000003000 2:10 3{2'B|10|x'}} 2{1:1000004000 2:10 3{2'E|10'}}}} 1{2{1{1:10 2:1 3'com.c' 5:10001}} 8:1000005000}",
    "thread 1/1 \nthread 10/10 p2\nslice 10/10 0 3+1 x\ninstant 1/1 0 a\n" },
  /* values have their own time since boot; sessions number their rails separately */
  { "rails", "1{8:1000000 40{1{1:4 2'S1M_VDD_CPUCL0'} 1{1:5 2'VSYS'} 1{1:7 2'VSYS_PWR_DISPLAY'} 1{1:8 2'S4S_VDD2H_MEM'} 2{1:4 2:3 3:333} 2{1:7 2:3 3:5} 2{1:8 2:3 3:6}}} 1{8:2000000 40{1{1:4 2'other'} 2{1:4 3:7} 3:9}} 1{8:4000000 40{2{1:4 3:400} 2{1:6 3:1}}}",
    "counter -1 power.other_uws = 7\ncounter -1 power.rails.cpu.little = 333 400\ncounter -1 power.rails.display = 5\ncounter -1 power.rails.ddr.c = 6\ndiagnostic unknown-name 1 @0\n" },
  { "battery", "1{8:1000 38{1:3000 3:-250000 7:4100000}}", "counter -1 batt.charge_uah = 3000\ncounter -1 batt.current_ua = -250000\ncounter -1 batt.voltage_uv = 4100000\ncounter -1 batt.power_mw = 1025\n" },
  { "process-memory", "1{8:1000 9{1{1:5 13:4 14:5 16:10 17:9 18:1 19:2 20:3 21:70000000 22:80000000 23:6}}}",
    "counter 5 chrome.private_footprint_kb = 4096\ncounter 5 chrome.peak_resident_set_kb = 5120\ncounter 5 mem.smaps.rss = 10240\ncounter 5 mem.smaps.pss = 9216\ncounter 5 mem.smaps.pss.anon = 1024\ncounter 5 mem.smaps.pss.file = 2048\ncounter 5 mem.smaps.pss.smem = 3072\ncounter 5 runtime.user_ns = 70000000\ncounter 5 runtime.kernel_ns = 80000000\ncounter 5 mem.smaps.swap.pss = 6144\n" },
  /* open files are only counted */
  { "idle-states", "1{8:1000 7{16{1:2 2{1'C6' 2:18446744073709551615}}}}", "counter -1 cpuidle2.C6 = 9223372036854775807\n" },
  { "open-files", "1{8:1000 9{1{1:5 15{1:3 2'/data/a'} 15{1:4 2'/data/b'} 2:4}}}", "counter 5 mem.virt = 4096\ndiagnostic unshown-packet 2 @0\n" },
  /* products and sums of whole numbers are not rounded to 53 bits */
  { "large-counters", "1{60{1:9 2'times' 8{4:1000}}} 1{60{1:8 2'sum' 8{5:1}}} 1{8:1000001000 10:3 13:1 11{9:4 11:9 30:9007199254740993}} 1{8:1000002000 10:3 11{9:4 11:8 30:9007199254740992}} 1{8:1000003000 10:3 11{9:4 11:8 30:1}}",
    "counter 0 times = 9007199254740993000\ncounter 0 sum = 9007199254740992 9007199254740993\n" },
  { "system", "1{130{1{1:13 2'virtio1-req.0'}}} 1{8:1000 7{2{1:188 2:4} 5:90 6{1:12 2:7} 6{1:13 2:8} 7:80 8{1:3 2:8} 12{1'0' 2'DMA' 3[1,2]} 18{1'dentry' 2:2 3:5}}}",
    "counter -1 workingset_restore_file = 4\ncounter -1 num_irq_total = 90\ncounter -1 num_irq 12 = 7\ncounter -1 num_irq 13 virtio1-req.0 = 8\ncounter -1 num_softirq_total = 80\ncounter -1 num_softirq NET_RX = 8\ncounter -1 mem.buddyinfo[0][DMA][4 kB] = 1\ncounter -1 mem.buddyinfo[0][DMA][8 kB] = 2\ncounter -1 slab dentry (pages) = 10\n" },
  { "frame-details", "1{8:1000001000 76{4{1:4 2:7 3:9 4:5 9:64 12:3 13*4613937818241073152 14*4602678819172646912 15*4607182418800017408}}} 1{8:1000003000 76{5{1:4}}} 1{8:1000004000 76{2{1:5 2:7 3:6 7:1 9:2 10*4613937818241073152}}} 1{8:1000005000 76{5{1:5}}}",
    "thread 5/5 \nthread 6/6 \nasync 5/Actual Timeline 0 1+2 7 () {- category=frame args=token=7,display_token=9,present=Unspecified Present,jank=App Deadline Missed,severity=Full,severity_score=1,present_delay_ms=3,vsync_resynced_jitter_ms=0.5,prediction=Unspecified Prediction,on_time_finish=0,gpu_composition=0}\nasync 6/Actual Timeline 0 4+1 7 () {- category=frame args=token=7,present=Unspecified Present,jank=None,severity=Partial,present_delay_ms=3,prediction=Unspecified Prediction,on_time_finish=0,gpu_composition=0}\n" },
  /* the recorder could not read two pages of the kernel: one bundle also has events, the other has none */
  { "unread-pages", "1{1{1:0 2{1:1000001000 2:7 3{2'I|7|a'}} 8{1:1000002000 2:13}}} 1{1{1:1 8{1:1000003000 2:4}}}",
    "thread 7/7 \ninstant 7/7 1 a\ndiagnostic damaged-data 2 @0\n" },
  /* times of 2^63 ns and more are counted: single events, compact switches and wakings, and bundles with nothing else */
  { "late-events", "1{1{1:0 2{1:-1 2:7 3{2'I|7|no'}} 2{1:1000001000 2:7 3{2'I|7|a'}} 2{2:7 3{2'I|7|no'} 1:-9223372036854775808}}} 1{1{1:1 2{1:-9223372036854775808 2:7 3{2'I|7|no'}} 2{1:-9223372036854775807 2:7}}}"
                   "1{1{1:2 4{5'b' 1[1000002000,9223372036854775807] 2[1,1] 3[7,8] 4[120,120] 6[0,0] 7[1000003000,9223372036854775000,1] 8[0,0,0] 9[8,8,8] 10[120,120,120] 11[0,0,0]}}} 1{1{1:3 4{5'b' 1[9223372036854775807,1] 2[1,1] 3[7,8] 4[120,120] 6[0,0]}}}",
    "thread 7/7 b\nrun 2 7 2+1 -\ninstant 7/7 1 a\ndiagnostic time-limit 9 @0\n" },
  /* statistics are counts since the begin of a recording, separately for each recording in the file */
  { "stats", "1{33{1{1:8}}} 1{89{1:1}} 1{34{1:1 2{1:0 3:5}}} 1{35{1{3:1 18:1}}} 1{34{1:2 2{1:0 3:7}}} 1{35{1{3:2 18:4}}} 1{8:1000 9{1{1:5 3:1}}}"
             "1{33{1{1:8}}} 1{34{1:1 2{1:0 3:1}}} 1{89{1:2}} 1{34{1:2 2{1:0 3:4} 2{1:1 8:6}}} 1{35{1{3:3 19:8}}} 1{33{}} 1{89{1:3}} 1{34{1:1 2{1:0 3:9}}}",
    "counter 5 mem.rss = 1024\ndiagnostic lost-events 11 @0\ndiagnostic overwritten 5 @0\ndiagnostic lost-packets 12 @0\n" },
  /* sources with separate instances of the kernel's buffers add their losses; sources that read the same instance do not */
  { "stats-of-instances", "1{10:2 34{1:1 2{1:0 3:5}}} 1{10:3 34{1:1 2{1:0 3:1}}} 1{10:4 34{1:1 2{1:0 3:5}}} 1{8:1000 9{1{1:5 3:1}}} 1{10:2 34{1:2 2{1:0 3:9}}} 1{10:3 34{1:2 2{1:0 3:3}}} 1{10:4 34{1:2 2{1:0 3:9}}}",
    "counter 5 mem.rss = 1024\ndiagnostic lost-events 6 @0\n" },
  /* events that the recorder could not enable are in the statistics of both phases; errors in pages may only be there */
  { "refusals", "1{34{1:1 6'sched/no' 7'ext4/x'}} 1{34{1:2 6'sched/no' 7'ext4/x' 5'no category' 9:4 9:17}} 1{8:1000 9{1{1:5 3:1}}}",
    "counter 5 mem.rss = 1024\ndiagnostic not-enabled 3 @0\ndiagnostic damaged-data 2 @0\n" },
  /* a kernel without switches reports the states of threads: here one takes the CPU from another, sleeps, is woken, moves and exits; a CPU number beyond those of any kernel is left
   * out */
  { "task-states", "1{8:1000001000 117{1:0 2'a' 3:7 4:3 5:100}} 1{8:1000003000 117{1:0 2'b' 3:9023372036854775807 4:3}} 1{8:1000004000 117{3:9023372036854775807 4:4}} 1{8:1000005000 117{3:9023372036854775807 4:2}} 1{8:1000006000 117{1:1 3:9023372036854775807 4:3}} 1{8:1000009000 117{3:9023372036854775807 4:8}} 1{8:1000009500 117{1:99999 3:7 4:3}}",
    "thread 7/-1 a\nthread 9023372036854775807/-1 b\nrun 0 7 1+2 -\nrun 0 9023372036854775807 3+1 S\nrun 1 9023372036854775807 6+3 X\ndiagnostic cpu-limit 1 @0\n" },
  /* events without a number in Perfetto are described beside them; the next trace in a file chooses its own numbers */
  { "described-events", "1{1{1:0 11{1:65540 2{1'ext4_foo_enter' 2{1'ino' 3:1 5:4} 2{1'what' 3:2 5:9} 2{1'n' 3:3 5:3} 2{1'dev' 3:4 5:4} 2{1'd' 3:5 5:1} 2{1's' 3:6 5:17}}} 11{1:65541 2{1'ext4_foo_exit'}} 2{1:1000001000 2:7 65540{1:-1 2'a' 3:-5 4:65024 5*4609434218613702656 6:33}} 2{1:1000002000 2:7 65541{}} 2{1:1000003000 2:7 65542{1:1}}}}"
                        "1{1{1:0 11{1:65540 2{1'ext4_bar_enter'}} 11{1:65541 2{1'ext4_bar_exit'}} 2{1:1000004000 2:7 65540{}} 2{1:1000005000 2:7 65541{}}}}",
    "thread 7/-1 \nasync -1/file system 0 1+1 ext4_foo (1) {- args=ino=18446744073709551615 what=a n=-5 dev=254,0 d=1.5 s=-17}\nasync -1/file system 0 4+1 ext4_bar (2)\ndiagnostic unknown-event 1 @0\n" },
  /* recorders choose numbers independently; if a sequence has no description, that of any other sequence is used */
  { "described-apart", "1{10:1 1{1:0 11{1:65540 2{1'ext4_foo_enter'}} 2{1:1000001000 2:7 65540{}}}} 1{10:2 1{1:1 11{1:65540 2{1'other'}} 2{1:1000002000 2:8 65540{}}}} 1{10:1 1{1:0 11{1:65541 2{1'ext4_foo_exit'}} 2{1:1000003000 2:7 65541{}}}}"
                       "1{10:1 1{1:0 2{1:1000004000 2:7 65540{}}}} 1{10:3 1{1:0 2{1:1000005000 2:7 65541{}}}}",
    "thread 7/-1 \nthread 8/-1 \nasync -1/file system 0 1+2 ext4_foo (1)\nasync -1/file system 0 4+1 ext4_foo (1)\ndiagnostic unknown-event 1 @0\n" },
  /* of two fields with the same number the first counts, bytes are not text, and fields beyond 31 and event-specific fields are
   * included */
  { "described-fields", "1{1{1:0 11{1:65540 2{1'ext4_foo_enter' 2{1'a' 3:1 5:4} 2{1'again' 3:1 5:4} 2{1'b' 3:2 5:12} 2{1'far' 3:40 5:13}}} 11{1:65541 2{1'ext4_foo_exit'}} 2{1:1000001000 2:7 65540{1:5 2'a\nb' 40:9 7:42}} 2{1:1000003000 2:7 65541{}}}}",
    "thread 7/-1 \nasync -1/file system 0 1+2 ext4_foo (1) {- args=a=5 b=610a62 far=9}\n" },
  { "system-calls", "1{1{1:0 2{1:1000001000 2:7 329{1:0 2:3 2:140400000000000 2:4096}} 2{1:1000002000 2:7 330{1:0 2:17}} 2{1:1000003000 2:7 329{1:1 2[1,255]}} 2{1:1000004000 2:7 330{1:1 2:-9}} 2{1:1000005000 2:7 329{1:2}} 2{1:1000006000 2:7 330{1:-1}} 2{1:1000007000 2:7 329{1:-1}}}}",
    "thread 7/-1 \nasync -1/system calls 0 1+1 syscall 0 (0) {- args=NR 0 (3, 7fb16c206000, 1000)}\nasync -1/system calls 0 3+1 syscall 1 (0) {- args=NR 1 (1, ff)}\nasync -1/system calls 0 5+1 syscall 2 (0) {- args=NR 2}\ndiagnostic bad-payload 1 @0\n" },
  /* network packets: handed on in a softirq, dropped */
  { "packets-of-the-network", "1{1{1:2 2{1:1000001000 2:0 24{1:3}} 2{1:1000002000 2:0 365{7:1000 10'rmnet0' 1:0}} 2{1:1000003000 2:0 366{1:2}} 2{1:1000004000 2:0 25{1:3}} 2{1:1000005000 2:0 367{1:77 2:2048 3:9}} 2{1:1000006000 2:0 367{2:34525}}}}",
    "async -1/softirq 0 1+3 NET_RX (3)\nasync -1/softirq 1 2+1 napi_gro_receive rmnet0 (-9223372036854775808) {- args=dev=rmnet0 napi_id=0x0 queue_mapping=0 skbaddr=0x0 vlan_tagged=0 vlan_proto=0x0 vlan_tci=0x0 protocol=0x0 ip_summed=0 hash=0x0 l4_hash=0 len=1000 data_len=0 truesize=0 mac_header_valid=0 mac_header=0 nr_frags=0 gso_size=0 gso_type=0x0}\ncounter -1 dropped packets = 1 2\n" },
  /* two fingers, a key and a switch; times come from the kernel, from the previous event if there is none, or from packets if no clocks are
   * known */
  { "input", "1{6{1{1:3 2:1000000} 1{1:6 2:1000000000}}} 1{8:1000000000 121{1:3 3{1{3'touchscreen'}}}}"
             "1{8:1000009000 121{1:3 2{1:1001000 2:3 3:57 4:18}}} 1{8:1000009000 121{1:3 2{2:1 3:330 4:2}}} 1{8:1000009000 121{1:3 2{2:3 3:53 4:600}}} 1{8:1000009000 121{1:3 2{}}} 1{8:1000009000 121{1:3 2{1:1002000 2:3 3:47 4:2}}} 1{8:1000009000 121{1:3 2{2:3 3:57 4:20}}}"
             "1{8:1000009000 121{1:3 2{1:1004000 2:3 3:57 4:1}}} 1{8:1000009000 121{1:3 2{1:1005000 2:3 3:47}}} 1{8:1000009000 121{1:3 2{2:3 3:57 4:1}}} 1{8:1000009000 121{1:3 2{2:1 3:330}}} 1{8:1000009000 121{1:3 2{1:1006000}}}"
             "1{8:1000009000 121{1:4 2{1:1007000 2:5 3:1 4:2}}} 1{8:1000009000 121{1:4 2{2:4 3:4 4:8}}}",
    "async 0/input: touchscreen 0 1+4 BTN_TOUCH ()\nasync 0/input: touchscreen 1 1+4 touch ()\nasync 0/input: touchscreen 2 2+2 touch ()\ninstant 0/-1 1 input: touchscreen: move\ninstant 0/-1 7 input device 4: switch 1 = 1\n" },
  { "input-without-clocks", "1{8:1000001000 121{1:4 2{1:77 2:1 3:116 4:2}}} 1{8:1000003000 121{1:4 2{2:1 3:116 4:4}}} 1{8:1000004000 121{1:4 2{2:1 3:116}}} 1{8:1000005000 121{1:4 4{}}}",
    "async 0/input device 4 0 1+3 KEY_POWER ()\ninstant 0/-1 5 input device 4: removed\n" },
  /* calls that ran when events were lost have an unknown end, and a later end belongs to another call */
  { "system-call-across-a-loss", "1{1{1:0 2{1:1000000000 2:0 4{1'swapper' 2:0 4:0 5'app' 6:7}} 2{1:1000001000 2:7 329{1:0 2:3}} 2{1:1000002000 2:7 20{1'x' 2:9}}}} 1{1{1:0 3:1 2{1:1000009000 2:7 330{1:0 2:17}}}}",
    "thread 7/-1 app\nthread 9/-1 x\nasync -1/system calls 0 1+1 syscall 0 (0) unfinished {- args=NR 0 (3)}\nrun 0 7 0+2 -\nloss 0 2+7 0\ndiagnostic unmatched-kernel-end 1 @0\ndiagnostic lost-events 1 @0\n" },
  /* a new process stays separate, whatever pid its markers have: a shell passes the text with its pid to its children */
  { "forked-process", "1{1{1:0 2{1:1000000000 2:5 235{1:6 2'sh' 3:18874368}} 2{1:1000001000 2:6 3{2'B|5|a'}} 2{1:1000003000 2:6 3{2'E|5'}} 2{1:1000004000 2:5 3{2'B|5|b'}} 2{1:1000005000 2:5 3{2'E|5'}}}}",
    "thread 5/5 \nthread 6/6 sh\nslice 5/5 0 4+1 b\nslice 6/6 0 1+2 a\n" },
  /* memory belongs to the thread, to the one with the same mm_id, or to no known one */
  { "memory-of-events", "1{2{1{1:5 2:5 3'app'} 2{1:5 2:5}}} 1{1{1:0 2{1:1000001000 2:5 313{1:1 2:4096 3:1 4:99}} 2{1:1000002000 2:8 313{1:1 2:8192 3:0 4:99}} 2{1:1000003000 2:8 313{1:4 2:-5 3:0 4:77}} 2{1:1000004000 2:5 359{1:1 2:0 3:99 4:12288}} 2{1:1000005000 2:5 313{1:2 2:7}}}}",
    "thread 5/5 \nthread 8/-1 \ncounter 5 anon memory = 4096 8192\ncounter -1 unreclaimable memory of mm 77 = -5\ncounter 5 file memory = 12288\ncounter 5 swap memory = 7\n" },
  /* the number of a device is that of user space, not the kernel's */
  { "device", "1{1{1:0 2{1:1000001000 2:7 45{1:65024 2:64 3:8 4:4096 5'W' 6'app'}} 2{1:1000003000 2:7 125{1:65024 2:64 3:8 4:0 5'W'}}}}",
    "thread 7/-1 \nasync -1/block 254,0 0 1+2 write (64) {- args=254,0 W 4096 () 64 + 8 [app]}\n" },
  { "network-packet", "1{8:1000005000 47{1{1'com.shop' 2:10100}} 8:1000005000} 1{8:1000005000 88{1:1 2'wlan0' 3:1500 4:1010100 5:7 6:6 7:18 8:4000 9:443}}",
    "async 0/wlan0 Received 0 5+0 com.shop () {- category=network args=bytes=1500,uid=1010100,protocol=TCP,local_port=4000,remote_port=443,socket_tag=7,tcp_flags=SYN ACK}\n" },
  { "network-bundle", "1{8:1000001000 10:3 13:1 12{30{1:1 2{1:2 2'wlan0' 4:1000 6:17}}} 92{1:1 3[0,5000] 4[60,70]}} 1{8:1000009000 10:3 13:2 92{1:1 5:3 6:4000 7:180}} 1{8:1000010000 10:3 13:2 92{1:2 5:1 6:0 7:1}}",
    "async 0/wlan0 Transmitted 0 1+0 uid=1000 () {- category=network args=bytes=60,uid=1000,protocol=UDP}\nasync 0/wlan0 Transmitted 0 6+0 uid=1000 () {- category=network args=bytes=70,uid=1000,protocol=UDP}\n"
    "async 0/wlan0 Transmitted 0 9+4 uid=1000 () {- category=network args=packets=3,bytes=180,uid=1000,protocol=UDP}\nasync 0/network Packets 0 10+0 uid=0 () {- category=network args=packets=1,bytes=1,uid=0}\ndiagnostic unknown-name 1 @0\n" },
  { "no-value", "1{60{1:9 2'count' 8{}}} 1{8:1000001000 10:3 13:1 11{9:4 11:9}} 1{8:1000002000 10:3 11{9:4 11:9 30:0}} 1{8:1000003000 52{1{1{1:5 2'busy'}} 2{1:5}}} 1{8:1000004000 52{2{1:5 2:7}}} 1{8:1000005000 52{2{1:5 2:9}}}", "counter 0 count = 0\ncounter -1 busy = 9 0\ndiagnostic bad-payload 1 @0\n" },
  { "no-time", "1{60{1:9 4{1:7 2:8}}} 1{8:1000001000 10:3 13:1 11{9:3 11:9 23'a'}} 1{10:3 11{9:3 11:9 23'b'}}", "thread 8/7 \ninstant 7/8 1 a\ndiagnostic bad-payload 1 @0\n" },
  { "long-event-names", "1{1{1:0 2{1:1000001000 2:7 525{1:1}} 2{1:1000002000 2:7 528{1:1}}}}", "thread 7/-1 \nasync -1/Mali MCU 0 1+1 ON_HWCNT_ENABLE (0)\nasync -1/Mali MCU 0 2+0 ON_SLEEP_INITIATE (0) unfinished\n" },
  { "buffer",
    "1{8:1000001000 57{1{1:7 2:1 3'app#0' 5:2}}} 1{8:1000002000 57{1{1:7 2:2 3'app#0' 5:2}}} 1{8:1000003000 57{1{1:7 2:4 3'app#0' 5:2}}} 1{8:1000004000 57{1{1:7 2:5 3'app#0' 5:2}}} 1{8:1000005000 57{1{1:7 2:8 3'app#0' 5:2}}}"
    "1{8:1000006000 57{1{1:8 2:8 3'app#0' 4:3000 5:3}}} 1{8:1000007000 57{1{2:99 5:4}}}",
    "async 0/Buffer: 2 app#0 0 1+0 Dequeue () {- category=buffer args=frame_number=7,layer_name=app#0}\n"
    "async 0/Buffer: 2 app#0 0 2+0 Queue () {- category=buffer args=frame_number=7,layer_name=app#0}\n"
    "async 0/Buffer: 2 app#0 0 3+0 AcquireFenceSignaled () {- category=buffer args=frame_number=7,layer_name=app#0}\n"
    "async 0/Buffer: 2 app#0 0 4+0 Latch () {- category=buffer args=frame_number=7,layer_name=app#0}\n"
    "async 0/Buffer: 2 app#0 0 5+0 PresentFenceSignaled () {- category=buffer args=frame_number=7,layer_name=app#0}\n"
    "async 0/APP_2 app#0 0 1+1 7 () {- category=buffer args=frame_number=7,layer_name=app#0}\n"
    "async 0/GPU_2 app#0 0 2+1 7 () {- category=buffer args=frame_number=7,layer_name=app#0}\n"
    "async 0/SF_2 app#0 0 4+1 7 () {- category=buffer args=frame_number=7,layer_name=app#0}\n"
    "async 0/Display_app#0 0 5+1 7 () {- category=buffer args=frame_number=7,layer_name=app#0}\n"
    "async 0/Display_app#0 0 6+3 8 () unfinished {- category=buffer args=frame_number=8,layer_name=app#0}\n"
    "async 0/Buffer: 3 app#0 0 6+3 PresentFenceSignaled () {- category=buffer args=frame_number=8,layer_name=app#0}\n"
    "async 0/Buffer: 4  0 7+0 unspecified_event () {- category=buffer args=frame_number=0}\n"
    "diagnostic unfinished-async 1 @0\n" },
  { "vulkan-call", "1{8:1000001000 65{2{1:2000 2:42 3:43 5:100 6:1}}}", "thread 43/42 \nasync 42/Vulkan Events 0 1+2 vkQueueSubmit () {- category=gpu args=command_buffer=100,submission=1}\n" },
  { "vulkan-memory", "1{8:1000 62{1:1 2:1 4:42 6:100 8:2}} 1{8:2000 62{1:1 2:2 4:42 6:30 8:2}} 1{8:3000 62{1:3 2:1 4:42 6:9 18:7}} 1{8:4000 62{1:4 2:3 4:42 6:5 18:7}} 1{8:5000 62{1:2 2:1 4:42 6:5}}",
    "counter 42 vulkan.mem.driver.scope.OBJECT = 100 70\ncounter 42 vulkan.mem.device.memory.type.7.allocation = 9\ncounter 42 vulkan.mem.device.memory.type.7.bind = 5\n" },
  { "properties", "1{8:1000001000 86{1{1'debug.tracing.screen_state' 2'2'} 1{1'debug.tracing.device_state' 2'folded'} 1{1'debug.tracing.mcc' 2'310'}}} 1{8:1000000500 70{1:1}}", "counter -1 ScreenState = 1 2\ncounter -1 mcc = 310\ninstant 0/-1 1 DeviceStateChanged: folded\n" },
  { "trigger", "1{8:1000001000 46{1'slow' 2'watcher'}}", "instant 0/-1 1 Trace Triggers: slow\n" },
  { "states", "1{8:1000000000 60{1:9 2'screen' 18{}}} 1{8:1000001000 11{9:5 11:9 23'on'}} 1{8:1000003000 11{9:5 11:9 23'off'}} 1{8:1000004000 11{9:5 11:9}}", "async 0/screen 0 1+2 on ()\nasync 0/screen 0 3+1 off ()\n" },
  /* an event without a track belongs to the thread described by its sequence */
  { "default-thread", "1{8:1000000000 10:2 60{1:9 4{1:5 2:6 5'worker'}}} 1{8:1000001000 10:2 11{9:1 23'a'}} 1{8:1000003000 10:2 11{9:2}}", "thread 6/5 worker\nslice 5/6 0 1+2 a\n" },
  { "apart", "1{60{1:9 9:1 4{1:5 2:6}}} 1{60{1:8 9:1 4{1:5 2:7}}} 1{1{1:0 2{1:1001000 2:7 3{2'E|5'}}}} 1{8:1000001000 11{9:1 11:9 23'a'}} 1{8:1000003000 11{9:2 11:9}} 1{8:1000001000 11{9:1 11:8 23'b'}} 1{8:1000004000 11{9:2 11:8}}",
    "thread 7/5 \nthread 6/5 \nslice 5/6 0 1+2 a\nasync 5/Track Events 0 1+3 b ()\ndiagnostic unmatched-end 1 @0\n" },
  /* two threads of a process have a counter with the same name, and so does the process */
  { "counters-of-threads", "1{60{1:1 4{1:5 2:6}}} 1{60{1:2 4{1:5 2:7}}} 1{60{1:3 5:1 2'n' 8{}}} 1{60{1:4 5:2 2'n' 8{}}} 1{8:1000 11{9:4 11:3 30:10}} 1{8:2000 11{9:4 11:4 30:20}} 1{8:3000 11{9:4 11:3 30:11}}",
    "thread 6/5 \nthread 7/5 \ncounter 5 n = 10 11\ncounter 5 n of thread 7 = 20\n" },
  /* so do siblings that ask not to be merged, have other units, or are below different groups; others with the same name are
   * merged */
  { "counters-of-one-name", "1{60{1:1 2'n' 8{} 15:2}} 1{60{1:2 2'n' 8{} 15:2}} 1{60{1:3 2'u' 8{3:3}}} 1{60{1:4 2'u' 8{3:1}}} 1{60{1:5 2'g'}} 1{60{1:6 2'h'}} 1{60{1:7 5:5 2'c' 8{}}} 1{60{1:8 5:6 2'c' 8{}}} 1{60{1:9 2'one' 8{}}} 1{60{1:10 2'one' 8{}}}"
                            "1{8:1000 11{9:4 11:1 30:10}} 1{8:2000 11{9:4 11:2 30:20}} 1{8:3000 11{9:4 11:3 30:11}} 1{8:4000 11{9:4 11:4 30:12}} 1{8:5000 11{9:4 11:7 30:1}} 1{8:6000 11{9:4 11:8 30:2}} 1{8:7000 11{9:4 11:9 30:3}} 1{8:8000 11{9:4 11:10 30:4}}",
    "counter 0 n = 10\ncounter 0 n (2) = 20\ncounter 0 u = 11\ncounter 0 u (2) = 12\ncounter 0 c = 1\ncounter 0 c (2) = 2\ncounter 0 one = 3 4\n" },
  { "args-of-instants", "1{60{1:9 4{1:5 2:6}}} 1{8:1000001000 11{9:3 11:9 23'tap' 22'in' 4{10'x' 4:7}}}",
    "thread 6/5 \ninstant 5/6 1 tap {- category=in args=x=7}\n" },
  /* arguments of an end are added to its slice; without a slice they are dropped */
  { "args-of-ends", "1{60{1:9 4{1:5 2:6}}} 1{60{1:8 2'load'}} 1{8:1000001000 11{9:1 11:9 23'a' 4{10'x' 4:7}}} 1{8:1000001000 11{9:1 11:8 23'b'}} 1{8:1000003000 11{9:2 11:9 4{10'y' 4:8}}} 1{8:1000003000 11{9:2 11:8 4{10'z' 4:9}}} 1{8:1000004000 11{9:2 11:9 4{10'y' 4:8}}}",
    "thread 6/5 \nslice 5/6 0 1+2 a {- args=x=7,y=8}\nasync 0/load 0 1+2 b () {- args=z=9}\ndiagnostic unmatched-end 1 @0\n" },
  /* of 17 flows 16 fit, and so do 16 levels of nested annotations */
  { "too-many", "1{60{1:9 4{1:5 2:6}}} 1{8:1000001000 11{9:3 11:9 23'a' 47*1 47*2 47*3 47*4 47*5 47*6 47*7 47*8 47*9 47*10 47*11 47*12 47*13 47*14 47*15 47*16 47*17 47*18 47*19 47*20 47*21 47*22 47*23 47*24 47*25 47*26 47*27 47*28 47*29 47*30 47*31 47*32 47*33 47*34 47*35 47*36 47*37 47*38 47*39 47*40 47*41 47*42 47*43 47*44 47*45 47*46 47*47 47*48 47*49 47*50 47*51 47*52 47*53 47*54 47*55 47*56 47*57 47*58 47*59 47*60 47*61 47*62 47*63 47*64 47*65}} 1{8:1000002000 11{9:3 11:9 23'b' 4{10'd' 11{10'd' 11{10'd' 11{10'd' 11{10'd' 11{10'd' 11{10'd' 11{10'd' 11{10'd' 11{10'd' 11{10'd' 11{10'd' 11{10'd' 11{10'd' 11{10'd' 11{10'd' 11{10'd' 11{10'd' 11{10'd' 4:1}}}}}}}}}}}}}}}}}}}}}",
    "thread 6/5 \ninstant 5/6 1 a {- args=flow=0x1,flow=0x2,flow=0x3,flow=0x4,flow=0x5,flow=0x6,flow=0x7,flow=0x8,flow=0x9,flow=0xa,flow=0xb,flow=0xc,flow=0xd,flow=0xe,flow=0xf,flow=0x10,flow=0x11,flow=0x12,flow=0x13,flow=0x14,flow=0x15,flow=0x16,flow=0x17,flow=0x18,flow=0x19,flow=0x1a,flow=0x1b,flow=0x1c,flow=0x1d,flow=0x1e,flow=0x1f,flow=0x20,flow=0x21,flow=0x22,flow=0x23,flow=0x24,flow=0x25,flow=0x26,flow=0x27,flow=0x28,flow=0x29,flow=0x2a,flow=0x2b,flow=0x2c,flow=0x2d,flow=0x2e,flow=0x2f,flow=0x30,flow=0x31,flow=0x32,flow=0x33,flow=0x34,flow=0x35,flow=0x36,flow=0x37,flow=0x38,flow=0x39,flow=0x3a,flow=0x3b,flow=0x3c,flow=0x3d,flow=0x3e,flow=0x3f,flow=0x40}\ninstant 5/6 2 b {- args=d={d={d={d={d={d={d={d={d={d={d={d={d={d={d={d={d={d=}}}}}}}}}}}}}}}}}}\ndiagnostic cut-arguments 2 @0\n" },
  /* thread 0 of process 0 is the idle thread; thread 0 of another process is a separate thread */
  { "idle-thread", "1{60{1:9 4{1:0 2:0 5'swapper'}}} 1{60{1:8 4{1:5 2:0 5'zero'}}} 1{8:1000001000 11{9:1 11:9 23'a'}} 1{8:1000002000 11{9:1 11:8 23'b'}} 1{8:1000003000 11{9:2 11:9}} 1{8:1000005000 11{9:2 11:8}}",
    "thread 0/-1 swapper\nthread 0/5 zero\nslice -1/0 0 1+2 a\nslice 5/0 0 2+3 b\n" },
  /* an id without a scope applies to all processes, a local id to one */
  { "legacy-ids", "1{60{1:9 4{1:5 2:6}}} 1{8:1000001000 11{11:9 23'n' 6{2:98 6:4}}} 1{8:1000002000 11{11:9 23'n' 6{2:101 6:4}}} 1{8:1000003000 11{11:9 23'l' 6{2:98 7's' 10:4}}} 1{8:1000004000 11{11:9 23'l' 6{2:101 10:4}}} 1{8:1000005000 11{11:9 23'l' 6{2:101 7's' 10:4}}}",
    "async 0/n 0 1+1 n ()\nasync 5/l 0 3+2 l ()\ndiagnostic unmatched-async-end 1 @0\n" },
  /* a flow without a slice is not shown */
  { "legacy-counter", "1{60{1:9 4{1:5 2:6}}} 1{8:1000001000 11{11:9 23'mem' 6{2:67} 4{10'value' 4:7}}} 1{8:1000002000 11{11:9 23'mem' 6{2:67} 4{10'used' 4:8} 4{10'why' 6'text'}}} 1{8:1000002000 11{11:9 23'mem' 6{2:115 8:3}}}",
    "counter 5 mem = 7\ncounter 5 mem used = 8\ndiagnostic unshown-packet 1 @0\n" },
  /* flow numbers are made of the kind of id, the id, category and name; a flow ends at the next call of its thread, unless it is bound to the enclosing call; the last one has no next call */
  { "legacy-flow-steps", "1{60{1:9 4{1:5 2:6}}} 1{8:1000001000 11{11:9 23'a' 6{2:88 3:9}}} 1{8:1000002000 11{11:9 23'f' 6{2:115 6:3}}} 1{8:1000003000 11{11:9 23'f' 6{2:102 6:3 12:1}}} 1{8:1000003500 11{11:9 23'g' 6{2:115 6:3}}} 1{8:1000004000 11{11:9 23'g' 6{2:102 6:3}}} 1{8:1000020000 11{11:9 23'b' 6{2:88 3:1}}} 1{8:1000030000 11{11:9 23'g' 6{2:102 6:3}}}",
    "thread 6/5 \nslice 5/6 0 1+9 a {- args=flow=0xe4310e1e243b430b,flow_end=0xe4310e1e243b430b,flow=0x90acba0ba931de78}\nslice 5/6 0 20+1 b {- args=flow_end=0x90acba0ba931de78}\ndiagnostic unshown-packet 1 @0\n" },
  { "legacy-instants", "1{60{1:9 4{1:5 2:6}}} 1{8:1000001000 11{11:9 23'all' 6{2:73 14:1}}} 1{8:1000002000 11{11:9 23'process' 6{2:105 14:2}}} 1{8:1000003000 11{11:9 23'own' 6{2:73 14:3}}}",
    "thread 6/5 \ninstant 0/-1 1 instants: all\ninstant 5/-1 2 instants: process\ninstant 5/6 3 own\n" },
  /* sizes of allocators: one above others includes them, one without a size is their sum; shared memory is described elsewhere; maps are summed */
  { "memory-snapshot", "1{8:1000 73{1:1 2:2 3{1:5 2{1*1 2'malloc' 4:100} 2{1*2 2'malloc/objects' 4:70} 2{1*3 2'v8/main' 4:3} 2{1*4 2'v8/main/heap' 4:2} 2{1*5 2'v8/worker' 4:4} 2{1*6 2'cc'} 2{1*7 2'global/x' 4:9} 3{1*1 2*2}} 3{1:0 2{1*8 2'global/y' 4:9}}}}"
                       "1{8:2000 68{1:5 2{1'/lib/a' 3:1 4:2 15:3} 2{3:4 15:5}}}",
    "counter 5 mem.dump.malloc = 100\ncounter 5 mem.dump.v8 = 7\ncounter 5 mem.smaps.private_dirty = 5120\ncounter 5 mem.smaps.swap = 2048\ncounter 5 mem.smaps.pss = 8192\n" },
  /* an event in Chrome's JSON form with track 0 is of the thread of its sequence, others with track 0 are of no thread */
  { "legacy-track-0", "1{10:2 13:1 60{1:9 4{1:5 2:6}}} 1{10:2 8:1000001000 11{11:0 23'mark' 6{2:82}}} 1{10:2 8:1000002000 11{9:3 11:0 23'global'}}",
    "thread 6/5 \ninstant 5/6 1 mark\ninstant 0/-1 2 Default Track: global\n" },
  /* parts of a profile come before its start, and in any order; its times are of the monotonic clock; a part of another profile has no start, and one phase P is not a profile */
  { "legacy-profile", "1{6{1{1:6 2:1000000000} 1{1:3 2:500000000}}} 1{10:2 13:1 60{1:9 4{1:5 2:6}}} 1{8:1000090000 10:2 11{11:9 23'ProfileChunk' 6{2:80 6:1} 4{10'data' 9'{\"cpuProfile\":{\"samples\":[2,3]},\"timeDeltas\":[10,10],\"endTime\":500045}'}}}"
                      "1{8:1000080000 10:2 11{11:9 23'ProfileChunk' 6{2:80 6:1} 4{10'data' 9'{\"cpuProfile\":{\"nodes\":[{\"id\":1,\"callFrame\":{\"functionName\":\"f\"}},{\"id\":2,\"parent\":1,\"callFrame\":{\"functionName\":\"g\"}},{\"id\":3,\"callFrame\":{\"functionName\":\"(idle)\"}}],\"samples\":[1]},\"timeDeltas\":[5]}'}}}"
                      "1{8:1000001000 10:2 11{11:0 23'Profile' 6{2:80 6:1} 4{10'data' 9'{\"startTime\":500001}'}}} 1{8:1000090000 10:2 11{11:9 23'ProfileChunk' 6{2:80 6:2} 4{10'data' 9'{\"timeDeltas\":[]}'}}} 1{8:1000090000 10:2 11{11:9 23'P' 6{2:80}}}",
    "thread 6/5 \nthread 1879048192/5 JavaScript samples of 6\nslice 5/1879048192 0 6+20 f\nslice 5/1879048192 1 16+10 g\ndiagnostic unshown-packet 2 @0\n" },
  { "legacy-flow", "1{60{1:9 4{1:5 2:6}}} 1{8:1000001000 11{11:9 23'a' 6{2:88 3:1 8:3 13:2}}} 1{8:1000003000 11{11:9 23'b' 6{2:88 3:1 8:3 13:1}}}",
    "thread 6/5 \nslice 5/6 0 1+1 a {- args=flow_out=0x3}\nslice 5/6 0 3+1 b {- args=flow_in=0x3}\n" },
  /* microseconds that do not fit in nanoseconds are not a time; later times continue from them */
  { "old-times", "1{60{1:9 4{1:5 2:6}}} 1{11{9:3 11:9 16:1000001 23'good'}} 1{11{9:3 11:9 16:18437520701672696840 23'bad'}} 1{11{9:3 11:9 16:1000002 23'next'}}",
    "thread 6/5 \ninstant 5/6 1 good\ninstant 5/6 2 next\ndiagnostic bad-payload 1 @0\n" },
  /* an old kernel does not report whose memory it is */
  { "rss", "1{1{1:0 2{1:1000001000 2:6 313{1:1 2:4096}} 2{1:1000002000 2:6 313{1:1 2:8192 3:1 4:77}}}} 1{2{2{1:6 3:5}}}",
    "thread 6/5 \ncounter 5 anon memory = 4096 8192\n" },
  /* fields of a later version, and of extensions, are counted */
  { "extensions", "1{60{1:9 4{1:5 2:6}}} 1{8:1000001000 11{9:3 11:9 23'a' 3999{1'x'} 3999{1'y'} 24{1'tap'}}}", "thread 6/5 \ninstant 5/6 1 a\ndiagnostic unshown-packet 3 @0\n" },
  /* Android extensions that need no description: a message, an enumeration, an unknown value of it */
  { "extensions-of-android", "1{60{1:9 4{1:5 2:6}}} 1{8:1000001000 11{9:3 11:9 23'a' 25{1'tap'} 2011{1:-7 4:6 5:999}}}",
    "thread 6/5 \ninstant 5/6 1 a {- args=chrome_user_event={action=tap},process_died_event={uid=-7,reason=APP_EXIT_REASON_ANR,sub_reason=999}}\n" },
  /* extensions described by the trace, possibly later: a text, numbers, packed or not, a message with nested ones, annotations and an enumeration; one is unknown */
  { "extensions-described",
    "1{60{1:9 4{1:5 2:6}}} 1{8:1000001000 11{9:3 11:9 23'a' 9900'x,y' 9901:42 9901:1337 9902:1 9903{1'in' 7:5 2{4:2 4:8} 99{10'k' 4:1}} 9904[1,4] 9905:3}} "
    "1{72{1{1{2'p.q' 4{1'Scope' 6{1'text' 2'.perfetto.protos.TrackEvent' 3:9900 5:9} 6{1'list' 2'.perfetto.protos.TrackEvent' 3:9901 4:3 5:5} 6{1'child' 2'.perfetto.protos.TrackEvent' 3:9903 5:11 6'.p.q.Child'}} "
    "4{1'Child' 2{1'name' 3:1 5:9} 2{1'grand' 3:2 5:11 6'.p.q.Child.Grand'} 2{1'notes' 3:99 4:3 5:11 6'.perfetto.protos.DebugAnnotation'} 3{1'Grand' 2{1'kind' 3:4 4:3 5:14 6'.p.q.Child.Kind'}} 4{1'Kind' 2{1'KIND_TWO' 2:2}}} "
    "7{1'folded' 2'.perfetto.protos.TrackEvent' 3:9904 4:3 5:17}}}}}",
    "thread 6/5 \ninstant 5/6 1 a {- args=text=\"x,y\",list=[42,1337],child={name=in,grand={kind=[KIND_TWO,8]},k=1},folded=[-1,2]}\ndiagnostic unshown-packet 2 @0\n" },
  { "origins", "1{10:2 13:1 60{1:9 4{1:5 2:6}} 12{4{1:3 2'a.cc' 3'Post' 4:7} 43{1:2 2'req'}}} 1{10:2 8:1000001000 11{9:3 11:9 23'a' 5{1:3} 52:77}} 1{10:2 8:1000002000 11{9:3 11:9 23'b' 54:2}} 1{10:2 8:1000003000 11{9:3 11:9 23'c' 53'own' 36:5 36:6}}",
    "thread 6/5 \ninstant 5/6 1 a {- args=posted_from={file=a.cc,function=Post,line=7},correlation_id=77}\ninstant 5/6 2 b {- args=correlation_id=req}\ninstant 5/6 3 c {- args=correlation_id=own,flow=0x5,flow=0x6}\n" },
  /* JSON has values in it; invalid JSON is a text */
  { "json", "1{60{1:9 4{1:5 2:6}}} 1{8:1000001000 11{9:3 11:9 23'tap' 4{10'j' 9'{\"a\":[1,true,\"x,y\"],\"b\":{\"c\":null},\"e\":[]}'} 4{10'n' 9'7'} 4{10't' 9'{a'} 4{10's' 9'\"q\"'}}}",
    "thread 6/5 \ninstant 5/6 1 tap {- args=j={a=[1,true,\"x,y\"],b={c=null},e=[]},n=7,t=\"{a\",s=q}\n" },
  /* NaN is not a value, and does not affect a sum; infinity is the largest number */
  { "endless", "1{60{1:9 2'c' 8{}}} 1{60{1:8 2'sum' 8{5:1}}} 1{10:2 8:1000001000 11{9:4 11:9 44*4611686018427387904}} 1{10:2 8:1000002000 11{9:4 11:9 44*9221120237041090560}} 1{10:2 8:1000003000 11{9:4 11:9 44*18442240474082181120}}"
               "1{10:2 8:1000001000 11{9:4 11:8 30:5}} 1{10:2 8:1000002000 11{9:4 11:8 44*9221120237041090560}} 1{10:2 8:1000003000 11{9:4 11:8 30:2}}",
    "counter 0 c = 2 -9223372036854775808\ncounter 0 sum = 5 7\ndiagnostic bad-payload 2 @0\ndiagnostic value-limit 1 @0\n" },
  /* a display driver writes markers with letters, and the kernel its log */
  { "panel", "1{1{1:0 2{1:1000001000 2:6 490{1:5 4'dsi' 5:66 6:1}} 2{1:1000003000 2:6 490{1:5 4'dsi' 5:69}} 2{1:1000004000 2:6 490{1:5 4'hbm' 5:67 6:3}} 2{1:1000005000 2:6 408{1'usb 1-1: new device\n'}}}}",
    "thread 6/5 \nslice 5/6 0 1+2 dsi\ncounter 5 hbm = 3\ninstant 5/6 5 log: ? kernel: usb 1-1: new device\n" },
  /* the same ids on another machine, whose clock is 1 us ahead, are different; no switch of one is missing on the other */
  { "machines", "1{2{1{1:5 3'a'}}} 1{98:7 45{17'guest'}} 1{98:7 107{1{2{1{1:6 2:5000}} 3{1{1:6 2:4000}}}}} 1{98:7 2{1{1:5 3'a'}}}"
                "1{60{1:9 4{1:5 2:5}}} 1{98:7 60{1:9 4{1:5 2:5}}} 1{8:1000001000 11{9:1 11:9 23'x'}} 1{98:7 8:1000003000 11{9:1 11:9 23'y'}} 1{8:1000003000 11{9:2 11:9}} 1{98:7 8:1000005000 11{9:2 11:9}}"
                "1{8:1000001000 70{1:2}} 1{98:7 8:1000002000 70{1:3}}",
    "thread 5/5 \nthread 5/5 \nslice 5/5 0 1+2 x\nslice 5/5 0 2+2 y\ncounter -1 ScreenState = 2\ncounter -1 ScreenState (guest) = 3\n" },
  /* threads have other ids in a pid namespace: 2 in process 5 is not the 2 that the list has in 1 */
  { "namespaces", "1{60{1:8 4{1:5 2:2 5'inner'}}} 1{60{1:9 4{1:1 2:2 5'outer'}}} 1{2{2{1:2 2'w' 3:1}}} 1{8:1000001000 11{9:1 11:8 23'a'}} 1{8:1000002000 11{9:1 11:9 23'b'}} 1{8:1000003000 11{9:2 11:8}} 1{8:1000005000 11{9:2 11:9}}",
    "thread 2/5 inner\nthread 2/1 outer\nslice 5/2 0 1+2 a\nslice 1/2 0 2+3 b\n" },
  /* an end belongs to the innermost begin, not to a complete event, which keeps its full length on a separate lane */
  { "complete-outlasts-end", "1{60{1:9 4{1:5 2:6}}} 1{8:1000001000 11{9:1 11:9 23'b'}} 1{8:1000002000 11{11:9 23'x' 6{2:88 3:9}}} 1{8:1000005000 11{9:2 11:9}} 1{8:1000020000 11{11:9 23'y' 6{2:88 3:2}}}",
    "thread 6/5 \nslice 5/6 0 1+4 b\nslice 5/6 0 20+2 y\nasync 5/Track Events 0 2+9 x ()\n" },
  /* so do complete events that cross; calls inside them stay calls */
  { "complete-outlasts-complete", "1{60{1:9 4{1:5 2:6}}} 1{8:1000001000 11{11:9 23'a' 6{2:88 3:9}}} 1{8:1000005000 11{11:9 23'x' 6{2:88 3:20}}} 1{8:1000006000 11{11:9 23'c' 6{2:88 3:1}}}",
    "thread 6/5 \nslice 5/6 0 1+9 a\nslice 5/6 1 6+1 c\nasync 5/Track Events 0 5+20 x ()\n" },
  /* rounding is not crossing */
  { "complete-rounded", "1{60{1:9 4{1:5 2:6}}} 1{8:1000001000 11{9:1 11:9 23'b'}} 1{8:1000002000 11{11:9 23'x' 6{2:88 3:9}}} 1{8:1000010000 11{9:2 11:9}}",
    "thread 6/5 \nslice 5/6 0 1+9 b\nslice 5/6 1 2+8 x\n" },
  /* a call that begins in a complete event ends with it; its own end then ends nothing else */
  { "begin-outlasts-complete", "1{60{1:9 4{1:5 2:6}}} 1{8:1000001000 11{9:1 11:9 23'b'}} 1{8:1000002000 11{11:9 23'x' 6{2:88 3:9}}} 1{8:1000005000 11{9:1 11:9 23'c'}} 1{8:1000020000 11{9:2 11:9}} 1{8:1000030000 11{9:2 11:9}}",
    "thread 6/5 \nslice 5/6 0 1+29 b\nslice 5/6 1 2+9 x\nslice 5/6 2 5+6 c\ndiagnostic overlap 1 @0\n" },
  /* asynchronous slices with the same id need not nest: an end belongs to the begin with its name */
  { "crossing-names", "1{8:1000001000 11{23'load' 6{2:98 6:7}}} 1{8:1000002000 11{23'parse' 6{2:98 6:7}}} 1{8:1000005000 11{23'load' 6{2:101 6:7}}} 1{8:1000009000 11{23'parse' 6{2:101 6:7}}} 1{8:1000010000 11{23'a' 6{2:98 6:7}}} 1{8:1000011000 11{23'other' 6{2:101 6:7}}}",
    "async 0/load 0 1+4 load ()\nasync 0/load 1 2+7 parse ()\nasync 0/load 0 10+0 a () unfinished\ndiagnostic unmatched-async-end 1 @0\ndiagnostic unfinished-async 1 @0\n" },
  /* on a track without a thread they may overlap */
  { "complete-on-track", "1{60{1:9 2'q'}} 1{8:1000001000 11{9:1 11:9 23'b'}} 1{8:1000002000 11{11:9 23'x' 6{2:88 3:9}}} 1{8:1000005000 11{9:2 11:9}}",
    "async 0/q 0 1+4 b ()\nasync 0/q 1 2+9 x ()\n" },
  { "frame-experiments", "1{8:1000001000 76{4{1:4 2:7 3:9 4:5 9:1 16:64 19:3}}} 1{8:1000003000 76{5{1:4}}} 1{8:1000004000 76{2{1:5 2:7 3:6 7:1 12:1 15:2 16:1}}} 1{8:1000005000 76{5{1:5}}}",
    "thread 5/5 \nthread 6/6 \nasync 5/Actual Timeline 0 1+2 7 () {- category=frame args=token=7,display_token=9,present=Unspecified Present,jank=None,prediction=Unspecified Prediction,on_time_finish=0,gpu_composition=0,jank_experimental=App Deadline Missed,latched_fence_state=Delayed Latch Unsignaled}\n"
    "async 6/Actual Timeline 0 4+1 7 () {- category=frame args=token=7,present=Unspecified Present,jank=None,prediction=Unspecified Prediction,on_time_finish=0,gpu_composition=0,jank_experimental=None,latched_unsignaled_count=2,addressable_unsignaled_latch_count=1}\n" },
  /* atoms have their own times, the third that of its packet; an atom without content is nothing */
  { "atoms", "1{8:1000001000 84{1{9{1:5 2'on' 3*4602678819172646912 4{1:2}}} 1{10{1:7}} 1{11{}} 1{} 2:1000005000 2:1000006000}}",
    "instant 0/-1 1 Statsd Atoms: atom 11\ninstant 0/-1 5 Statsd Atoms: atom 9 {- args=1=5,2=on,3=0.5,4=\"(2 B)\"}\ninstant 0/-1 6 Statsd Atoms: atom 10 {- args=1=7}\n" },
  /* the expected frame is sent for each layer, and each has its end; one end has no frame, one frame no end */
  { "frame-ends", "1{8:1000001000 76{3{1:1 2:7 3:9 4:5 5'one'}}} 1{8:1000002000 76{3{1:2 2:7 3:9 4:5 5'two'}}} 1{8:1000003000 76{5{1:1}}} 1{8:1000004000 76{5{1:2}}} 1{8:1000005000 76{5{1:3}}} 1{8:1000006000 76{4{1:4 2:7 3:9 4:5 5'one' 9:1}}} 1{8:1000007000 76{5{1:2}}}",
    "thread 5/5 \nasync 5/Expected Timeline 0 1+2 7 () {- category=frame args=token=7,display_token=9,layer=one}\n"
    "async 5/Actual Timeline 0 6+0 7 () unfinished {- category=frame args=token=7,display_token=9,layer=one,present=Unspecified Present,jank=None,prediction=Unspecified Prediction,on_time_finish=0,gpu_composition=0}\n"
    "diagnostic unmatched-async-end 2 @0\ndiagnostic unfinished-async 1 @0\n" },
  /* fields beside packets, of each wire type */
  { "other-fields", "1{60{1:9 4{1:5 2:6}}} 2:7 1000*7 5000'later' 1{8:1000001000 11{9:3 11:9 23'a'}} 2:8",
    "thread 6/5 \ninstant 5/6 1 a\ndiagnostic unshown-packet 4 @0\n" },
  /* of the losses counted by the kernel during the trace, one is at the place of the bundle */
  { "losses", "1{34{1:1 2{1:0 3:10}}} 1{1{1:0 3:1 2{1:1000001000 2:6 3{2'E|5'}}}} 1{34{1:2 2{1:0 3:15 8:1}}} 1{35{1{3:4 18:2 19:1}}}",
    "thread 6/5 \ndiagnostic unmatched-end 1 @0\ndiagnostic lost-events 6 @0\ndiagnostic overwritten 4 @0\ndiagnostic lost-packets 3 @0\n" },
};

/* CPU times of calls from thread clocks. */
static const Row cpu_rows[] = {
  { "counter", "1{60{1:9 4{1:5 2:6}}} 1{60{1:8 5:9 8{1:1 4:1000}}} 1{8:1000001000 11{9:1 11:9 23'a' 31:8 12:7}} 1{8:1000005000 11{9:2 11:9 31:8 12:9}}", "a 2000\n" },
  { "differences", "1{8:1000000000 10:2 13:1 44{1:5 2:6 6:1000000 7:500}} 1{10:2 11{9:1 23'a' 1:1 2:3}} 1{10:2 11{9:1 23'b' 1:4 2:2}} 1{10:2 11{9:2 1:4 2:1}} 1{10:2 11{9:2 1:4 2:0}}", "a 3000\nb 1000\n" },
  { "absolute", "1{8:1000000000 10:2 13:1 44{1:5 2:6 6:1000000 7:500}} 1{10:2 11{9:1 23'a' 16:1000001 17:510}} 1{10:2 11{9:2 16:1000009 17:514}}", "a 4000\n" },
  { "complete", "1{8:1000000000 10:2 13:1 44{1:5 2:6 6:1000000 7:500}} 1{10:2 11{23'a' 1:1 2:3 6{2:88 3:20 4:11}}}", "a 11000\n" },
  /* another thread than the writer's has another clock; an end without a value leaves the call without CPU time */
  { "unknown", "1{8:1000000000 10:2 13:1 44{1:5 2:6 6:1000000 7:500}} 1{10:2 11{9:1 23'a' 1:1 2:3}} 1{10:2 11{9:2 1:5}} 1{10:2 11{23'b' 1:1 2:3 6{2:88 3:20 4:11 19:7}}}", "a -\nb 11000\n" },
};

/* Lanes in order, by path. */
static const Row place_rows[] = {
  /* by name, with children after their parent; a parent need not have slices */
  { "names", "1{60{1:1 2'b'}} 1{60{1:2 5:1 2'x'}} 1{60{1:3 2'a'}} 1{60{1:4 5:3 2'x'}} 1{60{1:5 5:4 2'deep'}} 1{60{1:6 2'c'}} 1{8:1000001000 11{9:1 11:2 23's'}} 1{8:1000002000 11{9:1 11:4 23's'}} 1{8:1000003000 11{9:1 11:5 23's'}} 1{8:1000004000 11{9:1 11:3 23's'}} 1{8:1000005000 11{9:1 11:6 23's'}}",
    "a\na › x\na › x › deep\nb › x\nc\n" },
  { "time", "1{60{1:1 2'p' 11:2}} 1{60{1:2 5:1 2'x'}} 1{60{1:3 5:1 2'a'}} 1{8:1000001000 11{9:1 11:2 23's'}} 1{8:1000002000 11{9:1 11:3 23's'}}", "p › x\np › a\n" },
  { "ranks", "1{60{1:1 2'p' 11:3}} 1{60{1:2 5:1 2'x' 12:-5}} 1{60{1:3 5:1 2'a' 12:7}} 1{60{1:4 5:1 2'b' 12:7}} 1{8:1000001000 11{9:1 11:4 23's'}} 1{8:1000001000 11{9:1 11:2 23's'}} 1{8:1000002000 11{9:1 11:3 23's'}}", "p › x\np › a\np › b\n" },
  /* with the same name: never merged, or merged by a key */
  { "merging", "1{60{1:1 2'n' 15:2}} 1{60{1:2 2'n' 15:2}} 1{60{1:3 2'k' 15:3 16'one'}} 1{60{1:4 2'k' 15:3 16'one'}} 1{60{1:5 2'k' 15:3 16'two'}} 1{8:1000001000 11{9:1 11:1 23's'}} 1{8:1000001000 11{9:1 11:2 23's'}} 1{8:1000001000 11{9:1 11:3 23's'}} 1{8:1000001000 11{9:1 11:4 23's'}} 1{8:1000001000 11{9:1 11:5 23's'}}", "k\nk\nn\nn\n" },
  { "of-process", "1{60{1:9 3{1:5}}} 1{60{1:1 5:9 2'a'}} 1{60{1:2 5:1 2'x'}} 1{60{1:3 5:1 2'y'}} 1{8:1000001000 11{9:1 11:1 23's'}} 1{8:1000002000 11{9:1 11:2 23's'}} 1{8:1000003000 11{9:1 11:3 23's'}}", "a\na › x\na › y\n" },
  { "circle", "1{60{1:1 2'a' 5:2}} 1{60{1:2 2'b' 5:1}} 1{60{1:3 2'c'}} 1{8:1000001000 11{9:1 11:1 23's'}} 1{8:1000001000 11{9:1 11:3 23's'}}", "c\n" },
};

static int
compare_places (gconstpointer a,
                gconstpointer b,
                gpointer trace)
{
  return strata_track_compare (trace, a, b);
}

static void
test_place_row (gconstpointer data)
{
  const Row *row = data;
  g_autoptr (GByteArray) packets = g_byte_array_new ();
  g_autoptr (GString) paths = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  guint n_tracks;

  writer_add_fields (packets, row->packets);

  g_autoptr (StrataTrace) trace = trace_facts_load ((const char *) packets->data, packets->len, 0, &error);

  g_assert_no_error (error);

  const StrataTrack *tracks = strata_trace_get_tracks (trace, &n_tracks);
  g_autofree StrataTrack *sorted = g_memdup2 (tracks, n_tracks * sizeof (StrataTrack));

  g_qsort_with_data (sorted, (gint) n_tracks, sizeof (StrataTrack), compare_places, trace);
  for (guint i = 0; i < n_tracks; i++)
    {
      g_autofree char *path = strata_track_dup_path (trace, &sorted[i]);

      g_string_append_printf (paths, "%s\n", path);
    }

  g_assert_cmpstr (paths->str, ==, row->facts);
}

/* A lane is below the lane that its track names, with slices or without. */
static void
test_parents (void)
{
  g_autoptr (GByteArray) packets = g_byte_array_new ();
  g_autoptr (GError) error = NULL;
  guint n_tracks;

  writer_add_fields (packets, "1{60{1:1 2'a'}} 1{60{1:2 2'x' 5:1}} 1{60{1:3 2'empty'}} 1{60{1:4 2'y' 5:3}} 1{8:1000001000 11{9:1 11:1 23's'}} 1{8:1000002000 11{9:1 11:2 23's'}} 1{8:1000003000 11{9:1 11:4 23's'}}");

  g_autoptr (StrataTrace) trace = trace_facts_load ((const char *) packets->data, packets->len, 0, &error);

  g_assert_no_error (error);

  const StrataTrack *tracks = strata_trace_get_tracks (trace, &n_tracks);

  const StrataTrackPlace *places = strata_trace_get_places (trace, NULL);

  g_assert_cmpuint (n_tracks, ==, 3);
  g_assert_cmpuint (strata_track_get_parent (trace, &tracks[0]), ==, 0);
  g_assert_cmpuint (strata_track_get_parent (trace, &tracks[1]), ==, tracks[0].place);
  g_assert_cmpstr (strata_trace_get_string (trace, places[strata_track_get_parent (trace, &tracks[2]) - 1].name), ==, "empty");
}

static char *
describe_cpu_times (StrataTrace *trace)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  GString *out = g_string_new (NULL);

  for (guint32 i = 0; i < slices->n_slices; i++)
    if (strata_trace_has_cpu_time (trace, i))
      g_string_append_printf (out, "%s %" G_GINT64_FORMAT "\n", strata_trace_get_string (trace, slices->name[i]), strata_slice_table_get_cpu_ns (slices, i));
    else
      g_string_append_printf (out, "%s -\n", strata_trace_get_string (trace, slices->name[i]));

  return g_string_free (out, FALSE);
}

static void
test_cpu_row (gconstpointer data)
{
  const Row *row = data;
  g_autoptr (GByteArray) trace = g_byte_array_new ();
  g_autoptr (GError) error = NULL;

  writer_add_fields (trace, row->packets);

  g_autoptr (StrataTrace) loaded = trace_facts_load ((const char *) trace->data, trace->len, 0, &error);

  g_assert_no_error (error);

  g_autofree char *times = describe_cpu_times (loaded);

  g_assert_cmpstr (times, ==, row->facts);
}

static void
test_row (gconstpointer data)
{
  const Row *row = data;
  g_autoptr (GByteArray) trace = g_byte_array_new ();
  g_autoptr (GError) error = NULL;

  writer_add_fields (trace, row->packets);

  g_autoptr (StrataTrace) loaded = trace_facts_load ((const char *) trace->data, trace->len, 0, &error);

  g_assert_no_error (error);

  g_autofree char *facts = trace_facts_describe (loaded, FALSE);
  g_autofree char *expected = g_strconcat ("format perfetto\n", row->facts, NULL);

  g_assert_cmpstr (facts, ==, expected);
}

typedef struct
{
  const char *name;
  const char *packets;
  gsize n_cut_bytes;  /* from the end of the file */
  const char *reason; /* in the error */
} EmptyRow;

static const EmptyRow empty_rows[] = {
  { "nothing", "1{33{1{1:8}}}", 0, "in the 1 packet of this Perfetto trace" },
  { "clock-of-sequence", "1{8:1000 10:3 58:64 13:1 11{9:3 11:9 23'a'}} 1{33{1{1:8}}}", 0, "in the 2 packets of this Perfetto trace: no clock snapshot converts clock 64 of sequence 3" },
  { "clock-of-all", "1{8:1000 10:3 58:5 13:1 11{9:3 11:9 23'a'}}", 0, "no clock snapshot converts clock MONOTONIC_RAW" },
  { "clock-of-events", "1{1{1:0 5:1 2{1:1000001000 2:7 3{2'I|7|a'}}}}", 0, "the clock of ftrace_events is unknown" },
  { "late", "1{8:-9223372036854775800 10:3 13:1 11{9:3 11:9 23'a'}}", 0, "times are later than 292 years" },
  { "state", "1{8:1000 10:3 13:2 11{9:3 11:9 10:3}}", 0, "packets depend on earlier ones that are missing" },
  { "kind", "1{8:1000 10:3 56{1:2 2'heap'}}", 0, "kinds such as “packet heap_graph” are not shown" },
  { "cut", "1{33{1{1:8}}} 1{8:1000 10:3 58:64 13:1 11{9:3 11:9 23'a'}} 1{8:1000 10:3 13:1 11{9:3 11:9 23'a'}}", 3, "no clock snapshot converts clock 64 of sequence 3; the file is cut off" },
};

static void
test_empty (gconstpointer data)
{
  const EmptyRow *row = data;
  g_autoptr (GByteArray) trace = g_byte_array_new ();
  g_autoptr (GError) error = NULL;

  writer_add_fields (trace, row->packets);

  g_autoptr (StrataTrace) loaded = trace_facts_load ((const char *) trace->data, trace->len - row->n_cut_bytes, 0, &error);

  g_assert_error (error, STRATA_ERROR, STRATA_ERROR_EMPTY);
  g_assert_null (loaded);
  g_assert_true (g_str_has_suffix (error->message, row->reason));
}

/* A process seen before it took its app's name gets the only package of its user. */
static void
test_unnamed_app (void)
{
  g_autoptr (GByteArray) trace = g_byte_array_new ();
  g_autoptr (GError) error = NULL;
  guint n_processes;

  writer_add_fields (trace, "1{2{1{1:5 3'zygote64' 5:10100} 1{1:6 3'zygote64' 5:0}}} 1{47{1{1'com.shop' 2:10100 5:3}}} 1{8:1000001000 9{1{1:5 3:1} 1{1:6 3:2}}}");

  g_autoptr (StrataTrace) loaded = trace_facts_load ((const char *) trace->data, trace->len, 0, &error);

  g_assert_no_error (error);

  const StrataProcess *processes = strata_trace_get_processes (loaded, &n_processes);

  g_assert_cmpuint (n_processes, ==, 2);
  g_assert_cmpstr (strata_trace_get_string (loaded, processes[0].name), ==, "com.shop");
  g_assert_cmpstr (strata_trace_get_string (loaded, processes[1].name), ==, "zygote64");
}

/* The main thread of the zygote is called main as long as it runs; that of an app has the end of the app's name. */
static void
test_zygote (void)
{
  g_autoptr (GByteArray) trace = g_byte_array_new ();
  g_autoptr (GError) error = NULL;
  guint n_processes;

  writer_add_fields (trace, "1{2{1{1:5 3'zygote64' 5:0} 1{1:6 3'zygote64' 5:10100}}}"
                            "1{1{1:0 2{1:1000001000 2:5 4{1'main' 2:5 3:120 4:1 5'main' 6:6 7:120}} 2{1:1000002000 2:6 236{1:6 2'main' 3'.example.shop'}} 2{1:1000003000 2:6 4{1'.example.shop' 2:6 3:120 4:1 5'main' 6:5 7:120}}}}");

  g_autoptr (StrataTrace) loaded = trace_facts_load ((const char *) trace->data, trace->len, 0, &error);

  g_assert_no_error (error);

  const StrataProcess *processes = strata_trace_get_processes (loaded, &n_processes);

  g_assert_cmpuint (n_processes, ==, 2);
  g_assert_cmpstr (strata_trace_get_string (loaded, processes[0].name), ==, "zygote64");
  g_assert_cmpstr (strata_trace_get_string (loaded, processes[1].name), ==, ".example.shop");
}

/* Equal CPUs are listed once. */
static void
test_processors (void)
{
  g_autoptr (GByteArray) trace = g_byte_array_new ();
  g_autoptr (GError) error = NULL;

  writer_add_fields (trace, "1{67{1{1'Small' 2[300000,1804000] 2:600000 3:325} 1{1'Small' 2[300000,1804000] 2:600000 3:325} 1{1'Large' 3:1024}}} 1{8:1000001000 9{1{1:5 3:1}}}");

  g_autoptr (StrataTrace) loaded = trace_facts_load ((const char *) trace->data, trace->len, 0, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (strata_trace_get_property (loaded, "processors"), ==, "0–1: Small, capacity 325, 300–1804 MHz; 2: Large, capacity 1024");
  g_assert_cmpstr (strata_trace_get_property (loaded, STRATA_CPU_FACTS_PROPERTY), ==, "0 325 1804000 Small;0 325 1804000 Small;1 1024 0 Large;");
  g_assert_cmpint (strata_cpu_fact_get_top_khz (loaded, 1), ==, 1804000);
  g_assert_cmpint (strata_cpu_fact_get_top_khz (loaded, 3), ==, 0);
  g_assert_cmpuint (strata_diagnostics_get_n_kinds (strata_trace_get_diagnostics (loaded), STRATA_SEVERITY_INFO), ==, 0);
}

/* The name comes from the list of processes, whatever the main thread is called. */
static void
test_other_main_thread (void)
{
  g_autoptr (GByteArray) trace = g_byte_array_new ();
  g_autoptr (GError) error = NULL;
  guint n_processes;

  writer_add_fields (trace, "1{2{1{1:5 3'com.chrome:tab'}}} 1{2{2{1:5 3:5 2'CrRendererMain'}}}");
  writer_add_fields (trace, "1{1{1:0 2{2:1000001 3:5 5{1'CrRendererMain' 2'CrRendererMain'}}}} 1{8:1000001000 9{1{1:5 3:1}}}");

  g_autoptr (StrataTrace) loaded = trace_facts_load ((const char *) trace->data, trace->len, 0, &error);

  g_assert_no_error (error);

  const StrataProcess *processes = strata_trace_get_processes (loaded, &n_processes);

  g_assert_cmpuint (n_processes, ==, 1);
  g_assert_cmpstr (strata_trace_get_string (loaded, processes[0].name), ==, "com.chrome:tab");
}

typedef struct
{
  const char *packets[3];
  const char *process;
  const char *thread;
} ChromeRow;

/* A type names processes and threads without another name: the process even if its main thread has one, in any order. */
static void
test_chrome_types (void)
{
  static const ChromeRow chrome_rows[] = {
    { { "60{1:7 3{1:5} 6{1:1}}", "60{1:8 4{1:5 2:6} 7{1:9}}" }, "Browser", "VizCompositorThread" },
    { { "60{1:7 3{1:5 4:2}}", "60{1:8 4{1:5 2:6 4:8}}" }, "Renderer", "Compositor" },
    { { "60{1:7 3{1:5 6'named'} 6{1:1}}", "60{1:8 4{1:5 2:6 5'own'} 7{1:9}}" }, "named", "own" },
    /* a renderer has the title of its page as its name */
    { { "60{1:7 3{1:5 6'title'} 6{1:2}}", "60{1:7 3{1:5 6'next title'} 6{1:1}}", "60{1:8 4{1:5 2:6 5'own'} 7{1:9}}" }, "Renderer", "own" },
    { { "60{1:7 3{1:5} 6{1:6}}", "60{1:8 4{1:5 2:6} 7{1:4}}", "2{1{1:5 3'listed'} 2{1:6 3:5}}" }, "listed", "ThreadPoolForegroundWorker&" },
    { { "60{1:7 3{1:5} 6{1:99}}", "60{1:8 4{1:5 2:6} 7{1:12}}" }, "CrMain", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (chrome_rows); i++)
    {
      const ChromeRow *row = &chrome_rows[i];
      g_autoptr (GByteArray) trace = g_byte_array_new ();
      g_autoptr (GError) error = NULL;

      for (guint k = 0; k < G_N_ELEMENTS (row->packets) && row->packets[k] != NULL; k++)
        {
          g_autofree char *packet = g_strdup_printf ("1{%s 10:1}", row->packets[k]);

          writer_add_fields (trace, packet);
        }
      writer_add_fields (trace, "1{60{1:9 4{1:5 2:5 5'CrMain'}} 10:1} 1{8:1000 10:1 11{9:3 11:8 23'x'}} 1{8:1000 10:1 11{9:3 11:9 23'x'}}");

      g_autoptr (StrataTrace) loaded = trace_facts_load ((const char *) trace->data, trace->len, 0, &error);
      guint n_threads;

      g_assert_no_error (error);

      const StrataThread *threads = strata_trace_get_threads (loaded, &n_threads);

      g_assert_cmpstr (strata_trace_get_string (loaded, strata_trace_get_processes (loaded, NULL)[0].name), ==, row->process);
      for (guint k = 0; k < n_threads; k++)
        g_assert_cmpstr (strata_trace_get_string (loaded, threads[k].name), ==, threads[k].tid == 6 ? row->thread : "CrMain");
    }
}

/* A chain of tracks does not take memory quadratic in its length. */
static void
test_long_chain (void)
{
  g_autoptr (GByteArray) packets = g_byte_array_new ();
  g_autoptr (GString) text = g_string_new ("1{60{1:1 2'the first one'}}");
  g_autoptr (GError) error = NULL;
  gsize n_bytes = 0;
  guint n_tracks;

  for (guint i = 2; i < 1000; i++)
    g_string_append_printf (text, " 1{60{1:%u 5:%u 2'track number %u'}} 1{8:%u 11{9:1 11:%u 23's'}}", i, i - 1, i, i, i);
  writer_add_fields (packets, text->str);

  g_autoptr (StrataTrace) trace = trace_facts_load ((const char *) packets->data, packets->len, 0, &error);

  g_assert_no_error (error);

  const StrataTrack *tracks = strata_trace_get_tracks (trace, &n_tracks);

  g_assert_cmpuint (n_tracks, ==, 998);
  for (guint i = 0; i < n_tracks; i++)
    {
      g_autofree char *path = strata_track_dup_path (trace, &tracks[i]);

      n_bytes += strlen (path) + strlen (strata_trace_get_string (trace, tracks[i].name));
    }

  g_assert_cmpuint (n_bytes, <, 998 * 2048);
}

/* Many categories of one event do not take memory quadratic in their number. */
static void
test_many_categories (void)
{
  g_autoptr (GByteArray) packets = g_byte_array_new ();
  g_autoptr (GString) text = g_string_new ("1{60{1:1 2'track'}} 1{8:5 11{9:3 11:1 23's'");
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 1000; i++)
    g_string_append_printf (text, " 22'c%u'", i);
  g_string_append (text, "}}");
  writer_add_fields (packets, text->str);

  g_autoptr (StrataTrace) trace = trace_facts_load ((const char *) packets->data, packets->len, 0, &error);

  g_assert_no_error (error);

  const StrataAttrs attrs = strata_attr_table_get (strata_trace_get_attrs (trace), strata_instants_get_attrs (strata_trace_get_instants (trace), 0));

  g_assert_true (g_str_has_prefix (strata_trace_get_string (trace, attrs.category), "c0,c1,c2,"));
  g_assert_cmpuint (strlen (strata_trace_get_string (trace, attrs.category)), <, 600);
  g_assert_cmpuint (strata_diagnostics_get_count (strata_trace_get_diagnostics (trace), STRATA_DIAGNOSTIC_CUT_ARGUMENTS), ==, 1);
}

static void
append_track (GString *text,
              guint k)
{
  g_string_append_printf (text, " 1{60{1:%u 5:%u 2't'}} 1{8:5 10:1 11{9:3 11:%u 23's'}}", k, k - 1, k);
}

static void
append_clock (GString *text,
              guint k)
{
  g_string_append_printf (text, " 1{10:1 6{1{1:%u 2:1} 1{1:%u 2:1}}} 1{8:5 58:%u 10:1 11{9:3 11:5 23's'}}", k - 1, k, k);
}

static void
append_name (GString *text,
             guint k)
{
  const guint64 iid = (guint64) k << 20;

  g_string_append_printf (text, " 1{10:1 12{2{1:%" G_GUINT64_FORMAT " 2's'}}} 1{8:5 10:1 11{9:3 11:5 10:%" G_GUINT64_FORMAT "}}", iid, iid);
}

/* Long chains of tracks or clocks, and ids far apart, took seconds or minutes. The bound is patient. */
static void
test_long_quick (void)
{
  static const struct
  {
    const char *begin;
    void (*append) (GString *text, guint k);
    guint n_unknown;
  } cases[] = {
    { "1{60{1:1000 2'first'}}", append_track, 0 },
    { "1{10:1 6{1{1:6 2:1} 1{1:1000 2:1}}} 1{60{1:5 2'T'}}", append_clock, 80000 - 31 },
    { "1{10:1 13:1 60{1:5 2'T'}}", append_name, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GByteArray) packets = g_byte_array_new ();
      g_autoptr (GString) text = g_string_new (cases[i].begin);
      g_autoptr (GError) error = NULL;

      for (guint k = 1001; k <= 81000; k++)
        cases[i].append (text, k);
      writer_add_fields (packets, text->str);

      const clock_t begin = clock ();
      g_autoptr (StrataTrace) trace = trace_facts_load ((const char *) packets->data, packets->len, 0, &error);

      g_assert_no_error (error);
      g_assert_cmpint (clock () - begin, <, 5 * CLOCKS_PER_SEC);
      g_assert_cmpuint (strata_diagnostics_get_count (strata_trace_get_diagnostics (trace), STRATA_DIAGNOSTIC_UNKNOWN_TIME), ==, cases[i].n_unknown);
    }
}

#define N_MANY 20000

/* The sanitizer needs extra memory, so measurements mean nothing. */
#ifdef __SANITIZE_ADDRESS__
#define IS_MEASURED FALSE
#else
#define IS_MEASURED TRUE
#endif

static glong
get_most_kb (void)
{
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

/* A track with one slice, and a writer with one event, need little memory. Runs first, since it measures peak memory. */
static void
test_many (void)
{
  g_autoptr (GByteArray) packets = g_byte_array_new ();
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  guint n_tracks;

  for (guint i = 1; i <= N_MANY; i++)
    g_string_append_printf (text, "%s1{60{1:%u 2'track %u'}} 1{8:%u 10:%u 11{9:1 11:%u 23's'}} 1{8:%u 10:%u 11{9:2 11:%u}}", i > 1 ? " " : "", i, i, i, i, i, i + 1, i, i);
  writer_add_fields (packets, text->str);

  const glong before_kb = get_most_kb ();
  g_autoptr (StrataTrace) trace = trace_facts_load ((const char *) packets->data, packets->len, 0, &error);

  g_assert_no_error (error);
  strata_trace_get_tracks (trace, &n_tracks);
  g_assert_cmpuint (n_tracks, ==, N_MANY);
  if (IS_MEASURED)
    g_assert_cmpint (get_most_kb () - before_kb, <, 2 * N_MANY);
}

/* A text that is interned once can be used by many events. */
static void
test_long_interned_value (void)
{
  g_autoptr (GByteArray) packets = g_byte_array_new ();
  g_autoptr (GString) text = g_string_new ("1{10:2 13:1 12{3{1:1 2'k'} 29{1:1 2'");
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 5000; i++)
    g_string_append (text, "中");
  g_string_append (text, "'}}} 1{10:2 60{1:5 4{1:5 2:6}}} 1{8:1 10:2 13:2 11{9:1 11:5 23's' 4{1:1 17:1}}}");
  writer_add_fields (packets, text->str);

  g_autoptr (StrataTrace) trace = trace_facts_load ((const char *) packets->data, packets->len, 0, &error);

  g_assert_no_error (error);

  const guint32 attrs = strata_slice_table_get_attrs (strata_trace_get_slices (trace), 0);
  g_autofree char *args = strata_attr_table_dup_args_of (strata_trace_get_attrs (trace), attrs);

  g_assert_true (g_str_has_prefix (args, "k=中"));
  g_assert_true (g_str_has_suffix (args, "中…"));
  g_assert_cmpuint (strlen (args), <, 4200);
}

/* Many events that use many such texts do not need hundreds of times the size of their file. Later ones are cut earlier. */
static void
test_many_interned_values (void)
{
  g_autoptr (GByteArray) packets = g_byte_array_new ();
  g_autoptr (GString) text = g_string_new ("1{10:2 13:1 60{1:5 2'T'} 12{3{1:1 2'k'} 3{1:2 2'number'}");
  g_autoptr (GString) values = g_string_new (NULL);
  g_autofree char *filling = g_strnfill (4000, 'x');
  g_autoptr (GError) error = NULL;

  for (guint i = 1; i <= 16; i++)
    {
      g_string_append_printf (text, " 29{1:%u 2'%u%s'}", i, i, filling);
      g_string_append_printf (values, " 4{1:1 17:%u}", i);
    }

  g_string_append (text, "}}");
  for (guint i = 0; i < 3000; i++)
    g_string_append_printf (text, " 1{8:%u 10:2 13:2 11{9:3 11:5 23's' 4{1:2 4:%u}%s}}", i, i, values->str);
  writer_add_fields (packets, text->str);

  g_autoptr (StrataTrace) trace = trace_facts_load ((const char *) packets->data, packets->len, 0, &error);

  g_assert_no_error (error);

  const StrataInstants *instants = strata_trace_get_instants (trace);
  g_autofree char *first = strata_attr_table_dup_args_of (strata_trace_get_attrs (trace), strata_instants_get_attrs (instants, 0));
  g_autofree char *last = strata_attr_table_dup_args_of (strata_trace_get_attrs (trace), strata_instants_get_attrs (instants, instants->n_instants - 1));

  g_assert_cmpuint (strlen (first), >, 60000);
  g_assert_true (g_str_has_prefix (last, "number=2999,k=1xx"));
  g_assert_cmpuint (strlen (last), <, 1000);
  g_assert_cmpuint (strata_diagnostics_get_count (strata_trace_get_diagnostics (trace), STRATA_DIAGNOSTIC_CUT_ARGUMENTS), >, 0);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/perfetto-packets/many", test_many);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *path = g_strconcat ("/perfetto-packets/", rows[i].name, NULL);

      g_test_add_data_func (path, &rows[i], test_row);
    }

  for (guint i = 0; i < G_N_ELEMENTS (cpu_rows); i++)
    {
      g_autofree char *path = g_strconcat ("/perfetto-packets/cpu-", cpu_rows[i].name, NULL);

      g_test_add_data_func (path, &cpu_rows[i], test_cpu_row);
    }

  for (guint i = 0; i < G_N_ELEMENTS (place_rows); i++)
    {
      g_autofree char *path = g_strconcat ("/perfetto-packets/places-", place_rows[i].name, NULL);

      g_test_add_data_func (path, &place_rows[i], test_place_row);
    }

  for (guint i = 0; i < G_N_ELEMENTS (empty_rows); i++)
    {
      g_autofree char *path = g_strconcat ("/perfetto-packets/empty-", empty_rows[i].name, NULL);

      g_test_add_data_func (path, &empty_rows[i], test_empty);
    }

  g_test_add_func ("/perfetto-packets/many-interned-values", test_many_interned_values);
  g_test_add_func ("/perfetto-packets/long-chain", test_long_chain);
  g_test_add_func ("/perfetto-packets/long-quick", test_long_quick);
  g_test_add_func ("/perfetto-packets/many-categories", test_many_categories);
  g_test_add_func ("/perfetto-packets/long-interned-value", test_long_interned_value);
  g_test_add_func ("/perfetto-packets/parents", test_parents);
  g_test_add_func ("/perfetto-packets/processors", test_processors);
  g_test_add_func ("/perfetto-packets/unnamed-app", test_unnamed_app);
  g_test_add_func ("/perfetto-packets/zygote", test_zygote);
  g_test_add_func ("/perfetto-packets/other-main-thread", test_other_main_thread);
  g_test_add_func ("/perfetto-packets/chrome-types", test_chrome_types);
  return g_test_run ();
}
