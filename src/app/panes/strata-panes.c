/* strata-panes.c - the panes of a trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-panes.h"

#include <glib/gi18n-lib.h>

#include "strata-bookmarks-pane.h"
#include "strata-events-pane.h"
#include "strata-flame-pane.h"
#include "strata-log-pane.h"
#include "strata-profile-pane.h"
#include "strata-query-pane.h"
#include "strata-report-pane.h"
#include "strata-selection-pane.h"
#include "strata-slices-pane.h"
#include "strata-slow-pane.h"
#include "strata-tree-pane.h"
#include "strata-usage-pane.h"

static const char *const group_titles[] = {
  [STRATA_PANES_SELECTION] = N_ ("Selection"),
  [STRATA_PANES_FRAMES] = N_ ("Frames and Tasks"),
  [STRATA_PANES_PROFILE] = N_ ("Profile"),
  [STRATA_PANES_DATA] = N_ ("Data"),
};

/* By group, each in the order of its switcher. */
static const StrataPane panes[] = {
  { "selection", STRATA_PANES_SELECTION, N_ ("Selection"), "critical-path", "<Alt>1", FALSE, strata_selection_pane_new },
  { "frames", STRATA_PANES_FRAMES, N_ ("Frames"), "slow-frame", "<Alt>2", FALSE, strata_slow_pane_new },
  { "profile", STRATA_PANES_PROFILE, N_ ("Table"), "profile", "<Alt>3", TRUE, strata_profile_pane_new },
  { "tree", STRATA_PANES_PROFILE, N_ ("Call Tree"), "profile", "<Alt>4", TRUE, strata_tree_pane_new },
  { "flame", STRATA_PANES_PROFILE, N_ ("Flame Graph"), "profile", "<Alt>5", TRUE, strata_flame_pane_new },
  { "slices", STRATA_PANES_DATA, N_ ("Slices"), "search", "<Alt>6", TRUE, strata_slices_pane_new },
  { "usage", STRATA_PANES_DATA, N_ ("Usage"), "usage", "<Alt>7", TRUE, strata_usage_pane_new },
  { "events", STRATA_PANES_DATA, N_ ("Events"), "search", "<Alt>8", TRUE, strata_events_pane_new },
  { "bookmarks", STRATA_PANES_DATA, N_ ("Bookmarks"), "send", "<Alt>9", FALSE, strata_bookmarks_pane_new },
  { "report", STRATA_PANES_DATA, N_ ("Warnings"), "warnings", "<Alt>0", FALSE, strata_report_pane_new },
  { "query", STRATA_PANES_DATA, N_ ("Query"), "sql", "<Alt>q", FALSE, strata_query_pane_new },
  { "log", STRATA_PANES_DATA, N_ ("Log"), "search", "<Alt>l", FALSE, strata_log_pane_new },
};

/**
 * strata_panes_get:
 * @n_panes: (out): how many there are
 *
 * Returns: (transfer none) (array length=n_panes): all panes, by group
 */
const StrataPane *
strata_panes_get (guint *n_panes)
{
  *n_panes = G_N_ELEMENTS (panes);

  return panes;
}

/* Returns the title of its tab, translated. */
const char *
strata_panes_get_group_title (StrataPaneGroup group)
{
  return _ (group_titles[group]);
}
