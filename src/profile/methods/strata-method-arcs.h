/* strata-method-arcs.h - counts calls of one method by another
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-column.h"
#include "strata-slots.h"

G_BEGIN_DECLS

/* One end of an arc. */
typedef struct
{
  guint32 method;        /* index of a method */
  gboolean is_recursive; /* whether it was already on the stack */
} StrataMethodEnd;

/* Calls of one method by another. */
typedef struct
{
  StrataMethodEnd caller; /* the calling method */
  StrataMethodEnd callee; /* the called method */
  guint64 n_calls;        /* how many calls */
  guint64 elapsed_us;     /* their inclusive time */
  guint64 seen;           /* when the first of them ended, see strata_method_arcs_add() */
} StrataMethodArc;

/* Arcs, indexed by their ends. */
typedef struct
{
  StrataColumn arcs; /* StrataMethodArc, each with different ends */
  StrataSlots slots; /* index in @arcs plus one, by a hash of the ends */
} StrataMethodArcs;

void strata_method_arcs_init (StrataMethodArcs *self);
void strata_method_arcs_clear (StrataMethodArcs *self);
void strata_method_arcs_add (StrataMethodArcs *self, StrataMethodEnd caller, StrataMethodEnd callee, guint64 elapsed_us, guint64 seen);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (StrataMethodArcs, strata_method_arcs_clear)

G_END_DECLS
