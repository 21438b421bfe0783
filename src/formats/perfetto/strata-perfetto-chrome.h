/* strata-perfetto-chrome.h - names of Chrome's processes and threads by their types
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-ftrace-line.h"

G_BEGIN_DECLS

StrataText strata_perfetto_chrome_get_process (guint64 type);
StrataText strata_perfetto_chrome_get_thread (guint64 type);

G_END_DECLS
