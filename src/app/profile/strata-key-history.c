/* strata-key-history.c - back and forward among names
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-key-history.h"

#include "strata-span.h"

/* Like a browser's: places in the order of visits, one of them current. Selecting a row by hand is
 * not a visit, but Back returns to where a jump began. So a step first stores the user's real place
 * as the current one. */
#define MOST_PLACES 500

struct _StrataKeyHistory
{
  GArray *keys;  /* (element-type guint32) owned */
  guint present; /* index of the current place, 0 while there are none */
};

/**
 * strata_key_history_new:
 *
 * Returns: (transfer full): a history without places
 */
StrataKeyHistory *
strata_key_history_new (void)
{
  StrataKeyHistory *self = g_new0 (StrataKeyHistory, 1);

  self->keys = g_array_new (FALSE, FALSE, sizeof (guint32));
  return self;
}

void
strata_key_history_free (StrataKeyHistory *self)
{
  if (self == NULL)
    return;

  g_array_unref (self->keys);
  g_free (self);
}

/**
 * strata_key_history_clear:
 * @self: the history
 *
 * Forgets all places.
 */
void
strata_key_history_clear (StrataKeyHistory *self)
{
  g_array_set_size (self->keys, 0);
  self->present = 0;
}

static void
note_present (StrataKeyHistory *self,
              guint32 key)
{
  if (key == STRATA_NONE)
    return;

  if (self->keys->len == 0)
    g_array_append_val (self->keys, key);
  else
    g_array_index (self->keys, guint32, self->present) = key;
}

/**
 * strata_key_history_visit:
 * @self: the history
 * @from: where the user is, or %STRATA_NONE
 * @to: where the user jumps
 *
 * Adds a place after the current one and goes there; later places are removed.
 */
void
strata_key_history_visit (StrataKeyHistory *self,
                          guint32 from,
                          guint32 to)
{
  note_present (self, from);

  if (self->keys->len > 0)
    g_array_set_size (self->keys, self->present + 1);

  if (self->keys->len == 0 || g_array_index (self->keys, guint32, self->present) != to)
    g_array_append_val (self->keys, to);

  if (self->keys->len > MOST_PLACES)
    g_array_remove_index (self->keys, 0);

  self->present = self->keys->len - 1;
}

/**
 * strata_key_history_can_step:
 * @self: the history
 * @direction: -1 for back, 1 for forward
 *
 * Returns: whether there is a place in that direction
 */
gboolean
strata_key_history_can_step (const StrataKeyHistory *self,
                             int direction)
{
  return direction < 0 ? self->present > 0 : self->present + 1 < self->keys->len;
}

/**
 * strata_key_history_step:
 * @self: the history
 * @direction: -1 for back, 1 for forward
 * @from: where the user is, or %STRATA_NONE
 *
 * Goes to the previous or next place.
 *
 * Returns: that place, or %STRATA_NONE if there is none
 */
guint32
strata_key_history_step (StrataKeyHistory *self,
                         int direction,
                         guint32 from)
{
  if (!strata_key_history_can_step (self, direction))
    return STRATA_NONE;

  note_present (self, from);
  self->present += direction < 0 ? -1 : 1;

  return g_array_index (self->keys, guint32, self->present);
}
