/* strata-opening.c - what a newly opened trace shows first
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-opening.h"

#include "strata-lanes-opening.h"

/**
 * strata_opening_arrange:
 * @session: a session that has found its frames and that no other thread knows yet
 *
 * Puts the app that the trace is about on top and collapses the rest. A trace of a
 * single process stays as it is. What is kept of a file from an earlier run is
 * restored after this and has the last word.
 */
void
strata_opening_arrange (StrataSession *session)
{
  const StrataHeadline *headline = strata_findings_get_headline (strata_session_get_findings (session));
  guint n_processes;

  strata_trace_get_processes (strata_session_get_trace (session), &n_processes);
  if (n_processes < 2 || headline->process == STRATA_NONE)
    return;

  const guint32 threads[] = { headline->thread, headline->render_thread };

  strata_lanes_open_on (strata_view_get_lanes (strata_session_get_view (session)), headline->process, threads, G_N_ELEMENTS (threads));
}
