/* strata-proto-writer.c - appends fields to protobuf messages
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-proto-writer.h"

#include <string.h>

#include "strata-proto.h"

/* Appends a number without a field number, in its shortest encoding. */
static void
put_varint (GString *out,
            guint64 value)
{
  guint8 bytes[10];
  const guint8 *end = strata_proto_write_varint (bytes, value);

  g_string_append_len (out, (const char *) bytes, end - bytes);
}

static void
put_tag (GString *out,
         guint32 number,
         StrataProtoWire wire)
{
  put_varint (out, (guint64) number << 3 | wire);
}

/**
 * strata_proto_put_uint:
 * @out: a message
 * @number: number of the field
 * @value: a number; negative numbers are cast, and take ten bytes
 *
 * Appends a field with a number.
 */
void
strata_proto_put_uint (GString *out,
                       guint32 number,
                       guint64 value)
{
  put_tag (out, number, STRATA_PROTO_VARINT);
  put_varint (out, value);
}

/**
 * strata_proto_put_fixed64:
 * @out: a message
 * @number: number of the field
 * @value: its bits
 *
 * Appends a field of 8 bytes.
 */
void
strata_proto_put_fixed64 (GString *out,
                          guint32 number,
                          guint64 value)
{
  const guint64 bytes = GUINT64_TO_LE (value);

  put_tag (out, number, STRATA_PROTO_FIXED64);
  g_string_append_len (out, (const char *) &bytes, sizeof bytes);
}

/**
 * strata_proto_put_float:
 * @out: a message
 * @number: number of the field
 * @value: a number
 *
 * Appends a field of 4 bytes.
 */
void
strata_proto_put_float (GString *out,
                        guint32 number,
                        float value)
{
  guint32 bytes;

  memcpy (&bytes, &value, sizeof bytes);
  bytes = GUINT32_TO_LE (bytes);
  put_tag (out, number, STRATA_PROTO_FIXED32);
  g_string_append_len (out, (const char *) &bytes, sizeof bytes);
}

/**
 * strata_proto_put_bytes:
 * @out: a message
 * @number: number of the field
 * @bytes: (array length=n_bytes): its content
 * @n_bytes: how many
 *
 * Appends a field with bytes.
 */
void
strata_proto_put_bytes (GString *out,
                        guint32 number,
                        gconstpointer bytes,
                        gsize n_bytes)
{
  put_tag (out, number, STRATA_PROTO_BYTES);
  put_varint (out, n_bytes);
  g_string_append_len (out, bytes, (gssize) n_bytes);
}

/* Appends a field with text. */
void
strata_proto_put_text (GString *out,
                       guint32 number,
                       const char *text)
{
  strata_proto_put_bytes (out, number, text, strlen (text));
}

/**
 * strata_proto_put_message:
 * @out: a message
 * @number: number of the field
 * @message: another message, which is cleared
 *
 * Appends a field with a message.
 */
void
strata_proto_put_message (GString *out,
                          guint32 number,
                          GString *message)
{
  strata_proto_put_bytes (out, number, message->str, message->len);
  g_string_truncate (message, 0);
}
