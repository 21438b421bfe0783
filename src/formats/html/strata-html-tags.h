/* strata-html-tags.h - finds the start and end of a page's trace data
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* How much of a page may be examined for one decision. */
#define STRATA_HTML_MAX_TAG_BYTES 4096
#define STRATA_HTML_MAX_JUDGED_BYTES (16 * 1024)

/* Whether some text is the tag in question. */
typedef enum
{
  STRATA_HTML_NO,   /* no */
  STRATA_HTML_YES,  /* yes */
  STRATA_HTML_MORE, /* more input is needed to decide */
} StrataHtmlVerdict;

StrataHtmlVerdict strata_html_judge_begin (const char *p, const char *end, gboolean is_last, const char **data);
StrataHtmlVerdict strata_html_judge_string (const char *p, const char *end, gboolean is_last, const char **data);
StrataHtmlVerdict strata_html_judge_end (const char *p, const char *end, gboolean is_last, gboolean is_first, const char **after);

G_END_DECLS
