/* test-ftrace-lexer.c - lines taken apart by a thread
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-ftrace-lexer.h"

#include <string.h>

static const char *const kinds[] = {
  " app-7 (7) [003] .... %u.000001: tracing_mark_write: B|7|name\n",
  " app-7 [003] d..3. %u.000002: sched_switch: prev_comm=a prev_pid=7 prev_prio=1 prev_state=S ==> next_comm=b next_pid=8 next_prio=1\r\n",
  "# a comment %u\n",
  "\n",
  "garbage %u\n",
};

static GString *
make_text (guint n_lines)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < n_lines; i++)
    {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
      g_string_append_printf (text, kinds[g_test_rand_int_range (0, G_N_ELEMENTS (kinds))], i);
#pragma GCC diagnostic pop
    }

  return text;
}

static void
assert_lexed (const StrataFtraceLexed *lexed,
              const char *line,
              gsize n_bytes)
{
  StrataFtraceLexed expected;

  strata_ftrace_lex ((StrataText){ line, n_bytes }, &expected);
  g_assert_true (lexed->text.text == line);
  g_assert_cmpuint (lexed->text.n_bytes, ==, expected.text.n_bytes);
  g_assert_cmpint (lexed->is_event, ==, expected.is_event);
  g_assert_cmpint (lexed->kind, ==, expected.kind);

  if (expected.is_event)
    {
      g_assert_cmpint (lexed->line.time_ns, ==, expected.line.time_ns);
      g_assert_true (lexed->line.args.text == expected.line.args.text);
    }
}

/* Returns how many lines the lexer gave. */
static guint
check_all (StrataFtraceLexer *lexer,
           const char *line)
{
  const StrataFtraceLexed *lines;
  guint n_all = 0;
  guint n_lines;

  while ((lines = strata_ftrace_lexer_next (lexer, &n_lines)) != NULL)
    {
      g_assert_cmpuint (n_lines, >, 0);

      for (guint i = 0; i < n_lines; i++)
        {
          const char *line_end = strchr (line, '\n');

          assert_lexed (&lines[i], line, (gsize) (line_end - line));
          line = line_end + 1;
        }

      n_all += n_lines;
    }

  g_assert_cmpint (*line, ==, '\0');
  return n_all;
}

/* Around the size of a sheet, and more lines than all sheets hold. */
static void
test_order (void)
{
  static const guint n_lines[] = { 1, 511, 512, 513, 1024, 2048, 2049, 20000, 0, 3 };
  g_autoptr (StrataFtraceLexer) lexer = strata_ftrace_lexer_new ();

  for (guint i = 0; i < G_N_ELEMENTS (n_lines); i++)
    {
      g_autoptr (GString) text = make_text (n_lines[i]);

      strata_ftrace_lexer_begin (lexer, (StrataText){ text->str, text->len });
      g_assert_cmpuint (check_all (lexer, text->str), ==, n_lines[i]);
    }
}

/* A load that is cancelled leaves lines behind. */
static void
test_free_early (void)
{
  g_autoptr (GString) text = make_text (20000);

  for (guint i = 0; i < 20; i++)
    {
      g_autoptr (StrataFtraceLexer) lexer = strata_ftrace_lexer_new ();
      guint n_lines;

      strata_ftrace_lexer_begin (lexer, (StrataText){ text->str, text->len });
      for (guint j = 0; j < i % 4; j++)
        g_assert_nonnull (strata_ftrace_lexer_next (lexer, &n_lines));
    }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/ftrace-lexer/order", test_order);
  g_test_add_func ("/ftrace-lexer/free-early", test_free_early);

  return g_test_run ();
}
