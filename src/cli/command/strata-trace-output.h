/* strata-trace-output.h - writes a trace in the format of a file name
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-out-form.h"

G_BEGIN_DECLS

void strata_trace_output_note_losses (StrataTrace *trace, const StrataClip *clip, StrataOutForm form, const char *path);
gboolean strata_trace_output_write (StrataTrace *trace, const StrataClip *clip, const char *path, GError **error);

G_END_DECLS
