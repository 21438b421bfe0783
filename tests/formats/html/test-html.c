/* test-html.c - systrace pages, new and old, and their lists of processes
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "format-fixture.h"
#include "strata-error.h"
#include "strata-line-store.h"
#include "strata-loader.h"

/* The words around each page; the tested part is between them. */
#define HEAD "<!DOCTYPE html>\n<html>\n<head>\n<script>\nvar a = '<div>';\n</script>\n</head>\n<body>\n"
#define OPEN "  <script class=\"trace-data\" type=\"application/text\">\n"
#define CLOSE "  </script>\n"
#define TAIL "<!-- END TRACE -->\n</body>\n</html>\n"
#define TRACER "# tracer: nop\n#\n"

/* µs after the second, and the marker */
#define AT(us, mark) "             app-100   (  100) [000] ...1     1.0000" #us ": tracing_mark_write: " mark "\n"
#define UNKNOWN_AT(tid, us, mark) "           <...>-" #tid "   (-----) [000] ...1     1.0000" #us ": tracing_mark_write: " mark "\n"
#define A_SLICE AT (10, "B|100|a") AT (20, "E|100")
#define B_SLICE AT (30, "B|100|b") AT (40, "E|100")
#define A "100:0:a@1000010+10 "
#define B "100:0:b@1000030+10 "
#define APP "| 100/100:app(app)"

typedef struct
{
  const char *name;
  const char *page;
  const char *expected; /* calls, diagnostics | threads as tid/pid:thread(process) */
} Case;

static const Case cases[] = {
  /* the tags around a section */
  { "new", HEAD OPEN TRACER A_SLICE B_SLICE CLOSE TAIL, A B "| " APP },
  { "crlf", "<!DOCTYPE html>\r\n<script class=\"trace-data\">\r\n# tracer: nop\r\n             app-100   (  100) [000] ...1     1.000010: tracing_mark_write: B|100|a\r\n"
            "             app-100   (  100) [000] ...1     1.000020: tracing_mark_write: E|100\r\n  </script>\r\n</html>\r\n",
    A "| " APP },
  { "any-case", HEAD "<SCRIPT TYPE=application/text CLASS='x Trace-Data y'>\n" TRACER A_SLICE "</SCRIPT >\n" TAIL, A "| " APP },
  { "bare-class", HEAD "<script\n class = trace-data>" TRACER A_SLICE CLOSE TAIL, A "| " APP },
  { "other-class", HEAD "<script class=\"no-trace-data\">\n" TRACER B_SLICE CLOSE OPEN TRACER A_SLICE CLOSE TAIL, A "| " APP },
  { "quoted-bracket", HEAD "<script title=\"a > b\" class=\"trace-data\">\n" TRACER A_SLICE CLOSE TAIL, A "| " APP },
  { "no-head", "<script class=\"trace-data\">\n" TRACER A_SLICE CLOSE, A "| " APP },
  { "viewer", "<html><script>if(!r.advanceTo(/^  <script class=\"trace-data\" type=\"application\\/text\">$/))return;r.advanceTo(/^  var linuxPerfData = \"\\\\$/);"
              "q('<script class=\"trace-data\">');</script>\n" OPEN TRACER A_SLICE CLOSE TAIL,
    A "| " APP },
  { "several", HEAD OPEN TRACER B_SLICE CLOSE OPEN TRACER A_SLICE CLOSE TAIL, A B "| time-backwards=1" APP },
  { "one-line-apart", HEAD OPEN TRACER A_SLICE "</script><script class=\"trace-data\">\n" TRACER B_SLICE CLOSE TAIL, A B "| " APP },
  { "empty", HEAD OPEN CLOSE "<script class=\"trace-data\"></script>\n" OPEN TRACER A_SLICE CLOSE TAIL, A "| " APP },

  /* ends of sections */
  { "end-in-line", HEAD OPEN TRACER AT (10, "B|100|a") "             app-100   (  100) [000] ...1     1.000020: tracing_mark_write: E|100</script>\n" TAIL, A "| " APP },
  { "end-in-line-markup", HEAD OPEN TRACER AT (10, "B|100|a") "             app-100   (  100) [000] ...1     1.000020: tracing_mark_write: E|100</script></body>\n</html>\n", A "| " APP },
  { "end-of-input", HEAD OPEN TRACER A_SLICE "</script>", A "| " APP },
  { "named", HEAD OPEN TRACER AT (10, "B|100|</script>") AT (20, "E|100") B_SLICE CLOSE TAIL, "100:0:</script>@1000010+10 " B "| " APP },
  { "named-html", HEAD OPEN TRACER AT (10, "B|100|<script>x()</script><b>y</b>") AT (20, "E|100") B_SLICE CLOSE TAIL, "100:0:<script>x()</script><b>y</b>@1000010+10 " B "| " APP },
  { "named-words", HEAD OPEN TRACER AT (10, "B|100|a </script> b") AT (20, "E|100") B_SLICE CLOSE TAIL, "100:0:a </script> b@1000010+10 " B "| " APP },
  { "named-last", HEAD OPEN TRACER A_SLICE AT (30, "I|100|</script>") CLOSE TAIL, A "| " APP },
  { "named-last-markup", HEAD OPEN TRACER A_SLICE AT (30, "I|100|</script><b>") CLOSE TAIL, A "| " APP },
  { "named-in-lines", HEAD OPEN TRACER AT (10, "I|100|x\n</script>") A_SLICE CLOSE TAIL, A "| continued-line=1" APP },
  { "named-page", HEAD OPEN TRACER A_SLICE AT (21, "I|100|x\n</script>\n</html>") B_SLICE CLOSE TAIL, A B "| " APP },
  { "thread", HEAD OPEN TRACER "       </script>-100   (  100) [000] ...1     1.000010: tracing_mark_write: B|100|a\n"
                               "       </script>-100   (  100) [000] ...1     1.000020: tracing_mark_write: E|100\n" CLOSE TAIL,
    A "| | 100/100:</script>(</script>)" },
  { "idle-next", HEAD OPEN TRACER AT (10, "B|100|</script>") "          <idle>-0     (-----) [000] ...1     1.000015: timer_start: timer=0\n" AT (20, "E|100") CLOSE TAIL,
    "100:0:</script>@1000010+10 | unknown-event=1" APP },
  { "cut", HEAD OPEN TRACER A_SLICE B_SLICE, A B "| truncated=1" APP },
  { "cut-in-line", HEAD OPEN TRACER A_SLICE "             app-100   (  1", A "| bad-line=1 truncated=1" APP },

  /* other sections */
  { "json", HEAD OPEN TRACER A_SLICE CLOSE "<script class=\"trace-data\">\n{\"traceEvents\": [\"</script>\"]}  </script>\n" TAIL, A "| skipped-section=1" APP },
  { "cgroup", HEAD OPEN "CGROUP DUMP\n/dev/cpuset\n" CLOSE OPEN TRACER A_SLICE CLOSE OPEN "{}\n" CLOSE TAIL, A "| skipped-section=2" APP },

  /* the old form */
  { "old", HEAD "<script>\n  'use strict';\n  var linuxPerfData = \"\\\n# tracer: nop\\n\\\n"
                "     app-100   [000] 1.000010: 0: B|100|a \\\"q\\\" \\\\ \\x41\\u00e4\\ud83d\\ude00\\n\\\n     app-100   [000] 1.000020: 0: E|100\\n\\\n   \\n\";\n</script>\n" TAIL,
    "100:0:a \"q\" \\ A\xc3\xa4\xf0\x9f\x98\x80@1000010+10 | | 100/100:app(app)" },
  { "old-one-line", HEAD "<script>var linuxPerfData='# tracer: nop\\n     app-100   [000] 1.000010: 0: B|100|a\\n     app-100   [000] 1.000020: 0: E|100';</script>\n" TAIL, A "| " APP },
  { "old-quote", HEAD "<script>var linuxPerfData=\"\\\n     app-100   [000] 1.000010: 0: B|100|a\"b\\n\\\n     app-100   [000] 1.000020: 0: E|100\\n\\\n\";</script>\n" TAIL,
    "100:0:a\"b@1000010+10 | | 100/100:app(app)" },

  /* lists of processes */
  { "toybox", HEAD OPEN "PROCESS DUMP\nUSER            PID   PPID     VSZ    RSS WCHAN  PC S NAME                        COMM                       \n"
                        "u0_a1           200      1 1111111   1111 0       0 S com.example.very.long.name [y.long.name...]\n"
                        "root            300      2       0      0 0       0 S [irq/93-KRYO L3-]           [irq/93-KRYO L3-]\n"
                        "USER            PID   TID CMD            \nu0_a1           200   200 y.long.name...\nu0_a1           200   201 Binder: 200 1\nroot            300   300 irq/93-KRYO L3-\n" CLOSE OPEN TRACER UNKNOWN_AT (201, 10, "I|0|x") UNKNOWN_AT (300, 11, "I|0|x") UNKNOWN_AT (200, 12, "I|0|x") UNKNOWN_AT (400, 13, "I|0|x") CLOSE TAIL,
    "| | 201/200:Binder: 200 1(com.example.very.long.name)| 300/300:irq/93-KRYO L3-(irq/93-KRYO L3-)| 200/200:y.long.name...(com.example.very.long.name)| 400/-1:()" },
  { "trace-knows-better", HEAD OPEN TRACER A_SLICE CLOSE OPEN "PROCESS DUMP\nUSER PID PPID VSZ RSS WCHAN PC S NAME COMM\nroot 100 1 1 1 0 0 S other [other]\n"
                                                              "USER PID TID CMD\nroot 99 100 <...>\n" CLOSE TAIL,
    A "| " APP },
  { "toolbox", HEAD OPEN "USER     PID   PPID  VSIZE  RSS     WCHAN    PC        NAME\nsystem    200   1     8788   100   ffffffff 00000000 S /system/bin/app x\n" CLOSE OPEN TRACER UNKNOWN_AT (200, 10, "B|200|a") UNKNOWN_AT (200, 20, "E|200") CLOSE TAIL,
    "200:0:a@1000010+10 | | 200/200:app x(/system/bin/app x)" },
  { "toolbox-threads", HEAD OPEN "PROCESS DUMP\nUSER     PID   PPID  VSIZE  RSS     WCHAN    PC        NAME\nroot      90    1     7000   100   ffffffff 00000000 S zygote\nu0_a1     200   90    8788   100   ffffffff 00000000 S com.example.long.name\n"
                                 "USER     PID   PPID  VSIZE  RSS     WCHAN    PC        NAME\nroot      90    1     7000   100   ffffffff 00000000 S zygote\nu0_a1     200   90    8788   100   ffffffff 00000000 S com.example.long.name\n"
                                 "u0_a1     201   200   8788   100   ffffffff 00000000 S Binder 1\nu0_a1     300   200   10     5     ffffffff 00000000 S logcat\n" CLOSE OPEN TRACER UNKNOWN_AT (201, 10, "I|0|x") UNKNOWN_AT (200, 11, "I|0|x") UNKNOWN_AT (300, 12, "I|0|x") CLOSE TAIL,
    "| | 201/200:Binder 1(com.example.long.name)| 200/200:ample.long.name(com.example.long.name)| 300/-1:logcat()" },
  { "listing", "/proc/200/task/200\n/proc/200/task/201\n/proc/self/task/1\n" TRACER UNKNOWN_AT (201, 10, "I|0|x") UNKNOWN_AT (200, 11, "I|0|x"), "| unknown-line=1| 201/200:()| 200/200:()" },
  { "joined", "PROCESS DUMP\nUSER PID TID CMD\nroot 200 201 worker\n" TRACER UNKNOWN_AT (201, 10, "I|0|x"), "| | 201/200:worker()" },
};

static void
describe_threads (StrataTrace *trace,
                  GString *out)
{
  guint n_threads;
  const StrataThread *threads = strata_trace_get_threads (trace, &n_threads);
  const StrataProcess *processes = strata_trace_get_processes (trace, NULL);

  for (guint i = 0; i < n_threads; i++)
    {
      const StrataProcess *process = threads[i].process != STRATA_NONE ? &processes[threads[i].process] : NULL;

      g_string_append_printf (out, "| %" G_GINT64_FORMAT "/%" G_GINT64_FORMAT ":%s(%s)", threads[i].tid, process != NULL ? process->pid : -1,
                              strata_trace_get_string (trace, threads[i].name), process != NULL ? strata_trace_get_string (trace, process->name) : "");
    }
}

static char *
describe (const void *data,
          gsize n_bytes,
          gsize read_bytes)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (StrataTrace) trace = fixture_load (data, n_bytes, read_bytes, &error);
  g_autofree char *facts = NULL;
  GString *out;

  g_assert_no_error (error);
  facts = fixture_describe (trace);
  out = g_string_new (facts);
  describe_threads (trace, out);

  return g_string_free (out, FALSE);
}

/* Asserts that cuts are detected. A cut after the data loses nothing. */
static void
assert_cuts (const char *page)
{
  const gsize n_bytes = strlen (page);

  for (gsize n = 0; n < n_bytes; n += 1 + n_bytes / 97)
    {
      g_autofree void *part = g_memdup2 (page, n);
      g_autoptr (GError) error = NULL;
      g_autoptr (StrataTrace) trace = fixture_load (part != NULL ? part : "", n, n % 2 == 0 ? 0 : 7, &error);

      g_assert_true ((trace == NULL) == (error != NULL));
    }
}

static void
test_page (gconstpointer data)
{
  const Case *test = data;
  const gsize read_bytes[] = { 0, 1, 7, 4096 };

  for (gsize i = 0; i < G_N_ELEMENTS (read_bytes); i++)
    {
      g_autofree char *found = describe (test->page, strlen (test->page), read_bytes[i]);

      g_assert_cmpstr (found, ==, test->expected);
    }
  assert_cuts (test->page);
}

/* Line numbers are those of the page. */
static void
test_lines (void)
{
  static const char page[] = HEAD OPEN "PROCESS DUMP\nUSER PID TID CMD\nroot 1 1 init\n" CLOSE OPEN TRACER AT (10, "E|100") "what?\n" AT (20, "B|100|</script>") CLOSE OPEN "{}\n" CLOSE TAIL;
  g_autoptr (GError) error = NULL;
  g_autoptr (StrataTrace) trace = fixture_load (page, strlen (page), 0, &error);

  g_assert_no_error (error);

  const StrataDiagnostics *diagnostics = strata_trace_get_diagnostics (trace);

  g_assert_cmpuint (strata_diagnostics_get (diagnostics, STRATA_DIAGNOSTIC_UNMATCHED_END)->first_line, ==, 17);
  g_assert_cmpuint (strata_diagnostics_get (diagnostics, STRATA_DIAGNOSTIC_UNKNOWN_LINE)->first_line, ==, 18);
  g_assert_cmpstr (strata_diagnostics_get (diagnostics, STRATA_DIAGNOSTIC_UNKNOWN_LINE)->sample, ==, "what?");
  g_assert_cmpuint (strata_diagnostics_get (diagnostics, STRATA_DIAGNOSTIC_SKIPPED_SECTION)->first_line, ==, 22);
  g_assert_cmpstr (strata_diagnostics_get (diagnostics, STRATA_DIAGNOSTIC_SKIPPED_SECTION)->sample, ==, "{}");
  g_assert_cmpuint (strata_trace_get_counts (trace)->n_lines, ==, 5);
}

/* Stored lines have the same numbers. */
static void
test_kept_lines (void)
{
  static const char page[] = HEAD OPEN TRACER AT (10, "E|100") "what?\n" AT (20, "B|100|a") CLOSE TAIL;
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (page, (gssize) strlen (page), NULL);
  const StrataLoadOptions options = { .keep_lines = TRUE };
  g_autoptr (GError) error = NULL;
  g_autoptr (StrataTrace) trace = strata_load_stream (stream, "memory", &options, NULL, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (strata_trace_get_n_line_stores (trace), ==, 1);

  const guint64 line = strata_diagnostics_get (strata_trace_get_diagnostics (trace), STRATA_DIAGNOSTIC_UNMATCHED_END)->first_line;
  StrataLineStore *store = strata_trace_get_line_store (trace, 0);
  const StrataLineBlock *block = strata_line_store_get_block (store, 0);

  g_assert_cmpuint (block->first_line + strata_line_store_find_row (store, line), ==, line);
  g_assert_cmpuint (block->first_line + block->n_lines - 1, ==, line + 2);
}

/* Many slices named like the end tag; a section longer than any window. */
static void
test_many_names (void)
{
  g_autoptr (GString) page = g_string_new (HEAD OPEN TRACER);
  const guint n_slices = 20000;

  for (guint i = 0; i < n_slices; i++)
    {
      g_string_append_printf (page, "             app-100   (  100) [000] ...1  %4u.000010: tracing_mark_write: B|100|%s\n", 1 + i, i % 3 == 0 ? "</script>" : "</script></body>");
      g_string_append_printf (page, "             app-100   (  100) [000] ...1  %4u.000020: tracing_mark_write: E|100\n", 1 + i);
    }
  g_string_append (page, CLOSE TAIL);

  g_autoptr (GError) error = NULL;
  g_autoptr (StrataTrace) trace = fixture_load (page->str, page->len, 0, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (strata_trace_get_counts (trace)->slices.n_closed, ==, n_slices);
}

static const struct
{
  const char *page;
  const char *part;
} refused[] = {
  { HEAD TAIL, "no trace data in this HTML page; only" },
  { HEAD, "no trace data in this HTML page, which has no end" },
  { HEAD OPEN "{}\n" CLOSE TAIL, "no ftrace text in the trace data" },
  { HEAD OPEN "PROCESS DUMP\nUSER PID TID CMD\nroot 1 1 init\n" CLOSE TAIL, "no ftrace text in the trace data" },
  { HEAD OPEN TRACER CLOSE TAIL, "no trace event" },
};

static void
test_refused (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (StrataTrace) trace = fixture_load (refused[i].page, strlen (refused[i].page), 0, &error);

      g_assert_null (trace);
      g_assert_error (error, STRATA_ERROR, STRATA_ERROR_EMPTY);
      g_assert_nonnull (strstr (error->message, refused[i].part));
    }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/html/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_page);
    }
  g_test_add_func ("/html/lines", test_lines);
  g_test_add_func ("/html/kept-lines", test_kept_lines);
  g_test_add_func ("/html/many-names", test_many_names);
  g_test_add_func ("/html/refused", test_refused);

  return g_test_run ();
}
