/* strata-ring-kind.c - a kind of event, made ready for its records
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "strata-ring-player-private.h"

/* The field that is printed behind a key, or that has its name. */
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

/* Names may be in no field where they are looked up by the thread. */
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

/* `print` has the text at its end, HongMeng's marker somewhere else. */
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

/* Events of the tracers of functions, which have names of their own. */
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

/* Events of interrupts and CPUs are frequent, and printing and reading again takes ten times as long. */
static void
prepare_numbers (StrataRingKind *self)
{
  static const struct
  {
    StrataKernelKind kind;
    const char *id;
    const char *cpu; /* (nullable) */
  } rows[] = {
    { STRATA_KERNEL_FREQUENCY, "state", "cpu_id" },
    { STRATA_KERNEL_IDLE, "state", "cpu_id" },
    { STRATA_KERNEL_IRQ_END, "irq", NULL },
    { STRATA_KERNEL_SOFTIRQ_END, "vec", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (rows[i].kind == self->kernel_kind)
      {
        self->id = strata_ring_print_find_number (self->print, rows[i].id);
        self->cpu = rows[i].cpu != NULL ? strata_ring_print_find_number (self->print, rows[i].cpu) : NULL;
        if (self->id != NULL && (self->cpu != NULL) == (rows[i].cpu != NULL))
          self->action = STRATA_RING_EVENT_NUMBERS;
      }
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
    case STRATA_FTRACE_EVENT_MARK:
      prepare_mark (self);
      break;
    case STRATA_FTRACE_EVENT_OTHER:
      self->action = STRATA_RING_EVENT_COUNT;
      prepare_function (self);
      break;
    case STRATA_FTRACE_EVENT_KERNEL:
      prepare_numbers (self);
      prepare_function (self);
      break;
    case STRATA_FTRACE_EVENT_WAKE_NEW:
    case STRATA_FTRACE_EVENT_EXIT:
    case STRATA_FTRACE_EVENT_FREE:
    case STRATA_FTRACE_EVENT_BLOCKED:
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
