/* test-profile-list.c - order, filter and expanded rows of the profile
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-profile-list.h"

#include "strata-loader.h"

#include "ui-fixture.h"

typedef struct
{
  const char *name;
  StrataProfileColumn column;
  gboolean is_descending;
  const char *filter;
  const char *opened; /* names, in the order in which they are expanded */
  const char *lines;  /* names, one per line */
} Case;

static const Case cases[] = {
  { "inclusive", STRATA_PROFILE_COLUMN_INCLUSIVE, TRUE, NULL, "", "frame|draw|Walk|measure" },
  { "inclusive-ascending", STRATA_PROFILE_COLUMN_INCLUSIVE, FALSE, NULL, "", "measure|Walk|draw|frame" },
  { "name", STRATA_PROFILE_COLUMN_NAME, FALSE, NULL, "", "draw|frame|measure|Walk" },
  { "name-descending", STRATA_PROFILE_COLUMN_NAME, TRUE, NULL, "", "Walk|measure|frame|draw" },
  { "calls", STRATA_PROFILE_COLUMN_CALLS, TRUE, NULL, "", "frame|draw|Walk|measure" },
  { "max", STRATA_PROFILE_COLUMN_MAX, TRUE, NULL, "", "frame|draw|Walk|measure" },
  { "median", STRATA_PROFILE_COLUMN_MEDIAN, TRUE, NULL, "", "frame|draw|Walk|measure" },
  { "p95", STRATA_PROFILE_COLUMN_P95, FALSE, NULL, "", "measure|Walk|draw|frame" },
  { "first", STRATA_PROFILE_COLUMN_FIRST, FALSE, NULL, "", "frame|measure|draw|Walk" },
  { "last", STRATA_PROFILE_COLUMN_LAST, TRUE, NULL, "", "Walk|draw|frame|measure" },
  { "filter", STRATA_PROFILE_COLUMN_INCLUSIVE, TRUE, "ra", "", "frame|draw" },
  { "filter-any-case", STRATA_PROFILE_COLUMN_INCLUSIVE, TRUE, "walk", "", "Walk" },
  { "filter-capital-counts", STRATA_PROFILE_COLUMN_INCLUSIVE, TRUE, "WA", "", "" },
  { "filter-none", STRATA_PROFILE_COLUMN_INCLUSIVE, TRUE, "nothing", "", "" },
  { "opened-first", STRATA_PROFILE_COLUMN_INCLUSIVE, TRUE, NULL, "frame", "frame|Parents|(no caller)|Children|self|draw|measure|draw|Walk|measure" },
  { "opened-last", STRATA_PROFILE_COLUMN_INCLUSIVE, TRUE, NULL, "measure", "frame|draw|Walk|measure|Parents|frame|Children|self" },
  { "opened-two", STRATA_PROFILE_COLUMN_INCLUSIVE, TRUE, NULL, "measure draw", "frame|draw|Parents|frame|Children|self|Walk|measure|Parents|frame|Children|self" },
  { "opened-and-closed", STRATA_PROFILE_COLUMN_INCLUSIVE, TRUE, NULL, "measure draw measure", "frame|draw|Parents|frame|Children|self|Walk|measure" },
  { "opened-filtered-out", STRATA_PROFILE_COLUMN_INCLUSIVE, TRUE, "walk", "measure", "Walk" },
};

static StrataProfile *
new_profile_of (const char *trace_text)
{
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (trace_text, -1, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (StrataTrace) trace = strata_load_stream (stream, "fixture", NULL, NULL, NULL, &error);

  g_assert_no_error (error);

  StrataScope scope = strata_scope_everything (trace);
  StrataProfile *profile = strata_profile_new (trace, &scope, STRATA_PROFILE_BY_NAME, NULL);

  g_assert_nonnull (profile);
  return profile;
}

static StrataProfile *
new_profile (void)
{
  return new_profile_of (FIXTURE_TRACE);
}

static guint32
find_key (StrataProfile *profile,
          const char *name)
{
  return strata_string_pool_lookup (strata_trace_get_strings (strata_profile_get_trace (profile)), name);
}

static char *
dup_lines (StrataProfileList *list)
{
  guint n_lines = g_list_model_get_n_items (G_LIST_MODEL (list));
  g_autoptr (GString) lines = g_string_new (NULL);

  for (guint i = 0; i < n_lines; i++)
    {
      g_autoptr (StrataProfileItem) item = g_list_model_get_item (G_LIST_MODEL (list), i);
      g_autofree char *name = strata_profile_item_dup_text (item, STRATA_PROFILE_COLUMN_NAME);

      g_string_append_printf (lines, "%s%s", i > 0 ? "|" : "", name);
    }

  g_assert_null (g_list_model_get_item (G_LIST_MODEL (list), n_lines));
  return g_string_free (g_steal_pointer (&lines), FALSE);
}

static void
toggle (StrataProfileList *list,
        guint32 key)
{
  strata_profile_list_set_expanded (list, key, !strata_profile_list_is_expanded (list, key));
}

static void
test_lines (gconstpointer data)
{
  const Case *c = data;
  g_autoptr (StrataProfile) profile = new_profile ();
  g_autoptr (StrataProfileList) list = g_object_new (STRATA_TYPE_PROFILE_LIST, NULL);
  g_auto (GStrv) opened = g_strsplit (c->opened, " ", -1);

  strata_profile_list_set_profile (list, profile);

  for (guint i = 0; opened[i] != NULL && *opened[i] != '\0'; i++)
    toggle (list, find_key (profile, opened[i]));

  strata_profile_list_set_filter (list, c->filter);
  strata_profile_list_sort (list, c->column, c->is_descending);

  g_autofree char *lines = dup_lines (list);

  g_assert_cmpstr (lines, ==, c->lines);
}

static void
assert_text (StrataProfileList *list,
             guint position,
             StrataProfileColumn column,
             const char *expected)
{
  g_autoptr (StrataProfileItem) item = g_list_model_get_item (G_LIST_MODEL (list), position);
  g_autofree char *text = strata_profile_item_dup_text (item, column);

  g_assert_cmpstr (text, ==, expected);
}

static void
test_texts (void)
{
  g_autoptr (StrataProfile) profile = new_profile ();
  g_autoptr (StrataProfileList) list = g_object_new (STRATA_TYPE_PROFILE_LIST, NULL);

  strata_profile_list_set_profile (list, profile);
  assert_text (list, 0, STRATA_PROFILE_COLUMN_INCLUSIVE, "50.0\302\240ms");
  assert_text (list, 0, STRATA_PROFILE_COLUMN_EXCLUSIVE, "23.0\302\240ms");
  assert_text (list, 0, STRATA_PROFILE_COLUMN_CALLS, "3");
  assert_text (list, 0, STRATA_PROFILE_COLUMN_MAX, "30.0\302\240ms");
  assert_text (list, 2, STRATA_PROFILE_COLUMN_CALLS, "1+1");

  strata_profile_list_set_expanded (list, find_key (profile, "frame"), TRUE);
  assert_text (list, 4, STRATA_PROFILE_COLUMN_INCLUSIVE_SHARE, "46.0\302\240%");
  assert_text (list, 4, STRATA_PROFILE_COLUMN_CALLS, "");
  assert_text (list, 5, STRATA_PROFILE_COLUMN_INCLUSIVE, "24.0\302\240ms");
  assert_text (list, 5, STRATA_PROFILE_COLUMN_INCLUSIVE_SHARE, "48.0\302\240%");
  assert_text (list, 5, STRATA_PROFILE_COLUMN_CALLS, "3/3");
  assert_text (list, 6, STRATA_PROFILE_COLUMN_CALLS, "2/2");
}

/* Methods are shown, sorted and found without their package, and also found with it and as written in the file. */
static void
test_methods (void)
{
  static const char trace_text[] =
      "# tracer: nop\n#\n"
      "  app-100   (  100) [000] .... 1.000000: tracing_mark_write: B|100|z/pack/Alpha.run ([B)V\n"
      "  app-100   (  100) [000] .... 1.001000: tracing_mark_write: B|100|a/pack/Omega.walk (I)V\n"
      "  app-100   (  100) [000] .... 1.003000: tracing_mark_write: E|100\n"
      "  app-100   (  100) [000] .... 1.004000: tracing_mark_write: E|100\n";
  static const char *const found[][2] = {
    { "alpha", "Alpha.run(byte[])" },
    { "z.pack", "Alpha.run(byte[])" },
    { "z/pack", "Alpha.run(byte[])" },
    { "([B", "Alpha.run(byte[])" },
    { "walk(int", "Omega.walk(int)" },
    { "pack", "Alpha.run(byte[])|Omega.walk(int)" },
    { "byte[], int", "" },
  };
  g_autoptr (StrataProfile) profile = new_profile_of (trace_text);
  g_autoptr (StrataProfileList) list = g_object_new (STRATA_TYPE_PROFILE_LIST, NULL);

  strata_profile_list_set_profile (list, profile);
  strata_profile_list_sort (list, STRATA_PROFILE_COLUMN_NAME, FALSE);

  for (guint i = 0; i < G_N_ELEMENTS (found); i++)
    {
      strata_profile_list_set_filter (list, found[i][0]);

      g_autofree char *lines = dup_lines (list);

      g_assert_cmpstr (lines, ==, found[i][1]);
    }

  strata_profile_list_set_filter (list, NULL);

  g_autoptr (StrataProfileItem) item = g_list_model_get_item (G_LIST_MODEL (list), 0);
  g_autofree char *tooltip = strata_profile_item_dup_tooltip (item);

  g_assert_cmpstr (tooltip, ==, "z.pack.Alpha.run(byte[])\nz/pack/Alpha.run ([B)V");
}

static void
on_items_changed (GListModel *model,
                  guint position,
                  guint n_removed,
                  guint n_added,
                  guint *n_items)
{
  *n_items += n_added - n_removed;
  g_assert_cmpuint (position + n_added, <=, g_list_model_get_n_items (model));
}

/* The numbers add up, items keep their identity, and rows stay expanded when the profile is replaced. */
static void
test_changes (void)
{
  g_autoptr (StrataProfile) first = new_profile ();
  g_autoptr (StrataProfile) second = new_profile ();
  g_autoptr (StrataProfileList) list = g_object_new (STRATA_TYPE_PROFILE_LIST, NULL);
  guint n_items = 0;

  g_signal_connect (list, "items-changed", G_CALLBACK (on_items_changed), &n_items);
  strata_profile_list_set_profile (list, first);

  g_autoptr (StrataProfileItem) item = g_list_model_get_item (G_LIST_MODEL (list), 0);
  g_autoptr (StrataProfileItem) same = g_list_model_get_item (G_LIST_MODEL (list), 0);

  g_assert_true (item == same);
  g_assert_false (strata_profile_item_is_expanded (item));
  toggle (list, find_key (first, "frame"));
  g_assert_true (strata_profile_item_is_expanded (item));
  g_assert_cmpuint (n_items, ==, g_list_model_get_n_items (G_LIST_MODEL (list)));
  g_assert_cmpuint (strata_profile_list_find_key (list, find_key (first, "draw")), ==, 7);

  strata_profile_list_set_profile (list, second);
  g_assert_cmpuint (n_items, ==, 10);
  strata_profile_list_set_filter (list, "walk");
  g_assert_cmpuint (n_items, ==, 1);
  g_assert_cmpuint (strata_profile_list_find_key (list, find_key (second, "draw")), ==, STRATA_NONE);
  strata_profile_list_set_profile (list, NULL);
  g_assert_cmpuint (n_items, ==, 0);
}

/* More calls than are scanned between two frames. outer calls inner and leaf; in every second round
 * inner calls itself instead. */
static char *
dup_many_calls (void)
{
  GString *text = g_string_new ("# tracer: nop\n#\n");

  for (guint i = 0; i < 50000; i++)
    {
      static const char *const rounds[][6] = {
        { "B|100|outer", "B|100|inner", "B|100|leaf", "E|100", "E|100", "E|100" },
        { "B|100|outer", "B|100|inner", "B|100|inner", "E|100", "E|100", "E|100" },
      };

      for (guint j = 0; j < G_N_ELEMENTS (rounds[0]); j++)
        g_string_append_printf (text, "  app-100   (  100) [000] .... %u.%06u: tracing_mark_write: %s\n", 1 + i / 1000, i % 1000 * 1000 + j, rounds[i % 2][j]);
    }

  return g_string_free (text, FALSE);
}

static StrataProfile *
new_profile_of_half (StrataProfile *profile)
{
  StrataScope scope = *strata_profile_get_scope (profile);

  scope.span.end_ns -= strata_span_get_length_ns (scope.span) / 4;
  return strata_profile_new (strata_profile_get_trace (profile), &scope, STRATA_PROFILE_BY_NAME, NULL);
}

/* The lines under a row are those of strata_profile_list_relatives(): one for each name, with its calls. */
static void
assert_relatives (StrataProfileList *list,
                  StrataProfile *profile,
                  const char *name)
{
  g_autoptr (GArray) relatives = strata_profile_list_relatives (profile, find_key (profile, name), NULL);
  guint n_found = 0;

  for (guint i = strata_profile_list_find_key (list, find_key (profile, name)) + 1;; i++)
    {
      g_autoptr (StrataProfileItem) item = g_list_model_get_item (G_LIST_MODEL (list), i);
      const StrataProfileLine *line = item != NULL ? strata_profile_item_get_line (item) : NULL;

      if (line == NULL || line->kind == STRATA_PROFILE_LINE_ROW)
        break;

      for (guint j = 0; line->kind == STRATA_PROFILE_LINE_RELATIVE && j < relatives->len; j++)
        n_found += memcmp (&line->relative, &g_array_index (relatives, StrataRelative, j), sizeof line->relative) == 0;
    }

  g_assert_cmpuint (relatives->len, >, 1);
  g_assert_cmpuint (n_found, ==, relatives->len);
}

#define MANY_ALL "outer|Parents|(no caller)|Children|self|inner|inner|leaf"
#define MANY_CLOSED "outer|inner|leaf"

static void
assert_lines (StrataProfileList *list,
              const char *expected)
{
  g_autofree char *lines = dup_lines (list);

  g_assert_cmpstr (lines, ==, expected);
}

/* A worker finds the relatives of many calls, those of the row expanded last first. Those of the
 * old profile stay until then. */
static void
test_many_calls (void)
{
  g_autofree char *text = dup_many_calls ();
  g_autoptr (StrataProfile) profile = new_profile_of (text);
  g_autoptr (StrataProfile) part = new_profile_of_half (profile);
  g_autoptr (StrataProfileList) list = g_object_new (STRATA_TYPE_PROFILE_LIST, NULL);
  const guint32 outer = find_key (profile, "outer");
  const guint32 inner = find_key (profile, "inner");
  guint n_items = 0;

  g_signal_connect (list, "items-changed", G_CALLBACK (on_items_changed), &n_items);
  strata_profile_list_set_profile (list, profile);
  strata_profile_list_set_expanded (list, outer, TRUE);
  g_assert_true (strata_profile_list_is_opening (list, outer));
  assert_lines (list, MANY_CLOSED);
  fixture_wait_until (!strata_profile_list_is_opening (list, outer));
  assert_lines (list, MANY_ALL);
  assert_relatives (list, profile, "outer");

  /* the next scope: expanded rows keep their lines until they are found anew */
  strata_profile_list_set_profile (list, part);
  assert_lines (list, MANY_ALL);
  assert_relatives (list, profile, "outer");

  /* another row, which is found first, and is collapsed before it is found */
  strata_profile_list_set_expanded (list, inner, TRUE);
  g_assert_true (strata_profile_list_is_opening (list, inner));
  strata_profile_list_set_expanded (list, inner, FALSE);
  g_assert_false (strata_profile_list_is_expanded (list, inner));
  strata_profile_list_set_expanded (list, inner, TRUE);
  fixture_wait_until (!strata_profile_list_is_opening (list, inner));
  assert_relatives (list, part, "inner");
  fixture_wait_until (!strata_profile_list_is_searching (list));
  assert_relatives (list, part, "outer");
  g_assert_cmpuint (n_items, ==, g_list_model_get_n_items (G_LIST_MODEL (list)));

  /* relatives of a row hidden by a filter are searched for when it is visible again */
  strata_profile_list_set_filter (list, "leaf");
  strata_profile_list_set_profile (list, profile);
  g_assert_false (strata_profile_list_is_searching (list));
  strata_profile_list_set_filter (list, "");
  fixture_wait_until (!strata_profile_list_is_searching (list));
  assert_relatives (list, profile, "outer");
  assert_relatives (list, profile, "inner");

  /* no results arrive after a stop */
  strata_profile_list_set_profile (list, part);
  strata_profile_list_stop (list);
  g_assert_false (strata_profile_list_is_searching (list));
  strata_profile_list_set_profile (list, NULL);
  g_assert_cmpuint (n_items, ==, 0);
}

/* Of more names than are listed, those that sort first are listed. */
static void
test_most_rows (void)
{
  const guint n_names = STRATA_PROFILE_LIST_MOST_ROWS + 500;
  g_autoptr (GString) text = g_string_new ("# tracer: nop\n#\n");
  g_autoptr (StrataProfileList) list = g_object_new (STRATA_TYPE_PROFILE_LIST, NULL);

  for (guint i = 0; i < n_names; i++)
    g_string_append_printf (text,
                            "  app-100   (  100) [000] .... %u.000000: tracing_mark_write: B|100|n%06u\n"
                            "  app-100   (  100) [000] .... %u.%06u: tracing_mark_write: E|100\n",
                            i + 1, i, i + 1, i + 1);

  g_autoptr (StrataProfile) profile = new_profile_of (text->str);

  strata_profile_list_set_profile (list, profile);
  fixture_wait_until (!strata_profile_list_is_busy (list));
  g_assert_cmpuint (strata_profile_list_get_n_matching (list), ==, n_names);
  g_assert_cmpuint (strata_profile_list_get_n_shown (list), ==, STRATA_PROFILE_LIST_MOST_ROWS);
  assert_text (list, 0, STRATA_PROFILE_COLUMN_NAME, "n200499");
  assert_text (list, STRATA_PROFILE_LIST_MOST_ROWS - 1, STRATA_PROFILE_COLUMN_NAME, "n000500");

  /* the listed rows stay until the rest is sorted; all are equal, so their order stays */
  strata_profile_list_sort (list, STRATA_PROFILE_COLUMN_CALLS, TRUE);
  g_assert_true (strata_profile_list_is_busy (list));
  assert_text (list, 0, STRATA_PROFILE_COLUMN_NAME, "n200499");
  fixture_wait_until (!strata_profile_list_is_busy (list));
  assert_text (list, 0, STRATA_PROFILE_COLUMN_NAME, "n200499");
  assert_text (list, STRATA_PROFILE_LIST_MOST_ROWS - 1, STRATA_PROFILE_COLUMN_NAME, "n000500");
  strata_profile_list_sort (list, STRATA_PROFILE_COLUMN_NAME, FALSE);
  fixture_wait_until (!strata_profile_list_is_busy (list));
  assert_text (list, 0, STRATA_PROFILE_COLUMN_NAME, "n000000");
  assert_text (list, STRATA_PROFILE_LIST_MOST_ROWS - 1, STRATA_PROFILE_COLUMN_NAME, "n199999");

  /* while the user types, the newest filter wins */
  strata_profile_list_set_filter (list, "9");
  strata_profile_list_set_filter (list, "99");
  strata_profile_list_set_filter (list, "9999");
  g_assert_cmpuint (strata_profile_list_get_n_matching (list), ==, n_names);
  fixture_wait_until (!strata_profile_list_is_busy (list));
  g_assert_cmpuint (strata_profile_list_get_n_matching (list), ==, 38);
  strata_profile_list_set_filter (list, "99995");
  fixture_wait_until (!strata_profile_list_is_busy (list));
  g_assert_cmpuint (strata_profile_list_get_n_matching (list), ==, 2);
  assert_text (list, 0, STRATA_PROFILE_COLUMN_NAME, "n099995");
  strata_profile_list_set_filter (list, "");
  strata_profile_list_stop (list);
  g_assert_cmpuint (strata_profile_list_get_n_matching (list), ==, 2);
  strata_profile_list_set_profile (list, NULL);
  g_assert_cmpuint (strata_profile_list_get_n_matching (list), ==, 0);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/profile-list/lines/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_lines);
    }

  g_test_add_func ("/profile-list/texts", test_texts);
  g_test_add_func ("/profile-list/methods", test_methods);
  g_test_add_func ("/profile-list/changes", test_changes);
  g_test_add_func ("/profile-list/many-calls", test_many_calls);
  g_test_add_func ("/profile-list/most-rows", test_most_rows);

  return g_test_run ();
}
