/* test-sampled.c - sampled stacks: HiCollie's, and CPU profiles of V8 and ArkTS
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-hicollie-line.h"
#include "strata-json-reader.h"

#include "format-fixture.h"

static char *
dup_text (StrataText text)
{
  return g_strndup (text.text, text.n_bytes);
}

/* Frames as in the documentation, with other names. */
static void
test_frames (void)
{
  static const struct
  {
    const char *line;
    guint32 n_samples; /* 0 if it is not a frame */
    guint32 level;
    gboolean is_js;
    const char *name;
    const char *file;
    const char *place;
  } cases[] = {
    { "9 #02 pc 000090a9 /system/bin/start(main+396)(55679d09bcdea35bb1e0d4e1d9a3e58f)", 9, 2, FALSE, "main", "/system/bin/start", "000090a9" },
    { "9 #00 pc 0000757c /system/bin/start(55679d09bcdea35bb1e0d4e1d9a3e58f)", 9, 0, FALSE, "", "/system/bin/start", "0000757c" },
    { "\t 1 #00 pc 32e67 /lib/in.z.so(A::B::Read(A::Buf&, std::function<void (A::Packet&)>)+158)(99e56bc765f9208f)", 1, 0, FALSE, "A::B::Read(A::Buf&, std::function<void (A::Packet&)>)", "/lib/in.z.so", "32e67" },
    { "1 #04 pc 95903 /lib/wm.so(A::On(std::ptr<A::E>) const+478)(9c40c5f416d6f830)", 1, 4, FALSE, "A::On(std::ptr<A::E>) const", "/lib/wm.so", "95903" },
    { "1 #04 pc 95903 /lib/wm.so(f)", 1, 4, FALSE, "f", "/lib/wm.so", "95903" },
    { "1 #04 pc 95903 [vdso]", 1, 4, FALSE, "", "[vdso]", "95903" },
    { "  1 #23 at wait2 (/entry/build/ets/pages/Index.js:16:12)\r", 1, 23, TRUE, "wait2", "/entry/build/ets/pages/Index.js", "16:12" },
    { "1 #22 at anonymous (a b/Index.js:67:17)", 1, 22, TRUE, "anonymous", "a b/Index.js", "67:17" },
    { "1 #22 at f", 1, 22, TRUE, "f", "", "" },
    { "0 #00 pc 1 /a", 0, 0, FALSE, NULL, NULL, NULL },
    { "-1 #00 pc 1 /a", 0, 0, FALSE, NULL, NULL, NULL },
    { "1 #-1 pc 1 /a", 0, 0, FALSE, NULL, NULL, NULL },
    { "1 #99999 pc 1 /a", 0, 0, FALSE, NULL, NULL, NULL },
    { "#00 pc 0000757c /system/bin/start", 0, 0, FALSE, NULL, NULL, NULL },
    { "9 #00 pc xyz /a", 0, 0, FALSE, NULL, NULL, NULL },
    { "9 #00 pc 1", 0, 0, FALSE, NULL, NULL, NULL },
    { "9 #00 in f", 0, 0, FALSE, NULL, NULL, NULL },
    { "9 #00", 0, 0, FALSE, NULL, NULL, NULL },
    { "9", 0, 0, FALSE, NULL, NULL, NULL },
    { "", 0, 0, FALSE, NULL, NULL, NULL },
    { "......", 0, 0, FALSE, NULL, NULL, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      StrataHicollieFrame frame;
      const gboolean is_frame = strata_hicollie_frame_parse ((StrataText){ cases[i].line, strlen (cases[i].line) }, &frame);

      g_test_message ("%s", cases[i].line);
      g_assert_cmpint (is_frame, ==, cases[i].n_samples > 0);
      if (!is_frame)
        continue;

      g_autofree char *name = dup_text (frame.name);
      g_autofree char *file = dup_text (frame.file);
      g_autofree char *place = dup_text (frame.place);

      g_assert_cmpuint (frame.n_samples, ==, cases[i].n_samples);
      g_assert_cmpuint (frame.level, ==, cases[i].level);
      g_assert_cmpint (frame.is_js, ==, cases[i].is_js);
      g_assert_cmpstr (name, ==, cases[i].name);
      g_assert_cmpstr (file, ==, cases[i].file);
      g_assert_cmpstr (place, ==, cases[i].place);
    }
}

/* Ten samples: nine in a loop, two of them waiting, and one in a script. */
#define STACKS                                                                            \
  "Pid: 4242\n"                                                                           \
  "Reason: main thread timeout\n"                                                         \
  "\n"                                                                                    \
  "9 #00 pc 0000757c /system/bin/start(55679d09bcdea35bb1e0d4e1d9a3e58f)\n"               \
  "    9 #01 pc 000090a9 /system/bin/start(main+396)(55679d09bcdea35bb1e0d4e1d9a3e58f)\n" \
  "        7 #02 pc 0000ab5d /lib/loop.z.so(Loop::Run()+100)(52ace27d827ad482439bf32c)\n" \
  "        2 #02 pc 00107aec /lib/libc.so(wait+628)(add9e521e4eaf5cb009d4260f3b69ccd)\n"  \
  "1 #00 pc 00032e67 /lib/in.z.so(Read(Buf&)+158)(99e56bc765f9208f7b7ba8b268886a59)\n"    \
  "    1 #01 at wait2 (/entry/ets/pages/Index.js:16:12)\n"

/* Each frame lasts as long as its samples, one after the other. */
static void
test_hicollie (void)
{
  fixture_assert_four_ways (STACKS, strlen (STACKS), "4242:0:start+0x757c@0+1350000 4242:1:main@0+1350000 4242:2:Loop::Run()@0+1050000 4242:2:wait@1050000+300000 4242:0:Read(Buf&)@1350000+150000 4242:1:wait2@1350000+150000 | assumed-interval=1");
}

/* A callee cannot have more samples than its caller; left-out samples are reported. */
static void
test_odd_stacks (void)
{
  static const char text[] = "1 #00 pc 1 /a(f)\n2 #01 pc 2 /a(g)\n......\n1 #03 pc 3 /a(h)\n";
  static const char numbers[] = "1 #00 pc 1 /a(f)\n0 #01 pc 2 /a(g)\n-1 #01 pc 2 /a(g)\n99999999 #01 at g (a.js:1:2)\n1 #99999999 pc 2 /a(g)\nx #01 pc 2 /a(g)\n";

  fixture_assert_loads (text, strlen (text), "1:0:f@0+150000 1:1:g@0+150000 1:2:h@0+150000 | unknown-line=1 assumed-interval=1 long-frame=1");
  fixture_assert_loads (numbers, strlen (numbers), "1:0:f@0+150000 | unknown-line=1 bad-frame=4 assumed-interval=1");
}

#define FRAME(name) "\"callFrame\":{\"functionName\":\"" name "\",\"scriptId\":\"1\",\"url\":\"file:///a.js\",\"lineNumber\":4,\"columnNumber\":0}"
#define NODES                                                                                                                                                  \
  "{\"nodes\":[{\"id\":1," FRAME ("(root)") ",\"hitCount\":0,\"children\":[2,5,6]},"                                                                           \
                                            "{\"id\":2," FRAME ("outer") ",\"children\":[3]},"                                                                 \
                                                                         "{\"id\":3," FRAME ("in\\u00e9r") ",\"positionTicks\":[{\"line\":1,\"ticks\":[2]}]}," \
                                                                                                           "{\"id\":5," FRAME ("(idle)") "},"                  \
                                                                                                                                         "{\"id\":6," FRAME ("") "}],"

/* outer from 10 to 40, inér from 20 to 30, nothing until 50, a nameless function until 60 µs. */
#define PROFILE NODES "\"startTime\":0,\"endTime\":60,\"samples\":[2,3,2,5,6],\"timeDeltas\":[10,10,10,10,10]}"

static void
test_cpuprofile (void)
{
  fixture_assert_four_ways (PROFILE, strlen (PROFILE), "1:0:outer@10+30 1:1:inér@20+10 1:0:(anonymous a.js:5)@50+10 | ");
}

static void
test_odd_profiles (void)
{
  static const struct
  {
    const char *text;
    const char *expected;
  } cases[] = {
    /* parents instead of children, before and after; inside a response of the protocol */
    { "{\"id\":7,\"result\":{\"profile\":{\"nodes\":[{\"id\":3,\"parent\":2," FRAME ("in") "},{\"id\":2," FRAME ("out") "}],\"startTime\":0,\"endTime\":20,\"samples\":[3],\"timeDeltas\":[10]}}}", "1:0:out@10+10 1:1:in@10+10 | " },
    /* a step back in time is sorted, and an unknown node means no stack */
    { NODES "\"startTime\":0,\"endTime\":60,\"samples\":[2,99,3],\"timeDeltas\":[10,30,-20]}", "1:0:outer@10+30 1:1:inér@20+20 | time-backwards=1 unknown-node=1" },
    /* fewer times than samples, and a cycle of parents */
    { "{\"nodes\":[{\"id\":1,\"parent\":2," FRAME ("a") "},{\"id\":2,\"parent\":1," FRAME ("b") "}],\"samples\":[1,2],\"timeDeltas\":[5],\"endTime\":9}", "1:0:b@5+4 1:1:a@5+4 | truncated=1 damaged-data=1" },
    /* a repeated id, and a second caller */
    { "{\"nodes\":[{\"id\":1," FRAME ("a") ",\"children\":[2]},{\"id\":2," FRAME ("b") "},{\"id\":2," FRAME ("c") "},{\"id\":3," FRAME ("d") ",\"children\":[2]}],\"samples\":[2],\"timeDeltas\":[5],\"endTime\":9}", "1:0:d@5+4 1:1:b@5+4 | damaged-data=2" },
    /* a byte order mark before the text */
    { "\xef\xbb\xbf" NODES "\"startTime\":0,\"endTime\":20,\"samples\":[2],\"timeDeltas\":[10]}", "1:0:outer@10+10 | " },
    /* an impossible time */
    { NODES "\"startTime\":9223372036854775807,\"samples\":[2],\"timeDeltas\":[1]}", "1:0:outer@2305843009213694+0 | bad-payload=1" },
    /* cut inside the times */
    { NODES "\"startTime\":0,\"samples\":[2,3,2],\"timeDeltas\":[10,10,1", "1:0:outer@10+10 1:1:inér@20+0 | truncated=2" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    fixture_assert_loads (cases[i].text, strlen (cases[i].text), cases[i].expected);
}

static void
test_refused (void)
{
  static const struct
  {
    const char *text;
    const char *error;
  } cases[] = {
    { NODES "\"startTime\":0}", "without any sample" },
    { NODES "\"startTime\":0,\"samples\":[1,2", "without any sample" },
    { NODES "\"startTime\" 0}", "a colon was expected" },
    { NODES "\"startTime\":}", "a value was expected" },
    { NODES "\"startTime\":0 \"endTime\":0}", "a comma was expected" },
    { NODES "\"startTime\":truth}", "a value was expected" },
    { NODES "\"x\":\"\\q\"}", "unknown letter" },
    { NODES "\"x\":\"\\u12g4\"}", "four digits" },
    { NODES "]", "unmatched closing bracket" },
    { "{\"nodes\":[],\"snapshot\":{}}", "JSON" },
    { "pid: 7\n0 #00 pc 1 /a(f)\n", "line 2: this looks like HiCollie" },
    { "-3 #00 pc 1 /a(f)\n", "line 1: this looks like HiCollie" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (fixture_load (cases[i].text, strlen (cases[i].text), 0, &error));
      g_test_message ("%s", error->message);
      g_assert_nonnull (strstr (error->message, cases[i].error));
    }
}

/* A million brackets neither recurse nor take memory. */
static void
test_deep (void)
{
  GString *text = g_string_new (NODES "\"x\":");
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 1000000; i++)
    g_string_append_c (text, '[');

  g_assert_null (fixture_load (text->str, text->len, 0, &error));
  g_assert_nonnull (strstr (error->message, "nested too deeply"));
  g_string_free (text, TRUE);
}

/* Cut anywhere, a file yields a trace or an error, and never additional slices. */
static void
test_cuts (void)
{
  static const char *const texts[] = { STACKS, PROFILE };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    for (gsize n_bytes = 0; n_bytes < strlen (texts[i]); n_bytes++)
      {
        g_autoptr (GError) error = NULL;
        g_autoptr (StrataTrace) trace = fixture_load (texts[i], n_bytes, 0, &error);

        g_assert_true ((trace == NULL) == (error != NULL));
        if (trace != NULL)
          g_assert_cmpuint (strata_trace_get_slices (trace)->n_slices, <=, 6);
      }
}

int
main (int argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sampled/frames", test_frames);
  g_test_add_func ("/sampled/hicollie", test_hicollie);
  g_test_add_func ("/sampled/odd-stacks", test_odd_stacks);
  g_test_add_func ("/sampled/cpuprofile", test_cpuprofile);
  g_test_add_func ("/sampled/odd-profiles", test_odd_profiles);
  g_test_add_func ("/sampled/refused", test_refused);
  g_test_add_func ("/sampled/deep", test_deep);
  g_test_add_func ("/sampled/cuts", test_cuts);

  return g_test_run ();
}
