/* strata-cmd-selftest.c - strata-cli selftest: whether the program works on this computer
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>
#include <unistd.h>

#include <glib/gi18n.h>

#include "strata-command.h"
#include "strata-export.h"
#include "strata-load-versions.h"
#include "strata-loader.h"
#include "strata-paint-versions.h"
#include "strata-profile.h"
#include "strata-system-report.h"

/* A trace is built in memory, read back, summed and drawn: a failure here would affect every file. */

#define N_CALLS 1000
#define CALL_US 100
#define WIDTH_PX 400

typedef struct
{
  GString *report;        /* owned */
  StrataTrace *trace;     /* owned; nullable */
  StrataSession *session; /* owned; nullable */
  gboolean has_failed;
} Test;

static char *
make_text (void)
{
  GString *text = g_string_new ("# tracer: nop\n");

  for (guint i = 0; i < N_CALLS; i++)
    {
      const guint begin_us = i * 2 * CALL_US;
      const guint end_us = begin_us + CALL_US;

      g_string_append_printf (text, "  self-1 (    1) [000] .... 1.%06u: tracing_mark_write: B|1|call\n", begin_us);
      g_string_append_printf (text, "  self-1 (    1) [000] .... 1.%06u: tracing_mark_write: E|1\n", end_us);
    }

  return g_string_free (text, FALSE);
}

static void
add_result (Test *test,
            const char *name,
            gboolean is_right,
            const GError *error)
{
  test->has_failed |= !is_right;
  strata_system_report_add_line (test->report, name, "%s%s%s", is_right ? "ok" : "FAILED", error != NULL ? ": " : "", error != NULL ? error->message : "");
}

static void
test_read (Test *test)
{
  g_autofree char *text = make_text ();
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (text, (gssize) strlen (text), NULL);
  g_autoptr (GError) error = NULL;

  test->trace = strata_load_stream (stream, "selftest", NULL, NULL, NULL, &error);
  add_result (test, "read", test->trace != NULL && strata_trace_get_slices (test->trace)->n_slices == N_CALLS, error);
}

static void
test_sum (Test *test)
{
  const StrataScope scope = strata_scope_everything (test->trace);
  g_autoptr (StrataProfile) profile = strata_profile_new (test->trace, &scope, STRATA_PROFILE_BY_NAME, NULL);
  guint n_rows;
  const StrataProfileRow *rows = strata_profile_get_rows (profile, &n_rows);

  add_result (test, "sum", n_rows == 1 && rows[0].n_calls == N_CALLS && rows[0].inclusive_ns == N_CALLS * CALL_US * G_GINT64_CONSTANT (1000), NULL);
}

static void
test_draw (Test *test,
           const char *name,
           const char *file_name,
           const char *head)
{
  const StrataExportOptions options = { .width_px = WIDTH_PX, .palette = strata_palette_get_light () };
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) picture = strata_export_to_bytes (test->session, &options, file_name, &error);
  gsize n_bytes = 0;
  const char *data = picture != NULL ? g_bytes_get_data (picture, &n_bytes) : NULL;

  add_result (test, name, n_bytes > strlen (head) && memcmp (data, head, strlen (head)) == 0, error);
}

static void
run_tests (Test *test)
{
  test_read (test);
  if (test->trace == NULL)
    return;

  test_sum (test);
  test->session = strata_session_new (test->trace);
  test_draw (test, "draw PNG", "view.png", "\211PNG");
  test_draw (test, "draw SVG", "view.svg", "<?xml");
  test_draw (test, "draw PDF", "view.pdf", "%PDF");
}

static StrataExit
run_selftest (const StrataCommand *command,
              char **arguments)
{
  const GOptionEntry entries[] = { { NULL } };
  g_auto (GStrv) rest = NULL;
  g_autoptr (GString) report = g_string_new (NULL);
  Test test = { .report = report };

  if (!strata_command_parse (command, entries, 0, arguments, &rest))
    return STRATA_EXIT_BAD_USAGE;

  strata_system_report_add (report);
  strata_load_versions_add (report);
  strata_paint_versions_add (report);
  run_tests (&test);

  StrataOutput *output = strata_output_new (STDOUT_FILENO);

  strata_output_text (output, report->str);
  g_clear_object (&test.session);
  g_clear_object (&test.trace);

  const StrataExit closed = strata_command_close (output);

  return closed == STRATA_EXIT_DONE && test.has_failed ? STRATA_EXIT_BAD_INPUT : closed;
}

const StrataCommand strata_command_selftest = {
  .name = "selftest",
  .arguments = "",
  .summary = N_ ("Check that Strata works on this computer and show versions, for problem reports"),
  .run = run_selftest,
};
