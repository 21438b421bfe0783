/* strata-counter-notes.h - metadata of counters
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-trace.h"

G_BEGIN_DECLS

/* The metadata in a file for counters with one name. */
typedef struct
{
  guint32 unit;        /* string id of its unit; the empty string when not known */
  guint32 description; /* string id of a description; the empty string without one */
  guint32 gpu;         /* number of the GPU that counts, or STRATA_NONE */
  guint32 raw_name;    /* string id of the device's own name for what is counted; the empty string without one */
  guint32 subsystem;   /* string id of the part of the device that it is in; the empty string when not known */
} StrataCounterNote;

/**
 * StrataCounterOwner:
 * @thread: index of a thread; %STRATA_NONE if it is of a process, or of none
 * @name: string id of the name of the counter, which others of the process may have, too
 *
 * What a program that describes a counter says it is of.
 */
typedef struct
{
  guint32 thread;
  guint32 name;
} StrataCounterOwner;

const StrataCounterNote *strata_counter_notes_find (StrataTrace *trace, guint32 name);
guint32 strata_counter_notes_get_parent (StrataTrace *trace, const StrataCounter *counter);
const StrataCounterOwner *strata_counter_notes_get_owner (StrataTrace *trace, const StrataCounter *counter);

G_END_DECLS
