/* strata-mapping-ids.c - numbers of methods in a mapping of RheaTrace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-mapping-ids.h"

#include <string.h>

#include "strata-ftrace-line.h"

/* An application built with `traceWithMethodID` writes numbers for its methods. Its build creates a file with a line for each number, and comments:
 *
 *   12,1,com.example.Main onCreate (Landroid.os.Bundle;)V
 *
 * These are the number, access flags, class, method and signature. A list of methods with fixed numbers has the same lines. */

static const char *
skip_number (StrataMappingText line,
             const char *p,
             guint64 *value)
{
  const char *end = line.text + line.n_bytes;

  p = strata_text_parse_uint (p, end, G_MAXUINT32, value);
  return p != NULL && p < end && *p == ',' ? p + 1 : NULL;
}

/* Reads a line; the flags may be missing. */
static gboolean
read_line (StrataMappingText line,
           guint32 *id,
           StrataMappingText *method)
{
  const char *end = line.text + line.n_bytes;
  guint64 value;
  guint64 flags;
  const char *p = skip_number (line, line.text, &value);

  if (p == NULL)
    return FALSE;

  const char *after_flags = skip_number (line, p, &flags);

  if (after_flags != NULL)
    p = after_flags;

  *id = (guint32) value;
  *method = (StrataMappingText){ p, (gsize) (end - p) };
  return p < end;
}

static gboolean
is_comment (StrataMappingText line)
{
  return line.n_bytes == 0 || *line.text == '#';
}

/**
 * strata_mapping_has_ids:
 * @text: a mapping
 *
 * Returns: whether its first line maps a number to a method
 */
gboolean
strata_mapping_has_ids (StrataMappingText text)
{
  StrataMappingText line;
  StrataMappingText method;
  guint32 id;

  while (text.n_bytes > 0 && strata_mapping_cut_line (&text, &line))
    if (!is_comment (line))
      return read_line (line, &id, &method);

  return FALSE;
}

/**
 * strata_mapping_read_ids:
 * @text: a mapping; must outlive the result
 * @n_unknown_lines: (out): how many lines are neither method nor comment
 * @first_unknown_line: (out): number of the first of them, or 0
 *
 * Reads a mapping of numbers. If a number comes twice, the last line counts.
 *
 * Returns: (transfer full): id -> StrataMappingText*
 */
GHashTable *
strata_mapping_read_ids (StrataMappingText text,
                         guint64 *n_unknown_lines,
                         guint64 *first_unknown_line)
{
  GHashTable *ids = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  StrataMappingText line;
  StrataMappingText method;
  guint32 id;

  for (guint64 number = 1; text.n_bytes > 0 && strata_mapping_cut_line (&text, &line); number++)
    {
      if (is_comment (line))
        continue;

      if (read_line (line, &id, &method))
        g_hash_table_insert (ids, GUINT_TO_POINTER (id), g_memdup2 (&method, sizeof method));
      else if ((*n_unknown_lines)++ == 0)
        *first_unknown_line = number;
    }

  return ids;
}

/**
 * strata_mapping_dup_by_id:
 * @ids: the result of strata_mapping_read_ids()
 * @name: (array length=n_bytes): a name; only numbers are looked up
 * @n_bytes: its length
 *
 * Returns: (transfer full) (nullable): `class.method signature`, or %NULL
 */
char *
strata_mapping_dup_by_id (GHashTable *ids,
                          const char *name,
                          gsize n_bytes)
{
  guint64 id;

  if (strata_text_parse_uint (name, name + n_bytes, G_MAXUINT32, &id) != name + n_bytes)
    return NULL;

  const StrataMappingText *method = g_hash_table_lookup (ids, GUINT_TO_POINTER ((guint32) id));

  if (method == NULL)
    return NULL;

  char *text = g_strndup (method->text, method->n_bytes);
  char *space = strchr (text, ' ');

  if (space != NULL)
    *space = '.';

  return text;
}
