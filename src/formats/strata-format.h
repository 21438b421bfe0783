/* strata-format.h - the formats that can be read
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-source.h"
#include "strata-trace-builder.h"

G_BEGIN_DECLS

/**
 * StrataFormat:
 * @id: name for programs, such as "traceview"
 * @name: (nullable): name for people, not translated (formats have proper names)
 * @suffixes: (array zero-terminated=1): what its files are usually called; never decides anything
 * @sniff: looks at the first bytes, at most 64 KiB, does no I/O; 0 for "surely not" to 100 for "surely"
 * @load: reads everything into the builder. What is cut or odd is counted in the builder's
 *   diagnostics; %FALSE and an error only when nothing could be used or the user cancelled
 * @is_text: whether it consists of lines, so that a gap does not keep from reading what follows
 * @unfinished_end: where slices without an end are taken to end
 *
 * A format. Content alone decides which one a file has.
 */
typedef struct
{
  const char *id;
  const char *name;
  const char *const *suffixes;
  int (*sniff) (const guint8 *data, gsize n_bytes);
  gboolean (*load) (StrataSource *source, StrataTraceBuilder *builder, GError **error);
  gboolean is_text;
  StrataUnfinishedEnd unfinished_end;
} StrataFormat;

const StrataFormat *const *strata_format_get_all (void);
const StrataFormat *strata_format_sniff (const guint8 *data, gsize n_bytes);

extern const StrataFormat strata_format_ftrace;
extern const StrataFormat strata_format_rhea;
extern const StrataFormat strata_format_html;
extern const StrataFormat strata_format_traceview;

G_END_DECLS
