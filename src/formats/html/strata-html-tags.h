/* strata-html-tags.h - where the trace data of a page begins and ends
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* How much of a page one decision may look at. */
#define STRATA_HTML_MAX_TAG_BYTES 4096
#define STRATA_HTML_MAX_JUDGED_BYTES (16 * 1024)

/**
 * StrataHtmlVerdict:
 * @STRATA_HTML_NO: it is not
 * @STRATA_HTML_YES: it is
 * @STRATA_HTML_MORE: more input is needed to decide
 *
 * Whether something is a tag.
 */
typedef enum
{
  STRATA_HTML_NO,
  STRATA_HTML_YES,
  STRATA_HTML_MORE,
} StrataHtmlVerdict;

StrataHtmlVerdict strata_html_judge_begin (const char *p, const char *end, gboolean is_last, const char **data);
StrataHtmlVerdict strata_html_judge_string (const char *p, const char *end, gboolean is_last, const char **data);
StrataHtmlVerdict strata_html_judge_end (const char *p, const char *end, gboolean is_last, gboolean is_first, const char **after);

G_END_DECLS
