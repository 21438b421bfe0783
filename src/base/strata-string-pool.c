/* strata-string-pool.c - interned strings with small ids
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-string-pool.h"

#include <string.h>

#include "strata-column.h"
#include "strata-slots.h"
#include "strata-span.h"
#include "strata-word.h"

/* Bytes live in pages that never move, so a pointer is valid as long as the pool. `strings` maps id -> start of a NUL-ended string; `slots` finds them.
 *
 * Everything in the pool is valid UTF-8 without NUL; invalid text is repaired when it is added. The usual case is a name that the kernel cut at 512
 * bytes. */
#define PAGE_BYTES (256 * 1024)

struct _StrataStringPool
{
  GPtrArray *pages; /* (element-type char*) owned */
  char *page;       /* borrowed: the last page */
  gsize page_used_bytes;
  StrataColumn strings; /* const char* */
  StrataSlots slots;    /* id + 1 */
};

static inline guint32
mix (guint64 hash)
{
  hash ^= hash >> 32;
  hash *= 0x9e3779b97f4a7c15u;
  return (guint32) (hash >> 32);
}

/* Hashes eight bytes per step; good enough for names and much faster than g_str_hash(). */
static guint32
hash_bytes (const char *text,
            gsize n_bytes)
{
  guint64 hash = n_bytes * 0xff51afd7ed558ccdu;
  guint64 word;

  for (; n_bytes >= 8; text += 8, n_bytes -= 8)
    {
      memcpy (&word, text, 8);
      hash = (hash ^ word) * 0xc4ceb9fe1a85ec53u;
      hash ^= hash >> 29;
    }

  if (n_bytes > 0)
    {
      word = 0;
      memcpy (&word, text, n_bytes);
      hash = (hash ^ word) * 0xc4ceb9fe1a85ec53u;
      hash ^= hash >> 29;
    }

  return mix (hash);
}

/* The highest bit of each byte. */
#define HIGH_BITS G_GUINT64_CONSTANT (0x8080808080808080)

/* A character is plain if neither it nor one less than it has the highest bit: eight of them at a time. */
static inline guint64
find_odd (guint64 word)
{
  return (word | (word - HIGH_BITS / 0x80)) & HIGH_BITS;
}

static gboolean
is_plain_ascii (const char *text,
                gsize n_bytes)
{
  guint64 odd = 0;

  for (; n_bytes >= 8; text += 8, n_bytes -= 8)
    odd |= find_odd (strata_word_load (text));
  for (gsize i = 0; i < n_bytes; i++)
    odd |= (guint64) (text[i] <= 0);

  return odd == 0;
}

/**
 * strata_string_pool_new:
 *
 * Makes a pool that contains the empty string as [const@Strata.STRING_EMPTY].
 *
 * Returns: (transfer full): a pool
 */
StrataStringPool *
strata_string_pool_new (void)
{
  StrataStringPool *self = g_new0 (StrataStringPool, 1);

  self->pages = g_ptr_array_new_with_free_func (g_free);
  strata_slots_init (&self->slots, 1024);
  strata_string_pool_intern (self, "", 0);

  return self;
}

void
strata_string_pool_free (StrataStringPool *self)
{
  if (self == NULL)
    return;

  g_ptr_array_unref (self->pages);
  strata_column_clear (&self->strings);
  strata_slots_clear (&self->slots);
  g_free (self);
}

static char *
allocate (StrataStringPool *self,
          gsize n_bytes)
{
  if (n_bytes > PAGE_BYTES / 4)
    {
      /* Long texts get their own page; the current one remains in use. */
      char *own = g_malloc (n_bytes);

      g_ptr_array_add (self->pages, own);
      return own;
    }

  if (self->page == NULL || self->page_used_bytes + n_bytes > PAGE_BYTES)
    {
      self->page = g_malloc (PAGE_BYTES);
      self->page_used_bytes = 0;
      g_ptr_array_add (self->pages, self->page);
    }

  char *place = self->page + self->page_used_bytes;

  self->page_used_bytes += n_bytes;
  return place;
}

static gboolean
is_text (const StrataStringPool *self,
         guint32 id,
         const char *text,
         gsize n_bytes)
{
  const char *known = strata_column_at (&self->strings, const char *, id);

  return strncmp (known, text, n_bytes) == 0 && known[n_bytes] == '\0';
}

static StrataSlot *
find_slot (const StrataStringPool *self,
           const char *text,
           gsize n_bytes,
           guint32 hash)
{
  StrataSlot *slot = strata_slots_first (&self->slots, hash);

  while (slot->row != 0 && !(slot->hash == hash && is_text (self, slot->row - 1, text, n_bytes)))
    slot = strata_slots_next (&self->slots, slot);

  return slot;
}

static guint32
intern_valid (StrataStringPool *self,
              const char *text,
              gsize n_bytes)
{
  guint32 hash = hash_bytes (text, n_bytes);
  StrataSlot *slot = find_slot (self, text, n_bytes, hash);

  if (slot->row != 0)
    return slot->row - 1;

  char *place = allocate (self, n_bytes + 1);
  guint32 id = (guint32) self->strings.n;

  memcpy (place, text, n_bytes);
  place[n_bytes] = '\0';
  *(const char **) strata_column_push (&self->strings, sizeof (char *)) = place;
  strata_slots_take (&self->slots, slot, hash, id + 1);

  return id;
}

/**
 * strata_string_pool_intern:
 * @self: the pool
 * @text: (array length=n_bytes): any bytes, not NUL-ended
 * @n_bytes: how many
 *
 * Finds or adds a string. Bytes that are not UTF-8, and NUL, are replaced by
 * U+FFFD.
 *
 * Returns: the id; equal texts have equal ids
 */
guint32
strata_string_pool_intern (StrataStringPool *self,
                           const char *text,
                           gsize n_bytes)
{
  if (G_LIKELY (is_plain_ascii (text, n_bytes) || g_utf8_validate_len (text, n_bytes, NULL)))
    return intern_valid (self, text, n_bytes);

  g_autofree char *valid = g_utf8_make_valid (text, (gssize) n_bytes);

  return intern_valid (self, valid, strlen (valid));
}

/**
 * strata_string_pool_lookup:
 * @self: the pool
 * @text: a NUL-ended string
 *
 * Finds a string without adding it.
 *
 * Returns: the id, or %STRATA_NONE
 */
guint32
strata_string_pool_lookup (const StrataStringPool *self,
                           const char *text)
{
  gsize n_bytes = strlen (text);

  return find_slot (self, text, n_bytes, hash_bytes (text, n_bytes))->row - 1;
}

/**
 * strata_string_pool_get:
 * @self: the pool
 * @id: an id of this pool, or %STRATA_NONE
 *
 * Returns: (transfer none): the string, valid as long as the pool; "" for %STRATA_NONE
 */
const char *
strata_string_pool_get (const StrataStringPool *self,
                        guint32 id)
{
  if (id == STRATA_NONE)
    return "";

  g_assert (id < self->strings.n);
  return strata_column_at (&self->strings, const char *, id);
}

/* Returns how many different strings there are; ids are below this. */
guint32
strata_string_pool_get_n_strings (const StrataStringPool *self)
{
  return (guint32) self->strings.n;
}
