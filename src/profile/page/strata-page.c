/* strata-page.c - pieces of reports for browsers
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-page.h"

#include <glib/gi18n-lib.h>

#include "strata-page-files.h"

#define STYLE "/org/strataviewer/page/page.css"

/**
 * strata_page_escaped:
 * @output: where to write
 * @text: text from anywhere
 *
 * Writes text that a browser shows as it is.
 */
void
strata_page_escaped (StrataOutput *output,
                     const char *text)
{
  g_autofree char *escaped = g_markup_escape_text (text, -1);

  strata_output_plain (output, escaped);
}

/**
 * strata_page_element:
 * @output: where to write
 * @open: what begins it, in HTML
 * @text: text from anywhere
 * @close: what ends it, in HTML
 *
 * Writes text between two tags.
 */
void
strata_page_element (StrataOutput *output,
                     const char *open,
                     const char *text,
                     const char *close)
{
  strata_output_text (output, open);
  strata_page_escaped (output, text);
  strata_output_text (output, close);
}

static void
write_style (StrataOutput *output)
{
  strata_page_files_register_resource ();

  g_autoptr (GBytes) style = g_resources_lookup_data (STYLE, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  gsize n_bytes;
  const char *data = g_bytes_get_data (style, &n_bytes);

  strata_output_text (output, "<style>\n");
  strata_output_bytes (output, data, n_bytes);
  strata_output_text (output, "</style>\n");
}

/**
 * strata_page_begin:
 * @output: where to write
 * @title: the title of the page
 *
 * Begins a page that needs nothing else: its style is in it.
 */
void
strata_page_begin (StrataOutput *output,
                   const char *title)
{
  strata_output_text (output, "<!DOCTYPE html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
  strata_page_element (output, "<title>", title, "</title>\n");
  write_style (output);
  strata_page_element (output, "</head>\n<body>\n<h1>", title, "</h1>\n");
}

/**
 * strata_page_end:
 * @output: where to write
 * @footer: how the figures were made
 *
 * Ends a page.
 */
void
strata_page_end (StrataOutput *output,
                 const char *footer)
{
  strata_page_element (output, "<footer>", footer, "</footer>\n</body>\n</html>\n");
}

/**
 * strata_page_term:
 * @output: where to write
 * @term: a word
 * @text: what belongs to it
 *
 * Writes an entry of a list of terms.
 */
void
strata_page_term (StrataOutput *output,
                  const char *term,
                  const char *text)
{
  strata_page_element (output, "<dt>", term, "</dt>");
  strata_page_element (output, "<dd>", text, "</dd>");
}

/**
 * strata_page_cell:
 * @output: where to write
 * @css_class: class of the cell, or an empty string
 * @text: what is in it
 *
 * Writes a cell of a table.
 */
void
strata_page_cell (StrataOutput *output,
                  const char *css_class,
                  const char *text)
{
  strata_output_format (output, *css_class != '\0' ? "<td class=\"%s\">" : "<td>", css_class);
  strata_page_escaped (output, text);
  strata_output_text (output, "</td>");
}

/**
 * strata_page_begin_table:
 * @output: where to write
 * @titles: (array length=n_titles): titles of the columns, to be translated
 * @n_titles: how many
 * @n_texts: how many of the first columns are text, not figures
 *
 * Begins a table.
 */
void
strata_page_begin_table (StrataOutput *output,
                         const char *const *titles,
                         guint n_titles,
                         guint n_texts)
{
  strata_output_text (output, "<div class=\"wide\"><table><thead><tr>");
  for (guint i = 0; i < n_titles; i++)
    strata_page_element (output, i < n_texts ? "<th class=\"text\">" : "<th>", _ (titles[i]), "</th>");
  strata_output_text (output, "</tr></thead><tbody>\n");
}

/**
 * strata_page_end_table:
 * @output: where to write
 *
 * Ends a table.
 */
void
strata_page_end_table (StrataOutput *output)
{
  strata_output_text (output, "</tbody></table></div>\n");
}
