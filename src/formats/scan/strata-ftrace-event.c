/* strata-ftrace-event.c - parses the arguments of the kernel events in use
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-ftrace-event.h"

#include <string.h>

#include "strata-kernel-event.h"
#include "strata-tables.h"

/* Arguments are "key=value" separated by spaces. The value of a comm may contain spaces, '=',
 * "==>" and even the key that follows it. But a comm has at most 15 bytes, so several keys in
 * their order are never part of one. */

static inline const char *
text_end (StrataText text)
{
  return text.text + text.n_bytes;
}

static inline gboolean
equals (StrataText text,
        const char *word,
        gsize n_bytes)
{
  return text.n_bytes == n_bytes && memcmp (text.text, word, n_bytes) == 0;
}

#define EQUALS(text, word) equals ((text), (word), sizeof (word) - 1)

static gboolean
is_address (StrataText event)
{
  const char *p = event.text;
  const char *end = text_end (event);

  if (event.n_bytes > 2 && p[0] == '0' && p[1] == 'x')
    p += 2;
  else if (event.n_bytes != 1 && event.n_bytes < 8)
    return FALSE;

  while (p < end && g_ascii_isxdigit (*p))
    p++;

  return p == end && (event.n_bytes > 1 || event.text[0] == '0');
}

/* The name of the function, alone or with a suffix: kernels add the offset in the symbol,
 * "+0x8a/0x170", and compilers their own, ".llvm.123". */
static gboolean
is_mark_name (StrataText word)
{
  static const char *const names[] = { "tracing_mark_write", "trace_mark_write", "xacct_tracing_mark_write" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      const gsize n_bytes = strlen (names[i]);

      if (word.n_bytes >= n_bytes && memcmp (word.text, names[i], n_bytes) == 0 && (word.n_bytes == n_bytes || word.text[n_bytes] == '+' || word.text[n_bytes] == '.'))
        return TRUE;
    }

  return FALSE;
}

/* User space writes its text to trace_marker. Kernels print that as tracing_mark_write, older
 * ones as the address of that function or as 0. */
static StrataFtraceEventKind
get_rare_kind (StrataText event,
               StrataKernelKind *kernel_kind)
{
  if (EQUALS (event, "task_rename"))
    return STRATA_FTRACE_EVENT_RENAME;
  if (EQUALS (event, "task_newtask"))
    return STRATA_FTRACE_EVENT_NEW_TASK;
  if (EQUALS (event, "sched_wakeup_new"))
    return STRATA_FTRACE_EVENT_WAKE_NEW;
  if (EQUALS (event, "sched_process_fork"))
    return STRATA_FTRACE_EVENT_FORK;
  if (EQUALS (event, "sched_process_exec"))
    return STRATA_FTRACE_EVENT_EXEC;
  if (EQUALS (event, "sched_blocked_reason"))
    return STRATA_FTRACE_EVENT_BLOCKED;
  if (EQUALS (event, "sched_process_exit"))
    return STRATA_FTRACE_EVENT_EXIT;
  if (EQUALS (event, "sched_process_free"))
    return STRATA_FTRACE_EVENT_FREE;
  if (EQUALS (event, "print") || is_mark_name (event) || is_address (event))
    return STRATA_FTRACE_EVENT_MARK;

  *kernel_kind = strata_kernel_event_get_kind (event);

  return *kernel_kind != STRATA_KERNEL_OTHER ? STRATA_FTRACE_EVENT_KERNEL : STRATA_FTRACE_EVENT_OTHER;
}

/**
 * strata_ftrace_event_get_kinds:
 * @event: name of an event
 * @kernel_kind: (out): the kind of a %STRATA_FTRACE_EVENT_KERNEL; undefined for others
 *
 * Returns: the kind of the event
 */
StrataFtraceEventKind
strata_ftrace_event_get_kinds (StrataText event,
                               StrataKernelKind *kernel_kind)
{
  if (EQUALS (event, "tracing_mark_write"))
    return STRATA_FTRACE_EVENT_MARK;
  if (EQUALS (event, "sched_switch"))
    return STRATA_FTRACE_EVENT_SWITCH;
  if (EQUALS (event, "sched_waking") || EQUALS (event, "sched_wakeup"))
    return STRATA_FTRACE_EVENT_WAKE;

  return get_rare_kind (event, kernel_kind);
}

/**
 * strata_ftrace_event_get_kind:
 * @event: name of an event
 *
 * Returns: the kind of the event
 */
StrataFtraceEventKind
strata_ftrace_event_get_kind (StrataText event)
{
  StrataKernelKind ignored;

  return strata_ftrace_event_get_kinds (event, &ignored);
}

/* Removes "WORD:" and the blanks after it from @text, if @matches accepts the word. */
static StrataText
strip_word (StrataText text,
            gboolean (*matches) (StrataText word))
{
  const char *colon = memchr (text.text, ':', MIN (text.n_bytes, 48));

  if (colon == NULL || !matches (strata_text (text.text, colon)))
    return text;

  for (colon++; colon < text_end (text) && *colon == ' ';)
    colon++;

  return strata_text (colon, text_end (text));
}

/**
 * strata_ftrace_event_get_payload:
 * @event: name of an event of kind %STRATA_FTRACE_EVENT_MARK
 * @args: its arguments
 *
 * Finds the text that user space wrote. In an event named "print", the address or name of
 * the kernel function precedes it.
 *
 * Returns: the payload
 */
StrataText
strata_ftrace_event_get_payload (StrataText event,
                                 StrataText args)
{
  if (!EQUALS (event, "print"))
    return args;

  return strip_word (strip_word (args, is_address), is_mark_name);
}

/* Skips @word, or returns NULL. */
static const char *
expect (const char *p,
        const char *end,
        const char *word,
        gsize n_bytes)
{
  return p != NULL && (gsize) (end - p) >= n_bytes && memcmp (p, word, n_bytes) == 0 ? p + n_bytes : NULL;
}

#define EXPECT(p, end, word) expect ((p), (end), (word), sizeof (word) - 1)

/* Finds a word that ends in '='. There are few of those, so searching for that byte alone is
 * faster than the C library's search for any word. */
static const char *
find (const char *p,
      const char *end,
      const char *word,
      gsize n_bytes)
{
  if (end - p < (gssize) n_bytes)
    return NULL;

  for (p += n_bytes - 1; p < end && (p = memchr (p, '=', (gsize) (end - p))) != NULL; p++)
    if (memcmp (p - (n_bytes - 1), word, n_bytes) == 0)
      return p - (n_bytes - 1);

  return NULL;
}

#define FIND(p, end, word) find ((p), (end), (word), sizeof (word) - 1)

/* Skips " (20077)" after a hexadecimal number. */
static const char *
skip_decimal (const char *p,
              const char *end)
{
  const char *digits = p + 2;

  if (end - p < 4 || p[0] != ' ' || p[1] != '(')
    return p;

  digits += *digits == '-';
  while (digits < end && g_ascii_isdigit (*digits))
    digits++;

  return digits < end && *digits == ')' ? digits + 1 : p;
}

/* Reads a number. With the option "fields", kernels write "0x4e6d (20077)". */
static const char *
parse_number (const char *p,
              const char *end,
              guint64 max,
              guint64 *value)
{
  const char *after = strata_text_parse_uint (p, end, max, value);

  if (G_LIKELY (after == NULL || after == end || *after != 'x' || *p != '0'))
    return after;

  for (p = after + 1, *value = 0; p < end && g_ascii_isxdigit (*p) && *value <= max >> 4; p++)
    *value = *value << 4 | (guint64) g_ascii_xdigit_value (*p);

  return p > after + 1 ? skip_decimal (p, end) : NULL;
}

static const char *
parse_tid (const char *p,
           const char *end,
           guint32 *tid)
{
  guint64 value;

  p = p != NULL ? parse_number (p, end, G_MAXUINT32, &value) : NULL;

  if (p != NULL)
    *tid = (guint32) value;

  return p;
}

static const char *
skip_int (const char *p,
          const char *end)
{
  guint64 ignored;

  if (p != NULL && p < end && *p == '-')
    p++;

  return p != NULL ? parse_number (p, end, G_MAXUINT64, &ignored) : NULL;
}

/* Some vendors print the number of the state: the lowest bit of the mask. Bits above the
 * states mean that the kernel preempted the thread, and that an uninterruptible sleep is that of
 * an idle thread. */
static guint8
get_numbered_state (guint64 mask)
{
  static const char letters[] = "SDTtXZPI";
  static const guint64 uninterruptible = 2, no_load = 0x400;

  if (mask == 0)
    return 'R';
  if ((mask & 0xff) == 0)
    return 'R' | STRATA_END_STATE_PREEMPTED;
  if (mask == (uninterruptible | no_load))
    return 'I';

  return (guint8) letters[__builtin_ctzll (mask)];
}

/* Skips a decimal or hexadecimal number, or returns NULL. */
static const char *
parse_mask (const char *p,
            const char *end,
            guint64 *mask)
{
  if (end - p <= 2 || p[0] != '0' || (p[1] | 0x20) != 'x')
    return strata_text_parse_uint (p, end, G_MAXUINT64, mask);

  for (p += 2, *mask = 0; p < end; p++)
    {
      if (!g_ascii_isxdigit (*p))
        return NULL;

      *mask = *mask << 4 | (guint64) g_ascii_xdigit_value (*p);
    }

  return p;
}

/* Smartperf kernels write "D-IO" and "D-NIO". */
static StrataFtraceWait
get_wait (StrataText state)
{
  if (EQUALS (state, "D-IO"))
    return STRATA_FTRACE_WAIT_IO;
  if (EQUALS (state, "D-NIO"))
    return STRATA_FTRACE_WAIT_OTHER;

  return STRATA_FTRACE_WAIT_UNKNOWN;
}

static const char *
parse_state (const char *p,
             const char *end,
             StrataFtraceSwitch *sched)
{
  const char *begin = p;
  guint64 mask;

  while (p != NULL && p < end && *p != ' ')
    p++;

  if (p == begin)
    return NULL;

  const char *digits_end = parse_mask (begin, p, &mask);

  /* Strata's own writer puts '?' where the kernel lost the switch. */
  if (*begin == '?')
    sched->end_state = 0;
  else
    sched->end_state = digits_end != NULL ? get_numbered_state (mask) : (guint8) (*begin & 0x7f);

  sched->wait = get_wait (strata_text (begin, p));

  if (p[-1] == '+')
    sched->end_state |= STRATA_END_STATE_PREEMPTED;

  return p;
}

/* Reads a priority from -1, for a deadline, to 139 as a rank; any other number means not known. */
static const char *
parse_rank (const char *p,
            const char *end,
            guint8 *rank)
{
  *rank = 0;

  const char *const after = skip_int (p, end);
  guint64 priority;

  if (after == NULL)
    return NULL;
  if (after == p + 2 && p[0] == '-' && p[1] == '1')
    *rank = STRATA_PRIORITY_RANK (-1);
  else if (*p != '-' && strata_text_parse_uint (p, after, STRATA_MAX_PRIORITY, &priority) == after)
    *rank = STRATA_PRIORITY_RANK (priority);

  return after;
}

/* Reads "PID prev_prio=N prev_state=S ==> next_comm=" and returns the rest. With the option
 * "fields" there is no arrow. */
static const char *
parse_prev (const char *p,
            const char *end,
            StrataFtraceSwitch *sched)
{
  p = parse_tid (p, end, &sched->prev_tid);
  p = EXPECT (p, end, " prev_prio=");
  p = p != NULL ? parse_rank (p, end, &sched->prev_rank) : NULL;
  p = EXPECT (p, end, " prev_state=");
  p = p != NULL ? parse_state (p, end, sched) : NULL;

  const char *next = EXPECT (p, end, " ==> next_comm=");

  return G_LIKELY (next != NULL) || p == NULL ? next : EXPECT (skip_decimal (p, end), end, " next_comm=");
}

/* The last " next_pid=N next_prio=" counts: earlier ones are part of the comm. */
static gboolean
parse_next (const char *begin,
            const char *end,
            StrataFtraceSwitch *sched)
{
  gboolean is_found = FALSE;
  guint32 tid;

  for (const char *p = begin; (p = FIND (p, end, " next_pid=")) != NULL; p++)
    {
      const char *after = parse_tid (p + strlen (" next_pid="), end, &tid);

      const char *priority = EXPECT (after, end, " next_prio=");

      if (priority == NULL)
        continue;

      parse_rank (priority, end, &sched->next_rank);
      sched->next_tid = tid;
      sched->next_comm = strata_text (begin, p);
      is_found = TRUE;
    }

  return is_found;
}

/* The last @c within the last @n_most_bytes before @end. Numbers are short, and the limit prevents
 * hostile lines from being searched repeatedly. */
static const char *
find_back (const char *begin,
           const char *end,
           char c,
           gsize n_most_bytes)
{
  const gsize n_bytes = MIN ((gsize) (end - begin), n_most_bytes);

  return n_bytes > 0 ? memrchr (end - n_bytes, c, n_bytes) : NULL;
}

/* Reads "COMM:PID [PRIO]", a task as trace-cmd writes it, from its end. */
static gboolean
parse_short_task (StrataText text,
                  StrataText *comm,
                  guint32 *tid)
{
  const char *begin = text.text;
  const char *end = text_end (text);
  const char *prio = find_back (begin, end, '[', 16);

  if (prio == NULL || prio == begin || prio[-1] != ' ' || end[-1] != ']' || skip_int (prio + 1, end) != end - 1)
    return FALSE;

  const char *colon = find_back (begin, prio, ':', 16);

  if (colon == NULL || parse_tid (colon + 1, prio, tid) != prio - 1)
    return FALSE;

  *comm = strata_text (begin, colon);
  return TRUE;
}

/* Reads "COMM:PID [PRIO] S ==> COMM:PID [PRIO]" of trace-cmd report. */
static gboolean
parse_short_switch (StrataText args,
                    StrataFtraceSwitch *sched)
{
  static const char arrow[] = " ==> ";
  const char *end = text_end (args);

  for (const char *p = args.text; (p = memmem (p, (gsize) (end - p), arrow, strlen (arrow))) != NULL; p++)
    {
      const char *state = memrchr (args.text, ' ', (gsize) (p - args.text));

      if (state == NULL || parse_state (state + 1, p, sched) != p)
        continue;

      if (parse_short_task (strata_text (args.text, state), &sched->prev_comm, &sched->prev_tid))
        return parse_short_task (strata_text (p + strlen (arrow), end), &sched->next_comm, &sched->next_tid);
    }

  return FALSE;
}

/**
 * strata_ftrace_event_parse_switch:
 * @args: arguments of sched_switch
 * @sched: (out caller-allocates): the switch
 *
 * Returns: whether they could be parsed
 */
gboolean
strata_ftrace_event_parse_switch (StrataText args,
                                  StrataFtraceSwitch *sched)
{
  const char *end = text_end (args);
  const char *comm = EXPECT (args.text, end, "prev_comm=");

  sched->prev_rank = 0;
  sched->next_rank = 0;
  if (comm == NULL)
    return parse_short_switch (args, sched);

  for (const char *p = comm; (p = FIND (p, end, " prev_pid=")) != NULL; p++)
    {
      const char *next = parse_prev (p + strlen (" prev_pid="), end, sched);

      if (next == NULL)
        continue;

      sched->prev_comm = strata_text (comm, p);
      return parse_next (next, end, sched);
    }

  return FALSE;
}

/* Reads "COMM:PID [PRIO] …" of trace-cmd report. */
static gboolean
parse_short_wake (StrataText args,
                  StrataFtraceTask *task)
{
  const char *bracket = args.n_bytes > 0 ? memrchr (args.text, ']', args.n_bytes) : NULL;

  if (bracket == NULL)
    return FALSE;

  task->is_refused = EXPECT (bracket + 1, text_end (args), " success=0") != NULL;
  return parse_short_task (strata_text (args.text, bracket + 1), &task->comm, &task->tid);
}

/* Reads the task of sched_waking, sched_wakeup, sched_process_exit and similar events. */
static gboolean
parse_wake (StrataText args,
            StrataFtraceTask *task)
{
  const char *end = text_end (args);
  const char *comm = EXPECT (args.text, end, "comm=");
  gboolean is_found = FALSE;
  guint32 tid;

  task->is_refused = FALSE;
  if (comm == NULL)
    return parse_short_wake (args, task);

  for (const char *p = comm; (p = FIND (p, end, " pid=")) != NULL; p++)
    {
      const char *after = parse_tid (p + strlen (" pid="), end, &tid);

      const char *priority = EXPECT (after, end, " prio=");

      if (priority == NULL)
        continue;

      task->tid = tid;
      task->comm = strata_text (comm, p);
      task->is_refused = EXPECT (skip_int (priority, end), end, " success=0") != NULL;
      is_found = TRUE;
    }

  return is_found;
}

static gboolean
parse_blocked (StrataText args,
               StrataFtraceBlocked *blocked)
{
  const char *end = text_end (args);
  const char *p = parse_tid (EXPECT (args.text, end, "pid="), end, &blocked->tid);
  const char *is_io = EXPECT (p, end, " iowait=");
  const char *caller = p != NULL ? FIND (p, end, " caller=") : NULL;

  if (is_io == NULL)
    is_io = EXPECT (p, end, " io_wait=");

  if (is_io == NULL || is_io == end)
    return FALSE;

  caller = caller != NULL ? caller + strlen (" caller=") : end;

  const char *caller_end = caller < end ? memchr (caller, ' ', (gsize) (end - caller)) : NULL;

  blocked->wait = *is_io != '0' ? STRATA_FTRACE_WAIT_IO : STRATA_FTRACE_WAIT_OTHER;
  blocked->function = strata_text (caller, caller_end != NULL ? caller_end : end);
  return TRUE;
}

static gboolean
parse_rename (StrataText args,
              StrataFtraceTask *task)
{
  const char *end = text_end (args);
  const char *p = parse_tid (EXPECT (args.text, end, "pid="), end, &task->tid);
  const char *old = EXPECT (p, end, " oldcomm=");
  const char *comm = old != NULL ? FIND (old, end, " newcomm=") : NULL;

  if (comm == NULL)
    return FALSE;

  task->old_comm = strata_text (old, comm);
  comm += strlen (" newcomm=");

  const char *comm_end = FIND (comm, end, " oom_score_adj=");

  task->comm = strata_text (comm, comm_end != NULL ? comm_end : end);
  return TRUE;
}

static gboolean
parse_new_task (StrataText args,
                StrataFtraceTask *task)
{
  const char *end = text_end (args);
  const char *p = parse_tid (EXPECT (args.text, end, "pid="), end, &task->tid);
  const char *comm = EXPECT (p, end, " comm=");
  const char *comm_end = comm != NULL ? FIND (comm, end, " clone_flags=") : NULL;

  if (comm_end == NULL)
    return FALSE;

  task->comm = strata_text (comm, comm_end);
  task->clone_flags = 0;

  p = comm_end + strlen (" clone_flags=");
  for (p += end - p > 2 && p[1] == 'x' ? 2 : 0; p < end && g_ascii_isxdigit (*p); p++)
    task->clone_flags = task->clone_flags << 4 | (guint64) g_ascii_xdigit_value (*p);

  return TRUE;
}

/* Reads the new task. */
static gboolean
parse_fork (StrataText args,
            StrataFtraceTask *child)
{
  const char *end = text_end (args);
  const char *comm = FIND (args.text, end, " child_comm=");
  gboolean is_found = FALSE;

  if (comm == NULL)
    return FALSE;

  comm += strlen (" child_comm=");

  /* The last one counts: earlier ones are part of the comm. */
  for (const char *p = comm; (p = FIND (p, end, " child_pid=")) != NULL; p++)
    if (parse_tid (p + strlen (" child_pid="), end, &child->tid) != NULL)
      {
        child->comm = strata_text (comm, p);
        is_found = TRUE;
      }

  return is_found;
}

/* Takes the name of the program as the new name of the task. */
static gboolean
parse_exec (StrataText args,
            StrataFtraceTask *task)
{
  /* The kernel names a task after the program's file, cut to 15 bytes. */
  static const gsize most_bytes = 15;
  const char *end = text_end (args);
  const char *file = EXPECT (args.text, end, "filename=");
  const char *file_end = file != NULL ? FIND (file, end, " pid=") : NULL;

  if (file_end == NULL || parse_tid (file_end + strlen (" pid="), end, &task->tid) == NULL)
    return FALSE;

  const char *slash = file_end > file ? memrchr (file, '/', (gsize) (file_end - file)) : NULL;

  task->comm = strata_text (slash != NULL ? slash + 1 : file, file_end);
  task->comm.n_bytes = MIN (task->comm.n_bytes, most_bytes);
  return TRUE;
}

/**
 * strata_ftrace_event_decode:
 * @kind: kind of the event
 * @kernel_kind: its kind, if it is a %STRATA_FTRACE_EVENT_KERNEL
 * @name: its name
 * @args: (inout): its arguments; of a marker, only the payload is left
 * @decoded: (out caller-allocates): the decoded arguments; nothing for %STRATA_FTRACE_EVENT_OTHER
 *
 * Returns: whether they could be parsed
 */
gboolean
strata_ftrace_event_decode (StrataFtraceEventKind kind,
                            StrataKernelKind kernel_kind,
                            StrataText name,
                            StrataText *args,
                            StrataFtraceArgs *decoded)
{
  switch (kind)
    {
    case STRATA_FTRACE_EVENT_MARK:
      *args = strata_ftrace_event_get_payload (name, *args);
      return strata_ftrace_mark_parse_short (*args, &decoded->mark);
    case STRATA_FTRACE_EVENT_SWITCH:
      return strata_ftrace_event_parse_switch (*args, &decoded->sched);
    case STRATA_FTRACE_EVENT_WAKE:
    case STRATA_FTRACE_EVENT_WAKE_NEW:
    case STRATA_FTRACE_EVENT_EXIT:
    case STRATA_FTRACE_EVENT_FREE:
      return parse_wake (*args, &decoded->task);
    case STRATA_FTRACE_EVENT_BLOCKED:
      return parse_blocked (*args, &decoded->blocked);
    case STRATA_FTRACE_EVENT_RENAME:
      return parse_rename (*args, &decoded->task);
    case STRATA_FTRACE_EVENT_NEW_TASK:
      return parse_new_task (*args, &decoded->task);
    case STRATA_FTRACE_EVENT_FORK:
      return parse_fork (*args, &decoded->task);
    case STRATA_FTRACE_EVENT_EXEC:
      return parse_exec (*args, &decoded->task);
    case STRATA_FTRACE_EVENT_KERNEL:
      return strata_kernel_event_parse (kernel_kind, name, *args, &decoded->kernel);
    case STRATA_FTRACE_EVENT_OTHER:
      break;
    }

  return TRUE;
}
