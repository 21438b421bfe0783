/* strata-ring-place.c - finds where values are printed in the text of an event
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "strata-ring-print-private.h"

/* Whether a value is printed without padding or truncation. */
static gboolean
is_bare (const StrataRingPlace *place)
{
  return place->conversion != 0 && place->node != STRATA_RING_NO_VALUE && place->width == 0 && place->precision < 0 && place->width_node == STRATA_RING_NO_VALUE &&
         place->precision_node == STRATA_RING_NO_VALUE;
}

/* Finds an array element with a fixed offset in every record. */
static gboolean
find_element (const StrataRingPrint *self,
              const StrataRingNode *node,
              StrataRingField *field)
{
  const StrataRingNode *array = &strata_column_at (&self->nodes, StrataRingNode, node->a);
  const StrataRingNode *index = &strata_column_at (&self->nodes, StrataRingNode, node->b);

  if (array->kind != STRATA_RING_NODE_FIELD || array->field->kind != STRATA_RING_ARRAY || index->kind != STRATA_RING_NODE_NUMBER)
    return FALSE;

  const guint64 element_bytes = array->field->element_bytes;

  if (element_bytes == 0 || (guint64) index->value >= array->field->n_bytes / element_bytes)
    return FALSE;

  *field = (StrataRingField){
    .offset = array->field->offset + (guint32) ((guint64) index->value * element_bytes),
    .n_bytes = (guint32) element_bytes,
    .kind = STRATA_RING_NUMBER,
  };
  return TRUE;
}

/* Most values are plain fields. */
void
strata_ring_place_find_field (const StrataRingPrint *self,
                              StrataRingPlace *place)
{
  guint32 value = place->node;

  if (!is_bare (place) || strchr ("diuxo", place->conversion) == NULL)
    return;

  const StrataRingNode *nodes = self->nodes.data;

  /* bits that the cast cuts off would not have been printed */
  while (nodes[value].kind == STRATA_RING_NODE_CAST && ABS (nodes[value].value) >= place->bytes)
    value = nodes[value].a;

  if (nodes[value].kind == STRATA_RING_NODE_FIELD && nodes[value].field->kind == STRATA_RING_NUMBER && !(nodes[value].field->is_pointer && nodes[value].field->is_text))
    {
      place->field = *nodes[value].field;
      place->is_plain = TRUE;
    }
  else if (nodes[value].kind == STRATA_RING_NODE_INDEX)
    place->is_plain = find_element (self, &nodes[value], &place->field) != FALSE;
}

/* Whether a text ends with "key=" that is not part of a longer key. */
static gboolean
ends_with_key (StrataText text,
               const char *key)
{
  const gsize n_bytes = strlen (key);

  return text.n_bytes > n_bytes && text.text[text.n_bytes - 1] == '=' && memcmp (text.text + text.n_bytes - 1 - n_bytes, key, n_bytes) == 0 &&
         (text.n_bytes == n_bytes + 1 || text.text[text.n_bytes - n_bytes - 2] == ' ' || text.text[text.n_bytes - n_bytes - 2] == '[');
}

/**
 * strata_ring_print_find_key:
 * @self: a text
 * @key: a key in it, as in "key=%d"
 *
 * Returns: the place after the key, or %STRATA_RING_NO_VALUE
 */
guint32
strata_ring_print_find_key (const StrataRingPrint *self,
                            const char *key)
{
  for (gsize i = 0; i < self->places.n && self->is_compiled; i++)
    {
      const StrataRingPlace *place = &strata_column_at (&self->places, StrataRingPlace, i);

      if (place->conversion != 0 && ends_with_key (place->before, key))
        return (guint32) i;
    }

  return STRATA_RING_NO_VALUE;
}

/**
 * strata_ring_print_find_value:
 * @self: a text
 * @key: a key in it, as in "key=%d"
 *
 * Returns: the value printed after the key, or %STRATA_RING_NO_VALUE
 */
guint32
strata_ring_print_find_value (const StrataRingPrint *self,
                              const char *key)
{
  const guint32 i = strata_ring_print_find_key (self, key);

  return i != STRATA_RING_NO_VALUE ? strata_column_at (&self->places, StrataRingPlace, i).node : STRATA_RING_NO_VALUE;
}

/**
 * strata_ring_print_get_field:
 * @self: a text
 * @value: from [method@Strata.RingPrint.find_value]
 *
 * Returns: (transfer none) (nullable): the field that is printed unchanged, or the one that an expression
 *   is computed from
 */
const StrataRingField *
strata_ring_print_get_field (const StrataRingPrint *self,
                             guint32 value)
{
  const StrataRingNode *nodes = self->nodes.data;

  while (value < self->nodes.n)
    switch (nodes[value].kind)
      {
      case STRATA_RING_NODE_FIELD:
      case STRATA_RING_NODE_BYTES:
        return nodes[value].field;
      case STRATA_RING_NODE_CAST:
      case STRATA_RING_NODE_UNARY:
      case STRATA_RING_NODE_BINARY:
      case STRATA_RING_NODE_CHOICE:
      case STRATA_RING_NODE_HM_STATE:
        value = nodes[value].a;
        break;
      default:
        return NULL;
      }

  return NULL;
}

/**
 * strata_ring_print_find_behind:
 * @self: a text
 * @before: the text before a place, or the end of that text
 *
 * Returns: the place, or %STRATA_RING_NO_VALUE
 */
guint32
strata_ring_print_find_behind (const StrataRingPrint *self,
                               const char *before)
{
  const gsize n_bytes = strlen (before);

  for (gsize i = 0; i < self->places.n && self->is_compiled; i++)
    {
      const StrataRingPlace *place = &strata_column_at (&self->places, StrataRingPlace, i);
      const StrataText text = place->before;

      if (place->conversion != 0 && text.n_bytes >= n_bytes && memcmp (text.text + text.n_bytes - n_bytes, before, n_bytes) == 0)
        return (guint32) i;
    }

  return STRATA_RING_NO_VALUE;
}

static const StrataRingPlace *
get_place (const StrataRingPrint *self,
           guint32 place)
{
  return place < self->places.n ? &strata_column_at (&self->places, StrataRingPlace, place) : NULL;
}

/**
 * strata_ring_print_is_number:
 * @self: a text
 * @place: a place in it, or %STRATA_RING_NO_VALUE
 *
 * Returns: whether a parseable number is printed there without padding
 */
gboolean
strata_ring_print_is_number (const StrataRingPrint *self,
                             guint32 place)
{
  const StrataRingPlace *at = get_place (self, place);

  return at != NULL && is_bare (at) && !at->has_sign && (strchr ("diu", at->conversion) != NULL || (at->conversion == 'x' && at->is_alternate));
}

/**
 * strata_ring_print_is_address:
 * @self: a text
 * @place: a place in it, or %STRATA_RING_NO_VALUE
 *
 * Returns: whether an address is printed there, without a symbol
 */
gboolean
strata_ring_print_is_address (const StrataRingPrint *self,
                              guint32 place)
{
  const StrataRingPlace *at = get_place (self, place);

  return at != NULL && is_bare (at) && at->conversion == 'p' && at->form[0] == '\0';
}

/**
 * strata_ring_print_is_symbol:
 * @self: a text
 * @place: a place in it, or %STRATA_RING_NO_VALUE
 *
 * Returns: whether the name of a function is printed there
 */
gboolean
strata_ring_print_is_symbol (const StrataRingPrint *self,
                             guint32 place)
{
  const StrataRingPlace *at = get_place (self, place);

  return at != NULL && is_bare (at) && at->conversion == 'p' && at->form[0] != '\0' && strchr ("sSfF", at->form[0]) != NULL && at->form[1] == '\0';
}

/**
 * strata_ring_print_is_word:
 * @self: a text
 * @place: a place in it, or %STRATA_RING_NO_VALUE
 *
 * Returns: whether a text is printed there without padding
 */
gboolean
strata_ring_print_is_word (const StrataRingPrint *self,
                           guint32 place)
{
  const StrataRingPlace *at = get_place (self, place);

  return at != NULL && is_bare (at) && at->conversion == 's';
}

/**
 * strata_ring_print_get_named:
 * @self: a text
 * @place: a word in it
 *
 * Returns: (transfer none) (nullable): the number that the word names, if the word depends on nothing else
 */
const StrataRingField *
strata_ring_print_get_named (const StrataRingPrint *self,
                             guint32 place)
{
  const StrataRingNode *nodes = self->nodes.data;
  const StrataRingNode *node = &nodes[get_place (self, place)->node];

  if (node->kind != STRATA_RING_NODE_SYMBOLIC || nodes[node->a].kind != STRATA_RING_NODE_FIELD || nodes[node->a].field->kind != STRATA_RING_NUMBER)
    return NULL;

  return nodes[node->a].field;
}
