/* strata-tree-folded.c - call trees as lines for flame graph tools
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-tree-folded.h"

#include "strata-method-signature.h"

/* "outer;inner 1200": a line for each stack that took time itself, in ns. What
 * reads such lines splits stacks at semicolons and takes the last word for the
 * number, whatever the names hold; so semicolons become commas, and control
 * characters spaces. An empty name would be no frame at all. */
static char *
dup_frame (const StrataCallTree *tree,
           guint32 key)
{
  g_autofree char *name = strata_call_tree_dup_name (tree, key);
  char *frame = strata_method_signature_dup (name, STRATA_SIGNATURE_QUALIFIED);

  for (char *at = frame; *at != '\0'; at++)
    {
      if (*at == ';')
        *at = ',';
      else if (g_ascii_iscntrl (*at))
        *at = ' ';
    }

  if (*g_strstrip (frame) != '\0')
    return frame;

  g_free (frame);
  return g_strdup ("-");
}

static void
append_frame (GString *stack,
              const StrataCallTree *tree,
              guint32 key)
{
  g_autofree char *frame = dup_frame (tree, key);

  if (stack->len > 0)
    g_string_append_c (stack, ';');

  g_string_append (stack, frame);
}

static void
write_stack (StrataOutput *output,
             const GString *stack,
             gint64 own_ns)
{
  if (own_ns <= 0 || stack->len == 0)
    return;

  strata_output_bytes (output, stack->str, stack->len);
  strata_output_char (output, ' ');
  strata_output_number (output, own_ns);
  strata_output_char (output, '\n');
}

/**
 * strata_tree_folded_write:
 * @output: where to write to
 * @tree: a tree
 * @clock: whose times to write
 *
 * Writes a tree as folded stacks, the format of Brendan Gregg's flamegraph.pl
 * and of those who read the same.
 */
void
strata_tree_folded_write (StrataOutput *output,
                          const StrataCallTree *tree,
                          StrataClocks clock)
{
  g_autoptr (GString) stack = g_string_new (NULL);
  g_autoptr (GArray) lengths = g_array_new (FALSE, TRUE, sizeof (gsize));
  guint32 depth = 0;

  g_array_set_size (lengths, 1);
  for (guint32 i = STRATA_CALL_TREE_ROOT; i != STRATA_NONE; i = strata_call_tree_next (tree, i, TRUE, &depth))
    {
      StrataCallNode node;

      strata_call_tree_get_node (tree, i, &node);
      g_string_truncate (stack, g_array_index (lengths, gsize, depth));
      if (i != STRATA_CALL_TREE_ROOT)
        append_frame (stack, tree, node.key);

      g_array_set_size (lengths, depth + 1);
      g_array_append_val (lengths, stack->len);
      write_stack (output, stack, clock == STRATA_CLOCK_CPU ? node.exclusive_cpu_ns : node.exclusive_ns);
    }
}
