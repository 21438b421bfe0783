/* strata-out-ids.h - ids of processes and threads of several devices in one file
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-clip.h"

G_BEGIN_DECLS

/**
 * StrataOutForm:
 * @STRATA_OUT_TEXT: text of atrace, which does not say with each id of a thread of which process it is
 * @STRATA_OUT_PERFETTO: packets of Perfetto, whose ids of processes have 32 bits with a sign
 * @STRATA_OUT_JSON: JSON of Chrome
 *
 * What is written.
 */
typedef enum
{
  STRATA_OUT_TEXT,
  STRATA_OUT_PERFETTO,
  STRATA_OUT_JSON,
} StrataOutForm;

/**
 * StrataOutIds:
 * @n_made: how many ids are not those that the processes and threads have on their devices
 *
 * Ids with which formats that know of one device only can tell those of several apart, and those that
 * do not name a process with each thread can tell threads apart that only their programs know by their ids. In a
 * part of a trace, an id that is used again means the one that is alive there; what others have left behind gets another.
 */
typedef struct
{
  guint n_made;

  /*< private >*/
  gint64 *pids;           /* owned: by index of the process */
  gint64 *tids;           /* owned: by index of the thread */
  gboolean *are_left_out; /* owned: by index of the process */
} StrataOutIds;

void strata_out_ids_init (StrataOutIds *self, StrataTrace *trace, const StrataClip *clip, StrataOutForm form);
void strata_out_ids_clear (StrataOutIds *self);
gint64 strata_out_ids_get_pid (const StrataOutIds *self, guint32 process);
gint64 strata_out_ids_get_tid (const StrataOutIds *self, guint32 thread);
gboolean strata_out_ids_has_process (const StrataOutIds *self, guint32 process);
guint strata_out_ids_count_made (StrataTrace *trace, const StrataClip *clip, StrataOutForm form);

G_END_DECLS
