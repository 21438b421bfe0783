/* strata-relatives-table.c - strata-cli profile: who calls a name and whom it calls
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-relatives-table.h"

#include <glib/gi18n.h>

#include "strata-method-signature.h"
#include "strata-units.h"

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

/* A method is called by what the file has, or as in a program. */
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

/**
 * strata_relatives_find_rows:
 * @profile: a profile
 * @names: (array zero-terminated=1): names, as in the file or as they are shown
 * @missing: (out) (transfer none): the first name that is no row's
 *
 * Returns: (transfer full) (nullable) (element-type guint32): indices of rows, by
 *   name, or %NULL when a name is no row's
 */
GArray *
strata_relatives_find_rows (const StrataProfile *profile,
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

/* What its relatives are relative to: shares of theirs are of this row's time. */
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

/**
 * strata_relatives_write:
 * @output: where to write
 * @profile: a profile
 * @rows: (element-type guint32): indices of its rows
 * @style: how to write
 * @clock: whose shares to write, in text
 *
 * Writes parents and children of rows, each row's together: its parents, its own
 * time, its children, and those of its recursive calls.
 */
void
strata_relatives_write (StrataOutput *output,
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
