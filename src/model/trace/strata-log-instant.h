/* strata-log-instant.h - lines of logs
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-trace.h"

G_BEGIN_DECLS

/* The name of the tracks with lines of logs. */
#define STRATA_LOG_TRACK "log"

/* The parts of a line. */
typedef struct
{
  char level;          /* 'V', 'D', 'I', 'W', 'E' or 'F', or another letter or digit of its log */
  gboolean has_tag;    /* whether it has a tag */
  const char *tag;     /* its tag, not NUL-terminated; without a tag, the text after the level */
  gsize n_tag_bytes;   /* the length of @tag */
  const char *message; /* nullable: what follows the tag */
} StrataLogInstant;

gboolean strata_log_instant_is (StrataTrace *trace, guint32 instant);
StrataLogInstant strata_log_instant_split (const char *text);

G_END_DECLS
