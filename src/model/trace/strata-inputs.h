/* strata-inputs.h - the files of a trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

#include "strata-span.h"

G_BEGIN_DECLS

/* How the offset between the clock of a file and that of the trace was found. */
typedef enum
{
  STRATA_CLOCK_RULE_FIRST,        /* the first file: its clock is that of the trace */
  STRATA_CLOCK_RULE_GIVEN,        /* the offset was given by hand */
  STRATA_CLOCK_RULE_MONOTONIC,    /* both files show how their clock relates to the monotonic one */
  STRATA_CLOCK_RULE_REALTIME,     /* both files show how their clock relates to the calendar */
  STRATA_CLOCK_RULE_OVERLAP,      /* nothing is known, but times overlap: one clock is assumed */
  STRATA_CLOCK_RULE_NONE,         /* the file has no times */
  STRATA_CLOCK_RULE_TASK,         /* its stacks have no times: they are placed at a task that took too long */
  STRATA_CLOCK_RULE_CHAIN,        /* calls between the devices bound the offset from both sides */
  STRATA_CLOCK_RULE_CONTRADICTED, /* the calendar is known, but calls between the devices show that it was set */
  STRATA_CLOCK_RULE_UNKNOWN,      /* nothing is known, and times do not overlap; with an offset, it starts with the first file */
} StrataClockRule;

/* A file, or one in an archive. Rows are referred to by index. */
typedef struct
{
  char *name;              /* its name */
  const char *format_name; /* its format for the user; a static string */
  gint64 offset_ns;        /* the offset added to its times */
  StrataClockRule rule;    /* how the offset was found */
  StrataDrift drift;       /* the drift of its clock, if calls show it; @offset_ns is the offset at its @from_ns */
  gint64 error_ns;         /* the uncertainty of the offset during the calls, if they bounded it; else 0 */
  gint64 drift_error_ppb;  /* the uncertainty of @drift then, by which the error grows before and after the calls */
  StrataSpan calls;        /* from the first to the last of these calls, @offset_ns added */
  guint device;            /* number of its device; 0 is that of the first file */
  StrataSpan span;         /* its times, @offset_ns added */
  char *task_name;         /* nullable: for stacks that are placed at a task: its name */
  gint64 task_ns;          /* the same, its duration */
  gint64 task_tid;         /* the same, the id of its thread */
} StrataInput;

/* CPUs of further devices are distinguished by their number. */
#define STRATA_DEVICE_CPUS 1024

/* The CPU of a state has 16 bits, which limits the number of devices. */
#define STRATA_MAX_DEVICES 60

const char *strata_clock_rule_get_name (StrataClockRule rule);
gboolean strata_clock_rule_is_precise (StrataClockRule rule);
gint64 strata_input_get_error_ns (const StrataInput *self, gint64 time_ns);
char *strata_input_dup_offset (const StrataInput *self);
void strata_input_clear (StrataInput *self);

G_END_DECLS
