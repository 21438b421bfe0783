/* strata-open-request.h - what to show once a file is open
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "strata-load-job.h"
#include "strata-session.h"

G_BEGIN_DECLS

char *strata_open_request_new (const char *select, const char *span, const char *mapping, StrataReading reading, GPtrArray *files);
GFile *strata_open_request_dup_mapping (const char *request);
StrataReading strata_open_request_get_reading (const char *request);
GPtrArray *strata_open_request_dup_files (const char *request);
gboolean strata_open_request_reach (const char *request, StrataSession *session, GError **error);

G_END_DECLS
