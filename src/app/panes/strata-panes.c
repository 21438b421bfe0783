/* strata-panes.c - the panes that a trace may be looked at in
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

static GtkWidget *
create_profile (StrataSession *session)
{
  GtkWidget *pane = strata_profile_pane_new ();

  strata_profile_pane_set_session (STRATA_PROFILE_PANE (pane), session);
  return pane;
}

static GtkWidget *
create_tree (StrataSession *session)
{
  GtkWidget *pane = strata_tree_pane_new ();

  strata_tree_pane_set_session (STRATA_TREE_PANE (pane), session);
  return pane;
}

static GtkWidget *
create_flame (StrataSession *session)
{
  GtkWidget *pane = strata_flame_pane_new ();

  strata_flame_pane_set_session (STRATA_FLAME_PANE (pane), session);
  return pane;
}

static GtkWidget *
create_selection (StrataSession *session)
{
  GtkWidget *pane = strata_selection_pane_new ();

  strata_selection_pane_set_session (STRATA_SELECTION_PANE (pane), session);
  return pane;
}

static GtkWidget *
create_frames (StrataSession *session)
{
  GtkWidget *pane = strata_slow_pane_new ();

  strata_slow_pane_set_session (STRATA_SLOW_PANE (pane), session);
  return pane;
}

static GtkWidget *
create_usage (StrataSession *session)
{
  GtkWidget *pane = strata_usage_pane_new ();

  strata_usage_pane_set_session (STRATA_USAGE_PANE (pane), session);
  return pane;
}

static GtkWidget *
create_slices (StrataSession *session)
{
  GtkWidget *pane = strata_slices_pane_new ();

  strata_slices_pane_set_session (STRATA_SLICES_PANE (pane), session);
  return pane;
}

static GtkWidget *
create_events (StrataSession *session)
{
  GtkWidget *pane = strata_events_pane_new ();

  strata_events_pane_set_session (STRATA_EVENTS_PANE (pane), session);
  return pane;
}

static GtkWidget *
create_bookmarks (StrataSession *session)
{
  GtkWidget *pane = strata_bookmarks_pane_new ();

  strata_bookmarks_pane_set_session (STRATA_BOOKMARKS_PANE (pane), session);
  return pane;
}

static GtkWidget *
create_report (StrataSession *session)
{
  GtkWidget *pane = strata_report_pane_new ();

  strata_report_pane_set_session (STRATA_REPORT_PANE (pane), session);
  return pane;
}

static GtkWidget *
create_query (StrataSession *session)
{
  GtkWidget *pane = strata_query_pane_new ();

  strata_query_pane_set_session (STRATA_QUERY_PANE (pane), session);
  return pane;
}

static GtkWidget *
create_log (StrataSession *session)
{
  GtkWidget *pane = strata_log_pane_new ();

  strata_log_pane_set_session (STRATA_LOG_PANE (pane), session);
  return pane;
}

static const char *const group_titles[] = {
  [STRATA_PANES_SELECTION] = N_ ("Selection"),
  [STRATA_PANES_FRAMES] = N_ ("Frames and Tasks"),
  [STRATA_PANES_PROFILE] = N_ ("Profile"),
  [STRATA_PANES_DATA] = N_ ("Data"),
};

/* By group, each in the order of its switcher. */
static const StrataPane panes[] = {
  { "selection", STRATA_PANES_SELECTION, N_ ("Selection"), "critical-path", "<Alt>1", FALSE, create_selection },
  { "frames", STRATA_PANES_FRAMES, N_ ("Frames"), "slow-frame", "<Alt>2", FALSE, create_frames },
  { "profile", STRATA_PANES_PROFILE, N_ ("Table"), "profile", "<Alt>3", TRUE, create_profile },
  { "tree", STRATA_PANES_PROFILE, N_ ("Call Tree"), "profile", "<Alt>4", TRUE, create_tree },
  { "flame", STRATA_PANES_PROFILE, N_ ("Flame Graph"), "profile", "<Alt>5", TRUE, create_flame },
  { "slices", STRATA_PANES_DATA, N_ ("Slices"), "search", "<Alt>6", TRUE, create_slices },
  { "usage", STRATA_PANES_DATA, N_ ("Usage"), "usage", "<Alt>7", TRUE, create_usage },
  { "events", STRATA_PANES_DATA, N_ ("Events"), "search", "<Alt>8", TRUE, create_events },
  { "bookmarks", STRATA_PANES_DATA, N_ ("Bookmarks"), "send", "<Alt>9", FALSE, create_bookmarks },
  { "report", STRATA_PANES_DATA, N_ ("Warnings"), "warnings", "<Alt>0", FALSE, create_report },
  { "query", STRATA_PANES_DATA, N_ ("Query"), "sql", "<Alt>q", FALSE, create_query },
  { "log", STRATA_PANES_DATA, N_ ("Log"), "search", "<Alt>l", FALSE, create_log },
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

/**
 * strata_panes_get_group_title:
 *
 * Returns: (transfer none): what its tab says, translated
 */
const char *
strata_panes_get_group_title (StrataPaneGroup group)
{
  return _ (group_titles[group]);
}
