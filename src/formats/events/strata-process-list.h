/* strata-process-list.h - lists of the threads that existed around the time of a capture
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-event-tasks.h"

G_BEGIN_DECLS

/* Facts about a process or a thread in a list. */
typedef struct
{
  guint32 pid;      /* a process id */
  guint32 tid;      /* the id of a thread of the process, if the fact is about a thread; else STRATA_PROCESS_UNKNOWN */
  guint32 ppid;     /* the id of the process that started it, or STRATA_PROCESS_UNKNOWN */
  gint64 uid;       /* the user that it runs as, or -1 */
  gint64 start_ns;  /* when it was started, or STRATA_NO_TIME */
  gint64 seen_ns;   /* when this was true, because ids are reused; STRATA_NO_TIME for the end of the trace */
  guint32 name;     /* string id of its name at that time, or the empty string; only needed if the id is used again */
  gboolean is_sure; /* whether a process has that name even if its main thread has another one */
  gboolean is_own;  /* whether the process says this itself, which counts less */
  guint32 command;  /* string id of its command line, or the empty string */
  guint32 labels;   /* string id of its labels, or the empty string */
} StrataProcessFact;

#define STRATA_PROCESS_UNKNOWN G_MAXUINT32
#define STRATA_PROCESS_FACT_INIT                                                                                                                                                            \
  {                                                                                                                                                                                         \
    STRATA_PROCESS_UNKNOWN, STRATA_PROCESS_UNKNOWN, STRATA_PROCESS_UNKNOWN, -1, STRATA_NO_TIME, STRATA_NO_TIME, STRATA_STRING_EMPTY, FALSE, FALSE, STRATA_STRING_EMPTY, STRATA_STRING_EMPTY \
  }

/**
 * StrataSuggestion:
 * @STRATA_SUGGESTION_TYPE: the type of a program, used if it has no name
 * @STRATA_SUGGESTION_NAME: what a program says is its name
 * @STRATA_SUGGESTION_ROLE: the part of a program that a process is, if that says more than its name
 *
 * Kinds of names that programs give their process, from the weakest.
 */
typedef enum
{
  STRATA_SUGGESTION_TYPE = 1,
  STRATA_SUGGESTION_NAME,
  STRATA_SUGGESTION_ROLE,
} StrataSuggestion;

typedef struct _StrataProcessList StrataProcessList;

StrataProcessList *strata_process_list_new (void);
void strata_process_list_free (StrataProcessList *self);
gboolean strata_process_list_is_list (const char *data, gsize n_bytes);
gboolean strata_process_list_take_line (StrataProcessList *self, StrataText line);
void strata_process_list_add_thread (StrataProcessList *self, guint32 tid, guint32 pid, StrataText comm);
void strata_process_list_add_process (StrataProcessList *self, guint32 pid, StrataText name);
void strata_process_list_suggest_process (StrataProcessList *self, guint32 pid, StrataText name, StrataSuggestion rank);
void strata_process_list_add (StrataProcessList *self, guint32 tid, guint32 pid, StrataText comm, StrataText name);
gint64 strata_process_list_find_process_of (const StrataProcessList *self, const StrataEventTaskRow *row, gboolean is_latest);
StrataText strata_process_list_get_name (const StrataProcessList *self, guint32 pid);
gboolean strata_process_list_has_name (const StrataProcessList *self, guint32 tid);
gint64 strata_process_list_find_process (const StrataProcessList *self, guint32 tid);
gint64 strata_process_list_find_end (const StrataProcessList *self, guint32 tid);
void strata_process_list_end_thread (StrataProcessList *self, guint32 tid, gint64 time_ns);
void strata_process_list_add_fact (StrataProcessList *self, const StrataProcessFact *fact);
void strata_process_list_apply (const StrataProcessList *self, StrataEventTasks *tasks);
void strata_process_list_apply_facts (StrataProcessList *self, StrataEventTasks *tasks, StrataTraceBuilder *builder);
void strata_process_list_apply_rest (const StrataProcessList *self, StrataEventTasks *tasks, StrataTraceBuilder *builder);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataProcessList, strata_process_list_free)

G_END_DECLS
