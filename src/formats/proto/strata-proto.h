/* strata-proto.h - reads the fields of protobuf messages
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <string.h>

#include <glib.h>

#include "strata-ftrace-line.h"
#include "strata-string-pool.h"
#include "strata-word.h"

G_BEGIN_DECLS

/* How a field is encoded. The wire types of groups, 3 and 4, are treated as damage. */
typedef enum
{
  STRATA_PROTO_VARINT = 0,  /* a number of 1 to 10 bytes */
  STRATA_PROTO_FIXED64 = 1, /* 8 bytes */
  STRATA_PROTO_BYTES = 2,   /* a length and that many bytes: text, a message or packed numbers */
  STRATA_PROTO_FIXED32 = 5, /* 4 bytes */
} StrataProtoWire;

/* The tag that starts a field. */
#define STRATA_PROTO_TAG(number, wire) ((number) << 3 | (wire))

/* A position in a message and the field there. It owns nothing and allocates nothing. */
typedef struct
{
  const guint8 *at;    /* where the next field starts */
  const guint8 *end;   /* the end of the message */
  guint32 number;      /* number of the current field */
  guint32 wire;        /* StrataProtoWire of the current field */
  gboolean is_damaged; /* whether the message could not be read to @end */
  guint64 value;       /* for numbers, the bits; for STRATA_PROTO_BYTES, the length */
  const guint8 *data;  /* for STRATA_PROTO_BYTES, the bytes, all within the message */
} StrataProto;

const guint8 *strata_proto_read_long_varint (const guint8 *at, const guint8 *end, guint64 *value);
gboolean strata_proto_next_slow (StrataProto *self);
guint32 strata_proto_intern (const StrataProto *field, StrataStringPool *strings);
char *strata_proto_dup_text (const StrataProto *field, gsize most_bytes);
GArray *strata_proto_list_numbers (StrataProto message, guint32 number);
guint64 strata_proto_find_uint (StrataProto message, guint32 number);
gboolean strata_proto_is_whole (const guint8 *data, gsize n_bytes);

/* Joins the seven low bits of each of eight bytes, starting with the lowest. */
static inline guint64
strata_proto_join_bytes (guint64 word)
{
  word = (word & G_GUINT64_CONSTANT (0x007f007f007f007f)) | (word & G_GUINT64_CONSTANT (0x7f007f007f007f00)) >> 1;
  word = (word & G_GUINT64_CONSTANT (0x00003fff00003fff)) | (word & G_GUINT64_CONSTANT (0x3fff00003fff0000)) >> 2;
  return (word & G_GUINT64_CONSTANT (0x000000000fffffff)) | (word & G_GUINT64_CONSTANT (0x0fffffff00000000)) >> 4;
}

/* Reads a number of at most 8 bytes from at least 8 readable ones; returns its end, or NULL if it is longer. */
static inline const guint8 *
strata_proto_read_short_varint (const guint8 *at,
                                guint64 *value)
{
  const guint64 word = strata_word_load ((const char *) at);

  /* the first byte without its highest bit is the last one */
  const guint64 ends = ~word & G_GUINT64_CONSTANT (0x8080808080808080);

  if (G_UNLIKELY (ends == 0))
    return NULL;

  *value = strata_proto_join_bytes (word & (ends ^ (ends - 1)));
  return at + __builtin_ctzll (ends) / 8 + 1;
}

/* The same, faster for numbers of one or two bytes. */
static inline const guint8 *
strata_proto_read_near_varint (const guint8 *at,
                               guint64 *value)
{
  if (G_LIKELY (*at < 0x80))
    {
      *value = *at;
      return at + 1;
    }

  if (G_LIKELY (at[1] < 0x80))
    {
      *value = (guint64) (at[0] & 0x7f) | (guint64) at[1] << 7;
      return at + 2;
    }

  return strata_proto_read_short_varint (at, value);
}

/**
 * strata_proto_read_varint:
 * @at: the start of the number
 * @end: the end of the readable bytes
 * @value: (out): the number
 *
 * Reads a number. Encodings longer than necessary are valid, because recorders fill in
 * lengths later.
 *
 * Returns: (nullable): the end of the number; %NULL if it does not end within 10 bytes or before @end
 */
static inline const guint8 *
strata_proto_read_varint (const guint8 *at,
                          const guint8 *end,
                          guint64 *value)
{
  if (G_LIKELY (at < end && *at < 0x80))
    {
      *value = *at;
      return at + 1;
    }

  if (G_LIKELY (end - at >= 2 && at[1] < 0x80))
    {
      *value = (guint64) (at[0] & 0x7f) | (guint64) at[1] << 7;
      return at + 2;
    }

  return strata_proto_read_long_varint (at, end, value);
}

/* Writes a number of up to ten bytes; returns its end. */
static inline guint8 *
strata_proto_write_varint (guint8 *at,
                           guint64 value)
{
  for (; value >= 0x80; value >>= 7)
    *at++ = (guint8) (value | 0x80);

  *at++ = (guint8) value;
  return at;
}

/* Skips a number of any length without decoding it; returns NULL as above. */
static inline const guint8 *
strata_proto_skip_varint (const guint8 *at,
                          const guint8 *end)
{
  guint64 value;

  if (G_LIKELY (end - at >= 10))
    {
      const guint64 ends = ~strata_word_load ((const char *) at) & G_GUINT64_CONSTANT (0x8080808080808080);

      if (ends != 0)
        return at + __builtin_ctzll (ends) / 8 + 1;
      if (at[9] < 0x80 && at[8] >= 0x80)
        return at + 10;
    }

  return strata_proto_read_varint (at, end, &value);
}

/* A message of @n_bytes at @data, positioned before its first field. */
static inline StrataProto
strata_proto (const guint8 *data,
              gsize n_bytes)
{
  return (StrataProto){ .at = data, .end = n_bytes > 0 ? data + n_bytes : data };
}

/* The message in the current field; empty if the field is a number. */
static inline StrataProto
strata_proto_enter (const StrataProto *self)
{
  return strata_proto (self->data, self->wire == STRATA_PROTO_BYTES ? (gsize) self->value : 0);
}

/**
 * strata_proto_get_text:
 * @self: a field
 *
 * Returns: its text, in the memory of the message; empty if it is a number
 */
static inline StrataText
strata_proto_get_text (const StrataProto *self)
{
  return self->wire == STRATA_PROTO_BYTES ? (StrataText){ (const char *) self->data, (gsize) self->value } : (StrataText){ "", 0 };
}

/**
 * strata_proto_next:
 * @self: a message
 *
 * Advances to the next field.
 *
 * Returns: %FALSE at the end, or at damage
 */
static inline gboolean
strata_proto_next (StrataProto *self)
{
  const guint8 *at = self->at;

  if (G_LIKELY (self->end - at >= 2 && *at < 0x80 && (*at & 7) != STRATA_PROTO_FIXED64 && (*at & 7) <= STRATA_PROTO_BYTES && *at >= 8))
    {
      self->number = *at >> 3;
      self->wire = *at & 7;
      at = strata_proto_read_varint (at + 1, self->end, &self->value);
      if (G_LIKELY (at != NULL && (self->wire == STRATA_PROTO_VARINT || self->value <= (guint64) (self->end - at))))
        {
          self->data = at;
          self->at = self->wire == STRATA_PROTO_VARINT ? at : at + self->value;
          return TRUE;
        }
    }

  return strata_proto_next_slow (self);
}

/**
 * strata_proto_next_alike:
 * @self: a message, at a field
 *
 * Advances to the next field if it is another message of the same list. This is faster than
 * [func@Strata.Proto.next], which handles all other cases.
 *
 * Returns: whether it advanced
 */
static inline gboolean
strata_proto_next_alike (StrataProto *self)
{
  const guint8 *at = self->at;
  guint64 n_bytes;

  if (self->wire != STRATA_PROTO_BYTES || at == self->end || *at != STRATA_PROTO_TAG (self->number, STRATA_PROTO_BYTES) || *at >= 0x80)
    return FALSE;

  at = strata_proto_read_varint (at + 1, self->end, &n_bytes);
  if (at == NULL || n_bytes > (guint64) (self->end - at))
    return FALSE;

  self->data = at;
  self->value = n_bytes;
  self->at = at + n_bytes;
  return TRUE;
}

/* The current field as a number; 0 if it is not a number. */
static inline guint64
strata_proto_get_uint (const StrataProto *self)
{
  return self->wire != STRATA_PROTO_BYTES ? self->value : 0;
}

static inline gint64
strata_proto_get_int (const StrataProto *self)
{
  return (gint64) strata_proto_get_uint (self);
}

/* Decodes a number of type sint32 or sint64, whose lowest bit is the sign. */
static inline gint64
strata_proto_unfold (guint64 bits)
{
  return (gint64) (bits >> 1) ^ -(gint64) (bits & 1);
}

/* Reads FIXED64 as a double and FIXED32 as a float. */
static inline double
strata_proto_get_double (const StrataProto *self)
{
  double wide;
  float narrow;
  const guint32 bits = (guint32) self->value;

  if (self->wire == STRATA_PROTO_FIXED64)
    {
      memcpy (&wide, &self->value, sizeof wide);
      return wide;
    }

  if (self->wire != STRATA_PROTO_FIXED32)
    return (double) strata_proto_get_int (self);

  memcpy (&narrow, &bits, sizeof narrow);
  return (double) narrow;
}

/* The numbers of a packed field, or the single number of an unpacked one. */
typedef struct
{
  const guint8 *at;  /* where the next number starts */
  const guint8 *end; /* the end of the last number */
  guint64 single;
  guint32 wire; /* how they are encoded */
  guint32 n_single;
} StrataProtoNumbers;

/**
 * strata_proto_get_numbers:
 * @self: a message, at a field with numbers
 * @wire: how each number is encoded if the field is packed
 *
 * Recorders may or may not pack repeated numbers.
 *
 * Returns: its numbers
 */
static inline StrataProtoNumbers
strata_proto_get_numbers (const StrataProto *self,
                          StrataProtoWire wire)
{
  if (self->wire != STRATA_PROTO_BYTES)
    return (StrataProtoNumbers){ .single = self->value, .n_single = 1 };

  return (StrataProtoNumbers){ .at = self->data, .end = self->data + self->value, .wire = wire };
}

/* Reads the next number; FALSE after the last one or at damage. */
static inline gboolean
strata_proto_numbers_next (StrataProtoNumbers *self,
                           guint64 *value)
{
  if (self->at == self->end)
    {
      *value = self->single;
      return self->n_single-- == 1 || (self->n_single = 0);
    }

  if (self->wire == STRATA_PROTO_FIXED64)
    {
      if (self->end - self->at < 8)
        return FALSE;

      memcpy (value, self->at, 8);
      *value = GUINT64_FROM_LE (*value);
      self->at += 8;
      return TRUE;
    }

  const guint8 *next = strata_proto_read_varint (self->at, self->end, value);

  self->at = next != NULL ? next : self->end;
  return next != NULL;
}

G_END_DECLS
