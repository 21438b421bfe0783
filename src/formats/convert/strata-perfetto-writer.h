/* strata-perfetto-writer.h - writes a trace as Perfetto packets
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "strata-clip.h"

G_BEGIN_DECLS

gboolean strata_perfetto_write (StrataTrace *trace, const StrataClip *clip, GOutputStream *stream, GCancellable *cancellable, GError **error);

G_END_DECLS
