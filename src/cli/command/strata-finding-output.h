/* strata-finding-output.h - a finding is written as a file
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-clip.h"

G_BEGIN_DECLS

gboolean strata_finding_output_write (StrataTrace *trace, const StrataClip *clip, const char *note, const char *path, GError **error);
gboolean strata_finding_output_write_page (StrataTrace *trace, const StrataClip *clip, const char *note, const char *input, const char *path, GError **error);

G_END_DECLS
