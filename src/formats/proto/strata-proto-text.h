/* strata-proto-text.h - the fields of a kernel event as the kernel prints them
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-proto.h"

G_BEGIN_DECLS

/* Fields from this on are in no text. */
#define STRATA_PROTO_TEXT_MAX_FIELDS 64

/**
 * StrataProtoText:
 * @at: where the next byte goes
 * @end: behind the room; what does not fit is cut
 *
 * A text that is being written.
 */
typedef struct
{
  char *at;
  char *end;
} StrataProtoText;

/**
 * StrataProtoEventKind:
 * @number: its field in an event
 * @name: its name
 * @text: how its fields are printed; empty if nothing is made of them
 *
 * A kind of event of the kernel. In its text, $N is field N as a number, ~ as one without a sign, ` as one whose lowest bit is the sign, ? as one with a fraction, # in hexadecimal,
 * % as text, | as bytes in hexadecimal, @ as a symbol of the kernel, ! as a device of the kernel, * as one of programs, ^ as the name of a softirq, & as that of a kind of memory,
 * ; with three digits, < and > as hexadecimal and octal without a prefix, + as whether an interrupt was handled.
 */
typedef struct
{
  guint32 number;
  const char *name;
  const char *text;
} StrataProtoEventKind;

/* The name of a function by what a field has: its number, or its address. %NULL if there is none. */
typedef const char *(*StrataProtoFindSymbol) (guint64 value, gpointer data);

const StrataProtoEventKind *strata_proto_event_kind_find (const StrataProtoEventKind *kinds, gsize n_kinds, guint32 number);
void strata_proto_text_put_bytes (StrataProtoText *self, const void *bytes, gsize n_bytes);
void strata_proto_text_put_uint (StrataProtoText *self, guint64 value, guint base);
void strata_proto_text_put_int (StrataProtoText *self, gint64 value);
void strata_proto_text_put_cpu (StrataProtoText *self, guint64 cpu);
void strata_proto_text_put_text (StrataProtoText *self, const StrataProto *field);
void strata_proto_text_put_any (StrataProtoText *self, const StrataProto *field);
const char *strata_proto_text_get_memory (guint64 kind);
void strata_proto_text_put_event (StrataProtoText *self, const char *pattern, StrataProto event, StrataProtoFindSymbol find_symbol, gpointer data);

G_END_DECLS
