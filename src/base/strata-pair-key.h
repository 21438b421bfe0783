/* strata-pair-key.h - pairs of numbers as keys of hash tables
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A key for strata_pair_key_hash() and strata_pair_key_equal(). Signed numbers are cast. */
typedef struct
{
  guint64 first;  /* a number, such as a process id */
  guint64 second; /* a number that distinguishes keys with the same @first */
} StrataPairKey;

static inline guint
strata_pair_key_hash (gconstpointer data)
{
  const StrataPairKey *key = data;
  const guint64 mixed = (key->first * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)) ^ (key->second * G_GUINT64_CONSTANT (0xc2b2ae3d27d4eb4f));

  return (guint) (mixed ^ mixed >> 32);
}

static inline gboolean
strata_pair_key_equal (gconstpointer a,
                       gconstpointer b)
{
  const StrataPairKey *left = a;
  const StrataPairKey *right = b;

  return left->first == right->first && left->second == right->second;
}

/* For keys that g_int64_equal() compares. g_int64_hash() has the same value for all keys with
 * equal halves, such as a process id above the id of its main thread. */
static inline guint
strata_int64_hash (gconstpointer data)
{
  const guint64 mixed = *(const guint64 *) data * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  return (guint) (mixed ^ mixed >> 32);
}

G_END_DECLS
