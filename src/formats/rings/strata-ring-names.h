/* strata-ring-names.h - names of threads and addresses in a binary capture
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-ring-symbols.h"

G_BEGIN_DECLS

/* The names and processes of threads, and the symbols and strings at kernel addresses. The lists are
 * saved_cmdlines, saved_tgids and printk_formats of tracefs, and /proc/kallsyms. */
typedef struct _StrataRingNames StrataRingNames;

StrataRingNames *strata_ring_names_new (void);
void strata_ring_names_free (StrataRingNames *self);
void strata_ring_names_take_comms (StrataRingNames *self, char *text, gsize n_bytes);
void strata_ring_names_take_tgids (StrataRingNames *self, const char *text, gsize n_bytes);
void strata_ring_names_take_symbols (StrataRingNames *self, char *text, gsize n_bytes);
void strata_ring_names_take_strings (StrataRingNames *self, char *text, gsize n_bytes);

StrataText strata_ring_names_get_comm (const StrataRingNames *self, guint32 tid);
gint64 strata_ring_names_get_tgid (const StrataRingNames *self, guint32 tid);
gboolean strata_ring_names_find_symbol (StrataRingNames *self, guint64 address, StrataRingSymbol *symbol);
gboolean strata_ring_names_find_string (const StrataRingNames *self, guint64 address, StrataText *text);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataRingNames, strata_ring_names_free)

G_END_DECLS
