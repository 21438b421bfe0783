/* strata-ftrace-marks.c - the part of the ftrace reader for markers
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "strata-ftrace-io.h"
#include "strata-ftrace-mark.h"
#include "strata-ftrace-reader.h"
#include "strata-rhea-line.h"

static inline guint32
intern (StrataFtraceReader *self,
        StrataText text)
{
  return strata_ftrace_strings_intern (self->strings, text);
}

static guint32
intern_attrs (StrataFtraceReader *self,
              const StrataFtraceMark *mark)
{
  const gboolean is_old = (mark->flags & STRATA_FTRACE_MARK_OLD) != 0;
  const StrataAttrs attrs = {
    .tags = mark->tags,
    .chain = intern (self, mark->chain),
    .category = intern (self, mark->category),
    .args = intern (self, mark->args),
    .extra = intern (self, mark->extra),
    .level = is_old ? 'M' : (guint32) mark->level,
    .side = (guint32) mark->side,
  };

  return strata_attr_table_intern (strata_trace_builder_get_attrs (self->builder), &attrs);
}

static guint32
get_token_flags (const StrataFtraceMark *mark)
{
  guint32 flags = 0;

  if ((mark->flags & STRATA_FTRACE_MARK_MAYBE_HITRACE) != 0)
    flags |= STRATA_FTRACE_TOKEN_MAYBE_HITRACE;
  if ((mark->flags & STRATA_FTRACE_MARK_OLD) != 0)
    flags |= STRATA_FTRACE_TOKEN_OLD;
  if ((mark->flags & STRATA_FTRACE_MARK_CUT) != 0)
    flags |= STRATA_FTRACE_TOKEN_CUT;
  if ((mark->flags & STRATA_FTRACE_MARK_HALF_LEVEL) != 0)
    flags |= STRATA_FTRACE_TOKEN_HALF_LEVEL;

  return flags;
}

static void
push_end (StrataFtraceReader *self,
          const StrataFtraceTaskRow *task,
          gint64 time_ns,
          const StrataFtraceMark *mark)
{
  const StrataFtraceToken token = {
    .kind = STRATA_FTRACE_TOKEN_END,
    .time_ns = time_ns,
    .thread = task->thread,
    .name = (guint32) MIN (strata_ftrace_reader_get_line (self), G_MAXUINT32),
  };

  strata_ftrace_log_push (self->log, &token);
  strata_ftrace_reader_learn_tail (self, mark, &token);
}

/* A section that reads or writes a file tells which as an argument. */
static guint32
intern_io (StrataFtraceReader *self,
           const StrataFtraceMark *mark)
{
  static const StrataText category = { "io", 2 };
  StrataText path;

  if (G_LIKELY (!strata_ftrace_io_parse (mark->name, self->reads_rhea, &path)))
    return STRATA_ATTRS_NONE;

  g_autofree char *argument = g_strdup_printf ("path=%.*s", (int) MIN (path.n_bytes, STRATA_FTRACE_MAX_LINE_BYTES), path.text);
  const StrataAttrs attrs = {
    .category = intern (self, category),
    .args = intern (self, (StrataText){ argument, strlen (argument) }),
  };

  return strata_attr_table_intern (strata_trace_builder_get_attrs (self->builder), &attrs);
}

/* Nearly all names say nothing beyond themselves. What a file name is depends on
 * who has written it. */
static inline gboolean
is_plain_name (const StrataFtraceReader *self,
               guint32 name)
{
  return name < self->plain_names.n && strata_column_at (&self->plain_names, guint8, name) == (self->reads_rhea ? 2 : 1);
}

static void
add_plain_name (StrataFtraceReader *self,
                guint32 name)
{
  while (self->plain_names.n <= name)
    *(guint8 *) strata_column_push (&self->plain_names, sizeof (guint8)) = 0;

  strata_column_at (&self->plain_names, guint8, name) = self->reads_rhea ? 2 : 1;
}

/* Of the writers only HiTrace has attributes, and its form before API version 19
 * only a chain. */
static void
push_begin (StrataFtraceReader *self,
            const StrataFtraceTaskRow *task,
            gint64 time_ns,
            const StrataFtraceMark *mark)
{
  const gboolean has_attrs = mark->level != 0 || mark->chain.n_bytes > 0;
  const guint32 name = intern (self, mark->name);
  const gboolean is_plain = !has_attrs && is_plain_name (self, name);
  const gboolean is_method = !has_attrs && !is_plain && strata_ftrace_methods_see (self->methods, mark->name);
  const guint32 attrs = has_attrs ? intern_attrs (self, mark) : is_plain ? STRATA_ATTRS_NONE
                                                                         : intern_io (self, mark);

  if (G_UNLIKELY (!has_attrs && !is_plain && !is_method && attrs == STRATA_ATTRS_NONE))
    add_plain_name (self, name);

  const StrataFtraceToken token = {
    .kind = attrs != STRATA_ATTRS_NONE ? STRATA_FTRACE_TOKEN_BEGIN_ATTRS
            : is_method                ? STRATA_FTRACE_TOKEN_METHOD
                                       : STRATA_FTRACE_TOKEN_BEGIN,
    .time_ns = time_ns,
    .flags = get_token_flags (mark),
    .thread = task->thread,
    .name = name,
    .extra = attrs,
  };

  strata_ftrace_log_push (self->log, &token);
  self->can_continue = TRUE;
  if (!is_method)
    strata_ftrace_reader_learn_tail (self, mark, &token);
}

/* What is of a process, by the pid that the marker itself names: a thread may
 * well write about another process. */
static void
push_wide (StrataFtraceReader *self,
           const StrataFtraceTaskRow *task,
           gint64 time_ns,
           const StrataFtraceMark *mark,
           StrataFtraceTokenKind kind,
           guint32 extra)
{
  const guint32 process = mark->pid >= 0 ? strata_ftrace_tasks_get_process (self->tasks, mark->pid) : task->process;
  const StrataFtraceToken token = {
    .kind = kind,
    .time_ns = time_ns,
    .flags = get_token_flags (mark),
    .thread = task->thread,
    .name = intern (self, kind == STRATA_FTRACE_TOKEN_TRACK_END ? mark->track : mark->name),
    .process = process,
    .value = mark->value,
    .extra = extra,
  };

  strata_ftrace_log_push (self->log, &token);
}

/* The clock of whoever started tracing. Pages of old say 0, which it is not. */
static gboolean
take_parent_clock (StrataFtraceReader *self,
                   gint64 time_ns,
                   StrataText text)
{
  static const char prefix[] = "parent_ts=";
  gint64 monotonic_ns;

  if (text.n_bytes <= strlen (prefix) || memcmp (text.text, prefix, strlen (prefix)) != 0)
    return FALSE;

  if (strata_rhea_time_parse (text.text + strlen (prefix), text.text + text.n_bytes, &monotonic_ns) != NULL && monotonic_ns > 0)
    strata_clock_marks_add (&self->clock, STRATA_CLOCK_KIND_MONOTONIC, time_ns - self->offset_ns, monotonic_ns);

  return TRUE;
}

/* "trace_event_clock_sync: parent_ts=SECONDS" and "realtime_ts=MILLISECONDS" are
 * two lines; the first of each counts. */
static gboolean
take_clock_sync (StrataFtraceReader *self,
                 gint64 time_ns,
                 StrataText text)
{
  static const char prefix[] = "trace_event_clock_sync: ";
  static const char realtime[] = "realtime_ts=";
  guint64 value;

  if (text.n_bytes < strlen (prefix) || memcmp (text.text, prefix, strlen (prefix)) != 0)
    return FALSE;

  const char *p = text.text + strlen (prefix);
  const char *end = text.text + text.n_bytes;
  g_autofree char *told = g_strndup (p, MIN ((gsize) (end - p), 200));
  char *equals = strchr (told, '=');

  if (equals != NULL)
    {
      *equals = '\0';
      strata_trace_builder_add_property (self->builder, told, equals + 1);
    }

  if (take_parent_clock (self, time_ns, strata_text (p, end)))
    return TRUE;

  if ((gsize) (end - p) > strlen (realtime) && memcmp (p, realtime, strlen (realtime)) == 0 &&
      strata_text_parse_uint (p + strlen (realtime), end, G_MAXINT64 / 1000000, &value) != NULL)
    {
      strata_clock_marks_add (&self->clock, STRATA_CLOCK_KIND_REALTIME, time_ns - self->offset_ns, (gint64) value * 1000000);

      if (self->realtime_ms > 0)
        return TRUE;

      self->realtime_ms = (gint64) value;
      self->realtime_at_ns = time_ns;
    }

  return TRUE;
}

/**
 * strata_ftrace_reader_take_undated:
 * @self: the reader
 * @lexed: an event at time 0
 *
 * Reads the first line of old pages, by a task "dummy" that there is not, which
 * tells of a clock at no time of the trace.
 *
 * Returns: whether it is that line
 */
gboolean
strata_ftrace_reader_take_undated (StrataFtraceReader *self,
                                   const StrataFtraceLexed *lexed)
{
  if (lexed->is_open || lexed->line.tid != 0 || lexed->kind != STRATA_FTRACE_EVENT_MARK || lexed->mark.phase != 0 || !take_clock_sync (self, self->offset_ns, lexed->mark.name))
    return FALSE;

  self->counts->n_notes++;
  return TRUE;
}

static void
take_text (StrataFtraceReader *self,
           const StrataFtraceTaskRow *task,
           gint64 time_ns,
           const StrataFtraceMark *mark)
{
  if (take_clock_sync (self, time_ns, mark->name))
    return;

  const StrataFtraceToken token = {
    .kind = STRATA_FTRACE_TOKEN_INSTANT,
    .time_ns = time_ns,
    .thread = task->thread,
    .process = task->process,
    .name = intern (self, mark->name),
  };

  strata_ftrace_log_push (self->log, &token);
  self->can_continue = TRUE;
}

/* Whether the name of a marker tells what the capture is: HiTrace has these alone. */
static inline gboolean
is_named (char phase)
{
  return phase == 'B' || phase == 'S' || phase == 'F' || phase == 'C';
}

/* Once the capture is known to be HiTrace, nothing is left in doubt. */
static void
judge_hitrace (StrataFtraceReader *self,
               StrataFtraceMark *mark)
{
  if ((mark->flags & STRATA_FTRACE_MARK_HITRACE) != 0)
    self->n_hitrace++;

  if ((mark->flags & STRATA_FTRACE_MARK_MAYBE_HITRACE) != 0)
    {
      self->n_maybe_hitrace += is_named (mark->phase);

      if (self->n_hitrace > 0)
        strata_ftrace_mark_resolve (mark);
    }
}

static void
push_mark (StrataFtraceReader *self,
           const StrataFtraceTaskRow *task,
           gint64 time_ns,
           const StrataFtraceMark *mark)
{
  const guint32 line = (guint32) MIN (strata_ftrace_reader_get_line (self), G_MAXUINT32);

  switch (mark->phase)
    {
    case 'B':
      push_begin (self, task, time_ns, mark);
      break;
    case 'E':
      push_end (self, task, time_ns, mark);
      break;
    case 'S':
      push_wide (self, task, time_ns, mark, STRATA_FTRACE_TOKEN_ASYNC_BEGIN, intern_attrs (self, mark));
      break;
    case 'F':
      push_wide (self, task, time_ns, mark, STRATA_FTRACE_TOKEN_ASYNC_END, line);
      break;
    case 'G':
    case 'T':
      push_wide (self, task, time_ns, mark, STRATA_FTRACE_TOKEN_TRACK_BEGIN, intern (self, mark->track));
      break;
    case 'H':
    case 'U':
      push_wide (self, task, time_ns, mark, STRATA_FTRACE_TOKEN_TRACK_END, line);
      break;
    case 'C':
      push_wide (self, task, time_ns, mark, STRATA_FTRACE_TOKEN_COUNTER, 0);
      break;
    case 'I':
    case 'N':
      push_wide (self, task, time_ns, mark, STRATA_FTRACE_TOKEN_INSTANT, intern (self, mark->track));
      self->can_continue = TRUE;
      break;
    default:
      take_text (self, task, time_ns, mark);
      break;
    }
}

/* What a thread begins and ends tells its process; what else it writes about
 * does not. */
static void
take_mark (StrataFtraceReader *self,
           StrataFtraceTaskRow *task,
           gint64 time_ns,
           StrataText payload,
           StrataFtraceMark *mark,
           gboolean is_good)
{
  if (G_UNLIKELY (task->thread > STRATA_FTRACE_TOKEN_MAX_THREAD))
    return;

  if (mark->phase != 0)
    self->counts->n_markers[(guint8) mark->phase & 0x7f]++;

  if (G_UNLIKELY (!is_good))
    {
      strata_ftrace_reader_diagnose (self, STRATA_DIAGNOSTIC_BAD_PAYLOAD, 1, time_ns, payload);
      return;
    }

  if ((mark->phase == 'B' || mark->phase == 'E') && mark->pid >= 0)
    strata_ftrace_tasks_set_process (self->tasks, task, mark->pid, STRATA_FTRACE_TRUST_PAYLOAD);

  if (G_UNLIKELY (strata_ftrace_reader_take_sync (self, task, time_ns, mark)))
    return;

  if (is_named (mark->phase))
    self->n_named++;

  if (G_UNLIKELY (self->is_cut_line))
    mark->flags |= STRATA_FTRACE_MARK_CUT;

  if (G_UNLIKELY ((mark->flags & STRATA_FTRACE_MARK_CUT) != 0))
    strata_ftrace_reader_diagnose (self, STRATA_DIAGNOSTIC_CUT_PAYLOAD, 1, time_ns, payload);

  if (G_UNLIKELY ((mark->flags & STRATA_FTRACE_MARK_LIMIT) != 0))
    strata_ftrace_reader_diagnose (self, STRATA_DIAGNOSTIC_VALUE_LIMIT, 1, time_ns, payload);

  task->writes_levels |= mark->level != 0;
  judge_hitrace (self, mark);
  push_mark (self, task, time_ns, mark);
}

/**
 * strata_ftrace_reader_take_payload:
 * @self: the reader
 * @task: the thread that writes it
 * @time_ns: when
 * @payload: what it writes
 *
 * Reads a marker.
 */
void
strata_ftrace_reader_take_payload (StrataFtraceReader *self,
                                   StrataFtraceTaskRow *task,
                                   gint64 time_ns,
                                   StrataText payload)
{
  StrataFtraceMark mark;
  const gboolean is_good = strata_ftrace_mark_parse (payload, &mark);

  take_mark (self, task, time_ns, payload, &mark, is_good);
}

/**
 * strata_ftrace_reader_take_mark:
 * @self: the reader
 * @task: the thread that writes it
 * @lexed: a line of kind %STRATA_FTRACE_EVENT_MARK; only to be thrown away afterwards
 *
 * Reads a marker.
 */
void
strata_ftrace_reader_take_mark (StrataFtraceReader *self,
                                StrataFtraceTaskRow *task,
                                StrataFtraceLexed *lexed)
{
  const StrataText payload = strata_ftrace_event_get_payload (lexed->line.event, lexed->line.args);

  self->recall->learning = lexed->known.tail != 0 ? lexed : NULL;
  take_mark (self, task, lexed->line.time_ns, payload, &lexed->mark, lexed->is_good);
  self->recall->learning = NULL;
}
