/* strata-inputs.c - the files of a trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-inputs.h"

#include <inttypes.h>

#include <glib/gi18n-lib.h>

#include "strata-units.h"

typedef struct
{
  const char *name;
  const char *text;
} RuleInfo;

static const RuleInfo rule_infos[] = {
  [STRATA_CLOCK_RULE_FIRST] = { "first", N_ ("sets the clock of the trace") },
  [STRATA_CLOCK_RULE_GIVEN] = { "given", N_ ("set manually") },
  [STRATA_CLOCK_RULE_MONOTONIC] = { "monotonic", N_ ("from the monotonic clock in both files") },
  [STRATA_CLOCK_RULE_REALTIME] = { "realtime", N_ ("from the calendar time in both files") },
  [STRATA_CLOCK_RULE_OVERLAP] = { "overlap", N_ ("assumed to be the same clock because the times overlap") },
  [STRATA_CLOCK_RULE_NONE] = { "none", N_ ("it has no times") },
  [STRATA_CLOCK_RULE_TASK] = { "task", N_ ("placed at the main-thread task over 150 ms with the closest duration") },
  [STRATA_CLOCK_RULE_CHAIN] = { "chain", N_ ("from calls between the devices") },
  [STRATA_CLOCK_RULE_CONTRADICTED] = { "unknown", N_ ("from calendar times that calls between the devices contradict") },
  [STRATA_CLOCK_RULE_UNKNOWN] = { "unknown", N_ ("Clock offset unknown") },
};

/* Returns its name for programs, such as "monotonic". */
const char *
strata_clock_rule_get_name (StrataClockRule rule)
{
  return rule_infos[rule].name;
}

/* Whether an offset found by this rule is precise enough for transit times between devices. */
gboolean
strata_clock_rule_is_precise (StrataClockRule rule)
{
  return rule != STRATA_CLOCK_RULE_UNKNOWN && rule != STRATA_CLOCK_RULE_CONTRADICTED && rule != STRATA_CLOCK_RULE_REALTIME;
}

/* Returns where an offset comes from, for the user, translated. */
static const char *
get_rule_text (StrataClockRule rule)
{
  return _ (rule_infos[rule].text);
}

/* Names the task, since another one may be the right one. */
static char *
dup_task (const StrataInput *self)
{
  char length[STRATA_UNITS_BYTES];

  strata_units_duration (self->task_ns, length);
  /* Translators: the last two are the name of a task and a duration */
  return g_strdup_printf (_ ("%s: thread %" PRId64 ", “%s”, %s; when each stack was sampled is not known"), get_rule_text (self->rule),
                          self->task_tid, self->task_name, length);
}

/* Returns whether calls prove that its clock drifts. */
static gboolean
has_drift (const StrataInput *self)
{
  return ABS (self->drift.ppb) > self->drift_error_ppb;
}

/**
 * strata_input_get_error_ns:
 * @self: an input
 * @time_ns: when
 *
 * Returns: the uncertainty of its times at @time_ns, if calls bounded its clock; else 0
 */
gint64
strata_input_get_error_ns (const StrataInput *self,
                           gint64 time_ns)
{
  const StrataDrift growth = { self->drift_error_ppb, 0 };

  if (self->rule != STRATA_CLOCK_RULE_CHAIN)
    return 0;

  const gint64 before_ns = strata_time_add (self->calls.begin_ns, -time_ns);
  const gint64 after_ns = strata_time_add (time_ns, -self->calls.end_ns);

  return strata_time_add (self->error_ns, strata_drift_get_ns (&growth, MAX (MAX (before_ns, after_ns), 0)));
}

/* A drift of 1 ppm is one microsecond per second. */
static char *
dup_chain (const StrataInput *self,
           const char *length,
           const char *error)
{
  const char *sign = self->offset_ns < 0 ? "−" : "+";
  const char *rule = get_rule_text (self->rule);
  const double drift_ppm = -(double) self->drift.ppb / 1000;
  const double error_ppm = (double) self->drift_error_ppb / 1000;
  const double most_ppm = ABS (drift_ppm) + error_ppm;
  char growth[STRATA_UNITS_BYTES];

  strata_units_duration (self->drift_error_ppb, growth);
  if (has_drift (self))
    /* Translators: sign and length of an offset, its error, where it is from, a drift and its error, a duration */
    return g_strdup_printf (_ ("%s%s ± %s, %s; its clock drifts by %.3f ± %.3f ppm, and the error grows by %s per second away from the calls"), sign, length, error, rule, drift_ppm,
                            error_ppm, growth);

  /* Translators: sign and length of an offset, its error, where it is from, a drift, a duration */
  return g_strdup_printf (_ ("%s%s ± %s, %s; no drift of its clock is proven (at most %.3f ppm), and the error grows by %s per second away from the calls"), sign, length, error, rule, most_ppm,
                          growth);
}

/**
 * strata_input_dup_offset:
 * @self: an input
 *
 * Describes the offset added to its times and why: "+12.5 ms, given by hand".
 *
 * Returns: (transfer full): the text
 */
char *
strata_input_dup_offset (const StrataInput *self)
{
  const char *rule = get_rule_text (self->rule);
  char length[STRATA_UNITS_BYTES];

  char error[STRATA_UNITS_BYTES];

  if (self->rule == STRATA_CLOCK_RULE_TASK)
    return dup_task (self);

  strata_units_duration (ABS (self->offset_ns), length);
  strata_units_duration (self->error_ns, error);
  if (self->rule == STRATA_CLOCK_RULE_CHAIN)
    return dup_chain (self, length, error);
  if (self->rule == STRATA_CLOCK_RULE_UNKNOWN && self->offset_ns != 0)
    /* Translators: sign and length of an offset */
    return g_strdup_printf (_ ("%s%s, so that it starts with the first file: the clock offset is unknown"), self->offset_ns < 0 ? "−" : "+", length);
  if (self->offset_ns == 0)
    return g_strdup (rule);

  return g_strdup_printf ("%s%s, %s", self->offset_ns < 0 ? "−" : "+", length, rule);
}

void
strata_input_clear (StrataInput *self)
{
  g_clear_pointer (&self->name, g_free);
  g_clear_pointer (&self->task_name, g_free);
}
