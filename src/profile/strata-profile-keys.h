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
 * Maps slices to keys. By name a key is a string id and costs nothing; by class
 * and package the key of each name is worked out once.
 */
typedef struct
{
  StrataProfileBy by;

  /*< private >*/
  StrataTrace *trace;       /* borrowed */
  guint32 track_key;        /* of all slices of the track, where that decides */
  StrataStringPool *groups; /* (nullable) owned: names of classes or packages; ids are keys */
  guint32 *key_of_name;     /* (nullable) owned: by string id; STRATA_NONE until looked at */
} StrataProfileKeys;

void strata_profile_keys_init (StrataProfileKeys *self, StrataTrace *trace, StrataProfileBy by);
void strata_profile_keys_clear (StrataProfileKeys *self);
void strata_profile_keys_enter (StrataProfileKeys *self, const StrataTrack *track);
guint32 strata_profile_keys_get_n_keys (const StrataProfileKeys *self);
guint32 strata_profile_keys_add_name (StrataProfileKeys *self, guint32 name);
char *strata_profile_keys_dup_name (const StrataProfileKeys *self, guint32 key);

/* The key of a slice of the track that was entered last. */
static inline guint32
strata_profile_keys_get (StrataProfileKeys *self,
                         guint32 name)
{
  if (G_LIKELY (self->by == STRATA_PROFILE_BY_NAME))
    return name;

  if (self->key_of_name == NULL)
    return self->track_key;

  if (G_UNLIKELY (self->key_of_name[name] == STRATA_NONE))
    return strata_profile_keys_add_name (self, name);

  return self->key_of_name[name];
}

G_END_DECLS
