/* strata-ring-names.h - names beside the events of a binary capture
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-ring-symbols.h"

G_BEGIN_DECLS

/* Which thread is called what and is of which process, and what is at addresses of the kernel.
 * Lists are those of tracefs: saved_cmdlines, saved_tgids, printk_formats, and /proc/kallsyms. */
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
