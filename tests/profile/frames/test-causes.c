/* test-causes.c - causes of lost time in frames and tasks
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-causes.h"

#include "frames-script.h"

/* Expected: one line per cause of the worst frame, "KIND TOTAL [by OTHER] in NAME [(DETAIL)]";
 * times in 0.1 ms. @words are in the text of the first cause, or with "N: …" in that of number
 * N. */
typedef struct
{
  const char *name;
  const char *script;
  const char *causes;
  const char *words;
} Row;

#define HEAD "process 10 app\nname 10 main\nname 11 RenderThread\nname 12 worker\nname 50 hog\nevery VSYNC-app 0 100 30\n"
#define FRAME "thread 10 10 1000 Choreographer#doFrame;"

static const Row rows[] = {
  { "work-without-states", HEAD FRAME "1010 a;1200 b;1250 -;1300 -;1310 -",
    "work 240 in a\nwork 50 in b\nwork 20 in Choreographer#doFrame\n", "Own time in “a” on main 10, running or waiting" },
  /* the CPU clock shows how long it ran, and that the call named like a wait waited */
  { "work-by-the-cpu-clock", "clocks\n" HEAD "thread 10 10 1000/0 Choreographer#doFrame;1010/10 a;1210/60 java.lang.Thread.sleep (J)V;1290/60 -;1300/65 -;1310/75 -",
    "off-cpu 155 in a\nsleep 80 in java.lang.Thread.sleep (J)V\nwork 55 in a\nwork 20 in Choreographer#doFrame\n", "it waited or had no CPU" },
  { "lock", HEAD FRAME "1010 monitor contention with owner worker (12) at x;1290 -;1310 -\nrun 0 990 0 R 10\nrun 0 1020 10 S 0\nwake 1280 10 12\nrun 0 1285 0 R 10\nrun 0 1400 10 S 0\nthread 10 12 900 held;1400 -",
    "lock 260 by 12 in monitor contention with owner worker (12) at x (monitor contention with owner worker (12) at x)\n"
    "work 30 in Choreographer#doFrame\n"
    "work 15 in monitor contention with owner worker (12) at x\n",
    "worker 12 held" },
  { "lock-of-the-runtime", HEAD FRAME "1010 Lock contention on heap bitmap lock (owner tid: 12);1290 -;1310 -\nthread 10 12 900 held;1400 -",
    "lock 280 by 12 in Lock contention on heap bitmap lock (owner tid: 12) (Lock contention on heap bitmap lock (owner tid: 12))\nwork 30 in Choreographer#doFrame\n", "worker 12" },
  { "futex", HEAD FRAME "1010 a;1290 -;1310 -\nrun 0 990 0 R 10\nrun 0 1020 10 S 0\nblocked 10 0 futex_wait_queue_me\nwake 1280 10 12\nrun 0 1285 0 R 10\nrun 0 1400 10 S 0",
    "lock 260 by 12 in a (futex_wait_queue_me)\nwork 30 in Choreographer#doFrame\nwork 15 in a\n", "lock" },
  { "no-cpu", HEAD FRAME "1010 a;1290 -;1310 -\nthread 50 50 0 x;2000 -\nrun 0 990 0 R 10\nrun 0 1020 10 R+ 50\nrun 0 1280 50 R+ 10\nrun 0 1400 10 S 0",
    "cpu 260 by 50 in a\nwork 30 in Choreographer#doFrame\nwork 20 in a\n", "Ready to run, but hog 50 had the CPU" },
  { "other-process-no-cpu", HEAD "process 50 other\n" FRAME "1010 a;1290 -;1310 -\nthread 50 50 0 x;2000 -\nrun 0 990 0 R 10\nrun 0 1020 10 R+ 50\nrun 0 1280 50 R+ 10\nrun 0 1400 10 S 0",
    "cpu 260 by 50 in a\nwork 30 in Choreographer#doFrame\nwork 20 in a\n", "Ready to run, but hog 50 of other had the CPU" },
  /* hog has the longest single stay, 80; 51 has the CPU twice for 70 */
  { "no-cpu-in-turns", HEAD FRAME "1010 a;1290 -;1310 -\nrun 0 990 0 R 10\nrun 0 1020 10 R+ 50\nrun 0 1100 50 R 51\nrun 0 1170 51 R 52\nrun 0 1210 52 S 51\nrun 0 1280 51 R+ 10\nrun 0 1400 10 S 0",
    "cpu 260 by 51 in a\nwork 30 in Choreographer#doFrame\nwork 20 in a\n", "without a CPU; thread 51 had it the longest, for 14.0\302\240ms" },
  { "io", HEAD FRAME "1010 read[x.db];1290 -;1310 -\nrun 0 990 0 R 10\nrun 0 1020 10 D 0\nblocked 10 1 wait_on_page_bit\nwake 1280 10 12\nrun 0 1285 0 R 10\nrun 0 1400 10 S 0",
    "io 260 in read[x.db] (wait_on_page_bit)\nwork 30 in Choreographer#doFrame\nwork 15 in read[x.db]\n", "wait_on_page_bit" },
  { "blocked-not-for-io", HEAD FRAME "1010 a;1290 -;1310 -\nrun 0 990 0 R 10\nrun 0 1020 10 D 0\nblocked 10 0 __flush_work\nwake 1280 10 12\nrun 0 1285 0 R 10\nrun 0 1400 10 S 0",
    "blocked 260 in a (__flush_work)\nwork 30 in Choreographer#doFrame\nwork 15 in a\n", "__flush_work" },
  { "binder-by-slice", HEAD FRAME "1010 AIDL::java::IFoo::bar::client;1020 binder transaction;1280 -;1290 -;1310 -\nrun 0 990 0 R 10\nrun 0 1020 10 S 0\nwake 1280 10 12\nrun 0 1280 0 R 10\nrun 0 1400 10 S 0",
    "binder 260 by 12 in binder transaction\nwork 30 in Choreographer#doFrame\nwork 20 in AIDL::java::IFoo::bar::client\n", "another process" },
  { "binder-by-kernel", HEAD FRAME "1010 a;1290 -;1310 -\ncall 10 1015 1285 7 binder call to system_server\nrun 0 990 0 R 10\nrun 0 1020 10 S 0\nwake 1280 10 12\nrun 0 1280 0 R 10\nrun 0 1400 10 S 0",
    "binder 260 by 12 in a (binder call to system_server)\nwork 30 in Choreographer#doFrame\nwork 20 in a\n", "system_server" },
  { "binder-without-states", HEAD FRAME "1010 a;1290 -;1310 -\ncall 10 1015 1285 7 binder call to system_server",
    "binder 270 in a (binder call to system_server)\nwork 30 in Choreographer#doFrame\nwork 10 in a\n", "another process" },
  /* 12 was called, and then called 50 itself; 12 answers a call at the same time as it makes one */
  { "binder-chain", HEAD FRAME "1010 a;1290 -;1310 -\ncall 10 1015 1285 7 binder call to worker\nanswer 12 1015 1285 7 binder call from app\ncall 12 1100 1285 8 binder call to hog\nanswer 50 1101 1285 8 binder call from app\nthread 50 50 0 x;2000 -",
    "binder 270 by 50 in a (binder call to worker)\nwork 30 in Choreographer#doFrame\nwork 10 in a\n", "hog 50 had to answer first" },
  { "binder-circle", HEAD FRAME "1010 a;1290 -;1310 -\ncall 10 1015 1285 7 binder call to worker\nanswer 12 1016 1285 7 binder call from app\ncall 12 1100 1285 8 binder call to app\nanswer 10 1101 1285 8 binder call from worker",
    "binder 270 by 10 in a (binder call to worker)\nwork 30 in Choreographer#doFrame\nwork 10 in a\n", "had to answer first" },
  /* answering a call is not waiting, and neither is a slice with the name of a call */
  { "binder-by-what-it-is", HEAD FRAME "1010 a;1290 -;1310 -\nanswer 10 1015 1285 7 binder call to system_server",
    "work 280 in a\nwork 30 in Choreographer#doFrame\n", "" },
  { "binder-of-another-name", HEAD FRAME "1010 a;1290 -;1310 -\ncall 10 1015 1285 7 Transaktion\nanswer 12 1016 1280 7 Antwort",
    "binder 270 by 12 in a (Transaktion)\nwork 30 in Choreographer#doFrame\nwork 10 in a\n", "worker 12 had to answer first" },
  { "binder-stack-of-openharmony", HEAD FRAME "1010 OHOS::BinderInvoker::TransactWithDriver(bool);1290 -;1310 -",
    "binder 280 in OHOS::BinderInvoker::TransactWithDriver(bool) (OHOS::BinderInvoker::TransactWithDriver(bool))\nwork 30 in Choreographer#doFrame\n", "another process" },
  { "gc", HEAD FRAME "1010 GC: Wait For Completion Alloc;1290 -;1310 -",
    "gc 280 in GC: Wait For Completion Alloc (GC: Wait For Completion Alloc)\nwork 30 in Choreographer#doFrame\n", "garbage" },
  { "previous-frame", HEAD "thread 10 10 901 Choreographer#doFrame;1180 -;1181 Choreographer#doFrame;1320 -",
    "work 279 in Choreographer#doFrame\n", "Own time" },
  { "still-at-a-task", HEAD "thread 10 10 1001 task;1090 -;1091 Choreographer#doFrame;1150 -",
    "task 89 in task\nwork 59 in Choreographer#doFrame\n", "which is not a frame" },
  { "begun-late", HEAD "thread 10 10 1091 Choreographer#doFrame;1150 -",
    "missed-vsync 91\nwork 59 in Choreographer#doFrame\n", "its thread was in no slice" },
  { "begun-late-asleep", HEAD "thread 10 10 1091 Choreographer#doFrame;1150 -\nrun 0 900 0 R 10\nrun 0 990 10 S 0\nwake 1090 10 12\nrun 0 1090 0 R 10\nrun 0 1400 10 S 0",
    "missed-vsync 90\nwork 59 in Choreographer#doFrame\n", "its thread was idle" },
  /* before the begin it runs until 1020, sleeps until 1050, waits for a CPU, runs from 1060, and is blocked from 1080 to
   * 1085 */
  { "begun-late-busy", HEAD "thread 10 10 1091 Choreographer#doFrame;1150 -\nrun 0 900 0 R 10\nrun 0 1020 10 S 50\nwake 1050 10 12\nrun 0 1060 50 R 10\nrun 0 1080 10 D 50\nwake 1085 10 12\nrun 0 1087 50 R 10\nrun 0 1400 10 S 0",
    "work 59 in Choreographer#doFrame\nwork 44\nmissed-vsync 30\ncpu 12 by 50\nblocked 5\n", "1: Own work outside of any slice on main 10" },
  { "render-side", HEAD FRAME "1020 -\nthread 10 11 1015 DrawFrame;1016 syncFrameState;1020 -;1030 flush commands;1200 -;1210 -",
    "render-late 194 in DrawFrame\n  work 170 in flush commands\n  work 20 in DrawFrame\nwork 16 in Choreographer#doFrame\n", "RenderThread 11" },
  { "waits-for-the-render-thread", HEAD FRAME "1020 -\nthread 10 11 1120 DrawFrame;1140 -",
    "render 100\nwork 20 in Choreographer#doFrame\nwork 20 in DrawFrame\n", "began to render" },
  { "slow-cpu", HEAD "frequency 0 0 2000 500 1000\n" FRAME "1210 -\nrun 0 990 0 R 10\nrun 0 1400 10 S 0",
    "work 210 in Choreographer#doFrame\n  frequency 105 in Choreographer#doFrame\n", "Own work" },
  /* 1020 to 1280: first on the CPU, then in a sleep of the kernel; without a CPU it reclaims nothing */
  { "reclaim", HEAD FRAME "1010 a;1290 -;1310 -\nrun 0 990 0 R 10\nrun 0 1100 10 D 50\nwake 1180 10 12\nrun 0 1200 50 R+ 10\nrun 0 1400 10 S 0\nreclaim 10 1020 1280\nkill 90 1150 com.victim\nkill 91 1160 com.other\nkill 92 1500 com.later",
    "reclaim 240 in a (direct reclaim)\n  kill 0 (killed for its memory: com.victim)\nwork 30 in Choreographer#doFrame\nwork 20 in a\ncpu 20 by 50 in a\n", "had to free some itself in “a” (direct reclaim)" },
  { "reclaim-without-states", HEAD FRAME "1210 -\nreclaim 10 1100 1150", "work 160 in Choreographer#doFrame\nreclaim 50 in Choreographer#doFrame (direct reclaim)\n", "Own time" },
  { "killed-meanwhile", HEAD FRAME "1210 -\nkill 90 1150 com.victim", "work 210 in Choreographer#doFrame\nkill 0 (killed for its memory: com.victim)\n", "1: Memory was short: “com.victim” was killed" },
  { "killed-by-the-daemon", HEAD "process 90 com.victim\ndevice 900 77 kill_one_process\ndevice 1150 90 kill_one_process\ndevice 1150 0 kill_one_process\ndevice 1160 91 kill_one_process\ndevice 1400 92 kill_one_process\n" FRAME "1210 -", "work 210 in Choreographer#doFrame\nkill 0 (com.victim)\n", "1: 2 processes were killed, “com.victim” first" },
  { "killed-without-a-name", HEAD "device 1150 93 kill_one_process\n" FRAME "1210 -", "work 210 in Choreographer#doFrame\nkill 0\n", "1: Memory was short: 1 process was killed" },
  /* 100 of 210 at 500 instead of 2000, then 110 at 2000: 75 lost; 50 of them because the limit was 1000 */
  { "limited-by-heat", HEAD "frequency 0 0 2000 1050 500 1150 2000\nlimit 0 0 2000 1050 1000 1150 2000\ndevice 900 95000 cpu-0-0 temperature\ndevice 900 2 thermal-cpufreq-0 cooling state\n" FRAME "1210 -\nrun 0 990 0 R 10\nrun 0 1400 10 S 0",
    "work 210 in Choreographer#doFrame\n  frequency 75 in Choreographer#doFrame\n    cpu-limit 50 in Choreographer#doFrame\n",
    "2: limited to 1\302\240MHz of 2\302\240MHz, the cooling device “thermal-cpufreq-0” was on, “cpu-0-0” was at 95.0\302\240°C" },
  /* DrawFrame ends at 1100, the GPU at 1200; it is off at first and at its lowest frequency from 1130 */
  { "slow-gpu", HEAD "name 13 GPU\ndevice 0 900000 GPU 0 frequency\ndevice 1000 0 GPU 0 frequency\ndevice 1130 300000 GPU 0 frequency\ndevice 1300 900000 GPU 0 frequency\n" FRAME "1020 -\n"
                     "thread 10 11 1015 DrawFrame;1016 syncFrameState;1020 -;1030 queueBuffer;1090 Trace GPU completion fence 7;1091 -;1095 -;1100 -\nthread 10 13 1091 waiting for GPU completion 7;1200 -",
    "render-late 184 in DrawFrame\n  gpu 100\n    gpu-frequency 70\n  work 64 in queueBuffer\n  work 15 in DrawFrame\n  work 4 in syncFrameState\nwork 16 in Choreographer#doFrame\n", "2: The GPU was at its lowest frequency, 300\302\240MHz" },
  { "waits-for-a-buffer", HEAD FRAME "1020 -\nthread 10 11 1015 DrawFrame;1016 syncFrameState;1020 -;1030 dequeueBuffer;1180 -;1200 -",
    "render-late 184 in DrawFrame\n  buffer 150 in dequeueBuffer (dequeueBuffer)\n  work 30 in DrawFrame\n  work 4 in syncFrameState\nwork 16 in Choreographer#doFrame\n", "1: Waited for a free buffer in “dequeueBuffer”" },
  /* 250 of 300 were on the slow CPU 0; doFrame took 300 there, but 60, 70 and 80 on CPU 4 */
  { "little-cpus", "process 10 app\nname 10 main\nevery VSYNC-app 0 100 40\nfrequency 0 0 1000\nfrequency 4 0 2000\n"
                   "thread 10 10 110 Choreographer#doFrame;170 -;310 Choreographer#doFrame;380 -;510 Choreographer#doFrame;590 -;1000 Choreographer#doFrame;1300 -\n"
                   "run 4 0 0 R 10\nrun 4 950 10 S 0\nwake 960 10 0\nrun 0 970 0 R 10\nrun 0 1250 10 S 0\nwake 1250 10 0\nrun 4 1250 0 R 10\nrun 4 1400 10 S 0",
    "work 300 in Choreographer#doFrame\n  cluster 250 in Choreographer#doFrame\n", "Own work" },
  { "a-timer-ends-a-sleep", HEAD FRAME "1010 a;1290 -;1310 -\nrun 0 990 0 R 10\nrun 0 1020 10 S 0\nirq 1280 10\nrun 0 1280 0 R 10\nrun 0 1400 10 S 0",
    "sleep 260 in a\nwork 30 in Choreographer#doFrame\nwork 20 in a\n", "Slept in “a”, ended by a timer" },
  { "sleep", HEAD FRAME "1010 a;1290 -;1310 -\nrun 0 990 0 R 10\nrun 0 1020 10 S 0\nwake 1280 10 12\nrun 0 1280 0 R 10\nrun 0 1400 10 S 0",
    "sleep 260 by 12 in a\nwork 30 in Choreographer#doFrame\nwork 20 in a\n", "woken by worker" },
};

static char *
describe (const StrataCauses *causes,
          StrataTrace *trace)
{
  GString *text = g_string_new (NULL);
  guint n_causes;
  const StrataCause *all = strata_causes_get (causes, &n_causes);

  for (guint i = 0; i < n_causes; i++)
    {
      const char *detail = strata_trace_get_string (trace, all[i].detail);
      const char *name = strata_trace_get_string (trace, all[i].name);

      if (*name == '\0' && all[i].slice != STRATA_NONE)
        name = strata_trace_get_string (trace, strata_trace_get_slices (trace)->name[all[i].slice]);

      for (guint32 parent = all[i].parent; parent != STRATA_NONE; parent = all[parent].parent)
        g_string_append (text, "  ");
      g_string_append_printf (text, "%s %d", strata_cause_kind_get_id (all[i].kind), (int) (all[i].total_ns / SCRIPT_NS));
      if (all[i].other != STRATA_NONE)
        g_string_append_printf (text, " by %d", (int) strata_trace_get_threads (trace, NULL)[all[i].other].tid);
      if (*name != '\0')
        g_string_append_printf (text, " in %s", name);
      if (*detail != '\0')
        g_string_append_printf (text, " (%s)", detail);
      g_string_append_c (text, '\n');
    }

  return g_string_free (text, FALSE);
}

/* The top-level causes add up to at most the measured time, and no part is longer than its cause. */
static void
check_sum (const StrataCauses *causes)
{
  gint64 sum_ns = 0;
  guint n_causes;
  const StrataCause *all = strata_causes_get (causes, &n_causes);

  for (guint i = 0; i < n_causes; i++)
    {
      sum_ns += all[i].parent == STRATA_NONE ? all[i].total_ns : 0;
      g_assert_cmpint (all[i].longest_ns, <=, all[i].total_ns);
      if (all[i].parent != STRATA_NONE)
        {
          g_assert_cmpuint (all[i].parent, <, i);
          g_assert_cmpint (all[i].total_ns, <=, all[all[i].parent].total_ns);
        }
    }

  g_assert_cmpint (sum_ns, <=, strata_causes_get_total_ns (causes));
}

static void
test_row (gconstpointer data)
{
  const Row *row = data;
  g_autoptr (StrataTrace) trace = script_trace (row->script);
  g_autoptr (StrataFrames) frames = strata_frames_new (trace, NULL);
  g_autofree guint32 *order = strata_frames_list_worst (frames);
  g_autoptr (StrataCauses) causes = strata_causes_new_for_frame (frames, order[0]);
  g_autofree char *found = describe (causes, trace);
  const gboolean is_numbered = g_ascii_isdigit (row->words[0]) && row->words[1] == ':';
  g_autofree char *text = strata_causes_dup_text (causes, is_numbered ? (guint) g_ascii_digit_value (row->words[0]) : 0);

  g_assert_cmpstr (found, ==, row->causes);
  check_sum (causes);
  g_assert_nonnull (strstr (text, is_numbered ? row->words + strlen ("N: ") : row->words));
}

/* The second of two frames, delayed by the first. */
static void
test_previous (void)
{
  g_autoptr (StrataTrace) trace = script_trace (HEAD "thread 10 10 901 Choreographer#doFrame;1080 -;1081 Choreographer#doFrame;1120 -");
  g_autoptr (StrataFrames) frames = strata_frames_new (trace, NULL);
  g_autoptr (StrataCauses) causes = strata_causes_new_for_frame (frames, 1);
  g_autofree char *found = describe (causes, trace);

  g_assert_cmpstr (found, ==, "previous-frame 80 in Choreographer#doFrame\nwork 39 in Choreographer#doFrame\n");
}

/* Frames and tasks with nested calls, on a contended CPU, and sometimes asleep for various reasons. */
static char *
make_random_script (GRand *rand)
{
  static const char *const names[] = { "a", "b", "monitor contention with owner worker (12) at x", "binder transaction", "GC: Wait For Completion Alloc", "read[x]" };
  static const char *const states[] = { "S", "D", "R+", "R" };
  static const char *const functions[] = { "futex_wait_queue_me", "wait_on_page_bit", "__flush_work" };
  GString *calls = g_string_new (HEAD "frequency 0 0 2000 700 1000 900 2000\nlimit 0 0 2000 600 1500 800 2000\nkill 90 500 x\nreclaim 10 300 420\nreclaim 10 700 705\nthread 10 10 ");
  GString *kernel = g_string_new ("");
  int time = 100 + g_rand_int_range (rand, 0, 50);

  g_string_append_printf (kernel, "\nrun 0 %d 0 R 10", time - 1);
  for (guint depth = 0, n = 0; n < 60 || depth > 0; n++)
    {
      const gboolean opens = n < 60 && depth < 5 && (depth == 0 || g_rand_boolean (rand));

      if (opens)
        g_string_append_printf (calls, "%s%d %s", n > 0 ? ";" : "", time, depth == 0 && g_rand_int_range (rand, 0, 3) > 0 ? "Choreographer#doFrame" : names[g_rand_int_range (rand, 0, G_N_ELEMENTS (names))]);
      else
        g_string_append_printf (calls, ";%d -", time);

      depth += opens ? 1 : -1;
      time += g_rand_int_range (rand, 1, 60);
      if (g_rand_int_range (rand, 0, 3) > 0)
        continue;

      const int length = g_rand_int_range (rand, 3, 90);

      g_string_append_printf (kernel, "\nrun 0 %d 10 %s %d", time, states[g_rand_int_range (rand, 0, G_N_ELEMENTS (states))], g_rand_boolean (rand) ? 50 : 0);
      if (g_rand_boolean (rand))
        g_string_append_printf (kernel, "\nblocked 10 %d %s", g_rand_int_range (rand, 0, 2), functions[g_rand_int_range (rand, 0, G_N_ELEMENTS (functions))]);
      g_string_append_printf (kernel, "\nwake %d 10 12\nrun 0 %d 50 R 10", time + length / 2, time + length);
      time += length + 1;
    }

  g_string_append (calls, kernel->str);
  g_string_free (kernel, TRUE);
  return g_string_free (calls, FALSE);
}

/* With any events, the shares of disjoint causes do not exceed the whole, and each piece is inside its time. */
static void
test_random_shares (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (g_test_rand_int ());
  guint kinds = 0;

  for (guint round = 0; round < 200; round++)
    {
      g_autofree char *script = make_random_script (rand);
      g_autoptr (StrataTrace) trace = script_trace (script);
      g_autoptr (StrataFrames) frames = strata_frames_new (trace, NULL);
      const StrataSliceTable *slices = strata_trace_get_slices (trace);
      guint n_frames;

      strata_frames_get (frames, &n_frames);
      for (guint32 i = 0; i < n_frames; i++)
        {
          g_autoptr (StrataCauses) causes = strata_causes_new_for_frame (frames, i);

          check_sum (causes);
        }

      for (guint32 i = 0; i < slices->n_slices; i++)
        {
          g_autoptr (StrataCauses) causes = strata_causes_new_for_slice (trace, i);
          guint n_causes;
          const StrataCause *all = strata_causes_get (causes, &n_causes);

          check_sum (causes);
          g_assert_cmpint (strata_causes_get_total_ns (causes), ==, strata_slice_table_get_wall_ns (slices, i));
          for (guint j = 0; j < n_causes; j++)
            {
              kinds |= 1u << all[j].kind;
              g_assert_cmpint (all[j].begin_ns, >=, slices->start_ns[i]);
              g_assert_cmpint (all[j].begin_ns + all[j].longest_ns, <=, strata_slice_table_get_end_ns (slices, i));
            }
        }
    }

  /* everything that the scripts can contain occurred */
  for (StrataCauseKind kind = STRATA_CAUSE_WORK; kind <= STRATA_CAUSE_GC; kind++)
    g_assert_cmpuint (kinds & (1u << kind), !=, 0);
  g_assert_cmpuint (kinds & (1u << STRATA_CAUSE_RECLAIM), !=, 0);
  g_assert_cmpuint (kinds & (1u << STRATA_CAUSE_KILL), !=, 0);
}

static void
test_slice (void)
{
  g_autoptr (StrataTrace) trace = script_trace ("process 10 app\nthread 10 10 0 task;10 a;2000 -;2100 -");
  g_autoptr (StrataCauses) causes = strata_causes_new_for_slice (trace, 0);
  g_autofree char *found = describe (causes, trace);

  g_assert_cmpstr (found, ==, "work 1990 in a\nwork 110 in task\n");
  g_assert_cmpint (strata_causes_get_total_ns (causes), ==, 2100 * SCRIPT_NS);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *path = g_strconcat ("/causes/", rows[i].name, NULL);

      g_test_add_data_func (path, &rows[i], test_row);
    }

  g_test_add_func ("/causes/previous", test_previous);
  g_test_add_func ("/causes/slice", test_slice);
  g_test_add_func ("/causes/random-shares", test_random_shares);
  return g_test_run ();
}
