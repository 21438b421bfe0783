/* strata-ring-system-call.c - prints events of system calls as the kernel does
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "strata-ring-print-private.h"

/* Implements print_syscall_enter() and print_syscall_exit() of the kernel (kernel/trace/trace_syscalls.c): the event sys_enter_openat
 * is printed as "sys_openat(dfd: 0xffffff9c, flags: 2)", and sys_exit_openat as "sys_openat -> 0x3". Small numbers
 * are decimal. Since 6.19, kernels add the text of some arguments in an extra field, __filename_val. */

#define BEGIN "sys_enter_"
#define END "sys_exit_"
#define NUMBER "__syscall_nr"
#define VALUE_PREFIX "__"
#define VALUE_SUFFIX "_val"

static gboolean
has_prefix (StrataText text,
            const char *prefix)
{
  return text.n_bytes > strlen (prefix) && memcmp (text.text, prefix, strlen (prefix)) == 0;
}

StrataRingSystemCall
strata_ring_system_call_find (const StrataRingFormat *format)
{
  if (strata_ring_format_find_field (format, NUMBER) == NULL)
    return STRATA_RING_NO_SYSTEM_CALL;

  return has_prefix (format->name, BEGIN) ? STRATA_RING_SYSTEM_CALL_BEGIN : has_prefix (format->name, END) ? STRATA_RING_SYSTEM_CALL_END
                                                                                                           : STRATA_RING_NO_SYSTEM_CALL;
}

/* Whether it is the end of a system call by name, such as sys_exit_openat. */
gboolean
strata_ring_system_call_is_end (const StrataRingFormat *format)
{
  return strata_ring_system_call_find (format) == STRATA_RING_SYSTEM_CALL_END;
}

const char *
strata_ring_system_call_get_name (const StrataRingFormat *format,
                                  StrataRingSystemCall kind)
{
  return format->name.text + (kind == STRATA_RING_SYSTEM_CALL_BEGIN ? strlen (BEGIN) : strlen (END));
}

static gboolean
is_argument (const StrataRingField *field)
{
  return field->kind == STRATA_RING_NUMBER && !has_prefix (field->name, VALUE_PREFIX) && !has_prefix (field->name, "common_");
}

/* The field with a copy of the data that another field points to. */
static const StrataRingField *
find_copy (const StrataRingFormat *format,
           const StrataRingField *argument)
{
  g_autofree char *name = g_strdup_printf (VALUE_PREFIX "%.*s" VALUE_SUFFIX, (int) argument->name.n_bytes, argument->name.text);

  return strata_ring_format_find_field (format, name);
}

/* Adds a text and the value of a field after it; without a field, the end of the text. */
static void
add_place (StrataRingPrint *print,
           const char *before,
           char conversion,
           const StrataRingField *field)
{
  StrataRingPlace place = { .before = { g_string_chunk_insert (print->texts, before), strlen (before) }, .conversion = conversion, .precision = -1 };

  place.node = (guint32) print->nodes.n;
  place.width_node = place.precision_node = STRATA_RING_NO_VALUE;
  place.bytes = field != NULL ? (gint8) MIN (field->n_bytes, 8) : 8;
  *(StrataRingNode *) strata_column_push (&print->nodes, sizeof (StrataRingNode)) = (StrataRingNode){ .kind = STRATA_RING_NODE_FIELD, .field = field, .text = { "", 0 } };
  *(StrataRingPlace *) strata_column_push (&print->places, sizeof place) = place;
}

static void
compile_begin (StrataRingPrint *print)
{
  const StrataRingFormat *format = print->format;
  const char *end = "()";
  const char *between = "(";

  for (guint i = 0; i < format->n_fields; i++)
    if (is_argument (&format->fields[i]))
      {
        const StrataRingField *field = &format->fields[i];
        const StrataRingField *copy = find_copy (format, field);
        g_autofree char *before = g_strdup_printf ("%s%.*s: ", between, (int) field->name.n_bytes, field->name.text);

        add_place (print, before, STRATA_RING_CALL_VALUE, field);
        if (copy != NULL)
          add_place (print, " \"", 's', copy);

        between = copy != NULL ? "\", " : ", ";
        end = copy != NULL ? "\")" : ")";
      }

  add_place (print, end, 0, NULL);
}

void
strata_ring_system_call_compile (StrataRingPrint *print,
                                 StrataRingSystemCall kind)
{
  const StrataRingField *result = strata_ring_format_find_field (print->format, "ret");

  if (kind == STRATA_RING_SYSTEM_CALL_BEGIN)
    compile_begin (print);
  else if (result != NULL && result->kind == STRATA_RING_NUMBER)
    add_place (print, "-> 0x", 'x', result);
  else
    add_place (print, "-> ?", 0, NULL);

  print->is_compiled = TRUE;
}
