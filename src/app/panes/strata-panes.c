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

/* In the order of the tabs. */
static const StrataPane panes[] = {
  { "profile", N_ ("Profile"), "<Alt>1", create_profile },
  { "tree", N_ ("Call tree"), "<Alt>2", create_tree },
  { "flame", N_ ("Flame graph"), "<Alt>3", create_flame },
  { "selection", N_ ("Selection"), "<Alt>4", create_selection },
  { "frames", N_ ("Frames"), "<Alt>5", create_frames },
  { "slices", N_ ("Slices"), "<Alt>6", create_slices },
  { "usage", N_ ("Usage"), "<Alt>7", create_usage },
  { "events", N_ ("Events"), "<Alt>8", create_events },
  { "bookmarks", N_ ("Bookmarks"), "<Alt>9", create_bookmarks },
  { "report", N_ ("Import report"), "<Alt>0", create_report },
  { "query", N_ ("Query"), "<Alt>q", create_query },
};

/**
 * strata_panes_get:
 * @n_panes: (out): how many there are
 *
 * Returns: (transfer none) (array length=n_panes): all panes, in the order of their tabs
 */
const StrataPane *
strata_panes_get (guint *n_panes)
{
  *n_panes = G_N_ELEMENTS (panes);

  return panes;
}
