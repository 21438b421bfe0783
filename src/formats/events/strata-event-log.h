/* strata-event-log.h - the tokens of a capture, kept until all of it is read
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <string.h>

#include "strata-span.h"

G_BEGIN_DECLS

/* Kinds of tokens. Kinds after EXIT have more fields. */
typedef enum
{
  STRATA_EVENT_TOKEN_END,   /* a call ends; `name` is the number of the line */
  STRATA_EVENT_TOKEN_BEGIN, /* a call without attributes begins */
  /* may be the entry or exit of a method, or a call named by the number of a method; otherwise a
   * call without attributes begins */
  STRATA_EVENT_TOKEN_METHOD,
  STRATA_EVENT_TOKEN_WAKE,    /* `name` is the waking thread or STRATA_NONE */
  STRATA_EVENT_TOKEN_RUNNING, /* the thread was seen on the CPU `name` */
  STRATA_EVENT_TOKEN_BLOCKED, /* `name` is the string id of the function in which the thread waited */
  /* `name` is the id of the attributes of the TRACK_BEGIN or INSTANT that follows, or of more
   * attributes for the END or TRACK_END that follows */
  STRATA_EVENT_TOKEN_ATTRS,
  STRATA_EVENT_TOKEN_UNKNOWN,     /* the state of the thread is not known from now on */
  STRATA_EVENT_TOKEN_EXIT,        /* the thread exits */
  STRATA_EVENT_TOKEN_BEGIN_ATTRS, /* a call begins; `extra` is the id of its attributes */
  STRATA_EVENT_TOKEN_ASYNC_BEGIN, /* `value` is the cookie, `extra` the id of the attributes */
  STRATA_EVENT_TOKEN_ASYNC_END,   /* `value` is the cookie, `extra` the number of the line */
  STRATA_EVENT_TOKEN_TRACK_BEGIN, /* `value` is the cookie, `extra` the string id of the track */
  STRATA_EVENT_TOKEN_TRACK_END,   /* `name` is the track, `value` the cookie, `extra` the number of the line */
  STRATA_EVENT_TOKEN_COUNTER,     /* `value` is the value, or the bits of one with a fraction */
  STRATA_EVENT_TOKEN_INSTANT,     /* `extra` is the string id of the track, or 0; `value` is 0 or what it is in, see below */
  /* `value` is the CPU, `process` the end state, `extra` the next thread, `name` the ranks of
   * both, that of the next times 256 */
  STRATA_EVENT_TOKEN_SWITCH,
  /* events of the CPU `name` are missing up to `value`, ns; `process` and `extra` are the two
   * halves of their number */
  STRATA_EVENT_TOKEN_LOSS,
  /* a slice of the kernel begins; the flags are its StrataEventLane, `process` its owner, `value`
   * its cookie, `extra` the id of the attributes */
  STRATA_EVENT_TOKEN_KERNEL_BEGIN,
  STRATA_EVENT_TOKEN_KERNEL_END, /* it ends; `extra` is STRATA_EVENT_TOKEN_IS_CUT if it is over without an end event */
  /* it ends if one is open, and another begins if `name` is not empty; for system calls this and
   * the end have `value` 1 if the event has the name */
  STRATA_EVENT_TOKEN_KERNEL_NEXT,
  /* `extra` is the id of more attributes of the latest one that is open; the rest as in
   * KERNEL_BEGIN */
  STRATA_EVENT_TOKEN_KERNEL_DESCRIBE,
  STRATA_EVENT_TOKEN_CPU_COUNTER, /* `process` is the CPU, `value` the value */
  /* `value` is the transaction, `process` the id of its target process, `extra` the id of the
   * attributes */
  STRATA_EVENT_TOKEN_BINDER,
  STRATA_EVENT_TOKEN_BINDER_RECEIVED, /* `value` is the transaction */
  STRATA_EVENT_TOKEN_BINDER_FAILED,   /* the latest call of the thread has failed */
  STRATA_EVENT_TOKEN_MEMORY,          /* the process of the thread uses `value` bytes of one kind of memory; `extra` is the mm_id */
  STRATA_EVENT_TOKEN_CPU_TIME,        /* the CPU clock of the thread shows `value` */
  STRATA_EVENT_TOKEN_DESCRIBE,        /* `extra` is the id of more attributes of the innermost call of the thread */
  STRATA_EVENT_TOKEN_LASTS,           /* the ASYNC_BEGIN or TRACK_BEGIN that follows is known to last for `value` ns if nothing ends it */
  STRATA_EVENT_TOKEN_NOTHING,         /* a token that was taken back */
  STRATA_EVENT_TOKEN_BASE,            /* the base of the times that follow; only the log itself sees it */
} StrataEventTokenKind;

/* Flags of a token: 4 bits. */
#define STRATA_EVENT_TOKEN_MAYBE_HITRACE 1
#define STRATA_EVENT_TOKEN_OLD 2
#define STRATA_EVENT_TOKEN_CUT 4
#define STRATA_EVENT_TOKEN_HALF_LEVEL 8 /* of BEGIN */
#define STRATA_EVENT_TOKEN_NO_COOKIE 8  /* of ASYNC_BEGIN and ASYNC_END: the length limit cut off the cookie; `value` is its first digits, or 0; of TRACK_BEGIN: the cookie is our own */
#define STRATA_EVENT_TOKEN_APART 2      /* of ASYNC_… and TRACK_…: the name had the HiTrace prefix, or the cookie is text; it never pairs with a token without this flag */
#define STRATA_EVENT_TOKEN_REAL 8       /* of COUNTER: the value has a fraction */
#define STRATA_EVENT_TOKEN_OF_THREAD 2  /* of MEMORY: `extra` is the thread id */
#define STRATA_EVENT_TOKEN_INTERRUPT 1  /* of WAKE: by an interrupt */
#define STRATA_EVENT_TOKEN_IO 1         /* of BLOCKED and SWITCH: waits for block I/O */
#define STRATA_EVENT_TOKEN_REPLY 1      /* of BINDER */
#define STRATA_EVENT_TOKEN_ONE_WAY 2    /* of BINDER: without a reply */
#define STRATA_EVENT_TOKEN_ONE_SWITCH 1 /* of LOSS: only one switch is missing */
#define STRATA_EVENT_TOKEN_NEXT 1       /* of DESCRIBE: applies to the next call that begins */
#define STRATA_EVENT_TOKEN_SAMPLED 2    /* of DESCRIBE: the call was seen in samples; no attributes */
#define STRATA_EVENT_TOKEN_OF_CALL 1    /* of CPU_TIME: `value` is the duration of the next call */
#define STRATA_EVENT_TOKEN_NO_IO 2      /* of SWITCH: certainly not waiting for block I/O */

/* `value` of INSTANT: the number of its stack, from 1; from this bit on, how many slices are open there; and whether it is in the
 * instant before it */
#define STRATA_EVENT_TOKEN_DEPTH_SHIFT 32
#define STRATA_EVENT_TOKEN_IN_INSTANT (G_GINT64_CONSTANT (1) << 62)

#define STRATA_EVENT_TOKEN_IS_CUT 1 /* `extra` of KERNEL_END */

/* Larger thread indices do not fit; no kernel has that many ids. */
#define STRATA_EVENT_TOKEN_MAX_THREAD 0x7ffffe

/* One thing that happened. */
typedef struct
{
  gint64 time_ns;  /* when */
  gint64 value;    /* by kind */
  guint32 kind;    /* StrataEventTokenKind */
  guint32 flags;   /* of STRATA_EVENT_TOKEN_… */
  guint32 thread;  /* index of the thread, or STRATA_NONE */
  guint32 name;    /* string id of the name */
  guint32 process; /* index of the process */
  guint32 extra;   /* by kind */
} StrataEventToken;

/**
 * StrataEventSpan:
 * @at: the next token
 * @end: the end of the last token
 * @base_ns: the base of times
 * @input: index of the file of the tokens
 *
 * Tokens in order, to be read with [func@Strata.EventSpan.next].
 */
typedef struct
{
  const guint32 *at;
  const guint32 *end;
  gint64 base_ns;
  guint32 input;
} StrataEventSpan;

/* Tokens in the order of the file. The write position is public, so that the reader can write a
 * token inline: a function call took twice as long. */
typedef struct
{
  guint32 *next;                    /* nullable: where the next token is written */
  guint32 *end;                     /* nullable: the end of the space for tokens; equal to @next if the next token takes the slow path */
  guint32 *last;                    /* nullable: the latest token */
  gint64 last_ns;                   /* its time */
  gint64 base_ns;                   /* the base of times */
  struct _StrataEventLogRest *rest; /* owned: everything else */
} StrataEventLog;

StrataEventLog *strata_event_log_new (void);
void strata_event_log_free (StrataEventLog *self);
void strata_event_log_begin_input (StrataEventLog *self, guint32 input);
void strata_event_log_make_room (StrataEventLog *self, gint64 time_ns, guint32 n_words);
void strata_event_log_push (StrataEventLog *self, const StrataEventToken *token);
void strata_event_log_rename_last (StrataEventLog *self, guint32 name);
guint32 strata_event_log_get_last_name (const StrataEventLog *self);
void strata_event_log_take_back (guint32 *words, StrataEventToken *token);
gboolean strata_event_log_pop (StrataEventLog *self, StrataEventSpan *span);

#define STRATA_EVENT_TOKEN_THREAD_BITS 23
#define STRATA_EVENT_TOKEN_FLAG_BITS 4

/* A token is one word with kind, flags and thread, one with the time since the base, and one with the name. */
#define STRATA_EVENT_TOKEN_WORDS 3

/* Kinds after EXIT also have a value, a process and an extra word. Most of these are 0, or the value is a small number: bits above the
 * name show which words follow, in this order. */
#define STRATA_EVENT_TOKEN_NAME_BITS 27
#define STRATA_EVENT_TOKEN_HAS_NAME (1u << 31)    /* the name does not fit: it is a word of its own */
#define STRATA_EVENT_TOKEN_HAS_LOW (1u << 30)     /* the low half of the value */
#define STRATA_EVENT_TOKEN_HAS_HIGH (1u << 29)    /* the high half of the value */
#define STRATA_EVENT_TOKEN_HAS_PROCESS (1u << 28) /* the process */
#define STRATA_EVENT_TOKEN_HAS_EXTRA (1u << 27)   /* the extra word */

static inline guint32
strata_event_token_pack (guint32 kind,
                         guint32 flags,
                         guint32 thread)
{
  return kind << (STRATA_EVENT_TOKEN_THREAD_BITS + STRATA_EVENT_TOKEN_FLAG_BITS) | flags << STRATA_EVENT_TOKEN_THREAD_BITS |
         (thread & ((1u << STRATA_EVENT_TOKEN_THREAD_BITS) - 1));
}

static inline guint32
strata_event_token_get_kind (guint32 word)
{
  return word >> (STRATA_EVENT_TOKEN_THREAD_BITS + STRATA_EVENT_TOKEN_FLAG_BITS);
}

/* Reads the fields that only kinds after EXIT have, and their name. Returns the end of the token. */
static inline const guint32 *
strata_event_token_unpack_wide (const guint32 *words,
                                StrataEventToken *token)
{
  const guint32 parts = words[2];
  const guint32 *at = words + STRATA_EVENT_TOKEN_WORDS;

  token->name = (parts & STRATA_EVENT_TOKEN_HAS_NAME) != 0 ? *at++ : parts & ((1u << STRATA_EVENT_TOKEN_NAME_BITS) - 1);
  guint64 value = (parts & STRATA_EVENT_TOKEN_HAS_LOW) != 0 ? *at++ : 0;
  value |= (parts & STRATA_EVENT_TOKEN_HAS_HIGH) != 0 ? (guint64) *at++ << 32 : 0;
  token->value = (gint64) value;
  token->process = (parts & STRATA_EVENT_TOKEN_HAS_PROCESS) != 0 ? *at++ : 0;
  token->extra = (parts & STRATA_EVENT_TOKEN_HAS_EXTRA) != 0 ? *at++ : 0;
  return at;
}

/* Reads a token, except for its time and file; fields that its kind does not use keep their value. Returns the end of the token. */
static inline const guint32 *
strata_event_token_unpack (const guint32 *words,
                           StrataEventToken *token)
{
  const guint32 thread = words[0] & ((1u << STRATA_EVENT_TOKEN_THREAD_BITS) - 1);

  token->kind = strata_event_token_get_kind (words[0]);
  token->flags = words[0] >> STRATA_EVENT_TOKEN_THREAD_BITS & ((1u << STRATA_EVENT_TOKEN_FLAG_BITS) - 1);
  token->thread = thread > STRATA_EVENT_TOKEN_MAX_THREAD ? STRATA_NONE : thread;
  if (token->kind > STRATA_EVENT_TOKEN_EXIT)
    return strata_event_token_unpack_wide (words, token);

  token->name = words[2];
  return words + STRATA_EVENT_TOKEN_WORDS;
}

/* Reads the base if it comes next. Returns the token itself, after any base. */
static inline const guint32 *
strata_event_token_see_base (const guint32 *words,
                             gint64 *base_ns)
{
  if (G_LIKELY (strata_event_token_get_kind (words[0]) != STRATA_EVENT_TOKEN_BASE))
    return words;

  memcpy (base_ns, words + 1, sizeof *base_ns);
  return words + STRATA_EVENT_TOKEN_WORDS;
}

/* The sum may wrap: times are as written and may have any value. */
static inline gint64
strata_event_token_get_time (const guint32 *words,
                             gint64 base_ns)
{
  return (gint64) ((guint64) base_ns + words[1]);
}

/**
 * strata_event_span_next:
 * @self: a span that is not at its end
 * @token: (out caller-allocates): the next token; fields that its kind does not use keep their value
 *
 * Reads a token.
 */
static inline void
strata_event_span_next (StrataEventSpan *self,
                        StrataEventToken *token)
{
  const guint32 *words = strata_event_token_see_base (self->at, &self->base_ns);

  token->time_ns = strata_event_token_get_time (words, self->base_ns);
  self->at = strata_event_token_unpack (words, token);
}

/* Returns the place for a token of @n_words words. */
static inline guint32 *
strata_event_log_add (StrataEventLog *self,
                      gint64 time_ns,
                      guint32 n_words)
{
  if (G_UNLIKELY (self->end - self->next < (gssize) n_words || time_ns < self->last_ns || (guint64) time_ns - (guint64) self->base_ns > G_MAXUINT32))
    strata_event_log_make_room (self, time_ns, n_words);

  self->last = self->next;
  self->last_ns = time_ns;
  self->next += n_words;
  self->last[1] = (guint32) ((guint64) time_ns - (guint64) self->base_ns);
  return self->last;
}

/**
 * strata_event_log_push_call:
 * @self: the log
 * @kind: %STRATA_EVENT_TOKEN_END or %STRATA_EVENT_TOKEN_BEGIN
 * @time_ns: its time
 * @thread: index of the thread
 * @name: name of the token
 *
 * Appends a token without further fields. Captures consist mainly of these.
 */
static inline void
strata_event_log_push_call (StrataEventLog *self,
                            StrataEventTokenKind kind,
                            gint64 time_ns,
                            guint32 thread,
                            guint32 name)
{
  guint32 *words = strata_event_log_add (self, time_ns, STRATA_EVENT_TOKEN_WORDS);

  words[0] = strata_event_token_pack (kind, 0, thread);
  words[2] = name;
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataEventLog, strata_event_log_free)

G_END_DECLS
