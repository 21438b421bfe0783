/* test-event-log.c - tokens are read as they were written
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-event-log.h"

/* Several chunks. */
#define N_TOKENS 200000

/* Every seventh token is written before the one at its time. */
#define BACK_NS 1005

/* Numbers of each length that a token has room for. */
static const guint32 words[] = { 0, 1, 1u << 27, 0, (1u << 27) - 1, G_MAXUINT32, 0x80000000u };
static const gint64 values[] = { 0, 1, -1, 0, G_MAXUINT32, G_GINT64_CONSTANT (1) << 32, G_MININT64, 0, G_MAXINT64 };

static StrataEventToken
make_token (GRand *random,
            gint64 time_ns)
{
  StrataEventToken token = {
    .time_ns = time_ns,
    .kind = (guint32) g_rand_int_range (random, STRATA_EVENT_TOKEN_END, STRATA_EVENT_TOKEN_BASE),
    .flags = (guint32) g_rand_int_range (random, 0, 1 << STRATA_EVENT_TOKEN_FLAG_BITS),
    .thread = g_rand_boolean (random) ? STRATA_NONE : (guint32) g_rand_int_range (random, 0, STRATA_EVENT_TOKEN_MAX_THREAD + 1),
    .name = words[g_rand_int_range (random, 0, G_N_ELEMENTS (words))],
  };

  if (token.kind > STRATA_EVENT_TOKEN_EXIT)
    {
      token.value = values[g_rand_int_range (random, 0, G_N_ELEMENTS (values))];
      token.process = words[g_rand_int_range (random, 0, G_N_ELEMENTS (words))];
      token.extra = words[g_rand_int_range (random, 0, G_N_ELEMENTS (words))];
    }

  return token;
}

static void
assert_token (const StrataEventToken *token,
              const StrataEventToken *expected)
{
  g_assert_cmpint (token->time_ns, ==, expected->time_ns);
  g_assert_cmpuint (token->kind, ==, expected->kind);
  g_assert_cmpuint (token->flags, ==, expected->flags);
  g_assert_cmpuint (token->thread, ==, expected->thread);
  g_assert_cmpuint (token->name, ==, expected->name);
  if (expected->kind <= STRATA_EVENT_TOKEN_EXIT)
    return;

  g_assert_cmpint (token->value, ==, expected->value);
  g_assert_cmpuint (token->process, ==, expected->process);
  g_assert_cmpuint (token->extra, ==, expected->extra);
}

/* Compares what is left in a log. */
static void
assert_tokens (StrataEventLog *log,
               const GArray *expected)
{
  StrataEventSpan span;
  StrataEventToken token;
  guint n = 0;

  while (strata_event_log_pop (log, &span))
    while (span.at < span.end)
      {
        g_assert_cmpuint (n, <, expected->len);
        strata_event_span_next (&span, &token);
        assert_token (&token, &g_array_index (expected, StrataEventToken, n++));
      }

  g_assert_cmpuint (n, ==, expected->len);
}

static gint
compare_times (gconstpointer a,
               gconstpointer b)
{
  const StrataEventToken *first = a;
  const StrataEventToken *second = b;

  return (first->time_ns > second->time_ns) - (first->time_ns < second->time_ns);
}

static void
test_all_fields (void)
{
  g_autoptr (StrataEventLog) log = strata_event_log_new ();
  g_autoptr (GRand) random = g_rand_new_with_seed (7);
  g_autoptr (GArray) expected = g_array_new (FALSE, FALSE, sizeof (StrataEventToken));

  for (guint i = 0; i < N_TOKENS; i++)
    {
      const StrataEventToken token = make_token (random, (gint64) i * 10 - (i % 7 == 0 ? BACK_NS : 0));

      strata_event_log_push (log, &token);
      g_array_append_val (expected, token);
    }

  g_array_sort (expected, compare_times);
  assert_tokens (log, expected);
}

/* Another name may need more room. */
static void
test_rename (void)
{
  g_autoptr (StrataEventLog) log = strata_event_log_new ();
  g_autoptr (GRand) random = g_rand_new_with_seed (8);
  g_autoptr (GArray) expected = g_array_new (FALSE, FALSE, sizeof (StrataEventToken));

  for (guint i = 0; i < N_TOKENS; i++)
    {
      StrataEventToken token = make_token (random, (gint64) i * 10);

      strata_event_log_push (log, &token);
      g_assert_cmpuint (strata_event_log_get_last_name (log), ==, token.name);
      token.name = words[i % G_N_ELEMENTS (words)];
      strata_event_log_rename_last (log, token.name);
      g_array_append_val (expected, token);
    }

  assert_tokens (log, expected);
}

/* A token that was taken back is as long as before. */
static void
test_take_back (void)
{
  g_autoptr (StrataEventLog) log = strata_event_log_new ();
  g_autoptr (GArray) expected = g_array_new (FALSE, FALSE, sizeof (StrataEventToken));
  const StrataEventToken begin = { 5, G_MAXINT64, STRATA_EVENT_TOKEN_BEGIN_ATTRS, 0, 1, G_MAXUINT32, 2, 3 };
  const StrataEventToken end = { 6, 0, STRATA_EVENT_TOKEN_END, 0, 1, 7, 0, 0 };
  StrataEventToken taken = { .time_ns = begin.time_ns };

  strata_event_log_push (log, &begin);

  guint32 *place = log->last;

  strata_event_log_push (log, &end);
  strata_event_log_take_back (place, &taken);
  assert_token (&taken, &begin);

  taken.kind = STRATA_EVENT_TOKEN_NOTHING;
  taken.thread = STRATA_NONE;
  g_array_append_val (expected, taken);
  g_array_append_val (expected, end);
  assert_tokens (log, expected);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/event-log/all-fields", test_all_fields);
  g_test_add_func ("/event-log/rename", test_rename);
  g_test_add_func ("/event-log/take-back", test_take_back);

  return g_test_run ();
}
