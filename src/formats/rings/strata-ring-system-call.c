/* strata-ring-system-call.c - events of system calls, as the kernel prints them
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "strata-ring-print-private.h"

/* print_syscall_enter() and print_syscall_exit() of the kernel (kernel/trace/trace_syscalls.c): the event sys_enter_openat is printed as
 * "sys_openat(dfd: 0xffffff9c, flags: 2)", and sys_exit_openat as "sys_openat -> 0x3". Small numbers
 * are decimal. Kernels from 6.19 on have the text of some arguments in a field behind, __filename_val. */

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

static guint64
get_value (const StrataRingRecord *record,
           const StrataRingField *field)
{
  const guint64 value = (guint64) strata_ring_record_get_int (record, field);

  return field->n_bytes < 8 ? value & ((G_GUINT64_CONSTANT (1) << 8 * field->n_bytes) - 1) : value;
}

static void
put_value (StrataRingText *text,
           guint64 value)
{
  if (value >= 10)
    strata_ring_text_put (text, "0x", 2);

  strata_ring_text_put_uint (text, value, 16);
}

/* The field with what is at the address in another one. */
static const StrataRingField *
find_copy (const StrataRingFormat *format,
           StrataText name)
{
  const gsize n_bytes = strlen (VALUE_PREFIX) + name.n_bytes + strlen (VALUE_SUFFIX);

  for (guint i = 0; i < format->n_fields; i++)
    {
      const StrataText other = format->fields[i].name;

      if (other.n_bytes == n_bytes && has_prefix (other, VALUE_PREFIX) && memcmp (other.text + strlen (VALUE_PREFIX), name.text, name.n_bytes) == 0 &&
          memcmp (other.text + n_bytes - strlen (VALUE_SUFFIX), VALUE_SUFFIX, strlen (VALUE_SUFFIX)) == 0)
        return &format->fields[i];
    }

  return NULL;
}

static void
put_copy (const StrataRingFormat *format,
          const StrataRingField *argument,
          const StrataRingRecord *record,
          StrataRingText *text)
{
  const StrataRingField *field = find_copy (format, argument->name);
  StrataText copy;

  if (field == NULL || !strata_ring_record_get_text (record, field, &copy))
    return;

  strata_ring_text_put (text, " \"", 2);
  strata_ring_text_put (text, copy.text, copy.n_bytes);
  strata_ring_text_put (text, "\"", 1);
}

static void
put_arguments (const StrataRingFormat *format,
               const StrataRingRecord *record,
               StrataRingText *text)
{
  const char *between = "(";

  for (guint i = 0; i < format->n_fields; i++)
    {
      const StrataRingField *field = &format->fields[i];

      if (!is_argument (field))
        continue;

      strata_ring_text_put (text, between, strlen (between));
      strata_ring_text_put (text, field->name.text, field->name.n_bytes);
      strata_ring_text_put (text, ": ", 2);
      put_value (text, get_value (record, field));
      put_copy (format, field, record, text);
      between = ", ";
    }

  strata_ring_text_put (text, *between == '(' ? "()" : ")", *between == '(' ? 2 : 1);
}

void
strata_ring_system_call_write (const StrataRingFormat *format,
                               StrataRingSystemCall kind,
                               const StrataRingRecord *record,
                               StrataRingText *text)
{
  const StrataRingField *result = strata_ring_format_find_field (format, "ret");

  if (kind == STRATA_RING_SYSTEM_CALL_BEGIN)
    {
      put_arguments (format, record, text);
      return;
    }

  strata_ring_text_put (text, "-> 0x", strlen ("-> 0x"));
  if (result != NULL && result->kind == STRATA_RING_NUMBER)
    strata_ring_text_put_uint (text, get_value (record, result), 16);
}
