/* strata-sql-tracks.h - what a row of track is about
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-sql-source.h"

G_BEGIN_DECLS

/* Lanes of the kernel are called this, followed by a device or a CPU. */
#define STRATA_SQL_RUNTIME_POWER "runtime power "
#define STRATA_SQL_HOTPLUG "CPU Hotplug "

/* The thread, process or CPU of a track, or NULL. */
gint64 strata_sql_track_get_utid (StrataSqlSource *source, guint32 row);
gint64 strata_sql_track_get_upid (StrataSqlSource *source, guint32 row);
gint64 strata_sql_track_get_ucpu (StrataSqlSource *source, guint32 row);
/* The name of a track, or %NULL. */
const char *strata_sql_track_get_name (StrataSqlSource *source, guint32 row);
/* The name on the timeline of a lane of the kernel, or the empty string. */
const char *strata_sql_track_get_lane (StrataSqlSource *source, guint32 row);
/* The place of a track in the tree of lanes, or 0. */
guint32 strata_sql_track_get_place (StrataSqlSource *source, guint32 row);
/* The counter of a track, or %STRATA_NONE. */
guint32 strata_sql_track_get_counter (StrataSqlSource *source, guint32 row);

/* strata-sql-counter-types.c: what the names of counters of one kind look like in PerfettoSQL. */
struct _StrataSqlCounterType
{
  const char *owner;   /* cpu_counter, process_counter or global_counter */
  const char *pattern; /* of names; with up to two stars */
  const char *type;
  const char *keys[3]; /* (nullable): keys of the arguments with what is at the stars */
};

/* Of other counters only the owner is known. */
const char *strata_sql_counter_get_owner (StrataSqlSource *source, guint32 counter);
const StrataSqlCounterType *strata_sql_counter_find_type (StrataSqlSource *source, guint32 counter);
/* What is at a star of the pattern in the name; %NULL if it is empty. */
char *strata_sql_counter_type_dup_part (const StrataSqlCounterType *type, const char *name, guint star);

/* strata-sql-track-args.c: adds an argument. */
typedef void (*StrataSqlAddArg) (gpointer data, const char *key, const char *value);

void strata_sql_track_list_args (StrataSqlSource *source, guint32 row, gboolean is_source, StrataSqlAddArg add, gpointer data);

G_END_DECLS
