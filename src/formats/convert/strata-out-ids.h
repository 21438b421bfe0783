/* strata-out-ids.h - ids of processes and threads of several devices in one file
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-out-form.h"

G_BEGIN_DECLS

/* Ids that are unique across devices, for formats that only support one device, and across
 * processes, for formats that do not name a process with each thread. In a part of a trace, a
 * reused id means the process or thread that is alive there; remaining items of others get another
 * id. */
typedef struct
{
  guint n_made; /* how many ids differ from those of the processes and threads on their devices */

  /* private */
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
