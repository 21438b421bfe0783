/* strata-perfetto-event-text.c - the fields of a kernel event as the kernel prints them
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-perfetto-event-text.h"

#include <stdlib.h>

#include "strata-perfetto-fields.h"

/* What an event of the kernel means is known of its text, which systrace has. So the rare
 * ones are printed here the same way. Those that are frequent are read as numbers, see
 * strata-perfetto-ftrace.c. */

/* Fields above this are in no text. */
#define MAX_FIELDS 10

/* Minor numbers of devices have this many bits. */
#define MINOR_BITS 20

static const StrataPerfettoEventKind kinds[] = {
#include "strata-perfetto-events.h"
};

typedef struct
{
  char *at;
  char *end;
} Text;

static int
compare_number (gconstpointer key,
                gconstpointer element)
{
  const guint32 number = *(const guint32 *) key;
  const StrataPerfettoEventKind *kind = element;

  return number < kind->number ? -1 : number > kind->number;
}

/**
 * strata_perfetto_event_kind_find:
 * @number: number of the field that an event has
 *
 * Returns: (nullable) (transfer none): its kind
 */
const StrataPerfettoEventKind *
strata_perfetto_event_kind_find (guint32 number)
{
  return bsearch (&number, kinds, G_N_ELEMENTS (kinds), sizeof (StrataPerfettoEventKind), compare_number);
}

static void
put_bytes (Text *text,
           const void *bytes,
           gsize n_bytes)
{
  const gsize n = MIN (n_bytes, (gsize) (text->end - text->at));

  memcpy (text->at, bytes, n);
  text->at += n;
}

static void
put_string (Text *text,
            const char *string)
{
  put_bytes (text, string, strlen (string));
}

static void
put_uint (Text *text,
          guint64 value,
          guint base)
{
  char digits[20];
  char *at = digits + sizeof digits;

  do
    *--at = "0123456789abcdef"[value % base];
  while ((value /= base) > 0);

  put_bytes (text, at, (gsize) (digits + sizeof digits - at));
}

static void
put_int (Text *text,
         gint64 value)
{
  if (value < 0)
    put_bytes (text, "-", 1);

  put_uint (text, value < 0 ? -(guint64) value : (guint64) value, 10);
}

static void
put_hex (Text *text,
         guint64 value)
{
  put_string (text, "0x");
  put_uint (text, value, 16);
}

static void
put_softirq (Text *text,
             guint64 vector)
{
  static const char *const names[] = { "HI", "TIMER", "NET_TX", "NET_RX", "BLOCK", "IRQ_POLL", "TASKLET", "SCHED", "HRTIMER", "RCU" };

  put_string (text, vector < G_N_ELEMENTS (names) ? names[vector] : "?");
}

static void
put_memory (Text *text,
            guint64 kind)
{
  static const char *const names[] = { "MM_FILEPAGES", "MM_ANONPAGES", "MM_SWAPENTS", "MM_SHMEMPAGES" };

  put_string (text, kind < G_N_ELEMENTS (names) ? names[kind] : "?");
}

static void
put_device (Text *text,
            guint64 device)
{
  put_uint (text, device >> MINOR_BITS, 10);
  put_bytes (text, ",", 1);
  put_uint (text, device & ((1u << MINOR_BITS) - 1), 10);
}

static void
put_symbol (Text *text,
            const StrataProto *field,
            const StrataPerfettoState *state,
            const StrataStringPool *strings)
{
  guint32 name;

  if (strata_perfetto_state_find_text (state, STRATA_PF_INTERNED_KERNEL_SYMBOLS, field->value, &name))
    put_string (text, strata_string_pool_get (strings, name));
  else
    put_hex (text, strata_proto_get_uint (field));
}

/* Text of the kernel has no line ends. */
static void
put_text (Text *text,
          const StrataProto *field)
{
  if (field->wire == STRATA_PROTO_BYTES)
    put_bytes (text, field->data, (gsize) field->value);
}

static void
put_field (Text *text,
           char type,
           const StrataProto *field,
           const StrataPerfettoState *state,
           const StrataStringPool *strings)
{
  const guint64 value = strata_proto_get_uint (field);

  if (type == '$')
    put_int (text, (gint64) value);
  else if (type == '#')
    put_hex (text, value);
  else if (type == '%')
    put_text (text, field);
  else if (type == '@')
    put_symbol (text, field, state, strings);
  else if (type == '!')
    put_device (text, value);
  else if (type == '^')
    put_softirq (text, value);
  else
    put_memory (text, value);
}

static gboolean
is_field (const char *at)
{
  return at[0] != '\0' && strchr ("$#%@!^&", at[0]) != NULL && g_ascii_isdigit (at[1]);
}

/**
 * strata_perfetto_event_text:
 * @kind: its kind
 * @event: its fields
 * @state: (nullable): of the sequence, for names of functions
 * @strings: what the names are in
 * @text: room for %STRATA_PERFETTO_EVENT_TEXT_BYTES
 *
 * Prints the fields of an event.
 *
 * Returns: what was printed, in @text
 */
StrataText
strata_perfetto_event_text (const StrataPerfettoEventKind *kind,
                            StrataProto event,
                            const StrataPerfettoState *state,
                            const StrataStringPool *strings,
                            char *text)
{
  StrataProto fields[MAX_FIELDS] = { { .at = NULL } };
  Text out = { text, text + STRATA_PERFETTO_EVENT_TEXT_BYTES };

  while (strata_proto_next (&event))
    if (event.number < MAX_FIELDS)
      fields[event.number] = event;

  for (const char *at = kind->text; *at != '\0'; at++)
    if (is_field (at))
      {
        put_field (&out, at[0], &fields[at[1] - '0'], state, strings);
        at++;
      }
    else
      put_bytes (&out, at, 1);

  return strata_text (text, out.at);
}

static void
put_generic_field (Text *text,
                   StrataProto field)
{
  while (strata_proto_next (&field))
    if (field.number == STRATA_PF_GENERIC_FIELD_NAME)
      {
        put_text (text, &field);
        put_bytes (text, "=", 1);
      }
    else if (field.number == STRATA_PF_GENERIC_FIELD_TEXT)
      put_text (text, &field);
    else if (field.number == STRATA_PF_GENERIC_FIELD_INT)
      put_int (text, strata_proto_get_int (&field));
    else if (field.number == STRATA_PF_GENERIC_FIELD_UINT)
      put_uint (text, strata_proto_get_uint (&field), 10);
}

/**
 * strata_perfetto_generic_text:
 * @event: an event that has its own name and names of fields
 * @name: (out): its name, in the message
 * @text: room for %STRATA_PERFETTO_EVENT_TEXT_BYTES
 *
 * Prints the fields of an event.
 *
 * Returns: what was printed, in @text
 */
StrataText
strata_perfetto_generic_text (StrataProto event,
                              StrataText *name,
                              char *text)
{
  Text out = { text, text + STRATA_PERFETTO_EVENT_TEXT_BYTES };

  *name = (StrataText){ "", 0 };
  while (strata_proto_next (&event))
    if (event.number == STRATA_PF_GENERIC_NAME && event.wire == STRATA_PROTO_BYTES)
      *name = (StrataText){ (const char *) event.data, (gsize) event.value };
    else if (event.number == STRATA_PF_GENERIC_FIELD)
      {
        if (out.at > text)
          put_bytes (&out, " ", 1);
        put_generic_field (&out, strata_proto_enter (&event));
      }

  return strata_text (text, out.at);
}
