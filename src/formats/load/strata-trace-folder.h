/* strata-trace-folder.h - the traces in a folder
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* How many files of a folder are looked at. */
#define STRATA_TRACE_FOLDER_MOST 1000

/* A file of a folder that looks like a trace. */
typedef struct
{
  GFile *file;        /* owned */
  char *name;         /* owned: for the user */
  const char *format; /* static: the name of its format */
  guint64 n_bytes;    /* its size */
} StrataFolderTrace;

GPtrArray *strata_trace_folder_list (GFile *folder, GCancellable *cancellable, GError **error);

G_END_DECLS
