/* test-rhea.c - RheaTrace captures: its own text, and its markers in other captures
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "format-fixture.h"
#include "strata-format-list.h"
#include "strata-event-io.h"
#include "strata-rhea-line.h"

/* Calls as printed by fixture_describe(), times in µs. The letters of the markers that begin and
 * end methods stand for these markers. */
typedef struct
{
  const char *name;
  const char *text;
  const char *format;
  const char *expected;
} Row;

#define START "1.0.1|TRACE_START|5108949231000000|7|x\n"
#define END "1.000090: 1.0.1|TRACE_END|5108949999000000|7\n"
#define SYSTRACE(us, payload) "          shop-7     (    7) [001] ...1   1." us ": tracing_mark_write: " payload "\n"

static const Row rows[] = {
  /* The example of the article on btrace, with its times. */
  { "article",
    "5108949.231989: B|28045|B:TestCrash:a\n"
    "5108949.232055: B|28045|B:TestCrash:b\n"
    "5108949.232554: B|28045|B:TestCrash:c\n"
    "5108949.232580: B|28045|E:TestCrash:a\n",
    "rheatrace",
    "28045:0:TestCrash:a@5108949231989+591 28045:1:TestCrash:b@5108949232055+499x 28045:2:TestCrash:c@5108949232554+0x | exception=2" },
  { "article-threads",
    "1306401.859162 16667: B|16667|RheaApplication#onCreate\n"
    "1306401.859173 16667: E|16667\n"
    "1306401.859877 16667: B|16667|activityStart\n"
    "1306401.862738 16680: B|16667|JIT compiling int sun.util.locale.StringTokenIterator.nextDelimiter(int) (baseline=0, osr=0)\n"
    "1306401.863154 16680: B|16667|mprotect all\n"
    "1306401.863207 16680: E|16667\n",
    "rheatrace",
    "16667:0:RheaApplication#onCreate@1306401859162+11 16667:0:activityStart@1306401859877+3330u "
    "16680:0:JIT compiling int sun.util.locale.StringTokenIterator.nextDelimiter(int) (baseline=0, osr=0)@1306401862738+469u 16680:1:mprotect all@1306401863154+53 | unfinished-slice=2" },
  { "bounds", START "1.000001: B|7|a\n1.000002: E|7\n" END, "rheatrace", "7:0:a@1000001+1 | " },
  { "no-end", START "1.000001: B|7|a\n1.000002: E|7\n", "rheatrace", "7:0:a@1000001+1 | truncated=1" },
  { "main-thread-by-start", START "1.000001: B|8|a\n1.000002: E\n" END, "rheatrace", "7:0:a@1000001+1 | " },
  { "main-thread-by-marker", "1.000001: B|8|a\n1.000002: E\n", "rheatrace", "8:0:a@1000001+1 | " },
  { "one-digit-and-nine", START "1.1: B|7|a\n1.123456000: E|7\n" END, "rheatrace", "7:0:a@1100000+23456 | " },
  { "near-sorted",
    START "1.000005 7: B|7|late\n1.000001 9: B|7|early\n1.000003 9: E|7\n1.000009 7: E|7\n" END,
    "rheatrace", "7:0:late@1000005+4 9:0:early@1000001+2 | time-backwards=1" },
  { "damaged",
    START "1.000001: B|7|a\n1.00\n7: B|7|b\n\n1.000002: E|7\nE|7\n" END,
    "rheatrace", "7:0:a@1000001+1 | unknown-line=3" },
  { "clock-sync-with-end", START "1.000001: B|7|monotonic_time: 1.5\n1.000002: E|7\n1.000003: B|7|a\n1.000004: E|7\n" END, "rheatrace", "7:0:a@1000003+1 | " },
  { "clock-sync-alone", START "1.000001: B|7|monotonic_time: 1.5\n1.000003: B|7|a\n1.000004: E|7\n" END, "rheatrace", "7:0:a@1000003+1 | " },
  { "looks-like-a-line-of-ftrace",
    START "1.000001: B|7|shop-7 [000] 1.000002: print: B|7|no\n1.000004: E|7\n" END,
    "rheatrace", "7:0:shop-7 [000] 1.000002: print: B|7|no@1000001+3 | " },
  { "lines-of-ftrace-too", START "1.000001: B|7|a\n" SYSTRACE ("000002", "B|7|b") SYSTRACE ("000003", "E|7") "1.000004: E|7\n1.000005: B|7|c\n1.000006: E|7\n" END,
    "rheatrace", "7:0:a@1000001+3 7:1:b@1000002+1 7:0:c@1000005+1 | " },

  { "return-closes-its-own", START "1.000001: B|7|B:A:a\n1.000002: B|7|B:A:b\n1.000003: B|7|E:A:b\n1.000004: B|7|E:A:a\n" END,
    "rheatrace", "7:0:A:a@1000001+3 7:1:A:b@1000002+1 | " },
  { "throw-closes-its-own", START "1.000001: B|7|B:A:a\n1.000002: B|7|B:A:b\n1.000003: B|7|T:A:b\n1.000005: B|7|E:A:a\n" END,
    "rheatrace", "7:0:A:a@1000001+4 7:1:A:b@1000002+1x | exception=1" },
  { "innermost-of-a-recursion", START "1.000001: B|7|B:A:a\n1.000002: B|7|B:A:a\n1.000003: B|7|B:A:b\n1.000005: B|7|E:A:a\n1.000006: B|7|E:A:a\n" END,
    "rheatrace", "7:0:A:a@1000001+5 7:1:A:a@1000002+3 7:2:A:b@1000003+0x | exception=1" },
  { "throw-after-a-return", START "1.000001: B|7|B:A:a\n1.000002: B|7|B:A:b\n1.000003: B|7|B:A:c\n1.000005: B|7|E:A:c\n1.000009: B|7|E:A:a\n" END,
    "rheatrace", "7:0:A:a@1000001+8 7:1:A:b@1000002+3x 7:2:A:c@1000003+2 | exception=1" },
  { "other-threads-do-not-tell", START "1.000001 7: B|7|B:A:a\n1.000002 7: B|7|B:A:b\n1.000005 8: B|7|B:A:a\n1.000006 8: B|7|E:A:a\n1.000009 7: B|7|E:A:a\n" END,
    "rheatrace", "7:0:A:a@1000001+8 7:1:A:b@1000002+0x 8:0:A:a@1000005+1 | exception=1" },
  { "exit-without-entry", START "1.000001: B|7|E:A:z\n1.000002: B|7|B:A:a\n1.000003: B|7|T:A:y\n1.000004: B|7|E:A:a\n" END,
    "rheatrace", "7:0:A:a@1000002+2 | unmatched-end=2" },
  { "sections-among-methods", START "1.000001: B|7|B:A:a\n1.000002: B|7|draw\n1.000003: B|7|B:A:b\n1.000004: B|7|E:A:b\n1.000005: E|7\n1.000006: E|7\n1.000007: B|7|E:A:a\n" END,
    "rheatrace", "7:0:A:a@1000001+6 7:1:draw@1000002+3 7:2:A:b@1000003+1 | unmatched-end=1" },
  { "end-of-a-section-leaves-methods", START "1.000001: B|7|draw\n1.000002: B|7|B:A:a\n1.000004: E|7\n1.000005: B|7|B:A:a\n1.000006: B|7|E:A:a\n" END,
    "rheatrace", "7:0:draw@1000001+3 7:1:A:a@1000002+0x 7:0:A:a@1000005+1 | exception=1" },
  { "method-not-left", START "1.000001: B|7|B:A:a\n1.000002: B|7|B:A:b\n1.000003: B|7|E:A:b\n" END,
    "rheatrace", "7:0:A:a@1000001+2u 7:1:A:b@1000002+1 | unfinished-slice=1" },

  { "methods-in-a-systrace",
    SYSTRACE ("000001", "B|7|B:A:a") SYSTRACE ("000002", "B|7|B:A:b") SYSTRACE ("000004", "B|7|E:A:a"),
    "atrace", "7:0:A:a@1000001+3 7:1:A:b@1000002+0x | exception=1" },
  { "scheduler-does-not-tell-the-throw",
    SYSTRACE ("000001", "B|7|B:A:a") SYSTRACE ("000002", "B|7|B:A:b") "          shop-7     (    7) [001] d..3   1.000003: sched_switch: prev_comm=shop prev_pid=7 prev_prio=120 prev_state=S ==> next_comm=swapper/1 next_pid=0 next_prio=120\n"
                                                                      "          <idle>-0   (-----) [001] d..3   1.000004: sched_switch: prev_comm=swapper/1 prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=shop next_pid=7 next_prio=120\n" SYSTRACE ("000006", "B|7|E:A:a"),
    "atrace", "7:0:A:a@1000001+5/4 7:1:A:b@1000002+0/0x | exception=1" },
  { "names-like-methods-only",
    SYSTRACE ("000001", "B|7|B:one") SYSTRACE ("000002", "B|7|E:two") SYSTRACE ("000003", "E|7") SYSTRACE ("000004", "E|7"),
    "atrace", "7:0:B:one@1000001+3 7:1:E:two@1000002+1 | " },
};

static void
test_row (gconstpointer data)
{
  const Row *row = data;
  const StrataFormat *format = strata_format_sniff ((const guint8 *) row->text, strlen (row->text));
  g_autoptr (GError) error = NULL;
  g_autoptr (StrataTrace) trace = fixture_load (row->text, strlen (row->text), 0, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (strata_trace_get_format_id (trace), ==, row->format);
  g_assert_nonnull (format);
  fixture_assert_loads (row->text, strlen (row->text), row->expected);
}

/* Any cut of this one is detected. */
static void
test_four_ways (void)
{
  static const char text[] = START
      "1.000001 7: B|7|outer\n1.000002 7: B|7|B:A:a\n1.000003 9: B|7|read[/data/a]\n1.000004 9: E|7\n1.000005 7: B|7|E:A:a\n1.000006 7: E|7\n1.0.1|TRACE_END\n";
  g_autoptr (GByteArray) packed = g_byte_array_new ();
  static const char expected[] = "7:0:outer@1000001+5 7:1:A:a@1000002+3 9:0:read[/data/a]@1000003+1 | ";

  fixture_assert_four_ways (text, strlen (text), expected);
  fixture_append_gzip (packed, text, strlen (text));
  fixture_assert_four_ways (packed->data, packed->len, expected);
}

static void
test_properties (void)
{
  static const char text[] = START "1.000001 9: B|7|monotonic_time: 1306401.000000001\n1.000002: I|7|x\n" END;
  g_autoptr (GError) error = NULL;
  g_autoptr (StrataTrace) trace = fixture_load (text, strlen (text), 0, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (strata_trace_get_property (trace, "rheatrace"), ==, "1.0.1");
  g_assert_cmpstr (strata_trace_get_property (trace, "pid"), ==, "7");
  g_assert_cmpstr (strata_trace_get_property (trace, "nanotime"), ==, "5108949231000000");
  g_assert_cmpstr (strata_trace_get_property (trace, "monotonic_time_ns"), ==, "1306401000000001");
  g_assert_cmpstr (strata_trace_get_property (trace, "monotonic_time_at_ns"), ==, "1000001000");
  g_assert_cmpuint (strata_trace_get_instants (trace)->n_instants, ==, 2);
}

/* The start line may have a time, as the end line has. */
static void
test_timed_start (void)
{
  static const char text[] = "1.000000: " START "1.000002: I|7|x\n" END;
  g_autoptr (GError) error = NULL;
  g_autoptr (StrataTrace) trace = fixture_load (text, strlen (text), 0, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (strata_trace_get_property (trace, "rheatrace"), ==, "1.0.1");
  g_assert_cmpstr (strata_trace_get_property (trace, "pid"), ==, "7");
}

static const struct
{
  const char *text;
  gint64 time_ns; /* -1 if the line is invalid */
  gint64 tid;
  const char *payload;
} lines[] = {
  { "1306401.857369: B|16667|a", 1306401857369000, -1, "B|16667|a" },
  { "1306401.859162 16667: E|16667", 1306401859162000, 16667, "E|16667" },
  { "1.123456789 7:E", 1123456789, 7, "E" },
  { "1.1\t7:  E|7", 1100000000, 7, "E|7" },
  { "  1.5: x", 1500000000, -1, "x" },
  { "1.5:", -1, 0, NULL },
  { "1.5 7 B|7|a", -1, 0, NULL },
  { "1.5 7x: B|7|a", -1, 0, NULL },
  { "1: B|7|a", -1, 0, NULL },
  { "1.: B|7|a", -1, 0, NULL },
  { ".5: B|7|a", -1, 0, NULL },
  { "1.1234567891: B|7|a", -1, 0, NULL },
  { "99999999999.5: B|7|a", -1, 0, NULL },
  { "1.5 99999999999: B|7|a", -1, 0, NULL },
  { "", -1, 0, NULL },
};

static void
test_lines (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      StrataRheaLine line;
      const gboolean is_line = strata_rhea_line_parse ((StrataText){ lines[i].text, strlen (lines[i].text) }, &line);

      g_test_message ("%s", lines[i].text);
      g_assert_cmpint (is_line, ==, lines[i].time_ns >= 0);

      if (is_line)
        {
          g_assert_cmpint (line.time_ns, ==, lines[i].time_ns);
          g_assert_cmpint (line.tid, ==, lines[i].tid);
          g_assert_cmpmem (line.payload.text, line.payload.n_bytes, lines[i].payload, strlen (lines[i].payload));
        }
    }
}

static const struct
{
  const char *name;
  gboolean is_rhea;
  const char *path; /* NULL if there is none */
} io_names[] = {
  { "read[/data/a b]", FALSE, "/data/a b" },
  { "fsync:/data/a", FALSE, "/data/a" },
  { "write: /data/a]", FALSE, "/data/a]" },
  { "fdatasync[socket:[12]]", FALSE, "socket:[12]" },
  { "open", TRUE, NULL },
  { "open: lib.so", TRUE, "lib.so" },
  { "open[lib.so]", FALSE, "lib.so" },
  { "open", FALSE, NULL },
  { "open[12]", FALSE, NULL },
  { "open: file", FALSE, NULL },
  { "openly[/a]", TRUE, NULL },
  { "read the[/a]", TRUE, NULL },
  { "reads:/a", TRUE, NULL },
  { "draw", TRUE, NULL },
};

static void
test_io (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (io_names); i++)
    {
      StrataText path;
      const gboolean is_io = strata_event_io_parse ((StrataText){ io_names[i].name, strlen (io_names[i].name) }, io_names[i].is_rhea, &path);

      g_test_message ("%s", io_names[i].name);
      g_assert_cmpint (is_io, ==, io_names[i].path != NULL);

      if (is_io)
        g_assert_cmpmem (path.text, path.n_bytes, io_names[i].path, strlen (io_names[i].path));
    }
}

static void
test_io_attributes (void)
{
  static const char text[] = START "1.000001: B|7|fsync:/data/a.db\n1.000002: E|7\n1.000003: B|7|draw\n1.000004: E|7\n" END;
  g_autoptr (GError) error = NULL;
  g_autoptr (StrataTrace) trace = fixture_load (text, strlen (text), 0, &error);
  const StrataSliceTable *slices;
  StrataAttrs attrs;
  g_autofree char *args = NULL;

  g_assert_no_error (error);
  slices = strata_trace_get_slices (trace);
  attrs = strata_attr_table_get (strata_trace_get_attrs (trace), strata_slice_table_get_attrs (slices, 0));
  g_assert_cmpstr (strata_trace_get_string (trace, attrs.category), ==, "io");
  args = strata_attr_table_dup_args (strata_trace_get_attrs (trace), attrs.args);
  g_assert_cmpstr (args, ==, "path=/data/a.db");
  g_assert_cmpuint (strata_slice_table_get_attrs (slices, 1), ==, STRATA_ATTRS_NONE);
}

/* Exits without entries must not search the whole stack. */
static void
test_deep (void)
{
  const guint n = 200 * 1000;
  g_autoptr (GString) text = g_string_new ("1.0: B|7|B:A:b\n1.0: B|7|E:A:b\n");
  g_autoptr (GError) error = NULL;
  g_autoptr (StrataTrace) trace = NULL;

  for (guint i = 0; i < n; i++)
    g_string_append (text, "1.1: B|7|B:A:a\n1.1: E|7\n");
  for (guint i = 0; i < n; i++)
    g_string_append (text, "1.2: B|7|E:A:b\n");
  g_string_append (text, "1.3: B|7|E:A:a\n");

  trace = fixture_load (text->str, text->len, 0, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (strata_trace_get_slices (trace)->n_slices, ==, n + 1);
  g_assert_cmpuint (strata_diagnostics_get_count (strata_trace_get_diagnostics (trace), STRATA_DIAGNOSTIC_UNMATCHED_END), ==, 2 * n);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *path = g_strconcat ("/rhea/trace/", rows[i].name, NULL);

      g_test_add_data_func (path, &rows[i], test_row);
    }

  g_test_add_func ("/rhea/four-ways", test_four_ways);
  g_test_add_func ("/rhea/properties", test_properties);
  g_test_add_func ("/rhea/timed-start", test_timed_start);
  g_test_add_func ("/rhea/lines", test_lines);
  g_test_add_func ("/rhea/io", test_io);
  g_test_add_func ("/rhea/io-attributes", test_io_attributes);
  g_test_add_func ("/rhea/deep", test_deep);

  return g_test_run ();
}
