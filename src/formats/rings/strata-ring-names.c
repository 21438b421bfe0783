/* strata-ring-names.c - names of threads and addresses in a binary capture
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-ring-names.h"

#include <string.h>

#include "strata-pair-key.h"
#include "strata-ring-list.h"

/* Most captures need no kernel symbols, so the list is kept as text until an address is looked up. */

typedef struct
{
  StrataText comm;
  gint64 tgid;
} Task;

struct _StrataRingNames
{
  GPtrArray *texts;           /* (element-type utf8) owned: contain the names */
  GHashTable *task_by_tid;    /* (element-type guint32 Task) owned */
  GHashTable *strings;        /* (element-type guint64 StrataText) owned: by address */
  StrataRingSymbols *symbols; /* owned */
  char *list;                 /* (nullable) owned: the last list of symbols, until it is parsed */
  gsize n_list_bytes;
};

StrataRingNames *
strata_ring_names_new (void)
{
  StrataRingNames *self = g_new0 (StrataRingNames, 1);

  self->texts = g_ptr_array_new_with_free_func (g_free);
  self->task_by_tid = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->strings = g_hash_table_new_full (strata_int64_hash, g_int64_equal, g_free, g_free);
  self->symbols = strata_ring_symbols_new ();

  return self;
}

void
strata_ring_names_free (StrataRingNames *self)
{
  if (self == NULL)
    return;

  g_hash_table_unref (self->task_by_tid);
  g_hash_table_unref (self->strings);
  g_ptr_array_unref (self->texts);
  strata_ring_symbols_free (self->symbols);
  g_free (self->list);
  g_free (self);
}

static void
take_lines (StrataRingNames *self,
            StrataText text,
            void (*take) (StrataRingNames *self, StrataText line))
{
  StrataText line;

  while (strata_ring_list_take_line (&text, &line))
    take (self, line);
}

static Task *
get_task (StrataRingNames *self,
          guint32 tid)
{
  Task *task = g_hash_table_lookup (self->task_by_tid, GUINT_TO_POINTER (tid));

  if (task == NULL)
    {
      task = g_new (Task, 1);
      *task = (Task){ { "", 0 }, -1 };
      g_hash_table_insert (self->task_by_tid, GUINT_TO_POINTER (tid), task);
    }

  return task;
}

static void
take_comm (StrataRingNames *self,
           StrataText line)
{
  const char *const end = line.text + line.n_bytes;
  guint64 tid;
  const char *p = strata_text_parse_uint (line.text, end, G_MAXINT32, &tid);

  if (p == NULL || p == end || *p != ' ')
    return;

  p++;
  while (p < end && *p == '\t')
    p++;
  if (p < end)
    get_task (self, (guint32) tid)->comm = strata_text (p, end);
}

/**
 * strata_ring_names_take_comms:
 * @self: names
 * @text: (transfer full): lines of "TID name"; later lines win
 * @n_bytes: its length
 *
 * Takes the names of threads. HiTrace adds lines of "PID	Name", separated by a space or a tab.
 */
void
strata_ring_names_take_comms (StrataRingNames *self,
                              char *text,
                              gsize n_bytes)
{
  g_ptr_array_add (self->texts, text);
  take_lines (self, (StrataText){ text, n_bytes }, take_comm);
}

static void
take_tgid (StrataRingNames *self,
           StrataText line)
{
  const char *const end = line.text + line.n_bytes;
  guint64 tid, tgid;
  const char *p = strata_text_parse_uint (line.text, end, G_MAXINT32, &tid);

  while (p != NULL && p < end && *p == ' ')
    p++;

  if (p != NULL && strata_text_parse_uint (p, end, G_MAXINT32, &tgid) != NULL && tgid != 0)
    get_task (self, (guint32) tid)->tgid = (gint64) tgid;
}

/**
 * strata_ring_names_take_tgids:
 * @self: names
 * @text: lines of "TID TGID"
 * @n_bytes: its length
 *
 * Takes the processes of threads.
 */
void
strata_ring_names_take_tgids (StrataRingNames *self,
                              const char *text,
                              gsize n_bytes)
{
  take_lines (self, (StrataText){ text, n_bytes }, take_tgid);
}

static void
read_symbols (StrataRingNames *self)
{
  if (self->list == NULL)
    return;

  strata_ring_symbols_add (self->symbols, (StrataText){ self->list, self->n_list_bytes });
  g_clear_pointer (&self->list, g_free);
}

/**
 * strata_ring_names_take_symbols:
 * @self: names
 * @text: (transfer full): lines of "ADDRESS T name [module]"
 * @n_bytes: its length
 *
 * Takes the symbols of the kernel.
 */
void
strata_ring_names_take_symbols (StrataRingNames *self,
                                char *text,
                                gsize n_bytes)
{
  read_symbols (self);
  self->list = text;
  self->n_list_bytes = n_bytes;
}

static void
take_string (StrataRingNames *self,
             StrataText line)
{
  const char *const end = line.text + line.n_bytes;
  const char *p = memchr (line.text, '"', line.n_bytes);
  guint64 address;

  if (p == NULL || end - p < 2 || end[-1] != '"' || line.n_bytes < 3 || strata_ring_list_parse_address (line.text + 2, p, &address) == NULL)
    return;

  StrataText *string = g_new (StrataText, 1);

  *string = strata_text (p + 1, end - 1);
  g_hash_table_insert (self->strings, g_memdup2 (&address, sizeof address), string);
}

/**
 * strata_ring_names_take_strings:
 * @self: names
 * @text: (transfer full): lines of `0xADDRESS : "text"`
 * @n_bytes: its length
 *
 * Takes kernel strings that events refer to by address.
 */
void
strata_ring_names_take_strings (StrataRingNames *self,
                                char *text,
                                gsize n_bytes)
{
  g_ptr_array_add (self->texts, text);
  take_lines (self, (StrataText){ text, n_bytes }, take_string);
}

/**
 * strata_ring_names_get_comm:
 * @self: names
 * @tid: a thread
 *
 * Returns: its name; empty if not known
 */
StrataText
strata_ring_names_get_comm (const StrataRingNames *self,
                            guint32 tid)
{
  const Task *task = g_hash_table_lookup (self->task_by_tid, GUINT_TO_POINTER (tid));

  return task != NULL ? task->comm : (StrataText){ "", 0 };
}

/**
 * strata_ring_names_get_tgid:
 * @self: names
 * @tid: a thread
 *
 * Returns: its process, or -1 if not known
 */
gint64
strata_ring_names_get_tgid (const StrataRingNames *self,
                            guint32 tid)
{
  const Task *task = g_hash_table_lookup (self->task_by_tid, GUINT_TO_POINTER (tid));

  return task != NULL ? task->tgid : -1;
}

/**
 * strata_ring_names_find_symbol:
 * @self: names
 * @address: an address of the kernel
 * @symbol: (out): the symbol at or before it
 *
 * Returns: whether there is one
 */
gboolean
strata_ring_names_find_symbol (StrataRingNames *self,
                               guint64 address,
                               StrataRingSymbol *symbol)
{
  read_symbols (self);
  return strata_ring_symbols_find (self->symbols, address, symbol);
}

/**
 * strata_ring_names_find_string:
 * @self: names
 * @address: an address of the kernel
 * @text: (out): the string there
 *
 * Returns: whether it is known
 */
gboolean
strata_ring_names_find_string (const StrataRingNames *self,
                               guint64 address,
                               StrataText *text)
{
  const StrataText *found = g_hash_table_lookup (self->strings, &address);

  *text = found != NULL ? *found : (StrataText){ "", 0 };
  return found != NULL;
}
