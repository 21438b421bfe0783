/* strata-cmd-profile.c - strata-cli profile: times by name
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <unistd.h>

#include <glib/gi18n.h>

#include "strata-command.h"
#include "strata-method-signature.h"
#include "strata-profile-rows.h"
#include "strata-scope-options.h"
#include "strata-span-text.h"
#include "strata-units.h"

/* strata-cli profile: lists callers and callees of a name. */

static const char *const titles[] = {
  [STRATA_RELATION_PARENT] = N_ ("parent"),
  [STRATA_RELATION_SELF] = N_ ("self"),
  [STRATA_RELATION_CHILD] = N_ ("child"),
  [STRATA_RELATION_RECURSIVE_PARENT] = N_ ("parent while recursive"),
  [STRATA_RELATION_RECURSIVE_CHILD] = N_ ("child while recursive"),
  [STRATA_RELATION_NAME] = N_ ("name"),
};

static const StrataTableColumn machine_columns[] = {
  { "of", NULL, STRATA_CELL_TEXT },
  { "relation", NULL, STRATA_CELL_TEXT },
  { "name", NULL, STRATA_CELL_TEXT },
  { "inclusive_ns", NULL, STRATA_CELL_DURATION },
  { "inclusive_cpu_ns", NULL, STRATA_CELL_DURATION },
  { "calls", NULL, STRATA_CELL_NUMBER },
  { "total_calls", NULL, STRATA_CELL_NUMBER },
};

static const StrataTableColumn text_columns[] = {
  { "relation", N_ ("Relation"), STRATA_CELL_TEXT },
  { "inclusive", N_ ("Inclusive"), STRATA_CELL_DURATION },
  { "inclusive_share", N_ ("Incl %"), STRATA_CELL_FIGURE },
  { "other", N_ ("CPU"), STRATA_CELL_DURATION },
  { "calls", N_ ("Calls"), STRATA_CELL_FIGURE },
  { "name", N_ ("Name"), STRATA_CELL_TEXT },
};

/* A method is named as in the file, or as in source code. */
static gboolean
is_called (const char *text,
           const char *name)
{
  g_autofree char *qualified = NULL;

  if (g_str_equal (text, name))
    return TRUE;

  qualified = strata_method_signature_dup (text, STRATA_SIGNATURE_QUALIFIED);
  return g_str_equal (qualified, name);
}

/* Finds the rows of names, as in the file or as displayed. Returns their indices, by name, or NULL with the first name
 * in @missing that no row has. */
static GArray *
relatives_find_rows (const StrataProfile *profile,
                     const char *const *names,
                     const char **missing)
{
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint n_rows;
  const StrataProfileRow *rows = strata_profile_get_rows (profile, &n_rows);

  for (guint i = 0; names[i] != NULL; i++)
    {
      guint n_before = found->len;

      for (guint32 row = 0; row < n_rows; row++)
        {
          g_autofree char *text = strata_profile_dup_name (profile, rows[row].key);

          if (is_called (text, names[i]))
            g_array_append_val (found, row);
        }

      if (found->len == n_before)
        {
          *missing = names[i];
          return NULL;
        }
    }

  return g_steal_pointer (&found);
}

static void
write_machine_line (StrataTable *table,
                    const StrataProfile *profile,
                    const char *of,
                    const StrataRelative *relative)
{
  g_autofree char *name = relative->key != STRATA_NONE ? strata_profile_dup_name (profile, relative->key) : NULL;

  strata_table_text (table, of);
  strata_table_text (table, strata_relation_get_id (relative->relation));

  if (name != NULL)
    strata_table_text (table, name);
  else
    strata_table_unknown (table);

  strata_table_number (table, relative->inclusive_ns);
  strata_table_number (table, relative->inclusive_cpu_ns);
  strata_table_number (table, (gint64) relative->n_calls);
  strata_table_number (table, (gint64) relative->n_total_calls);
}

static void
write_text_cells (StrataTable *table,
                  const char *relation,
                  gint64 times_ns[2],
                  gint64 wholes_ns[2],
                  StrataClocks clock)
{
  guint index = clock == STRATA_CLOCK_CPU ? 1 : 0;
  char share[STRATA_UNITS_BYTES];

  strata_table_text (table, relation);
  strata_table_number (table, times_ns[index]);
  strata_table_text (table, strata_units_share (times_ns[index], wholes_ns[index], share));
  strata_table_number (table, times_ns[1]);
}

static void
write_text_name (StrataTable *table,
                 const StrataProfile *profile,
                 guint32 key)
{
  g_autofree char *text = strata_profile_dup_name (profile, key);
  g_autofree char *readable = strata_method_signature_dup (text, STRATA_SIGNATURE_QUALIFIED);

  strata_table_text (table, *text != '\0' ? readable : _ ("(empty name)"));
}

/* The row of the relatives: their shares are of its time. */
static void
write_text_row (StrataTable *table,
                const StrataProfile *profile,
                const StrataProfileRow *row,
                StrataClocks clock)
{
  g_autofree char *calls = g_strdup_printf ("%" G_GUINT64_FORMAT "+%" G_GUINT64_FORMAT, row->n_calls, row->n_recursive_calls);

  write_text_cells (table, _ ("all calls"), (gint64[]){ row->inclusive_ns, row->inclusive_cpu_ns },
                    (gint64[]){ strata_profile_get_total_ns (profile), strata_profile_get_total_cpu_ns (profile) }, clock);
  strata_table_text (table, calls);
  write_text_name (table, profile, row->key);
}

static void
write_text_line (StrataTable *table,
                 const StrataProfile *profile,
                 const StrataProfileRow *row,
                 const StrataRelative *relative,
                 StrataClocks clock)
{
  g_autofree char *calls = g_strdup_printf ("%" G_GUINT64_FORMAT "/%" G_GUINT64_FORMAT, relative->n_calls, relative->n_total_calls);
  gboolean is_self = relative->relation == STRATA_RELATION_SELF;

  write_text_cells (table, _ (titles[relative->relation]), (gint64[]){ relative->inclusive_ns, relative->inclusive_cpu_ns },
                    (gint64[]){ row->inclusive_ns, row->inclusive_cpu_ns }, clock);
  strata_table_text (table, is_self ? "" : calls);

  if (relative->key != STRATA_NONE)
    write_text_name (table, profile, relative->key);
  else
    strata_table_text (table, is_self ? "" : _ ("(no caller)"));
}

static void
write_row (StrataTable *table,
           const StrataProfile *profile,
           const StrataProfileRow *row,
           StrataTableStyle style,
           StrataClocks clock)
{
  g_autofree char *of = strata_profile_dup_name (profile, row->key);
  g_autoptr (GArray) relatives = strata_profile_list_relatives (profile, row->key, NULL);

  if (style == STRATA_TABLE_TEXT)
    write_text_row (table, profile, row, clock);

  for (guint i = 0; i < relatives->len; i++)
    {
      const StrataRelative *relative = &g_array_index (relatives, StrataRelative, i);

      if (style == STRATA_TABLE_TEXT)
        write_text_line (table, profile, row, relative, clock);
      else
        write_machine_line (table, profile, of, relative);
    }
}

/* Writes parents and children of rows, grouped by row: its parents, its self time, its children, and those of its
 * recursive calls. Text has the shares of @clock. */
static void
relatives_write (StrataOutput *output,
                 const StrataProfile *profile,
                 const GArray *rows,
                 StrataTableStyle style,
                 StrataClocks clock)
{
  guint n_rows;
  const StrataProfileRow *all = strata_profile_get_rows (profile, &n_rows);
  gboolean is_text = style == STRATA_TABLE_TEXT;
  StrataTable *table = is_text ? strata_table_new (output, style, text_columns, G_N_ELEMENTS (text_columns))
                               : strata_table_new (output, style, machine_columns, G_N_ELEMENTS (machine_columns));

  for (guint i = 0; i < rows->len; i++)
    write_row (table, profile, &all[g_array_index (rows, guint32, i)], style, clock);

  strata_table_close (table);
}

typedef struct
{
  StrataStyleOptions style;
  StrataInputOptions input;
  StrataScopeOptions scope;
  char **relatives;
} Options;

static void
options_clear (Options *self)
{
  strata_scope_options_clear (&self->scope);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

/* Writes the rows, or the relatives of some rows. */
static StrataExit
write_asked (const StrataCommand *command,
             StrataProfile *profile,
             const Options *options,
             StrataTableStyle style,
             StrataClocks clock)
{
  g_autoptr (StrataRows) rows = strata_profile_rows_new (profile, clock);
  g_autoptr (GArray) relatives = NULL;
  const char *missing = NULL;

  if (options->relatives != NULL)
    {
      relatives = relatives_find_rows (profile, (const char *const *) options->relatives, &missing);
      if (relatives == NULL)
        return strata_command_fail_usage (command, _ ("--relatives %s: the profile does not contain this name"), missing);
    }

  StrataOutput *output = strata_output_new (STDOUT_FILENO);

  output->unit = strata_trace_get_property (strata_profile_get_trace (profile), STRATA_UNIT_PROPERTY);

  if (relatives != NULL)
    relatives_write (output, profile, relatives, style, clock);
  else
    strata_rows_print (rows, output, style);

  return strata_command_close (output);
}

static StrataExit
profile_file (const StrataCommand *command,
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

  g_autoptr (StrataProfile) profile = strata_profile_new (trace, &scope, by, NULL);

  status = write_asked (command, profile, options, style, scope.clock);

  if (status != STRATA_EXIT_DONE)
    return status;

  strata_scope_note_unmatched_ends (file, trace);
  strata_scope_note_unknown_cpu (file, trace);

  return status;
}

static StrataExit
run_profile (const StrataCommand *command,
             char **arguments)
{
  g_auto (Options) options = { 0 };
  const GOptionEntry entries[] = {
    STRATA_SCOPE_ENTRIES (options.scope),
    { "relatives", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options.relatives, N_ ("Show the callers and callees of this name; repeatable"), N_ ("NAME") },
    STRATA_TABLE_ENTRIES (options.style, options.input),
    { NULL },
  };
  g_auto (StrataOptionValues) values = { entries };
  g_auto (GStrv) files = NULL;
  StrataTableStyle style;
  StrataProfileBy by;

  if (!strata_command_parse (command, entries, 1, arguments, &files) ||
      !strata_command_get_style (command, options.style, &style) ||
      !strata_scope_options_check (&options.scope, command, &by))
    return STRATA_EXIT_BAD_USAGE;

  return profile_file (command, files[0], &options, by, style);
}

const StrataCommand strata_command_profile = {
  .name = "profile",
  .arguments = "FILE",
  .summary = N_ ("Show inclusive and exclusive time of each name in FILE"),
  .description = STRATA_SPAN_HELP,
  .run = run_profile,
};
