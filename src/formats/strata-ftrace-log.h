/* strata-ftrace-log.h - what a capture says, kept until all of it is read
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * StrataFtraceTokenKind:
 * @STRATA_FTRACE_TOKEN_END: a call ends; `name` is the number of the line
 * @STRATA_FTRACE_TOKEN_BEGIN: a call without attributes begins
 * @STRATA_FTRACE_TOKEN_METHOD: perhaps a method is entered or left, or has a number for a name; else a call without attributes begins
 * @STRATA_FTRACE_TOKEN_WAKE: `name` is the waking thread or %STRATA_NONE
 * @STRATA_FTRACE_TOKEN_RUNNING: the thread is seen on the CPU `name`
 * @STRATA_FTRACE_TOKEN_BLOCKED: `name` is the string id of the function in which the thread waited
 * @STRATA_FTRACE_TOKEN_EXIT: the thread exits
 * @STRATA_FTRACE_TOKEN_BEGIN_ATTRS: a call begins; `extra` is the id of its attributes
 * @STRATA_FTRACE_TOKEN_ASYNC_BEGIN: `value` is the cookie, `extra` the id of the attributes
 * @STRATA_FTRACE_TOKEN_ASYNC_END: `value` is the cookie, `extra` the number of the line
 * @STRATA_FTRACE_TOKEN_TRACK_BEGIN: `value` is the cookie, `extra` the string id of the track
 * @STRATA_FTRACE_TOKEN_TRACK_END: `name` is the track, `value` the cookie, `extra` the number of the line
 * @STRATA_FTRACE_TOKEN_COUNTER: `value` is the value
 * @STRATA_FTRACE_TOKEN_INSTANT: `extra` is the string id of the track, or 0
 * @STRATA_FTRACE_TOKEN_SWITCH: `value` is the CPU, `process` the end state, `extra` the next thread
 * @STRATA_FTRACE_TOKEN_LOSS: events of the CPU `name` are missing up to `value`, ns; `process` and `extra` are the two halves of how many
 * @STRATA_FTRACE_TOKEN_KERNEL_BEGIN: a slice of the kernel begins; the flags are its #StrataFtraceLane, `process` its owner, `value` its cookie, `extra` the id of the attributes
 * @STRATA_FTRACE_TOKEN_KERNEL_END: it ends
 * @STRATA_FTRACE_TOKEN_KERNEL_NEXT: it ends if there is one, and another begins if `name` is not empty
 * @STRATA_FTRACE_TOKEN_CPU_COUNTER: `process` is the CPU, `value` the value
 * @STRATA_FTRACE_TOKEN_BINDER: `value` is the transaction, `process` the id of the process that it goes to, `extra` the id of the attributes
 * @STRATA_FTRACE_TOKEN_BINDER_RECEIVED: `value` is the transaction
 * @STRATA_FTRACE_TOKEN_BINDER_FAILED: the latest call of the thread has failed
 *
 * Kinds of tokens. Those after EXIT take twice the memory.
 */
typedef enum
{
  STRATA_FTRACE_TOKEN_END,
  STRATA_FTRACE_TOKEN_BEGIN,
  STRATA_FTRACE_TOKEN_METHOD,
  STRATA_FTRACE_TOKEN_WAKE,
  STRATA_FTRACE_TOKEN_RUNNING,
  STRATA_FTRACE_TOKEN_BLOCKED,
  STRATA_FTRACE_TOKEN_EXIT,
  STRATA_FTRACE_TOKEN_BEGIN_ATTRS,
  STRATA_FTRACE_TOKEN_ASYNC_BEGIN,
  STRATA_FTRACE_TOKEN_ASYNC_END,
  STRATA_FTRACE_TOKEN_TRACK_BEGIN,
  STRATA_FTRACE_TOKEN_TRACK_END,
  STRATA_FTRACE_TOKEN_COUNTER,
  STRATA_FTRACE_TOKEN_INSTANT,
  STRATA_FTRACE_TOKEN_SWITCH,
  STRATA_FTRACE_TOKEN_LOSS,
  STRATA_FTRACE_TOKEN_KERNEL_BEGIN,
  STRATA_FTRACE_TOKEN_KERNEL_END,
  STRATA_FTRACE_TOKEN_KERNEL_NEXT,
  STRATA_FTRACE_TOKEN_CPU_COUNTER,
  STRATA_FTRACE_TOKEN_BINDER,
  STRATA_FTRACE_TOKEN_BINDER_RECEIVED,
  STRATA_FTRACE_TOKEN_BINDER_FAILED,
} StrataFtraceTokenKind;

/* Flags of a token: 4 bits. */
#define STRATA_FTRACE_TOKEN_MAYBE_HITRACE 1
#define STRATA_FTRACE_TOKEN_OLD 2
#define STRATA_FTRACE_TOKEN_CUT 4
#define STRATA_FTRACE_TOKEN_HALF_LEVEL 8 /* of BEGIN */
#define STRATA_FTRACE_TOKEN_INTERRUPT 1  /* of WAKE: an interrupt does it */
#define STRATA_FTRACE_TOKEN_IO 1         /* of BLOCKED and SWITCH: for block I/O */
#define STRATA_FTRACE_TOKEN_REPLY 1      /* of BINDER */
#define STRATA_FTRACE_TOKEN_ONE_WAY 2    /* of BINDER: nothing answers it */
#define STRATA_FTRACE_TOKEN_NO_IO 2      /* of SWITCH: surely not for block I/O */

/* Threads above this do not fit; there are never as many ids in a kernel. */
#define STRATA_FTRACE_TOKEN_MAX_THREAD 0x7ffffe

/**
 * StrataFtraceToken:
 * @time_ns: when
 * @kind: #StrataFtraceTokenKind
 * @flags: of STRATA_FTRACE_TOKEN_…
 * @thread: index of the thread, or %STRATA_NONE
 * @name: string id of the name
 * @process: index of the process
 * @extra: by kind
 * @value: by kind
 * @input: index of the file that it is of; only read back
 *
 * One thing that happened.
 */
typedef struct
{
  gint64 time_ns;
  gint64 value;
  guint32 kind;
  guint32 flags;
  guint32 thread;
  guint32 name;
  guint32 process;
  guint32 extra;
  guint32 input;
} StrataFtraceToken;

typedef struct _StrataFtraceLog StrataFtraceLog;

StrataFtraceLog *strata_ftrace_log_new (void);
void strata_ftrace_log_free (StrataFtraceLog *self);
void strata_ftrace_log_begin_input (StrataFtraceLog *self, guint32 input);
void strata_ftrace_log_push (StrataFtraceLog *self, const StrataFtraceToken *token);
void strata_ftrace_log_push_call (StrataFtraceLog *self, StrataFtraceTokenKind kind, gint64 time_ns, guint32 thread, guint32 name);
void strata_ftrace_log_rename_last (StrataFtraceLog *self, guint32 name);
guint32 strata_ftrace_log_get_last_name (const StrataFtraceLog *self);
gboolean strata_ftrace_log_is_in_order (const StrataFtraceLog *self);
gboolean strata_ftrace_log_follow (StrataFtraceLog *self, gboolean has_ended, StrataFtraceToken *token);
gboolean strata_ftrace_log_pop (StrataFtraceLog *self, StrataFtraceToken *token);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataFtraceLog, strata_ftrace_log_free)

G_END_DECLS
