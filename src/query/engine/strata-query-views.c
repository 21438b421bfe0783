/* strata-query-views.c - views of PerfettoSQL
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-query-private.h"

#define OF_TRACK "id, name, type, parent_id, source_arg_set_id, dimension_arg_set_id, machine_id"
#define OF_COUNTER "id, name, type, unit, description, parent_id, source_arg_set_id, dimension_arg_set_id, machine_id"
#define OF_SLICE "s.id, s.ts, s.dur, s.category, s.name, s.depth, s.parent_id, s.arg_set_id, s.thread_ts, s.thread_dur, s.track_id"

/* A Vulkan object has the name given by the app, or else its number. */
#define GPU_OBJECT(key)                                                                                                                \
  " iif(typeof(extract_arg(s.arg_set_id, 'debug." key "')) = 'integer', extract_arg(s.arg_set_id, 'debug." key "'), NULL) AS " key "," \
  " iif(typeof(extract_arg(s.arg_set_id, 'debug." key "')) = 'text', extract_arg(s.arg_set_id, 'debug." key "'), NULL) AS " key "_name,"

/* Of tracks that only have states. */
#define IS_STATE "type GLOB '*_state_track_event'"

/* How many spans of @from are active on each machine, at each time at which that may change. */
#define UNDER_WAY(from, machine, where, count)                                               \
  "WITH edge AS (SELECT ts, " machine " AS machine_id, 1 AS step FROM " from " WHERE " where \
  " UNION ALL SELECT ts + dur, " machine ", -1 FROM " from " WHERE dur >= 0 AND " where ")"  \
  " SELECT ts, machine_id, sum(sum(step)) OVER (PARTITION BY machine_id ORDER BY ts) AS " count " FROM edge GROUP BY machine_id, ts"

static const StrataQueryView views[] = {
  { "thread_track", "Tracks of threads, with utid",
    "SELECT " OF_TRACK ", of_utid AS utid FROM track WHERE of_utid IS NOT NULL AND NOT is_counter AND NOT " IS_STATE },
  { "process_track", "Tracks of processes, with upid",
    "SELECT " OF_TRACK ", of_upid AS upid FROM track WHERE of_upid IS NOT NULL AND NOT is_counter AND NOT " IS_STATE },
  { "state_track", "Tracks of states", "SELECT " OF_TRACK " FROM track WHERE " IS_STATE },
  { "thread_state_track", "Tracks of states of threads, with utid", "SELECT " OF_TRACK ", of_utid AS utid FROM track WHERE of_utid IS NOT NULL AND " IS_STATE },
  { "process_state_track", "Tracks of states of processes, with upid", "SELECT " OF_TRACK ", of_upid AS upid FROM track WHERE of_upid IS NOT NULL AND " IS_STATE },
  { "cpu_track", "Tracks of CPUs, with cpu, its number on its device, and ucpu, that in sched",
    "SELECT " OF_TRACK ", of_cpu % " G_STRINGIFY (STRATA_SQL_DEVICE_CPUS) " AS cpu, of_cpu AS ucpu FROM track WHERE of_cpu IS NOT NULL AND NOT is_counter" },
  { "process_counter_track", "Counters of processes, with upid",
    "SELECT " OF_COUNTER ", of_upid AS upid FROM counter_track WHERE of_upid IS NOT NULL" },
  { "thread_counter_track", "Counters of threads, with utid",
    "SELECT " OF_COUNTER ", of_utid AS utid FROM counter_track WHERE of_utid IS NOT NULL" },
  { "cpu_counter_track", "Counters of CPUs, with cpu, its number on its device, and ucpu, that in sched",
    "SELECT " OF_COUNTER ", of_cpu % " G_STRINGIFY (STRATA_SQL_DEVICE_CPUS) " AS cpu, of_cpu AS ucpu FROM counter_track WHERE of_cpu IS NOT NULL" },
  { "gpu_counter_track", "Counters of GPUs, with gpu_id",
    "SELECT " OF_COUNTER ", of_gpu AS gpu_id, of_gpu AS ugpu FROM counter_track WHERE of_gpu IS NOT NULL" },
  { "gpu_track", "What GPUs did, and the fences that it was waited for with",
    "SELECT " OF_TRACK ", type AS scope, NULL AS description, NULL AS context_id FROM track WHERE type IN ('gpu_render_stage', 'vulkan_events', 'gpu_fence')" },
  { "gpu_slice", "Slices of GPUs, with what was drawn",
    "SELECT " OF_SLICE ", extract_arg(s.arg_set_id, 'debug.context') AS context_id," GPU_OBJECT ("render_target") GPU_OBJECT ("render_pass") GPU_OBJECT ("command_buffer") " extract_arg(s.arg_set_id, 'debug.submission') AS submission_id,"
                                                                                                                                                                           " extract_arg(s.arg_set_id, 'debug.gpu') AS gpu_id, NULL AS frame_id, NULL AS hw_queue_id, NULL AS upid, NULL AS render_subpasses, NULL AS render_stage_category"
                                                                                                                                                                           " FROM slice s JOIN gpu_track k ON s.track_id = k.id" },
  { "slices", "Another name of slice", "SELECT *, category AS cat, id AS slice_id FROM slice" },
  { "sched_slice", "Another name of sched", "SELECT id, ts, dur, cpu, utid, end_state, priority, ucpu FROM sched" },
  { "perf_sample", "Samples of stacks that the kernel took",
    "SELECT id, ts, utid, cpu, cpu_mode, callsite_id, unwind_error, session_id AS perf_session_id FROM stack_sample WHERE source = 'linux.perf'" },
  { "cpu_profile_stack_sample", "Samples of stacks that other profilers took",
    "SELECT id, ts, callsite_id, utid, process_priority FROM stack_sample WHERE source != 'linux.perf'" },
  { "perf_session", "Recordings of perf_sample", "SELECT DISTINCT perf_session_id AS id, perf_session_id, NULL AS cmdline FROM perf_sample" },
  { "android_logs", "Another name of log", "SELECT * FROM log" },
  { "ftrace_event", "Another name of raw_event", "SELECT *, NULL AS arg_set_id, NULL AS common_flags, cpu AS ucpu FROM raw_event" },
  { "raw", "Another name of ftrace_event", "SELECT * FROM ftrace_event" },
  { "counters", "Samples with the name and unit of their counter",
    "SELECT c.*, t.name, t.unit FROM counter c JOIN counter_track t ON c.track_id = t.id" },
  { "thread_slice", "Slices of threads, with their thread and process",
    "SELECT " OF_SLICE ", t.name AS thread_name, t.utid, t.tid, p.name AS process_name, t.upid, p.pid, t.is_main_thread"
    " FROM slice s JOIN thread_track k ON s.track_id = k.id JOIN thread t ON k.utid = t.utid LEFT JOIN process p ON t.upid = p.upid" },
  { "process_slice", "Slices of processes, with their process",
    "SELECT " OF_SLICE ", p.name AS process_name, p.upid, p.pid"
    " FROM slice s JOIN process_track k ON s.track_id = k.id JOIN process p ON k.upid = p.upid" },
  { "thread_or_process_slice", "Slices of threads and processes",
    "SELECT id, ts, dur, category, name, depth, parent_id, arg_set_id, track_id, thread_name, utid, tid, process_name, upid, pid FROM thread_slice"
    " UNION ALL"
    " SELECT id, ts, dur, category, name, depth, parent_id, arg_set_id, track_id, NULL, NULL, NULL, process_name, upid, pid FROM process_slice" },
  { "cpu_frequency_counters", "How long each CPU had which frequency, in kHz",
    "SELECT c.id, c.track_id, c.ts, lead(c.ts, 1, trace_end()) OVER (PARTITION BY c.track_id ORDER BY c.ts) - c.ts AS dur,"
    " CAST(c.value AS INT) AS freq, t.ucpu, t.cpu"
    " FROM cpu_counter_track t JOIN counter c ON c.track_id = t.id WHERE t.name = 'cpufreq'" },
  { "sched_runnable_thread_count", "How many threads waited for a CPU, from each ts on",
    UNDER_WAY ("thread_state", "machine_id", "state IN ('R', 'R+')", "runnable_thread_count") },
  { "sched_uninterruptible_sleep_thread_count", "How many threads were blocked, from each ts on",
    UNDER_WAY ("thread_state", "machine_id", "state = 'D'", "uninterruptible_sleep_thread_count") },
  { "sched_active_cpu_count", "How many CPUs were busy, from each ts on",
    UNDER_WAY ("sched", "ucpu / " G_STRINGIFY (STRATA_SQL_DEVICE_CPUS), "utid NOT IN (SELECT utid FROM thread WHERE is_idle)", "active_cpu_count") },
};

const StrataQueryView *
strata_query_get_views (guint *n_views)
{
  *n_views = G_N_ELEMENTS (views);
  return views;
}
