/* strata-stack-lines.h - the lines of a text with stacks
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-log-lines.h"
#include "strata-trace-builder.h"

G_BEGIN_DECLS

/**
 * StrataStackLineTake:
 * @data: the caller's data
 * @line: a line, without its end
 *
 * Reads a line.
 *
 * Returns: whether the line is known
 */
typedef gboolean (*StrataStackLineTake) (gpointer data, StrataText line);

gboolean strata_stack_lines_read (StrataLogLines *lines, StrataSource *source, StrataTraceBuilder *builder, StrataStackLineTake take, gpointer data, GError **error);

G_END_DECLS
