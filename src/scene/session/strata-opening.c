/* strata-opening.c - the first view of a newly opened trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-opening.h"

#include "strata-lanes-opening.h"

static gboolean
has_several_processes (StrataSession *session)
{
  guint n_processes;

  strata_trace_get_processes (strata_session_get_trace (session), &n_processes);
  return n_processes > 1;
}

/* Empty if frames were not searched for. */
static StrataHeadline
find_headline (StrataSession *session)
{
  const StrataHeadline *headline = strata_findings_get_headline (strata_session_get_findings (session));

  return headline != NULL ? *headline : (StrataHeadline){ .process = STRATA_NONE, .thread = STRATA_NONE, .render_thread = STRATA_NONE };
}

static void
open_on (StrataSession *session,
         const StrataHeadline *headline)
{
  const guint32 threads[] = { headline->thread, headline->render_thread };

  if (headline->process != STRATA_NONE)
    strata_lanes_open_on (strata_session_get_lanes (session), headline->process, threads, G_N_ELEMENTS (threads));
}

/**
 * strata_opening_arrange:
 * @session: a session that has found its frames and that no other thread uses yet
 *
 * Puts the app that the trace is about on top and collapses the rest. A trace of a
 * single process stays as it is, except that a freeze log begins with stacks rather than counters. The saved state of a file is restored after this and
 * takes precedence.
 */
void
strata_opening_arrange (StrataSession *session)
{
  const StrataHeadline headline = find_headline (session);

  if (has_several_processes (session) || headline.kind == STRATA_HEADLINE_FREEZE)
    open_on (session, &headline);
}

/* The app of a headline in the other capture, if it has it. */
static StrataHeadline
find_counterpart (const StrataHeadline *headline,
                  StrataDiffSide side,
                  const StrataThreadMatch *match)
{
  StrataHeadline other = { .process = STRATA_NONE, .thread = STRATA_NONE, .render_thread = STRATA_NONE };

  if (headline->process != STRATA_NONE)
    other.process = strata_thread_match_find_process (match, side, headline->process);
  if (headline->thread != STRATA_NONE)
    other.thread = strata_thread_match_find (match, side, headline->thread);
  if (headline->render_thread != STRATA_NONE)
    other.render_thread = strata_thread_match_find (match, side, headline->render_thread);

  return other;
}

/**
 * strata_opening_arrange_pair:
 * @sessions: two compared sessions, whose lanes have the same order
 * @match: their matched threads
 *
 * Puts the app that A is about, or else the app of B, on top in both and collapses the rest,
 * so that a comparison does not begin with CPUs. If B does not have that app, each
 * shows its own.
 */
void
strata_opening_arrange_pair (StrataSession *const sessions[STRATA_N_DIFF_SIDES],
                             const StrataThreadMatch *match)
{
  const StrataHeadline own[] = { find_headline (sessions[STRATA_DIFF_A]), find_headline (sessions[STRATA_DIFF_B]) };
  const StrataDiffSide leader = own[STRATA_DIFF_A].process != STRATA_NONE ? STRATA_DIFF_A : STRATA_DIFF_B;
  const StrataDiffSide follower = strata_diff_side_get_other (leader);
  const StrataHeadline counterpart = find_counterpart (&own[leader], leader, match);

  if (!has_several_processes (sessions[STRATA_DIFF_A]) && !has_several_processes (sessions[STRATA_DIFF_B]))
    return;

  open_on (sessions[leader], &own[leader]);
  open_on (sessions[follower], counterpart.process != STRATA_NONE ? &counterpart : &own[follower]);
}
