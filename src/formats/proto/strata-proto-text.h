/* strata-proto-text.h - prints the fields of a kernel event as the kernel does
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <string.h>

#include "strata-proto.h"

G_BEGIN_DECLS

/* Fields with this or a higher number are not printed. */
#define STRATA_PROTO_TEXT_MAX_FIELDS 64

/* A text being written to a buffer. */
typedef struct
{
  char *at;  /* where the next byte is written */
  char *end; /* the end of the buffer; text that does not fit is cut off */
} StrataProtoText;

/* A kind of kernel event. In its pattern, $N is field N as a number, ~ as an unsigned one, ` as
 * one whose lowest bit is the sign, ? as one with a fraction, # in hexadecimal, % as text, | as
 * bytes in hexadecimal, @ as a kernel symbol, ! as a device in the kernel's encoding, * as one in
 * the user-space encoding, ^ as the name of a softirq, & as that of a kind of memory, ; with three
 * digits, < and > as hexadecimal and octal without a prefix, + as whether an interrupt was
 * handled. */
typedef struct
{
  guint32 number;   /* number of its field in an event */
  const char *name; /* its name */
  const char *text; /* the pattern for its fields; empty if they are not used */
} StrataProtoEventKind;

/* Returns the name of a function for the value of a field, which is its number or its address. %NULL if there is none. */
typedef const char *(*StrataProtoFindSymbol) (guint64 value, gpointer data);

/**
 * strata_proto_text_put_bytes:
 * @self: a text
 * @bytes: (array length=n_bytes): the bytes to write
 * @n_bytes: how many bytes
 *
 * Appends bytes.
 */
static inline void
strata_proto_text_put_bytes (StrataProtoText *self,
                             const void *bytes,
                             gsize n_bytes)
{
  if (G_UNLIKELY (n_bytes > (gsize) (self->end - self->at)))
    n_bytes = (gsize) (self->end - self->at);

  if (n_bytes > 0)
    memcpy (self->at, bytes, n_bytes);

  self->at += n_bytes;
}

const StrataProtoEventKind *strata_proto_event_kind_find (const StrataProtoEventKind *kinds, gsize n_kinds, guint32 number);
void strata_proto_text_put_uint (StrataProtoText *self, guint64 value);
void strata_proto_text_put_hex (StrataProtoText *self, guint64 value);
void strata_proto_text_put_int (StrataProtoText *self, gint64 value);
void strata_proto_text_put_cpu (StrataProtoText *self, guint64 cpu);
void strata_proto_text_put_text (StrataProtoText *self, const StrataProto *field);
void strata_proto_text_put_any (StrataProtoText *self, const StrataProto *field);
const char *strata_proto_text_get_memory (guint64 kind);
void strata_proto_text_put_event (StrataProtoText *self, const char *pattern, StrataProto event, StrataProtoFindSymbol find_symbol, gpointer data);

G_END_DECLS
