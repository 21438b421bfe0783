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

/* The type of a pane, and its function that sets the session. */
#define PANE(name) strata_##name##_pane_get_type, (StrataPaneSetSession) strata_##name##_pane_set_session

/* By group, each in the order of its switcher. */
static const StrataPane panes[] = {
  { "selection", STRATA_PANES_SELECTION, N_ ("Selection"), "critical-path", "<Alt>1", FALSE, PANE (selection) },
  { "frames", STRATA_PANES_FRAMES, N_ ("Frames"), "slow-frame", "<Alt>2", FALSE, PANE (slow) },
  { "profile", STRATA_PANES_PROFILE, N_ ("Table"), "profile", "<Alt>3", TRUE, PANE (profile) },
  { "tree", STRATA_PANES_PROFILE, N_ ("Call Tree"), "profile", "<Alt>4", TRUE, PANE (tree) },
  { "flame", STRATA_PANES_PROFILE, N_ ("Flame Graph"), "profile", "<Alt>5", TRUE, PANE (flame) },
  { "slices", STRATA_PANES_DATA, N_ ("Slices"), "search", "<Alt>6", TRUE, PANE (slices) },
  { "usage", STRATA_PANES_DATA, N_ ("Usage"), "usage", "<Alt>7", TRUE, PANE (usage) },
  { "events", STRATA_PANES_DATA, N_ ("Events"), "search", "<Alt>8", TRUE, PANE (events) },
  { "bookmarks", STRATA_PANES_DATA, N_ ("Bookmarks"), "send", "<Alt>9", FALSE, PANE (bookmarks) },
  { "report", STRATA_PANES_DATA, N_ ("Warnings"), "warnings", "<Alt>0", FALSE, PANE (report) },
  { "query", STRATA_PANES_DATA, N_ ("Query"), "sql", "<Alt>q", FALSE, PANE (query) },
  { "log", STRATA_PANES_DATA, N_ ("Log"), "search", "<Alt>l", FALSE, PANE (log) },
};

/* Returns all panes, by group. */
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
