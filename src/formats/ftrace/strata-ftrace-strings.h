/* strata-ftrace-strings.h - a string pool with a memory of what came lately
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-ftrace-line.h"
#include "strata-string-pool.h"

G_BEGIN_DECLS

typedef struct _StrataFtraceStrings StrataFtraceStrings;

StrataFtraceStrings *strata_ftrace_strings_new (StrataStringPool *pool);
void strata_ftrace_strings_free (StrataFtraceStrings *self);
guint32 strata_ftrace_strings_intern (StrataFtraceStrings *self, StrataText text);
StrataText strata_ftrace_strings_get (const StrataFtraceStrings *self, guint32 id);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataFtraceStrings, strata_ftrace_strings_free)

G_END_DECLS
