/* strata-ring-symbols.c - finds kernel functions by address
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-ring-symbols.h"

#include "strata-bisect.h"
#include "strata-column.h"
#include "strata-ring-list.h"

/* A kernel has 200,000 symbols, and their list is as large as many captures. So a symbol is stored compactly, as its address and
 * name without its kind or digits, plus four bytes for its position. */

/* An address further from a symbol is not part of it: addresses of programs may be above the first symbols of a kernel. */
#define MAX_SYMBOL_BYTES (1 << 20)

struct _StrataRingSymbols
{
  StrataColumn bytes;  /* char: for each symbol, 8 bytes of address, its name and a NUL */
  StrataColumn places; /* guint32: offset of each symbol in @bytes, sorted by address */
};

StrataRingSymbols *
strata_ring_symbols_new (void)
{
  return g_new0 (StrataRingSymbols, 1);
}

void
strata_ring_symbols_free (StrataRingSymbols *self)
{
  if (self == NULL)
    return;

  strata_column_clear (&self->bytes);
  strata_column_clear (&self->places);
  g_free (self);
}

static const char *
get_bytes (const StrataRingSymbols *self,
           gsize index)
{
  return &strata_column_at (&self->bytes, char, strata_column_at (&self->places, guint32, index));
}

static guint64
get_address (const StrataRingSymbols *self,
             gsize index)
{
  guint64 address;

  memcpy (&address, get_bytes (self, index), sizeof address);
  return address;
}

static void
append (StrataRingSymbols *self,
        guint64 address,
        StrataText name)
{
  const gsize at = self->bytes.n;
  const gsize n_bytes = sizeof address + name.n_bytes + 1;

  if (at + n_bytes > G_MAXUINT32)
    return;

  strata_column_grow (&self->bytes, 1, at + n_bytes);
  self->bytes.n += n_bytes;
  strata_column_push_u32 (&self->places, (guint32) at);

  char *bytes = &strata_column_at (&self->bytes, char, at);

  memcpy (bytes, &address, sizeof address);
  memcpy (bytes + sizeof address, name.text, name.n_bytes);
  bytes[n_bytes - 1] = '\0';
  if (memchr (name.text, '\t', name.n_bytes) != NULL)
    g_strdelimit (bytes + sizeof address, "\t", ' ');
}

/* "ADDRESS T name	[module]": the kernel prints a space before the module. */
static void
add_line (StrataRingSymbols *self,
          StrataText line)
{
  const char *const end = line.text + line.n_bytes;
  guint64 address;
  const char *p = strata_ring_list_parse_address (line.text, end, &address);

  if (p != NULL && end - p >= 4 && p[0] == ' ' && p[2] == ' ')
    append (self, address, strata_text (p + 3, end));
}

static int
compare_addresses (gconstpointer a,
                   gconstpointer b,
                   gpointer bytes)
{
  guint64 left, right;

  memcpy (&left, (const char *) bytes + *(const guint32 *) a, sizeof left);
  memcpy (&right, (const char *) bytes + *(const guint32 *) b, sizeof right);
  return left < right ? -1 : left > right;
}

/* Symbols of modules come last in the list and may have any address. */
static void
sort (StrataRingSymbols *self)
{
  for (gsize i = 1; i < self->places.n; i++)
    if (get_address (self, i) < get_address (self, i - 1))
      {
        g_qsort_with_data (self->places.data, (int) self->places.n, sizeof (guint32), compare_addresses, self->bytes.data);
        return;
      }
}

/**
 * strata_ring_symbols_add:
 * @self: symbols
 * @list: lines of "ADDRESS T name [module]", as in /proc/kallsyms; other lines are ignored
 *
 * Adds the symbols of a list.
 */
void
strata_ring_symbols_add (StrataRingSymbols *self,
                         StrataText list)
{
  StrataText line;

  while (strata_ring_list_take_line (&list, &line))
    add_line (self, line);

  strata_column_trim (&self->bytes, 1);
  strata_column_trim (&self->places, sizeof (guint32));
  sort (self);
}

/* The kernel uses the first of several names of an address. */
static gsize
find_first (const StrataRingSymbols *self,
            gsize index)
{
  const guint64 address = get_address (self, index);

  while (index > 0 && get_address (self, index - 1) == address)
    index--;

  return index;
}

static void
read_symbol (const StrataRingSymbols *self,
             gsize index,
             StrataRingSymbol *symbol)
{
  const char *const name = get_bytes (self, index) + sizeof (guint64);
  const gsize n_name_bytes = strcspn (name, " ");

  symbol->name = (StrataText){ name, n_name_bytes };
  symbol->module = (StrataText){ name + n_name_bytes, strlen (name + n_name_bytes) };
}

/**
 * strata_ring_symbols_find:
 * @self: symbols
 * @address: an address of the kernel
 * @symbol: (out): the symbol at or before it
 *
 * Returns: whether there is one
 */
gboolean
strata_ring_symbols_find (const StrataRingSymbols *self,
                          guint64 address,
                          StrataRingSymbol *symbol)
{
  gsize begin = 0;
  gsize end = self->places.n;

  STRATA_BISECT (begin, end, i, get_address (self, i) <= address);

  if (begin == 0 || address - get_address (self, begin - 1) > MAX_SYMBOL_BYTES)
    return FALSE;

  const gsize index = find_first (self, begin - 1);
  const guint64 found = get_address (self, index);

  *symbol = (StrataRingSymbol){
    .offset = address - found,
    .n_bytes = begin < self->places.n ? get_address (self, begin) - found : 0,
  };
  read_symbol (self, index, symbol);
  return TRUE;
}
