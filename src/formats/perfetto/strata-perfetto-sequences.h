/* strata-perfetto-sequences.h - the incremental state of the writers of a trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-perfetto-words.h"
#include "strata-proto.h"
#include "strata-string-pool.h"

G_BEGIN_DECLS

/* Limit for the extra counters of an event. */
#define STRATA_PERFETTO_MAX_EXTRAS 64

/* Default values for packets of a sequence. */
typedef struct
{
  guint64 clock;          /* id of the clock of packets without one; 0 for that of the trace */
  guint64 track;          /* uuid of the track of events without one */
  gboolean has_track;     /* whether there is a default track */
  guint n_extras;         /* how many extra counters there are */
  guint n_double_extras;  /* how many extra counters with fractions there are */
  guint64 *extras;        /* their tracks; (nullable) owned; room for %STRATA_PERFETTO_MAX_EXTRAS */
  guint64 *double_extras; /* the same for those with fractions; the same */
} StrataPerfettoDefaults;

/* The incremental state of a sequence from one clear to the next. Records keep it alive. */
typedef struct
{
  StrataPerfettoDefaults defaults; /* default values for packets */
  guint64 generation;              /* number of its clear, counted over all sequences */
  guint64 cpu_us;                  /* base for the next difference of thread CPU time in old events */
  StrataPerfettoWords *words;      /* (nullable) owned reference: the dictionaries */
  guint n_refs;
} StrataPerfettoState;

/* A writer. */
typedef struct
{
  guint32 id;                         /* its id */
  StrataPerfettoState *state;         /* nullable: its state since the last clear; owned reference */
  gboolean is_valid;                  /* whether the state is completely known */
  gboolean has_thread;                /* whether an old thread descriptor named the writer */
  gint64 pid;                         /* the process of the writer */
  gint64 tid;                         /* the thread of the writer */
  gint64 time_us;                     /* base for the next time difference in old events */
  gint64 input_ns;                    /* the kernel's time of the latest input event, or 0 */
  gboolean has_times;                 /* whether one of its track events or counters had a time */
  guint32 lane;                       /* number of its lane of records, from 1, or 0 if it has none yet */
  struct _StrataPerfettoTrack *track; /* borrowed; nullable: the track of its latest event */
} StrataPerfettoSequence;

typedef struct _StrataPerfettoSequences StrataPerfettoSequences;

StrataPerfettoSequences *strata_perfetto_sequences_new (StrataStringPool *strings);
void strata_perfetto_sequences_free (StrataPerfettoSequences *self);
StrataPerfettoSequence *strata_perfetto_sequences_get (StrataPerfettoSequences *self, guint32 id);
void strata_perfetto_sequences_clear_state (StrataPerfettoSequences *self, StrataPerfettoSequence *sequence);
void strata_perfetto_sequences_set_defaults (StrataPerfettoSequences *self, StrataPerfettoSequence *sequence, StrataProto defaults);
void strata_perfetto_sequences_intern (StrataPerfettoSequences *self, StrataPerfettoSequence *sequence, StrataProto interned);

StrataPerfettoState *strata_perfetto_state_ref (StrataPerfettoState *self);
void strata_perfetto_state_unref (StrataPerfettoState *self);
gboolean strata_perfetto_state_find_text (const StrataPerfettoState *self, guint list, guint64 iid, guint32 *string);
gboolean strata_perfetto_state_find_message (const StrataPerfettoState *self, guint list, guint64 iid, StrataProto *message);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataPerfettoSequences, strata_perfetto_sequences_free)

G_END_DECLS
