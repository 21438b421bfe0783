/* strata-callsites.h - sampled stacks, as they were recorded
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-trace.h"

G_BEGIN_DECLS

/* A function in a stack, or an address in it. */
typedef struct
{
  guint32 name;    /* string id, or empty if unknown */
  guint32 library; /* string id of the path of its library, or empty */
  guint32 place;   /* string id of its place in the source, as arguments, or empty */
  guint64 address; /* in its library, or 0 */
} StrataCallFrame;

/* Where a library was in memory, and which build it was. */
typedef struct
{
  guint32 build_id; /* string id of its hexadecimal digits, or empty if unknown */
  guint64 exact_offset;
  guint64 start_offset;
  guint64 start;
  guint64 end;
  guint64 load_bias;
} StrataLibrary;

/* A call in the tree of all stacks. */
typedef struct
{
  guint32 caller; /* index of a callsite, or STRATA_NONE */
  guint32 frame;  /* index of a frame */
  guint32 depth;  /* how many callers it has */
} StrataCallsite;

/* Who recorded a sample. */
typedef enum
{
  STRATA_SAMPLER_PERF,
  STRATA_SAMPLER_CHROME,
  STRATA_SAMPLER_V8,
  STRATA_SAMPLER_PERF_TEXT,
  STRATA_SAMPLER_SIMPLEPERF,
  STRATA_SAMPLER_GECKO,
} StrataSampler;

/* Part of a sample that is not known. */
#define STRATA_SAMPLE_UNKNOWN 0xff

/* A sample. Its stack is also part of slices with the flag STRATA_SLICE_SAMPLED. */
typedef struct
{
  gint64 time_ns;
  guint32 thread;   /* index of the thread that was sampled */
  guint32 callsite; /* index of the innermost call, or STRATA_NONE */
  guint32 cpu;      /* number of the CPU, or STRATA_NONE */
  guint16 session;  /* number of the recording of the sampler */
  guint8 sampler;   /* a StrataSampler */
  guint8 mode;      /* of the CPU, PerfSample.cpu_mode of Perfetto */
  guint8 error;     /* why the stack is incomplete, Profiling.StackUnwindError of Perfetto */
  gint8 priority;   /* of the process, for Chrome */
} StrataCallSample;

/* All samples of a trace, by time. Rows are referred to by index. Losses are only of samples: other events may show what
 * ran on the CPU. */
typedef struct
{
  GArray *frames;        /* (element-type StrataCallFrame) owned */
  GArray *sites;         /* (element-type StrataCallsite) owned: callers come before their callees */
  GArray *samples;       /* (element-type StrataCallSample) owned */
  GArray *losses;        /* (element-type StrataLoss) owned: since the previous sample of the CPU */
  GHashTable *libraries; /* string id of a path -> StrataLibrary, owned: the libraries of which more than the path is recorded */
  gboolean have_slices;  /* whether the file itself has the calls of samples as slices; else they were made here */
} StrataCallsites;

const StrataCallsites *strata_callsites_get (StrataTrace *trace);
void strata_callsites_init (StrataCallsites *self);
void strata_callsites_clear (StrataCallsites *self);

G_END_DECLS
