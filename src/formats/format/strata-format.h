/* strata-format.h - what a format is
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-source.h"
#include "strata-trace-builder.h"

G_BEGIN_DECLS

typedef struct _StrataEventSink StrataEventSink;

/* Properties of a trace: the only event of a profiler that the user wants, which is known before the file is read; and all
 * that the file has, where there are several. */
#define STRATA_WANTED_EVENT_PROPERTY "wanted_event"
#define STRATA_SAMPLED_EVENTS_PROPERTY "sampled_events"
#define STRATA_SAMPLED_EVENTS_SEPARATOR ", "

/**
 * StrataFormat:
 * @id: name for programs, such as "traceview"
 * @name: (nullable): name for the user, not translated (formats have proper names)
 * @suffixes: (array zero-terminated=1): what its files are usually called; never decides anything
 * @sniff: looks at the first bytes, at most 64 KiB, does no I/O; 0 for "surely not" to 100 for "surely"
 * @read: (nullable): decodes everything into a sink of events, which several files may share (see strata-event-sink.h).
 *   It has lines or packets, so that a gap does not keep from reading what follows. What is cut or unusable is counted; %FALSE and an error only when nothing could be used or the user cancelled
 * @load: (nullable): without @read, reads everything into the builder. What is cut or unusable is counted in the builder's
 *   diagnostics; %FALSE and an error only when nothing could be used or the user cancelled
 * @unfinished_end: where slices without an end are taken to end
 * @keeps_clock: with @load, whether its times are those of a clock of the device; else they count from the begin of the file
 * @lacks_times: whether its times count from 0 and only say how long something took; its calls are on threads of its own
 *
 * A format. Content alone decides which one a file has.
 */
typedef struct
{
  const char *id;
  const char *name;
  const char *const *suffixes;
  int (*sniff) (const guint8 *data, gsize n_bytes);
  gboolean (*read) (StrataSource *source, StrataEventSink *sink, GError **error);
  gboolean (*load) (StrataSource *source, StrataTraceBuilder *builder, GError **error);
  StrataUnfinishedEnd unfinished_end;
  gboolean lacks_times;
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

/* Lists of processes are of use beside a trace only, and are found by strata_process_list_is_list(). */
extern const StrataFormat strata_format_dump;

G_END_DECLS
