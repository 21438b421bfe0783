/* strata-args-text.c - texts of a file as values of arguments
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-args-text.h"

#include <string.h>

#include "strata-append.h"

/**
 * strata_args_put_text:
 * @args: arguments for strata_args_next(), up to the value
 * @text: a text of a file
 *
 * Appends the text as a value. One with a character that has a meaning there is quoted.
 */
void
strata_args_put_text (GString *args,
                      const char *text)
{
  if (strpbrk (text, ",\"(){}[]") == NULL)
    {
      strata_append (args, text, strlen (text));
      return;
    }

  g_string_append_c (args, '"');
  for (; *text != '\0'; text++)
    {
      if (*text == '"' || *text == '\\')
        g_string_append_c (args, '\\');
      g_string_append_c (args, *text);
    }
  g_string_append_c (args, '"');
}
