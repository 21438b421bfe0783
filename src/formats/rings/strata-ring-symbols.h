/* strata-ring-symbols.h - functions of a kernel by their addresses
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-ftrace-line.h"

G_BEGIN_DECLS

/* What is at addresses of the kernel: the list of /proc/kallsyms. */
typedef struct _StrataRingSymbols StrataRingSymbols;

/* What is at an address of the kernel; texts are those of the list. */
typedef struct
{
  StrataText name;
  StrataText module; /* " [module]", or empty */
  guint64 offset;    /* how far behind its begin */
  guint64 n_bytes;   /* up to the next one; 0 if that is not known */
} StrataRingSymbol;

StrataRingSymbols *strata_ring_symbols_new (void);
void strata_ring_symbols_free (StrataRingSymbols *self);
void strata_ring_symbols_add (StrataRingSymbols *self, StrataText list);
gboolean strata_ring_symbols_find (const StrataRingSymbols *self, guint64 address, StrataRingSymbol *symbol);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataRingSymbols, strata_ring_symbols_free)

G_END_DECLS
