/* strata-inputs.h - the files that a trace was made of
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

#include "strata-span.h"

G_BEGIN_DECLS

/**
 * StrataClockRule:
 * @STRATA_CLOCK_RULE_FIRST: the first file: its clock is that of the trace
 * @STRATA_CLOCK_RULE_GIVEN: the offset was given by hand
 * @STRATA_CLOCK_RULE_MONOTONIC: both files show how their clock relates to the monotonic one
 * @STRATA_CLOCK_RULE_REALTIME: both files show how their clock relates to the calendar
 * @STRATA_CLOCK_RULE_OVERLAP: nothing is known, but times overlap: it is taken to be one clock
 * @STRATA_CLOCK_RULE_NONE: the file has no times
 * @STRATA_CLOCK_RULE_TASK: its stacks do not show when they were sampled: they are at a task that took too long
 * @STRATA_CLOCK_RULE_CHAIN: calls between the devices bound it from both sides
 * @STRATA_CLOCK_RULE_CONTRADICTED: the calendar is known, but calls between the devices show that it was set
 * @STRATA_CLOCK_RULE_UNKNOWN: nothing is known, and times do not overlap; with an offset, it starts with the first file
 *
 * How the offset between the clock of a file and that of the trace was found.
 */
typedef enum
{
  STRATA_CLOCK_RULE_FIRST,
  STRATA_CLOCK_RULE_GIVEN,
  STRATA_CLOCK_RULE_MONOTONIC,
  STRATA_CLOCK_RULE_REALTIME,
  STRATA_CLOCK_RULE_OVERLAP,
  STRATA_CLOCK_RULE_NONE,
  STRATA_CLOCK_RULE_TASK,
  STRATA_CLOCK_RULE_CHAIN,
  STRATA_CLOCK_RULE_CONTRADICTED,
  STRATA_CLOCK_RULE_UNKNOWN,
} StrataClockRule;

/**
 * StrataInput:
 * @name: what to call it
 * @format_name: its format for the user; a static string
 * @offset_ns: what was added to its times
 * @rule: how that was found
 * @drift: how its clock goes, where calls show that; @offset_ns is that at its @from_ns
 * @error_ns: how far it may be off during the calls, where it was bounded by those; else 0
 * @drift_error_ppb: how far @drift may be off then, by which the error grows before and after the calls
 * @calls: from the first to the last of these calls, @offset_ns added
 * @device: number of the device that it is of; 0 is that of the first file
 * @span: its times, @offset_ns added
 * @task_name: (nullable): of stacks that are at a task: its name
 * @task_ns: the same, how long it took
 * @task_tid: the same, the id of its thread
 *
 * A file, or one in an archive. Rows are referred to by index.
 */
typedef struct
{
  char *name;
  const char *format_name;
  gint64 offset_ns;
  StrataClockRule rule;
  StrataDrift drift;
  gint64 error_ns;
  gint64 drift_error_ppb;
  StrataSpan calls;
  guint device;
  StrataSpan span;
  char *task_name;
  gint64 task_ns;
  gint64 task_tid;
} StrataInput;

/* CPUs of further devices are distinguished by their number. */
#define STRATA_DEVICE_CPUS 1024

/* More devices would not fit into the 16 bits that a state has for its CPU. */
#define STRATA_MAX_DEVICES 60

const char *strata_clock_rule_get_name (StrataClockRule rule);
gboolean strata_clock_rule_is_precise (StrataClockRule rule);
gint64 strata_input_get_error_ns (const StrataInput *self, gint64 time_ns);
char *strata_input_dup_offset (const StrataInput *self);
void strata_input_clear (StrataInput *self);

G_END_DECLS
