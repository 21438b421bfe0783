/* strata-perfetto-clocks.c - the clocks of a trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-perfetto-clocks.h"

#include "strata-bisect.h"
#include "strata-column.h"
#include "strata-pair-key.h"

/* A snapshot contains the values of several clocks at one moment. All snapshots are collected
 * before anything is converted. Then a search from the clock of the trace outwards gives each
 * clock the next one on its shortest path there, so there are no cycles. The pairs of values of
 * a clock and that next one are a table in which times are looked up. */

/* Ids from 64 to 127 mean a different clock in each sequence. */
#define FIRST_SCOPED_ID 64
#define N_SCOPED_IDS 64

typedef struct
{
  guint64 key;       /* id, and the sequence for scoped ids */
  StrataColumn seen; /* Seen: its values in snapshots, ascending by snapshot */
  guint32 next;      /* next clock on the path to that of the trace, or STRATA_NONE */
  guint8 n_steps;    /* how long that path is */
  gint64 latest_ns;  /* for an incremental clock: its latest time */
  guint64 unit_ns;   /* length of a step */
  guint64 early_ns;  /* that in its first snapshot, which times before it are multiplied by; 0 before that, and for an incremental clock */
  gboolean is_incremental;
  gboolean is_reached;
  StrataColumn pairs; /* Pair, ascending by `own_ns` */
  gsize last_pair;    /* pair that was used for the last lookup */
} Clock;

typedef struct
{
  gint64 time_ns;
  guint32 snapshot;
} Seen;

typedef struct
{
  gint64 own_ns;
  gint64 next_ns;
} Pair;

typedef struct
{
  guint64 first; /* index of its first value */
  guint32 n_values;
} Snapshot;

/* Each time is converted step by step. Clocks farther away from that of the trace are unknown; real ones need two or three. */
#define MAX_STEPS 32

/* Added to the index of a clock whose length of a step was unknown when its time was read. */
#define EARLY (1u << 31)

/* A time beyond 2^63 ns looks negative. But a producer may have moved a time to less than a year before boot; such times are accepted. */
#define EARLIEST_NS (-366 * 86400 * G_GINT64_CONSTANT (1000000000))

struct _StrataPerfettoClocks
{
  guint64 n_late;         /* number of earlier times */
  StrataColumn clocks;    /* Clock */
  GHashTable *by_key;     /* guint64* owned -> index + 1 */
  StrataColumn snapshots; /* Snapshot */
  StrataColumn values;    /* StrataPerfettoClockValue */
  guint32 last;           /* clock that was looked up last, if there is any */
  guint32 primary;        /* STRATA_NONE until known */
  guint32 first_lost;     /* the first clock with a time that could not be converted, or STRATA_NONE */
};

StrataPerfettoClocks *
strata_perfetto_clocks_new (void)
{
  StrataPerfettoClocks *self = g_new0 (StrataPerfettoClocks, 1);

  self->by_key = g_hash_table_new_full (strata_int64_hash, g_int64_equal, g_free, NULL);
  self->primary = STRATA_NONE;
  self->first_lost = STRATA_NONE;
  return self;
}

void
strata_perfetto_clocks_free (StrataPerfettoClocks *self)
{
  if (self == NULL)
    return;

  for (gsize i = 0; i < self->clocks.n; i++)
    {
      strata_column_clear (&strata_column_at (&self->clocks, Clock, i).seen);
      strata_column_clear (&strata_column_at (&self->clocks, Clock, i).pairs);
    }

  strata_column_clear (&self->clocks);
  strata_column_clear (&self->snapshots);
  strata_column_clear (&self->values);
  g_hash_table_unref (self->by_key);
  g_free (self);
}

static Clock *
get_clock (const StrataPerfettoClocks *self,
           guint32 clock)
{
  return &strata_column_at (&self->clocks, Clock, clock);
}

/**
 * strata_perfetto_clocks_get:
 * @self: the clocks
 * @sequence: id of the sequence that uses the clock
 * @id: id of the clock
 *
 * Returns: its index
 */
guint32
strata_perfetto_clocks_get (StrataPerfettoClocks *self,
                            guint32 sequence,
                            guint64 id)
{
  const gboolean is_scoped = id - FIRST_SCOPED_ID < N_SCOPED_IDS;
  const guint64 key = is_scoped ? (guint64) sequence << 7 | id | G_GUINT64_CONSTANT (1) << 63 : id;

  if (G_LIKELY (self->last < self->clocks.n && get_clock (self, self->last)->key == key))
    return self->last;

  const guint32 known = GPOINTER_TO_UINT (g_hash_table_lookup (self->by_key, &key));

  if (known != 0)
    return self->last = known - 1;

  *(Clock *) strata_column_push (&self->clocks, sizeof (Clock)) = (Clock){ .key = key, .next = STRATA_NONE, .unit_ns = 1 };
  g_hash_table_insert (self->by_key, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER ((guint) self->clocks.n));
  return (guint32) self->clocks.n - 1;
}

/**
 * strata_perfetto_clocks_set_rate:
 * @self: the clocks
 * @clock: a clock
 * @is_incremental: whether its timestamps are differences to the previous ones, in the order of the file
 * @unit_ns: length of a step, ns; 0 for the usual 1
 *
 * Sets the meaning of the clock's timestamps, which stays the same from the first snapshot on.
 *
 * Returns: %FALSE if snapshots have another one
 */
gboolean
strata_perfetto_clocks_set_rate (StrataPerfettoClocks *self,
                                 guint32 clock,
                                 gboolean is_incremental,
                                 guint64 unit_ns)
{
  Clock *row = get_clock (self, clock);

  if (row->seen.n > 0)
    return row->is_incremental == is_incremental && row->unit_ns == MAX (unit_ns, 1);

  row->is_incremental = is_incremental;
  row->unit_ns = MAX (unit_ns, 1);
  return TRUE;
}

/* Returns how many times were not converted because they are beyond 2^63 ns. */
guint64
strata_perfetto_clocks_get_n_late (const StrataPerfettoClocks *self)
{
  return self->n_late;
}

static const char *
find_name (guint64 id)
{
  static const char *const names[] = { NULL, "REALTIME", "REALTIME_COARSE", "MONOTONIC", "MONOTONIC_COARSE", "MONOTONIC_RAW", "BOOTTIME", NULL, NULL, "TSC", "PERF" };

  if (id == STRATA_PERFETTO_CLOCK_FTRACE_GLOBAL || id == STRATA_PERFETTO_CLOCK_FTRACE_LOCAL)
    return id == STRATA_PERFETTO_CLOCK_FTRACE_GLOBAL ? "global of ftrace" : "local of ftrace";

  return id < G_N_ELEMENTS (names) ? names[id] : NULL;
}

/**
 * strata_perfetto_clocks_dup_lost:
 * @self: the clocks
 *
 * Returns: (transfer full) (nullable): the name of the first clock with a time that could not be converted because no
 *   snapshot contains it together with another clock, or %NULL
 */
char *
strata_perfetto_clocks_dup_lost (const StrataPerfettoClocks *self)
{
  if (self->first_lost == STRATA_NONE)
    return NULL;

  const guint64 key = get_clock (self, self->first_lost)->key;
  const char *name = find_name (key);

  if (name != NULL)
    return g_strdup_printf ("clock %s", name);
  if (key >> 63 == 0)
    return g_strdup_printf ("clock %" G_GUINT64_FORMAT, key);

  return g_strdup_printf ("clock %u of sequence %u", (guint) (key & 127), (guint) (key >> 7 & G_MAXUINT32));
}

/**
 * strata_perfetto_clocks_read:
 * @self: the clocks
 * @clock: (inout): a clock; then that of the time, which is another one before the clock is in a snapshot
 * @stamp: a timestamp of an event
 *
 * Converts a timestamp to a time. Each timestamp of an incremental clock has to be read once, in the order of the file.
 *
 * Returns: the time on that clock, ns
 */
gint64
strata_perfetto_clocks_read (StrataPerfettoClocks *self,
                             guint32 *clock,
                             guint64 stamp)
{
  if (*clock == STRATA_PERFETTO_CLOCK_TRACE)
    return (gint64) stamp;

  Clock *row = get_clock (self, *clock);
  const guint64 time_ns = stamp * row->unit_ns;

  if (row->seen.n == 0)
    *clock |= EARLY;
  if (!row->is_incremental)
    return (gint64) time_ns;

  row->latest_ns = (gint64) ((guint64) row->latest_ns + time_ns);
  return row->latest_ns;
}

/**
 * strata_perfetto_clocks_add_snapshot:
 * @self: the clocks
 * @values: (array length=n_values): values of clocks, in their own units
 * @n_values: how many
 *
 * Adds a snapshot. Incremental clocks continue from their value in it.
 */
void
strata_perfetto_clocks_add_snapshot (StrataPerfettoClocks *self,
                                     const StrataPerfettoClockValue *values,
                                     guint n_values)
{
  const guint32 number = (guint32) self->snapshots.n;

  *(Snapshot *) strata_column_push (&self->snapshots, sizeof (Snapshot)) = (Snapshot){ self->values.n, n_values };
  for (guint i = 0; i < n_values; i++)
    {
      Clock *clock = get_clock (self, values[i].clock);
      StrataPerfettoClockValue *value = strata_column_push (&self->values, sizeof *value);

      *value = values[i];
      value->time_ns = (gint64) ((guint64) value->time_ns * clock->unit_ns);
      clock->latest_ns = value->time_ns;
      if (clock->seen.n == 0 && !clock->is_incremental)
        clock->early_ns = clock->unit_ns;
      if (clock->seen.n == 0 || strata_column_at (&clock->seen, Seen, clock->seen.n - 1).snapshot != number)
        *(Seen *) strata_column_push (&clock->seen, sizeof (Seen)) = (Seen){ value->time_ns, number };
    }
}

/**
 * strata_perfetto_clocks_set_primary:
 * @self: the clocks
 * @clock: the clock in which times of the trace are shown
 *
 * The first call counts.
 */
void
strata_perfetto_clocks_set_primary (StrataPerfettoClocks *self,
                                    guint32 clock)
{
  if (self->primary == STRATA_NONE)
    self->primary = clock;
}

/* Whether this clock is already known to be the clock of the trace. */
gboolean
strata_perfetto_clocks_is_primary (const StrataPerfettoClocks *self,
                                   guint32 clock)
{
  return clock == self->primary && clock != STRATA_NONE;
}

/* Visits the clocks next to @clock in its snapshots that were not visited yet. */
static void
reach_from (StrataPerfettoClocks *self,
            guint32 clock,
            guint8 *are_done,
            StrataColumn *queue)
{
  const StrataColumn *seen = &get_clock (self, clock)->seen;
  const guint8 n_steps = get_clock (self, clock)->n_steps;

  for (gsize i = 0; i < seen->n && n_steps < MAX_STEPS; i++)
    {
      const guint32 number = strata_column_at (seen, Seen, i).snapshot;
      const Snapshot *snapshot = &strata_column_at (&self->snapshots, Snapshot, number);

      if (are_done[number])
        continue;

      are_done[number] = TRUE;
      for (guint32 v = 0; v < snapshot->n_values; v++)
        {
          const guint32 other = strata_column_at (&self->values, StrataPerfettoClockValue, snapshot->first + v).clock;

          if (get_clock (self, other)->is_reached)
            continue;

          get_clock (self, other)->is_reached = TRUE;
          get_clock (self, other)->next = clock;
          get_clock (self, other)->n_steps = (guint8) (n_steps + 1);
          strata_column_push_u32 (queue, other);
        }
    }
}

/**
 * strata_perfetto_clocks_settle:
 * @self: the clocks
 *
 * Call when all snapshots are collected.
 */
void
strata_perfetto_clocks_settle (StrataPerfettoClocks *self)
{
  g_autofree guint8 *are_done = g_new0 (guint8, self->snapshots.n + 1);
  StrataColumn queue = STRATA_COLUMN_INIT;

  if (self->primary == STRATA_NONE)
    self->primary = strata_perfetto_clocks_get (self, 0, STRATA_PERFETTO_CLOCK_BOOTTIME);

  get_clock (self, self->primary)->is_reached = TRUE;
  strata_column_push_u32 (&queue, self->primary);
  for (gsize i = 0; i < queue.n; i++)
    reach_from (self, strata_column_at (&queue, guint32, i), are_done, &queue);

  strata_column_clear (&queue);
}

static gboolean
find_value (const StrataPerfettoClocks *self,
            guint32 number,
            guint32 clock,
            gint64 *time_ns)
{
  const StrataColumn *seen = &get_clock (self, clock)->seen;
  gsize low = 0;
  gsize high = seen->n;

  STRATA_BISECT (low, high, i, strata_column_at (seen, Seen, i).snapshot < number);
  if (low == seen->n || strata_column_at (seen, Seen, low).snapshot != number)
    return FALSE;

  *time_ns = strata_column_at (seen, Seen, low).time_ns;
  return TRUE;
}

/* If a clock was set back, pairs with later values are removed: times are unlikely to refer to
 * them. */
static void
add_pair (StrataColumn *pairs,
          Pair pair)
{
  while (pairs->n > 0 && strata_column_at (pairs, Pair, pairs->n - 1).own_ns >= pair.own_ns)
    pairs->n--;

  *(Pair *) strata_column_push (pairs, sizeof (Pair)) = pair;
}

static void
fill_pairs (StrataPerfettoClocks *self,
            guint32 index)
{
  Clock *clock = get_clock (self, index);

  for (gsize i = 0; i < clock->seen.n; i++)
    {
      const Seen *seen = &strata_column_at (&clock->seen, Seen, i);
      Pair pair = { .own_ns = seen->time_ns };

      if (find_value (self, seen->snapshot, clock->next, &pair.next_ns))
        add_pair (&clock->pairs, pair);
    }
}

/* The last pair at or before @time_ns, or the first. */
static const Pair *
find_pair (Clock *clock,
           gint64 time_ns)
{
  const Pair *pairs = clock->pairs.data;
  gsize low = 0;
  gsize high = clock->pairs.n;

  if (pairs[clock->last_pair].own_ns <= time_ns && (clock->last_pair + 1 == clock->pairs.n || pairs[clock->last_pair + 1].own_ns > time_ns))
    return &pairs[clock->last_pair];

  STRATA_BISECT_LAST (low, high, i, pairs[i].own_ns <= time_ns);

  clock->last_pair = low;
  return &pairs[low];
}

static gboolean
convert (StrataPerfettoClocks *self,
         guint32 clock,
         gint64 time_ns,
         gint64 *trace_ns)
{
  while (clock != STRATA_PERFETTO_CLOCK_TRACE && clock != self->primary)
    {
      Clock *row = get_clock (self, clock);

      if (row->next == STRATA_NONE)
        return FALSE;

      if (row->pairs.n == 0)
        fill_pairs (self, clock);

      const Pair *pair = find_pair (row, time_ns);

      time_ns = (gint64) ((guint64) time_ns - (guint64) pair->own_ns + (guint64) pair->next_ns);
      clock = row->next;
    }

  *trace_ns = time_ns;
  return TRUE;
}

/* Multiplies a time that was read before the length of its steps was known. Returns its clock. */
static guint32
scale_early (const StrataPerfettoClocks *self,
             guint32 clock,
             gint64 *time_ns)
{
  if (clock == STRATA_PERFETTO_CLOCK_TRACE || (clock & EARLY) == 0)
    return clock;

  *time_ns = (gint64) ((guint64) *time_ns * MAX (get_clock (self, clock & ~EARLY)->early_ns, 1));
  return clock & ~EARLY;
}

/**
 * strata_perfetto_clocks_convert:
 * @self: settled clocks
 * @clock: a clock, also one from strata_perfetto_clocks_read(), or %STRATA_PERFETTO_CLOCK_TRACE
 * @time_ns: a time on @clock
 * @trace_ns: (out): the same time on the clock of the trace
 *
 * Returns: %FALSE if the offset of the clock is unknown
 */
gboolean
strata_perfetto_clocks_convert (StrataPerfettoClocks *self,
                                guint32 clock,
                                gint64 time_ns,
                                gint64 *trace_ns)
{
  clock = scale_early (self, clock, &time_ns);
  if (time_ns < EARLIEST_NS)
    {
      self->n_late++;
      return FALSE;
    }

  if (convert (self, clock, time_ns, trace_ns))
    return TRUE;

  if (self->first_lost == STRATA_NONE)
    self->first_lost = clock;

  return FALSE;
}

/**
 * strata_perfetto_clocks_convert_early:
 * @self: the clocks, settled or not
 * @clock: a clock, also one from strata_perfetto_clocks_read(), or %STRATA_PERFETTO_CLOCK_TRACE
 * @time_ns: a time on that clock
 * @trace_ns: (out): the same time on the clock of the trace
 *
 * Converts a time by one of the snapshots that were added so far: the last one before it, or the first.
 *
 * Returns: %FALSE if the clock is in none of them, or the clock of the trace is not in that one
 */
gboolean
strata_perfetto_clocks_convert_early (StrataPerfettoClocks *self,
                                      guint32 clock,
                                      gint64 time_ns,
                                      gint64 *trace_ns)
{
  if (clock == STRATA_PERFETTO_CLOCK_TRACE || (clock == self->primary && clock != STRATA_NONE))
    {
      *trace_ns = time_ns;
      return TRUE;
    }
  if (self->primary == STRATA_NONE || (clock & EARLY) != 0 || get_clock (self, clock)->seen.n == 0)
    return FALSE;

  const StrataColumn *seen = &get_clock (self, clock)->seen;
  gsize low = 0;
  gsize high = seen->n;
  gint64 primary_ns;

  STRATA_BISECT_LAST (low, high, i, strata_column_at (seen, Seen, i).time_ns <= time_ns);

  const Seen *near = &strata_column_at (seen, Seen, low);

  if (!find_value (self, near->snapshot, self->primary, &primary_ns))
    return FALSE;

  *trace_ns = strata_time_add (primary_ns, strata_time_subtract (time_ns, near->time_ns));
  return *trace_ns >= EARLIEST_NS;
}

/**
 * strata_perfetto_clocks_find_first:
 * @self: settled clocks
 * @id: id of a clock that is the same in all sequences
 * @time_ns: (out): its first time
 * @trace_ns: (out): the same time on the clock of the trace
 *
 * Returns: %FALSE if it is in no snapshot, or its time cannot be converted
 */
gboolean
strata_perfetto_clocks_find_first (StrataPerfettoClocks *self,
                                   guint64 id,
                                   gint64 *time_ns,
                                   gint64 *trace_ns)
{
  const guint32 index = strata_perfetto_clocks_get (self, 0, id);
  const Clock *clock = get_clock (self, index);

  if (clock->seen.n == 0)
    return FALSE;

  *time_ns = strata_column_at (&clock->seen, Seen, 0).time_ns;
  return convert (self, index, *time_ns, trace_ns);
}

guint
strata_perfetto_clocks_get_n_snapshots (const StrataPerfettoClocks *self)
{
  return (guint) self->snapshots.n;
}
