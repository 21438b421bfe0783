/* strata-dmtrace-page.c - the output of dmtracedump's reports
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-dmtrace-page.h"

#include <gio/gio.h>

#define FIXED_TEXTS "/org/strataviewer/dmtracedump-page/"

/**
 * strata_dmtrace_page_fixed:
 * @self: the page
 * @name: file name of a text that is the same in every report
 *
 * Writes a text unchanged.
 */
void
strata_dmtrace_page_fixed (StrataDmtracePage *self,
                           const char *name)
{
  g_autofree char *path = g_strconcat (FIXED_TEXTS, name, NULL);
  g_autoptr (GBytes) text = g_resources_lookup_data (path, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  gsize n_bytes;
  const char *data = g_bytes_get_data (text, &n_bytes);

  strata_output_bytes (self->output, data, n_bytes);
}

/**
 * strata_dmtrace_page_head:
 * @self: a page in HTML
 *
 * Begins the page.
 */
void
strata_dmtrace_page_head (StrataDmtracePage *self)
{
  strata_dmtrace_page_fixed (self, "head-before-url.html");
  strata_output_text (self->output, self->url != NULL ? self->url : "(null)");
  strata_dmtrace_page_fixed (self, "head-after-url.html");
}

static void
write_spaces (StrataDmtracePage *self,
              int n)
{
  for (int i = 0; i < n; i++)
    strata_output_text (self->output, self->keeps_spaces ? "&nbsp;" : " ");
}

/**
 * strata_dmtrace_page_cell:
 * @self: the page
 * @width: minimum width; negative to align text to the left
 * @text: the text
 *
 * Writes a cell of a table.
 */
void
strata_dmtrace_page_cell (StrataDmtracePage *self,
                          int width,
                          const char *text)
{
  const int n = (int) strlen (text);

  write_spaces (self, width - n);
  strata_output_text (self->output, text);
  write_spaces (self, -width - n);
}

/**
 * strata_dmtrace_page_number:
 * @self: the page
 * @width: as in strata_dmtrace_page_cell()
 * @number: the number
 */
void
strata_dmtrace_page_number (StrataDmtracePage *self,
                            int width,
                            guint64 number)
{
  char digits[24];

  g_snprintf (digits, sizeof digits, "%" G_GUINT64_FORMAT, number);
  strata_dmtrace_page_cell (self, width, digits);
}

/**
 * strata_dmtrace_page_percent:
 * @self: the page
 * @width: as in strata_dmtrace_page_cell()
 * @n_decimals: 1 or 2
 * @part: a time
 * @whole: the whole
 *
 * Writes how many percent of @whole @part is.
 */
void
strata_dmtrace_page_percent (StrataDmtracePage *self,
                             int width,
                             int n_decimals,
                             double part,
                             double whole)
{
  const double percent = 100.0 * part / whole;
  char digits[G_ASCII_DTOSTR_BUF_SIZE + 32];

  g_ascii_formatd (digits, sizeof digits, n_decimals == 1 ? "%.1f" : "%.2f", percent);
  strata_dmtrace_page_cell (self, width, digits);
}

/**
 * strata_dmtrace_page_calls:
 * @self: the page
 * @width: of either number
 * @n: calls
 * @separator: the character between them
 * @m: other calls
 *
 * Writes two numbers aligned at the separator.
 */
void
strata_dmtrace_page_calls (StrataDmtracePage *self,
                           int width,
                           guint64 n,
                           char separator,
                           guint64 m)
{
  strata_dmtrace_page_number (self, width, n);
  strata_output_char (self->output, separator);
  strata_dmtrace_page_number (self, -width, m);
}

/**
 * strata_dmtrace_page_index:
 * @self: the page
 * @width: as in strata_dmtrace_page_cell()
 * @index: rank of a method
 *
 * Writes the rank in brackets, as a link in HTML.
 */
void
strata_dmtrace_page_index (StrataDmtracePage *self,
                           int width,
                           guint32 index)
{
  char text[16];
  const int n = g_snprintf (text, sizeof text, "[%u]", index);

  write_spaces (self, width - n);
  if (self->is_html)
    strata_output_format (self->output, "<a href=\"#m%u\">%s</a>", index, text);
  else
    strata_output_text (self->output, text);
}

/**
 * strata_dmtrace_page_escaped:
 * @self: the page
 * @text: what to write
 *
 * Writes text, always escaped for HTML.
 */
void
strata_dmtrace_page_escaped (StrataDmtracePage *self,
                             const char *text)
{
  for (; *text != '\0'; text++)
    {
      switch (*text)
        {
        case '<':
          strata_output_text (self->output, "&lt;");
          break;
        case '>':
          strata_output_text (self->output, "&gt;");
          break;
        case '&':
          strata_output_text (self->output, "&amp;");
          break;
        default:
          strata_output_char (self->output, *text);
        }
    }
}

static void
write_text (StrataDmtracePage *self,
            const char *text)
{
  if (self->is_html)
    strata_dmtrace_page_escaped (self, text);
  else
    strata_output_text (self->output, text);
}

/**
 * strata_dmtrace_page_method:
 * @self: the page
 * @method: a method
 *
 * Writes class, name and signature, or those that are not %NULL.
 */
void
strata_dmtrace_page_method (StrataDmtracePage *self,
                            const StrataMethodSum *method)
{
  if (method->class_name != NULL)
    write_text (self, method->class_name);
  if (method->name == NULL)
    return;

  if (method->class_name != NULL)
    strata_output_char (self->output, '.');
  write_text (self, method->name);
  write_spaces (self, 1);
  write_text (self, method->signature);
}
