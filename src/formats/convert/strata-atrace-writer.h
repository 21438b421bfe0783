/* strata-atrace-writer.h - writes a trace as atrace text
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "strata-out-ids.h"

G_BEGIN_DECLS

/**
 * StrataAtraceOutput:
 * @data: of the caller
 * @text: whole lines
 * @n_bytes: their length
 * @error: return location for an error
 *
 * Takes text.
 *
 * Returns: %FALSE if writing failed or was cancelled
 */
typedef gboolean (*StrataAtraceOutput) (gpointer data, const char *text, gsize n_bytes, GError **error);

gboolean strata_atrace_write (StrataTrace *trace, const StrataClip *clip, GOutputStream *stream, GCancellable *cancellable, GError **error);
gboolean strata_atrace_has_kernel (StrataTrace *trace);
gboolean strata_atrace_write_kernel (StrataTrace *trace, const StrataClip *clip, StrataOutForm form, StrataAtraceOutput output, gpointer data, GError **error);

G_END_DECLS
