/* strata-ring-player-private.h - shared by the files of the player
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-kernel-keys.h"
#include "strata-line-store.h"
#include "strata-ring-player.h"
#include "strata-ring-print.h"

G_BEGIN_DECLS

/* How an event is processed. */
typedef enum
{
  STRATA_RING_EVENT_COUNT,  /* it is only counted */
  STRATA_RING_EVENT_TEXT,   /* it is printed and parsed as text */
  STRATA_RING_EVENT_KERNEL, /* its values are decoded from their places */
  STRATA_RING_EVENT_BLOCKED,
  STRATA_RING_EVENT_MARK,
  STRATA_RING_EVENT_SWITCH,
  STRATA_RING_EVENT_WAKE,
  STRATA_RING_EVENT_FUNCTION,
  STRATA_RING_EVENT_FUNCTION_BEGIN,
  STRATA_RING_EVENT_FUNCTION_END,
} StrataRingAction;

/* Printed thread states, by the lowest bit of the number; index 0 is for no bit. */
#define STRATA_RING_N_STATES 65

typedef struct
{
  gint64 value;
  guint8 is_known;
  guint8 is_good; /* whether it could be parsed */
  guint8 end_state;
  guint8 wait;
} StrataRingState;

/* The cached name of a number. */
typedef struct
{
  gint64 number;
  StrataText name; /* of length 0 if not cached yet */
} StrataRingWord;

#define STRATA_RING_N_WORDS 8

/* The place whose value fills a member of StrataKernelEvent. */
typedef struct
{
  guint32 place;
  StrataKernelMember member;
  const StrataRingField *named; /* (nullable): the number that the word names */
  StrataRingWord words[STRATA_RING_N_WORDS];
} StrataRingKey;

/* A kind of event, prepared when the first one is met. */
typedef struct
{
  const StrataRingFormat *format; /* borrowed */
  StrataRingPrint *print;         /* owned */
  guint8 action;
  guint8 kind;        /* StrataFtraceEventKind */
  guint8 kernel_kind; /* StrataKernelKind */
  StrataText name;
  guint16 place;                  /* number of its counter, plus one; or 0 */
  guint32 n_bytes;                /* minimum length of its fields */
  const StrataRingField *payload; /* of markers: the text; of functions: the address */
  const StrataRingField *depth;   /* of function calls */
  const StrataRingField *comms[2];
  const StrataRingField *tids[2];
  const StrataRingField *prios[2];
  const StrataRingField *state;
  const StrataRingField *success; /* (nullable): of a wake-up */
  StrataKernelEvent kernel;       /* of KERNEL: values common to all events of the kind */
  StrataRingKey keys[STRATA_KERNEL_MAX_KEYS];
  guint n_keys;
  gboolean has_text;  /* whether they are also printed */
  guint32 blocked[3]; /* of BLOCKED: places of the thread, of the I/O flag, and of the function */
  StrataRingState states[STRATA_RING_N_STATES];
} StrataRingKind;

/* A thread, in the form in which events begin. */
typedef struct
{
  guint32 tid;
  gint64 tgid;
  StrataText comm;
  StrataEventWriter writer;
  guint n_functions;    /* open calls of kernel functions on it */
  gboolean has_markers; /* then kernel functions need a track of their own */
  gboolean is_listed;   /* whether its name is in the list of threads */
} StrataRingTask;

/* A marker seen before, by its bytes. Most markers occur only once: for these only the hash is kept, in a separate
 * table that stays in the cache. */
#define STRATA_RING_MEMO_BYTES 112
#define STRATA_RING_N_MEMOS 4096

typedef struct
{
  StrataEventRecipe recipe;
  guint32 n_bytes; /* 0 if there is none */
  char bytes[STRATA_RING_MEMO_BYTES];
} StrataRingMemo;

#define STRATA_RING_N_TASKS 1024

struct _StrataRingPlayer
{
  StrataEventSink *sink;                      /* borrowed */
  StrataRingFormats *formats;                 /* borrowed */
  StrataRingNames *names;                     /* borrowed */
  StrataLineStore *lines;                     /* (nullable) borrowed: keeps events as text */
  StrataRingKind **kinds;                     /* (array length=STRATA_RING_MAX_FORMATS) owned */
  GHashTable *task_by_tid;                    /* (element-type guint32 StrataRingTask) owned */
  StrataRingTask *tasks[STRATA_RING_N_TASKS]; /* borrowed: recent tasks by the low bits of their id */
  guint32 *memo_hashes;                       /* (array length=STRATA_RING_N_MEMOS) owned */
  StrataRingMemo *memos;                      /* (array length=STRATA_RING_N_MEMOS) owned */
  char *text;                                 /* owned: STRATA_RING_TEXT_BYTES */
  char *line;                                 /* owned: STRATA_RING_TEXT_BYTES */
  guint64 n_lines;
  guint64 n_lost; /* according to the pages */
  guint long_bytes;
};

/* strata-ring-kind.c */
/* Prepares a kind; @format must outlive the result. */
StrataRingKind *strata_ring_kind_new (const StrataRingFormat *format, guint long_bytes);

/* Frees a kind; %NULL is accepted. */
void strata_ring_kind_free (StrataRingKind *self);

/* strata-ring-lines.c */
/* Keeps an event as text. @args is the printed text or the text of a marker. */
void strata_ring_player_keep_line (StrataRingPlayer *self, StrataText name, const StrataRingTask *task, const StrataRingRecord *record, gint64 time_ns, StrataText args);

/* strata-ring-functions.c */
/* Takes an entry, an exit or a hit of a kernel function. */
void strata_ring_player_take_function (StrataRingPlayer *self, const StrataRingKind *kind, StrataRingTask *task, const StrataRingRecord *record, const StrataEvent *event);

/* Ends the open calls on the stack of a thread, because it begins to write markers. */
void strata_ring_player_leave_functions (StrataRingPlayer *self, StrataRingTask *task, gint64 time_ns);

G_END_DECLS
