/* strata-diff-flame-data.c - data of a differential flame graph for the script of a page
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-diff-flame-data.h"

#include <string.h>

#include "strata-method-signature.h"

/* For each side, the boxes of its tree in the order of a flame graph, six numbers each: depth,
 * index of the name, begin, length, length on the other side, and step of the change. Boxes too
 * narrow to be visible even after some zooming are left out. */
#define LEAST_PART 20000
#define MOST_DEPTH 512
#define MOST_BOXES 30000

typedef struct
{
  StrataOutput *output;
  const StrataDiffTree *changes;
  GHashTable *index_of_name; /* owned: owned names to indices */
  GPtrArray *names;          /* borrowed from the table */
} Writer;

static guint
find_name (Writer *writer,
           const StrataCallTree *tree,
           guint32 key)
{
  g_autofree char *raw = strata_call_tree_dup_name (tree, key);
  char *name = strata_method_signature_dup (raw, STRATA_SIGNATURE_QUALIFIED);
  gpointer known;

  if (g_hash_table_lookup_extended (writer->index_of_name, name, NULL, &known))
    {
      g_free (name);
      return GPOINTER_TO_UINT (known);
    }

  g_hash_table_insert (writer->index_of_name, name, GUINT_TO_POINTER (writer->names->len));
  g_ptr_array_add (writer->names, name);
  return writer->names->len - 1;
}

static void
write_box (Writer *writer,
           StrataDiffSide side,
           guint32 node,
           gint64 begin,
           gboolean is_first)
{
  const StrataCallTree *tree = strata_diff_tree_get_tree (writer->changes, side);
  StrataCallNode values;
  StrataDiffNode both;

  strata_call_tree_get_node (tree, node, &values);
  strata_diff_tree_get_node (writer->changes, side, node, &both);
  strata_output_format (writer->output, "%s%u,%u,%" G_GINT64_FORMAT ",%" G_GINT64_FORMAT ",%" G_GINT64_FORMAT ",%d", is_first ? "" : ",",
                        values.depth, find_name (writer, tree, values.key), begin, both.value_ns[side], both.value_ns[1 - side], both.step);
}

static void
write_side (Writer *writer,
            StrataDiffSide side)
{
  const StrataCallTree *tree = strata_diff_tree_get_tree (writer->changes, side);
  const gint64 least = MAX (strata_call_tree_get_value (tree, STRATA_CALL_TREE_ROOT) / LEAST_PART, 1);
  gint64 begins[MOST_DEPTH] = { 0 }; /* where the next box of a depth begins */
  guint32 depth = 0;
  guint n_boxes = 0;

  for (guint32 node = strata_call_tree_next (tree, STRATA_CALL_TREE_ROOT, TRUE, &depth); node != STRATA_NONE && n_boxes < MOST_BOXES;)
    {
      const gint64 value = strata_call_tree_get_value (tree, node);
      const gboolean is_shown = value >= least && depth + 1 < MOST_DEPTH;

      if (is_shown)
        write_box (writer, side, node, begins[depth], n_boxes++ == 0);
      if (depth + 1 < MOST_DEPTH)
        begins[depth + 1] = begins[depth];
      if (depth < MOST_DEPTH)
        begins[depth] += value;
      node = strata_call_tree_next (tree, node, is_shown, &depth);
    }
}

/* Escapes all characters that mean something to HTML. */
static void
write_name (StrataOutput *output,
            const char *name)
{
  g_autofree char *valid = g_utf8_make_valid (name, -1);

  strata_output_char (output, '"');
  for (const char *p = valid; *p != '\0'; p++)
    if ((guint8) *p < 0x20 || strchr ("\"\\<>&", *p) != NULL)
      strata_output_format (output, "\\u%04x", (guint) *p);
    else
      strata_output_char (output, *p);
  strata_output_char (output, '"');
}

/**
 * strata_diff_flame_data_write:
 * @output: where to write
 * @changes: two call trees
 *
 * Writes JSON that the script of pages draws, see page.js.
 */
void
strata_diff_flame_data_write (StrataOutput *output,
                              const StrataDiffTree *changes)
{
  g_autoptr (GHashTable) index_of_name = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  const char *unit = strata_diff_get_unit (strata_diff_tree_get_diff (changes));
  Writer writer = { output, changes, index_of_name, names };

  strata_output_text (output, "{\"sides\":[[");
  write_side (&writer, STRATA_DIFF_A);
  strata_output_text (output, "],[");
  write_side (&writer, STRATA_DIFF_B);
  strata_output_text (output, "]],\"unit\":");
  write_name (output, unit != NULL ? unit : "");
  strata_output_text (output, ",\"names\":[");
  for (guint i = 0; i < names->len; i++)
    {
      if (i > 0)
        strata_output_char (output, ',');
      write_name (output, g_ptr_array_index (names, i));
    }
  strata_output_text (output, "]}");
}
