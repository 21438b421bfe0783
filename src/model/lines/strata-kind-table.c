/* strata-kind-table.c - counts the events of each kind in a text
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-kind-table.h"

#include <string.h>

#include "strata-order.h"
#include "strata-word.h"

/* Open addressing over twice as many places as there may be kinds. A name is looked up for every
 * event, so its hash uses only the length and both ends: names of events are short, and no input
 * can make more than STRATA_MAX_KINDS of them. */
#define N_PLACES (2 * STRATA_MAX_KINDS)

struct _StrataKindTable
{
  GArray *kinds;   /* (element-type StrataKind) owned */
  guint16 *places; /* owned: index of a kind plus one, or 0 */
  guint latest;    /* index of the kind that was counted last */
};

static void
clear_kind (gpointer data)
{
  StrataKind *self = data;

  g_free (self->name);
}

StrataKindTable *
strata_kind_table_new (void)
{
  StrataKindTable *self = g_new0 (StrataKindTable, 1);

  self->kinds = g_array_new (FALSE, FALSE, sizeof (StrataKind));
  g_array_set_clear_func (self->kinds, clear_kind);

  return self;
}

void
strata_kind_table_free (StrataKindTable *self)
{
  if (self == NULL)
    return;

  g_array_unref (self->kinds);
  g_free (self->places);
  g_free (self);
}

static inline guint
hash_name (const char *name,
           gsize n_bytes)
{
  guint64 first = 0;
  guint64 last = 0;

  if (G_LIKELY (n_bytes >= 8))
    {
      first = strata_word_load (name);
      last = strata_word_load (name + (n_bytes - 8));
    }
  else
    memcpy (&first, name, n_bytes);

  const guint64 hash = (first ^ (last << 7) ^ n_bytes) * 0x9e3779b97f4a7c15u;

  return (guint) (hash >> 40) % N_PLACES;
}

/* Three words hold nearly every name. */
static inline gboolean
is_equal (const char *a,
          const char *b,
          gsize n_bytes)
{
  if (G_UNLIKELY (n_bytes < 8 || n_bytes > 24))
    return memcmp (a, b, n_bytes) == 0;

  const gsize middle = n_bytes > 16 ? 8 : n_bytes - 8;

  return strata_word_load (a) == strata_word_load (b) && strata_word_load (a + (n_bytes - 8)) == strata_word_load (b + (n_bytes - 8)) && strata_word_load (a + middle) == strata_word_load (b + middle);
}

static inline guint
find_place (const StrataKindTable *self,
            const char *name,
            gsize n_bytes)
{
  guint place = hash_name (name, n_bytes);

  for (; self->places[place] != 0; place = (place + 1) % N_PLACES)
    {
      const StrataKind *kind = &g_array_index (self->kinds, StrataKind, self->places[place] - 1);

      if (kind->n_name_bytes == n_bytes && is_equal (kind->name, name, n_bytes))
        break;
    }

  return place;
}

static void
add_kind (StrataKindTable *self,
          guint place,
          const char *name,
          gsize n_bytes,
          gboolean is_known)
{
  const StrataKind kind = { g_strndup (name, n_bytes), n_bytes, 1, 0, is_known };

  g_array_append_val (self->kinds, kind);
  self->places[place] = (guint16) self->kinds->len;
}

/**
 * strata_kind_table_count:
 * @self: the table
 * @name: (array length=n_bytes): name of the event
 * @n_bytes: its length
 * @is_known: whether the reader uses it
 *
 * Counts an event.
 */
void
strata_kind_table_count (StrataKindTable *self,
                         const char *name,
                         gsize n_bytes,
                         gboolean is_known)
{
  static const char others[] = "(other kinds)";

  if (G_LIKELY (self->latest < self->kinds->len))
    {
      StrataKind *latest = &g_array_index (self->kinds, StrataKind, self->latest);

      if (latest->n_name_bytes == n_bytes && is_equal (latest->name, name, n_bytes))
        {
          latest->count++;
          return;
        }
    }

  if (G_UNLIKELY (self->places == NULL))
    self->places = g_new0 (guint16, N_PLACES);

  guint place = find_place (self, name, n_bytes);

  if (G_UNLIKELY (self->places[place] == 0 && self->kinds->len >= STRATA_MAX_KINDS - 1))
    {
      name = others;
      n_bytes = strlen (others);
      is_known = FALSE;
      place = find_place (self, name, n_bytes);
    }

  if (G_UNLIKELY (self->places[place] == 0))
    add_kind (self, place, name, n_bytes, is_known);
  else
    g_array_index (self->kinds, StrataKind, self->places[place] - 1).count++;

  self->latest = self->places[place] - 1u;
}

/**
 * strata_kind_table_add:
 * @self: the table
 * @name: name of a kind that the reader does not use
 * @count: how many events or packets of it there are; not 0
 * @n_bytes: how large they are together, or 0 if that is not known
 *
 * Counts many of a kind.
 */
void
strata_kind_table_add (StrataKindTable *self,
                       const char *name,
                       guint64 count,
                       guint64 n_bytes)
{
  strata_kind_table_count (self, name, strlen (name), FALSE);

  StrataKind *kind = &g_array_index (self->kinds, StrataKind, self->latest);

  kind->count += count - 1;
  kind->n_bytes += n_bytes;
}

/**
 * strata_kind_table_get_latest:
 * @self: a table in which something was counted
 *
 * Returns: the place of the kind that was counted last
 */
guint
strata_kind_table_get_latest (const StrataKindTable *self)
{
  return self->latest;
}

/**
 * strata_kind_table_count_at:
 * @self: the table; not sorted yet
 * @place: the place of a kind
 *
 * Counts another event of a kind.
 */
void
strata_kind_table_count_at (StrataKindTable *self,
                            guint place)
{
  self->latest = place;
  g_array_index (self->kinds, StrataKind, place).count++;
}

static int
compare_kinds (gconstpointer a,
               gconstpointer b)
{
  const StrataKind *first = a;
  const StrataKind *second = b;

  return STRATA_ORDER (second->count, first->count) ?: strcmp (first->name, second->name);
}

/**
 * strata_kind_table_sort:
 * @self: the table; nothing is to be counted afterwards
 *
 * Sorts the kinds, the most frequent first, and makes their names valid UTF-8.
 */
void
strata_kind_table_sort (StrataKindTable *self)
{
  g_clear_pointer (&self->places, g_free);
  g_array_sort (self->kinds, compare_kinds);

  for (guint i = 0; i < self->kinds->len; i++)
    {
      StrataKind *kind = &g_array_index (self->kinds, StrataKind, i);
      char *valid = g_utf8_make_valid (kind->name, (gssize) kind->n_name_bytes);

      g_free (kind->name);
      kind->name = valid;
      kind->n_name_bytes = strlen (valid);
    }
}

/**
 * strata_kind_table_get:
 * @self: the table
 * @n_kinds: (out): how many there are
 *
 * Returns: (transfer none) (array length=n_kinds): the kinds
 */
const StrataKind *
strata_kind_table_get (const StrataKindTable *self,
                       guint *n_kinds)
{
  *n_kinds = self->kinds->len;

  return (const StrataKind *) self->kinds->data;
}
