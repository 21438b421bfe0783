/* strata-list-rows.c - the lists that strata-cli list shares with tables of the window
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-chain-rows.h"
#include "strata-frame-rows.h"
#include "strata-list.h"
#include "strata-log-rows.h"
#include "strata-phase-rows.h"
#include "strata-queue-rows.h"
#include "strata-task-rows.h"

static StrataRows *
make_chains (const StrataListRequest *request)
{
  return strata_chain_rows_new (request->trace, request->chain);
}

static StrataRows *
make_frames (const StrataListRequest *request)
{
  g_autoptr (StrataFrames) frames = strata_frames_new (request->trace, NULL);

  return strata_frame_rows_new (frames);
}

static StrataRows *
make_tasks (const StrataListRequest *request)
{
  g_autoptr (GArray) tasks = strata_long_tasks_find (request->trace, request->limits);

  return strata_task_rows_new (request->trace, (const StrataLongTask *) (gpointer) tasks->data, tasks->len);
}

static StrataRows *
make_phases (const StrataListRequest *request)
{
  g_autoptr (StrataFrames) frames = strata_frames_new (request->trace, NULL);
  g_autoptr (GArray) phases = strata_phases_find (frames);

  return strata_phase_rows_new (request->trace, (const StrataPhase *) (gpointer) phases->data, phases->len);
}

static StrataRows *
make_queues (const StrataListRequest *request)
{
  g_autoptr (GArray) tasks = strata_queue_tasks_find (request->trace);

  return strata_queue_rows_new (request->trace, tasks);
}

static StrataRows *
make_log (const StrataListRequest *request)
{
  g_autofree guint64 *bits = strata_list_search (request, STRATA_SEARCH_INSTANTS);

  return strata_log_rows_new (request->trace, bits);
}

const StrataListKind strata_list_chains = { "chains", make_chains };
const StrataListKind strata_list_frames = { "frames", make_frames };
const StrataListKind strata_list_tasks = { "tasks", make_tasks };
const StrataListKind strata_list_phases = { "phases", make_phases };
const StrataListKind strata_list_queues = { "queues", make_queues };
const StrataListKind strata_list_log = { "log", make_log, .can_search = TRUE };
