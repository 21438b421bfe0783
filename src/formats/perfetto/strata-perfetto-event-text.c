/* strata-perfetto-event-text.c - the fields of a kernel event as the kernel prints them
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-perfetto-event-text.h"

#include "strata-perfetto-fields.h"

/* What an event of the kernel means is known of its text, which systrace has. So the rare
 * ones are printed here the same way. Those that are frequent are read as numbers, see
 * strata-perfetto-ftrace.c. */

static const StrataProtoEventKind kinds[] = {
#include "strata-perfetto-events.h"
};

/**
 * strata_perfetto_event_kind_find:
 * @number: number of the field that an event has
 *
 * Returns: (nullable) (transfer none): its kind
 */
const StrataProtoEventKind *
strata_perfetto_event_kind_find (guint32 number)
{
  return strata_proto_event_kind_find (kinds, G_N_ELEMENTS (kinds), number);
}

typedef struct
{
  const StrataPerfettoState *state; /* (nullable) borrowed */
  const StrataStringPool *strings;  /* borrowed */
} Symbols;

static const char *
find_symbol (guint64 value,
             gpointer data)
{
  const Symbols *symbols = data;
  guint32 name;

  return strata_perfetto_state_find_text (symbols->state, STRATA_PF_INTERNED_KERNEL_SYMBOLS, value, &name) ? strata_string_pool_get (symbols->strings, name) : NULL;
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
strata_perfetto_event_text (const StrataProtoEventKind *kind,
                            StrataProto event,
                            const StrataPerfettoState *state,
                            const StrataStringPool *strings,
                            char *text)
{
  StrataProtoText out = { text, text + STRATA_PERFETTO_EVENT_TEXT_BYTES };
  Symbols symbols = { state, strings };

  strata_proto_text_put_event (&out, kind->text, event, find_symbol, &symbols);
  return strata_text (text, out.at);
}

static void
put_generic_field (StrataProtoText *text,
                   StrataProto field)
{
  while (strata_proto_next (&field))
    if (field.number == STRATA_PF_GENERIC_FIELD_NAME)
      {
        strata_proto_text_put_text (text, &field);
        strata_proto_text_put_bytes (text, "=", 1);
      }
    else if (field.number == STRATA_PF_GENERIC_FIELD_TEXT)
      strata_proto_text_put_text (text, &field);
    else if (field.number == STRATA_PF_GENERIC_FIELD_INT)
      strata_proto_text_put_int (text, strata_proto_get_int (&field));
    else if (field.number == STRATA_PF_GENERIC_FIELD_UINT)
      strata_proto_text_put_uint (text, strata_proto_get_uint (&field), 10);
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
  StrataProtoText out = { text, text + STRATA_PERFETTO_EVENT_TEXT_BYTES };

  *name = (StrataText){ "", 0 };
  while (strata_proto_next (&event))
    if (event.number == STRATA_PF_GENERIC_NAME && event.wire == STRATA_PROTO_BYTES)
      *name = (StrataText){ (const char *) event.data, (gsize) event.value };
    else if (event.number == STRATA_PF_GENERIC_FIELD)
      {
        if (out.at > text)
          strata_proto_text_put_bytes (&out, " ", 1);
        put_generic_field (&out, strata_proto_enter (&event));
      }

  return strata_text (text, out.at);
}
