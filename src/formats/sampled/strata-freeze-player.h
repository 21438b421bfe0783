/* strata-freeze-player.h - turns a freeze log into a trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-log-clock.h"
#include "strata-stack-nodes.h"

G_BEGIN_DECLS

/* Something that took time. */
typedef struct
{
  gint64 owner;           /* id of a thread or a process */
  gboolean is_of_process; /* whether @owner is a process */
  gint64 begin_ns;        /* when it began; STRATA_NO_TIME if it is @length_ns before the end */
  gint64 end_ns;          /* when it ended; STRATA_NO_TIME for the time of the freeze */
  gint64 length_ns;       /* see @begin_ns */
  guint32 lane;           /* string id of its lane; STRATA_STRING_EMPTY for a call of a thread */
  guint32 name;           /* string id */
  guint32 attrs;          /* what else is known */
  gint64 cookie;          /* equal for the two ends of a call; or 0 */
  gboolean is_call;       /* whether its thread waits for the answer of another one */
  gboolean is_unfinished; /* whether it was still running at @end_ns */
} StrataFreezeSpan;

/* A number. */
typedef struct
{
  gint64 time_ns; /* when; STRATA_NO_TIME for the time of the freeze */
  gint64 pid;     /* a process, or -1 */
  int cpu;        /* a CPU, or -1 */
  guint32 name;   /* string id of a counter */
  gint64 value;   /* its value */
} StrataFreezeValue;

/* A line of the log, shown as an instant. */
typedef struct
{
  /* when; STRATA_NO_TIME for the time of the freeze; values below a day are a time of day on the
   * day of the freeze */
  gint64 time_ns;
  gint64 pid;    /* a process, or -1 for the one that froze */
  gint64 tid;    /* a thread, or -1 */
  guint32 track; /* string id of its track */
  guint32 name;  /* string id */
} StrataFreezeInstant;

typedef struct _StrataFreezePlayer StrataFreezePlayer;

StrataFreezePlayer *strata_freeze_player_new (StrataTraceBuilder *builder);
void strata_freeze_player_free (StrataFreezePlayer *self);
StrataStackNodes *strata_freeze_player_get_nodes (StrataFreezePlayer *self);
void strata_freeze_player_add_stack (StrataFreezePlayer *self, gint64 tid, gint64 time_ns, guint32 node, gboolean is_snapshot);
void strata_freeze_player_add_span (StrataFreezePlayer *self, const StrataFreezeSpan *span);
void strata_freeze_player_add_value (StrataFreezePlayer *self, const StrataFreezeValue *value);
void strata_freeze_player_add_instant (StrataFreezePlayer *self, const StrataFreezeInstant *instant);
void strata_freeze_player_name_thread (StrataFreezePlayer *self, gint64 tid, gint64 pid, guint32 name);
void strata_freeze_player_name_process (StrataFreezePlayer *self, gint64 pid, guint32 name);
void strata_freeze_player_name_process_short (StrataFreezePlayer *self, gint64 pid, guint32 name);
void strata_freeze_player_play (StrataFreezePlayer *self, gint64 freeze_ns, gint64 pid, StrataLogClock *clock);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataFreezePlayer, strata_freeze_player_free)

G_END_DECLS
