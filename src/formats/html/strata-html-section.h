/* strata-html-section.h - extracts a section of trace data from a page
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-decoder.h"

G_BEGIN_DECLS

/* How a section ended. */
typedef struct
{
  gboolean is_found;   /* whether the section has its own end, not just the end of the page */
  gboolean is_in_line; /* whether the end follows text on the same line; a line end was inserted between them */
} StrataHtmlEnd;

StrataDecoder *strata_html_section_new (StrataHtmlEnd *end);
StrataDecoder *strata_html_string_new (StrataHtmlEnd *end);

G_END_DECLS
