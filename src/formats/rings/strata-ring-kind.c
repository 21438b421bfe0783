/* strata-ring-kind.c - prepares a kind of event for decoding its records
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "strata-ring-player-private.h"

/* Finds the field that is printed after a key, or that has the key as its name. */
static const StrataRingField *
find_field (const StrataRingKind *self,
            const char *key)
{
  const StrataRingField *field = strata_ring_print_get_field (self->print, strata_ring_print_find_value (self->print, key));

  return field != NULL ? field : strata_ring_format_find_field (self->format, key);
}

static gboolean
is_number (const StrataRingField *field)
{
  return field != NULL && field->kind == STRATA_RING_NUMBER;
}

/* Some formats have no fields for names; these are looked up by the thread. */
static void
prepare_switch (StrataRingKind *self)
{
  self->comms[0] = find_field (self, "prev_comm");
  self->comms[1] = find_field (self, "next_comm");
  self->tids[0] = find_field (self, "prev_pid");
  self->tids[1] = find_field (self, "next_pid");
  self->prios[0] = find_field (self, "prev_prio");
  self->prios[1] = find_field (self, "next_prio");
  self->state = find_field (self, "prev_state");
  if (is_number (self->tids[0]) && is_number (self->tids[1]) && is_number (self->state) && strata_ring_print_is_compiled (self->print))
    self->action = STRATA_RING_EVENT_SWITCH;
}

static void
prepare_wake (StrataRingKind *self)
{
  self->comms[0] = find_field (self, "comm");
  self->tids[0] = find_field (self, "pid");
  self->success = find_field (self, "success");
  if (is_number (self->tids[0]))
    self->action = STRATA_RING_EVENT_WAKE;
}

/* "pid=31 iowait=0 caller=schedule+0x4c/0xb8" */
static void
prepare_blocked (StrataRingKind *self)
{
  self->blocked[0] = strata_ring_print_find_key (self->print, "pid");
  self->blocked[1] = strata_ring_print_find_key (self->print, "iowait");
  if (self->blocked[1] == STRATA_RING_NO_VALUE)
    self->blocked[1] = strata_ring_print_find_key (self->print, "io_wait");
  self->blocked[2] = strata_ring_print_find_key (self->print, "caller");

  if (strata_ring_print_is_number (self->print, self->blocked[0]) && strata_ring_print_is_number (self->print, self->blocked[1]) && strata_ring_print_is_symbol (self->print, self->blocked[2]))
    self->action = STRATA_RING_EVENT_BLOCKED;
}

/* `print` has the text at its end; HongMeng's marker has it elsewhere. */
static void
prepare_mark (StrataRingKind *self)
{
  self->payload = strata_ring_format_find_field (self->format, "buf");
  if (self->payload == NULL)
    self->payload = strata_ring_format_find_field (self->format, "buffer");

  if (self->payload != NULL && self->payload->kind != STRATA_RING_NUMBER)
    {
      self->action = STRATA_RING_EVENT_MARK;
      self->name = (StrataText){ "tracing_mark_write", strlen ("tracing_mark_write") };
    }
}

/* Events of the function tracers, each of which has its own name. */
static void
prepare_function (StrataRingKind *self)
{
  static const struct
  {
    const char *name;
    const char *field;
    guint8 action;
  } rows[] = {
    { "function", "ip", STRATA_RING_EVENT_FUNCTION },
    { "funcgraph_entry", "func", STRATA_RING_EVENT_FUNCTION_BEGIN },
    { "funcgraph_retaddr_entry", "func", STRATA_RING_EVENT_FUNCTION_BEGIN },
    { "fgraph_retaddr_entry", "func", STRATA_RING_EVENT_FUNCTION_BEGIN },
    { "funcgraph_exit", "func", STRATA_RING_EVENT_FUNCTION_END },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (strata_text_equals (self->format->name, rows[i].name))
      {
        self->payload = strata_ring_format_find_field (self->format, rows[i].field);
        self->depth = strata_ring_format_find_field (self->format, "depth");
        if (is_number (self->payload))
          self->action = rows[i].action;
      }
}

/* Fills a member with the value printed at @place, as if it were parsed from text. Returns whether that is possible. */
static gboolean
add_key (StrataRingKind *self,
         guint32 place,
         StrataKernelMember member)
{
  const gboolean is_word = member == STRATA_KERNEL_MEMBER_NAME || member == STRATA_KERNEL_MEMBER_REST;

  if (!(is_word ? strata_ring_print_is_word (self->print, place) : strata_ring_print_is_number (self->print, place)))
    return FALSE;

  if (member != STRATA_KERNEL_MEMBER_NONE)
    self->keys[self->n_keys++] = (StrataRingKey){ .place = place, .member = member, .named = is_word ? strata_ring_print_get_named (self->print, place) : NULL };

  return TRUE;
}

/* Most events consist of keys and values. Printing and parsing them would take ten times as long. */
static gboolean
add_keys (StrataRingKind *self,
          const StrataKernelKeys *keys)
{
  for (guint i = 0; i < STRATA_KERNEL_MAX_KEYS && keys->keys[i].key != NULL; i++)
    {
      const StrataKernelKey *key = &keys->keys[i];
      guint32 place = strata_ring_print_find_key (self->print, key->key);

      if (place == STRATA_RING_NO_VALUE && key->old_key != NULL)
        place = strata_ring_print_find_key (self->print, key->old_key);
      if (place == STRATA_RING_NO_VALUE && !key->is_needed)
        continue;
      if (!add_key (self, place, key->member))
        return FALSE;
    }

  self->has_text = keys->has_text;
  return TRUE;
}

/* "work struct 0xffff…: function name"; only the start has the function. */
static gboolean
add_work (StrataRingKind *self,
          gboolean is_begin)
{
  const guint32 work = strata_ring_print_find_behind (self->print, "work struct ");
  const guint32 function = is_begin ? strata_ring_print_find_behind (self->print, ": function ") : STRATA_RING_NO_VALUE;

  if (!strata_ring_print_is_address (self->print, work) || (is_begin && !strata_ring_print_is_symbol (self->print, function)))
    return FALSE;

  self->keys[self->n_keys++] = (StrataRingKey){ .place = work, .member = STRATA_KERNEL_MEMBER_ID };
  if (is_begin)
    self->keys[self->n_keys++] = (StrataRingKey){ .place = function, .member = STRATA_KERNEL_MEMBER_REST };

  return TRUE;
}

/* "NR 240 (…)" and "NR 240 = -22". For a call by name, only the end needs no arguments. */
static gboolean
add_system_call (StrataRingKind *self)
{
  self->has_text = strata_text_equals (self->name, "sys_enter");
  if (self->has_text || strata_text_equals (self->name, "sys_exit"))
    {
      self->kernel.is_reply = !self->has_text;
      return add_key (self, strata_ring_print_find_behind (self->print, "NR "), STRATA_KERNEL_MEMBER_ID);
    }

  return strata_ring_system_call_is_end (self->format) && strata_kernel_event_parse (STRATA_KERNEL_SYSCALL, self->name, (StrataText){ "-> 0", 4 }, &self->kernel);
}

/* The event names identify the operation that ends. Files are distinguished by their inode if it is an argument. */
static gboolean
add_end (StrataRingKind *self)
{
  return !strata_kernel_event_names_inode (self->name) && strata_kernel_event_parse (self->kernel_kind, self->name, (StrataText){ "", 0 }, &self->kernel);
}

/* Returns whether the required values of an event can be decoded without going through text. */
static gboolean
add_members (StrataRingKind *self)
{
  const StrataKernelKeys *keys = strata_kernel_keys_find (self->kernel_kind);

  if (keys != NULL)
    return add_keys (self, keys);

  switch ((int) self->kernel_kind)
    {
    case STRATA_KERNEL_SYSCALL:
      return add_system_call (self);
    case STRATA_KERNEL_WORK_BEGIN:
    case STRATA_KERNEL_WORK_END:
      return add_work (self, self->kernel_kind == STRATA_KERNEL_WORK_BEGIN);
    case STRATA_KERNEL_IPI_END:
    case STRATA_KERNEL_FILE_END:
    case STRATA_KERNEL_RECLAIM_END:
      return add_end (self);
    }

  return FALSE;
}

static void
prepare_kernel (StrataRingKind *self)
{
  self->kernel = (StrataKernelEvent){ .text = { "", 0 }, .name = { "", 0 }, .device = { "", 0 } };
  if (add_members (self))
    self->action = STRATA_RING_EVENT_KERNEL;
}

static void
prepare (StrataRingKind *self)
{
  switch ((StrataFtraceEventKind) self->kind)
    {
    case STRATA_FTRACE_EVENT_SWITCH:
      prepare_switch (self);
      break;
    case STRATA_FTRACE_EVENT_WAKE:
      prepare_wake (self);
      break;
    case STRATA_FTRACE_EVENT_BLOCKED:
      prepare_blocked (self);
      break;
    case STRATA_FTRACE_EVENT_MARK:
      prepare_mark (self);
      break;
    case STRATA_FTRACE_EVENT_OTHER:
      self->action = STRATA_RING_EVENT_COUNT;
      prepare_function (self);
      break;
    case STRATA_FTRACE_EVENT_KERNEL:
      prepare_kernel (self);
      prepare_function (self);
      break;
    case STRATA_FTRACE_EVENT_WAKE_NEW:
    case STRATA_FTRACE_EVENT_EXIT:
    case STRATA_FTRACE_EVENT_FREE:
    case STRATA_FTRACE_EVENT_RENAME:
    case STRATA_FTRACE_EVENT_NEW_TASK:
    case STRATA_FTRACE_EVENT_FORK:
    case STRATA_FTRACE_EVENT_EXEC:
      break;
    }
}

StrataRingKind *
strata_ring_kind_new (const StrataRingFormat *format,
                      guint long_bytes)
{
  StrataRingKind *self = g_new0 (StrataRingKind, 1);
  StrataKernelKind kernel_kind = STRATA_KERNEL_OTHER;

  self->format = format;
  self->print = strata_ring_print_new (format, long_bytes);
  self->name = strata_ring_print_get_name (self->print);
  self->action = STRATA_RING_EVENT_TEXT;
  self->kind = (guint8) strata_ftrace_event_get_kinds (self->name, &kernel_kind);
  self->kernel_kind = (guint8) kernel_kind;
  for (guint i = 0; i < format->n_fields; i++)
    self->n_bytes = MAX (self->n_bytes, format->fields[i].offset + format->fields[i].n_bytes);

  prepare (self);

  return self;
}

void
strata_ring_kind_free (StrataRingKind *self)
{
  if (self == NULL)
    return;

  strata_ring_print_free (self->print);
  g_free (self);
}
