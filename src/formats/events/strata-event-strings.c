/* strata-event-strings.c - a string pool with a cache of recent strings
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-event-strings.h"

#include <string.h>

#include "strata-word.h"

/* A capture repeats the same few hundred names. Each slot remembers the last string that
 * hashed to it; a hit reads three words of the text and does one comparison, whereas the pool
 * would hash and validate every byte. */
#define N_SLOTS 4096

typedef struct
{
  const char *text; /* borrowed: in the pool */
  guint32 n_bytes;
  guint32 id;
} Slot;

struct _StrataEventStrings
{
  StrataStringPool *pool; /* borrowed: lives as long as the builder */
  GHashTable *labels;     /* owned: string id -> id of the string with the name of the device */
  Slot slots[N_SLOTS];
};

/**
 * strata_event_strings_new:
 * @pool: keeps the strings; must outlive the result
 *
 * Returns: (transfer full): an empty cache
 */
StrataEventStrings *
strata_event_strings_new (StrataStringPool *pool)
{
  StrataEventStrings *self = g_new0 (StrataEventStrings, 1);

  self->pool = pool;
  self->labels = g_hash_table_new (NULL, NULL);
  return self;
}

/**
 * strata_event_strings_free:
 * @self: (nullable) (transfer full): the cache; the pool stays
 */
void
strata_event_strings_free (StrataEventStrings *self)
{
  if (self == NULL)
    return;

  g_hash_table_unref (self->labels);
  g_free (self);
}

/* Hashes the first, middle and last eight bytes; names that agree in those evict each other. */
static inline guint32
hash_text (StrataText text)
{
  guint64 hash = text.n_bytes;

  if (text.n_bytes >= 8)
    {
      hash = (hash ^ strata_word_load (text.text)) * 0xc4ceb9fe1a85ec53u;
      hash = (hash ^ (hash >> 29) ^ strata_word_load (text.text + text.n_bytes / 2 - 4)) * 0xff51afd7ed558ccdu;
      hash ^= hash >> 29 ^ strata_word_load (text.text + text.n_bytes - 8);
    }
  else
    for (gsize i = 0; i < text.n_bytes; i++)
      hash = hash << 8 ^ (guint8) text.text[i];

  hash *= 0x9e3779b97f4a7c15u;
  return (guint32) (hash >> 32);
}

/**
 * strata_event_strings_intern:
 * @self: the cache
 * @text: any bytes
 *
 * Finds or adds a string in the pool.
 *
 * Returns: its id
 */
guint32
strata_event_strings_intern (StrataEventStrings *self,
                             StrataText text)
{
  Slot *slot = &self->slots[hash_text (text) % N_SLOTS];

  if (G_LIKELY (slot->n_bytes == text.n_bytes && slot->text != NULL && strata_word_equal (slot->text, text.text, text.n_bytes)))
    return slot->id;

  slot->id = strata_string_pool_intern (self->pool, text.text, text.n_bytes);
  slot->text = strata_string_pool_get (self->pool, slot->id);
  slot->n_bytes = (guint32) strlen (slot->text);
  return slot->id;
}

/**
 * strata_event_strings_get:
 * @self: the cache
 * @id: an id of the pool
 *
 * Returns: the string
 */
StrataText
strata_event_strings_get (const StrataEventStrings *self,
                          guint32 id)
{
  const char *text = strata_string_pool_get (self->pool, id);

  return (StrataText){ text, strlen (text) };
}

/**
 * strata_event_strings_label:
 * @self: the cache
 * @id: a string id
 * @device: (nullable): name of the device, always the same one, or %NULL if there is only one
 *
 * Returns: string id of a name that includes the device, for things that exist on each device
 */
guint32
strata_event_strings_label (StrataEventStrings *self,
                            guint32 id,
                            const char *device)
{
  if (device == NULL)
    return id;

  guint32 label = GPOINTER_TO_UINT (g_hash_table_lookup (self->labels, GUINT_TO_POINTER (id)));

  if (label == STRATA_STRING_EMPTY)
    {
      const StrataText plain = strata_event_strings_get (self, id);
      g_autofree char *both = g_strdup_printf ("%.*s (%s)", (int) MIN (plain.n_bytes, G_MAXINT), plain.text, device);

      label = strata_event_strings_intern (self, (StrataText){ both, strlen (both) });
      g_hash_table_insert (self->labels, GUINT_TO_POINTER (id), GUINT_TO_POINTER (label));
    }

  return label;
}
