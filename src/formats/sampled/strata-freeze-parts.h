/* strata-freeze-parts.h - parses lines of a freeze log
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-log-clock.h"

G_BEGIN_DECLS

/**
 * StrataFreezeTask:
 * @sender: the thread that posted it, or -1
 * @send_ns: when it was posted, or %STRATA_NO_TIME
 * @handle_ns: when it was due, or %STRATA_NO_TIME
 * @trigger_ns: when it began, or %STRATA_NO_TIME
 * @complete_ns: when it ended, or %STRATA_NO_TIME
 * @priority: its priority, or empty
 * @name: its name, or empty
 * @id: its number, or empty
 * @caller: the function that posted it, or empty
 *
 * An event of an EventHandler. Format: its dump, "Event { send thread = …, … }".
 */
typedef struct
{
  gint64 sender;
  gint64 send_ns;
  gint64 handle_ns;
  gint64 trigger_ns;
  gint64 complete_ns;
  StrataText priority;
  StrataText name;
  StrataText id;
  StrataText caller;
} StrataFreezeTask;

/**
 * StrataFreezeCall:
 * @client_pid: the calling process
 * @client_tid: its thread
 * @server_pid: the called process
 * @server_tid: its thread; 0 if no thread has taken the call
 * @wait_ns: how long the call had waited
 * @is_one_way: whether the caller does not wait
 * @code: transaction code
 *
 * A line of BinderCatcher.
 */
typedef struct
{
  gint64 client_pid;
  gint64 client_tid;
  gint64 server_pid;
  gint64 server_tid;
  gint64 wait_ns;
  gboolean is_one_way;
  StrataText code;
} StrataFreezeCall;

gboolean strata_freeze_task_parse (StrataLogClock *clock, StrataText line, StrataFreezeTask *task);
gboolean strata_freeze_call_parse (StrataText line, StrataFreezeCall *call);
guint strata_freeze_parse_numbers (StrataText text, gint64 *numbers, guint n_wanted, StrataText *rest);
gboolean strata_freeze_find (StrataText line, const char *word, StrataText *rest);

G_END_DECLS
