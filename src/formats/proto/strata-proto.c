/* strata-proto.c - reads the fields of protobuf messages
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-proto.h"

#define MAX_VARINT_BYTES 10

/* The largest number of a field. */
#define MAX_NUMBER ((1u << 29) - 1)

/**
 * strata_proto_read_long_varint:
 * @at: the start of the number
 * @end: the end of the readable bytes
 * @value: (out): the number
 *
 * Reads a number of any length. Bits beyond the 64th are dropped, as in other decoders.
 *
 * Returns: (nullable): the end of the number; %NULL if it does not end within 10 bytes or before @end
 */
const guint8 *
strata_proto_read_long_varint (const guint8 *at,
                               const guint8 *end,
                               guint64 *value)
{
  const guint8 *limit = end - at > MAX_VARINT_BYTES ? at + MAX_VARINT_BYTES : end;
  guint64 bits = 0;
  guint shift = 0;

  if (G_LIKELY (end - at >= 8))
    {
      const guint8 *next = strata_proto_read_short_varint (at, value);

      if (G_LIKELY (next != NULL))
        return next;

      /* kernel addresses have 10 bytes */
      bits = strata_proto_join_bytes (strata_word_load ((const char *) at));
      shift = 7 * 8;
      at += 8;
    }

  for (; at < limit; shift += 7)
    {
      const guint8 byte = *at++;

      bits |= (guint64) (byte & 0x7f) << shift;
      if (byte < 0x80)
        {
          *value = bits;
          return at;
        }
    }

  return NULL;
}

static gboolean
fail (StrataProto *self)
{
  self->is_damaged = TRUE;
  self->at = self->end;
  return FALSE;
}

static gboolean
read_fixed (StrataProto *self,
            const guint8 *at,
            gsize n_bytes)
{
  guint64 bits = 0;

  if ((gsize) (self->end - at) < n_bytes)
    return fail (self);

  memcpy (&bits, at, n_bytes);
  self->value = GUINT64_FROM_LE (bits);
  self->data = at;
  self->at = at + n_bytes;
  return TRUE;
}

static gboolean
read_bytes (StrataProto *self,
            const guint8 *at)
{
  at = strata_proto_read_varint (at, self->end, &self->value);
  if (at == NULL || self->value > (guint64) (self->end - at))
    return fail (self);

  self->data = at;
  self->at = at + self->value;
  return TRUE;
}

/* Handles the cases that [func@Strata.proto_next] does not: long tags, 4 and 8 bytes, the end and damage. */
gboolean
strata_proto_next_slow (StrataProto *self)
{
  const guint8 *at = self->at;
  guint64 tag;

  if (at == self->end)
    return FALSE;

  at = strata_proto_read_varint (at, self->end, &tag);
  if (at == NULL || tag < 8 || tag >> 3 > MAX_NUMBER)
    return fail (self);

  self->number = (guint32) (tag >> 3);
  self->wire = (guint32) (tag & 7);
  switch (self->wire)
    {
    case STRATA_PROTO_VARINT:
      self->data = at;
      self->at = strata_proto_read_varint (at, self->end, &self->value);
      return self->at != NULL || fail (self);
    case STRATA_PROTO_FIXED64:
      return read_fixed (self, at, 8);
    case STRATA_PROTO_FIXED32:
      return read_fixed (self, at, 4);
    case STRATA_PROTO_BYTES:
      return read_bytes (self, at);
    default:
      return fail (self);
    }
}

/**
 * strata_proto_is_whole:
 * @data: (array length=n_bytes): a message
 * @n_bytes: its length
 *
 * Returns: whether its fields, excluding those of nested messages, can be read to the end
 */
gboolean
strata_proto_is_whole (const guint8 *data,
                       gsize n_bytes)
{
  StrataProto message = strata_proto (data, n_bytes);

  while (strata_proto_next (&message))
    ;

  return !message.is_damaged;
}

/* Returns the string id of the text in the current field; that of the empty string if the field is
 * not text. */
guint32
strata_proto_intern (const StrataProto *field,
                     StrataStringPool *strings)
{
  return field->wire == STRATA_PROTO_BYTES ? strata_string_pool_intern (strings, (const char *) field->data, (gsize) field->value) : STRATA_STRING_EMPTY;
}

/**
 * strata_proto_dup_text:
 * @field: a field
 * @most_bytes: maximum number of bytes to copy
 *
 * Returns: (transfer full) (nullable): the text in the current field, as valid UTF-8; %NULL if the field is not text
 */
char *
strata_proto_dup_text (const StrataProto *field,
                       gsize most_bytes)
{
  return field->wire == STRATA_PROTO_BYTES ? g_utf8_make_valid ((const char *) field->data, (gssize) MIN (field->value, most_bytes)) : NULL;
}

/**
 * strata_proto_find_uint:
 * @message: a message
 * @number: number of a field
 *
 * Returns: the last number in fields of that number, which counts; 0 if there is none
 */
guint64
strata_proto_find_uint (StrataProto message,
                        guint32 number)
{
  guint64 value = 0;

  while (strata_proto_next (&message))
    if (message.number == number)
      value = strata_proto_get_uint (&message);

  return value;
}

/**
 * strata_proto_list_numbers:
 * @message: a message
 * @number: number of a repeated varint field, packed or not
 *
 * Returns: (transfer full) (element-type guint64): its values
 */
GArray *
strata_proto_list_numbers (StrataProto message,
                           guint32 number)
{
  GArray *all = g_array_new (FALSE, FALSE, sizeof (guint64));

  while (strata_proto_next (&message))
    if (message.number == number)
      {
        StrataProtoNumbers numbers = strata_proto_get_numbers (&message, STRATA_PROTO_VARINT);
        guint64 value;

        while (strata_proto_numbers_next (&numbers, &value))
          g_array_append_val (all, value);
      }

  return all;
}
