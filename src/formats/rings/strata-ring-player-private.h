/* strata-ring-player-private.h - what the files of the player share
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

/* What is done with an event. */
typedef enum
{
  STRATA_RING_EVENT_COUNT,  /* nothing is made of it */
  STRATA_RING_EVENT_TEXT,   /* it is printed, and read as text */
  STRATA_RING_EVENT_KERNEL, /* what counts of it is at some places */
  STRATA_RING_EVENT_BLOCKED,
  STRATA_RING_EVENT_MARK,
  STRATA_RING_EVENT_SWITCH,
  STRATA_RING_EVENT_WAKE,
  STRATA_RING_EVENT_FUNCTION,
  STRATA_RING_EVENT_FUNCTION_BEGIN,
  STRATA_RING_EVENT_FUNCTION_END,
} StrataRingAction;

/* States in which threads leave their CPU, as they are printed: that of no bit, and those by their lowest bit. */
#define STRATA_RING_N_STATES 65

typedef struct
{
  gint64 value;
  guint8 is_known;
  guint8 is_good; /* whether it could be read */
  guint8 end_state;
  guint8 wait;
} StrataRingState;

/* The name of a number, which is looked up once. */
typedef struct
{
  gint64 number;
  StrataText name; /* of length 0 if there is none yet */
} StrataRingWord;

#define STRATA_RING_N_WORDS 8

/* A place of which a member of StrataKernelEvent is filled in. */
typedef struct
{
  guint32 place;
  StrataKernelMember member;
  const StrataRingField *named; /* (nullable): the number that the word there is the name of */
  StrataRingWord words[STRATA_RING_N_WORDS];
} StrataRingKey;

/* A kind of event, made ready when the first one is met. */
typedef struct
{
  const StrataRingFormat *format; /* borrowed */
  StrataRingPrint *print;         /* owned */
  guint8 action;
  guint8 kind;        /* StrataFtraceEventKind */
  guint8 kernel_kind; /* StrataKernelKind */
  StrataText name;
  guint16 place;                  /* where it is counted, plus one; or 0 */
  guint32 n_bytes;                /* what its fields take at least */
  const StrataRingField *payload; /* of markers; the function of functions */
  const StrataRingField *depth;   /* of calls of functions */
  const StrataRingField *comms[2];
  const StrataRingField *tids[2];
  const StrataRingField *prios[2];
  const StrataRingField *state;
  const StrataRingField *success; /* (nullable): of a wake-up */
  StrataKernelEvent kernel;       /* of KERNEL: what all events of the kind have in common */
  StrataRingKey keys[STRATA_KERNEL_MAX_KEYS];
  guint n_keys;
  gboolean has_text;  /* whether they are printed, too */
  guint32 blocked[3]; /* of BLOCKED: places of the thread, of whether it waited for a disk, and of where */
  StrataRingState states[STRATA_RING_N_STATES];
} StrataRingKind;

/* A thread, as events begin with it. */
typedef struct
{
  guint32 tid;
  gint64 tgid;
  StrataText comm;
  StrataEventWriter writer;
  guint n_functions;    /* calls of the kernel that are open on it */
  gboolean has_markers; /* so that calls of the kernel need a track of their own */
  gboolean is_listed;   /* whether its name is in the list of threads */
} StrataRingTask;

/* A marker that was met before, by its bytes. Most are met just once: only their hash is kept, which is in a table of
 * its own that stays in the cache. */
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
  StrataLineStore *lines;                     /* (nullable) borrowed: where events are kept as text */
  StrataRingKind **kinds;                     /* (array length=STRATA_RING_MAX_FORMATS) owned */
  GHashTable *task_by_tid;                    /* (element-type guint32 StrataRingTask) owned */
  StrataRingTask *tasks[STRATA_RING_N_TASKS]; /* borrowed: the latest by the low bits of their id */
  guint32 *memo_hashes;                       /* (array length=STRATA_RING_N_MEMOS) owned */
  StrataRingMemo *memos;                      /* (array length=STRATA_RING_N_MEMOS) owned */
  char *text;                                 /* owned: STRATA_RING_TEXT_BYTES */
  char *line;                                 /* owned: STRATA_RING_TEXT_BYTES */
  guint64 n_lines;
  guint64 n_lost; /* as pages say */
  guint long_bytes;
};

/* strata-ring-kind.c */
/* Makes a kind ready; @format must outlive the result. */
StrataRingKind *strata_ring_kind_new (const StrataRingFormat *format, guint long_bytes);

/* Frees a kind; %NULL is accepted. */
void strata_ring_kind_free (StrataRingKind *self);

/* strata-ring-lines.c */
/* Keeps an event as text. @args is what was printed, or the text of a marker. */
void strata_ring_player_keep_line (StrataRingPlayer *self, StrataText name, const StrataRingTask *task, const StrataRingRecord *record, gint64 time_ns, StrataText args);

/* strata-ring-functions.c */
/* Takes an entry, an exit or a hit of a function of the kernel. */
void strata_ring_player_take_function (StrataRingPlayer *self, const StrataRingKind *kind, StrataRingTask *task, const StrataRingRecord *record, const StrataEvent *event);

/* Ends the calls that are open on the stack of a thread, because it begins to write markers. */
void strata_ring_player_leave_functions (StrataRingPlayer *self, StrataRingTask *task, gint64 time_ns);

G_END_DECLS
