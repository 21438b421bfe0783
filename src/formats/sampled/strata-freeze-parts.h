/* strata-freeze-parts.h - parses lines of a freeze log
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-log-clock.h"

G_BEGIN_DECLS

/* An event of an EventHandler. Format: its dump, "Event { send thread = …, … }". */
typedef struct
{
  gint64 sender;       /* the thread that posted it, or -1 */
  gint64 send_ns;      /* when it was posted, or STRATA_NO_TIME */
  gint64 handle_ns;    /* when it was due, or STRATA_NO_TIME */
  gint64 trigger_ns;   /* when it began, or STRATA_NO_TIME */
  gint64 complete_ns;  /* when it ended, or STRATA_NO_TIME */
  StrataText priority; /* its priority, or empty */
  StrataText name;     /* its name, or empty */
  StrataText id;       /* its number, or empty */
  StrataText caller;   /* the function that posted it, or empty */
} StrataFreezeTask;

/* A line of BinderCatcher. */
typedef struct
{
  gint64 client_pid;   /* the calling process */
  gint64 client_tid;   /* its thread */
  gint64 server_pid;   /* the called process */
  gint64 server_tid;   /* its thread; 0 if no thread has taken the call */
  gint64 wait_ns;      /* how long the call had waited */
  gboolean is_one_way; /* whether the caller does not wait */
  StrataText code;     /* transaction code */
} StrataFreezeCall;

gboolean strata_freeze_task_parse (StrataLogClock *clock, StrataText line, StrataFreezeTask *task);
gboolean strata_freeze_call_parse (StrataText line, StrataFreezeCall *call);
guint strata_freeze_parse_numbers (StrataText text, gint64 *numbers, guint n_wanted, StrataText *rest);
gboolean strata_freeze_find (StrataText line, const char *word, StrataText *rest);

G_END_DECLS
