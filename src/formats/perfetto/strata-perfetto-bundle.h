/* strata-perfetto-bundle.h - a bundle: kernel events of one CPU
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-perfetto-reader.h"

G_BEGIN_DECLS

/* A switch in the compact form, without the data that the previous one contains. */
typedef struct
{
  gint64 time_ns;        /* when */
  gint64 prev_state;     /* state of the thread that leaves, with the kernel's number */
  guint32 next_tid;      /* the thread that gets the CPU */
  guint32 next_priority; /* its priority, as signed 32 bits; see STRATA_PERFETTO_NO_PRIORITY */
  guint32 comm;          /* index of its name */
} StrataPerfettoSwitch;

/* The priority of a switch that does not contain it. */
#define STRATA_PERFETTO_NO_PRIORITY ((guint32) G_MININT32)

/* A waking of the compact form. */
typedef struct
{
  gint64 time_ns;   /* when */
  guint32 tid;      /* the thread that is woken */
  guint32 comm;     /* index of its name */
  guint32 flags;    /* flags of the event */
  guint32 priority; /* priority of the thread, or STRATA_PERFETTO_NO_PRIORITY; this and @cpu only if lines are kept */
  guint32 cpu;      /* its target CPU, or G_MAXUINT32 */
} StrataPerfettoWaking;

/* An event in the usual form. */
typedef struct
{
  gint64 time_ns;     /* when */
  const guint8 *data; /* its content, by kind */
  guint32 n_bytes;    /* length of the content */
  guint32 number;     /* number of its kind, or 0 if there is none */
  guint32 tid;        /* the thread that ran */
  guint32 flags;      /* flags of the event */
} StrataPerfettoEvent;

/* A bundle that is being played. */
typedef struct
{
  gint64 next_ns;        /* time of the next event, in the clock of the trace */
  guint32 context;       /* context of its record */
  guint32 cpu;           /* the CPU */
  guint64 n_lost;        /* how many events were lost before it; Perfetto writes 1 for any number, this program the actual number */
  guint64 n_late;        /* how many events are dropped because they are later than any time that is shown */
  gboolean has_damage;   /* whether a part could not be read */
  gboolean is_begun;     /* whether part of it was played */
  gboolean is_for_lines; /* whether lines are made from it */
  StrataColumn events;   /* StrataPerfettoEvent */
  StrataColumn switches; /* StrataPerfettoSwitch */
  StrataColumn wakings;  /* StrataPerfettoWaking */
  StrataColumn comms;    /* StrataText: names in @data */
  gsize at[3];           /* the next index in each of the three lists */
  gint64 times[3];       /* the time of that row, or G_MAXINT64 at the end of the list */
} StrataPerfettoBundle;

void strata_perfetto_bundle_keep (StrataPerfettoReader *reader, StrataPerfettoSequence *sequence, const StrataProto *content);
void strata_perfetto_bundle_open (StrataPerfettoBundle *self, StrataPerfettoReader *reader, const StrataPerfettoRecord *record);
void strata_perfetto_bundle_clear (StrataPerfettoBundle *self);

/* The time of the next event of a list, or %G_MAXINT64, which no event has here. */
static inline gint64
strata_perfetto_bundle_get_next_time (const StrataPerfettoBundle *self,
                                      guint list)
{
  const StrataColumn *rows = list == 0 ? &self->events : list == 1 ? &self->switches
                                                                   : &self->wakings;
  const gsize row_bytes = list == 0 ? sizeof (StrataPerfettoEvent) : list == 1 ? sizeof (StrataPerfettoSwitch)
                                                                               : sizeof (StrataPerfettoWaking);
  const gsize at = self->at[list];

  /* the time is the first member of all three */
  return at < rows->n ? MIN (*(const gint64 *) ((const char *) rows->data + at * row_bytes), G_MAXINT64 - 1) : G_MAXINT64;
}

/**
 * strata_perfetto_bundle_find_next:
 * @self: an open bundle
 * @list: (out): which of the lists has the next event: 0 events, 1 switches, 2 wakings
 *
 * Finds the next event and sets `next_ns` to its time. At equal times a waking comes before a switch, since it happened
 * in the run that the switch ends.
 *
 * Returns: %FALSE at the end
 */
static inline gboolean
strata_perfetto_bundle_find_next (StrataPerfettoBundle *self,
                                  guint *list)
{
  guint next = 0;

  if (self->times[2] < self->times[next])
    next = 2;
  if (self->times[1] < self->times[next])
    next = 1;

  *list = next;
  self->next_ns = self->times[next];
  return self->next_ns != G_MAXINT64;
}

/**
 * strata_perfetto_bundle_step:
 * @self: an open bundle
 * @list: the list that has the next event
 *
 * Moves past that event.
 *
 * Returns: its index in the list
 */
static inline gsize
strata_perfetto_bundle_step (StrataPerfettoBundle *self,
                             guint list)
{
  const gsize at = self->at[list]++;

  self->times[list] = strata_perfetto_bundle_get_next_time (self, list);
  return at;
}

G_END_DECLS
