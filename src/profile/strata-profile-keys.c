/* strata-profile-keys.c - which row of a profile a slice belongs to
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-profile-keys.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "strata-method-name.h"
#include "strata-name-shape.h"

/**
 * strata_profile_keys_init:
 * @self: (out caller-allocates): keys
 * @trace: the trace, which must outlive the keys
 * @by: what the rows are about
 */
void
strata_profile_keys_init (StrataProfileKeys *self,
                          StrataTrace *trace,
                          StrataProfileBy by)
{
  *self = (StrataProfileKeys){ .by = by, .trace = trace };

  if (by != STRATA_PROFILE_BY_CLASS && by != STRATA_PROFILE_BY_PACKAGE && by != STRATA_PROFILE_BY_SHAPE)
    return;

  guint32 n_names = strata_string_pool_get_n_strings (strata_trace_get_strings (trace));

  self->groups = strata_string_pool_new ();
  self->key_of_name = g_new (guint32, n_names);
  memset (self->key_of_name, 0xff, sizeof (guint32) * n_names);
}

/**
 * strata_profile_keys_clear:
 * @self: the keys
 */
void
strata_profile_keys_clear (StrataProfileKeys *self)
{
  g_clear_pointer (&self->groups, strata_string_pool_free);
  g_clear_pointer (&self->key_of_name, g_free);
}

/**
 * strata_profile_keys_enter:
 * @self: the keys
 * @track: the track of the slices to come
 */
void
strata_profile_keys_enter (StrataProfileKeys *self,
                           const StrataTrack *track)
{
  self->track_key = self->by == STRATA_PROFILE_BY_THREAD ? track->thread : track->process;
}

static guint32
intern_shape (StrataStringPool *pool,
              const char *text)
{
  g_autofree char *shape = strata_name_shape_dup (text);

  return strata_string_pool_intern (pool, shape, strlen (shape));
}

/**
 * strata_profile_keys_add_name:
 * @self: keys by class, package or shape
 * @name: string id of a name that was not seen yet
 *
 * Works out the class, package or shape of a name. Slices that are no methods are a
 * class of their own each, and all in no package.
 *
 * Returns: the key
 */
guint32
strata_profile_keys_add_name (StrataProfileKeys *self,
                              guint32 name)
{
  const char *text = strata_trace_get_string (self->trace, name);
  gsize n_bytes;

  if (self->by == STRATA_PROFILE_BY_SHAPE)
    return self->key_of_name[name] = intern_shape (self->groups, text);

  if (self->by == STRATA_PROFILE_BY_PACKAGE)
    n_bytes = strata_method_name_get_package_bytes (text);
  else
    n_bytes = strata_method_name_get_class_bytes (text);

  if (n_bytes == 0 && self->by == STRATA_PROFILE_BY_CLASS)
    n_bytes = strlen (text);

  return self->key_of_name[name] = strata_string_pool_intern (self->groups, text, n_bytes);
}

/**
 * strata_profile_keys_get_n_keys:
 * @self: the keys
 *
 * Returns: what all keys but %STRATA_NONE are below, once all slices were seen
 */
guint32
strata_profile_keys_get_n_keys (const StrataProfileKeys *self)
{
  guint n = 0;

  switch (self->by)
    {
    case STRATA_PROFILE_BY_NAME:
      return strata_string_pool_get_n_strings (strata_trace_get_strings (self->trace));
    case STRATA_PROFILE_BY_CLASS:
    case STRATA_PROFILE_BY_PACKAGE:
    case STRATA_PROFILE_BY_SHAPE:
      /* no more groups than names, and the empty one */
      return strata_string_pool_get_n_strings (strata_trace_get_strings (self->trace)) + 1;
    case STRATA_PROFILE_BY_THREAD:
      strata_trace_get_threads (self->trace, &n);
      return n;
    case STRATA_PROFILE_BY_PROCESS:
      strata_trace_get_processes (self->trace, &n);
      return n;
    }

  g_return_val_if_reached (0);
}

static char *
dup_name_with_id (StrataTrace *trace,
                  guint32 name,
                  gint64 id)
{
  const char *text = strata_trace_get_string (trace, name);

  if (*text == '\0')
    return g_strdup_printf ("%" G_GINT64_FORMAT, id);

  return g_strdup_printf ("%s %" G_GINT64_FORMAT, text, id);
}

static char *
dup_process_name (const StrataProfileKeys *self,
                  guint32 key)
{
  const StrataProcess *processes = strata_trace_get_processes (self->trace, NULL);

  if (key == STRATA_NONE || processes[key].pid < 0)
    return g_strdup (_ ("(unknown process)"));

  return dup_name_with_id (self->trace, processes[key].name, processes[key].pid);
}

static char *
dup_group_name (const StrataProfileKeys *self,
                guint32 key)
{
  if (self->by == STRATA_PROFILE_BY_PACKAGE && key == STRATA_STRING_EMPTY)
    return g_strdup (_ ("(no package)"));

  return g_strdup (strata_string_pool_get (self->groups, key));
}

/**
 * strata_profile_keys_dup_name:
 * @self: the keys
 * @key: a key
 *
 * Returns: (transfer full): what to call the key
 */
char *
strata_profile_keys_dup_name (const StrataProfileKeys *self,
                              guint32 key)
{
  const StrataThread *thread;

  switch (self->by)
    {
    case STRATA_PROFILE_BY_NAME:
      return g_strdup (strata_trace_get_string (self->trace, key));
    case STRATA_PROFILE_BY_CLASS:
    case STRATA_PROFILE_BY_PACKAGE:
    case STRATA_PROFILE_BY_SHAPE:
      return dup_group_name (self, key);
    case STRATA_PROFILE_BY_THREAD:
      thread = strata_trace_get_threads (self->trace, NULL) + key;
      return dup_name_with_id (self->trace, thread->name, thread->tid);
    case STRATA_PROFILE_BY_PROCESS:
      return dup_process_name (self, key);
    }

  g_return_val_if_reached (NULL);
}
