/* strata-ring-symbols.h - finds kernel functions by address
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-ftrace-line.h"

G_BEGIN_DECLS

/* The symbols at kernel addresses, from /proc/kallsyms. */
typedef struct _StrataRingSymbols StrataRingSymbols;

/* The symbol at a kernel address; its texts are in the list. */
typedef struct
{
  StrataText name;
  StrataText module; /* " [module]", or empty */
  guint64 offset;    /* distance from its start */
  guint64 n_bytes;   /* distance to the next symbol; 0 if not known */
} StrataRingSymbol;

StrataRingSymbols *strata_ring_symbols_new (void);
void strata_ring_symbols_free (StrataRingSymbols *self);
void strata_ring_symbols_add (StrataRingSymbols *self, StrataText list);
gboolean strata_ring_symbols_find (const StrataRingSymbols *self, guint64 address, StrataRingSymbol *symbol);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataRingSymbols, strata_ring_symbols_free)

G_END_DECLS
