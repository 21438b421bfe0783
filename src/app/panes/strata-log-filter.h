/* strata-log-filter.h - which lines of a log are listed
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "strata-log-rows.h"
#include "strata-profile-names.h"

G_BEGIN_DECLS

/**
 * StrataLogIndex:
 * @rows: (owned): the lines
 * @processes: (element-type guint32) (owned): those that have lines, in the order of their first
 * @tags: (element-type utf8) (owned): those of the lines, by name
 *
 * A log, and what its lines can be chosen by.
 */
typedef struct
{
  StrataRows *rows;
  GArray *processes;
  GPtrArray *tags;
} StrataLogIndex;

StrataLogIndex *strata_log_index_new (StrataTrace *trace, GCancellable *cancellable);
void strata_log_index_free (StrataLogIndex *self);

/**
 * StrataLogFilter:
 * @least_level: of the lines, see strata_log_rows_get_level()
 * @process: index of a process, or %STRATA_NONE for all
 * @tag: (nullable) (owned): a tag, or %NULL for all
 * @words: (nullable) (owned): what lines must have in them, or %NULL for all
 *
 * What is listed: all of it has to be true.
 */
typedef struct
{
  guint least_level;
  guint32 process;
  char *tag;
  StrataProfileFilter *words;
} StrataLogFilter;

void strata_log_filter_clear (StrataLogFilter *self);
GArray *strata_log_filter_list (const StrataLogFilter *self, StrataRows *rows, StrataTrace *trace, GCancellable *cancellable);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataLogIndex, strata_log_index_free)

G_END_DECLS
