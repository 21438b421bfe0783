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
      gint64 time_ns)
{
  const guint32 name = tail->phase == 'E' ? (guint32) MIN (self->n_foreign_lines + self->counts->n_lines, G_MAXUINT32) : tail->name;

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
see_time (StrataFtraceReader *self,
          gint64 time_ns,
          StrataText line)
{
  if (G_UNLIKELY (time_ns < self->previous_ns || self->begin_ns == STRATA_NO_TIME))
    strata_ftrace_reader_see_time (self, time_ns, line);

  self->previous_ns = time_ns;
  self->end_ns = MAX (self->end_ns, time_ns);
}

static inline void
count (StrataFtraceReader *self,
       const StrataFtraceRecalledTail *tail)
{
  self->counts->n_lines++;
  self->counts->n_events++;
  self->counts->n_markers[(guint8) tail->phase]++;
  strata_kind_table_count_at (self->kinds, tail->event);
  self->n_named += tail->phase == 'B';
  self->n_hitrace += tail->is_hitrace;
  self->can_continue = tail->phase == 'B';
}

/**
 * strata_ftrace_reader_recall:
 * @self: the reader
 * @lexed: a line whose tail is known
 *
 * Reads a line as the one before that was equal but for CPU, flags and time.
 *
 * Returns: whether that could be done; nothing has changed if not
 */
gboolean
strata_ftrace_reader_recall (StrataFtraceReader *self,
                             const StrataFtraceLexed *lexed)
{
  const StrataFtraceRecalledTail *tail = &self->recall->tails[lexed->known.tail % STRATA_FTRACE_N_TAILS];
  const gint64 time_ns = G_LIKELY (self->offset_ns == 0) ? lexed->line.time_ns : strata_clock_shift (lexed->line.time_ns, self->offset_ns);

  if (tail->number != lexed->known.tail || self->reads_rhea || self->has_continued || self->sync_tid >= 0)
    return FALSE;

  StrataFtraceCpu *cpu = recall_cpu (self, &lexed->line);
  StrataFtraceTaskRow *task = recall_task (self, lexed, time_ns);

  if (cpu == NULL || task == NULL || (tail->pid >= 0 && (tail->pid != task->pid || task->trust < STRATA_FTRACE_TRUST_PAYLOAD)))
    return FALSE;

  count (self, tail);
  see_time (self, time_ns, lexed->text);
  cpu->last_ns = time_ns;
  task->named_ns = time_ns;
  task->writes_levels |= tail->has_level;
  push (self, tail, task->thread, time_ns);
  if (self->lines != NULL)
    strata_line_store_append (self->lines, self->counts->n_lines, lexed->text.text, lexed->text.n_bytes, strata_clock_shift (time_ns, -self->offset_ns));

  return TRUE;
}
