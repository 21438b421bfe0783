/* strata-ring-print.h - prints an event as the kernel does
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-ring-format.h"
#include "strata-ring-names.h"

G_BEGIN_DECLS

/* Longer texts are cut. */
#define STRATA_RING_TEXT_BYTES 4096

/* Text being written to a buffer. */
typedef struct
{
  char *at;  /* where the next byte is written */
  char *end; /* the end of the buffer */
} StrataRingText;

/* The `print fmt` of an event, compiled once: a text with places for the values of expressions
 * over the fields. Printing allocates no memory. A value that only the kernel can compute is printed as "?"; if
 * most values are, all fields are printed as "name=value" instead. */
typedef struct _StrataRingPrint StrataRingPrint;

/* No value: used for the number of an expression or a place. */
#define STRATA_RING_NO_VALUE G_MAXUINT32

StrataRingPrint *strata_ring_print_new (const StrataRingFormat *format, guint long_bytes);
void strata_ring_print_free (StrataRingPrint *self);
gboolean strata_ring_print_is_compiled (const StrataRingPrint *self);
void strata_ring_text_put (StrataRingText *self, const char *bytes, gsize n_bytes);
void strata_ring_text_put_uint (StrataRingText *self, guint64 value, guint base);
void strata_ring_text_put_int (StrataRingText *self, gint64 value);
gboolean strata_ring_system_call_is_end (const StrataRingFormat *format);
StrataText strata_ring_print_get_name (const StrataRingPrint *self);
void strata_ring_print_write (const StrataRingPrint *self, const StrataRingRecord *record, StrataRingNames *names, StrataRingText *text);
void strata_ring_print_write_key (const StrataRingPrint *self, const char *key, const StrataRingRecord *record, StrataRingNames *names, StrataRingText *text);
guint32 strata_ring_print_find_key (const StrataRingPrint *self, const char *key);
guint32 strata_ring_print_find_behind (const StrataRingPrint *self, const char *before);
gboolean strata_ring_print_is_number (const StrataRingPrint *self, guint32 place);
gboolean strata_ring_print_is_address (const StrataRingPrint *self, guint32 place);
gboolean strata_ring_print_is_symbol (const StrataRingPrint *self, guint32 place);
gboolean strata_ring_print_is_word (const StrataRingPrint *self, guint32 place);
const StrataRingField *strata_ring_print_get_named (const StrataRingPrint *self, guint32 place);
gint64 strata_ring_print_get_number (const StrataRingPrint *self, guint32 place, const StrataRingRecord *record, StrataRingNames *names);
StrataText strata_ring_print_get_word (const StrataRingPrint *self, guint32 place, const StrataRingRecord *record, StrataRingNames *names, StrataRingText *room);
guint32 strata_ring_print_find_value (const StrataRingPrint *self, const char *key);
const StrataRingField *strata_ring_print_get_field (const StrataRingPrint *self, guint32 value);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataRingPrint, strata_ring_print_free)

G_END_DECLS
