/* test-io-waits.c - requests to block devices, and the threads that waited for them
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-io-waits.h"

#include <string.h>

#include "strata-trace-builder.h"

#define N_SEEDS 100
#define N_EVENTS 400
#define N_THREADS 5
#define IRQ TRUE

static guint32
intern (StrataTraceBuilder *builder,
        const char *text)
{
  return strata_string_pool_intern (strata_trace_builder_get_strings (builder), text, strlen (text));
}

static guint32
add_thread (StrataTraceBuilder *builder,
            gint64 tid)
{
  guint32 thread = strata_trace_builder_get_thread (builder, tid);

  strata_trace_builder_set_thread_process (builder, thread, strata_trace_builder_get_process (builder, 10));
  return thread;
}

static StrataAsyncKey
make_key (StrataTraceBuilder *builder,
          gint64 sector)
{
  return (StrataAsyncKey){ .cookie = sector, .process = STRATA_NONE, .name = intern (builder, "block 8,0"), .kind = STRATA_ASYNC_CPU };
}

static void
begin_request (StrataTraceBuilder *builder,
               guint32 thread,
               gint64 time_ns,
               gint64 sector,
               const char *args)
{
  const StrataAsyncKey key = make_key (builder, sector);
  const guint32 attrs = strata_attr_table_intern_only_args (strata_trace_builder_get_attrs (builder), args, strlen (args));

  strata_trace_builder_begin_async (builder, &key, thread, time_ns, key.name, intern (builder, "write"), attrs);
}

static void
end_request (StrataTraceBuilder *builder,
             gint64 time_ns,
             gint64 sector)
{
  const StrataAsyncKey key = make_key (builder, sector);

  strata_trace_builder_end_async (builder, &key, time_ns);
}

static void
sleep_and_wake (StrataTraceBuilder *builder,
                guint32 thread,
                guint8 state,
                gint64 begin_ns,
                gint64 end_ns,
                guint32 waker,
                gboolean is_interrupt)
{
  strata_trace_builder_switch_cpu (builder, 0, begin_ns, thread, state, STRATA_NONE);
  strata_trace_builder_wake (builder, thread, end_ns, waker, is_interrupt);
  strata_trace_builder_switch_cpu (builder, 0, end_ns + 10, STRATA_NONE, 0, thread);
}

/* One call of "app": its own request, one of the journal that then wakes it, one of "other" whose
 * end is followed by an interrupt's wakeup, a sleep not caused by a device, an unexplained one, and
 * one too late for the preceding request. */
static StrataTrace *
make_trace (void)
{
  g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();
  const guint32 app = add_thread (builder, 10);
  const guint32 journal = add_thread (builder, 11);
  const guint32 other = add_thread (builder, 12);
  const guint32 worker = add_thread (builder, 13);
  StrataAttrTable *table = strata_trace_builder_get_attrs (builder);
  const StrataAttrs attrs = { .category = intern (builder, STRATA_IO_CATEGORY), .args = strata_attr_table_intern_args (table, "/data/app.db", 12) };

  strata_trace_builder_name_thread (builder, worker, intern (builder, "kworker/u8:3"));
  strata_trace_builder_set_format (builder, "test", "Test");
  strata_trace_builder_set_clocks (builder, STRATA_CLOCK_WALL);
  strata_trace_builder_switch_cpu (builder, 0, 100, STRATA_NONE, 0, app);
  strata_trace_builder_begin_slice (builder, app, 150, STRATA_NO_TIME, intern (builder, "fsync:/data/app.db"), strata_attr_table_intern (table, &attrs));
  begin_request (builder, app, 180, 1, "8,0 WS 49152 () 1 + 96 be,0,4 [app]");
  end_request (builder, 300, 1);
  sleep_and_wake (builder, app, 'D', 200, 310, other, IRQ);
  begin_request (builder, journal, 420, 2, "8,0 WS 4096 () 2 + 8 [jbd2]");
  begin_request (builder, other, 430, 3, "8,0 WS 4096 () 3 + 8 [other]");
  end_request (builder, 470, 2);
  sleep_and_wake (builder, app, 'D', 400, 480, journal, FALSE);
  end_request (builder, 690, 3);
  sleep_and_wake (builder, app, 'D', 600, 700, other, IRQ);
  begin_request (builder, app, 790, 4, "8,0 WS 4096 () 4 + 8 [app]");
  end_request (builder, 850, 4);
  sleep_and_wake (builder, app, 'S', 800, 860, other, IRQ);
  sleep_and_wake (builder, app, 'D', 900, 960, other, FALSE);
  strata_trace_builder_end_slice (builder, app, 980, STRATA_NO_TIME, 0);
  begin_request (builder, other, 1000, 5, "nonsense");
  end_request (builder, 1100, 5);
  sleep_and_wake (builder, app, 'D', 1050, 1100 + 101 * 1000, other, IRQ);
  begin_request (builder, app, 200000, 6, "8,0 WS 4096 () 6 + 8 [app]");

  /* a new process releases its parent long after its requests have ended */
  begin_request (builder, other, 300100, 7, "8,0 WS 4096 () 7 + 8 [other]");
  end_request (builder, 300200, 7);
  begin_request (builder, other, 300300, 8, "8,0 WS 4096 () 8 + 8 [other]");
  end_request (builder, 300400, 8);
  sleep_and_wake (builder, app, 'D', 300000, 300401 + 1000 * 1000, other, FALSE);
  /* the same, but soon after the last one */
  begin_request (builder, other, 1400100, 9, "8,0 WS 4096 () 9 + 8 [other]");
  end_request (builder, 1400200, 9);
  begin_request (builder, other, 1400300, 10, "8,0 WS 4096 () 10 + 8 [other]");
  end_request (builder, 1400400, 10);
  sleep_and_wake (builder, app, 'D', 1400000, 1400400 + 1000 * 1000, other, FALSE);
  /* a worker finishes a read of the thread, however long that takes */
  begin_request (builder, app, 2599900, 11, "8,0 WS 4096 () 11 + 8 [app]");
  end_request (builder, 2600100, 11);
  sleep_and_wake (builder, app, 'D', 2600000, 5600000, worker, FALSE);

  /* a child reads its program, and releases its parent at once: once by the name of the kernel's
   * function, once by the kernel's event about the child, and once by neither */
  for (gint64 i = 0; i < 3; i++)
    {
      const gint64 begin_ns = 6000000 + i * 100000;
      const StrataAsyncKey vfork = { .cookie = 12, .process = app, .name = intern (builder, "vfork"), .kind = STRATA_ASYNC_THREAD };

      if (i == 1)
        strata_trace_builder_begin_async (builder, &vfork, app, begin_ns - 10, vfork.name, intern (builder, "wait for child 12"), STRATA_ATTRS_NONE);
      begin_request (builder, other, begin_ns + 10, 12, "8,0 R 4096 () 12 + 8 [other]");
      end_request (builder, begin_ns + 20, 12);
      if (i == 1)
        strata_trace_builder_end_async (builder, &vfork, begin_ns + 30);
      sleep_and_wake (builder, app, 'D', begin_ns, begin_ns + 40, other, FALSE);
      if (i == 0)
        strata_trace_builder_block_reason (builder, app, FALSE, intern (builder, "wait_for_vfork_done"));
    }

  return strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
}

static void
append_wait (GString *out,
             StrataTrace *trace,
             const StrataIoWait *wait)
{
  StrataIoRequest request;

  g_assert_true (strata_io_get_request (trace, wait->request, &request));
  g_string_append_printf (out, "%" G_GINT64_FORMAT ":%s of %" G_GINT64_FORMAT " on %s@%" G_GINT64_FORMAT " %s;", strata_trace_get_states (trace)->start_ns[wait->state], request.operation, request.n_bytes,
                          request.device, strata_trace_get_slices (trace)->start_ns[wait->request], strata_io_reason_get_name (wait->reason));
}

static void
test_reasons (void)
{
  static const struct
  {
    StrataSpan span;
    guint max_waits;
    const char *waits;
  } rows[] = {
    { { 150, 980 }, 100, "200:write of 49152 on 8,0@180 own;400:write of 4096 on 8,0@420 waker;600:write of 4096 on 8,0@430 last;" },
    { { 150, 980 }, 1, "200:write of 49152 on 8,0@180 own;" },
    { { 310, 600 }, 100, "400:write of 4096 on 8,0@420 waker;" },
    { { G_MININT64, G_MAXINT64 }, 100, "200:write of 49152 on 8,0@180 own;400:write of 4096 on 8,0@420 waker;600:write of 4096 on 8,0@430 last;"
                                       "1400000:write of 4096 on 8,0@1400100 waker;1400000:write of 4096 on 8,0@1400300 waker;2600000:write of 4096 on 8,0@2599900 own;6200000:write of 4096 on 8,0@6200010 waker;" },
    { { 700, 900 }, 100, "" },
  };
  g_autoptr (StrataTrace) trace = make_trace ();

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GArray) waits = strata_io_list_waits (trace, 0, rows[i].span, rows[i].max_waits);
      g_autoptr (GString) out = g_string_new (NULL);

      for (guint j = 0; j < waits->len; j++)
        append_wait (out, trace, &g_array_index (waits, StrataIoWait, j));

      g_assert_cmpstr (out->str, ==, rows[i].waits);
    }
}

static void
test_call (void)
{
  static const struct
  {
    gint64 time_ns;
    guint32 call;
  } rows[] = { { 149, STRATA_NONE }, { 150, 0 }, { 500, 0 }, { 979, 0 }, { 980, STRATA_NONE } };
  g_autoptr (StrataTrace) trace = make_trace ();

  g_assert_true (strata_io_is_call (trace, 0));
  g_assert_false (strata_io_is_call (trace, 1));
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    g_assert_cmpuint (strata_io_find_call (trace, 0, rows[i].time_ns), ==, rows[i].call);
  g_assert_cmpuint (strata_io_find_call (trace, 1, 500), ==, STRATA_NONE);
}

typedef struct
{
  StrataTraceBuilder *builder; /* borrowed */
  GRand *random;               /* borrowed */
  guint32 threads[N_THREADS];
  gboolean is_open[20];
  gint64 time_ns;
} Random;

static void
add_random_event (Random *self)
{
  static const guint8 letters[] = "DDDSR";
  const int kind = g_rand_int_range (self->random, 0, 6);
  const guint32 cpu = (guint32) g_rand_int_range (self->random, 0, 2);
  const guint32 thread = self->threads[g_rand_int_range (self->random, 0, N_THREADS)];
  const guint32 other = self->threads[g_rand_int_range (self->random, 0, N_THREADS)];
  const gint64 sector = g_rand_int_range (self->random, 0, G_N_ELEMENTS (self->is_open));

  self->time_ns += g_rand_int_range (self->random, 0, 30000);

  if (kind < 2)
    strata_trace_builder_switch_cpu (self->builder, cpu, self->time_ns, thread, letters[g_rand_int_range (self->random, 0, 5)], other);
  else if (kind == 2)
    strata_trace_builder_wake (self->builder, thread, self->time_ns, other, g_rand_boolean (self->random));
  else if (kind == 3)
    strata_trace_builder_block_reason (self->builder, thread, g_rand_boolean (self->random), STRATA_STRING_EMPTY);
  else if (self->is_open[sector])
    end_request (self->builder, self->time_ns, sector);
  else
    begin_request (self->builder, thread, self->time_ns, sector, "8,0 R 512 () 1 + 1");

  if (kind > 3)
    self->is_open[sector] = !self->is_open[sector];
}

static StrataTrace *
make_random_trace (GRand *random)
{
  g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();
  Random self = { .builder = builder, .random = random };

  strata_trace_builder_set_format (builder, "test", "Test");
  for (guint i = 0; i < N_THREADS; i++)
    self.threads[i] = add_thread (builder, 10 + i);
  for (guint i = 0; i < N_EVENTS; i++)
    add_random_event (&self);

  return strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
}

/* Checks that apply to every wait, whatever its reason. */
static void
check_wait (StrataTrace *trace,
            const StrataThread *thread,
            const StrataIoWait *wait)
{
  const StrataStates *states = strata_trace_get_states (trace);
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  const gint64 end_ns = strata_slice_table_get_end_ns (slices, wait->request);
  const guint32 issuer = slices->async_thread[wait->request - slices->first_async];

  g_assert_cmpint (strata_states_get (states, wait->state), >=, STRATA_STATE_BLOCKED);
  g_assert_cmpint (strata_states_get (states, wait->state), <=, STRATA_STATE_BLOCKED_OTHER);
  g_assert_cmpint (end_ns, >, states->start_ns[wait->state]);
  g_assert_cmpint (end_ns, <=, strata_states_get_end_ns (states, thread, wait->state));
  g_assert_cmpuint (strata_slice_table_get_flags (slices, wait->request), ==, 0);
  g_assert_cmpint (wait->reason == STRATA_IO_OWN, ==, issuer == (guint32) (thread - strata_trace_get_threads (trace, NULL)));
}

static gboolean
has_wait (const GArray *waits,
          const StrataIoWait *wait)
{
  for (guint i = 0; i < waits->len; i++)
    if (memcmp (&g_array_index (waits, StrataIoWait, i), wait, sizeof *wait) == 0)
      return TRUE;

  return FALSE;
}

/* Counts a thread's own requests that end in a state, without a binary search. None if neither they nor
 * the waker's end soon before the wakeup, and the reason is unknown. */
static guint
count_own_in (StrataTrace *trace,
              guint32 thread,
              guint32 state)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  const StrataStates *states = strata_trace_get_states (trace);
  const guint8 next = states->state[state + 1];
  const guint32 waker = next == STRATA_STATE_RUNNABLE ? states->detail[state + 1] : STRATA_NONE;
  gboolean is_near = strata_states_get (states, state) != STRATA_STATE_BLOCKED;
  guint n = 0;

  for (guint32 i = slices->first_kernel; i < slices->n_slices; i++)
    {
      const gint64 end_ns = strata_slice_table_get_end_ns (slices, i);
      const guint32 issuer = slices->async_thread[i - slices->first_async];

      if (strata_slice_table_get_flags (slices, i) != 0 || end_ns <= states->start_ns[state] || end_ns > states->start_ns[state + 1])
        continue;

      n += issuer == thread;
      is_near |= (issuer == thread || (issuer == waker && waker != STRATA_NONE)) && states->start_ns[state + 1] - end_ns <= 1000 * 1000;
    }

  return is_near ? n : 0;
}

static guint
count_own (StrataTrace *trace,
           guint32 thread)
{
  const StrataStates *states = strata_trace_get_states (trace);
  const StrataThread *row = &strata_trace_get_threads (trace, NULL)[thread];
  guint n = 0;

  for (guint32 i = row->first_state; i + 1 < row->first_state + row->n_states; i++)
    if (strata_states_get (states, i) >= STRATA_STATE_BLOCKED && strata_states_get (states, i) <= STRATA_STATE_BLOCKED_OTHER)
      n += count_own_in (trace, thread, i);

  return n;
}

/* Both directions agree with each other, and with an exhaustive search. */
static void
test_random (void)
{
  guint n_reasons[3] = { 0 };

  for (guint32 seed = 0; seed < N_SEEDS; seed++)
    {
      g_autoptr (GRand) random = g_rand_new_with_seed (seed);
      g_autoptr (StrataTrace) trace = make_random_trace (random);
      guint n_waits = 0;
      guint n_waiters = 0;

      g_test_message ("seed %u", seed);
      for (guint32 i = 0; i < N_THREADS; i++)
        {
          g_autoptr (GArray) waits = strata_io_list_waits (trace, i, (StrataSpan){ G_MININT64, G_MAXINT64 }, G_MAXUINT);
          guint n_own = 0;

          for (guint j = 0; j < waits->len; j++)
            {
              const StrataIoWait *wait = &g_array_index (waits, StrataIoWait, j);
              g_autoptr (GArray) waiters = strata_io_list_waiters (trace, wait->request);

              check_wait (trace, &strata_trace_get_threads (trace, NULL)[i], wait);
              g_assert_true (has_wait (waiters, wait));
              n_own += wait->reason == STRATA_IO_OWN;
              n_reasons[wait->reason]++;
            }

          g_assert_cmpuint (n_own, ==, count_own (trace, i));
          n_waits += waits->len;
        }

      for (guint32 i = 0; i < strata_trace_get_slices (trace)->n_slices; i++)
        {
          g_autoptr (GArray) waiters = strata_io_list_waiters (trace, i);

          n_waiters += waiters->len;
        }

      g_assert_cmpuint (n_waiters, ==, n_waits);
    }

  for (guint i = 0; i < G_N_ELEMENTS (n_reasons); i++)
    g_assert_cmpuint (n_reasons[i], >, 20);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/io-waits/reasons", test_reasons);
  g_test_add_func ("/io-waits/call", test_call);
  g_test_add_func ("/io-waits/random", test_random);
  return g_test_run ();
}
