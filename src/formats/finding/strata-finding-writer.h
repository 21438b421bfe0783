/* strata-finding-writer.h - writes a trace and its view into one file
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "strata-out-form.h"
#include "strata-progress.h"

G_BEGIN_DECLS

/* The parts of a finding. */
typedef struct
{
  StrataTrace *trace; /* the trace */
  StrataClip clip;    /* the part of it to write; not used with @capture */
  GFile *capture;     /* nullable: the file that the trace was read from, to write it whole and unchanged */
  const char *notes;  /* the view of the trace; see strata_finding_notes_to_text() */
} StrataFindingFile;

gboolean strata_finding_file_can_hold (GFile *file);
StrataOutForm strata_finding_file_get_form (StrataTrace *trace);
gboolean strata_finding_file_write (const StrataFindingFile *self, GOutputStream *stream, StrataProgress *progress, GCancellable *cancellable, GError **error);

G_END_DECLS
