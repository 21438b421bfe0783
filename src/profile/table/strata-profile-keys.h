/* strata-profile-keys.h - maps slices to rows of a profile
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-profile.h"

G_BEGIN_DECLS

/**
 * StrataProfileKeys:
 * @by: how slices are grouped
 * @n_keys: keys are below this, or %STRATA_NONE for "of no process"
 *
 * Maps slices to keys. By name, a key is a string id and costs nothing. By class, package and so on, the key of each
 * name or set of attributes in scope is computed once in advance: after that keys are only read, and another thread can
 * use a copy of the struct.
 */
typedef struct
{
  StrataProfileBy by;

  /*< private >*/
  StrataTrace *trace;       /* borrowed */
  guint32 track_key;        /* of all slices of the track, if the track decides */
  const guint32 *attrs;     /* (nullable) borrowed: by slice */
  StrataStringPool *groups; /* (nullable) owned: names of the keys, which are their ids */
  guint32 *key_of;          /* (nullable) owned: by string id of the name, or id of the attributes */
} StrataProfileKeys;

void strata_profile_keys_init (StrataProfileKeys *self, StrataTrace *trace, const StrataScope *scope, StrataProfileBy by);
void strata_profile_keys_clear (StrataProfileKeys *self);
void strata_profile_keys_enter (StrataProfileKeys *self, const StrataTrack *track);
guint32 strata_profile_keys_get_n_keys (const StrataProfileKeys *self);
char *strata_profile_keys_dup_name (const StrataProfileKeys *self, guint32 key);

/* The key of a slice of the last entered track; @name may differ from the slice's own for time
 * switched out. */
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
