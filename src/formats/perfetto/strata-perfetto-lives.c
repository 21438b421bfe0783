/* strata-perfetto-lives.c - users, parents, start times, command lines and labels of processes
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "strata-perfetto-fields.h"
#include "strata-perfetto-player.h"
#include "strata-process-labels.h"
#include "strata-process-list.h"

/* An id may mean one process in one list and another one in the next, so each entry stores its time. Times can
 * only be converted after the whole file has been read. */

/* No trace has more. */
#define MOST_LIVES (1u << 18)

/* Longer command lines and labels are cut. */
#define MOST_LINE_BYTES 4096u

typedef struct
{
  StrataProcessFact fact; /* its time is on the clock below; its start is on that of the trace if it is the process's own, else on the boot clock */
  guint32 clock;          /* index of the clock of its time */
} Life;

/* A thread id that process lists have in one process and later in another one. Kernel events may be played before the time can
 * be converted; such a move waits for the end of the file. */
typedef struct
{
  gint64 time_ns; /* when it was in the other one */
  guint32 clock;  /* that of the time */
  guint32 tid;
  guint32 old_pid;
  guint32 pid;
} Move;

static guint32
get_id (const StrataProto *field)
{
  return (guint32) strata_proto_get_uint (field);
}

static void
add_word (GString *line,
          const char *separator,
          gboolean is_first,
          StrataText word)
{
  if (!is_first && line->len < MOST_LINE_BYTES)
    g_string_append (line, separator);

  g_string_append_len (line, word.text, (gssize) MIN (word.n_bytes, MOST_LINE_BYTES - MIN (line->len, MOST_LINE_BYTES)));
}

static guint32
intern (StrataPerfettoReader *self,
        StrataText text)
{
  return strata_string_pool_intern (self->strings, text.text, text.n_bytes);
}

static StrataProcessFact
read_fact (StrataPerfettoReader *self,
           StrataProto process)
{
  StrataProcessFact fact = STRATA_PROCESS_FACT_INIT;
  g_autoptr (GString) line = g_string_new (NULL);
  StrataText name = { "", 0 };
  guint n_words = 0;
  gboolean is_comm = FALSE;  /* whether the first word is the name of the main thread */
  gboolean is_whole = FALSE; /* what we wrote has the line apart from the words if these are only a name */

  while (strata_proto_next (&process))
    if (process.number == STRATA_PF_PROCESS_WHOLE_LINE)
      {
        is_whole = TRUE;
        g_string_truncate (line, 0);
        add_word (line, "", TRUE, strata_proto_get_text (&process));
      }
    else if (process.number == STRATA_PF_PROCESS_CMDLINE && n_words++ == 0)
      {
        name = strata_perfetto_reader_cut_worker (strata_proto_get_text (&process));
        if (!is_whole)
          add_word (line, "", TRUE, name);
      }
    else if (process.number == STRATA_PF_PROCESS_CMDLINE && !is_whole)
      add_word (line, " ", FALSE, strata_perfetto_reader_cut_worker (strata_proto_get_text (&process)));
    else if (process.number == STRATA_PF_PROCESS_IS_COMM)
      is_comm = strata_proto_get_uint (&process) != 0;
    else if (process.number == STRATA_PF_PROCESS_PID)
      fact.pid = get_id (&process);
    else if (process.number == STRATA_PF_PROCESS_PPID)
      fact.ppid = get_id (&process);
    else if (process.number == STRATA_PF_PROCESS_UID)
      fact.uid = (gint32) strata_proto_get_uint (&process);
    else if (process.number == STRATA_PF_PROCESS_START)
      fact.start_ns = (gint64) MIN (strata_proto_get_uint (&process), G_MAXINT64);

  if (n_words == 1 && !is_whole && !is_comm)
    name = strata_perfetto_reader_cut_arguments (name);
  if (n_words > 0)
    {
      fact.name = intern (self, name);
      fact.is_sure = !strata_perfetto_is_born_as (name);
    }

  fact.command = strata_string_pool_intern (self->strings, line->str, line->len);
  return fact;
}

static void
add_life (StrataPerfettoReader *self,
          const Life *life)
{
  if (self->lives.n < MOST_LIVES)
    *(Life *) strata_column_push (&self->lives, sizeof *life) = *life;
}

/* Notes that a list has a thread in a process. */
static void
note_home (StrataPerfettoReader *self,
           const Life *life,
           guint32 tid)
{
  const StrataProcessFact *fact = &life->fact;
  const gsize known = GPOINTER_TO_SIZE (g_hash_table_lookup (self->homes, GUINT_TO_POINTER (tid)));

  if (known == (gsize) fact->pid + 1)
    return;

  g_hash_table_insert (self->homes, GUINT_TO_POINTER (tid), GSIZE_TO_POINTER ((gsize) fact->pid + 1));
  if (known == 0 || fact->seen_ns == STRATA_NO_TIME || self->moves.n + self->late_moves.n >= MOST_LIVES)
    return;

  Move move = { fact->seen_ns, life->clock, tid, (guint32) (known - 1), fact->pid };
  const gboolean is_placed = strata_perfetto_clocks_convert_early (self->clocks, move.clock, move.time_ns, &move.time_ns);

  *(Move *) strata_column_push (is_placed ? &self->moves : &self->late_moves, sizeof move) = move;
}

void
strata_perfetto_reader_note_life (StrataPerfettoReader *self,
                                  guint32 clock,
                                  gint64 time_ns,
                                  StrataProto process)
{
  Life life = { read_fact (self, process), clock };

  life.fact.seen_ns = time_ns;
  add_life (self, &life);
  note_home (self, &life, life.fact.pid);
}

void
strata_perfetto_reader_note_thread_life (StrataPerfettoReader *self,
                                         guint32 clock,
                                         gint64 time_ns,
                                         guint32 pid,
                                         guint32 tid,
                                         StrataText name,
                                         gboolean is_known)
{
  Life life = { STRATA_PROCESS_FACT_INIT, clock };

  life.fact.pid = pid;
  life.fact.tid = tid;
  life.fact.seen_ns = time_ns;
  life.fact.name = is_known ? intern (self, name) : STRATA_STRING_EMPTY;
  if (is_known)
    add_life (self, &life);
  note_home (self, &life, tid);
}

void
strata_perfetto_reader_note_descriptor (StrataPerfettoReader *self,
                                        const StrataPerfettoPacket *packet,
                                        StrataProto process)
{
  Life life = { STRATA_PROCESS_FACT_INIT, packet->time_clock };
  g_autoptr (GString) labels = g_string_new (NULL);

  life.fact.is_own = TRUE;
  life.fact.seen_ns = packet->stamp != 0 ? packet->time_ns : STRATA_NO_TIME;
  while (strata_proto_next (&process))
    if (process.number == STRATA_PF_PROCESS_DESCRIPTOR_PID)
      life.fact.pid = get_id (&process);
    else if (process.number == STRATA_PF_PROCESS_DESCRIPTOR_START)
      life.fact.start_ns = strata_proto_get_int (&process);
    else if (process.number == STRATA_PF_PROCESS_DESCRIPTOR_NAME)
      life.fact.name = intern (self, strata_proto_get_text (&process));
    else if (process.number == STRATA_PF_PROCESS_DESCRIPTOR_LABEL)
      add_word (labels, STRATA_PROCESS_LABELS_SEPARATOR, labels->len == 0, strata_proto_get_text (&process));

  life.fact.labels = strata_string_pool_intern (self->strings, labels->str, labels->len);
  if (life.fact.start_ns > 0 || life.fact.name != STRATA_STRING_EMPTY || labels->len > 0)
    add_life (self, &life);
}

static gint64
place (StrataPerfettoPlayer *self,
       guint32 clock,
       gint64 time_ns)
{
  if (time_ns == STRATA_NO_TIME || !strata_perfetto_clocks_convert (self->reader->clocks, clock, time_ns, &time_ns))
    return STRATA_NO_TIME;

  return strata_event_sink_place_time (self->sink, time_ns);
}

/* An app that has no name of its own yet is known by the package of its user. */
static void
name_app (StrataPerfettoReader *self,
          StrataProcessFact *fact)
{
  const char *package = !fact->is_sure && fact->tid == STRATA_PROCESS_UNKNOWN ? strata_perfetto_reader_find_app (self, fact->uid) : NULL;

  if (package == NULL)
    return;

  fact->name = intern (self, (StrataText){ package, strlen (package) });
  fact->is_sure = TRUE;
}

static void
tell_life (StrataPerfettoPlayer *self,
           const Life *life)
{
  const guint32 boot_clock = strata_perfetto_clocks_get (self->reader->clocks, 0, STRATA_PERFETTO_CLOCK_BOOTTIME);
  StrataProcessFact fact = life->fact;

  fact.seen_ns = place (self, life->clock, fact.seen_ns);
  fact.start_ns = place (self, fact.is_own ? STRATA_PERFETTO_CLOCK_TRACE : boot_clock, fact.start_ns);
  name_app (self->reader, &fact);
  strata_process_list_add_fact (strata_event_sink_get_list (self->sink), &fact);
}

static int
compare_moves (gconstpointer a,
               gconstpointer b,
               gpointer user_data)
{
  const gint64 left_ns = ((const Move *) a)->time_ns;
  const gint64 right_ns = ((const Move *) b)->time_ns;

  return (left_ns > right_ns) - (left_ns < right_ns);
}

/**
 * strata_perfetto_player_settle_moves:
 * @self: the player, whose clocks are settled
 *
 * Lists the moves whose times are known only now.
 */
void
strata_perfetto_player_settle_moves (StrataPerfettoPlayer *self)
{
  StrataColumn *moves = &self->reader->moves;
  const StrataColumn *late = &self->reader->late_moves;

  for (gsize i = 0; i < late->n; i++)
    {
      Move move = strata_column_at (late, Move, i);

      if (strata_perfetto_clocks_convert (self->reader->clocks, move.clock, move.time_ns, &move.time_ns))
        *(Move *) strata_column_push (moves, sizeof move) = move;
    }

  if (moves->n > self->n_moves)
    g_qsort_with_data (&strata_column_at (moves, Move, self->n_moves), (int) (moves->n - self->n_moves), sizeof (Move), compare_moves, NULL);
}

/**
 * strata_perfetto_player_move_threads:
 * @self: the player
 * @time_ns: time of the next kernel event
 *
 * Ends the threads whose ids lists have in another process before that event.
 *
 * Returns: the time by which this has to be called again, or %G_MAXINT64
 */
gint64
strata_perfetto_player_move_threads (StrataPerfettoPlayer *self,
                                     gint64 time_ns)
{
  const StrataColumn *moves = &self->reader->moves;

  for (; self->n_moves < moves->n; self->n_moves++)
    {
      const Move *move = &strata_column_at (moves, Move, self->n_moves);

      if (move->time_ns >= time_ns)
        return move->time_ns;

      strata_event_sink_move_thread (self->sink, move->tid, move->old_pid, move->pid, strata_event_sink_place_time (self->sink, move->time_ns));
    }

  return G_MAXINT64;
}

void
strata_perfetto_player_tell_lives (StrataPerfettoPlayer *self)
{
  const StrataColumn *lives = &self->reader->lives;

  for (gsize i = 0; i < lives->n; i++)
    tell_life (self, &strata_column_at (lives, Life, i));
}
