/* strata-cmd-tree.c - strata-cli tree: the call tree
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <inttypes.h>
#include <math.h>
#include <unistd.h>

#include <glib/gi18n.h>

#include "strata-call-tree-rows.h"
#include "strata-command.h"
#include "strata-flame.h"
#include "strata-method-signature.h"
#include "strata-replace.h"
#include "strata-scope-options.h"
#include "strata-span-text.h"

/* Call trees as lines for flame graph tools. */

/* "outer;inner 1200": a line for each stack with self time, in ns. Readers
 * of such lines split stacks at semicolons and take the last word as the
 * number, whatever the names contain; so semicolons become commas, and
 * control characters spaces. An empty name would not be a frame at all. */
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

/* Writes a tree as folded stacks, the format of Brendan Gregg's flamegraph.pl and compatible tools. */
static void
tree_folded_write (StrataOutput *output,
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
      write_stack (output, stack, strata_call_node_get_exclusive_ns (&node, clock));
    }
}

typedef struct
{
  StrataStyleOptions style;
  StrataInputOptions input;
  StrataScopeOptions scope;
  StrataCallTreeView view;
  gboolean is_folded;
  char *picture;
  gboolean is_dark;
  gboolean is_chart;
  char *least;
  char *depth;
  double least_percent; /* below 0 if it was not given */
  guint32 most_depth;
} Options;

/* Default limits of a printed tree. */
#define LEAST_PERCENT 0.5

#define PICTURE_WIDTH_PX 1600

static void
options_clear (Options *self)
{
  strata_scope_options_clear (&self->scope);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

/* A tree being written to a table. */
typedef struct
{
  const StrataCallTree *tree; /* borrowed */
  const StrataRows *rows;     /* borrowed */
  StrataTable *table;         /* borrowed */
  StrataClocks clock;
  gint64 least_ns;
  guint32 most_depth;
} Writer;

static void
write_tree (const Writer *writer,
            StrataTableStyle style)
{
  guint32 depth = 0;
  gboolean enters = TRUE;

  for (guint32 i = STRATA_CALL_TREE_ROOT; (i = strata_call_tree_next (writer->tree, i, enters, &depth)) != STRATA_NONE;)
    {
      StrataCallNode node;

      strata_call_tree_get_node (writer->tree, i, &node);
      enters = node.depth < writer->most_depth;

      if (strata_call_node_get_inclusive_ns (&node, writer->clock) < writer->least_ns)
        {
          enters = FALSE;
          if (style == STRATA_TABLE_TEXT)
            i = strata_call_tree_rows_print_left_out (writer->rows, writer->table, i);
        }
      else
        strata_rows_write (writer->rows, writer->table, style, i);
    }
}

static StrataExit
write_picture (const StrataFlame *flame,
               const Options *options)
{
  g_autoptr (GError) error = NULL;
  const guint32 n_levels = MIN (strata_flame_get_n_levels (flame), options->most_depth);
  const StrataFlameFrame frame = { .root = STRATA_CALL_TREE_ROOT, .height_px = n_levels * (double) STRATA_FLAME_ROW_PX };
  const StrataPalette *palette = options->is_dark ? strata_palette_get_dark () : strata_palette_get_light ();
  g_autoptr (GBytes) bytes = strata_flame_export (flame, PICTURE_WIDTH_PX, &frame, palette, options->picture, &error);
  g_autoptr (GFile) file = g_file_new_for_path (options->picture);
  g_autofree char *name = g_filename_display_name (options->picture);

  if (bytes != NULL && strata_replace_contents (file, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), &error))
    return STRATA_EXIT_DONE;

  g_prefix_error (&error, "%s: ", name);
  return strata_command_fail (error);
}

static StrataExit
write_asked (StrataTrace *trace,
             StrataCallTree *tree,
             const Options *options,
             StrataTableStyle style,
             StrataClocks clock)
{
  g_autoptr (StrataRows) rows = strata_call_tree_rows_new (tree, clock);
  StrataOutput *output = strata_output_new (STDOUT_FILENO);
  gboolean is_text = style == STRATA_TABLE_TEXT;
  double least_percent = options->least_percent >= 0.0 ? options->least_percent : (is_text ? LEAST_PERCENT : 0.0);
  StrataCallNode root;

  output->unit = strata_trace_get_property (trace, STRATA_UNIT_PROPERTY);

  if (options->is_folded)
    {
      tree_folded_write (output, tree, clock);
      return strata_command_close (output);
    }

  strata_call_tree_get_node (tree, STRATA_CALL_TREE_ROOT, &root);

  Writer writer = {
    .tree = tree,
    .rows = rows,
    .table = strata_rows_open (rows, output, style),
    .clock = clock,
    .most_depth = options->most_depth,
  };

  writer.least_ns = (gint64) ((double) strata_call_node_get_inclusive_ns (&root, clock) * least_percent / 100.0);
  write_tree (&writer, style);
  strata_table_close (writer.table);

  return strata_command_close (output);
}

static void
note_rest (const char *file,
           const StrataCallTree *tree)
{
  guint64 n = strata_call_tree_get_n_rest (tree);

  if (n > 0)
    strata_command_note (file, ngettext ("the callers of %" PRIu64 " call did not fit into the tree; it is under “(other calls)”", "the callers of %" PRIu64 " calls did not fit into the tree; they are under “(other calls)”", (gulong) n), n);
}

static StrataExit
write_chart (StrataTrace *trace,
             const StrataScope *scope,
             const Options *options)
{
  g_autoptr (StrataFlame) flame = strata_flame_new_chart (trace, scope, STRATA_COLORING_NAME);

  return write_picture (flame, options);
}

static StrataExit
write_flame (StrataCallTree *tree,
             const Options *options)
{
  g_autoptr (StrataFlame) flame = strata_flame_new (tree, STRATA_COLORING_NAME);

  return write_picture (flame, options);
}

static StrataExit
show_tree (const StrataCommand *command,
           const char *file,
           Options *options,
           StrataProfileBy by,
           StrataTableStyle style)
{
  StrataScope scope;
  StrataExit status;
  g_autoptr (StrataTrace) trace = strata_scope_options_load (&options->scope, command, file, &options->input, &scope, &status);

  if (trace == NULL)
    return status;

  if (options->is_chart)
    return write_chart (trace, &scope, options);

  g_autoptr (StrataCallTree) base = strata_call_tree_new (trace, &scope, by, NULL);
  g_autoptr (StrataCallTree) tree = strata_call_tree_new_view (base, &options->view, NULL);

  status = options->picture != NULL ? write_flame (tree, options) : write_asked (trace, tree, options, style, scope.clock);

  if (status == STRATA_EXIT_DONE)
    {
      strata_scope_note_unmatched_ends (file, trace);
      strata_scope_note_unknown_cpu (file, trace);
      note_rest (file, tree);
    }

  return status;
}

static gboolean
check_numbers (const StrataCommand *command,
               Options *options)
{
  char *end = NULL;
  guint64 depth = G_MAXUINT32;

  options->least_percent = options->least != NULL ? g_ascii_strtod (options->least, &end) : -1.0;
  if (options->least != NULL && (end == options->least || *end != '\0' || !isfinite (options->least_percent) || options->least_percent < 0.0 || options->least_percent > 100.0))
    {
      strata_command_fail_usage (command, _ ("--least %s: expected a number from 0 to 100"), options->least);
      return FALSE;
    }

  if (options->depth != NULL && !g_ascii_string_to_unsigned (options->depth, 10, 1, G_MAXUINT32, &depth, NULL))
    {
      strata_command_fail_usage (command, _ ("--depth %s: expected a whole number of at least 1"), options->depth);
      return FALSE;
    }

  options->most_depth = (guint32) depth;
  return TRUE;
}

/* The options have to select one kind of output. */
static gboolean
check_output (const StrataCommand *command,
              const Options *options,
              StrataProfileBy by,
              StrataTableStyle style)
{
  const StrataCallTreeView *view = &options->view;
  const char *reason = NULL;
  gboolean changes_tree = view->is_bottom_up || view->folds_recursion || view->focus != NULL || view->filter != NULL || view->hidden != NULL || view->hidden_packages != NULL;

  if (options->is_folded && style != STRATA_TABLE_TEXT)
    reason = _ ("--folded, --csv and --json cannot be combined");
  else if (options->picture != NULL && (options->is_folded || style != STRATA_TABLE_TEXT))
    reason = _ ("--flame draws a picture; it cannot be combined with --folded, --csv or --json");
  else if ((options->picture != NULL || options->is_folded) && options->least != NULL)
    reason = _ ("--least works only with tables");
  else if ((options->is_chart || options->is_folded) && options->depth != NULL)
    reason = _ ("--depth works only with tables and flame graphs");
  else if (options->picture == NULL && (options->is_dark || options->is_chart))
    reason = options->is_dark ? _ ("--dark needs --flame") : _ ("--chart needs --flame");
  else if (options->is_chart && (changes_tree || by != STRATA_PROFILE_BY_NAME))
    reason = _ ("--chart shows calls in time order; it cannot be combined with --by or options that change the tree");

  if (reason != NULL)
    strata_command_fail_usage (command, "%s", reason);

  return reason == NULL;
}

static StrataExit
run_tree (const StrataCommand *command,
          char **arguments)
{
  g_auto (Options) options = { 0 };
  const GOptionEntry entries[] = {
    { "bottom-up", 0, 0, G_OPTION_ARG_NONE, &options.view.is_bottom_up, N_ ("Start with the names with the most self time, and open their callers"), NULL },
    { "folded", 0, 0, G_OPTION_ARG_NONE, &options.is_folded, N_ ("Write one line per stack, the folded format of flame graph tools"), NULL },
    { "flame", 0, 0, G_OPTION_ARG_FILENAME, &options.picture, N_ ("Draw a flame graph into this file; the suffix (.svg, .png or .pdf) sets the format"), N_ ("FILE") },
    { "dark", 0, 0, G_OPTION_ARG_NONE, &options.is_dark, N_ ("Use the dark colours"), NULL },
    { "chart", 0, 0, G_OPTION_ARG_NONE, &options.is_chart, N_ ("Draw each call at its time, by thread"), NULL },
    { "fold-recursion", 0, 0, G_OPTION_ARG_NONE, &options.view.folds_recursion, N_ ("Merge recursive calls"), NULL },
    { "focus", 0, 0, G_OPTION_ARG_STRING, &options.view.focus, N_ ("Start with the calls of this name, whatever called them"), N_ ("NAME") },
    { "filter", 0, 0, G_OPTION_ARG_STRING, &options.view.filter, N_ ("Count only time in calls whose name, or a caller’s name, contains TEXT"), N_ ("TEXT") },
    { "hide", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options.view.hidden, N_ ("Hide this name and count its time for its callers; repeatable"), N_ ("NAME") },
    { "hide-package", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options.view.hidden_packages, N_ ("The same for the methods of this package; repeatable"), N_ ("PACKAGE") },
    { "least", 0, 0, G_OPTION_ARG_STRING, &options.least, N_ ("Leave out names below this percentage of the total; default 0.5 for text, 0 for CSV and JSON"), N_ ("PERCENT") },
    { "depth", 0, 0, G_OPTION_ARG_STRING, &options.depth, N_ ("Show this many levels"), "N" },
    STRATA_SCOPE_ENTRIES (options.scope),
    STRATA_TABLE_ENTRIES (options.style, options.input),
    { NULL },
  };
  g_auto (StrataOptionValues) values = { entries };
  g_auto (GStrv) files = NULL;
  StrataTableStyle style;
  StrataProfileBy by;

  if (!strata_command_parse (command, entries, 1, arguments, &files) ||
      !strata_command_get_style (command, options.style, &style) ||
      !strata_scope_options_check (&options.scope, command, &by) ||
      !check_numbers (command, &options) ||
      !check_output (command, &options, by, style))
    return STRATA_EXIT_BAD_USAGE;

  if (strata_command_would_overwrite (files[0], options.picture))
    return strata_command_fail_overwriting (command, options.picture);

  return show_tree (command, files[0], &options, by, style);
}

const StrataCommand strata_command_tree = {
  .name = "tree",
  .arguments = "FILE",
  .summary = N_ ("Show the call tree of FILE with its times"),
  .description = STRATA_SPAN_HELP,
  .run = run_tree,
};
