/* strata-ftrace-reader.c - lines of ftrace text become tokens
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define _GNU_SOURCE /* memmem */
#include "config.h"

#include "strata-ftrace-reader.h"

#include "strata-ftrace-kernel.h"
#include "strata-ftrace-latency.h"
#include "strata-ftrace-replay.h"

#include <string.h>

/**
 * strata_ftrace_reader_init:
 * @self: memory of the caller
 * @builder: what to fill; must outlive @self
 *
 * Makes a reader that has read nothing.
 */
void
strata_ftrace_reader_init (StrataFtraceReader *self,
                           StrataTraceBuilder *builder)
{
  const StrataAttrs old_attrs = { .level = 'M' };

  *self = (StrataFtraceReader){
    .builder = builder,
    .counts = strata_trace_builder_get_counts (builder),
    .diagnostics = strata_trace_builder_get_diagnostics (builder),
    .kinds = strata_trace_builder_get_kinds (builder),
    .strings = strata_ftrace_strings_new (strata_trace_builder_get_strings (builder)),
    .dump = strata_ftrace_dump_new (),
    .log = strata_ftrace_log_new (),
    .recall = g_new0 (StrataFtraceRecall, 1),
    .memo = strata_ftrace_line_memo_new (),
    .total_begin_ns = STRATA_NO_TIME,
    .begin_ns = STRATA_NO_TIME,
    .end_ns = STRATA_NO_TIME,
    .previous_ns = STRATA_NO_TIME,
    .rhea_pid = -1,
    .monotonic_ns = STRATA_NO_TIME,
    .sync_tid = -1,
    .continued = g_string_new (NULL),
  };
  self->tasks = strata_ftrace_tasks_new (builder, self->strings);
  self->methods = strata_ftrace_methods_new (builder, self->strings);
  strata_ftrace_reader_begin_section (self, FALSE);
  for (guint i = 0; i < STRATA_FTRACE_MAX_CPUS; i++)
    self->cpus[i].running = STRATA_NONE;

  /* HiTraceMeter: before API version 19 the level is COMMERCIAL. */
  self->old_attrs = strata_attr_table_intern (strata_trace_builder_get_attrs (builder), &old_attrs);
}

/**
 * strata_ftrace_reader_clear:
 * @self: a reader
 *
 * Frees what the reader holds; not the builder.
 */
void
strata_ftrace_reader_clear (StrataFtraceReader *self)
{
  g_clear_pointer (&self->dump, strata_ftrace_dump_free);
  g_clear_pointer (&self->tasks, strata_ftrace_tasks_free);
  g_clear_pointer (&self->methods, strata_ftrace_methods_free);
  g_clear_pointer (&self->strings, strata_ftrace_strings_free);
  g_clear_pointer (&self->log, strata_ftrace_log_free);
  g_clear_pointer (&self->replay, strata_ftrace_replay_free);
  strata_column_clear (&self->plain_names);
  strata_column_clear (&self->are_hitrace);
  g_clear_pointer (&self->recall, g_free);
  g_clear_pointer (&self->memo, strata_ftrace_line_memo_free);

  if (self->continued != NULL)
    g_string_free (g_steal_pointer (&self->continued), TRUE);
}

/**
 * strata_ftrace_reader_get_line:
 * @self: the reader
 *
 * Returns: the number of the present line in its file
 */
guint64
strata_ftrace_reader_get_line (const StrataFtraceReader *self)
{
  return self->n_foreign_lines + self->counts->n_lines;
}

/**
 * strata_ftrace_reader_diagnose:
 * @self: the reader
 * @kind: what is odd at the present line
 * @count: how often
 * @time_ns: the time of the line, or %STRATA_NO_TIME
 * @sample: its text, or the part of it that is odd
 *
 * Counts an oddity.
 */
void
strata_ftrace_reader_diagnose (StrataFtraceReader *self,
                               StrataDiagnosticKind kind,
                               guint64 count,
                               gint64 time_ns,
                               StrataText sample)
{
  const StrataPlace place = { .line = strata_ftrace_reader_get_line (self), .offset = -1, .time_ns = time_ns };

  strata_diagnostics_add_many (self->diagnostics, kind, count, place, sample.text, (gssize) sample.n_bytes);
}

/* HiTrace and any other capture differ in what "H:" before a name means. Fields
 * that only HiTrace has settle it; else the capture is of the sort that most of
 * its markers are. */
gboolean
strata_ftrace_reader_is_hitrace (const StrataFtraceReader *self)
{
  return self->n_hitrace > 0 || self->n_maybe_hitrace * 2 > self->n_named;
}

guint32
strata_ftrace_reader_intern_attrs (StrataFtraceReader *self,
                                   char level,
                                   guint64 tags,
                                   StrataText chain)
{
  const StrataAttrs attrs = {
    .level = (guint32) level,
    .tags = tags,
    .chain = strata_ftrace_strings_intern (self->strings, chain),
  };

  return strata_attr_table_intern (strata_trace_builder_get_attrs (self->builder), &attrs);
}

/* The clocks `counter`, `uptime` and `x86-tsc` of the kernel are told without a point. */
static gboolean
is_in_ticks (const StrataFtraceReader *self,
             gint64 time_ns,
             StrataText line)
{
  char ticks[32];
  const int n_bytes = g_snprintf (ticks, sizeof ticks, " %" G_GINT64_FORMAT ":", strata_clock_shift (time_ns, -self->offset_ns));

  return time_ns > 0 && memmem (line.text, line.n_bytes, ticks, (gsize) n_bytes) != NULL;
}

static void
see_first_time (StrataFtraceReader *self,
                gint64 time_ns,
                StrataText line)
{
  if (self->begin_ns == STRATA_NO_TIME && is_in_ticks (self, time_ns, line))
    strata_ftrace_reader_diagnose (self, STRATA_DIAGNOSTIC_CLOCK_TICKS, 1, time_ns, line);

  self->begin_ns = time_ns;
}

/**
 * strata_ftrace_reader_see_time:
 * @self: the reader
 * @time_ns: the time of an event
 * @line: its line
 *
 * Widens the span of what was read and counts a step back.
 */
void
strata_ftrace_reader_see_time (StrataFtraceReader *self,
                               gint64 time_ns,
                               StrataText line)
{
  if (G_UNLIKELY (time_ns < self->previous_ns))
    strata_ftrace_reader_diagnose (self, STRATA_DIAGNOSTIC_TIME_BACKWARDS, 1, time_ns, line);

  if (G_UNLIKELY (time_ns < self->begin_ns || self->begin_ns == STRATA_NO_TIME))
    see_first_time (self, time_ns, line);

  self->previous_ns = time_ns;
  self->end_ns = MAX (self->end_ns, time_ns);
}

static inline void
see_cpu (StrataFtraceReader *self,
         const StrataFtraceLine *line)
{
  if (G_UNLIKELY (line->cpu >= STRATA_FTRACE_MAX_CPUS))
    return;

  StrataFtraceCpu *cpu = &self->cpus[line->cpu];

  if (G_UNLIKELY (cpu->is_in_gap))
    strata_ftrace_reader_end_gap (self, line->cpu, line->time_ns);

  cpu->last_ns = line->time_ns;
}

/* The idle task is one for each CPU and none of them is a thread. */
static guint32
see_switched (StrataFtraceReader *self,
              guint32 tid,
              StrataText comm,
              gint64 time_ns)
{
  if (tid == 0)
    return STRATA_NONE;

  StrataFtraceTaskRow *task = strata_ftrace_tasks_get_at (self->tasks, tid, time_ns);

  strata_ftrace_tasks_name (self->tasks, task, comm, time_ns);
  return task->thread;
}

static inline gboolean
is_dead (guint8 end_state)
{
  return end_state == 'X' || end_state == 'x' || end_state == 'Z';
}

static void
take_switch (StrataFtraceReader *self,
             const StrataFtraceLine *line,
             const StrataFtraceSwitch *sched)
{
  static const guint32 flags[] = {
    [STRATA_FTRACE_WAIT_UNKNOWN] = 0,
    [STRATA_FTRACE_WAIT_IO] = STRATA_FTRACE_TOKEN_IO,
    [STRATA_FTRACE_WAIT_OTHER] = STRATA_FTRACE_TOKEN_NO_IO,
  };
  const StrataFtraceToken token = {
    .kind = STRATA_FTRACE_TOKEN_SWITCH,
    .flags = flags[sched->wait],
    .time_ns = line->time_ns,
    .thread = see_switched (self, sched->prev_tid, sched->prev_comm, line->time_ns),
    .extra = see_switched (self, sched->next_tid, sched->next_comm, line->time_ns),
    .value = line->cpu,
    .process = sched->end_state,
  };

  strata_ftrace_log_push (self->log, &token);

  if (line->cpu < STRATA_FTRACE_MAX_CPUS)
    self->cpus[line->cpu].running = sched->next_tid;

  if (G_UNLIKELY (is_dead (sched->end_state) && sched->prev_tid != 0))
    strata_ftrace_tasks_end (strata_ftrace_tasks_get_at (self->tasks, sched->prev_tid, line->time_ns), line->time_ns);
}

/* A line by another thread than the one that the last switch of its CPU has put
 * there means that a switch was lost. Kernels do lose some out of idle. */
static void
see_running (StrataFtraceReader *self,
             const StrataFtraceLine *line,
             const StrataFtraceTaskRow *task)
{
  const guint32 running = line->cpu < STRATA_FTRACE_MAX_CPUS ? self->cpus[line->cpu].running : STRATA_NONE;

  if (G_LIKELY (running == line->tid || running == STRATA_NONE))
    return;

  const StrataFtraceToken token = {
    .kind = STRATA_FTRACE_TOKEN_RUNNING,
    .time_ns = line->time_ns,
    .thread = line->tid != 0 ? task->thread : STRATA_NONE,
    .name = line->cpu,
  };

  strata_ftrace_log_push (self->log, &token);
  self->cpus[line->cpu].running = line->tid;
}

/* The third flag tells whether the line was written in an interrupt. */
static gboolean
is_in_interrupt (const StrataFtraceLine *line)
{
  return line->flags.n_bytes > 2 && memchr ("hHsZz", line->flags.text[2], 5) != NULL;
}

static void
take_wake (StrataFtraceReader *self,
           const StrataFtraceLine *line,
           const StrataFtraceTask *woken,
           guint32 waker)
{
  if (woken->tid == 0)
    return;

  const StrataFtraceToken token = {
    .kind = STRATA_FTRACE_TOKEN_WAKE,
    .flags = is_in_interrupt (line) ? STRATA_FTRACE_TOKEN_INTERRUPT : 0,
    .time_ns = line->time_ns,
    .thread = see_switched (self, woken->tid, woken->comm, line->time_ns),
    .name = waker,
  };

  strata_ftrace_log_push (self->log, &token);
}

static gboolean
take_first_wake (StrataFtraceReader *self,
                 const StrataFtraceLine *line,
                 const StrataFtraceTaskRow *task,
                 guint32 waker)
{
  StrataFtraceTask woken;

  if (!strata_ftrace_event_parse_wake (line->args, &woken) || !strata_ftrace_reader_take_life (self, line, task, STRATA_FTRACE_EVENT_WAKE_NEW))
    return FALSE;

  take_wake (self, line, &woken, waker);
  return TRUE;
}

static gboolean
take_blocked (StrataFtraceReader *self,
              const StrataFtraceLine *line)
{
  StrataFtraceBlocked blocked;

  if (!strata_ftrace_event_parse_blocked (line->args, &blocked))
    return FALSE;

  if (blocked.tid == 0 || strata_ftrace_tasks_find (self->tasks, blocked.tid) == NULL)
    return TRUE;

  const StrataFtraceTaskRow *task = strata_ftrace_tasks_get_at (self->tasks, blocked.tid, line->time_ns);

  const StrataFtraceToken token = {
    .kind = STRATA_FTRACE_TOKEN_BLOCKED,
    .flags = blocked.wait == STRATA_FTRACE_WAIT_IO ? STRATA_FTRACE_TOKEN_IO : 0,
    .time_ns = line->time_ns,
    .thread = task->thread,
    .name = strata_ftrace_strings_intern (self->strings, blocked.function),
  };

  strata_ftrace_log_push (self->log, &token);
  return TRUE;
}

static gboolean
begins_with (StrataText name,
             StrataText part)
{
  return name.n_bytes >= part.n_bytes && memcmp (name.text, part.text, part.n_bytes) == 0;
}

static gboolean
take_kernel_event (StrataFtraceReader *self,
                   const StrataFtraceLexed *lexed,
                   const StrataFtraceTaskRow *task)
{
  static const StrataText hidden = { "UNKNOWN TYPE", 12 };
  const StrataFtraceLine *line = &lexed->line;
  /* Rows move when one is added. */
  const guint32 writer = task != NULL ? task->thread : STRATA_NONE;

  switch ((StrataFtraceEventKind) lexed->kind)
    {
    case STRATA_FTRACE_EVENT_SWITCH:
      if (lexed->is_good)
        take_switch (self, line, &lexed->sched);
      return lexed->is_good;
    case STRATA_FTRACE_EVENT_WAKE:
      if (lexed->is_good)
        take_wake (self, line, &lexed->woken, writer);
      return lexed->is_good;
    case STRATA_FTRACE_EVENT_BLOCKED:
      return take_blocked (self, line);
    case STRATA_FTRACE_EVENT_WAKE_NEW:
      return take_first_wake (self, line, task, writer);
    case STRATA_FTRACE_EVENT_EXIT:
    case STRATA_FTRACE_EVENT_FREE:
    case STRATA_FTRACE_EVENT_RENAME:
    case STRATA_FTRACE_EVENT_NEW_TASK:
    case STRATA_FTRACE_EVENT_FORK:
    case STRATA_FTRACE_EVENT_EXEC:
      return strata_ftrace_reader_take_life (self, line, task, lexed->kind);
    case STRATA_FTRACE_EVENT_KERNEL:
      return strata_ftrace_reader_take_kernel (self, line, task, lexed->kernel_kind);
    case STRATA_FTRACE_EVENT_MARK:
    case STRATA_FTRACE_EVENT_OTHER:
      break;
    }

  if (G_UNLIKELY (line->event.n_bytes == 0 && begins_with (line->args, hidden)))
    {
      strata_ftrace_reader_diagnose (self, STRATA_DIAGNOSTIC_HIDDEN_MARKER, 1, line->time_ns, line->args);
      return TRUE;
    }

  strata_ftrace_reader_diagnose (self, STRATA_DIAGNOSTIC_UNKNOWN_EVENT, 1, line->time_ns, line->event);
  return TRUE;
}

/* What a line tells of its thread. */
static StrataFtraceTaskRow *
learn_task (StrataFtraceReader *self,
            const StrataFtraceLexed *lexed)
{
  const StrataFtraceLine *line = &lexed->line;
  const StrataFtraceEventKind kind = lexed->kind;
  StrataFtraceTaskRow *task = strata_ftrace_tasks_get_at (self->tasks, line->tid, line->time_ns);

  if (G_UNLIKELY (task->has_exited && kind == STRATA_FTRACE_EVENT_MARK))
    task = strata_ftrace_reader_see_survivor (self, task, line);

  if (G_UNLIKELY (line->tgid >= 0 && (line->tgid != task->pid || task->trust != STRATA_FTRACE_TRUST_COLUMN)))
    task = strata_ftrace_reader_see_tgid (self, task, line);

  if (G_LIKELY (!strata_ftrace_latency_cuts_comm (line) || !begins_with (task->comm, line->comm)))
    strata_ftrace_tasks_name (self->tasks, task, line->comm, line->time_ns);

  if (lexed->known.writer != 0)
    strata_ftrace_reader_learn_writer (self, task, lexed);

  return task;
}

/* Most tell nothing new. */
static StrataFtraceTaskRow *
see_task (StrataFtraceReader *self,
          const StrataFtraceLexed *lexed)
{
  StrataFtraceTaskRow *task = lexed->known.writer != 0 ? strata_ftrace_reader_recall_writer (self, lexed, lexed->line.time_ns) : NULL;

  if (task == NULL)
    return learn_task (self, lexed);

  task->named_ns = lexed->line.time_ns;
  return task;
}

static void
take_event (StrataFtraceReader *self,
            StrataFtraceLexed *lexed)
{
  const StrataFtraceLine *line = &lexed->line;
  const StrataFtraceEventKind kind = lexed->kind;
  StrataFtraceTaskRow *task = NULL;

  self->counts->n_events++;
  strata_kind_table_count (self->kinds, line->event.text, line->event.n_bytes, kind != STRATA_FTRACE_EVENT_OTHER);
  strata_ftrace_reader_see_time (self, line->time_ns, lexed->text);

  if (G_UNLIKELY (self->has_continued))
    strata_ftrace_reader_end_continued (self);

  self->can_continue = FALSE;
  see_cpu (self, line);

  if (line->tid != 0 || kind == STRATA_FTRACE_EVENT_MARK)
    task = see_task (self, lexed);

  /* Other events may stand between a switch and the time that it takes effect. */
  if (kind == STRATA_FTRACE_EVENT_MARK || kind == STRATA_FTRACE_EVENT_WAKE)
    see_running (self, line, task);

  if (kind == STRATA_FTRACE_EVENT_MARK)
    strata_ftrace_reader_take_mark (self, task, lexed);
  else if (!take_kernel_event (self, lexed, task))
    strata_ftrace_reader_diagnose (self, STRATA_DIAGNOSTIC_BAD_PAYLOAD, 1, line->time_ns, lexed->text);
}

/* The script of old systrace pages ends its lines so. */
static gboolean
has_escaped_end (StrataFtraceReader *self,
                 StrataText line)
{
  if (G_LIKELY (line.n_bytes < 3 || memcmp (line.text + line.n_bytes - 3, "\\n\\", 3) != 0))
    return FALSE;

  self->has_escaped_ends |= self->counts->n_events == 0;
  return self->has_escaped_ends;
}

/* What RheaTrace says of itself is no event. */
static gboolean
take_rhea (StrataFtraceReader *self,
           StrataText line)
{
  const guint64 n_events = self->counts->n_events;

  if (!strata_ftrace_reader_take_rhea (self, line))
    return FALSE;

  self->counts->n_notes += self->counts->n_events == n_events;
  return TRUE;
}

static gboolean
read_lexed (StrataFtraceReader *self,
            StrataFtraceLexed *lexed)
{
  if (G_UNLIKELY (self->reads_rhea) && take_rhea (self, lexed->text))
    return TRUE;

  if (G_LIKELY (lexed->is_event))
    {
      if (G_UNLIKELY (lexed->line.time_ns == 0) && strata_ftrace_reader_take_undated (self, lexed))
        return TRUE;

      if (G_UNLIKELY (self->offset_ns != 0))
        lexed->line.time_ns = strata_clock_shift (lexed->line.time_ns, self->offset_ns);

      take_event (self, lexed);
      return TRUE;
    }

  return strata_ftrace_reader_take_rest (self, lexed->text);
}

/* Another memo has other numbers. */
static void
lex_apart (StrataFtraceReader *self,
           StrataText text,
           StrataFtraceLexed *lexed)
{
  strata_ftrace_lex (self->memo, text, lexed);
  if (lexed->is_open)
    strata_ftrace_lex_tail (lexed);

  lexed->known = (StrataFtraceKnown){ 0 };
}

static gboolean
take_whole_line (StrataFtraceReader *self,
                 StrataFtraceLexed *lexed)
{
  const guint64 n_before = self->counts->n_events;
  StrataFtraceLexed shorter;

  self->counts->n_lines++;

  if (G_UNLIKELY (has_escaped_end (self, lexed->text)))
    {
      lex_apart (self, (StrataText){ lexed->text.text, lexed->text.n_bytes - 3 }, &shorter);
      lexed = &shorter;
    }

  const gboolean is_known = read_lexed (self, lexed);

  if (self->lines != NULL)
    strata_line_store_append (self->lines, self->counts->n_lines, lexed->text.text, lexed->text.n_bytes,
                              self->counts->n_events > n_before ? strata_clock_shift (self->previous_ns, -self->offset_ns) : STRATA_NO_TIME);

  return is_known;
}

/* Lines of which each is a note that says nothing. */
static void
take_empty (StrataFtraceReader *self,
            guint32 n_lines)
{
  if (self->lines != NULL)
    strata_line_store_append_empty (self->lines, self->counts->n_lines + 1, n_lines);

  self->counts->n_lines += n_lines;
  self->counts->n_notes += n_lines;
}

/* Of a line too long to be kept, the beginning says what is known of it. */
static gboolean
take_beginning (StrataFtraceReader *self,
                StrataText line)
{
  StrataFtraceLexed lexed;

  line.n_bytes = STRATA_FTRACE_MAX_LINE_BYTES;
  lex_apart (self, line, &lexed);
  self->is_cut_line = TRUE;

  const gboolean is_known = take_whole_line (self, &lexed);

  self->is_cut_line = FALSE;
  strata_ftrace_reader_diagnose (self, STRATA_DIAGNOSTIC_LONG_LINE, 1, self->previous_ns, line);
  return is_known;
}

/**
 * strata_ftrace_reader_take_lexed:
 * @self: the reader
 * @lexed: a line, only to be thrown away afterwards; of one longer than
 *   %STRATA_FTRACE_MAX_LINE_BYTES, more than that
 *
 * Reads a line of any kind.
 *
 * Returns: %FALSE if nothing is known that it could be
 */
gboolean
strata_ftrace_reader_take_lexed (StrataFtraceReader *self,
                                 StrataFtraceLexed *lexed)
{
  if (G_UNLIKELY (lexed->text.n_bytes > STRATA_FTRACE_MAX_LINE_BYTES))
    return take_beginning (self, lexed->text);

  if (lexed->is_open)
    strata_ftrace_lex_tail (lexed);

  const gboolean is_known = take_whole_line (self, lexed);

  if (G_UNLIKELY (lexed->n_empty > 0))
    take_empty (self, lexed->n_empty);

  return is_known;
}

/**
 * strata_ftrace_reader_end_text:
 * @self: the reader
 *
 * Ends what only another event would have ended.
 */
void
strata_ftrace_reader_end_text (StrataFtraceReader *self)
{
  strata_ftrace_reader_end_continued (self);
  strata_ftrace_reader_end_gaps (self);
}
