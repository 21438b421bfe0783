/* strata-profile-keys.c - maps slices to rows of a profile
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

/* Whether names or attributes decide the key of a slice. */
static gboolean
is_of_name (StrataProfileBy by)
{
  return by == STRATA_PROFILE_BY_CLASS || by == STRATA_PROFILE_BY_PACKAGE || by == STRATA_PROFILE_BY_SHAPE;
}

static gboolean
is_of_attrs (StrataProfileBy by)
{
  return by == STRATA_PROFILE_BY_CATEGORY || by == STRATA_PROFILE_BY_TAG;
}

/* Each slice that is not a method is its own class, and all of them are in no package. */
static guint32
intern_name (StrataProfileKeys *self,
             guint32 name,
             GString *shape)
{
  const char *text = strata_trace_get_string (self->trace, name);
  gsize n_bytes;

  if (self->by == STRATA_PROFILE_BY_SHAPE)
    {
      g_string_truncate (shape, 0);
      strata_name_shape_append (shape, text);
      return strata_string_pool_intern (self->groups, shape->str, shape->len);
    }

  if (self->by == STRATA_PROFILE_BY_PACKAGE)
    n_bytes = strata_method_name_get_package_bytes (text);
  else
    n_bytes = strata_method_name_get_class_bytes (text);

  if (n_bytes == 0 && self->by == STRATA_PROFILE_BY_CLASS)
    n_bytes = strlen (text);

  return strata_string_pool_intern (self->groups, text, n_bytes);
}

static void
intern_names (StrataProfileKeys *self,
              const StrataScope *scope)
{
  const guint32 *names = strata_trace_get_slices (self->trace)->name;
  guint32 n_names = strata_string_pool_get_n_strings (strata_trace_get_strings (self->trace));
  g_autoptr (GArray) pieces = strata_scope_list_pieces (scope, self->trace);
  g_autoptr (GString) shape = g_string_new (NULL);
  guint32 switch_name = strata_trace_get_switch_name (self->trace);

  self->key_of = g_new (guint32, n_names);
  memset (self->key_of, 0xff, sizeof (guint32) * n_names);

  for (guint i = 0; i < pieces->len; i++)
    {
      const StrataScopePiece *piece = &g_array_index (pieces, StrataScopePiece, i);

      for (guint32 slice = piece->begin; slice < piece->end; slice++)
        if (G_UNLIKELY (self->key_of[names[slice]] == STRATA_NONE))
          self->key_of[names[slice]] = intern_name (self, names[slice], shape);
    }

  if (switch_name != STRATA_NONE)
    self->key_of[switch_name] = intern_name (self, switch_name, shape);
}

static guint32
intern_attrs (StrataProfileKeys *self,
              StrataAttrs attrs)
{
  if (self->by == STRATA_PROFILE_BY_TAG)
    {
      g_autofree char *tags = strata_tags_to_string (attrs.tags);

      return strata_string_pool_intern (self->groups, tags, strlen (tags));
    }

  const char *category = strata_trace_get_string (self->trace, attrs.category);

  return strata_string_pool_intern (self->groups, category, strlen (category));
}

/* Without attributes there is only one key: "not known". */
static void
intern_all_attrs (StrataProfileKeys *self)
{
  const StrataAttrTable *table = strata_trace_get_attrs (self->trace);
  guint32 n_sets = strata_attr_table_get_n_sets (table);

  self->attrs = strata_trace_get_slices (self->trace)->attrs;
  self->track_key = STRATA_STRING_EMPTY;
  if (self->attrs == NULL)
    return;

  self->key_of = g_new (guint32, n_sets);
  for (guint32 i = 0; i < n_sets; i++)
    self->key_of[i] = intern_attrs (self, strata_attr_table_get (table, i));
}

/**
 * strata_profile_keys_init:
 * @self: (out caller-allocates): keys
 * @trace: the trace, which must outlive the keys
 * @scope: the scope of the slices
 * @by: how slices are grouped
 */
void
strata_profile_keys_init (StrataProfileKeys *self,
                          StrataTrace *trace,
                          const StrataScope *scope,
                          StrataProfileBy by)
{
  *self = (StrataProfileKeys){ .by = by, .trace = trace };

  if (!is_of_name (by) && !is_of_attrs (by))
    return;

  self->groups = strata_string_pool_new ();
  if (is_of_name (by))
    intern_names (self, scope);
  else
    intern_all_attrs (self);
}

void
strata_profile_keys_clear (StrataProfileKeys *self)
{
  g_clear_pointer (&self->groups, strata_string_pool_free);
  g_clear_pointer (&self->key_of, g_free);
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
  if (self->groups == NULL)
    self->track_key = self->by == STRATA_PROFILE_BY_THREAD ? track->thread : track->process;
}

/**
 * strata_profile_keys_get_n_keys:
 * @self: the keys
 *
 * Returns: the number that all keys except %STRATA_NONE are below
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
    case STRATA_PROFILE_BY_CATEGORY:
    case STRATA_PROFILE_BY_TAG:
      return strata_string_pool_get_n_strings (self->groups);
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
  if (key == STRATA_STRING_EMPTY && self->by == STRATA_PROFILE_BY_PACKAGE)
    return g_strdup (_ ("(no package)"));
  if (key == STRATA_STRING_EMPTY && self->by == STRATA_PROFILE_BY_CATEGORY)
    return g_strdup (_ ("(no category)"));
  if (key == STRATA_STRING_EMPTY && self->by == STRATA_PROFILE_BY_TAG)
    return g_strdup (_ ("(no tag)"));

  return g_strdup (strata_string_pool_get (self->groups, key));
}

/**
 * strata_profile_keys_dup_name:
 * @self: the keys
 * @key: a key
 *
 * Returns: (transfer full): the name of the key
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
    case STRATA_PROFILE_BY_CATEGORY:
    case STRATA_PROFILE_BY_TAG:
      return dup_group_name (self, key);
    case STRATA_PROFILE_BY_THREAD:
      thread = strata_trace_get_threads (self->trace, NULL) + key;
      return dup_name_with_id (self->trace, thread->name, thread->tid);
    case STRATA_PROFILE_BY_PROCESS:
      return dup_process_name (self, key);
    }

  g_return_val_if_reached (NULL);
}
