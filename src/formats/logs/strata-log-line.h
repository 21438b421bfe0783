/* strata-log-line.h - a line of a log
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-log-clock.h"

G_BEGIN_DECLS

typedef enum
{
  STRATA_LOG_NONE,    /* not a line of a log */
  STRATA_LOG_NOTE,    /* a line between entries, such as "--------- beginning of main" */
  STRATA_LOG_ANDROID, /* of logcat */
  STRATA_LOG_HARMONY, /* of hilog */
  STRATA_LOG_KERNEL,  /* of the kernel log */
  STRATA_LOG_SYSTEM,  /* of syslog, or of systemd's journal */
  STRATA_LOG_HEAD,    /* the head of an entry of "logcat -v long"; its message is in the lines that follow, up to an empty one */
} StrataLogLineKind;

/* A parsed line. Texts borrow the memory of the line. */
typedef struct
{
  StrataLogLineKind kind; /* the kind of line */
  gboolean has_date;      /* whether @time_ns is since 1970; otherwise since boot */
  gint64 time_ns;         /* when it was written */
  gint64 pid;             /* the process that wrote it, or -1 */
  gint64 tid;             /* the thread that wrote it, or -1 */
  char level;             /* 'V', 'D', 'I', 'W', 'E' or 'F' */
  StrataText tag;         /* its tag, without the domain of hilog */
  StrataText domain;      /* the domain of hilog, such as "C02d10"; else empty */
  StrataText message;     /* the rest */
} StrataLogLine;

StrataLogLineKind strata_log_line_parse (StrataLogClock *clock, StrataText text, StrataLogLine *line);
StrataText strata_log_find_host (StrataLogClock *clock, StrataText text);
void strata_log_line_take_host (StrataLogLine *line, StrataText host);

G_END_DECLS
