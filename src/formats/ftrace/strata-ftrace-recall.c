/* strata-ftrace-recall.c - the part of the ftrace reader for lines that were met before
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "strata-ftrace-reader.h"

/* Of most markers both the beginning and the tail were met before, and all that they
 * do is to push the same token for the same thread once more. What a line may change
 * beyond that is looked at first: where anything is not as it was, it is read as if
 * it had never been met. */

/* Lines come from the caches of another CPU, which takes longer than to use them. */
#define AHEAD 8

/**
 * strata_ftrace_reader_forget:
 * @self: the reader
 *
 * Forgets the lines read so far: those of another text have numbers of their own.
 */
void
strata_ftrace_reader_forget (StrataFtraceReader *self)
{
  memset (self->recall, 0, sizeof *self->recall);
}

/**
 * strata_ftrace_reader_learn_writer:
 * @self: the reader
 * @task: the thread that the line was found to be of
 * @lexed: a line
 *
 * Keeps who writes lines that begin so.
 */
void
strata_ftrace_reader_learn_writer (StrataFtraceReader *self,
                                   const StrataFtraceTaskRow *task,
                                   const StrataFtraceLexed *lexed)
{
  const StrataText comm = lexed->line.comm;
  const gboolean is_named = comm.n_bytes == task->comm.n_bytes && memcmp (comm.text, task->comm.text, comm.n_bytes) == 0;

  self->recall->writers[lexed->known.writer % STRATA_FTRACE_N_WRITERS] = (StrataFtraceRecalledWriter){
    .number = lexed->known.writer,
    .task = strata_ftrace_tasks_get_number (self->tasks, task),
    .comm = is_named ? task->comm.text : NULL,
  };
}

/**
 * strata_ftrace_reader_learn_tail:
 * @self: the reader
 * @mark: the marker that is being read
 * @token: what it was made into
 *
 * Keeps what lines mean that end so.
 */
void
strata_ftrace_reader_learn_tail (StrataFtraceReader *self,
                                 const StrataFtraceMark *mark,
                                 const StrataFtraceToken *token)
{
  const StrataFtraceLexed *lexed = self->recall->learning;

  if (lexed == NULL || token->flags != 0)
    return;

  self->recall->tails[lexed->known.tail % STRATA_FTRACE_N_TAILS] = (StrataFtraceRecalledTail){
    .number = lexed->known.tail,
    .event = (guint16) strata_kind_table_get_latest (self->kinds),
    .token = (guint8) token->kind,
    .phase = mark->phase,
    .is_hitrace = (mark->flags & STRATA_FTRACE_MARK_HITRACE) != 0,
    .has_level = mark->level != 0,
    .name = token->name,
    .extra = token->extra,
    .pid = mark->pid,
  };
}

/* The thread, if the line tells nothing new of it. */
static inline StrataFtraceTaskRow *
recall_task (StrataFtraceReader *self,
             const StrataFtraceLexed *lexed,
             gint64 time_ns)
{
  const StrataFtraceLine *line = &lexed->line;
  const StrataFtraceRecalledWriter *writer = &self->recall->writers[lexed->known.writer % STRATA_FTRACE_N_WRITERS];

  if (writer->number != lexed->known.writer || line->tid == 0)
    return NULL;

  StrataFtraceTaskRow *task = strata_ftrace_tasks_get_numbered (self->tasks, writer->task);
  const gboolean is_same = task->comm.text == writer->comm && time_ns >= task->begin_ns && time_ns < task->end_ns && time_ns >= task->named_ns && !task->has_exited;
  const gboolean is_there = line->tgid < 0 || (line->tgid == task->pid && task->trust == STRATA_FTRACE_TRUST_COLUMN);

  return G_LIKELY (is_same && is_there && task->thread <= STRATA_FTRACE_TOKEN_MAX_THREAD) ? task : NULL;
}

/**
 * strata_ftrace_reader_recall_writer:
 * @self: the reader
 * @lexed: a line whose beginning is known
 * @time_ns: its time
 *
 * Returns: (transfer none) (nullable): the thread, if the line tells nothing of it but that it has its name still
 */
StrataFtraceTaskRow *
strata_ftrace_reader_recall_writer (StrataFtraceReader *self,
                                    const StrataFtraceLexed *lexed,
                                    gint64 time_ns)
{
  return recall_task (self, lexed, time_ns);
}

/* The CPU, if the line tells nothing new of it. */
static inline StrataFtraceCpu *
recall_cpu (StrataFtraceReader *self,
            const StrataFtraceLine *line)
{
  StrataFtraceCpu *cpu = line->cpu < STRATA_FTRACE_MAX_CPUS ? &self->cpus[line->cpu] : NULL;

  return cpu != NULL && !cpu->is_in_gap && (cpu->running == line->tid || cpu->running == STRATA_NONE) ? cpu : NULL;
}

static inline void
push (StrataFtraceReader *self,
      const StrataFtraceRecalledTail *tail,
      guint32 thread,
      gint64 time_ns,
      guint64 line)
{
  const guint32 name = tail->phase == 'E' ? (guint32) MIN (line, G_MAXUINT32) : tail->name;

  if (G_LIKELY (tail->extra == STRATA_ATTRS_NONE))
    {
      strata_ftrace_log_push_call (self->log, tail->token, time_ns, thread, name);
      return;
    }

  const StrataFtraceToken token = {
    .kind = tail->token,
    .time_ns = time_ns,
    .thread = thread,
    .name = name,
    .extra = tail->extra,
  };

  strata_ftrace_log_push (self->log, &token);
}

static inline void
count_marker (StrataFtraceReader *self,
              const StrataFtraceRecalledTail *tail)
{
  self->counts->n_markers[(guint8) tail->phase]++;
  self->n_named += tail->phase == 'B';
  self->n_hitrace += tail->is_hitrace;
  self->can_continue = tail->phase == 'B';
  strata_kind_table_count_at (self->kinds, tail->event);
}

/* Returns whether nothing stands in the way. If something does, nothing has changed. */
static inline gboolean
recall_line (StrataFtraceReader *self,
             const StrataFtraceLexed *lexed,
             guint64 line)
{
  const StrataFtraceRecalledTail *tail = &self->recall->tails[lexed->known.tail % STRATA_FTRACE_N_TAILS];
  const gint64 time_ns = G_LIKELY (self->offset_ns == 0) ? lexed->line.time_ns : strata_clock_shift (lexed->line.time_ns, self->offset_ns);

  if (tail->number != lexed->known.tail || time_ns < self->previous_ns)
    return FALSE;

  StrataFtraceCpu *cpu = recall_cpu (self, &lexed->line);
  StrataFtraceTaskRow *task = recall_task (self, lexed, time_ns);

  if (cpu == NULL || task == NULL || (tail->pid >= 0 && (tail->pid != task->pid || task->trust < STRATA_FTRACE_TRUST_PAYLOAD)))
    return FALSE;

  count_marker (self, tail);
  self->previous_ns = time_ns;
  cpu->last_ns = time_ns;
  task->named_ns = time_ns;
  task->writes_levels |= tail->has_level;
  push (self, tail, task->thread, time_ns, line);
  return TRUE;
}

/* Where lines are kept, each is handed on by its number. */
static inline void
keep_line (StrataFtraceReader *self,
           const StrataFtraceLexed *lexed,
           guint64 number)
{
  if (self->lines != NULL)
    strata_line_store_append (self->lines, number, lexed->text.text, lexed->text.n_bytes, strata_clock_shift (self->previous_ns, -self->offset_ns));
}

/**
 * strata_ftrace_reader_recall:
 * @self: the reader
 * @lines: (array length=n_lines): lines
 * @n_lines: how many there are
 *
 * Reads lines up to the first that differs in more than CPU, flags and time from those
 * met before. Of what is counted for all of them, only their number is.
 *
 * Returns: how many lines were read; nothing has changed by the one behind them
 */
guint
strata_ftrace_reader_recall (StrataFtraceReader *self,
                             const StrataFtraceLexed *lines,
                             guint n_lines)
{
  const guint64 n_before = self->counts->n_lines;
  guint n = 0;

  if (self->reads_rhea || self->has_continued || self->sync_tid >= 0 || self->begin_ns == STRATA_NO_TIME)
    return 0;

  for (; n < n_lines && lines[n].is_open; n++)
    {
      __builtin_prefetch (&lines[MIN (n + AHEAD, n_lines - 1)]);
      if (!recall_line (self, &lines[n], self->n_foreign_lines + n_before + n + 1))
        break;

      keep_line (self, &lines[n], n_before + n + 1);
    }

  self->end_ns = MAX (self->end_ns, self->previous_ns);
  self->counts->n_lines += n;
  self->counts->n_events += n;
  return n;
}
