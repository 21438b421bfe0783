/* strata-method-arcs.h - counts calls of one method by another
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-column.h"
#include "strata-slots.h"

G_BEGIN_DECLS

/**
 * StrataMethodEnd:
 * @method: index of a method
 * @is_recursive: whether it was already on the stack
 *
 * One end of an arc.
 */
typedef struct
{
  guint32 method;
  gboolean is_recursive;
} StrataMethodEnd;

/**
 * StrataMethodArc:
 * @caller: the calling method
 * @callee: the called method
 * @n_calls: how many calls
 * @elapsed_us: their inclusive time
 * @seen: when the first of them ended, see strata_method_arcs_add()
 *
 * Calls of one method by another.
 */
typedef struct
{
  StrataMethodEnd caller;
  StrataMethodEnd callee;
  guint64 n_calls;
  guint64 elapsed_us;
  guint64 seen;
} StrataMethodArc;

/**
 * StrataMethodArcs:
 * @arcs: #StrataMethodArc, each with different ends
 * @slots: index in @arcs plus one, by a hash of the ends
 *
 * Arcs, indexed by their ends.
 */
typedef struct
{
  StrataColumn arcs;
  StrataSlots slots;
} StrataMethodArcs;

void strata_method_arcs_init (StrataMethodArcs *self);
void strata_method_arcs_clear (StrataMethodArcs *self);
void strata_method_arcs_add (StrataMethodArcs *self, StrataMethodEnd caller, StrataMethodEnd callee, guint64 elapsed_us, guint64 seen);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (StrataMethodArcs, strata_method_arcs_clear)

G_END_DECLS
