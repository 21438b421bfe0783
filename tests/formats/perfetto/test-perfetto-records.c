/* test-perfetto-records.c - sorting the events of a trace by time
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "strata-perfetto-records.h"

/* Each record is compared with the same one in an array: its index is its message, repeated. */
#define N_RECORDS 20000
#define LATEST_NS (G_GINT64_CONSTANT (1) << 60)
#define REFUSED_CONTEXT 3

typedef struct
{
  gint64 time_ns; /* in the trace */
  guint lane;
  guint context;
  guint n_bytes;
  guint index;
  gboolean is_popped;
  gboolean is_passed;
} Expected;

typedef struct
{
  GRand *random;
  GArray *expected; /* Expected, in the order of the file */
  StrataPerfettoRecords *records;
} Fixture;

/* Clocks differ by context, so that a lane that is in order on its own clock need not be so in the trace. */
static gint64
get_shift_ns (guint context)
{
  return context == 2 ? -5000 : 0;
}

static gboolean
map (gpointer data,
     StrataPerfettoRecord *record)
{
  record->time_ns += get_shift_ns (record->context);
  return record->context != REFUSED_CONTEXT;
}

static gint64
draw_time (GRand *random,
           guint i)
{
  switch (g_rand_int_range (random, 0, 40))
    {
    case 0:
      return g_rand_int_range (random, 0, N_RECORDS * 10);
    case 1:
      return LATEST_NS + g_rand_int_range (random, 0, 1000);
    case 2:
      return -1000 * (gint64) g_rand_int_range (random, 0, 100);
    default:
      return (gint64) i / 4 * 10; /* equal times in all lanes */
    }
}

static void
add (Fixture *self,
     guint i,
     guint n_lanes,
     guint most_bytes)
{
  const gint64 own_ns = draw_time (self->random, i);
  const guint context = (guint) g_rand_int_range (self->random, 0, 4) == 0 ? (guint) g_rand_int_range (self->random, 0, 5) : 1;
  const Expected row = {
    .time_ns = own_ns + get_shift_ns (context),
    .lane = (guint) g_rand_int_range (self->random, 0, (gint32) n_lanes),
    .context = context,
    .n_bytes = 4 * (guint) g_rand_int_range (self->random, 1, (gint32) most_bytes / 4),
    .index = i,
  };
  g_autofree guint32 *message = g_new (guint32, row.n_bytes / 4);

  for (guint k = 0; k < row.n_bytes / 4; k++)
    message[k] = i;

  strata_perfetto_records_add (self->records, row.lane, &(StrataPerfettoRecord){ own_ns, (const guint8 *) message, row.n_bytes, context });
  g_array_append_val (self->expected, row);
}

static void
setup (Fixture *self,
       gconstpointer data)
{
  self->random = g_rand_new_with_seed (7);
  self->expected = g_array_new (FALSE, FALSE, sizeof (Expected));
  self->records = strata_perfetto_records_new ();
}

static void
tear_down (Fixture *self,
           gconstpointer data)
{
  g_rand_free (self->random);
  g_array_unref (self->expected);
  strata_perfetto_records_free (self->records);
}

static int
compare (gconstpointer a,
         gconstpointer b)
{
  const Expected *const *first = a;
  const Expected *const *second = b;

  if ((*first)->time_ns != (*second)->time_ns)
    return (*first)->time_ns < (*second)->time_ns ? -1 : 1;

  return (*first)->index < (*second)->index ? -1 : 1;
}

static GPtrArray *
sort (Fixture *self)
{
  GPtrArray *sorted = g_ptr_array_new ();

  for (guint i = 0; i < self->expected->len; i++)
    if (g_array_index (self->expected, Expected, i).context != REFUSED_CONTEXT)
      g_ptr_array_add (sorted, &g_array_index (self->expected, Expected, i));

  g_ptr_array_sort (sorted, compare);
  return sorted;
}

static void
check_message (const StrataPerfettoRecord *record,
               const Expected *expected)
{
  guint32 number;

  g_assert_cmpuint (record->context, ==, expected->context);
  g_assert_cmpuint (record->n_bytes, ==, expected->n_bytes);
  for (guint k = 0; k < record->n_bytes / 4; k++)
    {
      memcpy (&number, record->data + 4 * k, sizeof number);
      g_assert_cmpuint (number, ==, expected->index);
    }
}

/* Records of the lane that are before one in the file, and were neither popped nor passed. */
static void
check_passed (Fixture *self,
              const Expected *popped)
{
  for (guint i = 0; i < popped->index; i++)
    {
      Expected *row = &g_array_index (self->expected, Expected, i);

      if (row->lane != popped->lane || row->is_popped || row->is_passed || row->context == REFUSED_CONTEXT)
        continue;

      const StrataPerfettoRecord *record = strata_perfetto_records_pass (self->records);

      g_assert_nonnull (record);
      check_message (record, row);
      row->is_passed = TRUE;
    }

  g_assert_null (strata_perfetto_records_pass (self->records));
}

static void
check_all (Fixture *self)
{
  g_autoptr (GPtrArray) sorted = sort (self);

  strata_perfetto_records_sort (self->records, map, NULL);
  for (guint i = 0; i < sorted->len; i++)
    {
      Expected *expected = g_ptr_array_index (sorted, i);
      const StrataPerfettoRecord *record = strata_perfetto_records_pop (self->records);

      g_assert_nonnull (record);
      g_assert_cmpint (record->time_ns, ==, expected->time_ns);
      check_message (record, expected);
      expected->is_popped = TRUE;
      if (i % 100 == 0)
        check_passed (self, expected);
    }

  g_assert_null (strata_perfetto_records_pop (self->records));
  g_assert_null (strata_perfetto_records_pop (self->records));
}

static void
test_lanes (Fixture *self,
            gconstpointer data)
{
  for (guint i = 0; i < N_RECORDS; i++)
    add (self, i, GPOINTER_TO_UINT (data), 64);

  check_all (self);
}

/* Messages that are larger than a block, or end with it. */
static void
test_large_messages (Fixture *self,
                     gconstpointer data)
{
  for (guint i = 0; i < 200; i++)
    add (self, i, 2, i % 10 == 0 ? 1024 * 1024 : 20000);

  check_all (self);
}

static void
test_empty (Fixture *self,
            gconstpointer data)
{
  check_all (self);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add ("/perfetto-records/one-lane", Fixture, GUINT_TO_POINTER (1), setup, test_lanes, tear_down);
  g_test_add ("/perfetto-records/ten-lanes", Fixture, GUINT_TO_POINTER (10), setup, test_lanes, tear_down);
  g_test_add ("/perfetto-records/many-lanes", Fixture, GUINT_TO_POINTER (5000), setup, test_lanes, tear_down);
  g_test_add ("/perfetto-records/large-messages", Fixture, NULL, setup, test_large_messages, tear_down);
  g_test_add ("/perfetto-records/empty", Fixture, NULL, setup, test_empty, tear_down);

  return g_test_run ();
}
