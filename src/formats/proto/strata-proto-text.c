/* strata-proto-text.c - prints the fields of a kernel event as the kernel does
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-proto-text.h"

#include <stdlib.h>

#include "strata-digits.h"
#include "strata-real.h"

/* The characters that mark fields in a pattern. */
static const gboolean is_mark[256] = { ['$'] = TRUE, ['~'] = TRUE, ['`'] = TRUE, ['?'] = TRUE, ['#'] = TRUE, ['%'] = TRUE, ['@'] = TRUE, ['!'] = TRUE, ['*'] = TRUE, ['^'] = TRUE, ['&'] = TRUE, ['|'] = TRUE, [';'] = TRUE, ['<'] = TRUE, ['>'] = TRUE, ['+'] = TRUE };

/* Minor numbers of devices have this many bits. */
#define MINOR_BITS 20

static int
compare_number (gconstpointer key,
                gconstpointer element)
{
  const guint32 number = *(const guint32 *) key;
  const StrataProtoEventKind *kind = element;

  return number < kind->number ? -1 : number > kind->number;
}

/**
 * strata_proto_event_kind_find:
 * @kinds: (array length=n_kinds): kinds by number
 * @n_kinds: how many
 * @number: number of an event's field
 *
 * Returns: (nullable) (transfer none): its kind
 */
const StrataProtoEventKind *
strata_proto_event_kind_find (const StrataProtoEventKind *kinds,
                              gsize n_kinds,
                              guint32 number)
{
  return bsearch (&number, kinds, n_kinds, sizeof (StrataProtoEventKind), compare_number);
}

static void
put_string (StrataProtoText *self,
            const char *string)
{
  strata_proto_text_put_bytes (self, string, strlen (string));
}

/* The eight hexadecimal digits of a number, all at once. */
static guint64
spread_digits (guint32 value)
{
  guint64 digits = value;

  digits = (digits | digits << 16) & G_GUINT64_CONSTANT (0x0000ffff0000ffff);
  digits = (digits | digits << 8) & G_GUINT64_CONSTANT (0x00ff00ff00ff00ff);
  digits = (digits | digits << 4) & G_GUINT64_CONSTANT (0x0f0f0f0f0f0f0f0f);

  const guint64 are_letters = (digits + G_GUINT64_CONSTANT (0x0606060606060606)) >> 4 & G_GUINT64_CONSTANT (0x0101010101010101);

  return GUINT64_TO_BE (digits + G_GUINT64_CONSTANT (0x3030303030303030) + are_letters * ('a' - '9' - 1));
}

/**
 * strata_proto_text_put_hex:
 * @self: a text
 * @value: a number
 *
 * Appends a hexadecimal number without a prefix. Each system call has six of them: half are a single digit, most others addresses.
 */
void
strata_proto_text_put_hex (StrataProtoText *self,
                           guint64 value)
{
  if (value < 16)
    {
      strata_proto_text_put_bytes (self, &"0123456789abcdef"[value], 1);
      return;
    }

  const guint64 digits[] = { spread_digits ((guint32) (value >> 32)), spread_digits ((guint32) value) };
  const gsize n_digits = (gsize) (67 - __builtin_clzll (value)) / 4;

  strata_proto_text_put_bytes (self, (const char *) digits + sizeof digits - n_digits, n_digits);
}

/**
 * strata_proto_text_put_uint:
 * @self: a text
 * @value: a number
 *
 * Appends a decimal number.
 */
void
strata_proto_text_put_uint (StrataProtoText *self,
                            guint64 value)
{
  char digits[STRATA_DIGITS_MOST];
  const char *at = strata_digits_put (digits + sizeof digits, value, 10);

  strata_proto_text_put_bytes (self, at, (gsize) (digits + sizeof digits - at));
}

/**
 * strata_proto_text_put_int:
 * @self: a text
 * @value: a number
 *
 * Appends a signed number.
 */
void
strata_proto_text_put_int (StrataProtoText *self,
                           gint64 value)
{
  if (value < 0)
    strata_proto_text_put_bytes (self, "-", 1);

  strata_proto_text_put_uint (self, value < 0 ? -(guint64) value : (guint64) value);
}

static void
put_hex (StrataProtoText *self,
         guint64 value)
{
  put_string (self, "0x");
  strata_proto_text_put_hex (self, value);
}

static void
put_softirq (StrataProtoText *self,
             guint64 vector)
{
  static const char *const names[] = { "HI", "TIMER", "NET_TX", "NET_RX", "BLOCK", "IRQ_POLL", "TASKLET", "SCHED", "HRTIMER", "RCU" };

  put_string (self, vector < G_N_ELEMENTS (names) ? names[vector] : "?");
}

/**
 * strata_proto_text_get_memory:
 * @kind: a kind of memory
 *
 * Returns: the kernel's name for it; "?" if there is none
 */
const char *
strata_proto_text_get_memory (guint64 kind)
{
  static const char *const names[] = { "MM_FILEPAGES", "MM_ANONPAGES", "MM_SWAPENTS", "MM_SHMEMPAGES", "MM_UNRECLAIMABLE" };

  return kind < G_N_ELEMENTS (names) ? names[kind] : "?";
}

static void
put_device (StrataProtoText *self,
            guint64 device)
{
  strata_proto_text_put_uint (self, device >> MINOR_BITS);
  strata_proto_text_put_bytes (self, ",", 1);
  strata_proto_text_put_uint (self, device & ((1u << MINOR_BITS) - 1));
}

/* The user-space encoding, which Perfetto's recorder uses: the upper bits of both numbers are further up. */
static void
put_user_device (StrataProtoText *self,
                 guint64 device)
{
  strata_proto_text_put_uint (self, (device >> 8 & 0xfff) | (device >> 32 & 0xfffff000));
  strata_proto_text_put_bytes (self, ",", 1);
  strata_proto_text_put_uint (self, (device & 0xff) | (device >> 12 & 0xffffff00));
}

/**
 * strata_proto_text_put_cpu:
 * @self: a text
 * @cpu: a CPU
 *
 * Appends the number of a CPU as the kernel prints it, with at least three digits.
 */
void
strata_proto_text_put_cpu (StrataProtoText *self,
                           guint64 cpu)
{
  if (cpu < 100)
    put_string (self, cpu < 10 ? "00" : "0");

  strata_proto_text_put_uint (self, cpu);
}

static void
put_octal (StrataProtoText *self,
           guint64 value)
{
  char digits[STRATA_DIGITS_MOST];
  const char *at = strata_digits_put (digits + sizeof digits, value, 8);

  strata_proto_text_put_bytes (self, at, (gsize) (digits + sizeof digits - at));
}

static void
put_symbol (StrataProtoText *self,
            const StrataProto *field,
            StrataProtoFindSymbol find_symbol,
            gpointer data)
{
  const char *name = find_symbol != NULL ? find_symbol (strata_proto_get_uint (field), data) : NULL;

  if (name != NULL)
    put_string (self, name);
  else
    put_hex (self, strata_proto_get_uint (field));
}

/**
 * strata_proto_text_put_text:
 * @self: a text
 * @field: a field with text; other fields append nothing
 *
 * Appends the text of a field.
 */
void
strata_proto_text_put_text (StrataProtoText *self,
                            const StrataProto *field)
{
  if (field->wire == STRATA_PROTO_BYTES)
    strata_proto_text_put_bytes (self, field->data, (gsize) field->value);
}

static void
put_hex_bytes (StrataProtoText *self,
               const StrataProto *field)
{
  for (guint64 i = 0; field->wire == STRATA_PROTO_BYTES && i < field->value && self->at < self->end; i++)
    {
      strata_proto_text_put_hex (self, field->data[i] >> 4);
      strata_proto_text_put_hex (self, field->data[i] & 15);
    }
}

static gboolean
is_readable (const StrataProto *field)
{
  for (guint64 i = 0; i < field->value; i++)
    if (g_ascii_iscntrl (field->data[i]))
      return FALSE;

  return g_utf8_validate ((const char *) field->data, (gssize) field->value, NULL);
}

/**
 * strata_proto_text_put_any:
 * @self: a text
 * @field: a field whose type is not known
 *
 * Appends a field: bytes as text if they are readable, else in hexadecimal.
 */
void
strata_proto_text_put_any (StrataProtoText *self,
                           const StrataProto *field)
{
  if (field->wire != STRATA_PROTO_BYTES)
    strata_proto_text_put_int (self, strata_proto_get_int (field));
  else if (is_readable (field))
    strata_proto_text_put_text (self, field);
  else
    put_hex_bytes (self, field);
}

static void
put_number (StrataProtoText *self,
            char type,
            const StrataProto *field)
{
  const guint64 value = strata_proto_get_uint (field);
  char real[G_ASCII_DTOSTR_BUF_SIZE];

  if (type == '$')
    strata_proto_text_put_int (self, field->wire == STRATA_PROTO_FIXED32 ? (gint32) value : (gint64) value);
  else if (type == '~')
    strata_proto_text_put_uint (self, value);
  else if (type == '`')
    strata_proto_text_put_int (self, strata_proto_unfold (value));
  else if (type == '?')
    put_string (self, strata_real_format (strata_proto_get_double (field), real));
  else if (type == '#')
    put_hex (self, value);
  else if (type == '<')
    strata_proto_text_put_hex (self, value);
  else if (type == '>')
    put_octal (self, value);
  else
    strata_proto_text_put_cpu (self, value);
}

static void
put_field (StrataProtoText *self,
           char type,
           const StrataProto *field,
           StrataProtoFindSymbol find_symbol,
           gpointer data)
{
  const guint64 value = strata_proto_get_uint (field);

  if (strchr ("$~`?#<>;", type) != NULL)
    put_number (self, type, field);
  else if (type == '%')
    strata_proto_text_put_text (self, field);
  else if (type == '|')
    put_hex_bytes (self, field);
  else if (type == '@')
    put_symbol (self, field, find_symbol, data);
  else if (type == '!')
    put_device (self, value);
  else if (type == '*')
    put_user_device (self, value);
  else if (type == '^')
    put_softirq (self, value);
  else if (type == '+')
    put_string (self, value != 0 ? "handled" : "unhandled");
  else
    put_string (self, strata_proto_text_get_memory (value));
}

/* Copies the literal text of the pattern. Returns the next mark of a field, or the end. */
static const char *
put_literal (StrataProtoText *self,
             const char *at)
{
  const char *begin = at;

  while (*at != '\0' && !(is_mark[(guint8) *at] && g_ascii_isdigit (at[1])))
    at++;

  strata_proto_text_put_bytes (self, begin, (gsize) (at - begin));
  return at;
}

/* Field numbers have one or two digits. */
static guint
take_number (const char **at)
{
  guint number = (guint) g_ascii_digit_value (*(*at)++);

  if (g_ascii_isdigit (**at))
    number = 10 * number + (guint) g_ascii_digit_value (*(*at)++);

  return MIN (number, STRATA_PROTO_TEXT_MAX_FIELDS - 1);
}

/**
 * strata_proto_text_put_event:
 * @self: a text
 * @pattern: its pattern, see [struct@Strata.ProtoEventKind]
 * @event: its fields
 * @find_symbol: (nullable): returns the names of functions
 * @data: passed to @find_symbol
 *
 * Appends the fields of an event.
 */
void
strata_proto_text_put_event (StrataProtoText *self,
                             const char *pattern,
                             StrataProto event,
                             StrataProtoFindSymbol find_symbol,
                             gpointer data)
{
  static const StrataProto missing = { .at = NULL };
  StrataProto fields[STRATA_PROTO_TEXT_MAX_FIELDS];
  guint64 are_set = 0; /* bits of the field numbers that are present: most events have few fields */

  while (strata_proto_next (&event))
    if (event.number < STRATA_PROTO_TEXT_MAX_FIELDS)
      {
        fields[event.number] = event;
        are_set |= G_GUINT64_CONSTANT (1) << event.number;
      }

  for (const char *at = put_literal (self, pattern); *at != '\0'; at = put_literal (self, at))
    {
      const char type = *at++;
      const guint number = take_number (&at);

      put_field (self, type, (are_set >> number & 1) != 0 ? &fields[number] : &missing, find_symbol, data);
    }
}
