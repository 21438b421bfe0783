/* strata-query-colors.c - highlights SQL
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-query-colors.h"

#include <string.h>

#include "strata-colors.h"
#include "strata-contrast.h"
#include "strata-query-words.h"

/* Keywords are bold, comments are slanted; these, texts and numbers each have a colour, but in high
 * contrast only the shapes are used. A query is short, so all of it is parsed whenever it changes. */

/* Longer texts stay plain. */
#define MOST_BYTES 65536

typedef enum
{
  PART_KEYWORD,
  PART_TEXT,
  PART_NUMBER,
  PART_COMMENT,
  N_PARTS,
} Part;

static const char *const tags[N_PARTS] = { "sql-keyword", "sql-text", "sql-number", "sql-comment" };

/* At least 5:1 on the background of a text view. */
static const StrataColor colors[2][N_PARTS] = {
  { 0x1a5fb4, 0x206a30, 0x813d9c, 0x5e5c64 },
  { 0x99c1f1, 0x8ff0a4, 0xdc8add, 0xb0afb5 },
};

static const char *const keywords[] = {
  "ALL",
  "AND",
  "AS",
  "ASC",
  "BETWEEN",
  "BY",
  "CASE",
  "CAST",
  "CREATE",
  "CROSS",
  "CURRENT",
  "DESC",
  "DISTINCT",
  "DROP",
  "ELSE",
  "END",
  "ESCAPE",
  "EXCEPT",
  "EXISTS",
  "FILTER",
  "FOLLOWING",
  "FROM",
  "FUNCTION",
  "GLOB",
  "GROUP",
  "HAVING",
  "IN",
  "INCLUDE",
  "INDEX",
  "INNER",
  "INTERSECT",
  "IS",
  "JOIN",
  "LEFT",
  "LIKE",
  "LIMIT",
  "MACRO",
  "MODULE",
  "NATURAL",
  "NOT",
  "NULL",
  "OFFSET",
  "ON",
  "OR",
  "ORDER",
  "OUTER",
  "OVER",
  "PARTITION",
  "PARTITIONED",
  "PERFETTO",
  "PRECEDING",
  "RANGE",
  "RECURSIVE",
  "REGEXP",
  "REPLACE",
  "RETURNS",
  "ROW",
  "ROWS",
  "SELECT",
  "TABLE",
  "TEMP",
  "THEN",
  "UNBOUNDED",
  "UNION",
  "USING",
  "VALUES",
  "VIEW",
  "VIRTUAL",
  "WHEN",
  "WHERE",
  "WINDOW",
  "WITH",
};

static gboolean
is_keyword (const char *begin,
            const char *end)
{
  for (guint i = 0; i < G_N_ELEMENTS (keywords); i++)
    if (strlen (keywords[i]) == (gsize) (end - begin) && g_ascii_strncasecmp (keywords[i], begin, (gsize) (end - begin)) == 0)
      return TRUE;

  return FALSE;
}

gboolean
strata_query_colors_is_keyword (const char *word)
{
  return is_keyword (word, word + strlen (word));
}

/* Returns the part that begins at @p, which is not a blank; N_PARTS if it has no colour. */
static Part
read_part (char *p,
           char **end)
{
  const gboolean is_comment = (p[0] == '-' && p[1] == '-') || (p[0] == '/' && p[1] == '*');

  *end = strata_query_skip_token (p);
  if (is_comment)
    return PART_COMMENT;
  if (*p == '\'')
    return PART_TEXT;
  if (g_ascii_isdigit (*p))
    return PART_NUMBER;

  return is_keyword (p, *end) ? PART_KEYWORD : N_PARTS;
}

static void
on_changed (GtkTextBuffer *buffer)
{
  GtkTextIter begin;
  GtkTextIter end;

  gtk_text_buffer_get_bounds (buffer, &begin, &end);
  for (guint i = 0; i < N_PARTS; i++)
    gtk_text_buffer_remove_tag_by_name (buffer, tags[i], &begin, &end);

  g_autofree char *sql = gtk_text_buffer_get_text (buffer, &begin, &end, TRUE);

  if (strlen (sql) > MOST_BYTES)
    return;

  for (char *p = sql; *p != '\0';)
    {
      char *next = p + 1;
      const Part part = g_ascii_isspace (*p) ? N_PARTS : read_part (p, &next);

      end = begin;
      gtk_text_iter_forward_chars (&end, (int) g_utf8_strlen (p, next - p));
      if (part != N_PARTS)
        gtk_text_buffer_apply_tag_by_name (buffer, tags[part], &begin, &end);
      begin = end;
      p = next;
    }
}

static void
set_colors (GtkTextBuffer *buffer)
{
  GtkTextTagTable *table = gtk_text_buffer_get_tag_table (buffer);
  gboolean is_dark = FALSE;

  g_object_get (gtk_settings_get_default (), "gtk-application-prefer-dark-theme", &is_dark, NULL);
  for (guint i = 0; i < N_PARTS; i++)
    {
      const GdkRGBA color = strata_color_to_rgba (colors[is_dark][i], 1);

      g_object_set (gtk_text_tag_table_lookup (table, tags[i]), "foreground-rgba", strata_contrast_is_high () ? NULL : &color, NULL);
    }
}

/**
 * strata_query_colors_add:
 * @buffer: the buffer of a query
 *
 * Highlights SQL in @buffer, now and whenever the text or the theme changes.
 */
void
strata_query_colors_add (GtkTextBuffer *buffer)
{
  gtk_text_buffer_create_tag (buffer, tags[PART_KEYWORD], "weight", PANGO_WEIGHT_BOLD, NULL);
  gtk_text_buffer_create_tag (buffer, tags[PART_TEXT], NULL);
  gtk_text_buffer_create_tag (buffer, tags[PART_NUMBER], NULL);
  gtk_text_buffer_create_tag (buffer, tags[PART_COMMENT], "style", PANGO_STYLE_ITALIC, NULL);

  set_colors (buffer);
  on_changed (buffer);
  g_signal_connect (buffer, "changed", G_CALLBACK (on_changed), NULL);
  g_signal_connect_object (gtk_settings_get_default (), "notify::gtk-application-prefer-dark-theme", G_CALLBACK (set_colors), buffer, G_CONNECT_SWAPPED);
  strata_contrast_follow (buffer, G_CALLBACK (set_colors));
}
