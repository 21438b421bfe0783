/* strata-csv.c - fields of tables as RFC 4180 has them
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-csv.h"

#include <string.h>

/**
 * strata_csv_append:
 * @csv: where to
 * @text: a field
 *
 * Appends a field, in quotes where it holds quotes, commas or line ends.
 */
void
strata_csv_append (GString *csv,
                   const char *text)
{
  if (text[strcspn (text, "\",\r\n")] == '\0')
    {
      g_string_append (csv, text);
      return;
    }

  g_string_append_c (csv, '"');
  for (; *text != '\0'; text++)
    {
      if (*text == '"')
        g_string_append_c (csv, '"');
      g_string_append_c (csv, *text);
    }
  g_string_append_c (csv, '"');
}

/**
 * strata_csv_append_row:
 * @csv: where to
 * @fields: (array length=n_fields): its fields; %NULL is an empty one
 * @n_fields: how many
 *
 * Appends a row with its end.
 */
void
strata_csv_append_row (GString *csv,
                       const char *const *fields,
                       guint n_fields)
{
  for (guint i = 0; i < n_fields; i++)
    {
      if (i > 0)
        g_string_append_c (csv, ',');
      strata_csv_append (csv, fields[i] != NULL ? fields[i] : "");
    }

  g_string_append (csv, "\r\n");
}
