/* strata-perfetto-event-text.c - prints fields of a kernel event like the kernel
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-perfetto-event-text.h"

#include "strata-perfetto-fields.h"
#include "strata-short-text.h"

/* The meaning of kernel events is known from their text, as in systrace. So rare events are
 * printed here in the same way. Frequent events are read as numbers, see
 * strata-perfetto-ftrace.c. */

/* Fields of sys_enter; sys_exit has the return value instead of the arguments. */
#define SYSCALL_NUMBER 1
#define SYSCALL_ARGS 2

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

/* A text that does not fit ends with an ellipsis. */
static StrataText
end_text (char *text,
          const StrataProtoText *out)
{
  if (out->at == out->end)
    return (StrataText){ text, strata_short_text_end (text, (gsize) (out->end - text)) };

  return strata_text (text, out->at);
}

/**
 * strata_perfetto_event_text:
 * @pattern: its format, see [struct@Strata.ProtoEventKind]
 * @event: its fields
 * @state: (nullable): state of the sequence, for names of functions
 * @strings: the pool of the names
 * @text: buffer of %STRATA_PERFETTO_EVENT_TEXT_BYTES
 *
 * Prints the fields of an event.
 *
 * Returns: the printed text, in @text
 */
StrataText
strata_perfetto_event_text (const char *pattern,
                            StrataProto event,
                            const StrataPerfettoState *state,
                            const StrataStringPool *strings,
                            char *text)
{
  StrataProtoText out = { text, text + STRATA_PERFETTO_EVENT_TEXT_BYTES };
  Symbols symbols = { state, strings };

  strata_proto_text_put_event (&out, pattern, event, find_symbol, &symbols);
  return end_text (text, &out);
}

static void
put_call_arg (StrataProtoText *args,
              const char *begin,
              guint64 arg)
{
  strata_proto_text_put_bytes (args, args->at == begin ? " (" : ", ", 2);
  strata_proto_text_put_hex (args, arg);
}

/**
 * strata_perfetto_call_text:
 * @event: (inout): fields of sys_enter or sys_exit; moved to their end
 * @number: (out): number of the system call
 * @text: buffer of %STRATA_PERFETTO_EVENT_TEXT_BYTES
 *
 * Prints the number of a system call and, when it begins, its arguments if the recorder kept them:
 * "NR 1 (3, 7f2690c93000, 100)".
 *
 * Returns: the printed text, in @text
 */
StrataText
strata_perfetto_call_text (StrataProto *event,
                           gint64 *number,
                           char *text)
{
  char args[STRATA_PERFETTO_EVENT_TEXT_BYTES / 2];
  StrataProtoText out = { text, text + STRATA_PERFETTO_EVENT_TEXT_BYTES };
  StrataProtoText rest = { args, args + sizeof args };
  guint64 arg;

  *number = 0;
  while (strata_proto_next (event))
    if (event->number == SYSCALL_ARGS && event->wire == STRATA_PROTO_VARINT)
      put_call_arg (&rest, args, event->value);
    else if (event->number == SYSCALL_NUMBER)
      *number = strata_proto_get_int (event);
    else if (event->number == SYSCALL_ARGS)
      for (StrataProtoNumbers numbers = strata_proto_get_numbers (event, STRATA_PROTO_VARINT); strata_proto_numbers_next (&numbers, &arg);)
        put_call_arg (&rest, args, arg);

  strata_proto_text_put_bytes (&out, "NR ", 3);
  strata_proto_text_put_int (&out, *number);
  strata_proto_text_put_bytes (&out, args, (gsize) (rest.at - args));
  strata_proto_text_put_bytes (&out, ")", rest.at > args);
  return end_text (text, &out);
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
      strata_proto_text_put_uint (text, strata_proto_get_uint (&field));
}

/**
 * strata_perfetto_generic_text:
 * @event: an event that contains its name and the names of its fields
 * @name: (out): its name, in the message
 * @text: buffer of %STRATA_PERFETTO_EVENT_TEXT_BYTES
 *
 * Prints the fields of an event.
 *
 * Returns: the printed text, in @text
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

  return end_text (text, &out);
}
