/* strata-dmtrace-page.h - the output of dmtracedump's reports
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-method-sums.h"
#include "strata-output.h"

G_BEGIN_DECLS

/* The output of a report. Numbers never depend on the language; sums of percentages are doubles,
 * which matters if clocks stepped back. */
typedef struct
{
  StrataOutput *output;  /* where to write */
  gboolean is_html;      /* whether it is a page or plain text */
  gboolean keeps_spaces; /* whether spaces are encoded so that a browser keeps them */
  const char *url;       /* nullable: the URL of the page's script for sorting */
} StrataDmtracePage;

void strata_dmtrace_page_fixed (StrataDmtracePage *self, const char *name);
void strata_dmtrace_page_head (StrataDmtracePage *self);
void strata_dmtrace_page_cell (StrataDmtracePage *self, int width, const char *text);
void strata_dmtrace_page_number (StrataDmtracePage *self, int width, guint64 number);
void strata_dmtrace_page_percent (StrataDmtracePage *self, int width, int n_decimals, double part, double whole);
void strata_dmtrace_page_calls (StrataDmtracePage *self, int width, guint64 n, char separator, guint64 m);
void strata_dmtrace_page_index (StrataDmtracePage *self, int width, guint32 index);
void strata_dmtrace_page_escaped (StrataDmtracePage *self, const char *text);
void strata_dmtrace_page_method (StrataDmtracePage *self, const StrataMethodSum *method);

G_END_DECLS
