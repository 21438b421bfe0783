/* test-ftrace-lexer.c - lines parsed by a thread
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
assert_text (StrataText a,
             StrataText b)
{
  g_assert_cmpmem (a.text, a.n_bytes, b.text, b.n_bytes);
}

static void
assert_lexed (const StrataFtraceLexed *lexed,
              StrataFtraceLineMemo *memo,
              const char *line,
              gsize n_bytes)
{
  StrataFtraceLexed expected;

  strata_ftrace_lex (memo, (StrataText){ line, n_bytes }, &expected);
  assert_text (lexed->text, expected.text);
  g_assert_cmpint (lexed->is_event, ==, expected.is_event);
  g_assert_cmpint (lexed->kind, ==, expected.kind);

  if (expected.is_event)
    {
      g_assert_cmpint (lexed->line.time_ns, ==, expected.line.time_ns);
      assert_text (lexed->line.args, expected.line.args);
    }
}

static StrataSource *
open_text (const GString *text,
           gsize read_bytes)
{
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (text->str, (gssize) text->len, NULL);

  return strata_source_new (stream, read_bytes, 0, NULL);
}

/* Returns the number of lines from the lexer. */
static guint
check_all (StrataFtraceLexer *lexer,
           const char *line)
{
  /* one for all lines: a memo is large, and filling one per line takes minutes under ASan */
  g_autoptr (StrataFtraceLineMemo) memo = strata_ftrace_line_memo_new ();
  const StrataFtraceLexed *lines;
  StrataFtracePart part = STRATA_FTRACE_PART_LONG;
  guint n_all = 0;
  guint n_lines;

  while ((lines = strata_ftrace_lexer_next (lexer, &n_lines, &part)) != NULL)
    for (guint i = 0; i < n_lines; i++, n_all++)
      {
        const char *line_end = strchrnul (line, '\n');

        g_assert_cmpint (part, ==, *line_end == '\n' ? STRATA_FTRACE_PART_LINES : STRATA_FTRACE_PART_LAST);
        assert_lexed (&lines[i], memo, line, (gsize) (line_end - line));
        line = *line_end == '\n' ? line_end + 1 : line_end;
        g_assert_cmpuint (strspn (line, "\n"), >=, lines[i].n_empty);
        line += lines[i].n_empty;
        n_all += lines[i].n_empty;
      }

  g_assert_cmpint (part, ==, STRATA_FTRACE_PART_LAST);
  g_assert_cmpint (*line, ==, '\0');
  return n_all;
}

static void
check_order (guint n_lines,
             gsize read_bytes,
             gboolean has_thread)
{
  g_autoptr (GString) text = make_text (n_lines);
  g_autoptr (StrataSource) source = open_text (text, read_bytes);
  g_autoptr (StrataFtraceLexer) lexer = strata_ftrace_lexer_new (source, has_thread);
  g_autoptr (GError) error = NULL;

  g_assert_cmpuint (check_all (lexer, text->str), ==, n_lines);
  g_assert_true (strata_ftrace_lexer_finish (lexer, &error));
  g_assert_no_error (error);
}

/* Around the size of a sheet, and more lines than all sheets can have. */
static void
test_order (void)
{
  static const guint n_lines[] = { 1, 255, 256, 257, 512, 2048, 2049, 20000, 0, 3 };
  static const gsize read_bytes[] = { 0, 1, 7, 4096 };

  for (guint i = 0; i < G_N_ELEMENTS (n_lines) * G_N_ELEMENTS (read_bytes); i++)
    {
      check_order (n_lines[i % G_N_ELEMENTS (n_lines)], read_bytes[i / G_N_ELEMENTS (n_lines)], TRUE);
      check_order (n_lines[i % G_N_ELEMENTS (n_lines)], read_bytes[i / G_N_ELEMENTS (n_lines)], FALSE);
    }
}

/* The last line may lack its end, and a line may exceed the buffer. */
static void
test_parts (void)
{
  static const char *const texts[] = { "", "one", "one\n", "one\ntwo" };
  static const guint n_lines[] = { 0, 1, 1, 2 };

  for (guint i = 0; i < 2 * G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GString) text = g_string_new (texts[i / 2]);
      g_autoptr (StrataSource) source = open_text (text, 1);
      g_autoptr (StrataFtraceLexer) lexer = strata_ftrace_lexer_new (source, i % 2 == 0);

      g_assert_cmpuint (check_all (lexer, text->str), ==, n_lines[i / 2]);
    }
}

static void
test_long (void)
{
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (GString) text = g_string_new ("first\n");

      g_string_set_size (text, 40 * 1000 * 1000);
      memset (text->str + strlen ("first\n"), 'x', text->len - strlen ("first\n"));
      g_string_append (text, "\nsecond\n");

      static const StrataFtracePart parts[] = { STRATA_FTRACE_PART_LINES, STRATA_FTRACE_PART_LONG, STRATA_FTRACE_PART_LINES, STRATA_FTRACE_PART_LAST };
      g_autoptr (StrataSource) source = open_text (text, 0);
      g_autoptr (StrataFtraceLexer) lexer = strata_ftrace_lexer_new (source, i == 0);
      const StrataFtraceLexed *lines;
      StrataFtracePart part;
      guint n_lines;

      for (guint j = 0; j < G_N_ELEMENTS (parts); j++)
        {
          lines = strata_ftrace_lexer_next (lexer, &n_lines, &part);
          g_assert_nonnull (lines);
          g_assert_cmpint (part, ==, parts[j]);
          g_assert_cmpuint (n_lines, ==, part != STRATA_FTRACE_PART_LAST);
          g_assert_cmpuint (n_lines > 0 && lines[0].is_long, ==, part == STRATA_FTRACE_PART_LONG);
          if (part == STRATA_FTRACE_PART_LONG)
            g_assert_cmpuint (lines[0].text.n_bytes, ==, STRATA_FTRACE_MAX_LINE_BYTES);
          else if (n_lines > 0)
            assert_text (lines[0].text, j == 0 ? (StrataText){ "first", 5 } : (StrataText){ "second", 6 });
        }

      g_assert_null (strata_ftrace_lexer_next (lexer, &n_lines, &part));
    }
}

/* A load that fails does not read all lines. */
static void
test_free_early (void)
{
  g_autoptr (GString) text = make_text (20000);

  for (guint i = 0; i < 20; i++)
    {
      g_autoptr (StrataSource) source = open_text (text, 0);
      g_autoptr (StrataFtraceLexer) lexer = strata_ftrace_lexer_new (source, TRUE);
      StrataFtracePart part;
      guint n_lines;

      for (guint j = 0; j < i % 4; j++)
        g_assert_nonnull (strata_ftrace_lexer_next (lexer, &n_lines, &part));
    }
}

/* A lexer with a thread may have a part ready before it is cancelled, but not everything. */
static void
test_cancel (void)
{
  g_autoptr (GString) text = make_text (200000);
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (text->str, (gssize) text->len, NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (StrataSource) source = strata_source_new (stream, 0, 0, cancellable);
      g_autoptr (StrataFtraceLexer) lexer = strata_ftrace_lexer_new (source, i == 0);
      g_autoptr (GError) error = NULL;
      StrataFtracePart part;
      guint n_lines;

      g_cancellable_cancel (cancellable);
      while (strata_ftrace_lexer_next (lexer, &n_lines, &part) != NULL)
        ;
      g_assert_false (strata_ftrace_lexer_finish (lexer, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    }
}

/* Lines whose prefixes differ in a few bytes: the cache of one must not be used for another. */
static void
test_memo (void)
{
  static const char *const lines[] = {
    "             app-7     (    7) [003] .... 12.000001: x: y",
    "             app-7     (    7) [003] .... 12.000001: x",
    "             app-7     (    7) [003] .... 12.000001: ",
    "             app-7     (    7) [003] ....12.000001: x: y",
    "             app-7     (-----) [003] .... 12.000001: x: y",
    "             app-7     (    8) [003] .... 12.000001: x: y",
    "             app-8     (    7) [113] d..2. 12.000001: x: y",
    "             app-7     [003] .... 12.000001: x: y",
    "             app-7     [003] .... 12.000001: tracing_mark_write: B|7|x",
    "             app-7     (    7) [003] .... 12.000001: tracing_mark_write: B|7|x",
    "             app-7     (    7) [002] .... 12.000002: tracing_mark_write: E|7",
    "             app-7     (    7) [002] .... 12.000002: print: 0xffffffff: E|7|M62",
    "            xapp-7     [003] .... 12.0000012: tracing_mark_write: B|7|x",
    "            [app-7     [03] .... 12.001: tracing_mark_write: B|7|x",
    "             app-7     [003] .... 1: x.000001: y. 123456: 123456: 123456:",
    "             app-7     [003] .... 1: x.123456: y. 123456: 123456: 123456:",
    "             app-7     [003] .... 1: x.12345: y. 123456: 123456: 123456:",
    "            [1]x-7     [003] .... 999999999.999999: x: y xxxxxxxxxxxxxxxxxxxxxxx",
    "            [1]x-7     [a03] .... 12.999999: x: y xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
    "          [1] x -7     [1003] .... 12.999999: x: y xxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
    "no line at all, but one that is long enough to be looked at with words of eight",
  };
  g_autoptr (StrataFtraceLineMemo) memo = strata_ftrace_line_memo_new ();
  guint n_known = 0;

  for (guint i = 0; i < 20000; i++)
    {
      g_autoptr (GString) text = g_string_new (lines[g_test_rand_int_range (0, G_N_ELEMENTS (lines))]);
      StrataFtraceLexed lexed;
      StrataFtraceLine expected = { 0 };

      if (i % 4 == 0)
        text->str[g_test_rand_int_range (0, (gint32) text->len)] = " []():.-170a"[g_test_rand_int_range (0, 12)];
      if (i % 8 == 0)
        g_string_truncate (text, (gsize) g_test_rand_int_range (0, (gint32) text->len));

      const gboolean is_event = strata_ftrace_line_parse (text->str, text->len, &expected);

      strata_ftrace_lex (memo, (StrataText){ text->str, text->len }, &lexed);
      g_assert_cmpint (lexed.is_event, ==, is_event);
      if (!is_event)
        continue;

      n_known += lexed.is_open;
      if (lexed.kind == STRATA_FTRACE_EVENT_MARK)
        expected.args = strata_ftrace_event_get_payload (expected.event, expected.args);

      g_assert_cmpuint (lexed.line.tid, ==, expected.tid);
      g_assert_cmpint (lexed.line.tgid, ==, expected.tgid);
      g_assert_cmpuint (lexed.line.cpu, ==, expected.cpu);
      g_assert_cmpint (lexed.line.time_ns, ==, expected.time_ns);
      assert_text (lexed.line.comm, expected.comm);
      assert_text (lexed.line.flags, expected.flags);
      assert_text (lexed.line.event, expected.event);
      assert_text (lexed.line.args, expected.args);
    }

  g_assert_cmpuint (n_known, >, 1000);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/ftrace-lexer/order", test_order);
  g_test_add_func ("/ftrace-lexer/parts", test_parts);
  g_test_add_func ("/ftrace-lexer/long", test_long);
  g_test_add_func ("/ftrace-lexer/free-early", test_free_early);
  g_test_add_func ("/ftrace-lexer/cancel", test_cancel);
  g_test_add_func ("/ftrace-lexer/memo", test_memo);

  return g_test_run ();
}
