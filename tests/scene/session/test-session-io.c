/* test-session-io.c - writing calls and their waits, in words and arrows
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "scene-fixture.h"
#include "strata-session.h"

static void
add_request (StrataTraceBuilder *builder,
             guint32 thread,
             gint64 begin_ns,
             gint64 sector,
             const char *args)
{
  const StrataAsyncKey key = { .cookie = sector, .process = STRATA_NONE, .name = fixture_name (builder, "block 8,0"), .kind = STRATA_ASYNC_CPU };
  const guint32 attrs = strata_attr_table_intern_only_args (strata_trace_builder_get_attrs (builder), args, strlen (args));

  strata_trace_builder_begin_async (builder, &key, thread, begin_ns, key.name, fixture_name (builder, "write"), attrs);
}

static void
end_request (StrataTraceBuilder *builder,
             gint64 end_ns,
             gint64 sector)
{
  const StrataAsyncKey key = { .cookie = sector, .process = STRATA_NONE, .name = fixture_name (builder, "block 8,0"), .kind = STRATA_ASYNC_CPU };

  strata_trace_builder_end_async (builder, &key, end_ns);
}

static void
sleep_and_wake (StrataTraceBuilder *builder,
                guint32 thread,
                gint64 begin_ns,
                gint64 end_ns)
{
  strata_trace_builder_switch_cpu (builder, 0, begin_ns, thread, 'D', STRATA_NONE);
  strata_trace_builder_wake (builder, thread, end_ns, STRATA_NONE, TRUE);
  strata_trace_builder_switch_cpu (builder, 0, end_ns + 10, STRATA_NONE, 0, thread);
}

/* "app" flushes a file in the file system's f2fs_sync_file, and sleeps twice for it. */
static StrataSession *
make_session (void)
{
  g_autoptr (StrataTraceBuilder) builder = fixture_builder_new ();
  const guint32 app = fixture_thread (builder, 10, "app", 10, "app");
  const StrataAttrs attrs = { .category = fixture_name (builder, "io") };
  const StrataAsyncKey file = { .cookie = 1, .process = app, .name = fixture_name (builder, "file system"), .kind = STRATA_ASYNC_THREAD };

  strata_trace_builder_switch_cpu (builder, 0, 100, STRATA_NONE, 0, app);
  strata_trace_builder_begin_slice (builder, app, 150, STRATA_NO_TIME, fixture_name (builder, "fsync:/a"), strata_attr_table_intern (strata_trace_builder_get_attrs (builder), &attrs));
  strata_trace_builder_begin_async (builder, &file, app, 160, file.name, fixture_name (builder, "f2fs_sync_file"), STRATA_ATTRS_NONE);
  add_request (builder, app, 180, 1, "8,0 WS 49152 () 1 + 96 [app]");
  end_request (builder, 300, 1);
  sleep_and_wake (builder, app, 200, 310);
  add_request (builder, app, 380, 2, "8,0 FF 0 () 0 + 0 [app]");
  end_request (builder, 600, 2);
  sleep_and_wake (builder, app, 400, 600);
  strata_trace_builder_end_async (builder, &file, 700);
  strata_trace_builder_end_slice (builder, app, 800, STRATA_NO_TIME, 0);
  strata_trace_builder_switch_cpu (builder, 0, 900, app, 'S', STRATA_NONE);

  g_autoptr (StrataTrace) trace = strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);

  return strata_session_new (trace);
}

static guint32
find_slice (StrataSession *session,
            gint64 start_ns)
{
  const StrataSliceTable *slices = strata_trace_get_slices (strata_session_get_trace (session));
  guint32 slice = 0;

  while (slices->start_ns[slice] != start_ns)
    slice++;

  return slice;
}

static StrataItem
find_state (StrataSession *session,
            gint64 time_ns)
{
  const guint32 state = strata_state_index_find_at (&strata_session_get_index (session)->states, strata_trace_get_states (strata_session_get_trace (session)), 0, time_ns);

  return (StrataItem){ STRATA_ITEM_STATE, state, STRATA_NONE, 1 };
}

static void
assert_line (StrataSession *session,
             StrataItem item,
             const char *line)
{
  g_autofree char *text = strata_session_describe_item (session, item);
  g_auto (GStrv) parts = g_strsplit (text, "\302\240", -1);
  g_autofree char *spaced = g_strjoinv (" ", parts);
  g_auto (GStrv) lines = g_strsplit (spaced, "\n", -1);

  g_test_message ("%s in: %s", line, spaced);
  g_assert_true (g_strv_contains ((const char *const *) lines, line));
}

static void
test_describe (void)
{
  g_autoptr (StrataSession) session = make_session ();
  const StrataItem call = { STRATA_ITEM_SLICE, find_slice (session, 150), STRATA_NONE, 1 };
  const StrataItem request = { STRATA_ITEM_SLICE, find_slice (session, 180), STRATA_NONE, 1 };

  assert_line (session, call, "File system: f2fs_sync_file, 540 ns");
  assert_line (session, call, "Waited for I/O: 310 ns in total, 2 times");
  assert_line (session, call, "Waited for I/O: 200 ns, write on 8,0");
  assert_line (session, call, "Waited for I/O: 110 ns, write of 49 kB on 8,0");
  assert_line (session, find_state (session, 250), "Waited for I/O: 110 ns, write of 49 kB on 8,0");
  assert_line (session, request, "Waiting thread: app 10, 110 ns");
}

/* "from>to@from time>to time;", items by their begin. */
static char *
print_links (StrataSession *session)
{
  GString *out = g_string_new (NULL);
  guint n_links;
  guint n_all;
  const StrataLink *links = strata_selection_get_links (strata_session_get_selection (session), &n_links, &n_all);

  g_assert_cmpuint (n_links, ==, n_all);
  for (guint i = 0; i < n_links; i++)
    {
      StrataSpan from;
      StrataSpan to;

      g_assert_true (strata_session_get_item_span (session, links[i].from, &from));
      g_assert_true (strata_session_get_item_span (session, links[i].to, &to));
      g_string_append_printf (out, "%" G_GINT64_FORMAT ">%" G_GINT64_FORMAT "@%" G_GINT64_FORMAT ";", from.begin_ns, to.begin_ns, links[i].to_ns);
    }

  return g_string_free (out, FALSE);
}

static void
assert_links (StrataSession *session,
              const char *expected)
{
  g_autofree char *links = print_links (session);

  g_assert_cmpstr (links, ==, expected);
}

static void
test_links (void)
{
  g_autoptr (StrataSession) session = make_session ();

  strata_session_select_slice (session, find_slice (session, 150));
  assert_links (session, "150>160@160;150>180@180;180>150@300;150>380@380;380>150@600;");
  strata_session_select (session, find_state (session, 250));
  assert_links (session, "180>200@300;");
  strata_session_select_slice (session, find_slice (session, 180));
  assert_links (session, "180>200@300;");
  strata_session_select_slice (session, find_slice (session, 160));
  assert_links (session, "");
}

/* From a sleep, or from what came after it, to the request whose end ended it. */
static void
test_way (void)
{
  static const gint64 times_ns[] = { 250, 305, 315, 350 };
  g_autoptr (StrataSession) session = make_session ();

  for (guint i = 0; i < G_N_ELEMENTS (times_ns); i++)
    {
      strata_session_select (session, find_state (session, times_ns[i]));
      g_assert_true (strata_session_select_waker (session));
      g_assert_cmpint (strata_session_get_selected_item (session).kind, ==, STRATA_ITEM_SLICE);
      g_assert_cmpuint (strata_session_get_selected_item (session).index, ==, find_slice (session, 180));
    }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session-io/describe", test_describe);
  g_test_add_func ("/session-io/links", test_links);
  g_test_add_func ("/session-io/way", test_way);
  return g_test_run ();
}
