/* strata-mapping-members.c - the methods of a class in a mapping
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "strata-mapping-members.h"

#include <string.h>

/* Format: ProGuard's manual, "retrace", and R8's "retrace" document. A method is
 *
 *     1:3:void write(byte[],int):10:12 -> a
 *
 * with or without lines before and after. Lines with the same range are one place in the code: the
 * methods inlined there and, last, the method that contains them. A method trace has no line
 * numbers, so only the last one is used. Its class is in front of its name if it was moved here
 * from another class. */

/* No program has more overloads of one name. */
#define MAX_OVERLOADS 256

static gboolean
is_empty (StrataMappingText text)
{
  return text.n_bytes == 0;
}

guint
strata_mapping_text_hash (gconstpointer text)
{
  const StrataMappingText *self = text;
  guint hash = 5381;

  for (gsize i = 0; i < self->n_bytes; i++)
    hash = hash * 33 + (guint8) self->text[i];

  return hash;
}

gboolean
strata_mapping_text_equal (gconstpointer a,
                           gconstpointer b)
{
  const StrataMappingText *text_a = a;
  const StrataMappingText *text_b = b;

  if (text_a->n_bytes != text_b->n_bytes)
    return FALSE;

  return text_a->n_bytes == 0 || memcmp (text_a->text, text_b->text, text_a->n_bytes) == 0;
}

/* Cuts off the first line, without its newline and surrounding white space; FALSE at the end. */
gboolean
strata_mapping_cut_line (StrataMappingText *text,
                         StrataMappingText *line)
{
  if (is_empty (*text))
    return FALSE;

  const char *end = memchr (text->text, '\n', text->n_bytes);
  gsize n_line = end != NULL ? (gsize) (end - text->text) : text->n_bytes;

  *line = (StrataMappingText){ text->text, n_line };
  n_line += end != NULL ? 1 : 0;
  text->text += n_line;
  text->n_bytes -= n_line;

  while (line->n_bytes > 0 && g_ascii_isspace (line->text[line->n_bytes - 1]))
    line->n_bytes--;

  return TRUE;
}

StrataMappingText
strata_mapping_skip_space (StrataMappingText line)
{
  while (line.n_bytes > 0 && g_ascii_isspace (*line.text))
    {
      line.text++;
      line.n_bytes--;
    }

  return line;
}

/* Splits "original -> obfuscated". */
gboolean
strata_mapping_split_arrow (StrataMappingText line,
                            StrataMappingText *original,
                            StrataMappingText *obfuscated)
{
  static const char arrow[] = " -> ";
  const gsize n_arrow = sizeof arrow - 1;
  const char *at = memmem (line.text, line.n_bytes, arrow, n_arrow);

  if (at == NULL)
    return FALSE;

  *original = (StrataMappingText){ line.text, (gsize) (at - line.text) };
  *obfuscated = (StrataMappingText){ at + n_arrow, line.n_bytes - original->n_bytes - n_arrow };

  return !is_empty (*original) && !is_empty (*obfuscated);
}

/* Cuts off the text before the first @separator, and the separator. */
static gboolean
cut_head (StrataMappingText *text,
          char separator,
          StrataMappingText *head)
{
  const char *at = memchr (text->text, separator, text->n_bytes);

  if (at == NULL)
    return FALSE;

  *head = (StrataMappingText){ text->text, (gsize) (at - text->text) };
  text->text += head->n_bytes + 1;
  text->n_bytes -= head->n_bytes + 1;

  return TRUE;
}

/* "1:3:" */
static StrataMappingText
cut_range (StrataMappingText *text)
{
  StrataMappingText range = { text->text, 0 };

  while (range.n_bytes < text->n_bytes && (g_ascii_isdigit (text->text[range.n_bytes]) || text->text[range.n_bytes] == ':'))
    range.n_bytes++;

  text->text += range.n_bytes;
  text->n_bytes -= range.n_bytes;

  return range;
}

static void
split_owner (StrataMappingMethod *method)
{
  const char *point = memrchr (method->name.text, '.', method->name.n_bytes);

  if (point == NULL)
    return;

  method->owner = (StrataMappingText){ method->name.text, (gsize) (point - method->name.text) };
  method->name = (StrataMappingText){ point + 1, method->name.n_bytes - method->owner.n_bytes - 1 };
}

/* FALSE for fields, which are not called. */
static gboolean
read_method (StrataMappingText line,
             StrataMappingMethod *method)
{
  StrataMappingText rest;

  *method = (StrataMappingMethod){ .next = NULL };
  if (!strata_mapping_split_arrow (line, &rest, &method->obfuscated))
    return FALSE;

  method->range = cut_range (&rest);
  if (!cut_head (&rest, ' ', &method->result) || !cut_head (&rest, '(', &method->name) || !cut_head (&rest, ')', &method->arguments))
    return FALSE;

  split_owner (method);

  return !is_empty (method->name);
}

/* Finds "key":"value" in a JSON comment; our two keys have plain values. */
static StrataMappingText
find_value (StrataMappingText comment,
            const char *key)
{
  const char *at = memmem (comment.text, comment.n_bytes, key, strlen (key));
  StrataMappingText rest;
  StrataMappingText value = { NULL, 0 };

  if (at == NULL)
    return value;

  rest = (StrataMappingText){ at + strlen (key), comment.n_bytes - (gsize) (at - comment.text) - strlen (key) };
  if (!cut_head (&rest, '"', &value) || !cut_head (&rest, '"', &value))
    return (StrataMappingText){ NULL, 0 };

  return value;
}

/* # {"id":"com.android.tools.r8.residualsignature","signature":"(I)V"} */
static void
read_comment (StrataMappingText comment,
              StrataMappingMethod *method)
{
  static const char id[] = "com.android.tools.r8.residualsignature";

  if (comment.text != NULL && memmem (comment.text, comment.n_bytes, id, sizeof id - 1) != NULL)
    method->residual = find_value (comment, "\"signature\"");
}

static gboolean
is_same_method (const StrataMappingMethod *a,
                const StrataMappingMethod *b)
{
  return strata_mapping_text_equal (&a->name, &b->name) && strata_mapping_text_equal (&a->owner, &b->owner) &&
         strata_mapping_text_equal (&a->arguments, &b->arguments) && strata_mapping_text_equal (&a->result, &b->result) &&
         strata_mapping_text_equal (&a->residual, &b->residual);
}

/* Appends a method to those of its name, unless it is already there: each of its ranges has a line. */
static void
add_method (GHashTable *methods,
            const StrataMappingMethod *method)
{
  StrataMappingMethod *last = g_hash_table_lookup (methods, &method->obfuscated);
  StrataMappingMethod *added;

  for (guint n = 0; last != NULL; n++)
    {
      if (n == MAX_OVERLOADS || is_same_method (last, method))
        return;
      if (last->next == NULL)
        break;
      last = last->next;
    }

  added = g_memdup2 (method, sizeof *method);
  if (last != NULL)
    last->next = added;
  else
    g_hash_table_insert (methods, &added->obfuscated, added);
}

static void
methods_free (gpointer data)
{
  StrataMappingMethod *method = data;

  while (method != NULL)
    {
      StrataMappingMethod *next = method->next;

      g_free (method);
      method = next;
    }
}

static gboolean
is_inlined (const StrataMappingMethod *method,
            const StrataMappingMethod *following)
{
  return !is_empty (method->range) && strata_mapping_text_equal (&method->range, &following->range) &&
         strata_mapping_text_equal (&method->obfuscated, &following->obfuscated);
}

/**
 * strata_mapping_read_members:
 * @lines: the lines below a class; must outlive the table
 *
 * Returns: (transfer full) (element-type StrataMappingText StrataMappingMethod): the methods by their name in the trace
 */
GHashTable *
strata_mapping_read_members (StrataMappingText lines)
{
  GHashTable *methods = g_hash_table_new_full (strata_mapping_text_hash, strata_mapping_text_equal, NULL, methods_free);
  StrataMappingMethod method = { .next = NULL };
  StrataMappingMethod following;
  StrataMappingText line;

  while (strata_mapping_cut_line (&lines, &line))
    {
      line = strata_mapping_skip_space (line);
      if (is_empty (line))
        continue;

      if (*line.text == '#')
        {
          read_comment (line, &method);
          continue;
        }

      if (!read_method (line, &following))
        memset (&following, 0, sizeof following);
      if (!is_empty (method.name) && !is_inlined (&method, &following))
        add_method (methods, &method);
      method = following;
    }

  if (!is_empty (method.name))
    add_method (methods, &method);

  return methods;
}
