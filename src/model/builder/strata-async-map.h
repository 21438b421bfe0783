/* strata-async-map.h - maps keys of asynchronous slices to numbers
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-trace-builder.h"

G_BEGIN_DECLS

typedef struct
{
  StrataAsyncKey key;
  guint32 hash;
  guint32 value; /* 0 if the slot is free */
} StrataAsyncSlot;

/* Numbers by key. An empty map is all zeros, and can be reused. */
typedef struct
{
  StrataAsyncSlot *slots; /* owned */
  guint32 n_slots;        /* a power of two, or 0 */
  guint32 n_keys;
} StrataAsyncMap;

void strata_async_map_clear (StrataAsyncMap *self);
guint32 strata_async_map_get (const StrataAsyncMap *self, const StrataAsyncKey *key);
void strata_async_map_set (StrataAsyncMap *self, const StrataAsyncKey *key, guint32 value);
void strata_async_map_remove (StrataAsyncMap *self, const StrataAsyncKey *key);

G_END_DECLS
