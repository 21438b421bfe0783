/* strata-format.h - the description of a format
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-source.h"
#include "strata-trace-builder.h"

G_BEGIN_DECLS

typedef struct _StrataEventSink StrataEventSink;

/* Properties of a trace: the only profiler event that the user wants, which is set before the file is read; and all
 * events of the file, if there are several. */
#define STRATA_WANTED_EVENT_PROPERTY "wanted_event"
#define STRATA_SAMPLED_EVENTS_PROPERTY "sampled_events"
#define STRATA_SAMPLED_EVENTS_SEPARATOR ", "

/* A format. Only the content of a file decides its format. */
typedef struct
{
  const char *id;              /* identifier for programs, such as "traceview" */
  const char *name;            /* nullable: name for the user, not translated (formats have proper names) */
  const char *const *suffixes; /* (array zero-terminated=1): usual suffixes of its files; never used to decide the format */
  /* checks the first bytes, at most 64 KiB, without I/O; returns 0 for "certainly not" to 100 for
   * "certainly" */
  int (*sniff) (const guint8 *data, gsize n_bytes);
  /* nullable: decodes everything into a sink of events, which several files may share (see
   * strata-event-sink.h). The format has lines or packets, so that reading can continue after a
   * gap. Truncated or unusable parts are counted; FALSE and an error only if nothing was usable or
   * the user cancelled */
  gboolean (*read) (StrataSource *source, StrataEventSink *sink, GError **error);
  /* nullable: without @read, reads everything into the builder. Truncated or unusable parts are
   * counted in the builder's diagnostics; FALSE and an error only if nothing was usable or the
   * user cancelled */
  gboolean (*load) (StrataSource *source, StrataTraceBuilder *builder, GError **error);
  StrataUnfinishedEnd unfinished_end; /* the assumed end of slices without an end */
  gboolean lacks_times;               /* whether its times count from 0 and are only durations; its calls are on separate threads */
  /* with @load, whether its times are those of a clock of the device; otherwise they count from
   * the start of the file */
  gboolean keeps_clock;
} StrataFormat;

extern const StrataFormat strata_format_ftrace;
extern const StrataFormat strata_format_rhea;
extern const StrataFormat strata_format_html;
extern const StrataFormat strata_format_perfetto;
extern const StrataFormat strata_format_chrome;
extern const StrataFormat strata_format_hitrace_raw;
extern const StrataFormat strata_format_trace_dat;
extern const StrataFormat strata_format_htrace;
extern const StrataFormat strata_format_traceview;
extern const StrataFormat strata_format_cpuprofile;
extern const StrataFormat strata_format_hicollie;
extern const StrataFormat strata_format_freeze;
extern const StrataFormat strata_format_perf_script;
extern const StrataFormat strata_format_folded;
extern const StrataFormat strata_format_perf_data;
extern const StrataFormat strata_format_simpleperf;
extern const StrataFormat strata_format_hiperf;
extern const StrataFormat strata_format_pprof;
extern const StrataFormat strata_format_speedscope;
extern const StrataFormat strata_format_gecko;
extern const StrataFormat strata_format_logcat;
extern const StrataFormat strata_format_hilog;
extern const StrataFormat strata_format_dmesg;
extern const StrataFormat strata_format_syslog;
extern const StrataFormat strata_format_journal;

/* Lists of processes are only useful together with a trace. strata_process_list_is_list() detects them. */
extern const StrataFormat strata_format_dump;

G_END_DECLS
