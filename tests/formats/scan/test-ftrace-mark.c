/* test-ftrace-mark.c - the payload of a user-space marker
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-ftrace-mark.h"

#include <string.h>

#define TAG(n) (G_GUINT64_CONSTANT (1) << (n))
#define HITRACE STRATA_FTRACE_MARK_HITRACE
#define MAYBE STRATA_FTRACE_MARK_MAYBE_HITRACE
#define OLD STRATA_FTRACE_MARK_OLD
#define CUT STRATA_FTRACE_MARK_CUT
#define HALF STRATA_FTRACE_MARK_HALF_LEVEL
#define TEXT STRATA_FTRACE_MARK_TEXT_COOKIE

/* Omitted texts are empty. */
typedef struct
{
  const char *payload;
  char phase;
  gint64 pid;
  const char *name;
  gint64 value;
  const char *track;
  char level;
  guint64 tags;
  const char *chain;
  const char *category;
  const char *args;
  const char *extra;
  guint32 flags;
  char side;
} Row;

static const Row rows[] = {
  /* Android, begin and end */
  { "B|1234|doFrame", 'B', 1234, "doFrame" },
  { "B|1234|", 'B', 1234, "" },
  { "B|1234", 'B', 1234, "" },
  { "B||name", 'B', -1, "name" },
  { "B|1| ", 'B', 1, " " },
  { "B|1|name with trailing space ", 'B', 1, "name with trailing space " },
  { "B|1| leading", 'B', 1, " leading" },
  { "B|1|pipe|inside|name", 'B', 1, "pipe|inside|name" },
  { "B|1|ends in a bar|", 'B', 1, "ends in a bar|" },
  { "B|1|E|9999", 'B', 1, "E|9999" },
  { "B|1|looks like tracing_mark_write: B|1|fake", 'B', 1, "looks like tracing_mark_write: B|1|fake" },
  { "B|1|tab\there", 'B', 1, "tab\there" },
  { "B|1|[not,a chain]#x", 'B', 1, "[not,a chain]#x" },
  { "B|1|[a,1,2]#x", 'B', 1, "[a,1,2]#x" },
  { "B|1|T:Class:method", 'B', 1, "T:Class:method" },
  { "B|1|H:double", 'B', 1, "H:double", .flags = MAYBE | OLD },
  { "E", 'E', -1, "" },
  { "E|", 'E', -1, "" },
  { "E|532", 'E', 532, "" },
  { "E|532|", 'E', 532, "" },
  { "E|532|M62", 'E', 532, "", .level = 'M', .tags = TAG (62) },
  { "E|532|TestCrash:c", 'E', 532, "" },
  { "E ", 'E', -1, "" },

  /* Android, asynchronous */
  { "S|1|launching: com.example|7", 'S', 1, "launching: com.example", 7 },
  { "F|1|launching: com.example|7", 'F', 1, "launching: com.example", 7 },
  { "S|1|a|b|c|-5", 'S', 1, "a|b|c", -5 },
  { "S|1||3", 'S', 1, "", 3 },
  { "S|1|n|9223372036854775807", 'S', 1, "n", G_MAXINT64 },
  { "S|1|n|18446744073709551615", 'S', 1, "n", G_GINT64_CONSTANT (-1300793263397258156), .flags = TEXT }, /* its hash, which differs from -1 */
  { "S|1|n|18446744073709551615|a", 'S', 1, "n", G_GINT64_CONSTANT (-1300793263397258156), .args = "a", .flags = TEXT },
  { "S|1|n|007", 'S', 1, "n", G_GINT64_CONSTANT (5656221068875067950), .flags = TEXT }, /* its hash, since it is not the number 7 */
  { "S|1|n|-0", 'S', 1, "n", G_GINT64_CONSTANT (562960981632208760), .flags = TEXT },
  { "S|1|n|0", 'S', 1, "n", 0 },
  { "G|5|Launch track|coldStart phase|77", 'G', 5, "coldStart phase", 77, "Launch track" },
  { "G|5|track|a|b|77", 'G', 5, "a|b", 77, "track" },
  { "G|5|track|77", 'G', 5, "track", 77, "track" },
  { "H|5|Launch track|77", 'H', 5, "Launch track", 77, "Launch track" },
  { "H|5|Launch track|coldStart phase|77", 'H', 5, "coldStart phase", 77, "Launch track" },
  { "T|5|track|name|77", 'T', 5, "name", 77, "track" },
  { "U|5|track|77", 'U', 5, "track", 77, "track" },
  { "U|5|track|name|77", 'U', 5, "name", 77, "track" },

  /* Android, other */
  { "I|1|instant mark", 'I', 1, "instant mark" },
  { "I|1|with|bars", 'I', 1, "with|bars" },
  { "N|1|DeviceStateChanged|state|x", 'N', 1, "state|x", 0, "DeviceStateChanged" },
  { "C|543|foo|8", 'C', 543, "foo", 8 },
  { "C|543|foo|8|extra", 'C', 543, "foo", 8, .category = "extra" },
  { "C|1|a|b|8", 'C', 1, "a|b", 8 },
  { "C|1|nfd|-12", 'C', 1, "nfd", -12 },
  { "C|1|big|9007199254740993", 'C', 1, "big", G_GINT64_CONSTANT (9007199254740993) },
  { "C|1|least|-9223372036854775808", 'C', 1, "least", G_MININT64 },
  { "C|1|n|9223372036854775807", 'C', 1, "n", G_MAXINT64 },
  { "C|1|n|9223372036854775808", 'C', 1, "n", G_MAXINT64, .flags = STRATA_FTRACE_MARK_LIMIT },
  { "C|1|n| -99999999999999999999 ", 'C', 1, "n", G_MININT64, .flags = STRATA_FTRACE_MARK_LIMIT },
  { "I|1|H:n", 'I', 1, "H:n", .flags = MAYBE },
  { "I|1|H:[8b00e96b2,2,1]#n", 'I', 1, "n", .chain = "8b00e96b2,2,1", .flags = HITRACE },
  { "N|1|track|H:n", 'N', 1, "H:n", .track = "track", .flags = MAYBE },
  { "C|1|padded| 8 ", 'C', 1, "padded", 8 },
  { "C|1|7|8", 'C', 1, "7", 8 },

  /* HiTrace since API version 19 */
  { "B|1234|H:tracename|M62", 'B', 1234, "tracename", .level = 'M', .tags = TAG (62), .flags = HITRACE },
  { "B|1234|H:tracename|M62|user=root,type=2", 'B', 1234, "tracename", .level = 'M', .tags = TAG (62), .args = "user=root,type=2", .flags = HITRACE },
  { "B|1314|H:TestFunction|I3062", 'B', 1314, "TestFunction", .level = 'I', .tags = TAG (30) | TAG (62), .flags = HITRACE },
  { "B|1|H:n|D0517", 'B', 1, "n", .level = 'D', .tags = TAG (5) | TAG (17), .flags = HITRACE },
  { "B|1|H:n|C00", 'B', 1, "n", .level = 'C', .tags = TAG (0), .flags = HITRACE },
  { "B|1234|H:[a92ab94c18e1341,0,0]#tracename|M62|k=v", 'B', 1234, "tracename", .level = 'M', .tags = TAG (62), .chain = "a92ab94c18e1341,0,0", .args = "k=v", .flags = HITRACE },
  { "B|1|H:[not,a chain]#x|M62", 'B', 1, "[not,a chain]#x", .level = 'M', .tags = TAG (62), .flags = HITRACE },
  { "B|1|H:[a,1]#x|M62", 'B', 1, "[a,1]#x", .level = 'M', .tags = TAG (62), .flags = HITRACE },
  { "B|1|H:[a,1,2]x|M62", 'B', 1, "[a,1,2]x", .level = 'M', .tags = TAG (62), .flags = HITRACE },
  { "B|1|H:[8b00e96b2,2,1]#C##decodeFrame|M62", 'B', 1, "decodeFrame", .level = 'M', .tags = TAG (62), .chain = "8b00e96b2,2,1", .flags = HITRACE, .side = 'C' },
  { "B|1|H:[8b00e96b2,2,1]#S##decodeFrame|M62||new", 'B', 1, "decodeFrame", .level = 'M', .tags = TAG (62), .chain = "8b00e96b2,2,1", .extra = "new", .flags = HITRACE, .side = 'S' },
  { "B|1|H:[8b00e96b2,2,1]#X##x|M62", 'B', 1, "X##x", .level = 'M', .tags = TAG (62), .chain = "8b00e96b2,2,1", .flags = HITRACE },
  { "S|1|H:[8b00e96b2,2,1]#C##get|7|M62", 'S', 1, "get", 7, .level = 'M', .tags = TAG (62), .chain = "8b00e96b2,2,1", .flags = HITRACE, .side = 'C' },
  { "B|1|H:H:CheckPoint|I30", 'B', 1, "H:CheckPoint", .level = 'I', .tags = TAG (30), .flags = HITRACE },
  { "B|1|H:a|b|M62|k=v", 'B', 1, "a|b", .level = 'M', .tags = TAG (62), .args = "k=v", .flags = HITRACE },
  { "B|1|H:a|M62|b|I30", 'B', 1, "a|M62|b", .level = 'I', .tags = TAG (30), .flags = HITRACE },
  { "B|1|H:n|M62|k=v|new|er", 'B', 1, "n", .level = 'M', .tags = TAG (62), .args = "k=v", .extra = "new|er", .flags = HITRACE },
  { "B|1|H:n|M62||new", 'B', 1, "n", .level = 'M', .tags = TAG (62), .extra = "new", .flags = HITRACE },
  { "B|1|H:ends in a space |M62", 'B', 1, "ends in a space ", .level = 'M', .tags = TAG (62), .flags = HITRACE },
  { "B|1|H:|M62", 'B', 1, "", .level = 'M', .tags = TAG (62), .flags = HITRACE },
  { "B|1|H:n|M99", 'B', 1, "H:n|M99", .flags = MAYBE | OLD },
  { "B|1|H:n|M6", 'B', 1, "H:n|M6", .flags = MAYBE | OLD | HALF },
  { "B|1|H:n|M", 'B', 1, "H:n|M", .flags = MAYBE | OLD | HALF },
  { "B|1|H:n|", 'B', 1, "H:n|", .flags = MAYBE | OLD | HALF },
  { "B|1|H:n|X6", 'B', 1, "H:n|X6", .flags = MAYBE | OLD },
  { "S|1|H:n|5|M6", 'S', 1, "H:n", 5, .flags = MAYBE | CUT },
  { "F|1|H:n|5|M", 'F', 1, "H:n", 5, .flags = MAYBE | CUT },
  { "C|1|H:n|5|", 'C', 1, "H:n", 5, .flags = MAYBE | CUT },
  { "S|1|H:[a,1,0]#n|5|I3", 'S', 1, "n", 5, .chain = "a,1,0", .flags = HITRACE | CUT },
  { "S|1|H:a|M6 5", 'S', 1, "a|M6", 5, .flags = HITRACE | OLD },
  { "S|1234|H:tracename|428|M62", 'S', 1234, "tracename", 428, .level = 'M', .tags = TAG (62), .flags = HITRACE },
  { "S|1234|H:[a92ab94c18e1341,0,0]#tracename|428|M62|appcategory01|user=root,type=2", 'S', 1234, "tracename", 428, .level = 'M', .tags = TAG (62), .chain = "a92ab94c18e1341,0,0", .category = "appcategory01", .args = "user=root,type=2", .flags = HITRACE },
  { "S|1|H:n|1|M62||k=v", 'S', 1, "n", 1, .level = 'M', .tags = TAG (62), .args = "k=v", .flags = HITRACE },
  { "S|1|H:n|1|M62|cat", 'S', 1, "n", 1, .level = 'M', .tags = TAG (62), .category = "cat", .flags = HITRACE },
  { "S|1|H:n|1|M62|cat|k=v|new", 'S', 1, "n", 1, .level = 'M', .tags = TAG (62), .category = "cat", .args = "k=v", .extra = "new", .flags = HITRACE },
  { "S|1|H:a|b|5|M62|c", 'S', 1, "a|b", 5, .level = 'M', .tags = TAG (62), .category = "c", .flags = HITRACE },
  { "S|1|H:n|5|M62|I30", 'S', 1, "n", 5, .level = 'M', .tags = TAG (62), .category = "I30", .flags = HITRACE },
  { "F|1234|H:[a92ab94c18e1341,1,0]#tracename|428|M62", 'F', 1234, "tracename", 428, .level = 'M', .tags = TAG (62), .chain = "a92ab94c18e1341,1,0", .flags = HITRACE },
  { "F|1|H:n|428", 'F', 1, "H:n", 428, .flags = MAYBE },
  { "C|1234|H:tracename|5678|M62", 'C', 1234, "tracename", 5678, .level = 'M', .tags = TAG (62), .flags = HITRACE },
  { "C|1|H:n|-9007199254740993|M62", 'C', 1, "n", G_GINT64_CONSTANT (-9007199254740993), .level = 'M', .tags = TAG (62), .flags = HITRACE },

  /* HiTrace before API version 19 */
  { "B|1|H:tracename", 'B', 1, "H:tracename", .flags = MAYBE | OLD },
  { "B|1|H:[a92ab94c18e1341,0,0]#tracename ", 'B', 1, "tracename", .chain = "a92ab94c18e1341,0,0", .flags = HITRACE | OLD },
  { "B|1|H:[8b00e96b2,2,1]#S##decode ", 'B', 1, "decode", .chain = "8b00e96b2,2,1", .flags = HITRACE | OLD, .side = 'S' },
  { "F|1|H:[a92ab,2,0]#n|428", 'F', 1, "n", 428, .chain = "a92ab,2,0", .flags = HITRACE },
  { "S|1234|H:tracename 428", 'S', 1234, "tracename", 428, .flags = HITRACE | OLD },
  { "F|1234|H:[a92ab94c18e1341,0,0]#tracename 428", 'F', 1234, "tracename", 428, .chain = "a92ab94c18e1341,0,0", .flags = HITRACE | OLD },
  { "S|1322|H:ScreenLock:TracehidePsdPage 10021", 'S', 1322, "ScreenLock:TracehidePsdPage", 10021, .flags = HITRACE | OLD },
  { "S|1|H:launching: com.example 3", 'S', 1, "launching: com.example", 3, .flags = HITRACE | OLD },
  { "S|1|H:a|b c 3", 'S', 1, "a|b c", 3, .flags = HITRACE | OLD },
  { "S|1|H:name 3|more", 'S', 1, "name", 3, .extra = "more", .flags = HITRACE | OLD },
  { "C|1234|H:tracename 5678", 'C', 1234, "tracename", 5678, .flags = HITRACE | OLD },
  { "C|1|H:frames queued -5", 'C', 1, "frames queued", -5, .flags = HITRACE | OLD },
  { "C|1|H:foo|8|extra", 'C', 1, "H:foo", 8, .category = "extra", .flags = MAYBE },

  /* not markers */
  { "", 0, -1, "" },
  { "hello", 0, -1, "hello" },
  { "Elephant", 0, -1, "Elephant" },
  { "B", 0, -1, "B" },
  { "trace_event_clock_sync: parent_ts=0.0", 0, -1, "trace_event_clock_sync: parent_ts=0.0" },
  { "T|text|with bars", 0, -1, "T|text|with bars" },
  { "T|5|x", 0, 5, "T|5|x" },
  { "V|5|track|1", 0, 5, "V|5|track|1" },
  { "I|don't know", 0, -1, "I|don't know" },
  { "|", 0, -1, "|" },
};

static const char *const bad_payloads[] = { "S|1|name", "F|1", "C|1|name", "C|1|name|x", "G|1|track", "H|1|track", "N|1|track", "S|1|H:name", "F|1|H:a|b", "C|1|H:name x" };

static void
assert_text (StrataText text,
             const char *expected)
{
  g_autofree char *copy = g_strndup (text.text, text.n_bytes);

  g_assert_cmpstr (copy, ==, expected != NULL ? expected : "");
}

static gboolean
parse (const char *payload,
       gsize n_bytes,
       StrataFtraceMark *mark)
{
  return strata_ftrace_mark_parse ((StrataText){ payload, n_bytes }, mark);
}

static void
test_row (gconstpointer data)
{
  const Row *row = data;
  g_autofree char *payload = g_memdup2 (row->payload, MAX (strlen (row->payload), 1));
  StrataFtraceMark mark;

  g_assert_true (parse (payload, strlen (row->payload), &mark));
  g_assert_cmpint (mark.phase, ==, row->phase);
  g_assert_cmpint (mark.pid, ==, row->pid);
  assert_text (mark.name, row->name);
  g_assert_cmpint (mark.value, ==, row->value);
  assert_text (mark.track, row->track);
  g_assert_cmpint (mark.level, ==, row->level);
  g_assert_cmpuint (mark.tags, ==, row->tags);
  assert_text (mark.chain, row->chain);
  assert_text (mark.category, row->category);
  assert_text (mark.args, row->args);
  assert_text (mark.extra, row->extra);
  g_assert_cmpuint (mark.flags, ==, row->flags);
  g_assert_cmpint (mark.side, ==, row->side);
}

static void
test_bad (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (bad_payloads); i++)
    {
      StrataFtraceMark mark;

      g_test_message ("%s", bad_payloads[i]);
      g_assert_false (parse (bad_payloads[i], strlen (bad_payloads[i]), &mark));
      g_assert_cmpint (mark.phase, ==, bad_payloads[i][0]);
    }
}

static void
test_cut (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    for (gsize n = 0; n < strlen (rows[i].payload); n++)
      {
        g_autofree char *payload = g_memdup2 (rows[i].payload, MAX (n, 1));
        StrataFtraceMark mark;

        if (parse (payload, n, &mark))
          g_assert_cmpuint (mark.name.n_bytes, <=, MAX (n, 1));
      }
}

typedef struct
{
  const char *payload;
  const char *name;
  const char *chain;
} ResolveRow;

static const ResolveRow resolve_rows[] = {
  { "B|1|H:tracename", "tracename", "" },
  { "B|1|H:tracename ", "tracename", "" },
  { "B|1|H:two spaces  ", "two spaces ", "" },
  { "B|1|H:", "", "" },
  { "B|1|H: ", "", "" },
  { "B|1|H:  ", " ", "" },
  { "B|1|H:H:double ", "H:double", "" },
  { "B|1|H:pipe|inside|name ", "pipe|inside|name", "" },
  { "B|1|H:[not,a chain]#x ", "[not,a chain]#x", "" },
  { "S|1|H:ends in a space |5", "ends in a space ", "" },
};

static void
test_resolve (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (resolve_rows); i++)
    {
      StrataFtraceMark mark;

      g_test_message ("%s", resolve_rows[i].payload);
      g_assert_true (parse (resolve_rows[i].payload, strlen (resolve_rows[i].payload), &mark));
      g_assert_cmpuint (mark.flags & MAYBE, ==, MAYBE);
      strata_ftrace_mark_resolve (&mark);
      assert_text (mark.name, resolve_rows[i].name);
      assert_text (mark.chain, resolve_rows[i].chain);
      g_assert_cmpuint (mark.flags & (MAYBE | HITRACE), ==, HITRACE);
    }
}

/* HiTrace cuts at 512 bytes: in the name, in the level or in the arguments. */
static void
test_length_limit (void)
{
  static const struct
  {
    const char *tail;
    gsize n_bytes;
    gboolean is_cut;
    char level;
  } cuts[] = {
    { "", 512, TRUE, 0 },
    { "", 511, TRUE, 0 },
    { "", 400, FALSE, 0 },
    { "", 600, FALSE, 0 },
    { " ", 512, FALSE, 0 },
    { "|", 512, TRUE, 0 },
    { "|M", 512, TRUE, 0 },
    { "|M6", 512, TRUE, 0 },
    { "|M6", 300, TRUE, 0 },
    { "|M62", 512, FALSE, 'M' },
    { "|M62|key=va", 512, TRUE, 'M' },
    { "|M62|key=va", 490, FALSE, 'M' },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cuts); i++)
    {
      g_autoptr (GString) payload = g_string_new ("B|1|H:");
      StrataFtraceMark mark;
      const gsize n_tail = strlen (cuts[i].tail);

      while (payload->len < cuts[i].n_bytes - n_tail)
        g_string_append_c (payload, 'x');

      g_string_append (payload, cuts[i].tail);
      g_test_message ("%s at %u", cuts[i].tail, (guint) payload->len);
      g_assert_true (parse (payload->str, payload->len, &mark));
      g_assert_cmpint ((mark.flags & STRATA_FTRACE_MARK_CUT) != 0, ==, cuts[i].is_cut);
      g_assert_cmpint (mark.level, ==, cuts[i].level);

      if (cuts[i].is_cut)
        g_assert_null (memchr (mark.name.text, '|', mark.name.n_bytes));
    }
}

/* Cookies that are not numbers still distinguish slices. */
static void
test_text_cookie (void)
{
  StrataFtraceMark first;
  StrataFtraceMark second;
  StrataFtraceMark other;

  g_assert_true (parse ("S|1|n|abc", 9, &first));
  g_assert_true (parse ("F|1|n|abc", 9, &second));
  g_assert_true (parse ("F|1|n|abd", 9, &other));
  g_assert_cmpint (first.value, ==, second.value);
  g_assert_cmpint (first.value, !=, other.value);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *path = g_strdup_printf ("/ftrace-mark/row/%03u", i);

      g_test_add_data_func (path, &rows[i], test_row);
    }

  g_test_add_func ("/ftrace-mark/bad", test_bad);
  g_test_add_func ("/ftrace-mark/cut", test_cut);
  g_test_add_func ("/ftrace-mark/resolve", test_resolve);
  g_test_add_func ("/ftrace-mark/length-limit", test_length_limit);
  g_test_add_func ("/ftrace-mark/text-cookie", test_text_cookie);

  return g_test_run ();
}
