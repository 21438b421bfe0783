/* strata-ring-special.c - events that the kernel prints with special functions
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "strata-ring-print-private.h"

/* The `print fmt` of a stack has eight frames, and that of raw data one byte, whatever the actual length. The kernel prints all
 * of them (kernel/trace/trace_output.c). Its text has a line for each frame; here the frames follow in the line of the event. */

#define FRAMES "caller"
#define N_FRAMES "size"
#define DATA_ID "id"
#define DATA "buf"

/* Follows the last frame, and replaces a function that is a trampoline of the tracer. */
#define NO_FRAME (~G_GUINT64_CONSTANT (0))

/* Appended if there is not enough space for all bytes. */
#define CUT " …"

#define PROBE_PLACE "__probe_ip"
#define PROBE_FUNCTION "__probe_func"
#define PROBE_RETURN "__probe_ret_ip"

static const struct
{
  const char *event;
  const char *field;
} specials[] = {
  [STRATA_RING_SPECIAL_STACK] = { "kernel_stack", FRAMES },
  [STRATA_RING_SPECIAL_USER_STACK] = { "user_stack", FRAMES },
  [STRATA_RING_SPECIAL_DATA] = { "raw_data", DATA },
};

StrataRingSpecial
strata_ring_special_find (const StrataRingFormat *format)
{
  for (guint i = STRATA_RING_SPECIAL_STACK; i < G_N_ELEMENTS (specials); i++)
    if (strata_text_equals (format->name, specials[i].event))
      {
        const StrataRingField *field = strata_ring_format_find_field (format, specials[i].field);

        return field != NULL && field->kind == STRATA_RING_ARRAY ? i : STRATA_RING_SPECIAL_NONE;
      }

  return STRATA_RING_SPECIAL_NONE;
}

static void
put (StrataRingText *text,
     const char *string)
{
  strata_ring_text_put (text, string, strlen (string));
}

static void
put_frame (StrataRingText *text,
           guint64 address,
           StrataRingNames *names)
{
  StrataRingSymbol symbol;

  put (text, " => ");
  if (names != NULL && strata_ring_names_find_symbol (names, address, &symbol))
    {
      strata_ring_text_put (text, symbol.name.text, symbol.name.n_bytes);
      strata_ring_text_put (text, symbol.module.text, symbol.module.n_bytes);
      return;
    }

  put (text, "0x");
  strata_ring_text_put_uint (text, address, 16);
}

/* The kernel's form for frames without a known file. */
static void
put_user_frame (StrataRingText *text,
                guint64 address,
                guint n_digits)
{
  put (text, " => <");
  while (n_digits-- > 0)
    strata_ring_text_put (text, &"0123456789abcdef"[address >> (4 * n_digits) & 15], 1);
  put (text, ">");
}

static void
put_stack (const StrataRingPrint *self,
           const StrataRingRecord *record,
           StrataRingNames *names,
           StrataRingText *text)
{
  const StrataRingField *frames = strata_ring_format_find_field (self->format, FRAMES);
  const StrataRingField *size = strata_ring_format_find_field (self->format, N_FRAMES);
  const guint long_bytes = MIN (frames->element_bytes, self->long_bytes);
  const gboolean is_user = self->special == STRATA_RING_SPECIAL_USER_STACK;
  const guint64 n_most = size != NULL ? (guint64) strata_ring_record_get_int (record, size) : G_MAXUINT64;
  StrataText bytes = { "", 0 };

  put (text, is_user ? "<user stack trace>" : "<stack trace>");
  strata_ring_record_get_bytes (record, frames, &bytes);
  for (gsize i = 0; long_bytes > 0 && i < bytes.n_bytes / long_bytes && i < n_most; i++)
    {
      const guint64 address = strata_ring_read_uint ((const guint8 *) bytes.text + i * long_bytes, long_bytes, record->is_swapped);

      if (address == NO_FRAME >> (64 - 8 * long_bytes) || (is_user && address == 0))
        break;
      if (is_user)
        put_user_frame (text, address, 2 * long_bytes);
      else
        put_frame (text, address, names);
    }
}

static void
put_data (const StrataRingPrint *self,
          const StrataRingRecord *record,
          StrataRingText *text)
{
  const StrataRingField *id = strata_ring_format_find_field (self->format, DATA_ID);
  StrataText bytes = { "", 0 };

  put (text, "# ");
  strata_ring_text_put_uint (text, id != NULL ? (guint64) strata_ring_record_get_int (record, id) : 0, 16);
  put (text, " buf:");
  strata_ring_record_get_bytes (record, strata_ring_format_find_field (self->format, DATA), &bytes);
  for (gsize i = 0; i < bytes.n_bytes; i++)
    {
      if (text->end - text->at <= (gssize) strlen (CUT) + 3 && i + 1 < bytes.n_bytes)
        {
          put (text, CUT);
          return;
        }

      const guint8 byte = (guint8) bytes.text[i];
      const char hex[] = { ' ', "0123456789abcdef"[byte >> 4], "0123456789abcdef"[byte & 15] };

      strata_ring_text_put (text, hex, sizeof hex);
    }
}

void
strata_ring_special_write (const StrataRingPrint *print,
                           const StrataRingRecord *record,
                           StrataRingNames *names,
                           StrataRingText *text)
{
  if (print->special == STRATA_RING_SPECIAL_DATA)
    put_data (print, record, text);
  else
    put_stack (print, record, names, text);
}

/* The place that prints only this field, in hexadecimal. */
static StrataRingPlace *
find_place (StrataRingPrint *print,
            gsize i,
            const char *field)
{
  StrataRingPlace *place = i < print->places.n ? &strata_column_at (&print->places, StrataRingPlace, i) : NULL;
  const StrataRingNode *node = place != NULL && place->node < print->nodes.n ? &strata_column_at (&print->nodes, StrataRingNode, place->node) : NULL;

  return node != NULL && place->conversion == 'x' && node->kind == STRATA_RING_NODE_FIELD && strata_text_equals (node->field->name, field) ? place : NULL;
}

static void
set_symbol (StrataRingPlace *place,
            char letter)
{
  place->conversion = 'p';
  place->form[0] = letter;
  place->form[1] = '\0';
}

/* Turns "(%lx)" into "(do_open+0x0/0x250)". The kernel prints the return address first, not last as in the `print fmt`:
 * "(do_exec+0x31/0x90 <- do_open)". */
void
strata_ring_special_name_probe (StrataRingPrint *print)
{
  StrataRingPlace *const place = find_place (print, 0, PROBE_PLACE);
  StrataRingPlace *const function = find_place (print, 0, PROBE_FUNCTION);
  StrataRingPlace *const caller = find_place (print, 1, PROBE_RETURN);

  if (place != NULL)
    set_symbol (place, 'S');
  if (function == NULL || caller == NULL)
    return;

  const guint32 node = function->node;

  function->node = caller->node;
  caller->node = node;
  set_symbol (function, 'S');
  set_symbol (caller, 's');
}
