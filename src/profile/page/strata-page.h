/* strata-page.h - pieces of HTML reports
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-output.h"

G_BEGIN_DECLS

void strata_page_begin (StrataOutput *output, const char *title);
void strata_page_end (StrataOutput *output, const char *footer);
void strata_page_escaped (StrataOutput *output, const char *text);
void strata_page_element (StrataOutput *output, const char *open, const char *text, const char *close);
void strata_page_term (StrataOutput *output, const char *term, const char *text);
void strata_page_cell (StrataOutput *output, const char *css_class, const char *text);
void strata_page_value_cell (StrataOutput *output, const char *css_class, const char *text, double value);
void strata_page_begin_table (StrataOutput *output, const char *const *titles, guint n_titles, guint n_texts);
void strata_page_end_table (StrataOutput *output);

G_END_DECLS
