/* strata-process-list.c - lists of the threads that existed around the time of a capture
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-process-list.h"

#include <string.h>

#include "strata-column.h"
#include "strata-listed-builder.h"
#include "strata-short-text.h"

/* systrace adds the output of ps, some of it twice, before and after tracing: a table of
 * processes, then one of threads. The header names the columns. atrace adds a listing of
 * /proc instead, which has no names.
 *
 *   USER  PID PPID VSZ RSS WCHAN PC S NAME COMM     toybox, processes
 *   USER  PID TID CMD                               toybox, threads
 *   USER  PID PPID VSIZE RSS WCHAN PC NAME          toolbox; the letter before NAME has no title. The
 *                                                   second table also has threads, with their process as PPID
 *   /proc/PID/task/TID
 *
 * A list was made at another time than the capture, and ids are reused: it only fills in what the
 * capture leaves open. But programs know the names of their threads. */
#define MAX_COLUMNS 32

/* The kernel's own limit of thread ids, which bounds how much memory a list can use. */
#define MAX_TID (1u << 22)
#define MAX_NAME_BYTES 1024

/* Limit for the threads of which only the end is known. */
#define MAX_ENDS 65536

typedef struct
{
  guint32 tid;
  guint32 pid;
  guint32 first_pid;   /* the first one recorded, or 0 */
  guint32 vsize_kib;   /* as toolbox prints it, or 0 */
  StrataText comm;     /* of the chunk */
  StrataText old_comm; /* of the chunk; if the id has had several processes, its name in the first of them */
  gboolean is_own;     /* whether the program itself says that @comm is the name of its thread */
  StrataText name;     /* of the chunk; of the process, if this is its main thread */
  gboolean is_sure;    /* whether the name is certain, even if the main thread has another name */
  guint8 suggested;    /* StrataSuggestion that is its name, or 0 */
  StrataText first;    /* of the chunk; the first certain name */
  gint64 seen_ns;      /* when the first list had it, as far as known, or G_MAXINT64 */
  gboolean has_names;  /* whether there are facts with names of its process */
  gboolean lacks_time; /* whether it is not known when one of them was true */
} Entry;

/* Numbers of the columns of the current table; MAX_COLUMNS for a missing column. */
typedef struct
{
  guint n;
  guint pid;
  guint tid;
  guint ppid;
  guint vsize;
  guint comm;
  guint name;
  gboolean is_toolbox;
} Columns;

struct _StrataProcessList
{
  StrataColumn entries;  /* Entry */
  StrataColumn facts;    /* StrataProcessFact */
  GHashTable *by_tid;    /* tid -> index + 1 */
  GHashTable *ends;      /* tid of a thread without other events -> when it ended (gint64, owned) */
  GStringChunk *strings; /* owned */
  Columns columns;
  guint n_toolbox_tables;
  StrataText idle; /* of the chunk: the name of thread 0, which lists do not contain as a task */
};

StrataProcessList *
strata_process_list_new (void)
{
  StrataProcessList *self = g_new0 (StrataProcessList, 1);

  self->by_tid = g_hash_table_new (NULL, NULL);
  self->ends = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->strings = g_string_chunk_new (4096);

  return self;
}

void
strata_process_list_free (StrataProcessList *self)
{
  if (self == NULL)
    return;

  strata_column_clear (&self->entries);
  strata_column_clear (&self->facts);
  g_hash_table_unref (self->by_tid);
  g_hash_table_unref (self->ends);
  g_string_chunk_free (self->strings);
  g_free (self);
}

/**
 * strata_process_list_is_list:
 * @data: (array length=n_bytes): the first bytes of a file or a section
 * @n_bytes: how many there are
 *
 * Returns: whether they look like a list of processes
 */
gboolean
strata_process_list_is_list (const char *data,
                             gsize n_bytes)
{
  static const char *const beginnings[] = { "PROCESS DUMP", "USER ", "/proc/", "proc/" };

  while (n_bytes > 0 && g_ascii_isspace (*data))
    {
      data++;
      n_bytes--;
    }

  for (guint i = 0; i < G_N_ELEMENTS (beginnings); i++)
    if (n_bytes >= strlen (beginnings[i]) && g_ascii_strncasecmp (data, beginnings[i], strlen (beginnings[i])) == 0)
      return TRUE;

  return FALSE;
}

static Entry *
find_entry (const StrataProcessList *self,
            guint32 tid)
{
  const gsize known = GPOINTER_TO_SIZE (g_hash_table_lookup (self->by_tid, GUINT_TO_POINTER (tid)));

  return known > 0 ? &strata_column_at (&self->entries, Entry, known - 1) : NULL;
}

static Entry *
get_entry (StrataProcessList *self,
           guint32 tid)
{
  Entry *entry = find_entry (self, tid);

  if (entry != NULL)
    return entry;

  entry = strata_column_push (&self->entries, sizeof *entry);

  *entry = (Entry){ .tid = tid, .comm = { "", 0 }, .old_comm = { "", 0 }, .name = { "", 0 }, .seen_ns = G_MAXINT64 };
  g_hash_table_insert (self->by_tid, GUINT_TO_POINTER (tid), GUINT_TO_POINTER (self->entries.n));
  return entry;
}

static gboolean
is_equal (StrataText a,
          StrataText b)
{
  return a.n_bytes == b.n_bytes && memcmp (a.text, b.text, a.n_bytes) == 0;
}

/* Lists of the system have the names of kernel threads without a command line in brackets. */
static StrataText
strip_brackets (StrataText text)
{
  const gboolean is_bracketed = text.n_bytes > 2 && text.text[0] == '[' && text.text[text.n_bytes - 1] == ']';

  return is_bracketed ? (StrataText){ text.text + 1, text.n_bytes - 2 } : text;
}

static void
set_name (StrataProcessList *self,
          StrataText *name,
          StrataText text)
{
  char cut[MAX_NAME_BYTES];

  if (text.n_bytes > MAX_NAME_BYTES)
    {
      memcpy (cut, text.text, sizeof cut);
      text = (StrataText){ cut, strata_short_text_end (cut, sizeof cut) };
    }
  if (text.n_bytes > 0 && !is_equal (text, (StrataText){ "<...>", 5 }) && !is_equal (text, *name))
    *name = (StrataText){ g_string_chunk_insert_len (self->strings, text.text, (gssize) text.n_bytes), text.n_bytes };
}

/* In another process, the id means another thread. */
static void
forget_name (Entry *entry)
{
  if (entry->pid == entry->first_pid)
    entry->old_comm = entry->comm;

  entry->is_own = FALSE;
  entry->comm = (StrataText){ "", 0 };
}

static void
tell_as_is (StrataProcessList *self,
            guint32 tid,
            guint32 pid,
            StrataText comm,
            StrataText name)
{
  Entry *entry = get_entry (self, tid);

  if (pid != 0 && entry->pid != 0 && pid != entry->pid)
    forget_name (entry);

  entry->pid = pid;
  if (entry->first_pid == 0)
    entry->first_pid = pid;
  set_name (self, &entry->comm, comm);
  set_name (self, &entry->name, name);
}

static void
tell (StrataProcessList *self,
      guint32 tid,
      guint32 pid,
      StrataText comm,
      StrataText name)
{
  tell_as_is (self, tid, pid, strip_brackets (comm), strip_brackets (name));
}

/**
 * strata_process_list_add:
 * @self: the list
 * @tid: a thread id
 * @pid: its process, or 0 if not known
 * @comm: its name, or empty
 * @name: of a main thread: the name of its process, such as its command line, or empty
 *
 * Adds a thread that is known from another source than lines of text. Later calls win.
 */
void
strata_process_list_add (StrataProcessList *self,
                         guint32 tid,
                         guint32 pid,
                         StrataText comm,
                         StrataText name)
{
  if (tid == 0)
    {
      set_name (self, &self->idle, strip_brackets (comm));
      return;
    }

  tell (self, tid, pid, comm, name);
  if (name.n_bytes > 0)
    get_entry (self, tid)->is_sure = FALSE;
}

/**
 * strata_process_list_add_thread:
 * @self: the list
 * @tid: a thread id
 * @pid: its process, or 0 if not known
 * @comm: its name, or empty
 *
 * Adds what a program says of a thread of its own, whose name may be longer than that in the kernel, and another one.
 */
void
strata_process_list_add_thread (StrataProcessList *self,
                                guint32 tid,
                                guint32 pid,
                                StrataText comm)
{
  if (tid == 0)
    {
      set_name (self, &self->idle, comm);
      return;
    }

  tell_as_is (self, tid, pid, comm, (StrataText){ "", 0 });
  if (comm.n_bytes > 0)
    get_entry (self, tid)->is_own = TRUE;
}

/**
 * strata_process_list_add_process:
 * @self: the list
 * @pid: a process
 * @name: its name
 *
 * Names a process at the time of the capture, even if its main thread has another name: that of
 * com.android.chrome is CrBrowserMain. Later calls win.
 */
void
strata_process_list_add_process (StrataProcessList *self,
                                 guint32 pid,
                                 StrataText name)
{
  if (pid == 0)
    return;

  tell (self, pid, pid, (StrataText){ "", 0 }, name);
  if (name.n_bytes == 0)
    return;

  Entry *entry = get_entry (self, pid);

  entry->is_sure = TRUE;
  if (entry->suggested != 0 || entry->first.n_bytes == 0)
    entry->first = entry->name;
  entry->suggested = 0;
}

/* Whether a suggestion is the better name of a process that has one. Of several names, the last counts; of several types, the first. */
static gboolean
is_better (const Entry *known,
           StrataSuggestion rank)
{
  return known->suggested != 0 && (rank > known->suggested || (rank == known->suggested && rank == STRATA_SUGGESTION_NAME));
}

/**
 * strata_process_list_suggest_process:
 * @self: the list
 * @pid: a process
 * @name: a fallback name, better than that of its main thread
 * @rank: what kind of name it is
 *
 * Names a process if strata_process_list_add_process() does not.
 */
void
strata_process_list_suggest_process (StrataProcessList *self,
                                     guint32 pid,
                                     StrataText name,
                                     StrataSuggestion rank)
{
  const Entry *known = pid != 0 ? get_entry (self, pid) : NULL;

  if (known == NULL || name.n_bytes == 0 || (known->is_sure && !is_better (known, rank)))
    return;

  strata_process_list_add_process (self, pid, name);
  get_entry (self, pid)->suggested = (guint8) rank;
}

/**
 * strata_process_list_find_process:
 * @self: the list
 * @tid: a thread id
 *
 * Returns: its process, or -1 if the list does not have it
 */
gint64
strata_process_list_find_process (const StrataProcessList *self,
                                  guint32 tid)
{
  const Entry *entry = find_entry (self, tid);
  const guint32 pid = entry != NULL ? entry->pid : 0;

  return pid > 0 ? (gint64) pid : -1;
}

/* The first entry of an id applies to its first thread; a later, different one applies to the latest thread. */
static gint64
get_pid (const Entry *entry,
         gboolean is_first,
         gboolean is_latest)
{
  guint32 pid = 0;

  if (is_latest && (is_first || entry->pid != entry->first_pid))
    pid = entry->pid;
  else if (is_first)
    pid = entry->first_pid;

  return pid > 0 ? (gint64) pid : -1;
}

/**
 * strata_process_list_find_process_of:
 * @self: the list
 * @row: a thread
 * @is_latest: whether it is the latest thread of its id
 *
 * Returns: its process according to the list, or -1 if not known
 */
gint64
strata_process_list_find_process_of (const StrataProcessList *self,
                                     const StrataEventTaskRow *row,
                                     gboolean is_latest)
{
  const Entry *entry = find_entry (self, row->tid);

  return entry != NULL ? get_pid (entry, row->previous == 0, is_latest) : -1;
}

/**
 * strata_process_list_end_thread:
 * @self: the list
 * @tid: a thread that has no events so far
 * @time_ns: when it ended
 *
 * Keeps the end of a thread, which the list may contain.
 */
void
strata_process_list_end_thread (StrataProcessList *self,
                                guint32 tid,
                                gint64 time_ns)
{
  if (g_hash_table_size (self->ends) < MAX_ENDS)
    g_hash_table_insert (self->ends, GUINT_TO_POINTER (tid), g_memdup2 (&time_ns, sizeof time_ns));
}

/**
 * strata_process_list_find_end:
 * @self: the list
 * @tid: a thread id
 *
 * Returns: when a thread ended that the list had before and that has no other events, or %STRATA_NO_TIME
 */
gint64
strata_process_list_find_end (const StrataProcessList *self,
                              guint32 tid)
{
  const gint64 *end_ns = g_hash_table_lookup (self->ends, GUINT_TO_POINTER (tid));
  const Entry *entry = find_entry (self, tid);

  return end_ns != NULL && entry != NULL && entry->seen_ns <= *end_ns ? *end_ns : STRATA_NO_TIME;
}

/**
 * strata_process_list_get_name:
 * @self: the list
 * @pid: a process
 *
 * Returns: (transfer none): its name according to the list, or an empty text
 */
StrataText
strata_process_list_get_name (const StrataProcessList *self,
                              guint32 pid)
{
  const Entry *entry = find_entry (self, pid);

  return entry != NULL ? entry->name : (StrataText){ "", 0 };
}

/**
 * strata_process_list_has_name:
 * @self: the list
 * @tid: a thread id
 *
 * Returns: whether the list has a name for the thread
 */
gboolean
strata_process_list_has_name (const StrataProcessList *self,
                              guint32 tid)
{
  const Entry *entry = find_entry (self, tid);

  return entry != NULL && entry->comm.n_bytes > 0;
}

/**
 * strata_process_list_add_fact:
 * @self: the list
 * @fact: facts about a process
 *
 * Adds facts about a process other than its name. Later calls win.
 */
void
strata_process_list_add_fact (StrataProcessList *self,
                              const StrataProcessFact *fact)
{
  const gboolean is_thread = fact->tid != STRATA_PROCESS_UNKNOWN;
  Entry *entry = find_entry (self, is_thread ? fact->tid : fact->pid);

  if (entry != NULL && fact->seen_ns != STRATA_NO_TIME)
    entry->seen_ns = MIN (entry->seen_ns, fact->seen_ns);
  if (entry != NULL && !is_thread && fact->name != STRATA_STRING_EMPTY)
    {
      entry->has_names = TRUE;
      entry->lacks_time = entry->lacks_time || fact->seen_ns == STRATA_NO_TIME;
    }

  *(StrataProcessFact *) strata_column_push (&self->facts, sizeof *fact) = *fact;
}

/* Splits a line at blanks. Returns the number of words, at most MAX_COLUMNS. */
static guint
split (StrataText line,
       StrataText words[MAX_COLUMNS])
{
  const char *end = line.text + line.n_bytes;
  const char *p = line.text;
  guint n = 0;

  while (n < MAX_COLUMNS)
    {
      while (p < end && g_ascii_isspace (*p))
        p++;
      if (p == end)
        break;

      const char *begin = p;

      while (p < end && !g_ascii_isspace (*p))
        p++;
      words[n++] = strata_text (begin, p);
    }

  return n;
}

static gboolean
take_header (StrataProcessList *self,
             const StrataText words[MAX_COLUMNS],
             guint n)
{
  Columns columns = { n, MAX_COLUMNS, MAX_COLUMNS, MAX_COLUMNS, MAX_COLUMNS, MAX_COLUMNS, MAX_COLUMNS, FALSE };

  for (guint i = n; i-- > 0;)
    {
      if (strata_text_equals (words[i], "PID"))
        columns.pid = i;
      else if (strata_text_equals (words[i], "TID"))
        columns.tid = i;
      else if (strata_text_equals (words[i], "CMD") || strata_text_equals (words[i], "COMM"))
        columns.comm = i;
      else if (strata_text_equals (words[i], "NAME") || strata_text_equals (words[i], "CMDLINE") || strata_text_equals (words[i], "ARGS"))
        columns.name = i;
      else if (strata_text_equals (words[i], "PPID"))
        columns.ppid = i;
      else if (strata_text_equals (words[i], "VSIZE"))
        columns.vsize = i;
    }

  if (columns.pid == MAX_COLUMNS || (columns.comm == MAX_COLUMNS && columns.name == MAX_COLUMNS))
    return FALSE;

  columns.is_toolbox = columns.vsize < MAX_COLUMNS && columns.tid == MAX_COLUMNS;
  self->n_toolbox_tables += columns.is_toolbox;
  self->columns = columns;
  return TRUE;
}

static gboolean
parse_id (StrataText word,
          guint32 *id)
{
  const char *end = word.text + word.n_bytes;
  guint64 value;

  if (strata_text_parse_uint (word.text, end, MAX_TID, &value) != end || value == 0)
    return FALSE;

  *id = (guint32) value;
  return TRUE;
}

/* Where the last word in brackets begins: such names may contain spaces. */
static const char *
find_bracket (const char *begin,
              const char *end)
{
  if (end > begin && end[-1] == ']')
    for (const char *p = end - 1; p > begin; p--)
      if (*p == '[' && p[-1] == ' ')
        return p;

  return NULL;
}

static const char *
skip_space_back (const char *begin,
                 const char *p)
{
  while (p > begin && g_ascii_isspace (p[-1]))
    p--;

  return p;
}

/* A word; for the last column, the rest of the line. */
static StrataText
get_field (const StrataProcessList *self,
           StrataText line,
           const StrataText words[MAX_COLUMNS],
           guint n,
           guint column)
{
  const char *end = skip_space_back (line.text, line.text + line.n_bytes);

  if (column >= n || column >= self->columns.n)
    return (StrataText){ "", 0 };

  const char *begin = words[column].text;
  const char *bracket = find_bracket (begin, end);

  if (column == self->columns.n - 1)
    return strata_text (bracket != NULL && self->columns.n > 1 && column == self->columns.comm && self->columns.name == column - 1 ? bracket : begin, end);
  if (column == self->columns.n - 2 && bracket != NULL)
    return strata_text (begin, skip_space_back (begin, bracket));

  return words[column];
}

static StrataText
get_name (const StrataProcessList *self,
          StrataText line,
          const StrataText words[MAX_COLUMNS],
          guint n)
{
  guint column = self->columns.name;

  if (self->columns.is_toolbox && column == self->columns.n - 1 && n > self->columns.n && words[column].n_bytes == 1)
    return strata_text (words[column + 1].text, skip_space_back (line.text, line.text + line.n_bytes));

  return get_field (self, line, words, n, column);
}

static guint32
get_number (const StrataText words[MAX_COLUMNS],
            guint n,
            guint column)
{
  guint64 value;

  if (column >= n || strata_text_parse_uint (words[column].text, words[column].text + words[column].n_bytes, G_MAXUINT32, &value) == NULL)
    return 0;

  return (guint32) value;
}

/* An entry that is only in the second table and as large as its parent is a thread of the parent. */
static gboolean
is_thread (const StrataProcessList *self,
           guint32 tid,
           guint32 ppid,
           guint32 vsize_kib)
{
  const guint parent = GPOINTER_TO_UINT (g_hash_table_lookup (self->by_tid, GUINT_TO_POINTER (ppid)));

  return self->n_toolbox_tables > 1 && parent > 0 && vsize_kib > 0 && !g_hash_table_contains (self->by_tid, GUINT_TO_POINTER (tid)) &&
         strata_column_at (&self->entries, Entry, parent - 1).vsize_kib == vsize_kib;
}

/* The main thread of a program is named after its file, that of an app after the end of its
 * package name. */
static StrataText
cut_comm (StrataText name)
{
  static const gsize most_bytes = 15;
  const char *end = name.text + name.n_bytes;
  const char *slash = name.n_bytes > 0 ? memrchr (name.text, '/', name.n_bytes) : NULL;

  if (slash != NULL)
    return strata_text (slash + 1, MIN (end, slash + 1 + most_bytes));

  return strata_text (end - MIN (name.n_bytes, most_bytes), end);
}

static void
take_toolbox (StrataProcessList *self,
              const StrataText words[MAX_COLUMNS],
              guint n,
              guint32 tid,
              StrataText name)
{
  static const StrataText nothing = { "", 0 };
  const guint32 ppid = get_number (words, n, self->columns.ppid);
  const guint32 vsize_kib = get_number (words, n, self->columns.vsize);

  if (is_thread (self, tid, ppid, vsize_kib))
    {
      tell (self, tid, ppid, name, nothing);
      return;
    }

  const guint32 pid = get_entry (self, tid)->pid;

  tell (self, tid, pid, pid == 0 ? cut_comm (name) : name, pid == 0 ? name : nothing);
  get_entry (self, tid)->vsize_kib = vsize_kib;
}

static gboolean
take_row (StrataProcessList *self,
          StrataText line,
          const StrataText words[MAX_COLUMNS],
          guint n)
{
  const Columns *columns = &self->columns;
  const gboolean has_tid = columns->tid < MAX_COLUMNS;
  guint32 pid;
  guint32 tid;

  if (columns->n == 0 || n + 1 < columns->n || columns->pid >= n || !parse_id (words[columns->pid], &pid))
    return FALSE;

  tid = pid;
  if (has_tid && (columns->tid >= n || !parse_id (words[columns->tid], &tid)))
    return FALSE;

  const StrataText comm = get_field (self, line, words, n, columns->comm);
  const StrataText name = get_name (self, line, words, n);

  if (columns->is_toolbox)
    take_toolbox (self, words, n, pid, name);
  else
    tell (self, tid, pid, comm, tid == pid ? name : (StrataText){ "", 0 });

  return TRUE;
}

/* Reads "/proc/PID/task/TID". */
static gboolean
take_path (StrataProcessList *self,
           StrataText line)
{
  static const char before[] = "/proc/";
  static const char between[] = "/task/";
  const char *end = skip_space_back (line.text, line.text + line.n_bytes);
  const char *p = line.text + strlen (before);
  guint64 pid;
  guint64 tid;

  if (line.n_bytes < strlen (before) || memcmp (line.text, before, strlen (before)) != 0)
    return FALSE;

  p = strata_text_parse_uint (p, end, MAX_TID, &pid);
  if (p == NULL || (gsize) (end - p) < strlen (between) || memcmp (p, between, strlen (between)) != 0)
    return FALSE;
  if (strata_text_parse_uint (p + strlen (between), end, MAX_TID, &tid) != end)
    return FALSE;

  tell (self, (guint32) tid, (guint32) pid, (StrataText){ "", 0 }, (StrataText){ "", 0 });
  return TRUE;
}

/**
 * strata_process_list_take_line:
 * @self: the list
 * @line: a line that is not an event, without leading blanks
 *
 * Reads a line of a list.
 *
 * Returns: whether it is such a line
 */
gboolean
strata_process_list_take_line (StrataProcessList *self,
                               StrataText line)
{
  StrataText words[MAX_COLUMNS];

  if (strata_text_equals ((StrataText){ line.text, (gsize) (skip_space_back (line.text, line.text + line.n_bytes) - line.text) }, "PROCESS DUMP"))
    return TRUE;
  if (take_path (self, line))
    return TRUE;

  const guint n = split (line, words);

  if (n > 2 && strata_text_equals (words[0], "USER") && take_header (self, words, n))
    return TRUE;

  return take_row (self, line, words, n);
}

/* The kernel keeps the first 15 bytes of a program's name, Android the last 15 of a package
 * name. */
static gboolean
is_cut_of (StrataText comm,
           StrataText name)
{
  const gboolean is_full = comm.n_bytes == 15;

  for (gsize at = 0; at + comm.n_bytes <= name.n_bytes; at++)
    {
      const gboolean is_head = at == 0 || name.text[at - 1] == '/';
      const gboolean is_tail = at + comm.n_bytes == name.n_bytes;

      if (((is_head && is_tail) || (is_full && (is_head || is_tail))) && memcmp (name.text + at, comm.text, comm.n_bytes) == 0)
        return TRUE;
    }

  return FALSE;
}

/* Android calls the main thread of the zygote, and of each app until it has a name, "main", which says nothing of
 * the process. */
static gboolean
is_unnamed (StrataText comm)
{
  return comm.n_bytes == 0 || strata_text_equals (comm, "main");
}

/* Whether the processes that an id has meant are named by what was seen at their times. */
static gboolean
is_named_by_time (const Entry *entry,
                  StrataEventTasks *tasks)
{
  return entry->has_names && !entry->lacks_time && (entry->suggested == 0 || entry->suggested == STRATA_SUGGESTION_NAME) && strata_event_tasks_is_process_reused (tasks, entry->tid);
}

/* If the main thread of a process now runs something else, the list is from another time. A certain
 * name is from the time of the capture, but does not apply to earlier processes with the id. */
static void
apply_name (const Entry *entry,
            StrataEventTasks *tasks)
{
  const StrataEventTaskRow *main_thread = strata_event_tasks_find (tasks, entry->tid);
  const StrataText comm = main_thread != NULL ? main_thread->comm : (StrataText){ "", 0 };
  const gboolean is_of_other = main_thread != NULL && main_thread->pid >= 0 && main_thread->pid != (gint64) entry->tid;
  const gboolean is_main = !is_of_other && (entry->pid == 0 || entry->pid == entry->tid);
  const StrataText name = entry->name.n_bytes > 0 || !is_main ? entry->name : entry->comm;
  const gboolean is_reused = entry->is_sure && strata_event_tasks_name_first_process (tasks, entry->tid, entry->first);
  const gboolean is_sure = entry->is_sure && (is_reused ? !is_equal (entry->first, name) : main_thread == NULL || main_thread->previous == 0);

  if (name.n_bytes > 0 && (is_sure || is_unnamed (comm) || is_equal (comm, entry->comm) || is_cut_of (comm, name)))
    strata_event_tasks_name_process (tasks, entry->tid, name);
}

static void
apply_first (const Entry *entry,
             StrataEventTasks *tasks,
             StrataEventTaskRow *row)
{
  strata_event_tasks_set_process (tasks, row, get_pid (entry, TRUE, FALSE), STRATA_EVENT_TRUST_LIST);
  if (row->comm.n_bytes == 0 && entry->old_comm.n_bytes > 0)
    strata_event_tasks_name (tasks, row, entry->old_comm, row->named_ns);
}

static void
apply_entry (const Entry *entry,
             StrataEventTasks *tasks)
{
  StrataEventTaskRow *row = strata_event_tasks_find (tasks, entry->tid);

  if (row == NULL)
    return;

  if (row->previous != 0)
    apply_first (entry, tasks, strata_event_tasks_find_first (tasks, entry->tid));

  strata_event_tasks_set_process (tasks, row, get_pid (entry, row->previous == 0, TRUE), STRATA_EVENT_TRUST_LIST);
  if (row->comm.n_bytes == 0)
    strata_event_tasks_name (tasks, row, entry->comm, row->named_ns);
  else if (row->previous == 0 && entry->comm.n_bytes > 0 && (entry->is_own || is_cut_of (row->comm, entry->comm)))
    strata_event_tasks_set_name (tasks, row, entry->comm);
}

/**
 * strata_process_list_apply:
 * @self: the list
 * @tasks: all threads of the capture
 *
 * Names threads and processes that the capture has not named, and sets the processes of
 * threads. Threads that exist only in the list are left out.
 */
void
strata_process_list_apply (const StrataProcessList *self,
                           StrataEventTasks *tasks)
{
  StrataEventTaskRow *idle = self->idle.n_bytes > 0 ? strata_event_tasks_find (tasks, 0) : NULL;

  if (idle != NULL && idle->comm.n_bytes == 0)
    strata_event_tasks_name (tasks, idle, self->idle, idle->named_ns);

  for (gsize i = 0; i < self->entries.n; i++)
    apply_entry (&strata_column_at (&self->entries, Entry, i), tasks);

  for (gsize i = 0; i < self->entries.n; i++)
    if (!is_named_by_time (&strata_column_at (&self->entries, Entry, i), tasks))
      apply_name (&strata_column_at (&self->entries, Entry, i), tasks);
}

static StrataText
get_text (const StrataStringPool *strings,
          guint32 id)
{
  const char *text = strata_string_pool_get (strings, id);

  return (StrataText){ text, strlen (text) };
}

/* Later facts about a thread id may be about another thread. */
static void
apply_thread (const StrataProcessFact *fact,
              StrataEventTasks *tasks,
              const StrataStringPool *strings)
{
  if (strata_event_tasks_find (tasks, fact->tid) == NULL || fact->seen_ns == STRATA_NO_TIME)
    return;

  StrataEventTaskRow *row = strata_event_tasks_get_at (tasks, fact->tid, fact->seen_ns);

  strata_event_tasks_set_process (tasks, row, fact->pid, STRATA_EVENT_TRUST_LIST);
  if (row->comm.n_bytes == 0 && row->pid == fact->pid)
    strata_event_tasks_name (tasks, row, get_text (strings, fact->name), row->named_ns);
}

/* What a process was called when it was seen. It may have been renamed since. */
static void
apply_name_at (const StrataProcessFact *fact,
               StrataEventTasks *tasks,
               StrataTraceBuilder *builder,
               guint32 process)
{
  const StrataText name = get_text (strata_trace_builder_get_strings (builder), fact->name);
  const StrataEventTaskRow *row = strata_event_tasks_find_at (tasks, fact->pid, fact->seen_ns);
  const StrataEventTaskRow *main_thread = row != NULL && row->pid == fact->pid ? row : NULL;
  const StrataText comm = main_thread != NULL ? main_thread->comm : (StrataText){ "", 0 };
  const gboolean is_sure = fact->is_sure && (main_thread == NULL || fact->seen_ns >= main_thread->renamed_ns);

  if (name.n_bytes > 0 && (is_sure || is_unnamed (comm) || is_cut_of (comm, name)))
    strata_trace_builder_name_process (builder, process, fact->name);
}

static void
set_strings (StrataTraceBuilder *builder,
             guint32 process,
             const StrataProcessFact *fact)
{
  if (fact->command != STRATA_STRING_EMPTY)
    strata_trace_builder_set_command_line (builder, process, fact->command);
  if (fact->labels != STRATA_STRING_EMPTY)
    strata_trace_builder_set_process_labels (builder, process, fact->labels);
}

static void
apply_fact (const StrataProcessList *self,
            const StrataProcessFact *fact,
            StrataEventTasks *tasks,
            StrataTraceBuilder *builder)
{
  const guint32 process = strata_event_tasks_find_process_at (tasks, fact->pid, fact->seen_ns);

  if (process == STRATA_NONE)
    return;

  const Entry *entry = find_entry (self, fact->pid);
  const guint32 parent = strata_event_tasks_find_process_at (tasks, fact->ppid, fact->seen_ns);

  if (parent != STRATA_NONE && parent != process)
    strata_trace_builder_set_process_parent (builder, process, parent);
  if (fact->uid >= 0)
    strata_trace_builder_set_process_uid (builder, process, (guint32) fact->uid);
  set_strings (builder, process, fact);
  if (fact->start_ns != STRATA_NO_TIME)
    strata_trace_builder_start_process (builder, process, fact->start_ns);
  if (entry != NULL && is_named_by_time (entry, tasks))
    apply_name_at (fact, tasks, builder, process);
}

/* Later facts win, and those of lists. */
static int
compare_facts (gconstpointer a,
               gconstpointer b,
               gpointer user_data)
{
  const StrataProcessFact *left = a;
  const StrataProcessFact *right = b;

  if (left->is_own != right->is_own)
    return left->is_own ? -1 : 1;

  return (left->seen_ns > right->seen_ns) - (left->seen_ns < right->seen_ns);
}

/**
 * strata_process_list_apply_facts:
 * @self: the list
 * @tasks: the threads of the capture, whose processes are known
 * @builder: the builder of these processes
 *
 * Sets the users, parents and start times of the capture's processes, and the names of those that share an id.
 */
void
strata_process_list_apply_facts (StrataProcessList *self,
                                 StrataEventTasks *tasks,
                                 StrataTraceBuilder *builder)
{
  g_qsort_with_data (self->facts.data, (int) self->facts.n, sizeof (StrataProcessFact), compare_facts, NULL);

  for (gsize i = 0; i < self->facts.n; i++)
    if (strata_column_at (&self->facts, StrataProcessFact, i).tid != STRATA_PROCESS_UNKNOWN)
      apply_thread (&strata_column_at (&self->facts, StrataProcessFact, i), tasks, strata_trace_builder_get_strings (builder));

  for (gsize i = 0; i < self->facts.n; i++)
    if (strata_column_at (&self->facts, StrataProcessFact, i).tid == STRATA_PROCESS_UNKNOWN)
      apply_fact (self, &strata_column_at (&self->facts, StrataProcessFact, i), tasks, builder);
}

/* What is only in the list: processes by id. */
typedef struct
{
  const StrataProcessList *list;
  StrataEventTasks *tasks;
  StrataTraceBuilder *builder;
  StrataStringPool *strings;
  GHashTable *processes; /* pid -> index + 1 */
} Rest;

static guint32
intern_rest (const Rest *rest,
             StrataText text)
{
  return strata_string_pool_intern (rest->strings, text.text, text.n_bytes);
}

/* The process that has an id, with or without events, or STRATA_NONE. */
static guint32
find_any_process (const Rest *rest,
                  guint32 pid)
{
  const guint32 busy = strata_event_tasks_find_process_at (rest->tasks, pid, STRATA_NO_TIME);

  return busy != STRATA_NONE ? busy : GPOINTER_TO_UINT (g_hash_table_lookup (rest->processes, GUINT_TO_POINTER (pid))) - 1;
}

static guint32
get_any_process (const Rest *rest,
                 guint32 pid)
{
  const guint32 known = find_any_process (rest, pid);

  if (known != STRATA_NONE)
    return known;

  const guint32 process = strata_trace_builder_list_process (rest->builder, pid, intern_rest (rest, strata_process_list_get_name (rest->list, pid)));

  g_hash_table_insert (rest->processes, GUINT_TO_POINTER (pid), GUINT_TO_POINTER (process + 1));
  return process;
}

static void
list_entry (const Rest *rest,
            const Entry *entry)
{
  if (entry->tid == 0 || (entry->pid == entry->tid && entry->name.n_bytes == 0 && entry->comm.n_bytes == 0))
    return;

  const gint64 *known_end = g_hash_table_lookup (rest->list->ends, GUINT_TO_POINTER (entry->tid));
  const gint64 end_ns = known_end != NULL ? *known_end : STRATA_NO_TIME;
  const guint32 process = entry->pid != 0 ? get_any_process (rest, entry->pid) : STRATA_NONE;

  if (entry->pid == entry->tid && (process & STRATA_LISTED) != 0)
    strata_trace_builder_get_listed_process (rest->builder, process)->end_ns = end_ns;
  if (strata_event_tasks_find (rest->tasks, entry->tid) == NULL)
    strata_trace_builder_list_thread (rest->builder, entry->tid, process, intern_rest (rest, entry->comm), end_ns);
}

static void
list_parent (const Rest *rest,
             guint32 process,
             guint32 ppid)
{
  if (ppid == STRATA_PROCESS_UNKNOWN)
    return;

  const guint32 idle = ppid == 0 && find_any_process (rest, 0) == STRATA_NONE ? STRATA_LISTED_IDLE : STRATA_NONE;
  const guint32 parent = idle != STRATA_NONE ? idle : get_any_process (rest, ppid);

  if (parent == process)
    return;
  if ((process & STRATA_LISTED) != 0)
    strata_trace_builder_get_listed_process (rest->builder, process)->parent = parent;
  else if ((parent & STRATA_LISTED) != 0)
    strata_trace_builder_set_listed_parent (rest->builder, process, parent);
}

/* A process may have been seen between two others with its id. */
static guint32
find_process_of (const Rest *rest,
                 const StrataProcessFact *fact)
{
  const guint32 busy = strata_event_tasks_find_process_at (rest->tasks, fact->pid, fact->seen_ns);
  const guint32 known = busy != STRATA_NONE ? busy : GPOINTER_TO_UINT (g_hash_table_lookup (rest->processes, GUINT_TO_POINTER (fact->pid))) - 1;

  if (known != STRATA_NONE || fact->name == STRATA_STRING_EMPTY)
    return known;

  const guint32 process = strata_trace_builder_list_process (rest->builder, fact->pid, fact->name);

  g_hash_table_insert (rest->processes, GUINT_TO_POINTER (fact->pid), GUINT_TO_POINTER (process + 1));
  return process;
}

static void
list_fact (const Rest *rest,
           const StrataProcessFact *fact)
{
  const guint32 process = fact->tid == STRATA_PROCESS_UNKNOWN ? find_process_of (rest, fact) : STRATA_NONE;

  if (process == STRATA_NONE)
    return;

  list_parent (rest, process, fact->ppid);
  if ((process & STRATA_LISTED) == 0)
    return;

  StrataProcess *row = strata_trace_builder_get_listed_process (rest->builder, process);

  row->uid = fact->uid >= 0 ? fact->uid : row->uid;
  row->start_ns = fact->start_ns != STRATA_NO_TIME ? fact->start_ns : row->start_ns;
  set_strings (rest->builder, process, fact);
}

/**
 * strata_process_list_apply_rest:
 * @self: the list
 * @tasks: the threads of the capture, whose processes are known
 * @builder: the builder of these processes
 *
 * Adds processes and threads without events, which only SQL shows.
 */
void
strata_process_list_apply_rest (const StrataProcessList *self,
                                StrataEventTasks *tasks,
                                StrataTraceBuilder *builder)
{
  const Rest rest = { self, tasks, builder, strata_trace_builder_get_strings (builder), g_hash_table_new (NULL, NULL) };

  for (gsize i = 0; i < self->entries.n; i++)
    list_entry (&rest, &strata_column_at (&self->entries, Entry, i));
  for (gsize i = 0; i < self->facts.n; i++)
    list_fact (&rest, &strata_column_at (&self->facts, StrataProcessFact, i));

  strata_trace_builder_list_main_threads (builder);
  g_hash_table_unref (rest.processes);
}
