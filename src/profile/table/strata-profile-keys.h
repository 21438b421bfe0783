/* strata-profile-keys.h - which row of a profile a slice belongs to
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-profile.h"

G_BEGIN_DECLS

/**
 * StrataProfileKeys:
 * @by: what the rows are about
 * @n_keys: keys are below this, or %STRATA_NONE for "of no process"
 *
 * Maps slices to keys. By name a key is a string id and costs nothing; by class,
 * package and the like the key of each name or set of attributes in scope is
 * worked out once, before the slices are looked at: after that keys are only
 * read, and a copy of the struct serves another thread.
 */
typedef struct
{
  StrataProfileBy by;

  /*< private >*/
  StrataTrace *trace;       /* borrowed */
  guint32 track_key;        /* of all slices of the track, where that decides */
  const guint32 *attrs;     /* (nullable) borrowed: by slice */
  StrataStringPool *groups; /* (nullable) owned: names of the keys, which are their ids */
  guint32 *key_of;          /* (nullable) owned: by string id of the name, or id of the attributes */
} StrataProfileKeys;

void strata_profile_keys_init (StrataProfileKeys *self, StrataTrace *trace, const StrataScope *scope, StrataProfileBy by);
void strata_profile_keys_clear (StrataProfileKeys *self);
void strata_profile_keys_enter (StrataProfileKeys *self, const StrataTrack *track);
guint32 strata_profile_keys_get_n_keys (const StrataProfileKeys *self);
char *strata_profile_keys_dup_name (const StrataProfileKeys *self, guint32 key);

/* The key of a slice of the track that was entered last; @name may differ from
 * its own for time switched out. */
static inline guint32
strata_profile_keys_get (const StrataProfileKeys *self,
                         guint32 slice,
                         guint32 name)
{
  if (G_LIKELY (self->by == STRATA_PROFILE_BY_NAME))
    return name;
  if (self->key_of == NULL)
    return self->track_key;

  return self->key_of[self->attrs != NULL ? self->attrs[slice] : name];
}

G_END_DECLS
