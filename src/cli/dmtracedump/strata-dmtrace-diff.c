/* strata-dmtrace-diff.c - dmtracedump -d: compares two traces
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-dmtrace.h"

/* A method in both runs. */
typedef struct
{
  const StrataMethodSum *first;  /* borrowed */
  const StrataMethodSum *second; /* borrowed */
  guint place;                   /* its index before sorting */
} Pair;

static guint
hash_names (gconstpointer method)
{
  const StrataMethodSum *self = method;
  guint hash = g_str_hash (self->class_name);

  hash = 31 * hash + (self->name != NULL ? g_str_hash (self->name) : 0);

  return 31 * hash + (self->signature != NULL ? g_str_hash (self->signature) : 0);
}

static gboolean
have_equal_names (gconstpointer a,
                  gconstpointer b)
{
  const StrataMethodSum *left = a;
  const StrataMethodSum *right = b;

  return strcmp (left->class_name, right->class_name) == 0 && g_strcmp0 (left->name, right->name) == 0 && g_strcmp0 (left->signature, right->signature) == 0;
}

/* Of several methods with the same names, the first one counts. */
static GHashTable *
index_methods (const StrataMethodSums *sums)
{
  GHashTable *methods = g_hash_table_new (hash_names, have_equal_names);

  for (guint32 i = sums->n_methods; i > 0; i--)
    g_hash_table_replace (methods, &sums->methods[i - 1], &sums->methods[i - 1]);

  return methods;
}

/* Class and name; "(null)", as from C's printf, for a missing name. */
static void
write_name (StrataDmtracePage *page,
            const StrataMethodSum *method)
{
  strata_dmtrace_page_escaped (page, method->class_name);
  strata_output_char (page->output, '.');
  strata_dmtrace_page_escaped (page, method->name != NULL ? method->name : "(null)");
}

static void
write_count (StrataDmtracePage *page,
             guint64 n)
{
  strata_output_format (page->output, "%" G_GUINT64_FORMAT "\n", n);
}

static guint64
get_time_us (const StrataMethodSum *method,
             gboolean is_inclusive)
{
  return is_inclusive ? method->inclusive_us : method->exclusive_us;
}

/* How much longer the second run took; 0 for methods that took no time in the first. */
static guint64
get_delta_us (const Pair *pair,
              gboolean is_inclusive)
{
  const guint64 first_us = get_time_us (pair->first, is_inclusive);

  return first_us > 0 ? get_time_us (pair->second, is_inclusive) - first_us : 0;
}

static void
write_times (StrataDmtracePage *page,
             const Pair *pair,
             gboolean is_inclusive)
{
  const char *gap = page->is_html ? " </td><td>" : " ";
  const guint64 first_us = get_time_us (pair->first, is_inclusive);
  const guint64 second_us = get_time_us (pair->second, is_inclusive);

  strata_output_text (page->output, gap);
  strata_dmtrace_page_number (page, 0, first_us);
  strata_output_text (page->output, gap);
  strata_dmtrace_page_number (page, 0, second_us);
  strata_output_text (page->output, gap);
  strata_dmtrace_page_number (page, 0, get_delta_us (pair, is_inclusive));
  strata_output_text (page->output, gap);
  strata_dmtrace_page_percent (page, 0, 2, first_us > 0 ? second_us : 0, MAX (first_us, 1));
  strata_output_char (page->output, '\n');
}

static void
write_pair (StrataDmtracePage *page,
            const Pair *pair,
            gboolean is_inclusive)
{
  if (page->is_html)
    strata_output_text (page->output, "<tr><td>\n");
  write_name (page, pair->first);
  write_times (page, pair, is_inclusive);
  if (page->is_html)
    strata_output_text (page->output, "</td><td>\n");
  write_count (page, pair->first->n_calls);
  if (page->is_html)
    strata_output_text (page->output, "</td><td>\n");
  write_count (page, pair->second->n_calls);
  if (page->is_html)
    strata_output_text (page->output, "</td></tr>\n");
}

static void
begin_table (StrataDmtracePage *page,
             const StrataDmtraceRun runs[2],
             gboolean is_inclusive)
{
  if (!page->is_html)
    return;

  strata_dmtrace_page_head (page);
  strata_output_char (page->output, '\n');
  if (!is_inclusive)
    strata_dmtrace_page_fixed (page, "diff-contents.html");
  strata_output_format (page->output, "Run 1: %s<br>\nRun 2: %s<br>\n", runs[0].path, runs[1].path);

  /* the original has this typing error, too */
  strata_output_text (page->output, is_inclusive ? "<a name=\"inclusive\"></a><h3 id=\"inculisve\">Inclusive</h3>\n" : "<a name=\"exclusive\"></a><h3 id=\"exclusive\">Exclusive</h3>\n");
  strata_output_format (page->output, "<table class='sortable' id='%s_table'>", is_inclusive ? "inclusive" : "exclusive");
  strata_dmtrace_page_fixed (page, "diff-columns.html");
}

/* Returns: (element-type Pair): longest inclusive time of the first run first. */
static GArray *
list_pairs (const StrataMethodSums *sums,
            GHashTable *others)
{
  GArray *pairs = g_array_new (FALSE, FALSE, sizeof (Pair));

  for (guint32 i = 0; i < sums->n_methods; i++)
    {
      const StrataMethodSum *method = &sums->methods[sums->by_inclusive[i]];
      const Pair pair = { method, g_hash_table_lookup (others, method), 0 };

      if (pair.second != NULL)
        g_array_append_val (pairs, pair);
    }

  return pairs;
}

static int
compare_deltas (gconstpointer a,
                gconstpointer b,
                gpointer is_inclusive)
{
  const gint64 left = (gint64) get_delta_us (a, is_inclusive != NULL);
  const gint64 right = (gint64) get_delta_us (b, is_inclusive != NULL);

  if (left != right)
    return left < right ? 1 : -1;

  return ((const Pair *) a)->place < ((const Pair *) b)->place ? -1 : 1;
}

/* Methods that took longer come first; equal ones keep their order. */
static void
write_table (StrataDmtracePage *page,
             const StrataDmtraceRun runs[2],
             GArray *pairs,
             gboolean is_inclusive)
{
  for (guint i = 0; i < pairs->len; i++)
    g_array_index (pairs, Pair, i).place = i;
  g_array_sort_with_data (pairs, compare_deltas, is_inclusive ? page : NULL);
  begin_table (page, runs, is_inclusive);
  for (guint i = 0; i < pairs->len; i++)
    write_pair (page, &g_array_index (pairs, Pair, i), is_inclusive);

  if (page->is_html)
    strata_output_text (page->output, "</table>\n");
}

static void
write_lone_method (StrataDmtracePage *page,
                   const StrataMethodSum *method)
{
  const char *gap = page->is_html ? " </td><td>" : " ";

  if (page->is_html)
    strata_output_text (page->output, "<tr><td>\n");
  write_name (page, method);
  strata_output_text (page->output, gap);
  strata_dmtrace_page_number (page, 0, method->exclusive_us);
  strata_output_text (page->output, gap);
  strata_dmtrace_page_number (page, 0, method->inclusive_us);
  strata_output_text (page->output, gap);
  write_count (page, method->n_calls);
  if (page->is_html)
    strata_output_text (page->output, "</td><td>\n");
}

/* The methods that only one run has. */
static void
write_missing (StrataDmtracePage *page,
               const StrataMethodSums *sums,
               GHashTable *others,
               int run,
               int other_run)
{
  if (page->is_html)
    {
      strata_output_format (page->output, "<h3>Run %d methods not found in Run %d</h3><table class='sortable' id='?'>\n", run, other_run);
      strata_dmtrace_page_fixed (page, "missing-columns.html");
    }

  for (guint32 i = 0; i < sums->n_methods; i++)
    {
      const StrataMethodSum *method = &sums->methods[sums->by_inclusive[i]];

      if (!g_hash_table_contains (others, method))
        write_lone_method (page, method);
    }
}

/**
 * strata_dmtrace_write_diff:
 * @page: where to write
 * @runs: (array fixed-size=2): the runs to compare
 *
 * Compares the times of methods that both traces have, and lists those of either.
 */
void
strata_dmtrace_write_diff (StrataDmtracePage *page,
                           const StrataDmtraceRun runs[2])
{
  g_autoptr (GHashTable) first = index_methods (runs[0].sums);
  g_autoptr (GHashTable) second = index_methods (runs[1].sums);
  g_autoptr (GArray) pairs = list_pairs (runs[0].sums, second);

  write_table (page, runs, pairs, FALSE);
  write_table (page, runs, pairs, TRUE);
  write_missing (page, runs[0].sums, second, 1, 2);
  if (page->is_html)
    strata_output_text (page->output, "</table>\n");
  write_missing (page, runs[1].sums, first, 2, 1);
  if (page->is_html)
    strata_output_text (page->output, "</body></html\n");
}
