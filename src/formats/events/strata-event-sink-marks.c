/* strata-event-sink-marks.c - turns markers into tokens
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-event-sink-private.h"

#include <string.h>

#include "strata-event-io.h"
#include "strata-mark-number.h"
#include "strata-own-notes.h"
#include "strata-rhea-line.h"

char *
strata_event_name_cut (StrataText name)
{
  return g_strdup_printf ("%.*s… (cut)", (int) MIN (name.n_bytes, G_MAXINT / 2), name.text);
}

/* The line that later diagnostics refer to. */
static inline guint32
get_line_number (const StrataEventSink *self)
{
  return (guint32) MIN (self->file.n_foreign_lines + self->counts->n_lines, G_MAXUINT32);
}

static inline guint32
intern (StrataEventSink *self,
        StrataText text)
{
  return strata_event_strings_intern (self->strings, text);
}

static guint32
intern_attrs (StrataEventSink *self,
              const StrataFtraceMark *mark)
{
  const gboolean is_old = (mark->flags & STRATA_FTRACE_MARK_OLD) != 0;
  StrataAttrTable *table = strata_trace_builder_get_attrs (self->builder);
  const StrataAttrs attrs = {
    .tags = mark->tags,
    .chain = intern (self, mark->chain),
    .category = intern (self, mark->category),
    .args = strata_attr_table_intern_args (table, mark->args.text, mark->args.n_bytes),
    .extra = intern (self, mark->extra),
    .level = is_old ? 'M' : (guint32) mark->level,
    .side = (guint32) mark->side,
    .cookie = intern (self, mark->cookie),
  };

  return strata_attr_table_intern (table, &attrs);
}

static guint32
get_token_flags (const StrataFtraceMark *mark)
{
  guint32 flags = 0;

  if ((mark->flags & STRATA_FTRACE_MARK_MAYBE_HITRACE) != 0)
    flags |= STRATA_EVENT_TOKEN_MAYBE_HITRACE;
  if ((mark->flags & STRATA_FTRACE_MARK_OLD) != 0)
    flags |= STRATA_EVENT_TOKEN_OLD;
  if ((mark->flags & STRATA_FTRACE_MARK_CUT) != 0)
    flags |= STRATA_EVENT_TOKEN_CUT;
  if ((mark->flags & STRATA_FTRACE_MARK_HALF_LEVEL) != 0)
    flags |= STRATA_EVENT_TOKEN_HALF_LEVEL;

  return flags;
}

static guint32
get_wide_flags (const StrataFtraceMark *mark,
                StrataEventTokenKind kind)
{
  static const guint32 cut = STRATA_FTRACE_MARK_NO_VALUE | STRATA_FTRACE_MARK_HALF_VALUE;
  const gboolean is_on_track = kind == STRATA_EVENT_TOKEN_TRACK_BEGIN || kind == STRATA_EVENT_TOKEN_TRACK_END;
  guint32 flags = get_token_flags (mark) & ~(guint32) (STRATA_EVENT_TOKEN_OLD | STRATA_EVENT_TOKEN_HALF_LEVEL);

  if (is_on_track ? (mark->flags & STRATA_FTRACE_MARK_TEXT_COOKIE) != 0 : (mark->flags & (STRATA_FTRACE_MARK_TEXT_COOKIE | STRATA_FTRACE_MARK_HITRACE)) != 0)
    flags |= STRATA_EVENT_TOKEN_APART;
  if (!is_on_track && (mark->flags & cut) != 0)
    flags |= STRATA_EVENT_TOKEN_NO_COOKIE;
  if (kind == STRATA_EVENT_TOKEN_COUNTER && (mark->flags & STRATA_FTRACE_MARK_REAL) != 0)
    flags |= STRATA_EVENT_TOKEN_REAL;

  return flags;
}

/* A section that reads or writes a file has the file as an argument. */
static guint32
intern_io (StrataEventSink *self,
           const StrataFtraceMark *mark)
{
  static const StrataText category = { "io", 2 };
  StrataText path;

  if (G_LIKELY (!strata_event_io_parse (mark->name, self->file.is_rhea, &path)))
    return STRATA_ATTRS_NONE;

  g_autofree char *argument = g_strdup_printf ("path=%.*s", (int) MIN (path.n_bytes, G_MAXINT / 2), path.text);
  StrataAttrTable *table = strata_trace_builder_get_attrs (self->builder);
  const StrataAttrs attrs = {
    .category = intern (self, category),
    .args = strata_attr_table_intern_args (table, argument, strlen (argument)),
  };

  return strata_attr_table_intern (table, &attrs);
}

/* Nearly all names carry no further information. Whether a name contains a file depends on
 * who wrote it. */
static inline gboolean
is_plain_name (const StrataEventSink *self,
               guint32 name)
{
  return name < self->plain_names.n && strata_column_at (&self->plain_names, guint8, name) == (self->file.is_rhea ? 2 : 1);
}

static void
add_plain_name (StrataEventSink *self,
                guint32 name)
{
  while (self->plain_names.n <= name)
    *(guint8 *) strata_column_push (&self->plain_names, sizeof (guint8)) = 0;

  strata_column_at (&self->plain_names, guint8, name) = self->file.is_rhea ? 2 : 1;
}

/* All work for a begin or end once its meaning and its thread are known. */
static inline void
take_call (StrataEventSink *self,
           StrataEventTaskRow *task,
           gint64 time_ns,
           const StrataEventRecipe *recipe)
{
  self->counts->n_markers[(guint8) recipe->phase]++;
  self->n_named += recipe->phase == 'B';
  self->n_hitrace += recipe->is_hitrace;
  self->can_continue = recipe->phase == 'B';
  task->writes_levels |= recipe->has_level;

  const guint32 name = recipe->phase == 'E' ? get_line_number (self) : recipe->name;

  if (G_LIKELY (recipe->attrs == STRATA_ATTRS_NONE && recipe->flags == 0 && recipe->token <= STRATA_EVENT_TOKEN_BEGIN))
    {
      strata_event_log_push_call (self->log, recipe->token, time_ns, task->thread, name);
      return;
    }

  const StrataEventToken token = {
    .kind = recipe->token,
    .flags = recipe->flags,
    .time_ns = time_ns,
    .thread = task->thread,
    .name = name,
    .extra = recipe->attrs,
  };

  strata_event_log_push (self->log, &token);
}

/* The recipe of an end. */
static StrataEventRecipe
make_end (StrataEventSink *self,
          const StrataFtraceMark *mark)
{
  return (StrataEventRecipe){
    .is_set = TRUE,
    .phase = 'E',
    .token = STRATA_EVENT_TOKEN_END,
    .is_hitrace = (mark->flags & STRATA_FTRACE_MARK_HITRACE) != 0,
    .has_level = mark->level != 0,
    .kind = (guint16) strata_kind_table_get_latest (self->kinds),
    .attrs = STRATA_ATTRS_NONE,
    .pid = mark->pid,
  };
}

/* The recipe of a begin. Only HiTrace writes attributes, and before API version 19 only a
 * chain. */
static StrataEventRecipe
make_begin (StrataEventSink *self,
            const StrataFtraceMark *mark)
{
  const gboolean has_attrs = mark->level != 0 || mark->chain.n_bytes > 0;
  const guint32 name = intern (self, mark->name);
  const gboolean is_plain = !has_attrs && is_plain_name (self, name);
  const gboolean is_method = !has_attrs && !is_plain && strata_event_methods_see (self->methods, mark->name);
  const guint32 attrs = has_attrs ? intern_attrs (self, mark) : is_plain ? STRATA_ATTRS_NONE
                                                                         : intern_io (self, mark);

  if (G_UNLIKELY (!has_attrs && !is_plain && !is_method && attrs == STRATA_ATTRS_NONE))
    add_plain_name (self, name);

  return (StrataEventRecipe){
    .is_set = !is_method,
    .phase = 'B',
    .token = attrs != STRATA_ATTRS_NONE ? STRATA_EVENT_TOKEN_BEGIN_ATTRS
             : is_method                ? STRATA_EVENT_TOKEN_METHOD
                                        : STRATA_EVENT_TOKEN_BEGIN,
    .flags = (guint8) get_token_flags (mark),
    .is_hitrace = (mark->flags & STRATA_FTRACE_MARK_HITRACE) != 0,
    .has_level = mark->level != 0,
    .kind = (guint16) strata_kind_table_get_latest (self->kinds),
    .name = name,
    .attrs = attrs,
    .pid = mark->pid,
  };
}

/* Android's low memory killer writes the victim into a counter, which then returns to 0; since Android 11, into the name of
 * a call, "lmk,PID,REASON,SCORE". */
#define KILL_COUNTER "kill_one_process"
#define KILL_CALL "lmk,"

static void
push_kill (StrataEventSink *self,
           gint64 time_ns,
           guint64 pid)
{
  if (pid > 0 && pid <= G_MAXINT32)
    strata_event_sink_push_kill (self, time_ns, (gint64) pid, strata_process_list_get_name (self->list, (guint32) pid), FALSE);
}

static gboolean
is_kill (const StrataFtraceMark *mark)
{
  return mark->phase == 'B' && mark->name.n_bytes > strlen (KILL_CALL) && memcmp (mark->name.text, KILL_CALL, strlen (KILL_CALL)) == 0;
}

static void
take_kill_call (StrataEventSink *self,
                gint64 time_ns,
                const StrataFtraceMark *mark)
{
  const char *digits = mark->name.text + strlen (KILL_CALL);
  const char *const end = mark->name.text + mark->name.n_bytes;
  guint64 pid = 0;
  const char *after = strata_text_parse_uint (digits, end, G_MAXINT32, &pid);

  if (after != NULL && after < end && *after == ',')
    push_kill (self, time_ns, pid);
}

/* A marker whose meaning is still in doubt is parsed again each time. */
static void
push_call (StrataEventSink *self,
           StrataEventTaskRow *task,
           const StrataEvent *event)
{
  const StrataFtraceMark *mark = event->mark;
  StrataEventRecipe recipe = mark->phase == 'B' ? make_begin (self, mark) : make_end (self, mark);

  take_call (self, task, event->time_ns, &recipe);
  recipe.is_set &= recipe.flags == 0;
  if (event->recipe != NULL)
    *event->recipe = recipe;
  if (G_UNLIKELY (is_kill (mark)))
    take_kill_call (self, event->time_ns, mark);
}

/* Interns a track name. strata-cli replaces the bar in it, because the bar separates fields. */
static guint32
intern_track (StrataEventSink *self,
              StrataText track)
{
  if (G_LIKELY (g_strstr_len (track.text, (gssize) track.n_bytes, STRATA_MARK_BAR) == NULL))
    return intern (self, track);

  g_autoptr (GString) name = g_string_new_len (track.text, (gssize) track.n_bytes);

  g_string_replace (name, STRATA_MARK_BAR, "|", 0);
  return intern (self, (StrataText){ name->str, name->len });
}

/* What strata-cli wrote before a marker applies to that marker only. */
static StrataEventWritten
take_written (StrataEventSink *self)
{
  const StrataEventWritten written = self->written;

  self->written.is_set = FALSE;
  return written.is_set ? written : (StrataEventWritten){ .attrs = STRATA_ATTRS_NONE };
}

/* Adds the written category and arguments to those of the marker itself. */
static guint32
join_written (StrataEventSink *self,
              guint32 attrs)
{
  StrataAttrTable *table = strata_trace_builder_get_attrs (self->builder);

  if (G_LIKELY (!self->written.is_set || self->written.attrs == STRATA_ATTRS_NONE))
    return attrs;

  StrataAttrs joined = strata_attr_table_get (table, attrs);
  const StrataAttrs written = strata_attr_table_get (table, self->written.attrs);

  joined.category = written.category;
  joined.args = written.args;
  if (written.cookie != STRATA_STRING_EMPTY)
    joined.cookie = written.cookie;
  return strata_attr_table_intern (table, &joined);
}

/* Things that belong to a process, by the pid that the marker names: a thread may write about
 * another process. */
static void
push_wide (StrataEventSink *self,
           const StrataEventTaskRow *task,
           gint64 time_ns,
           const StrataFtraceMark *mark,
           StrataEventTokenKind kind,
           guint32 extra)
{
  const StrataEventWritten written = take_written (self);
  const guint32 process = mark->pid >= 0 ? strata_event_tasks_get_process (self->tasks, mark->pid) : written.is_of_nobody ? STRATA_NONE
                                                                                                                          : task->process;
  const StrataEventToken token = {
    .kind = kind,
    .time_ns = time_ns,
    .flags = (guint8) (get_wide_flags (mark, kind) | (written.has_no_cookie ? STRATA_EVENT_TOKEN_NO_COOKIE : 0)),
    .thread = written.is_of_nobody ? STRATA_NONE : task->thread,
    .name = kind == STRATA_EVENT_TOKEN_TRACK_END ? intern_track (self, mark->track) : intern (self, mark->name),
    .process = process,
    .value = mark->value,
    .extra = extra,
  };

  if (kind == STRATA_EVENT_TOKEN_TRACK_BEGIN || kind == STRATA_EVENT_TOKEN_INSTANT)
    strata_event_sink_add_attrs (self, time_ns, written.attrs);
  strata_event_log_push (self->log, &token);
}

/* The clock of the process that started tracing. Old pages say 0, which is not a clock reading. */
static gboolean
take_parent_clock (StrataEventSink *self,
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

/* Longer values are cut. */
#define MOST_SYNC_BYTES 65536

#define CLOCK_SYNC "trace_event_clock_sync: "

static gboolean
is_clock_sync (StrataText text)
{
  return text.n_bytes >= strlen (CLOCK_SYNC) && memcmp (text.text, CLOCK_SYNC, strlen (CLOCK_SYNC)) == 0;
}

/* "trace_event_clock_sync: parent_ts=SECONDS" and "realtime_ts=MILLISECONDS" are on separate
 * lines; the first of each counts. */
static gboolean
take_clock_sync (StrataEventSink *self,
                 gint64 time_ns,
                 StrataText text)
{
  static const char realtime[] = "realtime_ts=";
  guint64 value;

  if (!is_clock_sync (text))
    return FALSE;

  const char *p = text.text + strlen (CLOCK_SYNC);
  const char *end = text.text + text.n_bytes;
  g_autofree char *told = g_strndup (p, MIN ((gsize) (end - p), MOST_SYNC_BYTES));
  char *equals = strchr (told, '=');

  if (equals != NULL)
    {
      *equals = '\0';
      if (!strata_own_notes_take (self->builder, told, equals + 1))
        strata_trace_builder_add_property (self->builder, told, equals + 1);
    }

  if (take_parent_clock (self, time_ns, strata_text (p, end)))
    return TRUE;

  if ((gsize) (end - p) > strlen (realtime) && memcmp (p, realtime, strlen (realtime)) == 0 &&
      strata_text_parse_uint (p + strlen (realtime), end, G_MAXINT64 / 1000000, &value) != NULL)
    strata_event_sink_set_calendar (self, time_ns - self->offset_ns, (gint64) value * 1000000);

  return TRUE;
}

/**
 * strata_event_sink_take_undated:
 * @self: the sink
 * @text: text of a marker of the idle task at time 0
 *
 * Reads the first line of old pages, by a nonexistent task "dummy", which contains a clock
 * reading without a time of the trace.
 *
 * Returns: whether it is that line
 */
gboolean
strata_event_sink_take_undated (StrataEventSink *self,
                                StrataText text)
{
  return take_clock_sync (self, self->offset_ns, text);
}

static void
take_text (StrataEventSink *self,
           const StrataEventTaskRow *task,
           gint64 time_ns,
           const StrataFtraceMark *mark)
{
  if (take_clock_sync (self, time_ns, mark->name))
    return;

  const StrataEventToken token = {
    .kind = STRATA_EVENT_TOKEN_INSTANT,
    .time_ns = time_ns,
    .thread = task->thread,
    .process = task->process,
    .name = intern (self, mark->name),
  };

  strata_event_log_push (self->log, &token);
  self->can_continue = TRUE;
}

static void
add_number (StrataEventSink *self,
            const char *key,
            gint64 value)
{
  g_autofree char *text = g_strdup_printf ("%" G_GINT64_FORMAT, value);

  if (value >= 0)
    strata_trace_builder_add_property (self->builder, key, text);
}

/* Reads "monotonic_time: SECONDS.FRACTION"; a number without a point is in ns. */
static gboolean
parse_monotonic (StrataText name,
                 gint64 *monotonic_ns)
{
  static const char prefix[] = "monotonic_time:";
  const char *end = name.text + name.n_bytes;
  guint64 value;

  if (G_LIKELY (name.n_bytes <= strlen (prefix) || memcmp (name.text, prefix, strlen (prefix)) != 0))
    return FALSE;

  const char *p = name.text + strlen (prefix);

  while (p < end && *p == ' ')
    p++;

  if (strata_rhea_time_parse (p, end, monotonic_ns) == end)
    return TRUE;

  *monotonic_ns = strata_text_parse_uint (p, end, G_MAXINT64, &value) == end ? (gint64) value : STRATA_NO_TIME;
  return *monotonic_ns != STRATA_NO_TIME;
}

static void
push_sync (StrataEventSink *self,
           const StrataEventTaskRow *task,
           gint64 time_ns,
           StrataText name)
{
  const StrataEventToken token = {
    .kind = STRATA_EVENT_TOKEN_INSTANT,
    .time_ns = time_ns,
    .thread = task->thread,
    .process = task->process,
    .name = strata_event_strings_intern (self->strings, name),
  };

  strata_event_log_push (self->log, &token);
}

/* Reads the section in which RheaTrace reports the offset of its clock from that of the
 * kernel. It is not documented whether its writer also ends it. So it is kept as an
 * instant, and an end that follows on the same thread is taken with it.
 * Returns whether the marker is used up. */
static gboolean
take_sync (StrataEventSink *self,
           const StrataEventTaskRow *task,
           gint64 time_ns,
           const StrataFtraceMark *mark)
{
  gint64 monotonic_ns;

  if (G_UNLIKELY (self->sync_tid == (gint64) task->tid))
    {
      self->sync_tid = -1;

      if (mark->phase == 'E')
        return TRUE;
    }

  if (mark->phase != 'B' || !parse_monotonic (mark->name, &monotonic_ns))
    return FALSE;

  strata_clock_marks_add (&self->clock, STRATA_CLOCK_KIND_MONOTONIC, time_ns - self->offset_ns, monotonic_ns);

  if (self->monotonic_ns == STRATA_NO_TIME)
    {
      self->monotonic_ns = monotonic_ns;
      add_number (self, "monotonic_time_ns", monotonic_ns);
      add_number (self, "monotonic_time_at_ns", time_ns);
    }

  self->sync_tid = (gint64) task->tid;
  push_sync (self, task, time_ns, mark->name);
  return TRUE;
}

/* Whether the name of a marker shows whether the capture is HiTrace: only these phases have names in HiTrace. */
static inline gboolean
is_named (char phase)
{
  return phase == 'B' || phase == 'S' || phase == 'F' || phase == 'C';
}

/* Once the capture is known to be HiTrace, nothing remains in doubt. */
static void
judge_hitrace (StrataEventSink *self,
               StrataFtraceMark *mark)
{
  if ((mark->flags & STRATA_FTRACE_MARK_MAYBE_HITRACE) == 0)
    return;

  self->n_maybe_hitrace += is_named (mark->phase);
  if (self->n_hitrace > 0)
    strata_ftrace_mark_resolve (mark);
}

/* A text cookie on a named track becomes an attribute. */
static void
push_cookie (StrataEventSink *self,
             gint64 time_ns,
             const StrataFtraceMark *mark)
{
  if (mark->cookie.n_bytes == 0)
    return;

  const StrataAttrs attrs = { .cookie = intern (self, mark->cookie) };
  const StrataEventToken token = {
    .kind = STRATA_EVENT_TOKEN_ATTRS,
    .time_ns = time_ns,
    .thread = STRATA_NONE,
    .name = join_written (self, strata_attr_table_intern (strata_trace_builder_get_attrs (self->builder), &attrs)),
  };

  self->written.attrs = STRATA_ATTRS_NONE;
  strata_event_log_push (self->log, &token);
}

/* If the length limit cut off a counter's value, it is only known that it changed. */
static void
push_cut_counter (StrataEventSink *self,
                  const StrataEventTaskRow *task,
                  gint64 time_ns,
                  const StrataFtraceMark *mark)
{
  g_autofree char *name = strata_event_name_cut (mark->name);
  StrataFtraceMark instant = *mark;

  instant.name = (StrataText){ name, strlen (name) };
  instant.flags &= ~(guint32) (STRATA_FTRACE_MARK_NO_VALUE | STRATA_FTRACE_MARK_CUT);
  push_wide (self, task, time_ns, &instant, STRATA_EVENT_TOKEN_INSTANT, STRATA_STRING_EMPTY);
}

static const StrataSharedCounter *
find_shared_counter (StrataEventSink *self,
                     const StrataFtraceMark *mark)
{
  return mark->pid < 0 && self->shared_counters != NULL ? g_hash_table_lookup (self->shared_counters, GUINT_TO_POINTER (intern (self, mark->name))) : NULL;
}

static void
push_counter (StrataEventSink *self,
              const StrataEventTaskRow *task,
              gint64 time_ns,
              const StrataFtraceMark *mark)
{
  const StrataSharedCounter *shared;

  if ((mark->flags & STRATA_FTRACE_MARK_NO_VALUE) != 0)
    push_cut_counter (self, task, time_ns, mark);
  else if ((shared = find_shared_counter (self, mark)) != NULL)
    strata_event_sink_push_sample (self, time_ns, shared->name, shared->cpu, mark->value, get_wide_flags (mark, STRATA_EVENT_TOKEN_COUNTER));
  else
    push_wide (self, task, time_ns, mark, STRATA_EVENT_TOKEN_COUNTER, 0);
  if (G_UNLIKELY (strata_text_equals (mark->name, KILL_COUNTER)))
    push_kill (self, time_ns, (guint64) MAX (mark->value, 0));
}

static void
push_mark (StrataEventSink *self,
           const StrataEventTaskRow *task,
           gint64 time_ns,
           const StrataFtraceMark *mark)
{
  const guint32 line = get_line_number (self);

  switch (mark->phase)
    {
    case 'S':
      push_wide (self, task, time_ns, mark, STRATA_EVENT_TOKEN_ASYNC_BEGIN, join_written (self, intern_attrs (self, mark)));
      break;
    case 'F':
      push_wide (self, task, time_ns, mark, STRATA_EVENT_TOKEN_ASYNC_END, line);
      break;
    case 'G':
    case 'T':
      push_cookie (self, time_ns, mark);
      push_wide (self, task, time_ns, mark, STRATA_EVENT_TOKEN_TRACK_BEGIN, intern_track (self, mark->track));
      break;
    case 'H':
    case 'U':
      push_wide (self, task, time_ns, mark, STRATA_EVENT_TOKEN_TRACK_END, line);
      break;
    case 'C':
      push_counter (self, task, time_ns, mark);
      break;
    case 'I':
    case 'N':
      push_wide (self, task, time_ns, mark, STRATA_EVENT_TOKEN_INSTANT, intern_track (self, mark->track));
      self->can_continue = TRUE;
      break;
    default:
      take_text (self, task, time_ns, mark);
      break;
    }
}

/* Takes markers that do not begin or end a call of their thread. */
static void
take_other (StrataEventSink *self,
            StrataEventTaskRow *task,
            const StrataEvent *event)
{
  const StrataFtraceMark *mark = event->mark;

  if (mark->phase != 0)
    self->counts->n_markers[(guint8) mark->phase & 0x7f]++;
  if (is_named (mark->phase))
    self->n_named++;
  if ((mark->flags & STRATA_FTRACE_MARK_HITRACE) != 0)
    self->n_hitrace++;

  task->writes_levels |= mark->level != 0;
  push_mark (self, task, event->time_ns, mark);
}

static void
report_limits (StrataEventSink *self,
               const StrataEvent *event)
{
  if (G_UNLIKELY ((event->mark->flags & STRATA_FTRACE_MARK_CUT) != 0))
    strata_event_sink_diagnose (self, STRATA_DIAGNOSTIC_CUT_PAYLOAD, 1, event->time_ns, event->args);

  if (G_UNLIKELY ((event->mark->flags & STRATA_FTRACE_MARK_EMPTY_COOKIE) != 0))
    strata_event_sink_diagnose (self, STRATA_DIAGNOSTIC_EMPTY_COOKIE, 1, event->time_ns, event->args);

  if (G_UNLIKELY ((event->mark->flags & STRATA_FTRACE_MARK_LIMIT) != 0))
    strata_event_sink_diagnose (self, STRATA_DIAGNOSTIC_VALUE_LIMIT, 1, event->time_ns, event->args);
}

/* Whether a marker of the idle task shows that it is a thread. That task writes nothing itself: programs use its id where they do not
 * know the thread. So it is one only where a marker has no other place. */
gboolean
strata_event_sink_mark_has_thread (const StrataEvent *event)
{
  const StrataFtraceMark *mark = event->mark;

  if (event->is_bad)
    return TRUE;

  if (mark->phase == 0)
    return !is_clock_sync (mark->name);

  return strchr ("SFGHTUCN", mark->phase) == NULL;
}

static void
take_mark_of_nobody (StrataEventSink *self,
                     const StrataEvent *event)
{
  StrataEventTaskRow nobody = { .tid = STRATA_EVENT_IDLE_TASK, .thread = STRATA_NONE, .process = STRATA_NONE, .pid = -1 };

  report_limits (self, event);
  judge_hitrace (self, event->mark);
  take_other (self, &nobody, event);
}

void
strata_event_sink_take_mark (StrataEventSink *self,
                             StrataEventTaskRow *task,
                             const StrataEvent *event)
{
  StrataFtraceMark *mark = event->mark;

  if (task == NULL)
    {
      take_mark_of_nobody (self, event);
      return;
    }
  if (G_UNLIKELY (task->thread > STRATA_EVENT_TOKEN_MAX_THREAD))
    return;

  if (G_UNLIKELY (event->is_bad))
    {
      self->counts->n_markers[(guint8) mark->phase & 0x7f] += mark->phase != 0;
      strata_event_sink_diagnose (self, STRATA_DIAGNOSTIC_BAD_PAYLOAD, 1, event->time_ns, event->args);
      return;
    }

  const gboolean is_call = mark->phase == 'B' || mark->phase == 'E';

  if (is_call && mark->pid >= 0)
    strata_event_tasks_set_process (self->tasks, task, mark->pid, STRATA_EVENT_TRUST_PAYLOAD);

  if (G_UNLIKELY (take_sync (self, task, event->time_ns, mark)))
    {
      self->counts->n_markers[(guint8) mark->phase]++;
      return;
    }

  report_limits (self, event);
  judge_hitrace (self, mark);
  if (is_call)
    push_call (self, task, event);
  else
    take_other (self, task, event);
}

/* Returns the thread if the event shows nothing new about it. */
static inline StrataEventTaskRow *
find_writer (StrataEventSink *self,
             gint64 time_ns,
             guint32 tid,
             gint64 tgid,
             const StrataEventWriter *writer)
{
  if (writer == NULL || writer->task == STRATA_NONE || tid == 0)
    return NULL;

  StrataEventTaskRow *task = strata_event_tasks_get_numbered (self->tasks, writer->task);
  const gboolean is_same = task->comm.text == writer->comm && time_ns >= task->begin_ns && time_ns < task->end_ns && time_ns >= task->named_ns && !task->has_exited;
  const gboolean is_there = tgid < 0 || (tgid == task->pid && task->trust == STRATA_EVENT_TRUST_COLUMN);

  return G_LIKELY (is_same && is_there && task->thread <= STRATA_EVENT_TOKEN_MAX_THREAD) ? task : NULL;
}

/* Returns its thread, if the event shows nothing about it except its unchanged name, else NULL. */
StrataEventTaskRow *
strata_event_sink_find_writer (StrataEventSink *self,
                               const StrataEvent *event)
{
  return find_writer (self, event->time_ns, event->tid, event->tgid, event->writer);
}

void
strata_event_sink_keep_writer (StrataEventSink *self,
                               const StrataEventTaskRow *task,
                               const StrataEvent *event)
{
  /* an event without a name agrees with any thread */
  const gboolean is_named = event->comm.n_bytes == 0 || (event->comm.n_bytes == task->comm.n_bytes && memcmp (event->comm.text, task->comm.text, event->comm.n_bytes) == 0);

  *event->writer = (StrataEventWriter){
    .task = strata_event_tasks_get_number (self->tasks, task),
    .comm = is_named ? task->comm.text : NULL,
  };
}

/* Returns the CPU if the event shows nothing new about it. */
static inline StrataEventCpu *
find_cpu (StrataEventSink *self,
          guint32 number,
          guint32 tid)
{
  StrataEventCpu *cpu = number < STRATA_EVENT_MAX_CPUS ? &self->cpus[number] : NULL;

  return cpu != NULL && !cpu->is_in_gap && (cpu->running == tid || (cpu->running == STRATA_NONE && cpu->seen == tid)) && cpu->held_ns == STRATA_NO_TIME ? cpu : NULL;
}

/**
 * strata_event_sink_take_again:
 * @self: the sink
 * @time_ns: when
 * @cpu: the CPU
 * @tid: the thread
 * @tgid: its process according to the kernel, or -1
 * @writer: (nullable): the result for an earlier event with the same name and ids
 * @recipe: (nullable): the recipe of an earlier marker with the same bytes
 *
 * Takes a marker whose bytes were seen before, if only its time and CPU can be new.
 *
 * Returns: whether it was taken; if not, nothing has changed
 */
gboolean
strata_event_sink_take_again (StrataEventSink *self,
                              gint64 time_ns,
                              guint32 cpu,
                              guint32 tid,
                              gint64 tgid,
                              const StrataEventWriter *writer,
                              const StrataEventRecipe *recipe)
{
  if (recipe == NULL || !recipe->is_set || time_ns < self->previous_ns || self->begin_ns == STRATA_NO_TIME || self->sync_tid >= 0)
    return FALSE;

  StrataEventCpu *state = find_cpu (self, cpu, tid);
  StrataEventTaskRow *task = find_writer (self, time_ns, tid, tgid, writer);

  if (state == NULL || task == NULL || (recipe->pid >= 0 && (recipe->pid != task->pid || task->trust < STRATA_EVENT_TRUST_PAYLOAD)))
    return FALSE;

  self->counts->n_events++;
  strata_kind_table_count_at (self->kinds, recipe->kind);
  self->previous_ns = time_ns;
  self->end_ns = MAX (self->end_ns, time_ns);
  state->last_ns = time_ns;
  state->proven_ns = time_ns;
  task->named_ns = time_ns;
  take_call (self, task, time_ns, recipe);
  return TRUE;
}
