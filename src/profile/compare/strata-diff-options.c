/* strata-diff-options.c - options of a comparison
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-diff-options.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "strata-error.h"
#include "strata-span-text.h"
#include "strata-weights.h"

/* Captures whose lengths differ by less than this are compared without scaling. */
#define LIKE_LENGTHS 0.05
/* Units that differ by less than this are taken as equal. */
#define LIKE_UNITS 0.05
#define FRAME_BUDGET_NS 16666667

static const struct
{
  const char *id;
  const char *title;
} pers[] = {
  [STRATA_DIFF_PER_CAPTURE] = { "auto", N_ ("Automatic") },
  [STRATA_DIFF_PER_TOTAL] = { "total", N_ ("In Total") },
  [STRATA_DIFF_PER_SECOND] = { "second", N_ ("Per Second") },
  [STRATA_DIFF_PER_FRAME] = { "frame", N_ ("Per Frame") },
  [STRATA_DIFF_PER_CALL] = { "call", N_ ("Per Call") },
  [STRATA_DIFF_PER_WEIGHT] = { "weight", N_ ("Scaled to Equal Weight") },
};

/**
 * strata_diff_per_parse:
 * @text: an id such as "frame"
 * @per: (out): the parsed value
 *
 * Returns: %FALSE if there is no such id
 */
gboolean
strata_diff_per_parse (const char *text,
                       StrataDiffPer *per)
{
  for (guint i = 0; i < STRATA_N_DIFF_PERS; i++)
    if (g_str_equal (pers[i].id, text))
      {
        *per = i;
        return TRUE;
      }

  return FALSE;
}

/* Returns its stable name for programs. */
const char *
strata_diff_per_get_id (StrataDiffPer per)
{
  return pers[per].id;
}

/* Returns its title, translated. */
const char *
strata_diff_per_get_title (StrataDiffPer per)
{
  return _ (pers[per].title);
}

/**
 * strata_diff_options_has_frame:
 * @frames: the frames of a trace
 * @frame: one of them
 * @scope: the scope of the trace
 *
 * Returns: whether it begins in the scope and belongs to an app there; frames of the system's compositor do not count,
 *   since they show the frames of apps again
 */
gboolean
strata_diff_options_has_frame (const StrataFrames *frames,
                               const StrataFrameRow *frame,
                               const StrataScope *scope)
{
  guint n;
  const StrataFrameGroup *group = &strata_frames_get_groups (frames, &n)[frame->group];

  return frame->begin_ns >= scope->span.begin_ns && frame->begin_ns < scope->span.end_ns &&
         (scope->process == STRATA_NONE || scope->process == group->process) && !group->is_system;
}

static double
count_frames (StrataTrace *trace,
              const StrataScope *scope,
              GCancellable *cancellable)
{
  g_autoptr (StrataFrames) frames = strata_frames_new (trace, cancellable);
  guint n_frames = 0;
  guint n_in_scope = 0;
  const StrataFrameRow *rows = frames != NULL ? strata_frames_get (frames, &n_frames) : NULL;

  for (guint i = 0; i < n_frames; i++)
    n_in_scope += strata_diff_options_has_frame (frames, &rows[i], scope);

  return n_in_scope;
}

static double
get_seconds (const StrataScope *scope)
{
  return (double) (scope->span.end_ns - scope->span.begin_ns) / 1e9;
}

static gboolean
has_like_lengths (const StrataScope scopes[2])
{
  const double a = get_seconds (&scopes[0]);
  const double b = get_seconds (&scopes[1]);

  return a <= 0.0 || b <= 0.0 || fabs (a - b) <= LIKE_LENGTHS * MAX (a, b);
}

static gboolean
fill (StrataDiffUnits *units,
      StrataTrace *const traces[2],
      const StrataScope scopes[2],
      GCancellable *cancellable)
{
  for (guint side = 0; side < 2; side++)
    switch (units->per)
      {
      case STRATA_DIFF_PER_SECOND:
        units->n[side] = get_seconds (&scopes[side]);
        break;
      case STRATA_DIFF_PER_FRAME:
        units->n[side] = count_frames (traces[side], &scopes[side], cancellable);
        break;
      case STRATA_DIFF_PER_CAPTURE:
      case STRATA_DIFF_PER_TOTAL:
      case STRATA_DIFF_PER_CALL:
      case STRATA_DIFF_PER_WEIGHT:
        units->n[side] = 1.0;
        break;
      }

  return units->n[0] > 0.0 && units->n[1] > 0.0;
}

static gboolean
are_like (double a,
          double b)
{
  return fabs (a - b) <= LIKE_UNITS * MAX (a, b);
}

/* Captures of the same steps differ in length because something got slower, which is the question;
 * they have the same number of frames, or of calls if there are no frames. */
static void
choose_for_captures (StrataDiffUnits *units,
                     StrataTrace *const traces[2],
                     const StrataScope scopes[2],
                     const guint64 n_calls[2],
                     GCancellable *cancellable)
{
  if (has_like_lengths (scopes))
    return;

  units->per = STRATA_DIFF_PER_FRAME;
  if (fill (units, traces, scopes, cancellable))
    {
      if (are_like (units->n[0], units->n[1]))
        *units = (StrataDiffUnits){ STRATA_DIFF_PER_TOTAL, { 1.0, 1.0 } };
      return;
    }

  units->per = are_like ((double) n_calls[0], (double) n_calls[1]) ? STRATA_DIFF_PER_TOTAL : STRATA_DIFF_PER_SECOND;
  fill (units, traces, scopes, cancellable);
}

/**
 * strata_diff_units_choose:
 * @per: the requested unit
 * @traces: both captures
 * @scopes: their scopes
 * @n_calls: how many calls each has there
 * @cancellable: (nullable): stops it
 *
 * Counts the units that sums are divided by. The automatic choice is totals for captures of similar length, with
 * similar numbers of frames, or with similar numbers of calls if there are no frames; else frames, else seconds. If a
 * capture has no frames, seconds are used instead. Any thread may call it.
 *
 * Returns: the units of both sides
 */
StrataDiffUnits
strata_diff_units_choose (StrataDiffPer per,
                          StrataTrace *const traces[2],
                          const StrataScope scopes[2],
                          const guint64 n_calls[2],
                          GCancellable *cancellable)
{
  StrataDiffUnits units = { STRATA_DIFF_PER_TOTAL, { 1.0, 1.0 } };

  if (per == STRATA_DIFF_PER_CAPTURE)
    {
      choose_for_captures (&units, traces, scopes, n_calls, cancellable);
      return units;
    }

  units.per = per;
  if (fill (&units, traces, scopes, cancellable))
    return units;

  units.per = STRATA_DIFF_PER_SECOND;
  if (per == STRATA_DIFF_PER_FRAME && fill (&units, traces, scopes, cancellable))
    return units;

  return (StrataDiffUnits){ STRATA_DIFF_PER_TOTAL, { 1.0, 1.0 } };
}

/**
 * strata_diff_units_choose_for_weights:
 * @per: the requested unit
 * @weights: the total weight of each capture's samples
 *
 * Samples have neither frames nor calls to count, and on an axis of weights no time passes. So two profiles are scaled by their
 * total weights.
 *
 * Returns: the units of both sides: totals for captures of similar weight, and if sums are requested
 */
StrataDiffUnits
strata_diff_units_choose_for_weights (StrataDiffPer per,
                                      const gint64 weights[2])
{
  if (per == STRATA_DIFF_PER_TOTAL || per == STRATA_DIFF_PER_CALL || weights[0] <= 0 || weights[1] <= 0 || are_like ((double) weights[0], (double) weights[1]))
    return (StrataDiffUnits){ per == STRATA_DIFF_PER_CALL ? per : STRATA_DIFF_PER_TOTAL, { 1.0, 1.0 } };

  return (StrataDiffUnits){ STRATA_DIFF_PER_WEIGHT, { 1.0, (double) weights[1] / (double) weights[0] } };
}

/**
 * strata_diff_units_are_like:
 * @self: the units of two captures
 *
 * Returns: whether both have about the same number, so that each could have seen what the other did
 */
gboolean
strata_diff_units_are_like (const StrataDiffUnits *self)
{
  return are_like (self->n[0], self->n[1]);
}

/**
 * strata_diff_options_get_limit_ns:
 * @self: the options
 * @length_ns: the length of A's scope, or the weight of its samples
 *
 * Returns: the least change of a name's time in all of A that matters, in ns
 */
gint64
strata_diff_options_get_limit_ns (const StrataDiffOptions *self,
                                  gint64 length_ns)
{
  if (self->limit_ns > 0 || self->limit_frac > 0.0)
    return MAX (self->limit_ns, (gint64) (self->limit_frac * (double) length_ns));

  return (gint64) (0.01 * (double) length_ns);
}

/* Returns 1 % of a frame's budget, or of a scope that is shorter than a frame: smaller changes
 * never matter, unless a limit was set. */
gint64
strata_diff_options_get_floor_ns (const StrataScope *scope)
{
  return MIN (FRAME_BUDGET_NS, scope->span.end_ns - scope->span.begin_ns) / 100;
}

/**
 * strata_diff_options_parse_limit:
 * @self: options whose limit is set
 * @text: a time such as "2ms", or a share of the scope such as "0.5%"
 *
 * Returns: %FALSE if @text is neither, or not above 0
 */
gboolean
strata_diff_options_parse_limit (StrataDiffOptions *self,
                                 const char *text)
{
  g_autofree char *with_sign = g_strconcat ("+", text, NULL);
  char *end;
  const double percent = g_ascii_strtod (text, &end);

  if (end != text && g_str_equal (end, "%"))
    {
      self->limit_frac = percent / 100.0;
      return isfinite (percent) && percent > 0.0;
    }

  return strata_offset_parse (with_sign, &self->limit_ns) && self->limit_ns > 0;
}

static const char *
get_unit_title (StrataTrace *trace)
{
  const char *unit = strata_trace_get_unit (trace);

  return unit != NULL ? unit : _ ("time");
}

static gboolean
differ_by_fractions (StrataTrace *const traces[2])
{
  const char *a = strata_trace_get_unit (traces[0]);
  const char *b = strata_trace_get_unit (traces[1]);

  return a != NULL && b != NULL && g_str_equal (strata_weights_skip_prefix (a), strata_weights_skip_prefix (b));
}

/**
 * strata_diff_check_units:
 * @traces: the captures
 * @error: return location for an error
 *
 * Returns: whether both have the same unit: time, or weights of one unit
 */
gboolean
strata_diff_check_units (StrataTrace *const traces[2],
                         GError **error)
{
  if (g_strcmp0 (strata_trace_get_unit (traces[0]), strata_trace_get_unit (traces[1])) == 0)
    return TRUE;

  g_set_error (error, STRATA_ERROR, STRATA_ERROR_UNSUPPORTED,
               differ_by_fractions (traces) ? _ ("A is counted in %s and B in %s because their weights have different fractions; they cannot be compared")
                                            : _ ("A and B count different things, %s and %s, and cannot be compared"),
               get_unit_title (traces[0]), get_unit_title (traces[1]));
  return FALSE;
}
