/* strata-process-list.h - lists of the threads that ran while a capture was made
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-event-tasks.h"

G_BEGIN_DECLS

typedef struct _StrataProcessList StrataProcessList;

StrataProcessList *strata_process_list_new (void);
void strata_process_list_free (StrataProcessList *self);
gboolean strata_process_list_is_list (const char *data, gsize n_bytes);
gboolean strata_process_list_take_line (StrataProcessList *self, StrataText line);
void strata_process_list_add (StrataProcessList *self, guint32 tid, guint32 pid, StrataText comm, StrataText name);
void strata_process_list_apply (const StrataProcessList *self, StrataEventTasks *tasks);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataProcessList, strata_process_list_free)

G_END_DECLS
