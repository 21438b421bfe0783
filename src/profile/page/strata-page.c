/* strata-page.c - pieces of HTML reports
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-page.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "strata-page-files.h"

/* The policy forbids fetching anything, whatever a capture contains. */
#define POLICY "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:\">\n"
#define STYLE "/org/strataviewer/page/page.css"
#define SCRIPT "/org/strataviewer/page/page.js"

/**
 * strata_page_escaped:
 * @output: where to write
 * @text: text from anywhere
 *
 * Writes text, escaped so that a browser shows it as is.
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
 * @open: HTML before it
 * @text: text from anywhere
 * @close: HTML after it
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
write_file (StrataOutput *output,
            const char *open,
            const char *path,
            const char *close)
{
  strata_page_files_register_resource ();

  g_autoptr (GBytes) bytes = g_resources_lookup_data (path, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  gsize n_bytes;
  const char *data = g_bytes_get_data (bytes, &n_bytes);

  strata_output_text (output, open);
  strata_output_bytes (output, data, n_bytes);
  strata_output_text (output, close);
}

/* Texts of the script, in the language of the user. */
static void
write_words (StrataOutput *output)
{
  const struct
  {
    const char *name;
    const char *text;
  } words[] = {
    { "filter", _ ("Filter rows") },
    { "zoom-in", _ ("Zoom in") },
    { "zoom-out", _ ("Zoom out") },
    { "zoom-all", _ ("Show all") },
    { "widths-a", _ ("Widths of A") },
    { "widths-b", _ ("Widths of B") },
    { "flame", _ ("Flame graph; click a box to zoom in") },
  };

  strata_output_text (output, "<body");
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      strata_output_format (output, " data-%s=\"", words[i].name);
      strata_page_escaped (output, words[i].text);
      strata_output_char (output, '"');
    }
  strata_output_text (output, ">\n");
}

/**
 * strata_page_begin:
 * @output: where to write
 * @title: the title of the page
 *
 * Begins a self-contained page: its style and script are embedded.
 */
void
strata_page_begin (StrataOutput *output,
                   const char *title)
{
  strata_output_text (output, "<!DOCTYPE html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n" POLICY "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
  strata_page_element (output, "<title>", title, "</title>\n");
  write_file (output, "<style>\n", STYLE, "</style>\n</head>\n");
  write_words (output);
  strata_page_element (output, "<h1>", title, "</h1>\n");
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
  strata_page_element (output, "<footer>", footer, "</footer>\n");
  write_file (output, "<script>\n", SCRIPT, "</script>\n</body>\n</html>\n");
}

/**
 * strata_page_term:
 * @output: where to write
 * @term: a word
 * @text: its description
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
 * @text: its content
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
 * strata_page_value_cell:
 * @output: where to write
 * @css_class: class of the cell, or an empty string
 * @text: its content
 * @value: the sort value; NaN when not known
 *
 * Writes a cell with a figure.
 */
void
strata_page_value_cell (StrataOutput *output,
                        const char *css_class,
                        const char *text,
                        double value)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  strata_output_text (output, "<td");
  if (!isnan (value))
    strata_output_format (output, " data-v=\"%s\"", g_ascii_formatd (number, sizeof number, "%.6g", value));
  if (*css_class != '\0')
    strata_output_format (output, " class=\"%s\"", css_class);
  strata_page_element (output, ">", text, "</td>");
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

/* Ends a table. */
void
strata_page_end_table (StrataOutput *output)
{
  strata_output_text (output, "</tbody></table></div>\n");
}
